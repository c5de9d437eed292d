"""The table calibrated: by requests, on its page in a real browser, by a command."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.browser.accessible import check, check_sizes
from tests.vision.table.test_markers import CORNERS
from tests.vision.table.test_markers import table as marked
from tests.vision.table.test_outline import GREEN, TURNED, off
from tests.vision.table.test_outline import table as seen_table
from tests.vision.test_files import full_disk
from tests.waiting import PATIENCE, until
from tests.webui.cameras import Shown, live
from vision.table.calibration import Calibration
from vision.table.markers import as_quad
from webui.cli import main
from webui.http.app import create_app
from webui.http.site import Site
from webui.rig.rig import Rig
from webui.table.table import Table

SIZE = (1100, 720)


@pytest.fixture
def shown() -> Shown:
    return Shown(marked())


@pytest.fixture
def table(answers: Any, shown: Shown, tmp_path: Path) -> Iterator[Table]:
    table = Table(answers, camera=live(shown), rig=Rig(tmp_path / "cameras/0.json"))
    assert table.equipment.feed
    table.equipment.feed.start()
    assert table.equipment.feed.camera.wait(0, PATIENCE)
    yield table
    table.stop()


def dragged(**changes: Any) -> dict[str, Any]:
    return {"size": list(SIZE), "corners": CORNERS.tolist(), "depth": 0.25, "side": 800.0} | changes


def kept(table: Table) -> dict[str, Any]:
    assert table.equipment.rig.file
    read: dict[str, Any] = json.loads(table.equipment.rig.file.read_text())
    return read


def test_a_calibration_is_kept_and_read_again(client: FlaskClient, table: Table) -> None:
    answer = client.put("/api/tables/1/calibration", json=dragged()).json
    assert answer
    assert answer["calibration"]["corners"] == CORNERS.tolist()
    assert [number for number, _ in answer["calibration"]["markers"]] == [1, 2, 3, 4]
    again = Rig(table.equipment.rig.file)
    assert again.calibration == table.equipment.rig.calibration is not None
    assert kept(table)["depth"] == 0.25
    assert client.delete("/api/tables/1/calibration").json["calibration"] is None  # type: ignore[index]
    assert Rig(table.equipment.rig.file).calibration is None


def test_the_table_is_found_and_nothing_kept_before_somebody_looked(
    client: FlaskClient, table: Table, shown: Shown
) -> None:
    assert table.equipment.feed
    shown.picture = seen_table(TURNED, GREEN)
    until(lambda: table.equipment.feed.camera.newest().picture.shape[:2] == (720, 1280))  # type: ignore[union-attr]
    answer = client.post("/api/tables/1/calibration/outline").json
    assert answer
    assert answer["size"] == [1280, 720]
    assert off(np.array(answer["corners"]), TURNED) < 0.05
    assert table.equipment.rig.calibration is None
    shown.picture = np.full((720, 1280, 3), 90, np.uint8)
    until(lambda: table.equipment.feed.camera.newest().picture.std() < 2)  # type: ignore[union-attr]
    refused = client.post("/api/tables/1/calibration/outline")
    assert (refused.status_code, refused.json["kind"]) == (422, "outline-unclear")  # type: ignore[index]


def test_on_a_full_disk_the_calibration_kept_stays_in_force(client: FlaskClient, table: Table) -> None:
    client.put("/api/tables/1/calibration", json=dragged())
    before = table.equipment.rig.calibration
    with full_disk():
        refused = client.put("/api/tables/1/calibration", json=dragged(depth=0.4))
    assert refused.status_code == 507
    assert refused.json
    assert refused.json["kind"] == "calibration-unwritable"
    assert refused.json["error"] == "The calibration cannot be written: File too large"
    assert table.equipment.rig.calibration == before
    assert table.equipment.rig.file
    assert list(table.equipment.rig.file.parent.iterdir()) == [table.equipment.rig.file]
    assert kept(table)["depth"] == 0.25


def test_a_calibration_that_cannot_be_removed_stays_in_force(client: FlaskClient, table: Table) -> None:
    client.put("/api/tables/1/calibration", json=dragged())
    before = table.equipment.rig.calibration
    assert table.equipment.rig.file
    table.equipment.rig.file.unlink()
    table.equipment.rig.file.mkdir()
    refused = client.delete("/api/tables/1/calibration")
    assert refused.status_code == 507
    assert refused.json
    assert refused.json["kind"] == "calibration-unremovable"
    assert str(table.equipment.rig.file.parent) not in refused.get_data(as_text=True)
    assert table.equipment.rig.calibration == before


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({}, 400, "size"),
        (dragged(size=[0, 10]), 400, "size"),
        (dragged(corners=CORNERS[:3].tolist()), 400, "corners"),
        (dragged(corners=CORNERS[::-1].tolist()), 422, "do not go round"),
        (dragged(depth=0.9), 422, "zone"),
        (dragged(side=80.0), 422, "measure"),
    ],
)
def test_what_is_no_calibration_is_refused(
    client: FlaskClient, table: Table, body: dict[str, Any], status: int, says: str
) -> None:
    response = client.put("/api/tables/1/calibration", json=body)
    assert response.status_code == status
    assert response.json
    assert says in response.json["error"] + response.json["fix"]
    assert table.equipment.rig.calibration is None


def test_markers_calibrate_the_table(client: FlaskClient, table: Table, shown: Shown) -> None:
    answer = client.post("/api/tables/1/calibration/markers", json={}).json
    assert answer
    np.testing.assert_allclose(answer["calibration"]["corners"], CORNERS, atol=3)
    assert answer["calibration"]["side"] == pytest.approx(800, rel=0.04)
    shown.picture = marked((1, 2, 4))
    _settle(table)
    refused = client.post("/api/tables/1/calibration/markers", json={})
    assert refused.status_code == 422
    assert "Marker 3 is not seen" in refused.json["fix"]  # type: ignore[index]


def test_without_a_camera_there_is_nothing_to_calibrate(answers: Any) -> None:
    client = create_app(Site(Table(answers))).test_client()
    assert client.get("/calibrate").status_code == 404
    assert client.get("/calibrate/markers.pdf").data.startswith(b"%PDF")


def test_the_rig_says_whose_hand_it_is_and_the_winds_follow(client: FlaskClient, table: Table, answers: Any) -> None:
    """The hand of `answers` lies across the whole picture: the zones are laid out round it."""
    client.post("/api/tables/1/play", json={"do": "deal", "hand": 6, "dealer": 2})
    assert table.equipment.feed
    frame = table.equipment.feed.camera.newest()
    assert frame
    evidence = answers.detect(frame.picture)
    middle = evidence.quads.mean(axis=(0, 1))
    wide = np.array([[-700, 100], [700, 100], [700, -1300], [-700, -1300]]) + middle
    for turn, chair, seat in ((0, 1, "N"), (1, 2, "E")):  # who sits below; chair 2 deals
        table.equipment.rig.keep(Calibration(SIZE, as_quad(np.roll(wide, turn, axis=0))))
        reading = table.equipment.rig.decode(evidence)
        hand = table.intake.from_reading(frame.picture, reading)
        assert reading.chair == chair
        assert (hand.laid.won.seat, hand.laid.won.round) == (seat, "S")
        assert hand.laid.won.sources == {"seat": "camera", "round": "play"}
        assert hand.outcome.text
        assert f"seat={seat}" in hand.outcome.text


def test_the_corners_are_dragged_on_the_page(page: Page, table: Table, serve: Callable[[Table], str]) -> None:
    page.goto(serve(table) + "/calibrate")
    page.locator("#zones .corner").first.scroll_into_view_if_needed()  # which waits until it lies still
    box = page.locator("#zones").bounding_box()
    assert box
    per = box["width"] / SIZE[0]
    for n, (x, y) in enumerate(CORNERS):
        knob = page.locator(f'[data-corner="{n + 1}"] .point').bounding_box()
        assert knob
        page.mouse.move(knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + x * per + 20, box["y"] + y * per - 20)
        page.mouse.move(box["x"] + x * per, box["y"] + y * per)
        expect(page.locator("#loupe")).to_be_visible()
        page.mouse.up()
    expect(page.locator("#loupe")).to_be_hidden()
    page.click("#save")
    page.get_by_text("Saved: hands").wait_for()
    until(lambda: np.allclose(kept(table)["corners"], CORNERS, rtol=0, atol=1.5))
    page.locator('[data-corner="2"]').focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.click("#turn")
    page.click("#save")
    page.get_by_text("Saved: hands").first.wait_for()
    check(page)
    check_sizes(page)
    moved = np.roll(CORNERS, -1, axis=0) - [[10, 1], *[[0, 0]] * 3]
    until(lambda: np.allclose(kept(table)["corners"], moved, rtol=0, atol=1.5))


@pytest.mark.long
def test_crossed_corners_cannot_be_saved_and_markers_put_them_right(
    page: Page, table: Table, serve: Callable[[Table], str]
) -> None:
    page.goto(serve(table) + "/calibrate")
    page.locator("#zones .corner").first.scroll_into_view_if_needed()
    box = page.locator("#zones").bounding_box()
    knob = page.locator('[data-corner="1"] .point').bounding_box()
    assert box
    assert knob
    page.mouse.move(knob["x"] + 1, knob["y"] + 1)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 5, box["y"] + 5)
    page.mouse.up()
    expect(page.locator("#save")).to_be_disabled()
    expect(page.locator("#about")).to_contain_text("cross")
    check(page)
    check_sizes(page)
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_contain_text("Move the corner in focus a little")
    page.keyboard.press("Escape")
    page.click("#by-markers")
    page.get_by_text("The markers tell").wait_for()
    until(lambda: np.allclose(kept(table)["corners"], CORNERS, rtol=0, atol=3))
    expect(page.locator("#side")).to_have_value(re.compile("^(78|79|80|81|82)$"))


def test_the_markers_are_printed_by_a_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["calibrate", "--print", str(tmp_path / "markers.pdf")])
    assert done.exit_code == 0
    assert (tmp_path / "markers.pdf").read_bytes().startswith(b"%PDF")
    nowhere = CliRunner().invoke(main, ["calibrate", "--print", str(tmp_path / "none" / "markers.pdf")])
    assert nowhere.exit_code == 1
    assert "cannot be written (No such file or directory)" in " ".join(nowhere.output.split())
    assert CliRunner().invoke(main, ["calibrate", "--print", "markers.doc"]).exit_code == 2
    assert CliRunner().invoke(main, ["calibrate"]).exit_code == 2


def test_a_table_is_calibrated_by_a_command(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    (tmp_path / "clip").mkdir()
    cv2.imwrite(str(tmp_path / "clip/a.png"), marked())
    done = CliRunner().invoke(main, ["calibrate", "--camera", str(tmp_path / "clip"), *data])
    assert done.exit_code == 0, done.output
    [file] = (tmp_path / "cameras").iterdir()
    assert Rig(file).calibration is not None
    file.unlink()
    file.mkdir()
    unsaved = CliRunner().invoke(main, ["calibrate", "--camera", str(tmp_path / "clip"), *data])
    assert unsaved.exit_code == 1
    assert f"{file}: the calibration cannot be written (Is a directory)" in " ".join(unsaved.output.split())
    cv2.imwrite(str(tmp_path / "clip/a.png"), marked((2,)))
    refused = CliRunner().invoke(main, ["calibrate", "--camera", str(tmp_path / "clip"), *data])
    assert refused.exit_code == 1
    assert "Marker 1, 3, 4 is not seen" in refused.output


def _settle(table: Table) -> None:
    """Waits for a picture that was taken from now on."""
    assert table.equipment.feed
    frame = table.equipment.feed.camera.newest()
    assert table.equipment.feed.camera.wait((frame.number if frame else 0) + 2, PATIENCE)


def test_nobody_has_a_wind_at_the_empty_side_of_a_table_of_three(client: FlaskClient, table: Table) -> None:
    act = {"type": "Seated", "players": ["Ann", "Bo", "Chen"], "rules": "sanma-home"}
    assert client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": act}).status_code == 201
    state = client.get("/api/tables/1/calibration").json
    assert state
    assert state["winds"] == ["E", "S", "W", ""]
    assert table.session.play.chairs == (1, 2, 3)
