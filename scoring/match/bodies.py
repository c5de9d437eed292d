"""What the governing bodies fix for their matches: points, costs of false wins, penalties, time limits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from scoring.mcr import payment as mcr_payment
from scoring.zungjung import payment as zungjung_payment


@dataclass(frozen=True, slots=True)
class FalseWinRule:
    """What a false win costs.

    Attributes:
        each: Points that the offender pays each other player.
        disqualified: Whether the offender is out of the match.
    """

    each: int
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """What a governing body fixes for its matches; every amount is from the source.

    Attributes:
        name: The name of the rules.
        source: Where the amounts come from.
        start: Points that each player starts with.
        hands: Hands of a match; four are a round.
        minimum: Points that a hand needs.
        split: Gives the points won and paid by seat, from the points, the winner and the payer.
        false_wins: What each kind of false win costs. For a kind without an entry the record must name the amount.
        ladder: Points of the penalties that follow a warning, in order; then a dead hand, then disqualification.
        in_hand: Points of the penalties within one hand for an empty call, drawing early or a late pung, in order;
            0 is a warning.
        late: Penalties for coming late, as (minutes up to which it applies, points); later is a forfeit.
        seconds: Time limits at the table, in seconds.
        minutes: Time limits of a session, in minutes.
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
"""What false wins cost (printed rule book of 1998)."""

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
"""The bodies by name; all Chinese presets play by "mcr"."""
