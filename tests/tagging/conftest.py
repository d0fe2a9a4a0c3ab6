"""A tagger and a lemmatiser of the bundled treebank, which all tests share."""

from pathlib import Path

import pytest

import dodona
from dodona.tagging import LemmatizerSettings, TaggerSettings, train_lemmatizer, train_tagger
from dodona.treebank import read_conllu

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
def lemmatizer(grove):
    return train_lemmatizer(grove, LemmatizerSettings(iterations=4))
