"""`dodona parse`: files and streams in and out."""

import gzip
import lzma
import os
import signal
import threading

import pytest

from dodona.treebank import Sentence, is_projective, read_conllu

SENTENCE = (
    "# sent_id = {id}\n"
    "1\tDoves\tdove\tNOUN\tNNS\t_\t_\t_\t_\tGloss=a b\n"
    "2\tsleep\tsleep\tVERB\tVBP\t_\t_\t_\t_\t_\n\n"
)
BAD = "# sent_id = few\n1\ttoo\tfew\tcolumns\n\n"

threads = pytest.mark.parametrize("threads", [1, 2])


@pytest.fixture(scope="session")
def parsed(dodona, model, grove) -> str:
    """The test part of the bundled treebank as the model sees it."""
    result = dodona("parse", model, grove.test)
    assert (result.code, result.err) == (0, "")
    return result.out


def without_trees(text):
    """The lines without HEAD and DEPREL."""
    rows = [line.split("\t") for line in text.split("\n")]
    return [row[:6] + row[8:] for row in rows]


# What comes out -----------------------------------------------------------------------------------


def test_only_heads_and_labels_change(parsed, grove):
    gold = grove.test.read_text(encoding="utf-8")
    assert parsed != gold
    assert without_trees(parsed) == without_trees(gold)


def test_a_graph_that_does_not_fit_the_trees_is_kept_if_asked_for(dodona, model, grove):
    gold = grove.train.read_text(encoding="utf-8")
    assert "\t2:nsubj\t" in gold
    assert "\n5.1\t" in gold
    assert ":nsubj\t" not in dodona("parse", model, grove.train).out
    kept = dodona("parse", model, grove.train, "--keep-deps").out
    assert without_trees(kept) == without_trees(gold)


def test_heads_that_are_there_are_kept_if_asked_for(dodona, model, tmp_path):
    """Also where only some words have one; arcs that cannot be kept are named."""
    rows = [("a", "2"), ("b", "_"), ("c", "0"), ("d", "_")]
    text = "".join(f"{i}\t{w}\t_\tX\tX\t_\t{h}\t_\t_\t_\n" for i, (w, h) in enumerate(rows, 1))
    path = tmp_path / "some.conllu"
    path.write_text(text + "\n")
    assert "no head for 2 of 4 words" in dodona("parse", model, path).err
    result = dodona("parse", model, path, "--keep-trees")
    assert (result.code, result.err) == (0, "")
    heads = [line.split("\t")[6] for line in result.out.splitlines() if line]
    assert [heads[0], heads[2]] == ["2", "0"]
    path.write_text(text.replace("\t_\t_\t_\t_\n", "\t0\t_\t_\t_\n") + "\n")
    result = dodona("parse", model, path, "--keep-trees")
    assert result.code == 1
    assert "some.conllu:1: arcs that cannot be kept: " in result.err
    assert "--drop-impossible gives them up" in result.err
    result = dodona("parse", model, path, "--keep-trees", "--drop-impossible")
    assert result.code == 0
    assert "arcs that are given up: " in result.err


def test_each_sentence_gets_a_tree_with_one_root(parsed, counts, tmp_path):
    path = tmp_path / "parsed.conllu"
    path.write_text(parsed, encoding="utf-8")
    sentences = list(read_conllu(path))
    assert len(sentences) == counts.test.sentences
    for sentence in sentences:
        assert sentence.has_tree
        assert sentence.heads.count(0) == 1
        assert sentence.deprels[sentence.heads.index(0)] == "root"
        assert sentence.deprels.count("root") == 1


def test_a_model_learns_what_it_has_seen(dodona, model, grove, tmp_path):
    dodona("parse", model, grove.train, "-o", tmp_path / "out.conllu")
    scores = dodona("evaluate", grove.train, tmp_path / "out.conllu").out
    uas = float(scores.splitlines()[1].split()[2])
    assert uas > 85


@threads
def test_standard_input_to_standard_output(dodona, model, grove, parsed, threads):
    text = grove.test.read_text(encoding="utf-8")
    for files in ([], ["-"]):
        assert dodona("parse", model, *files, "--threads", threads, stdin=text) == (0, parsed, "")


@threads
def test_trees_do_not_depend_on_threads(dodona, model, big, grove, threads, tmp_path):
    out = tmp_path / "out.conllu"
    assert dodona("parse", model, big, "-o", out, "--threads", threads) == (0, "", "")
    part = dodona("parse", model, grove.train).out
    assert out.read_text(encoding="utf-8") == part * 100


def test_several_files_become_one(dodona, model, grove, parsed):
    dev = dodona("parse", model, grove.dev).out
    text = grove.dev.read_text(encoding="utf-8")
    assert dodona("parse", model, grove.test, "-", grove.test, stdin=text) == (
        0,
        parsed + dev + parsed,
        "",
    )


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_files_that_end_early_do_not_run_into_one_another(dodona, model, tmp_path, end):
    path = tmp_path / "in.conllu"
    text = SENTENCE.format(id=1).rstrip("\n")
    text = text.replace("\n", "\r\n") if "\r" in end else text
    path.write_bytes((text + end).encode())
    out = tmp_path / "out.conllu"
    result = dodona("parse", model, path, path, path, "-o", out)
    assert result.code == 0
    first, *others = (sentence.raw.strip() for sentence in read_conllu(out))
    assert others == [first, first]


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip), (".xz", lzma)])
def test_compressed_files_in_and_out(dodona, model, grove, parsed, tmp_path, suffix, pack):
    source = tmp_path / f"in.conllu{suffix}"
    source.write_bytes(pack.compress(grove.test.read_bytes()))
    out = tmp_path / f"out.conllu{suffix}"
    assert dodona("parse", model, source, "-o", out) == (0, "", "")
    assert pack.decompress(out.read_bytes()).decode() == parsed


def test_a_file_can_be_parsed_in_place(dodona, model, grove, parsed, tmp_path):
    path = tmp_path / "file.conllu"
    path.write_bytes(grove.test.read_bytes())
    assert dodona("parse", model, path, "-o", path) == (0, "", "")
    assert path.read_text(encoding="utf-8") == parsed
    assert os.listdir(tmp_path) == ["file.conllu"]


def test_a_pseudo_projective_model_lowers_words_unless_told_not_to(dodona, grove, tmp_path):
    model = tmp_path / "pseudo"
    options = ("--nonprojective", "pseudo", "--iterations", 15)
    assert dodona("train", "--train", grove.train, *options, "-o", model).code == 0
    trees = {}
    for option in ((), ("--no-deprojectivize",)):
        parsed = tmp_path / "parsed.conllu"
        assert dodona("parse", model, grove.train, *option, "-o", parsed) == (0, "", "")
        trees[option] = list(read_conllu(parsed))
        assert "↑" not in parsed.read_text(encoding="utf-8")
        assert "↓" not in parsed.read_text(encoding="utf-8")
    crossing = [s for s in trees[()] if not is_projective([-1, *s.heads])]
    assert len(crossing) >= 8
    assert all(is_projective([-1, *s.heads]) for s in trees["--no-deprojectivize",])
    assert [s.deprels for s in trees[()]] == [s.deprels for s in trees["--no-deprojectivize",]]


def test_old_trees_do_not_matter(dodona, model, parsed):
    assert dodona("parse", model, stdin=parsed) == (0, parsed, "")


def test_words_without_the_tags_that_the_parser_needs(error_of, model):
    text = "1\tDoves\t_\t_\t_\t_\t_\t_\t_\t_\n2\tsleep\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    message = error_of("parse", model, stdin=text)
    assert "standard input:1: the words have no UPOS and no XPOS, which the parser" in message
    assert "--pipeline" in message


def test_a_bad_treebank_and_the_option_that_helps(error_of, model, tmp_path):
    command = ("parse", model, "-o", tmp_path / "out")
    assert "no treebank, --input says what" in error_of(*command, stdin=BAD)
    assert "--skip-invalid passes over" in error_of(*command, stdin=SENTENCE * 9999 + BAD)


def test_windows_line_ends_and_a_missing_blank_line_are_read_with_a_warning(
    dodona, model, tmp_path
):
    path = tmp_path / "windows.conllu"
    path.write_bytes(("\ufeff" + SENTENCE).replace("\n", "\r\n").encode()[:-2])
    result = dodona("parse", model, path, "-o", tmp_path / "out")
    assert (result.code, result.out) == (0, "")
    assert sorted(result.err.splitlines()) == [
        f"dodona: warning: {path}: the file has Windows line ends (CR LF)",
        f"dodona: warning: {path}: the file has a byte-order mark",
        f"dodona: warning: {path}: the last sentence lacks the blank line after it",
    ]
    out = (tmp_path / "out").read_bytes().decode()
    assert without_trees(out) == without_trees(path.read_bytes().decode())


# Streams ------------------------------------------------------------------------------------------


@threads
def test_a_sentence_comes_back_before_the_pipe_is_closed(start, model, threads):
    process = start("parse", model, "--threads", threads)
    too_late = threading.Timer(60, process.kill)
    too_late.start()
    for number in range(3):
        process.stdin.write(SENTENCE.format(id=number).encode())
        process.stdin.flush()
        lines = [process.stdout.readline().decode() for _ in range(4)]
        assert without_trees("".join(lines)) == without_trees(SENTENCE.format(id=number))
        assert Sentence.from_conllu("".join(lines)).has_tree
    too_late.cancel()
    assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == 0


def test_no_input_is_an_error(error_of, model):
    assert error_of("parse", model) == "dodona: error: standard input: the file holds no sentences"


# What is invalid ----------------------------------------------------------------------------------


@threads
def test_an_invalid_sentence_ends_parsing_and_leaves_no_file(
    error_of, model, grove, tmp_path, threads
):
    path = tmp_path / "bad.conllu"
    text = grove.test.read_text(encoding="utf-8")
    path.write_text(text + BAD, encoding="utf-8")
    message = error_of(
        "parse", model, grove.dev, path, "-o", tmp_path / "out", "--threads", threads
    )
    line = text.count("\n") + 2
    assert f"{path}:{line} (sentence few): the line has 4 columns, not 10; " in message
    assert os.listdir(tmp_path) == ["bad.conllu"]


@threads
def test_invalid_sentences_can_be_skipped(dodona, model, grove, parsed, tmp_path, threads):
    path = tmp_path / "bad.conllu"
    text = BAD + grove.test.read_text(encoding="utf-8")
    path.write_text(text + BAD, encoding="utf-8")
    result = dodona("parse", model, path, grove.test, "--skip-invalid", "--threads", threads)
    assert (result.code, result.out) == (0, parsed * 2)
    first, last, total = result.err.splitlines()
    for line, message in [(2, first), (text.count("\n") + 2, last)]:
        place = f"{path}:{line} (sentence few)"
        assert message.startswith(f"dodona: skipped: {place}: the line has 4 columns, not 10; ")
    assert total == "dodona: warning: 2 invalid sentences skipped"


# Where the output goes ----------------------------------------------------------------------------


def test_a_missing_output_folder(error_of, model, grove, tmp_path):
    out = tmp_path / "nowhere" / "out"
    message = error_of("parse", model, grove.test, "-o", out)
    assert message == f"dodona: error: {out}: No such file or directory"


def test_a_file_in_place_of_an_output_folder(error_of, model, grove, tmp_path):
    (tmp_path / "file").touch()
    out = tmp_path / "file" / "out"
    message = error_of("parse", model, grove.test, "-o", out)
    assert message == f"dodona: error: {out}: Not a directory"


def test_a_folder_in_place_of_an_output_file(error_of, model, grove, tmp_path):
    message = error_of("parse", model, grove.test, "-o", tmp_path)
    assert message == f"dodona: error: {tmp_path}: Is a directory"


def test_an_error_leaves_the_old_output(error_of, model, tmp_path):
    (tmp_path / "out").write_text("old")
    error_of("parse", model, "-o", tmp_path / "out", stdin=SENTENCE + BAD)
    assert (tmp_path / "out").read_text() == "old"


# Ctrl-C and kill ----------------------------------------------------------------------------------


@pytest.fixture(params=[None, "old"])
def unfinished(request, start, model, tmp_path, wait_for):
    """A process in the middle of writing to a file, where there may be an old one."""

    def begin(*options):
        out = tmp_path / "out.conllu"
        if request.param:
            out.write_text(request.param)
        process = start("parse", model, "-o", out, *options)
        process.stdin.write(SENTENCE.encode())
        process.stdin.flush()
        wait_for(lambda: any(path.stat().st_size for path in tmp_path.glob(".*partial")))
        return process

    def left():
        out = tmp_path / "out.conllu"
        assert (out.read_text() if out.exists() else None) == request.param
        return [name for name in os.listdir(tmp_path) if name != out.name]

    return begin, left


SAYS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}


@threads
@pytest.mark.parametrize("number", SAYS)
def test_a_signal_leaves_the_old_output_and_no_other_files(unfinished, threads, number):
    begin, left = unfinished
    process = begin("--threads", threads)
    process.send_signal(number)
    assert process.wait(60) == -number
    assert process.stderr.read().decode() == f"dodona: error: {SAYS[number]}\n"
    assert left() == []


@pytest.mark.parametrize("number", SAYS)
def test_a_shell_sees_a_signal_as_128_and_its_number(start, model, number):
    script = '(echo $BASHPID; exec "$@"); echo $?'
    process = start("parse", model, shell=("bash", "-c", script, "bash"))
    pid = int(process.stdout.readline())
    process.stdin.write(SENTENCE.encode())
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"# ")
    os.kill(pid, number)
    out, _ = process.communicate(timeout=60)
    assert out.endswith(f"{128 + number}\n".encode())


def test_ctrl_c_ends_a_loop_of_a_shell(start, model):
    """A shell goes on with its loop unless the command itself ends by SIGINT."""
    script = 'for i in 1 2 3; do "$@"; echo again; done'
    process = start("parse", model, shell=("bash", "-c", script, "bash"), start_new_session=True)
    process.stdin.write(SENTENCE.encode())
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"# ")
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT
    assert b"again" not in out
    assert err == b"dodona: error: interrupted\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_is_named(error_of, model):
    message = error_of("parse", model, "-o", "/dev/full", stdin=SENTENCE)
    assert message == "dodona: error: /dev/full: No space left on device"


def test_a_killed_process_leaves_nothing_half_written_under_the_name(unfinished):
    begin, left = unfinished
    process = begin()
    process.kill()
    assert process.wait(60) == -signal.SIGKILL
    left()


@threads
def test_ctrl_c_ends_a_wait_for_input(start, model, threads):
    process = start("parse", model, "--threads", threads)
    process.stdin.write(SENTENCE.encode())
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"# ")
    process.send_signal(signal.SIGINT)
    assert process.wait(5) == -signal.SIGINT
    assert process.stderr.read() == b"dodona: error: interrupted\n"


# Beams --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def beam_model(dodona, grove, tmp_path_factory):
    model = tmp_path_factory.mktemp("beam") / "model"
    options = ("--beam", 4, "--iterations", 2, "-o", model)
    assert dodona("train", "--train", grove.train, *options).code == 0
    return model


def test_the_beam_of_the_model_and_another_one(dodona, beam_model, grove):
    usual = dodona("parse", beam_model, grove.test)
    assert (usual.code, usual.err) == (0, "")
    assert dodona("parse", beam_model, grove.test, "--beam", 4).out == usual.out
    assert dodona("parse", beam_model, grove.test, "--beam", 1).out != usual.out
    assert without_trees(usual.out) == without_trees(grove.test.read_text(encoding="utf-8"))


def test_the_best_trees_of_each_sentence(dodona, beam_model, counts, grove):
    best = dodona("parse", beam_model, grove.test)
    result = dodona("parse", beam_model, grove.test, "--nbest", 3, "--scores")
    assert (result.code, result.err) == (0, "")
    ranks = [line for line in result.out.split("\n") if line.startswith("# parse_rank = ")]
    assert ranks.count("# parse_rank = 1") == counts.test.sentences
    assert ranks.count("# parse_rank = 3") > counts.test.sentences / 2
    first = [s for s in result.out.split("\n\n") if "# parse_rank = 1\n" in s]
    words = [line.split("\t")[:9] for s in first for line in s.split("\n") if "\t" in line]
    assert words == [line.split("\t")[:9] for line in best.out.split("\n") if "\t" in line]
    second = [s for s in result.out.split("\n\n") if "# parse_rank = 2\n" in s]
    rows = [line.split("\t") for s in second for line in s.split("\n")]
    assert all("Score=" in row[9] for row in rows if row[0].isdigit())


def test_a_beam_for_a_model_that_was_trained_without_one(dodona, error_of, model, grove):
    result = dodona("parse", model, grove.test, "--beam", 8)
    assert result.code == 0
    assert result.err.startswith("dodona: warning: the model was trained for greedy parsing")
    assert "15 points" in result.err
    message = error_of("parse", model, grove.test, "--nbest", 2, code=2)
    assert "trained for greedy parsing" in message


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        (("--beam", 0), "--beam is 0"),
        (("--nbest", 9), "choose a beam of 9 or more"),
        (("--beam", 1, "--scores"), "no scores without a beam"),
    ],
)
def test_beams_that_make_no_sense(dodona, beam_model, grove, wishes, message):
    result = dodona("parse", beam_model, grove.test, *wishes)
    assert result.code == 2
    assert message in result.err
    assert result.out == ""
