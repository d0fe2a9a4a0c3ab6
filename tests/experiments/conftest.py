"""A folder with a recipe and a treebank, and the command that runs it."""

import json
import os
import shutil
import signal
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest
from experiment_examples import RECIPE


class Place:
    """A folder with a recipe, treebanks and records."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.recipe = folder / "two.toml"
        self.treebanks = folder / "treebanks"
        self.records = folder / "results" / "two.jsonl"

    def command(self, *arguments: object) -> list[str]:
        return [sys.executable, "-m", "dodona", "experiment", *map(str, arguments)]

    def start(self, *arguments: object, **options) -> subprocess.Popen:
        # Background jobs of some shells are born with SIGINT ignored, and would hand that down.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return subprocess.Popen(
                self.command(*arguments),
                cwd=self.folder,
                env={**os.environ, "DODONA_TREEBANKS": str(self.treebanks)},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                **options,
            )
        finally:
            signal.signal(signal.SIGINT, before)

    def call(self, *arguments: object, code: int = 0) -> tuple[str, str]:
        """Run a command to its end, and give its output and its messages."""
        process = self.start(*arguments)
        out, err = process.communicate(timeout=120)
        assert process.returncode == code, err
        assert "Traceback" not in err
        return out, err

    def read(self) -> list[dict]:
        return [json.loads(line) for line in self.records.read_text("utf-8").splitlines()]


@pytest.fixture
def place(tmp_path) -> Place:
    return make_place(tmp_path)


@pytest.fixture(scope="session")
def finished(tmp_path_factory) -> Place:
    """A place where the recipe has been run with one seed; not to be changed."""
    place = make_place(tmp_path_factory.mktemp("finished"))
    _, err = place.call("run", "two.toml", "--seeds", 1, "--workers", 2)
    assert "2 runs to make, 0 recorded already" in err
    return place


@pytest.fixture
def recorded(finished, place) -> Place:
    """The same, to be changed."""
    shutil.copytree(finished.records.parent, place.records.parent)
    return place


def make_place(folder: Path) -> Place:
    place = Place(folder)
    place.recipe.write_text(RECIPE, "utf-8")
    data = resources.files("dodona") / "data"
    (place.treebanks / "grove").mkdir(parents=True)
    for part in ("train", "test"):
        name = f"grove-{part}.conllu"
        shutil.copy(str(data / name), place.treebanks / "grove" / name)
    return place
