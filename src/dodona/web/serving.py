"""Running the server until a signal ends it."""

import asyncio
import logging
import signal
import socket
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

from starlette.routing import BaseRoute
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from dodona.keywords import complete
from dodona.options import ServingOptions
from dodona.treebank.conllu import TreebankWarning
from dodona.web.app import make_app
from dodona.web.served import ServedModels

if TYPE_CHECKING:
    from typing_extensions import Unpack

_BACKLOG = 1024
_KEEP_ALIVE_SECONDS = 15


def serve(
    models: ServedModels,
    *,
    extra_routes: Sequence[BaseRoute] = (),
    listening: Callable[[str], object] = lambda url: None,
    **options: "Unpack[ServingOptions]",
) -> None:
    """Serve models until SIGTERM or SIGINT comes; what runs then is finished, nothing new is taken.

    ``listening`` hears the address as soon as requests can come.
    """
    chosen = complete(ServingOptions, options)
    app = make_app(models, extra_routes=extra_routes, **chosen)
    warnings.simplefilter("ignore", TreebankWarning)  # a client's line ends are its own business
    for name in ("uvicorn", "asyncio", "python_multipart"):
        logging.getLogger(name).setLevel(logging.ERROR)
    config = Config(
        app,
        http=partial(_Protocol, chosen["max_seconds"]),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=chosen["max_connections"],
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=int(chosen["max_seconds"]) + 1,
    )
    with _listen(chosen["host"], chosen["port"]) as listener:
        listening(_url(listener))
        _Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, the event loop sends small answers at once (TCP_NODELAY).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from None
    return listener


def _url(listener: socket.socket) -> str:
    host, port, *_ = listener.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Server(Server):
    """Ends when a signal comes, as if all was done; at a second Ctrl-C, at once."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


class _Protocol(H11Protocol):
    """A connection that is closed if its client begins a request and does not end its header.

    From time to time it is seen whether there is a request that was not there before, or is not
    answered yet.
    """

    def __init__(self, max_seconds: float, **settings: Any) -> None:
        super().__init__(**settings)
        self._max_seconds = max_seconds

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def _watch(self) -> None:
        self._watching = self.loop.call_later(self._max_seconds, self._look, self.cycle)

    def _look(self, before: object) -> None:
        waits = self.cycle is None or self.cycle.response_complete
        if waits and self.cycle is before:
            self.transport.close()
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._watching.cancel()
        super().connection_lost(exc)
