"""Declared hands as they lie on real tables, in kinds that are hard to read, rendered:

    python -m tests.bench.bench_hands --count 96
    python -m tests.bench.bench_hands --kind pond --count 24 --save FOLDER

A line a kind: hands read exactly, surely, and surely but wrong. The picture does not show which tile of a pond won, so
the page must ask about such a hand. An added tile that lies flat on another hides it: the hand is read with a pung, and
the page asks about it if the upper tile appears larger and out of place.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np

from models.data.dataset import sources
from models.render import layouts
from models.render.hands import random_win
from models.render.layouts import Placement, TileSize
from models.render.scene import random_set, render
from models.render.view import look_at
from scoring import Win
from scoring.hand import Meld
from scoring.notation import format_win
from scoring.tiles import FACES, PLAYED
from tests.bench.bench_vision import LIGHTS, SIDES, Image, by_reader, lit, outcome, same_hand, told
from vision import TileReader
from vision.annotate import annotated
from vision.hand.naming import RISK
from webui.messages import Messages
from webui.messages.vision import doubt

LONG_SIDE: Final = 1600
"""Pixels of the longer side of the pictures."""

Lay = Callable[[np.random.Generator, TileSize], tuple[Win, list[Placement]]]
"""A hand of some kind, and all that lies on its table, the hand around the origin."""


def kongs(count: int, rng: np.random.Generator, body: TileSize) -> tuple[Win, list[Placement]]:
    """Return a hand with so many kongs of every sort, the outer tiles of concealed ones face down."""
    faces = [str(face) for face in rng.choice(PLAYED, count + 1, replace=False)]
    melds = tuple(Meld((face,) * 4, int(rng.choice([0, 1, 2, 3, 5, 6, 7]))) for face in faces[:count])
    rest = [face for face in PLAYED if face not in faces]
    pungs = [str(face) for face in rng.choice(rest, 4 - count, replace=False)]
    tiles = sorted([*[face for face in pungs for _ in range(3)], faces[count], faces[count]], key=FACES.index)
    winning = tiles.pop(int(rng.integers(len(tiles))))
    win = Win(tuple(tiles), winning, melds)
    while True:
        placed = layouts.declared(rng, win, body)
        hidden = {p.tile for p in placed if p.group == "concealed-kong"} - {p.tile for p in placed if p.pose == "up"}
        if not hidden:
            return win, placed


def _kong_hand(count: int, rng: np.random.Generator, sources: Sequence[int]) -> Win:
    """Return a winning hand of so many kongs, pungs and a pair; the kongs have sources drawn from those given."""
    faces = [str(face) for face in rng.choice(PLAYED, 5, replace=False)]
    melds = tuple(Meld((face,) * 4, int(rng.choice(sources))) for face in faces[:count])
    concealed = [face for face in faces[count:4] for _ in range(3)] + [faces[4]] * 2
    tiles = sorted(concealed, key=FACES.index)
    winning = tiles.pop(int(rng.integers(len(tiles))))
    return Win(tuple(tiles), winning, melds)


def kong_row(count: int, rng: np.random.Generator, body: TileSize) -> tuple[Win, list[Placement]]:
    """Return a hand with so many kongs in one row of sets that touch: exposed, or concealed face up or with two backs.

    Four tiles that lie face up count as a concealed kong, as which they are read; the page asks people about them.
    """
    win = _kong_hand(count, rng, (0, 0, 1, 2, 3))
    parts = []
    for meld in win.melds:
        hidden = [(), (0, 3), (1, 2)][int(rng.integers(3))] if not meld.source else ()
        claimed = {1: 0, 2: 1, 3: 3}[meld.source] if meld.source else None
        parts.append(layouts.meld(rng, meld.tiles, body, claimed, hidden))
    parts.append(layouts.row(rng, win.concealed, body))
    if rng.random() < 0.5:
        parts = [parts[-1], *parts[:-1]]
    parts.append(layouts.row(rng, [win.winning or ""], body, group="winning"))
    x, placed = 0.0, []
    for n, part in enumerate(parts):
        x += body.w * float(rng.uniform(0.5, 1.0) if n == len(parts) - 1 else rng.uniform(0.0, 0.1))
        left = min(p.x - (body.h if np.sin(p.turn) ** 2 > 0.5 else body.w) / 2 for p in part)
        right = max(p.x + (body.h if np.sin(p.turn) ** 2 > 0.5 else body.w) / 2 for p in part)
        placed += [replace(p, x=p.x - left + x) for p in part]
        x += right - left
    return win, [replace(p, x=p.x - x / 2) for p in placed]


def added_on_top(rng: np.random.Generator, body: TileSize) -> tuple[Win, list[Placement]]:
    """Return a hand with an added kong whose fourth tile lies on the crosswise one."""
    while True:
        win = random_win(rng)
        pungs = [n for n, meld in enumerate(win.melds) if meld.kind == "pung" and meld.source]
        if pungs and not any(meld.kind == "concealed-kong" for meld in win.melds):
            break
    n = pungs[0]
    meld = win.melds[n]
    made = Meld((*meld.tiles, meld.tiles[0]), meld.source + 4)
    win = replace(win, melds=(*win.melds[:n], made, *win.melds[n + 1 :]))
    placed = layouts.declared(rng, win, body)
    added = max((p for p in placed if p.tile == meld.tiles[0] and p.group == "meld"), key=lambda p: p.y)
    on_top = replace(added, y=added.y - body.w - 0.3, level=1)
    return win, [*(p for p in placed if p is not added), on_top]


def _discards(rng: np.random.Generator, win: Win, count: int) -> list[str]:
    """Return tiles that are left beside a hand."""
    left = layouts.deal(rng, 144)
    for tile in win.tiles:
        if tile in left:
            left.remove(tile)
    return [tile for tile in left if tile in PLAYED][:count]


def winning_in_pond(
    rng: np.random.Generator, body: TileSize, away: tuple[float, float] = (2.0, 5.0)
) -> tuple[Win, list[Placement]]:
    """Thirteen tiles that were declared, the winning one the last of a pond across the table, so many heights away."""
    win = next(win for win in iter(partial(random_win, rng), None) if not any(m.source == 0 for m in win.melds))
    own = layouts.declared(rng, replace(win, winning=None), body)
    discards = [*_discards(rng, win, int(rng.integers(5, 18))), win.winning or ""]
    turned = rng.choice([0.0, np.pi, np.pi / 2, -np.pi / 2])
    near = float(rng.uniform(*away)) * body.h
    pond = layouts.moved(layouts.pond(rng, discards, body), 0, 0, turned)
    low = min(p.y for p in pond)
    return win, own + layouts.moved(pond, float(rng.normal(0, 2)) * body.w, near - low, 0.0)


def own_pond(rng: np.random.Generator, body: TileSize) -> tuple[Win, list[Placement]]:
    """Return a hand with the player's own pond, in rows of six, close before it."""
    while True:
        win = random_win(rng)
        if not any(meld.kind == "concealed-kong" for meld in win.melds):
            break
    own = layouts.declared(rng, win, body)
    pond = layouts.pond(rng, _discards(rng, win, int(rng.integers(8, 20))), body)
    top = max(p.y for p in own) + body.h / 2
    low = min(p.y for p in pond) - body.h / 2
    across = float(rng.uniform(-0.5, 0.5)) * np.ptp([p.x for p in own])
    return win, own + layouts.moved(pond, across, top - low + float(rng.uniform(0.25, 1.2)) * body.h, 0.0)


def melds_at_corner(rng: np.random.Generator, body: TileSize) -> tuple[Win, list[Placement]]:
    """Return a hand with its melds one before another at the right, far from the other tiles."""
    wins = iter(partial(random_win, rng), None)
    win = next(win for win in wins if len(win.melds) > 1 and all(meld.source for meld in win.melds))
    own = layouts.declared(rng, replace(win, melds=()), body)
    right = max(p.x for p in own) + float(rng.uniform(3.0, 7.0)) * body.h
    placed, y = list(own), 0.0
    for meld in win.melds:
        one = layouts.declared(rng, Win((), None, (meld,)), body)
        low, high = min(p.y for p in one), max(p.y for p in one)
        placed += layouts.moved(one, right + 2 * body.h + float(rng.normal(0, 0.1)) * body.h, y - low, 0.0)
        y += high - low + float(rng.uniform(1.02, 1.3)) * body.h
    return win, placed


def bent_row(rng: np.random.Generator, body: TileSize) -> tuple[Win, list[Placement]]:
    """Return a concealed hand in a row of which each piece begins a little off the line of the one before it."""
    win = next(win for win in iter(partial(random_win, rng), None) if not win.melds and not win.flower_tiles)
    cuts = sorted(int(cut) for cut in rng.choice(range(2, 12), int(rng.integers(1, 3)), replace=False))
    x, y, turn, placed = 0.0, 0.0, 0.0, []
    for start, end in pairwise([0, *cuts, len(win.concealed)]):
        piece = layouts.row(rng, win.concealed[start:end], body)
        left = min(p.x for p in piece) - body.w / 2
        placed += layouts.moved(layouts.moved(piece, -left, 0, 0), x, y, turn)
        last = placed[-1]
        x, y = last.x + body.w * (0.5 + float(rng.uniform(0, 0.1))), last.y + float(rng.uniform(0.4, 0.7)) * body.h
        turn += float(rng.uniform(0, 0.12))
    apart = layouts.row(rng, [win.winning or ""], body, group="winning")
    return win, [*placed, *layouts.moved(apart, x + body.w * float(rng.uniform(1.5, 3)), y, 0.0)]


KINDS: Final[dict[str, Lay]] = {
    "three kongs": partial(kongs, 3),
    "four kongs": partial(kongs, 4),
    "winning tile in a pond": winning_in_pond,
    "own pond close by": own_pond,
    "added tile lies on top": added_on_top,
    "row of three kongs": partial(kong_row, 3),
    "row of four kongs": partial(kong_row, 4),
    "melds at the corner": melds_at_corner,
    "row that bends": bent_row,
    "winning tile in a far pond": partial(winning_in_pond, away=(5.0, 8.0)),
}
"""Kinds of hands by name. New ones come last, since the place of a kind is part of its pictures' seed."""


def rendered(kind: str, index: int, seed: int, photos: Path | None) -> tuple[Win, Image]:
    """Render a hand of a kind, whole in the picture, from any side, up to 40 degrees from above, in three lights."""
    rng = np.random.default_rng([seed, list(KINDS).index(kind), index])
    tiles = random_set(rng, sources(photos))
    win, placed = KINDS[kind](rng, tiles.body.size)
    turn = index % len(SIDES) * np.pi / 2 + float(rng.normal(0, 0.12))
    places = np.array([[p.x, p.y] for p in placed])
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    placed = layouts.moved(layouts.moved(placed, -middle[0], -middle[1], 0.0), 0, 0, turn)
    spread = np.ptp(np.array([[p.x, p.y] for p in placed]), axis=0) + 2.5 * tiles.body.size.h
    size = (LONG_SIDE, LONG_SIDE * 3 // 4)
    tilt = float(np.clip(abs(rng.normal(0.2, 0.2)), 0, 0.7))
    scale = float(min(size[0] / spread[0], size[1] / spread[1]) * rng.uniform(0.75, 0.95))
    view = look_at(size, tilt, float(rng.normal(0, 0.05)), float(rng.uniform(0.7, 1.3)), scale, (0.0, 0.0))
    scene = render(rng, placed, tiles, view, sources(photos), edge=2000.0)
    return win, lit(rng, scene.image, LIGHTS[index // len(SIDES) % len(LIGHTS)])


@click.command()
@click.option("--count", default=24, help="Hands of each kind and seed.")
@click.option("--seed", default=[1], multiple=True)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)), help="This kind alone.")
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--save", type=click.Path(path_type=Path), help="Folder for pictures read wrongly.")
def main(count: int, seed: Sequence[int], kinds: Sequence[str], photos: Path | None, save: Path | None) -> None:
    """Measure hands that are hard to read."""
    reader = TileReader()
    for kind in kinds or KINDS:
        outcomes = []
        for each, index in product(seed, range(count)):
            win, image = rendered(kind, index, each, photos)
            decode = by_reader(reader, image)
            reading = decode(RISK)
            outcomes.append(outcome(reading, lambda _, same=reading: same, partial(same_hand, win=win)))
            if outcomes[-1].right:
                continue
            doubts = [doubt(Messages.of("en"), found) for found in reading.doubts]
            surely = "SURELY " * reading.sure
            click.echo(f"  {kind} {each}:{index} {surely}{reading.hand} | {format_win(win)} | {doubts}")
            if save is not None:
                save.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(save / f"{kind}-{each}-{index}.jpg"), annotated(image, reading))
        click.echo(f"{kind:24} {told(outcomes)}")


if __name__ == "__main__":
    main()
