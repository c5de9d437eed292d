"""Figures of live reading, one per command:

python -m tests.bench.bench_live clips --count 12     clips of every kind: right at the end, never sure but wrong?
python -m tests.bench.bench_live speed                readings a second at 1080p, of moving and still pictures
python -m tests.bench.bench_live play --count 20      rendered tables in play: when is a laid hand shown, sure, right?
python -m tests.bench.bench_live games DIR            clips of whole games: each won hand shown, and nothing else?
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import click
import cv2
import numpy as np

from models.data.dataset import sources
from models.render.clips import KINDS, ClipKind, ClipShot, film, shots
from models.render.play import RATE, PlaySetting
from models.render.play import film as play_film
from scoring import Win, parse
from scoring.notation import format_win
from scoring.tiles import FACES
from tests.bench.bench_vision import same_hand
from vision import Reading, TileReader
from vision.evidence import Evidence
from vision.fusion import fused
from vision.hand.candidates import hand_in_sight
from vision.hand.hypotheses import best_reading
from vision.image import Picture
from vision.live.shot import Shot as CameraShot
from vision.live.tracker import Tracker
from vision.table.calibration import Calibration
from vision.table.chairs import hand_on_table
from vision.table.markers import as_quad
from vision.tta import TileFinder


@dataclass(slots=True)
class Played:
    """The result of one clip.

    Attributes:
        wrong: Frames at which a sure reading was not the hand on the table; `hidden`: at which a sure reading was right
            while the hand was covered.
        waits: Seconds from a hand lying still and uncovered to its sure reading.
        single: The outcome of reading the still and uncovered frames one by one.
        stood: The outcome of the readings at the end of each still part.
    """

    shots: int = 0
    wrong: int = 0
    hidden: int = 0
    right: bool = False
    sure: bool = False
    states: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    single: Counter[str] = field(default_factory=Counter)
    stood: Counter[str] = field(default_factory=Counter)


def play(clip: list[ClipShot], reader: TileReader, look_ms: float) -> Played:
    """Play a clip to a `Tracker`; frames that arrive while one is read, for `look_ms`, are missed."""
    played, looked = Played(), []

    def look(picture: Picture, quarters: int) -> Evidence:
        looked.append(reader.detect(picture, quarters))
        return looked[-1]

    tracker = Tracker(look)
    busy, lies_since, told = 0.0, None, False
    stood: str | None = None
    for shot in clip:
        plain = shot.hand is not None and not shot.covered and shot.calm
        if not plain:
            lies_since, told = None, False
            if stood:
                played.stood[stood] += 1
            stood = None
        elif lies_since is None:
            lies_since = shot.at
        if shot.at < busy:
            continue
        looked.clear()
        sight = tracker.update(shot.picture, shot.at)
        if looked:
            busy = shot.at + look_ms / 1000
        played.shots += 1
        if not played.states or played.states[-1] != sight.state:
            played.states.append(sight.state)
        if plain and looked:
            played.single[_how(best_reading(looked[0]), shot)] += 1
        if plain and sight.state == "settled" and sight.reading:
            stood = _how(sight.reading, shot)
        if sight.sure and sight.reading:
            right = _how(sight.reading, shot).startswith("exact")
            played.wrong += not right
            played.hidden += right and shot.covered
            if right and lies_since is not None and not told:
                played.waits.append(shot.at - lies_since)
                told = True
        played.right = sight.reading is not None and _how(sight.reading, shot).startswith("exact")
        played.sure = sight.sure
    if stood:
        played.stood[stood] += 1
    return played


def _how(reading: Reading, shot: ClipShot) -> str:
    right = shot.hand is not None and same_hand(reading, parse(shot.hand))
    return ("exact" if right else "wrong") + (", sure" if reading.sure else ", doubted")


@click.group()
def main() -> None:
    """Measure live reading."""


@main.command()
@click.option("--count", default=12, show_default=True, help="Number of clips; the kinds alternate.")
@click.option("--seed", default=1, show_default=True)
@click.option("--size", nargs=2, type=int, default=(1280, 720), show_default=True, help="Width and height in pixels.")
@click.option("--rate", default=10.0, show_default=True, help="Frames a second.")
@click.option("--look-ms", default=100.0, show_default=True, help="Time assumed for reading one picture.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Kinds of clips; by default all.")
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
def clips(
    count: int,
    seed: int,
    size: tuple[int, int],
    rate: float,
    look_ms: float,
    kinds: tuple[ClipKind, ...],
    photos: Path | None,
    models: Path | None,
) -> None:
    """Measure readings of clips: hands being laid, covered and knocked, in flickering light."""
    reader = TileReader(models)
    total, waits = Counter[str](), list[float]()
    single, stood = Counter[str](), Counter[str]()
    for number in range(count):
        kind = (kinds or KINDS)[number % len(kinds or KINDS)]
        clip = list(shots(film(kind, seed + number, size, sources(photos)), seed + number, rate))
        played = play(clip, reader, look_ms)
        total["pictures"] += played.shots
        total["surely wrong"] += played.wrong
        total["sure while covered"] += played.hidden
        total["right at the end"] += played.right
        total["sure at the end"] += played.sure
        waits += played.waits
        single += played.single
        stood += played.stood
        click.echo(
            f"{kind} {seed + number}: {'right' if played.right else 'wrong'}{', sure' if played.sure else ''}; "
            f"surely wrong at {played.wrong} of {played.shots}; {' > '.join(played.states)}"
        )
    click.echo(f"{count} clips: {dict(total)}")
    if waits:
        click.echo(f"from still to sure: {np.median(waits):.2f} s (median), {max(waits):.2f} s (most) of {len(waits)}")
    click.echo(f"single pictures: {dict(single)}; joined, once they stood: {dict(stood)}")


TABLES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("plain", {}),
    ("tan table", {"felt": (140, 170, 190)}),
    ("yellow backs", {"back": (40, 200, 230)}),
    ("dark table", {"felt": (30, 30, 35), "dimmed": 0.6}),
    ("1080p, an arm rests", {"size": (1920, 1080), "rests": True}),
    ("bump", {"bump": True}),
    ("wooden table, orange backs", {"felt": (60, 95, 150), "back": (30, 120, 230)}),
    ("light dimmed", {"dimmed": 0.5}),
    ("mixed before and after", {"mixed": True, "size": (1920, 1080)}),
    ("4K", {"size": (3840, 2160), "discards": 3}),
)
"""Conditions of rendered tables, in turn; the camera's turn, the set and the hand are another at each."""

PAUSES: Final = (0.125, 0.5)
"""Seconds between two pictures that a feed takes while the tracker is restless, and else."""


@dataclass(slots=True)
class Watched:
    """The answers of a tracker to one film, in the time of the film.

    Attributes:
        shown: The hands shown as laid, with the seconds at which they were first shown, settled and sure.
        covered: Seconds of the state "covered".
        spent: Seconds of processor time.
        looks: Number of pictures, or parts of one, that the networks looked at.
    """

    shown: dict[str, dict[str, float]] = field(default_factory=dict)
    covered: list[tuple[float, float]] = field(default_factory=list)
    spent: float = 0.0
    looks: int = 0


def watch(
    pictures: Iterator[tuple[float, Callable[[], Picture]]],
    look: TileFinder,
    decode: Callable[[Evidence], Reading],
    log: bool = False,
) -> Watched:
    """Play a film as a feed does; pictures that arrive while the tracker works, by its processor time, are missed."""
    watched = Watched()

    def looked(picture: Picture, quarters: int) -> Evidence:
        watched.looks += 1
        return look(picture, quarters)

    tracker = Tracker(looked, decode)
    free, before = -np.inf, None
    state: tuple[object, ...] = ()
    for at, picture in pictures:
        if at < free:
            continue
        shot = CameraShot(picture())
        _ = shot.small
        begun = time.process_time()
        sight = tracker.update(shot, at)
        used = time.process_time() - begun
        watched.spent += used
        free = at + max(used, PAUSES[not tracker.restless] - 0.03)
        if before and before[1] == "covered":
            watched.covered.append((before[0], at))
        before = (at, sight.state)
        hands = [sight.reading, *sight.others] if sight.laid else []
        for reading in hands:
            assert reading
            told = watched.shown.setdefault(reading.hand or "", {"shown": at + used})
            told["last"] = at
            if sight.state == "settled":
                told.setdefault("settled", at + used)
            if reading is sight.reading and sight.sure:
                told.setdefault("sure", at + used)
        if log:
            now = sight.state, sight.laid, sight.reading and (sight.reading.hand, len(sight.reading.tiles), sight.sure)
            if now != state:
                click.echo(f"    {at:7.2f} {used:5.2f} {now} {sight.fused}")
            state = now
    return watched


@main.command("play")
@click.option("--count", default=20, show_default=True, help="Number of films; the conditions alternate.")
@click.option("--seed", default=1, show_default=True)
@click.option("--discards", default=2, show_default=True, help="Discards of each player before the hand is laid.")
@click.option("--unended", is_flag=True, help="Play on without a hand laid: nothing is to be shown.")
@click.option("--calibrated", is_flag=True, help="Read with the corners of the table known.")
@click.option("--log", is_flag=True, help="Print every change of state.")
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
def play_films(
    count: int,
    seed: int,
    discards: int,
    unended: bool,
    calibrated: bool,
    log: bool,
    photos: Path | None,
    models: Path | None,
) -> None:
    """Watch rendered tables in play: when is a laid hand shown and sure, is it right, and what else is shown?"""
    cv2.setNumThreads(1)
    reader = TileReader(models, 1)
    total, waits, seconds = Counter[str](), dict[str, list[float]](), 0.0
    for number in range(seed, seed + count):
        name, given = TABLES[(number - 1) % len(TABLES)]
        clip = play_film(number, PlaySetting(**{"discards": discards, **given, "ended": not unended}), sources(photos))
        decode: Callable[[Evidence], Reading] = hand_in_sight
        if calibrated:
            size = clip.setting.size
            decode = partial(hand_on_table, Calibration(size, as_quad(clip.corners)))
        shots_of = list(clip.shots(number))
        arms = np.array([shot.arm for shot in shots_of])
        seen = watch(((shot.at, shot.picture) for shot in shots_of), reader.detect, decode, log)
        alone = sum(
            until - since for since, until in seen.covered if not arms[int(since * RATE) : int(until * RATE) + 1].any()
        )
        right = [hand for hand in seen.shown if same_tiles(parse(hand), clip.hand)]
        times = seen.shown[right[-1]] if right and not unended else {}
        since = {when: at - clip.lies[0] for when, at in times.items()}
        for when in ("shown", "settled", "sure"):
            waits.setdefault(when, []).extend([since[when]] if when in since else [])
        wrong = sorted(set(seen.shown) - set(right))
        total["films"] += 1
        total["exact"] += bool(since)
        total["exact and sure"] += "sure" in since
        total["wrong hands"] += len(wrong)
        total["surely wrong"] += sum("sure" in seen.shown[hand] for hand in wrong)
        seconds += clip.seconds
        click.echo(
            f"{number} {name}, {format_win(clip.hand)}: "
            + (", ".join(f"{when} {at:.1f}" for when, at in since.items() if when != "last") or "not shown")
            + f" s; covered without an arm {alone:.1f} s; processor {seen.spent:.1f} of {clip.seconds:.0f} s"
            + "".join(f"; WRONG {hand}{' (sure)' if 'sure' in seen.shown[hand] else ''}" for hand in wrong)
        )
    click.echo(f"{dict(total)}; {seconds / 60:.1f} minutes of play")
    for when, each in waits.items():
        if each:
            click.echo(f"{when}: {np.median(each):.1f} s (median), {max(each):.1f} s (most) of {len(each)}")


def same_tiles(one: Win, other: Win) -> bool:
    """Return True if two hands have the same tiles, winning tile, number of melds and flowers."""

    def of(win: Win) -> tuple[object, ...]:
        return sorted(win.tiles), win.winning, len(win.melds), sorted(win.flower_tiles)

    return of(one) == of(other)


def _frames(file: Path, since: float) -> Iterator[tuple[float, Callable[[], Picture]]]:
    clip = cv2.VideoCapture(str(file))
    rate = clip.get(cv2.CAP_PROP_FPS)
    number = 0
    while clip.grab():
        if number / rate >= since:
            yield number / rate, lambda: np.asarray(clip.retrieve()[1], np.uint8)
        number += 1


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--since", default=0.0, show_default=True, help="Seconds before the end of each clip; 0 for all of it.")
@click.option("--calibrated", is_flag=True, help="Read with the corners of the table known.")
@click.option("--log", is_flag=True, help="Print every change of state.")
@click.option("--clip", "clips", multiple=True, help="Names of clips, without .mp4; by default all.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
def games(folder: Path, since: float, calibrated: bool, log: bool, clips: tuple[str, ...], models: Path | None) -> None:
    """Watch clips of whole games with their truth beside them: is each won hand shown, and nothing else?"""
    cv2.setNumThreads(1)
    reader = TileReader(models, 1)
    for file in sorted(folder.glob("*.mp4")):
        if clips and file.stem not in clips:
            continue
        lines = [json.loads(line) for line in file.with_suffix(".jsonl").read_text().splitlines()]
        about, end = lines[0], lines[-1]
        table = Calibration(tuple(about["size"]), as_quad(np.array(about["table"])))
        decode = partial(hand_on_table, table) if calibrated else hand_in_sight
        start = max(0.0, about["seconds"] - since) if since else 0.0
        seen = watch(_frames(file, start), reader.detect, decode, log)
        click.echo(f"{file.stem}: {_told(seen, start, about['seconds'])}")
        for hand, times in seen.shown.items():
            right = end["act"] in ("win", "self-draw") and _is_won(parse(hand), about["last"], end)
            when = ", ".join(f"{name} {at - end['t']:+.2f}" for name, at in times.items())
            click.echo(f"  {'right' if right else 'WRONG'} {hand}: {when} s")


def _told(seen: Watched, start: float, end: float) -> str:
    covered = sum(until - since for since, until in seen.covered)
    return (
        f"{len(seen.shown)} hands shown; covered {covered:.1f} of {end - start:.0f} s; "
        f"processor {seen.spent:.1f} s, {seen.looks} looks"
    )


def _is_won(hand: Win, last: list[dict[str, Any]], end: dict[str, Any]) -> bool:
    """Return True if a hand has the tiles of the won one, its winning tile and its flowers, as the truth says."""
    own = [each for each in last if each["seat"] == end["seat"]]
    tiles = [each["tile"] for each in own if each["in"] in ("hand", "win", "meld")]
    if not any(each["in"] == "win" for each in own):
        tiles.append(end["tile"])
    flowers = sorted(each["tile"] for each in own if each["in"] == "flower")
    seen = sorted(tile for tile in hand.tiles)
    return (seen, hand.winning, sorted(hand.flower_tiles)) == (sorted(tiles), end["tile"], flowers)


@main.command()
@click.option("--count", default=30, show_default=True, help="Number of hands, each of another made-up set.")
@click.option("--seed", default=100, show_default=True)
@click.option("--size", nargs=2, type=int, default=(960, 540), show_default=True, help="Width and height in pixels.")
@click.option("--looks", default=4, show_default=True, help="Pictures of each hand.")
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
def likeness(
    count: int, seed: int, size: tuple[int, int], looks: int, photos: Path | None, models: Path | None
) -> None:
    """The `vision.fusion.LIKENESS` that gives the true faces the highest probability, and what the others give."""
    reader = TileReader(models)
    single: list[float] = []
    joint: dict[float, list[float]] = {value: [] for value in (0.0, 0.3, 0.5, 0.7, 0.85, 1.0)}
    for number in range(count):
        clip = film("flicker" if number % 3 == 0 else "noise", seed + number, size, sources(photos))
        shot: ClipShot | None = None
        seen = []
        for shot, _ in zip(shots(clip, number, 10), range(looks), strict=False):
            seen.append(reader.detect(shot.picture))
        assert shot
        single += [p for look in seen for p in _given_to_truth(look, shot)]
        for value, found in joint.items():
            found += _given_to_truth(fused(seen, value), shot)
    click.echo(f"one picture: {_surprise(single)}")
    for value, found in joint.items():
        click.echo(f"{looks} joined, likeness {value:.2f}: {_surprise(found)}")


def _given_to_truth(evidence: Evidence, shot: ClipShot) -> list[float]:
    """Return the probability of the true face of each tile found, negated if another face has a higher one."""
    found = []
    centres = evidence.quads.mean(axis=1)
    for tile in shot.tiles:
        if tile.tile is None or not len(centres):
            continue
        off = np.linalg.norm(centres - tile.quad.mean(axis=0), axis=1)
        if off.min() < 0.3 * np.linalg.norm(tile.quad[1] - tile.quad[0]):
            faces = evidence.faces[int(off.argmin())]
            p = float(faces[FACES.index(tile.tile)])
            found.append(p if p >= faces.max() else -p)
    return found


def _surprise(given: list[float]) -> str:
    p = np.abs(given)
    sure = p[np.array(given) > 0]
    wrong = 1 - len(sure) / len(p)
    return f"{len(p)} tiles, {wrong:.1%} named wrongly, surprise {-np.log(np.maximum(p, 1e-6)).mean():.4f} nats a tile"


@main.command()
@click.option("--threads", default=2, show_default=True)
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
@click.option("--looks", default=15, show_default=True)
@click.option("--views", default=100, show_default=True)
def speed(threads: int, models: Path | None, looks: int, views: int) -> None:
    """Measure readings a second of 1920 x 1080 pictures, and the processor time of each."""
    cv2.setNumThreads(threads)
    reader = TileReader(models, threads)
    clip = film("noise", 2, (1920, 1080), sources(None))
    pictures = [shot.picture for shot, _ in zip(shots(clip, 1, 10), range(18), strict=False)]

    def timed(what: str, count: int, each: "list[float]", used: float) -> None:
        usual = float(np.median(each))
        click.echo(f"{what}: {1000 * usual:.1f} ms ({1 / usual:.0f} a second), processor {1000 * used / count:.1f} ms")

    for what in ("read anew", "seen moving", "confirmed"):
        tracker = Tracker(reader.detect)
        at, n = 0.0, 0
        if what == "confirmed":
            while tracker.update(pictures[n % len(pictures)], at).newly_read or at < 3:
                at, n = at + 0.1, n + 1
        each, begun = [], time.process_time()
        for k in range(looks if what == "read anew" else views):
            picture = pictures[(n + k) % len(pictures)]
            if what == "seen moving":
                picture = np.roll(picture, 40 * k, axis=1)
            start = time.perf_counter()
            if what == "read anew":
                best_reading(reader.detect(picture))
            else:
                sight = tracker.update(picture, at + k / 25)
                assert sight.state == ("moving" if what == "seen moving" else "settled"), sight.state
                assert not sight.newly_read
            each.append(time.perf_counter() - start)
        timed(what, len(each), each, time.process_time() - begun)
    for what, decode in (("sure", best_reading), ("doubtful to the end", _doubted)):
        tracker, given, spent = Tracker(reader.detect, decode), 0, 0.0
        for k, picture in enumerate(cycle(pictures)):
            start = time.perf_counter()
            sight = tracker.update(picture, k / 25)
            if sight.reading is None:
                continue  # not still yet
            spent, given = spent + time.perf_counter() - start, given + 1
            if given == 25:
                break
        click.echo(f"the first {given} readings of a hand at rest, {what}: {given / spent:.0f} a second")


def _doubted(evidence: Evidence) -> Reading:
    return replace(best_reading(evidence), sure=False)


if __name__ == "__main__":
    main()
