"""The shapes of what the JSON interface takes, for its description."""

from typing import Annotated, Final, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType, field

from scoring.match.event_acts import EventAct
from webui.hand.edits import Edit, Undo
from webui.hand.questions import Answer
from webui.serializers.acts import PostedAct
from webui.table.steps import Step
from webui.table.tables import MOST_TABLES

FURTHEST: Final = 100_000.0
"""Pixels from the corner of a photograph that a place in it may be given at: no side of one is that long."""


class PostedRecord(Struct):
    """An act with what its sender calls it; `who` records it, and has seen the records up to number `after`.

    `anyway` records a change on which other records hang, and begins a match while a round of an event is played.
    """

    id: UUID
    act: PostedAct
    who: str = ""
    after: Annotated[int, Meta(ge=0)] | None = None
    force: bool = field(default=False, name="anyway")


class PostedEventRecord(Struct):
    """An act of an event with what its sender calls it; `who` records it.

    `anyway` begins a round, or releases its results, although matches are being played.
    """

    id: UUID
    act: EventAct
    who: str = ""
    force: bool = field(default=False, name="anyway")


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
    force: bool = field(default=False, name="anyway")


Pixel = Annotated[float, Meta(ge=-FURTHEST, le=FURTHEST)]
Corner = tuple[Pixel, Pixel]


class PostedPart(Struct):
    """A part of a photograph: its corners in pixels, going round one way."""

    area: tuple[Corner, Corner, Corner, Corner]


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


class ChangedPerson(Struct):
    """A role from now on, for all events or one; without `pin` the person keeps theirs, and an empty one takes it
    away."""

    role: RoleName
    table: Annotated[int, Meta(ge=1, le=MOST_TABLES)] | None = None
    pin: str | None = None
    event: int | None = None


class PostedPerson(ChangedPerson, kw_only=True):
    """Somebody who gets a role: a table's device has its number, and `pin` is what they sign in by, if anything."""

    name: str


LONGEST_TEXT: Final = 300
"""Characters of a reason or a note at most. More would not fit on a referee's phone."""

LONGEST_PLAYER: Final = 100
"""Characters of a player's name at most."""

Text = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern="^[^\0]*$")]
"""A text for referees."""


class PostedCall(Struct):
    """A call for a referee: why, and the chair that calls, 0 where nobody says so."""

    reason: Text = ""
    chair: Annotated[int, Meta(ge=0, le=4)] = 0


class PostedNote(Struct):
    """What a referee notes of a player, and at which table where that matters."""

    player: Annotated[str, Meta(min_length=1, max_length=LONGEST_PLAYER, pattern="^[^\0]*$")]
    text: Annotated[Text, Meta(min_length=1)]
    table: Annotated[int, Meta(ge=1, lt=10_000)] | None = None


class TableNamed(Struct):
    """A name for the table; an empty one takes it away."""

    name: str


class SetUpSaid(Struct):
    """What is said of a table: a step that is done as it stands, its rules, the language of its screen."""

    done: Step | UnsetType = UNSET
    rules: str | UnsetType = UNSET
    screen: str | UnsetType | None = UNSET


Address = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]
"""The address of a camera or a table box."""


class Addressed(Struct):
    """The address of a camera or a table box; null for none."""

    address: Address | None


class Tryable(Struct):
    """The address of a camera to be looked at."""

    address: Address


class PostedPruning(Struct):
    """Which photographs to remove: taken more than so many days ago, or the oldest beyond so many megabytes."""

    older: Annotated[float, Meta(ge=0, le=1e9)] | None = None
    larger: Annotated[float, Meta(ge=0, le=1e9)] | None = None
    most: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    remove: bool = False
    reason: str = ""
