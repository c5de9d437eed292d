"""Random winning hands."""

import numpy as np
import pytest

from models.render.hands import KINDS, kinds_of, random_win, win_of_kind


def test_every_hand_wins() -> None:
    rng = np.random.default_rng(1)
    for _ in range(30):
        win = random_win(rng)
        assert {*kinds_of(win)} <= {*KINDS}
        assert 14 <= len(win.tiles) <= 18


@pytest.mark.parametrize("kind", KINDS)
def test_a_hand_of_a_kind_has_it(kind: str) -> None:
    assert kind in kinds_of(win_of_kind(np.random.default_rng(2), kind))
