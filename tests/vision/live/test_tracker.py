"""The tracker follows the hand through rendered clips, whose true hand is known at every picture."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np
import pytest

from models.render.clips import ClipKind, ClipShot, ClipStep, Film, film, shots
from models.render.glyphs import FaceSources
from models.render.scene import Sources
from models.render.table import Scenery
from scoring import parse
from scoring.tiles import FACES
from tests.long import long_but
from vision import Reading
from vision.evidence import Evidence
from vision.image import Picture
from vision.live.shot import Shot as CameraShot
from vision.live.tracker import MAX_LOOKS, MIN_LOOKS, Tracked, Tracker
from vision.tta import ROTATIONS

SIZE = (640, 360)
RATE = 10.0
KONG = "[CCCC,2]23m456p789sEE 1m"
REST = (
    ClipStep(1.5),
    ClipStep(0.5, arm=(0.0, 0.9)),
    ClipStep(2.0, arm=(0.9, 0.9)),
    ClipStep(0.5, arm=(0.9, 0.0)),
    ClipStep(1.5),
)


@lru_cache
def made(kind: ClipKind, hand: str = KONG, size: tuple[int, int] = SIZE, seed: int = 3) -> Film:
    return film(kind, seed, size, Sources(FaceSources.find(None), Scenery()), hand)


@dataclass
class TrueFinder:
    """A finder that gives the true tiles of a picture, as far as they are not covered."""

    shot: ClipShot | None = None
    turns: list[int] = field(default_factory=list)

    @property
    def looks(self) -> int:
        return len(self.turns)

    def __call__(self, picture: Picture, quarters: int) -> Evidence:
        assert self.shot
        self.turns.append(quarters)
        # A part is a view of the picture's pixels, so its place follows from where its first pixel lies.
        first = picture.__array_interface__["data"][0] - self.shot.picture.__array_interface__["data"][0]
        corner = np.array(divmod(first // 3, self.shot.picture.shape[1]))[::-1]
        size = np.array(picture.shape[1::-1])
        tiles = [replace(tile, quad=tile.quad - corner) for tile in self.shot.tiles if tile.visible > 0.5]
        tiles = [tile for tile in tiles if ((tile.quad.mean(axis=0) >= 0) & (tile.quad.mean(axis=0) < size)).all()]
        faces = np.full((len(tiles), len(FACES) + 1), 1e-5)
        for n, tile in enumerate(tiles):
            faces[n, FACES.index(tile.tile or "P")] = 1.0
        down = np.array([tile.face == "down" for tile in tiles], bool)
        return Evidence(
            (picture.shape[1], picture.shape[0]),
            np.array([tile.quad for tile in tiles]).reshape(-1, 4, 2),
            np.full(len(tiles), 0.95),
            down,
            faces / faces.sum(axis=1, keepdims=True),
            np.where(down, 0.0, 1.0),
            np.zeros(len(tiles)),
            np.zeros(len(tiles)),
            np.ones(len(tiles)),
        )


@dataclass(frozen=True)
class Seen:
    shot: ClipShot
    sight: Tracked
    looks: int = field(default=0)


def watched(clip: Film, tracker: Tracker | None = None) -> Iterator[Seen]:
    eye = TrueFinder()
    tracker = tracker or Tracker(eye)
    for eye.shot in shots(clip, 1, RATE):
        sight = tracker.update(eye.shot.picture, eye.shot.at)
        yield Seen(eye.shot, sight, eye.looks)


def same(reading: Reading | None, hand: str | None) -> bool:
    if reading is None or reading.hand is None or hand is None:
        return False
    mine, true = parse(reading.hand), parse(hand)
    return (sorted(mine.tiles), mine.winning, len(mine.melds)) == (sorted(true.tiles), true.winning, len(true.melds))


def check(seen: list[Seen]) -> None:
    """Check that the tracker is sure only of the true hand, and sure of it in the end."""
    for each in seen:
        if each.sight.sure:
            assert same(each.sight.reading, each.shot.hand), each.shot.at
        assert (each.sight.reading is None) == (each.sight.state in ("moving", "covered"))
    assert seen[-1].sight.sure
    assert seen[-1].sight.picture is not None
    assert seen[-1].sight.picture.shape == (SIZE[1], SIZE[0], 3)


def test_a_hand_laid_piece_by_piece_is_read_when_it_is_whole() -> None:
    seen = list(watched(made("laid", "123m456m789m123p5s 5s", seed=4)))
    check(seen)
    whole = next(each.shot.at for each in seen if each.shot.hand and each.shot.calm and not each.shot.covered)
    sure = next(each.shot.at for each in seen if each.sight.sure)
    assert sure - whole < 0.8


@pytest.mark.parametrize("kind", long_but(["noise"], ["flicker", "noise"]))
def test_lamps_and_noise_are_no_movement(kind: ClipKind) -> None:
    seen = list(watched(made(kind)))
    check(seen)
    assert [each.sight.state for each in seen][:6] == ["moving"] * 3 + ["joining"] * 2 + ["settled"]
    assert {each.sight.state for each in seen[6:]} == {"settled"}
    assert seen[-1].looks == MIN_LOOKS
    assert [each.sight.newly_read for each in seen].count(True) == MIN_LOOKS  # from then on it is only confirmed


def test_a_hand_that_passes_over_is_waited_for_and_nothing_is_read_again() -> None:
    steps = (ClipStep(1.5), ClipStep(0.8, arm=(0.0, 1.6), aim=6), ClipStep(0.8, arm=(1.6, 0.0), aim=6), ClipStep(1.5))
    seen = list(watched(replace(made("noise"), steps=steps)))
    check(seen)
    over = [each.sight.state for each in seen if each.shot.covered]
    assert over
    assert set(over) == {"moving"}
    assert [each.sight.newly_read for each in seen].count(True) == seen[-1].sight.fused == MIN_LOOKS
    assert seen[-1].sight.picture is next(each.sight.picture for each in seen if each.sight.sure)


@pytest.mark.parametrize("aim", long_but([8], [0, 8, -1]))
def test_a_hand_that_rests_on_tiles_covers_them(aim: int) -> None:
    """Over the first tile of a kong it leaves a pung: the same hand, but for one tile."""
    steps = tuple(replace(step, aim=aim) for step in REST)
    seen = list(watched(replace(made("noise"), steps=steps)))
    check(seen)
    resting = [each.sight.state for each in seen if each.shot.covered and each.shot.calm]
    assert len(resting) > 15
    assert set(resting[:5]) <= {"moving", "covered"}
    assert set(resting[5:]) == {"covered"}
    assert not any(each.sight.sure for each in seen if each.shot.covered)


@pytest.mark.parametrize("aim", long_but([8], [0, 8, -1]))
def test_what_lies_under_a_hand_that_rests_there_from_the_start_is_not_read_surely(aim: int) -> None:
    """Nothing tells the hand from the table before it moves, so what shows is read; evidence alone doubts it."""
    steps = (ClipStep(2.0, arm=(0.9, 0.9), aim=aim), ClipStep(0.5, arm=(0.9, 0.0), aim=aim), ClipStep(2.0))
    seen = list(watched(replace(made("noise"), steps=steps)))
    check(seen)
    assert not any(each.sight.sure for each in seen if each.shot.covered)


def test_what_lies_still_for_long_is_taken_for_a_part_of_the_table() -> None:
    steps = (ClipStep(0.8, (0, 0)), ClipStep(0.4, arm=(0.0, 0.9), aim=8), ClipStep(0.2, arm=(0.9, 0.9), aim=8))
    eye = TrueFinder()
    tracker = Tracker(eye)
    for eye.shot in shots(replace(made("noise"), steps=steps), 1, RATE):
        tracker.update(eye.shot.picture, eye.shot.at)
    assert eye.shot
    later = [tracker.update(eye.shot.picture, eye.shot.at + n / 2).state for n in range(1, 60)]
    assert later[1:36] == ["covered"] * 35
    assert later[-1] == "settled"


def test_a_bump_starts_over_at_once() -> None:
    seen = list(watched(made("bump")))
    check(seen)
    states = [each.sight.state for each in seen]
    begun = [n for n, (a, b) in enumerate(pairwise(states)) if (a, b) == ("moving", "joining")]
    assert len(begun) == 3
    at = np.mean([tile.quad for tile in seen[-1].shot.tiles], axis=1)
    read = np.mean([tile.quad for tile in seen[-1].sight.reading.tiles], axis=1)  # type: ignore[union-attr]
    assert np.abs(np.sort(at[:, 0]) - np.sort(read[:, 0])).max() < 2


def test_a_tile_exchanged_under_a_hand_is_read_anew() -> None:
    clip = made("changed", "123m456m789m123p5s 5s")
    seen = list(watched(clip))
    check([each for each in seen if not each.sight.sure or same(each.sight.reading, each.shot.hand)])
    assert clip.hands[0] != clip.hands[1]
    assert same(seen[-1].sight.reading, clip.hands[1])
    for each in seen:
        if each.shot.calm and each.sight.sure:
            assert same(each.sight.reading, each.shot.hand)


def test_a_picture_that_is_held_is_read_once() -> None:
    eye = TrueFinder(next(shots(made("noise"), 1)))
    tracker = Tracker(eye)
    assert eye.shot
    sights = [tracker.update(eye.shot.picture, n / 10) for n in range(20)]
    assert sights[-1].sure
    assert eye.looks == 1


def test_a_doubtful_hand_is_looked_at_more_often() -> None:
    class DoubtfulFinder(TrueFinder):
        def __call__(self, picture: Picture, quarters: int) -> Evidence:
            seen = super().__call__(picture, quarters)
            return replace(seen, scores=np.where(np.arange(len(seen.scores)) == 5, 0.3, seen.scores))

    eye = DoubtfulFinder()
    tracker = Tracker(eye)
    for eye.shot in shots(made("noise"), 1, RATE):
        sight = tracker.update(eye.shot.picture, eye.shot.at)
    assert (sight.state, sight.sure, sight.fused) == ("settled", False, MAX_LOOKS)
    assert eye.turns == [ROTATIONS[n % len(ROTATIONS)] for n in range(MAX_LOOKS)]


def test_a_hand_that_was_shown_stays_though_later_looks_make_none() -> None:
    """Nothing has changed on the table, so it lies there still: it is doubted, looked at again, and not lost."""

    class Losing(TrueFinder):
        def __call__(self, picture: Picture, quarters: int) -> Evidence:
            seen = super().__call__(picture, quarters)
            return seen if self.looks == 1 else seen.only(np.arange(len(seen.scores)) % 3 == 0)

    clip, eye = made("noise"), Losing()
    tracker = Tracker(eye)
    sights = []
    for eye.shot in shots(clip, 1, RATE):
        sights.append(tracker.update(eye.shot.picture, eye.shot.at))
    shown = [sight.reading for sight in sights if sight.reading]
    assert eye.looks > 2
    assert all(same(reading, clip.hands[0]) for reading in shown)
    assert not any(reading.sure for reading in shown[-5:])


def test_the_full_pixels_of_a_shot_are_decoded_for_looks_alone() -> None:
    class Lazy(CameraShot):
        @cached_property
        def pixels(self) -> Picture:
            assert eye.shot
            decoded.append(eye.shot.at)
            return eye.shot.picture

    eye = TrueFinder()
    tracker = Tracker(eye)
    decoded: list[float] = []
    for eye.shot in shots(made("noise"), 1, RATE):
        shot = Lazy(jpeg=b"undecoded", size=SIZE)
        shot.__dict__["small"] = eye.shot.picture
        sight = tracker.update(shot, eye.shot.at)
    assert sight.sure
    assert len(decoded) <= eye.looks == MIN_LOOKS


def test_the_next_picture_is_wanted_soon_after_a_movement_alone() -> None:
    eye = TrueFinder()
    tracker = Tracker(eye)
    assert tracker.restless
    restless = []
    for eye.shot in shots(made("passing"), 1, RATE):
        tracker.update(eye.shot.picture, eye.shot.at)
        restless.append((eye.shot.at, tracker.restless))
    assert not any(wanted for at, wanted in restless if 1.5 < at < 2.0)  # settled, and before the arm
    assert all(wanted for at, wanted in restless if 2.3 < at < 4.0)
    assert not restless[-1][1]


def test_pictures_of_another_size_start_over() -> None:
    eye = TrueFinder(next(shots(made("noise"), 1)))
    tracker = Tracker(eye)
    assert eye.shot
    for n in range(6):
        tracker.update(eye.shot.picture, n / 10)
    assert tracker.update(np.zeros((100, 200, 3), np.uint8), 0.7) == Tracked("moving")
