"""A pipeline of the bundled treebank, which all tests share."""

import pytest

from dodona import Pipeline, train_pipeline
from examples import grove


@pytest.fixture(scope="session")
def nlp() -> Pipeline:
    return train_pipeline(
        grove("train"), grove("dev"), iterations=3, about={"licence": "CC0", "attribution": "Ünes"}
    )
