"""Possible outcomes of the current hand with a stored hand: a win, one of several claims, or a false win."""

from dataclasses import dataclass, replace
from typing import Final

from scoring.explain import Explanation, explanation
from scoring.match.claims import claims_of, may_also_win, with_win
from scoring.match.course import course_of
from scoring.match.errors import Refusal, RefusedError
from scoring.match.false_wins import false_win_kind
from scoring.match.payers import answered
from scoring.match.records import Act, Claimed, Corrected, FalseWin, FalseWinKind, Won
from scoring.match.sheets import read_hand
from scoring.match.state import Hand
from scoring.notation import format_win
from webui.hand.attempt import attempt
from webui.hand.edits import SetDeal
from webui.hand.hand import TableHand
from webui.hand.hands import Hands
from webui.hand.offers import asks_first_discarder
from webui.hand.state import MissingKind, Teller
from webui.hand.waits import waiting
from webui.match.dealing import belongs_to_hand, hand_of, reassign
from webui.match.errors import ActRejectedError
from webui.match.matches import CountedHand, Matches, TableMatch, laid_in
from webui.records.journal import JournalEntry
from webui.rig.live_hand import LiveHand

_LAID: Final = 16
"""Newest hands among which those that the end of the wall checks are looked for: some for each player, and retakes."""


@dataclass(frozen=True, slots=True)
class FalseWinOffer:
    """A false win with a hand.

    Attributes:
        act: The act to record, or None while the winner is unknown. Its `each` is required if the body names no
            amount.
        kind: The fault of the hand.
        each: The body's payment to each other player, or None if it names none.
        disqualified: True if the body disqualifies the offender.
        why: The distance of the hand from one that may be declared.
        deducted: Points that the offender loses to nobody instead.
        dealer: Points that the dealer pays each other player, or is paid; None if all get `each`.
        deducted_after: True if deducted points count in the result alone.
    """

    act: FalseWin | None
    kind: FalseWinKind
    each: int | None
    disqualified: bool
    why: Explanation
    deducted: int = 0
    dealer: int | None = None
    deducted_after: bool = False


@dataclass(frozen=True, slots=True)
class ProposedOutcome:
    """The possible record of a stored hand in the match being played.

    Attributes:
        match: The match.
        hand: The current hand.
        winner: Name of the hand's player, or None while unknown.
        winner_by: Source of the winner.
        discarder: Name of the discarder, or None if self-drawn or unknown.
        discarder_by: Source of the discarder, or of the self-draw.
        self_drawn: True if the winner drew the winning tile, or None while unknown.
        earlier: True if the tiles were laid in another hand than the current one, or before it began: then nothing is
            offered to record, and winner and discarder are those of that hand.
        laid_in: Number of that hand in this match, or None.
        again: The edit that assigns them to the current hand.
        before: The edit that assigns them to the hand before, which their player may have won too.
        also: Players who may win `hand` beside those who have; empty unless it has ended.
        act: The act to record, if it is complete: a win, the claims of all who claim the same tile, or the correction
            that adds a win to another on the same tile.
        after: The match after it.
        refusal: The reason why the match would not follow it.
        beside: Players who have won on a discard of the same player just before, while play goes on, if this may be a
            win on the same tile.
        same_tile: True if `act` is one on the same tile, which corrects the record of theirs.
        other: The record of the other case; None if `beside` is empty.
        false_win: The alternative record, if the hand may not be declared.
        first_matters: True if a discard of the same tile before the discarder's would change who pays.
        missing: What the hand lacks to be recorded, or None if there is something to record.
    """

    match: TableMatch
    hand: Hand
    winner: str | None
    winner_by: Teller | None
    discarder: str | None
    discarder_by: Teller | None
    self_drawn: bool | None
    earlier: bool = False
    laid_in: int | None = None
    again: SetDeal | None = None
    before: SetDeal | None = None
    also: tuple[str, ...] = ()
    act: Won | Claimed | Corrected | None = None
    after: TableMatch | None = None
    refusal: Refusal | None = None
    beside: tuple[str, ...] = ()
    same_tile: bool = False
    other: Won | Corrected | None = None
    false_win: FalseWinOffer | None = None
    first_matters: bool = False
    missing: MissingKind | None = None


def proposed_outcome(laid: TableHand, matches: Matches, live: LiveHand, hands: Hands) -> ProposedOutcome | None:
    """Return the possible outcome of the current hand with a stored hand, or None outside a match or if it already
    counts.

    Args:
        laid: The hand.
        matches: The matches of its table.
        live: The live hand, with the claims of it.
        hands: The hands of its table.
    """
    match = matches.current
    if match is None or matches.counted(laid.id):
        return None
    ended, seat = hand_of(laid, match), laid.laid.won.seat
    also = may_also_win(match.match, ended) if ended and ended.ended is not None else ()
    if ended and also and (seat is None or ended.seats[seat] in also):
        return _also(match, ended, also, laid, matches)
    running = matches.running
    if running is None or running.match.current is None:
        return None
    hand = running.match.current
    won, deal = laid.laid.won, laid.laid.deal
    earlier = not belongs_to_hand(laid, running, hand)
    seats = running.seats_in(deal) if earlier else hand.seats
    found = ProposedOutcome(
        running,
        hand,
        winner=seats.get(won.seat or ""),
        winner_by=won.sources.get("seat"),
        discarder=None if won.self_draw else seats.get(won.discarder or ""),
        discarder_by=won.sources.get("discarder") or won.sources.get("self_draw"),
        self_drawn=won.self_draw,
        before=_before(running, hand, laid),
        first_matters=_first_matters(running, laid),
    )
    if earlier:
        of_match = running.match.hands if deal and deal.match == running.number else ()
        laid_in = next((each.number for each in of_match if deal and running.deal_of(each).began == deal.began), None)
        return replace(found, earlier=True, laid_in=laid_in, again=reassign(laid, running, hand))
    act = _claimed(running, hand, live, hands) or _win(running, hand, laid)
    if act is not None:
        try:
            act = _answered(act, running, hand)
            found = _beside(replace(found, act=act), act)
            found = replace(found, after=matches.preview(found.act or act, force=found.same_tile))
        except RefusedError as error:
            found = replace(found, act=act, refusal=Refusal(error.kind, error.about))
        except ActRejectedError as error:
            found = replace(found, refusal=error.refusal)
    false_win = attempt("false win", lambda: _false_win(running, found.winner, laid), None, laid.id)
    missing = None if act or false_win else _missing(running, laid)
    return replace(found, false_win=false_win, missing=missing)


def _beside(found: ProposedOutcome, act: Won | Claimed) -> ProposedOutcome:
    """Return an outcome with what it is if the tile is that of the win before, which is so if both are the same tile.

    Without the tiles of the win before it counts as a later one, until somebody says that it is not.
    """
    hand, match = found.hand, found.match.match
    if not isinstance(act, Won) or not hand.discarders or act.discarder is None or act.discarder != hand.discarders[-1]:
        return found
    if act.winner not in may_also_win(match, hand):
        return found
    before = claims_of(hand)
    tiles = {read_hand(won.hand).winning for won in before if won.hand}
    if tiles - {read_hand(act.hand).winning}:
        return found
    also, players = with_win(hand, act), tuple([hand.seats.get(won.winner, won.winner) for won in before])
    found = replace(found, beside=players, same_tile=bool(tiles))
    return replace(found, act=also, other=act) if tiles else replace(found, other=also)


def _missing(match: TableMatch, laid: TableHand) -> MissingKind | None:
    """Return what a hand of the current deal lacks to be recorded as a win; see `_win`."""
    won, found = laid.laid.won, laid.outcome
    if laid.open_doubts:
        return "doubts"
    if found.assessment is None:
        return "unfinished"
    if won.seat is None:
        return "winner"
    if won.self_draw is None or not (won.self_draw or won.discarder):
        return "discarder"
    if laid.laid.rules != match.match.rules.name:
        return "other-rules"
    if found.lifting:
        return "luck"
    return "circumstances" if found.assessment.open else None


def _also(match: TableMatch, hand: Hand, also: tuple[str, ...], laid: TableHand, matches: Matches) -> ProposedOutcome:
    """Return the outcome of a hand that others have won on a discard, if one of these players wins it too."""
    won = laid.laid.won
    found = ProposedOutcome(
        match,
        hand,
        winner=hand.seats.get(won.seat or ""),
        winner_by=won.sources.get("seat"),
        discarder=hand.discarder,
        discarder_by="match",
        self_drawn=False,
        also=also,
    )
    win = _win(match, hand, laid, legal=False)
    if win is None:
        return replace(found, missing=_missing(match, laid))
    act = with_win(hand, win)
    try:
        act = with_win(hand, answered(win, match.match, hand))
        return replace(found, act=act, after=matches.preview(act, force=True))
    except RefusedError as error:
        return replace(found, act=act, refusal=Refusal(error.kind, error.about))
    except ActRejectedError as error:
        return replace(found, act=act, refusal=error.refusal)


def _before(match: TableMatch, hand: Hand, laid: TableHand) -> SetDeal | None:
    """Return the edit that assigns tiles to the previous hand, or None if their player may not have won it too."""
    earlier = match.match.hands[hand.number - 2] if hand.number > 1 else None
    winner = match.seats_in(laid.laid.deal).get(laid.laid.won.seat or "")
    if earlier is None or winner not in may_also_win(match.match, earlier):
        return None
    return reassign(laid, match, earlier)


def _win(match: TableMatch, hand: Hand, laid: TableHand, legal: bool = True) -> Won | None:
    """Return the win with a hand, or None while it is open or, if asked, if it may not be declared in this deal."""
    sheet, won = laid.outcome.sheet, laid.laid.won
    if sheet is None or laid.open_doubts or won.seat is None or won.self_draw is None:
        return None
    if (legal and not sheet.legal) or hand != hand_of(laid, match) or laid.laid.rules != match.match.rules.name:
        return None
    if not (won.self_draw or won.discarder):
        return None
    return Won(
        hand.seats[won.seat],
        sheet.total,
        hand=laid.outcome.text or "",
        discarder=hand.seats[won.discarder] if won.discarder and not won.self_draw else None,
        version=match.match.rules.version,
        laid=laid.id,
        photo=laid.photo,
    )


def _answered(act: Won | Claimed, match: TableMatch, hand: Hand) -> Won | Claimed:
    """Return a win or several claims with what their hands say of who pays.

    Raises:
        RefusedError: A hand contradicts itself or the match.
    """
    if isinstance(act, Won):
        return answered(act, match.match, hand)
    return Claimed(tuple([answered(claim, match.match, hand) for claim in act.claims]))


def _first_matters(match: TableMatch, laid: TableHand) -> bool:
    """Return True if a discard of the winning tile before its discarder's would change who pays."""
    worth, standard = laid.outcome.assessment, match.match.body.standard
    return worth is not None and standard is not None and worth.high > standard and asks_first_discarder(laid.laid)


def _claimed(match: TableMatch, hand: Hand, live: LiveHand, hands: Hands) -> Claimed | None:
    """Return the claims of one discard by several players, or None if there are not several or a hand is open."""
    if len(live.claims) < 2:
        return None
    found = [hands.get(claim.hand) for claim in live.claims]
    claims = tuple([win for laid in found if laid for win in [_win(match, hand, laid)] if win])
    return Claimed(claims) if len(claims) == len(live.claims) else None


def _false_win(match: TableMatch, winner: str | None, laid: TableHand) -> FalseWinOffer | None:
    """Return the false win with a hand, or None while doubts or circumstances leave that open, or by other rules."""
    worth = laid.outcome.assessment
    if worth is None or laid.open_doubts or laid.outcome.legal is not False:
        return None
    if laid.laid.rules != match.match.rules.name:
        return None
    sheet = worth.sheet or worth.shared
    kind = false_win_kind(sheet)
    if kind is None:
        return None
    rule = match.match.body.false_wins.get(kind)
    act = FalseWin(winner, kind, laid=laid.id, photo=laid.photo) if winner else None
    why = attempt("explanation", lambda: explanation(sheet), Explanation(), laid.id)
    if rule is None:
        return FalseWinOffer(act, kind, None, disqualified=False, why=why)
    return FalseWinOffer(
        act, kind, rule.each, rule.disqualified, why, rule.deducted, rule.dealer, match.match.body.deducted_after
    )


def laid_waiting(match: TableMatch, hands: Hands) -> dict[str, str]:
    """Return the texts of hands that lack their winning tile and were laid in the hand in play, by player.

    They are those that a game checks when the wall is out, of each player the one that was laid last.
    """
    hand, found = match.match.current, dict[str, str]()
    if hand is None or not course_of(match.match.rules).hand.goes_on:
        return found
    for laid in hands.newest(limit=_LAID):
        win, seat = waiting(laid.laid), laid.laid.won.seat
        if win and seat and not laid.open_doubts and belongs_to_hand(laid, match, hand):
            found.setdefault(hand.seats[seat], format_win(win))
    return found


def mark_players(hands: Hands, matches: Matches, entry: JournalEntry[Act]) -> None:
    """Update the player tags of a table's stored hands after a change of the match."""
    found = matches.of_record(entry.number)
    entries = found.entries if found else (entry,)
    for laid in {laid for each in entries for laid in laid_in(each.act)}:
        counted = matches.counted(laid)
        hands.mark(laid, {"player": list(counted_players(counted)) if counted else []})


def counted_players(counted: CountedHand) -> tuple[str, ...]:
    """Return the players of a counted hand, which are its tags."""
    hand, act = counted.hand, counted.act
    if isinstance(act, Won):
        mine = next((player for player, win in hand.won.items() if win == act), hand.winner)
        return tuple([player for player in (mine, hand.discarder) if player])
    return tuple([fine.player for fine in counted.match.match.fines if fine.record == counted.record])
