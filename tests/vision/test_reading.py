"""The contract of a reading: tiles, groups, doubts."""

import pytest

from tests.served import make_reading
from vision.reading import REASONS, Doubt, Group, Pond


@pytest.mark.parametrize("reason", REASONS)
def test_a_doubt_has_its_kind_and_all_of_its_parameters(reason: str) -> None:
    kind, names = REASONS[reason]  # type: ignore[index]
    doubt = Doubt(0, reason, dict.fromkeys(names, 0))  # type: ignore[arg-type]
    assert doubt.kind == kind
    with pytest.raises(ValueError, match=reason):
        Doubt(0, reason, {"nothing": 1})  # type: ignore[arg-type]


def test_a_reading_of_a_part_lies_in_the_whole_and_in_another_size() -> None:
    reading = make_reading()
    placed = reading.placed((100, 50), (3000, 2000))
    (x, y), *_ = reading.tiles[0].quad
    assert placed.tiles[0].quad[0] == (x + 100, y + 50)
    assert placed.size == (3000, 2000)
    double = reading.in_frame((2 * reading.size[0], 2 * reading.size[1]))
    assert double.tiles[0].quad[0] == (2 * x, 2 * y)


def test_the_group_with_the_most_faces_is_the_hand() -> None:
    reading = make_reading((("chow", "123s"), ("concealed", "456789sCCC9p"), ("winning", "9p")))
    assert reading.most_shown() == reading.groups[1]
    assert make_reading(()).most_shown() is None
    assert Pond(((5, 4), (3,))).tiles == (5, 4, 3)
    assert Group("chow", (0, 1, 2)).side is None
