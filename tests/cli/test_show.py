"""`dodona show`: trees in the terminal."""

DOVES = (
    "# sent_id = doves\n"
    "1\tDoves\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n"
    "2\tsleep\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)
PICTURE = "# doves\n  ┌► Doves  NOUN  nsubj\n─►└─ sleep  VERB  root\n\n"


def test_a_tree(dodona):
    assert dodona("show", stdin=DOVES) == (0, PICTURE, "")


def test_a_tree_in_ascii(dodona):
    code, out, err = dodona("show", "--ascii", stdin=DOVES)
    assert (code, err) == (0, "")
    assert out.isascii()
    assert "Doves  NOUN  nsubj" in out


def test_the_first_trees_of_a_file(dodona, grove):
    out = dodona("show", grove.test, "--first", 2).out
    assert [line for line in out.splitlines() if line.startswith("#")] == [
        "# grove-test-001",
        "# grove-test-002",
    ]


def test_all_trees_of_a_file(dodona, grove, counts):
    assert dodona("show", grove.test).out.count("# grove-test-") == counts.test.sentences


def test_a_sentence_without_an_id_is_named_by_its_line(dodona):
    second = DOVES.partition("\n")[2]
    assert dodona("show", stdin=DOVES + second).out == PICTURE + PICTURE.replace("doves", "line 5")


def test_a_sentence_without_a_tree(dodona):
    bare = DOVES.replace("\t2\tnsubj", "\t_\t_").replace("\t0\troot", "\t_\t_")
    assert dodona("show", stdin=bare).out == "# doves\nDoves sleep  (no tree)\n\n"


def test_what_comes_before_an_invalid_sentence_is_shown(dodona):
    code, out, err = dodona("show", stdin=DOVES + "1\ttoo few columns\n\n")
    assert code == 1
    assert out in ("", PICTURE)
    assert err.startswith("dodona: error: standard input:5: the line has 2 columns, not 10")
