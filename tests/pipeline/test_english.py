"""The English model that comes with Dodona."""

from pathlib import Path

import dodona
from dodona.pipeline.models import bundled_models, model_path

TEXT = "What do you think she wants? The old oak doesn't answer, he said."


def test_it_is_there_and_small_enough():
    assert bundled_models() == ["en"]
    assert model_path("en").stat().st_size <= 16e6
    assert model_path("fr") == Path("fr")


def test_it_says_whose_data_it_was_trained_on():
    about = dodona.load("en").about
    assert about["licence"] == "CC BY-SA 4.0"
    assert "UD_English-EWT" in about["attribution"]
    assert about["scores_on_dev"]["LAS"] > 82


def test_it_parses():
    doc = dodona.load("en")(TEXT)
    first, second = doc.sentences
    assert first.text == "What do you think she wants?"
    assert first.lemmas == ["what", "do", "you", "think", "she", "want", "?"]
    assert first.heads == [4, 4, 4, 0, 6, 4, 4]
    assert first.deprels == ["obj", "aux", "nsubj", "root", "nsubj", "ccomp", "punct"]
    assert "n't" in second.forms
    subject = next(word for word in second.words if word.form == "oak")
    assert (subject.upos, subject.deprel, second.forms[subject.head - 1]) == (
        "NOUN", "nsubj", "answer"
    )  # fmt: skip
