"""The acts that only riichi has."""

from typing import get_args

from scoring.games.riichi.acts import FOUR_DRAWS, THREE, AbortiveDraw, DeclaredRiichi
from scoring.match.records import act_from_dict, act_to_dict


def test_a_declaration_is_read_back_and_one_of_an_earlier_version_is_not_open() -> None:
    for opened in (False, True):
        assert act_from_dict(act_to_dict(DeclaredRiichi("Bo", opened))) == DeclaredRiichi("Bo", opened)
    assert act_to_dict(DeclaredRiichi("Bo")) == {"type": "DeclaredRiichi", "player": "Bo"}


def test_three_winners_are_no_draw_of_the_four() -> None:
    assert {*FOUR_DRAWS, THREE} == {*get_args(AbortiveDraw)}
    assert THREE not in FOUR_DRAWS
