"""The hand sheet of a match: its rows, and the whole of it as plain JSON values."""

from typing import Any, NamedTuple

from scoring.match.ranking import table_points
from scoring.match.records import Record
from scoring.match.state import Hand, Match
from webui.words import Words
from webui.words import scoring as wording


class Numbered(NamedTuple):
    """A record with its number."""

    number: int
    record: Record


def rows(match: Match) -> list[tuple[Hand, dict[str, int]]]:
    """Every hand with the points of the players after it, by name."""
    running = dict.fromkeys(match.players, match.body.start)
    found = []
    for hand in match.hands:
        running = {name: total + hand.points[name] - hand.deducted[name] for name, total in running.items()}
        found.append((hand, running))
    return found


def final_table_points(match: Match) -> dict[str, float]:
    """Table points by name of a match that is over, where its body has them; else empty."""
    if not match.over or not match.body.table_points:
        return {}
    return {player: float(points) for player, points in table_points(match.points).items()}


def hand_sheet_json(match: Match, words: Words) -> dict[str, Any]:
    """The hand sheet with running totals, table points and penalties as plain JSON values."""
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
                "records": hand.records,
            }
            for hand, running in rows(match)
        ],
        "totals": match.points,
        "table_points": final_table_points(match),
        "penalties": [
            {
                "record": fine.record,
                "hand": fine.hand,
                "player": fine.player,
                "amount": fine.amount,
                "flow": fine.flow,
                "kind": fine.kind,
                "about": dict(fine.about),
                "why": wording.fine(words, fine),
            }
            for fine in match.fines
        ],
    }
