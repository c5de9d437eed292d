"""The page on which a table is set up: the check of the camera's picture, with a camera and without one."""

from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.waiting import PATIENCE, until
from tests.webui.accessible import check, check_sizes
from tests.webui.cameras import Shown
from vision.image import Picture
from vision.live.camera import Camera, Source
from vision.table.check import LIMITS
from webui.app import create_app
from webui.table.table import Table
from webui.words import Words
from webui.words.check import FIXES, VALUES

BRIGHT = np.full((480, 1280, 3), 170, np.uint8)


@pytest.fixture
def shown() -> Shown:
    return Shown(BRIGHT)


@pytest.fixture
def table(answers: Any, shown: Shown) -> Iterator[Table]:
    table = Table(answers, camera=Camera(Source("the camera", shown, live=True)))
    assert table.feed
    table.feed.start()
    yield table
    table.stop()


def checks(client: FlaskClient) -> dict[str, dict[str, Any]]:
    answer = client.get("/api/setup/check").get_json()
    assert answer["size"] == [1280, 480]
    return {each["aspect"]: each for each in answer["checks"]}


def dark(picture: Picture) -> Picture:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=0.05), np.uint8)


def test_the_check_follows_the_camera(client: FlaskClient, table: Table, shown: Shown) -> None:
    assert table.feed
    assert table.feed.settled(PATIENCE)
    found = checks(client)
    assert {"tiles", "pixels", "sharpness", "glare", "light"} <= set(found)
    assert (found["light"]["grade"], found["light"]["fix"]) == ("good", "")
    shown.picture = dark(BRIGHT)
    with table.feed.watched():
        until(lambda: checks(client)["light"]["grade"] == "bad")
    light = checks(client)["light"]
    assert light["says"] == f"white at {light['value']:.0f} of 255"
    assert light["fix"].startswith("Give more light")


def test_the_page_shows_what_to_change(page: Page, table: Table, shown: Shown, serve: Callable[[Table], str]) -> None:
    page.goto(serve(table) + "/setup")
    light = page.locator("[data-aspect=light]")
    expect(light).to_have_class("good")
    page.locator("[data-aspect=pixels]").wait_for()
    check(page)
    check_sizes(page)
    shown.picture = dark(BRIGHT)
    expect(light).to_have_class("bad")
    expect(light).to_contain_text("Give more light")
    expect(page.locator("#check-sum")).to_contain_text("To change: ")
    check(page)


@pytest.mark.parametrize("lang", ["en", "zh", "zh-Hant"])
def test_without_a_camera_the_page_says_how_to_start_with_one(
    page: Page, answers: Any, serve: Callable[[Table], str], lang: str
) -> None:
    page.goto(serve(Table(answers)))
    page.locator(".foot-links a[href='/setup']").click()
    page.goto(f"{page.url}?lang={lang}")
    expect(page.get_by_text("tableside serve --camera 0")).to_be_visible()
    expect(page.locator("#checks")).to_have_count(0)
    check(page)
    check_sizes(page)


def test_without_a_camera_there_is_nothing_to_check(answers: Any) -> None:
    answer = create_app(Table(answers)).test_client().get("/api/setup/check")
    assert (answer.status_code, answer.get_json()["kind"]) == (404, "no-camera")


NAME = "三号桌 by the window <b>&"


def test_the_name_of_the_table_stands_on_every_page(page: Page, answers: Any, serve: Callable[[Table], str]) -> None:
    table = Table(answers)
    page.goto(serve(table) + "/setup")
    page.fill("#naming input", NAME)
    page.click("#naming button")
    expect(page.locator(".bar .table-name")).to_have_text(NAME)
    check(page)
    check_sizes(page)
    page.goto(serve(table) + "/display/1")
    expect(page.locator("h1")).to_have_text(NAME)
    assert table.records.value(1, "name") == NAME


@pytest.mark.parametrize("name", ["x" * 41, "two\nlines", 7, None, ["a"]])
def test_what_is_no_name_is_refused_and_the_one_before_stays(answers: Any, name: object) -> None:
    client = create_app(Table(answers)).test_client()
    assert client.put("/api/tables/1/name", json={"name": " Hall   1 "}).get_json() == {"ok": True, "name": "Hall 1"}
    refused = client.put("/api/tables/1/name", json={"name": name})
    assert (refused.status_code, refused.get_json()["kind"]) == (400, "not-a-table-name")
    assert "Hall 1" in client.get("/").text
    assert client.put("/api/tables/1/name", json={"name": ""}).get_json()["name"] == ""
    assert "table-name" not in client.get("/").text


@pytest.mark.parametrize("lang", ["en", "zh", "zh_Hant"])
def test_every_aspect_has_its_value_and_what_to_do_in_every_language(lang: str) -> None:
    words = Words.of(lang)
    for aspect in ("tiles", *LIMITS):
        assert "17" in words(VALUES[aspect], {"value": 17})
        assert (words(FIXES[aspect]) == FIXES[aspect]) == (lang == "en")
