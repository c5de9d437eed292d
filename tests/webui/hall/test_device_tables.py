"""A table that a device has: what the desk of an event orders is recorded there, and comes back to the hall."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from scoring.match.records import Drawn, Seated, act_to_dict
from tests.waiting import until
from tests.webui.routes.test_hall import Desk
from webui.app import create_app
from webui.records.outbox import Outbox
from webui.records.store import Records
from webui.table.orders import follow
from webui.table.table import Table
from webui.table.tables import Tables


@pytest.fixture
def hall(postgres_url: str) -> Iterator[Records]:
    records = Records.open(None, db=postgres_url)
    yield records
    records.close()


@pytest.fixture
def device(tmp_path: Path, postgres_url: str, answers: Any) -> Iterator[Table]:
    """Table 1 on a device of its own, which sends what it records."""
    records = Records.open(tmp_path / "device")
    table = Table(answers, records=records)
    table.outbox = Outbox(records, postgres_url, 1, lambda order: follow(table, order), table.matches.reload)
    table.outbox.connect()
    table.outbox.start()
    yield table
    table.outbox.stop()
    records.close()


def test_seats_and_clock_are_ordered_at_the_device_and_its_hands_come_back(
    hall: Records, device: Table, answers: Any
) -> None:
    tables = Tables(Table(answers, records=hall), 2)
    desk = Desk(create_app(tables).test_client())
    desk.enter()
    desk.post("draw", id=str(uuid4()), since=1, seed=1)
    desk.act(type="Started", round=1)
    until(lambda: device.matches.running)
    until(lambda: len(hall.entries(1)) == 1)
    assert device.records.entries(1) == hall.entries(1)
    assert isinstance(hall.entries(1)[0].act, Seated)
    assert hall.entries(1)[0].role == "desk"
    desk.post("clocks", 200, round=1, do="start")
    until(lambda: device.clock.clock.started)
    device.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    shown = tables.get(1)
    assert shown
    until(lambda: shown.matches.current and len(shown.matches.current.match.hands) == 2)
