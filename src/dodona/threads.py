"""Work spread over threads, with the results in the order of the input and few of them waiting."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from queue import Full, Queue
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

from dodona.arguments import check_whole
from dodona.errors import SettingsError

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

Item = TypeVar("Item")
Result = TypeVar("Result")

_BATCH_SIZE = 256
_PENDING_A_THREAD = 4
_POLL_SECONDS = 0.1


def in_batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items in lists, each of which makes a good piece of work."""
    iterator = iter(items)
    while batch := list(islice(iterator, _BATCH_SIZE)):
        yield batch


def one_by_one(batches: Iterable[list[Item]]) -> Iterator[Item]:
    """The items of lists; whoever closes it ends the work on the lists."""
    for batch in batches:
        yield from batch


def map_in_order(
    work: Callable[[Item], Result], items: Iterable[Item], threads: int
) -> Iterator[Result]:
    """``work(item)`` for each item, in order; a result is given out as soon as its turn comes.

    With several threads the items are read ahead in a thread of their own, a few for each thread,
    so that neither slow input nor a slow reader of the results holds up the work or lets memory
    grow.
    """
    check_whole("the number of threads", threads)
    if threads < 1:
        raise SettingsError(f"the number of threads is {threads}; it must be 1 or more")
    if threads == 1:
        return map(work, items)
    return _map_with_threads(work, items, threads)


def _map_with_threads(
    work: Callable[[Item], Result], items: Iterable[Item], threads: int
) -> Iterator[Result]:
    from concurrent.futures import ThreadPoolExecutor

    pending: Queue[Future[Result] | BaseException | None] = Queue(threads * _PENDING_A_THREAD)
    stopped = Event()
    with ThreadPoolExecutor(threads) as pool:
        # A daemon, and never joined: input that does not come must not keep the program alive.
        Thread(target=_read_ahead, args=(work, items, pool, pending, stopped), daemon=True).start()
        try:
            while (future := pending.get()) is not None:
                if isinstance(future, BaseException):
                    raise future
                yield future.result()
        finally:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _read_ahead(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    pool: "ThreadPoolExecutor",
    pending: "Queue[Future[Result] | BaseException | None]",
    stopped: Event,
) -> None:
    """Hand all items to the pool and queue their futures; an error in the input ends the queue."""

    def put(entry: "Future[Result] | BaseException | None") -> None:
        while not stopped.is_set():
            try:
                pending.put(entry, timeout=_POLL_SECONDS)
            except Full:
                continue
            return

    try:
        for item in items:
            if stopped.is_set():
                return
            put(pool.submit(work, item))
        put(None)
    except BaseException as error:
        put(error)
