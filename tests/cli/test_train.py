"""`dodona train`: models and logs, what stands in the way of them, and Ctrl-C."""

import fcntl
import gzip
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios

import pytest

from dodona import load
from dodona.systems import system_names


def log_of(model):
    lines = model.with_name(f"{model.name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture
def train(dodona, grove, tmp_path):
    """Train on the bundled treebank; returns what the command did, and the model's path."""

    def run(*options, model=tmp_path / "model", **more):
        options = (*options, "-o", model)
        if "--train" not in options:
            options = ("--train", grove.train, *options)
        if "--iterations" not in options:
            options = ("--iterations", 2, *options)
        return dodona("train", *options, **more), model

    return run


@pytest.fixture
def train_error(error_of, grove, tmp_path):
    """The message of a training that must not begin, and leaves nothing behind."""

    def message(*options, code):
        output = () if "-o" in options else ("-o", tmp_path / "model")
        before = sorted(tmp_path.rglob("*"))
        error = error_of("train", "--train", grove.train, *output, *options, code=code)
        assert sorted(tmp_path.rglob("*")) == before
        return error

    return message


# What comes out -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trained(dodona, grove, tmp_path_factory):
    """What an ordinary training did, and its model."""
    model = tmp_path_factory.mktemp("trained") / "model"
    files = ("--train", grove.train, "--dev", grove.dev)
    return dodona("train", *files, "--seed", 5, "--iterations", 5, "-o", model), model


def test_training_tells_what_it_does_and_writes_a_model(trained, counts):
    result, model = trained
    assert (result.code, result.out) == (0, "")
    facts, crossing, *iterations, written = result.err.splitlines()
    sentences, words, projective, _ = counts.train
    assert facts == f"{sentences} sentences, {words} words to learn from"
    assert crossing == (
        "non-projective sentences learned from with the minimum-cost oracle: "
        f"{sentences - projective}"
    )
    for number, line in enumerate(iterations, 1):
        assert line.startswith(f"iteration   {number}  mistakes ")
        assert " dev UAS " in line
        assert " LAS " in line
    assert number == 5
    assert "  best  " in iterations[0]
    assert written.startswith(f"wrote {model} (")
    assert written.endswith(f"MB) and the log {model}.jsonl")


def test_without_a_terminal_there_is_no_bar(trained):
    result, _ = trained
    assert "%|" not in result.err
    assert "\r" not in result.err


def test_the_log_is_a_json_object_a_line(trained, grove, counts):
    settings, *iterations = log_of(trained[1])
    assert settings["train"] == str(grove.train)
    assert settings["dev"] == str(grove.dev)
    assert settings["features"] is None
    assert settings["settings"]["seed"] == 5
    assert settings["settings"]["oracle"] == "dynamic"
    assert settings["settings"]["policy"] == "explore"
    assert [entry["iteration"] for entry in iterations] == [1, 2, 3, 4, 5]
    for entry in iterations:
        assert 0 < entry["mistakes"] < 1
        assert entry["seconds"] >= 0
        assert entry["dev"]["all_words"]["words"] == counts.dev.words


def test_extra_trees(train, grove, counts, tmp_path):
    extra = tmp_path / "extra.conllu.gz"
    broken = b"1\tno\ttree\n\n"
    extra.write_bytes(gzip.compress(grove.test.read_bytes() + broken))
    options = ("--extra", extra, "--extra-weight", 0.5)
    result, model = train(*options)
    assert result.code == 1
    assert f"{extra}:" in result.err
    result, model = train(*options, "--skip-invalid")
    facts = f"extra trees: {counts.test.sentences} sentences, {counts.test.words} words"
    assert facts in result.err
    assert "1 invalid sentence skipped" in result.err
    assert log_of(model)[0]["extra"] == str(extra)
    assert load(model).parser.header.training["extra"]["weight"] == 0.5


def test_the_best_iteration_is_kept(trained):
    _, model = trained
    iterations = log_of(model)[1:]
    scores = [entry["dev"]["all_words"]["las"] for entry in iterations]
    best = max(entry["iteration"] for entry in iterations if entry["best"])
    assert scores.index(max(scores)) + 1 == best
    header = load(model).parser.header
    assert header.training["iteration"] == best
    assert header.scores["dev"] == iterations[best - 1]["dev"]


def test_training_without_dev_has_no_scores(train, dodona):
    result, model = train()
    assert result.code == 0
    assert "UAS" not in result.err
    assert [entry["dev"] for entry in log_of(model)[1:]] == [None, None]
    assert "scores on dev:   none\n" in dodona("info", model).out


def test_two_runs_with_one_seed_give_the_same_model_byte_for_byte(train, trained, grove, tmp_path):
    """Whatever the order in which Python keeps its sets."""
    files = ("--dev", grove.dev, "--iterations", 5)
    _, again = train(*files, "--seed", 5, env={"PYTHONHASHSEED": "7"})
    _, other = train(*files, "--seed", 6, model=tmp_path / "other")
    assert again.read_bytes() == trained[1].read_bytes()
    assert other.read_bytes() != trained[1].read_bytes()


def test_training_on_standard_input(train, trained, grove):
    options = ("--dev", grove.dev, "--iterations", 5, "--seed", 5)
    text = grove.train.read_text(encoding="utf-8")
    result, model = train("--train", "-", *options, stdin=text)
    assert result.code == 0
    assert model.read_bytes() == trained[1].read_bytes()


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        (("--oracle", "static"), {"oracle": "static", "policy": None}),
        (("--policy", "ambiguity"), {"oracle": "dynamic", "policy": "ambiguity"}),
        (("--system", "covington-nonmonotonic", "--loss", "lower"), {"loss": "lower"}),
        (("--policy", "explore", "-k", 0, "-p", 0), {"policy": "explore", "k": 0, "p": 0}),
    ],
)
def test_other_ways_to_train(train, options, settings):
    result, model = train(*options)
    assert result.code == 0
    assert settings.items() <= load(model).parser.header.training.items()


def test_templates_and_a_licence_of_ones_own(train, tmp_path):
    (tmp_path / "templates").write_text("# mine\nS0.w\nN0.p  S0.p\nS0-N0\n")
    options = ("--features", tmp_path / "templates", "--licence", "CC BY-SA 4.0")
    result, model = train(*options)
    assert result.code == 0
    header = load(model).parser.header
    assert header.templates == ["S0.w", "N0.p S0.p", "S0-N0"]
    assert header.licence == "CC BY-SA 4.0"


def test_an_old_model_is_replaced_and_the_log_can_go_elsewhere(train, tmp_path):
    (tmp_path / "model").write_text("old")
    result, model = train("--log", tmp_path / "log")
    assert result.code == 0
    assert sorted(os.listdir(tmp_path)) == ["log", "model"]
    assert len((tmp_path / "log").read_text().splitlines()) == 3
    assert load(model).parser.header.system == "arc-eager"


def test_training_on_compressed_conllx(train, tmp_path):
    lines = [f"1\tw{i}\t_\tN\tN\t_\t0\tROOT\t_\t_\n\n" for i in range(20)]
    path = tmp_path / "x.conll.gz"
    path.write_bytes(gzip.compress("".join(lines).encode()))
    result, model = train("--train", path)
    assert result.code == 0
    header = load(model).parser.header
    assert header.treebank_format == "conllx"
    assert "ROOT" in header.labels


def test_a_conllx_treebank_from_training_to_scores(train, dodona, treebanks, tmp_path):
    """CoNLL 2007, Basque: several roots in a sentence, labels of its own."""
    folder = treebanks / "conll2007_eus"
    result, model = train("--train", folder / "eus.train", "--iterations", 1)
    assert result.code == 0
    assert "roots:           one or more\ntreebank:        conllx\n" in dodona("info", model).out
    parsed = tmp_path / "parsed"
    assert dodona("parse", model, folder / "eus.test", "-o", parsed).code == 0
    scores = dodona("evaluate", folder / "eus.test", parsed).out
    assert "labels are compared as they stand" in scores
    assert float(scores.splitlines()[1].split()[2]) > 60


def test_the_treebank_chooses_the_system_and_the_command_says_why(train, counts):
    result, model = train("--system", "auto", "--iterations", 1)
    assert result.code == 0
    sentences, _, projective, _ = counts.train
    share = f"{100 * (1 - projective / sentences):.1f} %"
    assert result.err.startswith("system covington-nonlocal: ")
    assert f"of {sentences} trees {share} are not projective" in result.err.splitlines()[0]
    assert load(model).parser.header.system == "covington-nonlocal"


# What is invalid ----------------------------------------------------------------------------------

BAD = (
    "# sent_id = few\n1\ttoo\tfew\tcolumns\n\n"
    "# sent_id = far\n1\tword\t_\tX\t_\t_\t3\troot\t_\t_\n\n"
)


def test_invalid_sentences_end_training(error_of, grove, tmp_path):
    path = tmp_path / "bad.conllu"
    path.write_text(BAD + grove.train.read_text(encoding="utf-8"), encoding="utf-8")
    message = error_of("train", "--train", path, "-o", tmp_path / "model")
    assert f"{path}:2 (sentence few): the line has 4 columns, not 10" in message
    assert os.listdir(tmp_path) == ["bad.conllu"]


def test_invalid_sentences_can_be_skipped(train, grove, counts, tmp_path):
    """They are counted and named, in train and in dev."""
    path = tmp_path / "bad.conllu"
    path.write_text(BAD + grove.train.read_text(encoding="utf-8"), encoding="utf-8")
    result, model = train("--train", path, "--dev", path, "--skip-invalid", "--iterations", 1)
    assert result.code == 0
    few = f"dodona: skipped: {path}:2 (sentence few): the line has 4 columns, not 10; "
    far = f"dodona: skipped: {path}:5 (sentence far): the head of word 1 is 3, "
    total = "dodona: warning: 2 invalid sentences skipped\n"
    assert [result.err.count(text) for text in (few, far, total)] == [2, 2, 2]
    assert f"\n{counts.train.sentences} sentences, " in result.err
    assert log_of(model)[1]["dev"]["all_words"]["words"] == counts.train.words


def test_words_without_heads_are_counted_and_cost_nothing(dodona, error_of, tmp_path):
    path = tmp_path / "some.conllu"
    rows = [("a", "2"), ("b", "_"), ("c", "0")]
    lines = (f"{i}\t{w}\t_\tX\t_\t_\t{h}\t_\t_\t_\n" for i, (w, h) in enumerate(rows, 1))
    path.write_text("".join(lines) + "\n", encoding="utf-8")
    command = ("train", "--train", path, "--extra", path, "-o", tmp_path / "model")
    result = dodona(*command)
    assert result.code == 0
    assert "words without a head, whose arcs cost nothing: 1\n" in result.err
    assert "choose --oracle dynamic" in error_of(*command, "--oracle", "static")
    assert "there is no head for 1 of 3 words" in error_of(*command, "--dev", path)


def test_sentences_without_heads_cannot_be_learned_from(error_of, tmp_path):
    path = tmp_path / "bare.conllu"
    path.write_text("1\tword\t_\tX\t_\t_\t_\t_\t_\t_\n\n", encoding="utf-8")
    message = error_of("train", "--train", path, "-o", tmp_path / "model")
    assert f"{path}:1: the sentence has no heads to learn from" in message


def test_trees_that_are_all_nonprojective_cannot_be_learned_from(error_of, tmp_path):
    path = tmp_path / "crossing.conllu"
    heads = (3, 0, 2, 1)
    rows = [f"{i}\tw\t_\tX\t_\t_\t{head}\tdep\t_\t_\n" for i, head in enumerate(heads, 1)]
    path.write_text("".join(rows) + "\n", encoding="utf-8")
    skip = ("--nonprojective", "skip")
    message = error_of("train", "--train", path, *skip, "-o", tmp_path / "model")
    assert "there is no projective tree to learn from" in message
    assert "--nonprojective says what else to make of the others" in message


# Wrong calls and missing places, said before training begins --------------------------------------


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--system", "arc-lazy"), f"one of {', '.join(system_names())}"),
        (("--oracle", "clever"), "'static', 'nondet', 'dynamic'"),
        (("--policy", "wild"), "'ambiguity', 'explore'"),
        (("--oracle", "static", "--policy", "explore"), "--policy goes with --oracle dynamic"),
        (("--jackknife", "2"), "--jackknife goes with --pipeline"),
        (("--loss", "exact"), "'upper', 'pc-upper', 'lower', 'linear', 'tabular'"),
        (("--iterations", "0"), "--iterations is 0; it must be 1 or more"),
        (("-p", "2"), "-p is 2.0; it must be from 0 to 1"),
        (("--log", "-"), "name a file"),
    ],
)
def test_a_wrong_call(train_error, options, expected):
    assert expected in train_error(*options, code=2)


def test_it_is_said_what_becomes_of_trees_that_cannot_be_derived(dodona, tmp_path):
    lines = [f"{d}\tw{d}\t_\tX\t_\t_\t{head}\tx\t_\t_" for d, head in enumerate((4, 0, 2, 3), 1)]
    derivable = lines[1].replace("2\t", "1\t", 1)
    file = tmp_path / "train.conllu"
    file.write_text("# text = x\n" + "\n".join(lines) + f"\n\n# text = x\n{derivable}\n\n")
    options = ("--system", "attardi", "--train", file, "-o", tmp_path / "model")
    code, _, err = dodona("train", *options)
    assert code == 0
    assert err.startswith("1 sentence, 1 word to learn from\n")
    assert "\nsentences that cannot be derived skipped: 1\n" in err


@pytest.mark.parametrize(
    ("options", "done"),
    [
        (("--nonprojective", "skip"), "skipped"),
        (("--oracle", "static"), "skipped"),
        (("--nonprojective", "projectivize"), "made projective"),
        (
            ("--nonprojective", "pseudo", "--encoding", "head"),
            "made projective, their labels encoded (head)",
        ),
        (("--nonprojective", "exact"), "learned from with the exact oracle"),
    ],
)
def test_it_is_said_what_becomes_of_nonprojective_trees(train, counts, dodona, options, done):
    result, model = train(*options)
    assert result.code == 0, result
    crossing = counts.train.sentences - counts.train.projective
    used = counts.train.projective if done == "skipped" else counts.train.sentences
    assert result.err.startswith(f"{used} sentences, ")
    assert f"\nnon-projective sentences {done}: {crossing}\n" in result.err
    settings = log_of(model)[0]["settings"]
    choice = options[1] if options[0] == "--nonprojective" else "skip"
    assert settings["nonprojective"] == choice
    lines = dodona("info", model).out.splitlines()
    rows = dict(line.split(":", 1) for line in lines if ":" in line)
    shown = "pseudo (head)" if choice == "pseudo" else choice
    assert rows["non-projective"].strip() == f"{shown}, {crossing} sentences"
    assert "↑" not in rows["labels"]


@pytest.mark.parametrize("option", ["-o", "--log"])
def test_a_folder_that_does_not_exist(train_error, tmp_path, option):
    folder = tmp_path / "nowhere"
    message = train_error(option, folder / "file", code=1)
    assert message == f"dodona: error: {folder}: There is no such folder to write to"


@pytest.mark.parametrize("option", ["-o", "--log"])
def test_a_folder_in_place_of_a_file(train_error, tmp_path, option):
    assert train_error(option, tmp_path, code=1) == f"dodona: error: {tmp_path}: Is a directory"


def test_a_folder_that_may_not_be_written_to(train_error, tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write everywhere")
    message = train_error("-o", folder / "model", code=1)
    assert message == f"dodona: error: {folder / 'model'}: Permission denied"


def test_an_unknown_atom_lists_the_known_ones(train_error, tmp_path):
    (tmp_path / "templates").write_text("S0.w\nS0.w S0.q\n")
    message = train_error("--features", tmp_path / "templates", code=1)
    assert "unknown atom 'S0.q'" in message
    for known in ("S0", "N0", "w (form)", "h (head)"):
        assert known in message


def test_a_file_that_holds_no_templates(train_error, model):
    message = train_error("--features", model, code=1)
    assert message.startswith(f"dodona: error: {model}: the file of templates is not UTF-8")


def test_a_missing_file_of_templates(train_error, tmp_path):
    path = tmp_path / "templates"
    expected = f"dodona: error: {path}: No such file or directory"
    assert train_error("--features", path, code=1) == expected


# Ctrl-C -------------------------------------------------------------------------------------------


def read_until(stream, text):
    lines = [b""]
    while text not in lines[-1]:
        lines.append(stream.readline())
        assert lines[-1], b"".join(lines).decode()
    return lines[-1].decode()


def interrupt(process):
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert out == b""
    assert b"Traceback" not in err
    return process.returncode, err.decode()


@pytest.mark.parametrize("with_dev", [True, False])
def test_ctrl_c_keeps_the_best_model(start, dodona, grove, counts, tmp_path, with_dev):
    model = tmp_path / "model"
    dev = ("--dev", grove.dev) if with_dev else ()
    process = start("train", "--train", grove.train, *dev, "--iterations", 100_000, "-o", model)
    read_until(process.stderr, b"iteration   3 ")
    code, err = interrupt(process)
    assert code == -signal.SIGINT
    assert "interrupted; keeping the best model so far\n" in err
    assert err.endswith("dodona: error: interrupted; the best model so far was kept\n")
    assert f"wrote {model} (" in err
    assert dodona("parse", model, grove.test).out.count("# sent_id") == counts.test.sentences
    if with_dev:
        iterations = log_of(model)[1:]
        best = max(entry["iteration"] for entry in iterations if entry["best"])
        assert load(model).parser.header.training["iteration"] == best


def test_ctrl_c_keeps_the_best_neural_pipeline(start, dodona, grove, counts, tmp_path):
    model = tmp_path / "model"
    options = ("--pipeline", "--kind", "neural", "--size", 16, "--iterations", 100_000)
    process = start("train", "--train", grove.train, "--dev", grove.dev, *options, "-o", model)
    read_until(process.stderr, b"iteration   3 ")
    code, err = interrupt(process)
    assert code == -signal.SIGINT
    assert err.endswith("dodona: error: interrupted; the best model so far was kept\n")
    out = dodona("parse", "--tag", model, grove.test).out
    assert out.count("# sent_id") == counts.test.sentences


def test_ctrl_c_in_the_first_iteration_leaves_no_model(start, big, tmp_path):
    model = tmp_path / "model"
    process = start("train", "--train", big, "-o", model)
    read_until(process.stderr, b"words to learn from")
    code, err = interrupt(process)
    assert code == -signal.SIGINT
    assert err.endswith("dodona: error: interrupted\n")
    assert "iteration" not in err
    assert os.listdir(tmp_path) == []


def test_ctrl_c_while_the_treebank_is_read_leaves_nothing(start, grove, tmp_path):
    process = start("train", "--train", "-", "-o", tmp_path / "model")
    process.stdin.write(grove.train.read_bytes() * 10)  # more than a pipe holds: it is being read
    process.stdin.flush()
    assert interrupt(process) == (-signal.SIGINT, "dodona: error: interrupted\n")
    assert os.listdir(tmp_path) == []


def test_sigterm_leaves_no_model(start, grove, tmp_path):
    options = ("--iterations", 100_000, "-o", tmp_path / "model")
    process = start("train", "--train", grove.train, *options)
    read_until(process.stderr, b"iteration   3 ")
    process.terminate()
    _, err = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGTERM
    assert err.endswith(b"dodona: error: terminated\n")
    assert os.listdir(tmp_path) == []


# Models that cannot be written --------------------------------------------------------------------


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("pipeline", [(), ("--pipeline", "--parts", "tokenizer")])
def test_a_model_that_finds_no_room_is_written_elsewhere(dodona, grove, tmp_path, pipeline):
    log = tmp_path / "log"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    result = dodona(
        *("train", "--train", grove.train, *pipeline, "--iterations", 1),
        *("-o", "/dev/full", "--log", log),
        env={"TMPDIR": str(elsewhere)},
    )
    (saved,) = elsewhere.glob("dodona-*/full")
    message = f"/dev/full: No space left on device; the model was written to {saved}\n"
    assert result.code == 1
    assert result.err.endswith(f"dodona: error: {message}")
    assert load(saved).parts == (["tokenizer"] if pipeline else ["parser"])
    assert len(log.read_text().splitlines()) == 2


def test_a_folder_that_is_gone_when_training_ends(start, grove, tmp_path):
    """Also after Ctrl-C, and where there is no place for temporary files."""
    folder, home = tmp_path / "gone", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    process = start(
        *("train", "--train", grove.train, "--iterations", 100_000),
        *("-o", folder / "model", "--log", tmp_path / "log"),
        env={**os.environ, "TMPDIR": str(home), "HOME": str(home)},
    )
    read_until(process.stderr, b"iteration   1 ")
    folder.rmdir()
    code, err = interrupt(process)
    (saved,) = home.glob("dodona-*/model")
    assert code == 1
    assert f"{folder / 'model'}: No such file or directory; the model was written to {saved}" in err
    assert load(saved).parts == ["parser"]


# The progress bar ---------------------------------------------------------------------------------


def open_terminal():
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return terminal, end


def run_on_terminal(*arguments, **options):
    """What a command writes to a terminal on standard error."""
    terminal, end = open_terminal()
    command = [sys.executable, "-m", "dodona", *map(str, arguments)]
    with subprocess.Popen(command, stderr=end, **options) as process:
        os.close(end)
        chunks = []
        try:
            while chunk := os.read(terminal, 1024):
                chunks.append(chunk)
        except OSError:  # how Linux tells the end of a terminal
            pass
        assert process.wait(60) == 0
    os.close(terminal)
    return b"".join(chunks).decode()


def test_a_terminal_gets_a_progress_bar(grove, model, counts, tmp_path):
    text = run_on_terminal(
        "train", "--train", grove.train, "--iterations", 2, "-o", tmp_path / "model"
    )
    assert "100%|" in text
    total = 2 * counts.train.sentences
    assert f"{total}/{total}" in text
    assert "iteration   2" in text
    text = run_on_terminal("parse", model, grove.test, "-o", tmp_path / "out")
    assert "100%|" in text
    assert f"{counts.test.sentences} sentences, {counts.test.words} words" in text


def test_no_bar_among_results(grove, model):
    """Where both standard output and standard error are a terminal, the trees have it alone."""
    terminal, end = open_terminal()
    text = run_on_terminal("parse", model, grove.dev, stdout=end)
    os.close(end)
    os.close(terminal)
    assert text == ""


def test_training_with_a_beam(train, dodona):
    result, model = train("--beam", 4, "--update", "early", "--no-restart")
    assert result.code == 0
    settings = log_of(model)[0]["settings"]
    assert (settings["beam"], settings["update"], settings["restart"]) == (4, "early", False)
    assert load(model).parser.header.beam == 4
    told = dodona("info", model).out
    assert all(part in told for part in ("beam 4", "update early", "restart no"))
