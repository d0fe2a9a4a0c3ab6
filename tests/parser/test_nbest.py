"""Several trees for a sentence, and scores of arcs, in files that keep everything else."""

from __future__ import annotations

from dodona.treebank import Sentence
from examples import beam_parser, grove, make_sentence, without_tree

RICH = (
    "# newdoc\n# sent_id = rich\n# parse_rank = 9\n#parse_score=-5\n# parse_ranking = stays\n"
    "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\tScore=7\n"
    "1\tde\tde\tADP\tIN\t_\t3\tcase\t_\tGloss=a b|Score=0.10|Lang=fr\n"
    "2\tle\tle\tDET\tDT\t_\t3\tdet\t_\tScoreboard=x\n"
    "3\tlac\tlac\tNOUN\tNN\t_\t0\troot\t_\t_\n"
    "3.1\tx\t_\t_\t_\t_\t_\t_\t0:root\t_\n\n"
)


def parse(text: str | bytes, **wishes) -> list[Sentence]:
    return list(beam_parser().parse([Sentence.from_conllu(text)], **wishes))


def comment(sentence: Sentence, key: str) -> int:
    (value,) = [line for line in sentence.comments if line.startswith(f"# {key} = ")]
    return int(value.rpartition(" ")[2])


def test_trees_are_distinct_sorted_and_ranked():
    parser = beam_parser()
    for sentence in map(without_tree, grove("test")):
        found = list(parser.parse([sentence], beam=16, nbest=10))
        assert 1 <= len(found) <= 10
        trees = [(tuple(s.heads), tuple(s.deprels)) for s in found]
        assert len(set(trees)) == len(trees)
        assert [comment(s, "parse_rank") for s in found] == [*range(1, len(found) + 1)]
        scores = [comment(s, "parse_score") for s in found]
        assert scores == sorted(scores, reverse=True)
        (best,) = parser.parse([sentence], beam=16)
        assert trees[0] == (tuple(best.heads), tuple(best.deprels))


def test_more_trees_than_a_sentence_can_have():
    found = parse(make_sentence(["_"], ["_"], xpos=["X"]).to_conllu(), beam=8, nbest=8)
    assert [s.deprels for s in found] == [["root"]]


def test_sentences_follow_one_another_in_order():
    sentences = grove("test")[:10]
    found = list(beam_parser().parse(sentences, nbest=2))
    assert list(dict.fromkeys(s.sent_id for s in found)) == [s.sent_id for s in sentences]


def test_only_trees_comments_and_scores_change():
    (parsed,) = parse(RICH, nbest=1, scores=True, keep_deps=True)
    lines = parsed.to_conllu().split("\n")
    assert lines[:3] == ["# newdoc", "# sent_id = rich", "# parse_ranking = stays"]
    assert lines[3] == "# parse_rank = 1"
    assert lines[4].startswith("# parse_score = ")
    assert lines[5] == "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\tScore=7"
    assert lines[9:] == ["3.1\tx\t_\t_\t_\t_\t_\t_\t0:root\t_", "", ""]
    before = [line.split("\t") for line in RICH.split("\n")[6:9]]
    after = [line.split("\t") for line in lines[6:9]]
    assert [row[:6] + row[8:9] for row in after] == [row[:6] + row[8:9] for row in before]
    misc = [row[9] for row in after]
    assert misc[0].startswith("Gloss=a b|Score=") and misc[0].endswith("|Lang=fr")
    assert misc[1].startswith("Scoreboard=x|Score=")
    assert misc[2].startswith("Score=")


def test_scores_alone_add_no_comments():
    (parsed,) = parse(RICH, scores=True)
    assert parsed.comments == Sentence.from_conllu(RICH).comments


def test_a_score_is_how_far_trees_with_the_arc_are_ahead_of_trees_without_it():
    parser = beam_parser()
    for sentence in grove("test")[:20]:
        found = list(parser.parse([sentence], beam=8, nbest=8, scores=True))
        best = comment(found[0], "parse_score")
        for parsed in found:
            for word, misc in enumerate(parsed.misc):
                margin = int(misc.rpartition("Score=")[2])
                arc = (parsed.heads[word], parsed.deprels[word])
                same = [s for s in found if (s.heads[word], s.deprels[word]) == arc]
                other = [s for s in found if s not in same]
                if other:
                    assert margin == comment(same[0], "parse_score") - comment(
                        other[0], "parse_score"
                    )
                else:
                    assert margin >= best - comment(found[-1], "parse_score")


def test_no_score_where_there_is_nothing_to_choose():
    text = "1\ta\t_\tX\tX\t_\t_\t_\t_\t{}\n\n"
    for before, after in (("_", "_"), ("Score=3", "_"), ("A=b|Score=3", "A=b"), ("A=b", "A=b")):
        (parsed,) = parse(text.format(before), beam=8, scores=True)
        assert parsed.misc == [after]


def test_lines_that_end_with_carriage_returns_and_a_file_without_an_end():
    text = RICH.replace("\n", "\r\n").removesuffix("\r\n\r\n").encode()
    found = parse(text, nbest=2, scores=True, keep_deps=True)
    assert len(found) == 2
    assert found[0].raw.endswith(b"\r\n\r\n")
    assert found[1].raw.endswith(b"0:root\t_")
    for sentence in found:
        assert sentence.raw.count(b"\n") == sentence.raw.count(b"\r\n")
        assert all(misc.count("Score=") == 1 for misc in sentence.misc)


def test_a_sentence_keeps_its_place():
    sentence = grove("test")[3]
    for parsed in beam_parser().parse([sentence], nbest=2):
        assert (parsed.source, parsed.line) == (sentence.source, sentence.line)
