"""Tables of frozen weights that processes share.

The first process that unpickles a model puts its tables in the folder that the pickle names (see
`dodona.model.sharing`), and all of them map these files into memory: their pages are there once,
however many processes parse. Where there is no such folder a process has tables of its own.
"""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from dodona.linear.packing import PackedWeights
from dodona.linear.unpacking import WeightTables, unpack
from dodona.model.sharing import folder_in_use
from dodona.version import __version__


def tables_of(packed: PackedWeights, class_count: int) -> WeightTables:
    """The tables of weights: those that other processes have too, or new ones."""
    folder = folder_in_use()
    if folder is None:
        return unpack(packed, class_count)
    place = folder / _digest(packed, class_count)
    try:
        if not place.exists():
            _save(unpack(packed, class_count), place)
        return WeightTables(
            *(np.load(place / f"{name}.npy", mmap_mode="r") for name in WeightTables._fields)
        )
    except OSError:  # no room, or the folder is gone
        return unpack(packed, class_count)


def _save(tables: WeightTables, place: Path) -> None:
    """Write tables, all or nothing; if another process was quicker, its files stay."""
    import shutil
    import tempfile

    partial = Path(tempfile.mkdtemp(dir=place.parent))
    try:
        for name, table in tables._asdict().items():
            np.save(partial / f"{name}.npy", table)
        partial.rename(place)
    except OSError:
        shutil.rmtree(partial, ignore_errors=True)
        if not place.exists():
            raise


def _digest(packed: PackedWeights, class_count: int) -> str:
    digest = hashlib.blake2b(f"{__version__} {class_count}".encode(), digest_size=20)
    for array in packed:
        contents: Any = np.ascontiguousarray(array)
        digest.update(f" {contents.dtype} {len(contents)} ".encode())
        digest.update(contents.data)
    return digest.hexdigest()
