"""Files that are written whole: names, modes, links, several writers, what killed ones leave."""

import os
import resource
import signal
import stat
import subprocess
import sys
import threading

import pytest

from dodona.treebank import partial
from dodona.treebank.streams import open_output

WRITE = """if True:
    import sys
    from dodona.treebank.streams import open_output
    with open_output(sys.argv[1]) as stream:
        stream.write(b"x" * 100_000)
        stream.flush()
        print("writing", flush=True)
        sys.stdin.read()
"""


def write(path, content=b"new"):
    with open_output(path) as stream:
        stream.write(content)


@pytest.fixture
def writer():
    """Start a process that has begun to write a file, and goes on when its input is closed."""
    processes = []

    def start(path):
        command = [sys.executable, "-c", WRITE, str(path)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        processes.append(process)
        assert process.stdout.readline() == b"writing\n"
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def partial_files(folder):
    return [path for path in folder.iterdir() if path.name.endswith(".partial")]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o444, 0o777])
def test_the_permissions_of_a_replaced_file_stay(tmp_path, mode):
    path = tmp_path / "out"
    path.write_bytes(b"old")
    path.chmod(mode)
    with open_output(path) as stream:
        stream.write(b"new")
        (unfinished,) = partial_files(tmp_path)
        assert stat.S_IMODE(unfinished.stat().st_mode) == mode
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("name", ["n" * 255, "ü" * 127, os.fsdecode(b"\xff" * 255), "a\nb"])
def test_any_name_will_do(tmp_path, name):
    write(tmp_path / name)
    assert os.listdir(tmp_path) == [name]


def test_a_name_that_is_too_long_is_an_error_that_names_it(tmp_path):
    with pytest.raises(OSError, match="too long") as caught:
        write(tmp_path / ("n" * 256))
    assert caught.value.filename == str(tmp_path / ("n" * 256))
    assert os.listdir(tmp_path) == []


def test_no_link_is_followed_and_no_file_of_others_is_written(tmp_path, monkeypatch):
    """Whoever guesses a name gains nothing."""
    names = iter(["0" * 16, "1" * 16, "2" * 16])
    monkeypatch.setattr(partial.secrets, "token_hex", lambda size: next(names))
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (tmp_path / f".out.{'0' * 16}.partial").symlink_to(victim)
    (tmp_path / f".out.{'1' * 16}.partial").mkdir()
    write(tmp_path / "out")
    assert victim.read_bytes() == b"precious"
    assert (tmp_path / "out").read_bytes() == b"new" and not (tmp_path / "out").is_symlink()


def test_a_loop_of_links_is_an_error_of_the_system(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError, match="symbolic links"):
        write(tmp_path / "a")


# Several writers ----------------------------------------------------------------------------------


def test_threads_that_write_one_path_leave_one_whole_file(tmp_path):
    path = tmp_path / "out"
    problems = []

    def work(letter):
        try:
            for _ in range(30):
                write(path, letter * 50_000)
        except OSError as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=(letter,)) for letter in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert path.read_bytes() in (b"a" * 50_000, b"b" * 50_000, b"c" * 50_000)
    assert os.listdir(tmp_path) == ["out"]


def test_a_file_that_another_process_is_writing_stays(tmp_path, writer):
    path = tmp_path / "out"
    other = writer(path)
    write(path)
    assert path.read_bytes() == b"new"
    assert len(partial_files(tmp_path)) == 1
    other.communicate()
    assert path.read_bytes() == b"x" * 100_000
    assert os.listdir(tmp_path) == ["out"]


def test_what_a_killed_process_has_left_is_removed(tmp_path, writer):
    for name in ("out", "other", "n" * 255):
        process = writer(tmp_path / name)
        process.kill()
        assert process.wait() == -signal.SIGKILL
    assert len(partial_files(tmp_path)) >= 1
    write(tmp_path / "out")
    assert os.listdir(tmp_path) == ["out"]


def test_only_left_overs_are_removed(tmp_path):
    for name in (".notes.partial", "out.0123456789abcdef.partial", ".out.0123456789abcdeX.partial"):
        (tmp_path / name).write_bytes(b"mine")
    before = set(os.listdir(tmp_path))
    write(tmp_path / "out")
    assert set(os.listdir(tmp_path)) == before | {"out"}


def test_a_file_that_is_taken_for_a_left_over_before_it_is_locked(tmp_path, monkeypatch):
    """Another writer may look at a partial file at the moment between its making and its lock."""
    lock, taken = partial._lock, []

    def late(descriptor):
        if not taken:
            (unlocked,) = partial_files(tmp_path)
            taken.append(unlocked)
            partial._remove_left_over(str(unlocked))
        lock(descriptor)

    monkeypatch.setattr(partial, "_lock", late)
    write(tmp_path / "out")
    assert taken and (tmp_path / "out").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["out"]


def test_large_folders_are_not_searched_for_each_file(tmp_path, monkeypatch):
    monkeypatch.setattr(partial, "_ENTRIES_A_FILE", 2)
    searches = []
    search = partial.os.scandir
    monkeypatch.setattr(partial.os, "scandir", lambda path: searches.append(path) or search(path))
    for number in range(40):
        write(tmp_path / str(number))
    assert 1 < len(searches) < 15


# Errors name the file -----------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz"])
def test_a_full_disk_is_told_with_the_name_of_the_file(tmp_path, suffix):
    path = tmp_path / f"out{suffix}"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            write(path, os.urandom(200_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert caught.value.filename == str(path)
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("size", [10, 100_000])
def test_a_full_device_is_named(size):
    with pytest.raises(OSError, match="No space left") as caught:
        write("/dev/full", b"x" * size)
    assert caught.value.filename == "/dev/full"


def test_a_folder_that_turns_up_in_the_place_of_the_file_is_named(tmp_path):
    path = tmp_path / "out"
    with pytest.raises(IsADirectoryError) as caught, open_output(path):
        path.mkdir()
    assert str(caught.value) == f"[Errno 21] Is a directory: '{path}'"
    assert os.listdir(tmp_path) == ["out"]
