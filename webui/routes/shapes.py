"""The shapes of what the JSON interface takes and gives, for its description."""

from dataclasses import MISSING, fields
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from scoring.match.event_acts import EventAct, EventEntry, Opened
from scoring.match.records import Act, Entry, Role, Won
from webui.hand.edits import Edit, Undo
from webui.hand.questions import Answer

Json = dict[str, Any]
"""An object whose keys the page knows; those that another program may rely on are named where it stands."""

_LEFT_OUT: Final = {"Won": ("points",), "Erased": ("name",)}
"""What acts may leave to the table when they are posted."""

T = TypeVar("T")


@cache
def _posted(act: Any) -> Any:
    """The shape of an act as it is posted: with its type, and a person by seat or as `player`."""
    hints = get_type_hints(act)
    made: list[Any] = []
    for each in fields(act):
        kind = _nested(hints[each.name])
        if each.name == "seat":
            made += [("seat", kind | UnsetType, UNSET), ("player", str | UnsetType, UNSET)]
        elif each.name in _LEFT_OUT.get(act.__name__, ()):
            made.append((each.name, kind | UnsetType, UNSET))
        elif each.default is MISSING:
            made.append((each.name, kind))
        else:
            made.append((each.name, kind, each.default))
    first = [each for each in made if len(each) == 2]
    later = [each for each in made if len(each) == 3]
    return msgspec.defstruct(act.__name__, [*first, *later], tag_field="type", tag=act.__name__)


def _nested(kind: Any) -> Any:
    """A type with the acts in it as they are posted."""
    if kind is Entry or (get_origin(kind) in (Union, UnionType) and Won in get_args(kind)):
        return Union[tuple([_posted(each) for each in get_args(Entry)])]  # noqa: UP007
    if get_origin(kind) is tuple:
        inner = [each if each is ... else _nested(each) for each in get_args(kind)]
        return tuple[tuple(inner)]  # type: ignore[misc]
    return _posted(kind) if kind is Won else kind


PostedAct: Any = Union[tuple([_posted(act) for act in get_args(Act)])]  # noqa: UP007
"""Every act that may be posted."""


class PostedRecord(Struct):
    """An act with what its sender calls it; `who` records it, and has seen the records up to number `after`."""

    id: UUID
    act: PostedAct
    who: str = ""
    after: Annotated[int, Meta(ge=0)] | None = None


@cache
def _event_act(act: Any) -> Any:
    """The shape of an act of an event, with its type."""
    hints = get_type_hints(act)
    made: list[Any] = [
        (each.name, Union[tuple([_event_act(one) for one in get_args(EventEntry)])])  # noqa: UP007
        if Opened in get_args(hints[each.name])
        else (each.name, hints[each.name])
        if each.default is MISSING
        else (each.name, hints[each.name], each.default)
        for each in fields(act)
    ]
    return msgspec.defstruct(f"{act.__name__}OfEvent", made, tag_field="type", tag=act.__name__)


PostedEventAct: Any = Union[tuple([_event_act(act) for act in get_args(EventAct)])]  # noqa: UP007
"""Every act of an event that may be posted."""


class PostedEventRecord(Struct):
    """An act of an event with what its sender calls it; `who` records it."""

    id: UUID
    act: PostedEventAct
    who: str = ""


class PostedDraw(Struct):
    """A draw of the seating, from a round on, with a seed."""

    id: UUID
    since: Annotated[int, Meta(ge=1, le=16)] = 1
    seed: Annotated[int, Meta(ge=0, lt=2**31)] = 1
    who: str = ""


class PostedClocks(Struct):
    """What is done with the clocks of all tables of a round."""

    round: int
    do: Literal["start", "pause", "resume", "end"]


class PostedText(Struct):
    """A hand given as text."""

    text: str


class PostedChange(Struct):
    """A change of a hand; one that is locked by an approval needs a reason."""

    version: int
    change: Edit | Answer | Undo
    reason: str | None = None
    who: str | None = None


class Chosen(Struct):
    """The set of tiles to read by; null for any tiles."""

    chosen: str | None = None


class Switched(Struct):
    """Whether the sets learn from approved hands."""

    on: bool


class Said(Struct):
    """Names of tiles by their numbers."""

    said: dict[str, str | None]


class Named(Struct):
    """The name of a set; `anew` replaces the set of that name."""

    name: str
    anew: bool = False


RoleName = Literal["spectator", "player", "table", "scorer", "referee", "chief"]
"""What somebody is."""


class Entering(Struct):
    """The PIN of the server; somebody's name and their own; or what an invitation carries."""

    pin: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    invitation: str | UnsetType = UNSET


class PostedPerson(Struct):
    """Somebody who gets a role: a table's device has its number, and `pin` is what they sign in by, if anything."""

    name: str
    role: RoleName
    table: int | None = None
    pin: str | None = None


class ChangedPerson(Struct):
    """What somebody is from now on; without `pin` they keep theirs, and an empty one takes it away."""

    role: RoleName
    table: int | None = None
    pin: str | None = None


class Error(Struct):
    """What every request that cannot be granted is answered with."""

    ok: Literal[False]
    error: str
    fix: str
    kind: str


class Done(Struct):
    """It is done."""

    ok: Literal[True]


class Token(Done):
    """What changes are to bring as `Authorization: Bearer TOKEN`, and who they then come from."""

    token: str
    who: str
    role: RoleName
    table: int | None


class Me(Done):
    """Who the sender is on this device; `people` is whether anybody has a role."""

    who: str
    role: RoleName
    table: int | None
    device: str
    people: bool


class People(Done):
    """Who has a role, and the devices that they signed in on; a token where this device was signed in by it."""

    people: list[Json]
    devices: list[Json]
    token: str | None


class PostedCall(Struct):
    """A call for a referee: why, and the chair that calls, 0 where nobody says so."""

    reason: str = ""
    chair: Annotated[int, Meta(ge=0, le=4)] = 0


class PostedNote(Struct):
    """What a referee notes of a player, and at which table where that matters."""

    player: str
    text: str
    table: int | None = None


class Calls(Done):
    """Calls for a referee, those that wait longest first."""

    calls: list[Json]


class Called(Done):
    """A call for a referee."""

    call: Json


class Noted(Done):
    """A note of a player."""

    note: Json


class Refereeing(Done):
    """All that waits for a referee, and what referees know; fines hold where what is missing is what they took."""

    calls: list[Json]
    done: list[Json]
    waiting: list[Json]
    claims: list[Json]
    notes: list[Json]
    players: list[str]
    penalties: Json
    orders: list[Json]


class Invitation(Done):
    """An address that lets one device in, once, and its QR code as SVG."""

    address: str
    qr: str
    hours: int


class Health(Struct):
    """Whether the server is well."""

    ok: bool
    version: str
    database: str
    camera: str | None
    box: str | None
    hall: Json | None


class KeptRecord(Struct):
    """A record as it is kept."""

    id: UUID
    number: Annotated[int, Meta(ge=1)]
    act: Json
    who: str
    role: Role
    when: str
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Recorded(Done):
    """The record that was made, or was there already."""

    number: Annotated[int, Meta(ge=1)]
    record: KeptRecord


class Ordered(Done):
    """An act that was sent to the device of the table, by its id, and all that were not recorded there yet."""

    order: str
    orders: list[Json]


class Orders(Done):
    """What was sent to the device of a table and is not recorded there, or not yet."""

    orders: list[Json]


class Records(Done):
    """The records of a table, oldest first."""

    records: list[KeptRecord]


class TableSummary(Struct):
    """A table of the server."""

    table: int
    name: str
    rules: str
    match: Json | None
    clock: Json | None
    calls: list[int]


class Tables(Done):
    """The tables of the server."""

    tables: list[TableSummary]


class Matches(Done):
    """Matches of a table, the newest first."""

    matches: list[Json]


class MatchState(Done):
    """What a match stands at; nobody plays where there is none."""

    table: int
    number: int | None
    version: int
    players: list[str]
    over: bool
    rules: str | None
    body: str | None
    hands: list[Json]
    current: Json | None
    points: dict[str, int]
    deducted: dict[str, int]
    table_points: dict[str, float]
    holds: dict[str, list[list[int]]]
    fines: list[Json]
    refused: list[Json]
    out: list[str]
    substitutes: dict[str, str]
    offers: Json | None
    clock: Json | None


class LaidHand(Struct):
    """A hand, of whose keys other programs may rely on these."""

    id: str
    at: str
    version: int
    photo: str | None
    text: str | None
    sure: bool
    score: Json | None


class Hand(Done):
    """One hand."""

    hand: LaidHand


class Hands(Done):
    """Hands, the newest first."""

    hands: list[LaidHand]


class Unread(Done):
    """Why no hand was read in a photograph; null where one was, or there is no photograph."""

    unread: Json | None


class Shown(Done):
    """The hand that a hall's screen shows; null while there is none."""

    hand: Json | None


class Clock(Done):
    """The referee's clock."""

    clock: Json


class Played(Done):
    """The hand in play."""

    seats: Json


class PlayState(Played):
    """The hand in play, and the line to the table box; null without one."""

    box: Json | None


class Calibrated(Done):
    """The calibration in force."""

    calibration: Json | None
    winds: list[str]


class TableNamed(Struct):
    """A name for the table; an empty one takes it away."""

    name: str


class TableName(Done):
    """The table's name."""

    name: str


class SetUpSaid(Struct):
    """What is said of a table: a step that is done as it stands, its rules, the language of its screen."""

    done: str | UnsetType = UNSET
    rules: str | UnsetType = UNSET
    screen: str | UnsetType | None = UNSET


class SetUp(Done):
    """How far a table is set up: its steps in order, and what it has."""

    steps: list[Json]
    camera: Json
    box: Json
    rules: str
    screen: str | None


class Addressed(Struct):
    """The address of a camera or a table box; null for none."""

    address: str | None


class Tryable(Struct):
    """The address of a camera to be looked at."""

    address: str


class FoundCameras(Done):
    """The cameras that are connected, each with its address and name."""

    cameras: list[Json]


class FoundPorts(Done):
    """The serial ports that there are, each with its address, its name, and whether it looks like a table box."""

    ports: list[Json]


class Tried(Done):
    """A camera that is looked at: how it is doing, and the check of its newest picture; null before the first."""

    name: str
    health: Json
    number: int | None
    size: tuple[int, int] | None
    checks: list[Json]


class Checked(Done):
    """The check of the camera's picture, an aspect each."""

    number: int
    size: tuple[int, int]
    checks: list[Json]


class TileSetList(Done):
    """The sets of tiles, and the one that is read by."""

    chosen: str | None
    sets: list[Json]
    learning: Json | None


class Draft(Done):
    """A set that is being learnt."""

    draft: Json


class Pruning(Done):
    """What removing photographs frees, or has freed."""

    removed: bool
    photos: int
    freed: int
    until: str
    kept: int
    size: int
    playing: int


class PostedPruning(Struct):
    """Which photographs to remove: taken more than so many days ago, or the oldest beyond so many megabytes."""

    older: float | None = None
    larger: float | None = None
    remove: bool = False
    reason: str = ""


class Bundle(Done):
    """What a bundle holds."""


class BundleKept(Done):
    """Where the match of a bundle is kept by the number of its first record there, and how much of it was new."""

    table: int
    number: int
    records: int
    photos: int


class Events(Done):
    """The events of the server, the newest first."""

    events: list[Json]


class EventOpened(Done):
    """The number of an event."""

    event: int


class DeskState(Done):
    """All that the desk of an event works with."""

    event: int
    version: int
    about: Json
    people: list[Json]
    drawn: list[Json]
    next: int | None
    standings: list[Json]
    teams: list[Json]
    results: list[Json]
    records: list[Json]


class EventShown(Done):
    """What everybody may see of an event."""

    event: int
    version: int
    drawn: list[Json]
    released: list[int]
    standings: list[Json]
    results: list[Json]
    clock: Json | None


class EventRecords(Done):
    """The records of an event, the oldest first."""

    records: list[Json]


class EventRecorded(Done):
    """The record that was made, or was there already, and the event with it."""

    number: int
    record: Json
    event: Json


class ListedPeople(Done):
    """People of a list."""

    people: list[Json]


class ClocksDone(Done):
    """The tables whose clocks did it, and the event."""

    tables: list[int]
    event: Json
