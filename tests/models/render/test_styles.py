"""Styles of made-up sets: reproducible, of every family, with labels that identify the tiles."""

import numpy as np
import pytest

from models.render.glyphs import FaceSources
from models.render.styles import random_style, unusual

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


@pytest.fixture(scope="module")
def sources() -> FaceSources:
    try:
        return FaceSources.find()
    except FileNotFoundError as error:
        pytest.skip(str(error))


def test_the_same_seed_draws_up_the_same_set(sources: FaceSources) -> None:
    first, again, other = (random_style(np.random.default_rng(seed), sources) for seed in (7, 7, 8))
    assert first == again
    assert first != other


def test_styles_are_of_many_kinds(sources: FaceSources) -> None:
    rng = np.random.default_rng(0)
    many = [random_style(rng, sources) for _ in range(200)]
    assert len({s.family for s in many}) == 5
    assert {s.white for s in many} >= {"blank", "frame", "double", "corners", "greek"}
    assert len({s.dot for s in many}) >= 12
    assert len({s.stick for s in many}) >= 8
    assert any(s.index for s in many)
    assert not all(s.index for s in many)
    assert all(0.68 <= s.aspect <= 0.8 for s in many)


def test_unusual_sets_are_dark_clear_or_coloured(sources: FaceSources) -> None:
    rng = np.random.default_rng(2)
    many = [unusual(rng, random_style(rng, sources)) for _ in range(80)]
    dark = [s for s in many if max(s.ground) < 160]
    assert 15 < len(dark) < 60
    assert all(max(s.inks["k"]) > max(s.ground) for s in dark)
    clear = [s for s in many if s.clear]
    assert 5 < len(clear) < 35
    assert all(s.white != "blank" for s in clear)
    assert all(s.artwork is None and not s.crops for s in many)


def test_flowers_and_seasons_never_carry_the_same_label(sources: FaceSources) -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        style = random_style(rng, sources)
        # a bare digit on both would leave only the plants to tell them apart
        assert {what for _, what in style.flower_label} != {"d"} or {what for _, what in style.season_label} != {"d"}
        assert style.season_label
