"""The clock by which events are given out."""

from msgspec.structs import replace

from scoring.follow.events import AnyEvent, Correction, Discard
from scoring.follow.giving import Giving

STEADY = 1.0
FIRST = Discard(t=1.0, seat=1, tile="E")


Course = list[tuple[tuple[object, ...], AnyEvent]]
COURSE: Course = [(("a",), FIRST)]


def given(giving: Giving, course: Course, now: float, settled: bool = True) -> list[AnyEvent]:
    return [*giving.give(course, now, STEADY, lambda key, event: settled)]


def test_an_event_is_given_once_and_when_it_has_settled() -> None:
    giving = Giving(with_sure=False)
    assert given(giving, COURSE, 1.0, settled=False) == []
    assert given(giving, COURSE, 2.0) == [replace(FIRST, number=1)]
    assert given(giving, COURSE, 9.0) == []


def test_what_is_seen_otherwise_for_long_enough_is_corrected_by_its_number() -> None:
    giving = Giving(with_sure=False)
    given(giving, COURSE, 1.0)
    other: Course = [(("a",), replace(FIRST, tile="S"))]
    assert given(giving, other, 4.0) == []
    assert given(giving, COURSE, 4.5) == []  # it was a glimpse
    assert given(giving, other, 5.0) == []
    assert given(giving, other, 5.0 + STEADY - 0.1) == []
    (correction,) = given(giving, other, 5.0 + STEADY)
    assert isinstance(correction, Correction)
    assert (correction.number, correction.of, correction.now) == (2, 1, replace(FIRST, tile="S", number=1))
    assert given(giving, other, 9.0) == []


def test_what_did_not_happen_is_taken_back() -> None:
    giving = Giving(with_sure=False)
    given(giving, COURSE, 1.0)
    given(giving, [], 2.0)
    (correction,) = given(giving, [], 2.0 + STEADY)
    assert isinstance(correction, Correction)
    assert (correction.of, correction.now) == (1, None)
