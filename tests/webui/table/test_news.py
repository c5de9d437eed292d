"""The changes at a table, by topic."""

import threading

import pytest

from webui.table.news import PROCESS, HandChangeLog, NewsCursor, from_id, to_id


def test_a_cursor_is_newer_by_any_of_its_counts() -> None:
    assert NewsCursor(play=1).newer(NewsCursor())
    assert NewsCursor(play=1, deal=0).newer(NewsCursor(play=0, deal=5))
    assert not NewsCursor(play=1).newer(NewsCursor(play=1, deal=5))


def test_counts_are_read_back_from_the_id_of_an_event() -> None:
    known = NewsCursor(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert from_id(to_id(known)) == known


@pytest.mark.parametrize(
    "id",
    [
        "",
        "x",
        "PROCESS.1.2",
        "other.1.2.3.4.5.6.7.8.9.10",
        "PROCESS" + ".-1" * 10,
        f"PROCESS.{'9' * 16}" + ".1" * 9,
    ],
)
def test_an_id_of_another_process_or_of_none_knows_nothing(id: str) -> None:
    assert from_id(id.replace("PROCESS", PROCESS)) == NewsCursor()


def test_changed_hands_are_named_once_and_too_old_a_count_gets_none() -> None:
    log = HandChangeLog(threading.Condition())
    for id in ("a", "b", "a", None):
        log.tell(id)
    assert log.since(0) == (4, ("a", "b", None))
    assert log.since(3) == (4, (None,))
    assert log.since(4) == (4, ())
    assert log.since(5) == (4, None)
    for _ in range(200):
        log.tell("c")
    assert log.since(4) == (204, ("c",))
    assert log.since(3) == (204, None)
