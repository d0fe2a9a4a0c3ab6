"""What all commands share: help, versions, exit codes, messages, standard streams."""

import gzip
import os

import pytest

import dodona as package

COMMANDS = [
    *("train", "parse", "evaluate", "review", "vote", "info", "models", "package", "show"),
    *("explore", "serve", "experiment"),
]

# Calls of the commands with a file in question in the place of a treebank.
READS_TREEBANK = {
    "train": lambda path, model, grove, out: ("train", "--train", path, "-o", out),
    "dev": lambda path, model, grove, out: (
        *("train", "--train", grove.train, "--dev", path),
        *("-o", out),
    ),
    "parse": lambda path, model, grove, out: ("parse", model, path),
    "threads": lambda path, model, grove, out: ("parse", model, path, "--threads", 2),
    "gold": lambda path, model, grove, out: ("evaluate", path, grove.test),
    "system": lambda path, model, grove, out: ("evaluate", grove.test, path),
    "show": lambda path, model, grove, out: ("show", path),
}


@pytest.fixture
def treebank_error(error_of, model, grove, tmp_path):
    """The message of a command that is given a file as its treebank."""

    def message(path, command="show"):
        out = tmp_path / "never"
        error = error_of(*READS_TREEBANK[command](path, model, grove, out))
        assert not out.exists()
        return error

    return message


@pytest.fixture(params=["parse", "info"])
def model_error(request, error_of, grove):
    """The message of a command that is given a file as its model."""
    files = [grove.test] if request.param == "parse" else []
    return lambda path: error_of(request.param, path, *files)


any_command = pytest.mark.parametrize("command", READS_TREEBANK)


# Help, version, completion ------------------------------------------------------------------------


@pytest.mark.parametrize("command", [*COMMANDS, "experiment run", "experiment table"])
def test_help_shows_an_example(dodona, command):
    code, out, err = dodona(*command.split(), "--help")
    assert (code, err) == (0, "")
    assert f"Usage: dodona {command} " in out
    assert f"Example: dodona {command} " in out


def test_help_lists_every_command(dodona):
    code, out, err = dodona("-h")
    assert (code, err) == (0, "")
    assert "Example: dodona train " in out
    for command in COMMANDS:
        assert f"\n  {command} " in out


def test_a_call_without_a_command_shows_help_as_a_wrong_call(dodona):
    code, out, err = dodona()
    assert code == 2
    assert "Usage: dodona" in out + err


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(dodona, option):
    assert dodona(option) == (0, f"dodona {package.__version__}\n", "")


def test_completion_can_be_shown(dodona):
    code, out, err = dodona("--show-completion", "bash")
    assert (code, err) == (0, "")
    assert "_DODONA_COMPLETE" in out


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("dodona ", COMMANDS),
        ("dodona tr", ["train"]),
        ("dodona train --oracle ", ["static", "nondet", "dynamic"]),
        ("dodona train --policy ", ["ambiguity", "explore"]),
        ("dodona train --system arc-h", ["arc-hybrid", "arc-hybrid-swap"]),
        ("dodona train --system ", ["auto", *package.systems.system_names()]),
        ("dodona train --features zhang-nivre-e", ["zhang-nivre-extended"]),
        ("dodona evaluate --labels ", ["full", "universal"]),
        ("dodona info e", ["en", "en-accurate"]),
        ("dodona parse e", ["en", "en-accurate"]),
        ("dodona experiment run gol", ["goldberg-2012", "goldberg-2014", "goldberg-2014-spans"]),
        ("dodona experiment table gom", ["gomez-2015"]),
    ],
)
def test_completion_offers_commands_and_choices(dodona, line, offered):
    words = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    out = dodona(env={"_DODONA_COMPLETE": "bash_complete", **words}).out
    assert out.split() == [f"plain,{each}" for each in offered]


def test_completion_offers_model_files_beside_names(dodona, tmp_path):
    for name in ("a.dodona", "b.dodona", "c.txt"):
        (tmp_path / name).touch()
    words = {"COMP_WORDS": f"dodona info {tmp_path}/", "COMP_CWORD": "2"}
    out = dodona(env={"_DODONA_COMPLETE": "bash_complete", **words}).out
    assert out.split() == [f"plain,{tmp_path}/a.dodona", f"plain,{tmp_path}/b.dodona"]


# Wrong calls: 2 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["prase"], "prase"),
        (["parse", "model", "--threads", "0"], "--threads"),
        (["parse", "model", "--iterations", "2"], "--iterations"),
        (["parse", "model", "-", "-"], "standard input (-) can be read only once"),
        (["evaluate", "gold"], "system"),
        (["evaluate", "gold", "system", "--labels", "some"], "'full', 'universal'"),
        (["evaluate", "-", "-"], "standard input (-) can be read only once"),
        (["info"], "model"),
        (["show", "file", "--first", "0"], "--first"),
        (["show", "one", "two"], "two"),
        (["train", "--train", "file"], "--output"),
        (["train", "-o", "model"], "--train"),
        (["train", "--train", "-", "--dev", "-", "-o", "m"], "can be read only once"),
        (["train", "--train", "file", "-o", "-"], "name a file"),
    ],
)
def test_a_wrong_call(error_of, call, message):
    assert message in error_of(*call, code=2).lower()  # Click writes MODEL


# What goes wrong with files: 1 --------------------------------------------------------------------


@any_command
def test_a_missing_treebank(treebank_error, tmp_path, command):
    path = tmp_path / "nothing.conllu"
    assert treebank_error(path, command) == f"dodona: error: {path}: No such file or directory"


def test_a_folder_in_place_of_a_treebank(treebank_error, tmp_path):
    assert treebank_error(tmp_path) == f"dodona: error: {tmp_path}: Is a directory"


def test_a_model_in_place_of_a_treebank(treebank_error, model):
    assert f"{model}:1: " in treebank_error(model)


def test_text_in_place_of_a_treebank(treebank_error, tmp_path):
    path = tmp_path / "plain.txt"
    path.write_text("Der Wald steht schwarz\nund schweiget\n", encoding="utf-8")
    message = treebank_error(path)
    assert f"{path}:1: the line has 1 column, not 10; they are separated by tabs" in message


def test_a_treebank_without_sentences(treebank_error, tmp_path):
    path = tmp_path / "empty.conllu"
    path.touch()
    assert treebank_error(path) == f"dodona: error: {path}: the file holds no sentences"


@pytest.mark.parametrize("command", ["train", "gold"])
def test_a_treebank_that_is_cut_short(treebank_error, grove, tmp_path, command):
    path = tmp_path / "cut.conllu.gz"
    path.write_bytes(gzip.compress(grove.test.read_bytes())[:2000])
    assert f"{path}: the compressed file is damaged: " in treebank_error(path, command)


def test_a_treebank_that_is_not_compressed_as_its_name_says(treebank_error, grove, tmp_path):
    path = tmp_path / "plain.conllu.gz"
    path.write_bytes(grove.test.read_bytes())
    assert f"{path}: the compressed file is damaged: " in treebank_error(path)


@pytest.mark.parametrize("command", ["dev", "threads", "system"])
def test_a_bad_line_is_named_by_file_and_line_and_sentence(treebank_error, tmp_path, command):
    path = tmp_path / "bad.conllu"
    path.write_text("# sent_id = s1\n1\tword\t_\tX\t_\t_\t7\troot\t_\t_\n\n", encoding="utf-8")
    assert f"{path}:2 (sentence s1): the head of word 1 is 7" in treebank_error(path, command)


def test_a_treebank_that_may_not_be_read(treebank_error, secret):
    assert treebank_error(secret) == f"dodona: error: {secret}: Permission denied"


def test_a_missing_model(model_error, tmp_path):
    path = tmp_path / "nothing"
    assert model_error(path).startswith(f"dodona: error: {path}: there is no such model file")
    assert model_error("xx").endswith("no model of that name; there are: en, en-accurate")


def test_a_folder_in_place_of_a_model(model_error, tmp_path):
    assert model_error(tmp_path) == f"dodona: error: {tmp_path}: Is a directory"


@pytest.mark.parametrize("size", [0, 1000, -1])
def test_a_model_that_is_cut_short(model_error, model, tmp_path, size):
    path = tmp_path / "cut"
    path.write_bytes(model.read_bytes()[:size])
    assert f"dodona: error: {path}: " in model_error(path)


def test_a_treebank_in_place_of_a_model(model_error, grove):
    assert f"{grove.test}: this is not a model" in model_error(grove.test)


def test_a_model_with_a_changed_byte(model_error, model, tmp_path):
    path = tmp_path / "changed"
    data = bytearray(model.read_bytes())
    data[-10] ^= 1
    path.write_bytes(data)
    assert f"{path}: the checksum is wrong" in model_error(path)


def test_a_model_that_may_not_be_read(model_error, secret):
    assert model_error(secret) == f"dodona: error: {secret}: Permission denied"


# Standard streams ---------------------------------------------------------------------------------

WRITES = {
    "parse": lambda model, grove, big: ("parse", model, big),
    "parse with threads": lambda model, grove, big: ("parse", model, big, "--threads", 2),
    "show": lambda model, grove, big: ("show", big),
    "evaluate": lambda model, grove, big: ("evaluate", grove.test, grove.test),
    "info": lambda model, grove, big: ("info", model),
}


@pytest.mark.parametrize("command", WRITES)
def test_a_broken_pipe_ends_quietly(start, model, grove, big, command):
    source, sink = os.pipe()
    os.close(source)
    process = start(*WRITES[command](model, grove, big), stdout=sink)
    os.close(sink)
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 0


@pytest.mark.parametrize("command", ["parse", "parse with threads", "show"])
def test_a_reader_that_has_seen_enough(start, model, grove, big, command):
    """As in `dodona parse MODEL FILE | head -1`."""
    process = start(*WRITES[command](model, grove, big))
    assert process.stdout.readline().startswith(b"# ")
    process.stdout.close()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["parse", "show", "evaluate"])
def test_a_full_disk_is_an_error(start, model, grove, big, command):
    with open("/dev/full", "wb") as full:
        process = start(*WRITES[command](model, grove, big), stdout=full)
        _, err = process.communicate(timeout=60)
    assert err == b"dodona: error: standard output: No space left on device\n"
    assert process.returncode == 1


@pytest.mark.parametrize(
    ("redirection", "name"), [("<&-", "standard input"), (">&-", "standard output")]
)
def test_a_closed_standard_stream_is_an_error(start, model, redirection, name):
    process = start("parse", model, redirection=redirection)
    message = f"dodona: error: {name}: The stream is closed\n".encode()
    assert process.communicate(b"", timeout=60) == (b"", message)
    assert process.returncode == 1


@pytest.mark.parametrize("command", ["parse", "train"])
def test_without_standard_error_messages_go_nowhere(start, model, grove, tmp_path, command):
    """In particular not to standard output."""
    if command == "parse":
        path = tmp_path / "open.conllu"
        path.write_bytes(grove.test.read_bytes().rstrip(b"\n"))  # which is worth a warning
        process = start("parse", model, path, "-o", tmp_path / "out", redirection="2>&-")
    else:
        options = ("--iterations", 1, "-o", tmp_path / "out")
        process = start("train", "--train", grove.train, *options, redirection="2>&-")
    assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == 0
    assert (tmp_path / "out").stat().st_size > 1000


def test_letters_that_a_terminal_does_not_have_are_no_error(dodona, grove):
    result = dodona("show", grove.test, "--first", 1, env={"PYTHONIOENCODING": "latin-1"})
    assert (result.code, result.err) == (0, "")
    assert " doves " in result.out
