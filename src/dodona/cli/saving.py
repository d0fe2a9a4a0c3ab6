"""Writing files at the end of training, so that its work is not lost."""

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dodona.cli.messages import show_error

if TYPE_CHECKING:
    from dodona.pipeline import Pipeline


def check_place(path: Path) -> None:
    """See to it that a file can be written, before the work of training begins."""
    if path == Path("-"):
        raise click.UsageError("standard output (-) will not do here; name a file")
    folder = path.absolute().parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "There is no such folder to write to", str(folder))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    is_device = path.exists() and not path.is_file()
    if not os.access(path if is_device else folder, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def save_model(pipeline: "Pipeline", output: Path) -> bool:
    """Write the model; if it cannot be written there, elsewhere, and tell so and where."""
    try:
        pipeline.save(output)
    except OSError as error:
        place = _save_elsewhere(pipeline, output.name)
        if place is None:
            raise
        show_error(f"{output}: {error.strerror}; the model was written to {place}")
        return False
    return True


def _save_elsewhere(pipeline: "Pipeline", name: str) -> Path | None:
    """Write the model to a new folder, in the first place where that works; tells where."""
    for find_place in (tempfile.gettempdir, Path.home, Path.cwd):
        with suppress(OSError, RuntimeError):
            folder = Path(tempfile.mkdtemp(prefix="dodona-", dir=find_place()))
            try:
                pipeline.save(folder / name)
            except OSError:
                folder.rmdir()
                raise
            return folder / name
    return None
