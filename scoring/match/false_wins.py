"""The kind of false win that a declared hand is."""

from dataclasses import replace

from scoring.distance import distance
from scoring.errors import ScoringError
from scoring.match.records import FalseWinKind
from scoring.sheet import ScoreSheet


def false_win_kind(sheet: ScoreSheet) -> FalseWinKind | None:
    """Return the kind of a false win by the sheet of the hand, or None if it may be declared or is not a hand.

    A waiting hand was won on the wrong tile; any other was one, two or more tiles short of waiting.

    Args:
        sheet: The sheet of the hand with its winning tile.
    """
    if sheet.legal or sheet.win.winning is None:
        return None
    if sheet.wins:
        return "under the minimum"
    try:
        missing = distance(replace(sheet.win, winning=None), sheet.rules).tiles
    except ScoringError:
        return None
    if missing <= 1:
        return "wrong tile"
    return "one short of waiting" if missing == 2 else "two or more short of waiting"
