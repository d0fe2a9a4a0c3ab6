"""`dodona info`: what a model is."""

import json
import re

from dodona.version import __version__


def test_a_model_in_words(dodona, model, counts):
    code, out, err = dodona("info", model)
    assert (code, err) == (0, "")
    rows = dict(line.split(":", 1) for line in out.splitlines() if ":" in line)
    assert rows["file"].strip().startswith(f"{model} (")
    assert rows["made with"].strip() == f"dodona {__version__}"
    assert rows["system"].strip() == "arc-eager"
    assert rows["direction"].strip() == "left-to-right"
    assert rows["roots"].strip() == "exactly one"
    assert rows["treebank"].strip() == "conllu"
    words = f"words {counts.train.words}"
    for setting in ("oracle dynamic", "policy explore", "k 2", "p 0.1", "seed 1", words):
        assert setting in rows["training"]
    crossing = counts.train.sentences - counts.train.projective
    assert rows["non-projective"].strip() == f"min-cost, {crossing} sentences"
    assert "UAS" in rows["scores on dev"]
    assert "None" not in out
    assert re.search(r"least weight 0(\.\d{1,6})?,", rows["training"])
    assert "subtypes of labels" in rows["scores on dev"]
    assert "nsubj:pass" in rows["labels"].split()
    assert "parser" in out.splitlines()


def test_a_model_as_json(dodona, model, counts):
    code, out, err = dodona("info", model, "--json")
    assert (code, err) == (0, "")
    header = json.loads(out)["parts"]["parser"]
    assert header["system"] == "arc-eager"
    sentences, _, projective, _ = counts.train
    assert header["training"]["sentences"] == sentences
    assert header["training"]["nonprojective"] == "min-cost"
    assert header["training"]["nonprojective_sentences"] == sentences - projective
    assert header["scores"]["dev"]["all_words"]["words"] == counts.dev.words
    assert "root" in header["labels"]
    assert "NOUN" in header["tags"]["upos"]


def test_a_neural_pipeline_in_words(dodona, grove, tmp_path):
    model = tmp_path / "model"
    options = ("--kind", "neural", "--size", 16, "--iterations", 1)
    dodona("train", "--pipeline", *options, "--train", grove.train, "-o", model)
    code, out, err = dodona("info", model)
    assert (code, err) == (0, "")
    assert "whose encoder it reads; a linear tagger votes: beam 1, closed 20, iterations 8," in out
    assert "knows:           102 tags\n" in out
    assert "encoder:         2 layers of 2 x 16; predicts tags" in out
    assert "none with pretrained vectors" in out
