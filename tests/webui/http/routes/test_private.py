"""Photographs give nobody away, whichever way they come in; what is needed as evidence is kept beside."""

import io
import json
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from alembic import command
from alembic.config import Config
from flask.testing import FlaskClient
from sqlalchemy import create_engine, text

from tests.photographs import SECRETS, with_position
from vision.image import open_image
from vision.metadata import has_position, strip_private
from webui.exports.bundle import open_bundle
from webui.http.app import create_app
from webui.http.site import Site
from webui.records.canonical import digest
from webui.records.database.migrate import MIGRATIONS
from webui.records.store import Storage
from webui.table.picture_room import PictureRoom
from webui.table.table import Table
from webui.table.tables import Tables

SIT = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}


def post(client: FlaskClient, way: str, data: bytes, id: str = "") -> Any:
    headers = {"Idempotency-Key": id} if id else {}
    if way == "form":
        form = {"photo": (io.BytesIO(data), "a.jpg")}
        return client.post("/api/tables/1/hands", data=form, headers=headers, content_type="multipart/form-data")
    return client.post("/api/tables/1/hands", data=data, headers=headers, content_type=way)


@pytest.mark.parametrize("way", ["form", "image/jpeg", "application/octet-stream"])
def test_a_photograph_that_is_sent_is_kept_without_its_place(client: FlaskClient, photo: bytes, way: str) -> None:
    data = with_position(photo)
    answer = post(client, way, data)
    assert answer.status_code == 201
    hand = answer.get_json()["hand"]
    kept = client.get(f"/api/photos/{hand['photograph']['sha256']}")
    assert kept.data == strip_private(data)
    assert hand["photograph"] == {"sha256": digest(kept.data), "sent": digest(data)}
    assert not [secret for secret in SECRETS if secret in kept.data]
    assert not has_position(kept.data)
    assert (open_image(kept.data) == open_image(data)).all()
    shown = client.get(hand["photo"]).data
    assert not [secret for secret in SECRETS if secret in shown]


def test_one_with_nothing_to_remove_is_kept_byte_for_byte(client: FlaskClient, photo: bytes) -> None:
    hand = post(client, "form", photo).get_json()["hand"]
    assert hand["photograph"] == {"sha256": digest(photo), "sent": digest(photo)}
    assert client.get(f"/api/photos/{digest(photo)}").data == photo


def test_the_same_file_sent_again_is_the_hand_that_is_there(client: FlaskClient, photo: bytes) -> None:
    id, data = str(uuid4()), with_position(photo)
    first = post(client, "form", data, id).get_json()["hand"]["number"]
    again = post(client, "form", data, id)
    assert again.get_json()["hand"]["number"] == first
    as_kept = post(client, "form", strip_private(data), id)
    assert as_kept.get_json()["hand"]["number"] == first
    assert post(client, "form", photo, id).status_code == 409


def test_the_same_file_is_recognised_where_it_is_now_kept_as_sent(answers: Any, photo: bytes) -> None:
    records, id, data = Storage.open(None), str(uuid4()), with_position(photo)
    first = Table(answers, records=records).intake.from_upload(lambda: data, id=id)
    again = Table(PictureRoom(answers, records.photos, keep_exif=True), records=records).intake.from_upload(
        lambda: data, id=id
    )
    assert (again.id, again.photo) == (first.id, first.photo)


def test_another_reading_of_a_photograph_keeps_the_hash_of_what_was_sent(table: Table, photo: bytes) -> None:
    data = with_position(photo)
    hand = table.intake.from_upload(lambda: data)
    area = ((0.0, 0.0), (200.0, 0.0), (200.0, 200.0), (0.0, 200.0))
    part = table.intake.from_region(hand, area)
    assert (part.photo, part.sent) == (hand.photo, digest(data))
    anew = table.intake.reread(hand)
    assert (anew.photo, anew.sent) == (hand.photo, digest(data))


def test_who_needs_it_keeps_everything(answers: Any, photo: bytes) -> None:
    data = with_position(photo)
    records = Storage.open(None)
    table = Table(PictureRoom(answers, records.photos, keep_exif=True), records=records)
    client = create_app(Site(Tables(table))).test_client()
    hand = post(client, "form", data).get_json()["hand"]
    assert hand["photograph"] == {"sha256": digest(data), "sent": digest(data)}
    assert client.get(f"/api/photos/{digest(data)}").data == data
    assert Table(table.pictures, table.rules, records=table.records, number=2).pictures.keep_exif
    assert not has_position(client.get(hand["photo"]).data)  # what is shown says nothing in any case


def test_one_that_was_kept_before_stays_and_is_shown_without_its_place(
    client: FlaskClient, table: Table, photo: bytes
) -> None:
    data = with_position(photo)
    hand = post(client, "form", photo).get_json()["hand"]
    table.records.photos.put(data)
    kept = table.records.hands.get(hand["id"])
    assert kept
    with table.records.database.writing() as connection:
        connection.execute(text("UPDATE hand SET photo = :photo, stamp = stamp + 1"), {"photo": digest(data)})
    assert client.get(f"/api/photos/{digest(data)}").data == data
    assert client.get(hand["photo"]).data == strip_private(data)


@pytest.mark.parametrize("which", ["photo", "thumb", "evidence"])
def test_pictures_are_asked_for_again_and_kept_for_one_alone(client: FlaskClient, photo: bytes, which: str) -> None:
    hand = post(client, "form", photo).get_json()["hand"]
    sha256 = hand["photograph"]["sha256"]
    path = f"/api/photos/{sha256}" if which == "evidence" else f"/hands/{hand['id']}/{which}.jpg"
    answer = client.get(path)
    assert answer.status_code == 200
    cached = answer.cache_control
    assert cached.private
    assert not cached.immutable
    assert cached.no_cache or (cached.must_revalidate and int(cached.max_age or 0) <= 300)
    same = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    other = client.get(path, headers={"If-None-Match": '"other"'})
    assert (other.status_code, other.data) == (200, answer.data)


def test_a_photograph_that_was_removed_is_not_called_the_same(client: FlaskClient, table: Table, photo: bytes) -> None:
    hand = post(client, "form", photo).get_json()["hand"]
    path = f"/api/photos/{hand['photograph']['sha256']}"
    tag = client.get(path).headers["ETag"]
    table.records.photos.remove(hand["photograph"]["sha256"])
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 404


def test_a_bundle_has_the_hash_of_what_was_sent_and_older_ones_open(client: FlaskClient, photo: bytes) -> None:
    client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": SIT})
    hands = []
    for data in (with_position(photo), photo):
        hands.append(hand := post(client, "form", data).get_json()["hand"])
        act = {"type": "Won", "winner": "E", "points": 20, "laid": hand["id"], "hand": ""}
        assert client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": act}).status_code == 201
    with client.get("/t/1/match.zip") as answer:
        bundle = open_bundle(io.BytesIO(answer.data))
    assert bundle.sound
    assert {hand.id: hand.sent for hand in bundle.hands} == {
        hands[0]["id"]: hands[0]["photograph"]["sent"],
        hands[1]["id"]: "",
    }


def test_hands_that_an_earlier_version_kept_open(tmp_path: Path) -> None:
    """Their photographs are kept as they were sent."""
    engine = create_engine(f"sqlite:///{tmp_path / 'tableside.db'}")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0007")
        row = {"id": "h", "photo": "a" * 64, "state": "{}"}
        connection.execute(
            text(
                "INSERT INTO hand (id, table_number, number, at, photo, reading, state, hidden) "
                "VALUES (:id, 1, 1, '2026-01-01T00:00:00Z', :photo, '', :state, 0)"
            ),
            row,
        )
    engine.dispose()
    with closing(Storage.open(tmp_path)) as records:
        hand = records.hands.get("h")
        assert hand
        assert (hand.photo, hand.sent) == ("a" * 64, "")
    assert json.dumps(hand.state)
