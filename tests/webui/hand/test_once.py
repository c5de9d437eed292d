"""Slow results, computed once for all callers."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.waiting import PATIENCE, until
from webui.hand.once import LEFT, MOST_WAITING, Once
from webui.hand.places import ASKER, Asker
from webui.hand.reading_queue import QueueFullError


class Slow:
    """Works an answer out as soon as it may go on, and counts how often."""

    def __init__(self) -> None:
        self.go, self.began, self.count = threading.Event(), threading.Event(), 0

    def __call__(self) -> int:
        self.count += 1
        self.began.set()
        assert self.go.wait(PATIENCE)
        return self.count


def test_those_who_ask_meanwhile_and_later_get_the_same_answer() -> None:
    once, work = Once[str, int](), Slow()
    with ThreadPoolExecutor(20) as askers:
        asked = [askers.submit(once.get, "a", work) for _ in range(20)]
        assert work.began.wait(PATIENCE)
        work.go.set()
        assert [each.result() for each in asked] == [1] * 20
    assert once.get("a", work) == 1
    assert once.get("b", work) == 2


def test_what_fails_is_told_to_all_who_wait_and_worked_out_anew() -> None:
    once = Once[str, int]()

    def fail() -> int:
        raise QueueFullError("busy", most=1)

    with pytest.raises(QueueFullError):
        once.get("a", fail)
    assert once.get("a", lambda: 3) == 3


def test_the_answers_asked_for_last_are_kept() -> None:
    once = Once[str, int](most=2)
    for asked in ("a", "b", "a", "c"):
        once.get(asked, lambda: 1)
    assert once.get("a", lambda: 2) == 1
    assert once.get("b", lambda: 2) == 2


def test_strangers_who_wait_leave_places_to_those_with_a_role() -> None:
    once, work = Once[str, int](), Slow()

    def ask(role: str) -> int:
        ASKER.set(Asker("10.0.0.1", role))  # type: ignore[arg-type]
        return once.get("a", work)

    strangers = MOST_WAITING - LEFT["spectator"]
    with ThreadPoolExecutor(MOST_WAITING + 2) as askers:
        asked = [askers.submit(ask, "spectator")]
        assert work.began.wait(PATIENCE)
        asked += [askers.submit(ask, "spectator") for _ in range(strangers)]
        until(lambda: once.waiting == strangers)
        with pytest.raises(QueueFullError):
            askers.submit(ask, "spectator").result(PATIENCE)
        asked.append(askers.submit(ask, "referee"))
        until(lambda: once.waiting == strangers + 1)
        work.go.set()
        assert {each.result() for each in asked} == {1}
