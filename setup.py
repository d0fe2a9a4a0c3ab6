"""Builds the compiled core. Everything else about the package is in pyproject.toml.

DODONA_CHECKED=1 builds with bounds checks, DODONA_SANITIZED=1 with AddressSanitizer and UBSan, both
for tests. DODONA_ABI3=1 builds once for CPython 3.11 and all later ones, where Python can do that;
what is built for one Python only is a little faster.
"""

import os
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

sys.path.insert(0, str(Path(__file__).parent))
from stubs import write_stubs

CHECKED = os.environ.get("DODONA_CHECKED") == "1"
SANITIZED = os.environ.get("DODONA_SANITIZED") == "1"
# Python without the GIL, and other Pythons than CPython, have no stable interface for binaries.
ABI3 = (
    os.environ.get("DODONA_ABI3") == "1"
    and sys.version_info >= (3, 11)
    and sys.implementation.name == "cpython"
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
)

# A module with a .pxd beside it is compiled.
MODULES = sorted(path.with_suffix(".py") for path in Path("src").rglob("*.pxd"))

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "cdivision": True,
    "embedsignature": True,
    "emit_code_comments": False,
    "freethreading_compatible": True,
}


# Code that all modules need is translated and compiled once, in a module of its own.
SHARED = "dodona.shared_utility"

# What modules include of plain C.
HEADERS = sorted(map(str, Path("src/dodona").rglob("*.h")))

# Where most of the time goes in training and parsing; elsewhere -O3 gains nothing that is measured.
HOT = ("dodona.linear.", "dodona.neural.", "dodona.parser.", "dodona.tagger.", "dodona.tokenizer.")
# Without these no loop with a division or a square root becomes vector instructions.
NEURAL = ["-fno-math-errno", "-fno-trapping-math"]
# Here a fused multiplication and addition would make results depend on the processor.
EXACT = ["-ffp-contract=off"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"] if SANITIZED else []


def options(name: str) -> list[str]:
    if sys.platform == "win32":
        return []
    level = "-O3" if name.startswith(HOT) else "-O2"
    if CHECKED or SANITIZED or name == SHARED:
        level = "-O1"
    neural = NEURAL if "neural" in name else []
    exact = EXACT if name == "dodona.neural.forward" else []
    return [level, "-g0", *neural, *exact, *SANITIZE]


def extension(name: str, source: str) -> Extension:
    return Extension(
        name,
        [source],
        include_dirs=["src/dodona/linear", "src/dodona/neural"],
        depends=HEADERS,
        extra_compile_args=options(name),
        extra_link_args=SANITIZE,
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if ABI3 else [],
        py_limited_api=ABI3,
    )


EXTENSIONS = [
    extension(".".join(module.relative_to("src").with_suffix("").parts), str(module))
    for module in MODULES
]


write_stubs()
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
    options={
        "build_ext": {"parallel": os.cpu_count()},
        "bdist_wheel": {"py_limited_api": "cp311"} if ABI3 else {},
    },
)
