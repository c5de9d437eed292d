"""The tiles that a hand waits for, and the score with each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scoring.findings import HandFault, ImpossibleHandError, findings
from scoring.hand import Win
from scoring.partition import winning_kinds
from scoring.rules import DEFAULT, rule_book
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


_NO_LUCK: Final[Mapping[str, bool]] = dict.fromkeys(
    ("last_tile", "kong", "last_of_kind", "heaven", "earth", "double_kong", "flower_tile", "man"), False
)
"""The luck of a win, which belongs to its one tile: the scores of waits are without it."""


def by_luck(win: Win) -> bool:
    """Return True if a hand was won with luck that the scores of its waits leave out."""
    return any(getattr(win, name) for name in _NO_LUCK)


def waits(win: Win, rules: str = DEFAULT) -> tuple[Wait, ...]:
    """Return every tile that would win, in the order of `scoring.tiles.FACES`, with its score both ways.

    Args:
        win: A waiting hand, or a won one, whose winning tile is ignored.
        rules: Name of the preset.

    Raises:
        ImpossibleHandError: The tiles without the winning one cannot be a hand that lacks one.
        UnknownCircumstancesError: The seat or the round is unknown.
        UnknownRulesError: No preset has this name.
    """
    before = replace(win, winning=None, discards=(), flowers=win.flowers or 0, liable=None, **_NO_LUCK)  # type: ignore[arg-type]
    book = rule_book(rules)
    wrong = tuple(finding for finding in findings(before, book.play) if finding.fault is not HandFault.NO_WINNING_TILE)
    if wrong:
        raise ImpossibleHandError(wrong)
    held = before.tiles
    found = []
    concealed = sum([ONE_OF[code] for code in before.concealed])
    for kind in kinds(winning_kinds(concealed, len(before.melds), knitted=book.game.shapes.knitted, pairs=book.pairs)):
        tile = PLAYED[kind]
        left = COPIES - held.count(tile)
        if left:
            discarded = book.worth(replace(before, winning=tile, self_draw=False))
            drawn = book.worth(replace(before, winning=tile, self_draw=True, discarder=None))
            if drawn.wins or discarded.wins:  # the shape alone may not be enough
                found.append(Wait(tile, left, drawn, discarded))
    return tuple(found)
