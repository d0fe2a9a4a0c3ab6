"""Jack-knifing: every sentence is predicted once, by a model that has not seen it."""

import pytest

from dodona.errors import SettingsError
from dodona.pipeline.jackknife import jackknife
from dodona.tagger import TaggerSettings, train_tagger
from dodona.treebank.building import with_columns


def marking(seen):
    """A training function whose predictions say which part they come from."""

    def train(part):
        number = str(len(seen))
        seen.append(part)

        def predict(sentences):
            return [with_columns(s, {"misc": [number] * len(s)}) for s in sentences]

        return predict

    return train


@pytest.mark.parametrize("folds", [2, 3, 4, 1000])
def test_no_model_has_seen_what_it_predicts(grove, folds):
    models = []
    result = jackknife(grove, marking(models), folds=folds)
    assert len(models) == min(folds, len(grove))
    assert [s.forms for s in result] == [s.forms for s in grove]
    for before, after in zip(grove, result, strict=True):
        model = models[int(after.misc[0])]
        assert before not in model
        assert len(model) >= len(grove) - len(grove) // len(models) - 1


def test_the_seed_decides_who_shares_a_model(grove):
    runs = [jackknife(grove, marking([]), seed=seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_threads_change_nothing(grove):
    def train(part):
        return train_tagger(part, TaggerSettings(iterations=1)).tag_batch

    assert jackknife(grove, train, threads=2) == jackknife(grove, train)


def test_predicted_tags_are_wrong_at_times(grove):
    result = jackknife(grove, lambda part: train_tagger(part).tag_batch)
    assert [s.forms for s in result] == [s.forms for s in grove]
    assert [s.lemmas for s in result] == [s.lemmas for s in grove]
    pairs = [
        p for a, b in zip(grove, result, strict=True) for p in zip(a.upos, b.upos, strict=True)
    ]
    assert 0.8 < sum(a == b for a, b in pairs) / len(pairs) < 1


def test_few_sentences(grove):
    assert jackknife([], marking([])) == []
    models = []
    assert jackknife(grove[:1], marking(models))[0].forms == grove[0].forms
    assert models == [grove[:1]]


def test_folds_that_make_no_sense(grove):
    with pytest.raises(SettingsError, match="folds is 1"):
        jackknife(grove, marking([]), folds=1)
