"""What tests of all rooms share."""

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def treebanks() -> Path:
    """The folder with real treebanks, which are not part of the project."""
    default = PROJECT.parent / "shared" / "treebanks"
    folder = Path(os.environ.get("DODONA_TREEBANKS") or default)
    if not folder.is_dir():
        pytest.skip(f"no treebanks in {folder}; set DODONA_TREEBANKS to a folder with some")
    return folder
