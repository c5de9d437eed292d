"""The log of requests: each a line, under an id, without names and secrets."""

import logging
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from tests.webui.callers import OWN, at_home
from webui.base.logs import handler

SEATED = {"type": "Seated", "players": ["Annabel", "Bogdan", "Chenguang", "Dariusz"]}


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "webui")
    return caplog


def requests(log: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [each for each in log.records if each.message == "request"]


@pytest.mark.parametrize(
    ("method", "path", "status", "at"),
    [
        ("GET", "/api/tables/1/match", 200, 1),
        ("GET", "/api/hands/none", 404, None),
        ("DELETE", "/api/health", 405, None),
        ("GET", "/nowhere", 404, None),
    ],
)
def test_a_request_is_a_line(
    client: FlaskClient, log: pytest.LogCaptureFixture, method: str, path: str, status: int, at: int | None
) -> None:
    client.open(path, method=method)
    (line,) = requests(log)
    found = line.__dict__
    assert (found["method"], found["path"], found["status"], found.get("table")) == (method, path, status, at)
    assert found["ms"] >= 0


def test_one_that_is_refused_at_once_is_a_line_too(client: FlaskClient, log: pytest.LogCaptureFixture) -> None:
    client.get("/", headers={"Host": "evil.example"})
    assert [line.__dict__["status"] for line in requests(log)] == [403]


def test_what_follows_from_a_request_has_its_id(client: FlaskClient, log: pytest.LogCaptureFixture) -> None:
    lines: list[str] = []
    kept = handler("json")
    kept.emit = lambda record: lines.append(kept.format(record))  # type: ignore[method-assign]
    logging.getLogger("webui").addHandler(kept)
    try:
        body = {"id": str(uuid4()), "act": SEATED}
        answer = client.post("/api/tables/1/records", json=body, headers={"X-Request-Id": "from-the-proxy"})
        assert answer.headers["X-Request-Id"] == "from-the-proxy"
        asked = [client.get("/api/health", headers={"X-Request-Id": sent}) for sent in ("", "a b", "x" * 65)]
    finally:
        logging.getLogger("webui").removeHandler(kept)
    assert [("record written" in line, "from-the-proxy" in line) for line in lines[:2]] == [(True, True), (False, True)]
    assert len({each.headers["X-Request-Id"] for each in asked}) == 3
    assert all(len(each.headers["X-Request-Id"]) == 32 for each in asked)


def test_no_line_has_a_name_a_pin_a_token_or_a_query(client: FlaskClient, log: pytest.LogCaptureFixture) -> None:
    written: list[str] = []
    kept = handler("json")
    kept.emit = lambda record: written.append(kept.format(record))  # type: ignore[method-assign]
    logging.getLogger().addHandler(kept)
    try:
        client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": SEATED})
        at_home(client.application).post("/api/people", json={"name": "Erika", "role": "referee", "pin": "918273"})
        token = client.post("/api/access", json={"name": "Erika", "pin": "918273"}).get_json()["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        client.post("/api/access", json={"name": "Erika", "pin": "111222"})
        client.get("/api/tables/1/match?pin=918273&token=querysecret", headers=bearer)
        client.post("/api/tables/1/records", json={"id": "no", "act": SEATED}, headers=bearer)
    finally:
        logging.getLogger().removeHandler(kept)
    assert len([line for line in written if '"event": "request"' in line]) == 6
    lines = "\n".join(written)
    secrets = [*SEATED["players"], "Erika", "918273", "111222", "querysecret", token, OWN.text]
    assert [secret for secret in secrets if secret in lines] == []
    assert '"role": "referee", "device"' in lines
