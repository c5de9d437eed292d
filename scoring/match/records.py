"""What may be recorded of a match: acts, each with who recorded it and when, to and from plain JSON values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, get_args

from scoring.match.errors import RecordError


@dataclass(frozen=True, slots=True)
class Seated:
    """Four players sit down.

    Attributes:
        players: Their names, East, South, West and North of the first hand.
    """

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
class Claimed:
    """Several players claim the same discard; the match decides whose win counts.

    The first of them counter-clockwise from the discarder wins, without those whose hand is dead: a false win among
    the claims is recorded before.

    Attributes:
        claims: The win of each as if it were the only claim; the payer of all is the discarder.
    """

    claims: tuple[Won, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A hand ends without a winner."""


FalseWinKind = Literal["under the minimum", "wrong tile", "one short of waiting", "two or more short of waiting"]


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A player declares a hand that does not win or is under the minimum; the hand goes on without them.

    Attributes:
        seat: Seat wind of the player in this hand.
        kind: What was wrong with the hand.
        each: What the offender pays each other player; None for the amount that the body names.
    """

    seat: str
    kind: FalseWinKind
    each: int | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """A referee's penalty for a player.

    Attributes:
        seat: Seat wind of the player in this hand.
        amount: Points; 0 is a warning.
        reason: What it is for, in the referee's words.
        flow: "paid" goes in equal parts to the other players, "deducted" to nobody.
    """

    seat: str
    amount: int
    reason: str
    flow: Literal["paid", "deducted"] = "deducted"


@dataclass(frozen=True, slots=True)
class DeadHand:
    """The hand of this seat is dead, by a wrong chow, pung or kong or a wrong number of tiles; the others play on."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Disqualified:
    """A referee takes the player of this seat out of the match."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Approved:
    """The table agrees and the referee approves a hand; afterwards only a referee may change the records of it."""

    hand: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time is over.

    Attributes:
        in_play: Whether the hand in play is finished, as the last; otherwise it does not count.
    """

    in_play: bool = True


@dataclass(frozen=True, slots=True)
class Corrected:
    """Puts another act in the place of an earlier one.

    Attributes:
        of: Number of the record, from 1.
        act: The act that takes its place.
        reason: Why, in the words of who corrects it.
    """

    of: int
    act: "Entry"
    reason: str


@dataclass(frozen=True, slots=True)
class Void:
    """Takes an earlier record back: an undo, a cancelled penalty, a withdrawn correction or void.

    Attributes:
        of: Number of the record, from 1.
        reason: Why, in the words of who takes it back.
    """

    of: int
    reason: str


Entry = Seated | Won | Claimed | Drawn | FalseWin | Penalty | DeadHand | Disqualified | Approved | TimeUp
Act = Entry | Corrected | Void


@dataclass(frozen=True, slots=True)
class Record:
    """One act of a match.

    Attributes:
        act: What happened.
        who: Who recorded it.
        when: The time it was recorded at (ISO 8601).
        referee: Whether a referee recorded it.
    """

    act: Act
    who: str
    when: str
    referee: bool = False


_TYPES: Final[dict[str, Callable[..., Any]]] = {kind.__name__: kind for kind in get_args(Act)}
"""Every act by its name in JSON."""


def record_to_dict(record: Record) -> dict[str, Any]:
    """A record as plain JSON values, which `record_from_dict` reads back."""
    return {"who": record.who, "when": record.when, "referee": record.referee, "act": _act_to_dict(record.act)}


def _act_to_dict(act: Act) -> dict[str, Any]:
    values = {item.name: getattr(act, item.name) for item in fields(act)}
    if isinstance(act, Corrected):
        values["act"] = _act_to_dict(act.act)
    if isinstance(act, Claimed):
        values["claims"] = [_act_to_dict(claim) for claim in act.claims]
    return {"type": type(act).__name__, **values}


def record_from_dict(data: Mapping[str, Any]) -> Record:
    """The record that `record_to_dict` wrote.

    Raises:
        RecordError: The values are no record.
    """
    try:
        return Record(_act_from_dict(data["act"]), data["who"], data["when"], data["referee"])
    except (KeyError, TypeError, AttributeError) as error:
        raise RecordError(data, error) from error


def _act_from_dict(data: Mapping[str, Any]) -> Any:
    values: dict[str, Any] = dict(data)
    kind = _TYPES[values.pop("type")]
    if kind is Seated:
        values["players"] = tuple(values["players"])
    if kind is Corrected:
        values["act"] = _act_from_dict(values["act"])
    if kind is Claimed:
        values["claims"] = tuple(_act_from_dict(claim) for claim in values["claims"])
    return kind(**values)
