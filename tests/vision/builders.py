"""Tables for the tests: hands laid out as text, seen by a camera from any side, with the truth about each tile."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring import parse
from scoring.notation import expand
from scoring.tiles import FACES
from vision.evidence import Evidence
from vision.reading import Reading
from vision.table.calibration import Calibration
from vision.table.markers import as_quad

WIDTH, HEIGHT = 26.0, 35.0
"""A tile's face in millimetres."""
SIZE = (1200, 900)


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table, in millimetres: x to the right, y away as the winner sees it; turned counter-clockwise."""

    tile: str
    x: float
    y: float
    turn: float = 0.0
    down: bool = False


def row(text: str, x: float = 0.0, y: float = 0.0, *, gap: float = 0.6, between: float = 14.0) -> list[Laid]:
    """Return a row of tiles from left to right.

    Groups stand apart by `between` millimetres where the text has a space. Marks before a tile: `>` it lies
    crosswise, `+` it lies on the far side of the crosswise tile before it, `_` it lies face down, `!` upside down.
    """
    laid: list[Laid] = []
    at = 0.0
    for group in text.split():
        at += between if laid else 0.0
        for mark, tile in _tiles(group):
            if mark == "+":
                under = laid[-1]
                laid.append(Laid(tile, under.x, under.y + WIDTH + 0.5, under.turn))
                continue
            across = HEIGHT if mark == ">" else WIDTH
            drop = (WIDTH - HEIGHT) / 2 if mark == ">" else 0.0
            turn = {">": np.pi / 2, "!": np.pi}.get(mark, 0.0)
            laid.append(Laid(tile, at + across / 2, drop, turn, mark == "_"))
            at += across + gap
    return [Laid(p.tile, p.x - at / 2 + x, p.y + y, p.turn, p.down) for p in laid]


def _tiles(group: str) -> list[tuple[str, str]]:
    """`>1m2m` is a crosswise 1m and a 2m; runs such as `123m` are understood where no mark stands inside."""
    found: list[tuple[str, str]] = []
    mark, run = "", ""
    for char in group:
        if char in ">+_!":
            mark = char
            continue
        run += char
        if char.isdigit():
            continue
        codes = [run[::-1]] if run[0] in "fs" and len(run) > 1 else list(expand(run))
        found += [(mark, code) for code in codes]
        mark, run = "", ""
    return found


def flowers(codes: str, x: float, y: float) -> list[Laid]:
    """Return flowers side by side, such as `f1 s3`."""
    return [Laid(code, x + i * (WIDTH + 1), y) for i, code in enumerate(codes.split())]


def camera(side: float, tilt: float, away: float = 900.0) -> NDArray[np.float64]:
    """(3, 3) from table millimetres to pixels: seen from `side` (radians round the table), `tilt` off the vertical."""
    eye = away * np.array([np.sin(tilt) * np.sin(side), -np.sin(tilt) * np.cos(side), np.cos(tilt)])
    out = -eye / np.linalg.norm(eye)
    up = np.array([-np.sin(side), np.cos(side), 0.0])
    right = np.cross(out, up)
    right /= np.linalg.norm(right)
    frame = np.array([right, np.cross(out, right), out])
    lens = np.array([[1300.0, 0, SIZE[0] / 2], [0, 1300.0, SIZE[1] / 2], [0, 0, 1]])
    return lens @ np.column_stack([frame[:, :2], -frame @ eye])


def quads(laid: list[Laid], view: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 4, 2) pixel corners from each glyph's top left, clockwise."""
    half = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array([WIDTH, HEIGHT]) / 2
    corners = []
    for tile in laid:
        c, s = np.cos(tile.turn), np.sin(tile.turn)
        points = half @ np.array([[c, s], [-s, c]]) + [tile.x, tile.y]
        seen = np.column_stack([points, np.ones(4)]) @ view.T
        corners.append(seen[:, :2] / seen[:, 2:])
    return np.array(corners).reshape(-1, 4, 2)


def certain(laid: list[Laid], trust: float = 0.999) -> NDArray[np.float64]:
    """(N, 43) probabilities that name every tile."""
    faces = np.full((len(laid), len(FACES) + 1), (1 - trust) / len(FACES))
    for i, tile in enumerate(laid):
        faces[i, FACES.index(tile.tile)] = trust
    return faces


def blurred(laid: list[Laid], at: int, shares: dict[str, float]) -> NDArray[np.float64]:
    """(N, 43) probabilities that name every tile but one, which may be any of the given faces."""
    faces = certain(laid)
    faces[at] = 1e-4
    for code, share in shares.items():
        faces[at, FACES.index(code)] = share
    faces[at] /= faces[at].sum()
    return faces


def evidence(
    laid: list[Laid], side: float = 0.0, tilt: float = 0.3, faces: NDArray[np.float64] | None = None
) -> Evidence:
    """Return the evidence of a perfect detector and a classifier that names `faces`."""
    return evidence_from(laid, camera(side, tilt), faces)


def evidence_from(laid: list[Laid], view: NDArray[np.float64], faces: NDArray[np.float64] | None = None) -> Evidence:
    """Return the same from a camera at `view`, a matrix of `camera`."""
    count = len(laid)
    down = np.array([tile.down for tile in laid], bool)
    return Evidence(
        size=SIZE,
        quads=quads(laid, view),
        scores=np.full(count, 0.95),
        backs=down,
        faces=certain(laid) if faces is None else faces,
        upright=np.where(down, 0.0, 1.0),
        glare=np.zeros(count),
        marks=np.zeros(count),
        whole=np.ones(count),
    )


def blank() -> NDArray[np.uint8]:
    """Return a picture of an empty table of `SIZE`."""
    return np.full((SIZE[1], SIZE[0], 3), (60, 110, 40), np.uint8)


TABLE_SIDE = 600.0
"""Millimetres of a table's side."""


def overhead(side: float, tilt: float = 0.15) -> NDArray[np.float64]:
    """Return a camera that has the whole table in view."""
    return camera(side, tilt, away=1150.0)


def calibrated(view: NDArray[np.float64]) -> Calibration:
    """Return the calibration of a camera at `view`."""
    half = TABLE_SIDE / 2
    square = np.array([[-half, -half, 1], [half, -half, 1], [half, half, 1], [-half, half, 1]]) @ view.T
    return Calibration(SIZE, as_quad(square[:, :2] / square[:, 2:]))


def before(chair: int, laid: list[Laid], depth: float = 60.0) -> list[Laid]:
    """Return tiles in front of a chair, `depth` millimetres from its side of the table."""
    turn = (chair - 1) * np.pi / 2
    c, s = np.cos(turn), np.sin(turn)
    shifted = [(t, t.x, t.y + depth - TABLE_SIDE / 2) for t in laid]
    return [replace(t, x=c * x - s * y, y=s * x + c * y, turn=t.turn + turn) for t, x, y in shifted]


def same_hand(reading: Reading, text: str) -> bool:
    """Equal tiles, melds with their sources, winning tile and flowers; the order of melds is free."""
    if reading.hand is None:
        return False
    mine, want = parse(reading.hand), parse(text)
    return (
        Counter(mine.melds) == Counter(want.melds)
        and Counter(mine.concealed) == Counter(want.concealed)
        and (mine.winning, mine.flowers) == (want.winning, want.flowers)
    )


def random_hand(rng: np.random.Generator) -> tuple[list[str], str, str]:
    """Four random sets and a pair: the groups laid apart from left to right, the concealed tiles, the winning tile."""
    while True:
        sets = []
        for _ in range(4):
            if rng.random() < 0.6:
                low, suit = int(rng.integers(1, 8)), str(rng.choice(list("mps")))
                sets.append([f"{low + i}{suit}" for i in range(3)])
            else:
                sets.append([str(rng.choice(FACES[:34]))] * 3)
        pair = [str(rng.choice(FACES[:34]))] * 2
        if max(Counter(t for s in [*sets, pair] for t in s).values()) <= 4:
            break
    claimed = int(rng.integers(0, 4))
    groups = [">" + "".join(s) for s in sets[:claimed]]
    concealed = [t for s in sets[claimed:] for t in s] + pair
    winning = concealed.pop(int(rng.integers(len(concealed))))
    concealed.sort(key=FACES.index)
    return groups, "".join(concealed), winning
