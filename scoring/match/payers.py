"""The payer of a win on a discard: moved from its hand into the act, and missing in older records.

The match pays as the record says, whatever its hand says of the discards, so old records keep their payments. Before a
new record is added, `answered` compares the two.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from msgspec import structs

from scoring.errors import NotationError
from scoring.match.absence import is_out
from scoring.match.course import course_of
from scoring.match.errors import RefusedError
from scoring.match.records import Claimed, Won
from scoring.match.sheets import RecordedHand, fed_points, read_hand
from scoring.match.state import Hand, Match
from scoring.tiles import WINDS


def seat_of(match: Match, hand: Hand, person: str) -> str | None:
    """Return the seat wind that an act means by a wind, a name or a substitute's name, or None if nobody has it."""
    played_for = {substitute: player for player, substitute in match.substitutes.items()}
    seats = {player: wind for wind, player in hand.seats.items()}
    name = match.renamed.get(person, person)
    return person if person in WINDS else seats.get(played_for.get(name, name))


def answered(act: Won, match: Match, hand: Hand, nobody: bool = False) -> Won:
    """Return a win with its discarder and its payer: by its hand, or else the discarder.

    Args:
        act: The win; a payer of None is not yet named.
        match: The match so far.
        hand: The hand that is won.
        nobody: True if nobody is responsible.

    Raises:
        RefusedError: The hand contradicts itself or the named payer.
    """
    free = not match.body.discarder_pays
    try:
        win = read_hand(act.hand, game=match.rules.game.id) if act.hand else None
    except NotationError:
        return act  # the match refuses it with the reason
    if win is None:
        return structs.replace(act, payer=act.discarder) if free and act.payer is None and not nobody else act
    course_of(match.rules).texts.check(act, win, hand, match.rules)
    win = replace(win, seat=win.seat or seat_of(match, hand, act.winner))
    drawn = bool(win.self_draw)
    if win.seat and RecordedHand(act.hand, match.rules, win.seat, hand.round_wind, drawn).discards_fail():
        raise RefusedError("discards-impossible", hand=act.hand)
    name = _naming(act, hand)
    if (win.liable or act.liable) and act.fed is None and match.body.may_be_liable:
        fed = fed_points(replace(win, round_wind=hand.round_wind, self_draw=act.self_drawn), match.rules)
        if fed == 0 and act.liable is not None:
            raise RefusedError("nobody-answers", hand=act.hand)
        if fed != 0:
            act = structs.replace(act, liable=act.liable or name(win.liable or ""), fed=fed)
    if act.discarder is None and win.giver and not win.self_draw and (act.payer is None or win.discards):
        act = structs.replace(act, discarder=name(win.giver))
    given = act.payer if act.discarder is None else act.discarder
    if not free or given is None:
        return act
    giver = win.giver or seat_of(match, hand, given)
    found = course_of(match.rules).texts.payer(replace(win, self_draw=False, discarder=giver))
    if win.seat is None or giver is None or not found.known:
        return act
    known = None if found.seat is None else given if found.seat == giver else name(found.seat)
    if nobody and known is not None:
        raise RefusedError("somebody-pays", known=known)
    if act.payer is not None:
        said = giver if act.payer == given else seat_of(match, hand, act.payer)
        if known is None:
            raise RefusedError("nobody-pays", payer=act.payer)
        if said != found.seat:
            raise RefusedError("payer-differs", payer=act.payer, known=known)
    return structs.replace(act, payer=known)


def _naming(act: Won, hand: Hand) -> Callable[[str], str]:
    """Return a function that names the player at a wind as the act does: by name while the hand is current.

    In a correction it is the wind, which means the player there when the record was made.
    """
    by_name = act.winner not in WINDS and hand.ended is None
    return lambda seat: hand.seats[seat] if by_name else seat


@dataclass(frozen=True, slots=True)
class Mispaid:
    """A recorded hand with a payer other than its tiles and discards name; it pays as recorded.

    Attributes:
        hand: The hand.
        record: Number of the record to correct.
        points: Points of the hand.
        paid: Name of the player who paid more than the others, or None if all paid alike.
        known: Name of the responsible player, or None if nobody is.
        act: The corrected act.
    """

    hand: Hand
    record: int
    points: int
    paid: str | None
    known: str | None
    act: Won | Claimed


def mispaid(match: Match) -> tuple[Mispaid, ...]:
    """Return the hands whose record charges players other than those their text names, if that changes payments.

    A payer who is not the discarder stands if the text has no discards to compare with.
    """
    standard = match.body.standard
    if standard is None:
        return ()
    won = [(hand, hand.outcome) for hand in match.hands if isinstance(hand.outcome, Won)]
    found = [_mispaid(match, hand, outcome) for hand, outcome in won if outcome.points > standard]
    return tuple([each for each in found if each])


def _mispaid(match: Match, hand: Hand, won: Won) -> Mispaid | None:
    if not won.hand or hand.discarder is None or hand.ended is None:
        return None
    if any(is_out(match, player, hand.number) for player in match.players):
        return None  # the others then pay differently
    seats = {player: wind for wind, player in hand.seats.items()}
    try:
        text = read_hand(won.hand)
        act = Claimed(tuple([_mended(claim, match, hand) for claim in hand.claims])) if hand.claims else None
        mended = _mended(won, match, hand)
    except (NotationError, RefusedError):
        return None
    if mended.payer == won.payer or text.self_draw or (won.payer is not None and not text.discards):
        return None
    moved = text.seat is not None and text.seat != seats[hand.winner or ""]
    if mended.payer is None:
        known = None
    elif mended.payer == mended.discarder:
        known = hand.discarder
    elif moved:  # an earlier hand was voided, so the text has other winds
        return None
    else:
        known = hand.seats.get(mended.payer, mended.payer)
    if known == hand.payer:
        return None
    return Mispaid(hand, hand.ended, won.points, hand.payer, known, act or mended)


def _mended(won: Won, match: Match, hand: Hand) -> Won:
    """Return a win with the payer that its hand names."""
    given = won.payer if won.discarder is None else won.discarder
    return answered(structs.replace(won, discarder=given, payer=None), match, hand)
