"""What the tests of the server and of the explorer share."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from serving import Server, running

import dodona as library


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[Server]:
    """A server with two models, one of them under two names, and a log."""
    folder = tmp_path_factory.mktemp("server")
    models = ("en-ewt-ud-2:anglais=en", "en-slow=en-accurate")
    with running(folder, *models, "--threads", 2, "--access-log") as started:
        yield started


@pytest.fixture
def serve(tmp_path) -> Iterator[Callable[..., Server]]:
    """Start a server of one's own: ``serve("--max-words", 5)``."""
    with ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(running(tmp_path, *arguments))


@pytest.fixture(scope="session")
def nlp() -> library.Pipeline:
    return library.load("en")
