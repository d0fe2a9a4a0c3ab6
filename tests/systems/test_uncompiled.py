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
from dodona.systems import get_system, gold, state, system_names

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
    # Where words change places there are so many configurations that some must do.
    return list(reachable(system, c, set()))[:: 20 if system.reorders else 1]

def reachable(system, c, seen):
    key = str(c), c.state.mode, c.state.partner, c.state.stand_in
    if key in seen:
        return
    seen.add(key)
    yield c
    for name in system.legal(c):
        label = "label" if name.startswith(("LEFT", "RIGHT")) else None
        yield from reachable(system, system.apply(c, name, label=label), seen)

LOSSES = ("lower", "pc-upper", "upper", "exact")
ROOTS = ({"root": "last"}, {"root": "last", "single_root": True})

def variants():
    for name in system_names():
        yield name, {}
        if name.startswith(("arc-eager", "arc-hybrid", "two-planar")):
            yield from ((name, keywords) for keywords in ROOTS)

def some(name, configurations):
    # Two-planar has many of them.
    return list(configurations)[:: 20 if name == "two-planar" else 1]

result = []
for name, keywords in variants():
    system = get_system(name, **keywords)
    for n in (1, 2, 3):
        every = some(name, walk(system, system.initial(n)))
        for heads in trees(n):
            labels = [None, "label", *["other"] * (n - 1)]
            for c in every:
                costs = list(system.costs(c, heads).items())
                labelled = list(system.costs(c, heads, labels).items())
                losses = [system.loss(c, heads), system.loss(c, heads, labels)]
                result.append([str(c), c.heads, c.labels, costs, labelled, losses])
            if keywords.get("single_root") and heads.count(0) > 1:
                continue
            try:
                result.append(system.static_oracle(heads, labels))
            except ValueError as error:
                result.append(str(error))
    for heads in ([-1, None, 1, None], [-1, 2, None, 2], [-1, None, None, 0]):
        for c in every:
            result.append([list(system.costs(c, heads).items()), system.loss(c, heads)])
            if name in ("arc-eager", "arc-hybrid", "arc-standard"):
                result.append(list(system.costs(c, heads, exact=True).items()))
    try:
        system.apply(system.initial(1), "NO-ARC")
    except ValueError as error:
        result.append(str(error))
exact = [get_system(name) for name in ("arc-eager", "arc-hybrid", "arc-standard")]
exact += [get_system(name, **ROOTS[1]) for name in ("arc-eager", "arc-hybrid")]
for system in exact:
    for n in (1, 2, 3):
        for heads in trees(n)[::n]:
            for c in walk(system, system.initial(n)):
                costs = list(system.costs(c, heads, exact=True).items())
                result.append([c.stack, c.buffer, costs, system.loss(c, heads, exact=True)])
system = get_system("covington-nonmonotonic")
for heads in trees(3):
    for c in walk(system, system.initial(3)):
        result.append([system.loss(c, heads, loss=name) for name in LOSSES])
modules = [type(get_system(name)).__module__ for name in system_names()]
files = [sys.modules[name].__file__ for name in (state.__name__, gold.__name__, *modules)]
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


@pytest.mark.proof
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
    assert len(compiled["costs"]) > 10000
    assert plain["costs"] == compiled["costs"]
