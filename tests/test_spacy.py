"""Dodona inside the real spaCy."""

import contextlib
import io
import pickle
import re
import shutil
from importlib.metadata import entry_points
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import random_projective_tree
from tokenizing_examples import extra_sentences

import dodona
from dodona import DodonaError, Pipeline, Sentence
from dodona.errors import ArgumentError, ModelError, SettingsError, TreebankError
from dodona.tokenizer import TokenizerSettings, train_tokenizer
from examples import grove

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: pip install 'dodona[spacy]'")

from spacy import displacy  # noqa: E402
from spacy.matcher import DependencyMatcher, Matcher  # noqa: E402
from spacy.tokens import Doc, DocBin  # noqa: E402
from spacy.training import Example  # noqa: E402

from dodona.spacy.trees import chosen_words, heads_of_words  # noqa: E402

TEXT = (
    "I cannot wait.  It's Ann's turn!\n\nWhat do you think (if anything) she wants? Time flies "
    "like an arrow; fruit flies like a banana."
)
PARTS = ("tokenizer", "tagger", "lemmatizer", "parser")


@pytest.fixture(scope="module")
def english():
    return dodona.load("en")


@pytest.fixture(scope="module")
def nlp():
    return dodona.spacy.load("en")


@pytest.fixture
def component():
    """SpaCy's English tokeniser, with Dodona behind it."""
    nlp = spacy.blank("en")
    nlp.add_pipe("dodona", config={"model": "en"})
    return nlp


@pytest.fixture(scope="module")
def romance(english, tmp_path_factory):
    """A model that makes `di` and `il` of `del`, and two words of `don't`."""
    tokenizer = train_tokenizer(
        grove("train")[:60] + extra_sentences() * 5, TokenizerSettings(iterations=5)
    )
    parts = {name: getattr(english, name) for name in PARTS[1:]}
    path = tmp_path_factory.mktemp("romance") / "romance.dodona"
    Pipeline(tokenizer=tokenizer, **parts).save(path)
    return path


def saved(path, english, *parts):
    """The path of a model with some of the parts of the English one."""
    Pipeline(**{name: getattr(english, name) for name in parts}).save(path / "part.dodona")
    return str(path / "part.dodona")


def with_model(model, **config):
    nlp = spacy.blank("en")
    nlp.add_pipe("dodona", config={"model": model, **config})
    return nlp


def of_doc(doc):
    """All that is known of the words of a doc, without its spaces."""
    words = [token for token in doc if token.pos_ != "SPACE"]
    place = {token.i: number for number, token in enumerate(words)}
    return [
        (
            token.text, token.lemma_, token.pos_, token.tag_, str(token.morph), token.dep_,
            place[token.head.i],
        )
        for token in words
    ]  # fmt: skip


def of_sentences(sentences):
    """The same, of sentences."""
    found = []
    for sentence in sentences:
        first = len(found)
        for word in sentence:
            feats = "|".join(sorted(word.feats.split("|"))) if word.feats != "_" else ""
            tree = (
                (word.deprel, first + word.head - 1) if word.head else ("ROOT", first + word.id - 1)
            )
            found.append((word.form, word.lemma, word.upos, word.xpos, feats, *tree))
    return found


def check_trees(doc):
    """Every sentence is a tree with one root, and no arc leads out of it."""
    for sentence in doc.sents:
        roots = [token for token in sentence if token.head.i == token.i]
        assert [token.dep_ for token in roots] == ["ROOT"]
        assert all(sentence.start <= token.head.i < sentence.end for token in sentence)
    assert sum(map(len, doc.sents)) == len(doc)


# What a doc tells


def test_the_entry_points_are_declared():
    """So spaCy finds them, whoever imports what."""
    assert "dodona" in entry_points(group="spacy_factories").names
    assert "dodona.Tokenizer.v1" in entry_points(group="spacy_tokenizers").names


def test_a_language_tells_what_plain_dodona_does(nlp, english):
    doc = nlp(TEXT)
    assert doc.text == TEXT
    assert of_doc(doc) == of_sentences(english(TEXT))
    check_trees(doc)


def test_a_doc_that_spacy_tokenised(component, english):
    doc = component(TEXT)
    assert doc.text == TEXT
    words = [[t.text for t in sentence if not t.is_space] for sentence in doc.sents]
    assert of_doc(doc) == of_sentences(english.parse(map(Sentence.from_words, words)))
    assert [t.text for t in doc if t.is_sent_start] == ["I", "It", "What", "Time"]
    check_trees(doc)


def test_annotation_is_there_for_all_that_asks_for_it(nlp, component):
    for doc in (nlp(TEXT), component(TEXT)):
        for name in ("TAG", "POS", "MORPH", "LEMMA", "DEP", "SENT_START"):
            assert doc.has_annotation(name, require_complete=True), name
    assert component.analyze_pipes()["summary"]["dodona"]["assigns"][:2] == [
        "doc.sents",
        "token.dep",
    ]


def test_spaces_have_a_place(nlp, component):
    text = "  I \n\n wait.   \n \n Do  you?\t"
    for pipeline in (nlp, component):
        doc = pipeline(text)
        assert doc.text == text
        spaces = [token for token in doc if token.is_space]
        assert len(spaces) == 5
        for space in spaces:
            assert (space.pos_, space.tag_, space.dep_) == ("SPACE", "_SP", "dep")
            assert (space.lemma_, str(space.morph)) == (space.text, "")
        assert [space.head.text for space in spaces] == ["I", "I", ".", "Do", "?"]
        assert [len(sentence) for sentence in doc.sents] == [3, 3, 5]
        check_trees(doc)


def test_a_doc_of_spaces_alone(nlp, component):
    for pipeline in (nlp, component):
        for text in ("", " ", "\n\n", " \t \n"):
            doc = pipeline(text)
            assert doc.text == text
            check_trees(doc)
        mixed = list(pipeline.pipe(["", "Hi.", " ", "", "Ho."]))
        assert [doc.text for doc in mixed] == ["", "Hi.", " ", "", "Ho."]
        assert [len(list(doc.sents)) for doc in mixed] == [0, 1, 1, 0, 1]


ODD = st.text(
    st.sampled_from(
        "ab.A'n 't\n\t\r\0\x1f\x85\xa0\u200b\u2029\ufeff\ufffdé\u0301👍🏽👨‍👩漢字。\u202e(1"
    )
)


@given(st.one_of(ODD, st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from([TEXT])))
@settings(max_examples=300)
def test_the_text_of_a_doc_is_the_text(nlp, text):
    doc = nlp(text)
    assert doc.text == text
    check_trees(doc)


@given(ODD)
@settings(max_examples=100)
def test_tokens_may_be_what_they_like(nlp, text):
    """Here each is one character."""
    doc = Doc(nlp.vocab, words=list(text), spaces=[False] * len(text))
    nlp.get_pipe("dodona")(doc)
    assert doc.text == text
    check_trees(doc)


# Multiword tokens


def test_words_that_make_up_the_surface_are_tokens(nlp):
    doc = nlp("They cannot, can't  and won't.")
    assert [token.text for token in doc[:5]] == ["They", "can", "not", ",", "ca"]
    assert [token.whitespace_ for token in doc[:3]] == [" ", "", ""]
    assert not any(token._.dodona_words for token in doc)


def test_other_words_are_told_of_their_token(romance):
    nlp = dodona.spacy.load(romance, lang="it")
    assert nlp.lang == "it"
    text = "I don't see the dogs del mar."
    doc = nlp(text)
    assert " ".join(token.text for token in doc) == "I do n't see the dogs del mar ."
    sentence = dodona.load(romance)(text)[0]
    token_of = [0, 1, 2, 3, 4, 5, 6, 6, 7, 8]  # by word
    for told, word in zip(doc[6]._.dodona_words, sentence[6:8], strict=True):
        columns = {"lemma": word.lemma, "upos": word.upos, "xpos": word.xpos, "feats": word.feats}
        known = {name: value for name, value in columns.items() if value != "_"}
        way = token_of[word.head - 1] - 6 if word.head else 0
        assert told == {"text": word.form, "deprel": word.deprel, "head": way} | known
    ways_out = [told for told in doc[6]._.dodona_words if told["head"] or told["deprel"] == "root"]
    assert {"lemma": doc[6].lemma_, "upos": doc[6].pos_} in [
        {name: told[name] for name in ("lemma", "upos")} for told in ways_out
    ]
    check_trees(doc)


def test_words_of_tokens_go_where_their_doc_goes(romance):
    text = "Dogs del mar. The sea del mar!"
    nlp = dodona.spacy.load(romance)
    docs = [nlp(text), *nlp.pipe([text, text], n_process=2)]
    docs += DocBin(docs=docs[:1], store_user_data=True).get_docs(nlp.vocab)
    docs.append(Doc(nlp.vocab).from_bytes(docs[0].to_bytes()))
    found = [[token._.dodona_words for token in doc] for doc in docs]
    assert len(found) == 5
    assert sum(map(bool, found[0])) == 2
    assert all(each == found[0] for each in found)
    again = nlp.get_pipe("dodona")(docs[0])
    assert [token._.dodona_words for token in again] == found[0]


def test_a_token_that_others_are_merged_into_has_no_words(romance):
    nlp = dodona.spacy.load(romance)
    doc = nlp("Dogs del mar.")
    part = doc[1:].as_doc(copy_user_data=True)
    assert [len(token._.dodona_words) for token in part] == [2, 0, 0]
    both = Doc.from_docs([doc, doc])
    assert [len(token._.dodona_words) for token in both] == [0, 2, 0, 0] * 2
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])
    nlp.get_pipe("dodona")(doc)
    assert [(t.text, t._.dodona_words) for t in doc] == [("Dogs", []), ("del mar", []), (".", [])]
    check_trees(doc)


@given(st.data())
def test_the_words_chosen_for_tokens_make_a_tree(data):
    """However words are put together to tokens."""
    rng = data.draw(st.randoms(use_true_random=False))
    n = rng.randint(1, 9)
    heads = random_projective_tree(n, rng)
    order = list(range(n))
    rng.shuffle(order)  # so that arcs cross
    words = heads_of_words([crossing(heads, order)])
    places = sorted(rng.randrange(n) for _ in range(n))
    chosen = chosen_words(places, words)
    assert [places[word] for word in chosen] == sorted(set(places))
    token_head = {places[word]: places[words[word]] for word in chosen}
    for token in token_head:
        seen = set()
        while token_head[token] != token:
            assert token not in seen
            seen.add(token)
            token = token_head[token]
        assert token == places[int(np.flatnonzero(words == np.arange(n))[0])]


def crossing(heads, order):
    """A sentence with a tree, its words in another order."""
    moved = [0] * len(order)
    for word, place in enumerate(order):
        head = heads[word + 1]
        moved[place] = order[head - 1] + 1 if head else 0
    return Sentence.from_words(["w"] * len(order), heads=moved, deprels=["dep"] * len(order))


def test_further_roots_hang_from_the_first():
    text = "".join(f"{i}\tw\t_\tX\tX\t_\t{h}\tdep\t_\t_\n" for i, h in enumerate([2, 0, 0, 3], 1))
    two = Sentence.from_conllu(text + "\n")
    assert heads_of_words([two, two]).tolist() == [1, 1, 1, 2, 5, 5, 5, 6]


# Who finds sentences


def test_sentences_that_a_doc_has_stay(component):
    component.add_pipe("sentencizer", first=True, config={"punct_chars": [","]})
    doc = component("One, two. three, four")
    assert [sentence.text for sentence in doc.sents] == ["One,", "two. three,", "four"]
    check_trees(doc)


def test_sentences_that_are_known_in_part_stay(component):
    doc = component.make_doc("Time flies. So do I. Do you?")
    doc[1].is_sent_start = True  # flies
    doc[3].is_sent_start = False  # So
    component.get_pipe("dodona")(doc)
    assert [s.text for s in doc.sents] == ["Time", "flies. So do I.", "Do you?"]


def test_a_sentence_that_begins_inside_of_a_token_begins_after_it(nlp):
    words = ["I", "go.So", "do", "you", "."]
    doc = Doc(nlp.vocab, words=words, spaces=[True, True, True, False, False])
    offsets = [t.start for t in dodona.load("en")(doc.text).tokens]
    assert 2 in offsets
    nlp.get_pipe("dodona")(doc)
    check_trees(doc)


def test_a_model_without_a_tokeniser_needs_sentences(english, tmp_path):
    nlp = with_model(saved(tmp_path, english, "tagger", "parser"))
    with pytest.raises(SettingsError, match=r"no tokenizer to find them with.*sentencizer"):
        nlp("Time flies. So do I.")
    assert nlp("Time")[0].dep_ == "ROOT"  # where there is nothing to find
    nlp.add_pipe("sentencizer", first=True)
    assert [s.text for s in nlp("Time flies. So do I.").sents] == ["Time flies.", "So do I."]


# Models with some parts


def test_a_parser_alone_takes_the_tags_of_the_doc(english, tmp_path):
    nlp = with_model(saved(tmp_path, english, "tokenizer", "parser"))
    with pytest.raises(TreebankError, match=r"words have no UPOS.* give it tagged words"):
        nlp("Time flies.")
    tags = {"pos": ["NOUN", "VERB", "PUNCT"], "tags": ["NN", "VBZ", "."], "lemmas": list("xyz")}
    doc = Doc(nlp.vocab, words=["Time", "flies", "."], **tags)
    doc[0].set_morph("Number=Sing")
    nlp.get_pipe("dodona")(doc)
    assert [token.dep_ for token in doc][1:] == ["ROOT", "punct"]
    assert [token.lemma_ for token in doc] == tags["lemmas"]
    assert ([token.tag_ for token in doc], str(doc[0].morph)) == (tags["tags"], "Number=Sing")


def test_a_tagger_alone_leaves_trees_alone(english, tmp_path):
    nlp = with_model(saved(tmp_path, english, "tokenizer", "tagger"))
    doc = nlp("Time flies. So do I.")
    assert not doc.has_annotation("DEP")
    assert not doc.has_annotation("LEMMA")
    assert [s.text for s in doc.sents] == ["Time flies.", "So do I."]
    assert nlp.pipe_labels["dodona"] == []


def test_a_tokeniser_alone_is_no_component(english, tmp_path):
    model = saved(tmp_path, english, "tokenizer")
    with pytest.raises(SettingsError, match="neither a tagger nor a lemmatizer nor a parser"):
        with_model(model)
    with pytest.raises(SettingsError, match="has no tokenizer, only tagger"):
        dodona.spacy.load(saved(tmp_path, english, "tagger"))


def test_a_model_that_is_not_there(tmp_path):
    with pytest.raises(ModelError, match=r"nonsense: there is no such model.*: en, en-accurate"):
        dodona.spacy.load("nonsense")
    nlp = with_model(str(tmp_path / "nonsense"))  # it may be loaded from a folder yet
    with pytest.raises(ModelError, match="nonsense: there is no such model file"):
        nlp("Time flies.")


def test_what_the_parser_cannot_do_is_said_at_once():
    with pytest.raises(DodonaError, match="`threads` is 0; it must be 1 or more"):
        with_model("en", threads=0)
    with pytest.raises(ValueError, match="beam"):
        with_model("en", beam="wide")
    with pytest.raises(DodonaError, match="a neural parser has no beam"):
        with_model("en-accurate", beam=8)
    with pytest.raises(
        SettingsError, match="`nbest` has no meaning for spaCy; what has are `beam`"
    ):
        dodona.spacy.load("en", nbest=2)
    with pytest.raises(ArgumentError, match="a model is a path or a name, not bytes"):
        dodona.spacy.load(b"en")


# Streams


def test_batches_and_threads_change_nothing(nlp):
    texts = [TEXT, "", "Hi.", "  "] * 8
    one_by_one = [of_doc(nlp(text)) for text in texts]
    threaded = dodona.spacy.load("en", threads=2)
    assert [of_doc(doc) for doc in threaded.pipe(texts)] == one_by_one
    assert [of_doc(doc) for doc in nlp.pipe(texts, batch_size=3)] == one_by_one
    assert [of_doc(doc) for doc in nlp.pipe(texts, n_process=2, batch_size=5)] == one_by_one
    pairs = list(nlp.pipe(zip(texts, range(32), strict=True), as_tuples=True))
    assert [context for _, context in pairs] == list(range(32))


def test_docs_come_before_the_stream_ends(nlp):
    def texts():
        yield "One."
        yield "Two."
        raise KeyError("the stream is read too far")

    assert next(iter(nlp.pipe(texts(), batch_size=2))).text == "One."


def test_errors_go_to_the_handler(english, tmp_path):
    nlp = with_model(saved(tmp_path, english, "tagger", "parser"))
    failed = []
    nlp.set_error_handler(lambda name, proc, docs, error: failed.append((name, len(docs))))
    texts = ["One. Two.", "One", "Two"]
    assert [doc.text for doc in nlp.pipe(texts, batch_size=1)] == ["One", "Two"]
    assert failed == [("dodona", 1)]


def test_memory_zones(nlp):
    text = "Zwyxxan flowerlings bloomered."
    with nlp.memory_zone():
        inside = of_doc(nlp(text))
    assert of_doc(nlp(text)) == inside


# Saving


def test_a_folder_holds_the_model_too(english, tmp_path):
    source = tmp_path / "source.dodona"
    english.save(source)
    nlp = dodona.spacy.load(source, lang="en", threads=2)
    nlp.add_pipe("sentencizer", first=True)
    expected = of_doc(nlp(TEXT))
    nlp.to_disk(tmp_path / "saved")
    source.unlink()
    shutil.move(tmp_path / "saved", tmp_path / "moved")
    loaded = spacy.load(tmp_path / "moved")
    assert of_doc(loaded(TEXT)) == expected
    assert loaded.pipe_names == ["sentencizer", "dodona"]
    assert loaded.config["components"]["dodona"] == {
        "factory": "dodona", "model": str(source), "beam": None, "projective": False, "threads": 2,
    }  # fmt: skip
    assert loaded.meta == nlp.meta
    assert dodona.load(tmp_path / "moved" / "dodona" / "model.dodona").parts == list(PARTS)


@pytest.mark.parametrize("through_pickle", [True, False])
def test_a_language_goes_from_process_to_process(nlp, romance, through_pickle):
    other = dodona.spacy.load(romance)
    if through_pickle:
        twin = pickle.loads(pickle.dumps(nlp))
    else:
        twin = pickle.loads(pickle.dumps(other.from_bytes(nlp.to_bytes())))
    assert of_doc(twin(TEXT)) == of_doc(nlp(TEXT))


def test_bytes_that_are_no_model(nlp):
    with pytest.raises(ModelError, match="this is not a model"):
        nlp.get_pipe("dodona").from_bytes(b"nonsense")


def test_what_a_language_says_of_itself(nlp):
    assert (nlp.lang, nlp.meta["name"], nlp.meta["license"]) == ("en", "en", "CC BY-SA 4.0")
    assert "English Web Treebank" in nlp.meta["sources"][0]
    assert {"nsubj", "ROOT"} <= set(nlp.meta["labels"]["dodona"])
    assert dodona.spacy.load("en-accurate").lang == "en"


# What people do with docs


def test_the_examples_of_the_guide_run(capsys):
    guide = Path(__file__).resolve().parent.parent / "docs" / "guide.md"
    if not guide.is_file():
        pytest.skip("the guide is not beside the tests")
    chapter = guide.read_text("utf-8").partition("## Inside spaCy\n")[2].partition("\n## ")[0]
    examples = re.findall(r"^```python\n(.*?)^```", chapter, re.MULTILINE | re.DOTALL)
    for example in examples:
        exec(compile(example, "guide", "exec"), {})
    assert "('can', 'can', 'AUX', 'aux', 'wait')" in capsys.readouterr().out
    assert len(examples) == 2


def test_displacy_draws_docs_and_sentences(nlp, english):
    text = "They cannot go."
    for drawing in (
        displacy.render(nlp(text), style="dep", jupyter=False),
        displacy.render(english(text)[0].to_displacy(), style="dep", manual=True, jupyter=False),
    ):
        assert drawing.startswith("<svg")
        assert ">nsubj<" in drawing
        assert ">AUX<" in drawing


def test_deplacy_draws_docs_and_conllu(nlp, english):
    deplacy = pytest.importorskip("deplacy", reason="deplacy is not installed")
    drawings = []
    for given_to_it in (nlp("She sings well."), english("She sings well.").to_conllu()):
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            deplacy.render(given_to_it)
        drawings.append(stream.getvalue().replace("ROOT", "root"))
    assert "She   PRON  <" in drawings[0]
    assert drawings[0] == drawings[1]


def test_matchers_find_what_was_predicted(component):
    doc = component(TEXT)
    matcher = Matcher(component.vocab)
    matcher.add("verb", [[{"POS": "VERB", "DEP": "ROOT"}, {"LEMMA": "like"}, {"TAG": "DT"}]])
    matcher.add("plural", [[{"MORPH": {"IS_SUPERSET": ["Number=Plur"]}, "POS": "NOUN"}]])
    found = [doc[start:end].text for _, start, end in matcher(doc)]
    assert "banana" not in found
    assert set(found) & {"flies like a", "flies like an", "flies"}
    arcs = DependencyMatcher(component.vocab)
    arcs.add("subject", [[
        {"RIGHT_ID": "verb", "RIGHT_ATTRS": {"DEP": "ROOT"}},
        {"LEFT_ID": "verb", "REL_OP": ">", "RIGHT_ID": "subject", "RIGHT_ATTRS": {"DEP": "nsubj"}},
    ]])  # fmt: skip
    pairs = [[doc[i].text for i in places] for _, places in arcs(doc)]
    assert ["wait", "I"] in pairs


def test_a_language_is_evaluated(nlp):
    docs = list(nlp.pipe(["She sings well.", "Time flies."]))
    examples = [Example(nlp.make_doc(doc.text), doc) for doc in docs]
    scores = nlp.evaluate(examples)
    names = ("tag_acc", "pos_acc", "morph_acc", "lemma_acc", "dep_las", "sents_f")
    assert [scores[name] for name in names] == [1.0] * len(names)
