"""The hand sheet of a match as plain JSON values."""

from dataclasses import asdict
from typing import Any

from scoring.match.payers import mispaid
from scoring.match.ranking import final_table_points
from scoring.match.state import Appeal, Departure, Fine, Match
from webui.messages import Messages
from webui.messages import scoring as wording


def hand_sheet_json(match: Match, words: Messages) -> dict[str, Any]:
    """The hand sheet with running totals, table points, penalties and appeals as plain JSON values."""
    return {
        "rules": match.rules.name,
        "body": match.body.name,
        "players": list(match.players),
        "over": match.over,
        "hands": [
            {
                "number": hand.number,
                "round": hand.round_wind,
                "seats": hand.seats,
                "points": hand.points,
                "deducted": hand.deducted,
                "marks": hand.marks,
                "totals": running,
                "approved": hand.approved is not None,
                "corrected": hand.corrected,
                "records": hand.records,
            }
            for hand, running in zip(match.hands, match.running, strict=True)
        ],
        "totals": match.points,
        "table_points": final_table_points(match),
        "mispaid": [
            {"hand": each.hand.number, "record": each.record, "says": wording.mispaid(words, each)}
            for each in mispaid(match)
        ],
        "penalties": [fine_json(fine, words) for fine in match.fines],
        "departures": [departure_json(departure, words) for departure in match.departures],
        "appeals": [appeal_json(match, appeal, words) for appeal in match.appeals],
    }


def appeal_json(match: Match, appeal: Appeal, words: Messages) -> dict[str, Any]:
    """An appeal of a match with its decision, null while it is open."""
    late, decided = match.is_late(appeal), appeal.decided
    return {
        "record": appeal.record,
        "hand": appeal.hand,
        "player": appeal.player,
        "reason": appeal.reason,
        "who": appeal.who,
        "when": appeal.when,
        "late": late,
        "decided": decided
        and {
            "record": decided.record,
            "decision": decided.decision,
            "reason": decided.reason,
            "who": decided.who,
            "when": decided.when,
        },
        "says": wording.appeal(words, appeal, late),
    }


def departure_json(departure: Departure, words: Messages) -> dict[str, Any]:
    """Who was taken out, left or was replaced."""
    return {**asdict(departure), "says": wording.departure(words, departure)}


def fine_json(fine: Fine, words: Messages) -> dict[str, Any]:
    """A line of the penalty sheet."""
    return {
        "record": fine.record,
        "hand": fine.hand,
        "player": fine.player,
        "amount": fine.amount,
        "flow": fine.flow,
        "kind": fine.kind,
        "about": dict(fine.about),
        "why": wording.fine(words, fine),
    }
