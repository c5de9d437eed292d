"""What a hand waits for, and what each tile would be worth."""

from dataclasses import dataclass, replace

from scoring.hand import ImpossibleHandError, Problem, Win, findings
from scoring.rules import rule_book
from scoring.sheet import ScoreSheet
from scoring.tiles import PLAYED


@dataclass(frozen=True, slots=True)
class Wait:
    """One tile that would win.

    Attributes:
        tile: Its code.
        left: Copies the hand itself does not hold; 0 when the wait is dead.
        self_drawn, discarded: The sheets for drawing it and for claiming it, no further circumstance assumed.
    """

    tile: str
    left: int
    self_drawn: ScoreSheet
    discarded: ScoreSheet


def waits(win: Win, rules: str = "mcr") -> tuple[Wait, ...]:
    """Every tile that would win, in the order of `scoring.tiles.FACES`, with its value both ways.

    Args:
        win: A waiting hand, or a won one, whose winning tile is then taken out.
        rules: Name of the preset.

    Raises:
        ImpossibleHandError: The thirteen tiles are no hand.
    """
    before = replace(
        win, winning=None, last_tile=False, kong=False, last_of_kind=False, heaven=False, earth=False, discards=()
    )
    wrong = [finding for finding in findings(before) if finding.problem is not Problem.NO_WINNING_TILE]
    if wrong:
        raise ImpossibleHandError(" ".join(finding.message for finding in wrong))
    book = rule_book(rules)
    held = before.tiles
    found = []
    for tile in PLAYED:
        left = 4 - held.count(tile)
        if not left:
            continue
        discarded = book.score(replace(before, winning=tile, self_draw=False))
        if discarded.wins:
            drawn = book.score(replace(before, winning=tile, self_draw=True, discarder=None))
            found.append(Wait(tile, left, drawn, discarded))
    return tuple(found)
