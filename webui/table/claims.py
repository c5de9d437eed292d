"""Exchange of knowledge between claimed wins and their stored hands."""

from webui.hand.edits import SetCircumstances
from webui.hand.hand import TableHand
from webui.hand.hands import EditConflictError, HandDeletedError, Hands
from webui.hand.state import Circumstances, drawn
from webui.rig.live_hand import Given, LiveHand, WinClaim, WithdrawClaim
from webui.rig.live_hand_store import LiveHandStore


def attach(session: LiveHandStore, hands: Hands, hand: TableHand, chair: int) -> TableHand:
    """Make a seat's hand the one of its claim; do nothing if the seat claims no win.

    Args:
        session: The live hand.
        hands: The hands of the table, with this one.
        hand: The hand.
        chair: Its seat, 1 to 4; 0 if unknown.

    Returns:
        The hand after that, with its discarder if known by now.
    """
    if not chair:
        return hand
    session.settle(chair, hand=hand.id, trouble=None)
    claim = session.play.claim_of(chair)
    if claim:
        _tell_hand(session, hands, claim)
    return hands.get(hand.id) or hand


def waiting(live: LiveHand, hand: TableHand) -> int:
    """Return the seat whose claim waits for this hand: the winner that somebody named, or 0."""
    seat = hand.laid.won.seat
    if seat is None or hand.laid.deal != live.deal or any(claim.hand == hand.id for claim in live.claims):
        return 0
    claim = live.claim_of(live.chair_of(seat))
    return claim.chair if claim and not claim.hand else 0


def tell_hands(session: LiveHandStore, hands: Hands) -> None:
    """Set the discarder of every claimed hand, and judge the hand again."""
    for claim in session.play.claims:
        _tell_hand(session, hands, claim)


def judge(session: LiveHandStore, hands: Hands, hand: TableHand, before: Circumstances) -> None:
    """Judge an edited claimed hand; a discarder that the edit sets holds for all who claim that tile.

    Args:
        session: The live hand.
        hands: The hands of the table, with this one.
        hand: The hand.
        before: Its circumstances before the edit. If the edit left them, the hand names nobody: it may not have been
            told yet whom the table named.
    """
    play = session.play
    claim = next((claim for claim in play.claims if claim.hand == hand.id), None)
    if claim is None:
        return
    if hand.laid.deal != play.deal:  # it is a win of another hand
        session.do(WithdrawClaim(claim.chair))
        return
    won = hand.laid.won
    giver = claim.chair if won.self_draw else play.chair_of(won.discarder) if won.discarder else 0
    named = (won.self_draw, won.discarder) != (before.self_draw, before.discarder)
    if named and giver != play.giver and (giver or len(play.claims) == 1):
        session.do(Given(giver))
        tell_hands(session, hands)
    session.settle(claim.chair, legal=_legal(hand))


def _tell_hand(session: LiveHandStore, hands: Hands, claim: WinClaim) -> None:
    hand = hands.get(claim.hand)
    if hand is None:
        return
    now, known = hand.laid.won, session.play.won(claim.chair)
    if known.self_draw is not None and (now.self_draw, now.discarder) != (known.self_draw, known.discarder):
        won = drawn(now, known.self_draw, known.discarder)
        try:
            hand = hands.change(hand.id, SetCircumstances(won), hand.version, "play") or hand
        except (
            EditConflictError,
            HandDeletedError,
        ):  # somebody is editing it at this moment, after which it is judged
            return
    session.settle(claim.chair, legal=_legal(hand))


def _legal(hand: TableHand) -> bool | None:
    """Return True if a hand may be declared, or None while it is incomplete, in doubt, or open."""
    return None if hand.open_doubts else hand.outcome.legal
