"""Names for the tiles of the hand: the likeliest hand that one tile set allows, and the odds of other names."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, permutations, takewhile
from operator import attrgetter
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from scoring.groups import CHOWS
from scoring.hand import Meld, Win
from scoring.tiles import FACES, FIRST_FLOWER, WHITE
from vision.hand.assignment import AssignmentOption, Options, RankedChoice, likeliest
from vision.hand.costs import MIN_PROBABILITY
from vision.hand.grouping import Grouping
from vision.hand.parts import Part
from vision.quads import Array
from vision.winning import has_won

OPEN: Final = 0.67
"""Least odds of another choice against the likeliest at which the picture leaves a face open. Higher settles fewer
tiles by the declared win; lower lets the win overrule what the picture shows."""

NEAR: Final = 0.25
"""Least odds of another face, by the picture alone, at which a tile is doubted even if the hand does not win with it.
Higher overlooks misread tiles of hands that win; lower asks more often."""

SETTLED: Final = 1
"""Most tiles or sets that the declared win may settle. Higher makes wins of pictures too poor to read; 0 leaves all
tiles as the picture alone names them."""

RISK: Final = 0.03
"""Greatest risk of a sure hand: the odds of all other hands that it may be, added up.

Of 1,695 readings of rendered hands that were sure with 0.05 three were wrong, all among the 26 of a risk above 0.03.
`python -m tests.bench.bench_vision composed` would allow more, but whole pictures have faults that it lacks.
"""

FALSE_DECLARATION: Final = 0.01
"""Likelihood of a declared hand that does not win, relative to one that wins. Higher asks more about hands that win,
and less about those that do not; lower the other way round."""

_COVERED: Final = 0.001
"""Odds that a tile that looks like a white dragon is another with something plain over it. Higher names it before faces
that the tile resembles; lower takes a covered tile for a dragon of a hand that surely does not win."""

_MIN_SHARE: Final = 0.003
"""Least share of the likeliest face's probability at which another face is considered. Higher overlooks true faces of
poor pictures; lower takes longer."""

_MIN_OPTIONS: Final = 5
"""Least faces considered for each tile or set: a fifth copy of a face must have another to become. Higher takes longer;
lower leaves more hands unnamed."""

_MAX_OPTIONS: Final = 12
"""Most faces considered for a tile or set. Higher takes longer; lower overlooks true faces of poor pictures."""

_MIN_TRIED: Final = 3e-4
"""Least odds at which a choice is scored if the hand wins as read; rarer ones count as wins. Higher overstates the risk
of the hand; lower scores more choices, which takes longer."""

_MAX_TRIED: Final = 1000
"""Most choices within `OPEN` of the likeliest that are scored in search of one that wins. Higher takes longer; lower
may miss the winning one."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another choice for a tile or set.

    Attributes:
        face: The face of the tile in that choice, an index into `FACES`.
        seen: Odds of the choice against the one made, by the picture alone.
        odds: The same odds, given also that a declared hand is likely to win.
        wins: True if the hand wins with it.
    """

    face: int
    seen: float
    odds: float
    wins: bool


@dataclass(frozen=True, slots=True)
class NamedHand:
    """The hand in the scorer's terms, and the face of each of its tiles.

    Attributes:
        faces: For each tile of the hand an index into `FACES`; tiles of a concealed kong that lie face down have one
            too.
        win: The hand, or None if the tiles cannot be named, for the reason in `problem`.
        wins: True if the hand wins.
        settled: Tiles named as the declared win needs them, with the face that the picture alone gives.
        rivals: For each tile the other choices, likeliest first. Another flower for a flower changes no score and is no
            rival: if it is open, the hand has only the number of its flowers.
        problem: `over-capacity` if one tile set has too few of some face, `face-down` if nothing shows which tile a
            concealed kong is of, or None.
    """

    faces: dict[int, int]
    win: Win | None
    wins: bool
    settled: dict[int, int]
    rivals: dict[int, tuple[Rival, ...]]
    problem: Literal["over-capacity", "face-down"] | None = None


@dataclass(frozen=True, slots=True)
class _Unit:
    """Tiles that are named together, with the faces that they may have, likeliest first."""

    tiles: tuple[int, ...]
    options: tuple[AssignmentOption, ...]


_Search = Callable[[Options], Iterator[RankedChoice]]
"""Yields the likeliest choices, as `likeliest` does."""


def name_tiles(
    grouping: Grouping,
    known: Array,
    backs: NDArray[np.bool_],
    declared: bool = True,
    search: _Search = likeliest,
) -> NamedHand:
    """Name the tiles of the hand.

    Args:
        grouping: The groups of the tiles.
        known: (N, 42) probabilities of the faces of all tiles in the picture.
        backs: (N,) True for tiles that lie face down.
        declared: True if a win was declared; a choice that wins is then preferred if the picture leaves it open.
        search: Finds the likeliest faces of the tiles together.
    """
    units = [unit for part in grouping.parts if part.kind != "aside" for unit in _units(part, known, backs)]
    choices = islice(search(tuple(unit.options for unit in units)), _MAX_TRIED)
    best, first = next(choices, (0.0, None))
    if first is None:
        return NamedHand({}, None, False, {}, {}, "over-capacity")
    plain = _faces(units, first)
    if _win(grouping, plain) is None:
        return NamedHand(plain, None, False, {}, {}, "face-down")
    faces = plain
    if declared and not _wins(grouping, plain):
        left_open = (_faces(units, chosen) for log, chosen in takewhile(lambda c: c[0] >= best + np.log(OPEN), choices))
        faces = _settled(grouping, units, plain, left_open)
    settled = {t: plain[t] for t, face in faces.items() if plain[t] != face and not backs[t]}
    weighing = _Weighing(grouping, faces, _wins(grouping, faces), FALSE_DECLARATION if declared else 1.0)
    win = _win(grouping, faces)
    if win is not None and any(_flowers_open(unit) for unit in units):
        win = replace(win, flower_tiles=())
    return NamedHand(faces, win, weighing.wins, settled, _rivals(weighing, units, known, backs))


def _settled(
    grouping: Grouping, units: Sequence[_Unit], plain: dict[int, int], left_open: Iterable[dict[int, int]]
) -> dict[int, int]:
    """Return the only winning hand among those that the picture leaves open, or `plain` if there is not exactly one."""
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
    """Return True if a flower may as well be another."""
    first, second = unit.options[:2]
    return first.faces[0] >= FIRST_FLOWER and second.log > first.log + np.log(RISK)


def _faces(units: Sequence[_Unit], chosen: Sequence[AssignmentOption]) -> dict[int, int]:
    return {
        tile: face
        for unit, option in zip(units, chosen, strict=True)
        for tile, face in zip(unit.tiles, option.faces, strict=True)
    }


@dataclass(frozen=True, slots=True)
class _Weighing:
    """A comparison of other choices with the one made, by whether the hand wins with them.

    A hand that was declared and wins as read is far likelier what was laid than one misread tile away from it; a hand
    that does not win as read is suspect.

    Attributes:
        grouping: The groups of the tiles.
        faces: The choice made.
        wins: True if the hand wins with it.
        no_win: Likelihood of a hand that does not win, relative to one that wins.
    """

    grouping: Grouping
    faces: dict[int, int]
    wins: bool
    no_win: float

    def wins_with(self, changed: dict[int, int]) -> bool:
        """Return True if the hand wins once some tiles have other faces."""
        return _wins(self.grouping, self.faces | changed)

    def rival(self, face: int, changed: dict[int, int], seen: float) -> Rival:
        """Return the choice in which some tiles have other faces.

        Args:
            face: The face that the rival is named by.
            changed: The other faces, by tile.
            seen: Odds of the choice by the picture alone.
        """
        wins = (self.wins and seen < _MIN_TRIED) or self.wins_with(changed)
        prior = (1.0 if wins else self.no_win) / (1.0 if self.wins else self.no_win)
        return Rival(face, seen, seen * prior, wins)


def _rivals(
    weighing: _Weighing, units: Sequence[_Unit], known: Array, backs: NDArray[np.bool_]
) -> dict[int, tuple[Rival, ...]]:
    """Return the other choices for each tile, likeliest first."""
    log = np.log(np.maximum(known, MIN_PROBABILITY))
    found: dict[int, list[Rival]] = {}
    for tile, rival in chain(
        _rivals_of_units(weighing, units, backs),
        _rivals_as_flowers(weighing, log, backs),
        _rivals_of_copies(weighing, units, log, backs),
    ):
        found.setdefault(tile, []).append(rival)
    return {tile: tuple(sorted(rivals, key=lambda rival: -rival.odds)) for tile, rivals in found.items()}


def _rivals_of_units(
    weighing: _Weighing, units: Sequence[_Unit], backs: NDArray[np.bool_]
) -> Iterator[tuple[int, Rival]]:
    """Yield the other options of each tile or set.

    A white dragon with which the hand does not win may be any tile with something plain over it.
    """
    faces = weighing.faces
    for unit in units:
        if faces[unit.tiles[0]] >= FIRST_FLOWER:
            continue
        mine = tuple(faces[t] for t in unit.tiles)
        at = next(option.log for option in unit.options if option.faces == mine)
        for option in unit.options:
            changed = {t: face for t, face in zip(unit.tiles, option.faces, strict=True) if faces[t] != face}
            if changed:
                tile, face = next((t, f) for t, f in changed.items() if not backs[t])
                yield tile, weighing.rival(face, changed, float(np.exp(option.log - at)))
        if mine == (WHITE,) and not weighing.wins:
            (tile,) = unit.tiles
            for face in range(FIRST_FLOWER):
                if weighing.wins_with({tile: face}):
                    yield tile, weighing.rival(face, {tile: face}, _COVERED)


def _rivals_as_flowers(weighing: _Weighing, log: Array, backs: NDArray[np.bool_]) -> Iterator[tuple[int, Rival]]:
    """Yield flowers that other tiles may be, and other tiles that flowers may be.

    Either way the hand would not have its fourteen tiles, and so not win.
    """
    for tile, face in weighing.faces.items():
        flower = float(np.logaddexp.reduce(log[tile, FIRST_FLOWER:]))
        if face < FIRST_FLOWER:
            gain, other = flower - float(log[tile, face]), FIRST_FLOWER + int(log[tile, FIRST_FLOWER:].argmax())
        else:
            gain = float(np.logaddexp.reduce(log[tile, :FIRST_FLOWER])) - flower
            other = int(log[tile, :FIRST_FLOWER].argmax())
        if not backs[tile] and gain > np.log(_MIN_SHARE):
            odds = float(np.exp(gain))
            yield tile, Rival(other, odds, odds * (weighing.no_win if weighing.wins else 1.0), False)


def _rivals_of_copies(
    weighing: _Weighing, units: Sequence[_Unit], log: Array, backs: NDArray[np.bool_]
) -> Iterator[tuple[int, Rival]]:
    """Yield faces taken for another in all copies alike, or, if the hand does not win, in some of them.

    A network that takes one face of a tile set for another does so with every copy: so the copies count as one
    observation and not as several.
    """
    faces = weighing.faces
    for face in {face for face in faces.values() if face < FIRST_FLOWER}:
        copies = [t for t, named_as in faces.items() if named_as == face]
        seen = [t for t in copies if not backs[t]]
        if len(seen) < 2:
            continue
        gain = (log[seen] - log[seen, face][:, None]).mean(axis=0)
        for other in np.flatnonzero(gain[:FIRST_FLOWER] > np.log(_MIN_SHARE)).tolist():
            if other != face:
                tile = max(seen, key=lambda t: float(log[t, other]))
                yield tile, weighing.rival(other, dict.fromkeys(copies, other), float(np.exp(gain[other])))
        if weighing.wins:
            continue
        loose = [unit.tiles[0] for unit in units if len(unit.tiles) == 1 and unit.tiles[0] in seen]
        for other in range(FIRST_FLOWER):
            gains = sorted(((float(log[t, other] - log[t, face]), t) for t in loose), reverse=True)
            for many in range(2, min(len(loose) + 1, len(copies))):
                some = dict.fromkeys((t for _, t in gains[:many]), other)
                mean = sum(g for g, _ in gains[:many]) / many
                if mean > np.log(_MIN_SHARE) and weighing.wins_with(some):
                    yield gains[0][1], weighing.rival(other, some, float(np.exp(mean)))


def _units(part: Part, known: Array, backs: NDArray[np.bool_]) -> Iterator[_Unit]:
    """Yield the tiles of a part that are named together, with the faces that they may have."""
    shown = tuple(t for t in part.tiles if not backs[t])
    log = np.log(np.maximum(known, MIN_PROBABILITY))
    if part.kind in ("pung", "kong", "concealed-kong"):
        if shown:
            # Tiles that lie face down count too, so that no fifth copy is read elsewhere.
            logs = log[list(shown), :FIRST_FLOWER].sum(axis=0)
            alike = [AssignmentOption((face,) * len(part.tiles), float(logs[face])) for face in range(FIRST_FLOWER)]
            yield _Unit(part.tiles, _considered(alike))
        return
    if part.kind == "chow":
        orders = [
            AssignmentOption(order, float(sum(log[t, face] for t, face in zip(shown, order, strict=True))))
            for chow in CHOWS
            for order in permutations(chow)
        ]
        yield _Unit(shown, _considered(orders))
        return
    for tile in shown:
        faces = range(FIRST_FLOWER, len(FACES)) if part.kind == "flowers" else range(FIRST_FLOWER)
        yield _Unit((tile,), _considered([AssignmentOption((face,), float(log[tile, face])) for face in faces]))


def _considered(options: list[AssignmentOption]) -> tuple[AssignmentOption, ...]:
    """Return the options that are likely enough, likeliest first."""
    options.sort(key=attrgetter("log"), reverse=True)
    least = options[0].log + np.log(_MIN_SHARE)
    return tuple(o for i, o in enumerate(options) if i < _MIN_OPTIONS or o.log > least)[:_MAX_OPTIONS]


def _wins(grouping: Grouping, faces: dict[int, int]) -> bool:
    win = _win(grouping, faces)
    return win is not None and has_won(win)


def _win(grouping: Grouping, faces: dict[int, int]) -> Win | None:
    """Return the hand in the scorer's terms, or None if the face of a set cannot be known."""
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
                melds.append(Meld(tuple(codes), part.source))
            case "pung" | "kong" | "concealed-kong":
                if not codes:
                    return None
                melds.append(Meld((codes[0],) * len(part.tiles), part.source))
    concealed.sort(key=FACES.index)
    return Win(tuple(concealed), winning, tuple(melds), flowers=len(flowers) or None, flower_tiles=tuple(flowers))
