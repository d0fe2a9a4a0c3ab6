"""Threads that share their time between requests, so that short ones do not wait for long ones.

A job is a generator: what it does up to a `yield` is one piece of work, some milliseconds long, and
what it returns is its result. Between two pieces other jobs may have their turn.
"""

import asyncio
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from heapq import heappop, heappush, heappushpop
from itertools import count
from threading import Condition, Thread
from time import monotonic
from typing import Any, Generic, TypeVar

from dodona.errors import RequestError
from dodona.treebank.sentence import Sentence
from dodona.wording import counted

Result = TypeVar("Result")
Job = Generator[None, None, Result]

_PIECE_WORDS = 1000
# A job that had so much of the threads' time lets those go first that came up to ten times as much
# later: short jobs overtake long ones, and no job waits for ever.
_PATIENCE = 10
_RETRY_SECONDS = 1


class Workers:
    """Threads that work on jobs; the one that came first, and had least of their time, goes first.

    Jobs beyond ``max_queue``, and those that take longer than ``max_seconds`` with their waiting,
    end with a `RequestError`.
    """

    def __init__(self, threads: int, max_queue: int, max_seconds: float) -> None:
        self._max_queue = max_queue
        self._max_seconds = max_seconds
        self._waiting: list[tuple[float, int, _Task[Any]]] = []
        self._changed = Condition()
        self._numbers = count()
        self.running = 0
        for _ in range(threads):
            Thread(target=self._work, name="dodona-worker", daemon=True).start()

    @property
    def queue_length(self) -> int:
        """How many jobs wait for a thread."""
        return len(self._waiting)

    async def run(self, job: Job[Result], *, is_short: bool = False) -> Result:
        """What a job returns, or raises.

        A short job is done at once, as to hand it to a thread would take longer than the work.
        """
        if is_short:
            return _done(job)
        task = _Task(job, self._max_seconds)
        with self._changed:
            if len(self._waiting) >= self._max_queue:
                raise RequestError(
                    f"the queue is full, with {counted(self._max_queue, 'request')}; try again",
                    503,
                    _RETRY_SECONDS,
                )
            heappush(self._waiting, self._entry(task))
            self._changed.notify()
        return await task.future

    def _entry(self, task: "_Task[Any]") -> "tuple[float, int, _Task[Any]]":
        return task.arrived + _PATIENCE * task.spent, next(self._numbers), task

    def _work(self) -> None:
        task: _Task[Any] | None = None
        while True:
            with self._changed:
                if task is None:
                    while not self._waiting:
                        self._changed.wait()
                    self.running += 1
                    task = heappop(self._waiting)[2]
                else:
                    task = heappushpop(self._waiting, self._entry(task))[2]
            if task.step():
                task = None
                with self._changed:
                    self.running -= 1


class _Task(Generic[Result]):
    """A job on its way, and the future of its result."""

    def __init__(self, job: Job[Result], max_seconds: float) -> None:
        self._job = job
        self._max_seconds = max_seconds
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Result] = self._loop.create_future()
        self.arrived = monotonic()
        self.spent = 0.0

    def step(self) -> bool:
        """Do the next piece of work; whether it was the last."""
        start = monotonic()
        try:
            if start - self.arrived > self._max_seconds:
                self._job.close()
                raise RequestError(
                    f"this took longer than {self._max_seconds:g} seconds; send less, or try again",
                    503,
                    _RETRY_SECONDS,
                )
            next(self._job)
        except StopIteration as end:
            self._tell(end.value, None)
            return True
        except BaseException as error:
            self._tell(None, error)
            return True
        self.spent += monotonic() - start
        return False

    def _tell(self, result: Any, error: BaseException | None) -> None:
        def settle() -> None:
            if self.future.done():
                return
            if error is None:
                self.future.set_result(result)
            else:
                self.future.set_exception(error)

        with suppress(RuntimeError):  # the server was stopped at once, and nobody waits any more
            self._loop.call_soon_threadsafe(settle)


def _done(job: Job[Result]) -> Result:
    while True:
        try:
            next(job)
        except StopIteration as end:
            result: Result = end.value
            return result


def in_pieces(
    batches: Iterable[list[Sentence]], max_words: int, beam: int = 1
) -> Iterator[list[Sentence]]:
    """The sentences in lists that are a piece of work each, the smaller the wider the beam.

    Raises `RequestError` at a sentence of more than ``max_words``.
    """
    most = _PIECE_WORDS // beam
    for batch in batches:
        piece: list[Sentence] = []
        size = 0
        for sentence in batch:
            if sentence.n > max_words:
                raise RequestError(
                    f"a sentence has {counted(sentence.n, 'word', style=',')}; the most that this "
                    f"server takes is {max_words:,}",
                    413,
                )
            if piece and size + sentence.n > most:
                yield piece
                piece, size = [], 0
            piece.append(sentence)
            size += sentence.n
        if piece:
            yield piece
