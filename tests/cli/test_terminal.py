"""Nothing that others have written steers the terminal of whoever looks at it."""

import json

import pytest

from dodona.model.files import load_parts, save_parts

EVIL = "\x1b[31m\x9b\u202e"
SHOWN = r"\x1b[31m\x9b\u202e"

SENTENCE = (
    f"# sent_id = {EVIL}\n"
    f"1\tDoves{EVIL}\t_\tNOUN\tNNS\t_\t2\tnsubj{EVIL}\t_\t_\n"
    "2\tsleep\t_\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
)


@pytest.fixture
def safe(dodona):
    """Run a command, see to it that none of it is raw, and give all that it wrote."""

    def run(*arguments, code=0, **options):
        result = dodona(*arguments, **options)
        assert result.code == code, result
        assert not set(EVIL[0] + EVIL[5:]) & set(result.out + result.err), result
        return result.out + result.err

    return run


@pytest.fixture
def evil_file(tmp_path):
    path = tmp_path / f"{EVIL}.conllu"
    path.write_text(SENTENCE, "utf-8")
    return path


def test_ids_forms_and_labels_of_trees_that_are_drawn(safe):
    assert safe("show", stdin=SENTENCE).count(SHOWN) == 3


def test_forms_of_a_sentence_without_a_tree(safe):
    bare = SENTENCE.replace(f"2\tnsubj{EVIL}", "_\t_").replace("0\troot", "_\t_")
    assert safe("show", stdin=bare).count(SHOWN) == 2


def test_names_and_ids_in_messages(safe, evil_file):
    evil_file.write_text(SENTENCE.replace("\t2\t", "\t7\t"), "utf-8")
    assert safe("show", evil_file, code=1).count(SHOWN) == 2
    assert SHOWN in safe("show", f"no {EVIL}", code=1)


def test_names_in_wrong_calls(safe, model, evil_file, tmp_path):
    other = tmp_path / "other" / evil_file.name
    other.parent.mkdir()
    other.write_text(SENTENCE, "utf-8")
    out = ("--output-dir", tmp_path / "out")
    assert SHOWN in safe("parse", model, evil_file, other, *out, code=2)


@pytest.mark.parametrize("option", [(), ("--analyse",), ("--json", "--analyse")])
def test_names_and_labels_in_scores(safe, evil_file, tmp_path, option):
    other = tmp_path / f"other {EVIL}.conllu"
    other.write_text(SENTENCE.replace("nsubj", "obj"), "utf-8")
    out = safe("evaluate", evil_file, other, evil_file, "--rounds", 10, *option)
    if "--json" in option:
        assert json.loads(out)["systems"][0]["system"] == str(other)
    else:
        assert SHOWN in out


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_what_a_model_says_of_itself(safe, model, tmp_path, option):
    path = tmp_path / f"{EVIL}.dodona"
    about = {"licence": EVIL, "attribution": f"me\nscores on dev:   LAS 99.9{EVIL}"}
    save_parts(load_parts(model).parts, path, about)
    out = safe("info", path, *option)
    if option:
        assert json.loads(out)["about"] == about
    else:
        assert out.count(SHOWN) == 3
        assert rf"me\nscores on dev:   LAS 99.9{SHOWN}" in out


def test_what_is_parsed_is_not_changed(dodona, model):
    """Data are data: the forms of a treebank come out as they came in."""
    out = dodona("parse", model, stdin=SENTENCE).out
    assert out.splitlines()[0] == SENTENCE.splitlines()[0]
    assert f"\tDoves{EVIL}\t" in out
