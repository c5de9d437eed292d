"""Metrics for programs that monitor a server, by Prometheus' names: requests, records, readings and their stages."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from prometheus_client import Counter, Histogram

ReadLabel: TypeAlias = Literal["sure", "doubtful", "no-hand", "refused", "busy"]
"""Result of a picture: a sure or doubtful hand, no hand, an unreadable picture, or a full queue."""

REQUESTS: Final = Counter("tableside_requests", "Requests answered.", ("endpoint", "method", "status"))

REQUEST_SECONDS: Final = Histogram("tableside_request_seconds", "Seconds until a request is answered.", ("endpoint",))
"""An event stream counts when it begins."""

STAGE_SECONDS: Final = Histogram("tableside_reading_seconds", "Seconds that a picture is read, by stage.", ("stage",))

READINGS: Final = Counter("tableside_readings", "Pictures by what came of them.", ("outcome",))


def count_reading(ms: Mapping[str, float]) -> None:
    """Count the stages of a picture that was read here.

    Args:
        ms: Milliseconds by stage.
    """
    for stage, taken in ms.items():
        STAGE_SECONDS.labels(stage).observe(taken / 1000)


def count_outcome(outcome: ReadLabel) -> None:
    """Count a picture by its result, whichever process read it."""
    READINGS.labels(outcome).inc()
