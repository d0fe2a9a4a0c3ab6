"""Reading and writing treebank files: nothing is lost, whatever the layout and the source."""

import bz2
import gzip
import io
import lzma
import subprocess
import sys
import time
import tracemalloc
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import conllu_files, conllx_files

from dodona.errors import TreebankError
from dodona.treebank import Reader, TreebankWarning, conllu, read_conllu, write_conllu

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
WORD = b"1\tword\t_\tX\t_\t_\t0\troot\t_\t_\n"
SENTENCE = b"# sent_id = 1\n" + WORD + b"\n"
COMPRESSION = {".gz": gzip, ".bz2": bz2, ".xz": lzma}

any_file = st.one_of(conllu_files(), conllx_files())
block_sizes = st.sampled_from([1, 2, 3, 4, 5, 7, 64, 1000, 1 << 18])
line_ends = st.sampled_from([b"\n", b"\r\n"])
blank_lines = st.lists(line_ends, max_size=4).map(b"".join)

ignoring_warnings = pytest.mark.filterwarnings("ignore::dodona.treebank.TreebankWarning")


class Pipe(io.BytesIO):
    """Bytes that cannot be read twice."""

    def seekable(self) -> bool:
        return False


def written(sentences) -> bytes:
    stream = io.BytesIO()
    write_conllu(sentences, stream)
    return stream.getvalue()


def read_in_blocks(size: int, stream, **options) -> list:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conllu, "BLOCK_SIZE", size)
        return list(Reader(stream, **options))


# Nothing is lost ----------------------------------------------------------------------------------


@given(any_file, block_sizes)
def test_sound_files_are_read_in_full_and_without_a_warning(file, size):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sentences = read_in_blocks(size, io.BytesIO(file.data))
    assert [sentence.raw for sentence in sentences] == [s.data for s in file.sentences]
    for sentence, expected in zip(sentences, file.sentences, strict=True):
        assert tuple(sentence.forms) == expected.forms
        assert (-1, *sentence.heads) == expected.heads
        assert (None, *sentence.deprels) == expected.labels


@st.composite
def odd_layouts(draw) -> bytes:
    """A file with Windows line ends, blank lines anywhere, a byte-order mark, no last line end."""
    file = draw(any_file)
    parts = [draw(st.sampled_from([b"", BYTE_ORDER_MARK])), draw(blank_lines)]
    for sentence in file.sentences:
        parts += [sentence.data.replace(b"\n", draw(line_ends)), draw(blank_lines)]
    data = b"".join(parts)
    return data.rstrip(b"\r\n") + draw(blank_lines) if draw(st.booleans()) else data


@ignoring_warnings
@given(odd_layouts(), block_sizes)
def test_odd_layouts_come_out_byte_for_byte(data, size):
    assert written(read_in_blocks(size, io.BytesIO(data))) == data


@ignoring_warnings
@given(odd_layouts(), block_sizes)
def test_a_pipe_loses_at_most_blank_lines_at_its_end(data, size):
    from_file = list(Reader(io.BytesIO(data)))
    from_pipe = read_in_blocks(size, Pipe(data))
    assert [(s.line, s.words) for s in from_pipe] == [(s.line, s.words) for s in from_file]
    assert written(from_pipe).rstrip(b"\r\n") == data.rstrip(b"\r\n")


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 64, 1 << 18])
@pytest.mark.parametrize("stream", [io.BytesIO, Pipe])
def test_lines_are_counted_from_the_first_of_the_sentence(size, stream):
    data = b"\n\r\n" + SENTENCE + b"\n\n\r\n\n" + SENTENCE + SENTENCE
    sentences = read_in_blocks(size, stream(data))
    assert [sentence.line for sentence in sentences] == [3, 10, 13]
    assert {sentence.source for sentence in sentences} == {"stream"}


def test_line_numbers_go_beyond_32_bits():
    from dodona.treebank.scanner import Scanner

    assert Scanner(SENTENCE, "file", 1 << 33).scan().line == 1 << 33


def test_every_file_of_the_real_treebanks_comes_out_byte_for_byte(treebanks):
    files = [
        path
        for path in sorted(treebanks.rglob("*"))
        if path.suffix in (".conllu", ".conll", ".conllx", ".train", ".test")
    ]
    assert files
    for path in files:
        stream = io.BytesIO()
        write_conllu(read_conllu(path), stream)
        assert stream.getvalue() == path.read_bytes(), path


# Formats and warnings -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.conllu", WORD.replace(b"X", b"N"), "conllu"),
        ("a.conllu.gz", WORD.replace(b"X", b"N"), "conllu"),
        ("a.conllx", WORD, "conllx"),
        ("a.conll", WORD, "conllu"),
        ("a.conll", b"# a comment\n" + WORD.replace(b"X", b"N"), "conllu"),
        ("a.conll", WORD.replace(b"X", b"N"), "conllx"),
        ("conllu/a.train", WORD.replace(b"X", b"N"), "conllx"),
    ],
)
def test_the_format_follows_from_the_name_or_the_first_sentence(name, data, expected):
    reader = Reader(io.BytesIO(data + b"\n"), name=name)
    assert len(list(reader)) == 1
    assert reader.format == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (SENTENCE.replace(b"\n", b"\r\n") * 3, "the file has Windows line ends (CR LF)"),
        (SENTENCE + SENTENCE.replace(b"\n", b"\r\n"), "the file has Windows line ends (CR LF)"),
        (BYTE_ORDER_MARK + SENTENCE * 3, "the file has a byte-order mark"),
        ((BYTE_ORDER_MARK + SENTENCE) * 3, "the file has a byte-order mark"),
        (SENTENCE * 3 + WORD, "the last sentence lacks the blank line after it"),
        (SENTENCE * 3 + WORD[:-1], "the last sentence lacks the blank line after it"),
    ],
    ids=["crlf", "mixed", "mark", "marks of joined files", "no blank line", "no line end"],
)
@pytest.mark.parametrize("size", [1, 50, 1 << 18])
def test_oddities_are_read_with_one_warning(tmp_path, data, message, size):
    path = tmp_path / "odd.conllu"
    path.write_bytes(data)
    with pytest.warns(TreebankWarning) as caught:
        sentences = read_in_blocks(size, path)
    assert [str(warning.message) for warning in caught] == [f"{path}: {message}"]
    assert len(sentences) == data.count(b"word")
    assert {tuple(s.misc) for s in sentences} == {("_",)}
    assert written(sentences) == data


# Sources and destinations -------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", COMPRESSION)
@given(file=conllu_files(), size=block_sizes)
@settings(max_examples=20)
def test_compressed_files(tmp_path_factory, suffix, file, size):
    path = tmp_path_factory.mktemp("packed") / f"file.conllu{suffix}"
    path.write_bytes(COMPRESSION[suffix].compress(file.data) * 2)  # as `cat a.gz b.gz` makes it
    assert written(read_in_blocks(size, path)) == file.data * 2
    write_conllu(read_conllu(path), path)
    assert COMPRESSION[suffix].decompress(path.read_bytes()) == file.data * 2


def test_standard_input_and_output():
    program = (
        "from dodona.treebank import *; reader = read_conllu('-');"
        "write_conllu((s for s in reader if s.source == 'standard input'), '-')"
    )
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, input=SENTENCE * 3, stdout=subprocess.PIPE, timeout=60)
    assert result.stdout == SENTENCE * 3


def test_a_stream_is_named_and_left_open(tmp_path):
    (tmp_path / "a.conllu").write_bytes(SENTENCE)
    with open(tmp_path / "a.conllu", "rb") as stream:
        assert Reader(stream).name == str(tmp_path / "a.conllu")
        assert len(list(Reader(stream))) == 1
        assert not stream.closed
    assert Reader(io.BytesIO()).name == "stream"
    assert Reader(io.BytesIO(), name="mine").name == "mine"


def test_streams_can_be_read_where_there_is_no_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)  # as under pythonw
    assert len(list(Reader(io.BytesIO(SENTENCE)))) == 1


@ignoring_warnings
@pytest.mark.parametrize(
    "cut", [b"\n", b"\n\n", b"\r\n\r\n", b"\n\r\n"], ids=["blank", "all", "crlf", "crlf blank"]
)
def test_files_that_lack_the_last_line_ends_do_not_run_into_each_other(cut):
    data = SENTENCE.replace(b"\n", b"\r\n") if b"\r" in cut else SENTENCE
    ends = list(Reader(io.BytesIO(data.removesuffix(cut)))) * 3
    assert [s.words for s in Reader(io.BytesIO(written(ends)))] == [s.words for s in ends]


def test_a_file_may_be_written_over_itself(tmp_path):
    path = tmp_path / "file.conllu"
    path.write_bytes(SENTENCE * 1000)
    write_conllu((s.with_tree([0], ["x"]) for s in read_conllu(path)), path)
    assert path.read_bytes() == SENTENCE.replace(b"root", b"x") * 1000


@pytest.mark.parametrize("stream", [io.BytesIO, Pipe])
def test_a_huge_sentence_takes_time_in_proportion(monkeypatch, stream):
    """Blocks must not be joined and searched from the beginning again and again."""
    monkeypatch.setattr(conllu, "BLOCK_SIZE", 1 << 10)
    searched = 0
    search = conllu._last_boundary

    def count(data, wait):
        nonlocal searched
        searched += len(data)
        return search(data, wait)

    monkeypatch.setattr(conllu, "_last_boundary", count)
    data = b"# " + b"x" * (1 << 20) + b"\n" + SENTENCE
    (sentence,) = Reader(stream(data))
    assert sentence.raw == data
    assert searched < 1.1 * len(data)


# Blank lines without end --------------------------------------------------------------------------


@ignoring_warnings
@given(odd_layouts(), block_sizes, st.sampled_from([io.BytesIO, Pipe]), st.integers(1, 6))
@settings(max_examples=30)
def test_blank_lines_that_are_not_kept_are_counted(data, size, stream, kept):
    expected = [(s.line, s.words) for s in Reader(io.BytesIO(data))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conllu, "_MOST_BLANK", kept)
        found = read_in_blocks(size, stream(data))
    assert [(s.line, s.words) for s in found] == expected


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("stream", [io.BytesIO, Pipe])
def test_blank_lines_without_end_take_neither_time_nor_memory(monkeypatch, stream, line_end):
    """They were kept, and looked at again with each block of a pipe."""
    monkeypatch.setattr(conllu, "BLOCK_SIZE", 1 << 12)
    blank = line_end * (1 << 22)
    data = stream(SENTENCE + blank + SENTENCE)
    start = time.process_time()
    tracemalloc.start()
    try:
        with pytest.warns(TreebankWarning, match="a megabyte of blank lines and more is not kept"):
            sentences = list(Reader(data))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert time.process_time() - start < 5  # it takes 0.3 s
    assert peak < 6 << 20
    assert [s.line for s in sentences] == [1, 4 + (1 << 22)]


def test_a_compressed_file_of_blank_lines_takes_little_memory(tmp_path):
    path = tmp_path / "bomb.conllu.gz"
    path.write_bytes(gzip.compress(b"\n" * (1 << 23), 1))
    tracemalloc.start()
    try:
        with pytest.warns(TreebankWarning), pytest.raises(TreebankError, match="no sentences"):
            list(Reader(path))
        assert tracemalloc.get_traced_memory()[1] < 6 << 20
    finally:
        tracemalloc.stop()
