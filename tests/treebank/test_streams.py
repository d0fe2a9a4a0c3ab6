"""Files in and out: compressed or not, whole or not at all, and places that are no files."""

import bz2
import gzip
import io
import lzma
import os
import signal
import stat
import subprocess
import sys
import threading

import pytest

from dodona.treebank.streams import open_input, open_output

CONTENT = "Über allen Gipfeln\n".encode() * 100
COMPRESSION = {".gz": gzip, ".bz2": bz2, ".xz": lzma}

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
    reader = threading.Thread(target=lambda: received.append(path.read_bytes()))
    reader.start()
    write(path)
    reader.join(60)
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


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CONTENT)))
    with open_input("-") as stream:
        assert stream.read() == CONTENT
    assert not sys.stdin.buffer.closed


def test_a_folder_cannot_be_written_to(tmp_path):
    with pytest.raises(IsADirectoryError), open_output(tmp_path):
        pass
