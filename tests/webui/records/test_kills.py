"""A hall whose programs are killed while they record: the short form of `tests/ordeals/kills.py`."""

import pytest

from tests.ordeals.kills import run
from webui.commands.hall.local_postgres import programs


@pytest.mark.long
def test_what_was_answered_is_in_the_hall_once_whoever_is_killed() -> None:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    found = run(kills=24, stops=2, seed=3, longest=0.5, say=lambda line: None)
    assert found["killed over an open request"] >= 2  # a record takes milliseconds
    assert found["photographs in the hall"] >= 5
