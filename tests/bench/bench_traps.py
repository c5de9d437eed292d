"""Hands that lie, or are photographed, so that a reader may be sure of another hand than the one that was laid:

    python -m tests.bench.bench_traps rendered --count 24 --seed 7 --photos PHOTOS
    python -m tests.bench.bench_traps rendered --kind "added tile on top" --save FOLDER
    python -m tests.bench.bench_traps photographs PHOTOS/dev --corrections models/dev_corrections.csv

Each kind has a line: hands read exactly, hands asked about (a doubt, or no hand), and hands surely wrong: the aim is
none. If the picture does not show enough, only asking is right. Photographs are compared with their flowers.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np

from models.data.dataset import sources
from models.data.labels import Label, read_labels
from models.evaluate.tiles import corrected, read_corrections
from models.render import layouts
from models.render.hands import random_win
from models.render.layouts import Placement, TileSize
from models.render.scene import RenderedScene, TrueTile, random_set, render
from models.render.view import Points, look_at
from scoring import Win
from scoring.hand import Meld
from scoring.notation import format_win
from scoring.tiles import FACES, PLAYED
from tests.bench.bench_distorted import exposed, hand_of, read_as
from tests.bench.bench_vision import LIGHTS, SIDES, Image, lit, same_hand
from vision import Reading, TileReader, open_image
from vision.annotate import annotated

LONG_SIDE: Final = 1280
"""Pixels of the longer side of the pictures."""

Laid = tuple[Win | None, list[Placement]]
"""A hand, or None if the picture cannot show it, and all that lies on its table, the hand around the origin."""

Lay = Callable[[np.random.Generator, TileSize], Laid]
Shot = Callable[[np.random.Generator, RenderedScene], Image]
"""Returns the photograph of a scene, with whatever spoils it."""


# Hands


def _win(rng: np.random.Generator, fits: Callable[[Win], bool] = lambda _: True) -> Win:
    """Return a random winning hand without concealed kongs and flowers that fits."""
    while True:
        win = random_win(rng)
        if not win.flowers and not any(meld.kind == "concealed-kong" for meld in win.melds) and fits(win):
            return win


def _claimed(win: Win, kind: str) -> list[int]:
    """Return the places among its melds of the claimed ones of a kind."""
    return [n for n, meld in enumerate(win.melds) if meld.kind == kind and meld.source]


def _pungs_with_a_fourth(win: Win) -> list[int]:
    """Return the places among its melds of the claimed pungs whose fourth tile is not in the hand."""
    return [n for n in _claimed(win, "pung") if win.tiles.count(win.melds[n].tiles[0]) == 3]


def _with_added(rng: np.random.Generator) -> tuple[Win, str]:
    """Return a hand with an added kong, and the face of the kong."""
    win = _win(rng, lambda win: bool(_pungs_with_a_fourth(win)))
    n = _pungs_with_a_fourth(win)[0]
    meld = win.melds[n]
    made = Meld((*meld.tiles, meld.tiles[0]), meld.source + 4)
    return replace(win, melds=(*win.melds[:n], made, *win.melds[n + 1 :])), meld.tiles[0]


def _outward(placed: Sequence[Placement], group: str, tile: str) -> list[Placement]:
    """Return the tiles of one face and group, from left to right."""
    return sorted((p for p in placed if p.group == group and p.tile == tile), key=lambda p: p.x)


def added_tile(
    rng: np.random.Generator, body: TileSize, *, along: float = 0.0, across: float = 0.0, upright: bool = False
) -> Laid:
    """Return a hand with an added kong whose fourth tile lies on the crosswise one.

    Args:
        along: Greatest shift along the row, in tile widths.
        across: Greatest shift away from the player, in tile widths.
        upright: True if the tile is not turned like the one below it.
    """
    win, face = _with_added(rng)
    placed = layouts.declared(rng, win, body)
    added = max(_outward(placed, "meld", face), key=lambda p: p.y)
    others = [p for p in placed if p is not added]
    x = added.x + float(rng.uniform(-1, 1)) * along * body.w
    y = added.y - body.w - 0.3 + float(rng.uniform(0.3, 1.0)) * across * body.w
    turn = float(rng.normal(0, 0.02)) + (0.0 if upright else added.turn)
    return win, [*others, replace(added, x=x, y=y + (0.15 * body.h if upright else 0.0), turn=turn, level=1)]


def added_on_upright(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand with an added kong whose fourth tile lies on an upright tile of the pung."""
    win, face = _with_added(rng)
    placed = layouts.declared(rng, win, body)
    meld = _outward(placed, "meld", face)
    added = max(meld, key=lambda p: p.y)
    upright = [p for p in meld if abs(np.sin(p.turn)) < 0.5]
    under = upright[int(rng.integers(len(upright)))]
    shift = rng.normal(0, 0.04, 2) * body.w
    moved = replace(under, x=under.x + float(shift[0]), y=under.y + float(shift[1]), level=1)
    return win, [*(p for p in placed if p is not added), moved]


def fanned_kong(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand with an exposed kong, each of whose tiles lies partly on the one before."""
    win, face = _with_added(rng)
    kong = next(meld for meld in win.melds if meld.tiles[0] == face and len(meld.tiles) == 4)
    win = replace(win, melds=tuple(replace(m, source=m.source - 4) if m is kong else m for m in win.melds))
    placed = layouts.declared(rng, win, body)
    meld = _outward(placed, "meld", face)
    squeeze = float(rng.uniform(0.35, 0.75))
    left = meld[0].x
    fan = [replace(p, x=left + (p.x - left) * squeeze, level=n % 2) for n, p in enumerate(meld)]
    return win, [*(p for p in placed if p not in meld), *fan]


def overlapping(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand in whose concealed row one tile lies partly on its neighbour."""
    win = _win(rng, lambda win: len(win.concealed) > 3)
    placed = layouts.declared(rng, win, body)
    row = sorted((p for p in placed if p.group == "concealed"), key=lambda p: p.x)
    at = int(rng.integers(len(row) - 1))
    slide = float(rng.uniform(0.15, 0.75)) * body.w
    moved = {id(p): replace(p, x=p.x - slide, level=int(n == at + 1)) for n, p in enumerate(row) if n > at}
    return win, [moved.get(id(p), p) for p in placed]


def winning_on_row(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand whose winning tile lies on top of its concealed row."""
    win = _win(rng, lambda win: len(win.concealed) > 3)
    placed = layouts.declared(rng, win, body)
    winning = next(p for p in placed if p.group == "winning")
    row = [p for p in placed if p.group == "concealed"]
    x = float(rng.uniform(min(p.x for p in row), max(p.x for p in row)))
    y = float(rng.uniform(0.0, 0.9)) * body.h
    turn = float(rng.choice([0.0, np.pi / 2])) + float(rng.normal(0, 0.05))
    return win, [*(p for p in placed if p is not winning), replace(winning, x=x, y=y, turn=turn, level=1)]


def tile_on_tile(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand one tile of which hides another of the concealed row: no one can tell which."""
    win = _win(rng, lambda win: len(win.concealed) > 6)
    placed = layouts.declared(rng, win, body)
    row = [p for p in placed if p.group == "concealed"]
    on, under = (row[int(n)] for n in rng.choice(len(row), 2, replace=False))
    top = replace(on, x=under.x, y=under.y + float(rng.normal(0, 0.04)) * body.h, level=1)
    left = {id(p): replace(p, x=p.x - body.w) for p in row if p.x > on.x}
    top = replace(top, x=top.x - body.w) if under.x > on.x else top
    return None, [*(left.get(id(p), p) for p in placed if p is not on), top]


# Others' tiles


def _foreign(rng: np.random.Generator, win: Win, body: TileSize) -> list[Placement]:
    """Return a claimed meld of another player."""
    while True:
        meld = next((m for m in random_win(rng).melds if m.source and m.source < 4), None)
        if meld and all((Counter(win.tiles) + Counter(meld.tiles))[tile] <= 4 for tile in meld.tiles):
            place = {1: 0, 2: 1, 3: len(meld.tiles) - 1}[meld.source]
            return layouts.meld(rng, meld.tiles, body, place)


def _beside(
    rng: np.random.Generator, own: list[Placement], others: list[Placement], body: TileSize, gap: float
) -> list[Placement]:
    """Return other tiles beyond either end of a hand."""
    reach = body.h / 2
    if rng.random() < 0.5:
        x = max(p.x for p in own) + reach + gap - min(p.x for p in others) + reach * 0.7
    else:
        x = min(p.x for p in own) - reach - gap - max(p.x for p in others) - reach * 0.7
    return layouts.moved(others, x, 0.0, 0.0)


def meld_touches(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand that another player's meld touches, at an end or beyond its row, lying any way."""
    win = _win(rng)
    own = layouts.declared(rng, win, body)
    quarter = float(rng.choice([0.0, np.pi / 2, np.pi, -np.pi / 2]))
    meld = layouts.moved(_foreign(rng, win, body), 0, 0, quarter)
    if rng.random() < 0.5:
        return win, own + _beside(rng, own, meld, body, float(rng.uniform(-0.15, 0.3)) * body.w)
    along = float(rng.uniform(min(p.x for p in own), max(p.x for p in own)))
    low = min(p.y for p in meld) - (body.h if quarter % np.pi < 0.1 else body.w) / 2
    return win, own + layouts.moved(meld, along, body.h / 2 - low + float(rng.uniform(0.02, 0.4)) * body.h, 0.0)


def meld_instead(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand without one of its melds, and another player's meld beside it, upside down or crosswise."""
    win = _win(rng, lambda win: bool(win.melds))
    own = layouts.declared(rng, replace(win, melds=win.melds[1:]), body)
    quarter = float(rng.choice([np.pi / 2, np.pi, -np.pi / 2]))
    meld = layouts.moved(_foreign(rng, win, body), 0, 0, quarter)
    return None, own + _beside(rng, own, meld, body, float(rng.uniform(0.0, 1.0)) * body.w)


def _discards(rng: np.random.Generator, win: Win, count: int) -> list[str]:
    """Return tiles that are left beside a hand."""
    left = layouts.deal(rng, 144)
    for tile in win.tiles:
        if tile in left:
            left.remove(tile)
    return [tile for tile in left if tile in PLAYED][:count]


def pond_touches(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand that the player's own pond touches."""
    win = _win(rng)
    own = layouts.declared(rng, win, body)
    pond = layouts.pond(rng, _discards(rng, win, int(rng.integers(4, 14))), body)
    low = min(p.y for p in pond) - body.h / 2
    along = float(rng.uniform(-0.5, 0.5)) * np.ptp([p.x for p in own])
    top = max(p.y for p in own) + body.h / 2
    return win, own + layouts.moved(pond, along, top - low + float(rng.uniform(0.0, 0.15)) * body.h, 0.0)


def stray_instead(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return thirteen tiles, their winning tile not in sight, and a tile of the wall or a pond face up near them."""
    win = _win(rng)
    own = layouts.declared(rng, replace(win, winning=None), body)
    stray = layouts.Placement(_discards(rng, win, 1)[0], "up", 0.0, 0.0, float(rng.normal(0, 0.1)), group="pond")
    if rng.random() < 0.5:
        return None, own + _beside(rng, own, [stray], body, float(rng.uniform(0.3, 2.5)) * body.w)
    x = float(rng.uniform(min(p.x for p in own), max(p.x for p in own)))
    return None, own + layouts.moved([stray], x, float(rng.uniform(1.1, 3.0)) * body.h, 0.0)


def winning_apart(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand whose winning tile lies apart, and one or two other tiles as near as it is."""
    win = _win(rng)
    own = layouts.declared(rng, replace(win, winning=None), body)
    placed = list(own)
    tiles = [win.winning or "", *_discards(rng, win, int(rng.integers(1, 3)))]
    for n, tile in enumerate(tiles):
        x = float(rng.uniform(-0.4, 0.4)) * np.ptp([p.x for p in own]) + n * 2.5 * body.w
        group = "winning" if n == 0 else "pond"
        loose = layouts.Placement(
            tile, "up", x, float(rng.uniform(1.2, 2.5)) * body.h, float(rng.normal(0, 0.1)), 0, group
        )
        while not all(layouts.apart(loose.x, loose.y, loose.turn, p, body, np.hypot(body.w, body.h)) for p in placed):
            loose = replace(loose, x=loose.x + 0.5 * body.w)
        placed.append(loose)
    return win, placed


def hand_touches(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand whose end another player's concealed tiles touch, lying any way."""
    win = _win(rng)
    own = layouts.declared(rng, win, body)
    others = layouts.row(rng, _discards(rng, win, int(rng.integers(2, 14))), body, group="pond")
    quarter = float(rng.choice([0.0, np.pi / 2, np.pi, -np.pi / 2]))
    others = layouts.moved(others, 0.0, 0.0, quarter)
    crosswise = abs(np.sin(quarter)) > 0.5
    gap = float(rng.uniform(0.02, 0.4)) * body.w - (0.35 * body.h if crosswise else 0.85 * body.h - 0.5 * body.w)
    return win, own + _beside(rng, own, others, body, gap)


def discard_touches(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand with a tile too many that touches its end, upright or crosswise: a discard, or a tile drawn."""
    win = _win(rng)
    own = layouts.declared(rng, win, body)
    crosswise = rng.random() < 0.4
    turn = float(rng.choice([-1, 1])) * np.pi / 2 if crosswise else 0.0
    stray = Placement(_discards(rng, win, 1)[0], "up", 0.0, 0.0, turn + float(rng.normal(0, 0.03)), group="pond")
    first = rng.random() < 0.5
    end = min(own, key=lambda p: p.x) if first else max(own, key=lambda p: p.x)
    widths = [body.h if abs(np.sin(p.turn)) > 0.5 else body.w for p in (end, stray)]
    step = sum(widths) / 2 + float(rng.uniform(0.0, 0.25)) * body.w
    return win, [*own, replace(stray, x=end.x + (-step if first else step), y=end.y)]


def fifteenth_tile(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand with a tile too many among its concealed ones, which makes it no hand."""
    win = _win(rng, lambda win: len(win.concealed) > 3)
    more = sorted([*win.concealed, _discards(rng, win, 1)[0]], key=FACES.index)
    return None, layouts.declared(rng, replace(win, concealed=tuple(more)), body)


def tile_missing(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand without one of its concealed tiles, which makes it no hand."""
    win = _win(rng, lambda win: len(win.concealed) > 3)
    fewer = list(win.concealed)
    fewer.pop(int(rng.integers(len(fewer))))
    return None, layouts.declared(rng, replace(win, concealed=tuple(fewer)), body)


def face_down(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand a tile of which lies face down among the concealed ones."""
    win = _win(rng, lambda win: len(win.concealed) > 3)
    placed = layouts.declared(rng, win, body)
    row = [p for p in placed if p.group in ("concealed", "winning")]
    down = row[int(rng.integers(len(row)))]
    return None, [replace(p, pose="down") if p is down else p for p in placed]


def on_edge(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand a concealed tile of which stands on its edge or upright, so that its face hardly shows."""
    win = _win(rng, lambda win: len(win.concealed) > 3)
    placed = layouts.declared(rng, win, body)
    row = [p for p in placed if p.group == "concealed"]
    one = row[int(rng.integers(len(row)))]
    return win, [replace(p, pose="edge" if rng.random() < 0.5 else "standing") if p is one else p for p in placed]


def added_loosely(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand with an added kong whose fourth tile lies near its pung: at an end, or before it, any way."""
    win, face = _with_added(rng)
    placed = layouts.declared(rng, win, body)
    meld = _outward(placed, "meld", face)
    added = max(meld, key=lambda p: p.y)
    others = [p for p in placed if p is not added]
    turn = added.turn if rng.random() < 0.5 else float(rng.choice([0.0, np.pi]))
    high = body.w if abs(np.sin(turn)) > 0.5 else body.h
    over = meld[int(rng.integers(len(meld)))]
    y = max(p.y for p in meld if p is not added) + body.h / 2 + high / 2 + float(rng.uniform(0.0, 0.8)) * body.w
    if rng.random() < 0.5:
        y -= 2 * (body.h / 2 + high / 2) + 2 * float(rng.uniform(0.0, 0.8)) * body.w
    x = over.x + float(rng.uniform(-0.3, 0.3)) * body.w
    return win, [*others, replace(added, x=x, y=y, turn=turn + float(rng.normal(0, 0.1)))]


def added_unseen(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand with an added kong whose fourth tile stands on its edge beyond the crosswise one, or face down."""
    win, face = _with_added(rng)
    placed = layouts.declared(rng, win, body)
    added = max(_outward(placed, "meld", face), key=lambda p: p.y)
    pose = ("down", "edge", "standing")[int(rng.integers(3))]
    low = added.y - body.w / 2 + (body.w if pose == "down" else body.t) / 2
    turn = added.turn if pose == "down" else added.turn + np.pi / 2 * (pose == "edge") + np.pi / 2
    return win, [replace(p, pose=pose, y=low, turn=turn) if p is added else p for p in placed]  # type: ignore[arg-type]


# Turned tiles


def turned_claims(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand whose claimed tiles lie neither upright nor crosswise, or upside down."""
    win = _win(rng, lambda win: bool(win.melds))
    placed = []
    for p in layouts.declared(rng, win, body):
        crosswise = p.group == "meld" and abs(np.sin(p.turn)) > 0.5
        if crosswise and rng.random() < 0.7:
            p = replace(p, turn=p.turn + float(rng.choice([-1, 1])) * float(rng.uniform(0.2, 0.9)))
        elif p.group == "meld" and rng.random() < 0.3:
            p = replace(p, turn=p.turn + np.pi)
        placed.append(p)
    return win, placed


def uneven_row(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand with tiles turned by some degrees, upside down and shifted."""
    win = _win(rng)
    placed = [
        replace(
            p,
            y=p.y + float(rng.normal(0, 0.1)) * body.h,
            turn=p.turn + float(rng.normal(0, 0.06)) + (np.pi if rng.random() < 0.15 else 0.0),
        )
        for p in layouts.declared(rng, win, body)
    ]
    return win, placed


def plain_hand(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand that lies as it should."""
    win = _win(rng)
    return win, layouts.declared(rng, win, body)


def kong_last(rng: np.random.Generator, body: TileSize) -> Laid:
    """Return a hand that begins or ends with an exposed kong."""
    win = _win(rng, lambda win: bool(_pungs_with_a_fourth(win)))
    n = _pungs_with_a_fourth(win)[0]
    meld = win.melds[n]
    kong = Meld((*meld.tiles, meld.tiles[0]), meld.source)
    win = replace(win, melds=(kong, *win.melds[:n], *win.melds[n + 1 :]))
    placed = layouts.declared(rng, win, body)
    return win, placed if rng.random() < 0.5 else _last_first(placed, body)


def _last_first(placed: list[Placement], body: TileSize) -> list[Placement]:
    """Return a hand with the tiles of its first meld after all others."""
    first = min((p for p in placed if p.group == "meld"), key=lambda p: p.x)
    meld = [p for p in placed if p.group == "meld" and p.tile == first.tile]
    rest = [p for p in placed if p not in meld]
    x = max(p.x for p in rest) + body.h + 0.7 * body.w - min(p.x for p in meld)
    whole = [*rest, *layouts.moved(meld, x, 0, 0)]
    middle = (min(p.x for p in whole) + max(p.x for p in whole)) / 2
    return layouts.moved(whole, -middle, 0, 0)


# Photographs


def as_it_is(rng: np.random.Generator, scene: RenderedScene) -> Image:
    """Return the picture as rendered."""
    return scene.image


def own_tiles(scene: RenderedScene) -> list[TrueTile]:
    """Return the tiles of a scene that are of the hand."""
    return [tile for tile in scene.tiles if tile.group in ("meld", "concealed", "winning")]


def cut_at(image: Image, quads: Points, seen: float) -> Image:
    """Return a picture cut so that only a share of the outermost of some tiles (N, 4, 2) is left, or less than none."""
    middles = quads.mean(axis=1)
    spread = np.ptp(middles, axis=0)
    axis = int(spread.argmax())
    last = bool(middles[:, axis].max() + middles[:, axis].min() > image.shape[1 - axis])
    ends = quads[(middles[:, axis] if last else -middles[:, axis]).argmax(), :, axis]
    low, high = float(ends.min()), float(ends.max())
    at = round(low + seen * (high - low)) if last else round(high - seen * (high - low))
    keep = slice(0, max(at, 1)) if last else slice(max(at, 0), None)
    return image[:, keep] if axis == 0 else image[keep]


def cut_off(rng: np.random.Generator, scene: RenderedScene) -> Image:
    """Return a picture whose edge leaves a half or less of an end of the hand, or none."""
    return cut_at(scene.image, np.array([t.quad for t in own_tiles(scene)]), float(rng.uniform(-0.25, 0.5)))


def _pasted(rng: np.random.Generator, image: Image, layer: Image, mask: Image) -> Image:
    """Return a picture with a layer over it where a mask (H, W) of 0 to 255 says, as sharp as a camera shows it."""
    weight = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
    noisy = layer + rng.normal(0, 4, image.shape)
    pasted: Image = np.clip(image * (1 - weight) + noisy * weight, 0, 255).astype(np.uint8)
    return pasted


def chip_on(rng: np.random.Generator, image: Image, quad: Points) -> Image:
    """Return a picture with a chip, or a block such as a die or an eraser, on a tile (4, 2)."""
    short = float(np.linalg.norm(quad[1] - quad[0]))
    x, y = (quad.mean(axis=0) + rng.normal(0, 0.1, 2) * short).tolist()
    colour = rng.uniform(20, 240, 3)
    layer, mask = image.copy(), np.zeros(image.shape[:2], np.uint8)
    reach = short * float(rng.uniform(0.45, 0.85))
    box = ((x, y), (2 * reach, 2 * reach * float(rng.uniform(0.7, 1.0))), float(rng.uniform(0, 180)))
    if rng.random() < 0.6:
        cv2.ellipse(mask, box, 255, -1)
        cv2.ellipse(layer, box, colour.tolist(), -1)
        cv2.ellipse(layer, (box[0], (box[1][0] * 0.7, box[1][1] * 0.7), box[2]), (colour * 0.75).tolist(), 3)
    else:
        corners = np.round(cv2.boxPoints(box)).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, 255)
        cv2.fillConvexPoly(layer, corners, colour.tolist())
    return _pasted(rng, image, layer, mask)


def finger_on(rng: np.random.Generator, image: Image, quad: Points) -> Image:
    """Return a picture with a finger that reaches from an edge over a tile (4, 2)."""
    short = float(np.linalg.norm(quad[1] - quad[0]))
    tip = quad.mean(axis=0) + rng.normal(0, 0.2, 2) * short
    height, width = image.shape[:2]
    root = np.array([tip[0] + rng.normal(0, 0.2) * width, height if rng.random() < 0.7 else 0])
    skin = np.array([95, 125, 190]) * rng.uniform(0.6, 1.15)
    layer, mask = image.copy(), np.zeros((height, width), np.uint8)
    thick = max(3, round(short * float(rng.uniform(0.7, 1.3))))
    ends = tuple(np.round(root).astype(int).tolist()), tuple(np.round(tip).astype(int).tolist())
    cv2.line(mask, *ends, 255, thick)
    cv2.line(layer, *ends, skin.tolist(), thick)
    cv2.line(layer, *ends, (skin * 1.1).tolist(), thick // 2)
    return _pasted(rng, image, layer, mask)


def glare_on(rng: np.random.Generator, image: Image, quad: Points) -> Image:
    """Return a picture with a reflection on a tile (4, 2)."""
    height = float(np.linalg.norm(quad[3] - quad[0]))
    x, y = (quad.mean(axis=0) + rng.normal(0, 0.25, 2) * height).tolist()
    light = np.zeros(image.shape[:2], np.float32)
    axes = (max(2, round(height * float(rng.uniform(0.2, 0.6)))), max(2, round(height * float(rng.uniform(0.1, 0.4)))))
    cv2.ellipse(light, (round(x), round(y)), axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    light = cv2.GaussianBlur(light, (0, 0), 0.1 * height).astype(np.float32)
    return exposed(image, 1.0, float(rng.uniform(90, 255)) * light[..., None])


def _on_own(
    on: Callable[[np.random.Generator, Image, Points], Image], rng: np.random.Generator, scene: RenderedScene
) -> Image:
    tiles = own_tiles(scene)
    return on(rng, scene.image, tiles[int(rng.integers(len(tiles)))].quad)


def dim(rng: np.random.Generator, image: Image) -> Image:
    """Return a picture taken in hardly any light."""
    return exposed(image, float(rng.uniform(0.05, 0.2)), rng.normal(0, rng.uniform(2, 6), image.shape))


def out_of_focus(rng: np.random.Generator, image: Image) -> Image:
    """Return a picture that is out of focus."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(1.5, 4.0))), np.uint8)


def moving(rng: np.random.Generator, image: Image) -> Image:
    """Return a picture taken by a camera that moved by 6 to 16 pixels."""
    way, reach = rng.uniform(0, np.pi), float(rng.uniform(3, 8))
    kernel = np.zeros((19, 19), np.float32)
    for step in np.linspace(-reach, reach, 65):
        kernel[round(9 + step * np.sin(way)), round(9 + step * np.cos(way))] = 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def far_away(rng: np.random.Generator, image: Image) -> Image:
    """Return a picture with tiles so small that their marks can hardly be told."""
    by = float(rng.uniform(0.18, 0.35))
    return np.asarray(cv2.resize(image, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)


def washed_out(rng: np.random.Generator, image: Image, quad: Points) -> Image:
    """Return a picture with a reflection that hides the mark of a tile (4, 2) and leaves its edges."""
    high, wide = (float(np.linalg.norm(quad[k] - quad[0])) for k in (3, 1))
    x, y = quad.mean(axis=0).tolist()
    light = np.zeros(image.shape[:2], np.float32)
    axes = (max(2, round(0.42 * wide)), max(2, round(0.42 * high)))
    turn = float(np.degrees(np.arctan2(*(quad[1] - quad[0])[::-1])))
    cv2.ellipse(light, (round(x), round(y)), axes, turn, 0, 360, 1.0, -1)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), 0.06 * high), np.float32)
    return exposed(image, 1.0, np.float64(rng.uniform(120, 255)) * light[..., None].astype(np.float64))


def mirrored(rng: np.random.Generator, image: Image) -> Image:
    """Return a picture as a camera that faces its user shows it: left and right changed over."""
    return np.ascontiguousarray(image[:, ::-1])


def _shot(
    effect: Callable[[np.random.Generator, Image], Image], rng: np.random.Generator, scene: RenderedScene
) -> Image:
    return effect(rng, scene.image)


@dataclass(frozen=True, slots=True)
class Trap:
    """A kind of hand: how its tiles lie, and how it is photographed."""

    lay: Lay
    shot: Shot = as_it_is


KINDS: Final[dict[str, Trap]] = {
    "added tile on top": Trap(added_tile),
    "added tile on top, shifted away": Trap(partial(added_tile, across=0.7)),
    "added tile on top, shifted along": Trap(partial(added_tile, along=0.7)),
    "added tile on top, upright": Trap(partial(added_tile, upright=True)),
    "added tile on an upright one": Trap(added_on_upright),
    "kong fanned out": Trap(fanned_kong),
    "tile partly on its neighbour": Trap(overlapping),
    "winning tile on the row": Trap(winning_on_row),
    "tile hidden below another": Trap(tile_on_tile),
    "end of the hand cut off": Trap(plain_hand, cut_off),
    "kong at the end cut off": Trap(kong_last, cut_off),
    "chip or block on a tile": Trap(plain_hand, partial(_on_own, chip_on)),
    "chip or block on a tile of a kong": Trap(kong_last, partial(_on_own, chip_on)),
    "finger on a tile": Trap(plain_hand, partial(_on_own, finger_on)),
    "another's meld touches": Trap(meld_touches),
    "another's meld in place of one": Trap(meld_instead),
    "own pond touches": Trap(pond_touches),
    "stray tile in place of the winning one": Trap(stray_instead),
    "winning tile among strays": Trap(winning_apart),
    "claimed tiles turned askew": Trap(turned_claims),
    "uneven row": Trap(uneven_row),
    "glare on a tile": Trap(plain_hand, partial(_on_own, glare_on)),
    "hardly any light": Trap(plain_hand, partial(_shot, dim)),
    "out of focus": Trap(plain_hand, partial(_shot, out_of_focus)),
    "moving camera": Trap(plain_hand, partial(_shot, moving)),
    "far away": Trap(plain_hand, partial(_shot, far_away)),
    "another's hand touches": Trap(hand_touches),
    "discard touches the end": Trap(discard_touches),
    "fifteenth tile in the hand": Trap(fifteenth_tile),
    "tile missing in the hand": Trap(tile_missing),
    "tile face down in the hand": Trap(face_down),
    "tile of the hand on its edge": Trap(on_edge),
    "added tile laid loosely": Trap(added_loosely),
    "glare hides a mark": Trap(plain_hand, partial(_on_own, washed_out)),
    "mirrored picture": Trap(plain_hand, partial(_shot, mirrored)),
    "added tile on its edge or face down": Trap(added_unseen),
}
"""Kinds of hands by name. New ones come last, since the place of a kind is part of its pictures' seed."""


def pictured(kind: str, index: int, seed: int, photos: Path | None) -> tuple[Win | None, Image]:
    """Render a hand of a kind from any side, up to 40 degrees from above, in three lights."""
    rng = np.random.default_rng([seed, list(KINDS).index(kind), index])
    trap = KINDS[kind]
    tiles = random_set(rng, sources(photos))
    win, placed = trap.lay(rng, tiles.body.size)
    turn = index % len(SIDES) * np.pi / 2 + float(rng.normal(0, 0.12))
    places = np.array([[p.x, p.y] for p in placed])
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    placed = layouts.moved(layouts.moved(placed, -middle[0], -middle[1], 0.0), 0, 0, turn)
    spread = np.ptp(np.array([[p.x, p.y] for p in placed]), axis=0) + 2.5 * tiles.body.size.h
    tilt = float(np.clip(abs(rng.normal(0.2, 0.2)), 0, 0.7))
    scale = float(LONG_SIDE / spread.max() * rng.uniform(0.75, 0.95))
    shorter = int(np.clip(1.3 * scale * spread.min(), LONG_SIDE // 3, LONG_SIDE * 3 // 4))  # a strip is read sooner
    size = (LONG_SIDE, shorter) if spread[0] > spread[1] else (shorter, LONG_SIDE)
    view = look_at(size, tilt, float(rng.normal(0, 0.05)), float(rng.uniform(0.7, 1.3)), scale, (0.0, 0.0))
    scene = render(rng, placed, tiles, view, sources(photos), edge=2000.0)
    scene = replace(scene, image=lit(rng, scene.image, LIGHTS[index // len(SIDES) % len(LIGHTS)]))
    return win, np.ascontiguousarray(trap.shot(rng, scene))


def surely_wrong(reading: Reading, win: Win | None) -> bool:
    """Return True if a reading is sure of another hand than the one laid, or of any that the picture cannot show."""
    return reading.sure and (win is None or not same_hand(reading, win))


# Photographs of others


def laid_over(rng: np.random.Generator, image: Image, quads: Points, share: tuple[float, float]) -> Image:
    """Return a picture with a copy of one of some tiles (N, 4, 2) on another, shifted by a share of its width."""
    on, under = (quads[int(n)] for n in rng.choice(len(quads), 2, replace=False))
    low, size = on.min(axis=0), np.ptp(on, axis=0)
    corner = np.round(low).astype(int)
    width, height = np.ceil(size).astype(int).tolist()
    copy = image[max(corner[1], 0) : corner[1] + height, max(corner[0], 0) : corner[0] + width]
    larger = float(rng.uniform(1.0, 1.06))
    shift = float(rng.uniform(*share)) * float(rng.choice([-1, 1])) * size[0]
    across = np.array([size[0], 0]) * larger
    down = np.array([0, size[1]]) * larger
    start = under.mean(axis=0) + [shift, 0] - (across + down) / 2
    way = np.column_stack([across / copy.shape[1], down / copy.shape[0], start]).astype(np.float64)
    shape = (image.shape[1], image.shape[0])
    layer = np.asarray(cv2.warpAffine(copy, way, shape), np.uint8)
    mask = np.asarray(cv2.warpAffine(np.full(copy.shape[:2], 255, np.uint8), way, shape), np.uint8)
    weight = mask.astype(np.float32)[..., None] / 255
    return np.asarray(np.clip(image * (1 - weight) + layer * weight, 0, 255), np.uint8)


Spoil = Callable[[np.random.Generator, Image, Points], Image]
"""Returns a photograph of a hand, spoilt; (N, 4, 2) are its tiles."""


def _on_any(
    on: Callable[[np.random.Generator, Image, Points], Image], rng: np.random.Generator, image: Image, quads: Points
) -> Image:
    return on(rng, image, quads[int(rng.integers(len(quads)))])


def _of_all(
    effect: Callable[[np.random.Generator, Image], Image], rng: np.random.Generator, image: Image, quads: Points
) -> Image:
    return effect(rng, image)


SPOILS: Final[dict[str, Spoil]] = {
    "end of the hand cut off": lambda rng, image, quads: cut_at(image, quads, float(rng.uniform(-0.25, 0.5))),
    "chip or block on a tile": partial(_on_any, chip_on),
    "finger on a tile": partial(_on_any, finger_on),
    "tile hidden below another": partial(laid_over, share=(0.0, 0.1)),
    "tile partly on another": partial(laid_over, share=(0.2, 0.8)),
    "glare on a tile": partial(_on_any, glare_on),
    "hardly any light": partial(_of_all, dim),
    "out of focus": partial(_of_all, out_of_focus),
    "moving camera": partial(_of_all, moving),
    "far away": partial(_of_all, far_away),
}
"""Ways to spoil a photograph, by name. New ones come last, as in `KINDS`."""


def quads_of(labels: Sequence[Label]) -> Points:
    """Return the boxes of labels as quads (N, 4, 2), from the top left on."""
    boxes = np.array([label.box for label in labels], float).reshape(-1, 4)
    return boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]


@dataclass(slots=True)
class Tally:
    """The count of a kind: hands read exactly, asked about, surely wrong; and the sure ones among the exact."""

    exact: int = 0
    sure: int = 0
    asked: int = 0
    surely_wrong: int = 0

    def add(self, reading: Reading, *, right: bool) -> bool:
        """Count a reading; return True if it is surely wrong."""
        self.exact += right
        self.sure += right and reading.sure
        self.asked += not reading.sure
        self.surely_wrong += reading.sure and not right
        return reading.sure and not right

    def told(self) -> str:
        """Return the counts as text."""
        total = self.sure + self.asked + self.surely_wrong
        return f"{total:4}: {self.exact:4} exact, {self.asked:4} asked, {self.surely_wrong:3} SURELY WRONG"


def _kept(folder: Path | None, name: str, image: Image, reading: Reading) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / f"{name}.png"), annotated(image, reading))


@click.group()
def main() -> None:
    """Measure hands that a reader may surely read wrongly."""


@main.command("rendered")
@click.option("--count", default=24, help="Hands of each kind and seed.")
@click.option("--seed", default=[1], multiple=True)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)), help="This kind alone.")
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--save", type=click.Path(path_type=Path), help="Folder for pictures that are surely wrong.")
def rendered_(count: int, seed: Sequence[int], kinds: Sequence[str], photos: Path | None, save: Path | None) -> None:
    """Measure rendered hands."""
    reader = TileReader()
    for kind in kinds or KINDS:
        tally = Tally()
        for each, index in product(seed, range(count)):
            win, image = pictured(kind, index, each, photos)
            reading = reader.read(image)
            if tally.add(reading, right=win is not None and same_hand(reading, win)):
                laid = "not to be told" if win is None else format_win(win)
                click.echo(f"  {kind} {each}:{index} {reading.hand} | {laid}")
                _kept(save, f"{kind}-{each}-{index}", image, reading)
        click.echo(f"{kind:40} {tally.told()}")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--step", default=1, help="Use every n-th photograph.")
@click.option("--seed", default=1)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(SPOILS)), help="This kind alone.")
@click.option("--corrections", type=click.Path(path_type=Path, exists=True), help="CSV of labels that are wrong.")
@click.option("--save", type=click.Path(path_type=Path), help="Folder for pictures that are surely wrong.")
def photographs(
    folder: Path, step: int, seed: int, kinds: Sequence[str], corrections: Path | None, save: Path | None
) -> None:
    """Measure photographs whose labels make a hand, spoilt in one way after another.

    Those with flowers are not cut, since nobody can tell of a flower beyond the edge.
    """
    reader = TileReader()
    wrong = read_corrections(corrections) if corrections else {}
    for kind in kinds or SPOILS:
        tally = Tally()
        for index, photo in list(enumerate(sorted((folder / "images").iterdir())))[::step]:
            image = open_image(photo)
            labels = corrected(read_labels(photo, (image.shape[1], image.shape[0])), wrong.get(photo.name, ()))
            hand = hand_of(labels)
            if hand is None or (hand[1] and kind == "end of the hand cut off"):
                continue
            rng = np.random.default_rng([seed, list(SPOILS).index(kind), index])
            spoilt = np.ascontiguousarray(SPOILS[kind](rng, image, quads_of(labels)))
            reading = reader.read(spoilt)
            if tally.add(reading, right=reading.hand is not None and read_as(hand, reading)):
                click.echo(f"  {kind} {photo.name} {reading.hand}")
                _kept(save, f"{kind}-{photo.stem}", spoilt, reading)
        click.echo(f"{kind:40} {tally.told()}")


if __name__ == "__main__":
    main()
