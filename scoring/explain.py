"""Everything else there is to say about a sheet: waits, changes that would lift it, how far it is from winning."""

from typing import Any

from scoring.changes import lifting_changes
from scoring.distance import distance
from scoring.hand import UNUSABLE, Problem
from scoring.notation import format_win
from scoring.sheet import ScoreSheet
from scoring.waits import waits
from scoring.zungjung.payment import responsible


def explanation(sheet: ScoreSheet) -> dict[str, Any]:
    """Plain JSON values beside those of `ScoreSheet.to_dict`, with the keys that apply to the hand.

    `waits`: for every tile the hand waits (or waited) for, the copies left and what it is worth self-drawn and claimed.
    `responsible`: who pays for a Zung Jung hand and why. `changes`: for a won hand under the minimum. `distance`: for
    one that does not win. A hand whose tiles are impossible has none of them.
    """
    if sheet.problems & UNUSABLE & ~Problem.NO_WINNING_TILE:
        return {}
    said: dict[str, Any] = {
        "waits": [
            {
                "tile": wait.tile,
                "left": wait.left,
                "self_drawn": {"total": wait.self_drawn.total, "legal": wait.self_drawn.legal},
                "discarded": {"total": wait.discarded.total, "legal": wait.discarded.legal},
            }
            for wait in waits(sheet.win, sheet.rules)
        ]
    }
    if sheet.legal and sheet.rules == "zungjung":
        payer = responsible(sheet.win)
        said["responsible"] = {"seat": payer.seat, "known": payer.known, "why": payer.why}
    if sheet.wins and not sheet.legal:
        said["changes"] = [
            {
                "kind": change.kind,
                "what": change.what,
                "tiles": list(change.tiles),
                "hand": format_win(change.sheet.win),
                "total": change.sheet.total,
            }
            for change in lifting_changes(sheet.win, sheet.rules)
        ]
    if not sheet.wins and not (sheet.win.winning is None and said["waits"]):
        far = distance(sheet.win, sheet.rules)
        said["distance"] = {
            "tiles": far.tiles,
            "wrong": list(far.wrong),
            "missing": list(far.missing),
            "shape": far.shape,
            "exchanges": [list(exchange) for exchange in far.exchanges],
        }
    return said
