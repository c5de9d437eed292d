"""Cameras and boxes that may be chosen on a page: what is found from everywhere, the network from this computer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.vision.live.v4l2 import EXPOSURE, EXPOSURE_AUTO, MAINS, Driver
from tests.webui.cameras import Shown
from vision.live.camera import Camera
from vision.live.sources.controls import NAMES, ControlPanel, Controls
from vision.live.sources.kind import FoundCamera
from vision.live.sources.source import Source
from webui.access.pin import Access
from webui.http.app import create_app
from webui.http.site import Site, site_of
from webui.records.store import Storage
from webui.rig.rig import Rig
from webui.table import equipment
from webui.table.equipment import BOX, CAMERA, kept_address
from webui.table.table import Table

PHONE = {"REMOTE_ADDR": "192.168.1.7"}


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Storage]:
    records = Storage.open(tmp_path / "data")
    yield records
    records.close()


@pytest.fixture
def chosen(answers: Any, records: Storage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table of a computer with one camera, which plays nothing."""
    monkeypatch.setattr(equipment, "find_cameras", lambda: [FoundCamera("7", "Overhead")])
    table = Table(answers, records=records)
    yield table
    table.stop()


@pytest.fixture
def app(chosen: Table) -> Flask:
    return create_app(Site(chosen, access=Access("http://192.168.1.2:8000/")))


@pytest.fixture
def here(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def phone(app: Flask) -> Callable[..., Any]:
    """A phone that gave the PIN of the run."""
    client = app.test_client()
    token = client.post("/api/access", json={"pin": site_of(app).access.pin}).get_json()["token"]
    return lambda method, path, **options: client.open(
        path, method=method, environ_base=PHONE, headers={"Authorization": f"Bearer {token}"}, **options
    )


FILES = [
    "spy://loop://?file={}",
    "alt://loop://?class=x",
    "SPY://loop://?file={}",
    "loop://",
    "hwgrep://.",
    "{}",
    "keypad:{}",
]
PAD = "keypad:/dev/input/event3"


@pytest.mark.parametrize("address", FILES)
def test_a_box_address_that_reads_or_writes_files_is_refused(
    here: FlaskClient, phone: Callable[..., Any], records: Storage, address: str, tmp_path: Path
) -> None:
    file = tmp_path / "kept.db"
    file.write_bytes(b"kept")
    for ask in (
        lambda path, **options: here.put(path, **options),
        lambda path, **options: phone("PUT", path, **options),
    ):
        answer = ask("/api/tables/1/box", json={"address": address.format(file)})
        assert (answer.status_code, answer.get_json()["kind"]) == (422, "box-not-allowed")
    assert file.read_bytes() == b"kept"
    assert kept_address(records.values, 1, BOX) is None


@pytest.mark.parametrize("address", ["{}", "file://{}/1.jpg", "concat:{}/1.jpg", "ftp://10.0.0.1/", "http://a b/"])
@pytest.mark.parametrize("act", ["camera", "trial"])
def test_a_camera_that_is_a_file_or_no_camera_is_refused(
    here: FlaskClient, phone: Callable[..., Any], act: str, address: str, tmp_path: Path
) -> None:
    method = "PUT" if act == "camera" else "POST"
    body = {"address": address.format(tmp_path)}
    for answer in (
        here.open(f"/api/tables/1/{act}", method=method, json=body),
        phone(method, f"/api/tables/1/{act}", json=body),
        phone(method, f"/api/tables/1/{act}", json={"address": f"{tmp_path}/none"}),  # it tells of no path
    ):
        assert (answer.status_code, answer.get_json()["kind"]) == (422, "camera-not-allowed")


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9/x", "rtsp://10.0.0.9/live", "tcp://10.0.0.9:8888", "0", "/dev/video5"]
)
def test_another_device_chooses_only_cameras_that_are_found(
    here: FlaskClient, phone: Callable[..., Any], address: str, records: Storage
) -> None:
    refused = phone("PUT", "/api/tables/1/camera", json={"address": address})
    assert (refused.status_code, refused.get_json()["kind"]) == (422, "camera-chosen-here")
    assert phone("POST", "/api/tables/1/trial", json={"address": address}).status_code == 422
    assert phone("PUT", "/api/tables/1/camera", json={"address": "7"}).status_code == 200
    assert kept_address(records.values, 1, CAMERA) == "7"
    if "://" in address:
        assert here.put("/api/tables/1/camera", json={"address": address}).status_code == 200
        assert kept_address(records.values, 1, CAMERA) == address


@pytest.mark.parametrize("address", ["socket://127.0.0.1:9", "rfc2217://127.0.0.1:9", "/dev/ttyUSB93", "COM93", PAD])
def test_a_box_in_the_network_is_chosen_on_this_computer(
    here: FlaskClient, phone: Callable[..., Any], address: str, records: Storage
) -> None:
    refused = phone("PUT", "/api/tables/1/box", json={"address": address})
    assert (refused.status_code, refused.get_json()["kind"]) == (422, "box-chosen-here")
    for found in ("auto", "keypad"):
        assert phone("PUT", "/api/tables/1/box", json={"address": found}).status_code == 200
    assert here.put("/api/tables/1/box", json={"address": address}).status_code == 200
    assert kept_address(records.values, 1, BOX) == address


@pytest.mark.parametrize("host", ["[", "[::1", "me:geheim@["])
def test_an_address_without_a_host_is_refused(here: FlaskClient, host: str) -> None:
    answer = here.put("/api/tables/1/camera", json={"address": f"rtsp://{host}"})
    assert (answer.status_code, answer.get_json()["kind"]) == (422, "camera-unusable")
    assert "geheim" not in answer.text


def test_what_was_chosen_before_stays_and_can_be_chosen_again(answers: Any, records: Storage, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    records.values.keep(1, CAMERA, {"address": str(folder)})
    records.values.keep(1, BOX, {"address": "hwgrep://box"})
    client = create_app(Site(Table(answers, records=records))).test_client()
    for path, address in (("camera", str(folder)), ("box", "hwgrep://box")):
        assert client.put(f"/api/tables/1/{path}", json={"address": address}).status_code == 200


def test_a_box_that_was_chosen_before_and_writes_a_file_is_not_opened(records: Storage, tmp_path: Path) -> None:
    records.values.keep(1, BOX, {"address": f"spy://loop://?file={tmp_path}/x"})
    assert kept_address(records.values, 1, BOX) is None


def test_the_picture_of_a_trial_is_for_those_who_may_choose(
    app: Flask, here: FlaskClient, phone: Callable[..., Any]
) -> None:
    assert phone("POST", "/api/tables/1/trial", json={"address": "7"}).status_code == 200
    stranger = app.test_client()
    for path in ("/api/tables/1/trial", "/api/tables/1/trial/1.jpg"):
        assert stranger.get(path, environ_base=PHONE).status_code == 401
        assert phone("GET", path).status_code in (200, 404)
    phone("DELETE", "/api/tables/1/trial")


def test_the_page_of_another_device_offers_no_address(app: Flask, here: FlaskClient) -> None:
    """Its style sheet hides what is for the computer itself, and the other way round."""
    page, elsewhere = here.get("/setup").text, here.get("/setup", environ_base=PHONE).text
    assert '<label class="choice of-here"><input type="radio" name="camera" value="typed">' in page
    assert ('<body class="here ' in page, '<body class="here ' in elsewhere) == (True, False)


@pytest.fixture
def driver() -> Driver:
    return Driver()


@pytest.fixture
def filmed(chosen: Table, driver: Driver, tmp_path: Path) -> Table:
    """A table with a camera whose settings can be reached."""
    device = tmp_path / "video0"
    device.touch()
    source = Source("the camera", Shown(np.full((48, 64, 3), 90, np.uint8)), True, ControlPanel(device, driver))
    chosen.equipment.use_camera(Camera(source), Rig(tmp_path / "0.json"))
    return chosen


SETTINGS = "/api/tables/1/camera/settings"


def test_settings_of_the_camera_are_fixed_and_released(
    here: FlaskClient, phone: Callable[..., Any], filmed: Table, driver: Driver
) -> None:
    answer = here.get(SETTINGS).get_json()
    assert {each["name"]: each["fixed"] for each in answer["settings"]} == dict.fromkeys(NAMES, False)
    assert answer["settings"][0] == {
        "name": "focus",
        "title": "Focus",
        "says": "Fixed on the tiles, it is not lost when an arm passes.",
        "value": 45,
        "least": 0,
        "most": 250,
        "step": 1,
        "fixed": False,
    }
    assert answer["sizes"] == [[3840, 2160], [2592, 1944], [1920, 1080]]
    fixed = here.put(SETTINGS, json={"fixed": True, "values": {"mains": 1}}).get_json()
    assert all(each["fixed"] for each in fixed["settings"])
    assert (driver.value(EXPOSURE_AUTO), driver.value(MAINS)) == (1, 1)
    here.put(SETTINGS, json={"values": {"exposure": 90}})
    assert driver.value(EXPOSURE) == 90
    assert filmed.equipment.rig.controls.fixed["exposure"] == 90
    larger = here.put(SETTINGS, json={"size": [3840, 2160]}).get_json()
    assert larger["size"] == [3840, 2160]
    assert all(each["fixed"] for each in larger["settings"])
    assert phone("PUT", SETTINGS, json={"fixed": False}).get_json()["size"] == [3840, 2160]
    assert (driver.value(EXPOSURE_AUTO), filmed.equipment.rig.controls) == (3, Controls(size=(3840, 2160)))
    assert here.put(SETTINGS, json={"size": None}).get_json()["size"] is None


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"size": [1, 1]}, 422, "not-a-size"),
        ({"values": {"zoom": 3}}, 400, "body-invalid"),
        ({"values": {"focus": "near"}}, 400, "body-invalid"),
    ],
)
def test_other_settings_are_refused(
    here: FlaskClient, filmed: Table, driver: Driver, body: Any, status: int, kind: str
) -> None:
    answer = here.put(SETTINGS, json=body)
    assert (answer.status_code, answer.get_json()["kind"]) == (status, kind)
    assert driver.calls == []
    assert filmed.equipment.rig.controls == Controls()


def test_a_camera_in_the_network_has_settings_of_its_own(here: FlaskClient, chosen: Table) -> None:
    assert here.get(SETTINGS).status_code == 404
    chosen.equipment.use_camera(Camera("tcp://127.0.0.1:1"))
    for answer in (here.get(SETTINGS), here.put(SETTINGS, json={"fixed": True})):
        assert (answer.status_code, answer.get_json()["kind"]) == (409, "no-settings")
        assert answer.get_json()["fix"] == "Make them in the camera's own app or page"
