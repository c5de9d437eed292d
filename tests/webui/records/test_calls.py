"""Calls for a referee, and notes on players."""

import pytest

from webui.records.calls import DONE_SHOWN
from webui.records.store import Storage


@pytest.fixture
def storage() -> Storage:
    return Storage.open(None)


def test_a_waiting_player_calls_once_and_may_add_a_reason(storage: Storage) -> None:
    calls = storage.calls
    first = calls.call(3, "Ann")
    again = calls.call(3, "Ann", "a dispute")
    assert (again.id, again.reason) == (first.id, "a dispute")
    assert calls.call(3, "Bo").id != first.id
    assert [each.player for each in calls.open(3)] == ["Ann", "Bo"]
    assert calls.open(4) == []


def test_a_call_that_is_sent_again_is_made_once_even_if_it_was_finished(storage: Storage) -> None:
    calls = storage.calls
    made = calls.call(3, "Ann", id="sent")
    calls.finish("sent", "Rita")
    again = calls.call(3, "Ann", id="sent")
    assert (again.id, bool(again.done_at)) == (made.id, True)
    assert calls.open() == []


def test_the_first_referee_keeps_a_call_and_a_finished_one_is_taken_by_nobody(storage: Storage) -> None:
    calls = storage.calls
    id = calls.call(3, "Ann").id
    assert [getattr(calls.take(id, who), "taken_by", None) for who in ("Rita", "Li")] == ["Rita", "Rita"]
    calls.finish(id, "Rita")
    assert calls.find(id).taken_by == "Rita"  # type: ignore[union-attr]
    other = calls.call(4, "Bo").id
    calls.finish(other, "Li")
    assert calls.take(other, "Rita").taken_by == ""  # type: ignore[union-attr]
    assert calls.take("unknown", "Rita") is None


def test_the_last_finished_are_shown(storage: Storage) -> None:
    for n in range(DONE_SHOWN + 2):
        storage.calls.finish(storage.calls.call(n + 1, "Ann").id, "Rita")
    assert len(storage.calls.done()) == DONE_SHOWN
    storage.calls.call(1, "Bo")
    storage.calls.call(1, "Chen")
    storage.calls.finish_all(1, "Rita")
    assert storage.calls.open() == []


def test_a_note_is_added_once_and_taken_back_once(storage: Storage) -> None:
    note = storage.calls.note("Ann", None, "late", "Rita", "referee", id="n1")
    assert storage.calls.note("Ann", None, "other", "Rita", "referee", id="n1") == note
    assert storage.calls.notes() == [note]
    assert [storage.calls.take_back("n1"), storage.calls.take_back("n1")] == [True, False]
    assert storage.calls.notes() == []
