"""A real session of Spark on this machine, with two workers."""

import os
import runpy
import shutil
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import dodona
from dodona.errors import ArgumentError, DodonaError, SettingsError

pytest.importorskip("pyspark", reason="needs pyspark")
pytest.importorskip("pyarrow", reason="needs pyarrow")
pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java")

import dodona.spark  # noqa: E402

TEXTS = [f"I don't know {i} oaks. Do you?\n\nYes — ça va 😀." for i in range(40)] + [None, "", " "]


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
        "spark.sql.execution.arrow.maxRecordsPerBatch": "10",
        # The session is short: what pays off in a long one is left out.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.sql.codegen.wholeStage": "false",
    }
    builder = SparkSession.builder.master("local[2,3]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    with builder.getOrCreate() as session:
        session.sparkContext.setLogLevel("OFF")
        yield session


@pytest.fixture(scope="module")
def nlp():
    return dodona.load("en")


@pytest.fixture(scope="module")
def frame(session):
    return session.createDataFrame([*enumerate(TEXTS)], "number int, text string").repartition(2)


def collected(frame):
    rows = sorted(frame.collect(), key=lambda row: row.number)
    return [row.asDict(recursive=True) for row in rows]


def test_sentences_are_those_of_plain_dodona(nlp, frame):
    parsed = dodona.spark.parse(frame, "text")
    assert parsed.columns == ["number", "text", "sentences"]
    expected = [None if text is None else nlp(text).to_records() for text in TEXTS]
    assert collected(parsed) == [
        {"number": i, "text": TEXTS[i], "sentences": each} for i, each in enumerate(expected)
    ]


def test_conllu_is_that_of_plain_dodona(nlp, frame):
    parsed = dodona.spark.parse(frame, "text", model=nlp, output="conllu", name="trees")
    expected = [None if text is None else nlp(text).to_conllu() for text in TEXTS]
    assert [row["trees"] for row in collected(parsed)] == expected


def test_words_have_the_fields_that_were_named(nlp, frame):
    parsed = dodona.spark.parse(frame, "text", fields=["deprel", "form", "score"])
    whole = [None if text is None else nlp(text).to_records() for text in TEXTS]
    for sentence in (each for sentences in whole for each in sentences or ()):
        words = sentence["words"]
        sentence["words"] = [{n: word[n] for n in ("deprel", "form", "score")} for word in words]
    assert [row["sentences"] for row in collected(parsed)] == whole
    words = parsed.selectExpr("inline(sentences)").selectExpr("inline(words)")
    assert words.columns == ["deprel", "form", "score"]


def test_workers_run_the_python_that_has_dodona(session, frame, monkeypatch):
    """Otherwise Spark takes any `python3`."""
    monkeypatch.delenv("PYSPARK_PYTHON", raising=False)
    monkeypatch.setattr(session.sparkContext, "pythonExec", "/there/is/none")
    assert dodona.spark.parse(frame, "text", output="conllu").count() == len(TEXTS)
    assert session.sparkContext.pythonExec == "/there/is/none"


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("texts",), ArgumentError, "there is no column texts, only number, text"),
        (("number",), ArgumentError, "the column number holds int, not texts"),
        (("text", {"name": "number"}), ArgumentError, "there is a column number already"),
        (("text", {"output": "json"}), SettingsError, "it must be sentences or conllu"),
        (("text", {"fields": ["form", "tag"]}), SettingsError, "a word has no field tag, only id"),
        (("text", {"fields": ["form", "form"]}), SettingsError, "a list of different fields"),
        (("text", {"fields": "form"}), SettingsError, "a list of different fields"),
        (("text", {"fields": []}), SettingsError, "a list of different fields"),
        (("text", {"fields": ["id"], "output": "conllu"}), SettingsError, "leave out `fields`"),
        (("text", {"model": "xx"}), DodonaError, "there is no such model file"),
        (("text", {"nbest": 2}), SettingsError, "leave out `nbest`"),
        (("text", {"colour": 2}), SettingsError, "there is no option colour"),
    ],
)
def test_mistakes_are_told_before_there_is_a_job(frame, arguments, error, message):
    column, options = (*arguments, {})[:2]
    with pytest.raises(error, match=message):
        dodona.spark.parse(frame, column, **options)


def workers() -> dict[int, int]:
    """The processes of workers, and their processor time in ticks."""
    found: dict[int, tuple[int, int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            if b"pyspark" in (folder / "cmdline").read_bytes() and stat[0] != "Z":
                found[int(folder.name)] = (int(stat[1]), int(stat[11]))
        except OSError:
            continue
    return {pid: ticks for pid, (parent, ticks) in found.items() if _is_daemon(parent)}


def _is_daemon(pid: int) -> bool:
    """Whether a process is the one that forks workers for us."""
    try:
        return b"pyspark.daemon" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
def test_a_killed_worker_changes_nothing(session, nlp, tmp_path):
    """Its task is done again, by another one."""
    texts = [(i, f"I don't know {i} oaks. " * 40) for i in range(1500)]
    frame = session.createDataFrame(texts, "number int, text string").repartition(2)
    parsed = dodona.spark.parse(frame, "text", model=nlp, output="conllu")
    context = session.sparkContext

    def write() -> None:
        context.setJobGroup("killed", "a job whose worker is killed")
        parsed.write.parquet(str(tmp_path / "out"))

    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(write)
        idle = workers()
        busy: list[int] = []
        while not busy:
            assert not job.done()
            time.sleep(0.05)
            busy = [pid for pid, ticks in workers().items() if ticks > idle.get(pid, 0) + 10]
        os.kill(busy[0], signal.SIGKILL)
        job.result(timeout=60)
    tracker = context.statusTracker()
    jobs = map(tracker.getJobInfo, tracker.getJobIdsForGroup("killed"))
    stages = [tracker.getStageInfo(stage) for job in jobs for stage in job.stageIds]
    assert sum(stage.numFailedTasks for stage in stages if stage is not None) >= 1
    rows = session.read.parquet(str(tmp_path / "out")).collect()
    assert sorted(row.number for row in rows) == [*range(len(texts))]
    assert all(row.conllu == nlp(row.text).to_conllu() for row in rows[::100])


def test_the_example_parses_a_folder(session, nlp, tmp_path):
    example = Path(__file__).parent.parent / "examples" / "spark_folder.py"
    if not example.exists():
        pytest.skip("the examples are not beside the tests")
    (tmp_path / "texts" / "more").mkdir(parents=True)
    for i in range(3):
        (tmp_path / "texts" / "more" / f"{i}.txt").write_text(f"Text {i}.\nIt's short.")
    (tmp_path / "texts" / "notes.md").write_text("Not a text.")
    program = runpy.run_path(str(example))
    target = tmp_path / "parsed"
    rows = program["parse_folder"](session, str(tmp_path / "texts"), str(target)).collect()
    assert sorted(Path(row.file).name for row in rows) == ["0.txt", "1.txt", "2.txt"]
    for row in rows:
        found = row.asDict(recursive=True)["sentences"]
        assert found == nlp(row.text).to_records()
