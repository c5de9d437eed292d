"""What may be recorded of a match: acts, each with who recorded it and when, to and from plain JSON values.

An act names a person by a seat wind or by name. A seat wind means who sat there at that moment, for good: whatever is
corrected or taken back later, it stays that person. No player's name is a wind, so the two cannot be confused.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.match.errors import RecordError
from scoring.tiles import WINDS

Role = Literal["table", "referee", "desk"]
"""In what role somebody records: a player at the table, a referee, or the desk of the tournament."""

Flow = Literal["paid", "deducted"]
"""Where the points of a fine go: "paid" to the other players, "deducted" to nobody."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Four players sit down, which starts the match.

    Attributes:
        players: Their names, East, South, West and North of the first hand.
        rules: Name of the preset that hands are scored under; None for the one that the match is folded with.
        body: Name of the body that the match is played by; None for the one of the rules.
        hands: Hands of the match, 1 to 16; None for the number that the body has.
    """

    players: tuple[str, str, str, str]
    rules: str | None = None
    body: str | None = None
    hands: int | None = None


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two players sat the wrong way round: what was recorded by seat since then is the other's.

    Records that name players stay as they are.

    Attributes:
        players: The two, each by seat wind in this hand or by name.
        since: Number of the first hand that it is true of; it stays so until another record says otherwise.
        reason: How it came to be noticed.
        match: Number of the record that seats the match; None for the one that the table began last.
    """

    players: tuple[str, str]
    since: int
    reason: str
    match: int | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """A hand is won.

    Attributes:
        winner: The winner, by seat wind in this hand or by name.
        points: What the hand is worth, flowers included.
        payer: The discarder or, where the rules know another, the responsible player; None when all pay alike. As it is
            posted or given on the command line, None is one that nobody has named: see `scoring.match.payers`.
        hand: The hand as text, where it is known; the points are those of its score sheet.
        discarder: Who gave the tile; None for the payer, and for a self-drawn hand where nobody is the payer.
        version: Version of the preset that the points were counted under. A sheet is not compared with the points
            where the preset has another version by now.
        laid: Id of the hand as it was laid, with its reading and all that was corrected; empty where none was.
        photo: SHA-256 of its photograph in hexadecimal digits; empty where there is none.
    """

    winner: str
    points: int
    payer: str | None = None
    hand: str = ""
    discarder: str | None = None
    version: str | None = None
    laid: str = ""
    photo: str = ""

    @property
    def self_drawn(self) -> bool:
        """Whether the winner drew the winning tile; else somebody gave it, whether or not they answer for it."""
        return self.payer is None and self.discarder is None


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

    A kind that disqualifies needs a referee.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        kind: What was wrong with the hand.
        each: What the offender pays each other player; None for the amount that the body names.
        flow: "deducted" takes the same sum from the offender and gives it to nobody.
        laid: Id of the hand as it was laid; empty where none was.
        photo: SHA-256 of its photograph in hexadecimal digits; empty where there is none.
    """

    seat: str
    kind: FalseWinKind
    each: int | None = None
    flow: Flow = "paid"
    laid: str = ""
    photo: str = ""


@dataclass(frozen=True, slots=True)
class Penalty:
    """A referee's penalty for a player, of an amount that the record names.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        amount: Points, 0 or more; 0 is a warning.
        reason: What it is for, in the referee's words.
        flow: "paid" goes in equal parts to the other players. What is left of the division goes point by point to
            those who follow the offender counter-clockwise.
    """

    seat: str
    amount: int
    reason: str
    flow: Flow = "deducted"


LadderName = Literal["match", "hand"]


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul that the referee punishes by the body's ladder: each of a player's costs what the next step says.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: What it is for, in the referee's words.
        ladder: "match" counts the player's fouls of the whole match, "hand" those of this hand: empty calls, drawing
            early and late pungs.
    """

    seat: str
    reason: str
    ladder: LadderName = "match"


@dataclass(frozen=True, slots=True)
class Late:
    """A player comes late; the body says what that costs, and from when on it is a forfeit.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        minutes: Full minutes after the start.
    """

    seat: str
    minutes: int


@dataclass(frozen=True, slots=True)
class DeadHand:
    """This player's hand is dead, by a wrong chow, pung or kong or a wrong number of tiles; the others play on.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: Why.
    """

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Disqualified:
    """A referee takes a player out of the match, who finishes the hand in play with a dead hand.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: Why.
    """

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A player does not come, or leaves: they are out of the match from the hand in play on.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: Why.
    """

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Substituted:
    """Somebody else plays on for a player, on the points of that player.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        substitute: Name of who plays on; acts may name either. The player's own name where they come back.
        reason: Why.
    """

    seat: str
    substitute: str
    reason: str


Absence = Literal["pays", "pays-nothing"]
"""How hands are settled with a player who is out: as with one whose hand is dead, or without them."""


@dataclass(frozen=True, slots=True)
class ThreeLeft:
    """The other three play on without a player who is out.

    Attributes:
        absent: How their hands are settled; None for what the body says.
        reason: Why.
    """

    absent: Absence | None
    reason: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """A name was written wrong: the person has another one in all of the match, before and after this record.

    Attributes:
        seat: The person, by seat wind in this hand or by name; a substitute by name.
        name: The right name.
        reason: How it came to be noticed.
        match: Number of the record that seats the match; None for the one that the table began last.
    """

    seat: str
    name: str
    reason: str = ""
    match: int | None = None


@dataclass(frozen=True, slots=True)
class Erased:
    """A person's name is taken out of all of the match; the match still adds up.

    Attributes:
        seat: The person, by seat wind in this hand or by name; a substitute by name.
        name: What stands in place of the name.
        reason: Why.
    """

    seat: str
    name: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Pruned:
    """Photographs were removed to make room; nothing of the match changes.

    Attributes:
        photos: SHA-256 of each, in hexadecimal digits.
        reason: Why.
    """

    photos: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Approved:
    """The table agrees and the referee approves a hand; afterwards only a referee may change the records of it.

    Attributes:
        hand: Number of the hand, as the match has it at that moment.
    """

    hand: int


@dataclass(frozen=True, slots=True)
class Appealed:
    """A player appeals about a hand that was played; nothing of the hand changes by it.

    Attributes:
        of: Number of a record that the hand rests on: the one that ended it, or a penalty in it.
        seat: The player, by seat wind in the hand in play or by name.
        reason: The matter, in the player's words.
    """

    of: int
    seat: str
    reason: str


Decision = Literal["upheld", "dismissed"]
"""The answer to an appeal. What an upheld one changes is a correction of its own."""


@dataclass(frozen=True, slots=True)
class AppealDecided:
    """A referee decides an appeal.

    Attributes:
        of: Number of the appeal's record.
        decision: The answer.
        reason: Why, in the referee's words.
    """

    of: int
    decision: Decision
    reason: str


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time is over.

    Attributes:
        in_play: Whether the hand in play is finished, as the last; otherwise it does not count. Fines given in it do.
        match: Number of the record that seats the match; None for the one that the table began last.
    """

    in_play: bool = True
    match: int | None = None


@dataclass(frozen=True, slots=True)
class Corrected:
    """Puts another act in the place of an earlier one; its seat winds mean who sat there at the earlier moment.

    Attributes:
        of: Number of the record, from 1.
        act: The act that takes its place.
        reason: Why, in the words of who corrects it.
    """

    of: int
    act: "PlainAct"
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


OfMatch = Swapped | Renamed | TimeUp
"""Acts that may name a match, since a desk orders them for a table that may have begun another one meanwhile."""

PlainAct = (
    Seated
    | Swapped
    | Won
    | Claimed
    | Drawn
    | FalseWin
    | Penalty
    | Foul
    | Late
    | DeadHand
    | Disqualified
    | Forfeited
    | Substituted
    | ThreeLeft
    | Renamed
    | Erased
    | Pruned
    | Approved
    | Appealed
    | AppealDecided
    | TimeUp
)
Act = PlainAct | Corrected | Void


@dataclass(frozen=True, slots=True)
class Record:
    """One act of a match.

    Attributes:
        act: What happened.
        who: Who recorded it.
        when: The time it was recorded at (ISO 8601).
        role: In what role they recorded it.
    """

    act: Act
    who: str
    when: str
    role: Role = "table"

    @property
    def referee(self) -> bool:
        """Whether it was recorded with the rights of a referee, which the desk has too."""
        return self.role != "table"


def persons(act: PlainAct) -> tuple[str, ...]:
    """Return whom an act is about, each by the seat wind or the name that it has for them."""
    if isinstance(act, Swapped):
        return act.players
    if isinstance(act, Claimed):
        return tuple([person for claim in act.claims for person in persons(claim)])
    named = [getattr(act, name, None) for name in ("seat", "winner", "payer", "discarder")]
    return tuple([person for person in named if person is not None])


def first_of(number: int, act_of: Callable[[int], Act]) -> int:
    """Return the record that a change, a change of a change and so on is about in the end.

    Args:
        number: Number of a record.
        act_of: Gives the act of a number.
    """
    while isinstance(act := act_of(number), Corrected | Void):
        number = act.of
    return number


_Value = TypeVar("_Value", Record, Act)

LARGEST: Final = 2**53 - 1
"""The largest whole number of a record: up to here every reader of JSON has whole numbers exactly (RFC 8259)."""

_ENTRIES: Final[dict[str, Callable[..., Any]]] = {kind.__name__: kind for kind in get_args(PlainAct)}
"""The acts that may stand in another's place, by their names in JSON."""
_ACTS: Final[dict[str, Callable[..., Any]]] = {kind.__name__: kind for kind in get_args(Act)}
"""Every act by its name in JSON."""
_RECORDS: Final = (Record, *get_args(Act))
"""What has fields to check."""


_Check = Callable[[Any], bool]
"""Whether a value may stand in a field."""

_UNWRITABLE: Final = re.compile("[\0\ud800-\udfff]")
"""Characters that no text has in every format: the end of a text in C, and halves of characters in UTF-16."""


Wanted = Literal["text", "number", "yes-or-no", "list", "act"] | tuple[str, ...]
"""What stands in a field: a kind of value, or one of these words."""


def wrong_field(value: Any) -> tuple[str, object, Wanted] | None:
    """The first field of a record or an act with a value that it cannot have, that value, and what it should be."""
    kind: Any = type(value)
    for name, fits, wanted in _checks(kind):
        found = getattr(value, name)
        if not fits(found):
            return wrong_field(found) or (name, found, wanted)
    return None


@cache
def _checks(kind: Any) -> tuple[tuple[str, _Check, Wanted], ...]:
    """The fields of a record or an act, each with its check and what should stand there; none of anything else."""
    hints = get_type_hints(kind) if kind in _RECORDS else {}
    return tuple((name, _check(hint), _wanted(hint)) for name, hint in hints.items())


def _wanted(kind: Any) -> Wanted:
    """What a type as it is declared asks for, whether or not it may be left out."""
    plain: dict[Any, Wanted] = {int: "number", str: "text", bool: "yes-or-no"}
    if kind in plain:
        return plain[kind]
    if get_origin(kind) in (Union, UnionType):
        return _wanted(next((part for part in get_args(kind) if part is not NoneType), None))
    if get_origin(kind) is Literal:
        return get_args(kind)
    return "list" if get_origin(kind) is tuple else "act"


def _check(kind: Any) -> _Check:
    """The check of a type as it is declared."""
    if kind is int:
        return lambda value: type(value) is int and -LARGEST <= value <= LARGEST
    if kind is str:
        return lambda value: isinstance(value, str) and not _UNWRITABLE.search(value)
    if kind is bool or kind is NoneType:
        return lambda value: type(value) is kind
    args = get_args(kind)
    match get_origin(kind):
        case None:
            return lambda value: type(value) is kind and wrong_field(value) is None
        case origin if origin is Literal:
            return lambda value: isinstance(value, str) and value in args
        case origin if origin in (Union, UnionType):
            classes = frozenset(part for part in args if part in _RECORDS)
            others = tuple(_check(part) for part in args if part not in _RECORDS)
            return lambda value: (
                wrong_field(value) is None if type(value) in classes else any(fits(value) for fits in others)
            )
        case _:
            size, each = None if args[-1] is ... else len(args), _check(args[0])
            return lambda value: (
                isinstance(value, tuple) and (size is None or len(value) == size) and all(map(each, value))
            )


def record_to_dict(record: Record) -> dict[str, Any]:
    """A record as plain JSON values, which `record_from_dict` reads back."""
    return {"who": record.who, "when": record.when, "role": record.role, "act": act_to_dict(record.act)}


def act_to_dict(act: Act) -> dict[str, Any]:
    """An act as plain JSON values: `type`, and its fields by name; `player` in place of `seat` for a name."""
    values = {item.name: getattr(act, item.name) for item in fields(act)}
    if isinstance(act, OfMatch) and act.match is None:
        del values["match"]  # records of earlier versions, and their hashes, have no such field
    if isinstance(act, Corrected):
        values["act"] = act_to_dict(act.act)
    elif isinstance(act, Claimed):
        values["claims"] = [act_to_dict(claim) for claim in act.claims]
    elif values.get("seat", "E") not in WINDS:
        values = {"player" if name == "seat" else name: value for name, value in values.items()}
    return {"type": type(act).__name__, **values}


def record_from_dict(data: Mapping[str, Any]) -> Record:
    """The record that `record_to_dict` wrote.

    Raises:
        RecordError: The values are no record.
    """
    if not isinstance(data, Mapping):
        raise RecordError("not-a-record", got=_shown(data))
    missing = [name for name in ("act", "who", "when", "role") if name not in data]
    if missing:
        raise RecordError("fields-missing", act="Record", fields=tuple(missing))
    return _sound(Record(_act_from(data["act"], _ACTS), data["who"], data["when"], data["role"]))


def act_from_dict(data: Mapping[str, Any]) -> Act:
    """The act that `act_to_dict` wrote.

    Raises:
        RecordError: The values are no act.
    """
    act: Act = _act_from(data, _ACTS)
    return _sound(act)


def _sound(value: _Value) -> _Value:
    wrong = wrong_field(value)
    if wrong:
        raise RecordError("wrong-value", field=wrong[0], got=_shown(wrong[1]), wanted=wrong[2])
    return value


def _act_from(data: Any, kinds: Mapping[str, Callable[..., Any]], field: str = "act") -> Any:
    """An act from plain JSON values, whose fields may still have values of a wrong type.

    Args:
        data: The values.
        kinds: The acts that it may be, by name.
        field: The name of the field that it stands in.
    """
    if not isinstance(data, Mapping):
        raise RecordError("wrong-value", field=field, got=_shown(data), wanted="act")
    values: dict[str, Any] = dict(data)
    name = values.pop("type", None)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise RecordError("unknown-act", act=_shown(name), known=tuple(kinds))
    known: dict[str, Any] = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
    if "player" in values and "seat" in known:
        player = values.pop("player")
        if "seat" in values or (isinstance(player, str) and player in WINDS):
            raise RecordError("seat-and-player", act=str(name))
        values["seat"] = player
    missing = [each for each, item in known.items() if each not in values and item.default is MISSING]
    if missing:
        raise RecordError("fields-missing", act=str(name), fields=tuple(missing))
    unknown = [_shown(each)[1:-1] for each in values if each not in known]
    if unknown:
        raise RecordError("fields-unknown", act=str(name), fields=tuple(unknown), known=tuple(known) or ("–",))
    if kind in (Seated, Swapped):
        values["players"] = _listed(values["players"])
    elif kind is Pruned:
        values["photos"] = _listed(values["photos"])
    elif kind is Corrected:
        values["act"] = _act_from(values["act"], _ENTRIES)
    elif kind is Claimed:
        claims = _listed(values["claims"])
        if not isinstance(claims, tuple):
            raise RecordError("wrong-value", field="claims", got=_shown(claims), wanted="list")
        values["claims"] = tuple([_act_from(claim, {"Won": Won}, "claims") for claim in claims])
    return kind(**values)


def _listed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _shown(value: object) -> str:
    """A value as an error shows it, cut to a line."""
    return f"{value!r:.60}"
