"""Times of contenders that take turns, so that a busy machine is equally unkind to all."""

import time
from collections.abc import Callable, Mapping

from bench import progress


def best_times(
    contenders: Mapping[str, Callable[[], object]],
    rounds: int,
    *,
    warm_up: bool = True,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """The best time of each contender in seconds, over so many rounds and a round to warm up."""
    best = dict.fromkeys(contenders, float("inf"))
    for number in range(0 if warm_up else 1, rounds + 1):
        for name, run in contenders.items():
            start = clock()
            result = run()
            seconds = clock() - start
            del result  # outside of what is timed: freeing a treebank takes time as well
            if number:
                best[name] = min(best[name], seconds)
    progress(", ".join(f"{name} {seconds:.4f} s" for name, seconds in best.items()))
    return best
