"""The English models that come with Dodona."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import dodona
from dodona.pipeline.models import bundled_models, find_model

TEXT = "What do you think she wants? The old oak doesn't answer, he said."
MEGABYTES = {"en": 16, "en-accurate": 32}


@pytest.fixture(scope="module", params=MEGABYTES)
def nlp(request):
    return dodona.load(request.param)


def test_they_are_there_and_small_enough():
    assert bundled_models() == list(MEGABYTES)
    for name, megabytes in MEGABYTES.items():
        assert find_model(name).path.stat().st_size <= 1e6 * megabytes
    assert find_model("fr").path == Path("fr")


def test_they_say_whose_data_they_were_trained_on(nlp):
    assert nlp.about["licence"] == "CC BY-SA 4.0"
    assert "UD_English-EWT" in nlp.about["attribution"]
    assert "AMALGUM" in nlp.about["attribution"]
    with_vectors = getattr(nlp.parser.encoder, "vectors", None) is not None
    assert ("GloVe" in nlp.about["attribution"]) == with_vectors


def test_what_they_score():
    scores = {name: dodona.load(name).about["scores_on_dev"] for name in MEGABYTES}
    assert scores["en"]["LAS"] > 83.5
    assert scores["en-accurate"]["LAS"] > 86.5
    for metric, value in scores["en"].items():
        assert scores["en-accurate"][metric] > value


def test_they_parse(nlp):
    doc = nlp(TEXT)
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


def test_time_flies():
    sentence = dodona.load("en-accurate")("Time flies like an arrow.")[0]
    assert sentence.heads == [2, 0, 5, 5, 2, 2]
    assert sentence.deprels == ["nsubj", "root", "case", "det", "obl", "punct"]


_MEMORY = """
import sys
import dodona.tagger.tagger, dodona.lemmatizer.lemmatizer, dodona.parser.parser, dodona.tokenizer
import safetensors.numpy

def resident():
    lines = (line.split() for line in open("/proc/self/smaps_rollup"))
    return sum(int(words[1]) for words in lines if words[0] == "Rss:") / 1024

before = resident()
nlp = dodona.load(sys.argv[1])
print(resident() - before)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/smaps_rollup"), reason="needs /proc")
@pytest.mark.parametrize(("model", "most"), [("en", 54), ("en-accurate", 54)])
def test_a_loaded_model_takes_little_memory(model, most):
    """Beyond the code: 47 MB each."""
    command = [sys.executable, "-c", _MEMORY, model]
    shown = subprocess.run(command, capture_output=True, check=True)
    assert 25 < float(shown.stdout) < most
