"""Faults of a hand that only Taiwan has: luck of the first turn, announced ready hands, wins by flowers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scoring.findings import Finding, FindingKind, HandFault, OwnFinding, findings
from scoring.games.taiwan.play import PLAY
from scoring.games.taiwan.words import told
from scoring.hand import Win
from scoring.tiles import FLOWERS

FAULT_OF: Final[Mapping[FindingKind, HandFault]] = dict.fromkeys(
    ("first-turn-impossible", "ready-impossible", "two-at-once", "by-flowers-impossible"), HandFault.OF_ONE_GAME
)
"""The fault that each kind of finding of Taiwan is a case of."""


class TaiwanFinding(OwnFinding):
    """A fault that only Taiwan has."""

    __slots__ = ()
    faults = FAULT_OF


def by_flowers(win: Win) -> int:
    """Return the number of flowers that win: all eight, or seven where another player drew the eighth; else 0."""
    if not told(win).by_flowers:
        return 0
    eight = len(FLOWERS)
    if win.flowers == eight:  # nobody gave the last of them
        return eight if win.discarder is None else 0
    return eight - 1 if win.flowers == eight - 1 and not win.self_draw else 0


def taiwan_findings(win: Win) -> tuple[Finding, ...]:
    """Return the faults of a hand under Taiwan's rules; what counts for nothing here has none."""
    plain = replace(
        win,
        kong=win.kong or bool(win.flower_tile and win.self_draw),  # one word says both
        last_of_kind=False,
        double_kong=False,
        man=False,
        liable=None,
        heaven=False,
        earth=False,
    )
    found = list(findings(plain, PLAY))
    if win.flowers != 0:  # a flower has a replacement too
        found = [each for each in found if each.kind != "replacement-without-kong"]
    if by_flowers(win):  # whatever the tiles
        found = [each for each in found if each.kind != "no-winning-tile"]
    return (*found, *_first_turn(win))


def _first_turn(win: Win) -> list[Finding]:
    """Find contradictions of the blessings, of announced ready hands, and of a win by flowers."""
    own, exposed = told(win), any(meld.exposed for meld in win.melds)
    found: list[Finding] = []
    if win.heaven and (win.seat not in (None, "E") or exposed or win.self_draw is False):
        found.append(TaiwanFinding("first-turn-impossible", {"word": "heaven"}))
    for word, stated, drawn in (("earth", win.earth, True), ("man", win.man, False)):
        if stated and (win.seat == "E" or win.melds or win.self_draw not in (None, drawn)):
            found.append(TaiwanFinding("first-turn-impossible", {"word": word}))
    if own.announced and exposed:
        word = "ready" if own.ready == "ready" else f"ready={own.ready}"
        found.append(TaiwanFinding("ready-impossible", {"word": word}))
    together = [
        word
        for word, stated in (
            ("heaven", win.heaven),
            ("earth", win.earth),
            ("man", win.man),
            ("ready=heaven", own.as_dealt),
            ("ready=earth", own.at_once),
            ("ready", own.announced and not (own.as_dealt or own.at_once)),
        )
        if stated
    ]
    if len(together) > 1:
        found.append(TaiwanFinding("two-at-once", {"words": tuple(together)}))
    if own.by_flowers and not by_flowers(win) and win.flowers is not None:
        found.append(TaiwanFinding("by-flowers-impossible", {"flowers": win.flowers}))
    return found
