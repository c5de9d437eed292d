"""Films of a whole deal before a camera straight above the table, with their truth: those of `tableside try`.

python -m models.render.deal webui/commands/tryout

draws each script of `SCRIPTS` to `NAME.mp4`, and beside it, as JSON, where the table lies, what the dice show and what
happens at which second. A film has no noise of a sensor, which would make it ten times as large: who plays it adds it.
"""

import json
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal

import click
import numpy as np

from models.render import layouts
from models.render.body import BodyBox, Image
from models.render.clips import with_arm
from models.render.glyphs import FaceSources
from models.render.layouts import Placement, TileSize
from models.render.scene import RenderedTileSet, Sources, random_set, render
from models.render.table import Scenery
from models.render.view import Points, View, look_at
from scoring.match.wall import WallThrow, open_wall
from scoring.play import Play
from scoring.rules import rule_book
from scoring.tiles import WINDS

_QUALITY: Final = 26
"""Quantizer of the encoder (CRF). More makes films smaller and blurs the strokes of small faces."""

RATE: Final = 6
"""Pictures a second, more than a follower takes."""

SIDE: Final = 850.0
"""Side of the table in millimetres."""

PIXELS: Final = 900
"""Side of the square picture. More makes the film larger; less makes tiles smaller than the 23 pixels that the reader
needs."""

_BODY: Final = TileSize(26.0, 35.0, 20.0)
"""A tile in millimetres, as sets for automatic tables have it."""

_PACE: Final = 2.0
"""Seconds from one discard to the next. More makes the film longer; less leaves no time to look at a tile."""

_REACH: Final = 0.35
"""Seconds that an arm takes to reach a place, and to leave it."""

_MIXED: Final = 3.0
"""Seconds in which the tiles are mixed."""

_BUILT: Final = 2.5
"""Seconds in which the walls stand, before the hands are dealt: the dice roll then."""

_DEALT: Final = 5.0
"""Seconds in which the hands stand, before the first discard: less leaves a busy computer no time to look at them."""

_LIES: Final = 4.0
"""Seconds at the end, in which nothing moves."""

_ASIDE: Final = 20 * SIDE
"""Distance at which pieces lie that are not on the table: each picture has all of them, so that chance falls alike."""

_BACK: Final = (70, 120, 40)
_FELT: Final = (105, 70, 30)
_SLEEVES: Final = {1: (150, 70, 40), 2: (60, 60, 160), 3: (80, 130, 60), 4: (70, 60, 70)}
"""The colours of tiles' backs, table and sleeves, BGR."""

_SIDES: Final = {1: 0, 2: 2, 3: 3, 4: 1}
"""The side of the picture at which a seat sits, as `clips.with_arm` numbers them."""

_Act = Literal["draw", "flower", "discard", "declare", "chow", "pung", "win", "self-draw"]


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """An act of a seat: a draw, a flower put aside, a discard, a claim of the last one, or a win.

    Attributes:
        tile: The tile that it concerns; None for a drawn one that nobody sees.
        own: The tiles of a claim that came from the hand.
    """

    seat: int
    act: _Act
    tile: str | None = None
    own: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """A deal, and what it is drawn with.

    Attributes:
        rules: The rules by which its hand is scored.
        dice: The throws that open the wall.
        steps: What happens, the dealer's first discard first.
        winner: The seat that wins.
        hand: The concealed tiles of the winner as they are laid, without the winning tile.
        seed: Seed of the set of tiles and of chance.
        indicator: The tile that lies open on the dead wall, if the game has one.
    """

    rules: str
    dice: tuple[WallThrow, ...]
    steps: tuple[ScriptStep, ...]
    winner: int
    hand: tuple[str, ...]
    seed: int
    indicator: str | None = None


def _turns(text: str) -> tuple[ScriptStep, ...]:
    """Return the steps of a text: `1 N` draws and discards, `1:N` discards alone, `2*f3` has a flower first."""
    steps: list[ScriptStep] = []
    for word in text.split():
        seat, how, rest = int(word[0]), word[1], word[2:]
        if how in "-*!":  # draws, has a flower after that, or declares
            steps.append(ScriptStep(seat, "draw"))
        if how == "*":
            flower, rest = rest.split(",")
            steps += [ScriptStep(seat, "flower", flower), ScriptStep(seat, "draw")]
        if how in "-*:":
            steps.append(ScriptStep(seat, "discard", rest))
        elif how == "!":
            steps.append(ScriptStep(seat, "declare", rest))
        elif how in "PC":
            own = rest.split(",")
            steps.append(ScriptStep(seat, "pung" if how == "P" else "chow", None, (own[0], own[1])))
        elif how == "W":
            steps.append(ScriptStep(seat, "win", rest))
        elif how == "S":
            steps += [ScriptStep(seat, "draw", rest), ScriptStep(seat, "self-draw", rest)]
    return tuple(steps)


SCRIPTS: Final = {file.stem: file for file in sorted((Path(__file__).parent / "deals").glob("*.toml"))}
"""The files of the deals, by name. Their hands are sorted as they are laid."""


def read_script(file: Path) -> Script:
    """Read a deal from its file."""
    told = tomllib.loads(file.read_text("utf-8"))
    dice = tuple(tuple(throw) for throw in told.pop("dice"))
    return Script(dice=dice, steps=_turns(told.pop("turns")), hand=tuple(told.pop("hand")), **told)


@dataclass(slots=True)
class _Moment:
    """A change in the film.

    Attributes:
        at: The second from which the state is seen.
        state: The placements of all pieces, and the stick's.
    """

    at: float
    state: "tuple[tuple[Placement, ...], tuple[Placement, ...]]"


@dataclass(frozen=True, slots=True)
class _Arm:
    """An arm of a seat that reaches for a place (millimetres), which it holds at a second."""

    at: float
    seat: int
    aim: tuple[float, float]

    def reach(self, at: float) -> float:
        """Return how far it reaches at a second, 0 to 1."""
        return 0.5 + 0.5 * float(np.cos(np.pi * np.clip((at - self.at) / _REACH, -1.0, 1.0)))


def _before(seat: int, x: float, depth: float, turn: float = 0.0) -> Placement:
    """Return a place before a seat: `x` to its right from the middle of its side, `depth` from its edge."""
    return layouts.moved([Placement("P", "down", x, depth - SIDE / 2, turn)], 0, 0, (seat - 1) * np.pi / 2)[0]


@dataclass
class DealtTable:
    """A table while a script is played: pieces by number, and the film as it grows.

    Attributes:
        rng: Chance in how tiles come to lie.
        play: How the game lies on the table.
        script: What is played.
    """

    rng: np.random.Generator
    play: Play
    script: Script
    at: float = 0.0
    moments: list[_Moment] = field(default_factory=list)
    arms: list[_Arm] = field(default_factory=list)
    truth: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pieces: list[Placement] = []
        self.stick: list[Placement] = [Placement("P", "down", _ASIDE, 0)] * 4
        self.hands: dict[int, list[int]] = {seat: [] for seat in _SIDES}
        self.drawn: dict[int, int] = {}
        self.ponds: dict[int, list[int]] = {seat: [] for seat in _SIDES}
        self.spots: dict[int, int] = dict.fromkeys(_SIDES, 0)
        self.melds: dict[int, float] = dict.fromkeys(_SIDES, 0.36 * SIDE)
        self.flowers: dict[int, int] = dict.fromkeys(_SIDES, 0)
        self.last = (0, -1)
        self.sideways: set[int] = set()
        self._build()

    def _build(self) -> None:
        """Build the walls, in the order in which they are drawn, and open them."""
        opening = open_wall(self.script.dice[0], self.script.dice[1] if len(self.script.dice) > 1 else None, self.play)
        assert opening is not None
        seat, stack = WINDS.index(opening.deal.seat) + 1, opening.deal.stack
        places: list[Placement] = []
        for _ in range(sum(self.play.stacks)):
            x = ((self.play.stacks[seat - 1] + 1) / 2 - stack) * (_BODY.w + 0.3)
            spot = _before(seat, x, 0.168 * SIDE)
            places += [replace(spot, level=1, group="wall"), replace(spot, level=0, group="wall")]
            stack += 1
            if stack > self.play.stacks[seat - 1]:
                seat, stack = (seat - 2) % 4 + 1, 1
        self.pieces = places
        self.next, self.end = 0, len(places) - 1

    def show(self) -> None:
        """Let the film show the table as it is now."""
        self.moments.append(_Moment(self.at, (tuple(self.pieces), tuple(self.stick))))

    def mix(self) -> None:
        """Show tiles that are mixed, and after that the walls."""
        built = self.pieces
        codes = ["P"] * len(built)
        for _ in range(round(2 * _MIXED)):
            spread = layouts.scatter(self.rng, codes, _BODY, 0.36 * SIDE, 1.0)
            self.pieces = [
                *spread,
                *(replace(each, x=_ASIDE, y=n * 60.0) for n, each in enumerate(built[len(spread) :])),
            ]
            self.show()
            for seat in (1, 3) if len(self.moments) % 2 else (2, 4):
                place = _before(seat, float(self.rng.uniform(-120, 120)), float(self.rng.uniform(0.3, 0.5)) * SIDE)
                self.arms.append(_Arm(self.at + 0.3, seat, (place.x, place.y)))
            self.at += 0.5
        self.at += _REACH
        self.pieces = built
        self.show()
        self.at += _BUILT

    def deal(self) -> None:
        """Deal the hands, and turn the indicator up."""
        for seat in (*[1, 2, 3, 4] * (self.play.size - 1), 1):
            self.hands[seat].append(self._take())
        if self.script.indicator:
            upper = self.end - 5
            self.pieces[upper] = replace(self.pieces[upper], tile=self.script.indicator, pose="up")
        for seat in _SIDES:
            self._row(seat)
        self.show()
        self.at += _DEALT

    def _take(self, tail: bool = False) -> int:
        """Take a tile from the wall, from its tail if it replaces a flower; the upper tile of a stack goes first."""
        if not tail:
            self.next += 1
            return self.next - 1
        taken = self.end - 1 if self.end % 2 else self.end + 1
        self.end -= 1
        return taken

    def _row(self, seat: int) -> None:
        """Stand the hand of a seat in its row."""
        for n, piece in enumerate(self.hands[seat]):
            self._put(piece, seat, (n - 9) * (_BODY.w + 0.2), 0.06 * SIDE, pose="standing", group="concealed")
        if seat in self.drawn:
            x = (len(self.hands[seat]) - 8.4) * (_BODY.w + 0.2)
            self._put(self.drawn[seat], seat, x, 0.06 * SIDE, pose="standing", group="concealed")

    def _put(
        self, piece: int, seat: int, x: float, depth: float, turn: float = 0.0, tile: str = "P", **as_: Any
    ) -> None:
        place = _before(seat, x, depth, turn)
        self.pieces[piece] = replace(place, tile=tile, **as_)

    def _by(self, seat: int, place: Placement, at: float) -> None:
        self.arms.append(_Arm(at, seat, (place.x, place.y)))

    def do(self, step: ScriptStep) -> None:
        """Carry out a step, and write what it is."""
        seat = step.seat
        if step.act == "draw":
            replaced = bool(self.truth) and self.truth[-1]["act"] == "flower" and self.truth[-1]["seat"] == seat
            taken = self._take(tail=replaced)
            self._by(seat, self.pieces[taken], self.at + _REACH)
            self.at += 1.5 * _REACH
            self.drawn[seat] = taken
            self._row(seat)
            self.show()
            self.at += 0.6
            return
        if step.act == "flower":
            assert step.tile
            piece = self.drawn.pop(seat)
            x = 0.38 * SIDE - self.flowers[seat] * (_BODY.w + 1)
            self.flowers[seat] += 1
            self._put(piece, seat, x, 0.06 * SIDE, tile=step.tile, pose="up", group="flowers")
            self._act(step, self.pieces[piece])
            self.melds[seat] -= _BODY.w + 12
        elif step.act in ("discard", "declare"):
            assert step.tile
            piece = self._from_hand(seat)
            self._discard(piece, step)
        elif step.act in ("chow", "pung"):
            self._claim(step)
        else:
            self._lay(step)

    def _from_hand(self, seat: int) -> int:
        """Take a tile out of a hand, and put the drawn one into the row."""
        hand = self.hands[seat]
        piece = hand.pop(int(self.rng.integers(len(hand))))
        if seat in self.drawn:
            hand.append(self.drawn.pop(seat))
        self._row(seat)
        return piece

    def _discard(self, piece: int, step: ScriptStep) -> None:
        seat, spot = step.seat, self.spots[step.seat]
        row, column = divmod(spot, 6)
        crosswise = step.act == "declare"
        turned = sum(one in self.sideways for one in self.ponds[seat][row * 6 :])
        x = (column - 2.5) * (_BODY.w + 1.0) + (turned + 0.5 * crosswise) * (_BODY.h - _BODY.w)
        x, depth = x + self.rng.normal(0, 0.5), 0.39 * SIDE - row * (_BODY.h + 1.5) + self.rng.normal(0, 0.5)
        turn = np.pi / 2 if crosswise else self.rng.normal(0, 0.02)
        self._put(piece, seat, x, depth, turn, tile=step.tile or "P", pose="up", group="pond")
        self.ponds[seat].append(piece)
        self.spots[seat] += 1
        self.last = seat, piece
        if crosswise:
            self.sideways.add(piece)
        self._act(replace(step, act="discard"), self.pieces[piece], sideways=crosswise)
        if crosswise:
            self.stick[seat - 1] = _before(seat, 0, 0.468 * SIDE)
            self._act(replace(step, act="declare", tile=None), self.stick[seat - 1])
        self.at += _PACE - 1.5 * _REACH - 0.6

    def _claim(self, step: ScriptStep) -> None:
        seat, (giver, claimed) = step.seat, self.last
        tile = self.pieces[claimed].tile
        self.ponds[giver].remove(claimed)
        self.spots[giver] -= 1
        self._by(seat, self.pieces[claimed], self.at + _REACH)
        hand = self.hands[seat]
        own = [hand.pop(int(self.rng.integers(len(hand)))) for _ in step.own]
        self._row(seat)
        place = {1: 0, 2: 1, 3: 2}[(seat - giver) % 4]
        order = [*zip(own, step.own, strict=True)]
        order.insert(place, (claimed, tile))
        wide = 2 * _BODY.w + _BODY.h + 0.6
        x = self.melds[seat] - wide
        self.melds[seat] = x - 0.5 * _BODY.w
        self.at += 2.2 * _REACH
        for piece, code in order:
            crosswise = piece == claimed
            width = _BODY.h if crosswise else _BODY.w
            depth = 0.06 * SIDE - ((_BODY.h - _BODY.w) / 2 if crosswise else 0)
            self._put(piece, seat, x + width / 2, depth, np.pi / 2 * crosswise, tile=code, pose="up", group="meld")
            x += width + 0.3
        tiles = sorted([tile, *step.own])
        self._act(replace(step, tile=tile), self.pieces[order[1][0]], tiles=tiles, **{"from": giver})
        self.at += 0.5

    def _lay(self, step: ScriptStep) -> None:
        seat = step.seat
        hand = self.hands[seat]
        giver, last = self.last
        self.at += 0.8
        if step.act == "win":
            self._by(seat, self.pieces[last], self.at + _REACH)
            self.at += 2 * _REACH
            winning = last
        else:
            winning = self.drawn.pop(seat)
        for n, (piece, code) in enumerate(zip(hand, self.script.hand, strict=True)):
            x = (n - 9) * (_BODY.w + 0.2)
            self._put(piece, seat, x, 0.065 * SIDE, self.rng.normal(0, 0.006), tile=code, pose="up", group="concealed")
        x = (len(hand) - 8.4) * (_BODY.w + 0.2)
        self._put(winning, seat, x, 0.065 * SIDE, tile=step.tile or "P", pose="up", group="winning")
        source = {"from": giver} if step.act == "win" else {}
        self._act(step, self.pieces[hand[len(hand) // 2]], **source)
        self.at += 1.0

    def _act(self, step: ScriptStep, place: Placement, **more: Any) -> None:
        """Let an arm do what was prepared, and write it into the truth."""
        self._by(step.seat, place, self.at + _REACH)
        self.at += 1.5 * _REACH
        self.show()
        line = {"t": round(self.at, 2), "seat": step.seat, "act": _named(step.act, self.play), "tile": step.tile}
        self.truth.append({key: value for key, value in (line | more).items() if value})
        self.at += 0.6 * _REACH


def _named(act: _Act, play: Play) -> str:
    """Return the name of an act in files of followed deals."""
    return play.declares if act == "declare" else act


@dataclass(frozen=True, slots=True)
class DrawnFilm:
    """The pictures of a film, and its truth."""

    pictures: Iterator[Image]
    about: dict[str, Any]


def above() -> View:
    """Return a camera straight above the middle of the table: its picture may be turned by a quarter."""
    return look_at((PIXELS, PIXELS), 0.0, 0.0, 1.6, 0.965 * PIXELS / SIDE)


def film(script: Script, sources: Sources) -> DrawnFilm:
    """Play a script and draw it."""
    rng = np.random.default_rng([script.seed, 3])
    tiles = random_set(rng, sources)
    style = replace(tiles.style, back=_BACK, aspect=_BODY.w / _BODY.h)
    tiles = RenderedTileSet(style, replace(tiles.body, size=_BODY, split=0.6))
    table = DealtTable(rng, rule_book(script.rules).play, script)
    table.mix()
    table.deal()
    dealt = table.at
    for step in script.steps:
        table.do(step)
    seconds = table.at + _LIES
    view = above()
    corners = view.project(np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * SIDE / 2)
    about = {
        "rules": script.rules,
        "size": [PIXELS, PIXELS],
        "corners": np.round(corners, 1).tolist(),
        "side": SIDE,
        "dice": script.dice,
        "rolls": round(_MIXED + 0.6, 2),
        "dealt": round(dealt, 2),
        "winner": script.winner,
        "lies": round(table.at, 2),
        "seconds": round(seconds, 2),
        "events": table.truth,
    }
    return DrawnFilm(_pictures(table, tiles, view, sources, seconds), about)


def _pictures(
    table: DealtTable, tiles: RenderedTileSet, view: View, sources: Sources, seconds: float
) -> Iterator[Image]:
    """Yield the pictures of a film, `RATE` a second."""
    moments, look = iter(table.moments), int(table.rng.integers(1 << 31))
    tremble = np.random.default_rng(look)
    coming: _Moment | None = next(moments)
    still = np.zeros((PIXELS, PIXELS, 3), np.uint8)
    for n in range(round(seconds * RATE)):
        at = n / RATE
        newest = None
        while coming is not None and coming.at <= at + 1e-6:
            newest, coming = coming, next(moments, None)
        if newest is not None:
            pieces, sticks = newest.state
            still = render(
                np.random.default_rng(look), pieces, tiles, view, sources,
                edge=SIDE / 2, plain=True, things=[_stick(each) for each in sticks], felt=_FELT,
            ).image  # fmt: skip
        picture = still
        for arm in table.arms:
            if abs(at - arm.at) < _REACH:
                aim = view.project(np.array([[*arm.aim, _BODY.t]]))[0] + tremble.normal(0, 0.4, 2)
                picture, _ = with_arm(
                    picture, aim, arm.reach(at), _SIDES[arm.seat], _SKIN, np.array(_SLEEVES[arm.seat], float)
                )
        yield picture


_SKIN: Final[Points] = np.array([120.0, 150.0, 205.0])
"""The colour of hands, BGR."""


def _stick(place: Placement) -> BodyBox:
    """Return a stick of a thousand points that lies at a place."""
    c, s = np.cos(place.turn), np.sin(place.turn)
    axes = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]]) * np.array([[44.0], [4.0], [1.5]])
    white = (235.0, 242.0, 244.0)
    return BodyBox(np.array([place.x, place.y, 1.5]), axes, white, white, corner=0.0)


def write(drawn: DrawnFilm, path: Path) -> None:
    """Write a film, and its truth beside it.

    H.264 takes a third of what the encoders of OpenCV's own package need for the same picture; all of its packages read
    it. `ffmpeg` writes it, a program of the system.
    """
    size = f"{PIXELS}x{PIXELS}"
    given = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", size, "-r", str(RATE), "-i", "-"]
    made = ["-c:v", "libx264", "-preset", "veryslow", "-crf", str(_QUALITY), "-pix_fmt", "yuv420p", str(path)]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", *given, *made],
        input=b"".join(picture.tobytes() for picture in drawn.pictures),
        check=True,
    )
    path.with_suffix(".json").write_text(json.dumps(drawn.about) + "\n", encoding="utf-8")


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option("--only", type=click.Choice([*SCRIPTS]), multiple=True, help="Draw this one alone.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Folder with art, crops and surfaces.")
def main(out: Path, only: Sequence[str], photos: Path | None) -> None:
    """Draw the films of `tableside try` to OUT."""
    out.mkdir(parents=True, exist_ok=True)
    sources = Sources(FaceSources.find(photos), Scenery.under(photos))
    for name in only or SCRIPTS:
        path = out / f"{name}.mp4"
        write(film(read_script(SCRIPTS[name]), sources), path)
        click.echo(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
