"""What the explorer's page asks the server for, and what it answers to what no page would ask."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dodona
from dodona.systems import system_names
from dodona.web.exploration import Setup, explore

LETTER = dodona.Sentence.from_words(
    ["He", "wrote", "her", "a", "letter", "."],
    heads=[2, 0, 2, 5, 2, 2],
    deprels=["nsubj", "root", "iobj", "det", "obj", "punct"],
)
CONLLU = LETTER.to_conllu()


def ask(server: Any, path: str, **data: Any) -> Any:
    answer = server.client.post(f"/explorer/{path}", json=data)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_page_is_there_and_nothing_else_of_the_disk(server):
    page = server.client.get("/")
    assert page.status_code == 200
    assert "text/html" in page.headers["content-type"]
    assert "default-src 'self'" in page.headers["content-security-policy"]
    for name in ("app.js", "view.js", "preact.js", "page.css", "explorer.css"):
        assert server.client.get(f"/static/{name}").status_code == 200
    for path in ("../app.py", "..%2fapp.py", "%2fetc%2fpasswd", "examples.conllu", ""):
        assert server.client.get(f"/static/{path}").status_code == 404


def test_what_there_is_to_explore(server):
    about = server.client.get("/explorer/about").json()
    assert [each["name"] for each in about["systems"]] == system_names()
    assert [each["name"] for each in about["models"]] == ["en-ewt-ud-2", "en-slow"]
    assert about["models"][0]["setup"] == {**vars(Setup.of_parser(dodona.load("en").parser))}  # type: ignore[arg-type]
    assert about["treebank"] is None


@pytest.mark.parametrize("name", system_names())
def test_a_state_is_that_of_python(server, name):
    state = explore(LETTER, name).step().step()
    answer = ask(
        server,
        "state",
        conllu=CONLLU,
        setup={"system": name},
        transitions=list(map(list, state.transitions)),
    )
    pictures = answer.pop("svg"), answer.pop("best_svg")
    assert all(picture.startswith("<svg") for picture in pictures)
    assert answer == json.loads(json.dumps(state.to_dict()))


def test_going_on(server):
    by_oracle = ask(server, "go", conllu=CONLLU, by="oracle", to_end=True)["made"]
    assert by_oracle == list(map(list, explore(LETTER).run().transitions))
    one = ask(server, "go", conllu=CONLLU, by="oracle")["made"]
    assert one == by_oracle[:1]


def test_a_tree_is_edited(server):
    edited = ask(server, "edit", conllu=CONLLU, word=3, head=5, label="nmod:poss")
    assert edited["heads"] == [2, 0, 5, 5, 2, 2]
    assert edited["labels"][2] == "nmod:poss"


def test_sentences_without_trees_are_parsed(server, nlp):
    bare = dodona.Sentence.from_words(["Time", "flies"]).to_conllu()
    found = ask(server, "sentences", conllu=bare + CONLLU)["sentences"]
    assert [each["has_tree"] for each in found] == [True, True]
    assert found[1]["heads"] == LETTER.heads


def test_text_is_parsed(server, nlp):
    found = ask(server, "parse", text="Time flies.", model="en-ewt-ud-2")["sentences"]
    assert "".join(each["conllu"] for each in found) == nlp("Time flies.").to_conllu()


HOSTILE: list[tuple[str, Any, str]] = [
    ("state", [], "not an object"),
    ("state", {}, "`conllu` is missing"),
    ("state", {"conllu": 7}, "not a text"),
    ("state", {"conllu": "\ud800"}, "cannot be written as UTF-8"),
    ("state", {"conllu": "no treebank"}, "tab"),
    ("state", {"conllu": CONLLU * 2}, "sentence"),
    ("state", {"conllu": CONLLU, "setup": []}, "`setup` is not an object"),
    ("state", {"conllu": CONLLU, "setup": {"system": "best"}}, "no transition system 'best'"),
    ("state", {"conllu": CONLLU, "setup": {"system": 3}}, "3 cannot be the system"),
    ("state", {"conllu": CONLLU, "setup": {"oracle": "wise"}}, "cannot be the oracle"),
    ("state", {"conllu": CONLLU, "setup": {"path": "/etc"}}, "no 'path'"),
    ("state", {"conllu": CONLLU, "setup": {"single_root": 1}}, "cannot be the single_root"),
    ("state", {"conllu": CONLLU, "transitions": ["SHIFT"]}, "list of pairs"),
    ("state", {"conllu": CONLLU, "transitions": [["LEAP", None]]}, "no transition 'LEAP'"),
    ("state", {"conllu": CONLLU, "transitions": [["REDUCE", None]]}, "not legal"),
    ("state", {"conllu": CONLLU, "known": -1}, "`known` is a whole number"),
    ("state", {"conllu": CONLLU, "model": "nobody"}, "no model 'nobody'"),
    ("go", {"conllu": CONLLU, "by": "luck"}, "`by` is one of"),
    ("go", {"conllu": CONLLU, "by": "model"}, "there is no model"),
    ("edit", {"conllu": CONLLU, "word": 99, "head": 0, "label": "x"}, "from 1 to 6"),
    ("edit", {"conllu": CONLLU, "word": 2, "head": 1, "label": "x"}, "cycle"),
    ("edit", {"conllu": CONLLU, "word": 2, "head": 0, "label": "a\tb"}, "column"),
    ("export", {"conllu": CONLLU, "format": "exe"}, "no format 'exe'"),
    ("beam", {"conllu": CONLLU, "model": "en-ewt-ud-2"}, "no beam"),
    ("beam", {"conllu": CONLLU}, "no model"),
    ("search", {}, "no treebank"),
    ("sentences", {"conllu": ""}, "no sentence"),
]


@pytest.mark.parametrize(("path", "data", "told"), HOSTILE)
def test_what_is_wrong_is_told_in_a_sentence(server, path, data, told):
    answer = server.client.post(f"/explorer/{path}", content=json.dumps(data).encode())
    assert answer.status_code == 400, answer.text
    assert told in answer.text
    assert answer.headers["content-type"].startswith("text/plain")


def test_what_is_no_json_and_what_is_too_large(server):
    for body in (b"", b"{", b"\xff", b"[" * 100_000):
        answer = server.client.post("/explorer/state", content=body)
        assert (answer.status_code, "not JSON" in answer.text) == (400, True)
    answer = server.client.post("/explorer/state", content=b" " * (2 << 20))
    assert answer.status_code == 413
    assert server.client.get("/explorer/state").status_code == 405
