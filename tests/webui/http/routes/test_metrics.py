"""`/metrics` counts what happens, in the format that Prometheus reads."""

from types import SimpleNamespace
from typing import cast

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from tests.served import Answers
from tests.waiting import until
from tests.webui.cameras import Switch, live
from vision.reading import Reading
from webui.base.metrics import count_reading
from webui.hand.reading_queue import QueueFullError, ReadingQueue, note
from webui.http.app import create_app
from webui.http.routes import metrics
from webui.http.site import Site, site_of
from webui.records.errors import RecordsError
from webui.records.sync.outbox import Outbox, OutboxState
from webui.table.table import Table


def counted(client: FlaskClient) -> dict[tuple[str, ...], float]:
    """All samples, by their name and the values of their labels."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.text)
    return {(each.name, *each.labels.values()): each.value for family in families for each in family.samples}


def test_requests_are_counted_by_route_and_status(client: FlaskClient) -> None:
    refused = ("tableside_requests_total", "hands.hand", "GET", "404")
    before = counted(client).get(refused, 0)
    client.get("/api/hands/none")
    after = counted(client)
    assert after[refused] == before + 1
    assert after["tableside_request_seconds_count", "hands.hand"] >= after[refused]


def test_a_reading_is_counted_by_stage(client: FlaskClient) -> None:
    seconds, times = ("tableside_reading_seconds_sum", "detect"), ("tableside_reading_seconds_count", "detect")
    before = counted(client)
    count_reading({"detect": 250.0})
    after = counted(client)
    assert after[seconds] - before.get(seconds, 0) == 0.25
    assert after[times] - before.get(times, 0) == 1


def test_open_streams_are_told(client: FlaskClient) -> None:
    before = counted(client)["tableside_event_streams",]
    stream = client.get("/api/tables/1/events", buffered=False)
    assert counted(client)["tableside_event_streams",] == before + 1
    stream.close()
    assert counted(client)["tableside_event_streams",] == before


def test_a_camera_is_up_or_down_and_none_is_told_where_there_is_none(client: FlaskClient, answers: Answers) -> None:
    assert ("tableside_camera_up",) not in counted(client)
    switch = Switch()
    table = Table(answers, camera=live(switch))
    assert table.equipment.feed
    watched = create_app(Site(table)).test_client()
    table.equipment.feed.start()
    until(lambda: counted(watched)["tableside_camera_up",] == 1)
    switch.on.clear()
    until(lambda: counted(watched)["tableside_camera_up",] == 0)
    table.stop()


@pytest.mark.parametrize(
    ("reading", "outcome"),
    [
        (Reading((1, 1), (), (), "1m 1m", True), "sure"),
        (Reading((1, 1), (), (), "1m 1m", False), "doubtful"),
        (Reading((1, 1), (), (), None, False), "no-hand"),
    ],
)
def test_a_reading_is_counted_by_what_came_of_it(client: FlaskClient, reading: Reading, outcome: str) -> None:
    name = "tableside_readings_total", outcome
    before = counted(client).get(name, 0)
    note(reading, "worker")
    assert counted(client)[name] == before + 1


def test_a_picture_that_is_none_and_one_too_many_are_counted(client: FlaskClient) -> None:
    before = counted(client)
    client.post("/api/tables/1/hands", data=b"no picture", content_type="image/jpeg")
    with pytest.raises(QueueFullError):
        ReadingQueue(most=0).run_sent(lambda: None)
    after = counted(client)
    for outcome in ("refused", "busy"):
        name = "tableside_readings_total", outcome
        assert after[name] == before.get(name, 0) + 1


def test_records_are_counted_by_this_process_and_by_table(client: FlaskClient) -> None:
    name = "tableside_records_written_total", "table"
    before = counted(client)
    site_of(client.application).tables.reach(3)
    seated = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}
    for number, table in enumerate((1, 3, 3)):
        body = {"id": f"01890000-0000-7000-8000-00000000000{number}", "act": seated}
        for _ in range(2):  # sent again it is the record that is there
            client.post(f"/api/tables/{table}/records", json=body)
    after = counted(client)
    assert after[name] == before.get(name, 0) + 3
    assert (after["tableside_table_records", "1"], after["tableside_table_records", "3"]) == (1, 2)
    assert (after["tableside_tables",], after["tableside_database_up",]) == (3, 1)


def test_a_device_of_a_hall_tells_what_the_hall_lacks(answers: Answers) -> None:
    table = Table(answers)
    table.outbox = cast(
        Outbox,
        SimpleNamespace(
            state=OutboxState(7, RecordsError("database-gone", database="hall")), people=table.records.people
        ),
    )
    found = counted(create_app(Site(table)).test_client())
    assert (found["tableside_outbox_waiting",], found["tableside_outbox_up",]) == (7, 0)


def test_tables_that_devices_have_are_told_and_a_database_that_is_gone(
    answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "devices", lambda database: {5: 12.5})
    table = Table(answers)
    client = create_app(Site(table)).test_client()
    assert counted(client)["tableside_table_silent_seconds", "5"] == 12.5
    table.records.journal.counts = gone  # type: ignore[method-assign]
    after = counted(client)
    assert after["tableside_database_up",] == 0
    assert ("tableside_tables",) not in after


def gone() -> dict[int, int]:
    raise RecordsError("database-gone", database="hall")
