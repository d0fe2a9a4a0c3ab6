"""What tests of all rooms share."""

import os
import random
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

import dodona
from dodona.lemmatizer import LemmatizerSettings, train_lemmatizer
from dodona.tagger import TaggerSettings, train_tagger
from dodona.treebank import read_conllu

# How long an example takes depends on the machine and on what else it does.
settings.register_profile("dodona", deadline=None)
# Enough to reach every line of the core, where the properties themselves are shown elsewhere.
settings.register_profile("short", deadline=None, max_examples=25)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dodona"))

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def treebanks() -> Path:
    """The folder with real treebanks, which are not part of the project."""
    default = PROJECT.parent / "shared" / "treebanks"
    folder = Path(os.environ.get("DODONA_TREEBANKS") or default)
    if not folder.is_dir():
        pytest.skip(f"no treebanks in {folder}; set DODONA_TREEBANKS to a folder with some")
    return folder


BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@pytest.fixture(scope="session")
def chromium() -> str:
    """A Chromium on the path, or the one that DODONA_BROWSER names."""
    path = os.environ.get("DODONA_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("there is no Chromium; set DODONA_BROWSER to one to look at pages in it")
    return path


GROVE = Path(dodona.__file__).parent / "data"


@pytest.fixture(scope="session")
def grove():
    return list(read_conllu(GROVE / "grove-train.conllu"))


@pytest.fixture(scope="session")
def grove_test():
    return list(read_conllu(GROVE / "grove-test.conllu"))


@pytest.fixture(scope="session")
def tagger(grove):
    return train_tagger(grove, TaggerSettings(iterations=4, closed=10))


@pytest.fixture(scope="session")
def clusters(grove, grove_test):
    """Clusters of two words of three, in lower case for some."""
    rng = random.Random(5)
    words = sorted({form for s in grove + grove_test for form in s.forms})
    chosen = [word.lower() if rng.random() < 0.5 else word for word in words if rng.random() < 0.67]
    return {word: "".join(rng.choices("01", k=rng.randint(1, 12))) for word in chosen}


@pytest.fixture(scope="session")
def clustered(grove, clusters):
    return train_tagger(grove, TaggerSettings(iterations=4, closed=10, clusters=clusters))


@pytest.fixture(scope="session")
def lemmatizer(grove):
    return train_lemmatizer(grove, LemmatizerSettings(iterations=4))
