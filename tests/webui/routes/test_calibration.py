"""The table calibrated: on its page in a real browser, by markers, kept in a file; a camera that moves is followed."""

import json
import threading
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from numpy.typing import NDArray
from playwright.sync_api import Page, expect

from models.render.dice import face
from tests.vision.table.test_dice import ASIAN, put
from tests.vision.table.test_markers import CORNERS
from tests.vision.table.test_markers import table as marked
from vision import WeightsError
from vision.image import Picture
from vision.live.camera import Camera, Source
from vision.table import dice
from vision.table.calibration import Calibration
from vision.table.markers import as_quad, find_markers
from webui.app import create_app
from webui.cli import main
from webui.table import rig as rigs
from webui.table.notice import Notice
from webui.table.rig import Rig, calibration_file
from webui.table.table import Table
from webui.words import Words
from webui.words.table import notice

SIZE = (1100, 720)


class Shown:
    """A camera that shows what a test puts before it, with a little noise as a sensor has it."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def __call__(self, stop: threading.Event) -> Generator[Picture]:
        rng = np.random.default_rng(1)
        while not stop.is_set():
            noise = rng.integers(0, 3, self.picture.shape, np.uint8)
            yield cv2.add(self.picture, noise).astype(np.uint8)
            stop.wait(0.03)


def moved(by: tuple[float, float] = (40, -25)) -> NDArray[np.uint8]:
    return marked(corners=CORNERS + by)


@pytest.fixture
def shown() -> Shown:
    return Shown(marked())


@pytest.fixture
def table(answers: Any, shown: Shown, tmp_path: Path) -> Iterator[Table]:
    table = Table(answers, camera=Camera(Source("the camera", shown, live=True)), rig=Rig(tmp_path / "cameras/0.json"))
    assert table.feed
    table.feed.start()
    assert table.feed.camera.wait(0, 5)
    yield table
    table.stop()


def dragged(**changes: Any) -> dict[str, Any]:
    return {"size": list(SIZE), "corners": CORNERS.tolist(), "depth": 0.25, "side": 800.0} | changes


def kept(table: Table) -> dict[str, Any]:
    assert table.rig.file
    read: dict[str, Any] = json.loads(table.rig.file.read_text())
    return read


def test_a_calibration_is_kept_and_read_again(client: FlaskClient, table: Table) -> None:
    answer = client.put("/api/calibration", json=dragged()).json
    assert answer
    assert answer["calibration"]["corners"] == CORNERS.tolist()
    assert [number for number, _ in answer["calibration"]["markers"]] == [1, 2, 3, 4]
    again = Rig(table.rig.file)
    assert again.calibration == table.rig.calibration is not None
    assert kept(table)["depth"] == 0.25
    assert client.delete("/api/calibration").json["calibration"] is None  # type: ignore[index]
    assert Rig(table.rig.file).calibration is None


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
    response = client.put("/api/calibration", json=body)
    assert response.status_code == status
    assert response.json
    assert says in response.json["error"] + response.json["fix"]
    assert table.rig.calibration is None


def test_markers_calibrate_the_table(client: FlaskClient, table: Table, shown: Shown) -> None:
    answer = client.post("/api/calibration/markers", json={}).json
    assert answer
    np.testing.assert_allclose(answer["calibration"]["corners"], CORNERS, atol=3)
    assert answer["calibration"]["side"] == pytest.approx(800, rel=0.04)
    shown.picture = marked((1, 2, 4))
    _settle(table)
    refused = client.post("/api/calibration/markers", json={})
    assert refused.status_code == 422
    assert "Marker 3 is not seen" in refused.json["fix"]  # type: ignore[index]


def test_without_a_camera_there_is_nothing_to_calibrate(answers: Any) -> None:
    client = create_app(Table(answers)).test_client()
    assert client.get("/calibrate").status_code == 404
    assert client.get("/calibrate/markers.pdf").data.startswith(b"%PDF")


def test_a_damaged_file_is_said_and_read_over(tmp_path: Path) -> None:
    file = tmp_path / "0.json"
    file.write_text('{"size": [1, 2]')
    rig = Rig(file)
    assert rig.calibration is None
    assert rig.trouble
    assert "calibrate the table again" in notice(Words.of("en"), rig.trouble)


def test_each_camera_has_its_own_file_and_no_password_in_its_name() -> None:
    files = [calibration_file(f"rtsp://me:secret@cam{n}/live") for n in (1, 2)]
    assert files[0] != files[1]
    assert "secret" not in str(files)
    assert calibration_file("0").name.startswith("0-")


def by_hand(shown: Shown) -> Calibration:
    return Calibration(SIZE, as_quad(CORNERS), markers=find_markers(shown.picture))


def test_a_camera_that_was_moved_is_followed_by_its_markers(shown: Shown) -> None:
    rig = Rig()
    rig.keep(by_hand(shown))
    rig.check(shown.picture)
    assert rig.last == by_hand(shown)
    rig.check(moved((20, 0)))  # still on its way
    rig.check(moved())
    assert rig.last == by_hand(shown)
    rig.check(moved())
    assert rig.calibration is not None
    np.testing.assert_allclose(rig.calibration.corners, CORNERS + (40, -25), atol=3)


def test_missing_weights_for_dice_are_said_at_the_start(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice.network.cache_clear()
    monkeypatch.setattr(dice, "files", lambda _: tmp_path)
    with pytest.raises(WeightsError, match="weights-missing"):
        table.start()
    assert not [thread for thread in threading.enumerate() if thread.name == "rig"]


def test_where_too_few_markers_are_seen_a_person_is_asked(shown: Shown) -> None:
    rig = Rig()
    rig.keep(by_hand(shown))
    for _ in range(2):
        rig.check(marked((1, 2), corners=CORNERS + (40, -25)))
    assert rig.calibration is None
    assert rig.trouble == Notice("camera-moved")
    rig.check(shown.picture)  # put back
    assert rig.calibration is not None
    assert not rig.trouble


def test_one_marker_that_was_pushed_is_not_the_camera(shown: Shown) -> None:
    rig = Rig()
    rig.keep(by_hand(shown))
    pushed = shown.picture.copy()
    other = moved()
    pushed[:200, 700:], pushed[:200, :400] = other[:200, 700:], shown.picture[:200, :400]
    for _ in range(2):
        rig.check(pushed)
    assert rig.calibration is None
    assert rig.trouble == Notice("marker-moved", {"markers": (3,)})


def test_the_rig_says_whose_hand_it_is_and_the_winds_follow(client: FlaskClient, table: Table, answers: Any) -> None:
    """The hand of `answers` lies across the whole picture: the zones are laid out round it."""
    client.post("/api/play", json={"do": "deal", "hand": 6, "dealer": 2})
    assert table.feed
    frame = table.feed.camera.newest()
    assert frame
    evidence = answers.look(frame.picture)
    middle = evidence.quads.mean(axis=(0, 1))
    wide = np.array([[-700, 100], [700, 100], [700, -1300], [-700, -1300]]) + middle
    for turn, chair, seat in ((0, 1, "N"), (1, 2, "E")):  # who sits below; chair 2 deals
        table.rig.keep(Calibration(SIZE, as_quad(np.roll(wide, turn, axis=0))))
        reading = table.rig.weigh(evidence)
        hand = table.keep(frame.picture, reading)
        assert reading.chair == chair
        assert (hand.laid.won.seat, hand.laid.won.round) == (seat, "S")
        assert hand.outcome.text
        assert f"seat={seat}" in hand.outcome.text or seat == "E"


def test_dice_in_view_open_the_wall(answers: Any, reading: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two throws before the camera of a table without a box: found, read, and the wall follows."""
    monkeypatch.setattr(rigs, "PAUSE", 0.02)
    monkeypatch.setattr("vision.table.dice.STILL", 0.1)
    cloth = np.full((360, 480, 3), (60, 110, 45), np.uint8)

    def thrown(first: int, second: int, x: float) -> NDArray[np.uint8]:
        picture = cloth.copy()
        for value, at in ((first, (x, 150.0)), (second, (x + 90, 190.0))):
            put(picture, face(ASIAN, value), at, 26, 25.0 * value)
        return picture

    answers.reading = reading(())
    shown = Shown(thrown(6, 6, 60))  # from the hand before: no throw
    table = Table(answers, camera=Camera(Source("the camera", shown, live=True)))
    table.rig.keep(Calibration((480, 360), ((5, 355), (475, 355), (475, 5), (5, 5))))
    monkeypatch.setattr(rigs, "USUAL_SIDE", 220.0)  # a little table, so that the test is quick
    table.start()
    assert table.feed
    with table.feed.watched():
        _until(lambda: table.rig._awaited)
        time.sleep(0.3)
        assert table.session.play.first is None
        shown.picture = thrown(3, 4, 100)
        _until(lambda: table.session.play.first is not None)
        shown.picture = cloth
        time.sleep(0.3)
        shown.picture = thrown(5, 2, 200)
        _until(lambda: table.session.play.second is not None)
    table.stop()
    assert (table.session.play.first, table.session.play.second) == ((3, 4), (5, 2))
    assert table.session.play.opening is not None


def test_the_corners_are_dragged_on_the_page(page: Page, table: Table, serve: Callable[[Table], str]) -> None:
    page.goto(serve(table) + "/calibrate")
    page.wait_for_selector("#zones .corner")
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
    np.testing.assert_allclose(kept(table)["corners"], CORNERS, atol=1.5)
    page.locator('[data-corner="2"]').focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.click("#turn")
    page.click("#save")
    page.get_by_text("Saved: hands").first.wait_for()
    _until(lambda: abs(kept(table)["corners"][0][0] - (CORNERS[1][0] - 10)) < 1.5)
    np.testing.assert_allclose(
        kept(table)["corners"], np.roll(CORNERS, -1, axis=0) - [[10, 1], *[[0, 0]] * 3], atol=1.5
    )


def test_crossed_corners_cannot_be_saved_and_markers_put_them_right(
    page: Page, table: Table, serve: Callable[[Table], str]
) -> None:
    page.goto(serve(table) + "/calibrate")
    page.wait_for_selector("#zones .corner")
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
    page.click("#by-markers")
    page.get_by_text("The markers tell").wait_for()
    np.testing.assert_allclose(kept(table)["corners"], CORNERS, atol=3)
    assert page.locator("#side").input_value() in ("78", "79", "80", "81", "82")


def test_the_markers_are_printed_by_a_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["calibrate", "--print", str(tmp_path / "markers.pdf")])
    assert done.exit_code == 0
    assert (tmp_path / "markers.pdf").read_bytes().startswith(b"%PDF")
    assert CliRunner().invoke(main, ["calibrate", "--print", "markers.doc"]).exit_code == 2
    assert CliRunner().invoke(main, ["calibrate"]).exit_code == 2


def test_a_table_is_calibrated_by_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rigs, "FOLDER", tmp_path / "cameras")
    (tmp_path / "clip").mkdir()
    cv2.imwrite(str(tmp_path / "clip/a.png"), marked())
    done = CliRunner().invoke(main, ["calibrate", "--camera", str(tmp_path / "clip")])
    assert done.exit_code == 0, done.output
    [file] = (tmp_path / "cameras").iterdir()
    assert Rig(file).calibration is not None
    cv2.imwrite(str(tmp_path / "clip/a.png"), marked((2,)))
    refused = CliRunner().invoke(main, ["calibrate", "--camera", str(tmp_path / "clip")])
    assert refused.exit_code == 1
    assert "Marker 1, 3, 4 is not seen" in refused.output


def _settle(table: Table) -> None:
    """Waits for a picture that was taken from now on."""
    assert table.feed
    frame = table.feed.camera.newest()
    assert table.feed.camera.wait((frame.number if frame else 0) + 2, 5)


def _until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.02)
