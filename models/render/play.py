"""Films of play before a fixed camera over a whole table, from the mixing to a hand laid down, with their truth.

python -m models.render.play OUT --seed 1

writes `OUT/play-1.mp4` and the truth beside it as JSON. A table is rendered a few times, at rest; what changes is
copied from one of these pictures into another where it lies, and arms are drawn over it, so that a film costs little.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.render import layouts
from models.render.body import Image, Tint
from models.render.clips import shifted, with_arm
from models.render.ended import CHAIRS, rig
from models.render.glyphs import FaceSources
from models.render.hands import random_win
from models.render.layouts import Placement, TileSize
from models.render.scene import RenderedTileSet, Sources, random_set, render
from models.render.table import Scenery
from models.render.view import Points, View
from scoring import Win
from scoring.notation import format_win

RATE: Final = 10.0
"""Pictures a second, more than a tracker takes."""

_REACH: Final = 0.4
"""Seconds that an arm takes to reach a place, and to leave it."""

_AWAY: Final = 20.0
"""Sides of the table at which tiles lie that are not on it yet: every picture of a table has the same tiles, so that
chance falls alike in all."""

_LIES: Final = 6.0
"""Seconds that a laid hand lies free at first. More takes longer; less leaves no time to settle."""


@dataclass(frozen=True, slots=True)
class PlaySetting:
    """The conditions of a film.

    Attributes:
        size: (width, height) in pixels.
        felt: Colour of the table top, BGR; None for a random one.
        back: Colour of the tiles' backs; None for the set's own.
        discards: Discards of each player before the hand is laid.
        pace: Seconds from one discard to the next.
        mixed: True if the tiles are mixed before the first draw and after the hand.
        rests: True if an arm rests on the hand for a while.
        bump: True if the camera is knocked once, during play, and once while the hand lies.
        dimmed: Factor of the light for a while during play and while the hand lies.
        ended: True if the hand is laid; otherwise all goes on as in play.
        noise: Standard deviation of the sensor's noise in grey levels.
    """

    size: tuple[int, int] = (1280, 720)
    felt: Tint | None = None
    back: tuple[int, int, int] | None = None
    discards: int = 5
    pace: float = 1.6
    mixed: bool = False
    rests: bool = False
    bump: bool = False
    dimmed: float = 1.0
    ended: bool = True
    noise: float = 2.0


@dataclass(frozen=True, slots=True)
class PlayShot:
    """A picture of a film, and its truth.

    Attributes:
        at: Seconds since the film began.
        picture: Draws its pixels.
        hand: Text of the hand that lies there, laid and whole, else None.
        arm: True if an arm is in the picture.
        calm: True if nothing moves or lies over the table.
    """

    at: float
    picture: Callable[[], Image] = field(repr=False)
    hand: str | None
    arm: bool
    calm: bool


@dataclass(frozen=True, slots=True)
class _Arm:
    """An arm that reaches for a place at `start`, stays for some seconds, and leaves."""

    start: float
    stays: float
    aim: Points
    side: int

    @property
    def end(self) -> float:
        """The time at which it has left."""
        return self.start + 2 * _REACH + self.stays

    def reach(self, at: float) -> float:
        """Return how far it reaches at a time, 0 to 1."""
        through = min(at - self.start, self.end - at) / _REACH
        return 0.5 - 0.5 * float(np.cos(np.pi * np.clip(through, 0.0, 1.0)))


@dataclass(frozen=True, slots=True)
class RenderedPlay:
    """A film: its pictures at rest, and its script.

    Attributes:
        states: The pictures between which tiles change: before the first discard, at the last, and with the hand laid.
        mixing: Pictures of the tiles being mixed.
        changes: Times, masks of what changes, and the state it changes to.
        lies: Times at which the hand lies whole, and at which it is taken away.
        corners: (4, 2) corners of the table in pixels, as in `ended.Ended`.
        chair: Seat of the winner.
    """

    setting: PlaySetting
    states: tuple[Image, ...]
    mixing: tuple[Image, ...]
    changes: tuple[tuple[float, NDArray[np.bool_], int], ...]
    arms: tuple[_Arm, ...]
    hand: Win
    lies: tuple[float, float]
    bumps: tuple[tuple[float, Points], ...]
    dims: tuple[tuple[float, float], ...]
    mixes: tuple[tuple[float, float], ...]
    seconds: float
    corners: Points
    chair: int

    def shots(self, seed: int = 0, rate: float = RATE) -> Iterator[PlayShot]:
        """Yield the pictures of the film, `rate` a second."""
        rng = np.random.default_rng(seed)
        skin = np.array([95, 125, 190]) * rng.uniform(0.4, 1.15) + rng.normal(0, 8, 3)
        sleeve = rng.uniform(15, 230, 3)
        high, wide = self.states[0].shape[:2]
        grain = (self.setting.noise * rng.standard_normal((high + 61, wide + 61, 3), np.float32)).astype(np.int16)
        table, done = self.states[0].copy(), 0
        for n in range(round(self.seconds * rate)):
            at = n / rate
            while done < len(self.changes) and self.changes[done][0] <= at:
                _, mask, state = self.changes[done]
                table = np.where(mask[:, :, None], self.states[state], table)
                done += 1
            mixed = any(start <= at < end for start, end in self.mixes)
            lying = self.mixing[int(at * 4) % len(self.mixing)] if mixed else table
            arms = [arm for arm in self.arms if arm.start <= at < arm.end]
            sway = self._sway(at)
            light = self.setting.dimmed if any(start <= at < end for start, end in self.dims) else 1.0
            corner = rng.integers(61, size=2)
            tremor = rng.normal(0, 0.0004 * wide, (len(arms), 2))

            def drawn(
                lying: Image = lying,
                arms: list[_Arm] = arms,
                at: float = at,
                sway: Points = sway,
                light: float = light,
                corner: NDArray[np.int64] = corner,
                tremor: Points = tremor,
            ) -> Image:
                picture = lying
                for arm, shake in zip(arms, tremor, strict=True):
                    picture, _ = with_arm(picture, arm.aim + shake, arm.reach(at), arm.side, skin, sleeve)
                picture = shifted(picture, sway)
                if light != 1.0:
                    picture = cv2.convertScaleAbs(picture, alpha=light).astype(np.uint8)
                y, x = corner
                noise = grain[y : y + high, x : x + wide]
                return cv2.add(picture, noise, dtype=cv2.CV_8U).astype(np.uint8)

            start, end = self.lies
            calm = not arms and not mixed and all(abs(at - time) > 0.6 for time, _ in self.bumps)
            yield PlayShot(at, drawn, format_win(self.hand) if start <= at < end else None, bool(arms), calm)

    def _sway(self, at: float) -> Points:
        """Return the move of the camera at a time: (x, y) in pixels, and degrees."""
        sway = np.zeros(3)
        for time, by in self.bumps:
            if at >= time:
                swing = np.exp(-9 * (at - time)) * np.cos(2 * np.pi * 7 * (at - time))
                sway = sway + by * (1 - swing)
        return sway


@dataclass(slots=True)
class _Piece:
    """A tile in each state of the table; None while it is not there."""

    states: list[Placement | None]


def film(seed: int, setting: PlaySetting, sources: Sources, tiles: RenderedTileSet | None = None) -> RenderedPlay:
    """Render the pictures of a film, and write its script."""
    rng = np.random.default_rng([seed, 77])
    side = float(rng.uniform(780, 900))
    tiles = tiles or random_set(rng, sources)
    if setting.back is not None:
        tiles = replace(tiles, style=replace(tiles.style, back=setting.back), inks={})
    body = tiles.body.size
    view = rig(rng, setting.size, side, 0.25)
    chair = int(rng.integers(1, 5))
    win = _laid_win(rng)
    left = bool(rng.random() < 0.3) and not win.self_draw
    pieces, steps = _table(rng, body, side, chair, win, setting, left)
    look = int(rng.integers(1 << 31))

    def picture(placed: Sequence[Placement | None]) -> Image:
        away = Placement("P", "down", _AWAY * side, 0.0)
        shown = [replace(away, y=n * 100.0) if p is None else p for n, p in enumerate(placed)]
        return render(
            np.random.default_rng(look), shown, tiles, view, sources, edge=side / 2, plain=True, felt=setting.felt
        ).image

    states = tuple(picture([piece.states[n] for piece in pieces]) for n in range(3))
    mixing = tuple(picture(_mixed(rng, pieces, body, side)) for _ in range(3)) if setting.mixed else ()
    return _script(rng, setting, pieces, steps, states, mixing, view, body, side, chair, win)


def _laid_win(rng: np.random.Generator) -> Win:
    """Return a winning hand without a concealed kong that hides its face, and of few melds."""
    while True:
        win = random_win(rng)
        if len(win.melds) < 4 and all(meld.kind != "concealed-kong" and meld.source < 5 for meld in win.melds):
            return win


def _table(
    rng: np.random.Generator, body: TileSize, side: float, winner: int, win: Win, setting: PlaySetting, left: bool
) -> tuple[list[_Piece], list[tuple[str, int, list[int]]]]:
    """Return the tiles of a table in its three states, and what is done: ("discard" | "meld" | "flower" | "lay",
    chair, tiles).
    """
    pool = [str(t) for t in rng.permutation([t for t in layouts.deal(rng, 144) if len(t) == 1 or t[1] in "mps"])]
    for tile in win.tiles:
        if tile in pool:
            pool.remove(tile)
    giver = winner % 4 + 1 if left else 0
    pieces: list[_Piece] = []
    discards: dict[int, list[int]] = {}
    steps: list[tuple[str, int, list[int]]] = []
    laying: list[int] = []
    claims: list[tuple[int, list[int]]] = []
    for chair in CHAIRS:
        mine = chair == winner

        def put(states: Sequence[Placement | None], chair: int = chair) -> int:
            pieces.append(_Piece([None if p is None else _before(chair, p, side) for p in states]))
            return len(pieces) - 1

        given = win.melds if mine else ()
        concealed = list(win.concealed) if mine else [pool.pop() for _ in range(13)]
        melds = [layouts.declared_meld(rng, one, body) for one in given]
        widths = [float(np.ptp([p.x for p in one])) + body.h for one in melds]
        length = (len(concealed) + 2.5) * body.w + sum(widths)
        start = -length / 2 + body.w / 2
        for n, tile in enumerate(concealed):
            stands = Placement(tile, "standing", start + n * (body.w + 0.3), 0.0)
            lies = replace(stands, pose="up", y=0.15 * body.h, turn=float(rng.normal(0, 0.008)), group="concealed")
            piece = put([stands, stands, lies if mine and setting.ended else stands])
            if mine:
                laying.append(piece)
        x = start + (len(concealed) + 2.0) * body.w
        for one, width in zip(melds, widths, strict=True):
            middle = x + width / 2
            both = [
                (
                    Placement(p.tile, "standing", start - (3 * (len(claims) + 1) - n) * body.w, 0.0),
                    replace(p, x=p.x + middle),
                )
                for n, p in enumerate(one)
            ]
            claims.append((chair, [put([before if n < 3 else None, p, p]) for n, (before, p) in enumerate(both)]))
            x += width + 0.3 * body.w
        for n, tile in enumerate(win.flower_tiles if mine else ()):
            flower = Placement(tile, "up", start + (len(concealed) + 2.0 + n) * body.w, 1.3 * body.h, group="flowers")
            steps.append(("flower", chair, [put([None, flower, flower])]))
        if mine and win.winning is not None and not left and setting.ended:
            apart = Placement(
                win.winning, "up", start + (len(concealed) + 0.6) * body.w, 0.15 * body.h, group="winning"
            )
            laying.append(put([None, None, apart]))
        for n in range(14):
            for level in range(2):
                wall = Placement("P", "down", (n - 7) * (body.w + 0.2), 0.17 * side, level=level, group="wall")
                put([wall, wall, wall])
        own = [pool.pop() for _ in range(setting.discards)]
        if chair == giver and win.winning is not None:
            own.append(win.winning)
        placed = layouts.moved(layouts.pond(rng, own, body), 0, 0.33 * side, 0)
        discards[chair] = [put([None, p, p]) for p in placed]
    order = [(chair, discards[chair][n]) for n in range(setting.discards) for chair in CHAIRS]
    plays: list[tuple[str, int, list[int]]] = [("discard", chair, [piece]) for chair, piece in order]
    for chair, piece_list in claims:
        plays.insert(int(rng.integers(1, max(2, len(plays) - 1))), ("meld", chair, piece_list))
    steps += plays
    if giver:
        steps.append(("discard", giver, [discards[giver][-1]]))
    if setting.ended:
        steps.append(("lay", winner, laying))
    return pieces, steps


def _before(chair: int, placed: Placement, side: float) -> Placement:
    """Return a placement relative to a seat's row, on the table."""
    mine = layouts.moved([placed], 0, 0.06 * side - side / 2, 0)
    return layouts.moved(mine, 0, 0, (chair - 1) * np.pi / 2)[0]


def _mixed(rng: np.random.Generator, pieces: Sequence[_Piece], body: TileSize, side: float) -> list[Placement | None]:
    """Return the tiles of a table being mixed."""
    tiles = [next(p.tile for p in piece.states if p is not None) for piece in pieces]
    places = layouts.scatter(rng, tiles, body, 0.38 * side, 0.5)
    return [*places, *([None] * (len(pieces) - len(places)))]


def _script(
    rng: np.random.Generator,
    setting: PlaySetting,
    pieces: Sequence[_Piece],
    steps: Sequence[tuple[str, int, list[int]]],
    states: tuple[Image, ...],
    mixing: tuple[Image, ...],
    view: View,
    body: TileSize,
    side: float,
    chair: int,
    win: Win,
) -> RenderedPlay:
    high, wide = states[0].shape[:2]

    def mask_of(tiles: Sequence[int], state: int) -> NDArray[np.bool_]:
        mask = np.zeros((high, wide), np.uint8)
        for value, chosen in ((1, tiles), (0, [n for n in range(len(pieces)) if n not in tiles])):
            for tile in chosen:
                for placed in pieces[tile].states[state - 1 : state + 1]:
                    if placed is not None and (value or placed.group == "pond"):
                        reach = 0.35 if value else 0.0
                        cv2.fillConvexPoly(mask, _outline(view, placed, body, reach), value)
        return mask > 0

    def aim_at(tiles: Sequence[int], state: int) -> Points:
        shown = [p for t in tiles if (p := pieces[t].states[state]) is not None]
        return np.asarray(view.project(np.array([[p.x, p.y, body.t] for p in shown])).mean(axis=0))

    corners = view.project(_top(side))
    sides = {n: _side_of(corners, n, (wide, high)) for n in CHAIRS}
    at = 1.0
    changes: list[tuple[float, NDArray[np.bool_], int]] = []
    arms: list[_Arm] = []
    mixes: list[tuple[float, float]] = []
    if setting.mixed:
        mixes.append((0.0, 2.5))
        at = 4.0
    played = at
    lies = (np.inf, np.inf)
    for kind, by, tiles in steps:
        if kind != "lay":
            if kind == "discard":  # the tile is drawn first
                wall = view.project(np.array([[0.2 * side * np.cos(by), 0.2 * side * np.sin(by), body.t]]))[0]
                arms.append(_Arm(at, 0.1, wall, sides[by]))
            arms.append(_Arm(at + 0.5 * setting.pace, 0.1, aim_at(tiles, 1), sides[by]))
            changes.append((at + 0.5 * setting.pace + _REACH + 0.05, mask_of(tiles, 1), 1))
            at += setting.pace
            continue
        at += 1.0
        halves = [tiles[: len(tiles) // 2], tiles[len(tiles) // 2 :]] if len(tiles) > 4 else [tiles]
        for part in halves:
            arms.append(_Arm(at, 0.2, aim_at(part, 2), sides[by]))
            changes.append((at + _REACH + 0.1, mask_of(part, 2), 2))
            at += 2 * _REACH + 0.2 if part is halves[-1] else 0.6
        lies = (at, np.inf)
        at += _LIES
        if setting.rests:
            arms.append(_Arm(at, 2.5, aim_at(halves[0], 2), sides[by]))
            at += 2.5 + 2 * _REACH + 3.0
    bumps: list[tuple[float, Points]] = []
    dims: list[tuple[float, float]] = []
    if setting.bump:
        times = [played + 0.4 * (at - played), *([lies[0] + 3.0] if np.isfinite(lies[0]) else [])]
        bumps = [(t, np.array([*rng.normal(0, 0.006, 2) * wide, float(rng.normal(0, 0.4))])) for t in times]
    if setting.dimmed != 1.0:
        dims = [(played + 2.0, played + 5.0), *([(lies[0] + 3.5, np.inf)] if np.isfinite(lies[0]) else [])]
    if setting.mixed:
        lies = (lies[0], min(lies[1], at)) if np.isfinite(lies[0]) else lies
        mixes.append((at, at + 2.5))
        at += 2.5
    return RenderedPlay(
        setting,
        states,
        mixing,
        tuple(changes),
        tuple(arms),
        win,
        lies,
        tuple(bumps),
        tuple(dims),
        tuple(mixes),
        at,
        corners,
        chair,
    )


def _outline(view: View, placed: Placement, body: TileSize, wider: float) -> NDArray[np.int32]:
    """Return the outline in pixels of the box of a tile, wider by a share of its height for its shadow."""
    half = np.array([body.w, body.h]) / 2 + wider * body.h
    c, s = np.cos(placed.turn), np.sin(placed.turn)
    flat = [
        (x * half[0] * c - y * half[1] * s + placed.x, x * half[0] * s + y * half[1] * c + placed.y)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    top = body.h if placed.pose == "standing" else body.t * (1 + placed.level)
    points = view.project(np.array([(x, y, z) for x, y in flat for z in (0.0, top)]))
    return np.asarray(cv2.convexHull(np.round(points).astype(np.int32)), np.int32)


def _top(side: float) -> Points:
    half = side / 2
    return np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])


def _side_of(corners: Points, chair: int, size: tuple[int, int]) -> int:
    """Return the side of the picture at which a chair sits: 0 below, 1 left, 2 right, 3 above."""
    edge = (corners[chair - 1] + corners[chair % 4]) / 2 - corners.mean(axis=0)
    if abs(edge[0]) > abs(edge[1]):
        return 1 if edge[0] < 0 else 2
    return 0 if edge[1] > 0 else 3


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option("--seed", default=1, show_default=True)
@click.option("--size", nargs=2, type=int, default=(1280, 720), show_default=True, help="Width and height in pixels.")
@click.option("--discards", default=5, show_default=True, help="Discards of each player.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Folder with art, crops and surfaces.")
def main(out: Path, seed: int, size: tuple[int, int], discards: int, photos: Path | None) -> None:
    """Render a film of play to OUT, with its truth as JSON."""
    out.mkdir(parents=True, exist_ok=True)
    sources = Sources(FaceSources.find(photos), Scenery.under(photos))
    play = film(seed, PlaySetting(size, discards=discards, mixed=True, rests=True), sources)
    path = out / f"play-{seed}.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), RATE, size)
    truth = []
    for shot in play.shots(seed):
        writer.write(shot.picture())
        truth.append({"at": round(shot.at, 3), "hand": shot.hand, "arm": shot.arm, "calm": shot.calm})
    writer.release()
    path.with_suffix(".json").write_text(json.dumps(truth) + "\n", encoding="utf-8")
    click.echo(path)


if __name__ == "__main__":
    main()
