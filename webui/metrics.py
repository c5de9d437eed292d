"""What programs that watch a server count: requests, readings and their stages, by Prometheus' names."""

from collections.abc import Mapping
from typing import Final

from prometheus_client import Counter, Histogram

REQUESTS: Final = Counter("tableside_requests", "Requests answered.", ("endpoint", "method", "status"))

REQUEST_SECONDS: Final = Histogram("tableside_request_seconds", "Seconds until a request is answered.", ("endpoint",))
"""An event stream counts when it begins."""

STAGE_SECONDS: Final = Histogram("tableside_reading_seconds", "Seconds that a picture is read, by stage.", ("stage",))


def count_reading(ms: Mapping[str, float]) -> None:
    """Counts a picture that was read.

    Args:
        ms: Milliseconds by stage.
    """
    for stage, taken in ms.items():
        STAGE_SECONDS.labels(stage).observe(taken / 1000)
