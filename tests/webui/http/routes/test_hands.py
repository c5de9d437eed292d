"""The JSON interface: what it gives, and one shape for all it refuses."""

import html
import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.webui.shots import as_jpeg
from vision.reading import Doubt, Reading
from webui.hand.edits import SetRules
from webui.http.api import DECLARED
from webui.http.routes.pages import LISTED
from webui.table.table import Table


def send(client: FlaskClient, data: bytes, name: str = "hand.jpg") -> TestResponse:
    return client.post("/api/tables/1/hands", data={"photo": (io.BytesIO(data), name)})


def send_change(client: FlaskClient, hand_id: str, change: Any, version: int = 1) -> TestResponse:
    return client.post(f"/api/hands/{hand_id}/changes", json={"version": version, "change": change})


def refused(response: TestResponse, status: int) -> dict[str, Any]:
    """The answer's JSON, which must be an error in the one shape there is."""
    assert response.status_code == status, response.get_data(as_text=True)
    body: dict[str, Any] = response.get_json()
    assert set(body) - {"mine", "theirs", "hanging", "choices"} == {"ok", "error", "fix", "kind"}
    assert body["ok"] is False
    assert body["error"]
    assert body["fix"]
    return body


def test_a_photo_becomes_a_scored_hand(client: FlaskClient, photo: bytes, answers: Any) -> None:
    response = send(client, photo)
    assert response.status_code == 201
    hand = response.get_json()["hand"]
    assert answers.pictures[0].shape == (480, 1280, 3)
    assert hand["score"]["wins"]
    assert hand["text"].endswith(" 9p")
    assert hand["laid"]["winning"] == {"tile": "9p", "seen": 13, "red": False}
    shown = client.get(hand["photo"])
    assert shown.mimetype == "image/jpeg"
    assert shown.data.startswith(b"\xff\xd8")
    assert client.get(f"/api/hands/{hand['id']}").get_json()["hand"] == hand


def test_hands_are_listed_newest_first(client: FlaskClient, photo: bytes) -> None:
    first = send(client, photo).get_json()["hand"]["id"]
    second = client.post("/api/tables/1/hands").get_json()["hand"]["id"]
    assert [hand["id"] for hand in client.get("/api/tables/1/hands").get_json()["hands"]] == [second, first]


def test_a_change_is_scored_at_once(client: FlaskClient, photo: bytes) -> None:
    hand = send(client, photo).get_json()["hand"]
    won = hand["laid"]["won"] | {"self_draw": True}
    answer = send_change(client, hand["id"], {"do": "won", "won": won}, hand["version"])
    assert answer.status_code == 200
    changed = answer.get_json()["hand"]
    assert changed["version"] == hand["version"] + 1
    assert "Self-Drawn" in [line["name"] for line in changed["score"]["patterns"]]
    house = send_change(client, hand["id"], {"do": "rules", "rules": "house"}, changed["version"])
    assert "house" in refused(house, 422)["error"]


def test_there_is_no_verdict_on_what_nobody_said(client: FlaskClient, photo: bytes) -> None:
    hand = send(client, photo).get_json()["hand"]
    score = hand["score"]
    assert {key: score[key] for key in ("wins", "total", "low", "high", "legal", "open")} == {
        "wins": True,
        "total": None,
        "low": 20,
        "high": 21,
        "legal": True,
        "open": ["self-draw"],
    }
    assert "last-tile" in score["without"]
    assert (hand["sure"], hand["settled_by"]) == (False, "camera")
    assert "Self-Drawn" not in [line["name"] for line in score["patterns"]]
    won = hand["laid"]["won"] | {"self_draw": False, "sources": {"self_draw": "camera"}}
    said = send_change(client, hand["id"], {"do": "won", "won": won}, hand["version"]).get_json()["hand"]
    assert (said["score"]["total"], said["score"]["open"], said["sure"]) == (20, [], True)
    assert said["laid"]["won"]["sources"] == {"self_draw": "person"}
    draw = next(c for c in said["offers"]["circumstances"] if c["name"] == "self_draw")
    assert (draw["source"], draw["said"]) == ("person", "edited")


def test_a_hand_of_a_chair_knows_its_winds(client: FlaskClient) -> None:
    client.post("/api/tables/1/play", json={"do": "deal", "hand": 6, "dealer": 2})
    won = client.post("/api/tables/1/hands?chair=4").get_json()["hand"]["laid"]["won"]
    assert (won["seat"], won["round"], won["self_draw"]) == ("W", "S", None)
    assert won["sources"] == {"seat": "play", "round": "play"}
    blank = client.post("/api/tables/1/hands").get_json()["hand"]["laid"]["won"]
    assert (blank["seat"], blank["round"], blank["sources"]) == (None, None, {})


def test_an_unsure_hand_is_never_called_sure(
    client: FlaskClient, photo: bytes, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading(doubts=(Doubt(2, "hardly-seen"),))
    hand = send(client, photo).get_json()["hand"]
    assert (hand["sure"], hand["open"]) == (False, [0])


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"", "empty"), (b"GIF89a not a picture", "not a photo that can be read"), (b"\xff\xd8\xff\xe0" + b"x" * 99, "")],
)
def test_a_file_that_is_no_picture_is_explained(client: FlaskClient, data: bytes, says: str) -> None:
    body = refused(send(client, data, "holiday.jpg"), 422)
    assert "holiday.jpg" in body["error"]
    assert says in body["fix"]


def test_a_cut_off_photo_is_explained(client: FlaskClient, photo: bytes) -> None:
    assert refused(send(client, photo[: len(photo) // 3]), 422)["fix"]


def test_a_photo_without_tiles_leaves_no_hand(
    client: FlaskClient, photo: bytes, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading(())
    assert "no tiles were found" in refused(send(client, photo), 422)["fix"]
    assert client.get("/api/tables/1/hands").get_json()["hands"] == []


def test_a_request_without_a_photo_is_refused(client: FlaskClient) -> None:
    refused(client.post("/api/tables/1/hands", data={"file": "x"}), 400)
    refused(client.post("/api/tables/1/hands", json={}), 400)


def test_a_text_of_more_tiles_than_any_hand_has_is_refused(client: FlaskClient) -> None:
    answer = refused(client.post("/api/tables/1/hands", json={"text": "1" * 200 + "m"}), 422)
    assert "at most 200" in answer["error"]


def test_too_large_a_request_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DECLARED, "hands.lay", replace(DECLARED["hands.lay"], largest=1000))
    assert "larger than" in refused(send(client, b"x" * 2000), 413)["error"]


@pytest.mark.parametrize("texts", [["x"] * 9, ["x" * 600_000]])
def test_a_form_of_more_than_the_picture_is_not_called_too_large(client: FlaskClient, texts: list[str]) -> None:
    parts = [f'--b\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{text}\r\n' for n, text in enumerate(texts)]
    form = "".join([*parts, "--b--\r\n"])
    answer = refused(client.post("/api/tables/1/hands", data=form, content_type="multipart/form-data; boundary=b"), 413)
    assert answer["kind"] == "too-many-parts"
    assert "field photo" in answer["fix"]


def test_json_that_is_too_large_is_refused(client: FlaskClient, table: Table) -> None:
    hand = table.intake.blank()
    refused(send_change(client, hand.id, {"do": "undo", "more": "x" * 70_000}), 413)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"undo"', b"\xff", b'{"version": true, "change": {}}'])
def test_what_is_no_json_object_is_refused(client: FlaskClient, table: Table, body: bytes) -> None:
    hand = table.intake.blank()
    refused(client.post(f"/api/hands/{hand.id}/changes", data=body, content_type="application/json"), 400)


def test_luck_that_no_game_knows_is_refused(client: FlaskClient, table: Table) -> None:
    hand = table.intake.blank()
    refused(send_change(client, hand.id, {"do": "won", "won": {"ruled_out": ["four-leaf-clover"]}}), 400)
    assert send_change(client, hand.id, {"do": "won", "won": {"ruled_out": ["ippatsu", "man"]}}).status_code == 200


def test_a_change_must_be_json(client: FlaskClient, table: Table) -> None:
    hand = table.intake.blank()
    refused(client.post(f"/api/hands/{hand.id}/changes", data=b"{}", content_type="text/plain"), 415)


def test_of_two_who_change_the_same_at_once_the_second_is_shown_both(client: FlaskClient, table: Table) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)))
    assert send_change(client, hand.id, {"do": "name", "at": "c0", "tile": "3s"}).status_code == 200
    change = {"do": "name", "at": "c0", "tile": "5s"}
    answer = send_change(client, hand.id, change)
    assert answer.status_code == 409
    told = answer.get_json()
    assert (told["kind"], told["mine"], told["theirs"]) == ("hand-changed", "4s changed to 5s", ["4s changed to 3s"])
    assert told["error"].startswith("Somebody else")
    made = client.post(f"/api/hands/{hand.id}/changes", json={"version": 1, "change": change, "anyway": True})
    assert made.get_json()["hand"]["laid"]["concealed"][0]["tile"] == "5s"


def test_changes_of_ones_own_that_were_on_their_way_contradict_nothing(client: FlaskClient, table: Table) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)))
    ids = [str(uuid4()) for _ in range(3)]

    def post(n: int, tile: str) -> TestResponse:
        body = {"version": 1, "change": {"do": "name", "at": "c0", "tile": tile}, "own": ids[:n]}
        return client.post(f"/api/hands/{hand.id}/changes", json=body, headers={"Idempotency-Key": ids[n]})

    assert [post(0, "3s").status_code, post(1, "5s").status_code] == [200, 200]
    assert [post(0, "3s").status_code, post(1, "5s").status_code] == [200, 200]  # sent again
    assert [change.id for change in table.hands.get(hand.id).changes] == ids[:2]  # type: ignore[union-attr]
    assert send_change(client, hand.id, {"do": "name", "at": "c0", "tile": "6s"}, version=3).status_code == 200
    assert refused(post(2, "7s"), 409)["kind"] == "hand-changed"


def test_two_who_change_different_tiles_at_once_both_keep_their_work(client: FlaskClient, table: Table) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)))
    for change in (
        {"do": "move", "at": ["c0"], "to": "a"},
        {"do": "name", "at": "c1", "tile": "6s"},  # the second concealed tile as its sender sees it
        {"do": "rules", "rules": "zungjung"},
    ):
        assert send_change(client, hand.id, change).status_code == 200
    laid = client.get(f"/api/hands/{hand.id}").get_json()["hand"]["laid"]
    assert [slot["seen"] for slot in laid["concealed"]] == list(range(4, 13))
    assert laid["concealed"][0]["tile"] == "6s"
    assert laid["rules"] == "zungjung"
    assert refused(send_change(client, hand.id, {"do": "undo"}), 409)["kind"] == "hand-changed"


def test_a_hand_is_put_away_and_brought_back(client: FlaskClient, table: Table) -> None:
    hand = table.intake.blank()
    assert client.delete(f"/api/hands/{hand.id}").get_json() == {"ok": True}
    assert client.delete(f"/api/hands/{hand.id}").get_json() == {"ok": True}
    assert client.get("/api/tables/1/hands").get_json()["hands"] == []
    assert [each["id"] for each in client.get("/api/tables/1/hands?hidden=1").get_json()["hands"]] == [hand.id]
    assert client.get(f"/api/hands/{hand.id}").get_json()["hand"]["hidden"] is True
    assert refused(send_change(client, hand.id, {"do": "undo"}), 409)["kind"] == "hand-put-away"
    back = client.post(f"/api/hands/{hand.id}/shown").get_json()["hand"]
    assert (back["id"], back["hidden"]) == (hand.id, False)
    assert [each["id"] for each in client.get("/api/tables/1/hands").get_json()["hands"]] == [hand.id]
    refused(client.delete("/api/hands/nobody"), 404)
    refused(client.post("/api/hands/nobody/shown"), 404)


def test_hands_are_listed_in_pages(client: FlaskClient, table: Table) -> None:
    ids = [table.intake.blank().id for _ in range(5)]
    first = client.get("/api/tables/1/hands?limit=2").get_json()["hands"]
    assert [hand["id"] for hand in first] == ids[:-3:-1]
    second = client.get(f"/api/tables/1/hands?limit=2&before={first[-1]['number']}").get_json()["hands"]
    assert [hand["id"] for hand in second] == [ids[2], ids[1]]


@pytest.mark.parametrize(("rules", "unit"), [("mcr", "points"), ("hk", "faan")])
def test_lists_of_hands_count_in_the_unit_of_the_rules(
    client: FlaskClient, table: Table, rules: str, unit: str
) -> None:
    hand = table.intake.from_text("[123s,1]456789sCCC9p 9p self-draw seat=E round=E")
    table.change(hand.id, SetRules(rules), hand.version)
    for path in ("/t/1", "/t/1/hands"):
        assert f" {unit}</strong>" in client.get(path).text


def test_the_page_of_all_hands_is_searched_without_a_script(client: FlaskClient, table: Table) -> None:
    ids = [table.intake.blank().id for _ in range(LISTED + 2)]

    def listed(address: str) -> tuple[list[str], str]:
        page = client.get(address).text
        older = re.search(r'id="older"[^>]* href="([^"]*)"', page)
        return re.findall(r'class="card[^"]*" href="/hands/([^"]*)"', page), html.unescape(older[1]) if older else ""

    newest, older = listed("/t/1/hands?day=20")
    assert (newest, "day=20" in older) == (ids[:1:-1], True)
    assert listed(f"/t/1/hands{older}") == ([ids[1], ids[0]], "")
    assert listed("/t/1/hands?player=Bo") == ([], "")
    assert client.delete(f"/api/hands/{ids[0]}").status_code == 200
    assert listed("/t/1/hands?hidden=1") == ([ids[0]], "")
    assert re.search(f'<button inert [^>]*data-key="back-{ids[0]}"', client.get("/t/1/hands?hidden=1").text)
    assert "No hand is found." in client.get("/t/1/hands?player=Bo").text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/hands/nobody", 404),
        ("GET", "/api/hands/..%2f..%2fetc%2fpasswd", 404),
        ("GET", "/api/nothing", 404),
        ("PATCH", "/api/tables/1/hands", 405),
        ("GET", "/api/live", 404),
        ("POST", "/api/tables/1/live/take", 404),
        ("GET", "/api/tables/1/live/1.jpg", 404),
    ],
)
def test_every_error_has_one_shape(client: FlaskClient, method: str, path: str, status: int) -> None:
    refused(client.open(path, method=method), status)


def test_a_crash_inside_has_the_same_shape_and_tells_nothing(
    client: FlaskClient, photo: bytes, answers: Any, caplog: pytest.LogCaptureFixture
) -> None:
    answers.reading = None
    body = refused(send(client, photo), 500)
    assert "NoneType" not in str(body)
    assert "NoneType" in caplog.text


some_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
a_path = st.sampled_from(["c0", "c12", "w", "m0.0", "m5.3", "f0", "a0", "a13", "x", "", "c99"])
a_change = st.fixed_dictionaries(
    {"do": st.sampled_from(["name", "move", "add", "lay", "add-meld", "turn", "split", "won", "rules", "confirm"])},
    optional={
        "at": a_path | st.lists(a_path, max_size=4),
        "to": st.sampled_from(["c", "w", "f", "a", "m0", "m5", "x"]),
        "tile": st.sampled_from(["1m", "9s", "E", "f1", "5x"]),
        "kind": st.sampled_from(["chow", "pung", "kong", "concealed-kong"]),
        "source": st.integers(-1, 8),
        "meld": st.integers(-1, 6),
        "doubts": st.lists(st.integers(-1, 2), max_size=2),
        "rules": st.text(max_size=4),
    },
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(a_change | some_json, min_size=1, max_size=6))
def test_whatever_is_sent_is_refused_in_the_same_shape(
    client: FlaskClient, table: Table, reading: Callable[..., Reading], changes: list[Any]
) -> None:
    hand = table.intake.from_reading(np.zeros((48, 128, 3), np.uint8), reading())
    for change in changes:
        newest = table.hands.get(hand.id)
        assert newest
        response = send_change(client, hand.id, change, newest.version)
        if response.status_code != 200:
            assert response.status_code in (400, 422)
            refused(response, response.status_code)
            assert table.hands.get(hand.id) == newest


def test_a_hand_as_text_has_a_limit(client: FlaskClient) -> None:
    for path, text in (("/api/tables/1/hands", "1" * 200 + "m"), ("/api/tables/1/hands", "E " * 2000)):
        answer = client.post(path, json={"text": text})
        assert answer.status_code == 422
        assert answer.get_json()["kind"] == "not-a-hand"
        assert "at most 200" in answer.get_json()["error"] or "longer than 2000" in answer.get_json()["error"]
    assert client.get("/api/tables/1/hands").get_json()["hands"] == []
    assert client.post("/api/tables/1/hands", json={"text": "1" * 60 + "m"}).status_code == 201


@pytest.mark.parametrize("rules", ["mcr", "zungjung"])
def test_a_record_whose_hand_is_beyond_the_limit_is_refused(client: FlaskClient, rules: str) -> None:
    acts = [
        {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": rules},
        {"type": "Won", "winner": "E", "points": 20, "hand": "1" * 200 + "m"},
    ]
    answers = [client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": act}) for act in acts]
    assert [answer.status_code for answer in answers] == [201, 422]


@pytest.mark.parametrize("rules", ["riichi-home", "mcr", "zungjung", "hk"])
def test_a_text_with_the_claimed_tile_first_is_the_hand_that_it_means(client: FlaskClient, rules: str) -> None:
    found = []
    for chow in ("340s" if rules == "riichi-home" else "345s", "403s" if rules == "riichi-home" else "453s"):
        text = f"[{chow},1][CCC,1][FFF,2]45pEE 6p discard seat=E round=E from=S dora=0"
        hand = client.post("/api/tables/1/hands", json={"text": text}).get_json()["hand"]
        changed = send_change(client, hand["id"], {"do": "rules", "rules": rules}, hand["version"]).get_json()["hand"]
        found.append((changed["text"], changed["score"]))
    assert found[0] == found[1]
    assert found[0][1]["wins"]
