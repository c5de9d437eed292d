"""The tiles that a hand waits for, and the score with each."""

from dataclasses import dataclass, replace

from scoring.findings import HandFault, ImpossibleHandError, findings
from scoring.hand import Win
from scoring.partition import winning_kinds
from scoring.rules import rule_book
from scoring.sheet import ScoreTotals
from scoring.tiles import COPIES, ONE_OF, PLAYED, kinds


@dataclass(frozen=True, slots=True)
class Wait:
    """One tile that would win.

    Attributes:
        tile: Code of the tile.
        left: Copies that the hand itself does not hold, 1 to 4.
        self_drawn: Score on a self-draw, no other circumstance assumed.
        discarded: Score on a discard, no other circumstance assumed.
    """

    tile: str
    left: int
    self_drawn: ScoreTotals
    discarded: ScoreTotals


def waits(win: Win, rules: str = "mcr") -> tuple[Wait, ...]:
    """Return every tile that would win, in the order of `scoring.tiles.FACES`, with its score both ways.

    Args:
        win: A waiting hand, or a won one, whose winning tile is ignored.
        rules: Name of the preset.

    Raises:
        ImpossibleHandError: The tiles without the winning one cannot be a hand of thirteen.
        UnknownCircumstancesError: The seat or the round is unknown.
        UnknownRulesError: No preset has this name.
    """
    before = replace(
        win,
        winning=None,
        last_tile=False,
        kong=False,
        last_of_kind=False,
        heaven=False,
        earth=False,
        discards=(),
        flowers=win.flowers or 0,
        double_kong=False,
        flower_tile=False,
        man=False,
        liable=None,
    )
    wrong = tuple(finding for finding in findings(before) if finding.fault is not HandFault.NO_WINNING_TILE)
    if wrong:
        raise ImpossibleHandError(wrong)
    book = rule_book(rules)
    held = before.tiles
    found = []
    concealed = sum([ONE_OF[code] for code in before.concealed])
    for kind in kinds(winning_kinds(concealed, len(before.melds), knitted=book.game == "mcr", pairs=book.pairs)):
        tile = PLAYED[kind]
        left = COPIES - held.count(tile)
        if left:
            discarded = book.worth(replace(before, winning=tile, self_draw=False))
            drawn = book.worth(replace(before, winning=tile, self_draw=True, discarder=None))
            found.append(Wait(tile, left, drawn, discarded))
    return tuple(found)
