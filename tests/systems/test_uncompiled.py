"""Transition systems also run uncompiled, as plain Python, for debugging and for reading along.

A second Python gets a copy of the package without the compiled systems and writes down the costs
of all transitions in all configurations for all small trees. Both must say the same.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

COMPILED = (".so", ".pyd")

COSTS = """
import json, sys
from dodona import systems
from dodona.systems import arc_eager, base, get_system, gold, state

def tree(heads):
    for word in range(1, len(heads)):
        for _ in heads:
            word = heads[word] if word else 0
        if word:
            return False
    return True

def trees(n):
    found = [[-1]]
    for _ in range(n):
        found = [heads + [head] for heads in found for head in range(n + 1)]
    return [heads for heads in found if tree(heads)]

def walk(system, c):
    yield c
    for name in system.legal(c):
        label = "label" if name in ("LEFT", "RIGHT") else None
        yield from walk(system, system.apply(c, name, label=label))

result = []
for keywords in ({"root": "first"}, {"root": "last"}, {"root": "last", "single_root": True}):
    system = get_system("arc-eager", **keywords)
    for n in (1, 2, 3):
        for heads in trees(n):
            labels = [None, "label", *["other"] * (n - 1)]
            for c in walk(system, system.initial(n)):
                costs = list(system.costs(c, heads).items())
                labelled = list(system.costs(c, heads, labels).items())
                losses = [system.loss(c, heads), system.loss(c, heads, labels)]
                result.append([c.stack, c.buffer, c.heads, c.labels, costs, labelled, losses])
            if keywords.get("single_root") and heads.count(0) > 1:
                continue
            try:
                result.append(system.static_oracle(heads, labels))
            except ValueError as error:
                result.append(str(error))
    try:
        system.apply(system.initial(1), "REDUCE")
    except ValueError as error:
        result.append(str(error))
for name in ("arc-eager", "arc-hybrid", "arc-standard"):
    system = get_system(name)
    for n in (1, 2, 3):
        for heads in trees(n)[::n]:
            for c in walk(system, system.initial(n)):
                costs = list(system.costs(c, heads, exact=True).items())
                result.append([c.stack, c.buffer, costs, system.loss(c, heads, exact=True)])
files = [module.__file__ for module in (state, gold, base, arc_eager)]
json.dump({"files": files, "costs": result}, sys.stdout)
"""


def run(*, path: Path | None) -> dict[str, list[object]]:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    process = subprocess.run(
        [sys.executable, "-c", COSTS], env=environment, capture_output=True, text=True, timeout=60
    )
    assert process.returncode == 0, process.stderr
    result: dict[str, list[object]] = json.loads(process.stdout)
    return result


def test_systems_run_uncompiled_and_say_the_same(tmp_path):
    if importlib.util.find_spec("cython") is None:
        pytest.skip("uncompiled systems need the package cython, which is not installed")
    package = Path(str(resources.files("dodona")))
    shutil.copytree(package, tmp_path / "dodona", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (tmp_path / "dodona" / "systems").iterdir():
        if file.suffix in COMPILED:
            file.unlink()
    compiled, plain = run(path=None), run(path=tmp_path)
    assert all(Path(str(file)).suffix in COMPILED for file in compiled["files"])
    assert all(Path(str(file)).suffix == ".py" for file in plain["files"])
    assert all(str(file).startswith(str(tmp_path)) for file in plain["files"])
    assert len(compiled["costs"]) > 3000
    assert plain["costs"] == compiled["costs"]
