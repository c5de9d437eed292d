"""A followed deal against what happened."""

import pytest

from scoring.follow.events import AnyEvent, Claim, Discard, Drawn, Unseen
from scoring.follow.measure import WITHIN, measure


def put(t: float, seat: int, tile: str, sure: bool = False, sideways: bool = False) -> Discard:
    return Discard(t=t, seat=seat, tile=tile, sure=sure, sideways=sideways)


PUNG = Claim(t=5, seat=3, kind="pung", tile="E", tiles=("E",) * 3, source=2)
TRUTH: tuple[AnyEvent, ...] = (put(2, 1, "1m"), put(4, 2, "E"), PUNG, put(6, 3, "9s"), Drawn(t=9))


@pytest.mark.parametrize(
    ("followed", "right", "missed", "added"),
    [
        (TRUTH, 5, [], []),
        ((), 0, [2, 4, 5, 6, 9], []),
        ((put(2, 1, "1m"), put(4, 2, "E"), PUNG, put(6.5, 3, "9p"), Drawn(t=9)), 4, [6], [6.5]),  # another tile
        ((put(2, 4, "1m"), *TRUTH[1:]), 4, [2], [2]),  # another player
        ((TRUTH[1], TRUTH[0], *TRUTH[2:]), 5, [], []),  # they are in order of time
        ((put(2 + WITHIN, 1, "1m"),), 1, [4, 5, 6, 9], []),
        ((put(2.1 + WITHIN, 1, "1m"),), 0, [2, 4, 5, 6, 9], [2.1 + WITHIN]),  # too late
        ((*TRUTH, put(3, 2, "C")), 5, [], [3]),
        ((put(2, 1, "1m", sideways=True), *TRUTH[1:], Unseen(t=3, count=1, after=2)), 5, [], []),
    ],
)
def test_what_is_the_same_and_what_is_not(
    followed: tuple[AnyEvent, ...], right: int, missed: list[float], added: list[float]
) -> None:
    found = measure(TRUTH, followed)
    assert len(found.right) == right
    assert [event.t for event in found.missed] == missed
    assert [event.t for event in found.added] == added


def test_what_is_said_surely_counts_by_what_the_follower_says() -> None:
    found = measure(TRUTH, (put(2, 1, "1m", sure=True), put(4, 2, "S", sure=True), put(6, 3, "9s")))
    assert (found.sure, [event.t for event in found.surely_wrong]) == (2, [4])
