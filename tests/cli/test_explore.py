"""`dodona explore`: what it is given. The page itself is tested in a browser."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("none.conllu",), "none.conllu: No such file or directory"),
        (("none.conllu.gz",), "none.conllu.gz: No such file or directory"),
        (("none.dodona",), "there is no such model file"),
        (("en-slow",), "there is no such model file"),
        (("en", "en-accurate"), "at most one model and one treebank"),
        (("--against", "none.conllu"), "--against needs a treebank"),
        (("--port", "65536"), "--port is 65536; it must be from 0 to 65535"),
    ],
)
def test_mistakes_are_told_before_a_page_opens(dodona, arguments, told):
    code, out, err = dodona("explore", "--no-browser", *arguments)
    assert (code > 0, out) == (True, "")
    assert told in err


def test_a_file_that_is_no_treebank(dodona, tmp_path):
    path = tmp_path / "treebank.conllu"
    path.write_text("hello\n", encoding="utf-8")
    code, _, err = dodona("explore", "--no-browser", path)
    assert code == 1
    assert f"{path}:1: the line has 1 column, not 10" in err


def test_a_second_file_with_other_sentences(dodona, grove, tmp_path):
    code, _, err = dodona("explore", "--no-browser", grove.test, "--against", grove.dev)
    assert code == 1
    assert "sentence" in err
