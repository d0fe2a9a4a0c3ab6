"""Files of parsed sentences in JSON and Parquet."""

import json
import signal
import subprocess
import sys
import time

import pytest

import dodona
from dodona.errors import DodonaError, SettingsError
from dodona.pipeline.files import parse_files, plan_folder
from dodona.pipeline.outputs import output_format

TEXT = "I don't know. Do you hear the old oak?\n\nIt can't speak. "


def known(value):
    """A record without what is None."""
    if isinstance(value, dict):
        return {name: known(each) for name, each in value.items() if each is not None}
    return [*map(known, value)] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def en():
    return dodona.load("en")


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "in.txt"
    path.write_text(TEXT * 50)
    return path


def read_rows(path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
    return parquet.read_table(path).to_pylist()


@pytest.mark.parametrize("options", [{}, {"ranges": "characters"}, {"threads": 2}])
def test_lines_of_json_and_rows_of_parquet_are_the_records(en, text, tmp_path, options):
    for name in ("out.conllu", "out.jsonl", "out.jsonl.gz", "out.parquet"):
        parse_files(en, [text, text], tmp_path / name, **options)
    expected = [s.to_record() for s in dodona.read_conllu(tmp_path / "out.conllu")]
    assert len(expected) == 300
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == known(expected)
    with dodona.treebank.streams.open_input(tmp_path / "out.jsonl.gz") as packed:
        assert packed.read().decode().splitlines() == lines
    assert read_rows(tmp_path / "out.parquet") == expected
    if "ranges" in options:
        whole = text.read_text()
        assert all(
            whole[word["start"] : word["end"]] == word["form"]
            for sentence in expected[:150]
            for word in sentence["words"]
            if not any(t["first"] <= word["id"] <= t["last"] for t in sentence["multiword_tokens"])
        )


def test_scores_are_numbers(en, text, tmp_path):
    with pytest.warns(UserWarning, match="trained for greedy parsing"):
        parse_files(en, [text], tmp_path / "out.jsonl", scores=True, beam=4)
    words = json.loads((tmp_path / "out.jsonl").read_text().splitlines()[0])["words"]
    assert all(isinstance(word["score"], float) for word in words)
    assert not any("Score" in word.get("misc", "") for word in words)


def test_no_sentences_are_a_table_without_rows(en, tmp_path):
    (tmp_path / "empty.txt").write_text("")
    parse_files(en, [tmp_path / "empty.txt"], tmp_path / "out.parquet")
    assert read_rows(tmp_path / "out.parquet") == []


@pytest.mark.parametrize(
    ("chosen", "target", "form"),
    [
        (None, "-", "conllu"), (None, "a.txt", "conllu"), (None, "a.jsonl", "json"),
        (None, "a.JSON.gz", "json"), (None, "a.parquet", "parquet"), ("json", "a.conllu", "json"),
        ("conllu", "a.parquet", "conllu"),
    ],
)  # fmt: skip
def test_the_name_of_the_output_says_the_format_unless_told(chosen, target, form):
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="needs pyarrow")
    assert output_format(chosen, target) == form


def test_parquet_is_not_packed_twice():
    pytest.importorskip("pyarrow", reason="needs pyarrow")
    with pytest.raises(SettingsError, match=r"leave out \.gz"):
        output_format(None, "a.parquet.gz")


def test_without_pyarrow_one_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "pyarrow.parquet", raising=False)
    with pytest.raises(DodonaError, match=r"pip install 'dodona\[parquet\]'"):
        output_format("parquet", "-")


@pytest.mark.parametrize("form", ["json", "parquet"])
def test_a_folder(en, text, tmp_path, form):
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="needs pyarrow")
    suffix = {"json": ".jsonl", "parquet": ".parquet"}[form]
    for expected in ("parsed", "finished_before"):
        plan = plan_folder(en, [text], tmp_path / "out", output_format=form)
        outcome = plan.carry_out()
        assert [task.target.name for task in getattr(outcome, expected)] == [f"in{suffix}"]
    beside = plan_folder(en, [text], tmp_path / "out").carry_out()
    assert [task.target.name for task in beside.parsed] == ["in.conllu"]
    again = plan_folder(en, [text], tmp_path / "out", output_format=form).carry_out()
    assert len(again.finished_before) == 1


def test_an_input_that_breaks_leaves_no_table(en, tmp_path):
    broken = tmp_path / "in.txt"
    broken.write_bytes(TEXT.encode() * 2000 + b"\xff")
    for name in ("out.parquet", "out.jsonl"):
        with pytest.raises(DodonaError, match="UTF-8"):
            parse_files(en, [broken], tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_process_leaves_no_table(tmp_path):
    pytest.importorskip("pyarrow", reason="needs pyarrow")
    command = [sys.executable, "-m", "dodona", "parse", "-o", str(tmp_path / "out.parquet")]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        process.stdin.write(TEXT.encode() * 3000)
        process.stdin.flush()
        deadline = time.monotonic() + 30
        while not any(p.stat().st_size > 4 for p in tmp_path.iterdir()):
            assert time.monotonic() < deadline
            process.stdin.write(TEXT.encode() * 1000)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert not (tmp_path / "out.parquet").exists()


def test_parquet_through_a_pipe(tmp_path):
    pytest.importorskip("pyarrow", reason="needs pyarrow")
    command = [sys.executable, "-m", "dodona", "parse", "--output-format", "parquet"]
    done = subprocess.run(command, input=TEXT.encode(), capture_output=True, timeout=60)
    (tmp_path / "piped.parquet").write_bytes(done.stdout)
    assert [row["sent_id"] for row in read_rows(tmp_path / "piped.parquet")] == ["1", "2", "3"]
