"""The hand sheet of a match, with its penalties, appeals and departures."""

from typing import Any

from msgspec import Struct

from scoring.match.amounts import house_points, number
from scoring.match.course import results
from scoring.match.payers import mispaid
from scoring.match.ranking import final_table_points
from scoring.match.records import Flow
from scoring.match.state import Appeal, Departure, DepartureKind, Fine, FineKind, Match
from webui.games.view import view_of_game
from webui.messages import Messages
from webui.messages import scoring as wording
from webui.messages.match import money, recounted
from webui.serializers.encoding import plain
from webui.serializers.games import HandOfGame
from webui.serializers.values import Parameters


class AppealDecision(Struct, frozen=True):
    """The decision of an appeal."""

    record: int
    decision: str
    reason: str
    who: str
    when: str


class AppealLine(Struct, frozen=True):
    """An appeal of a match with its decision, null while it is open."""

    record: int
    hand: int | None
    player: str
    reason: str
    who: str
    when: str
    late: bool
    decided: AppealDecision | None
    says: str


def appeal_json(match: Match, appeal: Appeal, words: Messages) -> AppealLine:
    """Return an appeal of a match with its decision."""
    late, decided = match.is_late(appeal), appeal.decided
    return AppealLine(
        record=appeal.record,
        hand=appeal.hand,
        player=appeal.player,
        reason=appeal.reason,
        who=appeal.who,
        when=appeal.when,
        late=late,
        decided=AppealDecision(decided.record, decided.decision, decided.reason, decided.who, decided.when)
        if decided
        else None,
        says=wording.appeal(words, appeal, late),
    )


class DepartureLine(Struct, frozen=True):
    """A player who was taken out, left or was replaced."""

    record: int
    hand: int
    player: str
    kind: DepartureKind
    name: str
    reason: str
    says: str


def departure_json(departure: Departure, words: Messages) -> DepartureLine:
    """Return a player who was taken out, left or was replaced."""
    return DepartureLine(
        record=departure.record,
        hand=departure.hand,
        player=departure.player,
        kind=departure.kind,
        name=departure.name,
        reason=departure.reason,
        says=wording.departure(words, departure),
    )


class FineLine(Struct, frozen=True):
    """A line of the penalty sheet; `goes` is where its points go, and `says` all of it, in words.

    `hand` is null for a penalty on paper, typed with the totals of a match.
    """

    record: int
    hand: int | None
    player: str
    amount: int
    flow: Flow
    kind: FineKind
    about: Parameters
    why: str
    goes: str
    says: str


def fine_json(match: Match, fine: Fine, words: Messages) -> FineLine:
    """Return a line of the penalty sheet of a match."""
    return FineLine(
        record=fine.record,
        hand=None if match.on_paper(fine) else fine.hand,
        player=fine.player,
        amount=fine.amount,
        flow=fine.flow,
        kind=fine.kind,
        about=dict(fine.about),
        why=wording.fine(words, fine),
        goes=wording.goes(words, match, fine),
        says=wording.fined(words, match, fine),
    )


class SheetHand(HandOfGame, frozen=True):
    """A hand of the sheet: the points that each player won or lost, and the totals after it.

    `gains` are what it adds to the totals, `house_gains` the same in points of the house's table where that is not one
    and the same, and `deal` is the number of its deal. It is `typed` where no hand ended, but totals were typed
    from paper. Its game adds fields of its own.
    """

    number: int
    deal: int
    round: str
    seats: dict[str, str]
    points: dict[str, int]
    deducted: dict[str, int]
    gains: dict[str, int]
    house_gains: dict[str, int | float]
    marks: dict[str, str]
    totals: dict[str, int]
    approved: bool
    corrected: list[int]
    records: list[int]
    typed: bool


class SheetMispaid(Struct, frozen=True):
    """A hand whose record charges other players than its text names."""

    hand: int
    record: int
    says: str


class HandSheet(Struct, frozen=True):
    """The hand sheet of a match, for files; `rules_says` names the rules with their checksum or version.

    `unit` is the value of a point in points of the house's table: 1, or a fraction in a house that pays some, whose
    `house_totals` then are the totals in points of that table.
    The `results` that count instead of the points, where the game has some, are in thousands, as fractions like "13/2".
    `recounted` says if an earlier version showed
    other totals, else it is empty.
    """

    rules: str
    rules_says: str
    body: str
    players: tuple[str, ...]
    over: bool
    hands: list[SheetHand]
    totals: dict[str, int]
    unit: float
    house_totals: dict[str, int | float]
    money: dict[str, str]
    table_points: dict[str, float]
    results: dict[str, str]
    mispaid: list[SheetMispaid]
    penalties: list[FineLine]
    departures: list[DepartureLine]
    appeals: list[AppealLine]
    recounted: str


def hand_sheet(match: Match, words: Messages) -> HandSheet:
    """Return the hand sheet with running totals, table points, penalties and appeals."""
    view = view_of_game(match.rules.game.id)
    return HandSheet(
        rules=match.rules.name,
        rules_says=wording.rules_played(words, match.rules),
        body=match.body.name,
        players=match.players,
        over=match.over,
        hands=[
            SheetHand(
                extra=view.added.hand(hand),
                number=hand.number,
                deal=hand.deal,
                round=hand.round_wind,
                seats=hand.seats,
                points=hand.points,
                deducted=hand.deducted,
                gains=match.gains(hand),
                house_gains=house_points(match, match.gains(hand)),
                marks=hand.marks,
                totals=running,
                approved=hand.approved is not None,
                corrected=hand.corrected,
                records=hand.records,
                typed=hand.typed,
            )
            for hand, running in zip(match.hands, match.running, strict=True)
        ],
        totals=match.points,
        unit=number(match.body.unit),
        house_totals=house_points(match, match.points),
        money=money(match),
        table_points=final_table_points(match),
        results={player: str(points) for player, points in results(match).items()},
        mispaid=[SheetMispaid(each.hand.number, each.record, wording.mispaid(words, each)) for each in mispaid(match)],
        penalties=[fine_json(match, fine, words) for fine in match.fines],
        departures=[departure_json(departure, words) for departure in match.departures],
        appeals=[appeal_json(match, appeal, words) for appeal in match.appeals],
        recounted=recounted(words, match),
    )


def hand_sheet_json(match: Match, words: Messages) -> dict[str, Any]:
    """Return the hand sheet as plain JSON values, for files."""
    made: dict[str, Any] = plain(hand_sheet(match, words))
    return made
