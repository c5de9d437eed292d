"""The JSON of matches: hands, who may do what next, summaries."""

from tests.webui.at_table import SIT, WON, record
from webui.messages import Messages
from webui.messages.game import in_game
from webui.serializers.matches import match_json, summary_json, wins_json
from webui.table.table import Table

ENGLISH = Messages.of("en")


def test_a_table_without_a_match_has_an_empty_one() -> None:
    shown = match_json(None, ENGLISH)
    assert ([*shown.players], shown.hands, shown.current, shown.points) == ([], [], None, {})


def test_hands_have_their_winner_and_the_hand_in_play_has_none(table: Table) -> None:
    shown = match_json(record(table, SIT, WON), ENGLISH)
    first = shown.hands[0]
    assert (first.number, first.winner, first.gains) == (1, "Bo", {"Ann": -8, "Bo": 48, "Chen": -32, "Dai": -8})
    assert shown.current is not None
    assert shown.current.number == 2
    assert shown.points == {"Ann": 492, "Bo": 548, "Chen": 468, "Dai": 492}


def test_a_summary_names_the_players_and_the_hand(table: Table) -> None:
    found = record(table, SIT, WON)
    summary = summary_json(found)
    assert (summary.number, [*summary.players]) == (1, ["Ann", "Bo", "Chen", "Dai"])
    (win,) = wins_json(found.match, found.match.hands[0], in_game(ENGLISH))
    assert (win.winner, win.points) == ("Bo", 24)
