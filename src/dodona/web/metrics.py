"""What a server counts, in the text format of Prometheus."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from dodona.version import __version__

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Counts of requests, words and times; whoever changes them is in the thread of the server."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._words: Counter[str] = Counter()
        self._seconds: Counter[str] = Counter()
        self._times: dict[str, list[int]] = {}

    def count(self, endpoint: str, status: int, seconds: float, words: int) -> None:
        """A request was answered."""
        self._requests[endpoint, status] += 1
        self._words[endpoint] += words
        self._seconds[endpoint] += seconds  # type: ignore[assignment]
        times = self._times.setdefault(endpoint, [0] * (len(_BOUNDS) + 1))
        times[bisect_left(_BOUNDS, seconds)] += 1

    def text(self, queue_length: int, running: int) -> str:
        """All counts; the queue is that of this moment."""
        families = (
            ("dodona_info", "gauge", "The version of Dodona.", _info()),
            ("dodona_requests_total", "counter", "Requests that were answered.", self._answered()),
            ("dodona_words_total", "counter", "Words that were worked on.", self._worked()),
            ("dodona_request_seconds", "histogram", "Times to an answer.", self._histogram()),
            (
                "dodona_queue_length",
                "gauge",
                "Requests that wait for a thread.",
                [("", queue_length)],
            ),
            ("dodona_running", "gauge", "Requests that a thread works on.", [("", running)]),
        )
        lines = []
        for name, kind, meaning, samples in families:
            lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
            lines += [f"{name}{labels} {value}" for labels, value in samples]
        return "\n".join([*lines, ""])

    def _answered(self) -> Iterator[tuple[str, float]]:
        for (endpoint, status), number in sorted(self._requests.items()):
            yield f'{{endpoint="{endpoint}",status="{status}"}}', number

    def _worked(self) -> Iterator[tuple[str, float]]:
        for endpoint, number in sorted(self._words.items()):
            yield f'{{endpoint="{endpoint}"}}', number

    def _histogram(self) -> Iterator[tuple[str, float]]:
        for endpoint, times in sorted(self._times.items()):
            so_far = 0
            for bound, number in zip((*_BOUNDS, "+Inf"), times, strict=True):
                so_far += number
                yield f'_bucket{{endpoint="{endpoint}",le="{bound}"}}', so_far
            yield f'_sum{{endpoint="{endpoint}"}}', round(self._seconds[endpoint], 6)
            yield f'_count{{endpoint="{endpoint}"}}', so_far


def _info() -> Iterator[tuple[str, float]]:
    yield f'{{version="{__version__}"}}', 1
