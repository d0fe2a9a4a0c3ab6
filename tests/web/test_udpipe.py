"""UDPipe's REST interface: what its clients send, and what they get."""

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from udapi.core.document import Document as UdapiDocument
from udapi.tool.udpipeonline import UDPipeOnline

import dodona
from dodona.treebank import Sentence
from dodona.version import __version__

ALL = {"tokenizer": "", "tagger": "", "parser": ""}
TEXT = "Time flies like an arrow.  I can't wait!\n\nA dog barks in the garden of Mr. Smith.\n"
HEADER = (
    f"# generator = Dodona {__version__}\n"
    "# udpipe_model = en-ewt-ud-2\n"
    "# udpipe_model_licence = CC BY-SA 4.0\n"
)
VERTICAL = "A\ndog\nbarks\n\nNo\nwait\n"


def sentences(result):
    """The sentences of a result, without the comments that it begins with."""
    assert result.startswith(HEADER)
    return result.removeprefix(HEADER)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_models(server, method):
    answer = server.client.request(method, "/models")
    parts = ["tokenizer", "tagger", "parser"]
    assert answer.json() == {
        "models": {"en-ewt-ud-2": parts, "en-slow": parts},
        "default_model": "en-ewt-ud-2",
    }
    assert answer.headers["access-control-allow-origin"] == "*"


def test_text_to_trees_as_from_python(server, nlp):
    answer = server.client.post("/process", data={"data": TEXT, **ALL})
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["access-control-allow-origin"] == "*"
    told = answer.json()
    assert list(told) == ["model", "acknowledgements", "result"]
    assert told["model"] == "en-ewt-ud-2"
    assert "https://github.com/UniversalDependencies/UD_English-EWT" in told["acknowledgements"]
    assert sentences(told["result"]) == nlp(TEXT).to_conllu()


def test_a_long_text_is_parsed_in_pieces_to_the_same_trees(server, nlp, grove_test):
    text = " ".join(str(sentence.text) for sentence in grove_test) * 110
    assert len(text) > 100_000
    assert sentences(server.process_text(text, **ALL)) == nlp(text).to_conllu()


@pytest.mark.parametrize(
    "name", ["en-ewt-ud-2", "anglais", "en-ewt-ud", "en-ewt", "en", "en-slow", None]
)
def test_models_by_name_alias_and_beginning(server, name):
    fields = {"data": ""} if name is None else {"data": "", "model": name}
    told = server.client.post("/process", data=fields).json()
    assert told["model"] == ("en-slow" if name == "en-slow" else "en-ewt-ud-2")
    assert told["result"].startswith("# generator = ")
    assert told["result"].count("\n") == 3


@pytest.mark.parametrize("name", ["", "e", "en-", "en-e", "EN", "ewt", "../en", "en.dodona"])
def test_models_that_are_not_there(server, name):
    answer = server.client.get("/process", params={"data": "", "model": name})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == f"there is no model {name!r}; there are: en-ewt-ud-2, en-slow\n"


def test_the_body_wins_over_the_query(server):
    answer = server.client.post(
        "/process?data=one&output=vertical&tokenizer", data={"data": "two three"}
    )
    assert answer.json()["result"] == "two\nthree\n\n"


def test_the_query_alone(server, nlp):
    answer = server.client.get("/process", params={"data": TEXT, **ALL})
    assert sentences(answer.json()["result"]) == nlp(TEXT).to_conllu()


@pytest.mark.parametrize("as_file", [False, True])
def test_multipart_parts_of_more_than_a_megabyte(server, as_file):
    text = "A dog barks.\n\n" * 100_000
    part = ("text.txt", text.encode(), "text/plain") if as_file else (None, text.encode())
    files = {"data": part, "tokenizer": (None, ""), "output": (None, "horizontal")}
    answer = server.client.post("/process", files=files)
    assert answer.status_code == 200, answer.text
    assert answer.json()["result"] == "A dog barks .\n" * 100_000


def test_data_is_normalised(server):
    decomposed = unicodedata.normalize("NFD", "Das Café öffnet.")
    result = server.process_text(decomposed, tokenizer="", output="horizontal")
    assert result == "Das Café öffnet .\n"
    assert "TextForm" not in server.process_text(decomposed, tokenizer="")


def test_tokenizer_options(server):
    text = "One  two. Three.\nFour five"
    lines = server.process_text(text, tokenizer="presegmented", output="horizontal")
    assert lines.splitlines() == ["One two . Three .", "Four five"]
    ranges = server.process_text(text, tokenizer="ranges")
    assert "\tSpacesAfter=\\s\\s|TokenRange=0:3\n" in ranges
    plain = server.process_text(text, tokenizer="normalized_spaces;presegmented")
    assert "SpacesAfter" not in plain
    assert "1\tOne\t_\t_\t_\t_\t_\t_\t_\t_\n2\ttwo\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n" in plain


@pytest.mark.parametrize("parts", [["tagger"], ["parser"], ["tagger", "parser"], []])
def test_parts_that_are_switched_on(server, nlp, parts):
    """What is asked for is predicted, and nothing else."""
    full = nlp(TEXT)[0]
    result = sentences(server.process_text(TEXT, tokenizer="", **dict.fromkeys(parts, "")))
    first = Sentence.from_conllu(result.partition("\n\n")[0] + "\n\n")
    assert first.upos == (full.upos if "tagger" in parts else ["_"] * full.n)
    assert first.lemmas == (full.lemmas if "tagger" in parts else ["_"] * full.n)
    assert first.heads == (full.heads if "parser" in parts else [-1] * full.n)


def test_none_switches_off(server):
    with_none = server.process_text(TEXT, tokenizer="", tagger="none", parser="none")
    assert with_none == server.process_text(TEXT, tokenizer="")
    read = server.process_text(VERTICAL, tokenizer="none", input="vertical", output="horizontal")
    assert read == "A dog barks\nNo wait\n"


def test_tags_of_the_input(server, nlp):
    """The parser reads them as they are; the tagger predicts them anew."""
    tagged = "1\tFly\tfly\tNOUN\tNN\t_\t_\t_\t_\t_\n2\thome\thome\tNOUN\tNN\t_\t_\t_\t_\t_\n\n"
    parsed = Sentence.from_conllu(sentences(server.process_text(tagged, parser="")))
    assert parsed.upos == ["NOUN", "NOUN"]
    assert parsed.heads == next(nlp.parse([Sentence.from_conllu(tagged)])).heads
    anew = Sentence.from_conllu(sentences(server.process_text(tagged, tagger="", parser="")))
    assert anew == next(nlp.parse([Sentence.from_conllu(tagged)], tag=True))


@pytest.mark.parametrize(
    ("name", "data", "horizontal"),
    [
        ("conllu", "1\tA\t_\t_\t_\t_\t_\t_\t_\t_\n2\tb\t_\t_\t_\t_\t_\t_\t_\t_\n\n", "A b\n"),
        ("conllu", "1\tA\t_\t_\t_\t_\t_\t_\t_\t_", "A\n"),
        ("vertical", "A\tx\nb\r\n\r\n\nc\n", "A b\nc\n"),
        ("horizontal", "A  b\tc\n\n \u00a0 d\u00a0e f \r\n", "A b c\nd\u00a0e f\n"),
        ("generic_tokenizer", "A dog. A cat.", "A dog .\nA cat .\n"),
        ("generic_tokenizer=presegmented", "A dog. A cat.", "A dog . A cat .\n"),
    ],
)
def test_inputs(server, name, data, horizontal):
    assert server.process_text(data, input=name, output="horizontal") == horizontal


def test_conllu_is_carried_through(server):
    text = "# odd = comment\n1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n" + "".join(
        f"{i}\t{form}\t_\t_\t_\t_\t_\t_\t_\tMy=Own\n" for i, form in enumerate(["do", "n't"], 1)
    )
    assert sentences(server.process_text(f"{text}\n")) == f"{text}\n"


def test_outputs(server):
    def result(output):
        return server.process_text("I can't go. No  way.\n\nYes!", tokenizer="", output=output)

    assert result("vertical").startswith("I\nca\nn't\ngo\n.\n\nNo\nway\n.\n\nYes\n!\n\n")
    assert result("vertical=paragraphs") == "I\nca\nn't\ngo\n.\n\nNo\nway\n.\n\n\nYes\n!\n\n"
    assert result("horizontal") == "I ca n't go .\nNo way .\nYes !\n"
    assert result("horizontal=paragraphs") == "I ca n't go .\nNo way .\n\nYes !\n"
    assert result("plaintext") == "I can't go. No  way.\n\nYes!"
    assert result("plaintext=normalized_spaces") == "I can't go.\nNo way.\n\nYes!\n"
    assert result("conllu=v2") == result("conllu")


def test_matxin(server):
    data = (
        '1\t<a>\t"a"\tNOUN\t_\tNumber=Sing\t2\tnsubj\t_\t_\n'
        "2\tb&c\tb\tVERB\t_\t_\t0\troot\t_\t_\n3\t.\t_\t_\t_\t_\t2\tpunct\t_\t_\n\n"
    )
    assert server.process_text(data, output="matxin") == (
        '<corpus>\n<SENTENCE ord="1" alloc="0">\n'
        ' <NODE ord="2" alloc="0" form="b&amp;c" lem="b" mi="" si="root">\n'
        '  <NODE ord="1" alloc="0" form="&lt;a&gt;" lem="&quot;a&quot;" mi="Number=Sing" '
        'si="nsubj"/>\n'
        '  <NODE ord="3" alloc="0" form="." lem="" mi="" si="punct"/>\n'
        " </NODE>\n</SENTENCE>\n</corpus>\n"
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "the parameter data is missing: it holds what is to be processed"),
        ({"data": "", "input": "pdf"}, "there is no input format 'pdf'; there are: conllu, "),
        ({"data": "", "output": "epe"}, "there is no output format 'epe'; there are: conllu, "),
        ({"data": "", "output": "conllu=v1"}, "output=conllu has no option 'v1'; there are: v2"),
        ({"data": "", "output": "matxin=x"}, "output=matxin has no option 'x'; there is none"),
        ({"data": "", "tokenizer": "model=/etc/passwd"}, "tokenizer has no option 'model=/etc/"),
        ({"data": "no conllu"}, "data:1: "),
        ({"data": "1\t\x1b[31m\x07\t_\n"}, "data:1: "),
        ({"data": "", "model": "\x1b[31m"}, "there is no model '\\\\x1b[31m'; there are: "),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(server, fields, message):
    answer = server.client.post("/process", data=fields)
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.text.startswith(message)
    assert answer.text.endswith("\n") and answer.text[:-1].isprintable()


@pytest.mark.parametrize(
    ("kind", "body", "message"),
    [
        ("text/plain", b"data=x", "the body has the type 'text/plain'; it must be multipart/"),
        ("application/x-www-form-urlencoded", b"data=\xff", "the body is not UTF-8\n"),
        ("application/x-www-form-urlencoded", b"data=%ff", "the body is not UTF-8\n"),
        ("application/x-www-form-urlencoded", b"a&" * 200, "the body has more than 100 fields\n"),
        ("multipart/form-data", b"x", "the type of the body does not say what the boundary of its"),
        ("multipart/form-data; boundary=b", b"x", "the body is not in the format multipart/form"),
        ("multipart/form-data; boundary=b", b"--b\r\n", "the body ends before its last boundary\n"),
        (
            "multipart/form-data; boundary=b",
            b"--b\r\nX: y\r\n\r\nz\r\n--b--\r\n",
            "a part of the body has no name\n",
        ),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n\xff\r\n--b--\r\n',
            "a part of the body is not UTF-8\n",
        ),
    ],
)
def test_bodies_that_are_no_forms(server, kind, body, message):
    answer = server.client.post("/process", content=body, headers={"content-type": kind})
    assert answer.status_code == 400
    assert answer.text.startswith(message)


def test_encodings_of_parts(server):
    parts = [("8bit", "ü".encode()), ("base64", b"w7w="), ("quoted-printable", b"=C3=BC")]
    for encoding, data in parts:
        lines = (
            'Content-Disposition: form-data; name="data"',
            f"Content-Transfer-Encoding: {encoding}",
        )
        body = "\r\n".join(["--b", *lines, "", ""]).encode() + data + b"\r\n--b--\r\n"
        answer = server.client.post(
            "/process?tokenizer&output=vertical",
            content=body,
            headers={"content-type": 'multipart/form-data; boundary="b"'},
        )
        assert answer.json()["result"] == "ü\n\n", answer.text


def test_a_model_without_some_parts(serve, tmp_path, grove):
    """Its parts are listed, and what it cannot do is said."""
    path = tmp_path / "parser.dodona"
    dodona.train(grove[:20], iterations=1).save(path)
    server = serve(path)
    assert server.client.get("/models").json()["models"] == {"parser": ["parser"]}
    answer = server.client.post("/process", data={"data": "x", "tokenizer": ""})
    assert answer.text == "the model parser has no tokenizer, only parser\n"
    answer = server.client.post("/process", data={"data": "x", "input": "generic_tokenizer"})
    assert answer.text == "the model parser has no tokenizer to read its input with\n"
    answer = server.client.post(
        "/process", data={"data": VERTICAL, "input": "vertical", "parser": ""}
    )
    assert answer.status_code == 400 and "UPOS" in answer.text
    assert server.parse(text="x").json() == {
        "error": "the model parser has no tokenizer: send tokens, not a text"
    }


def test_udapi(server, nlp):
    """The client of udapi, pointed to this server."""
    tool = UDPipeOnline("en-ewt", server=server.url)
    assert tool.list_models() == ["en-ewt-ud-2", "en-slow"]
    assert tool.segment_text("A dog.  It barks.") == ["A dog.", "It barks."]
    document = UdapiDocument()
    root = document.create_bundle().create_tree()
    root.text = "Time flies like an arrow."
    tool.process_document(document)
    (tree,) = document.trees
    expected = nlp(root.text)[0]
    assert [node.form for node in tree.descendants] == expected.forms
    assert [node.parent.ord for node in tree.descendants] == expected.heads
    assert [node.deprel for node in tree.descendants] == expected.deprels
    tool.tag_parse_tree(tree)
    assert [node.upos for node in tree.descendants] == expected.upos


def test_curl(server, nlp, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    form = [f"-F{name}=" for name in ALL]
    command = ["curl", "-sS", "-F", f"data=@{path}", *form, f"{server.url}/process"]
    try:
        done = subprocess.run(command, capture_output=True, check=True, timeout=30)
    except FileNotFoundError:
        pytest.skip("there is no curl")
    assert sentences(json.loads(done.stdout)["result"]) == nlp(TEXT).to_conllu()


def test_the_client_of_udpipe(server, nlp, tmp_path):
    """udpipe2_client.py, as it is; its path is in DODONA_UDPIPE_CLIENT."""
    client = os.environ.get("DODONA_UDPIPE_CLIENT")
    if not client:
        pytest.skip("DODONA_UDPIPE_CLIENT does not name udpipe2_client.py of UDPipe 2")
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")

    def run(*arguments):
        command = [sys.executable, client, "--service", server.url, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, timeout=30, check=True).stdout.decode()

    assert run("--list_models").splitlines() == [
        "en-ewt-ud-2",
        "en-slow",
        "Default model: en-ewt-ud-2",
    ]
    asked = ("--tokenizer", "", "--tagger", "", "--parser", "")
    assert sentences(run(*asked, path)) == nlp(TEXT).to_conllu()
    assert run("--tokenizer", "presegmented", "--output", "vertical", path).startswith("Time\nfl")
    assert Path(path).read_text(encoding="utf-8") == TEXT
