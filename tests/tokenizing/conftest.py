"""A tokeniser trained on the bundled treebank and a few sentences more."""

from __future__ import annotations

import pytest
from tokenizing_examples import extra_sentences, grove

from dodona.tokenizing import Tokenizer, train_tokenizer


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return train_tokenizer(grove("train") + extra_sentences() * 3)
