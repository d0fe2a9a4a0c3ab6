"""Another commit of the project, built into an environment of its own."""

import os
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO

from bench import ROOT, Skipped, progress


class Build:
    """A build of a commit in ``build/against``, which stays there for the next time."""

    def __init__(self, name: str) -> None:
        self.commit = _git("rev-parse", "--verify", "--short=12", f"{name}^{{commit}}")
        self.subject = _git("log", "-1", "--format=%s", self.commit)
        self.folder = ROOT / "build" / "against" / self.commit
        self.python = self.folder / "venv" / "bin" / "python"
        built = self.folder / "built"
        if not built.exists():
            progress(f"building {self.commit}, which takes a minute or two")
            self._build()
            built.touch()

    def _build(self) -> None:
        source = self.folder / "source"
        shutil.rmtree(self.folder, ignore_errors=True)
        done = subprocess.run(
            ["git", "archive", self.commit], cwd=ROOT, capture_output=True, check=True
        )
        with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
            archive.extractall(source)
        environment = self.folder / "venv"
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(source)]
        make = [sys.executable, "-m", "venv", str(environment)]
        for command in (make, [str(self.python), *install]):
            done = subprocess.run(command, capture_output=True)
            if done.returncode:
                said = done.stderr.decode(errors="replace")[-2000:]
                raise RuntimeError(f"{self.commit} could not be built: {said}")
        shutil.rmtree(source)


def own_environment() -> dict[str, str]:
    """The environment variables for a Python that is to see its own packages only."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Skipped(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()
