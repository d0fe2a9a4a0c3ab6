"""Trees go to other libraries and come back: NLTK, conllu, udapi."""

import pytest

from dodona import Sentence, read_conllu
from dodona.errors import DodonaError
from dodona.treebank.export import nltk_graph
from examples import grove

DON_T = Sentence.from_conllu(
    "# sent_id = 1\n# text = I don't.\n"
    "1\tI\tI\tPRON\tPRP\tCase=Nom\t3\tnsubj\t_\t_\n"
    "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    "2\tdo\tdo\tAUX\tVBP\t_\t3\taux\t_\t_\n"
    "3\tn't\tnot\tPART\t_\tPolarity=Neg\t0\troot\t_\t_\n"
    "4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_\n\n"
)


def test_a_graph_of_nltk():
    pytest.importorskip("nltk", reason="needs nltk")
    graph = DON_T.to_nltk()
    assert graph.root["word"] == "n't"
    assert list(graph.triples()) == [
        (("n't", "PART"), "nsubj", ("I", "PRON")),
        (("n't", "PART"), "aux", ("do", "AUX")),
        (("n't", "PART"), "punct", (".", "PUNCT")),
    ]
    assert str(graph.tree()) == "(n't I do .)"
    assert not graph.contains_cycle()


def test_nltk_writes_what_we_read():
    pytest.importorskip("nltk", reason="needs nltk")
    for sentence in grove("dev"):
        back = Sentence.from_conllu(sentence.to_nltk().to_conll(10) + "\n")
        assert (back.forms, back.heads, back.upos) == (
            sentence.forms, sentence.heads, sentence.upos,
        )  # fmt: skip
        assert back.deprels == sentence.deprels


def test_a_sentence_without_a_tree_has_no_graph():
    with pytest.raises(DodonaError, match="has no tree"):
        nltk_graph(Sentence.from_words(["a"]))


def test_conllu_reads_and_writes_it():
    conllu = pytest.importorskip("conllu", reason="needs conllu")
    for sentence in [DON_T, *grove("dev")]:
        (read,) = conllu.parse(sentence.to_conllu())
        assert [word["form"] for word in read if isinstance(word["id"], int)] == sentence.forms
        back = Sentence.from_conllu(read.serialize())
        assert back.to_dict() == sentence.to_dict()


def test_udapi_reads_and_writes_it(tmp_path):
    document = pytest.importorskip("udapi.core.document", reason="needs udapi").Document()
    sentences = [DON_T, *grove("dev")]
    document.from_conllu_string("".join(sentence.to_conllu() for sentence in sentences))
    assert [len(tree.descendants) for tree in document.trees] == [*map(len, sentences)]
    document.store_conllu(str(tmp_path / "back.conllu"))
    back = list(read_conllu(tmp_path / "back.conllu"))
    assert [each.to_dict() for each in back] == [each.to_dict() for each in sentences]


def test_what_stanza_writes_is_read():
    """As of Stanza 1.10: places of tokens in MISC, features of words that are in tokens."""
    sentence = Sentence.from_conllu(
        "# text = I don't.\n# sent_id = 0\n"
        "1\tI\tI\tPRON\tPRP\tCase=Nom\t3\tnsubj\t_\tstart_char=0|end_char=1\n"
        "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tstart_char=2|end_char=7|SpaceAfter=No\n"
        "2\tdo\tdo\tAUX\tVBP\t_\t3\taux\t_\tstart_char=2|end_char=4\n"
        "3\tn't\tnot\tPART\tRB\t_\t0\troot\t_\tstart_char=4|end_char=7\n"
        "4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\tstart_char=7|end_char=8\n\n"
    )
    assert [(each["id"], each.get("start_char")) for each in sentence.to_dict()] == [
        (1, 0), ((2, 3), 2), (2, None), (3, None), (4, 7),
    ]  # fmt: skip


def test_a_frame_of_pandas_has_a_row_for_each_word():
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    from dodona import Document

    document = Document("I don't.  I don't.", [DON_T, DON_T])
    frame = document.to_pandas()
    assert list(frame) == [
        "sentence", "id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps",
        "misc", "start", "end",
    ]  # fmt: skip
    assert list(frame.sentence) == [0] * 4 + [1] * 4
    assert list(frame.form) == DON_T.forms * 2
    assert list(frame[frame.sentence == 1].start) == [10, 12, 12, 17]
    assert frame["head"].tolist() == DON_T.heads * 2
    assert pandas.isna(frame.xpos[2])
    heads = frame.merge(frame, left_on=["sentence", "head"], right_on=["sentence", "id"])
    assert list(heads[heads.deprel_x == "aux"].form_y) == ["n't", "n't"]
    bare = Document("a b", [Sentence.from_words(["a", "b"])]).to_pandas()
    assert bare["head"].isna().all()
    assert len(Document("", []).to_pandas()) == 0
