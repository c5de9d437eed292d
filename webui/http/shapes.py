"""The shapes of what the JSON interface gives, for its description."""

from typing import Annotated, Any, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from vision.table.calibration import Calibration
from webui.http.posted import RoleName
from webui.rig.notice import NoticeKind
from webui.serializers.endings import CountedHandShown, HandOfPage
from webui.serializers.hall import DeskEvent, EventRecord, EventSummary, ListedPerson, ShownEvent
from webui.serializers.hands import ListedHand
from webui.serializers.matches import HangingRecord, KeptRecord, MatchShown, MatchSummary
from webui.serializers.overview import TableSummary
from webui.serializers.people import Device, Person
from webui.serializers.photo_readings import PhotoReadingShown
from webui.serializers.referee import ClaimedWin, OpenAppeal, Penalties, PlayerNote, RefereeCall, WaitingHand
from webui.serializers.remote_commands import Order
from webui.serializers.setup import CheckedAspect, SetUp
from webui.serializers.sheet import HandSheet
from webui.serializers.tables import BoxLine, CameraHealth, Clock, Draft, Seats, SetList
from webui.serializers.unread import UnreadShown
from webui.serializers.values import About

T = TypeVar("T", bound=Struct)


def granted(kind: type[T], value: Struct, **more: Any) -> T:
    """Return a value as the answer that has its fields, and more, beside `ok`."""
    return kind(**structs.asdict(value), ok=True, **more)


class Error(Struct):
    """What every request that cannot be granted is answered with."""

    ok: Literal[False]
    error: str
    fix: str
    kind: str
    hanging: list[HangingRecord] | UnsetType = UNSET
    """Of kind `others-hang`: the records that would count in another hand or pay otherwise."""
    mine: str | UnsetType | None = UNSET
    theirs: list[str] | UnsetType = UNSET
    """The conflict of two changes of a hand: what this one would have done, and what was done since."""


class Done(Struct):
    """It is done."""

    ok: Literal[True]


class Token(Done):
    """What changes are to bring as `Authorization: Bearer TOKEN`, and who they then come from."""

    token: str
    who: str
    role: RoleName
    table: int | None
    event: int | None


class Pin(Done):
    """The PIN by which devices come in."""

    pin: str


class Me(Done):
    """Who the sender is on this device; `people` is whether anybody has a role."""

    who: str
    role: RoleName
    table: int | None
    event: int | None
    device: str
    people: bool


class People(Done):
    """Who has a role, and the devices that they signed in on; a token where this device was signed in by it."""

    people: list[Person]
    devices: list[Device]
    token: str | None


class Calls(Done):
    """Calls for a referee, those that wait longest first."""

    calls: list[RefereeCall]


class Called(Done):
    """A call for a referee."""

    call: RefereeCall


class Noted(Done):
    """A note of a player."""

    note: PlayerNote


class Refereeing(Done):
    """All that waits for a referee, and what referees know; fines hold where what is missing is what they took."""

    calls: list[RefereeCall]
    done: list[RefereeCall]
    appeals: list[OpenAppeal]
    waiting: list[WaitingHand]
    claims: list[ClaimedWin]
    notes: list[PlayerNote]
    players: list[str]
    penalties: Penalties
    orders: list[Order]


class HandedIn(Done):
    """What became of records that a hall refused."""

    sent: int
    left: int
    says: str


class Invitation(Done):
    """An address that lets one device in, once, and its QR code as SVG."""

    address: str
    qr: str
    hours: int


class HallLine(Struct):
    """Records that the database of a hall does not have yet, and the kind of what stands in the way."""

    waiting: int
    trouble: str | None


class Health(Struct):
    """Whether the server is well."""

    ok: bool
    version: str
    database: str
    camera: str | None
    box: str | None
    hall: HallLine | None
    workers: int | None


class Recorded(Done):
    """The record that was made, or was there already."""

    number: Annotated[int, Meta(ge=1)]
    record: KeptRecord
    erasing: list[int] | UnsetType = UNSET
    """Of a name that is taken out: the tables whose devices have not done so yet."""


class Ordered(Done):
    """What was sent to the device of the table, by its id, and all that was not recorded there yet."""

    order: str
    orders: list[Order]


class Orders(Done):
    """What was sent to the device of a table and is not recorded there, or not yet."""

    orders: list[Order]


class Records(Done):
    """The records of a table, oldest first."""

    records: list[KeptRecord]


class Tables(Done):
    """The tables of the server."""

    tables: list[TableSummary]


class Matches(Done):
    """Matches of a table, the newest first."""

    matches: list[MatchSummary]


class MatchState(MatchShown, frozen=True, kw_only=True):
    """A match, its table, and the clock there."""

    ok: Literal[True]
    table: int
    clock: Clock


class Hand(Done):
    """One hand."""

    hand: HandOfPage


class RefusedPhoto(Struct):
    """A photo of several that became no hand: the name of its file, why, and what to do."""

    name: str
    error: str
    fix: str
    kind: str


class NewHands(Hand):
    """A new hand; of several photos the first one, with all `hands` in their order, and those that became none."""

    hands: list[HandOfPage] | UnsetType = UNSET
    refused: list[RefusedPhoto] | UnsetType = UNSET


class BeingRead(Done):
    """Photos that are read now, in the order they were sent; the stream of the table tells how each goes on."""

    reading: PhotoReadingShown
    readings: list[PhotoReadingShown] | UnsetType = UNSET


class Hands(Done):
    """Hands, the newest first."""

    hands: list[CountedHandShown]


class Unread(Done):
    """Why no hand was read in a photograph; null where one was, or there is no photograph."""

    unread: UnreadShown | None


class Shown(Done):
    """The hand that a hall's screen shows; null while there is none."""

    hand: ListedHand | None


class ClockAnswer(Done):
    """The referee's clock."""

    clock: Clock


class Played(Done):
    """The hand in play."""

    seats: Seats


class PlayState(Played):
    """The hand in play, and the line to the table box; null without one."""

    box: BoxLine | None


class Calibrated(Done):
    """The calibration in force, what is wrong with it, and the seat wind of each chair."""

    calibration: Calibration | None
    trouble: str
    kind: NoticeKind | None
    about: About
    winds: list[str]


class TableName(Done):
    """The table's name."""

    name: str


class SetUpAnswer(SetUp, frozen=True, kw_only=True):
    """The set-up of a table: its steps in order, and its equipment."""

    ok: Literal[True]


class FoundCamera(Struct):
    """A camera that is connected."""

    address: str
    name: str


class FoundPort(Struct):
    """A serial port, and if it looks like that of a table box."""

    address: str
    name: str
    box: bool


class FoundCameras(Done):
    """The cameras that are connected, each with its address and name."""

    cameras: list[FoundCamera]


class FoundPorts(Done):
    """The serial ports that there are, each with its address, its name, and whether it looks like a table box."""

    ports: list[FoundPort]


class Tried(Done):
    """A camera that is looked at: how it is doing, and the check of its newest picture; null before the first."""

    name: str
    health: CameraHealth
    number: int | None
    size: tuple[int, int] | None
    checks: list[CheckedAspect]


class Checked(Done):
    """The check of the camera's picture, an aspect each."""

    number: int
    size: tuple[int, int]
    checks: list[CheckedAspect]


class TileSetList(SetList, frozen=True, kw_only=True):
    """The sets of tiles, and the one that is read by."""

    ok: Literal[True]


class DraftAnswer(Done):
    """A set that is being learned."""

    draft: Draft


class Pruning(Done):
    """What removing photographs frees, or has freed."""

    removed: bool
    photos: int
    freed: int
    until: str
    kept: int
    size: int
    playing: int


class BundleProblem(Struct):
    """Something in a bundle that does not hold."""

    kind: str
    about: About
    says: str


class Bundle(Done):
    """An opened bundle: its match, the faults found in it, and both `drawn` as HTML."""

    sound: bool
    seal: str
    made: str
    records: int
    photos: list[str]
    match: HandSheet
    problems: list[BundleProblem]
    drawn: str


class BundleKept(Done):
    """Where the match of a bundle is kept by the number of its first record there, and how much of it was new."""

    table: int
    number: int
    records: int
    photos: int


class Events(Done):
    """The events of the server, the newest first."""

    events: list[EventSummary]


class EventOpened(Done):
    """The number of an event."""

    event: int


class DeskState(DeskEvent, frozen=True, kw_only=True):
    """All that the desk of an event works with."""

    ok: Literal[True]


class EventShown(ShownEvent, frozen=True, kw_only=True):
    """The public part of an event."""

    ok: Literal[True]


class EventRecords(Done):
    """The records of an event, the oldest first."""

    records: list[EventRecord]


class EventRecorded(Done):
    """The record that was made, or was there already, and the event with it."""

    number: int
    record: EventRecord
    event: DeskEvent


class ListedPeople(Done):
    """People of a list, and how many players the event still takes, of how many in all."""

    people: list[ListedPerson]
    room: int
    most: int


class ClocksDone(Done):
    """The tables whose clocks did it, and the event."""

    tables: list[int]
    event: DeskEvent
