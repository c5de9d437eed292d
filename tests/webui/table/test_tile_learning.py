"""A set of tiles learns from approved hands, with the real reader: shown, switched off, taken back, offered."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scoring.tiles import FACES
from tests.browser.accessible import check, check_sizes
from tests.vision.test_files import full_disk
from tests.waiting import PATIENCE, until
from vision import TileReader
from vision.image import open_image
from vision.tilesets.files import save
from vision.tilesets.prototypes import TileSet
from webui.hand.edits import Name
from webui.hand.hand import TableHand
from webui.http.app import create_app
from webui.http.site import Site, site_of
from webui.records.store import Storage
from webui.table.table import Table
from webui.table.tables import Tables
from webui.table.tile_learning import TileLearner, labelled
from webui.tilesets.learned_tiles import LearnedTiles
from webui.tilesets.tilesets import TileSets

PHOTO = (Path(__file__).parents[2] / "data" / "hand.jpg").read_bytes()
"""A hand of 234m 234p 234678s and a pair of 5p."""


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


@pytest.fixture
def tilesets(reader: TileReader, tmp_path: Path) -> TileSets:
    crop = np.random.default_rng(0).integers(0, 256, (1, 64, 48, 3)).astype(np.uint8)
    save(TileSet(crop, np.array([FACES.index("N")])), tmp_path / "sets", "club")
    return TileSets(reader, tmp_path / "sets", learnt=LearnedTiles(tmp_path / "learnt"))


@pytest.fixture
def table(tilesets: TileSets) -> Iterator[Table]:
    table = Table(tilesets, records=Storage.open(None))
    yield table
    table.pictures.queue.stop()


@pytest.fixture
def learning(table: Table, tilesets: TileSets) -> TileLearner:
    return TileLearner(table, tilesets, table.records.values)


def do(table: Table, **act: Any) -> int:
    return table.record(act, uuid4(), "", "referee")[0].number


def won(table: Table, misnamed: bool = False) -> TableHand:
    """A hand that is photographed and recorded as a win; with its first tile corrected to what it is not."""
    hand = table.intake.from_upload(lambda: PHOTO)
    if misnamed:
        at = next(f"c{n}" for n, slot in enumerate(hand.laid.concealed) if slot.tile == "2m")
        hand = table.change(hand.id, Name(at, "E"), hand.version) or hand
    do(table, type="Won", winner="E", points=20, laid=hand.id, hand="")
    return hand


@pytest.fixture
def seated(table: Table, learning: TileLearner) -> Table:
    do(table, type="Seated", players=["Ann", "Bo", "Chen", "Dai"])
    return table


def approve(table: Table, learning: TileLearner, hand: int) -> int:
    number = do(table, type="Approved", hand=hand)
    learning.wait(PATIENCE)
    return number


def likely(tilesets: TileSets, face: str) -> float:
    """Return the greatest likelihood of a face among the tiles of the photo, whatever hand they make."""
    return float(tilesets.detect(open_image(PHOTO)).faces[:, FACES.index(face)].max())


def test_an_approved_name_weighs_from_then_on(seated: Table, learning: TileLearner, tilesets: TileSets) -> None:
    """The classifier is as good as certain that the tile is another, and yields to what was approved all the same."""
    tilesets.choose("club")
    before = likely(tilesets, "E")
    assert before < 0.001
    hand = won(seated, misnamed=True)
    learning.wait(PATIENCE)
    assert likely(tilesets, "E") == before  # nothing is learnt from a hand that nobody approved
    approved = approve(seated, learning, 1)
    assert [(each.hand, each.tiles) for each in learning.hands] == [(hand.id, 14)]
    assert likely(tilesets, "E") > 0.3
    do(seated, type="Void", of=approved, reason="it was right before")
    learning.wait(PATIENCE)
    assert learning.hands == []
    assert likely(tilesets, "E") == before


def test_what_is_learnt_is_still_there_after_a_restart(
    seated: Table, learning: TileLearner, tilesets: TileSets, reader: TileReader, tmp_path: Path
) -> None:
    tilesets.choose("club")
    won(seated, misnamed=True)
    approve(seated, learning, 1)
    again = TileSets(reader, tmp_path / "sets", "club", learnt=LearnedTiles(tmp_path / "learnt"))
    picture = open_image(PHOTO)
    assert [tile.tile for tile in again.read(picture).tiles] == [tile.tile for tile in tilesets.read(picture).tiles]
    again.forget("club")
    assert LearnedTiles(tmp_path / "learnt").hands("club") == []


def test_a_hand_is_taken_back_for_good(seated: Table, learning: TileLearner, tilesets: TileSets) -> None:
    tilesets.choose("club")
    client = create_app(Site(seated, tilesets, learning=learning)).test_client()
    hand = won(seated)
    approve(seated, learning, 1)
    assert client.get("/api/sets").get_json()["learning"] == {
        "on": True,
        "hands": [{"hand": hand.id, "tiles": 14}],
        "offered": False,
    }
    assert client.delete(f"/api/sets/learning/{hand.id}").get_json()["learning"]["hands"] == []
    do(seated, type="Drawn")
    learning.wait(PATIENCE)
    assert learning.hands == []


def test_it_can_be_switched_off(seated: Table, learning: TileLearner, tilesets: TileSets) -> None:
    tilesets.choose("club")
    client = create_app(Site(seated, tilesets, learning=learning)).test_client()
    assert client.put("/api/sets/learning", json={"on": False}).get_json()["learning"]["on"] is False
    won(seated)
    approve(seated, learning, 1)
    assert learning.hands == []
    client.put("/api/sets/learning", json={"on": True})
    learning.wait(PATIENCE)
    assert len(learning.hands) == 1
    assert client.put("/api/sets/learning", json={"on": 1}).status_code == 400


def test_after_three_hands_a_set_is_offered(seated: Table, learning: TileLearner, tilesets: TileSets) -> None:
    client = create_app(Site(seated, tilesets, learning=learning)).test_client()
    hands = []
    for number in (1, 2, 3):
        assert not learning.offered
        hands.append(won(seated).id)
        approve(seated, learning, number)
    assert client.get("/api/sets").get_json()["learning"]["offered"] is True
    assert client.post("/api/sets/learning", json={"name": "club"}).status_code == 409
    kept = client.post("/api/sets/learning", json={"name": "Table 1"}).get_json()
    assert kept["chosen"] == "Table 1"
    assert [each["hand"] for each in kept["learning"]["hands"]] == hands
    assert next(each for each in kept["sets"] if each["name"] == "Table 1")["kinds"] == 13
    assert tilesets.learnt.hands(None) == []


def test_a_full_disk_keeps_the_set_as_it_was(seated: Table, learning: TileLearner, tilesets: TileSets) -> None:
    tilesets.choose("club")
    hand = won(seated)
    with full_disk():
        approve(seated, learning, 1)
        assert learning.hands == []
    do(seated, type="Drawn")
    learning.wait(PATIENCE)
    assert [each.hand for each in learning.hands] == [hand.id]


def test_tiles_that_nobody_saw_are_not_learnt(table: Table) -> None:
    hand = table.intake.from_upload(lambda: PHOTO)
    assert len(labelled(hand, PHOTO).faces) == 14
    assert hand.reading
    kept = replace(
        hand, reading=hand.reading.in_frame((800, 600))
    )  # as a version kept it that opened it at half its size
    assert np.abs(labelled(kept, PHOTO).crops.astype(int) - labelled(hand, PHOTO).crops).max() <= 2
    other = replace(hand, reading=hand.reading.in_frame((800, 500)))
    assert len(labelled(other, PHOTO).faces) == 0
    blank = table.intake.blank()
    assert len(labelled(blank, PHOTO).faces) == 0


@pytest.mark.long
def test_the_page_shows_what_was_learnt(
    page: Page,
    server: tuple[Flask, str],
    seated: Table,
    learning: TileLearner,
    tilesets: TileSets,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, address = server
    for name, value in (("tables", Tables(seated)), ("tilesets", tilesets), ("learning", learning)):
        monkeypatch.setattr(site_of(app), name, value)
    for number in (1, 2, 3):
        won(seated)
        approve(seated, learning, number)
    page.goto(f"{address}/sets")
    expect(page.locator(".learnt li")).to_have_count(3)
    page.fill("[data-key=learnt-name]", "Hall")
    page.click("#learning >> text=Save and use")
    expect(page.locator(".set.chosen")).to_contain_text("Hall")
    page.click(".learnt li:first-child button")
    expect(page.locator(".learnt li")).to_have_count(2)
    page.uncheck("[data-key=learning-on]")
    expect(page.locator("[data-key=learning-on]")).not_to_be_checked()
    until(lambda: not learning.on)
    check(page)
    check_sizes(page)
