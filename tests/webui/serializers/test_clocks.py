"""Clocks as JSON: seconds as numbers, minutes of the session, what may be started."""

from datetime import UTC, datetime

import pytest

from scoring.match import clock as clocks
from tests.webui.at_table import SIT, record
from webui.match.clock import Pause, StartClock
from webui.serializers.clocks import clock_json, running_json
from webui.table.table import Table

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def test_a_clock_that_has_not_started() -> None:
    shown = running_json(clocks.Clock(), NOW)
    assert (shown.phase, shown.played, shown.left, shown.word, shown.extra) == ("ready", 0.0, None, None, 0.0)


def test_the_clock_of_a_table(table: Table) -> None:
    record(table, SIT)
    body = table.now().body
    table.clock.do(StartClock(90), body)
    shown = clock_json(table.clock, body)
    assert (shown.phase, shown.minutes, shown.limit, shown.jump) == ("running", 90.0, None, None)
    assert shown.started is not None
    assert shown.left is not None
    assert shown.played + shown.left == pytest.approx(90 * 60)
    table.clock.do(Pause(), body)
    assert clock_json(table.clock, body).phase == "paused"


def test_a_clock_offers_what_the_body_of_the_match_has(table: Table) -> None:
    record(table, SIT)
    body = table.now().body
    offers = clock_json(table.clock, body).offers
    assert offers.minutes == body.minutes.get("session") == 180
    assert offers.limits == dict(body.seconds)
