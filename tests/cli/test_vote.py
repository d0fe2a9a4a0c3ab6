"""Parsers that vote, from the shell."""

import json

import pytest

VOTE = ("--vote", "arc-eager,arc-standard,arc-standard:reversed", "--iterations", 2)


@pytest.fixture(scope="module")
def voting(dodona, grove, tmp_path_factory):
    """What training did, and the model."""
    path = tmp_path_factory.mktemp("vote") / "model.dodona"
    files = ("--train", grove.train, "--dev", grove.dev, "-o", path)
    return dodona("train", *files, *VOTE), path


def test_training_tells_of_each_parser_and_of_all(voting):
    result, path = voting
    assert result.code == 0, result
    lines = result.err.splitlines()
    assert "parsers that vote: arc-eager, arc-standard, arc-standard:reversed" in lines
    assert sum(line.startswith("arc-standard:reversed  iteration") for line in lines) == 2
    assert sum(line.startswith("vote of 3  dev UAS") for line in lines) == 1
    text = path.with_name("model.dodona.jsonl").read_text(encoding="utf-8")
    log = [json.loads(line) for line in text.splitlines()]
    assert [each["system"] for each in log[0]["vote"]] == [
        "arc-eager", "arc-standard", "arc-standard",
    ]  # fmt: skip
    assert log[0]["vote"][2]["direction"] == "right-to-left"
    assert [each.get("member") for each in log[1::2]] == [
        "arc-eager", "arc-standard", "arc-standard:reversed", None,
    ]  # fmt: skip
    assert log[-1]["vote"] == 3


def test_what_a_model_with_votes_is(dodona, voting):
    code, out, err = dodona("info", voting[1])
    assert (code, err) == (0, "")
    assert "votes:           3" in out
    assert [line for line in out.splitlines() if line.startswith("parser")] == [
        "parser", "parser 1", "parser 2", "parser 3",
    ]  # fmt: skip
    assert out.count("right-to-left") == 1
    header = json.loads(dodona("info", voting[1], "--json").out)["parts"]["parser"]
    assert [member["system"] for member in header["members"]][1:] == ["arc-standard"] * 2


def test_threads_and_scores(dodona, voting, grove):
    plain = dodona("parse", voting[1], grove.test)
    assert plain.code == 0
    assert "Score=" not in plain.out
    assert dodona("parse", voting[1], grove.test, "--threads", 4).out == plain.out
    scored = dodona("parse", voting[1], grove.test, "--scores").out
    assert {"Score=1", "Score=0.67"} <= set(scored.replace("|", "\t").split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--vote", "arc-eager"), "--vote has 1 parser"),
        (("--vote", "arc-eager,arc-lazy"), "it must be one of arc-eager"),
        (("--vote", "arc-eager,covington", "--system", "covington"), "leave out --system"),
        (("--direction", "backwards"), "left-to-right"),
    ],
)
def test_a_wrong_call(error_of, grove, tmp_path, options, message):
    model = tmp_path / "model"
    assert message in error_of("train", "--train", grove.train, "-o", model, *options, code=2)
    assert not model.exists()


# Models that are there already --------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone(dodona, grove, tmp_path_factory):
    """Two models, a linear and a neural one."""
    folder = tmp_path_factory.mktemp("alone")
    options = {
        "linear": ("--pipeline", "--licence", "CC0"),
        "neural": ("--kind", "neural", "--size", 16),
    }
    for name, more in options.items():
        files = ("--train", grove.train, "-o", folder / name)
        assert dodona("train", *files, "--iterations", 2, *more).code == 0
    return folder


def test_models_put_together_vote(dodona, alone, voting, grove, tmp_path):
    models = (alone / "linear", alone / "neural", voting[1])
    code, out, err = dodona("vote", *models, "-o", tmp_path / "all")
    assert (code, out) == (0, "")
    assert err.startswith(f"wrote {tmp_path / 'all'} (")
    info = dodona("info", tmp_path / "all").out
    assert "votes:           5" in info and "CC0" in info and "tokenizer" in info
    parsed = dodona("parse", tmp_path / "all", grove.test, "--scores")
    assert parsed.code == 0 and "Score=0.8" in parsed.out


def test_models_that_cannot_vote(dodona, alone, tmp_path):
    output = tmp_path / "all"
    code, _, err = dodona("vote", alone / "linear", "-o", output)
    assert code == 2 and "2 to 15" in err
    code, _, err = dodona("vote", alone / "linear", "nowhere", "-o", output)
    assert code == 1 and "nowhere: there is no such model file" in err
    code, _, err = dodona("vote", alone / "linear", alone / "neural", "-o", tmp_path / "no" / "all")
    assert code == 1 and "no such folder" in err
    assert dodona("vote", "-o", output).code == 2
    assert not output.exists()
