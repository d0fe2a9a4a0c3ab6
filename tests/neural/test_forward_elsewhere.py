"""What a trained encoder runs, on this processor and on another kind: the same numbers."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import dodona

HEADERS = Path(dodona.__file__).parent / "neural"
PROGRAM = Path(__file__).with_name("forward_check.c")
OPTIONS = ["-O3", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off", "-Wall", "-Werror"]


def checksums(tmp_path, compiler, *runner, more=()):
    for needed in (compiler, *runner):
        if shutil.which(needed) is None:
            pytest.skip(f"there is no {needed} here")
    program = tmp_path / compiler
    command = [compiler, *OPTIONS, *more, f"-I{HEADERS}", str(PROGRAM), "-o", str(program)]
    subprocess.run(command, check=True)
    done = subprocess.run([*runner, program], check=True, capture_output=True, text=True)
    return dict(line.split() for line in done.stdout.splitlines())


def test_all_sets_of_instructions_agree(tmp_path):
    found = checksums(tmp_path, "cc")
    assert "plain" in found and len(set(found.values())) == 1


def test_arm_processors_compute_the_same_numbers(tmp_path):
    found = checksums(tmp_path, "aarch64-linux-gnu-gcc", "qemu-aarch64-static", more=["-static"])
    assert found.keys() == {"plain", "neon"}
    assert set(found.values()) == set(checksums(tmp_path, "cc").values())


def test_nothing_is_read_or_written_out_of_place(tmp_path):
    sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    (tmp_path / "empty.c").write_text("int main(void) { return 0; }\n")
    empty = ["cc", *sanitizers, str(tmp_path / "empty.c"), "-o", str(tmp_path / "empty")]
    if shutil.which("cc") is None or subprocess.run(empty, capture_output=True).returncode:
        pytest.skip("there is no compiler with AddressSanitizer here")
    found = checksums(tmp_path, "cc", more=sanitizers)
    assert len(set(found.values())) == 1
