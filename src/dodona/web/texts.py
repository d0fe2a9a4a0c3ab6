"""A text of a request in blocks, so that taking it apart makes no piece of work too long."""

from collections.abc import Iterator

from dodona.errors import RequestError

_BLOCK_SIZE = 1 << 14


def blocks_of(text: str) -> Iterator[bytes]:
    """A text as UTF-8, as the tokeniser reads it."""
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise RequestError(
            f"character {error.start} of the text is half of a surrogate pair, which is no Unicode"
        ) from None
    for start in range(0, len(data), _BLOCK_SIZE):
        yield data[start : start + _BLOCK_SIZE]
