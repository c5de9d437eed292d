"""Remarks on the tiles of a photo as one set."""

from tests.served import make_reading
from webui.hand.remarks import remarks_on
from webui.hand.state import from_reading


def test_five_of_a_kind_are_remarked_until_a_person_names_one_of_them() -> None:
    fair = make_reading((("concealed", "123456789sCCC9p"), ("winning", "9p")))
    assert [*remarks_on(fair, from_reading(fair, "mcr"))] == []
    five = make_reading((("concealed", "55555m123456789s"),))
    assert [*remarks_on(five, from_reading(five, "mcr"))]
