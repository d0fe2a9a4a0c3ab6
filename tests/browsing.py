"""The explorer in a real browser: what tests do on the page, and what they see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

# What a browser writes of an answer that says what is wrong.
TOLD = "the server responded with a status of 400 (Bad Request)"


class Explorer:
    """The page, with what a person does on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.panel = page.locator(".panel").first

    def example(self, title: str) -> None:
        self.page.get_by_label("example").select_option(label=title)
        self.page.locator(".look-at").wait_for()
        self.settled()

    def paste(self, conllu: str) -> None:
        area = self.page.get_by_label("CoNLL-U")
        if not area.is_visible():
            self.page.get_by_text("CoNLL-U", exact=True).first.click()
        area.fill(conllu)
        self.page.get_by_role("button", name="Use").click()
        self.settled()

    def choose(self, name: str, value: str) -> None:
        self.panel.get_by_label(name, exact=True).select_option(value)
        self.settled()

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.settled()

    def click(self, name: str) -> None:
        self.panel.get_by_role("button", name=name, exact=True).click()
        self.settled()

    def move(self, name: str) -> None:
        self.panel.locator(f'button.move[data-name="{name}"]').click()
        self.settled()

    def settled(self) -> None:
        """Wait until the server was asked nothing for a few frames, and all is drawn."""
        self.page.evaluate(
            """() => new Promise((done) => {
              let calm = 0;
              const look = () => {
                calm = document.querySelector('[aria-busy="true"]') ? 0 : calm + 1;
                if (calm > 2) done(); else requestAnimationFrame(look);
              };
              look();
            })"""
        )

    def costs(self) -> dict[str, int]:
        """The costs that the page shows, by the names of transitions."""
        rows = self.panel.locator(".transitions tbody tr")
        found = rows.evaluate_all(
            """(rows) => rows.map((row) => [row.querySelector(".move").dataset.name,
                Number(row.querySelector(".cost").textContent)])"""
        )
        return dict(found)

    def history(self) -> list[str]:
        rows = self.panel.locator(".history tbody tr td:nth-child(2)")
        return rows.all_inner_texts()[1:]

    def nodes(self, name: str) -> list[int]:
        """The numbers of the nodes of a list."""
        return [int(text) for text in self.panel.locator(f".{name} .node sub").all_inner_texts()]

    def loss(self) -> int:
        return int(self.panel.locator(".loss b").inner_text())

    def is_at_end(self) -> bool:
        return self.panel.locator(".end").count() > 0

    def show(self, view: str) -> None:
        """Go to one of the views: Explore, Parse or Treebank."""
        self.page.get_by_role("navigation").get_by_role("button", name=view).click()
        self.settled()

    def state(self) -> tuple[Any, ...]:
        lists = {name: self.nodes(name) for name in ("stack", "buffer", "lambda1", "lambda2")}
        return self.history(), self.costs(), lists, self.loss()


@contextmanager
def opened(browser: Browser, url: str, **settings: Any) -> Iterator[Explorer]:
    """The page at an address; it must not say anything on the console nor ask another host."""
    context = browser.new_context(**settings)
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: message.text.endswith(TOLD) or said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(url)
    explorer = Explorer(page)
    page.locator("h1").wait_for()
    explorer.settled()
    yield explorer
    context.close()
    home = url.split("#")[0].rstrip("/")
    strangers = [each for each in asked if not each.startswith((home, "data:", "blob:", "file:"))]
    assert not said, said
    assert not strangers, strangers
