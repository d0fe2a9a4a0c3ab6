"""Documents of the repository as pages of the site: links lead to pages, pictures stand inside."""

import posixpath
import re
import shutil
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from arrows import flowchart

# Documents beside those in docs/, which have pages of their own.
_PROJECT = {"CHANGELOG.md": "project/changes.md", "CONTRIBUTING.md": "project/contributing.md"}
_LINK = re.compile(r"(?<!!)(\[[^\]]*\])\(([^)\s:#]+)(#[^)\s]*)?\)")
_PICTURE = re.compile(r"^!\[([^\]]*)\]\((?:[^)\s]*/)?pictures/([\w-]+)\.svg\)$", re.MULTILINE)
_HEADING = re.compile(r"^```.*?^```$|^#+ (?P<heading>[^\n]*)$", re.MULTILINE | re.DOTALL)
_FLOWCHART = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def assemble(repository: Path, pages: Path, drawn: Mapping[str, str]) -> None:
    """Write the pages of all documents; ``drawn`` are pictures by their names, others are files."""
    docs = repository / "docs"
    files = {path.stem: path.read_text("utf-8") for path in (docs / "pictures").glob("*.svg")}
    drawn = {**files, **drawn}
    documents = [path for path in docs.rglob("*.md") if "making" not in path.parts]
    shutil.copytree(docs / "pictures", pages / "pictures", ignore=shutil.ignore_patterns("*.svg"))
    for path in [*documents, *(repository / name for name in _PROJECT)]:
        home = path.relative_to(repository).as_posix()
        text = _PICTURE.sub(lambda found: _figure(found, drawn), path.read_text("utf-8"))
        text = _FLOWCHART.sub(_drawn_flowchart, text)
        text = _with_anchors(text)
        text = _LINK.sub(partial(_relinked, home=home, repository=repository, pages=pages), text)
        text = re.sub(r"\A##", "#", text)  # tables of experiments have no title of their own
        target = pages / place(home)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def place(path: str) -> str:
    """Where a file of the repository stands in the site.

    >>> place("docs/results/README.md"), place("CHANGELOG.md"), place("examples/Dockerfile")
    ('results/README.md', 'project/changes.md', 'files/examples/Dockerfile')
    """
    if path in _PROJECT:
        return _PROJECT[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/").replace(".ipynb", ".md")
    return f"files/{path}"


def _relinked(link: re.Match[str], home: str, repository: Path, pages: Path) -> str:
    """A link as the site has it; a file that is no page is copied into the site."""
    words, target, anchor = link.groups()
    path = posixpath.normpath(posixpath.join(posixpath.dirname(home), target))
    there = place(path)
    file = repository / path
    if file.is_file() and file.suffix not in (".md", ".ipynb"):
        (pages / there).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, pages / there)
    relative = posixpath.relpath(there, posixpath.dirname(place(home)) or ".")
    return f"{words}({relative}{anchor or ''})"


def _with_anchors(text: str) -> str:
    """Headings that stand more than once get the anchors that they have in the repository."""
    times: Counter[str] = Counter()

    def anchored(found: re.Match[str]) -> str:
        if found["heading"] is None:
            return found[0]
        slug = re.sub(r"[^\w\s-]", "", found["heading"].lower()).strip().replace(" ", "-")
        times[slug] += 1
        return f"{found[0]} {{ #{slug}-{times[slug] - 1} }}" if times[slug] > 1 else found[0]

    return _HEADING.sub(anchored, text)


def _drawn_flowchart(found: re.Match[str]) -> str:
    return f'<figure class="drawing">{flowchart(found[1])}</figure>'


def _figure(found: re.Match[str], drawn: Mapping[str, str]) -> str:
    words, name = found.groups()
    return f'<figure class="drawing">{drawn[name]}<figcaption>{words}</figcaption></figure>'
