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

_PLAIN = """
import json, sys, time
import pyarrow as pa, pyarrow.parquet as pq
import dodona
from dodona.treebank.arrow import lists, to_arrow

source, target, model, output = sys.argv[1:]
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
        column = lists(offsets, to_arrow(s for document in documents for s in document))
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

def spent(java):
    "Seconds of the processor: of the JVM, and of all that it started."
    stats = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        stats[int(path.parent.name)] = int(fields[1]), [int(each) for each in fields[11:15]]
    tick = os.sysconf("SC_CLK_TCK")
    own, below, wanted = sum(stats[java][1][:2]) / tick, stats[java][1], {java}
    workers = sum(below[2:]) / tick
    while wanted:
        wanted = {pid for pid, (parent, _) in stats.items() if parent in wanted}
        workers += sum(sum(stats[pid][1]) for pid in wanted) / tick
    return own, workers, time.process_time()

source, target, model, output = sys.argv[1:]
session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
session.sparkContext.setLogLevel("OFF")
java = session.sparkContext._gateway.proc.pid
frame = session.read.parquet(source).repartition(2)

def job(frame, target):
    dodona.spark.parse(frame, "text", model=model, output=output).write.parquet(target)

job(frame.limit(200), target + ".warm")
before = spent(java)
job(frame, target)
after = spent(java)
job_times = [b - a for a, b in zip(before, after)]
print(json.dumps({"jvm": job_times[0], "workers": job_times[1], "all": sum(job_times),
                  "with_start": sum(after)}))
"""


def measure(bench: Bench) -> Section:
    """Parse 10,000 texts to Parquet, with one process and with two workers of Spark."""
    if shutil.which("java") is None or find_spec("pyspark") is None:
        raise Skipped("there is no Java, or no pyspark")
    source = bench.work / "texts.parquet"
    words = _write_texts(bench, source)
    rows = [Row("words in 10,000 texts", f"{words:,}")]
    jobs = [("en", "sentences"), ("en", "conllu"), ("en-accurate", "sentences")]
    for model, output in jobs[:2] if bench.quick else jobs:
        rows += _compare(bench, source, model, output)
    return Section(rows)


def _compare(bench: Bench, source: Path, model: str, output: str) -> list[Row]:
    plain, spark = (
        json.loads(_run(program, source, bench.work / f"{name}-{model}-{output}", model, output))
        for name, program in (("plain", _PLAIN), ("spark", _SPARK))
    )
    progress(f"{model}, {output}: {plain} {spark}")
    what = f"`{model}`, {output}"
    base = plain["all"]
    told = f"{spark['workers']:.1f} s in workers and {spark['jvm']:.1f} s in the JVM"
    return [
        Row(f"{what}: plain Dodona", f"{base:.1f} s"),
        Row(
            f"{what}: a job of Spark",
            f"{told}; with the start of the session {spark['with_start']:.1f} s",
        ),
        at_most(
            f"{what}: overhead of workers", 100 * (spark["workers"] / base - 1), _BAR, "{:.0f} %"
        ),
        at_most(f"{what}: overhead of the job", 100 * (spark["all"] / base - 1), _BAR, "{:.0f} %"),
    ]


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
