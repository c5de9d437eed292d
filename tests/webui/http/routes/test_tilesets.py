"""Sets of tiles on the page: shown, named, saved, chosen and forgotten, with the real reader."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, Route, expect

from scoring.tiles import FACES
from tests.browser.accessible import check, check_sizes
from tests.vision.photographs import photographs
from tests.vision.test_files import full_disk
from tests.waiting import until
from vision import TileReader
from vision.tilesets.files import load, save
from vision.tilesets.prototypes import TileSet
from webui.http.app import create_app
from webui.http.site import Site, site_of
from webui.table.table import Table
from webui.tilesets.tilesets import MOST_DRAFTS, MOST_PHOTOS, TileSets

Serve = Callable[[Table], str]


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


@pytest.fixture(scope="module")
def row() -> bytes:
    """A photograph of part of a set: its upper two rows, or so."""
    image = photographs()[0].image
    return cv2.imencode(".jpg", np.ascontiguousarray(image[: image.shape[0] // 3]))[1].tobytes()


@pytest.fixture
def tilesets(reader: TileReader, tmp_path: Path) -> TileSets:
    return TileSets(reader, tmp_path / "sets")


@pytest.fixture
def client(tilesets: TileSets, application: Callable[..., Flask]) -> FlaskClient:
    return application(Table(tilesets), tilesets).test_client()


def photo(data: bytes) -> dict[str, Any]:
    return {"data": {"photo": (io.BytesIO(data), "row.jpg")}, "content_type": "multipart/form-data"}


def noise(*faces: str) -> TileSet:
    crops = np.random.default_rng(0).integers(0, 256, (len(faces), 64, 48, 3)).astype(np.uint8)
    return TileSet(crops, np.array([FACES.index(face) for face in faces]))


@pytest.mark.parametrize("page", ["/", "/setup", "/sets"])
def test_a_page_that_takes_photos_has_the_reader_made_ready_once(
    application: Callable[..., Flask], tmp_path: Path, page: str
) -> None:
    made: list[str] = []
    tilesets = TileSets(TileReader(at_once=False), tmp_path, prepare=lambda: made.append(page))
    client = application(Table(tilesets), tilesets).test_client()
    assert client.get("/tables").status_code == 200
    assert not made
    for _ in range(2):
        assert client.get(page).status_code == 200
    until(lambda: made)
    assert made == [page]


@pytest.mark.long
def test_a_set_is_shown_named_saved_chosen_and_forgotten(client: FlaskClient, tilesets: TileSets, row: bytes) -> None:
    assert client.get("/api/sets").get_json() == {"ok": True, "chosen": None, "sets": [], "learning": None}
    draft = client.post("/api/sets/drafts", **photo(row)).get_json()["draft"]
    count = len(draft["tiles"])
    assert count >= 8
    assert sorted(n for group in draft["groups"] for n in group["tiles"]) == list(range(count))
    assert all(group["tile"] in FACES for group in draft["groups"])
    assert len(draft["missing"]) >= 20

    more = client.post(f"/api/sets/drafts?draft={draft['id']}", **photo(row)).get_json()["draft"]
    assert (more["id"], more["photos"], len(more["tiles"])) == (draft["id"], 2, 2 * count)

    picture = client.get(f"/api/sets/drafts/{draft['id']}/0.jpg")
    assert picture.mimetype == "image/jpeg"
    assert cv2.imdecode(np.frombuffer(picture.data, np.uint8), 1).shape == (128, 96, 3)

    said = {"0": "C", "1": None}
    named = client.put(f"/api/sets/drafts/{draft['id']}", json={"said": said}).get_json()["draft"]
    names = {n: group["tile"] for group in named["groups"] for n in group["tiles"]}
    assert (names[0], names[1]) == ("C", None)
    assert named["tiles"][0]["said"]

    kept = client.post(f"/api/sets/drafts/{draft['id']}", json={"name": " club "}).get_json()
    assert kept["chosen"] == "club"
    assert [(s["name"], s["tiles"]) for s in kept["sets"]] == [("club", 2 * count - 1)]
    assert load(tilesets.folder, "club").faces[0] == FACES.index("C")
    assert client.get("/api/sets/club.png").data[:4] == b"\x89PNG"
    assert client.get(f"/api/sets/drafts/{draft['id']}/0.jpg").status_code == 404

    assert client.put("/api/sets", json={"chosen": None}).get_json()["chosen"] is None
    assert client.put("/api/sets", json={"chosen": "club"}).get_json()["chosen"] == "club"
    gone = client.delete("/api/sets/club").get_json()
    assert (gone["chosen"], gone["sets"]) == (None, [])


def test_hands_are_read_by_the_set_chosen(reader: TileReader, tmp_path: Path) -> None:
    """A set whose every crop is called East makes of a photograph what it says."""
    scene = photographs()[0]
    evidence = reader.detect(scene.image)
    tilesets = TileSets(reader, tmp_path)
    plain = tilesets.read(scene.image)
    save(noise("E"), tmp_path, "odd")
    tilesets.choose("odd")
    assert (
        tilesets.detect(scene.image).faces[:, FACES.index("E")].tolist() != evidence.faces[:, FACES.index("E")].tolist()
    )
    tilesets.choose(None)
    assert [t.tile for t in tilesets.read(scene.image).tiles] == [t.tile for t in plain.tiles]
    assert TileSets(reader, tmp_path, "odd").chosen == "odd"


def test_what_cannot_be_done_is_said(
    client: FlaskClient, tilesets: TileSets, row: bytes, photo_of_nothing: bytes
) -> None:
    save(noise("E", "5m"), tilesets.folder, "home")
    draft = client.post("/api/sets/drafts", **photo(row)).get_json()["draft"]["id"]
    calls: list[tuple[Any, int, str]] = [
        (client.post("/api/sets/drafts"), 400, "The request has no photo"),
        (client.post("/api/sets/drafts", **photo(b"text")), 422, "row.jpg cannot be read"),
        (client.post("/api/sets/drafts", **photo(photo_of_nothing)), 422, "row.jpg cannot be read"),
        (client.post("/api/sets/drafts?draft=none", **photo(row)), 404, "no longer being learned"),
        (client.get("/api/sets/drafts/none/0.jpg"), 404, "no longer being learned"),
        (client.get(f"/api/sets/drafts/{draft}/999.jpg"), 404, "no tile 999"),
        (client.put(f"/api/sets/drafts/{draft}", json={"said": {"0": "joker"}}), 400, "must be an object such as"),
        (client.put(f"/api/sets/drafts/{draft}", json={"said": {"-1": "E"}}), 400, "must be an object such as"),
        (client.put(f"/api/sets/drafts/{draft}", json={"said": {"999": "E"}}), 400, "Tile 999 is named"),
        (client.put(f"/api/sets/drafts/{draft}", json={}), 400, "`said`"),
        (client.put("/api/sets/drafts/none", json={"said": {}}), 404, "no longer being learned"),
        (client.post(f"/api/sets/drafts/{draft}", json={"name": "../up"}), 422, "cannot be saved"),
        (client.post(f"/api/sets/drafts/{draft}", json={}), 400, "`name`"),
        (client.post(f"/api/sets/drafts/{draft}", json={"name": "home"}), 409, "called home already"),
        (client.put("/api/sets", json={"chosen": "none"}), 409, "cannot be used"),
        (client.put("/api/sets", json={"chosen": 3}), 400, "`$.chosen`"),
        (client.delete("/api/sets/none"), 404, "cannot be deleted"),
        (client.get("/api/sets/none.png"), 404, "no tile set none"),
    ]
    for answer, status, says in calls:
        said = answer.get_json()
        assert (answer.status_code, said["ok"]) == (status, False)
        assert says in said["error"]
        assert said["fix"]
    again = client.post(f"/api/sets/drafts/{draft}", json={"name": "home", "anew": True})
    assert again.status_code == 200
    assert len(load(tilesets.folder, "home").faces) > 2


@pytest.fixture
def photo_of_nothing() -> bytes:
    return cv2.imencode(".png", np.full((200, 300, 3), 90, np.uint8))[1].tobytes()


def test_only_so_many_photographs_and_drafts(client: FlaskClient, tilesets: TileSets, row: bytes) -> None:
    first = client.post("/api/sets/drafts", **photo(row)).get_json()["draft"]["id"]
    draft = tilesets.draft(first)
    assert draft is not None
    while tilesets.draft(first) and len(np.unique(draft.tiles.photos)) < MOST_PHOTOS:
        draft = tilesets.put(  # the photographs themselves are not the point
            type(draft)(draft.id, draft.tiles.with_(draft.tiles), {}, draft.previews * 2)
        )
    answer = client.post(f"/api/sets/drafts?draft={first}", **photo(row))
    assert answer.status_code == 409
    assert f"has {MOST_PHOTOS} photos already" in answer.get_json()["fix"]
    for _ in range(MOST_DRAFTS):
        client.post("/api/sets/drafts", **photo(row))
    assert client.get(f"/api/sets/drafts/{first}/0.jpg").status_code == 404


def test_without_sets_the_page_says_so(answers: Any) -> None:
    page = create_app(Site(Table(answers))).test_client().get("/sets")
    assert page.status_code == 404
    assert "No tile sets are saved here" in page.text


def test_on_a_full_disk_nothing_is_lost(client: FlaskClient, tilesets: TileSets, row: bytes) -> None:
    draft = client.post("/api/sets/drafts", **photo(row)).get_json()["draft"]["id"]
    client.post(f"/api/sets/drafts/{draft}", json={"name": "club"})
    kept = (tilesets.folder / "club.png").read_bytes()
    draft = client.post("/api/sets/drafts", **photo(row)).get_json()["draft"]["id"]
    with full_disk():
        refused = client.post(f"/api/sets/drafts/{draft}", json={"name": "club", "anew": True})
    assert (refused.status_code, refused.get_json()["kind"]) == (507, "set-not-kept")
    assert refused.get_json()["fix"].startswith("club.png: the tile set cannot be written (File too large)")
    assert [file.name for file in tilesets.folder.iterdir()] == ["club.png"]
    assert (tilesets.folder / "club.png").read_bytes() == kept
    assert tilesets.chosen == "club"
    assert client.post(f"/api/sets/drafts/{draft}", json={"name": "club", "anew": True}).status_code == 200


def test_a_set_that_cannot_be_removed_is_still_read_by(client: FlaskClient, tilesets: TileSets, row: bytes) -> None:
    draft = client.post("/api/sets/drafts", **photo(row)).get_json()["draft"]["id"]
    client.post(f"/api/sets/drafts/{draft}", json={"name": "club"})
    (tilesets.folder / "club.png").unlink()
    (tilesets.folder / "club.png").mkdir()
    refused = client.delete("/api/sets/club")
    assert (refused.status_code, refused.get_json()["kind"]) == (507, "set-not-forgotten")
    assert tilesets.chosen == "club"
    listed = client.get("/api/sets")
    assert listed.get_json()["sets"][0]["kind"] == "set-unreadable"
    assert str(tilesets.folder) not in listed.get_data(as_text=True) + refused.get_data(as_text=True)


def test_a_damaged_set_is_shown_and_can_be_forgotten(client: FlaskClient, tilesets: TileSets) -> None:
    save(noise("E"), tilesets.folder, "home")
    (tilesets.folder / "home.png").write_bytes(b"no picture")
    (told,) = client.get("/api/sets").get_json()["sets"]
    assert "damaged" in told["trouble"]
    assert client.put("/api/sets", json={"chosen": "home"}).status_code == 409
    assert client.delete("/api/sets/home").get_json()["sets"] == []


@pytest.mark.long
def test_showing_pictures_says_how_far_it_is_and_stops_with_what_it_has(
    page: Page, serve: Serve, server: Any, tilesets: TileSets, row: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_of(server[0]), "tilesets", tilesets)
    page.goto(serve(Table(tilesets)) + "/sets")
    work = page.locator("#progress .long-work")
    sent: list[int] = []

    def stopped_at_the_third(route: Route) -> None:
        sent.append(len(sent) + 1)
        if len(sent) == 3:
            expect(work.get_by_role("status")).to_have_text("Finding the tiles in photo 3 of 4…")
            check(page)
            work.get_by_role("button", name="Stop").click()
        route.continue_()

    page.route("**/api/sets/drafts*", stopped_at_the_third)
    good = {"name": "row.jpg", "mimeType": "image/jpeg", "buffer": row}
    bad = {"name": "torn.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"}
    page.set_input_files("input[multiple]", [good, bad, good, good])  # type: ignore[list-item]
    expect(page.locator("#progress")).to_contain_text("Stopped after 3 of 4 photos; 2 of them are used.")
    expect(page.locator("#progress li")).to_contain_text("torn.jpg")
    expect(page.locator(".counted")).to_contain_text("in 2 photos")
    assert sent == [1, 2, 3]
    check(page)


def test_a_person_shows_corrects_and_saves_a_set(
    page: Page, serve: Serve, server: Any, tilesets: TileSets, row: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_of(server[0]), "tilesets", tilesets)
    page.goto(serve(Table(tilesets)))
    page.click("text=Tile sets")
    expect(page.locator(".set")).to_have_count(1)
    chosen = {"name": "row.jpg", "mimeType": "image/jpeg", "buffer": row}
    page.set_input_files("input[multiple]", [chosen, chosen])  # type: ignore[list-item]
    expect(page.locator(".counted")).to_contain_text("in 2 photos")
    crops = page.locator(".alike .crop")
    count = crops.count()
    page.locator(".alike .face").first.click()
    check(page)
    check_sizes(page)
    held: list[Route] = []
    page.route("**/api/sets/drafts/*", lambda route: route.continue_() if held else held.append(route))
    page.click("#palette [data-face='C']")
    expect(page.locator("#palette[open]")).to_have_count(0)
    page.locator(".alike .crop").last.click()  # while the other change is on its way
    page.click("#palette .danger")
    until(lambda: page.evaluate("1") and held)
    held[0].continue_()
    expect(page.locator(".alike", has=page.locator("small", has_text="Red dragon")).first).to_be_visible()
    expect(page.locator(".alike.dropped .crop")).to_have_count(1)
    check(page)
    check_sizes(page)
    page.fill(".save input", "Club")
    page.click(".save .primary")
    expect(page.locator(".set.chosen")).to_contain_text("Club")
    until(lambda: tilesets.chosen == "Club")
    assert len(load(tilesets.folder, "Club").faces) == count - 1
    page.goto(page.url.removesuffix("/sets"))
    page.click("text=Set: Club")
    page.locator(".set", has_text="Any tiles").locator("label").click()
    expect(page.locator(".set.chosen")).to_contain_text("Any tiles")
    check(page)
    check_sizes(page)
    page.get_by_role("button", name=re.compile("Delete")).click()
    page.click("#form-dialog [data-key=send]")
    expect(page.locator(".set")).to_have_count(1)
    until(lambda: list(tilesets.listed()) == [])
