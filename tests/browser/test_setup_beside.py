"""The set-up of the tables beside a server's own: each has its own camera there, or a computer of its own elsewhere."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.accessible import check, check_sizes
from tests.long import long_but
from tests.waiting import PATIENCE, until
from tests.webui.cameras import Shown
from vision.live.camera import Camera
from vision.live.sources.kind import FoundCamera
from vision.live.sources.source import Source
from webui.http.app import create_app
from webui.http.site import Site, site_of
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.table import equipment
from webui.table.equipment import BOX, CAMERA
from webui.table.table import Table
from webui.table.table_name import OwnPage, keep_page
from webui.table.tables import Tables

OWN = (480, 1280)
"""Height and width of the pictures of the own table's camera."""

BESIDE = (600, 800)
"""The same of the camera of table 2."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one picture, which is found as a camera."""
    made = tmp_path / "pictures"
    made.mkdir()
    assert cv2.imwrite(str(made / "1.png"), np.full((*BESIDE, 3), 90, np.uint8))
    monkeypatch.setattr(equipment, "find_cameras", lambda: [FoundCamera(str(made), "Overhead")])
    return made


@pytest.fixture
def tables(answers: Any, tmp_path: Path) -> Iterator[Tables]:
    """Three tables, of which the server's own has a camera already."""
    with closing(Storage.open(tmp_path / "data")) as records:
        source = Source("the camera", Shown(np.full((*OWN, 3), 170, np.uint8)), live=True)
        tables = Tables(Table(answers, camera=Camera(source), records=records), 3)
        tables.start()
        yield tables
        tables.stop()


@pytest.fixture
def address(tables: Tables, server: tuple[Flask, str]) -> str:
    site_of(server[0]).tables = tables
    return server[1]


def at(tables: Tables, number: int) -> Table:
    table = tables.get(number)
    assert table
    return table


@pytest.mark.long
def test_a_table_beside_the_own_is_checked_and_calibrated_by_its_own_camera(
    page: Page, tables: Tables, address: str, folder: Path
) -> None:
    own, two = tables.own, at(tables, 2)
    page.goto(f"{address}/t/2/setup")
    page.locator("[data-step=camera] summary").click()
    page.fill("#choose-camera [name=address]", str(folder))
    page.click("#choose-camera [type=submit]")
    expect(page.locator("#trial img")).to_be_visible()
    page.click("#use-camera")
    page.locator("[data-step=corners]").wait_for()
    page.locator("[data-step=camera] summary").click()
    expect(page.locator("#live img")).to_have_js_property("naturalWidth", BESIDE[1])
    expect(page.locator("#checks [data-aspect=light]")).to_be_visible()
    page.locator("[data-step=corners] summary").click()
    with page.expect_response("**/calibration/outline"):  # the server looks for the table in the first picture
        page.locator("[data-step=corners] a").click()
    expect(page).to_have_url(f"{address}/t/2/calibrate")
    expect(page.locator("#seen")).to_have_js_property("naturalWidth", BESIDE[1])
    page.click("#save")
    page.get_by_text("Saved: hands").wait_for()
    until(lambda: two.equipment.rig.calibration is not None)
    assert own.equipment.rig.calibration is None
    page.goto(f"{address}/t/2")
    expect(page.locator("#calibrate")).to_have_text("Calibrated")
    page.click("#take")
    page.wait_for_url("**/hands/*")
    assert [hand.id for hand in two.hands.newest()] == [page.url.rpartition("/")[2]]
    assert own.hands.newest() == []
    with page.expect_response("**/calibration/outline"):
        page.goto(f"{address}/t/1/calibrate")
    expect(page.locator("#seen")).to_have_js_property("naturalWidth", OWN[1])
    page.goto("about:blank")


def test_the_checks_are_of_the_table_that_is_asked_about(tables: Tables, folder: Path) -> None:
    client = create_app(Site(tables)).test_client()
    assert client.get("/api/tables/2/setup/check").get_json()["kind"] == "no-camera"
    assert client.get("/api/tables/2/calibration").get_json()["kind"] == "nothing-to-calibrate"
    client.put("/api/tables/2/camera", json={"address": str(folder)})
    for table, address, (height, width) in (
        (at(tables, 2), "/api/tables/2", BESIDE),
        (tables.own, "/api/tables/1", OWN),
    ):
        assert table.equipment.feed
        look = table.equipment.feed.settled(PATIENCE)
        assert look
        assert client.get(f"{address}/setup/check").get_json()["size"] == [width, height]
        seen = client.get(f"{address}/calibration/picture.jpg").headers["Picture-Size"]
        assert seen == f"{width} {height}"
        picture = client.get(f"{address}/live/{look.number}.jpg").data
        assert cv2.imdecode(np.frombuffer(picture, np.uint8), 1).shape[:2] == (height, width)
    assert client.post("/api/tables/3/live/take").get_json()["kind"] == "no-camera"


def test_what_was_chosen_for_a_table_holds_over_a_restart(answers: Any, folder: Path, tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path / "data")) as records:
        records.values.keep(2, CAMERA, {"address": str(folder)})
        records.values.keep(2, BOX, {"address": "socket://127.0.0.1:9"})
        records.values.keep(3, "rules", "zungjung")
        records.values.keep(7, CAMERA, {"address": str(folder)})  # there is no such table any more
        tables = Tables(Table(answers, records=records), 3)
        tables.start()
        try:
            two, three = at(tables, 2), at(tables, 3)
            assert two.equipment.feed
            assert two.equipment.feed.camera.address == str(folder)
            assert two.session.box
            assert (two.rules, three.rules, three.equipment.feed) == ("mcr", "zungjung", None)
        finally:
            tables.stop()
        assert two.equipment.feed.stopped


@pytest.mark.long
def test_a_camera_of_another_computer_is_not_looked_for_here(
    answers: Any, folder: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Storage.open(None, db=postgres_url)) as records:
        for computer, opened in (("another", False), ("this", True)):
            monkeypatch.setattr("webui.table.equipment.HERE", "this")
            records.values.keep(2, CAMERA, {"address": str(folder), "computer": computer})
            tables = Tables(Table(answers, records=records), 2)
            tables.start()
            try:
                assert (at(tables, 2).equipment.feed is not None) == opened
            finally:
                tables.stop()


SAYS = {
    "en": ("has a computer of its own", "lets no others in", "Open Tableside on that computer"),
    "zh": ("有自己的电脑", "不让其他设备进入", "请在那台电脑上打开"),
    "zh-Hant": ("有自己的電腦", "不讓其他裝置進入", "請在那台電腦上開啟"),
}


@pytest.mark.parametrize("lang", long_but(["zh"], ["en", "zh", "zh-Hant"]))
def test_of_a_table_elsewhere_the_page_says_where_it_is_set_up(
    page: Page, answers: Any, server: tuple[Flask, str], postgres_url: str, tmp_path: Path, lang: str
) -> None:
    app, address = server
    with (
        closing(Storage.open(None, db=postgres_url)) as hall,
        closing(Storage.open(tmp_path / "device")) as device,
    ):
        outbox = Outbox(device, postgres_url, 5)
        outbox.connect()
        site_of(app).tables = Tables(Table(answers, records=hall), 8)
        says, alone, unknown = SAYS[lang]
        page.goto(f"{address}/t/5/setup?lang={lang}")
        expect(page.locator("main")).to_contain_text(says)
        expect(page.locator("main")).to_contain_text(unknown)
        for own, reachable in (("http://127.0.0.1:8000/", False), ("http://192.168.1.50:8000/", True)):
            keep_page(device.values, 5, OwnPage(own, reachable))
            outbox.send()
            page.reload()
            there = f"{own}t/5/setup"
            expect(page.locator("main")).to_contain_text(there)
            expect(page.locator("main", has_text=alone)).to_have_count(0 if reachable else 1)
            expect(page.locator(f"a[href='{there}']")).to_have_count(1 if reachable else 0)
        check(page)
        check_sizes(page)
        page.goto(f"{address}/t/6/setup?lang={lang}")  # one that the hall's own server may have a camera for
        expect(page.locator("[data-step=camera]")).to_be_attached()
        page.goto("about:blank")
        outbox.stop()
