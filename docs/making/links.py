"""Checks a site: links inside it lead somewhere, and its pages ask no other host for anything."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """What a page links to and loads, and the places in it that links can lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids.update(filter(None, (values.get("id"), values.get("name"))))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"] or "")
        elif loaded := values.get("src") or (tag == "link" and values.get("href")):
            self.loaded.append(str(loaded))


def broken_links(site: Path) -> list[str]:
    """What is wrong with the pages of a site, one line each."""
    pages = {path: _Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        name = path.relative_to(site)
        found += [f"{name}: loads {url}" for url in page.loaded if _is_foreign(url)]
        for link in [*page.links, *page.loaded]:
            if name.name != "404.html" and not _is_foreign(link) and not _leads(path, link, pages):
                found.append(f"{name}: {link} leads nowhere")
    return found


def _is_foreign(url: str) -> bool:
    parts = urlsplit(url)
    return bool(parts.netloc) or parts.scheme in ("http", "https", "mailto")


def _leads(home: Path, link: str, pages: dict[Path, _Page]) -> bool:
    parts = urlsplit(link)
    if parts.scheme:  # data: and the like
        return True
    target = (home.parent / unquote(parts.path)).resolve() if parts.path else home
    if target.is_dir():
        target /= "index.html"
    anchor = unquote(parts.fragment)
    if target in pages:
        return not anchor or anchor.startswith("__") or anchor in pages[target].ids
    return target.is_file()
