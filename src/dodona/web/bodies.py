"""What a request brings: its body, up to a size and within a time, and the fields of a form."""

import binascii
import quopri
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

from anyio import move_on_after
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import Request

from dodona.errors import RequestError
from dodona.printable import shortened

_MOST_FIELDS = 100
_MOST_SHOWN = 60
_URLENCODED = b"application/x-www-form-urlencoded"
_MULTIPART = b"multipart/form-data"
_TRANSFER_ENCODINGS: dict[bytes, Callable[[bytes], bytes]] = {
    b"base64": binascii.a2b_base64,
    b"quoted-printable": quopri.decodestring,
}


async def read_body(request: Request, max_bytes: int, max_seconds: float) -> bytes:
    """The body of a request; raises `RequestError` if it is too large or takes too long."""
    told = request.headers.get("content-length", "0")
    if not told.isdecimal() or int(told) > max_bytes:
        raise _too_large(max_bytes)
    blocks = []
    size = 0
    with move_on_after(max_seconds) as scope:
        async for block in request.stream():
            size += len(block)
            if size > max_bytes:
                raise _too_large(max_bytes)
            blocks.append(block)
    if scope.cancelled_caught:
        raise RequestError(f"the request did not arrive within {max_seconds:g} seconds", 408)
    return b"".join(blocks)


def form_fields(query: bytes, content_type: str, body: bytes) -> dict[str, str]:
    """The fields of a query and of a body, which is a form of either kind; the body wins."""
    fields = _urlencoded(query, "the query of the URL")
    if not body:
        return fields
    kind, options = parse_options_header(content_type)
    if kind == _URLENCODED:
        return fields | _urlencoded(body, "the body")
    if kind == _MULTIPART:
        return fields | _multipart(body, options.get(b"boundary", b""))
    raise RequestError(
        f"the body has the type {shortened(content_type, _MOST_SHOWN)!r}; it must be "
        "multipart/form-data or application/x-www-form-urlencoded"
    )


def _urlencoded(data: bytes, where: str) -> dict[str, str]:
    try:
        text = data.decode()
        pairs = parse_qsl(text, True, errors="strict", max_num_fields=_MOST_FIELDS)
    except UnicodeDecodeError:
        raise RequestError(f"{where} is not UTF-8") from None
    except ValueError:
        raise RequestError(f"{where} has more than {_MOST_FIELDS} fields") from None
    return dict(pairs)


class _Parts:
    """Hears of the parts of a multipart body, and keeps what they hold in memory."""

    def __init__(self) -> None:
        self.fields: dict[str, str] = {}
        self.is_complete = False
        self._headers: dict[bytes, bytes] = {}
        self._name = self._value = b""
        self._data = bytearray()

    def on_part_begin(self) -> None:
        if len(self.fields) == _MOST_FIELDS:
            raise RequestError(f"the body has more than {_MOST_FIELDS} fields")
        self._headers = {}
        self._data = bytearray()

    def on_header_field(self, data: bytes, start: int, end: int) -> None:
        self._name += data[start:end]

    def on_header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def on_header_end(self) -> None:
        self._headers[self._name.lower()] = self._value
        self._name = self._value = b""

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        self._data += memoryview(data)[start:end]

    def on_part_end(self) -> None:
        _, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        if b"name" not in options:
            raise RequestError("a part of the body has no name")
        try:
            name = options[b"name"].decode()
            self.fields[name] = self._decoded().decode()
        except UnicodeDecodeError:
            raise RequestError("a part of the body is not UTF-8") from None

    def on_end(self) -> None:
        self.is_complete = True

    def _decoded(self) -> bytes:
        encoding = self._headers.get(b"content-transfer-encoding", b"").strip().lower()
        data = bytes(self._data)
        try:
            return _TRANSFER_ENCODINGS[encoding](data) if encoding in _TRANSFER_ENCODINGS else data
        except binascii.Error:
            raise RequestError("a part of the body is not in the base64 that it says") from None


def _multipart(body: bytes, boundary: bytes) -> dict[str, str]:
    if not boundary:
        raise RequestError("the type of the body does not say what the boundary of its parts is")
    parts = _Parts()
    names = (name for name in dir(parts) if name.startswith("on_"))
    callbacks: Any = {name: getattr(parts, name) for name in names}
    try:
        parser = MultipartParser(boundary, callbacks)
        parser.write(body)
        parser.finalize()
    except FormParserError:
        raise RequestError("the body is not in the format multipart/form-data") from None
    if not parts.is_complete:
        raise RequestError("the body ends before its last boundary")
    return parts.fields


def _too_large(max_bytes: int) -> RequestError:
    return RequestError(
        f"the request is too large; the most that this server takes is {max_bytes / 1e6:g} MB", 413
    )
