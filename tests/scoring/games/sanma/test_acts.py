"""The act of a North set aside, as records keep it."""

from scoring.games.sanma.acts import SetAside
from scoring.match.match import fold
from scoring.match.records import act_from_dict, act_to_dict
from tests.scoring.match.builders import records, seated


def test_a_north_set_aside_is_kept_as_json() -> None:
    assert act_to_dict(SetAside("S")) == {"type": "SetAside", "seat": "S"}
    assert act_from_dict({"type": "SetAside", "player": "Bo"}) == SetAside("Bo")


def test_other_games_refuse_it() -> None:
    match = fold(records(seated("riichi-home"), SetAside("E")))
    assert [each.kind for each in match.refused.values()] == ["no-norths"]
