"""What a Spark job costs beside plain Dodona that does the same, in processor time."""

import json
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from bench import Bench, Skipped, progress
from process import run
from table import Row, Section, at_most

import dodona

_TEXTS = 10_000
_SENTENCES = 10
_BAR = 20
_FIELDS = "form,lemma,upos,head,deprel"
_ONCE = "-XX:TieredStopAtLevel=1"

_PLAIN = """
import json, sys, time
import pyarrow as pa, pyarrow.parquet as pq
import dodona
from dodona.treebank.arrow import lists, to_arrow

source, target, model, output, fields, _ = sys.argv[1:]
fields = fields.split(",") if fields else None
nlp = dodona.load(model)
reader = pq.ParquetFile(source)
writer = None
for batch in reader.iter_batches(1000):
    documents = list(nlp.pipe(batch.column("text").to_pylist()))
    if output == "conllu":
        column = pa.array([document.to_conllu() for document in documents])
    else:
        offsets = [0]
        for document in documents:
            offsets.append(offsets[-1] + len(document))
        column = lists(offsets, to_arrow((s for d in documents for s in d), fields))
    found = pa.Table.from_arrays([*batch.columns, column], ["number", "text", output])
    writer = writer or pq.ParquetWriter(target, found.schema)
    writer.write_table(found)
writer.close()
print(json.dumps({"all": time.process_time()}))
"""

_SPARK = """
import json, os, sys, time
from pathlib import Path
from pyspark.sql import SparkSession
import dodona.spark

TICK = os.sysconf("SC_CLK_TCK")

def stat(path):
    "Of a process or thread: its name, its parent, and its seconds of the processor, four numbers."
    head, _, tail = path.read_text().rpartition(")")
    fields = tail.split()
    return head.partition("(")[2], int(fields[1]), [int(each) / TICK for each in fields[11:15]]

def stats(paths):
    found = {}
    for path in paths:
        try:
            found[int(path.parent.name)] = stat(path)
        except OSError:
            continue
    return found

def spent(java):
    "Seconds of the processor: of the JVM, in all and of some threads, and of all that it started."
    threads = stats(Path(f"/proc/{java}/task").glob("*/stat")).values()
    processes = stats(Path("/proc").glob("[0-9]*/stat"))
    tasks, compilers = (
        sum(sum(times[:2]) for name, _, times in threads if name.startswith(names))
        for names in ("Executor task", ("C1 Comp", "C2 Comp"))
    )
    below, wanted = processes[java][2], {java}
    workers = sum(below[2:])
    while wanted:
        wanted = {pid for pid, (_, parent, _) in processes.items() if parent in wanted}
        workers += sum(sum(processes[pid][2]) for pid in wanted)
    return {"jvm": sum(below[:2]), "workers": workers, "driver": time.process_time(),
            "tasks": tasks, "compilers": compilers}

def measured(work):
    before = spent(java)
    work()
    after = spent(java)
    found = {name: after[name] - before[name] for name in after}
    return found | {"all": found["jvm"] + found["workers"] + found["driver"]}

source, target, model, output, fields, java_options = sys.argv[1:]
settings = {"fields": fields.split(",")} if fields else {}
builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
session = builder.config("spark.driver.extraJavaOptions", java_options).getOrCreate()
session.sparkContext.setLogLevel("OFF")
java = session.sparkContext._gateway.proc.pid
frame = session.read.parquet(source).repartition(2)

def parsed(frame):
    return dodona.spark.parse(frame, "text", model=model, output=output, **settings)

parsed(frame.limit(200)).write.parquet(target + ".warm")
first = measured(lambda: parsed(frame).write.parquet(target))
whole = sum(spent(java)[name] for name in ("jvm", "workers", "driver"))
second = measured(lambda: parsed(frame).write.parquet(target + ".second"))
unwritten = measured(lambda: parsed(frame).write.format("noop").mode("overwrite").save())
print(json.dumps({"first": first, "second": second, "unwritten": unwritten, "with_start": whole}))
"""


def measure(bench: Bench) -> Section:
    """Parse 10,000 texts to Parquet, with one process and with two workers of Spark."""
    if shutil.which("java") is None or find_spec("pyspark") is None:
        raise Skipped("there is no Java, or no pyspark")
    source = bench.work / "texts.parquet"
    words = _write_texts(bench, source)
    rows = [Row("words in 10,000 texts", f"{words:,}")]
    kinds = [("sentences", "", ""), ("sentences", _FIELDS, "")]
    kinds += [("conllu", "", ""), ("conllu", "", _ONCE)]
    for model in ["en"] if bench.quick else ["en", "en-accurate"]:
        for kind in kinds:
            rows += _compare(bench, source, model, *kind)
    return Section(rows)


def _compare(
    bench: Bench, source: Path, model: str, output: str, fields: str, java_options: str
) -> list[Row]:
    """A job after a small one, and the same once more, beside plain Dodona."""
    what = f"`{model}`, {output}" + (", five fields a word" if fields else "")
    what += f", `{java_options}`" if java_options else ""
    arguments = (model, output, fields, java_options)
    plain, spark = (
        json.loads(_run(program, source, bench.work / f"{name}-{what}", *arguments))
        for name, program in (("plain", _PLAIN), ("spark", _SPARK))
    )
    progress(f"{what}: {plain} {spark}")
    base, first, second = plain["all"], spark["first"], spark["second"]

    def overhead(name: str, seconds: float) -> Row:
        return at_most(f"{what}: overhead of {name}", 100 * (seconds / base - 1), _BAR, "{:.0f} %")

    return [
        Row(f"{what}: plain Dodona", f"{base:.1f} s"),
        Row(
            f"{what}: a job of Spark",
            f"{_told(first)}; with the start of the session {spark['with_start']:.1f} s",
        ),
        overhead("workers", first["workers"]),
        overhead("the job", first["all"]),
        Row(f"{what}: the same job once more", _told(second)),
        overhead("the job once more", second["all"]),
        Row(f"{what}: a third one that writes nothing", _told(spark["unwritten"])),
    ]


def _told(job: dict[str, float]) -> str:
    return (
        f"{job['workers']:.1f} s in workers and {job['jvm']:.1f} s in the JVM, of these "
        f"{job['tasks']:.1f} s in tasks and {job['compilers']:.1f} s in its compilers"
    )


def _run(program: str, *arguments: object) -> bytes:
    return run([sys.executable, "-c", program, *map(str, arguments)])


def _write_texts(bench: Bench, target: Path) -> int:
    """Texts of ten sentences each; the number of their words."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sentences = list(dodona.read_conllu(bench.train))
    groups = [
        [sentences[(_SENTENCES * i + k) % len(sentences)] for k in range(_SENTENCES)]
        for i in range(_TEXTS)
    ]
    texts = [" ".join(each.text or "" for each in group) for group in groups]
    pq.write_table(pa.table({"number": range(_TEXTS), "text": texts}), target)
    return sum(len(each) for group in groups for each in group)
