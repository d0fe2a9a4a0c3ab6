"""`/v1/parse`: JSON in, JSON out, the same trees as from Python."""

import json

import pytest

import dodona
from dodona import Document, Sentence

TEXT = "Ähem:  I can't wait!\n\nA dog 🐕 barks. "
SCORES = {"Score": "score", "LabelScore": "label_score", "TagScore": "tag_score"}


def plain(tokens):
    """Tokens as Python gives them, in JSON, with their scores beside the columns."""
    for token in tokens:
        rest = []
        for entry in token.pop("misc", "").split("|"):
            name, _, value = entry.partition("=")
            if name in SCORES:
                token[SCORES[name]] = float(value)
            elif entry:
                rest.append(entry)
        token |= {"misc": "|".join(rest)} if rest else {}
    return json.loads(json.dumps(tokens))


def test_a_text(server, nlp):
    answer = server.parse(text=TEXT)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    expected = nlp(TEXT)
    assert told["model"] == "en-ewt-ud-2"
    assert [each["text"] for each in told["sentences"]] == [each.text for each in expected]
    assert [each["tokens"] for each in told["sentences"]] == [plain(s) for s in expected.to_dict()]
    places = [token for each in told["sentences"] for token in each["tokens"] if "head" in token]
    dog = next(token for token in places if token["text"] == "dog")
    assert TEXT[dog["start_char"] : dog["end_char"]] == "dog"


def test_tokens(server, nlp):
    words = [["A", "dog", "barks", "."], ["New York", "!"]]
    told = server.parse(tokens=words).json()
    parsed = list(nlp.parse(map(Sentence.from_words, words)))
    assert [each["tokens"] for each in told["sentences"]] == [plain(s.to_dict()) for s in parsed]
    assert [each["text"] for each in told["sentences"]] == ["A dog barks .", "New York !"]


def test_scores_of_a_neural_model(server):
    told = server.parse(text=TEXT, model="en-slow", scores=True).json()
    expected = dodona.load("en-accurate")(TEXT, scores=True)
    assert [each["tokens"] for each in told["sentences"]] == [plain(s) for s in expected.to_dict()]
    word = told["sentences"][0]["tokens"][0]
    assert 0 < word["score"] <= 1 and 0 < word["label_score"] <= 1 and 0 < word["tag_score"] <= 1


def test_the_best_trees(serve, tmp_path, grove):
    path = tmp_path / "beam.dodona"
    options = {"beam": 4, "iterations": 2, "jackknife": 0}
    nlp = dodona.train_pipeline(grove, **options)
    nlp.save(path)
    server = serve(path)
    text = "The old oak answers. A dove sits on the branch."
    told = server.parse(text=text, nbest=3, beam=8).json()["sentences"]
    tokenized = [s for batch in nlp.tokenizer.tokenize(text) for s in batch]
    expected = list(nlp.parse(tokenized, nbest=3, beam=8))
    assert len(told) == len(expected) > 2
    assert {each["rank"] for each in told} >= {1, 2}
    places = [[token.start for token in t] for t in Document(text, tokenized)._tokens()]
    number = -1
    for each, sentence in zip(told, expected, strict=True):
        number += each["rank"] == 1
        heads = [token["head"] for token in each["tokens"] if "head" in token]
        starts = [token["start_char"] for token in each["tokens"] if "start_char" in token]
        assert heads == sentence.heads
        assert starts == places[number]
        assert f"# parse_score = {each['score']:g}" in "\n".join(sentence.comments)


def test_an_empty_text(server):
    assert server.parse(text="").json() == {"model": "en-ewt-ud-2", "sentences": []}
    assert server.parse(tokens=[]).json()["sentences"] == []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "the body is not JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"\xff", "the body is not UTF-8"),
        (b"[" * 100_000, "the body is not JSON: "),
        (b"[]", "the body must be an object of JSON, with a text or with tokens"),
        (b"{}", "there must be either a text or tokens"),
        (b'{"text": "x", "tokens": []}', "there must be either a text or tokens"),
        (b'{"text": 1}', "text must be a string"),
        (b'{"tokens": "x"}', "tokens must be a list of sentences, each of which is a list of word"),
        (b'{"tokens": ["x"]}', "tokens must be a list of sentences, each of which is a list of w"),
        (b'{"tokens": [[]]}', "a sentence has at least one word"),
        (b'{"tokens": [["a", 1]]}', "1 among words cannot stand in a column of a treebank"),
        (b'{"tokens": [["a\\nb"]]}', "'a\\nb' among words cannot stand in a column of a treebank"),
        (b'{"text": "a \\ud800"}', "character 2 of the text is half of a surrogate pair, which is"),
        (b'{"tokens": [["\\udc00"]]}', "'\\udc00' among words cannot stand in a column"),
        (b'{"text": "x", "model": 1}', "model must be a string"),
        (b'{"text": "x", "model": "de"}', "there is no model 'de'; there are: en-ewt-ud-2, en-sl"),
        (b'{"text": "x", "beam": 5000}', "`beam` is 5000; it must be from 1 to 1024"),
        (b'{"text": "x", "tag": "yes"}', "`tag` is 'yes'; it must be True or False"),
        (b'{"text": "x", "score": true}', "there is no option score; is `scores` meant?"),
        (b'{"text": "x", "threads": 8}', "there is no option threads: the server has its own"),
        (b'{"text": "x", "clusters": "/etc/passwd"}', "there is no option clusters; "),
        (b'{"text": "x", "nbest": 2}', "the model was trained for greedy parsing"),
        (b'{"text": "x", "\\u001b[31m": 2}', "there is no option \\x1b[31m; "),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(server, body, message):
    answer = server.client.post("/v1/parse", content=body)
    assert answer.status_code == 400, answer.text
    (told,) = answer.json().items()
    assert told[0] == "error"
    assert told[1].startswith(message)


def test_only_post(server):
    answer = server.client.get("/v1/parse")
    assert answer.status_code == 405
    assert answer.json() == {"error": "/v1/parse does not take the method GET"}


def test_pages_of_others_may_ask(server):
    answer = server.client.options("/v1/parse", headers={"Origin": "http://example.org"})
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-allow-headers"] == "*"
