"""Notebooks of the gallery: executed, and written as pages."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from dodona.treebank.svg import OF_THE_PAGE, PLAIN

_SECONDS = 120


def notebook_page(path: Path) -> str:
    """A notebook as a page in Markdown, with what its cells showed."""
    cells = [_cell(cell) for cell in execute(path).cells]
    download = f"[Download the notebook]({path.name}){{ download }}"
    return "\n\n".join([*cells, download]) + "\n"


def execute(path: Path) -> Any:
    """The notebook after all its cells ran, in a folder of its own."""
    from nbclient import NotebookClient
    from nbformat import reads

    notebook = reads(path.read_text("utf-8"), as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        resources = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=_SECONDS, resources=resources).execute()
    return notebook


def _cell(cell: Any) -> str:
    if cell.cell_type == "markdown":
        return str(cell.source)
    return "\n\n".join([f"```python\n{cell.source}\n```", *map(_shown, cell.outputs)])


def _shown(output: dict[str, Any]) -> str:
    """What a cell showed, in the richest form that there is."""
    if output["output_type"] == "stream":
        return _text(output["text"])
    data = output["data"]
    if html := data.get("text/html"):
        page = html if "<iframe" in html else _coloured(html)
        return f'<div class="shown">{_as_one_block(page)}</div>'
    if svg := data.get("image/svg+xml"):
        return f'<figure class="drawing">{_as_one_block(_coloured(svg))}</figure>'
    return _text(data["text/plain"])


def _text(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def _coloured(drawing: str) -> str:
    """A drawing with the colours of the page in the place of its own."""
    for plain, named in zip(PLAIN, OF_THE_PAGE, strict=True):
        drawing = drawing.replace(plain, named)
    return drawing


def _as_one_block(html: str) -> str:
    """HTML as one block of Markdown: a blank line would end it."""
    return "\n".join(line for line in html.splitlines() if line.strip())
