"""Whatever Python users get wrong, what they see is a `DodonaError` that says what to do."""

import io
import pickle
import re

import pytest

import dodona
from dodona import DodonaError, Sentence
from dodona.errors import ArgumentError, ModelError, SettingsError, TextError, TreeError
from dodona.lemmatizer import train_lemmatizer
from dodona.tagger import train_tagger
from dodona.tokenizer import train_tokenizer
from dodona.treebank.building import with_columns
from examples import grove

ONE = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
HALF = "\ud800"


@pytest.mark.parametrize(
    "use",
    [
        lambda nlp, it: list(nlp.parse(it)),
        lambda nlp, it: list(nlp.parse(it, threads=2)),
        lambda nlp, it: list(nlp.parse_batches([it])),
        lambda nlp, it: list(nlp.parser.parse(it)),
        lambda nlp, it: list(nlp.parser.parse_batches([it])),
        lambda nlp, it: nlp.parser.parse_batch(it),
        lambda nlp, it: list(nlp.parser.derivations(it)),
        lambda nlp, it: nlp.tagger.tag_batch(it),
        lambda nlp, it: nlp.lemmatizer.lemmatize_batch(it),
        lambda nlp, it: dodona.write_conllu(it, io.BytesIO()),
        lambda nlp, it: train_tagger(it),
        lambda nlp, it: train_lemmatizer(it),
        lambda nlp, it: train_tokenizer(it),
    ],
)
@pytest.mark.parametrize(
    "given",
    ["Time flies.", ["Time flies."], b"Time", None, 7, [None], Sentence.from_conllu(ONE)],
    ids=lambda given: type(given).__name__,
)
def test_something_else_where_sentences_are_expected(nlp, use, given):
    with pytest.raises(ArgumentError, match="expected, not"):
        use(nlp, given)


@pytest.mark.parametrize("given", [None, 7, ["train.conllu"], [["a"]]])
@pytest.mark.parametrize(
    "use",
    [
        lambda it: dodona.train(it),
        lambda it: dodona.train_pipeline(it),
        lambda it: dodona.evaluate(it, it),
        lambda it: dodona.evaluate(grove("test"), it),
        lambda it: dodona.evaluation.evaluate_ud(it, it),
    ],
)
def test_something_else_where_a_treebank_is_expected(use, given):
    with pytest.raises(ArgumentError, match="expected, not"):
        use(given)


@pytest.mark.parametrize("text", [None, 7, b"Time flies.", ["Time flies.", "So do I."]])
def test_something_else_where_a_text_is_expected(nlp, text):
    with pytest.raises(ArgumentError, match="a text is expected, not "):
        nlp(text)


@pytest.mark.parametrize("text", [7, ["Time flies."]])
def test_something_else_where_a_tokeniser_expects_a_text(nlp, text):
    with pytest.raises(ArgumentError, match="expected, not"):
        list(nlp.tokenizer.tokenize(text))


def test_half_of_a_surrogate_pair_in_a_text(nlp):
    with pytest.raises(TextError, match=r"line 2: character 6 is half .* \('\\udc80'\)"):
        nlp("Time.\n\udc80 flies.")
    far = "a b.\n" * 100_000
    with pytest.raises(TextError, match=r"line 100001: character 500000 is half"):
        nlp(far + HALF)
    (sentence,) = next(nlp.tokenizer.tokenize(f"The oak{HALF}", errors="replace"))
    assert sentence.text == "The oak□"


@pytest.mark.parametrize(
    "use",
    [
        lambda sentence: Sentence.from_conllu(ONE.replace("a", HALF)),
        lambda sentence: sentence.with_tree([0], [HALF]),
        lambda sentence: with_columns(sentence, {"form": [HALF]}),
    ],
)
def test_half_of_a_surrogate_pair_in_a_sentence(use):
    with pytest.raises(DodonaError):
        use(Sentence.from_conllu(ONE))


def test_half_of_a_surrogate_pair_can_be_drawn():
    assert dodona.draw_tree([HALF], [0], ["root"]) == r"─► \ud800  root"


@pytest.mark.parametrize(
    ("heads", "labels"),
    [
        (["0"], ["root"]),
        ([0.0], ["root"]),
        ([None], ["root"]),
        ([1 << 40], ["root"]),
        ([0], [None]),
    ],
)
def test_a_tree_of_something_else(heads, labels):
    with pytest.raises(TreeError):
        Sentence.from_conllu(ONE).with_tree(heads, labels)


@pytest.mark.parametrize(
    "use",
    [
        Sentence,
        lambda: Sentence.from_conllu(7),
        lambda: with_columns(Sentence.from_conllu(ONE), {"head": ["1"]}),
        lambda: with_columns(Sentence.from_conllu(ONE), {"form": [7]}),
        lambda: dodona.draw_tree(["a"], [2], ["root"]),
        lambda: dodona.draw_tree(["a"], [0], []),
        lambda: dodona.read_conllu(None),
        lambda: dodona.read_conllu(io.StringIO(ONE)),
        lambda: dodona.write_conllu([], io.StringIO()),
        lambda: dodona.write_conllu([], None),
        lambda: dodona.load(None),
        lambda: dodona.load(b"en"),
    ],
)
def test_other_things_that_cannot_be_taken(use):
    with pytest.raises(DodonaError):
        use()


@pytest.mark.parametrize("name", ["de", "no/such/file.dodona"])
def test_a_model_that_is_not_there(name):
    with pytest.raises(ModelError, match=rf"{name}: there is no such model file.* are: en"):
        dodona.load(name)


@pytest.mark.parametrize(
    "settings",
    [
        {"iteration": 3},
        {"iterations": "3"},
        {"beam": 2.5},
        {"seed": None},
        {"p": "0.1"},
        {"megabytes": "8"},
        {"system": 7},
        {"k": True},
    ],
)
def test_settings_of_the_wrong_kind(settings):
    with pytest.raises(SettingsError):
        dodona.train(grove("dev"), **settings)
    with pytest.raises(SettingsError):
        dodona.train_pipeline(grove("dev"), **settings)


def test_an_unknown_option_is_answered_with_the_closest(nlp):
    message = "there is no option {}; is `{}` meant?"
    with pytest.raises(SettingsError, match=re.escape(message.format("iteration", "iterations"))):
        dodona.train(grove("dev"), iteration=3)
    with pytest.raises(SettingsError, match=re.escape(message.format("jacknife", "jackknife"))):
        dodona.train_pipeline(grove("dev"), jacknife=2)
    with pytest.raises(SettingsError, match="there is no option jackknife"):
        dodona.train(grove("dev"), jackknife=2)
    for wrong in (nlp, nlp.parse, nlp.parse_batches, nlp.parser.parse, nlp.parser.parse_batch):
        with pytest.raises(SettingsError, match=re.escape(message.format("beem", "beam"))):
            wrong("", beem=4) if wrong is nlp else wrong([], beem=4)


@pytest.mark.parametrize("options", [{"threads": "2"}, {"beam": "8"}, {"nbest": "2", "beam": 4}])
def test_options_of_the_wrong_kind(nlp, options):
    with pytest.raises(SettingsError, match="must be a whole number"):
        list(nlp.parse(grove("test"), **options))


def test_errors_survive_a_pickle():
    error = pickle.loads(pickle.dumps(ArgumentError("a sentence is expected, not str")))
    assert str(error) == "a sentence is expected, not str"
