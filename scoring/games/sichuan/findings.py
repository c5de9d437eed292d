"""Faults of a hand that only Sichuan has: foreign tiles, claimed sequences, the void suit, who had won before."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scoring.findings import UNUSABLE, Finding, FindingKind, HandFault, OwnFinding, faults_of, findings
from scoring.games.sichuan.words import told
from scoring.hand import Win
from scoring.tiles import KIND, SUITS, WINDS

FAULT_OF: Final[Mapping[FindingKind, HandFault]] = {
    "foreign-tile": HandFault.UNKNOWN_TILE,
    "claimed-chow": HandFault.IMPOSSIBLE_CHOW,
    "three-suits": HandFault.OF_ONE_GAME,
    "void-suit-held": HandFault.OF_ONE_GAME,
    "shot-drawn": HandFault.OF_ONE_GAME,
    "first-turn": HandFault.OF_ONE_GAME,
    "out-impossible": HandFault.OF_ONE_GAME,
}
"""The fault that each kind of finding of Sichuan is a case of."""

_NO_WIN: Final = frozenset({"three-suits", "void-suit-held"})
"""The findings with which a hand does not win."""
_HONORS: Final = 27
"""The first kind that is an honor."""


class SichuanFinding(OwnFinding):
    """A fault that only Sichuan has."""

    __slots__ = ()
    faults = FAULT_OF


def suits_of(win: Win) -> frozenset[str]:
    """Return the suits of the tiles of a hand."""
    return frozenset([code[-1] for code in win.tiles if code[-1] in SUITS])


def claimed_kongs(win: Win) -> list[int]:
    """Return who gave the tile of each claimed kong of a hand, as in `Meld.source`."""
    return [meld.source for meld in win.melds if len(meld.tiles) > 3 and meld.source in (1, 2, 3)]


def neighbour(seat: str, source: int) -> str:
    """Return the seat of the player before (1), across (2) or after (3)."""
    return WINDS[(WINDS.index(seat) + (3, 2, 1)[source - 1]) % len(WINDS)]


def sichuan_findings(win: Win) -> tuple[Finding, ...]:
    """Return the faults of a hand under Sichuan; what counts for nothing here has none."""
    plain = replace(
        win,
        round_wind=None,
        flowers=None,
        flower_tiles=(),
        last_of_kind=False,
        double_kong=False,
        flower_tile=False,
        man=False,
        liable=None,
        heaven=False,
        earth=False,
    )
    found = list(findings(plain))
    if win.kong and win.self_draw and claimed_kongs(win) and win.discarder != win.seat:
        found = [each for each in found if each.kind != "discarder-of-own-draw"]  # that is who gave the claimed kong
    foreign = [code for code in dict.fromkeys((*win.tiles, *win.flower_tiles)) if KIND.get(code, _HONORS) >= _HONORS]
    named = {each.about.get("tile") for each in found}
    found += [SichuanFinding("foreign-tile", {"tile": code}) for code in foreign if code not in named]
    found += [
        SichuanFinding("claimed-chow", {"tiles": meld.tiles})
        for meld in win.melds
        if len(set(meld.tiles)) > 1 and not any(each.about.get("tiles") == meld.tiles for each in found)
    ]
    if faults_of(tuple(found)) & UNUSABLE:
        return tuple(found)
    own, suits = told(win), suits_of(win)
    if len(suits) == len(SUITS):
        found.append(SichuanFinding("three-suits"))
    elif own.void in suits:
        found.append(SichuanFinding("void-suit-held", {"suit": own.void}))
    if own.shot and win.self_draw:
        found.append(SichuanFinding("shot-drawn"))
    return (*found, *_first_turn(win), *_out(win))


def _first_turn(win: Win) -> list[Finding]:
    """Find contradictions of the blessings: heaven is East's, earth another's, both without melds and first of all."""
    found: list[Finding] = []
    late = bool(win.melds or told(win).out)
    if win.heaven and (late or win.seat not in (None, "E") or win.self_draw is False or win.earth):
        found.append(SichuanFinding("first-turn", {"word": "heaven"}))
    by_another = win.self_draw is False and win.giver not in (None, "E")
    if win.earth and (late or win.seat == "E" or by_another):
        found.append(SichuanFinding("first-turn", {"word": "earth"}))
    return found


def _out(win: Win) -> list[Finding]:
    """Find the players of `out` who cannot have won before: the winner, and who gave the winning tile."""
    there = [seat for seat in told(win).out if seat in (win.seat, None if win.self_draw else win.giver)]
    return [SichuanFinding("out-impossible", {"seat": seat}) for seat in there]


def does_not_win(found: tuple[Finding, ...]) -> bool:
    """Return True if a finding rules out that the hand wins, whatever its shape."""
    return any(each.kind in _NO_WIN for each in found)
