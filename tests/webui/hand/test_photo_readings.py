"""Photographs that are read while their sender looks on: the first look, progress, an end, and several in one form."""

import io
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from tests.waiting import until
from vision.reading import Doubt, Reading
from webui.hand.reading_queue import MOST_WAITING
from webui.http import sse
from webui.http.site import site_of
from webui.messages import Messages
from webui.table.news import NewsCursor
from webui.table.table import Table

ADDRESS = "/api/tables/1/hands?anyway=1"


@pytest.fixture
def first(answers: Any) -> Reading:
    """The first look, in which a tile is another and in doubt."""
    tiles = list(answers.reading.tiles)
    tiles[3] = replace(tiles[3], tile="N", confidence=0.5)
    doubt = Doubt(3, "two-faces", {"face": "N", "other_face": answers.reading.tiles[3].tile})
    look = replace(answers.reading, tiles=tuple(tiles), sure=False, doubts=(doubt,))
    answers.looks = [(look, (3,))]
    return look


def send(client: FlaskClient, *photos: bytes, later: bool = True, id: str = "") -> Any:
    files = [(io.BytesIO(photo), f"{n}.jpg") for n, photo in enumerate(photos)]
    headers = {"Prefer": "respond-async, wait=10"} if later else {}
    return client.post(ADDRESS, data={"photo": files}, headers={**headers, **({"Idempotency-Key": id} if id else {})})


def state(client: FlaskClient, id: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tables/1/readings/{id}").get_json()["reading"]
    return found


def is_now(client: FlaskClient, id: str, name: str) -> Callable[[], bool]:
    return lambda: state(client, id)["state"] == name


@pytest.mark.usefixtures("first")
def test_the_first_look_is_told_before_the_hand_is_kept(
    client: FlaskClient, photo: bytes, table: Table, answers: Any
) -> None:
    id = str(uuid4())
    answer = send(client, photo, id=id)
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (202, "respond-async")
    assert answer.headers["Location"].endswith(f"/api/tables/1/readings/{id}")
    assert answer.get_json()["reading"]["id"] == id
    until(is_now(client, id, "looking-again"))
    seen = state(client, id)
    assert (seen["looks"], seen["again"], seen["hand"]) == (1, [3], None)
    assert (seen["reading"]["sure"], seen["reading"]["tiles"][3]["tile"]) == (False, "N")
    assert table.hands.all() == []  # nothing can be recorded before it is finished
    assert send(client, photo, id=id).status_code == 202  # sent again it is read once
    answers.go.set()
    until(is_now(client, id, "done"))
    done = state(client, id)
    assert (done["hand"], done["changed"], done["reading"]) == (id, [3], None)
    hand = client.get(f"/api/hands/{id}").get_json()["hand"]
    assert hand["reading"]["tiles"][3]["tile"] == answers.reading.tiles[3].tile
    assert len(answers.pictures) == 1
    assert send(client, photo, id=id).get_json()["hand"]["id"] == id


@pytest.mark.usefixtures("first")
def test_a_photo_that_waits_says_how_many_are_read_before_it(client: FlaskClient, photo: bytes, answers: Any) -> None:
    first, *others = [send(client, photo + bytes(n)).get_json()["reading"] for n in range(3)]
    until(is_now(client, first["id"], "looking-again"))
    shown = [state(client, each["id"]) for each in others]
    assert [(each["state"], each["before"]) for each in shown] == [("waiting", 1), ("waiting", 2)]
    assert [each["says"] for each in shown] == ["1 photo is read before this one", "2 photos are read before this one"]
    answers.go.set()
    for each in (first, *others):
        until(is_now(client, each["id"], "done"))
        assert (state(client, each["id"])["before"], state(client, each["id"])["says"]) == (0, "")


@pytest.mark.usefixtures("first")
def test_a_reading_can_be_stopped_with_what_is_there(client: FlaskClient, photo: bytes, answers: Any) -> None:
    id = send(client, photo).get_json()["reading"]["id"]
    until(is_now(client, id, "looking-again"))
    answers.looks.append(answers.looks[0])
    assert client.post(f"/api/tables/1/readings/{id}/stop").get_json()["reading"]["stopped"] is True
    answers.go.set()
    until(is_now(client, id, "done"))
    hand = client.get(f"/api/hands/{id}").get_json()["hand"]
    assert (hand["reading"]["tiles"][3]["tile"], hand["reading"]["sure"]) == ("N", False)
    assert hand["open"] != []
    assert client.post(f"/api/tables/1/readings/{id}/stop").get_json()["reading"]["state"] == "done"


@pytest.mark.usefixtures("first")
def test_the_stream_tells_of_it(client: FlaskClient, photo: bytes, table: Table, answers: Any) -> None:
    before = replace(table.news.versions, reading=table.news.photos.count)
    id = send(client, photo).get_json()["reading"]["id"]
    until(is_now(client, id, "looking-again"))

    def news(known: NewsCursor) -> list[Any]:
        told = sse._news(table, site_of(client.application).hall, "whole", None, known, Messages.of("en"))
        return [data for name, data, _ in told if name == "reading"]

    assert table.news.versions.newer(before)
    (told,) = news(before)
    assert (told.id, told.state, told.again) == (id, "looking-again", (3,))
    assert news(table.news.versions) == []
    answers.go.set()
    until(is_now(client, id, "done"))
    assert news(before)[0].hand == id


def test_what_is_accepted_is_read_and_what_has_no_place_is_refused(
    client: FlaskClient, photo: bytes, table: Table, first: Reading, answers: Any
) -> None:
    """A form of several photos has one place, which it gives back after the last of them."""
    forms = [[photo + bytes([n, m]) for m in range(2)] for n in range(MOST_WAITING + 2)]
    sent = [send(client, *form) for form in forms]
    assert [answer.status_code for answer in sent] == [202] * MOST_WAITING + [503] * 2
    assert sent[-1].headers["Retry-After"]
    assert sent[-1].get_json()["kind"] == "busy"
    answers.go.set()
    for answer in sent[:MOST_WAITING]:
        for each in answer.get_json()["readings"]:
            until(is_now(client, each["id"], "done"))
    assert len(table.hands.all()) == 2 * MOST_WAITING
    until(lambda: table.pictures.queue.sent == 0)


def test_a_photograph_that_cannot_be_read_says_why(client: FlaskClient, photo: bytes) -> None:
    id = send(client, photo[: len(photo) // 2]).get_json()["reading"]["id"]
    until(is_now(client, id, "failed"))
    trouble = state(client, id)["trouble"]
    assert (trouble["kind"], "cut short" in trouble["fix"]) == ("image-damaged", True)
    assert client.get(f"/api/tables/1/readings/{uuid4()}").status_code == 404


def test_a_reading_that_failed_may_be_sent_again(client: FlaskClient, photo: bytes) -> None:
    id = str(uuid4())
    send(client, b"\xff\xd8 no picture", id=id)
    until(is_now(client, id, "failed"))
    send(client, photo, id=id)
    until(is_now(client, id, "done"))


@pytest.mark.parametrize("later", [False, True])
def test_several_photographs_in_one_form_are_several_hands(
    client: FlaskClient, photo: bytes, table: Table, later: bool
) -> None:
    photos, id = [photo, photo + b"2", photo + b"3"], str(uuid4())
    answer = send(client, *photos, later=later, id=id)
    told = answer.get_json()
    if later:
        assert (answer.status_code, told["reading"]) == (202, told["readings"][0])
        for each in told["readings"]:
            until(is_now(client, each["id"], "done"))
        ids = [state(client, each["id"])["hand"] for each in told["readings"]]
    else:
        assert (answer.status_code, told["hand"]) == (201, told["hands"][0])
        ids = [hand["id"] for hand in told["hands"]]
    assert ids[0] == id
    assert len(set(ids)) == len(table.hands.all()) == 3
    again = send(client, *photos, id=id, later=False).get_json()
    assert [hand["id"] for hand in again["hands"]] == ids


def test_of_several_photographs_those_that_cannot_be_read_are_named(
    client: FlaskClient, photo: bytes, table: Table
) -> None:
    told = send(client, b"none", photo, later=False).get_json()
    assert [each["name"] for each in told["refused"]] == ["0.jpg"]
    assert told["refused"][0]["kind"] == "photo-unreadable"
    assert told["hand"]["id"] == told["hands"][0]["id"] == table.hands.all()[0].id
    assert send(client, b"none", b"none", later=False).status_code == 422
    answer = send(client, photo, later=False).get_json()
    assert "hands" not in answer
    assert "refused" not in answer


def test_files_of_other_fields_are_not_dropped(client: FlaskClient, photo: bytes) -> None:
    files = {"photo": (io.BytesIO(photo), "a.jpg"), "second": (io.BytesIO(photo + b"2"), "b.jpg")}
    assert len(client.post(ADDRESS, data=files).get_json()["hands"]) == 2
    assert client.post(ADDRESS, data={"second": (io.BytesIO(photo), "b.jpg")}).status_code == 400


def test_a_body_that_is_a_photograph_is_held_too(client: FlaskClient, photo: bytes) -> None:
    answer = client.post(ADDRESS, data=photo, content_type="image/jpeg", headers={"Prefer": "respond-async"})
    until(is_now(client, answer.get_json()["reading"]["id"], "done"))


def test_readings_end_with_their_threads(client: FlaskClient, photo: bytes) -> None:
    id = send(client, photo).get_json()["reading"]["id"]
    until(is_now(client, id, "done"))
    until(lambda: not any(thread.name == "photo reading" for thread in threading.enumerate()))
