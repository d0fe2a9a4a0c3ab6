"""The server itself: limits, turns, signals, counts, the log, and what it says when it starts."""

import asyncio
import json
import socket
import subprocess
import sys
import threading
import time

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from dodona.errors import SettingsError
from dodona.web.app import make_app
from dodona.web.served import load_models

ALL = {"tokenizer": "", "tagger": "", "parser": ""}
LONG = "A dog barks in the garden of the old man who sold it. " * 10_000


def in_thread(function, *arguments):
    thread = threading.Thread(target=function, args=arguments)
    thread.start()
    return thread


def test_a_request_that_is_too_large(serve):
    server = serve("--max-megabytes", 0.01)
    for send in (
        lambda: server.client.post("/process", data={"data": "x" * 11_000}),
        lambda: server.client.post("/process", content=iter([b"data=" + b"x" * 11_000])),
    ):
        answer = send()
        assert answer.status_code == 413
        assert answer.text == (
            "the request is too large; the most that this server takes is 0.01 MB\n"
        )
    answer = server.parse(text="x" * 11_000)
    assert answer.status_code == 413 and "too large" in answer.json()["error"]
    assert server.client.post("/process", data={"data": "x" * 9000}).status_code == 400


def test_a_sentence_that_is_too_long(serve):
    server = serve("--max-words", 5)
    assert server.process_text("A dog barks here.", **ALL)
    answer = server.client.post("/process", data={"data": "A dog barks here now.", **ALL})
    assert (answer.status_code, answer.text) == (
        413,
        "a sentence has 6 words; the most that this server takes is 5\n",
    )
    assert server.parse(tokens=[["a"] * 5]).status_code == 200
    assert server.parse(tokens=[["a"] * 6]).status_code == 413


def test_a_queue_that_is_full(serve):
    """Who comes too late is told to come again; who waits is served."""
    server = serve("--threads", 1, "--max-queue", 1)
    statuses = []

    def send():
        answer = server.client.post("/process", data={"data": LONG[:100_000], **ALL})
        statuses.append((answer.status_code, answer.headers.get("retry-after")))
        if answer.status_code == 503:
            assert answer.text == "the queue is full, with 1 request; try again\n"

    threads = [in_thread(send) for _ in range(12)]
    for thread in threads:
        thread.join()
    assert {status for status, _ in statuses} == {200, 503}
    assert {wait for status, wait in statuses if status == 503} == {"1"}
    assert server.process_text("A dog.", **ALL)


def test_a_request_that_takes_too_long(serve):
    server = serve("--max-seconds", 0.1)
    answer = server.client.post("/process", data={"data": LONG, **ALL})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert answer.text == "this took longer than 0.1 seconds; send less, or try again\n"


def test_a_body_that_does_not_arrive(serve):
    server = serve("--max-seconds", 0.2)
    with socket.create_connection(server.address, timeout=10) as client:
        client.sendall(b"POST /process HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\ndata")
        assert client.recv(1000).startswith(b"HTTP/1.1 408 ")


def test_connections_without_end(serve):
    server = serve("--max-connections", 5)
    clients = [socket.create_connection(server.address, timeout=10) for _ in range(8)]
    clients[7].sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    assert clients[7].recv(1000).startswith(b"HTTP/1.1 503 ")
    for client in clients:
        client.close()
    deadline = time.monotonic() + 10
    while server.client.get("/health").status_code != 200:
        assert time.monotonic() < deadline


@pytest.mark.parametrize("times", [1, 50])
def test_short_requests_do_not_wait_for_long_ones(serve, times):
    """With one thread, and texts before them that take a second each; for one sentence, or some."""
    server = serve("--threads", 1)
    finished = []

    def send():
        server.process_text(LONG, **ALL)
        finished.append(time.monotonic())

    threads = [in_thread(send) for _ in range(3)]
    while server.metric("dodona_queue_length") < 2:
        time.sleep(0.01)
    waited = []
    for _ in range(10):
        start = time.monotonic()
        server.process_text("A dog barks. " * times, **ALL)
        waited.append(time.monotonic() - start)
    assert not finished, "the long ones should take longer"
    assert sorted(waited)[len(waited) // 2] < 0.25
    for thread in threads:
        thread.join()
    assert len(finished) == 3


def test_sigterm_lets_it_finish(serve):
    """What was begun is answered in full; nothing new is taken; the end is a good one."""
    server = serve("--threads", 1)
    answers = []
    thread = in_thread(lambda: answers.append(server.process_text(LONG, **ALL)))
    while not server.metric("dodona_running"):
        time.sleep(0.01)
    server.process.terminate()
    deadline = time.monotonic() + 10
    with pytest.raises(ConnectionError):
        while time.monotonic() < deadline:
            with socket.create_connection(server.address, timeout=1):
                time.sleep(0.02)
    thread.join()
    assert answers[0].count("# sent_id") == 10_000
    assert server.process.wait(10) == 0


def test_health(server):
    assert server.client.get("/health").json() == {"status": "ok"}


@pytest.mark.parametrize(
    "path", ["/index.html", "/process/", "/models/en", "/%2e%2e/%2e%2e/etc/passwd"]
)
def test_nothing_else_is_there(server, path):
    answer = server.client.get(path)
    assert answer.status_code == 404
    assert answer.text.startswith("there is nothing at /")


@pytest.mark.parametrize("name", ["", "..%2fexplorer.py", "%2e%2e/app.py", "page", "no.js"])
def test_of_the_files_only_those_of_the_page_are_there(server, name):
    assert server.client.get("/static/app.js").headers["content-type"].startswith("text/javascript")
    assert server.client.get(f"/static/{name}").status_code == 404


def test_the_explorer_is_at_the_root(server):
    answer = server.client.get("/")
    assert answer.status_code == 200
    assert 'src="static/app.js"' in answer.text


def test_methods_that_are_not_there(server):
    answer = server.client.put("/process")
    assert answer.status_code == 405
    assert answer.text == "/process does not take the method PUT\n"


def test_metrics(server):
    labels = '{endpoint="/process",status="200"}'
    before = server.metric(f"dodona_requests_total{labels}")
    words = server.metric('dodona_words_total{endpoint="/process"}')
    server.process_text("A dog barks.", **ALL)
    assert server.metric(f"dodona_requests_total{labels}") == before + 1
    assert server.metric('dodona_words_total{endpoint="/process"}') == words + 4
    answer = server.client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    buckets = [line for line in lines if line.startswith("dodona_request_seconds_bucket")]
    own = [float(line.rsplit(" ", 1)[1]) for line in buckets if '"/process"' in line]
    assert own == sorted(own)
    assert f'dodona_request_seconds_count{{endpoint="/process"}} {own[-1]:.0f}' in lines
    assert {"dodona_queue_length 0", "dodona_running 0"} <= set(lines)
    kinds = {line.split()[2] for line in lines if line.startswith("# TYPE ")}
    names = {line.split("{")[0].split()[0] for line in lines if not line.startswith("#")}
    assert {name.removesuffix("_bucket").removesuffix("_sum").removesuffix("_count")
            for name in names} == kinds  # fmt: skip


def test_the_log(server):
    """A line of JSON for each request; what a client sends can steer no terminal."""
    server.process_text("A dog barks.", **ALL)
    server.client.get("/%1b%5b31m%0a%e2%80%ae?secret=1")
    with socket.create_connection(server.address, timeout=10) as client:
        client.sendall(b"GET /" + b"x" * 1000 + b" HTTP/1.0\r\n\r\n")
        client.recv(1000)
    time.sleep(0.1)
    entries = server.log()[-3:]
    assert entries[0].keys() == {
        "time", "client", "method", "path", "status", "seconds", "words",
    }  # fmt: skip
    assert [entries[0][name] for name in ("client", "method", "path", "status", "words")] == [
        "127.0.0.1", "POST", "/process", 200, 4,
    ]  # fmt: skip
    assert entries[1]["path"] == "/\\x1b[31m\\n\\u202e"
    assert len(entries[2]["path"]) == 200
    raw = server.output.read_bytes()
    assert raw.isascii() and b"\x1b" not in raw and b"secret" not in raw


def test_routes_of_others_come_after_its_own():
    routes = [
        Route("/", lambda request: PlainTextResponse("hello")),
        Route("/health", lambda request: PlainTextResponse("mine")),
    ]
    app = make_app(load_models(["en"]), extra_routes=routes, threads=1)
    assert isinstance(app, Starlette)

    async def texts(*paths):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return [(await client.get(path)).text for path in paths]

    assert asyncio.run(texts("/", "/health")) == ["hello", '{"status":"ok"}']


@pytest.mark.parametrize(
    ("models", "message"),
    [
        (["en", "en=en"], "two models are called en"),
        (["a:a=en"], "two models are called a"),
        (["=en"], "=en: a model to serve is given as NAME=MODEL"),
        (["a="], "a=: a model to serve is given as NAME=MODEL"),
        (["a::b=en"], "a::b=en: a model to serve is given as NAME=MODEL"),
    ],
)
def test_models_that_cannot_be_served(models, message):
    with pytest.raises(SettingsError, match=message):
        load_models(models)


def test_names_go_before_aliases_and_beginnings():
    models = load_models(["en-x:b-c=en", "en-y=en", "b=en"])
    found = {name: models.find(name).name for name in ("en", "en-y", "b", "b-c")}
    assert found == {"en": "en-x", "en-y": "en-y", "b": "b", "b-c": "en-x"}
    assert len({id(model.pipeline) for model in models.models}) == 1


def run(*arguments, block=""):
    program = f"import sys; sys.modules[{block!r}] = None\nfrom dodona.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, "serve", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("package", ["starlette", "uvicorn", "python_multipart"])
def test_without_the_extra(package):
    done = run(block=package)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"dodona: error: the server needs {package}: pip install 'dodona[web]'\n"
    )
    assert "--max-queue" in run("--help", block=package).stdout


def test_calls_that_make_no_sense():
    assert run("--port", "70000").stderr.endswith("--port is 70000; it must be from 0 to 65535\n")
    assert "there is no such model file" in run("nowhere.dodona").stderr
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("--port", str(port))
    assert (done.returncode, done.stderr) == (
        1,
        f"dodona: error: 127.0.0.1:{port}: Address already in use\n",
    )


def test_it_listens_to_this_machine_alone(server):
    assert server.url.startswith("http://127.0.0.1:")
    assert json.loads(server.client.get("/models").text)
