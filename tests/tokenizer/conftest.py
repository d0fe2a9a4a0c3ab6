"""A tokeniser trained on the bundled treebank and a few sentences more."""

from __future__ import annotations

import pytest
from tokenizing_examples import extra_sentences

from dodona.tokenizer import Tokenizer, train_tokenizer
from examples import grove


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return train_tokenizer(grove("train") + extra_sentences() * 3)
