"""A thousand requests that are broken, huge, wrongly encoded or never finished."""

import os
import random
import socket
import sys
from pathlib import Path

import pytest

NUMBER = 1000
LEFT_OPEN = 60
MOST_GROWTH = 100e6
FORM = "application/x-www-form-urlencoded"
ALL = {"tokenizer": "", "tagger": "", "parser": ""}
ODD = (
    b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", b"\x00", b"\x1b[31m", b"%ff", b"%", b"%zz", b"&&=&",
    "\u202e\u2028\ufffe".encode(), b"\r\n\r\n", b"%ed%a0%80", b"\\ud800", b'{"', b"a" * 3000,
)  # fmt: skip


def message(body, kind=FORM, path="/process", method="POST", length=None, more=""):
    size = len(body) if length is None else length
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\n"
    return f"{head}Content-Length: {size}\r\n{more}\r\n".encode("latin-1") + body


def multipart(rng):
    """A multipart body of which some pieces are missing, doubled or odd."""
    pieces = []
    for name in ("data", "tokenizer", "model", rng.choice(["data", "x" * 500, "\0", '"'])):
        disposition = f'Content-Disposition: form-data; name="{name}"'.encode()
        pieces += [b"--b", b"\r\n", disposition, b"\r\n\r\n", rng.choice(ODD), b"\r\n"]
    pieces.append(b"--b--\r\n")
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(pieces))
        pieces[at : at + 1] = rng.choice([[], [pieces[at]] * 2, [rng.choice(ODD)]])
    return message(b"".join(pieces), rng.choice(["multipart/form-data; boundary=b"] * 5 + [
        "multipart/form-data", "multipart/form-data; boundary=" + "b" * 300, "multipart/mixed",
    ]))  # fmt: skip


def form(rng):
    names = (b"data", b"model", b"tokenizer", b"input", b"output", b"parser", rng.choice(ODD))
    fields = (rng.choice(names) + b"=" + rng.choice(ODD) for _ in range(rng.randrange(1, 8)))
    return message(b"&".join(fields))


def treebank(rng):
    columns = (b"1", b"2", b"1-2", b"1.1", b"0", b"-1", b"99999999999", b"_", b"", *ODD)
    lines = (b"\t".join(rng.choice(columns) for _ in range(10)) for _ in range(3))
    return message(b"parser=&data=" + b"\n".join(lines).replace(b"\t", b"%09"))


def in_json(rng):
    values = (b'"x"', b"[]", b"[[]]", b'[["a", 1]]', b'"\\ud800"', b"1e999", b"null", b"{}", b"NaN")
    names = (b"text", b"tokens", b"model", b"beam", b"nbest", b"scores", b"threads", b"\\u0000")
    fields = (b'"' + rng.choice(names) + b'": ' + rng.choice(values) for _ in range(3))
    body = rng.choice([b"{" + b", ".join(fields) + b"}", b"[" * 5000, rng.choice(ODD)])
    return message(body, "application/json", "/v1/parse")


def wrong_length(rng):
    return message(b"data=x", length=rng.choice([-1, 3, "x", "9" * 30, 10**12, "1, 2", "+5"]))


def huge(rng):
    return rng.choice([
        message(b"data=" + b"x" * 300_000),
        message(b"", path="/process?data=" + "x" * 100_000, method="GET"),
        message(b"", more="X: " + "y" * 100_000 + "\r\n"),
        message(b"", more="X: y\r\n" * 5000),
        message(b"data=x", more="Transfer-Encoding: chunked\r\n"),
        b"POST /process HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\nx",
    ])  # fmt: skip


def no_http(rng):
    return rng.choice([
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"\r\n" * 50, b"\0" * 50,
        b"GET / HTTP/9.9\r\n\r\n", b"GET /\x1b[31m HTTP/1.1\r\nHost: x\r\n\r\n", b"PRI * HTTP/2.0",
        b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", b"GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /process?data=x HTTP/1.1\r\nHost: [\r\n\r\n", rng.randbytes(60) + b"\r\n\r\n",
        b"GET /models HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
        b"GET /nowhere HTTP/1.1\r\nHost: evil\"><script>\r\n\r\n",
    ])  # fmt: skip


def unfinished(rng):
    whole = rng.choice([form, multipart, in_json])(rng)
    return whole[: rng.randrange(1, len(whole))]


ANSWERED = (form, multipart, treebank, in_json)
KINDS = (form, multipart, treebank, in_json, wrong_length, huge, no_http, unfinished)


def memory(server):
    resident = Path(f"/proc/{server.process.pid}/statm").read_text("ascii").split()[1]
    return int(resident) * os.sysconf("SC_PAGE_SIZE")


def statuses_of(server, data, patience):
    """What comes back first, within some time; nothing if the server waits for more."""
    with socket.create_connection(server.address, timeout=patience) as client:
        try:
            client.sendall(data)
            answer = client.recv(1 << 16)
        except (TimeoutError, ConnectionError):
            return []
    return [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]]


@pytest.mark.skipif(sys.platform != "linux", reason="memory of a process is read from /proc")
def test_a_thousand_hostile_requests(serve):
    """No traceback (the fixture sees to that), no 500, no memory lost, and it still answers."""
    server = serve("--max-seconds", 3, "--max-megabytes", 0.2)
    rng = random.Random(7)
    text = "A dog barks."
    right = server.process_text(text, **ALL)
    open_ones: list[socket.socket] = []
    before = 0
    told = []
    for number in range(NUMBER):
        if number == NUMBER // 4:
            before = memory(server)
        kind = KINDS[number % len(KINDS)]
        if kind is unfinished and len(open_ones) < LEFT_OPEN:
            client = socket.create_connection(server.address, timeout=10)
            client.sendall(unfinished(rng))
            open_ones.append(client)  # a client that never finishes, nor goes away
            continue
        told += statuses_of(server, kind(rng), 0.5 if kind in ANSWERED else 0.03)
    assert {status[:1] for status in told} <= {b"2", b"4"}, told
    assert len(told) > NUMBER / 2
    assert {b"200", b"400", b"404", b"413"} <= set(told)
    assert server.process_text(text, **ALL) == right
    assert memory(server) - before < MOST_GROWTH
    for client in open_ones:
        assert client.recv(1000)[9:12] in (b"", b"400", b"408", b"503")
        client.close()
    assert server.metric("dodona_running") == 0
    assert server.stop() == 0


def test_a_header_that_does_not_end(serve):
    """Who begins a request and does not go on is not waited for without end."""
    server = serve("--max-seconds", 0.5)
    with socket.create_connection(server.address, timeout=30) as client:
        client.sendall(b"GET /models HTTP/1.1\r\nHost")
        assert client.recv(1000) == b""
