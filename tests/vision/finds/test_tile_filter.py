"""The choice of finds that are tiles, by the networks' results for them and for the others."""

from dataclasses import astuple, fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.builders import evidence, row
from vision.evidence import HARDLY
from vision.finds.tile_filter import FEATURES, Thresholds, TileFilter, features
from vision.hand.hypotheses import best_reading
from vision.networks.runtime import WeightsError

ROOT = Path(__file__).parents[3]
THRESHOLDS = Thresholds.read(ROOT / "models" / "thresholds.csv")
SURE = evidence(row("123m456p_E_E"))
COUNT = len(SURE.scores)
SEEN = replace(SURE, scores=np.full(COUNT, 0.7))


def of(**weights: float) -> TileFilter:
    """Return a model that weighs only some features, with the committed thresholds."""
    return TileFilter(np.array([weights.get(name, 0.0) for name in FEATURES]), THRESHOLDS)


def test_only_faces_that_are_rather_no_tiles_score_less() -> None:
    tile = np.where(np.arange(COUNT) % 2 == 0, 0.2, 0.9)
    weighed = of(verifier=1.0).weighed(SEEN, tile)
    lower = ~SEEN.backs & (tile < 0.5)
    assert weighed.scores[lower] == pytest.approx(0.2 * HARDLY)
    assert (weighed.scores[~lower] == SEEN.scores[~lower]).all()
    assert (weighed.faces == SEEN.faces).all()


@pytest.mark.parametrize(("faces", "there", "kept"), [(6, 0.7, True), (3, 0.7, False), (3, 0.85, True)])
def test_a_few_faces_alone_must_be_clearer(faces: int, there: float, kept: bool) -> None:
    some = SEEN.only(np.arange(COUNT) < faces)
    weighed = of(verifier=1.0).weighed(some, np.full(faces, there))
    assert (weighed.scores == some.scores).all() == kept


def test_one_of_few_faces_that_is_clearly_named_need_not_be_clearer() -> None:
    some = SURE.only(np.arange(COUNT) < 3)
    assert (of(verifier=1.0).weighed(some, np.full(3, 0.7)).scores == some.scores).all()


@pytest.mark.parametrize(("count", "kept"), [(6, True), (5, False)])
def test_what_the_other_networks_are_sure_of_stays(count: int, kept: bool) -> None:
    """If they are so sure of several finds; the verifier is heard about all others."""
    seen = SURE.only(np.arange(COUNT) < count)
    tile = np.where(np.arange(count) == 0, 0.1, 0.9)
    weighed = of(verifier=1.0).weighed(seen, tile)
    assert (weighed.scores[0] == seen.scores[0]) == kept
    unsure = replace(SURE, scores=np.append(SURE.scores[:-3], [0.7, 0.95, 0.95]))
    faint = of(verifier=1.0).weighed(unsure, np.where(np.arange(COUNT) == COUNT - 3, 0.1, 0.9))
    assert faint.scores[COUNT - 3] < HARDLY


@pytest.mark.parametrize(("rejected", "kept"), [(4, True), (1, False)])
def test_a_set_that_the_verifier_does_not_know_is_left_to_the_others(rejected: int, kept: bool) -> None:
    """Check that clearly named finds stay if it rejects many finds of which the networks are sure."""
    seen = evidence(row("123m456p7s"))
    seen = replace(seen, scores=np.append(np.full(6, 0.95), 0.6))
    tile = np.append(np.where(np.arange(6) < rejected, 0.1, 0.9), 0.1)
    weighed = of(verifier=1.0).weighed(seen, tile)
    assert (weighed.scores[:6] == seen.scores[:6]).all()
    assert (weighed.scores[6] == seen.scores[6]) == kept


def test_rare_sure_finds_among_many_are_left_to_the_verifier() -> None:
    """As the letters of a board that look like a wind."""
    seen = evidence(row("123m456p789s123s456s789m"))
    seen = replace(seen, scores=np.where(np.arange(18) < 6, 0.95, 0.7))
    weighed = of(verifier=1.0).weighed(seen, np.full(18, 0.1))
    assert (weighed.scores < HARDLY).all()


def test_no_hand_is_made_of_what_is_no_tile() -> None:
    """Not even where the other tiles make none."""
    laid = row("123m456p789sEEEC C")
    seen = replace(evidence(laid), scores=np.append(np.full(13, 0.95), 0.2))
    assert best_reading(seen).hand is not None
    tile = np.append(np.full(13, 0.9), 0.1)
    less = of(verifier=1.0).weighed(seen, tile)
    assert len(less.scores) == 14
    assert best_reading(less).hand is None


def test_a_score_is_never_raised() -> None:
    weak = replace(SEEN, scores=np.full(COUNT, 0.01))
    assert of(verifier=0.1).weighed(weak, np.full(COUNT, 0.3)).scores == pytest.approx(0.01)


def test_a_find_is_judged_by_the_others_and_not_by_itself() -> None:
    tile = np.full(COUNT, 0.9)
    tile[0] = 0.01
    others = features(SEEN, tile)[:, FEATURES.index("others")]
    assert others[0] == others.max()
    assert others[1:] == pytest.approx(others[1])
    one = features(SEEN.only(np.arange(COUNT) == 0), tile[:1])[0]
    assert one[FEATURES.index("others")] == 0
    assert one[FEATURES.index("few")] == 1


def test_only_finds_beside_one_are_near_it() -> None:
    tile = np.full(COUNT, 0.5)
    tile[0] = 0.95
    near = features(SEEN, tile)[:, FEATURES.index("near")]
    assert near[1] > 0.5
    assert near[5] == pytest.approx(0)


@given(st.integers(0, 6), st.integers(0, 10_000))
def test_features_of_any_finds_are_finite(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    some = SEEN.only(np.arange(COUNT) < count)
    some = replace(some, scores=rng.choice([0.0, 0.5, 1.0], count), whole=rng.choice([0.0, 1.0], count))
    assert np.isfinite(features(some, rng.choice([0.0, 1.0], count))).all()


def test_weights_and_thresholds_are_read_by_name(tmp_path: Path) -> None:
    weights, thresholds = tmp_path / "presence.csv", tmp_path / "thresholds.csv"
    weights.write_text("feature,weight\n" + "".join(f"{name},{at}\n" for at, name in enumerate(FEATURES)))
    with pytest.raises(WeightsError, match="weights-missing"):
        TileFilter.read(tmp_path)
    names = [each.name for each in fields(Thresholds)]
    thresholds.write_text("threshold,value\n" + "".join(f"{name},{at}\n" for at, name in enumerate(names)))
    read = TileFilter.read(tmp_path)
    assert read.weights.tolist() == list(range(len(FEATURES)))
    assert astuple(read.thresholds) == tuple(range(len(names)))
    thresholds.write_text("threshold,value\nalone,1\n")
    with pytest.raises(WeightsError, match="weights-input"):
        TileFilter.read(tmp_path)
    weights.write_text("feature,weight\nscore,1\n")
    with pytest.raises(WeightsError, match="weights-input"):
        TileFilter.read(tmp_path)


def test_the_committed_tables_have_the_features_and_thresholds_in_use() -> None:
    committed = TileFilter.read(ROOT / "models")
    assert committed.weights[FEATURES.index("verifier")] > 0
    assert 0.5 <= committed.thresholds.alone < 1
