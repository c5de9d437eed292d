"""Faults of a hand: tiles that cannot be a hand, and circumstances that the tiles contradict."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag
from typing import ClassVar, Final, Literal

from scoring.errors import About, ScoringError
from scoring.groups import GROUP_OF
from scoring.hand import Meld, Win
from scoring.play import USUAL, Play
from scoring.tiles import ALL, COPIES, FLOWERS, KIND, ONE_OF, WINDS


class HandFault(IntFlag):
    """Faults of a hand, as flags.

    The flags up to `FLOWER_TWICE` mean that the tiles cannot be a hand; the others, that they contradict how it was
    won, the last of them a circumstance that only one game has.
    """

    WRONG_COUNT = 1 << 0
    NO_WINNING_TILE = 1 << 1
    UNKNOWN_TILE = 1 << 2
    FIFTH_COPY = 1 << 3
    IMPOSSIBLE_CHOW = 1 << 4
    IMPOSSIBLE_SET = 1 << 5
    BAD_WIND = 1 << 6
    FLOWER_COUNT = 1 << 7
    FLOWER_TWICE = 1 << 8

    REPLACEMENT_WITHOUT_KONG = 1 << 9
    ROBBED_TILE_HELD = 1 << 10
    ROBBED_ON_LAST_TILE = 1 << 11
    LAST_OF_KIND_HELD = 1 << 12
    LAST_OF_KIND_ROBBED = 1 << 13
    HEAVEN_IMPOSSIBLE = 1 << 14
    EARTH_IMPOSSIBLE = 1 << 15
    DISCARDER_IMPOSSIBLE = 1 << 16
    DISCARDS_IMPOSSIBLE = 1 << 17
    REPLACEMENT_NOT_DRAWN = 1 << 18
    DOUBLE_KONG_IMPOSSIBLE = 1 << 19
    MAN_IMPOSSIBLE = 1 << 20
    LIABLE_IMPOSSIBLE = 1 << 21
    FLOWERS_NOT_PLAYED = 1 << 22
    OF_ONE_GAME = 1 << 23


UNUSABLE: Final = HandFault((1 << 9) - 1)
"""The faults that leave nothing to score. A hand with other faults is scored without the contradicted circumstances."""

FindingKind = str
"""The kind of a fault: a key of `FAULT_OF`, or one that only a game has."""

FAULT_OF: Final[Mapping[FindingKind, HandFault]] = {
    "too-many-tiles": HandFault.WRONG_COUNT,
    "too-few-tiles": HandFault.WRONG_COUNT,
    "no-winning-tile": HandFault.NO_WINNING_TILE,
    "unknown-tile": HandFault.UNKNOWN_TILE,
    "flower-in-hand": HandFault.UNKNOWN_TILE,
    "absent-tile": HandFault.UNKNOWN_TILE,
    "unknown-flower": HandFault.UNKNOWN_TILE,
    "fifth-copy": HandFault.FIFTH_COPY,
    "impossible-chow": HandFault.IMPOSSIBLE_CHOW,
    "impossible-pung": HandFault.IMPOSSIBLE_SET,
    "impossible-set": HandFault.IMPOSSIBLE_SET,
    "bad-wind": HandFault.BAD_WIND,
    "flower-count": HandFault.FLOWER_COUNT,
    "flowers-disagree": HandFault.FLOWER_COUNT,
    "flower-twice": HandFault.FLOWER_TWICE,
    "replacement-without-kong": HandFault.REPLACEMENT_WITHOUT_KONG,
    "robbed-tile-held": HandFault.ROBBED_TILE_HELD,
    "robbed-on-last-tile": HandFault.ROBBED_ON_LAST_TILE,
    "last-of-kind-held": HandFault.LAST_OF_KIND_HELD,
    "last-of-kind-robbed": HandFault.LAST_OF_KIND_ROBBED,
    "heaven-impossible": HandFault.HEAVEN_IMPOSSIBLE,
    "heaven-not-drawn": HandFault.HEAVEN_IMPOSSIBLE,
    "earth-impossible": HandFault.EARTH_IMPOSSIBLE,
    "discarder-of-own-draw": HandFault.DISCARDER_IMPOSSIBLE,
    "discarder-is-winner": HandFault.DISCARDER_IMPOSSIBLE,
    "discards-impossible": HandFault.DISCARDS_IMPOSSIBLE,
    "replacement-not-drawn": HandFault.REPLACEMENT_NOT_DRAWN,
    "double-kong-impossible": HandFault.DOUBLE_KONG_IMPOSSIBLE,
    "man-impossible": HandFault.MAN_IMPOSSIBLE,
    "liable-is-winner": HandFault.LIABLE_IMPOSSIBLE,
    "flowers-not-played": HandFault.FLOWERS_NOT_PLAYED,
}
"""The fault that each kind of finding is a case of, of those that games share."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a hand: its kind, and the tiles, counts or seats concerned. A game derives its own from it."""

    kind: FindingKind
    about: About = field(default_factory=dict)

    @property
    def fault(self) -> HandFault:
        """The flag of this kind."""
        return FAULT_OF[self.kind]

    @property
    def problem(self) -> str | None:
        """The name of its fault."""
        return self.fault.name


class OwnFinding(Finding):
    """A fault that only one game has, which derives a class of its own.

    Attributes:
        faults: The fault that each kind is a case of.
    """

    __slots__ = ()
    faults: ClassVar[Mapping[FindingKind, HandFault]]

    @property
    def fault(self) -> HandFault:
        """The flag of this kind."""
        return self.faults[self.kind]

    @property
    def problem(self) -> str | None:
        """The name of its fault, or of its kind if no other game has the fault."""
        return self.kind.upper().replace("-", "_") if self.fault is HandFault.OF_ONE_GAME else self.fault.name


class ImpossibleHandError(ScoringError):
    """The tiles cannot be a hand, so they have no waits and no distance from winning: correct the tiles.

    Attributes:
        findings: The faults.
    """

    kind: Literal["impossible-hand"]

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("impossible-hand", findings=tuple(finding.kind for finding in findings))
        self.findings = findings


_SOURCES: Final = frozenset((0, 1, 2, 3, 5, 6, 7))
"""Values that `Meld.source` may have."""
_THREE_EACH: Final = 3 * ALL
"""Adding this to a tally turns a count of five into eight."""
_MORE_THAN_SEVEN: Final = 24 * ALL
"""The bits that are set in a count of eight or more (five bits a kind)."""


def _is_chow(tiles: tuple[str, ...]) -> bool:
    if len(tiles) != 3 or any(KIND[code] > 26 for code in tiles):
        return False
    low, middle, high = [KIND[code] for code in tiles]
    return low // 9 == high // 9 and (middle, high) == (low + 1, low + 2)


def _meld_finding(meld: Meld) -> Finding | None:
    tiles = meld.tiles
    if any(code not in ONE_OF for code in tiles):
        return None  # `_tile_findings` names each unknown tile of the hand once
    if len(set(tiles)) == 1:
        sound = len(tiles) in (3, 4) and meld.source in _SOURCES
        return None if sound else Finding("impossible-pung", {"tiles": tiles})
    if _is_chow(tiles):
        return None
    return Finding("impossible-chow" if len(tiles) == 3 else "impossible-set", {"tiles": tiles})


def _tile_findings(win: Win, size: int) -> list[Finding]:
    found: list[Finding] = []
    tiles = win.tiles
    for code in sorted({code for code in tiles if code not in ONE_OF}):
        found.append(Finding("flower-in-hand" if code in FLOWERS else "unknown-tile", {"tile": code}))
    found += filter(None, map(_meld_finding, win.melds))
    count = len(win.concealed) + 3 * len(win.melds) + (win.winning is not None)
    if win.winning is None and count == size - 1:
        found.append(Finding("no-winning-tile", {"count": count}))
    elif count > size:
        found.append(Finding("too-many-tiles", {"n": count - size, "count": count, "size": size}))
    elif count < size:
        found.append(Finding("too-few-tiles", {"n": size - count, "count": count, "size": size}))
    for code in dict.fromkeys(tiles):
        if code in ONE_OF and tiles.count(code) > COPIES:
            found.append(Finding("fifth-copy", {"tile": code, "copies": tiles.count(code)}))
    return found


def _flower_findings(win: Win) -> list[Finding]:
    found: list[Finding] = []
    for code in sorted(set(win.flower_tiles)):
        if code not in FLOWERS:
            found.append(Finding("unknown-flower", {"tile": code}))
        elif win.flower_tiles.count(code) > 1:
            found.append(Finding("flower-twice", {"tile": code}))
    flowers = win.flowers or 0
    if not 0 <= flowers <= len(FLOWERS):
        found.append(Finding("flower-count", {"flowers": flowers}))
    elif win.flower_tiles and len(win.flower_tiles) != flowers:
        found.append(Finding("flowers-disagree", {"flowers": flowers, "named": len(win.flower_tiles)}))
    return found


def _circumstance_findings(win: Win) -> list[Finding]:
    found: list[Finding] = []
    tile = win.winning
    if tile is None:
        return []
    others = win.tiles[:-1]
    robbing = win.kong and win.self_draw is False
    if win.kong and win.self_draw and not win.has_kong:
        found.append(Finding("replacement-without-kong"))
    if robbing and tile in others:
        found.append(Finding("robbed-tile-held", {"tile": tile}))
    if robbing and win.last_tile:
        found.append(Finding("robbed-on-last-tile"))
    if win.last_of_kind and tile in win.concealed:
        found.append(Finding("last-of-kind-held", {"tile": tile}))
    if win.last_of_kind and robbing:
        found.append(Finding("last-of-kind-robbed"))
    if win.discarder is not None and win.self_draw:
        found.append(Finding("discarder-of-own-draw", {"seat": win.discarder}))
    elif win.discarder is not None and win.discarder == win.seat:
        found.append(Finding("discarder-is-winner", {"seat": win.discarder}))
    return found


def _blessing_findings(win: Win) -> list[Finding]:
    found: list[Finding] = []
    if win.heaven and (win.seat not in (None, "E") or win.melds or win.earth):
        found.append(Finding("heaven-impossible"))
    elif win.heaven and win.self_draw is False:
        found.append(Finding("heaven-not-drawn"))
    if win.earth and (win.seat == "E" or win.self_draw or win.melds or win.giver not in (None, "E")):
        found.append(Finding("earth-impossible"))
    return found


def _claim_findings(win: Win) -> list[Finding]:
    """Find contradictions of replacement tiles in a row, the blessing of man, and liability."""
    found: list[Finding] = []
    if win.self_draw is False:
        words = (("double-kong", win.double_kong), ("flower-tile", win.flower_tile))
        found += [Finding("replacement-not-drawn", {"word": word}) for word, stated in words if stated]
    if win.double_kong and sum([len(meld.tiles) > 3 for meld in win.melds]) < 2:
        found.append(Finding("double-kong-impossible"))
    if win.man and (win.seat == "E" or win.self_draw or win.melds or win.kong):
        found.append(Finding("man-impossible"))
    if win.liable is not None and win.liable == win.seat:
        found.append(Finding("liable-is-winner", {"seat": win.liable}))
    return found


def _discards_findings(win: Win) -> list[Finding]:
    seat, tile = win.discards[-1]
    bad = [code for _, code in win.discards if code not in ONE_OF]
    given = not win.self_draw and tile == win.winning and seat == win.giver != win.seat
    if given and not bad:
        return []
    return [Finding("discards-impossible")]


def _tiles_are_sound(win: Win, sets: int) -> bool:
    """Return True if melds and tiles are so many sets and a pair; a quick test that spares most `_tile_findings`."""
    if win.winning is None or len(win.concealed) + 3 * len(win.melds) != 3 * sets + 1:
        return False
    try:
        tally = sum([ONE_OF[code] for code in win.concealed]) + ONE_OF[win.winning]
        for meld in win.melds:
            if meld.tiles not in GROUP_OF or meld.source not in _SOURCES:
                return False
            tally += sum([ONE_OF[code] for code in meld.tiles])
    except KeyError:
        return False
    return not tally + _THREE_EACH & _MORE_THAN_SEVEN


def findings(win: Win, play: Play = USUAL) -> tuple[Finding, ...]:
    """Return every fault of a hand, winning or not; empty for a sound one.

    Args:
        win: The hand.
        play: The way in which its game is played: its players, the size of a hand, the tiles of the set.
    """
    found = [] if _tiles_are_sound(win, play.sets) else _tile_findings(win, play.size)
    if play.absent and (absent := tuple([code for code in dict.fromkeys(win.tiles) if code in play.absent])):
        found.append(Finding("absent-tile", {"tiles": absent}))
    if win.flower_tiles or not 0 <= (win.flowers or 0) <= len(FLOWERS):
        found += _flower_findings(win)
    winds = WINDS[: play.players]
    for word, wind in (("round", win.round_wind), ("seat", win.seat), ("from", win.discarder), ("liable", win.liable)):
        if wind is not None and wind not in winds:
            found.append(Finding("bad-wind", {"word": word, "wind": wind, "winds": winds}))
    if win.kong or win.last_of_kind or win.discarder:
        found += _circumstance_findings(win)
    if win.heaven or win.earth:
        found += _blessing_findings(win)
    if win.double_kong or win.flower_tile or win.man or win.liable:
        found += _claim_findings(win)
    if win.discards:
        found += _discards_findings(win)
    return tuple(found)


def faults_of(found: tuple[Finding, ...]) -> HandFault:
    """Return the faults of some findings as one set of flags."""
    flags = HandFault(0)
    for finding in found:
        flags |= finding.fault
    return flags
