"""The acts of an event of many tables, numbered in the order that they are recorded.

An act calls a player by the number of their entry, which never changes. Rounds and tables are numbered from 1.
"""

from dataclasses import dataclass
from typing import Final, Literal

from scoring.match.records import TaggedAct
from scoring.match.seating import SeatingGame
from scoring.rules import DEFAULT

CreditedTo = Literal["player", "substitute"]
"""The owner of a substitute's points: the missing player, or the substitute."""


Carry = Literal["none", "half", "all"]
"""The points that players bring into a stage, of those that they have."""


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player or substitute.

    Attributes:
        number: Their number in the event, from 1.
        name: Name at tables and in lists; unique in the event.
        first: First name, if known.
        last: Last name, if known.
        ema: Number at the European association: 8 digits, or empty.
        country: Country, as it was entered.
        team: Name of the team; empty for none.
        club: Club or city.
        substitute: True for somebody who only fills tables and is not ranked.
        legal: Whole legal name, if `name` is another one and first and last name are not known.
        other: Number at another association than the European one.
        photos: True if the person allows photographs to be published.
        own_fee: Their entry fee in hundredths, or None for that of the event.
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
    legal: str = ""
    other: str = ""
    photos: bool = False
    own_fee: int | None = None


class Opened(TaggedAct, frozen=True):
    """An event is opened; it is the first act, and correcting it changes the event's data.

    Attributes:
        name: Name of the event.
        rules: Name of the preset that hands are scored under.
        body: Name of the body, or None for the one of the rules.
        rounds: Rounds, a match at every table each.
        hands: Hands of each match, or None for the body's number.
        minutes: Time of a round, or None for the body's, which may be unlimited.
        place: Place of the event.
        begins: First day (ISO 8601), or empty.
        ends: Last day (ISO 8601), or empty.
        fee: Entry fee of a player in hundredths.
        currency: Currency of the fee, such as EUR, or empty.
        zone: Time zone of the times, such as Europe/Berlin, or empty.
        times: Beginnings of the rounds in that zone, as 2026-12-05T10:00; an empty one, and those that are missing at
            the end, are not known.
        bye: Points of a player for a round in which they sit out in turn, in what decides the ranking first.
        weight: Weight of the event in ratings over events, in hundredths.
    """

    name: str
    rules: str = DEFAULT
    body: str | None = None
    rounds: int = 8
    hands: int | None = None
    minutes: int | None = None
    place: str = ""
    begins: str = ""
    ends: str = ""
    fee: int = 0
    currency: str = ""
    zone: str = ""
    times: tuple[str, ...] = ()
    bye: int = 0
    weight: int = 100


class Entered(TaggedAct, frozen=True):
    """People are entered, all of them or none."""

    people: tuple[PlayerEntry, ...]


class Amended(TaggedAct, frozen=True):
    """The entry of a person is corrected; the number identifies it."""

    person: PlayerEntry


class Withdrawn(TaggedAct, frozen=True):
    """A player plays no more; they are left out of draws from now on, and keep the results they have."""

    player: int
    reason: str = ""


class CheckedIn(TaggedAct, frozen=True):
    """A player has come, or was ticked by mistake."""

    player: int
    here: bool = True


class Paid(TaggedAct, frozen=True):
    """A player pays an amount of the entry fee, in hundredths; negative if it is given back."""

    player: int
    amount: int
    reason: str = ""


class Absent(TaggedAct, frozen=True):
    """A player misses some rounds, for example by coming late; these replace the rounds recorded before.

    Attributes:
        player: The player.
        rounds: The missed rounds; empty if they play in all.
        reason: Why.
    """

    player: int
    rounds: tuple[int, ...]
    reason: str = ""


class StoodIn(TaggedAct, frozen=True):
    """A substitute takes a player's place.

    Attributes:
        player: The player who was drawn.
        by: Number of the substitute; the player's own number if they play again themselves.
        rounds: The rounds concerned.
        credited: The owner of the points.
        reason: Why.
    """

    player: int
    by: int
    rounds: tuple[int, ...]
    credited: CreditedTo = "player"
    reason: str = ""


class LinedUp(TaggedAct, frozen=True):
    """A team chooses who plays in some rounds; these replace its choice before.

    Attributes:
        team: Name of the team.
        rounds: The rounds concerned, which have not begun.
        players: Those of the team who play; empty to let all of them play again.
    """

    team: str
    rounds: tuple[int, ...]
    players: tuple[int, ...]


class SeatingDrawn(TaggedAct, frozen=True):
    """The seating is drawn, and kept as drawn.

    Attributes:
        since: The first round of the seating.
        rounds: For each round from there its tables, each with the players East, South, West, North.
        seed: Random seed of the draw; 0 if the seating was imported.
        out: Those who sit out in turn in each of these rounds; empty if nobody does.
        places: The places in the ranking by which they were seated, in the order of `rounds`; empty without one.
        held: True if only the desk sees it until it is published or the round begins.
    """

    since: int
    rounds: tuple[tuple[SeatingGame, ...], ...]
    seed: int = 0
    out: tuple[tuple[int, ...], ...] = ()
    places: tuple[tuple[tuple[int, ...], ...], ...] = ()
    held: bool = False


class SeatingPublished(TaggedAct, frozen=True):
    """The seating of a round that was held at the desk is visible to everybody."""

    round: int


class StageBegun(TaggedAct, frozen=True):
    """A stage begins: the best go on, and are ranked before all others from then on; later rounds lose their seating.

    Attributes:
        since: Its first round.
        players: Those who go on, the first of the ranking first.
        places: Their places in the ranking, which decide between those who are equal at the end of the stage.
        carry: The points that they bring.
        name: Name of the stage, or empty.
    """

    since: int
    players: tuple[int, ...]
    places: tuple[int, ...]
    carry: Carry = "all"
    name: str = ""


class Reseated(TaggedAct, frozen=True):
    """Two players change places in a round.

    After the round was started it says that they sat so from the beginning: results are settled anew.

    Attributes:
        round: The round.
        players: The two, as they were drawn; a substitute goes with the place.
        reason: How the mistake was noticed.
    """

    round: int
    players: tuple[int, int]
    reason: str = ""


class TableMoved(TaggedAct, frozen=True):
    """The players of a table sit at another one from a round on, as when its camera breaks; so do those of later draws.

    In a round that has begun, the match goes on at the new table with its records. Taken back, the players move back.

    Attributes:
        since: The first round; no later one has begun.
        table: Number of the table.
        to: Number of the other table, at which nobody sits from that round on.
        reason: Why.
        along: True if the records of a begun match go along. False in acts of earlier versions and where a device has
            one of the tables: the match, which then has no hand, begins again.
    """

    since: int
    table: int
    to: int
    reason: str = ""
    along: bool = False


class Started(TaggedAct, frozen=True):
    """A round begins: a match at every table."""

    round: int


class Extended(TaggedAct, frozen=True):
    """A table has more time.

    Attributes:
        round: The round.
        table: Number of the table.
        minutes: Additional minutes; negative to remove some.
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


class TableResult(TaggedAct, frozen=True):
    """The totals of a table that wrote on paper are typed; they end its match.

    Attributes:
        round: The round.
        table: Number of the table.
        players: Numbers of those drawn to the table, in the order of the totals; empty for the order of the seats.
        totals: Their totals, as in `scoring.match.records.Result`.
        left: Points that still lie on the table, such as sticks.
        penalties: Points deducted from each, in the same order; empty for none.
        sheet: SHA-256 of the photo of the paper in hexadecimal digits; empty if there is none.
    """

    round: int
    table: int
    totals: tuple[int, ...]
    players: tuple[int, ...] = ()
    left: int = 0
    penalties: tuple[int, ...] = ()
    sheet: str = ""


class TableResults(TaggedAct, frozen=True):
    """The totals of several tables come from a file, all of them or none."""

    results: tuple[TableResult, ...]


class PastRounds(TaggedAct, frozen=True):
    """Rounds that were played elsewhere come from a file, with their players and totals, all of them or none.

    Attributes:
        results: The totals of each table, with its players in the order of the seats.
        people: The players who were not entered before.
        days: The days of the rounds (ISO 8601) in their order; an empty one, and those that are missing at the end, are
            not known.
    """

    results: tuple[TableResult, ...]
    people: tuple[PlayerEntry, ...] = ()
    days: tuple[str, ...] = ()


class Released(TaggedAct, frozen=True):
    """The results of a round are published."""

    round: int


class HeldBack(TaggedAct, frozen=True):
    """The results of a round are visible to the desk alone again."""

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
    | Paid
    | Absent
    | StoodIn
    | LinedUp
    | SeatingDrawn
    | SeatingPublished
    | StageBegun
    | Reseated
    | TableMoved
    | Started
    | Extended
    | Finished
    | TableResult
    | TableResults
    | PastRounds
    | Released
    | HeldBack
)
EventAct = EventEntry | EventCorrected | EventVoid

AT_TABLES: Final = (Started, Finished, TableResult, TableResults, PastRounds)
"""Acts that give commands to tables: they are taken back there too, once, and are repeated rather than corrected."""
