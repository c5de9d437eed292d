"""Several looks at the same tiles are fused: they confirm or outvote each other, within limits."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tiles import FACES
from tests.vision.builders import certain, evidence, row
from vision.evidence import Evidence
from vision.fusion import fused
from vision.hand.hypotheses import best_reading

HAND = row("123m456p789sEEEC C")


def seen(trust: float = 0.9, **changes: object) -> Evidence:
    return replace(evidence(HAND, faces=certain(HAND, trust)), **changes)  # type: ignore[arg-type]


def torn(tile: int, to: str, share: float) -> Evidence:
    """Return a look in which one tile shows another face with this probability."""
    faces = certain(HAND, 0.999)
    faces[tile] = 1e-4
    faces[tile, FACES.index(HAND[tile].tile)] = 1 - share
    faces[tile, FACES.index(to)] = share
    return replace(seen(), faces=faces / faces.sum(axis=1, keepdims=True))


def test_one_picture_says_what_it_says() -> None:
    look = seen()
    assert fused([look]) is look


def test_pictures_of_a_hand_of_seventeen_stay_of_one() -> None:
    assert fused([seen(sets=5)] * 2).whole_hand == 17


def test_confidence_grows_but_not_absurdly() -> None:
    named = [float(fused([seen(0.8)] * n).faces.max(axis=1).min()) for n in (1, 2, 3, 8, 50)]
    assert named == sorted(named)
    assert named[0] == pytest.approx(0.8)
    odds = [p / (1 - p) for p in named]
    rivals = 42  # share what is left, each squared at most
    assert odds[-1] <= odds[0] ** 2 * rivals
    assert odds[3] < odds[0] ** 1.9 * rivals


def test_pictures_outvote_one_that_errs() -> None:
    looks = [torn(4, "6p", 0.1), torn(4, "6p", 0.8), torn(4, "6p", 0.2)]
    assert best_reading(looks[1]).tiles[4].tile != "5p" or not best_reading(looks[1]).sure
    assert best_reading(fused(looks)).tiles[4].tile == "5p"


def test_a_mistake_that_all_pictures_share_stays_a_doubt() -> None:
    reading = best_reading(fused([torn(4, "6p", 0.45)] * 8))
    assert not reading.sure
    assert any(doubt.tile == 4 for doubt in reading.doubts)


def test_no_picture_alone_rules_a_face_out() -> None:
    faces = certain(HAND, 0.98)
    faces[0] = 0.0
    faces[0, FACES.index("2m")] = 1.0
    look = fused([seen(0.98), replace(seen(0.98), faces=faces), seen(0.98)])
    assert FACES[int(look.faces[0].argmax())] == "1m"


def test_a_tile_that_few_pictures_show_is_hardly_one() -> None:
    whole = seen()
    less = whole.only(np.arange(len(HAND)) != 6)
    assert fused([whole, less]).scores.min() < 0.6
    assert fused([whole, less, less, less, less]).scores.min() < 0.25
    assert len(fused([less, whole]).scores) == len(HAND)


@pytest.mark.parametrize("share", [1.0, 0.4])
def test_two_tiles_that_another_picture_finds_as_one_stay_two(share: float) -> None:
    """Check that a flower is not lost because some looks take it, or a part of it, and its neighbour for one tile."""
    whole = seen()
    three = whole.quads[6:9]  # touching, in one row
    right = three[1, [0, 3]] + share * (three[1, [1, 2]] - three[1, [0, 3]])
    blurred = np.stack([three[0, 0], *right, three[0, 3]])[None]  # round the first and so much of the second
    one = replace(whole.only(np.arange(len(HAND)) == 6), quads=blurred)
    rest = whole.only((np.arange(len(HAND)) < 6) | (np.arange(len(HAND)) > 7))
    merged = replace(
        rest, **{f.name: np.concatenate([getattr(rest, f.name), getattr(one, f.name)]) for f in fields(rest)[1:-1]}
    )
    assert fused([whole, merged, merged]).scores.min() > 0.9
    assert fused([whole, rest, rest]).scores.min() < 0.3


def test_corners_are_averaged_and_begin_where_most_say() -> None:
    whole = seen()
    turned = replace(whole, quads=np.roll(whole.quads, 2, axis=1), upright=whole.upright * 0.3)
    moved = replace(whole, quads=whole.quads + 2.0)
    look = fused([whole, turned, moved])
    assert np.abs(look.quads - whole.quads - 2 / 3).max() < 1e-6
    assert look.upright == pytest.approx((1 - 0.3 + 1) / 3)
    doubted = fused([turned, turned, replace(whole, upright=whole.upright * 0.4)])
    assert np.abs(doubted.quads - turned.quads).max() < 1e-6
    assert doubted.upright == pytest.approx((0.3 + 0.3 - 0.4) / 3)


def test_a_back_is_one_where_most_say_so() -> None:
    whole = seen()
    backs = whole.backs.copy()
    backs[2] = True
    other = replace(whole, backs=backs)
    assert not fused([whole, other, whole]).backs.any()
    assert fused([other, whole, other]).backs.tolist() == backs.tolist()


def test_a_frame_is_a_frame_where_other_pictures_were_not_asked_for_one() -> None:
    """Check that marks are measured only on possible white dragons, and are 0 elsewhere."""
    marks = [np.full(len(HAND), height) for height in (60.0, 0.0, 0.0)]
    assert (fused([replace(seen(), marks=m) for m in marks]).marks == 60).all()
    assert (fused([replace(seen(), marks=m) for m in marks[1:]]).marks == 0).all()


def test_nothing_with_nothing_is_nothing() -> None:
    nothing = seen().only(np.zeros(len(HAND), bool))
    assert len(fused([nothing, nothing]).scores) == 0
    assert len(fused([nothing, seen(), nothing]).scores) == len(HAND)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**31), st.integers(2, 6))
def test_the_order_of_pictures_makes_no_difference(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    looks = []
    for _ in range(count):
        kept = rng.random(len(HAND)) < 0.9
        faces = rng.dirichlet(np.full(len(FACES) + 1, 0.1), len(HAND))
        quads = seen().quads + rng.normal(0, 1, (len(HAND), 4, 2))
        look = replace(seen(), faces=faces, quads=quads, upright=rng.uniform(-1, 1, len(HAND)))
        looks.append(look.only(kept))
    one, other = fused(looks), fused(looks[::-1])
    assert len(one.scores) == len(other.scores)
    assert np.allclose(one.faces.sum(axis=1), 1)
    a, b = (np.argsort(look.quads.mean(axis=1)[:, 0]) for look in (one, other))
    assert np.allclose(one.faces[a], other.faces[b])
    assert np.allclose(one.scores[a], other.scores[b])
    assert np.allclose(one.quads[a].mean(axis=1), other.quads[b].mean(axis=1))
