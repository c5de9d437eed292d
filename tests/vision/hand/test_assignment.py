"""The search gives the likeliest legal choices, in order: checked against trying everything."""

from collections import Counter
from itertools import islice, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tiles import FACES, capacity
from vision.hand.assignment import AssignmentOption, likeliest


def test_capacity() -> None:
    assert [capacity(FACES.index(code)) for code in ("1m", "P", "f1", "s4")] == [4, 4, 1, 1]


options = st.lists(
    st.builds(
        AssignmentOption,
        st.lists(st.integers(31, 36), min_size=1, max_size=3).map(tuple),
        st.integers(-40, 0).map(lambda tenths: tenths / 10),
    ),
    min_size=1,
    max_size=3,
).map(lambda found: sorted(found, key=lambda o: -o.log))


@settings(max_examples=150, deadline=None)
@given(st.lists(options, min_size=1, max_size=6))
def test_same_as_trying_everything(sets: list[list[AssignmentOption]]) -> None:
    allowed = []
    for choice in product(*sets):
        used = Counter(face for option in choice for face in option.faces)
        if all(n <= capacity(face) for face, n in used.items()):
            allowed.append(sum(option.log for option in choice))
    found = list(likeliest(sets))
    assert [log for log, _ in found] == pytest.approx(sorted(allowed, reverse=True))
    for log, choice in found:
        assert log == pytest.approx(sum(option.log for option in choice))


def test_a_whole_row_of_one_face_ends() -> None:
    """Fourteen tiles that all look like 1m most: four stay, the rest are their second choices."""
    rng = np.random.default_rng(1)
    sets = []
    for i in range(14):
        first = float(rng.uniform(0.5, 0.6))
        sets.append(
            [
                AssignmentOption((0,), float(np.log(first))),
                *(AssignmentOption((k,), -3.0 - 0.1 * k) for k in (i + 1, i + 15)),
            ]
        )
    _, best = next(iter(likeliest(sets)))
    used = Counter(face for option in best for face in option.faces)
    assert used[0] == 4


def test_nothing_legal_ends() -> None:
    assert list(islice(likeliest([[AssignmentOption((40,), 0.0)]] * 2), 1)) == []
