"""What a request is answered with."""

from typing import NamedTuple


class Answer(NamedTuple):
    """An answer in JSON, and how many words were worked on for it."""

    content: bytes
    words: int
