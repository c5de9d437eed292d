"""The page on which a table is set up: its steps, the camera and the box chosen on it, the check of a picture."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from device.simulator import Simulator
from tests.browser.accessible import check, check_sizes
from tests.long import long_but
from tests.vision.live.v4l2 import EXPOSURE_AUTO, MAINS, Driver
from tests.vision.mjpeg import Line
from tests.waiting import PATIENCE, until
from tests.webui.cameras import Shown, live
from vision.image import Picture
from vision.live.camera import Camera
from vision.live.sources.controls import ControlPanel
from vision.live.sources.kind import FoundCamera
from vision.live.sources.source import Source
from vision.table.check import LIMITS
from webui.http.app import create_app
from webui.http.routes import equipment as routes
from webui.http.site import Site
from webui.messages import Messages
from webui.messages.check import FIXES, VALUES
from webui.records.store import Storage
from webui.rig.rig import Rig
from webui.table import equipment
from webui.table.equipment import BOX, CAMERA, kept_address, kept_camera
from webui.table.table import Table

Serve = Callable[[Table], str]
BRIGHT: Final = np.full((480, 1280, 3), 170, np.uint8)


@pytest.fixture
def shown() -> Shown:
    return Shown(BRIGHT)


@pytest.fixture
def table(answers: Any, shown: Shown) -> Iterator[Table]:
    table = Table(answers, camera=live(shown))
    assert table.equipment.feed
    table.equipment.feed.start()
    yield table
    table.stop()


@pytest.fixture
def bare(answers: Any) -> Iterator[Table]:
    """A table without a camera or a box."""
    table = Table(answers)
    yield table
    table.stop()


@pytest.fixture
def folder(tmp_path: Path, photo: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one picture, which is found as a camera."""
    made = tmp_path / "pictures"
    made.mkdir()
    (made / "1.jpg").write_bytes(photo)
    monkeypatch.setattr(equipment, "find_cameras", lambda: [FoundCamera(str(made), "Overhead")])
    return made


def checks(client: FlaskClient) -> dict[str, dict[str, Any]]:
    answer = client.get("/api/tables/1/setup/check").get_json()
    assert answer["size"] == [1280, 480]
    return {each["aspect"]: each for each in answer["checks"]}


def dark(picture: Picture) -> Picture:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=0.05), np.uint8)


def steps(client: FlaskClient) -> dict[str, bool]:
    return {each["step"]: each["done"] for each in client.get("/api/tables/1/setup").get_json()["steps"]}


def step(page: Page, name: str) -> None:
    """Opens a step where it is not open."""
    box = page.locator(f"[data-step={name}]")
    if box.get_attribute("open") is None:
        box.locator("summary").click()


def test_the_check_follows_the_camera(client: FlaskClient, table: Table, shown: Shown) -> None:
    assert table.equipment.feed
    assert table.equipment.feed.settled(PATIENCE)
    found = checks(client)
    assert {"tiles", "pixels", "sharpness", "glare", "light"} <= set(found)
    assert (found["light"]["grade"], found["light"]["fix"]) == ("good", "")
    shown.picture = dark(BRIGHT)
    with table.equipment.feed.watched():
        until(lambda: checks(client)["light"]["grade"] == "bad")
    light = checks(client)["light"]
    for slow in (True, False):
        table.equipment.following._say(slow=slow)
        assert ("too slow" in client.get("/api/tables/1/setup/check").get_json()["slow"]) == slow
    assert light["says"] == f"brightness {light['value'] * 100 / 255:.0f} %"
    assert light["fix"].startswith("Give more light")


@pytest.mark.long
def test_the_page_shows_what_to_change(page: Page, table: Table, shown: Shown, serve: Serve) -> None:
    page.goto(serve(table) + "/setup")
    step(page, "camera")
    light = page.locator("#checks [data-aspect=light]")
    expect(light).to_have_class("good")
    page.locator("#checks [data-aspect=pixels]").wait_for()
    check(page)
    check_sizes(page)
    shown.picture = dark(BRIGHT)
    expect(light).to_have_class("bad")
    expect(light).to_contain_text("Give more light")
    expect(page.locator("#check-sum")).to_contain_text("To change: ")
    for slow in (True, False):
        table.equipment.following._say(slow=slow)
        expect(page.locator("#too-slow")).to_contain_text("too slow" if slow else "")
        expect(page.locator("#too-slow")).to_be_visible(visible=slow)
    with page.expect_response("**/api/tables/1/setup"):
        page.uncheck("#watches")
    assert not table.equipment.watcher.on
    page.reload()
    expect(page.locator("#watches")).not_to_be_checked()


def test_a_newcomer_follows_the_steps_in_order(page: Page, bare: Table, serve: Serve, folder: Path) -> None:
    page.goto(serve(bare) + "/setup")
    open_step = page.locator(".step[open] h2")
    expect(page.locator("#progress")).to_have_text("0 of 5 done")
    for name in ("Language", "Name of the table", "Rules"):
        expect(open_step).to_have_text(name)
        page.locator(".step[open] [data-keep]").click()
    expect(open_step).to_have_text("Camera")
    page.fill("#choose-camera [name=address]", str(folder))
    page.click("#choose-camera [type=submit]")
    expect(page.locator("#trial-checks [data-aspect=pixels]")).to_be_visible()
    expect(page.locator("#trial img")).to_be_visible()
    check(page)
    check_sizes(page)
    assert bare.equipment.feed is None  # nothing is kept before somebody says so
    page.click("#use-camera")
    expect(open_step).to_have_text("Corners of the table")
    page.locator(".step[open] [data-keep]").click()
    expect(open_step).to_have_text("Table box")
    with Simulator() as box:
        page.fill("#choose-box [name=address]", box.address)
        page.click("#choose-box [type=submit]")
        expect(page.locator("#box-state")).to_contain_text("Connected. sim")
        expect(page.locator("#progress")).to_have_text("Everything is set up.")
        check(page)
        page.click("#skip")
        expect(page.locator("#live img")).to_be_visible()
        assert kept_address(bare.records.values, 1, BOX) == box.address
    assert kept_address(bare.records.values, 1, CAMERA) == str(folder)


@pytest.mark.parametrize("lang", long_but(["zh-Hant"], ["en", "zh", "zh-Hant"]))
def test_no_camera_and_no_box_are_choices_too(page: Page, bare: Table, serve: Serve, lang: str) -> None:
    page.goto(f"{serve(bare)}/setup?lang={lang}")
    expect(page.locator("[data-step=language]")).to_have_class("card step done")
    step(page, "camera")
    page.check("#choose-camera [value=none]")
    page.click("#choose-camera [type=submit]")
    expect(page.locator("[data-step=camera].done")).to_be_attached()
    step(page, "box")
    page.check("#choose-box [value=none]")
    page.click("#choose-box [type=submit]")
    expect(page.locator("[data-step=box].done")).to_be_attached()
    check(page)
    check_sizes(page)


def test_the_cameras_that_are_connected_are_offered(
    page: Page, bare: Table, serve: Serve, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "find_cameras", lambda: [FoundCamera(str(folder), "Overhead <4K>")])
    page.goto(serve(bare) + "/setup")
    step(page, "camera")
    page.get_by_label("Overhead <4K>").check()
    page.click("#choose-camera [type=submit]")
    expect(page.locator("#trial img")).to_be_visible()


@pytest.mark.long
def test_what_is_no_camera_is_refused_and_the_one_before_stays(
    page: Page, table: Table, serve: Serve, tmp_path: Path
) -> None:
    page.goto(serve(table) + "/setup")
    step(page, "camera")
    page.fill("#choose-camera [name=address]", str(tmp_path / "gone.mp4"))
    page.click("#choose-camera [type=submit]")
    expect(page.locator(".notice.bad")).to_contain_text("is no camera that can be chosen on this page")
    assert table.equipment.feed
    assert table.equipment.feed.camera.name == "the camera"
    assert kept_address(table.records.values, 1, CAMERA) is None


def test_a_network_camera_is_tried_then_taken_while_the_page_looks_on(page: Page, bare: Table, serve: Serve) -> None:
    line = Line()
    line.scale = (15, 40)
    address = serve(bare)
    page.goto(address)
    try:
        client = create_app(Site(bare)).test_client()
        url = f"http://somebody:secret@{line.address}"
        tried = client.post("/api/tables/1/trial", json={"address": url}).get_json()
        assert "secret" not in str(tried)
        answer = client.put("/api/tables/1/camera", json={"address": url}).get_json()
        assert answer["camera"]["name"] == f"http://{line.address}"
        assert "secret" not in str(answer)
        until(lambda: line.opened)
        expect(page.locator("#live img")).to_be_visible()  # the page followed by itself
        assert line.opened == 1  # the camera that was looked at goes on
        client.put("/api/tables/1/camera", json={"address": None})
        expect(page.locator("#live")).to_have_count(0)
        assert bare.equipment.feed is None
    finally:
        line.close()


@pytest.mark.parametrize("lang", ["en", "zh-CN", "zh-TW"])
def test_the_stream_names_the_camera_as_the_page_does(bare: Table, folder: Path, lang: str) -> None:
    """A page that hears another name than it has loads itself again."""
    client = create_app(Site(bare)).test_client()
    headers = {"Accept-Language": lang}
    kept = client.put("/api/tables/1/camera", json={"address": str(folder)}, headers=headers).get_json()
    stream = client.get("/api/tables/1/events", headers=headers, buffered=False)
    event = next(chunk.decode() for chunk in stream.iter_encoded() if b"event: equipment" in chunk)
    stream.close()
    assert json.loads(event.partition("data: ")[2])["camera"] == kept["camera"]["name"]


def test_looks_are_counted_on_from_one_camera_to_the_next(table: Table, folder: Path) -> None:
    client = create_app(Site(table)).test_client()
    assert table.equipment.feed
    before = table.equipment.feed.settled(PATIENCE)
    assert before
    client.put("/api/tables/1/camera", json={"address": str(folder)})
    after = table.equipment.feed.settled(PATIENCE)
    assert after
    assert after.number > before.number


def test_a_camera_that_nobody_looks_at_is_let_go(bare: Table, folder: Path) -> None:
    app = create_app(Site(bare))
    client = app.test_client()
    assert client.get("/api/tables/1/trial").get_json()["kind"] == "no-trial"
    client.post("/api/tables/1/trial", json={"address": str(folder)})
    assert client.get("/api/tables/1/trial").get_json()["name"] == "The folder pictures"
    assert client.delete("/api/tables/1/trial").status_code == 200
    assert client.get("/api/tables/1/trial").status_code == 404


def test_the_choice_holds_over_a_restart(answers: Any, folder: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    records = Storage.open(data)
    table = Table(answers, records=records)
    client = create_app(Site(table)).test_client()
    client.put("/api/tables/1/camera", json={"address": str(folder)})
    client.put("/api/tables/1/box", json={"address": "auto"})
    client.put("/api/tables/1/setup", json={"rules": "zungjung", "screen": "zh-Hant", "done": "name"})
    table.stop()
    records.close()
    records = Storage.open(data)
    kept = kept_camera(records.values, 1)
    assert kept
    assert kept.address == str(folder)
    assert kept_address(records.values, 1, BOX) == "auto"
    assert records.values.get(1, "rules") == "zungjung"
    shutil.rmtree(folder)
    assert kept_camera(records.values, 1) is None
    client = create_app(Site(Table(answers, records=records))).test_client()
    state = client.get("/api/tables/1/setup").get_json()
    assert state["camera"]["missing"]
    assert state["screen"] == "zh-Hant"
    assert steps(client)["name"]
    assert "not there any more" in client.get("/setup").text
    records.close()


@pytest.mark.long
def test_the_screen_has_a_language_of_its_own(page: Page, bare: Table, serve: Serve) -> None:
    address = serve(bare)
    page.goto(address + "/setup")
    page.select_option("#screen", "zh")
    expect(page.locator(".notice")).to_contain_text("Saved")
    page.goto(address + "/display/1")
    assert page.evaluate("document.documentElement.lang") == "zh"
    expect(page.locator("#which")).to_contain_text("第1盘")
    page.goto(address)
    assert page.evaluate("document.documentElement.lang") == "en"


def test_rules_chosen_on_the_page_score_the_next_hand(page: Page, bare: Table, serve: Serve) -> None:
    page.goto(serve(bare) + "/setup")
    step(page, "rules")
    page.select_option("#preset", "zungjung")
    expect(page.locator("[data-step=rules].done")).to_be_attached()
    assert bare.intake.blank().laid.rules == "zungjung"


@pytest.mark.parametrize(
    ("path", "body", "kind"),
    [
        ("setup", {"done": "dice"}, "body-invalid"),
        ("setup", {"rules": "riichi"}, "not-rules"),
        ("setup", {"rules": ["mcr"]}, "body-invalid"),
        ("setup", {"screen": "fr"}, "not-a-language"),
        ("camera", {"address": 7}, "body-invalid"),
        ("camera", {}, "body-invalid"),
        ("camera", {"address": "x" * 501}, "body-invalid"),
        ("camera", {"address": "/no/such/thing"}, "camera-not-allowed"),
        ("box", {"address": ""}, "body-invalid"),
    ],
)
def test_what_cannot_be_set_up_is_refused(bare: Table, path: str, body: dict[str, Any], kind: str) -> None:
    answer = create_app(Site(bare)).test_client().put(f"/api/tables/1/{path}", json=body)
    assert (400 <= answer.status_code < 500, answer.get_json()["kind"]) == (True, kind)


def test_a_first_start_shows_the_photo_and_offers_the_set_up_below(
    page: Page, answers: Any, serve: Serve, tmp_path: Path
) -> None:
    records = Storage.open(tmp_path / "data")
    address = serve(Table(answers, records=records))
    page.goto(f"{address}/?lang=zh")
    expect(page.locator("#drop ~ #to-set-up")).to_contain_text("已完成1/")
    assert page.url == f"{address}/?lang=zh"
    page.click("#to-set-up a")
    expect(page.locator("#progress")).to_be_visible()
    page.click("#skip")
    expect(page.locator("#drop")).to_be_visible()
    expect(page.locator("#to-set-up")).to_have_count(0)
    records.close()


def test_without_a_camera_there_is_nothing_to_check(answers: Any) -> None:
    answer = create_app(Site(Table(answers))).test_client().get("/api/tables/1/setup/check")
    assert (answer.status_code, answer.get_json()["kind"]) == (404, "no-camera")


NAME = "三号桌 by the window <b>&"


@pytest.mark.long
def test_the_name_of_the_table_stands_on_every_page(page: Page, answers: Any, serve: Serve) -> None:
    table = Table(answers)
    page.goto(serve(table) + "/setup")
    step(page, "name")
    page.fill("#naming input", NAME)
    page.click("#naming button")
    expect(page.locator(".bar .table-name")).to_have_text(NAME)
    check(page)
    check_sizes(page)
    page.goto(serve(table) + "/display/1")
    expect(page.locator("h1")).to_have_text(NAME)
    assert table.records.values.get(1, "name") == NAME


def test_what_is_no_name_is_refused_and_the_one_before_stays(answers: Any) -> None:
    client = create_app(Site(Table(answers))).test_client()
    assert client.put("/api/tables/1/name", json={"name": " Hall   1 "}).get_json() == {"ok": True, "name": "Hall 1"}
    for name in ("x" * 41, "two\nlines", 7, None, ["a"]):
        kind = "not-a-table-name" if isinstance(name, str) else "body-invalid"
        refused = client.put("/api/tables/1/name", json={"name": name})
        assert (refused.status_code, refused.get_json()["kind"]) == (400, kind), name
    assert "Hall 1" in client.get("/").text
    assert client.put("/api/tables/1/name", json={"name": ""}).get_json()["name"] == ""
    assert "table-name" not in client.get("/").text


@pytest.mark.parametrize("lang", ["en", "zh", "zh_Hant"])
def test_every_aspect_has_its_value_and_what_to_do_in_every_language(lang: str) -> None:
    words = Messages.of(lang)
    for aspect in ("tiles", *LIMITS):
        assert "17" in words(VALUES[aspect], {"value": 17})
        assert (words(FIXES[aspect]) == FIXES[aspect]) == (lang == "en")


def test_the_settings_of_the_camera_are_kept(
    page: Page, answers: Any, shown: Shown, serve: Serve, tmp_path: Path
) -> None:
    driver, device = Driver(), tmp_path / "video0"
    device.touch()
    source = Source("the camera", shown, True, ControlPanel(device, driver))
    table = Table(answers, camera=Camera(source), rig=Rig(tmp_path / "0.json"))
    assert table.equipment.feed
    table.equipment.feed.start()
    try:
        page.goto(serve(table) + "/setup")
        step(page, "camera")
        exposure = page.locator("[data-setting=exposure]")
        expect(exposure).to_contain_text("Longer is brighter, but blurs tiles that move.")
        expect(exposure.locator(".value")).to_have_text("adjusts itself")
        check(page)
        page.get_by_role("button", name="Take the present values and keep them").click()
        expect(exposure.locator(".value")).to_have_text("fixed")
        for setting, value in {"mains": "50 Hz", "size": "3840 × 2160 pixels"}.items():
            with page.expect_response("**/camera/settings"):
                page.locator(f"[data-setting={setting}] select").select_option(value)
        assert table.equipment.rig.controls.size == (3840, 2160)
        until(lambda: driver.value(MAINS) == 1)
        assert driver.value(EXPOSURE_AUTO) == 1
        page.reload()
        step(page, "camera")
        expect(page.locator("[data-setting=size] select")).to_have_value("3840 2160")
        page.get_by_role("button", name="Let the camera adjust itself").click()
        expect(exposure.locator(".value")).to_have_text("adjusts itself")
        assert driver.value(EXPOSURE_AUTO) == 3
    finally:
        table.stop()
