"""The order of answers: acts at once, few pages at a time, those of people with a sign-in before those of guests."""

import threading
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from tests.waiting import PATIENCE, until
from webui.http import dispatcher as room
from webui.http.dispatcher import READS_AT_ONCE, Dispatcher


class Asked:
    """A request, which is answered once it may be."""

    def __init__(self, rank: int, begun: list["Asked"]) -> None:
        self.rank = rank
        self.go: Final = threading.Event()
        self.left: Callable[[], None] = lambda: None
        self._begun: Final = begun

    def service(self) -> None:
        self._begun.append(self)
        self.go.wait(PATIENCE)
        self.left()

    def cancel(self) -> None:
        self.go.set()


@pytest.fixture
def dispatcher() -> Iterator[Dispatcher]:
    made = Dispatcher()
    made.set_thread_count(12)
    yield made
    made.shutdown()


@pytest.fixture
def begun() -> list[Asked]:
    return []


@pytest.fixture
def ask(dispatcher: Dispatcher, begun: list[Asked]) -> Iterator[Callable[..., list[Asked]]]:
    made: list[Asked] = []

    def add(rank: int, count: int = 1) -> list[Asked]:
        asked = [Asked(rank, begun) for _ in range(count)]
        for each in asked:
            each.left = lambda each=each: dispatcher.leave(each)  # type: ignore[misc]
            dispatcher.add_task(each)
        made.extend(asked)
        return asked

    yield add
    for each in made:
        each.go.set()


def test_an_act_passes_all_pages_and_a_sign_in_those_of_guests(
    dispatcher: Dispatcher, ask: Callable[..., list[Asked]], begun: list[Asked]
) -> None:
    pages = ask(2, READS_AT_ONCE)
    until(lambda: len(begun) == READS_AT_ONCE)
    guest, signed = ask(2)[0], ask(1)[0]
    acts = ask(0, 3)
    until(lambda: len(begun) == READS_AT_ONCE + 3)
    assert set(begun[-3:]) == set(acts)
    pages[0].go.set()
    until(lambda: begun[-1] is signed)
    dispatcher.leave(signed)  # it streams, or waits for a photograph
    until(lambda: begun[-1] is guest)


def test_pages_that_take_long_hold_up_no_others_for_ever(
    dispatcher: Dispatcher, ask: Callable[..., list[Asked]], begun: list[Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(2, READS_AT_ONCE)
    until(lambda: len(begun) == READS_AT_ONCE)
    (other,) = ask(2)
    dispatcher.look()
    assert other not in begun
    monkeypatch.setattr(room, "PATIENCE", -1.0)
    dispatcher.look()
    until(lambda: other in begun)


def test_at_the_end_all_that_waits_is_left(dispatcher: Dispatcher, ask: Callable[..., list[Asked]]) -> None:
    asked = ask(2, READS_AT_ONCE + 20)
    for each in asked[:READS_AT_ONCE]:
        each.left = lambda: None
        each.go.set()
    dispatcher.shutdown()
    until(lambda: all(each.go.is_set() for each in asked))
