"""A part of a model (a tokeniser, a tagger, a parser) on its way to or from a file."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Part(NamedTuple):
    """What a file keeps of one part: ``header`` can be written as JSON, ``arrays`` are flat."""

    header: dict[str, Any]
    arrays: dict[str, NDArray[np.generic]]
