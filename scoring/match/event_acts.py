"""What may be recorded of an event of many tables: acts, each numbered in the order that they are recorded.

A player is called by the number that their entry gives them; it stays theirs whatever is corrected later. Rounds and
tables are numbered from 1.
"""

from dataclasses import dataclass
from typing import Final, Literal

from scoring.match.records import TaggedAct
from scoring.match.seating import Game

CreditedTo = Literal["player", "substitute"]
"""Whose the points of a substitute are: of the player who is missing, or the substitute's own."""


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """Somebody who plays, or who fills a table.

    Attributes:
        number: Their number in the event, from 1.
        name: What tables and lists call them; no other player of the event has it.
        first: First name, where it is known apart.
        last: Last name, where it is known apart.
        ema: Number at the European association: 8 digits, or empty.
        country: Country, as it was entered.
        team: Name of the team; empty for none.
        club: Club or city.
        substitute: Whether they only fill tables: they are not ranked.
    """

    number: int
    name: str
    first: str = ""
    last: str = ""
    ema: str = ""
    country: str = ""
    team: str = ""
    club: str = ""
    substitute: bool = False


class Opened(TaggedAct, frozen=True):
    """An event is opened; it is the first act, and correcting it changes the event's data.

    Attributes:
        name: What the event is called.
        rules: Name of the preset that hands are scored under.
        body: Name of the body that it is played by; None for the one of the rules.
        rounds: Rounds, a match at every table each.
        hands: Hands of each match; None for the number that the body has.
        minutes: Time of a round; None for the body's, which may be none.
        place: Where it is.
        begins: First day (ISO 8601), or empty.
        ends: Last day (ISO 8601), or empty.
    """

    name: str
    rules: str = "mcr"
    body: str | None = None
    rounds: int = 8
    hands: int | None = None
    minutes: int | None = None
    place: str = ""
    begins: str = ""
    ends: str = ""


class Entered(TaggedAct, frozen=True):
    """People are entered, all of them or none."""

    people: tuple[PlayerEntry, ...]


class Amended(TaggedAct, frozen=True):
    """What was entered of a person is put right; the number says of whom."""

    person: PlayerEntry


class Withdrawn(TaggedAct, frozen=True):
    """A player plays no more; they are left out of draws from now on, and keep the results they have."""

    player: int
    reason: str = ""


class CheckedIn(TaggedAct, frozen=True):
    """A player has come, or was ticked by mistake."""

    player: int
    here: bool = True


class Absent(TaggedAct, frozen=True):
    """A player does not play in some rounds, as one who comes late; these take the place of those said before.

    Attributes:
        player: The player.
        rounds: The rounds that they miss; none where they play in all.
        reason: Why.
    """

    player: int
    rounds: tuple[int, ...]
    reason: str = ""


class StoodIn(TaggedAct, frozen=True):
    """Somebody sits where another was drawn to sit.

    Attributes:
        player: Who was drawn.
        by: Who sits there; the player's own number where they sit there themselves again.
        rounds: The rounds that it is true of.
        credited: Whose the points are.
        reason: Why.
    """

    player: int
    by: int
    rounds: tuple[int, ...]
    credited: CreditedTo = "player"
    reason: str = ""


class SeatingDrawn(TaggedAct, frozen=True):
    """Who sits where is drawn, and kept as it was drawn.

    Attributes:
        since: The first round that it is the seating of.
        rounds: For each round from there its tables, each with the players East, South, West, North.
        seed: What the draw was started with; 0 where the seating was brought along.
    """

    since: int
    rounds: tuple[tuple[Game, ...], ...]
    seed: int = 0


class Reseated(TaggedAct, frozen=True):
    """Two players change places in a round.

    After the round was started it says that they sat so from the beginning: results are settled anew.

    Attributes:
        round: The round.
        players: The two, as they were drawn; a substitute goes with the place.
        reason: How it came to be noticed.
    """

    round: int
    players: tuple[int, int]
    reason: str = ""


class Started(TaggedAct, frozen=True):
    """A round begins: a match at every table."""

    round: int


class Extended(TaggedAct, frozen=True):
    """A table has more time.

    Attributes:
        round: The round.
        table: Number of the table.
        minutes: How many more; negative to take some back.
        reason: Why.
    """

    round: int
    table: int
    minutes: int
    reason: str = ""


class Finished(TaggedAct, frozen=True):
    """The desk ends a table's match as it stands; the hand in play does not count."""

    round: int
    table: int
    reason: str


class Released(TaggedAct, frozen=True):
    """The results of a round are for everybody to see."""

    round: int


class HeldBack(TaggedAct, frozen=True):
    """The results of a round are for the desk alone again."""

    round: int
    reason: str = ""


class EventCorrected(TaggedAct, frozen=True, tag="Corrected"):
    """Puts another act of the same kind in the place of an earlier one.

    Attributes:
        of: Number of the record, from 1.
        act: The act that takes its place.
        reason: Why.
    """

    of: int
    act: "EventEntry"
    reason: str = ""


class EventVoid(TaggedAct, frozen=True, tag="Void"):
    """Takes an earlier record back.

    Attributes:
        of: Number of the record, from 1.
        reason: Why.
    """

    of: int
    reason: str = ""


EventEntry = (
    Opened
    | Entered
    | Amended
    | Withdrawn
    | CheckedIn
    | Absent
    | StoodIn
    | SeatingDrawn
    | Reseated
    | Started
    | Extended
    | Finished
    | Released
    | HeldBack
)
EventAct = EventEntry | EventCorrected | EventVoid

AT_TABLES: Final = (Started, Finished)
"""Acts that are orders to tables: they are taken back there too, once, and are done anew rather than corrected."""
