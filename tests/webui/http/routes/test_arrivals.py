"""The match of another Tableside taken over: once, whole, and never over another."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scoring.rules import tournament
from tests.books import RULES
from tests.served import Answers
from tests.webui.exports.test_bundle import changed
from tests.webui.http.routes.test_hands import send
from tests.webui.http.routes.test_matches import SIT, do, match
from webui.exports.bundle import open_bundle
from webui.http.app import create_app
from webui.http.site import Site
from webui.records.canonical import digest
from webui.table.table import Table

WON = {"type": "Won", "winner": "S", "points": 20, "payer": "W"}


def bundle(client: FlaskClient) -> bytes:
    with client.get("/t/1/match.zip") as response:
        return response.data


def take(client: FlaskClient, data: bytes) -> TestResponse:
    return client.post("/api/tables/1/bundles", data={"bundle": (io.BytesIO(data), "match.zip")})


def taken(client: FlaskClient, data: bytes) -> dict[str, Any]:
    response = take(client, data)
    assert response.status_code in (200, 201), response.get_data(as_text=True)
    answer: dict[str, Any] = response.get_json()
    return {name: answer[name] for name in ("table", "number", "records", "photos")}


def refused(client: FlaskClient, data: bytes) -> tuple[int, str]:
    before = client.get("/api/tables/1/records").get_json()
    response = take(client, data)
    assert client.get("/api/tables/1/records").get_json() == before
    return response.status_code, response.get_json()["kind"]


@pytest.fixture
def there() -> FlaskClient:
    """Another Tableside, whose match has a photographed hand that was corrected, and records of its own numbers."""
    return create_app(Site(Table(Answers()))).test_client()


@pytest.fixture
def laid(there: FlaskClient, photo: bytes) -> str:
    """The id of the laid hand that counts in the match there."""
    do(there, SIT, {"type": "TimeUp", "in_play": False})
    do(there, {"type": "Seated", "players": ["Eve", "Fay", "Gil", "Hu"]}, {"type": "Drawn"})
    hand = send(there, photo).get_json()["hand"]
    edit = {"version": 1, "who": "Eve", "change": {"do": "won", "won": {"self_draw": False}}}
    assert there.post(f"/api/hands/{hand['id']}/changes", json=edit).status_code == 200
    do(there, WON | {"laid": hand["id"]}, {"type": "Corrected", "of": 5, "act": WON, "reason": "counted anew"})
    do(there, {"type": "Void", "of": 6, "reason": "it was right"})
    return str(hand["id"])


def test_all_of_a_match_is_taken_over_once(there: FlaskClient, client: FlaskClient, laid: str, photo: bytes) -> None:
    do(client, SIT, {"type": "TimeUp", "in_play": False})
    sent = bundle(there)
    assert taken(client, sent) == {"table": 1, "number": 3, "records": 5, "photos": 1}
    assert taken(client, sent) == {"table": 1, "number": 3, "records": 0, "photos": 0}
    mine, theirs = match(client), match(there)
    same = ("players", "points", "hands", "started", "last", "over")
    assert {name: mine[name] for name in same} == {name: theirs[name] for name in same}
    assert client.get(f"/api/photos/{digest(photo)}").data == photo
    found = open_bundle(io.BytesIO(bundle(client)))
    assert (found.problems, len(found.records), len(found.hands), len(found.photos)) == ((), 6, 1, 1)
    own = [kept.id for kept in open_bundle(io.BytesIO(sent)).records]
    assert [kept.id for kept in found.records][:-1] == own
    assert len(client.get("/api/tables/1/hands").get_json()["hands"]) == 1
    hand = client.get(f"/api/hands/{laid}").get_json()["hand"]
    assert hand["changes"][0]["who"] == "Eve"
    assert client.get("/api/tables/1/hands?player=Gil").get_json()["hands"][0]["id"] == laid


def test_numbers_that_acts_and_hands_name_are_those_here(
    there: FlaskClient, table: Table, client: FlaskClient, laid: str
) -> None:
    """The match begins with record 3 there and with 6 here."""
    do(client, SIT, {"type": "Drawn"}, {"type": "Drawn"}, {"type": "Drawn"}, {"type": "TimeUp", "in_play": False})
    taken(client, bundle(there))
    match, hand = table.matches.current, table.hands.get(laid)
    assert match
    assert hand
    assert [getattr(entry.act, "of", 0) for entry in match.entries] == [0, 0, 0, 8, 9, 0]
    assert hand.laid.deal == match.deal_of(match.match.hands[1])
    assert hand.changes[0].before.deal == hand.laid.deal
    do(client, {"type": "Corrected", "of": 8, "act": WON | {"points": 30}, "reason": "it can still be corrected"})
    assert table.matches.current
    assert table.matches.current.match.points["Gil"] == match.match.points["Gil"] + 10


def test_what_was_recorded_since_follows(there: FlaskClient, client: FlaskClient, laid: str) -> None:
    taken(client, bundle(there))
    do(there, {"type": "Drawn"})
    assert taken(client, bundle(there)) == {"table": 1, "number": 1, "records": 1, "photos": 0}
    do(client, {"type": "Drawn"})  # it goes on here
    do(there, WON)
    assert refused(client, bundle(there)) == (409, "match-differs")


def test_where_somebody_plays_it_waits(there: FlaskClient, client: FlaskClient, laid: str) -> None:
    do(client, SIT)
    assert refused(client, bundle(there)) == (409, "match-running")
    do(client, {"type": "TimeUp", "in_play": False})
    assert taken(client, bundle(there))["number"] == 3


def _damage_hand(files: dict[str, bytes]) -> None:
    hand = json.loads(files["hands.jsonl"])
    files["hands.jsonl"] = json.dumps(hand | {"state": "[]"}).encode() + b"\n"


@pytest.mark.parametrize(
    ("change", "hashes", "kind"),
    [
        (lambda files: files.pop("sheet.csv") and None, False, "bundle-unsound"),
        (lambda files: files.update({"hands.jsonl": b"{}\n"}), True, "bundle-unreadable"),
        (_damage_hand, True, "bundle-unsound"),
    ],
)
def test_a_bundle_that_does_not_hold_is_not_kept(
    there: FlaskClient,
    client: FlaskClient,
    laid: str,
    change: Callable[[dict[str, bytes]], None],
    hashes: bool,
    kind: str,
) -> None:
    assert refused(client, changed(bundle(there), change, hashes)) == (422, kind)


def test_another_content_of_the_same_id_is_refused(table: Table, client: FlaskClient, photo: bytes) -> None:
    """Two bundles that hold, whose first records have one id."""
    ids = ["00000000-0000-7000-8000-00000000000" + str(n) for n in range(3)]
    acts = [SIT, {"type": "Drawn"}]
    other = create_app(Site(Table(Answers()))).test_client()
    for at, act in enumerate(acts):
        other.post("/api/tables/1/records", json={"id": ids[at], "act": act})
    taken(client, bundle(other))
    forged = create_app(Site(Table(Answers()))).test_client()
    for at, act in enumerate([SIT, {"type": "TimeUp", "in_play": False}]):
        forged.post("/api/tables/1/records", json={"id": ids[at], "act": act})
    assert refused(client, bundle(forged)) == (409, "record-differs")


def test_a_full_disk_keeps_nothing_of_it(
    there: FlaskClient, table: Table, client: FlaskClient, laid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    sent = bundle(there)
    monkeypatch.setattr("webui.records.table_journal.put_hand", full)
    assert take(client, sent).status_code >= 500
    assert (table.records.journal.entries(1), table.records.photos.all()) == ([], [])
    monkeypatch.undo()
    assert taken(client, sent)["photos"] == 1


TOML = 'name = "open-10"\ntitle = "Open"\nbase = "mcr-wmo"\nsource = "us"\nminimum = {}\n'


def test_a_tournaments_own_rules_come_along_and_never_in_place_of_others(
    there: FlaskClient, client: FlaskClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = RULES
    monkeypatch.setitem(known, "open-10", tournament(TOML.format(10)))
    do(there, SIT | {"rules": "open-10"}, WON, {"type": "TimeUp", "in_play": False})
    sent = bundle(there)
    monkeypatch.setitem(known, "open-10", tournament(TOML.format(12)))
    assert client.post("/api/bundles", data={"bundle": (io.BytesIO(sent), "b.zip")}).get_json()["sound"]
    assert RULES["open-10"].minimum == 12
    assert refused(client, sent) == (409, "preset-differs")
    monkeypatch.delitem(known, "open-10")
    assert taken(client, sent)["records"] == 3
    assert table.records.values.get(0, "presets") == {"open-10": TOML.format(10)}
    assert match(client)["minimum"] == 10
