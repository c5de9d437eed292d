"""The body of riichi for three, and the values of its hands."""

from dataclasses import replace

import pytest

from scoring.games.sanma.bodies import BODIES, body_under, rules_under, split, values
from scoring.games.sanma.presets import PRESETS
from scoring.match.bodies import Settlement


@pytest.mark.parametrize("rules", PRESETS)
def test_equal_points_of_a_hand_have_equal_parts(rules: str) -> None:
    for drawn in ("loss", "split", "full"):
        preset = replace(PRESETS[rules], drawn=drawn)  # type: ignore[arg-type]
        for dealer in (False, True):
            for own in (False, True):
                parts: dict[int, set[tuple[int, int]]] = {}
                for each in values(preset):
                    if (points := each.won(dealer, own)) is not None:
                        parts.setdefault(points, set()).add(each.parts(dealer, own))
                assert all(len(each) == 1 for each in parts.values()), (drawn, dealer, own)


@pytest.mark.parametrize(("rules", "east", "west"), [("sanma-tenhou", 8000, 4000), ("sanma-home", 10_000, 6000)])
def test_the_share_of_the_missing_player_is_lost_or_split(rules: str, east: int, west: int) -> None:
    paid = split(Settlement(east + west, "S"), PRESETS[rules])
    assert paid == {"E": -east, "S": east + west, "W": -west}


def test_no_hand_brings_other_points() -> None:
    with pytest.raises(ValueError, match="8100"):
        split(Settlement(8100, "S", "E"), PRESETS["sanma-tenhou"])


def test_a_preset_says_the_rules_of_its_matches() -> None:
    home = body_under(PRESETS["sanma-home"])
    assert (home.id, home.start, home.lengths, home.hands) == ("sanma", 35_000, (3, 6), 6)
    assert {rule.paid(True) for rule in home.false_wins.values()} == {4000}
    assert BODIES["sanma"].false_wins == {}
    assert rules_under(PRESETS["sanma-mjsoul"]).oka(35_000, 3) == 0
    assert rules_under(PRESETS["sanma-tenhou"]).oka(35_000, 3) == 15
