"""The stream of events: what it sends, how it ends, and how many may listen."""

import json
import threading
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.long import long_but
from tests.waiting import PATIENCE, until
from tests.webui.cameras import Switch
from tests.webui.streams import Event, events, first, stands, streams, watched
from webui.hall.desk import Hall
from webui.http import server, sse
from webui.http.app import create_app
from webui.http.site import Site, site_of
from webui.http.viewers import MOST_VIEWERS
from webui.messages import Messages
from webui.rig.live_hand import Throw
from webui.serializers.matches import MatchShown
from webui.table.news import PROCESS, HandChangeLog
from webui.table.table import Table
from webui.table.tables import Tables


@pytest.fixture
def switch() -> Switch:
    return Switch()


@pytest.fixture
def table(answers: Any, switch: Switch, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with watched(answers, switch, monkeypatch) as table:
        yield table


@pytest.fixture
def stream(table: Table) -> Iterator[Callable[[], Iterator[Event]]]:
    with streams(table) as start:
        yield start


@pytest.fixture
def bare(answers: Any) -> Table:
    """A table without a camera."""
    return Table(answers)


def test_the_stream_shows_pictures_with_their_tiles(stream: Callable[[], Iterator[Event]], client: FlaskClient) -> None:
    look = first(stream(), "look", stands)
    assert len(look["reading"]["tiles"]) == 14
    assert look["sure"]
    assert (look["total"], look["low"], look["high"], look["open"]) == (None, 20, 21, ["self-draw"])
    response = client.get(look["picture"])
    assert response.mimetype == "image/jpeg"


def test_nothing_is_read_while_nobody_watches(
    table: Table, answers: Any, stream: Callable[[], Iterator[Event]]
) -> None:
    assert table.equipment.feed
    assert table.equipment.feed.camera.wait(3, PATIENCE)
    assert not answers.pictures
    first(stream(), "look", stands)
    assert answers.pictures


def test_a_dead_camera_is_said_and_its_return_too(switch: Switch, stream: Callable[[], Iterator[Event]]) -> None:
    events = stream()
    first(events, "health", lambda health: health["state"] == "live")
    switch.on.clear()
    health = first(events, "health", lambda health: health["state"] == "lost" and health["kind"] == "source-stopped")
    assert health["why"] == "The camera has stopped sending; it is opened again. Check its plug, or its network."
    assert health["about"] == {"source": "The camera"}
    switch.on.set()
    first(events, "health", lambda health: health["state"] == "live")


def test_a_heartbeat_comes_when_nothing_is_seen(switch: Switch, stream: Callable[[], Iterator[Event]]) -> None:
    switch.moving = False
    events = stream()
    first(events, "look", stands)
    switch.on.clear()
    first(events, "health", lambda health: health["state"] == "lost")
    seen = [next(events)[0] for _ in range(11)]
    assert seen.count("look") <= 1
    assert seen.count("health") >= 5


def test_an_unreadable_picture_does_not_end_the_stream(
    answers: Any, stream: Callable[[], Iterator[Event]], reading: Callable[..., Any]
) -> None:
    answers.reading = None
    events = stream()
    assert "could not be read" in first(events, "look", lambda look: look["state"] is None)["why"]
    answers.reading = reading()
    first(events, "look", stands)


def test_a_stream_ends_after_its_life(stream: Callable[[], Iterator[Event]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "STREAM_LIFE", 0.3)
    names = [name for name, _ in stream()]
    assert 2 <= len(names) < 100
    assert names.count("again") == 1
    assert names[-1] == "again"


def test_who_takes_nothing_is_let_go_within_thirty_seconds() -> None:
    assert sse.STREAM_LIFE + server.SILENCE < 30


DRAWINGS = """() => {
    globalThis.drawings = 0;
    new MutationObserver(() => { drawings += 1; })
        .observe(document.getElementById("play"), { childList: true, subtree: true, characterData: true });
}"""
"""Counts the changes of what the page shows of the hand in play."""


def test_a_page_opens_its_stream_again_and_draws_only_what_is_new(
    page: Page, bare: Table, serve: Callable[[Table], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "STREAM_LIFE", 0.6)
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url) if "/events" in request.url else None)
    page.goto(serve(bare))
    expect(page.locator("#hand-in-play")).not_to_be_empty()
    with page.expect_request("**/events?since=*"):
        pass  # all that the first stream brought is drawn
    page.evaluate(DRAWINGS)
    for _ in range(2):
        with page.expect_request("**/events?since=*"):
            pass
    assert len(opened) >= 4
    assert page.evaluate("drawings") == 0
    expect(page.locator("#line-down")).to_have_count(0)
    bare.talk.do(Throw(1, (3, 4)))
    expect(page.locator("#play")).to_contain_text("3 + 4")
    assert page.evaluate("drawings") > 0


def test_an_answer_that_news_have_overtaken_puts_no_match_away(
    page: Page, bare: Table, serve: Callable[[Table], str]
) -> None:
    held: list[tuple[Route, APIResponse]] = []
    bare.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "table")
    page.goto(f"{serve(bare)}/t/1")
    expect(page.locator(".match-head")).to_contain_text("Hand 1 ")
    page.route("**/api/tables/1/match", lambda route: held.append((route, route.fetch())))
    page.click("[data-key=drawn]")
    until(lambda: page.wait_for_timeout(10) or held)
    bare.record({"type": "Drawn"}, uuid4(), "", "table")
    expect(page.locator(".match-head")).to_contain_text("Hand 3 ")
    with page.expect_response("**/api/tables/1/match"):
        for route, answer in held:
            assert answer.json()["current"]["number"] == 2
            route.fulfill(response=answer)
    page.evaluate("new Promise((resolve) => setTimeout(resolve))")
    expect(page.locator(".match-head")).to_contain_text("Hand 3 ")


@pytest.mark.parametrize("lang", long_but(["zh"], ["en", "zh", "zh-Hant"]))
def test_pages_of_all_languages_hear_of_events(
    page: Page, bare: Table, serve: Callable[[Table], str], lang: str
) -> None:
    page.goto(f"{serve(bare)}/?lang={lang}")
    expect(page.locator("#hand-in-play")).not_to_be_empty()


def test_other_tiles_in_use_are_read_anew(
    table: Table, answers: Any, stream: Callable[[], Iterator[Event]], reading: Callable[..., Any]
) -> None:
    events = stream()
    first(events, "look", stands)
    answers.reading = reading((("concealed", "123456789s12p1mE"), ("winning", "9p")))
    table.equipment.reconsider()
    first(events, "look", lambda look: stands(look) and "1m" in (look["reading"]["hand"] or ""))


def test_viewers_leave_room_for_others_and_are_let_go(
    table: Table, serve: Callable[[Table], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many streams are open, over real sockets: pages still answer, and nothing stays behind."""
    assert table.equipment.feed
    address = serve(table)
    streams = [urllib.request.urlopen(f"{address}/api/tables/1/events?live=1", timeout=PATIENCE) for _ in range(40)]
    for each in streams:
        assert each.readline().startswith(b"id: ")
    with urllib.request.urlopen(f"{address}/", timeout=PATIENCE) as page:
        assert page.status == 200
    for each in streams:
        each.close()
    until(lambda: table.equipment.feed and not table.equipment.feed.viewers)


def test_the_stream_says_what_there_is_and_ends_with_the_session(bare: Table) -> None:
    response = create_app(Site(bare)).test_client().get("/api/tables/1/events", buffered=False)
    stream = response.iter_encoded()
    id, kind, data = next(stream).decode().strip().split("\n")
    assert id.startswith("id: ")
    assert kind == "event: seats"
    assert json.loads(data.removeprefix("data: "))["hand"] == 1
    assert b"event: match\ndata: {" in next(stream)
    assert b"event: clock\ndata: {" in next(stream)
    assert b"event: equipment\ndata: {" in next(stream)
    assert next(stream) == b"event: box\ndata: null\n\n"
    assert next(stream) == b'retry: 3000\nevent: access\ndata: {"people":false}\n\n'
    bare.session.stop()
    assert [chunk.split(b"\n")[0] for chunk in stream] in ([], [b"event: box"])
    response.close()


def test_too_many_viewers_are_refused_and_leave_room(bare: Table) -> None:
    client = create_app(Site(bare)).test_client()
    streams = [client.get("/api/tables/1/events", buffered=False) for _ in range(MOST_VIEWERS)]
    refused = client.get("/api/tables/1/events")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "3")
    streams[0].close()
    assert client.head("/api/tables/1/events").status_code == 200  # whoever only asks whether there is room takes none
    again = client.get("/api/tables/1/events", buffered=False)
    assert again.status_code == 200
    for stream in (*streams, again):
        stream.close()


def test_other_sites_open_no_stream(bare: Table) -> None:
    refused = create_app(Site(bare)).test_client().get("/api/tables/1/events", headers={"Sec-Fetch-Site": "cross-site"})
    assert (refused.status_code, refused.get_json()["kind"]) == (403, "foreign-site")


def test_a_viewer_counts_once_whatever_it_listens_to(bare: Table) -> None:
    client = create_app(Site(bare)).test_client()
    streams = [client.get(f"/api/tables/1/events{'?live=1' * (n % 2)}", buffered=False) for n in range(MOST_VIEWERS)]
    refused = client.get("/api/tables/1/events?live=1")
    assert (refused.status_code, refused.get_json()["ok"]) == (503, False)
    for stream in streams:
        stream.close()
    assert site_of(client.application).viewers.count == 0


def heard(client: FlaskClient, last: str = "", asked: bool = False, whole: bool = False) -> tuple[list[str], str]:
    """The topics of a stream up to its first heartbeat, and the last id; it is sent in a header, or asked for."""
    told = {"query_string": {"since": last, "changes": int(whole)}} if asked else {"headers": {"Last-Event-ID": last}}
    response = client.get("/api/tables/1/events", buffered=False, **told)
    topics = []
    for chunk in response.iter_encoded():
        *id, name, _ = chunk.decode().strip().split("\n")
        if name == "event: box":
            break
        last = id[0].removeprefix("id: ")
        topics.append(name.removeprefix("event: "))
    response.close()
    return topics, last


def test_a_stream_is_resumed_where_it_broke_off(bare: Table) -> None:
    client = create_app(Site(bare)).test_client()
    topics, last = heard(client)
    assert topics == ["seats", "match", "clock", "equipment"]
    assert heard(client, last) == heard(client, last, asked=True) == ([], last)
    hand = client.post("/api/tables/1/hands").get_json()["hand"]
    client.post("/api/tables/1/clock", json={"do": "start"})
    topics, newer = heard(client, last)
    assert topics == ["hand", "clock"]
    assert heard(client, newer)[0] == []
    won = {"do": "won", "won": {"self_draw": True}}
    client.post(f"/api/hands/{hand['id']}/changes", json={"version": 1, "change": won})
    client.delete(f"/api/hands/{hand['id']}")
    assert heard(client, newer)[0] == ["hand"]


@pytest.mark.parametrize("path", ["/", "/t/1", "/display/1", "/t/1/round", "/hands/{hand}"])
def test_a_page_hears_of_what_came_after_it_was_made(bare: Table, path: str) -> None:
    client = create_app(Site(bare)).test_client()
    earlier = client.post("/api/tables/1/hands").get_json()["hand"]["id"] if "{hand}" in path else ""
    page = client.get(path.format(hand=earlier)).text
    client.post("/api/tables/1/hands")
    _, made = page.split('data-news="')
    assert heard(client, made.partition('"')[0], asked=True)[0] == ["seats", "hand", "match", "clock", "equipment"]


@pytest.mark.parametrize("topics", [[], ["changes"]])
def test_a_page_of_all_tables_hears_only_of_changes_after_it_was_made(bare: Table, topics: list[str]) -> None:
    """Its script asks for what the tables stand at once it is there."""
    client = create_app(Site(bare)).test_client()
    client.post("/api/tables/1/hands")
    _, made = client.get("/referee").text.split('data-news="')
    if topics:
        client.post("/api/tables/1/clock", json={"do": "start"})
    told, _ = heard(client, made.partition('"')[0], asked=True, whole=True)
    assert [topic for topic in told if topic == "changes"] == topics


def test_a_record_made_while_the_match_is_told_is_told_next(bare: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tell = sse.table_match_json
    acts = [{"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, {"type": "Drawn"}]

    def slowly(table: Table, words: Messages, hall: Hall) -> MatchShown:
        told = tell(table, words, hall)
        if acts:
            table.record(acts.pop(0), uuid4(), "", "table")
        return told

    monkeypatch.setattr(sse, "table_match_json", slowly)
    stream = create_app(Site(bare)).test_client().get("/api/tables/1/events", buffered=False)
    told = (chunk.decode() for chunk in stream.iter_encoded())
    matches = (json.loads(each.split("data: ")[1]) for each in told if "event: match" in each)
    assert [next(matches)["version"] for _ in range(3)] == [0, 1, 2]
    stream.close()


def test_changes_of_several_hands_are_all_told_again_if_the_stream_breaks_off(bare: Table) -> None:
    client = create_app(Site(bare)).test_client()
    _, last = heard(client)
    for _ in range(3):
        client.post("/api/tables/1/hands")
    response = client.get("/api/tables/1/events", query_string={"since": last}, buffered=False)
    first = next(response.iter_encoded()).decode()
    response.close()
    assert "event: hand" in first
    assert heard(client, first.split("\n")[0].removeprefix("id: "))[0].count("hand") == 3


@pytest.mark.parametrize("last", ["x", "1.2.3.4.5.6", "{0}.1.2.3", "{0}.1.2.3.4.5.x", "{0}.1.2.3.4.5.\u00b2"])
def test_an_id_of_another_process_begins_anew(bare: Table, last: str) -> None:
    client = create_app(Site(bare)).test_client()
    assert heard(client, last.format(PROCESS))[0] == [
        "seats",
        "match",
        "clock",
        "equipment",
    ]


def test_a_client_of_the_stream_pauses_long_unless_its_end_was_announced(
    bare: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "STREAM_LIFE", 0.3)
    sent = b"".join(create_app(Site(bare)).test_client().get("/api/tables/1/events", buffered=False).iter_encoded())
    assert sent.index(b"retry: 3000\n") < sent.index(b"retry: 50\nevent: again\n")


def test_who_missed_many_changes_looks_at_all_hands_again() -> None:
    news = HandChangeLog(threading.Condition())
    for n in range(250):
        news.tell(str(n % 7))
    assert news.since(245) == (250, ("0", "1", "2", "3", "4"))
    assert news.since(10) == (250, None)
    assert news.since(300) == (250, None)


def test_who_shows_all_tables_hears_of_each_and_nobody_else_does(bare: Table) -> None:
    tables = Tables(bare, 3)
    client = create_app(Site(tables)).test_client()
    heard: list[list[str]] = []
    for query in ("", "?changes=1"):
        response = client.get(f"/api/tables/1/events{query}", buffered=False)
        stream = events(response)
        began = [next(stream)[0] for _ in range(7)]
        other = tables.get(2)
        assert other
        other.calls.call(0, "a wrong pung", "")
        heard.append([*began, *(next(stream)[0] for _ in range(2))])
        response.close()
    assert heard[0] == ["seats", "match", "clock", "equipment", "box", "access", "box", "box", "box"]
    assert heard[1][:7] == ["seats", "match", "clock", "equipment", "changes", "box", "access"]
    assert "changes" in heard[1][7:]


def test_what_one_device_does_another_hears_soon(bare: Table) -> None:
    client = create_app(Site(bare)).test_client()
    response = client.get("/api/tables/1/events", buffered=False)
    stream = events(response)
    assert [next(stream)[0] for _ in range(5)] == ["seats", "match", "clock", "equipment", "box"]
    laid = create_app(Site(bare)).test_client().post("/api/tables/1/hands").get_json()["hand"]["id"]
    told = first(stream, "hand")
    assert told == {"id": laid, "version": 1, "hidden": False}
    response.close()
