"""Running jobs, each in a process of its own, several at a time."""

import os
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Any

from dodona.errors import DodonaError
from dodona.experiments.runs import Job


@dataclass(frozen=True)
class JobOutcome:
    """What became of a job: its result, or if that is None, what went wrong."""

    result: dict[str, Any] | None
    problem: str = ""


def run_each(jobs: Sequence[Job], workers: int) -> Generator[tuple[Job, JobOutcome], None, None]:
    """Run each job in a new process, in this order, so many at a time; yields them as they end.

    Whoever stops asking stops the processes.
    """
    context = get_context("spawn")
    waiting = deque(jobs)
    running: dict[Any, tuple[Any, Job]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                with _interrupts_blocked():
                    job = waiting.popleft()
                    receiver, process = _start(context, job)
                    running[receiver] = process, job
            for ready in wait(list(running)):
                process, job = running.pop(ready)
                yield job, _outcome(ready, process)
    finally:
        for process, _ in running.values():
            process.terminate()
            process.join()


def _start(context: SpawnContext, job: Job) -> tuple[Any, Any]:
    """A new process at work, and the end of a pipe where its outcome will come out."""
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(job, sender), daemon=True)
    process.start()
    sender.close()
    return receiver, process


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Keep Ctrl-C waiting, and from processes that are started meanwhile, also as they begin.

    It goes to all processes of a terminal; the one that started the others will end them.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # which the first process would do, and let Ctrl-C in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _outcome(receiver: Any, process: Any) -> JobOutcome:
    with receiver:
        try:
            outcome: JobOutcome = receiver.recv()
        except EOFError:
            process.join()
            outcome = JobOutcome(None, f"its process ended with {process.exitcode}")
        process.join()
    return outcome


def _work(job: Job, sender: "Connection[JobOutcome, Any]") -> None:
    """What the new process does."""
    from dodona.experiments.code import code_state
    from dodona.experiments.kinds import KINDS

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems where it cannot be blocked
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        outcome = JobOutcome({"code": code_state(), **KINDS[job.run.kind](job)})
    except (DodonaError, OSError) as error:
        outcome = JobOutcome(None, str(error))
    except Exception:
        outcome = JobOutcome(None, traceback.format_exc())
    sender.send(outcome)
    sender.close()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
