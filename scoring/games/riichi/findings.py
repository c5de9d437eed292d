"""Faults of a hand that only riichi has: indicators, riichi, the first go-round."""

from collections.abc import Mapping
from typing import Final

from scoring.findings import UNUSABLE, Finding, FindingKind, HandFault, OwnFinding, faults_of, findings
from scoring.games.riichi.words import declared
from scoring.hand import Win
from scoring.play import USUAL, Play
from scoring.tiles import COPIES, KIND

FAULT_OF: Final[Mapping[FindingKind, HandFault]] = {
    "indicator-count": HandFault.WRONG_COUNT,
    "red-five-twice": HandFault.FIFTH_COPY,
    "riichi-open": HandFault.OF_ONE_GAME,
    "ura-without-riichi": HandFault.OF_ONE_GAME,
    "ippatsu-impossible": HandFault.OF_ONE_GAME,
    "first-draw-impossible": HandFault.OF_ONE_GAME,
}
"""The fault that each kind of finding of riichi is a case of."""
_MOST_INDICATORS: Final = 5
"""Indicators of a wall, one and another for each of four kongs."""


class RiichiFinding(OwnFinding):
    """A fault that only riichi has."""

    __slots__ = ()
    faults = FAULT_OF

    @property
    def problem(self) -> str | None:
        """The name of its fault: those that concern riichi itself have one name."""
        of_riichi = self.fault is HandFault.OF_ONE_GAME and self.kind != "first-draw-impossible"
        return "RIICHI_IMPOSSIBLE" if of_riichi else super().problem


def riichi_findings(win: Win, play: Play = USUAL) -> tuple[Finding, ...]:
    """Return the faults of a hand under riichi: those of every game, indicators, riichi, the first go-round.

    Args:
        win: The hand.
        play: The way in which it is played: its players and its tiles.
    """
    found = [each for each in findings(win, play) if each.kind not in ("earth-impossible", "robbed-on-last-tile")]
    if win.flowers:
        found.append(Finding("flowers-not-played", {"flowers": win.flowers}))
    if found and faults_of(tuple(found)) & UNUSABLE:
        return tuple(found)
    own = declared(win)
    for word, named in (("dora", own.dora), ("ura", own.ura)):
        unknown = [code for code in named or () if code not in KIND]
        if unknown:
            found.append(Finding("unknown-tile", {"tile": unknown[0]}))
        elif absent := tuple([code for code in named or () if code in play.absent]):
            found.append(Finding("absent-tile", {"tiles": absent}))
        elif named and len(named) > _MOST_INDICATORS:
            found.append(
                RiichiFinding("indicator-count", {"word": word, "count": len(named), "most": _MOST_INDICATORS})
            )
    indicators = (*(own.dora or ()), *(own.ura or ()))
    seen = (*win.tiles, *indicators)
    found += [
        Finding("fifth-copy", {"tile": code, "copies": seen.count(code)})
        for code in dict.fromkeys(indicators)
        if seen.count(code) > COPIES
    ]
    found += [
        RiichiFinding("red-five-twice", {"tile": code}) for code in sorted(set(win.red)) if win.red.count(code) > 1
    ]
    riichi = own.riichi or own.double_riichi or own.open_riichi
    opened = any(meld.exposed for meld in win.melds)
    if riichi and opened:
        found.append(RiichiFinding("riichi-open"))
    if own.ura and (not riichi or opened):
        found.append(RiichiFinding("ura-without-riichi"))
    if own.ippatsu and (not riichi or opened or (win.kong and win.self_draw)):
        found.append(RiichiFinding("ippatsu-impossible"))
    if (win.heaven or win.earth) and (
        win.heaven == win.earth or riichi or win.melds or (win.seat == "E") != win.heaven or not win.self_draw
    ):
        found = [each for each in found if each.fault is not HandFault.HEAVEN_IMPOSSIBLE]
        found.append(RiichiFinding("first-draw-impossible"))
    return tuple(found)
