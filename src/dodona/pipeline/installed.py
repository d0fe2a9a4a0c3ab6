"""Models that packages bring: installed distributions with entry points of one group.

An entry point ``NAME = MODULE`` says that the folder of MODULE holds ``NAME.dodona``. Nothing of a
package is run to find it.
"""

import re
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from dodona.errors import ModelError
from dodona.pipeline.models import SUFFIX

GROUP = "dodona_models"

_MODULE = re.compile(r"\w+(\.\w+)*")


class InstalledModel(NamedTuple):
    """A model of a package, and where it is; None if the package lacks it."""

    name: str
    package: str
    version: str
    path: Path | None

    def file(self) -> Path:
        """Its file; raises `ModelError` if it is not there."""
        if self.path is None:
            raise ModelError(
                f"the package {self.package} {self.version} lacks its model {self.name}: install "
                f"it again (pip install --force-reinstall {self.package})"
            )
        return self.path


def normal_name(name: str) -> str:
    """A name as packages are compared by it: `PEP 503 <https://peps.python.org/pep-0503/>`_.

    >>> normal_name("PT_Bosque")
    'pt-bosque'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def installed_models() -> list[InstalledModel]:
    """The models of all packages, by name; several may have the same."""
    return sorted(map(_installed, entry_points(group=GROUP)), key=lambda model: model[:3])


def find_installed(name: str) -> InstalledModel | None:
    """The installed model of a name; raises `ModelError` if there are several."""
    wanted = normal_name(name)
    found = [model for model in installed_models() if normal_name(model.name) == wanted]
    if len(found) > 1:
        raise ModelError(told_apart(found))
    return found[0] if found else None


def told_apart(models: Sequence[InstalledModel]) -> str:
    """What is to be done about models of the same name."""
    packages = " and ".join(f"{model.package} {model.version}" for model in models)
    return (
        f"the model {models[0].name} is in {packages}: uninstall all but one of them "
        f"(pip uninstall {models[-1].package}), or give the path of a file"
    )


def _installed(entry: EntryPoint) -> InstalledModel:
    package = entry.dist
    name, version = (package.name, package.version) if package else ("(unknown)", "0")
    return InstalledModel(entry.name, name, version, _file(entry))


def _file(entry: EntryPoint) -> Path | None:
    """The file of a model, if it is there: looked for as a module would be, without running any."""
    if not _MODULE.fullmatch(entry.value):
        return None
    top, *inner = entry.value.split(".")
    try:
        spec = find_spec(top)
    except ValueError:  # a module by that name was made by hand
        return None
    folders = (spec.submodule_search_locations if spec else None) or ()
    paths = (Path(folder, *inner, f"{entry.name}{SUFFIX}") for folder in folders)
    return next((path for path in paths if path.is_file()), None)
