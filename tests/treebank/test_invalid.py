"""Bad input: one clear error each (file, line, sentence, what is wrong), and none is passed over.

In the examples a bad sentence named `bad` stands after a sound one and before two more, so its
first line, the comment with its name, is line 4 of the file.
"""

import bz2
import gzip
import io
import lzma
import pickle
import re
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import broken_files

from dodona.errors import TreebankError
from dodona.treebank import Reader, conllu, read_conllu

SOUND = "# sent_id = sound\n1\tword\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
COMPRESSION = {".gz": gzip, ".bz2": bz2, ".xz": lzma}
BLOCK_SIZES = [1, 2, 3, 7, 64, 1 << 18]

ignoring_warnings = pytest.mark.filterwarnings("ignore::dodona.treebank.TreebankWarning")


def word(number: object, head: object = 0, form: str = "w", rest: str = "dep\t_\t_") -> str:
    return f"{number}\t{form}\t_\tX\t_\t_\t{head}\t{rest}\n"


def bare(number: object) -> str:
    """The line of a multiword token or an empty node."""
    return word(number, "_", rest="_\t_\t_")


def after_two(line: str) -> str:
    return word(1) + word(2, 1) + line


def columns(count: int) -> str:
    noun = "column" if count == 1 else "columns"
    return f"the line has {count} {noun}, not 10; they are separated by tabs"


def not_utf8(byte: str) -> str:
    return f"byte {byte} is not UTF-8; save the file as UTF-8"


COMMENT = "a comment stands between the words of a sentence"
BAD_SENTENCES = {
    # what is wrong: the lines after the comment, the line of the file, the message
    "too few columns": (after_two("3\tw\t_\n"), 7, columns(3)),
    "too many columns": (word(1, rest="dep\t_\t_\t_"), 5, columns(11)),
    "very many columns": ("1" + "\t_" * 999 + "\n", 5, columns(1000)),
    "spaces for tabs": (word(1).replace("\t", " "), 5, columns(1)),
    "a line of spaces": (after_two("  \n"), 7, columns(1)),
    "empty column": (word(1, form=""), 5, "column 2 is empty; write _ for no value"),
    "empty id": (word(""), 5, "column 1 is empty; write _ for no value"),
    "empty last column": (word(1, rest="dep\t_\t"), 5, "column 10 is empty; write _ for no value"),
    "head is a word": (word(1, "root"), 5, "the head 'root' is neither a whole number nor _"),
    "head is negative": (word(1, -1), 5, "the head '-1' is neither a whole number nor _"),
    "head has a sign": (word(1, "+0"), 5, "the head '+0' is neither a whole number nor _"),
    "head has a zero": (word(1, "00"), 5, "the head '00' is neither a whole number nor _"),
    "head is an empty node": (word(1, "0.1"), 5, "the head '0.1' is neither a whole number nor _"),
    "head is huge": (word(1, 2**32), 5, "the head '4294967296' is neither a whole number nor _"),
    "head is very long": (
        word(1, "9" * 10_000), 5, f"the head '{'9' * 40}...' is neither a whole number nor _"),
    "head is ten to the ninth": (
        word(1, 999_999_999), 5, "the head of word 1 is 999999999, but the sentence has 1 word"),
    "head out of range": (
        after_two(word(3, 4)), 7, "the head of word 3 is 4, but the sentence has 3 words"),
    "some heads": (
        after_two(word(3, "_")), 7,
        "there is no head for 1 of 3 words; give all of them one, or none"),
    "own head": (after_two(word(3, 3)), 7, "the heads have a cycle through word 3"),
    "cycle": (
        word(1) + word(2, 3) + word(3, 4) + word(4, 2), 6, "the heads have a cycle through word 2"),
    "cycle below a word": (
        word(1, 3) + word(2, 0) + word(3, 4) + word(4, 3), 7,
        "the heads have a cycle through word 3"),
    "first id": (word(2), 5, "the id '2' stands where 1 is due"),
    "id twice": (after_two(word(2, 1)), 7, "the id '2' stands where 3 is due"),
    "id left out": (after_two(word(4, 1)), 7, "the id '4' stands where 3 is due"),
    "id zero": (word(0), 5, "the id '0' stands where 1 is due"),
    "id is a word": (word("one"), 5, "the id 'one' stands where 1 is due"),
    "id with a zero": (word("01"), 5, "the id '01' stands where 1 is due"),
    "id is huge": (word(2**32 + 1), 5, "the id '4294967297' stands where 1 is due"),
    "id with nothing before the dash": (word("-1"), 5, "the id '-1' stands where 1 is due"),
    "two sentences in one": (after_two(word(1)), 7, "the id '1' stands where 3 is due"),
    "comment after a word": (after_two("# note\n" + word(3)), 7, COMMENT),
    "comment at the end": (after_two("# note\n"), 7, COMMENT),
    "comment after a multiword token": (
        bare("1-2") + "#\n" + word(1) + word(2, 1), 6, COMMENT),
    "comment after an empty node": (bare("0.1") + "#\n" + word(1), 6, COMMENT),
    **{
        f"multiword token {span}": (
            after_two(bare(span) + word(3, 1)), 7,
            f"the multiword token '{span}' is no range from word 3 on, "
            "or overlaps the one before it")
        for span in ("2-3", "4-5", "3-2", "3-", "3-x", "3-4-5", "3-99999999999", "03-4")
    },
    "multiword tokens overlap": (
        bare("1-3") + after_two(bare("3-4") + word(3, 1) + word(4, 1)), 8,
        "the multiword token '3-4' is no range from word 3 on, or overlaps the one before it"),
    "multiword token past the end": (
        after_two(bare("3-4") + word(3, 1)), 7,
        "a multiword token ends at word 4, but there are only 3"),
    "multiword token at the end": (
        after_two(bare("3-4")), 7, "a multiword token ends at word 4, but there are only 2"),
    **{
        f"empty node {node}": (
            after_two(bare("2.1") + bare(node)), 8,
            f"the empty node '{node}' stands where 2.2 is due")
        for node in ("2.1", "2.3", "1.2", "3.2", "2.", "2.x", "2.02", "2.2.2", "99999999999.2")
    },
    "no words": ("", 4, "the sentence has no words"),
    "only an empty node": (bare("0.1"), 4, "the sentence has no words"),
    "bad byte": (after_two(word(3, 1, form="caf\udce9")), 7, not_utf8("0xe9")),
    "bad byte in a comment": ("# text = \udcff\n" + word(1), 5, not_utf8("0xff")),
    "bad byte and a bad head": (word(1, "x") + word(2, form="\udc80"), 6, not_utf8("0x80")),
}  # fmt: skip

each_bad_sentence = pytest.mark.parametrize(
    ("lines", "line", "message"), BAD_SENTENCES.values(), ids=BAD_SENTENCES.keys()
)


def around(lines: str, line_end: str = "\n") -> bytes:
    text = SOUND + "# sent_id = bad\n" + lines + "\n" + SOUND + SOUND
    return text.replace("\n", line_end).encode(errors="surrogateescape")


@each_bad_sentence
def test_the_error_says_what_is_wrong_and_where(tmp_path, lines, line, message):
    path = tmp_path / "file.conllu"
    path.write_bytes(around(lines))
    with pytest.raises(TreebankError) as caught:
        list(read_conllu(path))
    assert str(caught.value) == f"{path}:{line} (sentence bad): {message}"
    assert (caught.value.source, caught.value.line) == (str(path), line)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@each_bad_sentence
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("size", BLOCK_SIZES)
@ignoring_warnings
def test_the_sentences_around_a_bad_one_are_read(monkeypatch, lines, line, message, line_end, size):
    monkeypatch.setattr(conllu, "BLOCK_SIZE", size)
    reader = Reader(io.BytesIO(around(lines, line_end)), skip_invalid=True)
    assert [(s.sent_id, s.line) for s in reader] == [
        ("sound", 1),
        *(("sound", 4 + 2 + lines.count("\n") + 3 * i) for i in range(2)),
    ]
    assert [str(e) for e in reader.invalid] == [f"stream:{line} (sentence bad): {message}"]


def test_the_sentences_before_a_bad_one_are_given_out_first(monkeypatch):
    monkeypatch.setattr(conllu, "BLOCK_SIZE", 1)
    reader = iter(Reader(io.BytesIO(SOUND.encode() * 2 + word("x").encode())))
    assert [next(reader).sent_id, next(reader).sent_id] == ["sound", "sound"]
    with pytest.raises(TreebankError, match=r"^stream:7: the id 'x'"):
        next(reader)


@pytest.mark.parametrize("before", ["", "\ufeff", "\n\n", "\ufeff\n\n\n", "# " + "x" * 9999 + "\n"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@ignoring_warnings
def test_the_sentence_is_named_whatever_stands_before_its_name(before, line_end):
    text = before + "# sent_id = bad\n" + word(1, 5) + "\n" + SOUND
    with pytest.raises(TreebankError) as caught:
        list(Reader(io.BytesIO(text.replace("\n", line_end).encode())))
    assert str(caught.value) == (
        f"stream:{before.count(chr(10)) + 2} (sentence bad): "
        "the head of word 1 is 5, but the sentence has 1 word"
    )


@pytest.mark.parametrize(
    "comments",
    [
        "# sent_id = bad\n",
        "#sent_id=bad\n# sent_id = other\n",
        "# a_sent_id = 7\n# sent_id_of = 8\n# no sent_id\n#\u2003sent_id\u2003= bad\n",
    ],
)
def test_the_id_is_found_among_other_comments(comments):
    text = SOUND + comments + word(1, 5, rest="dep\t_\tsent_id=9") + "\n"
    with pytest.raises(TreebankError) as caught:
        list(Reader(io.BytesIO(text.encode())))
    assert caught.value.sentence == "sentence bad"


def test_the_error_of_a_long_sentence_takes_little_memory():
    """All its lines were taken apart in search of its id."""
    data = b"# sent_id = bad\n" + b"#x\n" * 1_000_000
    tracemalloc.start()
    try:
        with pytest.raises(TreebankError, match="the sentence has no words") as caught:
            list(Reader(io.BytesIO(data)))
        assert caught.value.sentence == "sentence bad"
        assert tracemalloc.get_traced_memory()[1] < 4 * len(data)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("comments", ["", "# sent_id =\n", "# text = sent_id = 3\n", "#\n"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_sentence_without_a_name_does_not_borrow_one(comments, line_end):
    text = comments + word(1, 5) + "\n" + SOUND
    with pytest.raises(TreebankError) as caught:
        list(Reader(io.BytesIO(text.replace("\n", line_end).encode())))
    assert caught.value.sentence == ""


# Files as a whole ---------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"\n", b"\n" * 100, b"\r\n\r\n", b"\r", b"\xef\xbb\xbf",
                                  b"\xef\xbb\xbf\r\n\n"])  # fmt: skip
@pytest.mark.parametrize("skip_invalid", [True, False])
@pytest.mark.parametrize("size", BLOCK_SIZES)
@ignoring_warnings
def test_a_file_without_sentences(monkeypatch, tmp_path, data, skip_invalid, size):
    monkeypatch.setattr(conllu, "BLOCK_SIZE", size)
    path = tmp_path / "file.conllu"
    path.write_bytes(data)
    with pytest.raises(TreebankError) as caught:
        list(read_conllu(path, skip_invalid=skip_invalid))
    assert str(caught.value) == f"{path}: the file holds no sentences"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"# only\n# comments\n", "stream:1: the sentence has no words"),
        (SOUND.encode("utf-16"), "stream:1: byte 0xff is not UTF-8"),
        (SOUND.replace("\n", "\r").encode(), "stream:1 (sentence sound"),
        (SOUND[:-3].encode(), "stream:2 (sentence sound): column 10 is empty"),
        (SOUND[:-5].encode(), "stream:2 (sentence sound): the line has 9 columns, not 10"),
        (SOUND.encode()[:30], "stream:2 (sentence sound): the line has"),
        (bytes(100), "stream:1: the line has 1 column,"),
    ],
    ids=["comments", "utf-16", "old mac", "cut off", "cut", "cut early", "zeros"],
)
@ignoring_warnings
def test_files_that_are_bad_to_the_end(data, message):
    with pytest.raises(TreebankError) as caught:
        list(Reader(io.BytesIO(data)))
    assert str(caught.value).startswith(message)
    reader = Reader(io.BytesIO(data), skip_invalid=True)
    assert list(reader) == []
    assert len(reader.invalid) == 1


DAMAGE = {
    "cut off": lambda packed: packed[: len(packed) * 2 // 3],
    "not packed at all": lambda packed: SOUND.encode() * 100,
    "wrong in the middle": lambda packed: packed[:60] + bytes(40) + packed[100:],
    "wrong checksum": lambda packed: packed[:-8] + bytes(8),
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("suffix", COMPRESSION)
@pytest.mark.parametrize("skip_invalid", [True, False])
def test_damaged_compressed_files(tmp_path, suffix, damage, skip_invalid):
    data = "".join(SOUND.replace("word", f"word{i * i}") for i in range(300)).encode()
    path = tmp_path / f"file.conllu{suffix}"
    path.write_bytes(DAMAGE[damage](COMPRESSION[suffix].compress(data)))
    with pytest.raises(TreebankError) as caught:
        list(read_conllu(path, skip_invalid=skip_invalid))
    assert str(caught.value).startswith(f"{path}: the compressed file is damaged: ")


def test_a_failing_disk_is_no_bad_treebank():
    class Failing(io.BytesIO):
        def read1(self, size=-1):
            raise OSError(5, "Input/output error")

    with pytest.raises(OSError, match="Input/output error"):
        list(Reader(Failing()))


def test_a_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"none\.conllu"):
        list(read_conllu(tmp_path / "none.conllu"))


# Nothing is ever dropped silently -----------------------------------------------------------------


def stretches(data: bytes) -> dict[range, bytes]:
    """What stands between blank lines, by its line numbers."""
    found, lines = {}, data.split(b"\n")
    for match in re.finditer("x+", "".join(".x"[bool(line.strip(b"\r"))] for line in lines)):
        found[range(match.start() + 1, match.end() + 1)] = b"\n".join(lines[slice(*match.span())])
    return found


@given(broken_files(), st.sampled_from(BLOCK_SIZES))
def test_all_but_the_broken_sentence_are_read(broken, size):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conllu, "BLOCK_SIZE", size)
        with pytest.raises(TreebankError) as caught:
            list(Reader(io.BytesIO(broken.data)))
        if broken.defect == "empty file":
            return
        reader = Reader(io.BytesIO(broken.data), skip_invalid=True)
        raws = [sentence.raw.rstrip(b"\n") for sentence in reader]
    (error,) = reader.invalid
    assert str(error) == str(caught.value)
    assert raws == [raw for lines, raw in stretches(broken.data).items() if error.line not in lines]
    assert len(raws) == len(stretches(broken.data)) - 1


TOKENS = [b"\n", b"\n\n", b"\r\n", b"\t", b"1", b"2", b"_", b"#", b"-", b".", b"\xff", b"\0", b" ",
          b"# sent_id = x\n", SOUND.encode(), word(1).encode(), word(2, 1).encode(),
          word(3, 2).encode(), bare("1-2").encode(), bare("1.1").encode()]  # fmt: skip


@given(st.lists(st.sampled_from(TOKENS), max_size=12).map(b"".join))
@ignoring_warnings
def test_whatever_is_read_every_stretch_is_a_sentence_or_an_error(data):
    outcomes = []
    for size in BLOCK_SIZES:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(conllu, "BLOCK_SIZE", size)
            reader = Reader(io.BytesIO(data), skip_invalid=True)
            try:
                read = {s.line: s.raw.strip(b"\r\n") for s in reader}
            except TreebankError as error:
                assert error.message == "the file holds no sentences"
                read = {}
        outcomes.append((read, [str(error) for error in reader.invalid]))
        for lines, raw in stretches(data).items():
            if lines[0] in read:
                assert read[lines[0]] == raw.strip(b"\r\n")
            else:
                assert sum(error.line in lines for error in reader.invalid) == 1
        assert len(read) + len(reader.invalid) == len(stretches(data))
    assert all(outcome == outcomes[0] for outcome in outcomes)
