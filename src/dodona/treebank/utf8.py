"""Where bytes are not UTF-8."""

import codecs

_STRETCH = 1 << 18  # looked at in one go, since decoded text can take four times the room


def find_bad_byte(data: bytes, start: int = 0, end: int | None = None) -> int:
    """The place of the first byte in a stretch of data that is not UTF-8, or -1."""
    end = len(data) if end is None else end
    view = memoryview(data)
    at = start
    while at < end:
        stop = min(at + _STRETCH, end)
        try:
            at += codecs.utf_8_decode(view[at:stop], "strict", stop == end)[1]
        except UnicodeDecodeError as problem:
            return at + problem.start
    return -1
