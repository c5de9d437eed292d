"""What a laid hand may be recorded as, and what it counts as, as plain JSON."""

from dataclasses import asdict
from typing import Any

import msgspec
from msgspec import structs

from scoring.match.records import act_to_dict
from scoring.match.state import Hand
from webui.attempt import attempt
from webui.hand.hand import TableHand
from webui.match.matches import CountedHand
from webui.messages import Messages
from webui.messages import offers as offer_words
from webui.messages import scoring as wording
from webui.serializers.hands import hand_json, listed_hand_json
from webui.serializers.matches import MatchShown, TransferShown, match_json, signature_json, transfer_json
from webui.serializers.scoring import explanation_json
from webui.table.outcomes import FalseWinOffer, ProposedOutcome, proposed_outcome
from webui.table.table import Table


def table_match_json(table: Table, words: Messages) -> MatchShown:
    """Return what the match of a table stands at, and at which chair each player sits."""
    return structs.replace(match_json(table.matches.current, words), chairs=table.chairs)


def table_hand_json(table: Table, hand: TableHand, words: Messages) -> dict[str, Any]:
    """A hand as its page gets it: what it counts as in a match or may be recorded as, and who put it away."""
    counted = table.matches.counted(hand.id)

    def ends() -> dict[str, Any] | None:
        found = proposed_outcome(hand, table.matches, table.session.play, table.hands)
        return ending_json(found, words) if found else None

    return hand_json(hand, words) | {
        "counted": counted and counted_json(counted, hand, words),
        "ending": None if counted else attempt("ending", ends, None, hand.id),
        "hidings": [asdict(each) for each in table.records.hands.hidings(hand.id)],
    }


def table_listed_json(table: Table, hand: TableHand, words: Messages) -> dict[str, Any]:
    """A hand as a list of hands has it, with what it counts as in a match."""
    counted = table.matches.counted(hand.id)
    return listed_hand_json(hand, words) | {"counted": counted and counted_json(counted, hand, words)}


def counted_json(counted: CountedHand, hand: TableHand, words: Messages) -> dict[str, Any]:
    """What a laid hand counts as; `differs` where it was changed since, so that the record wants a correction.

    `players` are those whom its seat winds mean.
    """
    act = counted.act
    approved = counted.match.entry(counted.hand.approved) if counted.hand.approved is not None else None
    text = getattr(act, "hand", "")
    return {
        "match": counted.match.number,
        "record": counted.record,
        "hand": counted.hand.number,
        "as": counted.as_,
        "act": act_to_dict(act),
        "differs": bool(text) and text != hand.outcome.text,
        "approved": approved and signature_json(approved),
        "transfers": [transfer_json(each) for each in counted.hand.transfers if each.record == counted.record],
        "players": dict(counted.match.seats_in(hand.laid.deal) or counted.hand.seats),
        "wrongly": words(wording.FALSE_WINS[act.kind]) if counted.as_ == "false-win" and hasattr(act, "kind") else None,
    }


def ending_json(found: ProposedOutcome, words: Messages) -> dict[str, Any]:
    """How the hand in play may end with a laid hand: who and how, the act to post, what it would change."""
    hands = found.after.match.hands if found.after else []
    after = next((hand for hand in hands if hand.number == found.hand.number), None)
    return {
        "match": found.match.number,
        "version": found.match.version,
        "hand": found.hand.number,
        "round": found.hand.round_wind,
        "players": {wind: found.hand.seats[wind] for wind in "ESWN"},
        "dead": sorted(found.hand.dead),
        "winner": found.winner,
        "winner_by": _told(found.winner_by, words),
        "discarder": found.discarder,
        "discarder_by": _told(found.discarder_by, words),
        "self_drawn": found.self_drawn,
        "earlier": found.earlier,
        "laid_in": found.laid_in,
        "again": msgspec.to_builtins(found.again) if found.again else None,
        "act": act_to_dict(found.act) if found.act else None,
        "transfers": _transfers(after, found.hand),
        "points": found.after.match.points if found.after else None,
        "refused": found.refusal
        and {
            "kind": found.refusal.kind,
            "about": dict(found.refusal.about),
            "says": wording.refusal(words, found.refusal),
        },
        "false_win": found.false_win and _false_win_json(found.false_win, words),
    }


def _told(teller: Any, words: Messages) -> str | None:
    return words(offer_words.SOURCES[teller]) if teller else None


def _transfers(after: Hand | None, before: Hand) -> list[TransferShown]:
    """Who would pay whom in addition to what the hand has so far."""
    return [transfer_json(transfer) for transfer in (after.transfers[len(before.transfers) :] if after else ())]


def _false_win_json(offer: FalseWinOffer, words: Messages) -> dict[str, Any]:
    return {
        "kind": offer.kind,
        "says": words(wording.FALSE_WINS[offer.kind]),
        "each": offer.each,
        "disqualified": offer.disqualified,
        "act": act_to_dict(offer.act) if offer.act else None,
        "why": explanation_json(offer.why, words),
    }
