"""Looks at a rotated picture: where its tiles lie, and what several looks make of a doubtful hand."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.builders import Laid, blank, certain, evidence, flowers, row
from vision.areas import OpenArea
from vision.evidence import Evidence
from vision.hand.hypotheses import best_reading
from vision.image import Picture
from vision.quads import sides
from vision.reading import REASONS, Doubt, DoubtReason, Reading
from vision.tta import ROTATIONS, asked_if_overlooked, look_rotated, may_lack_fourth, needs_tta, read_augmented


@pytest.fixture(autouse=True)
def whole(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The looks of these tests are given, and show the whole picture."""
    if "parts" not in request.keywords:
        monkeypatch.setattr("vision.tta.open_areas", lambda _, size: [OpenArea.whole(size)])


HAND = row("123m456p789sEEPP P")
TILE = 4
"""Index of a 5p of the hand that some looks leave open."""


def torn(share: float) -> Evidence:
    """Return the hand, with its 5p a 6p with this probability."""
    faces = certain(HAND)
    faces[TILE] = 1e-4
    faces[TILE, [FACES.index("5p"), FACES.index("6p")]] = 1 - share, share
    return evidence(HAND, faces=faces)


def doubt(reason: DoubtReason) -> Doubt:
    _, told = REASONS[reason]
    return Doubt(None, reason, dict.fromkeys(told, "1p"))


def lacking(seen: Evidence) -> Evidence:
    return seen.only(np.arange(len(seen.scores)) != TILE)


def read(*looks: Evidence) -> tuple[Reading, int]:
    """Read a picture that gives these looks one after another; return the reading and the number of looks."""
    picture, taken = blank(), [looks[0]]

    def look(_: Picture, quarters: int) -> Evidence:
        assert quarters == ROTATIONS[len(taken)]
        taken.append(looks[len(taken)])
        return taken[-1]

    return read_augmented(best_reading(looks[0]), looks[0], picture, look, best_reading), len(taken)


def test_a_clear_look_settles_what_another_left_open() -> None:
    assert not best_reading(torn(0.4)).sure
    reading, looks = read(torn(0.4), torn(0.0001), torn(0.4))
    assert (reading.sure, looks) == (True, 2)
    assert reading.hand == best_reading(torn(0)).hand
    np.testing.assert_allclose([tile.quad for tile in reading.tiles], torn(0).quads)


def test_what_every_look_leaves_open_stays_a_doubt() -> None:
    reading, looks = read(torn(0.4), torn(0.4), torn(0.4))
    assert (reading.sure, looks) == (False, 2)  # a look that changes nothing is the last one
    assert {doubt.tile for doubt in reading.doubts} == {TILE}


def test_looks_that_contradict_each_other_settle_nothing() -> None:
    """One names the tile wrongly, and is as sure of it as the other is of its name; no third look is paid for."""
    assert not read(torn(0.9), torn(0.1))[0].sure
    reading, looks = read(torn(0.4), torn(0.9), torn(0.0001))
    assert (reading.sure, looks) == (False, 2)


@pytest.mark.parametrize(
    ("reasons", "again"),
    [
        (["none-apart"], False),
        (["none-apart", "kong-face-up"], False),
        (["scattered", "gap"], False),
        (["weak-taken", "hardly-seen"], False),
        (["gap", "two-groups"], True),
        (["tile-beside"], True),
        (["hardly-seen"], True),
        (["scattered", "two-faces"], True),
        (["waits", "part-seen"], True),
        ([], True),
    ],
)
def test_doubts_about_places_of_clear_tiles_are_not_worth_another_look(reasons: list[DoubtReason], again: bool) -> None:
    reading = replace(best_reading(torn(0)), sure=False, doubts=tuple(map(doubt, reasons)))
    assert needs_tta(reading) == again


def test_a_hand_that_one_look_does_not_see_whole_is_read() -> None:
    missing = lacking(torn(0))
    assert best_reading(missing).hand is None
    assert read(missing, torn(0), torn(0))[0].hand == best_reading(torn(0)).hand
    assert read(missing, missing, missing)[0].hand is None


@pytest.mark.parametrize(("score", "sure"), [(0.95, True), (0.5, False)], ids=["clearly", "hardly"])
def test_a_flower_that_only_one_look_sees_is_not_forgotten(score: float, sure: bool) -> None:
    laid = [*HAND, *flowers("f1", HAND[0].x - 40, 0.0)]
    seen = evidence(laid, faces=np.concatenate([torn(0.4).faces, certain(laid)[-1:]]))
    seen.scores[-1] = score
    reading, _ = read(seen, torn(0), torn(0))
    assert reading.hand is not None
    assert (reading.sure, reading.hand.endswith(" flowers=f1")) == (sure, sure)


@pytest.mark.parametrize(("wide", "times"), [(80.0, 1), (100.0, 1), (190.0, 2), (290.0, 3)])
def test_a_picture_finer_than_any_network_sees_it_is_made_coarser_first(wide: float, times: int) -> None:
    """Check that the tiles lie at their places in the original picture."""
    quads = torn(0).quads
    scale = wide / float(np.quantile(sides(quads).min(axis=1), 0.1))
    quads = scale * (quads - quads.min(axis=(0, 1)))
    width, height = np.ceil(quads.max(axis=(0, 1))).astype(int).tolist()
    shown = []

    def look(picture: Picture, quarters: int) -> Evidence:
        shown.append(picture.shape)
        return replace(torn(0), size=picture.shape[1::-1], quads=quads / times)

    seen = replace(torn(0.4), size=(width, height), quads=quads)
    reading = read_augmented(best_reading(seen), seen, np.zeros((height, width, 3), np.uint8), look, best_reading)
    assert (reading.sure, reading.size) == (True, (width, height))
    assert shown == [(height // times, width // times, 3)]
    np.testing.assert_allclose([tile.quad for tile in reading.tiles], quads)


def test_only_what_is_doubtful_is_looked_at_again() -> None:
    assert not needs_tta(best_reading(torn(0)))
    assert needs_tta(best_reading(torn(0.4)))
    assert not needs_tta(best_reading(evidence(row("123m456p"))))


def test_tiles_without_a_hand_are_looked_at_again_while_one_is_not_clearly_named() -> None:
    few = np.arange(len(HAND)) < TILE + 1
    open_, clear = torn(0.4).only(few), torn(0).only(few)
    assert best_reading(clear).hand is None
    reading, looks = read(open_, clear, open_)
    assert (reading.hand, looks) == (None, 2)
    assert reading.tiles[TILE].confidence > 0.9
    assert read(open_, open_, open_)[1] == 2


@pytest.mark.parametrize(("text", "named", "again"), [("123m456p", 0.95, False), ("123m456p", 0.5, True)])
@pytest.mark.parametrize("rest", ["", "789s1122EE"])
def test_tiles_without_a_hand_are_looked_at_again_only_where_one_is_hardly_named(
    text: str, named: float, again: bool, rest: str
) -> None:
    """Check that a long row of clear tiles, a hand that lacks one, is not either."""
    laid = row(text + rest)
    faces = certain(laid)
    faces[0] = 1e-4
    faces[0, [FACES.index("1m"), FACES.index("9p")]] = named, 1 - named
    reading = best_reading(evidence(laid, faces=faces))
    assert (reading.hand, needs_tta(reading)) == (None, again)


@pytest.mark.parametrize(
    "text", ["123m456p789sEEPP P", "EEEE 123m456p78sCC 9s", ">1m2m3m 456p789sEEPP P", "PP>P 456p789sCC99m C"]
)
def test_a_sure_hand_with_a_claimed_pung_may_lack_a_fourth_tile(text: str) -> None:
    reading = best_reading(evidence(row(text)))
    assert may_lack_fourth(reading) == (">P" in text)
    assert not may_lack_fourth(replace(reading, sure=False))
    assert not may_lack_fourth(replace(reading, hand=None, sure=False))


@pytest.mark.parametrize(("code", "asked"), [("P", True), ("2s", False)])
def test_a_fourth_tile_that_the_first_look_overlooks_is_asked_about(code: str, asked: bool) -> None:
    """Another tile there leaves the first reading as it is."""
    laid = row("PP>P 456p789sCC99m C")
    first = evidence(laid)
    more = evidence([*laid, Laid(code, laid[1].x, laid[1].y + 55)])
    reading = best_reading(first)
    told = asked_if_overlooked(reading, first, blank(), lambda _, quarters: more, best_reading)
    assert (told == reading, told.sure) == (not asked, not asked)
    assert [doubt.reason for doubt in told.doubts] == ["fourth-beside"] * asked


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_what_lies_in_the_turned_picture_lies_in_the_picture(quarters: int) -> None:
    """Check that a bright tile is found at its place, however the picture is rotated."""
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[10:17, 20:25] = 200

    def look(turned: Picture) -> Evidence:
        ys, xs = np.nonzero(turned[..., 0])
        low, high = np.array([xs.min(), ys.min()]), np.array([xs.max(), ys.max()]) + 1
        quad = np.array([low, [high[0], low[1]], high, [low[0], high[1]]], np.float64)
        return replace(one, size=(turned.shape[1], turned.shape[0]), quads=quad[None])

    one = torn(0).only(np.arange(len(HAND)) == 0)
    seen = look_rotated(look, picture, quarters)
    assert seen.size == (60, 40)
    begins = np.roll([[20, 10], [25, 10], [25, 17], [20, 17]], quarters, axis=0)  # at what lay on top on the left
    np.testing.assert_allclose(seen.quads, begins[None])


def test_somebody_who_watches_has_the_first_reading_before_the_second_look_and_may_end_it() -> None:
    looks, watched = [torn(0.4), torn(0.0001)], []
    taken = []

    def look(_: Picture, quarters: int) -> Evidence:
        taken.append(quarters)
        return looks[len(taken)]

    def watch(reading: Reading, again: tuple[int, ...]) -> bool:
        watched.append((len(taken), reading, again))
        return False

    first = best_reading(looks[0])
    stopped = read_augmented(first, looks[0], blank(), look, best_reading, watch)
    assert watched == [(0, first, (TILE,))]
    assert (stopped, taken) == (first, [])
    assert read_augmented(first, looks[0], blank(), look, best_reading, lambda *_: True).sure
