"""Taggers and a lemmatiser of the bundled treebank, which all tests share."""

import random
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
