"""The acts that only Sichuan has."""

import pytest

from scoring.games.sichuan.acts import NOT_READY, ExchangedThree, MadeKong, NamedVoid, WallOut
from scoring.match.records import Act, act_from_dict, act_to_dict


@pytest.mark.parametrize(
    "act",
    [
        MadeKong("E", "concealed"),
        MadeKong("E", "claimed", "S", "5m"),
        NamedVoid("W", "p"),
        ExchangedThree("left"),
        WallOut(),
        WallOut(east=NOT_READY, west="2"),
    ],
)
def test_an_act_is_read_back_as_it_was_written(act: Act) -> None:
    assert act_from_dict(act_to_dict(act)) == act


def test_the_end_of_the_wall_names_only_states_that_were_said() -> None:
    act = WallOut(south=NOT_READY, north="4")
    assert act.states == {"S": NOT_READY, "N": "4"}
    assert act.persons() == ("S", "N")
    assert WallOut().states == {}
