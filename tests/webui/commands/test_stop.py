"""The page is stopped while it reads: it ends at once, and as asked."""

import signal

import pytest

from tests.ordeals.stop_while_reading import stop_while_reading


@pytest.mark.parametrize(
    ("delay", "number"),
    [(0.0, signal.SIGINT), (0.1, signal.SIGTERM), (0.3, signal.SIGINT), (0.6, signal.SIGTERM), (1.0, signal.SIGINT)],
)
def test_stopping_while_pictures_are_read_ends_well(delay: float, number: int) -> None:
    status, took, said = stop_while_reading(delay, number=number)
    assert status == 0, said
    assert "Traceback" not in said
    assert took < 6  # of a busy machine; 3 s where nothing else runs
