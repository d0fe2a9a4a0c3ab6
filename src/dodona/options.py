"""Every option of training and parsing, said once: its type, default, choices, help and company.

Each class is a set of options. Functions take them as typed keywords, commands as flags of the same
names, recipes as keys, and the tables of the guide as rows (``python -m dodona.options`` prints
them):

>>> def train(treebank: Path, **options: Unpack[TrainingOptions]) -> Pipeline:    # doctest: +SKIP
...     chosen = complete(TrainingOptions, options)
"""

import os
from collections.abc import Collection
from typing import Annotated, Literal, TypedDict

from dodona.keywords import Option, table

MOST_BEAM = 1024
MOST_MEMBERS = 15
MOST_SEED = (1 << 63) - 1

Oracle = Literal["static", "nondet", "dynamic"]
Policy = Literal["ambiguity", "explore"]
Update = Literal["early", "max-violation"]
Loss = Literal["upper", "pc-upper", "lower", "linear", "tabular"]
Nonprojective = Literal["skip", "projectivize", "pseudo", "min-cost", "exact"]
Scheme = Literal["baseline", "head", "path", "head+path"]
Kind = Literal["linear", "neural"]
Direction = Literal["left-to-right", "right-to-left"]
PartName = Literal["tokenizer", "tagger", "lemmatizer", "parser"]
InputFormat = Literal["text", "lines", "vertical", "conllu"]
Ranges = Literal["characters", "bytes"]
OutputFormat = Literal["conllu", "json", "parquet"]


class TrainingOptions(TypedDict, total=False):
    """How a parser is trained; the defaults are those of Goldberg & Nivre (2012)."""

    kind: Annotated[
        Kind,
        Option(
            "linear",
            "Fast (linear), or more accurate and some ten times as slow (neural): with an encoder "
            "that in a pipeline predicts tags too.",
        ),
    ]
    system: Annotated[
        str,
        Option(
            "arc-eager",
            "Transition system; `auto` chooses by the trees of the treebank, and says why.",
        ),
    ]
    direction: Annotated[
        Direction, Option("left-to-right", "Where sentences begin for the parser.")
    ]
    vote: Annotated[
        Collection[str] | None,
        Option(
            None,
            "Train several parsers that vote, one for each of these systems; `:reversed` behind "
            "one lets it go from right to left. In the shell with commas between them.",
            shown="one parser",
        ),
    ]
    oracle: Annotated[
        Oracle,
        Option(
            "dynamic",
            "Learn one canonical derivation (static), all transitions that keep the gold tree "
            "(nondet), or all of least cost, also after mistakes (dynamic).",
            shown="dynamic; with attardi static",
        ),
    ]
    policy: Annotated[
        Policy | None,
        Option(
            None,
            "What training follows with the dynamic oracle: only transitions of least cost, or "
            "after k iterations also the model's own mistakes, so that it learns to go on.",
            shown="explore",
            goes_with={"oracle": ("dynamic",), "beam": (1,)},
        ),
    ]
    k: Annotated[int, Option(2, "Iterations before exploration begins.", least=0)]
    p: Annotated[
        float, Option(0.1, "Share of mistakes that exploration does not follow.", least=0, most=1)
    ]
    beam: Annotated[
        int,
        Option(
            1,
            "Hypotheses to keep at each step, in training and parsing; 1 is greedy parsing.",
            least=1,
            most=MOST_BEAM,
        ),
    ]
    update: Annotated[
        Update | None,
        Option(
            None,
            "Where a beam learns from a mistake: where the last correct hypothesis leaves it, or "
            "where the best one is ahead of the best correct one the most.",
            shown="max-violation",
            goes_with={"beam": range(2, MOST_BEAM + 1)},
        ),
    ]
    restart: Annotated[
        bool | None,
        Option(
            None,
            "Go on in the same sentence after an update of a beam, from the best hypothesis.",
            shown="restart with the dynamic oracle",
            goes_with={"beam": range(2, MOST_BEAM + 1), "oracle": ("dynamic",)},
        ),
    ]
    loss: Annotated[
        Loss | None,
        Option(
            None,
            "What the oracle of covington-nonmonotonic counts: lost arcs and all cycles (upper), "
            "only the problematic ones (pc-upper), or none (lower, not with nondet); and how that "
            "of arc-standard counts (linear, tabular).",
            shown="upper; linear",
            goes_with={"oracle": ("dynamic", "nondet")},
        ),
    ]
    nonprojective: Annotated[
        Nonprojective | None,
        Option(
            None,
            "What a projective system makes of a tree that is not projective: skip it; learn the "
            "closest projective tree; learn a projective tree whose labels tell the way back "
            "(pseudo); learn from the tree itself, with approximate or with exact costs. Likewise "
            "for systems that derive some other trees but not all (without pseudo and exact).",
            shown="min-cost; skip without a dynamic oracle",
        ),
    ]
    encoding: Annotated[
        Scheme | None,
        Option(
            None,
            "What the labels of pseudo-projective trees tell.",
            shown="head+path",
            goes_with={"nonprojective": ("pseudo",)},
        ),
    ]
    iterations: Annotated[
        int | None,
        Option(
            None,
            "Times through the treebank.",
            least=1,
            shown="15; with lr-spine 30; neural 24 to 120, more for small treebanks",
        ),
    ]
    extra_weight: Annotated[
        float | None,
        Option(
            None,
            "Of extra trees, which were made by machine, an iteration learns from so many for each "
            "one of the treebank; the next iteration goes on with the next ones.",
            shown="2",
            above=0,
        ),
    ]
    seed: Annotated[
        int,
        Option(
            1,
            "Determines the order of the sentences and every random choice; one seed, one model, "
            "byte for byte.",
            least=0,
            most=MOST_SEED,
        ),
    ]
    least_updates: Annotated[
        int,
        Option(
            1,
            "A feature counts once it was updated so often, so that there are fewer, and better "
            "ones (Goldberg & Elhadad 2011); 5 to 20 for large training data.",
            least=1,
            most=255,
        ),
    ]
    features: Annotated[
        str | None,
        Option(
            None,
            "File of feature templates (neural: of slots), or the name of a set that comes with "
            "Dodona.",
            shown="those of the system",
        ),
    ]
    size: Annotated[
        int | None,
        Option(
            None,
            "Outputs of a layer of the encoder in each direction, a multiple of 16.",
            least=16,
            most=1024,
            shown="128",
            goes_with={"kind": ("neural",)},
        ),
    ]
    layers: Annotated[
        int | None,
        Option(
            None,
            "Layers of the encoder.",
            least=1,
            most=8,
            shown="2",
            goes_with={"kind": ("neural",)},
        ),
    ]
    vectors: Annotated[
        str | os.PathLike[str] | None,
        Option(
            None,
            "Pretrained vectors of words: a file in the text format of word2vec or GloVe, which "
            "may be compressed.",
            shown="none",
            goes_with={"kind": ("neural",)},
        ),
    ]
    clusters: Annotated[
        str | os.PathLike[str] | None,
        Option(
            None,
            "Clusters of words for tagger and parser, such as Brown clusters: a file with lines of "
            "bits, word and count, or of word and cluster, with tabs between them.",
            shown="none",
        ),
    ]
    megabytes: Annotated[
        float,
        Option(
            8.0,
            "The smallest weights of the parser are left out until it fits into so many; of a "
            "neural one pretrained vectors are, those of the rarest words, until they fit.",
            above=0,
        ),
    ]  # fmt: skip
    licence: Annotated[str, Option("", "Licence of the training data, kept in the model.")]


class PipelineOptions(TrainingOptions, total=False):
    """How a pipeline is trained: also what is not for the parser."""

    parts: Annotated[
        Collection[PartName] | None,
        Option(
            None,
            "Parts of the pipeline to train, in the shell with commas between them.",
            shown="tokenizer,tagger,lemmatizer,parser; those that the treebank has data for",
        ),
    ]
    jackknife: Annotated[
        int,
        Option(
            4,
            "Taggers to predict the tags with that the parser learns from, each without the "
            "sentences that it tags; 0 for the tags of the treebank.",
            least=0,
        ),
    ]
    threads: Annotated[
        int,
        Option(
            1,
            "Threads for what the parser waits for: tokeniser, taggers and lemmatisers, side by "
            "side. The model is the same.",
            least=1,
        ),
    ]
    attribution: Annotated[str, Option("", "Whom the data is from, kept in the model.")]


class ReviewOptions(TypedDict, total=False):
    """How parsers are asked which arcs of a treebank may be wrong."""

    vote: Annotated[
        Collection[str] | None,
        Option(
            None,
            "Systems of the parsers, each perhaps with `:reversed` behind it; in the shell with "
            "commas between them.",
            shown="arc-eager,arc-standard,arc-standard:reversed",
        ),
    ]
    folds: Annotated[
        int,
        Option(
            5,
            "Parts of the treebank; each is parsed by parsers that learn from the others.",
            least=2,
        ),
    ]
    disputed: Annotated[
        bool,
        Option(False, "Also list arcs that all parsers contradict, but not all in the same way."),
    ]
    iterations: Annotated[
        int | None, Option(None, "Times through the treebank.", least=1, shown="as in training")
    ]
    seed: Annotated[
        int, Option(1, "Determines the parts and every random choice.", least=0, most=MOST_SEED)
    ]
    threads: Annotated[int, Option(1, "Threads, each of which trains with some parts.", least=1)]


class DecodingOptions(TypedDict, total=False):
    """How a parser finds the trees of some sentences."""

    beam: Annotated[
        int | None,
        Option(
            None,
            "Hypotheses to keep at each step; 1 is greedy parsing.",
            shown="as in training",
            least=1,
            most=MOST_BEAM,
        ),
    ]
    nbest: Annotated[
        int | None,
        Option(
            None,
            "Up to so many different trees for each sentence, the best first, with the comments "
            "parse_rank and parse_score.",
            shown="the best, without comments",
            least=1,
        ),
    ]
    scores: Annotated[
        bool,
        Option(
            False,
            "Say in MISC (Score) how sure the parser is of each arc. With a beam: how far the best "
            "tree with it is ahead of the best one without it; with votes: their share; neural: "
            "its probability, and those of label (LabelScore) and tags (TagScore).",
        ),
    ]
    keep: Annotated[
        bool,
        Option(
            False,
            "Words that have a head keep it, and the label of the arc if there is one; the others "
            "get theirs.",
            flag="--keep-trees",
        ),
    ]
    drop_impossible: Annotated[
        bool,
        Option(
            False,
            "Of heads to keep that the parser cannot have all give up the fewest, and name them.",
            goes_with={"keep": (True,)},
        ),
    ]
    deprojectivize: Annotated[
        bool,
        Option(True, "Put the lifted words of a pseudo-projective model back to their places."),
    ]
    projective: Annotated[
        bool,
        Option(False, "Let votes elect projective trees only; all that vote must have such trees."),
    ]
    keep_deps: Annotated[
        bool,
        Option(
            False,
            "Keep DEPS and empty nodes of a treebank, although they do not fit the new trees.",
        ),
    ]


class ParserOptions(DecodingOptions, total=False):
    """How a parser goes through sentences."""

    threads: Annotated[int, Option(1, "Threads to parse with.", least=1)]


class ParsingOptions(ParserOptions, total=False):
    """How a pipeline goes through sentences."""

    tag: Annotated[bool, Option(False, "Predict tags and lemmas also where there are some.")]


class ReadingOptions(TypedDict, total=False):
    """How files are read."""

    input: Annotated[
        InputFormat | None,
        Option(
            None,
            "What the files hold: text, a sentence a line, a token a line with a blank line after "
            "each sentence, or a treebank in CoNLL-U or CoNLL-X.",
            shown="conllu if they look like it, else text",
        ),
    ]
    ranges: Annotated[
        Ranges | None,
        Option(
            None,
            "Write to MISC where each token of a text stands (TokenRange), counted so.",
            shown="no ranges",
        ),
    ]
    replace_bytes: Annotated[
        bool, Option(False, "Read bytes of a text that are not UTF-8 as U+FFFD.")
    ]
    skip_invalid: Annotated[bool, Option(False, "Pass over invalid sentences and name them.")]


class WritingOptions(TypedDict, total=False):
    """How files are written."""

    output_format: Annotated[
        OutputFormat | None,
        Option(
            None,
            "What is written: CoNLL-U, a line of JSON for each sentence, or Parquet with a row for "
            "each (which needs the extra `parquet`).",
            shown="what the name of the output says (.jsonl, .parquet), else conllu",
        ),
    ]


class FileOptions(ReadingOptions, ParsingOptions, WritingOptions, total=False):
    """How files are read, parsed and written."""


class FolderOptions(TypedDict, total=False):
    """How folders of files are parsed."""

    overwrite: Annotated[bool, Option(False, "With a folder: parse everything anew.")]
    fail_fast: Annotated[
        bool, Option(False, "With a folder: stop at the first file that cannot be parsed.")
    ]


class AddressOptions(TypedDict, total=False):
    """Where a server listens."""

    host: Annotated[
        str,
        Option("127.0.0.1", "Address to listen on; 0.0.0.0 lets other machines in."),
    ]
    port: Annotated[
        int, Option(8001, "Port to listen on; 0 for any that is free.", least=0, most=65535)
    ]


class ServingOptions(AddressOptions, total=False):
    """How models are served over HTTP."""

    threads: Annotated[
        int | None,
        Option(None, "Threads to parse with.", least=1, shown="one for each core"),
    ]
    access_log: Annotated[
        bool, Option(False, "Write a line of JSON for each request to standard output.")
    ]
    max_megabytes: Annotated[float, Option(8.0, "Size of a request; larger ones get 413.", above=0)]
    max_words: Annotated[int, Option(1000, "Words of a sentence; one with more gets 413.", least=1)]
    max_queue: Annotated[
        int, Option(256, "Requests that wait for a thread; those beyond get 503.", least=1)
    ]
    max_connections: Annotated[
        int, Option(1000, "Connections that are open at once; those beyond get 503.", least=1)
    ]
    max_seconds: Annotated[
        float,
        Option(
            60.0,
            "Time for a request to arrive (then it gets 408), and to be answered (503).",
            above=0,
        ),
    ]


TABLES = (
    (TrainingOptions, None),
    (PipelineOptions, TrainingOptions),
    (FileOptions, None),
    (FolderOptions, None),
    (ReviewOptions, None),
    (ServingOptions, None),
)
"""The sets that have a table in the guide, and those whose options they do not repeat."""

if __name__ == "__main__":
    print("\n\n".join(table(*each) for each in TABLES))
