"""What referees see of all tables: calls, hands that wait for an approval, claims, fines and whether they add up."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from scoring.match.records import Won
from scoring.match.state import Hand
from webui.exports.sheet import fine_json
from webui.records.calls import Call, Note
from webui.table.matches import TableMatch
from webui.table.table import Table
from webui.views.hands import listed_hand_json
from webui.words import Words


def call_json(call: Call, now: str) -> dict[str, Any]:
    """A call for a referee; `now` is the time of the server, by which a page counts the waiting."""
    return {
        "id": call.id,
        "table": call.table,
        "player": call.player,
        "reason": call.reason,
        "who": call.who,
        "at": call.at,
        "taken": call.taken_at != "",
        "taken_by": call.taken_by,
        "done": call.done_at != "",
        "done_by": call.done_by,
        "now": now,
    }


def note_json(note: Note) -> dict[str, Any]:
    """A note of a player."""
    return {
        "id": note.id,
        "player": note.player,
        "table": note.table,
        "text": note.text,
        "who": note.who,
        "role": note.role,
        "at": note.at,
    }


def waiting_json(table: Table, words: Words, sent: Collection[Mapping[str, Any]] = ()) -> list[dict[str, Any]]:
    """The hands of a table's match that ended and wait for an approval, each as it was laid.

    Args:
        table: The table.
        words: The language of the page.
        sent: What was sent to the devices of tables, as `orders_json` has it.
    """
    found = table.matches.current
    if found is None:
        return []
    hands = [hand for hand in found.match.hands if hand.ended is not None and hand.approved is None]
    on_the_way = {
        each["act"].get("hand")
        for each in sent
        if (each["table"], each["refused"], each["act"].get("type")) == (table.number, None, "Approved")
    }
    return [_waiting(table, found, hand, words) | {"sent": hand.number in on_the_way} for hand in hands]


def _waiting(table: Table, found: TableMatch, hand: Hand, words: Words) -> dict[str, Any]:
    won = hand.outcome if isinstance(hand.outcome, Won) else None
    laid = table.hands.get(won.laid) if won and won.laid else None
    return {
        "table": table.number,
        "hand": hand.number,
        "ended": found.entry(hand.ended).when if hand.ended is not None else None,
        "winner": hand.winner,
        "discarder": hand.discarder,
        "points": won.points if won else None,
        "changes": hand.points,
        "laid": laid and listed_hand_json(laid, words),
    }


def claims_json(table: Table, words: Words) -> list[dict[str, Any]]:
    """The wins that are claimed at a table now and were read by its camera."""
    found = []
    for claim in table.session.play.claims:
        laid = table.hands.get(claim.hand) if claim.hand else None
        if laid:
            player = table.chairs.get(claim.chair, "")
            found.append(
                {
                    "table": table.number,
                    "chair": claim.chair,
                    "player": player,
                    "legal": claim.legal,
                    "laid": listed_hand_json(laid, words),
                }
            )
    return found


def fines_json(tables: Iterable[Table], words: Words) -> dict[str, Any]:
    """Every fine of the matches that are played or were played last, and whether they add up with the points.

    All points of a match together are what it began with, less what fines took from the table: `missing` is how much
    less the players hold, and `kept` what the fines of the list say that the body keeps.
    """
    listed, kept, missing = [], 0, 0
    for table in tables:
        found = table.matches.current
        if found is None:
            continue
        match = found.match
        listed += [fine_json(fine, words) | {"table": table.number} for fine in match.fines]
        kept += sum(fine.amount for fine in match.fines if fine.flow == "deducted")
        missing += match.body.start * len(match.players) - sum(match.points.values())
    return {"fines": listed, "kept": kept, "missing": missing, "holds": kept == missing}
