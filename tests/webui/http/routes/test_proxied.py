"""Requests through a proxy: the sender has no rights of this computer, and the page's own address is the proxy's."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from webui.access.pin import Access
from webui.access.proxies import Proxies
from webui.table.table import Table

TOLD = {
    "X-Forwarded-For": "192.168.1.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "hall.example",
    "X-Forwarded-Prefix": "/tableside",
}
HOME = "https://hall.example/tableside/"

Serve = Callable[..., Flask]


@pytest.fixture
def serve(table: Table, application: Callable[..., Flask]) -> Serve:
    def served(access: Access | None, *trusted: str) -> Flask:
        return application(table, None, access, ("hall.example",), proxies=Proxies.of(trusted))

    return served


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "192.168.1.9"},
        {"X-Real-IP": "192.168.1.9"},
        {"Forwarded": "for=192.168.1.9"},
        {"Via": "1.1 hall"},
        {"Host": "hall.example"},
        {"Origin": "https://hall.example", "Sec-Fetch-Site": "same-origin"},
        {"Referer": "https://hall.example/"},
    ],
)
def test_an_untrusted_proxy_on_this_computer_gives_nobody_its_rights(serve: Serve, headers: dict[str, str]) -> None:
    access = Access()
    with_pin = serve(access).test_client()
    assert with_pin.post("/api/tables/1/hands", headers=headers).status_code == 401
    assert access.pin not in with_pin.get("/", headers=headers).text
    alone = serve(None).test_client()
    assert alone.post("/api/tables/1/hands").status_code == 201
    refused = alone.post("/api/tables/1/hands", headers=headers)
    assert (refused.status_code, refused.get_json()["kind"]) == (403, "not-from-here")
    entered = alone.post("/api/access", json={"pin": "000000"}, headers=headers)
    assert (entered.status_code, entered.get_json()["kind"]) == (403, "not-from-here")
    assert alone.get("/api/access", headers=headers).get_json()["role"] == "spectator"


def test_nginx_as_it_is_installed_gives_nobody_the_rights_of_this_computer(serve: Serve) -> None:
    client = serve(Access()).test_client()
    stock = {"SERVER_PROTOCOL": "HTTP/1.0"}
    assert client.post("/api/tables/1/hands", environ_overrides=stock).status_code == 401


@pytest.mark.parametrize("headers", [{}, TOLD, {"X-Forwarded-For": "127.0.0.1"}])
def test_with_a_trusted_proxy_an_address_gives_no_rights(serve: Serve, headers: dict[str, str]) -> None:
    access = Access()
    client = serve(access, "127.0.0.1").test_client()
    assert client.post("/api/tables/1/hands", headers=headers).status_code == 401
    token = client.post("/api/access", json={"pin": access.pin}, headers=headers).get_json()["token"]
    assert client.post("/api/tables/1/hands", headers=headers | {"Authorization": f"Bearer {token}"}).status_code == 201


def test_wrong_pins_are_counted_for_the_address_that_a_trusted_proxy_names(serve: Serve) -> None:
    client = serve(Access(), "127.0.0.1").test_client()

    def tries(address: str) -> int:
        return client.post("/api/access", json={"pin": "x"}, headers={"X-Forwarded-For": address}).status_code

    assert {tries("192.168.1.9") for _ in range(5)} == {403}
    assert tries("192.168.1.9") == 429
    assert tries("192.168.1.10") == 403


@pytest.mark.parametrize(
    ("trusted", "headers", "status"),
    [
        ("127.0.0.1", TOLD | {"Origin": "https://hall.example"}, 201),
        ("127.0.0.1", TOLD | {"Origin": "http://hall.example"}, 403),
        ("127.0.0.1", TOLD | {"Origin": "https://elsewhere.example"}, 403),
        ("127.0.0.1", {**TOLD, "X-Forwarded-Host": "elsewhere.example"}, 403),
        ("10.0.0.1", TOLD | {"Origin": "https://hall.example"}, 403),
    ],
)
def test_a_change_from_the_page_itself_is_told_by_its_origin(
    serve: Serve, trusted: str, headers: dict[str, str], status: int
) -> None:
    access = Access()
    client = serve(access, trusted).test_client()
    token = access.enter(access.pin, "")
    assert (
        client.post("/api/tables/1/hands", headers=headers | {"Authorization": f"Bearer {token}"}).status_code == status
    )


def test_every_address_of_a_page_is_that_of_the_proxy(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    access, codes = Access("http://192.168.1.2:8000/"), list[str]()
    for module in ("access", "people"):
        monkeypatch.setattr(f"webui.http.routes.{module}.qr_code", lambda text: codes.append(text) or "<svg/>")
    client = serve(access, "127.0.0.1").test_client()
    chief: dict[str, str] = {**TOLD, "Authorization": f"Bearer {access.enter(access.pin, '')}"}
    page = client.get("/?lang=zh", headers=TOLD)
    assert HOME in page.text
    assert 'href="/tableside/' in page.text
    assert not [part for part in page.text.split('="/')[1:] if not part.startswith("tableside/")]
    assert page.headers["Set-Cookie"].endswith("Secure; HttpOnly; Path=/tableside; SameSite=Lax")
    for path in ("/qr.svg", "/qr.svg?to=me", "/qr.svg?table=1"):
        client.get(path, headers=chief)
    assert codes == [f"{HOME}#pin={access.pin}", f"{HOME}me", f"{HOME}t/1#pin={access.pin}"]
    added: Any = client.post("/api/people", json={"name": "Li", "role": "chief"}, headers=chief).get_json()
    person, token = added["people"][0]["id"], added["token"]
    invited = client.post(
        f"/api/people/{person}/invitation", headers=TOLD | {"Authorization": f"Bearer {token}"}
    ).get_json()
    assert invited["address"].startswith(f"{HOME}#invitation=")


@pytest.mark.parametrize(("trusted", "top"), [(("127.0.0.1",), "/tableside"), ((), "/")])
def test_the_description_says_where_the_pages_lie(serve: Serve, trusted: tuple[str, ...], top: str) -> None:
    described = serve(Access(), *trusted).test_client().get("/api/openapi.json", headers=TOLD).get_json()
    assert described["servers"] == [{"url": top}]


def test_without_a_proxy_the_cookie_of_the_language_goes_over_http(serve: Serve) -> None:
    cookie = serve(None).test_client().get("/?lang=zh").headers["Set-Cookie"]
    assert "Secure" not in cookie
    assert "Path=/;" in cookie
