"""The documents: their blocks run, their links lead somewhere, the files they name are there."""

import re
import shutil
from pathlib import Path

import pytest
from document_blocks import ROOT, RUN, SHOWN, Block, Runner, blocks, pages
from document_files import make_files

import dodona

DOCS = ROOT / "docs"
HOUSE = Path(dodona.__file__).parent
PAGES = pages()
NOT_RUN = [block for page in PAGES for block in blocks(page) if block.skipped]
pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documents are not beside the tests")

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("documents") / "files"
    folder.mkdir()
    make_files(folder)
    return folder


@pytest.mark.parametrize(
    "page", [p for p in PAGES if any(b.language in RUN for b in blocks(p))], ids=name
)
def test_the_blocks_of_a_page_run(page, files, tmp_path, monkeypatch):
    folder = tmp_path / "page"
    shutil.copytree(files, folder)
    monkeypatch.chdir(folder)
    runner = Runner(folder)
    for block in blocks(page):
        if block.language in RUN and not block.skipped:
            runner.run(block)


@pytest.mark.parametrize("block", [b for b in NOT_RUN if b.language in RUN], ids=str)
def test_a_block_that_is_not_run(block: Block):
    """It stands here so that its reason is announced."""
    pytest.skip(f"{block}: {block.skipped}")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_block_says_what_it_is(page):
    for block in blocks(page):
        assert block.language in RUN + SHOWN, f"{block}: {block.text[:50]!r}"
        known = block.mark in ("", "a program", "asks a server")
        known = known or block.mark.startswith(("needs ", "not run, "))
        assert known, f"{block}: {block.mark}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_between_documents_lead_somewhere(page):
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for link in _LINK.findall(text):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name(page)}: {link}"
        if anchor:
            assert anchor in anchors(target), f"{name(page)}: {link}"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings; those of headings that repeat end with a number."""
    headings = _HEADING.findall(page.read_text("utf-8"))
    plain = [re.sub(r"[^\w\s-]", "", heading.lower()).strip() for heading in headings]
    slugs = [heading.replace(" ", "-") for heading in plain]
    return set(slugs) | {f"{slug}-{slugs[:i].count(slug)}" for i, slug in enumerate(slugs)}


def test_the_files_of_the_architecture_are_there():
    text = (DOCS / "architecture.md").read_text("utf-8")
    room = ""
    for folder, file in re.findall(r"(?:(\w+)/)?(\w+)\.py\b", text):
        room = folder or room  # in a list of files the room is said once
        places = HOUSE / room / f"{file}.py", HOUSE / f"{file}.py"
        assert any(place.is_file() for place in places), f"{room}/{file}.py"
