"""The JSON interface of webhooks: whom it lets in, the secret that is shown once, and addresses that are refused."""

import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.served import Answers
from tests.webui.callers import at_home
from tests.webui.http.routes.test_hall import Desk
from tests.webui.http.routes.test_people import PAGE, Phone, invited
from webui.access.pin import Access
from webui.access.roles import covers
from webui.http.app import create_app
from webui.http.site import Site
from webui.records.rights import ROLES
from webui.records.webhooks import MOST_WEBHOOKS
from webui.table.table import Table


@pytest.fixture
def closed() -> Iterator[str]:
    """An address of this computer at which nobody answers."""
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/hook?token=hidden"


def posted(address: str, **more: Any) -> dict[str, Any]:
    return {"address": address, "topics": ["result"], "local": True, **more}


@pytest.mark.parametrize("stable", ["/api", "/api/v1"])
def test_only_a_director_of_everything_may_use_them(stable: str, closed: str) -> None:
    app: Flask = create_app(Site(Table(Answers()), access=Access(PAGE)))
    desk = Desk(at_home(app))
    made = at_home(app).post(f"{stable}/webhooks", json=posted(closed)).get_json()
    one = f"{stable}/webhooks/{made['id']}"
    doors = [
        ("GET", f"{stable}/webhooks", None),
        ("POST", f"{stable}/webhooks", posted(closed)),
        ("PUT", one, {"on": False}),
        ("POST", f"{one}/secret", None),
        ("POST", f"{one}/test", None),
        ("POST", f"{one}/answers/{uuid4()}", None),
        ("DELETE", one, None),
    ]
    phones = {role: invited(app, role, role) for role in ROLES}
    of_event = invited(app, "Eve", "chief", event=desk.number)
    for method, path, sent in doors:
        for role, phone in phones.items():
            status = phone.ask(method, path, json=sent).status_code
            assert (status != 403) is covers(role, "chief"), (role, method, path)
        assert of_event.ask(method, path, json=sent).status_code == 403, path
    for phone, shown in ((phones["chief"], True), (phones["referee"], False), (of_event, False)):
        assert ("data-known" in _drawn(phone)) is shown


def _drawn(phone: Phone) -> str:
    return str(phone.ask("GET", "/webhooks/drawn").get_data(as_text=True))


def test_the_secret_and_the_end_of_an_address_are_shown_once(client: FlaskClient, closed: str) -> None:
    made = client.post("/api/webhooks", json=posted(closed, lang="ja", form="slack")).get_json()
    assert made["secret"].startswith("whsec_")
    (hook,) = made["webhooks"]
    assert (hook["lang"], hook["form"], hook["on"], hook["passed"], hook["answers"]) == ("ja", "slack", True, 0, [])
    everything = client.get("/api/webhooks").get_data(as_text=True) + client.get("/webhooks/drawn").get_data(
        as_text=True
    )
    for hidden in ("hidden", "whsec_", "/hook"):
        assert hidden not in everything
    renewed = client.post(f"/api/webhooks/{made['id']}/secret").get_json()
    assert renewed["secret"] != made["secret"]
    changed = client.put(f"/api/webhooks/{made['id']}", json={"topics": ["call", "call"], "on": False}).get_json()
    (now,) = changed["webhooks"]
    assert (now["topics"], now["on"], now["lang"]) == (["call"], False, "ja")
    tried = client.post(f"/api/webhooks/{made['id']}/test").get_json()
    assert (tried["answer"]["trouble"], tried["answer"]["status"], tried["answer"]["taken"]) == ("silent", 0, False)
    again = client.post(f"/api/webhooks/{made['id']}/answers/{tried['answer']['id']}").get_json()
    assert again["answer"]["id"] == tried["answer"]["id"]
    assert client.delete(f"/api/webhooks/{made['id']}").get_json()["webhooks"] == []


@pytest.mark.parametrize(
    ("sent", "status", "kind"),
    [
        (posted("http://127.0.0.1:1/", local=False), 422, "webhook-local"),
        (posted("http://[::ffff:127.0.0.1]:1/", local=False), 422, "webhook-local"),
        (posted("http://localhost:1/", local=False), 422, "webhook-local"),
        (posted("http://nobody.invalid/"), 422, "webhook-unknown"),
        (posted("ftp://127.0.0.1/"), 422, "webhook-address"),
        (posted("http://127.0.0.1:1/", topics=[]), 400, "body-invalid"),
        (posted("http://127.0.0.1:1/", topics=["weather"]), 400, "body-invalid"),
        (posted("http://127.0.0.1:1/", lang="tlh"), 422, "not-a-language"),
    ],
)
def test_what_is_refused_is_not_kept(client: FlaskClient, sent: dict[str, Any], status: int, kind: str) -> None:
    answer = client.post("/api/webhooks", json=sent)
    assert (answer.status_code, answer.get_json()["kind"]) == (status, kind)
    assert client.get("/api/webhooks").get_json()["webhooks"] == []


def test_a_change_to_an_address_of_this_computer_is_checked_too(client: FlaskClient, closed: str) -> None:
    made = client.post("/api/webhooks", json=posted(closed)).get_json()
    answer = client.put(f"/api/webhooks/{made['id']}", json={"local": False})
    assert answer.get_json()["kind"] == "webhook-local"
    assert client.get("/api/webhooks").get_json()["webhooks"][0]["local"] is True
    for path in ("", "/test", "/secret"):
        ask = client.put if not path else client.post
        assert ask(f"/api/webhooks/{uuid4()}{path}", json={}).get_json()["kind"] == "no-such-webhook"


def test_there_are_not_too_many(client: FlaskClient, closed: str) -> None:
    statuses = [client.post("/api/webhooks", json=posted(closed)).status_code for _ in range(MOST_WEBHOOKS + 1)]
    assert statuses == [201] * MOST_WEBHOOKS + [422]
