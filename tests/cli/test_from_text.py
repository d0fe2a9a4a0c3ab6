"""`dodona train --pipeline`, and `dodona parse` from raw text on."""

import gzip
import os
import threading

import pytest

from dodona import load
from dodona.treebank import read_conllu

TEXT = "The old oak stands near the spring. Do you hear it?\n\nThe doves sleep.\n"


@pytest.fixture(scope="session")
def pipeline(dodona, grove, tmp_path_factory):
    path = tmp_path_factory.mktemp("pipeline") / "grove.dodona"
    result = dodona(
        "train", "--pipeline", "--train", grove.train, "--dev", grove.dev, "--iterations", 2,
        "--licence", "CC0", "--attribution", "the grove", "-o", path,
    )  # fmt: skip
    assert result.code == 0, result
    lines = result.err.splitlines()
    assert lines[0].endswith("sentences to learn from: tokenizer, tagger, lemmatizer, parser")
    assert [line.split("  ")[0] for line in lines[1:5]] == [
        "tokenizer", "tagger", "lemmatizer", "jack-knifed tags"
    ]  # fmt: skip
    return path


@pytest.fixture(scope="session")
def parsed(pipeline) -> str:
    return load(pipeline)(TEXT).to_conllu()


def plain(text: str) -> list[str]:
    """The lines without those that say which document it is."""
    return [line for line in text.splitlines() if not line.startswith("# newdoc")]


def test_text_from_standard_input(dodona, pipeline, parsed):
    result = dodona("parse", pipeline, stdin=TEXT)
    assert (result.code, result.err) == (0, "")
    assert result.out == parsed
    assert result.out.count("# text = ") == 3


def test_text_from_files(dodona, pipeline, parsed, tmp_path):
    path = tmp_path / "my text.txt"
    path.write_text(TEXT)
    packed = tmp_path / "my text.txt.gz"
    packed.write_bytes(gzip.compress(TEXT.encode()))
    for file in (path, packed):
        out = dodona("parse", pipeline, file, "--threads", 2).out
        assert plain(out) == plain(parsed)
        assert f"# newdoc id = {file.name}" in out


def test_one_sentence_a_line(dodona, pipeline):
    out = dodona("parse", pipeline, "--input", "lines", stdin="The doves. Sleep\nNow\n").out
    assert [line for line in out.splitlines() if line.startswith("# text")] == [
        "# text = The doves. Sleep", "# text = Now"
    ]  # fmt: skip


def test_one_token_a_line(dodona, pipeline):
    out = dodona("parse", pipeline, "--input", "vertical", stdin="The\ndoves.\n\nSleep\n").out
    rows = [line.split("\t") for line in out.splitlines() if "\t" in line]
    assert [row[1] for row in rows] == ["The", "doves.", "Sleep"]
    assert all(row[3] != "_" and row[6] != "_" for row in rows)


def test_a_treebank_keeps_its_tags(dodona, pipeline, grove, tmp_path):
    unnamed = tmp_path / "treebank"
    unnamed.write_bytes(grove.test.read_bytes())
    kept = dodona("parse", pipeline, unnamed).out
    anew = dodona("parse", pipeline, "--tag", unnamed).out
    gold = [sentence.upos for sentence in read_conllu(grove.test)]
    for name, out in {"kept": kept, "anew": anew}.items():
        (tmp_path / name).write_text(out)
    assert [sentence.upos for sentence in read_conllu(tmp_path / "kept")] == gold
    assert [sentence.upos for sentence in read_conllu(tmp_path / "anew")] != gold


def test_what_the_input_is_can_be_seen_from_its_beginning(dodona, pipeline, tmp_path):
    long = "# text = " + "oak " * 3000
    row = "1\toak" + "\t_" * 8
    for treebank in (f"{long}\n{row}\n\n", f"# sent_id = 1\n{row}\n\n", f"{row}\n\n"):
        out = dodona("parse", pipeline, stdin=treebank).out
        assert [line.split("\t")[1] for line in out.splitlines() if "\t" in line] == ["oak"]
    folder = tmp_path / "my.conllu.files"
    folder.mkdir()
    (folder / "text").write_text("# A heading\n\nThe oak stands.\n")
    assert "\theading\t" in dodona("parse", pipeline, folder / "text").out


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("options", [(), ("--input", "lines")])
def test_one_sent_one_answered(start, pipeline, options, threads):
    process = start("parse", pipeline, *options, "--threads", threads)
    too_late = threading.Timer(30, process.kill)
    too_late.start()
    for number, text in enumerate(("The doves sleep.", "Do you hear it?", "The oak stands."), 1):
        process.stdin.write(f"{text}\n".encode())
        process.stdin.flush()
        lines = list(iter(process.stdout.readline, b"\n"))
        assert f"# sent_id = {number}\n".encode() in lines
        assert f"# text = {text}\n".encode() in lines
    too_late.cancel()
    assert process.communicate(timeout=60) == (b"", b"")


def test_ranges_tell_where_tokens_stand(dodona, pipeline):
    out = dodona("parse", pipeline, "--ranges", "bytes", stdin="Añ oak\n").out
    assert "TokenRange=0:3" in out
    assert "TokenRange=4:7" in out


def test_bytes_that_are_not_utf_8(dodona, error_of, pipeline, tmp_path):
    path = tmp_path / "latin.txt"
    path.write_bytes(b"The doves\nsl\xe9ep\n")
    message = error_of("parse", pipeline, path)
    assert f"{path}:2: byte 0xe9 at offset 12 is not UTF-8" in message
    assert "--replace-bytes" in message
    out = dodona("parse", pipeline, path, "--replace-bytes").out
    assert "sl□ep" in out
    assert r"TextForm=sl\uFFFDep" in out


def test_nothing_is_lost_of_odd_texts(dodona, pipeline):
    for text in ("NUL \x00 here.\n", "oak" * 50_000 + "\n", "\ufeffThe oak\r\nstands.\r\n"):
        result = dodona("parse", pipeline, stdin=text)
        assert result.code == 0, result
        forms = [line.split("\t")[1] for line in result.out.splitlines() if line[:1].isdigit()]
        assert "".join(forms) == "".join(text.lstrip("\ufeff").replace("\0", " ").split())


def test_an_empty_text_has_no_sentences(dodona, pipeline, tmp_path):
    path = tmp_path / "empty.txt"
    path.touch()
    assert dodona("parse", pipeline, path) == (0, "", "")


def test_a_text_in_the_place_of_the_model(error_of, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT)
    assert f"dodona parse en {path}" in error_of("parse", path)


def test_a_model_without_a_tokenizer(error_of, model, tmp_path):
    message = error_of("parse", model, "--input", "text", stdin=TEXT, code=2)
    assert "no tokenizer, only parser" in message
    assert "--pipeline" in message


def test_a_text_for_a_model_that_is_a_parser_alone(error_of, model, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT)
    for message in (error_of("parse", model, path), error_of("parse", model, stdin=TEXT)):
        assert "looks like text, and the model has no tokenizer, only parser" in message
        assert "--input conllu" in message
    message = error_of("parse", model, "--input", "vertical", stdin="The\ndoves\n")
    assert "standard input:1 (sentence 1): the words have no UPOS and no XPOS" in message


def test_sentences_of_several_texts_are_numbered_through(dodona, pipeline, grove, tmp_path):
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path in paths:
        path.write_text(TEXT)
    out = dodona("parse", pipeline, paths[0], grove.dev, "-", paths[1], stdin="Doves sleep.").out
    ids = [line for line in out.splitlines() if line.startswith("# sent_id = ")]
    assert len(set(ids)) == len(ids)
    assert out.count("# newdoc") >= 3


def test_what_info_tells(dodona, pipeline):
    out = dodona("info", pipeline).out
    lines = out.splitlines()
    assert [name for name in lines if name in ("tokenizer", "tagger", "lemmatizer", "parser")] == [
        "tokenizer", "tagger", "lemmatizer", "parser"
    ]  # fmt: skip
    rows = dict(line.split(":", 1) for line in lines if ":" in line)
    assert rows["licence"].strip() == "CC0"
    assert rows["attribution"].strip() == "the grove"
    assert any(line.startswith("scores on dev:") and "UPOS" in line for line in lines)


@pytest.mark.parametrize("option", [["--parts", "tagger"], ["--jackknife", 4]])
def test_options_of_pipelines_need_one(error_of, grove, tmp_path, option):
    message = error_of("train", "--train", grove.train, "-o", tmp_path / "m", *option, code=2)
    assert f"{option[0]} goes with --pipeline" in message


def test_parts_by_name(dodona, grove, tmp_path):
    model = tmp_path / "tagger.dodona"
    result = dodona(
        "train", "--pipeline", "--parts", "tagger, lemmatizer", "--train", grove.train, "-o", model
    )
    assert result.code == 0, result
    assert load(model).parts == ["tagger", "lemmatizer"]
    gold = list(read_conllu(grove.test))
    (tmp_path / "out.conllu").write_text(dodona("parse", model, grove.test, "--tag").out)
    tagged = list(read_conllu(tmp_path / "out.conllu"))
    assert [s.heads for s in tagged] == [s.heads for s in gold]
    assert [s.upos for s in tagged] != [s.upos for s in gold]
    assert [s.lemmas for s in tagged] != [s.lemmas for s in gold]


# Folders ------------------------------------------------------------------------------------------


@pytest.fixture
def texts(tmp_path):
    """A folder of texts, with a folder in it."""
    folder = tmp_path / "texts"
    (folder / "more").mkdir(parents=True)
    for name in ("a.txt", "b.txt", "more/a.txt", ".hidden"):
        (folder / name).write_text(TEXT)
    return folder


def test_each_file_of_a_folder_is_parsed(dodona, pipeline, parsed, texts, tmp_path):
    out = tmp_path / "out"
    assert dodona("parse", pipeline, texts, "--output-dir", out).code == 0
    found = sorted(str(path.relative_to(out)) for path in out.rglob("[!.]*") if path.is_file())
    assert found == ["a.conllu", "b.conllu", os.path.join("more", "a.conllu")]
    for name in found:
        assert plain((out / name).read_text()) == plain(parsed)


def test_what_is_finished_is_not_parsed_again(dodona, pipeline, parsed, texts, tmp_path):
    out = tmp_path / "out"
    command = ("parse", pipeline, texts, "--output-dir", out)
    (texts / "picture.png").touch()
    result = dodona(*command)
    assert result.code == 0
    assert f"passed over, neither a text nor a treebank by its name: {texts}/picture.png" in (
        result.err
    )
    before = (out / "b.conllu").stat().st_mtime_ns
    assert "3 of 3 files are finished already" in dodona(*command).err
    (texts / "a.txt").write_text(TEXT + TEXT)
    assert "2 of 3 files are finished already" in dodona(*command).err
    assert (out / "a.conllu").read_text().count("# sent_id") == 6
    assert (out / "b.conllu").stat().st_mtime_ns == before
    for changed in (("--beam", 1), ("--overwrite",)):
        assert "finished already" not in dodona(*command, *changed).err
        assert (out / "b.conllu").stat().st_mtime_ns > before
        before = (out / "b.conllu").stat().st_mtime_ns


def test_one_bad_file_does_not_stop_the_others(dodona, error_of, pipeline, texts, tmp_path):
    out = tmp_path / "out"
    (texts / "a.txt").write_bytes(b"\xff")
    (out / "more").mkdir(parents=True)
    (out / "more" / "a.conllu").write_text("mine")
    result = dodona("parse", pipeline, texts, "--output-dir", out)
    assert result.code == 1
    first, second, last = result.err.splitlines()
    assert first.startswith(f"dodona: failed: {texts}/a.txt:1: byte 0xff")
    assert second.startswith(f"dodona: failed: {texts}/more/a.txt: {out}/more/a.conllu is there")
    assert "--overwrite" in second
    assert last == "dodona: error: 2 of 3 files could not be parsed"
    assert (out / "b.conllu").exists()
    assert (out / "more" / "a.conllu").read_text() == "mine"
    command = ("parse", pipeline, texts, "--output-dir", out, "--fail-fast")
    assert f"{texts}/a.txt:1: byte 0xff" in error_of(*command)
    assert "greedy" in error_of(*command, "--nbest", 2, code=2)


def test_a_name_that_is_not_utf_8(dodona, pipeline, parsed, tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / os.fsdecode(b"caf\xe9.txt")).write_text(TEXT)
    for times in range(2):
        result = dodona("parse", pipeline, folder, "--output-dir", tmp_path / "out")
        assert (result.code, "1 of 1 files" in result.err) == (0, times == 1)
    out = (tmp_path / "out" / os.fsdecode(b"caf\xe9.conllu")).read_text()
    assert "# newdoc id = caf□.txt" in out
    assert plain(out) == plain(parsed)


def test_a_killed_process_leaves_whole_files_only(start, pipeline, texts, tmp_path, wait_for):
    (texts / "b.txt").write_text(TEXT * 20_000)
    out = tmp_path / "out"
    process = start("parse", pipeline, texts / "a.txt", texts / "b.txt", "--output-dir", out)
    wait_for(lambda: (out / "a.conllu").exists() and list(out.glob(".b*.partial")))
    process.kill()
    process.communicate()
    assert not (out / "b.conllu").exists()


def test_files_that_would_get_the_same_name(error_of, pipeline, texts, tmp_path):
    files = (texts / "a.txt", texts / "more" / "a.txt")
    message = error_of("parse", pipeline, *files, "--output-dir", tmp_path / "out", code=2)
    assert "would both be" in message


def test_an_output_and_a_folder_do_not_go_together(error_of, pipeline, texts, tmp_path):
    out = ("--output-dir", tmp_path / "out")
    assert "--output" in error_of("parse", pipeline, texts, *out, "-o", "x", code=2)
    assert "standard input" in error_of("parse", pipeline, *out, code=2)


def test_clusters_of_words(dodona, error_of, grove, tmp_path):
    clusters, model = tmp_path / "clusters", tmp_path / "m"
    clusters.write_text("0110\toak\t7\n011\tdoves\t5\n")
    command = ["train", "--pipeline", "--parts", "tagger", "--train", grove.train, "-o", model]
    assert dodona(*command, "--clusters", clusters).code == 0
    assert "words in clusters 2" in dodona("info", model).out
    clusters.write_text("0110\toak\t7\n011 doves 5\n")
    message = error_of(*command, "--clusters", clusters)
    assert f"{clusters}:2: " in message
    assert "bits<TAB>word<TAB>count" in message
