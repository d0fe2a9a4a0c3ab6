"""Parse a folder of text files with Spark, and write a row for each file to Parquet.

    python examples/spark_folder.py texts/ parsed/ [MODEL]

On a cluster: spark-submit examples/spark_folder.py hdfs:///texts hdfs:///parsed
"""

import sys

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import col, explode

import dodona.spark


def parse_folder(session: SparkSession, source: str, target: str, model: str = "en") -> DataFrame:
    """Parse all .txt files of a folder and those in it; the rows that were written."""
    reader = session.read.option("recursiveFileLookup", True).option("pathGlobFilter", "*.txt")
    files = reader.text(source, wholetext=True)
    texts = files.select(col("_metadata.file_path").alias("file"), col("value").alias("text"))
    # As many pieces as the machines have processors, and some more, so that none has to wait.
    pieces = texts.repartition(4 * session.sparkContext.defaultParallelism)
    dodona.spark.parse(pieces, "text", model=model).write.mode("overwrite").parquet(target)
    return session.read.parquet(target)


def main() -> None:
    # Few texts at once: they may be as long as books.
    settings = {"spark.sql.execution.arrow.maxRecordsPerBatch": "64"}
    with SparkSession.builder.config(map=settings).getOrCreate() as session:
        parsed = parse_folder(session, *sys.argv[1:])
        sentences = parsed.select("file", explode("sentences").alias("sentence"))
        words = sentences.select("file", explode("sentence.words").alias("word"))
        words.where("word.upos = 'VERB'").groupBy("word.lemma").count().orderBy(
            col("count").desc()
        ).show(10)


if __name__ == "__main__":
    main()
