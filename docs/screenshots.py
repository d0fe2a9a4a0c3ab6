"""Takes the pictures of the explorer that the guide shows: `make pictures`.

With --all DIR every view, light and dark, wide and as narrow as a phone, to look at. It needs
Chromium (DODONA_BROWSER may name one), and finds its way on the page as the tests do.
"""

import argparse
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from browsing import Explorer, opened
from playwright.sync_api import Browser, sync_playwright
from serving import running

PICTURES = Path(__file__).parent / "pictures"
GROVE = Path(__file__).parent.parent / "src" / "dodona" / "data" / "grove-test.conllu"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LETTER = "He wrote her a letter: after a mistake"
CROSSING = "A hearing is scheduled on the issue today"
WIDE, PHONE, HIGH = 1180, 380, 1400


def mistake(explorer: Explorer) -> None:
    """A wrong transition has been made, and a second one has the focus."""
    explorer.example(LETTER)
    for name in ("SHIFT", "LEFT", "RIGHT", "SHIFT"):
        explorer.move(name)
    explorer.panel.locator('button.move[data-name="SHIFT"]').focus()


def compare(explorer: Explorer) -> None:
    explorer.example(CROSSING)
    explorer.press("c")
    second = Explorer(explorer.page)
    second.panel = explorer.page.locator(".panel").nth(1)
    second.choose("system", "arc-eager")
    for each in (explorer, second):
        each.panel.locator("h3").first.click()
        each.press("End")


def parse(explorer: Explorer) -> None:
    explorer.show("Parse")
    explorer.page.get_by_label("Text").fill("Time flies like an arrow. Fruit flies like a banana.")
    explorer.page.get_by_role("button", name="Parse").last.click()
    explorer.page.locator(".sentence").first.wait_for()


def treebank(explorer: Explorer) -> None:
    explorer.show("Treebank")
    explorer.page.locator(".sentence").first.wait_for()


def editing(explorer: Explorer) -> None:
    explorer.example(LETTER)
    explorer.press("e")


def long(explorer: Explorer) -> None:
    explorer.example("The librarian's successor: 43 words")
    for _ in range(30):
        explorer.press("o")


def right_to_left(explorer: Explorer) -> None:
    explorer.example("Arabic: from right to left")
    explorer.press("End")


def spines(explorer: Explorer) -> None:
    explorer.example("A linear tree")
    for _ in range(5):
        explorer.press("o")


def take_away(explorer: Explorer) -> None:
    explorer.example(LETTER)
    explorer.page.get_by_text("Take away").first.click()
    explorer.page.get_by_text("CoNLL-U", exact=True).first.click()


def help_page(explorer: Explorer) -> None:
    explorer.press("?")


VIEWS: tuple[Callable[[Explorer], None], ...] = (
    mistake,
    compare,
    parse,
    treebank,
    editing,
    long,
    right_to_left,
    spines,
    take_away,
    help_page,
)
IN_THE_GUIDE = (mistake, compare, treebank)


def take(
    browser: Browser,
    url: str,
    view: Callable[[Explorer], None],
    path: Path,
    scheme: str = "light",
    width: int = WIDE,
    *,
    whole: bool = True,
) -> None:
    """A picture of one view, as long as the page is, or as much of it as the guide has room for."""
    size = {"width": width, "height": HIGH}
    with opened(browser, url, viewport=size, color_scheme=scheme) as explorer:
        explorer.show("Explore")
        view(explorer)
        explorer.settled()
        explorer.page.screenshot(path=path, full_page=whole)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, metavar="DIR", help="every view, into this folder")
    everywhere: Path | None = parser.parse_args().all
    found = os.environ.get("DODONA_BROWSER") or next(
        filter(None, map(shutil.which, BROWSERS)), None
    )
    if found is None:
        raise SystemExit("there is no Chromium; DODONA_BROWSER can name one")
    folder = everywhere or PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as logs,
        running(Path(logs), GROVE, "--no-browser", command="explore") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for view in VIEWS if everywhere else IN_THE_GUIDE:
            if everywhere is None:
                path = folder / f"explorer-{view.__name__}.png"
                take(browser, server.url, view, path, whole=False)
                continue
            for scheme in ("light", "dark"):
                for width in (WIDE, PHONE):
                    name = f"{view.__name__}-{scheme}-{width}.png"
                    take(browser, server.url, view, folder / name, scheme, width)
        browser.close()


if __name__ == "__main__":
    main()
