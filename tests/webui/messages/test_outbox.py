"""Sentences on what a hall does not have yet."""

import pytest

from webui.messages import Messages
from webui.messages.outbox import handed, unhanded, unsent
from webui.records.errors import RecordsError
from webui.records.sync.outbox import HandedIn, OutboxState

ENGLISH = Messages.of("en")
GONE = RecordsError("database-gone", database="hall")


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (OutboxState(0, None), ""),
        (OutboxState(1, GONE), "1 not yet sent"),
        (OutboxState(0, GONE), "The hall does not answer"),
        (OutboxState(5, None, GONE), "Not sent to the hall"),
    ],
)
def test_a_refusal_goes_before_a_count_and_a_count_before_silence(state: OutboxState, says: str) -> None:
    assert unsent(ENGLISH, state) == says


@pytest.mark.parametrize(("count", "begins"), [(0, ""), (1, "1 record was"), (2, "2 records were")])
def test_refused_records_are_counted(count: int, begins: str) -> None:
    assert unhanded(ENGLISH, OutboxState(0, None, unhanded=count)).startswith(begins)
    assert bool(unhanded(ENGLISH, OutboxState(0, None, unhanded=count))) == bool(count)


def test_what_stays_here_is_told_only_if_something_does() -> None:
    assert "stays here alone" in handed(ENGLISH, HandedIn(2, 1))
    assert "stay here alone" in handed(ENGLISH, HandedIn(1, 2))
    assert handed(ENGLISH, HandedIn(1, 0)).startswith("1 record was handed in")
    assert "alone" not in handed(ENGLISH, HandedIn(1, 0))
