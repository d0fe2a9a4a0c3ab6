"""Builds the documentation site, without a network: python docs/making/build.py [FOLDER]

The documents of the repository become pages, and with them the reference of commands and of the
library, which are made from the code, and the notebooks of the gallery, which are executed. All
links are checked. `make docs` calls this; the site is then in build/site.
"""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

from assembling import assemble
from commands import commands_page
from library import library_pages, options_page
from links import broken_links
from notebooks import notebook_page
from pictures import pictures

import dodona
from dodona.treebank.svg import OF_THE_PAGE

DOCS = Path(__file__).resolve().parent.parent


def build(work: Path, site: Path) -> None:
    """Write the pages to a folder ``work``, and of them the site."""
    shutil.rmtree(work, ignore_errors=True)
    pages = work / "pages"
    copy_sources(work / "source" / "dodona")
    assemble(DOCS.parent, pages, pictures(OF_THE_PAGE))
    for name, page in library_pages().items():
        write(pages / "reference" / name, page)
    write(pages / "reference" / "commands.md", commands_page())
    write(pages / "reference" / "options.md", options_page())
    for notebook in sorted((DOCS / "gallery").glob("*.ipynb")):
        write(pages / "gallery" / f"{notebook.stem}.md", notebook_page(notebook))
        shutil.copy(notebook, pages / "gallery")
    for name in ("zensical.toml", "docstrings.py"):
        shutil.copy(DOCS / "making" / name, work)
    shutil.copy(DOCS / "making" / "site.css", pages)
    shutil.rmtree(site, ignore_errors=True)
    command = [str(Path(sys.executable).parent / "zensical"), "build", "--strict"]
    made = subprocess.run(command, cwd=work, capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"{made.stdout}{made.stderr}")
    shutil.move(work / "site", site)
    if found := broken_links(site):
        sys.exit("\n".join(found))


def copy_sources(target: Path) -> None:
    """The sources as the reference of the library reads them: of compiled modules the stubs."""
    source = Path(dodona.__file__).parent
    for path in sorted(source.rglob("*.py*")):
        if path.suffix == ".py" and path.with_suffix(".pxd").exists():
            path = path.with_suffix(".pyi")
        elif path.suffix != ".py" and path.name != "__init__.pyi":
            continue
        to = (target / path.relative_to(source)).with_suffix(
            ".pyi" if path.name == "__init__.pyi" else ".py"
        )
        write(to, without_last_overloads(path.read_text(encoding="utf-8")))


def without_last_overloads(stub: str) -> str:
    """A stub whose last overload of each function is the function itself: griffe needs one."""
    tree = ast.parse(stub)
    owners: list[ast.Module | ast.ClassDef] = [tree]
    for owner in owners + [node for node in tree.body if isinstance(node, ast.ClassDef)]:
        functions = [node for node in owner.body if isinstance(node, ast.FunctionDef)]
        for function in {node.name: node for node in functions}.values():
            function.decorator_list = [
                each for each in function.decorator_list if ast.unparse(each) != "overload"
            ]
    return ast.unparse(tree)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS.parent / "build"
    build(folder / "docs", folder / "site")
    print(f"{folder / 'site' / 'index.html'}")
    print(f"with its search: python -m http.server --directory {folder / 'site'}")
