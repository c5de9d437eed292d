"""The page is stopped while it reads: it ends, and as asked."""

import signal

import pytest

from tests.ordeals.stop_while_reading import stop_while_reading


@pytest.mark.long
@pytest.mark.parametrize(("delay", "number"), [(0.0, signal.SIGINT), (0.6, signal.SIGTERM)])
def test_stopping_while_pictures_are_read_ends_well(delay: float, number: int) -> None:
    status, _, said = stop_while_reading(delay, number=number)
    assert status == 0, said
    assert "Traceback" not in said
