"""Writing the model at the end of training, so that its work is not lost."""

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dodona.cli.messages import show_error

if TYPE_CHECKING:
    from dodona.pipeline import Pipeline


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
