"""The explorer as a part of a server: the page, and the answers that it asks for.

The server keeps nothing of what people do: a request has the sentence, the setup and the
transitions made, and the answer is what is to be seen then.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from dodona.errors import ArgumentError
from dodona.parser.beam_steps import beam_steps
from dodona.parser.parser import Parser
from dodona.pipeline import Pipeline
from dodona.systems import system_names
from dodona.treebank.svg import OF_THE_PAGE
from dodona.web.about import about_model, about_system, explorable_parser
from dodona.web.bodies import read_body
from dodona.web.examples import load_examples
from dodona.web.exploration import MOST_WORDS, Exploration, Setup
from dodona.web.exploration_svg import best_tree_svg, state_svg
from dodona.web.exports import FORMATS, export
from dodona.web.requests import (
    drawn,
    read_object,
    the_choice,
    the_number,
    the_sentence,
    the_sentences,
    the_settings,
    the_text,
    the_transitions,
)
from dodona.web.treebank_search import Query, SearchableTreebank

MOST_BYTES = 1 << 20
MOST_SECONDS = 60
_THREADS = 2
_PAGE_SIZE = 20
_MEDIA = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".txt": "text/plain"}


def explorer_routes(
    models: Mapping[str, Pipeline], treebank: SearchableTreebank | None = None
) -> list[Route]:
    """The routes of the explorer; the first of the models is the one that is chosen at first."""
    return _Explorer(models, treebank).routes()


class _Explorer:
    def __init__(self, models: Mapping[str, Pipeline], treebank: SearchableTreebank | None) -> None:
        self._models = dict(models)
        self._treebank = treebank
        self._files = {
            file.name: file
            for folder in (resources.files("dodona.web") / "page",)
            for file in folder.iterdir()
        }
        self._files["page.css"] = resources.files("dodona.evaluation") / "page.css"

    def routes(self) -> list[Route]:
        posts: dict[str, Callable[[dict[str, Any]], Any]] = {
            "parse": self.parse,
            "sentences": self.sentences,
            "edit": self.edit,
            "state": self.state,
            "go": self.go,
            "beam": self.beam,
            "export": self.export,
            "search": self.search,
        }
        return [
            Route("/", self.page),
            Route("/static/{name}", self.page),
            Route("/explorer/about", self.about),
            *(
                Route(f"/explorer/{name}", _answering(work), methods=["POST"])
                for name, work in posts.items()
            ),
        ]

    async def page(self, request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        file = self._files.get(name)
        if file is None:
            return Response("there is no such file", 404, media_type="text/plain")
        suffix = name[name.rfind(".") :]
        headers = {
            "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
            "script-src 'self' 'unsafe-inline'; img-src 'self' data: blob:",
            "Cache-Control": "no-cache",
        }
        return FileResponse(str(file), media_type=_MEDIA[suffix], headers=headers)

    async def about(self, request: Request) -> Response:
        return JSONResponse(await run_sync(self._about, limiter=_limiter()))

    def _about(self) -> dict[str, Any]:
        treebank = self._treebank
        return {
            "systems": [about_system(name) for name in system_names()],
            "models": [about_model(name, model) for name, model in self._models.items()],
            "examples": [example._asdict() for example in load_examples()],
            "formats": list(FORMATS),
            "most_words": MOST_WORDS,
            "treebank": treebank
            and {
                "name": treebank.name,
                "sentences": len(treebank.sentences),
                "has_second": treebank.against is not None,
            },
        }

    def parse(self, data: dict[str, Any]) -> Any:
        """The sentences of a text, with their trees."""
        doc = self._model(data)(the_text(data, "text"))
        return {"sentences": [drawn(sentence) for sentence in doc]}

    def sentences(self, data: dict[str, Any]) -> Any:
        """The sentences of a piece of CoNLL-U; if some have no tree, a model parses them all."""
        sentences = the_sentences(data)
        if self._models and not all(sentence.has_tree for sentence in sentences):
            sentences = list(self._model(data).parse(sentences))
        return {"sentences": [drawn(sentence) for sentence in sentences]}

    def edit(self, data: dict[str, Any]) -> Any:
        """A sentence with another head and label for one of its words."""
        sentence = the_sentence(data)
        heads, deprels = sentence.heads, sentence.deprels
        word = the_number(data, "word", 1, len(sentence))
        heads[word - 1] = the_number(data, "head", 0, len(sentence))
        deprels[word - 1] = the_text(data, "label")
        return drawn(sentence.with_tree(heads, deprels))

    def state(self, data: dict[str, Any]) -> Any:
        """What is to be seen after some transitions."""
        state = self._state(data)
        return state.to_dict(the_number(data, "known")) | {
            "svg": state_svg(state, OF_THE_PAGE),
            "best_svg": best_tree_svg(state, OF_THE_PAGE),
        }

    def go(self, data: dict[str, Any]) -> Any:
        """The transitions made when the oracle or the model goes on, a step or to the end."""
        state = self._state(data)
        by = the_choice(data, "by", ("oracle", "model"))
        return {"made": (state.run(by) if data.get("to_end") else state.step(by)).transitions}

    def beam(self, data: dict[str, Any]) -> Any:
        """The hypotheses of a model with a beam, step by step."""
        parser = self._parser(data)
        if parser is None:
            raise ArgumentError("there is no model that could have a beam")
        return {
            "steps": [
                [
                    {
                        "score": hypothesis.score,
                        "transitions": len(hypothesis.transitions),
                        "last": hypothesis.transitions[-1],
                        "lists": hypothesis.configuration.lists,
                        "complete": hypothesis.is_complete,
                    }
                    for hypothesis in step
                ]
                for step in beam_steps(parser, the_sentence(data))
            ]
        }

    def export(self, data: dict[str, Any]) -> Any:
        """A state in a form to take away: the text of a file, and a name for it."""
        return export(self._state(data), the_text(data, "format"))._asdict()

    def search(self, data: dict[str, Any]) -> Any:
        """The sentences of the treebank that fit a query, some at a time."""
        treebank = self._treebank
        if treebank is None:
            raise ArgumentError("there is no treebank to search: dodona explore treebank.conllu")
        query = the_settings(Query, data, "query")
        start = the_number(data, "start")
        places = treebank.find(query)
        return {
            "count": len(places),
            "sentences": [
                drawn(treebank.sentences[place], treebank.wrong_words(place))
                | {"second": treebank.against and drawn(treebank.against[place])}
                for place in places[start : start + _PAGE_SIZE]
            ],
        }

    def _state(self, data: dict[str, Any]) -> Exploration:
        setup = the_settings(Setup, data, "setup")
        made = the_transitions(data)
        return Exploration(the_sentence(data), setup, made, self._parser(data))

    def _model(self, data: dict[str, Any]) -> Pipeline:
        name = data.get("model") or next(iter(self._models), None)
        if name not in self._models:
            raise ArgumentError(f"there is no model {name!r} here")
        return self._models[name]

    def _parser(self, data: dict[str, Any]) -> Parser | None:
        return explorable_parser(self._model(data)) if data.get("model") else None


def _answering(work: Callable[[dict[str, Any]], Any]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint for a function from JSON to JSON; the application tells of what it raises."""

    async def answer(request: Request) -> Response:
        body = await read_body(request, MOST_BYTES, MOST_SECONDS)
        return JSONResponse(await run_sync(lambda: work(read_object(body)), limiter=_limiter()))

    return answer


@cache
def _limiter() -> CapacityLimiter:
    """Few threads: parsing has its own, and a step takes no longer than a person waits."""
    return CapacityLimiter(_THREADS)
