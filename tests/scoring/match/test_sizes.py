"""Seating and pairing of tables of three and of four: what holds of both."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.match.errors import SeatingError
from scoring.match.match import fold
from scoring.match.pairing import pair_by_standing
from scoring.match.records import Won
from scoring.match.seating import Schedule, parse_script, players_of, quality, script, seating
from scoring.match.seats import places_of_deal, round_wind_of, seats_of_deal
from scoring.match.sitting_out import seat_in_turn
from tests.scoring.match.builders import records, seated

SIZES = pytest.mark.parametrize("size", [3, 4])
WINDS = "ESWN"


def everybody_sits_once(schedule: Schedule, size: int) -> bool:
    return all(
        sorted(player for game in games for player in game) == list(range(1, size * len(games) + 1))
        and all(len(game) == size for game in games)
        for games in schedule
    )


@SIZES
@pytest.mark.parametrize(("tables", "rounds"), [(1, 3), (2, 4), (3, 5), (4, 4), (5, 6), (7, 8), (12, 9), (25, 6)])
def test_everybody_sits_once_a_round_and_has_the_winds_in_turn(size: int, tables: int, rounds: int) -> None:
    schedule = seating(size * tables, rounds, size=size)
    assert everybody_sits_once(schedule, size)
    assert (len(schedule), players_of(schedule)) == (rounds, size * tables)
    assert quality(schedule).winds <= 1
    assert parse_script(script(schedule), size=None) == schedule == seating(size * tables, rounds, size=size)
    if tables >= 5 and rounds <= tables:
        assert quality(schedule).repeats == 0


@SIZES
def test_teammates_and_those_kept_apart_do_not_meet(size: int) -> None:
    teams = [range(at, at + size) for at in range(1, 8 * size, size)]
    found = quality(seating(8 * size, 5, teams, [(1, size + 1)], size=size), teams, [(1, size + 1)])
    assert (found.repeats, found.teammates, found.kept_apart) == (0, 0, 0)


@SIZES
def test_those_who_fill_no_tables_are_refused(size: int) -> None:
    with pytest.raises(SeatingError, match={3: "not-threes", 4: "not-fours"}[size]) as raised:
        seating(5 * size + 1, 3, size=size)
    assert raised.value.about == {"players": 5 * size + 1, "missing": size - 1, "over": 1}


@SIZES
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_round_by_the_standing_seats_all_but_those_whose_turn_it_is(size: int, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(1, data.draw(st.integers(size, 14)) + 1)))
    sat_out = data.draw(st.dictionaries(st.sampled_from(order), st.integers(0, 2)))
    met = data.draw(st.lists(st.sampled_from(list(combinations(sorted(order), 2))), max_size=12))
    for by_place in (False, True):
        games, out = pair_by_standing(order, met, sat_out=sat_out, by_place=by_place, size=size)
        assert sorted([*out, *[player for game in games for player in game]]) == sorted(order)
        assert all(len(game) == size for game in games)
        assert len(out) == len(order) % size
        assert all(sat_out.get(one, 0) <= sat_out.get(other, 0) for one in out for other in {*order} - {*out})


@SIZES
@pytest.mark.parametrize("players", range(3, 14))
def test_those_who_sit_out_do_so_in_turn(size: int, players: int) -> None:
    if players < size:
        with pytest.raises(SeatingError, match="players-out-of-range"):
            seat_in_turn([range(1, players + 1)], {}, (), size=size)
        return
    games, out = seat_in_turn([range(1, players + 1)] * players, {}, (), size=size)
    times = Counter(player for each in out for player in each)
    assert len({times[player] for player in range(1, players + 1)}) == 1
    for tables, resting in zip(games, out, strict=True):
        assert sorted([*resting, *[player for game in tables for player in game]]) == list(range(1, players + 1))
        assert all(len(game) == size for game in tables)


@SIZES
@given(st.integers(1, 40))
def test_the_deal_passes_round_all_players(size: int, deal: int) -> None:
    people = ["Ann", "Bo", "Chen", "Dai"][:size]
    sits = seats_of_deal(people, deal, ())
    assert sorted(sits) == sorted(WINDS[:size])
    assert sorted(sits.values()) == people
    assert sits["E"] == people[(deal - 1) % size]
    assert [people[places_of_deal(deal, (), size)[wind]] for wind in WINDS[:size]] == [sits[w] for w in WINDS[:size]]
    assert round_wind_of(deal, size) == WINDS[(deal - 1) // size % 4]


@pytest.mark.parametrize(("rules", "size"), [("riichi-home", 4), ("sanma-tenhou", 3)])
def test_a_match_has_as_many_seats_as_its_rules_and_no_point_is_lost(rules: str, size: int) -> None:
    match = fold(records(seated(rules), Won("S", 8000, "E"), Won("E", 12_000, "S"), role="referee"))
    assert match.refused == {}
    assert {len(hand.seats) for hand in match.hands} == {len(match.points)} == {size}
    assert sum(match.points.values()) == size * match.body.start
