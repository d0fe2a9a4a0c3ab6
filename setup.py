"""Builds the compiled core. Everything else about the package is in pyproject.toml.

DODONA_CHECKED=1 builds with bounds checks, for tests.
"""

import os
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

CHECKED = os.environ.get("DODONA_CHECKED") == "1"

MODULES = [
    "treebank.sentence",
    "treebank.scanner",
    "treebank.eisner",
    "treebank.lifting",
    "treebank.columns",
    "systems.state",
    "systems.gold",
    "systems.exact",
    "systems.exact_arc_eager",
    "systems.exact_arc_standard",
    "systems.base",
    "systems.arc_eager",
    "systems.arc_eager_nonmonotonic",
    "systems.arc_hybrid",
    "systems.linear_loss",
    "systems.tabular_loss",
    "systems.arc_standard",
    "systems.spine_table",
    "systems.lr_spine",
    "systems.covington_lists",
    "systems.covington",
    "systems.cycles",
    "systems.covington_nonmonotonic",
    "systems.labelled",
    "systems.walk",
    "features.hashing",
    "features.tokens",
    "features.extractor",
    "learning.weights",
    "learning.perceptron",
    "learning.history",
    "learning.beam",
    "parsing.frozen",
    "parsing.greedy",
    "parsing.search",
    "parsing.beam",
    "tokenizing.characters",
    "tokenizing.features",
    "tokenizing.candidates",
    "tokenizing.stretch",
    "tokenizing.segmenter",
    "tokenizing.learner",
    "tokenizing.output",
    "tokenizing.writer",
    "tagging.words",
    "tagging.features",
    "tagging.tagset",
    "tagging.tag_decoder",
    "tagging.scripts",
    "tagging.lemma_decoder",
    "tagging.learners",
]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "cdivision": True,
    "embedsignature": True,
}


# Code that all modules need is translated and compiled once, in a module of its own.
SHARED = "dodona.shared_utility"

OPTIMISE = "-O1" if CHECKED else "-O3"


def extension(name: str, source: str) -> Extension:
    return Extension(
        name,
        [source],
        include_dirs=["src/dodona/parsing"],
        extra_compile_args=[] if sys.platform == "win32" else [OPTIMISE, "-g0"],
    )


EXTENSIONS = [
    extension(f"dodona.{module}", f"src/dodona/{module.replace('.', '/')}.py") for module in MODULES
]


setup(
    ext_modules=cythonize(
        [*EXTENSIONS, extension(SHARED, "shared_utility.c")],
        shared_utility_qualified_name=SHARED,
        compiler_directives=DIRECTIVES,
        include_path=["src"],
        build_dir="build/checked" if CHECKED else "build/cython",
        # Elsewhere new processes would run this file again.
        nthreads=os.cpu_count() if sys.platform == "linux" else 0,
    ),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
