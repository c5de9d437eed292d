"""`/metrics` counts what happens, in the format that Prometheus reads."""

from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from tests.waiting import until
from tests.webui.cameras import Switch
from tests.webui.conftest import Answers
from vision.live.camera import Camera, Source
from webui.app import create_app
from webui.metrics import count_reading
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
    stream = client.get("/api/events", buffered=False)
    assert counted(client)["tableside_event_streams",] == before + 1
    stream.close()
    assert counted(client)["tableside_event_streams",] == before


def test_a_camera_is_up_or_down_and_none_is_told_where_there_is_none(client: FlaskClient, answers: Answers) -> None:
    assert ("tableside_camera_up",) not in counted(client)
    switch = Switch()
    table = Table(answers, camera=Camera(Source("the camera", switch, live=True)))
    assert table.feed
    watched = create_app(table).test_client()
    table.feed.start()
    until(lambda: counted(watched)["tableside_camera_up",] == 1)
    switch.on.clear()
    until(lambda: counted(watched)["tableside_camera_up",] == 0)
    table.stop()
