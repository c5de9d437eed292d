"""What else a player may ask about a sheet: waits, changes that would be enough, the distance from a win."""

from dataclasses import dataclass

from scoring.changes import Change, lifting_changes
from scoring.circumstances import unknown
from scoring.distance import Distance, distance
from scoring.findings import UNUSABLE, HandFault
from scoring.rules import game_of, rule_book
from scoring.sheet import ScoreSheet
from scoring.waits import Wait, waits
from scoring.zungjung.payment import Responsible, responsible


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say about a hand besides its sheet; None where it does not apply.

    Attributes:
        waits: Every tile that the hand waits (or waited) for; None where its tiles are impossible, or a wind unknown.
        responsible: Who pays for a Zung Jung hand that may be declared.
        changes: For a won hand under the minimum, the single changes that would be enough.
        distance: For a hand that does not win, how far it is from winning.
    """

    waits: tuple[Wait, ...] | None = None
    responsible: Responsible | None = None
    changes: tuple[Change, ...] | None = None
    distance: Distance | None = None


def explanation(sheet: ScoreSheet) -> Explanation:
    """Explains a hand as far as its sheet gives reason to."""
    win, rules = sheet.win, sheet.rules
    if sheet.problems & UNUSABLE & ~HandFault.NO_WINNING_TILE:
        return Explanation()
    open_ = unknown(win, rule_book(rules))
    awaited = waits(win, rules) if win.seat and win.round_wind else None
    waiting = win.winning is None and awaited
    return Explanation(
        waits=awaited,
        responsible=responsible(win) if sheet.legal and game_of(rules) == "zungjung" else None,
        changes=lifting_changes(win, rules) if sheet.wins and not sheet.legal and not open_ else None,
        distance=distance(win, rules) if not sheet.wins and not waiting else None,
    )
