"""What may be recorded of a match: acts, each with who recorded it and when, to and from plain JSON values.

An act names a person by a seat wind or by name. A seat wind means who sat there at that moment, for good: whatever is
corrected or taken back later, it stays that person. No player's name is a wind, so the two cannot be confused.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from scoring.match.errors import RecordError
from scoring.tiles import WINDS

Role = Literal["table", "referee", "desk"]
"""In what role somebody records: a player at the table, a referee, or the desk of the tournament."""

Flow = Literal["paid", "deducted"]
"""Where the points of a fine go: "paid" to the other players, "deducted" to nobody."""


LARGEST: Final = 2**53 - 1
"""The largest whole number of a record: up to here every reader of JSON has whole numbers exactly (RFC 8259)."""

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
"""A whole number of a record."""

Text = Annotated[str, Meta(pattern=r"^[^\x00\ud800-\udfff]*$")]
"""Text of a record, without the characters that no text has in every format: the end of a text in C, and halves of
characters in UTF-16."""


class TaggedAct(Struct, frozen=True, tag_field="type", tag=True, forbid_unknown_fields=True):
    """What may be recorded; in JSON its `type` is the name of its class."""


class Seated(TaggedAct, frozen=True):
    """Four players sit down, which starts the match.

    Attributes:
        players: Their names, East, South, West and North of the first hand.
        rules: Name of the preset that hands are scored under; None for the one that the match is folded with.
        body: Name of the body that the match is played by; None for the one of the rules.
        hands: Hands of the match, 1 to 16; None for the number that the body has.
    """

    players: tuple[Text, Text, Text, Text]
    rules: Text | None = None
    body: Text | None = None
    hands: Whole | None = None


class Swapped(TaggedAct, frozen=True):
    """Two players sat the wrong way round: what was recorded by seat since then is the other's.

    Records that name players stay as they are.

    Attributes:
        players: The two, each by seat wind in this hand or by name.
        since: Number of the first hand that it is true of; it stays so until another record says otherwise.
        reason: How it came to be noticed.
        match: Number of the record that seats the match; None for the one that the table began last.
    """

    players: tuple[Text, Text]
    since: Whole
    reason: Text
    match: Whole | None = None


class Won(TaggedAct, frozen=True):
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

    winner: Text
    points: Whole
    payer: Text | None = None
    hand: Text = ""
    discarder: Text | None = None
    version: Text | None = None
    laid: Text = ""
    photo: Text = ""

    @property
    def self_drawn(self) -> bool:
        """Whether the winner drew the winning tile; else somebody gave it, whether or not they answer for it."""
        return self.payer is None and self.discarder is None


class Claimed(TaggedAct, frozen=True):
    """Several players claim the same discard; the match decides whose win counts.

    The first of them counter-clockwise from the discarder wins, without those whose hand is dead: a false win among
    the claims is recorded before.

    Attributes:
        claims: The win of each as if it were the only claim; the payer of all is the discarder.
    """

    claims: tuple[Won, ...]


class Drawn(TaggedAct, frozen=True):
    """A hand ends without a winner."""


FalseWinKind = Literal["under the minimum", "wrong tile", "one short of waiting", "two or more short of waiting"]


class FalseWin(TaggedAct, frozen=True):
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

    seat: Text
    kind: FalseWinKind
    each: Whole | None = None
    flow: Flow = "paid"
    laid: Text = ""
    photo: Text = ""


class Penalty(TaggedAct, frozen=True):
    """A referee's penalty for a player, of an amount that the record names.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        amount: Points, 0 or more; 0 is a warning.
        reason: What it is for, in the referee's words.
        flow: "paid" goes in equal parts to the other players. What is left of the division goes point by point to
            those who follow the offender counter-clockwise.
    """

    seat: Text
    amount: Whole
    reason: Text
    flow: Flow = "deducted"


LadderName = Literal["match", "hand"]


class Foul(TaggedAct, frozen=True):
    """A foul that the referee punishes by the body's ladder: each of a player's costs what the next step says.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: What it is for, in the referee's words.
        ladder: "match" counts the player's fouls of the whole match, "hand" those of this hand: empty calls, drawing
            early and late pungs.
    """

    seat: Text
    reason: Text
    ladder: LadderName = "match"


class Late(TaggedAct, frozen=True):
    """A player comes late; the body says what that costs, and from when on it is a forfeit.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        minutes: Full minutes after the start.
    """

    seat: Text
    minutes: Whole


class DeadHand(TaggedAct, frozen=True):
    """This player's hand is dead, by a wrong chow, pung or kong or a wrong number of tiles; the others play on.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: Why.
    """

    seat: Text
    reason: Text


class Disqualified(TaggedAct, frozen=True):
    """A referee takes a player out of the match, who finishes the hand in play with a dead hand.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: Why.
    """

    seat: Text
    reason: Text


class Forfeited(TaggedAct, frozen=True):
    """A player does not come, or leaves: they are out of the match from the hand in play on.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: Why.
    """

    seat: Text
    reason: Text


class Substituted(TaggedAct, frozen=True):
    """Somebody else plays on for a player, on the points of that player.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        substitute: Name of who plays on; acts may name either. The player's own name where they come back.
        reason: Why.
    """

    seat: Text
    substitute: Text
    reason: Text


Absence = Literal["pays", "pays-nothing"]
"""How hands are settled with a player who is out: as with one whose hand is dead, or without them."""


class ThreeLeft(TaggedAct, frozen=True):
    """The other three play on without a player who is out.

    Attributes:
        absent: How their hands are settled; None for what the body says.
        reason: Why.
    """

    absent: Absence | None
    reason: Text


class Renamed(TaggedAct, frozen=True):
    """A name was written wrong: the person has another one in all of the match, before and after this record.

    Attributes:
        seat: The person, by seat wind in this hand or by name; a substitute by name.
        name: The right name.
        reason: How it came to be noticed.
        match: Number of the record that seats the match; None for the one that the table began last.
    """

    seat: Text
    name: Text
    reason: Text = ""
    match: Whole | None = None


class Erased(TaggedAct, frozen=True):
    """A person's name is taken out of all of the match; the match still adds up.

    Attributes:
        seat: The person, by seat wind in this hand or by name; a substitute by name.
        name: What stands in place of the name.
        reason: Why.
    """

    seat: Text
    name: Text
    reason: Text = ""


class Pruned(TaggedAct, frozen=True):
    """Photographs were removed to make room; nothing of the match changes.

    Attributes:
        photos: SHA-256 of each, in hexadecimal digits.
        reason: Why.
    """

    photos: tuple[Text, ...]
    reason: Text = ""


class Approved(TaggedAct, frozen=True):
    """The table agrees and the referee approves a hand; afterwards only a referee may change the records of it.

    Attributes:
        hand: Number of the hand, as the match has it at that moment.
    """

    hand: Whole


class Appealed(TaggedAct, frozen=True):
    """A player appeals about a hand that was played; nothing of the hand changes by it.

    Attributes:
        of: Number of a record that the hand rests on: the one that ended it, or a penalty in it.
        seat: The player, by seat wind in the hand in play or by name.
        reason: The matter, in the player's words.
    """

    of: Whole
    seat: Text
    reason: Text


Decision = Literal["upheld", "dismissed"]
"""The answer to an appeal. What an upheld one changes is a correction of its own."""


class AppealDecided(TaggedAct, frozen=True):
    """A referee decides an appeal.

    Attributes:
        of: Number of the appeal's record.
        decision: The answer.
        reason: Why, in the referee's words.
    """

    of: Whole
    decision: Decision
    reason: Text


class TimeUp(TaggedAct, frozen=True):
    """The time is over.

    Attributes:
        in_play: Whether the hand in play is finished, as the last; otherwise it does not count. Fines given in it do.
        match: Number of the record that seats the match; None for the one that the table began last.
    """

    in_play: bool = True
    match: Whole | None = None


class Corrected(TaggedAct, frozen=True):
    """Puts another act in the place of an earlier one; its seat winds mean who sat there at the earlier moment.

    Attributes:
        of: Number of the record, from 1.
        act: The act that takes its place.
        reason: Why, in the words of who corrects it.
    """

    of: Whole
    act: "PlainAct"
    reason: Text


class Void(TaggedAct, frozen=True):
    """Takes an earlier record back: an undo, a cancelled penalty, a withdrawn correction or void.

    Attributes:
        of: Number of the record, from 1.
        reason: Why, in the words of who takes it back.
    """

    of: Whole
    reason: Text


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


class Record(Struct, frozen=True):
    """One act of a match.

    Attributes:
        act: What happened.
        who: Who recorded it.
        when: The time it was recorded at (ISO 8601).
        role: In what role they recorded it.
    """

    act: Act
    who: Text
    when: Text
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


_PLAIN_ACTS: Final[dict[str, type[TaggedAct]]] = {kind.__name__: kind for kind in get_args(PlainAct)}
"""The acts that may stand in another's place, by their names in JSON."""
_ACTS: Final[dict[str, type[TaggedAct]]] = {kind.__name__: kind for kind in get_args(Act)}
"""Every act by its name in JSON."""

Wanted = Literal["text", "number", "yes-or-no", "list", "act"] | tuple[str, ...]
"""What stands in a field: a kind of value, or one of these words."""


def wrong_field(record: Record) -> tuple[str, object] | None:
    """Return the first field of a record or its act with a value that it cannot have, and that value; or None."""
    try:
        msgspec.convert(msgspec.to_builtins(record), Record)
    except msgspec.ValidationError as error:
        field, found = "act", cast(Any, record)
        for name, index in _path(error):
            if name == "type":
                break
            field = name or field
            found = getattr(found, name) if name else found[int(index)]
        return field, found
    return None


def record_to_dict(record: Record) -> dict[str, Any]:
    """Return a record as plain JSON values, which `record_from_dict` reads back."""
    return {"who": record.who, "when": record.when, "role": record.role, "act": act_to_dict(record.act)}


def act_to_dict(act: Act) -> dict[str, Any]:
    """Return an act as plain JSON values: `type`, and its fields by name; `player` in place of `seat` for a name."""
    return _as_written(msgspec.to_builtins(act))


def _as_written(values: dict[str, Any]) -> dict[str, Any]:
    if values.get("match", 0) is None:
        del values["match"]  # records of earlier versions, and their hashes, have no such field
    if "act" in values:
        values["act"] = _as_written(values["act"])
    if values.get("seat", "E") not in WINDS:
        return {"player" if name == "seat" else name: value for name, value in values.items()}
    return values


def record_from_dict(data: Mapping[str, Any]) -> Record:
    """Return the record that `record_to_dict` wrote.

    Raises:
        RecordError: The values are no record.
    """
    if not isinstance(data, Mapping):
        raise RecordError("not-a-record", got=_shown(data))
    missing = [name for name in Record.__struct_fields__ if name not in data]
    if missing:
        raise RecordError("fields-missing", act="Record", fields=tuple(missing))
    values = {**data, "act": _as_read(data["act"])}
    try:
        return msgspec.convert(values, Record)
    except msgspec.ValidationError as error:
        raise _explained(values, error) from error


def act_from_dict(data: Mapping[str, Any]) -> Act:
    """Return the act that `act_to_dict` wrote.

    Raises:
        RecordError: The values are no act.
    """
    values = {"who": "", "when": "", "role": "table", "act": data}
    return record_from_dict(values).act


def _as_read(data: Any, kinds: Mapping[str, type[TaggedAct]] = _ACTS) -> Any:
    """An act's plain values with `seat` in place of `player`, where it has a seat."""
    kind = _kind(data, kinds) if isinstance(data, Mapping) else None
    if kind is None:
        return data
    values = dict(data)
    if kind is Corrected and "act" in values:
        values["act"] = _as_read(values["act"], _PLAIN_ACTS)
    if "player" in values and "seat" in kind.__struct_fields__:
        player = values.pop("player")
        if "seat" in values or (isinstance(player, str) and player in WINDS):
            raise RecordError("seat-and-player", act=kind.__name__)
        values["seat"] = player
    return values


def _kind(values: Mapping[str, Any], kinds: Mapping[str, type[TaggedAct]]) -> type[TaggedAct] | None:
    name = values.get("type")
    return kinds.get(name) if isinstance(name, str) else None


def _path(error: msgspec.ValidationError) -> Iterator[tuple[str, str]]:
    """The steps from a value to what is wrong in it: each the name of a field, or the place in a list."""
    found = re.search(r" - at `\$([^`]*)`$", str(error))
    return iter(re.findall(r"\.(\w+)|\[(\d+)\]", found[1])) if found else iter(())


def _explained(record: Mapping[str, Any], error: msgspec.ValidationError) -> RecordError:
    """Say what is wrong in the values of a record, in words that name the act and its fields."""
    field, found, hint = "record", cast(Any, record), cast(Any, Record)
    for name, index in _path(error):
        if name == "type":
            break
        if name:
            hints = get_type_hints(_kind(found, _kinds(hint)) or Record)
            field, found, hint = name, found[name], hints[name]
        else:
            found, hint = found[int(index)], get_args(hint)[0]
    kinds = _kinds(hint)
    if kinds and isinstance(found, Mapping):
        kind = _kind(found, kinds)
        if kind is None:
            return RecordError("unknown-act", act=_shown(found.get("type")), known=tuple(kinds))
        known, name = kind.__struct_fields__, kind.__name__
        missing = [each.name for each in msgspec.structs.fields(kind) if each.required and each.name not in found]
        if missing:
            return RecordError("fields-missing", act=name, fields=tuple(missing))
        unknown = [_shown(each)[1:-1] for each in found if each not in (*known, "type")]
        if unknown:
            return RecordError("fields-unknown", act=name, fields=tuple(unknown), known=known or ("–",))
    return RecordError("wrong-value", field=field, got=_shown(found), wanted=_wanted(hint))


def _kinds(hint: Any) -> dict[str, type[TaggedAct]]:
    """The acts that a type allows, by their names in JSON."""
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return {part.__name__: part for part in parts if isinstance(part, type) and issubclass(part, TaggedAct)}


def _wanted(kind: Any) -> Wanted:
    """Return the type that a field asks for, without what stands for its absence."""
    plain: dict[Any, Wanted] = {int: "number", str: "text", bool: "yes-or-no"}
    if kind in plain:
        return plain[kind]
    if _kinds(kind):
        return "act"
    if get_origin(kind) in (Union, UnionType):
        return _wanted(next(part for part in get_args(kind) if part is not NoneType))
    return get_args(kind) if get_origin(kind) is Literal else "list"


def _shown(value: object) -> str:
    """A value as an error shows it, cut to a line."""
    return f"{value!r:.60}"
