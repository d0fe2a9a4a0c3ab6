"""The server as an application: its endpoints, and what it answers when something is wrong."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from dodona.errors import DodonaError, RequestError
from dodona.keywords import complete
from dodona.options import ServingOptions
from dodona.printable import printable
from dodona.web import json_api, udpipe
from dodona.web.answers import Answer
from dodona.web.bodies import form_fields, read_body
from dodona.web.metrics import CONTENT_TYPE, Metrics
from dodona.web.openapi import description
from dodona.web.served import ServedModels
from dodona.web.watching import WORDS, Watched, write_line
from dodona.web.work import Job, Workers

if TYPE_CHECKING:
    from typing_extensions import Unpack

_PROCESS, _PARSE = "/process", "/v1/parse"
_SHORT = 400  # bytes of a form with a sentence or two, which take well below a millisecond


def make_app(
    models: ServedModels,
    *,
    extra_routes: Sequence[BaseRoute] = (),
    **options: "Unpack[ServingOptions]",
) -> Starlette:
    """The application that serves some models; ``extra_routes`` come after its own."""
    chosen = complete(ServingOptions, options)
    endpoints = _Endpoints(models, chosen)
    routes = endpoints.routes()
    watched = Middleware(
        Watched,
        metrics=endpoints.metrics,
        endpoints=[route.path for route in routes],
        log=write_line if chosen["access_log"] else None,
    )
    app = Starlette(
        routes=[*routes, *extra_routes],
        middleware=[watched],
        exception_handlers={
            DodonaError: _refused,
            HTTPException: _not_there,
            ClientDisconnect: _gone,
        },
    )
    app.router.redirect_slashes = False
    return app


class _Endpoints:
    """What the endpoints share."""

    def __init__(self, models: ServedModels, options: ServingOptions) -> None:
        self._models = models
        self._max_bytes = int(options["max_megabytes"] * 1e6)
        self._max_words = options["max_words"]
        self._max_seconds = options["max_seconds"]
        threads = options["threads"] or _cores()
        self._workers = Workers(threads, options["max_queue"], options["max_seconds"])
        self.metrics = Metrics()

    def routes(self) -> list[Route]:
        both = ["GET", "POST"]
        return [
            Route("/models", self.models, methods=both),
            Route(_PROCESS, self.process, methods=both),
            Route(_PARSE, self.parse, methods=["POST"]),
            Route("/openapi.json", self.openapi),
            Route("/health", self.health),
            Route("/metrics", self.show_metrics),
        ]

    async def models(self, request: Request) -> Response:
        return JSONResponse(udpipe.models_answer(self._models))

    async def process(self, request: Request) -> Response:
        body = b"" if request.method == "GET" else await self._body(request)
        size = len(body) + len(request.scope["query_string"])
        return await self._answer(request, self._process(request, body), size <= _SHORT)

    def _process(self, request: Request, body: bytes) -> Job[Answer]:
        content_type = request.headers.get("content-type", "")
        fields = form_fields(request.scope["query_string"], content_type, body)
        return (yield from udpipe.process(self._models, fields, self._max_words))

    async def parse(self, request: Request) -> Response:
        body = await self._body(request)
        return await self._answer(request, json_api.parse(self._models, body, self._max_words))

    async def _body(self, request: Request) -> bytes:
        return await read_body(request, self._max_bytes, self._max_seconds)

    async def _answer(self, request: Request, job: Job[Answer], is_short: bool = False) -> Response:
        answer = await self._workers.run(job, is_short=is_short)
        request.scope[WORDS] = answer.words
        return Response(answer.content, media_type="application/json")

    async def openapi(self, request: Request) -> Response:
        return JSONResponse(description(self._models))

    async def health(self, request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def show_metrics(self, request: Request) -> Response:
        text = self.metrics.text(self._workers.queue_length, self._workers.running)
        return Response(text, media_type=CONTENT_TYPE)


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


async def _refused(request: Request, error: Exception) -> Response:
    """What went wrong, in a sentence: as JSON where all is JSON, else as UDPipe tells it."""
    status = error.status if isinstance(error, RequestError) else 400
    wait = error.retry_after if isinstance(error, RequestError) else None
    return _told(request, str(error), status, {} if wait is None else {"Retry-After": str(wait)})


async def _not_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = printable(request.url.path)
    reasons = {
        404: f"there is nothing at {path}",
        405: f"{path} does not take the method {printable(request.method)}",
    }
    message = reasons.get(error.status_code, error.detail)
    return _told(request, message, error.status_code, dict(error.headers or {}))


async def _gone(request: Request, error: Exception) -> Response:
    return PlainTextResponse("the client is gone", 400)


def _told(request: Request, message: str, status: int, headers: dict[str, str]) -> Response:
    if request.url.path == _PARSE:
        return JSONResponse({"error": message}, status, headers)
    return PlainTextResponse(f"{message}\n", status, headers)
