"""A server killed while it records: the short form of `tests/ordeals/kills.py`."""

import pytest

from tests.ordeals.kills import run


@pytest.mark.long
def test_nothing_that_was_answered_is_lost_or_doubled() -> None:
    counts = run(kills=15, seed=3, read=False, longest=0.5, say=lambda line: None)
    assert counts["caught"] >= 5
    assert counts["answered"] >= 20
    assert counts["photographs"] >= 5
