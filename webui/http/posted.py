"""The shapes of request bodies, for the description of the JSON interface."""

from typing import Annotated, Any, Final, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType, field

from scoring.follow.corrections import Word
from scoring.match.event_acts import Carry, EventAct
from scoring.match.records import LARGEST
from vision.live.sources.controls import ControlName
from webui.hand.edits import Edit, Undo
from webui.hand.questions import Answer
from webui.records import MOST_TABLES
from webui.records.webhooks import LONGEST_ADDRESS, WebhookForm, WebhookTopic
from webui.serializers.acts import PostedAct
from webui.table.follow.late import Delay
from webui.table.steps import Step

FURTHEST: Final = 100_000.0
"""Greatest coordinate of a place in a photo, in pixels: no side of one is that long."""


class Recording(Struct):
    """A record as it is converted: its act stays as sent, since the same act sent again is the same record."""

    id: UUID
    act: dict[str, Any]
    who: str | None = None
    after: Annotated[int, Meta(ge=0)] | None = None
    force: bool = field(default=False, name="anyway")


class PostedRecord(Struct):
    """An act with the sender's id; `who` is the author, who has seen the records up to number `after`.

    `anyway` records a change on which other records depend, and begins a match during a round of an event.
    """

    id: UUID
    act: PostedAct
    who: str = ""
    after: Annotated[int, Meta(ge=0)] | None = None
    force: bool = field(default=False, name="anyway")


class PostedApproval(Struct):
    """A hand to approve, with the id of its record; `seen` is the last record of its match that the sender has seen."""

    id: UUID
    table: Annotated[int, Meta(ge=1, le=LARGEST)]
    hand: Annotated[int, Meta(ge=1, le=LARGEST)]
    seen: Annotated[int, Meta(ge=1, le=LARGEST)]


class PostedApprovals(Struct):
    """Hands to approve, of any tables."""

    approvals: Annotated[list[PostedApproval], Meta(min_length=1, max_length=1000)]


class PostedUndoneApproval(Struct):
    """An approval to undo, by the number of its record, with the id of the record that undoes it."""

    id: UUID
    table: Annotated[int, Meta(ge=1, le=LARGEST)]
    hand: Annotated[int, Meta(ge=1, le=LARGEST)]
    record: Annotated[int, Meta(ge=1, le=LARGEST)]


class PostedUndoneApprovals(Struct):
    """Approvals to undo, of any tables."""

    approvals: Annotated[list[PostedUndoneApproval], Meta(min_length=1, max_length=1000)]


class PostedEventRecord(Struct):
    """An act of an event with the sender's id; `who` is the author.

    `anyway` begins a round, or publishes its results, although matches are being played.
    """

    id: UUID
    act: EventAct
    who: str = ""
    force: bool = field(default=False, name="anyway")


class PostedScript(Struct):
    """The script or list of a seating that was made elsewhere, from a round on."""

    script: str
    since: Annotated[int, Meta(ge=1, le=100)] = 1


class PostedDraw(Struct):
    """A draw of the seating, from a round on, with a seed; or the script of a seating that was made elsewhere.

    `sit_outs` lets players sit out in turn who fill no table of four. `by` the "standing" draws the next round alone,
    as does "place", for neighbours in the ranking, whoever met before. `held` keeps the seating at the desk until it is
    published, and `clubs_meet` lets players of one club meet in a draw by the standing.
    """

    id: UUID
    since: Annotated[int, Meta(ge=1, le=100)] = 1
    seed: Annotated[int, Meta(ge=0, lt=2**31)] = 1
    who: str = ""
    script: str = ""
    sit_outs: bool = False
    by: Literal["lot", "standing", "place"] = "lot"
    held: bool = False
    clubs_meet: bool = False
    anyway: bool = False


class PostedStage(Struct):
    """A stage to which the best of the ranking go on; `chosen` are those of several equal players at the cut."""

    id: UUID
    best: Annotated[int, Meta(ge=1, le=1000)]
    carry: Carry = "all"
    name: str = ""
    chosen: list[int] = []
    who: str = ""


class PostedClocks(Struct):
    """An act with the clocks of all tables of a round."""

    round: int
    do: Literal["start", "pause", "resume", "end"]


class PostedText(Struct):
    """A hand given as text, with the rules it is to be scored by if they are not those in force at the table."""

    text: str
    rules: str = ""


class PostedList(Struct):
    """A list of players as text, with the uses of its columns and the number of rows above the first player if a person
    chose them."""

    text: str
    columns: list[str] | None = None
    skip: Annotated[int, Meta(ge=0, le=1000)] | None = None


class PostedResults(Struct):
    """A list of results as text; `round` is that of rows that name none, and `persons` the numbers of players by names
    of the list, 0 for a new one; `past` is true for rounds that were played elsewhere. The others are as for a list of
    players."""

    text: str
    columns: list[str] | None = None
    skip: Annotated[int, Meta(ge=0, le=1000)] | None = None
    round: Annotated[int, Meta(ge=1, le=100)] | None = None
    persons: dict[str, int] = {}
    past: bool = False


class PostedChange(Struct):
    """An edit of a hand; a hand locked by an approval needs a reason.

    `own` has the ids of the sender's edits that were on their way when this one was made: they do not contradict it.
    """

    version: int
    change: Edit | Answer | Undo
    reason: str | None = None
    who: str | None = None
    own: Annotated[list[str], Meta(max_length=1000)] = field(default_factory=list)
    force: bool = field(default=False, name="anyway")


Pixel = Annotated[float, Meta(ge=-FURTHEST, le=FURTHEST)]
Corner = tuple[Pixel, Pixel]


class PostedPart(Struct):
    """A part of a photo: its corners in pixels, going round one way."""

    area: tuple[Corner, Corner, Corner, Corner]


class Chosen(Struct):
    """The tile set to read by, or null for any tiles."""

    chosen: str | None = None


class SwitchedAnswers(Struct):
    """The switch of learning from approved hands."""

    on: bool


class PostedWords(Struct):
    """Names of tiles by their numbers."""

    said: dict[str, str | None]


class NamedSet(Struct):
    """The name of a set; `anew` replaces the set of that name."""

    name: str
    anew: bool = False


RoleName = Literal["spectator", "player", "table", "scorer", "referee", "chief"]
"""The roles."""


class Entering(Struct):
    """The PIN of the server; a person's name and PIN; the secret of an invitation; or the token of this computer."""

    pin: str | None = None
    name: str = ""
    invitation: str | None = None
    token: str | None = None


class ChangedPerson(Struct):
    """A new role, for all events or one; without `pin` the person keeps theirs, and an empty one removes it."""

    role: RoleName
    table: Annotated[int, Meta(ge=1, le=MOST_TABLES)] | None = None
    pin: str | None = None
    event: int | None = None


class PostedPerson(ChangedPerson, kw_only=True):
    """A new person with a role: a table's device has its number, and `pin` is optional."""

    name: str


_Topics = Annotated[list[WebhookTopic], Meta(min_length=1)]
_WebAddress = Annotated[str, Meta(min_length=1, max_length=LONGEST_ADDRESS)]


class PostedWebhook(Struct):
    """An address that gets messages about topics; `local` lets it lead to this computer and its network."""

    address: _WebAddress
    topics: _Topics
    form: WebhookForm = "json"
    lang: str | None = None
    local: bool = False


class ChangedWebhook(Struct):
    """Changes of a webhook; fields that are left out stay."""

    address: _WebAddress | None = None
    topics: _Topics | None = None
    form: WebhookForm | None = None
    lang: str | None = None
    local: bool | None = None
    on: bool | None = None


LONGEST_TEXT: Final = 300
"""Most characters of a reason or a note. More would not fit on a referee's phone."""

LONGEST_PLAYER: Final = 100
"""Most characters of a player's name."""

_Text = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern="^[^\0]*$")]
"""A text for referees."""


class PostedCall(Struct):
    """A call for a referee: the reason, and the seat of the caller, 0 if unknown."""

    reason: _Text = ""
    chair: Annotated[int, Meta(ge=0, le=4)] = 0


class PostedNote(Struct):
    """A referee's note on a player, with the table if that matters."""

    player: Annotated[str, Meta(min_length=1, max_length=LONGEST_PLAYER, pattern="^[^\0]*$")]
    text: Annotated[_Text, Meta(min_length=1)]
    table: Annotated[int, Meta(ge=1, lt=10_000)] | None = None


class PostedStep(Struct):
    """The word of a person on a step of a followed deal; `who` is the author."""

    do: Literal["say", "deny", "undo", "put-in"]
    word: Word = Word()
    who: str | None = None


class PostedSeating(Struct):
    """The answer to the question on East's seat in a deal: to turn the seats, or that they are right."""

    number: Annotated[int, Meta(ge=1, le=LARGEST)]
    turn: bool


class TableNamed(Struct):
    """A name for the table; an empty one removes it."""

    name: str


class SetUpSaid(Struct):
    """Settings of a table: a completed step, its rules, the language of its screen, if its camera looks on its own
    while a match is played, or follows the play, and the delay of its stream: seconds, or "deal" for whole deals."""

    done: Step | UnsetType = UNSET
    rules: str | UnsetType = UNSET
    screen: str | UnsetType | None = UNSET
    watches: bool | UnsetType = UNSET
    follows: bool | UnsetType = UNSET
    stream: Delay | UnsetType = UNSET


class Titled(Struct):
    """The name of a club's rules for people."""

    title: str


_Address = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]
"""The address of a camera or a table box."""


class Addressed(Struct):
    """The address of a camera or a table box, or null for none."""

    address: _Address | None


class ControlsSet(Struct):
    """Settings of a camera.

    Attributes:
        fixed: True fixes the present values, false lets the camera make all settings itself.
        values: Values to fix, by the name of the setting.
        size: Width and height of its pictures, or null for the usual size.
    """

    fixed: bool | UnsetType = UNSET
    values: dict[ControlName, int] = {}
    size: tuple[int, int] | UnsetType | None = UNSET


class Tryable(Struct):
    """The address of a camera for a preview."""

    address: _Address


class PostedDamaged(Struct):
    """The number of a damaged record that is set aside."""

    number: Annotated[int, Meta(ge=1, le=LARGEST)]


class PostedPruning(Struct):
    """Photos to delete: those older than so many days, or the oldest beyond so many megabytes."""

    older: Annotated[float, Meta(ge=0, le=1e9)] | None = None
    larger: Annotated[float, Meta(ge=0, le=1e9)] | None = None
    most: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    remove: bool = False
    reason: str = ""
