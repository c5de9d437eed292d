"""A followed deal as its page shows it: steps, tiles where they lie, players."""

import pytest

from tests.webui.at_table import SIT, record
from tests.webui.followed import PLAYED, followed, followed_three
from webui.messages import Messages
from webui.serializers.deals import DealShown, DealTile, deal_json, deals_of, held, player_at
from webui.table.table import Table

ENGLISH = Messages.of("en")


@pytest.fixture
def shown(table: Table) -> DealShown:
    record(table, SIT)
    deal = table.followed.read(followed(table))
    assert deal is not None
    return deal_json(table, deal, ENGLISH)


def test_players_sit_from_the_first_seat_on(shown: DealShown) -> None:
    assert (shown.players, shown.winds) == (("Ann", "Bo", "Chen", "Dai"), ("E", "S", "W", "N"))


def test_where_three_play_a_side_is_empty(table: Table) -> None:
    deal = table.followed.read(followed_three(table))
    assert deal is not None
    shown = deal_json(table, deal, ENGLISH)
    assert (shown.players, shown.winds) == (("Ann", "Bo", "Chen", ""), ("E", "S", "W", ""))
    assert held(deal.state(0)) == shown.steps[0].counts == (13, 13, 13, 0)
    assert shown.steps[3].counts == (10, 13, 13, 0)
    assert [step.says for step in shown.steps[1:4]] == [
        "Bo sets a North aside",
        "Bo: discards 9 Dots",
        "Ann: pung of 9 Dots from Bo",
    ]


def test_each_event_is_a_step_and_a_gap_says_that_it_is_one(shown: DealShown) -> None:
    assert len(shown.steps) == len(PLAYED)
    assert [step.gap for step in shown.steps] == [n in (5, 9) for n in range(12)]
    assert all(step.says for step in shown.steps)
    assert shown.steps[0].picture == "/api/tables/1/deals/1/steps/2.jpg"
    assert shown.steps[1].picture is None


def test_tiles_lie_where_they_were_put_and_leave_when_they_are_claimed(shown: DealShown) -> None:
    first = shown.tiles[0]
    assert first == DealTile(1, "pond", "E", 1, taken=2)
    pung = [tile for tile in shown.tiles if (tile.place, tile.seat, tile.step) == ("meld", 2, 2)]
    assert [tile.tile for tile in pung] == ["E"] * 3
    assert {tile.until for tile in pung} == {8}  # a kong since
    assert [tile.tile for tile in shown.tiles if tile.place == "flowers"] == ["f1"]
    assert [tile.tile for tile in shown.tiles if tile.place == "hand"] == ["C", "C"]


def test_a_hand_of_the_match_knows_its_deal(table: Table) -> None:
    match = record(table, SIT)
    number = followed(table)
    assert deals_of(table, match) == {1: number}
    deal = table.followed.read(number)
    assert deal is not None
    assert player_at(table, deal, 2, ENGLISH) == "Bo"
