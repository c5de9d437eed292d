"""Requests that the application refuses from any caller, and the headers of its answers."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from vision import TileReader
from webui.http.app import create_app
from webui.http.site import Site
from webui.http.statics import version
from webui.table.table import Table


def test_pages_forbid_everything_from_elsewhere(client: FlaskClient) -> None:
    for path in ("/", "/static/components.css", "/nowhere", "/api/tables/1/hands"):
        response = client.get(path)
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["X-Frame-Options"] == "DENY"
        response.close()


def test_no_page_holds_anything_inline_or_from_the_net(client: FlaskClient, table: Table) -> None:
    hand = table.intake.blank()
    for path in ("/", f"/hands/{hand.id}", "/nowhere"):
        html = client.get(path).get_data(as_text=True)
        assert "http" not in html
        assert "style=" not in html
        assert "onclick" not in html


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    ],
)
def test_a_change_from_another_site_is_refused(client: FlaskClient, table: Table, headers: dict[str, str]) -> None:
    hand = table.intake.blank()
    assert client.post("/api/tables/1/hands", headers=headers).status_code == 403
    assert client.delete(f"/api/hands/{hand.id}", headers=headers).status_code == 403
    assert table.hands.all() == [hand]


@pytest.mark.parametrize(
    "headers", [{}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {"Origin": "http://localhost"}]
)
def test_the_page_itself_and_programs_may_change(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.post("/api/tables/1/hands", headers=headers).status_code == 201


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8000", "[::1"])
def test_a_foreign_name_for_this_computer_is_refused(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code in (400, 403)


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "192.168.1.7:8000", "[::1]:8000", "LOCALHOST"])
def test_this_computer_may_be_called_by_number(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/hands/..%2f..%2fapp.py/photo.jpg"])
def test_no_path_leads_out_of_the_static_folder(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_missing_page_says_what_to_do(client: FlaskClient) -> None:
    html = client.get("/hands/gone").get_data(as_text=True)
    assert "There is no hand gone" in html
    assert "go back to the start page" in html


def test_what_to_do_ends_with_the_full_stop_of_the_language(client: FlaskClient) -> None:
    assert "首页。</p>" in client.get("/nowhere", headers={"Accept-Language": "zh-CN"}).get_data(as_text=True)


def test_an_address_cannot_put_markup_into_the_page(client: FlaskClient) -> None:
    assert "<script>x" not in client.get("/hands/<script>x").get_data(as_text=True)


def test_answers_are_not_kept_but_pictures_and_tiles_are(client: FlaskClient, table: Table) -> None:
    assert client.get("/api/tables/1/hands").headers["Cache-Control"] == "no-store"
    assert "max-age" in client.get(f"/static/{version()}/tiles/C.svg").headers["Cache-Control"]


def test_networks_that_cannot_be_used_are_named(tmp_path: Path, photo: bytes) -> None:
    for name in ("detector", "refiner", "classifier", "cascade", "flowers", "verifier"):
        (tmp_path / f"{name}.onnx").write_bytes(b"x")
    table = Table(TileReader(tmp_path, at_once=False))
    client = create_app(Site(table)).test_client()
    answer = client.post("/api/tables/1/hands", data=photo, content_type="image/jpeg")
    assert (answer.status_code, answer.get_json()["kind"]) == (500, "reader-unusable")
    assert "detector.onnx" in answer.get_json()["error"]
    assert answer.get_json()["fix"] == "Install the program again"
