"""Names for the tiles of the hand: the likeliest hand that one set of tiles allows, and how sure each name is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring import score
from scoring.hand import Meld, Win
from scoring.tiles import FACES

from .assignment import Option, likeliest
from .grouping import CHOWS, PLAYED, Grouping, Part
from .layout import Array

OPEN: Final = 0.25
"""Faces are left open by the picture when the second choice is at least this likely beside the first."""

SETTLED: Final = 1
"""The declaration may settle so many tiles or sets; where more are open the picture is too poor."""

FALSE_DECLARATION: Final = 0.05
"""How likely a given hand that does not win is to be declared, beside a given hand that does."""

_LIKELY: Final = 0.003  # options below this share of the best are not considered
_LOOKED_THROUGH: Final = 1000  # hands within `OPEN` that are tried for a win


@dataclass(frozen=True, slots=True)
class Rival:
    """Another choice for a tile or set, and the odds for it beside the one made; whether the hand then wins."""

    face: int
    odds: float
    wins: bool


@dataclass(frozen=True, slots=True)
class Named:
    """The hand in the scorer's terms, and the face of each of its tiles.

    Attributes:
        faces: Tile to index into `FACES`; tiles of a concealed kong that lie face down have one too.
        win: None when the tiles cannot be named; `problem` says why.
        settled: Tiles named as the declared win needs them, with the face that the picture alone gives.
        rivals: For each tile that may be another, the strongest rival and the odds for all of them together.
    """

    faces: dict[int, int]
    win: Win | None
    wins: bool
    settled: dict[int, int]
    rivals: dict[int, tuple[Rival, float]]
    problem: str = ""


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
    first: tuple[Option, ...] | None = None
    taken: tuple[Option, ...] | None = None
    best = 0.0
    for log, chosen in islice(likeliest([unit.options for unit in units]), _LOOKED_THROUGH):
        if first is None:
            first = taken = chosen
            best = log
        if log < best + np.log(OPEN):
            break
        win = _win(grouping, _faces(units, chosen))
        if win is None or not declared:
            break
        moved = sum(a != b for a, b in zip(chosen, first, strict=True))
        if moved <= SETTLED and score(win).wins:
            taken = chosen
            break
    if first is None or taken is None:
        return Named({}, None, False, {}, {}, "count wrong: one set of tiles does not have these faces so often")
    faces = _faces(units, taken)
    win = _win(grouping, faces)
    if win is None:
        problem = "the four tiles of a concealed kong lie face down: turn one of them over"
        return Named(faces, None, False, {}, {}, problem)
    plain = _faces(units, first)
    settled = {t: plain[t] for t, face in faces.items() if plain[t] != face and not backs[t]}
    wins = score(win).wins
    rivals = dict(_rivals(grouping, faces, units, known, backs))
    return Named(faces, win, wins, settled, rivals)


def _faces(units: Sequence[_Unit], chosen: Sequence[Option]) -> dict[int, int]:
    return {
        tile: face
        for unit, option in zip(units, chosen, strict=True)
        for tile, face in zip(unit.tiles, option.faces, strict=True)
    }


def _rivals(
    grouping: Grouping, faces: dict[int, int], units: Sequence[_Unit], known: Array, backs: NDArray[np.bool_]
) -> Iterator[tuple[int, tuple[Rival, float]]]:
    """What each tile may be instead, weighed by whether the hand would win with it.

    A hand that was declared and wins as read is far likelier what was laid than one misread tile away from it; a
    hand that does not win as read is suspect. Who takes one face of a set for another does so with every copy of
    it: so the copies together are weighed too, as one look and not as several.
    """
    win = _win(grouping, faces)
    wins = win is not None and score(win).wins
    log = np.log(np.maximum(known, 1e-9))
    found: dict[int, list[Rival]] = {}

    def weigh(tile: int, face: int, changed: dict[int, int], odds: float) -> None:
        other = _win(grouping, faces | changed)
        would = other is not None and score(other).wins
        prior = (1.0 if would else FALSE_DECLARATION) / (1.0 if wins else FALSE_DECLARATION)
        found.setdefault(tile, []).append(Rival(face, odds * prior, would))

    for unit in units:
        mine = tuple(faces[t] for t in unit.tiles)
        at = next(option.log for option in unit.options if option.faces == mine)
        for option in unit.options:
            changed = {t: face for t, face in zip(unit.tiles, option.faces, strict=True) if faces[t] != face}
            if changed:
                tile, face = next(iter(changed.items()))
                weigh(tile, face, changed, float(np.exp(option.log - at)))
    for face in set(faces.values()):
        copies = [t for t, named_as in faces.items() if named_as == face]
        seen = [t for t in copies if not backs[t]]
        if len(seen) < 2:
            continue
        gain = (log[seen] - log[seen, face][:, None]).mean(axis=0)
        for other in np.flatnonzero(gain > np.log(_LIKELY)).tolist():
            if other != face and (other < PLAYED) == (face < PLAYED):
                tile = max(seen, key=lambda t: float(log[t, other]))
                weigh(tile, other, dict.fromkeys(copies, other), float(np.exp(gain[other])))
    for tile, rivals in found.items():
        yield tile, (max(rivals, key=lambda rival: rival.odds), sum(rival.odds for rival in rivals))


def _units(part: Part, known: Array, backs: NDArray[np.bool_]) -> Iterator[_Unit]:
    """The tiles of a part that are named together, with what they may be."""
    shown = tuple(t for t in part.tiles if not backs[t])
    log = np.log(np.maximum(known, 1e-9))
    if part.kind in ("pung", "kong", "concealed-kong"):
        if shown:
            # Those face down are alike too, and count, so that no fifth is read elsewhere.
            logs = log[list(shown), :PLAYED].sum(axis=0)
            alike = [Option((face,) * len(part.tiles), float(logs[face])) for face in range(PLAYED)]
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
        faces = range(PLAYED, len(FACES)) if part.kind == "flowers" else range(PLAYED)
        yield _Unit((tile,), _worth_a_look([Option((face,), float(log[tile, face])) for face in faces]))


def _worth_a_look(options: list[Option]) -> tuple[Option, ...]:
    options.sort(key=lambda o: -o.log)
    floor = options[0].log + np.log(_LIKELY)
    # Never fewer than five: a fifth copy must have somewhere to go.
    return tuple(o for i, o in enumerate(options) if i < 5 or o.log > floor)[:12]


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
