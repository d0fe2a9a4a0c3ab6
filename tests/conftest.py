"""What tests of all rooms share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes depends on the machine and on what else it does.
settings.register_profile("dodona", deadline=None)
settings.load_profile("dodona")

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def treebanks() -> Path:
    """The folder with real treebanks, which are not part of the project."""
    default = PROJECT.parent / "shared" / "treebanks"
    folder = Path(os.environ.get("DODONA_TREEBANKS") or default)
    if not folder.is_dir():
        pytest.skip(f"no treebanks in {folder}; set DODONA_TREEBANKS to a folder with some")
    return folder
