"""Names for the tiles of the hand: the likeliest hand that one set of tiles allows, and how sure each name is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, permutations, takewhile
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from scoring import score
from scoring.groups import CHOWS
from scoring.hand import Meld, Win
from scoring.tiles import FACES, FIRST_FLOWER, WHITE
from vision.hand.assignment import Option, likeliest
from vision.hand.grouping import Grouping
from vision.hand.parts import Part
from vision.quads import Array

OPEN: Final = 0.67
"""Faces are left open by the picture when the second choice is at least this likely beside the first."""

NEAR: Final = 0.25
"""A tile is doubtful when the picture alone gives another face these odds, though the hand would not win with it."""

SETTLED: Final = 1
"""The declaration may settle so many tiles or sets; where more are open the picture is too poor."""

RISK: Final = 0.03
"""A hand is sure while the odds for all others that it may be, added up, stay below this.

Well within what `python -m tests.bench.bench_vision composed` finds: whole pictures have faults that it has not. Of
1,695 readings of rendered hands that were sure with 0.05 three were wrong, all among the 26 of a risk above 0.03.
"""

FALSE_DECLARATION: Final = 0.01
"""How likely a given hand that does not win is to be declared, beside a given hand that does."""

_COVERED: Final = 0.001  # odds that what looks like a white dragon is another tile with something plain over it
_LIKELY: Final = 0.003  # options below this share of the best are not considered
_RARELY: Final = 3e-4  # what is less likely seen than this is not tried: it counts as if the hand won with it, too
_LOOKED_THROUGH: Final = 1000  # hands within `OPEN` that are tried for a win


@dataclass(frozen=True, slots=True)
class Rival:
    """Another choice for a tile or set.

    Attributes:
        face: Of the tile, then.
        seen: Odds for it beside the choice made, by the picture alone.
        odds: The same with what is known of the hand: where a win was declared, one is likely.
        wins: Whether the hand wins with it.
    """

    face: int
    seen: float
    odds: float
    wins: bool


@dataclass(frozen=True, slots=True)
class Named:
    """The hand in the scorer's terms, and the face of each of its tiles.

    Attributes:
        faces: Tile to index into `FACES`; tiles of a concealed kong that lie face down have one too.
        win: None when the tiles cannot be named; then `problem` says why: no set of tiles has these faces so often
            (`over-capacity`), or nothing shows which tile a concealed kong is of (`face-down`).
        settled: Tiles named as the declared win needs them, with the face that the picture alone gives.
        rivals: For each tile what else it may be, likeliest first. Which flower a flower is matters to no score and
            is none of them: where it is open, the hand says only how many there are.
    """

    faces: dict[int, int]
    win: Win | None
    wins: bool
    settled: dict[int, int]
    rivals: dict[int, tuple[Rival, ...]]
    problem: Literal["over-capacity", "face-down"] | None = None


@dataclass(frozen=True, slots=True)
class _Unit:
    """Tiles that are named together, and what they may be, likeliest first."""

    tiles: tuple[int, ...]
    options: tuple[Option, ...]


def named(grouping: Grouping, known: Array, backs: NDArray[np.bool_], declared: bool = True) -> Named:
    """Names the tiles of the hand.

    Args:
        grouping: How they group.
        known: (N, 42) probabilities of the faces of all tiles in the picture.
        backs: (N,) whether the tile lies face down.
        declared: Whether a win was declared: then a choice that wins is taken before one that does not, where the
            picture leaves it open.
    """
    units = [unit for part in grouping.parts if part.kind != "aside" for unit in _units(part, known, backs)]
    choices = islice(likeliest([unit.options for unit in units]), _LOOKED_THROUGH)
    best, first = next(choices, (0.0, None))
    if first is None:
        return Named({}, None, False, {}, {}, "over-capacity")
    plain = _faces(units, first)
    if _win(grouping, plain) is None:
        return Named(plain, None, False, {}, {}, "face-down")
    faces = plain
    if declared and not _wins(grouping, plain):
        left_open = (_faces(units, chosen) for log, chosen in takewhile(lambda c: c[0] >= best + np.log(OPEN), choices))
        faces = _settled(grouping, units, plain, left_open)
    settled = {t: plain[t] for t, face in faces.items() if plain[t] != face and not backs[t]}
    rivals = dict(_rivals(grouping, faces, units, known, backs, FALSE_DECLARATION if declared else 1.0))
    win = _win(grouping, faces)
    if win is not None and any(_flowers_open(unit) for unit in units):
        win = replace(win, flower_tiles=())
    return Named(faces, win, _wins(grouping, faces), settled, rivals)


def _settled(
    grouping: Grouping, units: Sequence[_Unit], plain: dict[int, int], left_open: Iterable[dict[int, int]]
) -> dict[int, int]:
    """The one winning hand among those the picture leaves open; where there is none or more than one, `plain`."""
    found: dict[int, int] | None = None
    for faces in left_open:
        moved = [unit for unit in units if any(faces[t] != plain[t] for t in unit.tiles)]
        if len(moved) > SETTLED or any(plain[t] >= FIRST_FLOWER for t in moved[0].tiles) or not _wins(grouping, faces):
            continue
        if found is not None:
            return plain
        found = faces
    return plain if found is None else found


def _flowers_open(unit: _Unit) -> bool:
    """Whether it is a flower that may as well be another."""
    first, second = unit.options[:2]
    return first.faces[0] >= FIRST_FLOWER and second.log > first.log + np.log(RISK)


def _faces(units: Sequence[_Unit], chosen: Sequence[Option]) -> dict[int, int]:
    return {
        tile: face
        for unit, option in zip(units, chosen, strict=True)
        for tile, face in zip(unit.tiles, option.faces, strict=True)
    }


def _rivals(
    grouping: Grouping,
    faces: dict[int, int],
    units: Sequence[_Unit],
    known: Array,
    backs: NDArray[np.bool_],
    no_win: float,
) -> Iterator[tuple[int, tuple[Rival, ...]]]:
    """What each tile may be instead, weighed by whether the hand would win with it: `no_win` to 1 when it would not.

    A hand that was declared and wins as read is far likelier what was laid than one misread tile away from it; a
    hand that does not win as read is suspect. Who takes one face of a set for another does so with every copy of
    it: so the copies together are weighed too, as one look and not as several; and where the hand does not win some of
    them, for two faces may have been taken for one. A white dragon with which the hand does not win may be any tile
    with something plain laid over it.
    """
    wins = _wins(grouping, faces)
    log = np.log(np.maximum(known, 1e-9))
    found: dict[int, list[Rival]] = {}

    def weigh(tile: int, face: int, changed: dict[int, int], seen: float) -> None:
        would = (wins and seen < _RARELY) or _wins(grouping, faces | changed)
        prior = (1.0 if would else no_win) / (1.0 if wins else no_win)
        found.setdefault(tile, []).append(Rival(face, seen, seen * prior, would))

    for unit in units:
        if faces[unit.tiles[0]] >= FIRST_FLOWER:
            continue
        mine = tuple(faces[t] for t in unit.tiles)
        at = next(option.log for option in unit.options if option.faces == mine)
        for option in unit.options:
            changed = {t: face for t, face in zip(unit.tiles, option.faces, strict=True) if faces[t] != face}
            if changed:
                tile, face = next((t, f) for t, f in changed.items() if not backs[t])
                weigh(tile, face, changed, float(np.exp(option.log - at)))
        if mine == (WHITE,) and not wins:
            (tile,) = unit.tiles
            for face in range(FIRST_FLOWER):
                if _wins(grouping, faces | {tile: face}):
                    weigh(tile, face, {tile: face}, _COVERED)
    for tile, face in faces.items():
        # Were it a flower, or the flower none, the hand would not have its fourteen tiles.
        flower = float(np.logaddexp.reduce(log[tile, FIRST_FLOWER:]))
        gain, other = (
            (flower - float(log[tile, face]), FIRST_FLOWER + int(log[tile, FIRST_FLOWER:].argmax()))
            if face < FIRST_FLOWER
            else (float(np.logaddexp.reduce(log[tile, :FIRST_FLOWER])) - flower, int(log[tile, :FIRST_FLOWER].argmax()))
        )
        if not backs[tile] and gain > np.log(_LIKELY):
            odds = float(np.exp(gain))
            found.setdefault(tile, []).append(Rival(other, odds, odds * (no_win if wins else 1.0), False))
    for face in {face for face in faces.values() if face < FIRST_FLOWER}:
        copies = [t for t, named_as in faces.items() if named_as == face]
        seen = [t for t in copies if not backs[t]]
        if len(seen) < 2:
            continue
        gain = (log[seen] - log[seen, face][:, None]).mean(axis=0)
        for other in np.flatnonzero(gain[:FIRST_FLOWER] > np.log(_LIKELY)).tolist():
            if other != face:
                tile = max(seen, key=lambda t: float(log[t, other]))
                weigh(tile, other, dict.fromkeys(copies, other), float(np.exp(gain[other])))
        loose = [] if wins else [unit.tiles[0] for unit in units if len(unit.tiles) == 1 and unit.tiles[0] in seen]
        for other in range(FIRST_FLOWER):
            gains = sorted(((float(log[t, other] - log[t, face]), t) for t in loose), reverse=True)
            for many in range(2, min(len(loose) + 1, len(copies))):
                some = dict.fromkeys((t for _, t in gains[:many]), other)
                mean = sum(g for g, _ in gains[:many]) / many
                if mean > np.log(_LIKELY) and _wins(grouping, faces | some):
                    weigh(gains[0][1], other, some, float(np.exp(mean)))
    for tile, rivals in found.items():
        yield tile, tuple(sorted(rivals, key=lambda rival: -rival.odds))


def _units(part: Part, known: Array, backs: NDArray[np.bool_]) -> Iterator[_Unit]:
    """The tiles of a part that are named together, with what they may be."""
    shown = tuple(t for t in part.tiles if not backs[t])
    log = np.log(np.maximum(known, 1e-9))
    if part.kind in ("pung", "kong", "concealed-kong"):
        if shown:
            # Those face down are alike too, and count, so that no fifth is read elsewhere.
            logs = log[list(shown), :FIRST_FLOWER].sum(axis=0)
            alike = [Option((face,) * len(part.tiles), float(logs[face])) for face in range(FIRST_FLOWER)]
            yield _Unit(part.tiles, _worth_a_look(alike))
        return
    if part.kind == "chow":
        orders = [
            Option(order, float(sum(log[t, face] for t, face in zip(shown, order, strict=True))))
            for chow in CHOWS
            for order in permutations(chow)
        ]
        yield _Unit(shown, _worth_a_look(orders))
        return
    for tile in shown:
        faces = range(FIRST_FLOWER, len(FACES)) if part.kind == "flowers" else range(FIRST_FLOWER)
        yield _Unit((tile,), _worth_a_look([Option((face,), float(log[tile, face])) for face in faces]))


def _worth_a_look(options: list[Option]) -> tuple[Option, ...]:
    options.sort(key=lambda o: -o.log)
    floor = options[0].log + np.log(_LIKELY)
    # Never fewer than five: a fifth copy must have somewhere to go.
    return tuple(o for i, o in enumerate(options) if i < 5 or o.log > floor)[:12]


def _wins(grouping: Grouping, faces: dict[int, int]) -> bool:
    win = _win(grouping, faces)
    return win is not None and score(win).wins


def _win(grouping: Grouping, faces: dict[int, int]) -> Win | None:
    """The hand in the scorer's terms; None when a set's face cannot be known."""
    concealed: list[str] = []
    flowers: list[str] = []
    melds: list[Meld] = []
    winning: str | None = None
    for part in grouping.parts:
        codes = [FACES[faces[t]] for t in part.tiles if t in faces]
        match part.kind:
            case "concealed":
                concealed += codes
            case "winning":
                winning = codes[0]
            case "flowers":
                flowers += codes
            case "chow":
                melds.append(Meld(tuple(sorted(codes, key=FACES.index)), part.source))
            case "pung" | "kong" | "concealed-kong":
                if not codes:
                    return None
                melds.append(Meld((codes[0],) * len(part.tiles), part.source))
    concealed.sort(key=FACES.index)
    return Win(tuple(concealed), winning, tuple(melds), flowers=len(flowers), flower_tiles=tuple(flowers))
