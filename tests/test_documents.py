"""The documents: their examples run, and the files that they name are there."""

import doctest
import re
from pathlib import Path

import pytest

import dodona

DOCS = Path(__file__).resolve().parent.parent / "docs"
HOUSE = Path(dodona.__file__).parent
pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documents are not beside the tests")


def test_the_examples_of_the_guide_run():
    result = doctest.testfile(str(DOCS / "guide.md"), module_relative=False, encoding="utf-8")
    assert result.attempted > 20
    assert result.failed == 0


def test_the_files_of_the_architecture_are_there():
    text = (DOCS / "architecture.md").read_text("utf-8")
    room = ""
    for folder, name in re.findall(r"(?:(\w+)/)?(\w+)\.py\b", text):
        room = folder or room  # in a list of files the room is said once
        places = HOUSE / room / f"{name}.py", HOUSE / f"{name}.py"
        assert any(place.is_file() for place in places), f"{room}/{name}.py"
