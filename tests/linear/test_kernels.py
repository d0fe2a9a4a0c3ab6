"""The kernel of this processor beside the plain one, and that of ARM where it can run."""

import shutil
import subprocess
from pathlib import Path

import pytest

import dodona.linear

HEADERS = Path(dodona.linear.__file__).parent
PROGRAM = Path(__file__).parent / "kernels.c"


def run(path: Path, compiler: list[str], runner: list[str]) -> str:
    """What the program prints, compiled and run with these commands."""
    for command in (compiler, runner):
        if command and shutil.which(command[0]) is None:
            pytest.skip(f"there is no {command[0]}")
    binary = str(path / "kernels")
    flags = ["-O3", "-I", str(HEADERS), "-o", binary]
    subprocess.run([*compiler, str(PROGRAM), *flags], check=True)
    return subprocess.run(
        [*runner, binary], check=True, capture_output=True, text=True, timeout=60
    ).stdout


@pytest.mark.parametrize(
    ("compiler", "runner"),
    [(["cc"], []), (["aarch64-linux-gnu-gcc", "-static"], ["qemu-aarch64-static"])],
    ids=["this processor", "ARM"],
)
def test_all_kernels_have_the_sums_of_the_plain_one(tmp_path, compiler, runner):
    assert run(tmp_path, compiler, runner).startswith("300 tables, the same sums")
