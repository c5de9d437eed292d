"""Matches: their state, their records, and the acts that may be recorded next."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from scoring.games.game import GameId
from scoring.match.amounts import house_points, number
from scoring.match.bodies import Body, LadderStep
from scoring.match.claims import REASON, claims_of, may_also_win
from scoring.match.course import course_of, out_of_play
from scoring.match.hanging import Hanging
from scoring.match.moves import HandMove, moves, places
from scoring.match.payers import Mispaid, mispaid
from scoring.match.ranking import final_table_points
from scoring.match.records import (
    FOR_GOOD,
    Absence,
    Act,
    Claimed,
    Corrected,
    Drawn,
    FalseWinKind,
    GameAct,
    LadderName,
    Role,
    Won,
    act_to_dict,
)
from scoring.match.sheets import best, fans
from scoring.match.state import Deposit, Hand, Match, Transfer
from scoring.match.sticks import all_in_sticks, total_in_sticks
from scoring.rules import DEFAULT
from webui.games.forms import ActForm, Offers, ResultForm
from webui.games.sections import CourseLine
from webui.games.view import view_of_game
from webui.match.errors import DependentActsError
from webui.match.matches import Matches, TableMatch, latest, standing, undone
from webui.messages import Messages
from webui.messages import acts as act_words
from webui.messages import match as match_words
from webui.messages import scoring as wording
from webui.messages.game import GameMessages, in_game, sentence, words_of
from webui.records.chain import seal_of
from webui.records.commitments import Commitments
from webui.records.journal import JournalEntry
from webui.serializers.acts import PostedAct
from webui.serializers.games import HandOfGame, MatchOfGame
from webui.serializers.sheet import AppealLine, DepartureLine, FineLine, appeal_json, departure_json, fine_json
from webui.serializers.values import Parameters

Sticks = list[tuple[int, int]]
"""Counting sticks as [value, number], the largest first."""


class Signature(Struct, frozen=True):
    """The number of a record, its author with their role, and its time."""

    record: int
    who: str
    role: Role
    when: str


class CorrectionLine(Signature, frozen=True):
    """A correction that counts in a hand, in words with its reason."""

    hand: int
    says: str


class TransferShown(Struct, frozen=True):
    """A payment of one player to another, with its counting sticks."""

    record: int
    payer: str
    payee: str
    points: int
    sticks: Sticks


class DepositShown(Struct, frozen=True):
    """Points that a player takes from the table, or puts there, which are below zero; `says` is the sentence."""

    record: int
    player: str
    points: int
    says: str


class MoveShown(Struct, frozen=True):
    """A player who changes places before a hand, 0 being the place of the first dealer; `of` is who sat there."""

    player: str
    before: int
    place: int
    of: str
    says: str


class CountedFan(Struct, frozen=True):
    """A pattern that a hand was counted with, by its name in the reader's language; `points` are of all its copies."""

    name: str
    count: int
    points: int


class WinShown(Struct, frozen=True):
    """A win of a hand: its points, in words too, and the pattern that names it."""

    winner: str
    points: int
    worth: str
    best: str | None


class AlsoWon(Struct, frozen=True):
    """The hand that ended last, which `players` may have won too on the discard that won it.

    A correction of record `of`, for this `reason`, has these `claims` and theirs. Tiles posted with `after` belong to
    that hand.
    """

    of: int
    hand: int
    discarder: str
    players: tuple[str, ...]
    claims: list[PostedAct]
    reason: str
    after: int


class HandOfMatch(HandOfGame, frozen=True):
    """A hand of a match: the winners, the payments, and the points after it, with the fields that its game adds.

    `deducted` is lost to nobody, `fined` are the sentences of its fines, and `gains` are its points without what was
    deducted, unless that counts in the result alone, as the totals have them; `holds` are its totals in counting
    sticks, and `worth` is its score in words. Several `winners` are possible where all win who claim a discard; `wins`
    has the win of each, and `claims` the acts if there are several. Where its number and its round do not name it, it
    has a `title`; `on_table` are points that lie on the table at its beginning. `of_draw` are the players to choose at
    first where it is entered as drawn, `waited` says who waited when it was. `lines` has the acts of a hand with
    several, each with its payments, `course` the same with the payments as numbers, and `mended` the records of those
    that are corrected one by one.
    """

    number: int
    title: str
    on_table: int
    of_draw: dict[str, list[str]]
    lines: list[str]
    course: list[CourseLine]
    mended: list[int]
    drawn_by: str | None
    waited: str
    taken_back: bool
    deposits: list[DepositShown]
    round: str
    dealer: str
    seats: dict[str, str]
    outcome: str
    winner: str | None
    winners: tuple[str, ...]
    wins: list[WinShown]
    claims: list[PostedAct]
    discarder: str | None
    payer: str | None
    self_drawn: bool | None
    says: str
    score: int | None
    worth: str | None
    best: str | None
    fans: list[CountedFan]
    text: str
    laid: str
    photo: str
    points: dict[str, int]
    deducted: dict[str, int]
    fined: list[str]
    gains: dict[str, int]
    house_gains: dict[str, int | float]
    marks: dict[str, str]
    totals: dict[str, int]
    holds: dict[str, Sticks]
    transfers: list[TransferShown]
    dead: list[str]
    records: list[int]
    ended: int | None
    approved: Signature | None
    corrected: list[Signature]
    moves: list[MoveShown]


class CurrentHand(HandOfGame, frozen=True):
    """The hand in play: the seats, and the players whose hand is dead, with the fields that its game adds.

    `on_table` are points that lie on the table now, and `declared` is what players declared in it, in words. `offers`
    are the acts that may be recorded with a tap, and `forms` those that some questions come before. `out` are the
    players who take no further part.
    """

    number: int
    title: str
    on_table: int
    declared: dict[str, str]
    of_draw: dict[str, list[str]]
    offers: list[Offers]
    round: str
    dealer: str
    seats: dict[str, str]
    places: dict[str, int]
    dead: list[str]
    forms: list[ActForm]
    out: list[str]
    moves: list[MoveShown]


class MispaidHand(Struct, frozen=True):
    """A hand whose record charges other players than its text names, and the act that corrects it."""

    hand: int
    record: int
    says: str
    act: PostedAct
    reason: str
    laid: str


class LatestRecord(Struct, frozen=True):
    """A record that can be undone: its hand, its text, and the points that it changed.

    Points of a record that ends a hand are those of the hand, as the list of hands has them; if other records of it
    moved points too, `of` says so.
    """

    number: int
    hand: int | None
    act: PostedAct
    says: str
    points: dict[str, int]
    of: str = ""


class RefusedRecord(Struct, frozen=True):
    """A record that the match refuses, and the reason."""

    record: int
    kind: str
    about: Parameters
    says: str


class Reason(Struct, frozen=True):
    """A usual reason as recorded and as shown."""

    reason: str
    says: str


class FalseWinRuleShown(Struct, frozen=True):
    """The cost of a kind of false win: paid to each other player and in all, null if the record must state it.

    `deducted` is lost to nobody instead. `dealer` is paid by the dealer and to the dealer, null if all get `each`;
    then `amount` depends on the offender and is null.
    """

    kind: FalseWinKind
    says: str
    costs: str
    each: int | None
    amount: int | None
    disqualified: bool
    deducted: int
    dealer: int | None


class PenaltyRule(Struct, frozen=True):
    """A penalty with its own amount."""

    reason: str
    says: str
    amount: int


class FoulRule(Struct, frozen=True):
    """A ladder of fouls: usual reasons, its steps, and the step of each player's next foul, null beyond the last.

    `costs` has what that step costs each player, as a sentence.
    """

    ladder: LadderName
    says: str
    reasons: list[Reason]
    steps: tuple[LadderStep, ...]
    next: dict[str, LadderStep | None]
    costs: dict[str, str]


class LateRule(Struct, frozen=True):
    """The cost of being late by up to so many minutes."""

    minutes: int
    amount: int


class RefereeOffers(Struct, frozen=True):
    """The penalties of the rule book: the amounts that it names, and usual reasons; `false_win_ends` is true if a hand
    with a false win is dealt again."""

    false_wins: list[FalseWinRuleShown]
    penalties: list[PenaltyRule]
    fouls: list[FoulRule]
    late: list[LateRule]
    dead_hands: list[Reason]
    false_win_ends: bool
    three_left: Absence | None


class MatchShown(MatchOfGame, frozen=True, kw_only=True):
    """The state of a match, with the fields that its game adds; all empty if nobody plays.

    `points` has the total of each player, and `holds` the same in counting sticks, as [value, number]: the set of the
    start, and the fewest sticks for the points won or lost since. If players made change, they hold other sticks.
    `rules_says` names the rules with their checksum or version. `seal` is the seal of its records, which a device can
    verify later. `chairs` has the chair of each player. With a stake, `money` has the money won or lost by each, and
    `terms` the value of a point. `unit` is the value of a point in points of the house's table: 1, or a fraction in a
    house that pays some, whose `house_points` then are the totals in points of that table. `last` is null if the
    dealer may deal again. `results` are those that count instead of the points where the game has some, in thousands,
    once the match is over. `deducted_after` is true if deducted points count in those alone. `draw` names a hand
    without a winner in the words of the game. `form` asks for a result without tiles, and `unrecorded` says what the
    camera saw of the hand in play and nobody recorded. `recounted` says if an earlier version showed other totals, else
    it is empty, and so does `missing` if its rules are not installed: it has no players, hands and points then.
    `gone_on` is the table to which the desk moved the match that was begun last here; left out without such a move.
    """

    number: int | None
    version: int
    seal: str | UnsetType = UNSET
    started: str | UnsetType = UNSET
    players: tuple[str, ...]
    over: bool
    rules: str | None
    rules_title: str | UnsetType = UNSET
    rules_says: str | UnsetType = UNSET
    game: GameId | None
    minimum: int | UnsetType = UNSET
    body: str | None
    body_title: str | UnsetType = UNSET
    last: int | UnsetType | None = UNSET
    hands: list[HandOfMatch]
    current: CurrentHand | None
    points: dict[str, int]
    deducted: dict[str, int]
    deducted_after: bool
    table_points: dict[str, float]
    results: dict[str, str]
    form: ResultForm | None
    draw: str
    holds: dict[str, Sticks]
    money: dict[str, str]
    terms: list[str]
    unit: float
    house_points: dict[str, int | float]
    standard: int | None
    mispaid: list[MispaidHand]
    latest: LatestRecord | None
    undone: LatestRecord | None
    also: AlsoWon | None
    fines: list[FineLine]
    appeals: list[AppealLine]
    appeals_until: str | None
    corrections: list[CorrectionLine]
    departures: list[DepartureLine]
    refused: list[RefusedRecord]
    out: list[str]
    substitutes: dict[str, str]
    offers: RefereeOffers | None
    chairs: dict[int, str] | UnsetType = UNSET
    unrecorded: tuple[str, ...] = ()
    recounted: str = ""
    missing: str = ""
    gone_on: int | UnsetType = UNSET


_NONE = MatchShown(
    number=None,
    version=0,
    players=(),
    over=False,
    rules=None,
    game=None,
    body=None,
    hands=[],
    current=None,
    points={},
    deducted={},
    deducted_after=False,
    table_points={},
    results={},
    form=None,
    draw="",
    holds={},
    money={},
    terms=[],
    unit=1,
    house_points={},
    standard=None,
    mispaid=[],
    latest=None,
    undone=None,
    also=None,
    fines=[],
    appeals=[],
    appeals_until=None,
    corrections=[],
    departures=[],
    refused=[],
    out=[],
    substitutes={},
    offers=None,
)


def match_json(found: TableMatch | None, words: Messages) -> MatchShown:
    """Return the state of a match; without one, the same fields, all empty."""
    if found is None:
        return _NONE
    match = found.match
    totals, view, game = match.points, view_of_game(match.rules.game.id), in_game(words, match.rules.name)
    return MatchShown(
        extra=view.added.match(),
        number=found.number,
        version=found.version,
        seal=seal_of(found.entries),
        started=found.entries[0].when,
        players=match.players,
        over=match.over,
        rules=match.rules.name,
        rules_title=wording.rules(words, match.rules),
        rules_says=wording.rules_played(words, match.rules),
        game=match.rules.game.id,
        minimum=match.rules.minimum,
        body=match.body.id,
        body_title=match_words.body(words, match.body),
        last=match.last,
        hands=hands_json(found, game),
        current=_current_json(match, words),
        points=totals,
        deducted=match.deducted,
        deducted_after=match.body.deducted_after,
        table_points=final_table_points(match),
        results=match_words.results(match),
        form=view.result_form(words, match, match.current, {}),
        draw=act_words.said(game, Drawn()),
        holds=totals_in_sticks_json(match, totals),
        money=match_words.money(match),
        terms=match_words.terms(words, match),
        unit=number(match.body.unit),
        house_points=house_points(match, totals),
        standard=match.body.standard,
        mispaid=[mispaid_json(each, words) for each in mispaid(match)],
        latest=_latest_json(found, game),
        undone=_undone_json(found, game),
        also=_also_json(match),
        fines=[fine_json(match, fine, words) for fine in match.fines],
        appeals=[appeal_json(match, appeal, words) for appeal in match.appeals],
        appeals_until=match.appeals_until.isoformat() if match.appeals_until else None,
        corrections=[correction_json(found, hand, number, game) for hand in match.hands for number in hand.corrected],
        departures=[departure_json(each, words) for each in match.departures],
        refused=[
            RefusedRecord(number, why.kind, dict(why.about), wording.refusal(words, why))
            for number, why in match.refused.items()
        ],
        out=sorted(match.out),
        substitutes=dict(match.substitutes),
        offers=offers_json(match, words),
        recounted=match_words.recounted(words, match),
        missing=match_words.missing(words, match),
    )


def ended_at(found: TableMatch) -> str | None:
    """Return when the last hand of a match ended (ISO 8601), or None if it goes on."""
    ended = found.match.hands[-1].ended if found.match.over and found.match.hands else None
    return None if ended is None else found.entry(ended).when


def mispaid_json(found: Mispaid, words: Messages) -> MispaidHand:
    """Return a hand whose record charges other players than its text names, and the act that corrects it."""
    won = found.hand.outcome
    return MispaidHand(
        hand=found.hand.number,
        record=found.record,
        says=wording.mispaid(words, found),
        act=act_to_dict(found.act),
        reason=match_words.BY_THE_HAND,
        laid=won.laid if isinstance(won, Won) else "",
    )


def _latest_json(found: TableMatch, words: GameMessages) -> LatestRecord | None:
    """Return the last record that can be undone, or None."""
    entry = latest(found)
    if entry is None:
        return None
    record = found.changed_by(entry.number)
    hand = next((hand for hand in found.match.hands if record in hand.records), None)
    act, gains, of = act_to_dict(entry.act), found.match.gains(hand, record) if hand else {}, ""
    if hand and hand.ended == record and not course_of(found.match.rules).hand.goes_on:
        own, gains = gains, found.match.gains(hand)
        of = words(match_words.WHOLE_HAND) if gains != own else ""
    for fine in found.match.fines:
        if fine.record == record and "seat" in act:
            act["player"] = fine.player
    if hand and hand.ended == record and isinstance(entry.act, Won):
        act |= {"winner": hand.winner, "payer": hand.discarder, "discarder": hand.discarder}
    return LatestRecord(
        number=entry.number,
        hand=hand.number if hand and not hand.typed else None,
        act=act,
        says=act_words.said_of(words, act),
        points={player: paid for player, paid in gains.items() if paid},
        of=of,
    )


def _undone_json(found: TableMatch, words: GameMessages) -> LatestRecord | None:
    """Return the undo that is the last record, or None; it can be undone in turn."""
    last = undone(found)
    if last is None:
        return None
    number, what = last
    says = words(match_words.UNDONE, {"act": act_words.said(words, what)})
    return LatestRecord(number=number, hand=None, act=act_to_dict(found.entry(number).act), says=says, points={})


class HangingRecord(Struct, frozen=True):
    """A record that depends on a change: the hand in which it counts and the one in which it would count.

    `paid` and `pays` are the points that players win or lose by it before and after.
    """

    record: int
    act: PostedAct
    act_says: str
    before: int
    after: int
    paid: dict[str, int]
    pays: dict[str, int]
    says: str


class VoidChoice(Struct, frozen=True):
    """An answer of a void to the question whether its hand was played, and the records that then depend on it."""

    played: bool
    says: str
    hanging: list[HangingRecord]


def hanging_json(error: DependentActsError, found: Iterable[Hanging], words: Messages) -> list[HangingRecord]:
    """Return records that depend on a change."""
    game = in_game(words, error.rules)
    return [
        HangingRecord(
            each.record,
            act_to_dict(error.acts[each.record]),
            act_words.said(game, error.acts[each.record]),
            each.before,
            each.after,
            dict(each.paid),
            dict(each.pays),
            match_words.effect(words, each),
        )
        for each in found
    ]


def choices_json(error: DependentActsError, words: Messages) -> list[VoidChoice]:
    """Return the answers that a void may give about its hand; empty for other changes."""
    return [
        VoidChoice(played, words(match_words.PLAYED[played]), hanging_json(error, found, words))
        for played, found in error.choices.items()
    ]


class MatchSummary(Struct, frozen=True):
    """A match in a list of matches; `played` is the number of hands that have ended, of `last`.

    `unit` and `house_points` are as in a match.
    """

    number: int
    version: int
    started: str
    players: tuple[str, ...]
    rules: str
    body: str
    over: bool
    played: int
    last: int | None
    points: dict[str, int]
    unit: float
    house_points: dict[str, int | float]


def summary_json(found: TableMatch) -> MatchSummary:
    """Return a match for a list of matches."""
    match = found.match
    return MatchSummary(
        number=found.number,
        version=found.version,
        started=found.entries[0].when,
        players=match.players,
        rules=match.rules.name,
        body=match.body.id,
        over=match.over,
        played=match.played,
        last=match.last,
        points=match.points,
        unit=number(match.body.unit),
        house_points=house_points(match, match.points),
    )


def hands_json(found: TableMatch, words: GameMessages) -> list[HandOfMatch]:
    """Return every hand of a match: the winners, the payments, and the points after it."""
    match = found.match
    before = (None, *match.hands)
    return [
        _hand_json(found, hand, earlier, running, words)
        for hand, earlier, running in zip(match.hands, before, match.running, strict=False)
    ]


def fans_json(match: Match, hand: Hand, words: Messages) -> list[CountedFan]:
    """Return the patterns that a hand was counted with; none without its tiles, or if they score other points."""
    return [
        CountedFan(wording.pattern(words, each.name, each.zh), each.count, each.points) for each in fans(match, hand)
    ]


def wins_json(match: Match, hand: Hand, words: GameMessages) -> list[WinShown]:
    """Return the wins of a hand, that of the first after the discarder first."""
    found = []
    for winner, won in hand.won.items():
        named = best(match, hand, won)
        name = wording.pattern(words, named.name, named.zh) if named else None
        found.append(WinShown(winner, won.points, words.won(won.points), name))
    return found


def _also_json(match: Match) -> AlsoWon | None:
    """Return the hand that ended last if others may have won it too, or None."""
    for hand in reversed(match.hands):
        if hand.discarders and (discarder := hand.discarders[-1]) and (players := may_also_win(match, hand)):
            record, claims = hand.won_in[-1], [act_to_dict(each) for each in claims_of(hand)]
            return AlsoWon(record, hand.number, discarder, players, claims, REASON, record - 1)
    return None


def _hand_json(
    found: TableMatch, hand: Hand, before: Hand | None, totals: Mapping[str, int], words: GameMessages
) -> HandOfMatch:
    won = hand.outcome if isinstance(hand.outcome, Won) else None
    voided = match_words.voided(words, found.match, hand)
    view = view_of_game(found.match.rules.game.id)
    parts, extra = view.sections(words, hand), view.added.hand(hand)
    named = best(found.match, hand, won) if won and won.hand else None
    gains = found.match.gains(hand)
    return HandOfMatch(
        extra=extra,
        number=hand.number,
        title=words(match_words.TYPED) if hand.typed else parts.title,
        on_table=hand.began_with,
        of_draw=_players(parts.of_draw),
        lines=list(parts.lines),
        course=list(parts.course),
        mended=[number for number, _ in mendable(found, hand)],
        drawn_by=words(match_words.TAKEN_BACK) if hand.taken_back else voided or parts.drawn_by,
        waited=parts.waited,
        taken_back=hand.taken_back is not None,
        deposits=[deposit_json(found.match, deposit, words, hand.typed) for deposit in hand.deposits],
        round=hand.round_wind,
        dealer=hand.seats["E"],
        seats={wind: hand.seats[wind] for wind in hand.winds},
        outcome="won" if won else "false-win" if voided else _unwon(hand),
        winner=hand.winner,
        winners=hand.winners,
        wins=wins_json(found.match, hand, words),
        claims=[act_to_dict(each) for each in hand.claims if len(hand.winners) > 1],
        discarder=hand.discarder,
        payer=hand.payer,
        self_drawn=won.self_drawn if won else None,
        says=act_words.outcome(words, hand, voided),
        score=won.points if won else None,
        worth=words.won(won.points) if won else None,
        best=wording.pattern(words, named.name, named.zh) if named else None,
        fans=fans_json(found.match, hand, words),
        text=won.hand if won else "",
        laid=won.laid if won else "",
        photo=won.photo if won else "",
        points=hand.points,
        deducted=hand.deducted,
        fined=fined_json(found.match, hand, words),
        gains=gains,
        house_gains=house_points(found.match, gains),
        marks=hand.marks,
        totals=dict(totals),
        holds=totals_in_sticks_json(found.match, totals),
        transfers=transfers_json(hand.transfers, found.match),
        dead=sorted(hand.dead),
        records=hand.records,
        ended=hand.ended,
        approved=None if hand.approved is None else signature_json(found.entry(hand.approved)),
        corrected=[signature_json(found.entry(number)) for number in hand.corrected],
        moves=moves_json(before, hand, words),
    )


def fined_json(match: Match, hand: Hand, words: Messages) -> list[str]:
    """Return the fines of a hand, as sentences."""
    return [wording.fined(words, match, fine) for fine in match.fines if fine.hand == hand.number]


def mendable(found: TableMatch, hand: Hand) -> Iterator[tuple[int, Act]]:
    """Yield the acts of a hand with several that are corrected one by one: wins, and acts of its game alone."""
    if course_of(found.match.rules).hand.goes_on:
        for number, act in standing(found):
            if number in hand.records and isinstance(act, Won | Claimed | GameAct):
                yield number, act


def _unwon(hand: Hand) -> str:
    if hand.typed:
        return "typed"
    return "drawn" if hand.outcome else "open" if hand.ended is None else "cut"


def signature_json(entry: JournalEntry[Act]) -> Signature:
    """Return the author of a record with their role, and its time."""
    return Signature(entry.number, entry.who, entry.role, entry.when)


def correction_json(found: TableMatch, hand: Hand, number: int, words: GameMessages) -> CorrectionLine:
    """Return a correction of a hand, with what it says, its author and its time."""
    entry = found.entry(number)
    says = act_words.said(words, entry.act)
    return CorrectionLine(entry.number, entry.who, entry.role, entry.when, hand.number, says)


def _current_json(match: Match, words: Messages) -> CurrentHand | None:
    """Return the hand in play, or None once the match is over."""
    hand = match.current
    if hand is None:
        return None
    before = match.hands[-2] if len(match.hands) > 1 else None
    view = view_of_game(match.rules.game.id)
    parts, acts = view.sections(words, hand), view.act_forms(words, match, hand)
    return CurrentHand(
        extra=view.added.hand(hand),
        number=hand.number,
        title=parts.title,
        on_table=hand.on_table,
        declared=dict(parts.declared),
        of_draw=_players(parts.of_draw),
        offers=[each for each in acts if isinstance(each, Offers)],
        round=hand.round_wind,
        dealer=hand.seats["E"],
        seats={wind: hand.seats[wind] for wind in hand.winds},
        places=places(hand),
        dead=sorted(hand.dead),
        forms=[each for each in acts if isinstance(each, ActForm)],
        out=list(out_of_play(match, hand)),
        moves=moves_json(before, hand, words),
    )


def _players(of_draw: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {name: list(players) for name, players in of_draw.items()}


def moves_json(before: Hand | None, hand: Hand, words: Messages) -> list[MoveShown]:
    """Return the players who change places before a hand."""
    return [_move_json(move, words) for move in (moves(before, hand) if before else ())]


def _move_json(move: HandMove, words: Messages) -> MoveShown:
    says = words(match_words.MOVE, {"player": move.player, "of": move.of})
    return MoveShown(move.player, move.before, move.place, move.of, says)


def deposit_json(match: Match, deposit: Deposit, words: Messages, typed: bool = False) -> DepositShown:
    """Return points that a player puts on the table, or takes from it, or has by totals that were typed from paper."""
    player = deposit.player
    if typed:
        says = words(match_words.BY_TOTALS[deposit.points > 0], {"player": player})
    else:
        kind = "takes-from-table" if deposit.points > 0 else "puts-on-table"
        named = sentence(words_of(match.rules.game.id), kind)
        says = words(named, {"player": player}) if named else match_words.gains(words, {player: deposit.points})
    return DepositShown(deposit.record, deposit.player, deposit.points, says)


def transfers_json(transfers: Sequence[Transfer], match: Match) -> list[TransferShown]:
    """Return payments of one player to another, with their counting sticks."""
    points = [each.points for each in transfers]
    sticks = all_in_sticks(points) if points and match.body.counting_sticks else [{} for _ in points]
    return [
        TransferShown(each.record, each.payer, each.payee, each.points, list(held.items()))
        for each, held in zip(transfers, sticks, strict=True)
    ]


def totals_in_sticks_json(match: Match, totals: Mapping[str, int]) -> dict[str, Sticks]:
    """Return totals by player in counting sticks: one way to hold them, not necessarily the sticks on the table."""
    if not match.body.counting_sticks:
        return {player: [] for player in totals}
    start = match.body.start
    return {player: list(total_in_sticks(total, start).items()) for player, total in totals.items()}


def offers_json(match: Match, words: Messages) -> RefereeOffers:
    """Return the records that a referee may make by the rule book."""
    book = _by_the_book(match.body, words)
    others = len(match.players) - 1 - len([player for player in match.out if player not in match.substitutes])
    return RefereeOffers(
        false_wins=[
            rule if rule.each is None or rule.dealer is not None else replace(rule, amount=rule.each * others)
            for rule in book.false_wins
        ],
        penalties=book.penalties,
        fouls=[_foul_rule(match, ladder) for ladder in book.ladders],
        late=book.late,
        dead_hands=book.dead_hands,
        false_win_ends=match.body.false_win_ends,
        three_left=match.body.three_left,
    )


class _Ladder(NamedTuple):
    """A ladder of fouls in words, with the cost of each of its steps; None is beyond the last."""

    ladder: LadderName
    says: str
    reasons: list[Reason]
    steps: tuple[LadderStep, ...]
    costs: Mapping[str | int | None, str]


class _Book(NamedTuple):
    """The records of a referee by a body, in words, whatever the match."""

    false_wins: Sequence[FalseWinRuleShown]
    penalties: list[PenaltyRule]
    ladders: Sequence[_Ladder]
    late: list[LateRule]
    dead_hands: list[Reason]


@cache
def _by_the_book(body: Body, words: Messages) -> _Book:
    """Return the records of a referee by a body; bodies are those of rule books, and as few as languages."""
    return _Book(
        [_false_win_rule(body, kind, words) for kind in body.false_win_kinds],
        [PenaltyRule(name, match_words.reason(words, name), amount) for name, amount in body.penalties.items()],
        [
            _Ladder(
                ladder,
                words(match_words.LADDERS[ladder]),
                _reasons(match_words.FOULS[ladder], words),
                steps,
                match_words.next_steps(words, steps),
            )
            for ladder, steps in body.ladders.items()
        ],
        [LateRule(minutes, amount) for minutes, amount in body.late],
        _reasons(match_words.DEAD_HANDS, words),
    )


def _false_win_rule(body: Body, kind: FalseWinKind, words: Messages) -> FalseWinRuleShown:
    rule, says = body.false_wins.get(kind), words(wording.false_win(kind))
    if rule is None:
        costs = match_words.false_win_cost(words, None, False, 0, None, after=body.deducted_after)
        return FalseWinRuleShown(kind, says, costs, None, None, False, 0, None)
    of = rule.each, rule.disqualified, rule.deducted, rule.dealer
    costs = match_words.false_win_cost(words, *of, after=body.deducted_after)
    return FalseWinRuleShown(kind, says, costs, rule.each, None, rule.disqualified, rule.deducted, rule.dealer)


def _reasons(usual: Iterable[str], words: Messages) -> list[Reason]:
    return [Reason(reason, match_words.reason(words, reason)) for reason in usual]


def _foul_rule(match: Match, book: _Ladder) -> FoulRule:
    following = {player: _next_step(match, player, book.ladder, book.steps) for player in match.players}
    return FoulRule(
        ladder=book.ladder,
        says=book.says,
        reasons=book.reasons,
        steps=book.steps,
        next=following,
        costs={player: book.costs[step] for player, step in following.items()},
    )


def _next_step(match: Match, player: str, ladder: str, steps: tuple[LadderStep, ...]) -> LadderStep | None:
    """Return the step of a ladder for a player's next foul, or None beyond the last."""
    hand = match.hands[-1].number if match.hands else 0
    before = [
        fine
        for fine in match.fines
        if fine.kind == "foul"
        and fine.player == player
        and fine.about["ladder"] == ladder
        and (ladder == "match" or fine.hand == hand)
    ]
    return steps[len(before)] if len(before) < len(steps) else None


class KeptRecord(MatchOfGame, frozen=True):
    """A stored record and its match, with the fields that its game adds.

    `stands` is true, false, or the number of the record that replaces it, and `counts` says in words what counts then;
    else it is empty. `adds` is true for a win that was added to a hand, which is stored as a correction. `revocable` is
    true if it may be taken back. `commitments` are those that `hash` covers, null in records of earlier versions.
    `imported` says who brought it here from a file, which proves nothing of its author; empty for a record that was
    made here.
    """

    id: UUID
    number: Annotated[int, Meta(ge=1)]
    act: PostedAct
    says: str
    who: str
    role: Role
    when: str
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    match: int | None
    stands: bool | int
    counts: str
    adds: bool
    revocable: bool
    commitments: Commitments | None = None
    imported: str = ""


def entry_json(entry: JournalEntry[Act], matches: Matches, words: Messages) -> KeptRecord:
    """Return a stored record, and the match that it belongs to."""
    found = matches.of_record(entry.number)
    act: dict[str, Any] = act_to_dict(entry.act)
    game = in_game(words, found.match.rules.name if found else DEFAULT)
    stands = found.match.stands[entry.number] if found else True
    replaced = found is not None and not isinstance(stands, bool) and not isinstance(entry.act, Corrected)
    return KeptRecord(
        extra=view_of_game(found.match.rules.game.id).added.match() if found else UNSET,
        id=entry.id,
        number=entry.number,
        act=act,
        says=act_words.said_of(game, act),
        who=entry.who,
        role=entry.role,
        when=entry.when,
        hash=entry.hash,
        match=found.number if found else None,
        stands=stands,
        counts=act_words.said(game, found.counts(entry.number)) if found and replaced else "",
        adds=found is not None and found.adds(entry.number),
        revocable=stands is not False and not isinstance(entry.act, FOR_GOOD),
        commitments=entry.commitments,
        imported=act_words.imported(words, found.imported_by(entry.number)) if found else "",
    )
