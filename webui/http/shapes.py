"""The shapes of answers of the JSON interface, for its description."""

from typing import Annotated, Any, Literal, TypeVar
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from scoring.match.event_acts import PastRounds, TableResults
from scoring.match.rating import RatingRule
from vision.table.calibration import Calibration
from webui.hall.entries import EntryQuestion
from webui.hall.result_lists import ResultQuestion
from webui.http.posted import RoleName
from webui.rig.notice import NoticeKind
from webui.serializers.amending import AmendingForm as AmendingFormShown
from webui.serializers.clocks import ClockShown
from webui.serializers.corrections import StepChoices as StepChoicesShown
from webui.serializers.damaged import DamagedRecord
from webui.serializers.deals import DealShown, PlayNow
from webui.serializers.endings import CountedHandShown, HandOfPage
from webui.serializers.hall import (
    AskedName,
    DeskEvent,
    EventRecord,
    EventSummary,
    LikelyEncoding,
    ListedNew,
    ListedPerson,
    ListedProblem,
    ListedRound,
    ListedTable,
    ShownEvent,
)
from webui.serializers.hands import ListedHand
from webui.serializers.laid import TableLaid
from webui.serializers.matches import HangingRecord, KeptRecord, MatchShown, MatchSummary, VoidChoice
from webui.serializers.overview import TableSummary
from webui.serializers.people import DeviceShown, PersonShown
from webui.serializers.photo_readings import PhotoReadingShown
from webui.serializers.ratings import GameRatings
from webui.serializers.referee import ClaimedWin, OpenAppeal, Penalties, PlayerNote, RefereeCall, WaitingHand
from webui.serializers.remote_commands import OrderShown
from webui.serializers.seating import SeatingAsked
from webui.serializers.setup import CameraSetting, CheckedAspect, SetUp
from webui.serializers.sheet import HandSheet
from webui.serializers.spoken import SpokenPlay
from webui.serializers.stream import StreamShown
from webui.serializers.tables import BoxLine, CameraHealth, DraftShown, Seats, SetList
from webui.serializers.unread import UnreadShown
from webui.serializers.values import Parameters
from webui.serializers.webhooks import WebhookAnswer, WebhookShown

T = TypeVar("T", bound=Struct)


def granted(kind: type[T], value: Struct, **more: Any) -> T:
    """Return an answer with the fields of a value and further ones, besides `ok`."""
    return kind(**structs.asdict(value), ok=True, **more)


class Error(Struct):
    """The answer to a request that is refused."""

    ok: Literal[False]
    error: str
    fix: str
    kind: str
    hanging: list[HangingRecord] | UnsetType = UNSET
    """For the kind `others-hang`: the records that would count in another hand or pay differently."""
    choices: list[VoidChoice] | UnsetType = UNSET
    """For the kind `others-hang`: the answers that a void may give about its hand."""
    mine: str | UnsetType | None = UNSET
    theirs: list[str] | UnsetType = UNSET
    """For a conflict of two changes of a hand: the effect of this one, and the changes since."""


class Done(Struct):
    """The request was done."""

    ok: Literal[True]


class Token(Done):
    """The token for changes, sent as `Authorization: Bearer TOKEN`, and the person that they then come from."""

    token: str
    who: str
    role: RoleName
    table: int | None
    event: int | None


class Pin(Done):
    """The PIN for new devices."""

    pin: str


class Me(Done):
    """The person and role on this device.

    `here` is true if the request has the token of this computer, `people` if anybody has a role.
    """

    who: str
    role: RoleName
    table: int | None
    event: int | None
    device: str
    here: bool
    people: bool


class PeopleAnswer(Done):
    """The people with a role and their devices; a token if the request signed this device in."""

    people: list[PersonShown]
    devices: list[DeviceShown]
    token: str | None


class Webhooks(Done):
    """Webhooks with their last answers, the oldest first."""

    webhooks: list[WebhookShown]


class WebhookAdded(Webhooks):
    """A new webhook, or one with a new secret, which no other answer has."""

    id: str
    secret: str


class WebhookTried(Webhooks):
    """The answer of a webhook's receiver."""

    answer: WebhookAnswer


class Calls(Done):
    """Calls for a referee, the oldest first."""

    calls: list[RefereeCall]


class CallAnswer(Done):
    """A call for a referee."""

    call: RefereeCall


class Noted(Done):
    """A note of a player."""

    note: PlayerNote


class Refereeing(Done):
    """Everything that waits for a referee, the referees' notes and fines, and the check of the fines."""

    calls: list[RefereeCall]
    done: list[RefereeCall]
    appeals: list[OpenAppeal]
    waiting: list[WaitingHand]
    claims: list[ClaimedWin]
    notes: list[PlayerNote]
    players: list[str]
    penalties: Penalties
    orders: list[OrderShown]
    play: list[PlayNow] | UnsetType = UNSET
    """The play as cameras follow it; left out where none does."""
    drawn: str = ""
    """The calls that are done, the notes and the fines as HTML."""


class ApprovalMade(Struct):
    """A record of an approval, or one that undoes it; null if it was sent to the device that has the table."""

    table: int
    hand: int
    id: UUID
    record: int | None


class ApprovalFailed(Struct):
    """A hand whose approval was not recorded, or not undone, and the reason."""

    table: int
    hand: int
    id: UUID
    error: str
    fix: str
    kind: str


class Approvals(Done):
    """The approvals of many hands: those that were recorded, and those that were not."""

    approvals: list[ApprovalMade]
    failed: list[ApprovalFailed]


class HandedInAnswer(Done):
    """The result of handing in records that a hall had refused."""

    sent: int
    left: int
    says: str


class Invitation(Done):
    """An address that signs one device in, once, and its QR code as SVG."""

    address: str
    qr: str
    hours: int


class HallLine(Struct):
    """Records that the hall's database does not have yet, and the kind of the obstacle."""

    waiting: int
    trouble: str | None


class HealthAnswer(Struct):
    """The health of the server."""

    ok: bool
    version: str
    database: str
    camera: str | None
    box: str | None
    hall: HallLine | None
    workers: int | None


class RecordedAnswer(Done):
    """The new record, or the one that existed already."""

    number: Annotated[int, Meta(ge=1)]
    record: KeptRecord
    erasing: list[int] | UnsetType = UNSET
    """For a removed name: the tables whose devices have not removed it yet."""
    reminds: str | UnsetType = UNSET
    """At the end of a hand: what the players do before the tiles are mixed."""
    table: int | UnsetType = UNSET
    """The table that has recorded it, if the match goes on there and not at the one that it was sent to."""


class Ordered(Done):
    """The order sent to the device of the table, by its id, and all orders not recorded there yet."""

    order: str
    orders: list[OrderShown]


class Orders(Done):
    """The orders sent to the device of the table that it refused or has not recorded yet."""

    orders: list[OrderShown]


class Records(Done):
    """The records of a table, oldest first; `rewritten` if names were removed from some, by a record of any match.

    `persons` are the fields of acts that name persons: each name has a commitment.
    """

    records: list[KeptRecord]
    rewritten: bool
    persons: list[str]


class TablesAnswer(Done):
    """The tables of the server."""

    tables: list[TableSummary]


class MatchesAnswer(Done):
    """Matches of a table, the newest first."""

    matches: list[MatchSummary]


class MatchState(MatchShown, frozen=True, kw_only=True):
    """A match, its table, its clock, and the damaged record at which the records of the table stop."""

    ok: Literal[True]
    table: int
    clock: ClockShown
    damaged: DamagedRecord | None = None


class Seal(Done):
    """The seal of a table's newest match after its last record, the numbers of both, and when the match was started."""

    match: int | None
    record: int
    seal: str
    started: str | None


class HandAnswer(Done):
    """One hand."""

    hand: HandOfPage


class RefusedPhoto(Struct):
    """A photo of several that became no hand: the name of its file, the reason, and what to do."""

    name: str
    error: str
    fix: str
    kind: str


class NewHands(HandAnswer):
    """A new hand; for several photos the first one, all `hands` in order, and the photos that became none."""

    hands: list[HandOfPage] | UnsetType = UNSET
    refused: list[RefusedPhoto] | UnsetType = UNSET


class BeingRead(Done):
    """Photos that are being read, in the order sent; the stream of the table reports the progress of each."""

    reading: PhotoReadingShown
    readings: list[PhotoReadingShown] | UnsetType = UNSET


class HandsAnswer(Done):
    """Hands, the newest first."""

    hands: list[CountedHandShown]


class UnreadAnswer(Done):
    """The reason why no hand was read in a photo; null if one was, or without a photo."""

    unread: UnreadShown | None


class ShownAnswer(Done):
    """The hand on a hall's screen, or null."""

    hand: ListedHand | None


class FollowedDealAnswer(DealShown, frozen=True, kw_only=True):
    """A deal that a table's camera followed."""

    ok: Literal[True]


class Seating(Struct, frozen=True):
    """The question on East's seat, which the followed play contradicts, or null."""

    ok: Literal[True]
    asked: SeatingAsked | None


class AmendingFormAnswer(AmendingFormShown, frozen=True, kw_only=True):
    """The form by which a person corrects one act of a hand with several."""

    ok: Literal[True]


class StepChoicesAnswer(StepChoicesShown, frozen=True, kw_only=True):
    """Words of a person on a step of a followed deal, to choose from."""

    ok: Literal[True]


class Spoken(SpokenPlay, frozen=True, kw_only=True):
    """The play at a table as it is spoken."""

    ok: Literal[True]


class Streamed(StreamShown, frozen=True, kw_only=True):
    """A table as a stream shows it."""

    ok: Literal[True]


class LaidAnswer(TableLaid, frozen=True, kw_only=True):
    """The hands that lie on a table now, as its camera sees on its own."""

    ok: Literal[True]


class ClockAnswer(Done):
    """The referee's clock."""

    clock: ClockShown


class PlayedAnswer(Done):
    """The hand in play."""

    seats: Seats


class PlayState(PlayedAnswer):
    """The hand in play, and the connection to the table box, or null."""

    box: BoxLine | None


class Calibrated(Done):
    """The calibration in force, its problem, and the seat wind of each chair; "" where nobody sits."""

    calibration: Calibration | None
    trouble: str
    kind: NoticeKind | None
    about: Parameters
    winds: list[str]


class Outline(Done):
    """The corners of the table as found in the camera's picture, in its pixels, and its width and height."""

    corners: tuple[tuple[float, float], ...]
    size: tuple[int, int]


class TableName(Done):
    """The table's name."""

    name: str


class SetUpAnswer(SetUp, frozen=True, kw_only=True):
    """The setup of a table: its steps in order, and its equipment."""

    ok: Literal[True]


class ConnectedCamera(Struct):
    """A connected camera."""

    address: str
    name: str


class FoundPort(Struct):
    """A serial port, and if it looks like that of a table box."""

    address: str
    name: str
    box: bool


class FoundCameras(Done):
    """The connected cameras, each with its address and name."""

    cameras: list[ConnectedCamera]


class FoundPorts(Done):
    """The serial ports, each with its address, its name, and if it looks like that of a table box."""

    ports: list[FoundPort]


class Tried(Done):
    """A camera that is being tried: its health, and the check of its newest picture, null before the first."""

    name: str
    health: CameraHealth
    number: int | None
    size: tuple[int, int] | None
    checks: list[CheckedAspect]


class CameraSettings(Done):
    """The settings of a table's camera.

    Attributes:
        settings: Those that it has.
        sizes: The sizes of pictures that it offers.
        size: The size that was chosen, or null for the usual one.
    """

    settings: list[CameraSetting]
    sizes: list[tuple[int, int]]
    size: tuple[int, int] | None


class Checked(Done):
    """The check of the camera's picture, one line for each aspect; `slow` is what to change if the computer is too slow
    to follow the play by it, or the walls do not fit the corners of the table; empty if nothing is wrong."""

    number: int
    size: tuple[int, int]
    checks: list[CheckedAspect]
    slow: str


class TileSetList(SetList, frozen=True, kw_only=True):
    """The sets of tiles, and the one in use."""

    ok: Literal[True]


class DraftAnswer(Done):
    """A set that is being learned."""

    draft: DraftShown


class PruningAnswer(Done):
    """The space that removing photos frees or has freed."""

    removed: bool
    photos: int
    freed: int
    until: str
    kept: int
    size: int
    playing: int


class BundleProblem(Struct):
    """A check of a bundle that failed, or what nothing in it covers."""

    kind: str
    about: Parameters
    says: str


class BundleAnswer(Done):
    """An opened bundle: its match, the failed checks, what nothing in it covers, and all of that as HTML in `drawn`.

    `sound` is true if it is consistent in itself, which a forger can bring about too. `known` is true if its records
    are those here, false if they are others, null if the match is not known here; `here` says it. `seals` are the
    number of each record and the seal after it, which a device compares with those that it keeps; `began` is the number
    and `started` the time of the first.
    """

    sound: bool
    seal: str
    made: str
    records: int
    photos: list[str]
    match: HandSheet
    problems: list[BundleProblem]
    notes: list[BundleProblem]
    known: bool | None
    here: str
    seals: list[tuple[int, str]]
    began: int
    started: str
    drawn: str


class BundleKept(Done):
    """The match of a stored bundle by the number of its first record, and the number of new records and hands."""

    table: int
    number: int
    records: int
    photos: int


class RulesKept(Done):
    """A club's own rules that were stored, and the address of their page."""

    name: str
    title: str
    address: str
    checksum: str


class RulesRemoved(Done):
    """A club's own rules that were removed: `archived` is true if they stay for what was played by them."""

    name: str
    archived: bool


class Events(Done):
    """The events of the server, the newest first."""

    events: list[EventSummary]


class RatingsAnswer(Done):
    """The ratings in each game by a formula, and the formula in words."""

    by: RatingRule
    says: str
    games: list[GameRatings]


class PhotoKept(Done):
    """The SHA-256 of a kept photo."""

    photo: str


class EventOpened(Done):
    """The number of an event."""

    event: int


class DeskState(DeskEvent, frozen=True, kw_only=True):
    """An event with all that its desk needs."""

    ok: Literal[True]


class EventShown(ShownEvent, frozen=True, kw_only=True):
    """The public part of an event."""

    ok: Literal[True]


class EventRecords(Done):
    """The records of an event, the oldest first."""

    records: list[EventRecord]


class EventRecorded(Done):
    """The new record, or the one that existed already, and the event."""

    number: int
    record: EventRecord
    event: DeskEvent


class ListedPeople(Done):
    """People of a list, and the number of players that the event can still take, and in all.

    `headings`, `columns` (their uses, empty for none) and `rows` (the first ones) are the list as it was read;
    `encodings` are the likely ones of a text, with the lines that each gives, if it is not certain; `skip` is the
    number of rows above the first player, and `above` has these rows and some of players; `open` names what a person
    must choose before these people are right.
    """

    people: list[ListedPerson]
    headings: list[str]
    columns: list[str]
    rows: list[list[str]]
    encoding: str
    encodings: list[LikelyEncoding]
    sheet: str
    sheets: list[str]
    skip: int
    above: list[list[str]]
    open: list[EntryQuestion]
    room: int
    most: int


class ListedSeating(Done):
    """The rounds of a seating script or list, which are not recorded yet; `script` and `since` draw them."""

    rounds: list[ListedRound]
    since: int
    script: str


class ListedResults(Done):
    """Results of a list, and the act that records them, or null while something stands in the way.

    `asked` are names that nobody of the event has, `problems` what else stands in the way. The other fields are those
    of a list of players.
    """

    act: TableResults | PastRounds | None
    tables: list[ListedTable]
    people: list[ListedNew]
    asked: list[AskedName]
    problems: list[ListedProblem]
    headings: list[str]
    columns: list[str]
    rows: list[list[str]]
    encoding: str
    encodings: list[LikelyEncoding]
    sheet: str
    sheets: list[str]
    skip: int
    open: list[ResultQuestion]


class ClocksDone(Done):
    """The tables whose clocks were changed, and the event."""

    tables: list[int]
    event: DeskEvent
