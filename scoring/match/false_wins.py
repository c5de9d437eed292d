"""The kind of false win that a declared hand is, and those that a body knows."""

from dataclasses import replace
from typing import get_args

from scoring.distance import distance
from scoring.errors import ScoringError
from scoring.match.bodies import Body
from scoring.match.course import find_course
from scoring.match.errors import RefusedError
from scoring.match.records import FalseWinKind
from scoring.rules import game_of
from scoring.sheet import ScoreSheet


def false_win_kind(sheet: ScoreSheet) -> FalseWinKind | None:
    """Return the kind of a false win by the sheet of the hand, or None if it may be declared or is not a hand.

    A waiting hand was won on the wrong tile, unless its game bars it; of any other its game has the kind. A tile that
    the winner may not win on does not show in a hand.

    Args:
        sheet: The sheet of the hand with its winning tile.
    """
    if sheet.legal or sheet.win.winning is None:
        return None
    course = find_course(game_of(sheet.rules))
    if course is None:
        return None
    kinds = course.false_wins
    if sheet.wins:
        return kinds.worthless
    if barred := kinds.barred(sheet.win):
        return barred
    try:
        missing = distance(replace(sheet.win, winning=None), sheet.rules).tiles
    except ScoringError:
        return None
    return "wrong tile" if missing <= 1 else kinds.short(missing)


def check_kind(kind: str, body: Body) -> None:
    """Refuse a new false win of a kind that the body does not know, and never asked for.

    Raises:
        RefusedError: The body has other kinds.
    """
    if kind in get_args(FalseWinKind) and kind not in (*body.false_win_kinds, *body.older_kinds):
        raise RefusedError("no-such-false-win", body=body.name, false_win=kind, kinds=body.false_win_kinds)
