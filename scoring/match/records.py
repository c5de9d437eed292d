"""Records of a match: acts, each with its author and time, to and from plain JSON values.

An act names a person by a seat wind or by name. A seat wind means the person there at that moment, for good, whatever
is corrected or voided later. No player's name is a wind, so the two cannot be confused.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from scoring.games.game import GameId
from scoring.match.errors import RecordError
from scoring.rules import BOOKS
from scoring.tiles import WINDS

Role = Literal["table", "referee", "desk"]
"""The role of a record's author: a player at the table, a referee, or the tournament desk."""

Flow = Literal["paid", "deducted"]
"""The flow of a fine's points: "paid" to the other players, or "deducted" and lost."""


LARGEST: Final = 2**53 - 1
"""The largest whole number of a record: every JSON reader has whole numbers exactly up to here (RFC 8259)."""

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
"""A whole number of a record."""

Text = Annotated[str, Meta(pattern=r"^[^\x00\ud800-\udfff]*$")]
"""Text of a record, without characters that some formats cannot hold: NUL, and lone halves of UTF-16 pairs."""

PersonName = Annotated[Text, Meta(extra={"names": "person"})]
"""A person, by seat wind or by name. Acts of games have it too: names in other fields can neither be removed nor
verified without it."""


class TaggedAct(Struct, frozen=True, tag_field="type", tag=True, forbid_unknown_fields=True):
    """An act; in JSON its `type` is the name of its class."""


class GameAct(TaggedAct, frozen=True):
    """An act that one game alone has: its struct lies with the game, which names it in `Game.acts`.

    Attributes:
        refusal: The kind in which a match of another game refuses it.
        played: True if a hand with it was played, even if nobody has won it yet.
    """

    refusal: ClassVar[str]
    played: ClassVar[bool] = False

    def persons(self) -> tuple[str, ...]:
        """Return the persons that it names besides those that the fields of all acts name."""
        return ()


class UnknownAct(Struct, frozen=True):
    """A kept act of a game that is not installed, as it was written.

    Attributes:
        type: Its name in JSON.
        text: Its JSON.
    """

    type: str
    text: str


class Seated(TaggedAct, frozen=True):
    """Players sit down, which starts the match.

    Attributes:
        players: Names of East, South, West and North of the first hand, or of three where the game has three.
        rules: Name of the preset, or None for the one that the match is folded with.
        body: Name of the body, or None for the one of the rules.
        hands: Deals of the match, 1 to 16, or None for the body's number. 0 is no end, where the dealer may deal again.
        stake: Money for a point as a decimal number, or None.
        currency: Currency of the stake.
    """

    players: Annotated[tuple[PersonName, ...], Meta(min_length=3, max_length=4)]
    rules: Text | None = None
    body: Text | None = None
    hands: Whole | None = None
    stake: Text | None = None
    currency: Text = ""


class Swapped(TaggedAct, frozen=True):
    """Two players sat in each other's seat: records by seat since then belong to the other.

    Records by name stay as they are.

    Attributes:
        players: The two, by seat wind in this hand or by name.
        since: Number of the first hand that it affects; it holds until another record changes it.
        reason: How the mistake was noticed.
        match: Number of the record that seats the match, or None for the table's latest.
    """

    players: tuple[PersonName, PersonName]
    since: Whole
    reason: Text
    match: Whole | None = None


class Won(TaggedAct, frozen=True):
    """A hand is won.

    Attributes:
        winner: The winner, by seat wind in this hand or by name.
        points: Points of the hand in the unit of its game, flowers included, up to the limit; without what lies on the
            table.
        payer: The discarder or, by other rules, the responsible player; None if all pay alike. In a request or on the
            command line, None is not yet named: see `scoring.match.payers`.
        hand: The hand as text, if known; the points are those of its score sheet.
        discarder: The discarder, or None if it is the payer, or if the hand is self-drawn and has no payer.
        version: Version of the preset that the points were counted under. Once the preset has another, sheet and points
            are no longer compared.
        laid: Id of the stored hand, with its reading and edits; empty if there is none.
        photo: SHA-256 of its photo in hexadecimal digits; empty if there is none.
        liable: The player who answers for sets that they fed the winner, or None.
        fed: The part of the points that the liable player answers for, or None for all of them.
        luck: The word of hand text for how the tile came, in games where that moves other points; empty for a hand,
            which says so itself.
    """

    winner: PersonName
    points: Whole
    payer: PersonName | None = None
    hand: Text = ""
    discarder: PersonName | None = None
    version: Text | None = None
    laid: Text = ""
    photo: Text = ""
    liable: PersonName | None = None
    fed: Whole | None = None
    luck: Text = ""

    @property
    def self_drawn(self) -> bool:
        """True if the winner drew the winning tile; otherwise it was discarded, by the payer or by another."""
        return self.payer is None and self.discarder is None


class Claimed(TaggedAct, frozen=True):
    """Several players declare a win on the same discard; the match decides which win counts.

    The first of them counter-clockwise from the discarder wins, except players with a dead hand: a false win among them
    is recorded first.

    Attributes:
        claims: The win of each as if it were the only one; the payer of all is the discarder.
    """

    claims: tuple[Won, ...]


class Drawn(TaggedAct, frozen=True):
    """A hand ends without a winner.

    Attributes:
        tenpai: The players who wait for a tile, by seat wind in this hand or by name, in games that pay for it; else
            None.
        abortive: The reason if the hand ends before the wall does, in games that know such draws; else None.
        nagashi: The players whose discards are all terminals and honours, and were never claimed, in games that pay for
            it; else None.
        refusal: The kind in which a match of a game that pays for none of them refuses them.
    """

    refusal: ClassVar[str] = "no-tenpai"

    tenpai: tuple[PersonName, ...] | None = None
    abortive: Text | None = None
    nagashi: tuple[PersonName, ...] | None = None


FalseWinKind = Literal[
    "under the minimum",
    "wrong tile",
    "one short of waiting",
    "two or more short of waiting",
    "no yaku",
    "furiten",
    "not tenpai",
    "passed",
    "not ready",
    "three suits",
]
"""The fault of a declared hand; kept records may have any, and each game names those that new ones may have."""


class FalseWin(TaggedAct, frozen=True):
    """A player declares a hand that does not win or is below the minimum; the hand goes on without them.

    A kind that disqualifies needs a referee.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        kind: The fault of the hand.
        each: Points that the offender pays each other player, or None for the body's amount.
        flow: "deducted" takes the same sum from the offender and gives it to nobody.
        laid: Id of the stored hand; empty if there is none.
        photo: SHA-256 of its photo in hexadecimal digits; empty if there is none.
    """

    seat: PersonName
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
        reason: The reason, in the referee's words.
        flow: "paid" goes in equal parts to the other players. The remainder goes point by point to those who follow the
            offender counter-clockwise.
    """

    seat: PersonName
    amount: Whole
    reason: Text
    flow: Flow = "deducted"


LadderName = Literal["match", "hand"]


class Foul(TaggedAct, frozen=True):
    """A foul; each foul of a player costs the next step of the body's ladder.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: The reason, in the referee's words.
        ladder: "match" counts the player's fouls of the whole match, "hand" those of this hand: empty calls, drawing
            early and late pungs.
    """

    seat: PersonName
    reason: Text
    ladder: LadderName = "match"


class Late(TaggedAct, frozen=True):
    """A player comes late; the body has the cost, and the time from which it is a forfeit.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        minutes: Full minutes after the start.
    """

    seat: PersonName
    minutes: Whole


class DeadHand(TaggedAct, frozen=True):
    """This player's hand is dead, by a wrong chow, pung or kong or a wrong number of tiles; the others play on.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: Why.
    """

    seat: PersonName
    reason: Text


class Disqualified(TaggedAct, frozen=True):
    """A referee takes a player out of the match, who finishes the hand in play with a dead hand.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: Why.
    """

    seat: PersonName
    reason: Text


class Forfeited(TaggedAct, frozen=True):
    """A player does not come, or leaves: they are out of the match from the hand in play on.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        reason: Why.
    """

    seat: PersonName
    reason: Text


class Substituted(TaggedAct, frozen=True):
    """A substitute plays on for a player, on that player's points.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        substitute: Name of the substitute; acts may name either. The player's own name if they come back.
        reason: Why.
    """

    seat: PersonName
    substitute: PersonName
    reason: Text


Absence = Literal["pays", "pays-nothing"]
"""Settlement of hands with a player who is out: as for a dead hand, or without them."""


class ThreeLeft(TaggedAct, frozen=True):
    """Three players play on without one who is out.

    Attributes:
        absent: How their hands are settled, or None for the body's rule.
        reason: Why.
    """

    absent: Absence | None
    reason: Text


class Renamed(TaggedAct, frozen=True):
    """A wrong name is corrected in the whole match, before and after this record.

    Attributes:
        seat: The person, by seat wind in this hand or by name; a substitute by name.
        name: The right name.
        reason: How the mistake was noticed.
        match: Number of the record that seats the match, or None for the table's latest.
    """

    seat: PersonName
    name: PersonName
    reason: Text = ""
    match: Whole | None = None


class Erased(TaggedAct, frozen=True):
    """A person's name is removed from the whole match; the match still adds up.

    Attributes:
        seat: The person, by seat wind in this hand or by name; a substitute by name.
        name: Replacement of the name.
        reason: Why.
    """

    seat: PersonName
    name: PersonName
    reason: Text = ""


class Pruned(TaggedAct, frozen=True):
    """Photos were deleted to free space; the match does not change.

    Attributes:
        photos: SHA-256 of each, in hexadecimal digits.
        reason: Why.
    """

    photos: tuple[Text, ...]
    reason: Text = ""


class Imported(TaggedAct, frozen=True):
    """Records of a match were imported from a file, which proves nothing of their authors; the match does not change.

    Attributes:
        records: Number of those records, which stand just before this one.
        file: Checksum of the file, in hexadecimal digits.
    """

    records: Whole
    file: Text


class Approved(TaggedAct, frozen=True):
    """The referee approves a hand that the table agrees on; afterwards only a referee may change its records.

    Attributes:
        hand: Number of the hand at that moment.
    """

    hand: Whole


class Appealed(TaggedAct, frozen=True):
    """A player appeals about a hand that was played; the hand does not change.

    Attributes:
        of: Number of a record of the hand: the one that ended it, or a penalty in it.
        seat: The player, by seat wind in the hand in play or by name.
        reason: The matter, in the player's words.
    """

    of: Whole
    seat: PersonName
    reason: Text


Decision = Literal["upheld", "dismissed"]
"""The answer to an appeal. If it is upheld, a separate correction makes the change."""


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
        in_play: True if the current hand is finished, as the last; otherwise it does not count, but its fines do.
        match: Number of the record that seats the match, or None for the table's latest.
    """

    in_play: bool = True
    match: Whole | None = None


class Result(TaggedAct, frozen=True):
    """The totals of a match that was written on paper, which end it; hands recorded before stay.

    Attributes:
        totals: The total of each player in the order of the seating, without points deducted by penalties: with the
            points of the start, or won and lost alone; the sum tells.
        left: Points that still lie on the table, such as sticks.
        penalties: Points deducted from each player, in the same order; empty for none.
        match: Number of the record that seats the match, or None for the table's latest.
        sheet: SHA-256 of the photo of the paper in hexadecimal digits; empty if there is none.
    """

    totals: tuple[Whole, ...]
    left: Whole = 0
    penalties: tuple[Whole, ...] = ()
    match: Whole | None = None
    sheet: Text = ""


class Corrected(TaggedAct, frozen=True):
    """Replaces an earlier act; its seat winds mean the players there at the earlier moment.

    Attributes:
        of: Number of the record, from 1.
        act: The new act.
        reason: The reason, in the author's words.
    """

    of: Whole
    act: "PlainAct"
    reason: Text


class Void(TaggedAct, frozen=True):
    """Takes an earlier record back: an undo, a cancelled penalty, a withdrawn correction or void.

    Attributes:
        of: Number of the record, from 1.
        reason: The reason, in the author's words.
        played: Only if hands were recorded after the one that the record ends. True if it was played and is taken back:
            it stays in its place without a result. False if it was never played: the hands after it move up. None in
            records of earlier versions: later hands keep their deal if the dealer may deal again, else they move up.
    """

    of: Whole
    reason: Text
    played: bool | None = None


FOR_GOOD = (Erased, Pruned, Imported)
"""Acts that are not taken back: what they removed is gone, and what they say of other records stays."""

OF_HAND = (Won, Claimed, Drawn, GameAct, FalseWin, DeadHand, TimeUp, Result, Seated)
"""Acts that mean the hand in play when they are recorded, or that none is played."""

OfMatch = Swapped | Renamed | TimeUp | Result
"""Acts that may name a match, since the desk sends them to a table that may have begun another one meanwhile."""

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
    | Imported
    | Approved
    | Appealed
    | AppealDecided
    | TimeUp
    | Result
    | GameAct
    | UnknownAct
)
Act = PlainAct | Corrected | Void


class Record(Struct, frozen=True):
    """One act of a match.

    Attributes:
        act: The act.
        who: Name of the author.
        when: Time of recording (ISO 8601).
        role: Role of the author.
    """

    act: Act
    who: Text
    when: Text
    role: Role = "table"

    @property
    def referee(self) -> bool:
        """True if it was recorded with the rights of a referee, which the desk has too."""
        return self.role != "table"


def persons(act: PlainAct) -> tuple[str, ...]:
    """Return the persons that an act is about, by the seat wind or name in the act."""
    if isinstance(act, Swapped):
        return act.players
    if isinstance(act, Claimed):
        return tuple([person for claim in act.claims for person in persons(claim)])
    if isinstance(act, Drawn):
        return (*(act.tenpai or ()), *(act.nagashi or ()))
    named = [getattr(act, name, None) for name in ("seat", "winner", "payer", "discarder", "liable", "giver")]
    return (*[person for person in named if person is not None], *(act.persons() if isinstance(act, GameAct) else ()))


@cache
def person_fields(kind: type) -> frozenset[str]:
    """Return the fields of an act that name persons, as they are written."""
    found = get_type_hints(kind, include_extras=True) if issubclass(kind, TaggedAct) else {}
    return frozenset(["player" if name == "seat" else name for name, hint in found.items() if _is_of_persons(hint)])


def _is_of_persons(hint: Any) -> bool:
    marks = [mark.extra for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Meta) and mark.extra]
    return {"names": "person"} in marks or any(map(_is_of_persons, get_args(hint)))


def first_of(number: int, act_of: Callable[[int], Act]) -> int:
    """Return the record that a change, a change of a change and so on is about in the end.

    Args:
        number: Number of a record.
        act_of: Returns the act of a number.
    """
    while isinstance(act := act_of(number), Corrected | Void):
        number = act.of
    return number


_PLAIN_ACTS: Final[Mapping[str, type[TaggedAct]]] = {
    kind.__name__: kind for kind in get_args(PlainAct) if kind not in (GameAct, UnknownAct)
}
"""The acts of every game that may stand in another's place, by their names in JSON."""
OF_EVERY_GAME: Final = frozenset(_PLAIN_ACTS)
"""The names of those acts."""
_PLAIN: Final = frozenset(_PLAIN_ACTS.values())
_CHANGES: Final[Mapping[str, type[TaggedAct]]] = {kind.__name__: kind for kind in (Corrected, Void)}
"""The acts that change others, by their names in JSON."""


def plain_acts() -> dict[str, type[TaggedAct]]:
    """Return the acts that may stand in another's place, those of the installed games last, by their names in JSON."""
    of_games = {kind.__name__: kind for game in BOOKS.games.values() for kind in game.acts}
    return {**_PLAIN_ACTS, **of_games, **_PLAIN_ACTS}


def act_kinds() -> tuple[type[TaggedAct], ...]:
    """Return the acts that may stand in another's place, those of each installed game with them."""
    return (*_PLAIN_ACTS.values(), *[kind for game in BOOKS.games.values() for kind in game.acts])


def alike(name: str, game: GameId = "") -> list[type[TaggedAct]]:
    """Return the acts that games have under one name, that of a game in force first."""
    games = sorted(BOOKS.games.values(), key=lambda each: each.id != game)
    return [kind for each in games for kind in each.acts if kind.__name__ == name]


def all_acts() -> dict[str, type[TaggedAct]]:
    """Return every act by its name in JSON."""
    return {**plain_acts(), **_CHANGES}


_Wanted = Literal["text", "number", "yes-or-no", "list", "act"] | tuple[str, ...]
"""The value that a field may hold: a kind of value, or one of these words."""


class _Author(Struct, frozen=True):
    """The form of a record but for its act."""

    who: Text
    when: Text
    role: Role


class CorrectedAct(TaggedAct, frozen=True, tag="Corrected"):
    """The form of a correction but for its act."""

    of: Whole
    act: Any
    reason: Text


def wrong_field(record: Record) -> tuple[str, object] | None:
    """Return the first field of a record or its act with a value that it cannot have, and that value; or None."""
    if wrong := _wrong_field(record.act, (Corrected, Void)):
        return wrong
    return _misfit("record", {"who": record.who, "when": record.when, "role": record.role}, _Author)


def _wrong_field(act: object, changes: tuple[type, ...] = ()) -> tuple[str, object] | None:
    """Return the first field of an act with a value that it cannot have; `changes` are those that it may be."""
    if type(act) not in _PLAIN and not isinstance(act, (GameAct, UnknownAct, *changes)):
        return "act", act
    if isinstance(act, UnknownAct):
        return None
    if isinstance(act, Corrected):
        wrong = _misfit("act", {"type": "Corrected", "of": act.of, "act": None, "reason": act.reason}, CorrectedAct)
        return wrong or _wrong_field(act.act)
    return _misfit("act", msgspec.to_builtins(act), type(act), act)


def _misfit(field: str, values: Any, form: Any, found: Any = None) -> tuple[str, object] | None:
    """Return the first field of plain values that do not fit a form, with the value that `found` has there."""
    try:
        msgspec.convert(values, form)
    except msgspec.ValidationError as error:
        found = values if found is None else found
        for name, index in _path(error):
            field = name or field
            found = found[int(index)] if index else found[name] if isinstance(found, Mapping) else getattr(found, name)
        return field, found
    return None


def record_to_dict(record: Record) -> dict[str, Any]:
    """Return a record as plain JSON values, which `record_from_dict` reads back."""
    return {"who": record.who, "when": record.when, "role": record.role, "act": act_to_dict(record.act)}


def act_to_dict(act: Act) -> dict[str, Any]:
    """Return an act as plain JSON values: `type`, and its fields by name; `player` in place of `seat` for a name."""
    if isinstance(act, UnknownAct):
        known: dict[str, Any] = msgspec.json.decode(act.text)
        return known
    if isinstance(act, Corrected):
        return {"type": "Corrected", "of": act.of, "act": act_to_dict(act.act), "reason": act.reason}
    return _as_written(msgspec.to_builtins(act))


_LATER: Final[Mapping[str, object]] = {
    "match": None,
    "liable": None,
    "fed": None,
    "stake": None,
    "currency": "",
    "tenpai": None,
    "abortive": None,
    "nagashi": None,
    "played": None,
    "luck": "",
    "left": 0,
    "penalties": (),
    "opened": False,
    "sheet": "",
}
"""Fields that records of earlier versions lack, with the values that are left out so that their hashes stay."""


def _as_written(values: dict[str, Any]) -> dict[str, Any]:
    values = {name: value for name, value in values.items() if name not in _LATER or value != _LATER[name]}
    if "claims" in values:
        values["claims"] = [_as_written(claim) for claim in values["claims"]]
    if values.get("seat", "E") not in WINDS:
        return {"player" if name == "seat" else name: value for name, value in values.items()}
    return values


def record_from_dict(data: Mapping[str, Any], kept: bool = False) -> Record:
    """Return the record that `record_to_dict` wrote.

    Args:
        data: The plain values.
        kept: True for a kept record, whose act may be of a game that is not installed.

    Raises:
        RecordError: The values are no record.
    """
    if not isinstance(data, Mapping):
        raise RecordError("not-a-record", got=_shown(data))
    missing = [name for name in Record.__struct_fields__ if name not in data]
    if missing:
        raise RecordError("fields-missing", act="Record", fields=tuple(missing))
    act = act_from_dict(data["act"], kept)
    try:
        by = msgspec.convert(data, _Author)
    except msgspec.ValidationError as error:
        raise _explained("record", data, Record, error) from error
    return Record(act, by.who, by.when, by.role)


def act_from_dict(data: Mapping[str, Any], kept: bool = False, game: GameId = "") -> Act:
    """Return the act that `act_to_dict` wrote.

    Args:
        data: The plain values.
        kept: True for a kept act, which may be of a game that is not installed.
        game: Id of the game in force, whose act it is where several games have one of its name. Without it, it is the
            act that would be written so: kept acts stay byte for byte.

    Raises:
        RecordError: The values are no act.
    """
    act: Act = _read(data, all_acts, kept, game)
    return act


def _read(data: Any, kinds: Callable[[], Mapping[str, type[TaggedAct]]], kept: bool, game: GameId) -> Any:
    """Return the act of plain values, one of some kinds."""
    if not isinstance(data, Mapping):
        raise RecordError("wrong-value", field="act", got=_shown(data), wanted="act")
    known = kinds()
    kind = _kind(data, known)
    if kind is None:
        name = data.get("type")
        if kept and isinstance(name, str) and name not in _CHANGES:
            return UnknownAct(name, _ordered(data).decode())
        raise RecordError("unknown-act", act=_shown(name), known=tuple(known))
    if issubclass(kind, GameAct) and len(same := alike(kind.__name__, game)) > 1:
        kind = same[0] if game else next((each for each in same if _is_written(data, each)), same[0])
    values = _with_seat(data, kind)
    try:
        act = msgspec.convert(values, CorrectedAct if kind is Corrected else kind)
    except msgspec.ValidationError as error:
        raise _explained("act", values, kind, error) from error
    return (
        Corrected(act.of, _read(act.act, plain_acts, kept, game), act.reason) if isinstance(act, CorrectedAct) else act
    )


def _ordered(data: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(data, order="deterministic")


def _is_written(data: Mapping[str, Any], kind: type[TaggedAct]) -> bool:
    """Return True if these plain values are what an act of a kind is written as."""
    try:
        written = _as_written(msgspec.to_builtins(msgspec.convert(_with_seat(data, kind), kind)))
        return _ordered(written) == _ordered(data)
    except (msgspec.ValidationError, RecordError):
        return False


def _with_seat(data: Mapping[str, Any], kind: type[TaggedAct]) -> Mapping[str, Any]:
    """Return an act's plain values with `seat` in place of `player`, if it has a seat."""
    if "player" not in data or "seat" not in kind.__struct_fields__:
        return data
    values = dict(data)
    player = values.pop("player")
    if "seat" in values or (isinstance(player, str) and player in WINDS):
        raise RecordError("seat-and-player", act=kind.__name__)
    values["seat"] = player
    return values


def _kind(values: Mapping[str, Any], kinds: Mapping[str, type[TaggedAct]]) -> type[TaggedAct] | None:
    name = values.get("type")
    return kinds.get(name) if isinstance(name, str) else None


def _path(error: msgspec.ValidationError) -> Iterator[tuple[str, str]]:
    """Yield the steps from a value to the fault in it: each the name of a field, or the place in a list."""
    found = re.search(r" - at `\$([^`]*)`$", str(error))
    return iter(re.findall(r"\.(\w+)|\[(\d+)\]", found[1])) if found else iter(())


def _explained(field: str, found: Any, hint: Any, error: msgspec.ValidationError) -> RecordError:
    """Return the fault in some values as an error that names the act and its fields.

    Args:
        field: Name of the field that has the values.
        found: The values.
        hint: The type that they should be.
        error: The fault.
    """
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
    """Return the acts that a type allows, by their names in JSON."""
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return {part.__name__: part for part in parts if isinstance(part, type) and issubclass(part, TaggedAct)}


def _wanted(kind: Any) -> _Wanted:
    """Return the type that a field asks for, ignoring None."""
    plain: dict[Any, _Wanted] = {int: "number", str: "text", bool: "yes-or-no"}
    if kind in plain:
        return plain[kind]
    if _kinds(kind):
        return "act"
    if get_origin(kind) in (Union, UnionType):
        return _wanted(next(part for part in get_args(kind) if part is not NoneType))
    return get_args(kind) if get_origin(kind) is Literal else "list"


def _shown(value: object) -> str:
    """Return a value for an error message, cut to a line."""
    return f"{value!r:.60}"
