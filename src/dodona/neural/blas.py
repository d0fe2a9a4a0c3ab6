"""Matrix products in one thread: Dodona has threads of its own, and results must not vary."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_thread() -> Iterator[None]:
    """Let numpy's matrix products use no more than one thread in this block."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1, user_api="blas"):
        yield
