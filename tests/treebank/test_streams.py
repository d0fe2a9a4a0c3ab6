"""Bytes in and out: files written whole or not at all, pipes that do not wait, endless streams."""

import bz2
import gzip
import io
import itertools
import lzma
import os
import signal
import stat
import subprocess
import sys
import threading
import tracemalloc

import pytest

from dodona.errors import TreebankError
from dodona.treebank import Reader, conllu, read_conllu
from dodona.treebank.streams import open_input, open_output

CONTENT = "Über allen Gipfeln\n".encode() * 100
COMPRESSION = {".gz": gzip, ".bz2": bz2, ".xz": lzma}

SENTENCE = b"# sent_id = 1\n1\tword\t_\tX\t_\t_\t0\troot\t_\t_\n\n"

compressed = pytest.mark.parametrize("suffix", COMPRESSION)
any_suffix = pytest.mark.parametrize("suffix", ["", ".conllu", *COMPRESSION, ".GZ"])


def run(program: str, *arguments: object, **options) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)], check=True, timeout=60, **options
    )


def write(path, content=CONTENT):
    with open_output(path) as stream:
        stream.write(content)


@any_suffix
@pytest.mark.parametrize("as_path", [str, lambda path: path])
def test_what_is_written_is_read(tmp_path, suffix, as_path):
    path = as_path(tmp_path / f"out{suffix}")
    write(path)
    with open_input(path) as stream:
        assert stream.read() == CONTENT


@compressed
@pytest.mark.parametrize("size", [1, 1000])
def test_further_streams_are_read_and_zeros_behind_them_are_not(tmp_path, suffix, size):
    path = tmp_path / f"a{suffix}"
    stream = COMPRESSION[suffix].compress(b"x" * size * 100)
    path.write_bytes(2 * (stream + bytes(8)) + stream + bytes(100_000))
    with open_input(path) as unpacked:
        assert unpacked.read() == b"x" * size * 300


@compressed
@pytest.mark.parametrize("rest", [b"garbage", bytes(8) + b"x", SENTENCE * 9000])
def test_other_bytes_behind_a_stream_are_an_error(tmp_path, suffix, rest):
    path = tmp_path / f"a.conllu{suffix}"
    path.write_bytes(COMPRESSION[suffix].compress(SENTENCE * 3) + rest)
    with pytest.raises(TreebankError, match="the compressed file is damaged"):
        list(read_conllu(path))


@compressed
def test_a_stream_that_is_cut_off_is_an_error(tmp_path, suffix):
    path = tmp_path / f"a.conllu{suffix}"
    whole = COMPRESSION[suffix].compress(SENTENCE * 3)
    path.write_bytes(2 * whole + whole[:-9])
    with pytest.raises(TreebankError, match="the compressed file is damaged"):
        list(read_conllu(path))


@compressed
def test_the_suffix_says_how_a_file_is_packed(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    write(path)
    assert COMPRESSION[suffix].decompress(path.read_bytes()) == CONTENT


def test_gzip_output_is_the_same_every_time_and_names_no_file(tmp_path):
    """So that two runs can be compared, and `gunzip -N` brings no unfinished name to light."""
    write(tmp_path / "a.gz")
    write(tmp_path / "b.gz")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert b"partial" not in (tmp_path / "a.gz").read_bytes()


@any_suffix
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path, suffix, error):
    path = tmp_path / f"out{suffix}"
    path.write_bytes(b"old")
    with pytest.raises(error), open_output(path) as stream:
        stream.write(CONTENT)
        assert path.read_bytes() == b"old"
        raise error
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == [path.name]


def test_an_error_leaves_no_file_where_there_was_none(tmp_path):
    with pytest.raises(ValueError), open_output(tmp_path / "out") as stream:
        stream.write(CONTENT)
        raise ValueError
    assert os.listdir(tmp_path) == []


def test_a_killed_process_leaves_the_old_file(tmp_path):
    path = tmp_path / "out"
    path.write_bytes(b"old")
    program = """if True:
        import sys
        from dodona.treebank.streams import open_output
        with open_output(sys.argv[1]) as stream:
            stream.write(b"x" * 1_000_000)
            stream.flush()
            print("writing", flush=True)
            sys.stdin.read()
    """
    with subprocess.Popen(
        [sys.executable, "-c", program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"writing\n"
        process.kill()
        assert process.wait(60) == -signal.SIGKILL
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_permissions_follow_the_umask(tmp_path, umask):
    path = tmp_path / "out"
    before = os.umask(umask)
    try:
        write(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


@pytest.mark.parametrize("dangling", [True, False])
def test_a_link_stays_a_link(tmp_path, dangling):
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "target"
    if not dangling:
        target.write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to(target)
    write(link)
    assert link.is_symlink()
    assert target.read_bytes() == CONTENT


def test_a_link_is_packed_by_its_own_name(tmp_path):
    """It will be read by that name."""
    link = tmp_path / "out.gz"
    link.symlink_to(tmp_path / "blob")
    write(link)
    with open_input(link) as stream:
        assert stream.read() == CONTENT


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_a_fifo_is_written_to_and_not_replaced(tmp_path, suffix):
    path = tmp_path / f"fifo{suffix}"
    os.mkfifo(path)
    received = []
    reader = threading.Thread(target=lambda: received.append(path.read_bytes()), daemon=True)
    reader.start()
    write(path)
    reader.join(30)
    unpack = gzip.decompress if suffix else bytes
    assert unpack(received[0]) == CONTENT
    assert path.is_fifo()


WRITE_TO_STANDARD_OUTPUT = """if True:
    import sys
    from dodona.treebank.streams import open_output
    print("before")
    with open_output(sys.argv[1]) as stream:
        stream.write(b"bytes\\n")
    print("after")
"""


@pytest.mark.parametrize("path", ["-", "/dev/stdout"])
def test_standard_output_keeps_its_order(path):
    result = run(WRITE_TO_STANDARD_OUTPUT, path, stdout=subprocess.PIPE)
    assert result.stdout == b"before\nbytes\nafter\n"


@pytest.mark.parametrize("path", ["-", "/dev/stdout"])
def test_standard_output_may_be_a_file_that_others_write_to(tmp_path, path):
    """As in `(echo heading; dodona parse ...) > file`: the heading must not be lost."""
    with open(tmp_path / "log", "wb") as log:
        log.write(b"heading\n")
        log.flush()
        run(WRITE_TO_STANDARD_OUTPUT, path, stdout=log)
    assert (tmp_path / "log").read_bytes() == b"heading\nbefore\nbytes\nafter\n"


def test_standard_input_is_read_and_left_open(tmp_path, monkeypatch):
    (tmp_path / "in").write_bytes(CONTENT)
    with open(tmp_path / "in") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with open_input("-") as stream:
            assert stream.read() == CONTENT
        assert stdin.read() == ""


def test_a_folder_cannot_be_written_to(tmp_path):
    with pytest.raises(IsADirectoryError), open_output(tmp_path):
        pass


def test_a_missing_folder_is_named_as_the_user_named_it(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, open_output(tmp_path / "none" / "out"):
        pass
    assert caught.value.filename == str(tmp_path / "none" / "out")


# Nothing waits and nothing piles up ---------------------------------------------------------------


class Endless(io.RawIOBase):
    """The same sentence without end; ``given`` counts the bytes that were asked for."""

    def __init__(self, sentence: bytes = SENTENCE) -> None:
        self._stretch = sentence * 1000
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, target) -> int:
        start = self.given % len(self._stretch)
        piece = self._stretch[start : start + len(target)]
        target[: len(piece)] = piece
        self.given += len(piece)
        return len(piece)


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
@pytest.mark.filterwarnings("ignore::dodona.treebank.TreebankWarning")
def test_a_sentence_is_given_out_as_soon_as_a_pipe_has_delivered_it(line_end):
    sentence = SENTENCE.replace(b"\n", line_end)
    read_end, write_end = os.pipe()
    with open(read_end, "rb") as source, open(write_end, "wb", buffering=0) as sink:
        too_late = threading.Timer(30, sink.close)  # rather a failure than a test that hangs
        too_late.start()
        reader = iter(read_conllu(source))
        for _ in range(3):
            sink.write(sentence[:20])
            sink.write(sentence[20:])
            assert next(reader).raw == sentence
        sink.write(sentence * 2 + sentence[:-1])
        assert next(reader).raw == next(reader).raw == sentence
        assert not sink.closed
        too_late.cancel()
        sink.close()
        assert next(reader).raw == sentence[:-1]
        assert next(reader, None) is None


def test_batches_are_the_sentences_of_a_stretch():
    batches = Reader(io.BytesIO(SENTENCE * 20_000)).batches()
    sizes = [len(batch) for batch in batches]
    assert sum(sizes) == 20_000
    assert max(sizes) <= conllu.BLOCK_SIZE // len(SENTENCE) + 1


def test_no_more_than_a_block_is_read_ahead():
    stream = Endless()
    used = 0
    for sentence in itertools.islice(Reader(io.BufferedReader(stream)), 50_000):
        used += len(sentence.raw)
        assert stream.given - used <= 2 * conllu.BLOCK_SIZE


def test_memory_stays_the_same_however_long_the_file(monkeypatch):
    monkeypatch.setattr(conllu, "BLOCK_SIZE", 1 << 14)
    sentences = iter(Reader(Endless()))
    tracemalloc.start()
    try:
        peaks = []
        for _ in range(2):
            tracemalloc.reset_peak()
            assert sum(1 for _ in itertools.islice(sentences, 50_000)) == 50_000
            peaks.append(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()
    assert max(peaks) < 20 * conllu.BLOCK_SIZE  # the 50,000 sentences are 150 blocks
    assert peaks[1] < 1.2 * peaks[0]


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs Linux's /proc")
def test_the_process_does_not_grow_with_the_file():
    """What tracemalloc cannot see: the memory that sentences and scanner hold outside Python."""
    program = """if True:
        import itertools, sys
        sys.path[:] = sys.argv[1:]
        from test_streams import Endless
        from dodona.treebank import Reader
        sentences = iter(Reader(Endless()))
        for _ in range(2):
            sum(1 for _ in itertools.islice(sentences, 300_000))
            with open("/proc/self/statm") as status:
                print(status.read().split()[1])
    """
    command = [sys.executable, "-c", program, *sys.path]
    result = subprocess.run(command, stdout=subprocess.PIPE, timeout=120, check=True)
    half_way, at_the_end = map(int, result.stdout.split())
    assert at_the_end < 1.05 * half_way  # another 16 MB were read meanwhile


def test_errors_that_are_kept_do_not_keep_the_file(monkeypatch):
    monkeypatch.setattr(conllu, "BLOCK_SIZE", 1 << 14)
    bad = SENTENCE.replace(b"\t0\troot", b"\t7\troot")
    reader = Reader(Endless(SENTENCE * 200 + bad), skip_invalid=True)
    sentences = iter(reader)
    tracemalloc.start()
    try:
        next(sentences)
        before = tracemalloc.get_traced_memory()[0]
        assert sum(1 for _ in itertools.islice(sentences, 60_000)) == 60_000
        kept = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert len(reader.invalid) == 300
    assert kept < 300 * 2000 + 5 * conllu.BLOCK_SIZE  # the file so far: 3.2 MB
