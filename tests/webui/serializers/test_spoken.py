"""The play as it is spoken: who, by wind, name or place, and only what is new."""

import pytest

from tests.webui.at_table import SIT, record
from tests.webui.followed import followed, followed_three
from webui.messages import Messages
from webui.serializers.spoken import MOST, Called, spoken_json, who
from webui.table.table import Table

ENGLISH = Messages.of("en")


@pytest.mark.parametrize(
    ("called", "me", "names"),
    [
        ("winds", "", ["East", "South", "West", "North"]),
        ("names", "", ["Ann", "Bo", "Chen", "Dai"]),
        ("places", "nobody", ["East", "South", "West", "North"]),
    ],
)
def test_players_are_called_as_the_listener_wants(table: Table, called: Called, me: str, names: list[str]) -> None:
    record(table, SIT)
    deal = table.followed.read(followed(table))
    name = who(table, deal, called, me, ENGLISH)  # type: ignore[arg-type]
    assert [name(seat) for seat in (1, 2, 3, 4)] == names


def test_players_are_called_by_their_place_around_the_listener(table: Table) -> None:
    record(table, SIT)
    deal = table.followed.read(followed(table))
    name = who(table, deal, "places", "Bo", ENGLISH)  # type: ignore[arg-type]
    assert len({name(seat) for seat in (1, 2, 3, 4)}) == 4
    assert name(3) != name(1)


@pytest.mark.parametrize(
    ("me", "names"),
    [
        ("Ann", ["you", "right", "across"]),
        ("Bo", ["left", "you", "right"]),
        ("Chen", ["across", "left", "you"]),
    ],
)
def test_three_have_their_places_at_the_sides_of_the_table(table: Table, me: str, names: list[str]) -> None:
    deal = table.followed.read(followed_three(table))
    assert deal is not None
    for called, expected in {"places": names, "winds": ["East", "South", "West"]}.items():
        name = who(table, deal, called, me, ENGLISH)  # type: ignore[arg-type]
        assert [name(seat) for seat in (1, 2, 3)] == expected


def test_who_begins_to_listen_hears_nothing_of_before(table: Table) -> None:
    record(table, SIT)
    followed(table)
    begun = spoken_json(table, None, None, "winds", "", ENGLISH)
    assert (begun.lines, begun.players) == ([], ["Ann", "Bo", "Chen", "Dai"])
    told = spoken_json(table, begun.last - 2, None, "winds", "", ENGLISH)
    assert 0 < len({line.number for line in told.lines}) <= MOST
    assert all(line.number > begun.last - 2 for line in told.lines)
    assert spoken_json(table, begun.last, None, "winds", "", ENGLISH).lines == []


def test_a_table_that_is_not_followed_says_so(table: Table) -> None:
    found = spoken_json(table, None, None, "winds", "", ENGLISH)
    assert (found.on, found.last, found.lines, found.now) == (False, 0, [], [])
    assert found.says
