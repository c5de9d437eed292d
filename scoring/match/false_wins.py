"""What kind of false win a hand is that was declared and may not be."""

from dataclasses import replace

from scoring.distance import distance
from scoring.errors import ScoringError
from scoring.match.records import FalseWinKind
from scoring.sheet import ScoreSheet


def false_win_kind(sheet: ScoreSheet) -> FalseWinKind | None:
    """The kind of a false win by the sheet of the hand; None for one that may be declared, or that is no hand at all.

    A hand that waited was won on the wrong tile; one that did not was so many tiles short of waiting.

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
