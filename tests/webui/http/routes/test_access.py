"""Changes from other devices need the PIN, at every address there is; watching needs none."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page

from tests.webui.addresses import filled
from vision import TileReader
from webui.access.pin import Access
from webui.http.api import DECLARED
from webui.table.table import Table
from webui.tilesets.tilesets import TileSets

PHONE = {"REMOTE_ADDR": "192.168.1.7"}
PHONE_PAGE = "http://192.168.1.2:8000/"


@pytest.fixture
def access() -> Access:
    return Access(PHONE_PAGE)


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


@pytest.fixture
def app(table: Table, reader: TileReader, access: Access, tmp_path: Path, application: Callable[..., Flask]) -> Flask:
    return application(table, TileSets(reader, tmp_path), access)


def asked(app: Flask, changes: bool) -> list[tuple[str, str]]:
    """Every method and address of the application, with something in place of what an address leaves open."""
    return sorted(
        (method, filled(rule.rule))
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method != "OPTIONS" and (DECLARED[rule.endpoint].role != "spectator") is changes
    )


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_every_change_from_another_device_needs_a_token(app: Flask, access: Access, table: Table) -> None:
    client = app.test_client()
    table.intake.blank()
    changes = asked(app, changes=True)
    assert len(changes) >= 12
    wrong = [bearer("x"), bearer(""), {"Authorization": "Basic eDp4"}, {"Authorization": "Bearer"}]
    for n, (method, path) in enumerate(changes):
        for headers in ({}, wrong[n % len(wrong)]):
            answer = client.open(path, method=method, headers=headers, environ_base=PHONE)
            assert answer.status_code == 401, (method, path)
            assert answer.headers["WWW-Authenticate"] == "Bearer"
            if path.startswith("/api/") and method != "HEAD":
                body = answer.get_json()
                assert (body["ok"], body["kind"]) == (False, "pin-needed")
                assert body["error"]
                assert body["fix"]
    assert len(table.hands.all()) == 1


def test_with_a_token_every_change_is_let_through(app: Flask, access: Access) -> None:
    client = app.test_client()
    token = client.post("/api/access", json={"pin": access.pin}, environ_base=PHONE).get_json()["token"]
    for method, path in asked(app, changes=True):
        if path.endswith("/access/pin"):
            continue  # it takes the token's rights away
        answer = client.open(path, method=method, headers=bearer(token), environ_base=PHONE)
        assert answer.status_code != 401, (method, path)


def test_a_device_of_the_pin_is_signed_out_alone_or_with_all_by_another_pin(app: Flask, access: Access) -> None:
    client = app.test_client()

    def enters() -> str:
        came = client.post("/api/access", json={"pin": access.pin}, environ_base=PHONE)
        return str(came.get_json()["token"])

    def may(token: str) -> bool:
        return client.get("/api/people", headers=bearer(token), environ_base=PHONE).status_code == 200

    one, two, three = enters(), enters(), enters()
    listed = client.get("/api/people").get_json()["devices"]
    assert len(listed) == 3
    client.delete(f"/api/devices/{listed[0]['id']}")
    assert [may(token) for token in (one, two, three)].count(True) == 2
    last = enters()
    client.delete("/api/access", headers=bearer(last), environ_base=PHONE)
    assert not may(last)
    before = access.pin
    assert client.post("/api/access/pin", environ_base=PHONE).status_code == 401
    assert client.post("/api/access/pin").get_json()["pin"] == access.pin != before
    assert not any(may(token) for token in (one, two, three))


def test_watching_needs_nothing(app: Flask) -> None:
    client = app.test_client()
    for method, path in asked(app, changes=False):
        answer = client.open(path, method=method, environ_base=PHONE, buffered=False)
        assert answer.status_code != 401, (method, path)
        answer.close()


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_this_computer_needs_no_token(app: Flask, address: str) -> None:
    answer = app.test_client().post("/api/tables/1/hands", environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == 201


def test_a_page_for_this_computer_alone_has_no_pin(client: FlaskClient) -> None:
    assert client.post("/api/tables/1/hands").status_code == 201
    assert client.post("/api/access", json={"pin": "000000"}).get_json()["token"] == ""


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [({"pin": "12345"}, 403, "pin-wrong"), ({"pin": 123456}, 400, "body-invalid"), ({}, 400, "not-a-pin")],
)
def test_what_is_no_pin_gives_no_token(app: Flask, body: Any, status: int, kind: str) -> None:
    answer = app.test_client().post("/api/access", json=body, environ_base=PHONE)
    assert (answer.status_code, answer.get_json()["kind"]) == (status, kind)


def test_guessing_is_stopped(app: Flask, access: Access) -> None:
    client = app.test_client()
    statuses = [client.post("/api/access", json={"pin": "x"}, environ_base=PHONE).status_code for _ in range(7)]
    assert statuses == [403] * 5 + [429] * 2
    assert client.post("/api/access", json={"pin": access.pin}, environ_base=PHONE).status_code == 429
    assert client.post("/api/access", json={"pin": access.pin}).status_code == 200


def decoded(page: Page, client: FlaskClient, **request: Any) -> str:
    """Return the text that a phone's camera would read from the QR code."""
    answer = client.get("/qr.svg", **request)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    page.set_content(f"<style>svg {{ width: 400px }}</style>{answer.get_data(as_text=True)}")
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return cv2.QRCodeDetectorAruco().detectAndDecode(picture)[0]  # the other misses one in thirty


def test_the_qr_code_holds_the_pin_for_those_alone_who_may_change(app: Flask, access: Access, page: Page) -> None:
    client = app.test_client()
    token = access.enter(access.pin, "a")
    assert decoded(page, client) == f"{PHONE_PAGE}#pin={access.pin}"
    assert decoded(page, client, environ_base=PHONE) == PHONE_PAGE
    assert decoded(page, client, environ_base=PHONE, headers=bearer(token)) == f"{PHONE_PAGE}#pin={access.pin}"


def test_without_an_address_for_phones_the_qr_code_holds_the_pages_own(client: FlaskClient, page: Page) -> None:
    assert decoded(page, client, headers={"Host": "127.0.0.1:8000"}) == "http://127.0.0.1:8000/"


def test_no_answer_tells_a_watcher_the_pin(app: Flask, access: Access) -> None:
    client = app.test_client()
    for method, path in asked(app, changes=False):
        if method == "GET" and not path.endswith("/events"):
            with client.get(path, environ_base=PHONE) as answer:
                said = answer.get_data()
            assert access.pin.encode() not in said, path
            assert f"{access.pin[:3]} {access.pin[3:]}".encode() not in said, path
