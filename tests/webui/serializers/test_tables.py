"""The addresses of many tables: each answers for its own, those without a number for the server's."""

import json
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webui.http.routes.test_hands import refused
from tests.webui.http.routes.test_matches import FOUR
from tests.webui.streams import events, first
from webui.access.pin import Access
from webui.http.app import create_app
from webui.http.routes.access import qr_code
from webui.http.site import Site
from webui.table.table import Table
from webui.table.tables import Tables

WON = {"text": "[123s,1]456789sCCC9p 9p self-draw"}


@pytest.fixture
def client(answers: Any, application: Callable[..., Flask]) -> FlaskClient:
    return application(Tables(Table(answers), 3)).test_client()


def sit(client: FlaskClient, table: int, *players: str) -> None:
    act = {"type": "Seated", "players": players}
    assert client.post(f"/api/tables/{table}/records", json={"id": str(uuid4()), "act": act}).status_code == 201


def lay(client: FlaskClient, table: int) -> str:
    return str(client.post(f"/api/tables/{table}/hands", json=WON).get_json()["hand"]["id"])


def test_all_tables_are_listed_with_what_they_stand_at(client: FlaskClient) -> None:
    sit(client, 2, *FOUR)
    client.put("/api/tables/3/name", json={"name": "Window"})
    client.post("/api/tables/2/clock", json={"do": "start", "minutes": 90})
    client.post("/api/tables/2/play", json={"do": "call", "chair": 4})
    listed = client.get("/api/tables").get_json()["tables"]
    assert [(each["table"], each["name"], each["calls"]) for each in listed] == [
        (1, "", []),
        (2, "", [4]),
        (3, "Window", []),
    ]
    assert [each["match"] and each["match"]["players"] for each in listed] == [None, FOUR, None]
    assert [each["clock"] and each["clock"]["phase"] for each in listed] == [None, "running", None]


def test_every_page_of_every_table_is_about_that_table(client: FlaskClient) -> None:
    sit(client, 2, *FOUR)
    client.put("/api/tables/2/name", json={"name": "Window"})
    hand = lay(client, 2)
    for page in ("/t/2", "/t/2/sheet", "/t/2/hands", "/t/2/setup", "/display/2", f"/hands/{hand}", "/t/2/hands/1"):
        shown = client.get(page)
        assert shown.status_code == 200, page
        assert 'data-table="2"' in shown.text, page
        assert "Window" in shown.text, page
    for page in ("/t/3", "/t/1", "/sets", "/open", "/photos"):
        assert "Window" not in client.get(page).text, page
    assert 'href="/t/2"' in client.get(f"/hands/{hand}").text
    assert 'data-table="1"' in client.get("/tables").text
    with client.get("/t/2/match.csv") as file:
        assert file.status_code == 200
    assert client.get("/t/3/match.csv").status_code == 404
    for page in ("/t/4", "/t/0/hands", "/display/4", "/t/9/setup", "/api/tables/4/play", "/api/tables/4/events"):
        assert client.get(page).status_code == 404, page


def test_the_start_page_of_a_hall_lists_the_tables_and_that_of_one_table_is_its_own(
    client: FlaskClient, answers: Any
) -> None:
    sit(client, 2, *FOUR)
    page = client.get("/").text
    assert 'id="tables"' in page
    assert "1 of 3 tables playing" in page
    assert all(text in page for text in ("Hand 1 of 16", "No match yet", 'href="/t/3"'))
    alone = create_app(Site(Table(answers, number=5))).test_client()
    page = alone.get("/").text
    assert ('id="tables"' in page, 'data-table="5"' in page) == (False, True)
    assert (alone.get("/t/5").status_code, alone.get("/t/1").status_code) == (200, 404)


def test_a_hand_is_asked_for_and_changed_by_its_id_at_whatever_table(client: FlaskClient) -> None:
    hand = lay(client, 3)
    assert client.get("/api/tables/1/hands").get_json()["hands"] == []
    change = {"version": 1, "change": {"do": "rules", "rules": "zungjung"}}
    assert client.post(f"/api/hands/{hand}/changes", json=change).get_json()["hand"]["version"] == 2
    assert client.get(f"/api/hands/{hand}").get_json()["hand"]["laid"]["rules"] == "zungjung"
    assert client.delete(f"/api/hands/{hand}").status_code == 200
    assert client.get("/api/tables/3/hands").get_json()["hands"] == []
    assert client.post(f"/api/hands/{hand}/shown").status_code == 200
    assert [each["id"] for each in client.get("/api/tables/3/hands").get_json()["hands"]] == [hand]
    undo = {"version": 2, "change": {"do": "undo"}}
    assert client.post(f"/api/hands/{hand}/changes", json=undo).get_json()["hand"]["laid"]["rules"] == "mcr"
    refused(client.get("/api/hands/none"), 404)


def test_a_photograph_is_laid_at_its_table_and_shown_at_every(client: FlaskClient, photo: bytes) -> None:
    hand = client.post("/api/tables/2/hands", data={"photo": (BytesIO(photo), "hand.jpg")}).get_json()["hand"]
    assert client.get(f"/hands/{hand['id']}/thumb.jpg").mimetype == "image/jpeg"
    assert [len(client.get(f"/api/tables/{n}/hands").get_json()["hands"]) for n in (1, 2, 3)] == [0, 1, 0]


def test_the_same_id_at_another_table_is_refused(client: FlaskClient) -> None:
    id = str(uuid4())
    body = {"id": id, "act": {"type": "Seated", "players": FOUR}}
    assert client.post("/api/tables/2/records", json=body).status_code == 201
    assert refused(client.post("/api/tables/3/records", json=body), 409)["kind"] == "id-taken"
    key = {"Idempotency-Key": str(uuid4())}
    assert client.post("/api/tables/2/hands", json=WON, headers=key).status_code == 201
    assert refused(client.post("/api/tables/3/hands", json=WON, headers=key), 409)["kind"] == "id-taken"


def test_an_approved_hand_is_locked_whatever_table_it_counts_at(client: FlaskClient) -> None:
    sit(client, 2, *FOUR)
    hand = lay(client, 2)
    for act in ({"type": "Won", "winner": "S", "laid": hand}, {"type": "Approved", "hand": 1}):
        made = client.post("/api/tables/2/records", json={"id": str(uuid4()), "act": act})
        assert made.status_code == 201, made.text
    change = {"version": 1, "change": {"do": "rules", "rules": "zungjung"}}
    assert refused(client.post(f"/api/hands/{hand}/changes", json=change), 409)["kind"] == "hand-approved"


def test_a_stream_tells_of_its_own_table_alone(client: FlaskClient) -> None:
    act = {"do": "deal", "hand": 5, "dealer": 2}
    client.post("/api/tables/2/play", json=act)
    for number, hand in ((1, 1), (2, 5), (3, 1)):
        response = client.get(f"/api/tables/{number}/events", buffered=False)
        assert first(events(response), "seats")["hand"] == hand
        response.close()
    assert client.get("/api/tables/2/play").get_json()["seats"]["hand"] == 5
    assert client.get("/api/tables/1/play").get_json()["seats"]["hand"] == 1


@pytest.mark.parametrize("root", ["", "/club"])
def test_a_page_leads_back_to_its_own_table(client: FlaskClient, root: str) -> None:
    """Also where it is installed as an app, and behind a proxy that puts all pages under a path."""

    def got(path: str) -> str:
        return client.get(path, environ_overrides={"SCRIPT_NAME": root}).text

    sit(client, 2, *FOUR)
    hand = lay(client, 2)
    made = client.post("/api/tables/2/records", json={"id": str(uuid4()), "act": {"type": "Drawn"}})
    assert made.status_code == 201, made.text
    of_two = ["/t/2", "/t/2/sheet", "/t/2/hands", "/t/2/hands/1", "/t/2/setup", "/t/2/spoken", "/t/2/round"]
    for path in (*of_two, "/display/2", "/stream/2", f"/hands/{hand}"):
        page = got(path)
        assert f'data-home="{root}/t/2"' in page, path
        assert not re.search(rf'href="{root}/(?:t/[13])?[#"]', page), path
    for path in (
        "/tables",
        "/referee",
        "/people",
        "/photos",
        "/help",
        "/rules",
        "/desk",
        "/year",
        "/open",
        "/me",
        "/hall",
        "/nowhere",
    ):
        page = got(path)
        assert f'data-home="{root}/tables"' in page, path
        assert not re.search(rf'href="{root}/(?:t/1/setup)?"', page), path
    for path, name, start in (
        ("/t/2", "Table 2", "/t/2"),
        ("/t/1", "Table 1", "/t/1"),
        ("/people", "Tableside", "/tables"),
    ):
        [address] = re.findall(r'<link rel="manifest" href="([^"]+)"', got(path))
        manifest = json.loads(got(address.removeprefix(root)))
        assert (manifest["short_name"], manifest["start_url"], manifest["scope"]) == (name, root + start, f"{root}/")


def test_the_code_on_the_page_of_a_table_leads_to_that_table(answers: Any) -> None:
    access = Access("http://192.168.1.7:8000/")
    client = create_app(Site(Tables(Table(answers), 3), access=access)).test_client()
    assert 'src="/qr.svg?table=3"' in client.get("/t/3").text
    assert 'src="/qr.svg?to=tables"' in client.get("/tables").text
    code = client.get("/qr.svg?table=3").text
    assert code == qr_code(f"http://192.168.1.7:8000/t/3#pin={access.pin}")
    assert client.get("/qr.svg?table=0").text == client.get("/qr.svg").text
