"""Sight of a running deal from outside its table: every door that reads, for everybody who may come to it."""

import io
import re
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from scoring.follow.events import Discard, Kong
from tests.served import Answers
from tests.webui.callers import Hall
from vision.live.camera import Camera
from vision.live.sources.source import Source
from webui.http.site import site_of
from webui.http.sse import _events
from webui.messages import Messages
from webui.records.rights import Role
from webui.rig.feed import Feed
from webui.table.follow.following import Following
from webui.table.follow.journal import Begun
from webui.table.follow.late import choose_delay
from webui.table.news import NewsCursor
from webui.table.sight import Sight, deals_told
from webui.table.table import Table

OLD, FACE, NEW = b"\xff\xd8\xffOLD", b"\xff\xd8\xffFACE", b"\xff\xd8\xffNEW"
SIGNS: Final = {
    "old": (b"discards 3 Dots", OLD, b'"tile": "3p"'),
    "face": (b"kong of 7 Dots", FACE, b'"tile": "7p"', b'"7p", "7p"', b'"7p","7p"'),
    "new": (b"discards 8 Dots", NEW, b'"tile": "8p"', b'"tile":"8p"'),
}
"""Steps as they are shown: one long ago, a concealed kong that may lie face down, and one of now."""


@pytest.fixture
def hall() -> Hall:
    """A hall at whose first table a deal is played: three steps with pictures, the last one just now."""
    made = Hall()
    follow(made.table)
    return made


def follow(table: Table) -> int:
    hand = table.matches.deal()
    assert hand
    began = datetime.now(UTC) - timedelta(seconds=200)
    deal = table.followed.begin(Begun(hand=hand, style="chinese", east=1), began)
    events = (
        (Discard(number=1, t=1, seat=1, tile="3p", sure=True), OLD),
        (Kong(number=2, t=10, seat=2, kind="concealed", tile="7p", tiles=("7p",) * 4), FACE),
        (Discard(number=3, t=199, seat=2, tile="8p", sure=True), NEW),
    )
    table.followed.append(deal, began, events)
    return deal


CALLERS: Final[dict[str, tuple[Role, int | None]]] = {
    "stranger": ("spectator", None),
    "other table": ("table", 2),
    "player": ("player", None),
    "table": ("table", 1),
    "scorer": ("scorer", None),
    "referee": ("referee", None),
    "chief": ("chief", None),
}


def headers(hall: Hall, caller: str) -> dict[str, str]:
    role, table = CALLERS[caller]
    if table != 2:
        return hall.headers(role)
    people = site_of(hall.app).people
    person = people.add(f"device {uuid4()}", role, table, "", "")
    return {"Authorization": f"Bearer {people.let_in(person, 'tablet').token}"}


def doors(hall: Hall, deal: int) -> list[str]:
    """Every address that only reads, of the first table and its deal."""
    there = {"deal": deal, "table": 1, "number": 1, "look": 1, "hand_id": hall.table.hands.all()[-1].id}
    there |= {"form": "zip", "which": "photo", "what": "reports"}
    found = []
    for rule in hall.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or not rule.arguments or rule.endpoint == "events.stream":
            continue  # what is of no table, event or hand, and the stream, which never ends
        for step in (1, 2, 3, 4, 5) if "step" in rule.arguments else (0,):
            for form in ("zip", "jsonl", "csv", "json") if "form" in rule.arguments else ("",):
                about = there | {"step": step, "form": form or "zip"}
                if rule.arguments <= about.keys():
                    parts = re.split(r"<(?:[^<>:]+:)?(\w+)>", rule.rule)
                    found.append("".join(str(about[part]) if n % 2 else part for n, part in enumerate(parts)))
    return found


def shown_at(client: FlaskClient, address: str, headers: dict[str, str] | None = None) -> set[str]:
    """Return which steps an address shows."""
    with client.get(address, headers=headers) as answer:
        return shows(answer.data) if answer.status_code == 200 else set()


def shows(data: bytes) -> set[str]:
    """Return which steps an answer shows, whole archives included."""
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = b"".join(archive.read(name) for name in archive.namelist())
    return {name for name, signs in SIGNS.items() if any(sign in data for sign in signs)}


@pytest.mark.parametrize(
    ("delay", "strangers", "players"),
    [(60, {"old"}, {"old", "new"}), (0, {"old", "new"}, {"old", "new"}), ("deal", set(), {"old", "new"})],
)
def test_no_door_shows_more_of_a_running_deal_than_its_caller_may_see(
    hall: Hall, delay: Any, strangers: set[str], players: set[str]
) -> None:
    choose_delay(hall.table.records.values, 1, delay)
    all_steps = set(SIGNS)
    may = {"stranger": strangers, "other table": strangers, "player": players}
    client, addresses = hall.app.test_client(), doors(hall, 1)
    assert {"/t/1/deals/1", "/t/1/match.zip", "/api/tables/1/stream", "/api/tables/1/spoken"} <= set(addresses)
    for caller in CALLERS:
        sent, seen = headers(hall, caller), set[str]()
        for address in addresses:
            found = shown_at(client, address, sent)
            assert found <= may.get(caller, all_steps), (caller, address)
            seen |= found
        assert seen == may.get(caller, all_steps), caller


def test_a_browser_sees_the_pictures_of_now_with_the_cookie_of_its_device(hall: Hall) -> None:
    """An element of a page names no person in a header."""
    token = hall.headers("referee")["Authorization"].removeprefix("Bearer ")
    picture = f"/api/tables/1/deals/1/steps/{hall.table.followed.read(1).steps[2].number}.jpg"  # type: ignore[union-attr]
    client = hall.app.test_client()
    assert client.get(picture).status_code == 404
    client.set_cookie("tableside-device", token, path="/api/")
    assert client.get(picture).data == NEW
    assert client.post("/api/tables/1/calls", json={"reason": "?"}).status_code == 401  # it grants nothing else


def test_all_of_a_deal_is_seen_once_its_hand_is_recorded_and_the_delay_is_over(hall: Hall) -> None:
    client, table = hall.app.test_client(), hall.table
    choose_delay(table.records.values, 1, "deal")
    table.record({"type": "Drawn"}, uuid4(), "", "referee")
    for address in ("/api/tables/1/deals/1", "/t/1/deals/1/replay.jsonl", "/t/1/match.zip"):
        assert shown_at(client, address) == set(SIGNS), address
    choose_delay(table.records.values, 1, 60)
    assert shown_at(client, "/api/tables/1/deals/1") == {"old"}  # its end is as late as its steps
    assert shown_at(client, "/t/1/match.zip") == set()


def test_a_face_that_a_person_names_stays_hidden_from_the_other_players(hall: Hall) -> None:
    number = hall.table.followed.read(1).steps[1].number  # type: ignore[union-attr]
    address = f"/api/tables/1/deals/1/steps/{number}"
    client, chief = hall.app.test_client(), hall.headers("chief")
    assert client.post(address, json={"do": "say", "word": {"tile": "7p"}}, headers=chief).status_code == 200
    for caller in ("stranger", "player"):
        assert "face" not in shown_at(client, "/api/tables/1/deals/1", headers(hall, caller))
    assert "face" in shown_at(client, "/api/tables/1/deals/1", chief)


@pytest.mark.parametrize(("sight", "told"), [("late", 0), ("live", 2), ("whole", 2)])
@pytest.mark.parametrize("delay", [60, "deal"])
def test_strangers_hear_of_a_step_when_they_may_see_it(hall: Hall, delay: Any, sight: Sight, told: int) -> None:
    choose_delay(hall.table.records.values, 1, delay)
    now = datetime.now(UTC)
    assert deals_told(hall.table, 0, sight, now) == told
    assert deals_told(hall.table, 0, sight, now + timedelta(seconds=61)) == (told if delay == "deal" else 2)
    sent = _events(
        hall.table, site_of(hall.app).hall, sight, None, False, False, NewsCursor(), False, Messages.of("en")
    )
    begin = [next(sent) for _ in range(8)]
    assert any(each.split("event: ")[1].startswith("deal") for each in begin) is (told > 0)


def test_the_camera_shows_a_stranger_nothing_of_the_play_that_it_follows(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, client = hall.table, hall.app.test_client()
    monkeypatch.setattr(Following, "wanted", property(lambda self: True))
    table.equipment.feed = Feed(Camera(Source("the camera", lambda stop: iter(()))), table.equipment.rig, Answers())  # type: ignore[arg-type]
    for address in ("/api/tables/1/live/1.jpg", "/api/tables/1/calibration/picture.jpg"):
        answer = client.get(address, headers=headers(hall, "stranger"))
        assert (answer.status_code, answer.get_json()["kind"]) == (403, "shown-later")
        for caller in ("player", "referee"):
            assert client.get(address, headers=headers(hall, caller)).status_code in (404, 409)  # no picture yet
    choose_delay(table.records.values, 1, 0)
    assert client.get("/api/tables/1/live/1.jpg").status_code == 404
