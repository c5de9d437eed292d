"""What the bodies fix for their matches, as data: points, amounts for false wins and penalties, time limits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from scoring.mcr import payment as mcr_payment
from scoring.zungjung import payment as zungjung_payment


@dataclass(frozen=True, slots=True)
class FalseWinRule:
    """What a false win costs: points to each other player, and whether it ends the offender's match."""

    each: int
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """What a body fixes for its matches; every amount stands in the source named.

    Attributes:
        start: Points each player starts with.
        hands: Hands of a match, a round being four of them.
        minimum: Points a hand needs.
        split: Points won and paid by seat, from points, winner and payer.
        false_wins: What each kind costs; one that is missing has no amount in the source, so the record must name it.
        ladder: Penalties in points after a warning, step by step; then a dead hand, then disqualification.
        in_hand: The steps for an empty call, drawing early or a late pung within a hand; 0 is a warning.
        late: Minutes late up to which a penalty applies, with the points; later is a forfeit.
        seconds: Time limits at the table.
        minutes: Time limits of a session.
    """

    name: str
    source: str
    start: int
    hands: int
    minimum: int
    split: Callable[[int, str, str | None], dict[str, int]]
    false_wins: Mapping[str, FalseWinRule]
    ladder: tuple[int, ...] = ()
    in_hand: tuple[int, ...] = ()
    late: tuple[tuple[int, int], ...] = ()
    seconds: Mapping[str, int] = field(default_factory=dict)
    minutes: Mapping[str, int] = field(default_factory=dict)


_BOOK_FALSE_WINS: Final = {
    "under the minimum": FalseWinRule(10),
    "wrong tile": FalseWinRule(10),
    "one short of waiting": FalseWinRule(20),
    "two or more short of waiting": FalseWinRule(0, disqualified=True),
}

BODIES: Final[Mapping[str, Body]] = {
    "mcr": Body(
        "Chinese Official",
        "printed rule book of 1998, chapters 4-5 and annexes",
        start=500,
        hands=16,
        minimum=8,
        split=mcr_payment.split,
        false_wins=_BOOK_FALSE_WINS,
        ladder=(5, 10, 20, 30, 40, 50, 60),
        in_hand=(0, 5, 10, 20),
        late=((10, 10), (15, 20)),
        seconds={"first discard": 30, "turn": 15, "claim": 3},
        minutes={"session": 180, "notice before the end": 15, "written appeal after the session": 30},
    ),
    "zungjung": Body(
        "World Series of Mahjong (Zung Jung)",
        "its scoring list, which names no start points, course, amounts or times; the course is that of the 1998 book",
        start=0,
        hands=16,
        minimum=5,
        split=zungjung_payment.split,
        false_wins={},
    ),
}
