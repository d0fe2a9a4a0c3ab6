"""`dodona review`: the likely mistakes of a treebank, from the shell."""

import json

QUICK = ("--folds", 2, "--iterations", 2, "--vote", "arc-eager,arc-standard:reversed")


def test_a_review_is_printed_marked_and_drawn(dodona, grove, tmp_path):
    marked, page = tmp_path / "marked.conllu", tmp_path / "page.html"
    result = dodona("review", grove.train, *QUICK, "-o", marked, "--report", page)
    assert result.code == 0, result
    *lines, last = result.out.splitlines()
    assert last.startswith(f"{len(lines)} doubts in ")
    assert all(line.startswith(f"{grove.train}:") for line in lines)
    assert result.err.splitlines() == [f"wrote {marked}", f"wrote {page}"]
    assert marked.read_text(encoding="utf-8").count("Suggestion=") == len(lines)
    assert "<svg" in page.read_text(encoding="utf-8")


def test_a_review_as_json_with_threads(dodona, grove):
    found = json.loads(dodona("review", grove.train, *QUICK, "--json", "--threads", 2).out)
    assert found["members"] == ["arc-eager", "arc-standard:reversed"]
    assert len(found["doubts"]) > 0


def test_wrong_calls_are_told_before_the_work_begins(error_of, grove, tmp_path):
    place = tmp_path / "nowhere" / "marked.conllu"
    assert "no such folder" in error_of("review", grove.train, "-o", place)
    assert "--folds is 1; it must be 2 or more" in error_of(
        "review", grove.train, "--folds", 1, code=2
    )
    assert "name a file" in error_of("review", grove.train, "--report", "-", code=2)
