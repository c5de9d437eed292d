"""What may be recorded of a match: acts, each with who and when, and as plain JSON values and back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from scoring.hand import ScoringError


@dataclass(frozen=True, slots=True)
class Seated:
    """Four players sit down; `players` are their names in the order East, South, West, North of the first hand."""

    players: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Won:
    """A hand is won.

    Attributes:
        winner: Seat wind of the winner in this hand.
        points: What the hand is worth, flowers included.
        payer: Seat wind of the discarder (or the responsible player); None when all pay alike.
        hand: The hand as text, where it is known.
    """

    winner: str
    points: int
    payer: str | None = None
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A hand ends without a winner."""


FalseWinKind = Literal["under the minimum", "wrong tile", "one short of waiting", "two or more short of waiting"]


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A player of this seat declares a hand that does not win or is not enough; the hand goes on without them.

    `each` overrides what the body's schedule says the offender pays every other player.
    """

    seat: str
    kind: FalseWinKind
    each: int | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """A referee's penalty for a player.

    Attributes:
        seat: Seat wind in the hand it falls in.
        amount: Points; 0 is a warning.
        reason: What for.
        flow: "paid" goes in equal parts to the other players, "deducted" goes to nobody.
    """

    seat: str
    amount: int
    reason: str
    flow: Literal["paid", "deducted"] = "deducted"


@dataclass(frozen=True, slots=True)
class DeadHand:
    """The hand of this seat is dead: a wrong chow, pung or kong, or a wrong number of tiles. The hand goes on."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Disqualified:
    """A referee takes the player of this seat out of the match."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Approved:
    """The table agreed and the referee approves a hand; afterwards only a referee changes what it rests on."""

    hand: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time is over; a hand in play is finished and is the last."""

    in_play: bool = True


@dataclass(frozen=True, slots=True)
class Corrected:
    """Puts another act in the place of the one in record `of` (numbers from 1)."""

    of: int
    act: "Entry"
    reason: str


@dataclass(frozen=True, slots=True)
class Void:
    """Takes back what record `of` did: an undo, a cancelled penalty, a withdrawn correction or void."""

    of: int
    reason: str


Entry = Seated | Won | Drawn | FalseWin | Penalty | DeadHand | Disqualified | Approved | TimeUp
Act = Entry | Corrected | Void


@dataclass(frozen=True, slots=True)
class Record:
    """One act with who recorded it and when (ISO 8601); `referee` where a referee did it."""

    act: Act
    who: str
    when: str
    referee: bool = False


_TYPES: Final[dict[str, Callable[..., Any]]] = {
    kind.__name__: kind
    for kind in (Seated, Won, Drawn, FalseWin, Penalty, DeadHand, Disqualified, Approved, TimeUp, Corrected, Void)
}


def record_to_dict(record: Record) -> dict[str, Any]:
    """A record as plain JSON values, which `record_from_dict` reads back."""
    return {"who": record.who, "when": record.when, "referee": record.referee, "act": _act_to_dict(record.act)}


def _act_to_dict(act: Act) -> dict[str, Any]:
    values = {item.name: getattr(act, item.name) for item in fields(act)}
    if isinstance(act, Corrected):
        values["act"] = _act_to_dict(act.act)
    return {"type": type(act).__name__, **values}


def record_from_dict(data: Mapping[str, Any]) -> Record:
    """The record that `record_to_dict` wrote.

    Raises:
        ScoringError: It is no such record.
    """
    try:
        return Record(_act_from_dict(data["act"]), data["who"], data["when"], data["referee"])
    except (KeyError, TypeError, AttributeError) as error:
        raise ScoringError(f"Not a record of a match: {error!r} in {data!r}.") from error


def _act_from_dict(data: Mapping[str, Any]) -> Any:
    values: dict[str, Any] = dict(data)
    kind = _TYPES[values.pop("type")]
    if kind is Seated:
        values["players"] = tuple(values["players"])
    if kind is Corrected:
        values["act"] = _act_from_dict(values["act"])
    return kind(**values)
