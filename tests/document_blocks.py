"""The blocks of code in the documents, and how each of them is run.

A block runs in a folder of its page, after the blocks before it. A comment on the line above it
says what else is to be known:

- ``<!-- block: not run, WHY -->``;
- ``<!-- block: needs NAME -->``, a module or a program that may not be there;
- ``<!-- block: a program -->``, a file of its own, for what starts processes;
- ``<!-- block: asks a server -->``: one runs, with the models of `SERVED`, for localhost:8001.

A comment ``<!-- blocks: not run, WHY -->`` anywhere in a page is for all its blocks.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from serving import running

ROOT = Path(__file__).resolve().parent.parent
RUN = ("python", "pycon", "sh", "console")
SERVED = ("english-fast:eng=en", "english-accurate=en-accurate")
SHOWN = ("text", "toml", "mermaid", "conllu", "json")
_FENCE = re.compile(
    r"(?:^<!-- block: (?P<mark>.*?) -->\n)?^```(?P<language>\S*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_WHOLE_PAGE = re.compile(r"^<!-- blocks: (not run, .*?) -->$", re.MULTILINE)
_DOCTESTS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    """A block of a page; ``line`` is that of its first line."""

    page: Path
    line: int
    language: str
    text: str
    mark: str

    @property
    def skipped(self) -> str:
        """Why the block is not run here; empty if it is."""
        if self.mark.startswith("not run, "):
            return self.mark.removeprefix("not run, ")
        needed = self.mark.removeprefix("needs ") if self.mark.startswith("needs ") else ""
        if self.mark == "asks a server":
            needed = "curl"
        there = not needed or find_spec(needed) or shutil.which(needed)
        return "" if there else f"{needed} is not installed"

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def pages() -> list[Path]:
    """The documents that people read; none where the tests are without them."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [path for path in found if path.is_file()]


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    whole = _WHOLE_PAGE.search(text)
    return [
        Block(
            page,
            text.count("\n", 0, found.start("text")) + 1,
            found["language"],
            found["text"],
            found["mark"] or (whole[1] if whole else ""),
        )
        for found in _FENCE.finditer(text)
    ]


class Runner:
    """Runs the blocks of a page one after the other, in a folder with the files that they need."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "__main__"}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.environment = os.environ | {"PATH": path}

    def run(self, block: Block) -> None:
        if block.mark == "a program":
            program = self.folder / "program.py"
            program.write_text(block.text, encoding="utf-8")
            self._shell(f'"{sys.executable}" {program.name}', block)
        elif block.mark == "asks a server":
            with running(self.folder, *SERVED) as server:
                url = server.url.removeprefix("http://")
                self._shell(block.text.replace("localhost:8001", url), block)
        elif block.language == "python":
            code = compile("\n" * (block.line - 1) + block.text, str(block.page), "exec")
            exec(code, self.names)
        elif block.language == "pycon":
            self._examples(block)
        elif block.language == "sh":
            self._shell(block.text, block)
        else:
            self._console(block)

    def _examples(self, block: Block) -> None:
        parsed = doctest.DocTestParser().get_doctest(
            block.text, self.names, str(block), str(block.page), block.line - 1
        )
        parsed.globs = self.names  # the parser makes a copy
        told: list[str] = []
        doctest.DocTestRunner(optionflags=_DOCTESTS).run(parsed, out=told.append, clear_globs=False)
        assert not told, "".join(told)

    def _console(self, block: Block) -> None:
        """Commands behind a dollar sign, each with what it prints."""
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            assert self._shell(command, block).strip() == expected.strip(), str(block)

    def _shell(self, commands: str, block: Block) -> str:
        done = subprocess.run(
            ["sh", "-e", "-c", commands],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
        )
        assert done.returncode == 0, f"{block}\n{commands}\n{done.stdout}{done.stderr}"
        return done.stdout
