"""Remarks on the tiles of a photo as one set."""

import pytest

from tests.served import make_reading
from vision.reading import Doubt, GroupKind
from webui.hand.remarks import of_other_size, remarks_on
from webui.hand.state import from_reading


def test_five_of_a_kind_are_remarked_until_a_person_names_one_of_them() -> None:
    fair = make_reading((("concealed", "123456789sCCC9p"), ("winning", "9p")))
    assert [*remarks_on(fair, from_reading(fair, "mcr"))] == []
    five = make_reading((("concealed", "55555m123456789s"),))
    assert [*remarks_on(five, from_reading(five, "mcr"))]


@pytest.mark.parametrize(
    ("groups", "touches", "rules"),
    [
        ((("aside", "123m"), ("concealed", "456789m23455p67s"), ("winning", "8s")), True, "taiwan-home"),
        ((("aside", "123m"), ("concealed", "456789m23455p67s"), ("winning", "8s")), False, None),
        ((("aside", "12m"), ("concealed", "456789m23455p67s"), ("winning", "8s")), True, None),
        ((("aside", "123m"), ("kong", "EEEE"), ("concealed", "789m23455p67s"), ("winning", "8s")), True, "taiwan-home"),
    ],
)
def test_tiles_that_touch_a_hand_may_make_it_one_of_another_game(
    groups: tuple[tuple[GroupKind, str], ...], touches: bool, rules: str | None
) -> None:
    book = of_other_size(make_reading(groups, (Doubt(0, "tile-beside" if touches else "unsure"),)), 14)
    assert (book and book.name) == rules
