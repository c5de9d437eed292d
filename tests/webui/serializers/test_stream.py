"""The stream of a table: the last win, the players, and nothing before its delay is over."""

from datetime import UTC, datetime, timedelta

from tests.webui.at_table import SIT, WON, record
from webui.messages import Messages
from webui.serializers.stream import stream_json
from webui.table.follow.late import choose_delay
from webui.table.table import Table

ENGLISH = Messages.of("en")


def test_a_table_without_a_match_shows_nothing(table: Table) -> None:
    shown = stream_json(table, datetime.now(UTC), ENGLISH)
    assert (shown.hand, shown.title, shown.players, shown.win, shown.deal) == (0, "", [], None, None)


def test_a_win_is_shown_with_what_each_player_gained_once_the_delay_is_over(table: Table) -> None:
    record(table, SIT, WON)
    choose_delay(table.records.values, table.number, 60)
    now = datetime.now(UTC)
    assert stream_json(table, now, ENGLISH).win is None
    shown = stream_json(table, now + timedelta(seconds=90), ENGLISH)
    assert shown.win is not None
    assert shown.win.laid is None
    assert {player.name: player.change for player in shown.players} == {"Ann": -8, "Bo": 48, "Chen": -32, "Dai": -8}
    assert [player.wind for player in shown.players] == ["E", "S", "W", "N"]
    assert shown.hand == 2
