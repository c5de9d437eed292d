"""Faults of a hand that only riichi for three has: claimed chows, Norths set aside, a robbed North."""

from collections.abc import Mapping
from typing import Final

from scoring.findings import UNUSABLE, Finding, FindingKind, HandFault, OwnFinding, faults_of
from scoring.games.riichi.findings import FAULT_OF as OF_RIICHI
from scoring.games.riichi.findings import riichi_findings
from scoring.games.sanma.presets import Preset
from scoring.games.sanma.words import stated
from scoring.hand import Win
from scoring.play import Play
from scoring.tiles import COPIES

PLAY: Final = Play(
    "sanma",
    tiles=108,
    flowers=0,
    dead=14,
    stacks=(18, 18, 18),
    throws=1,
    crosswise=True,
    declares="riichi",
    chows=False,
    kong_drawn=True,
    kong_last=False,
    knitted=False,
    pairs="different",
    players=3,
    aside=("N",),
    absent=tuple([f"{rank}m" for rank in range(2, 9)]),
)
"""The way in which riichi for three is played."""

FAULT_OF: Final[Mapping[FindingKind, HandFault]] = {
    **OF_RIICHI,
    "claimed-chow": HandFault.IMPOSSIBLE_CHOW,
    "fifth-north": HandFault.FIFTH_COPY,
    "norths-not-aside": HandFault.OF_ONE_GAME,
    "north-not-robbed": HandFault.OF_ONE_GAME,
    "north-breaks-first": HandFault.OF_ONE_GAME,
    "replacement-without-north": HandFault.REPLACEMENT_WITHOUT_KONG,
}
"""The fault that each kind of finding of riichi for three is a case of."""


class SanmaFinding(OwnFinding):
    """A fault that only riichi for three has."""

    __slots__ = ()
    faults = FAULT_OF


def sanma_findings(win: Win, preset: Preset) -> tuple[Finding, ...]:
    """Return the faults of a hand: those of riichi, claimed chows, and what Norths contradict."""
    own, norths = stated(win), stated(win).norths or 0
    found = [_of_three(each, preset) for each in riichi_findings(win, PLAY) if not _allowed(each, win, norths, preset)]
    found += [SanmaFinding("claimed-chow", {"tiles": meld.tiles}) for meld in win.melds if meld.kind == "chow"]
    north = "N" if preset.north == "bonus" else ""
    held, shown = win.tiles.count("N"), (*(own.dora or ()), *(own.ura or ())).count("N")
    if norths and north and held + norths > COPIES:
        found.append(SanmaFinding("fifth-north", {"norths": norths, "held": held}))
    elif norths and north and held + shown <= COPIES < held + shown + norths:
        found.append(Finding("fifth-copy", {"tile": north, "copies": held + shown + norths}))
    if faults_of(tuple(found)) & UNUSABLE:
        return tuple(found)
    if norths and not north:
        found.append(SanmaFinding("norths-not-aside", {"norths": norths}))
    if own.robbed and (win.self_draw or win.winning != "N" or win.kong or not north or preset.north_robbed == "off"):
        found.append(SanmaFinding("north-not-robbed"))
    if norths and (win.heaven or win.earth):
        found.append(SanmaFinding("north-breaks-first"))
    return tuple(found)


def _of_three(finding: Finding, preset: Preset) -> Finding:
    """Return a fault of riichi as it is here: the replacement may have been that of a North."""
    north = finding.kind == "replacement-without-kong" and preset.north == "bonus"
    return SanmaFinding("replacement-without-north") if north else finding


def _allowed(finding: Finding, win: Win, norths: int, preset: Preset) -> bool:
    """Return True for a fault of riichi that is none here: a North has a replacement tile, all fives may be red."""
    if finding.kind == "red-five-twice":
        return preset.fives == "all"
    drawn = finding.kind == "replacement-without-kong" and win.self_draw
    return bool(drawn and norths and preset.north == "bonus")
