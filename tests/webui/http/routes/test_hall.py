"""The JSON interface of events: from the first name to the workbook, and what is refused on the way."""

import io
import re
import zipfile
from typing import Any, get_args
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from openpyxl import load_workbook

from scoring.match.event_acts import EventAct
from scoring.match.records import Approved, Corrected, Drawn, Result, Void, Won, act_to_dict
from tests.ordeals.tournament import check, play
from tests.uninstalled import without_libraries
from webui.hall.desk import Hall
from webui.http.roles import EVENT_ACTS
from webui.http.routes.access import qr_code
from webui.http.routes.hall import the_hall
from webui.records.events import from_dict, to_dict
from webui.records.references import referenced_ids
from webui.records.verifying import Verified, record_of, verify

NAMES = ("Ann Lee", "Bo Fu", "Chen", "Dai", "Eva", "Fu", "Gil", "Hua")


class Desk:
    """An event, spoken to by HTTP."""

    def __init__(self, client: FlaskClient, **about: Any) -> None:
        self.client = client
        act = {"type": "Opened", "name": "Cup", "rounds": 2, "minutes": 60, **about}
        self.number = client.post("/api/hall/events", json={"id": str(uuid4()), "act": act}).get_json()["event"]
        self.path = f"/api/hall/events/{self.number}"
        with client.application.test_request_context():
            self.hall: Hall = the_hall()

    def post(self, what: str, status: int = 201, **body: Any) -> Any:
        answer = self.client.post(f"{self.path}/{what}", json=body)
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer.get_json()

    def act(self, status: int = 201, id: str = "", **act: Any) -> Any:
        return self.post("records", status, id=id or str(uuid4()), act=act)

    def state(self) -> Any:
        return self.client.get(self.path).get_json()

    def shown(self) -> Any:
        return self.client.get(f"{self.path}/shown").get_json()

    def enter(self, names: tuple[str, ...] = NAMES) -> None:
        people = [{"number": n, "name": name} for n, name in enumerate(names, 1)]
        self.act(type="Entered", people=people)

    def play(self, table: int, hands: int = 16, winner: str = "E") -> None:
        matches = self.hall.matches(table)
        for n in range(hands):
            matches.record(Won(winner, 20, "S") if n == 0 else Drawn(), uuid4(), "", "referee")


@pytest.fixture
def desk(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr("webui.http.routes.hall.KEPT_FOR", -1.0)  # every answer is made anew
    return Desk(client)


@pytest.fixture
def drawn(desk: Desk) -> Desk:
    desk.enter()
    desk.post("draw", id=str(uuid4()), since=1, seed=4)
    return desk


def test_a_record_is_served_with_its_sentence(drawn: Desk) -> None:
    drawn.act(type="Withdrawn", player=1, reason="ill")
    for lang, says in (("en", f"{NAMES[0]} withdraws (ill)"), ("zh", f"{NAMES[0]}退赛（ill）")):
        asked = {"lang": lang}
        listed = drawn.client.get(f"{drawn.path}/records", query_string=asked).get_json()["records"]
        assert listed == drawn.client.get(drawn.path, query_string=asked).get_json()["records"]
        assert listed[-1]["says"] == says


def test_the_largest_hands_are_those_of_all_who_win_a_discard(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.http.routes.hall.KEPT_FOR", -1.0)
    desk = Desk(client, rules="riichi-ema", body="riichi-ema")
    desk.enter()
    desk.post("draw", id=str(uuid4()), since=1, seed=4)
    desk.act(type="Started", round=1)
    wins = [
        {"type": "Won", "winner": seat, "points": points, "discarder": "E"}
        for seat, points in (("S", 2000), ("W", 8000))
    ]
    act = {"type": "Claimed", "claims": wins}
    assert client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": act}).status_code == 201
    seats = client.get("/api/tables/1/match").get_json()["hands"][0]["seats"]
    assert sorted((each["points"], each["winner"]) for each in desk.shown()["big"]) == [
        (2000, seats["S"]),
        (8000, seats["W"]),
    ]


def test_an_event_ranks_deals_of_several_winners(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.http.routes.hall.KEPT_FOR", -1.0)
    desk = Desk(client, rules="sichuan-sbr", body="sichuan-sbr", rounds=1)
    desk.enter()
    desk.post("draw", id=str(uuid4()), since=1, seed=4)
    desk.act(type="Started", round=1)
    deal = (
        {"type": "NamedVoid", "seat": "S", "suit": "m"},
        {"type": "MadeKong", "seat": "E", "how": "concealed"},
        {"type": "Won", "winner": "S", "points": 2, "discarder": "W"},
        {"type": "Won", "winner": "N", "points": 1, "discarder": "W"},
        {"type": "WallOut", "east": "1", "west": "pig"},
        {"type": "TimeUp", "in_play": False},
    )
    for table in (1, 2):
        for act in deal:
            sent = {"id": str(uuid4()), "act": act}
            assert client.post(f"/api/tables/{table}/records", json=sent).status_code == 201
    seats = client.get("/api/tables/1/match").get_json()["hands"][0]["seats"]
    desk.act(type="Released", round=1)
    standings = desk.shown()["standings"]
    ranked = {each["name"]: (each["place"], each["points"], each["table_points"]) for each in standings}
    won = [ranked[seats[wind]] for wind in "ESNW"]
    assert won == [
        (1, 8, "4"),
        (3, 2, "3"),
        (5, 0, "2"),
        (7, -34, "1"),
    ]  # 24 of the last one's for its void suit, paid to nobody
    assert {each["winner"] for each in desk.shown()["big"] if each["table"] == 1} == {seats["S"], seats["N"]}
    (waiting,) = [each for each in client.get("/api/referee").get_json()["waiting"] if each["table"] == 1]
    assert [each["winner"] for each in waiting["wins"]] == [seats["S"], seats["N"]]
    assert [waiting["says"].count(seats[wind]) for wind in "SNW"] == [1, 1, 2]  # both winners, each with the discarder
    for path in ("/hall", "/me", "/display/1", "/t/1/sheet", "/year", "/desk"):
        assert client.get(path).status_code == 200


def test_an_event_is_opened_once(client: FlaskClient) -> None:
    body = {"id": str(uuid4()), "act": {"type": "Opened", "name": "Cup"}}
    assert [client.post("/api/hall/events", json=body).status_code for _ in range(2)] == [201, 200]
    assert [each["name"] for each in client.get("/api/hall/events").get_json()["events"]] == ["Cup"]
    assert '<a class="stack plain" href="/desk/1"><b>Cup</b><span></span>' in client.get("/desk").text
    other = {"id": body["id"], "act": {"type": "Opened", "name": "Open"}}
    assert client.post("/api/hall/events", json=other).status_code == 409
    assert client.get("/api/hall/events/2").get_json()["kind"] == "no-such-event"
    for path in ("/desk/2", "/me?event=2", "/hall?event=2"):
        assert client.get(path).status_code == 404


def test_the_list_of_events_says_where_and_when_they_are(client: FlaskClient) -> None:
    assert "No event yet" in client.get("/desk").text
    Desk(client, place="Riga <1>", begins="2026-05-01", ends="2026-05-02").enter()
    drawn = client.get("/desk").text
    days = [f'<time datetime="2026-05-0{day}" data-as="date">May {day}, 2026</time>' for day in (1, 2)]
    assert f"<span>Riga &lt;1&gt; · {days[0]} – {days[1]}</span>" in drawn
    assert "8 players, round 0 of 2" in drawn
    assert "No event yet" not in drawn


def test_a_players_page_is_drawn_for_the_name_that_it_is_asked_for(drawn: Desk) -> None:
    def page(name: str) -> str:
        return drawn.client.get("/me", query_string={"event": drawn.number, "name": name}).text

    assert '<option value="Gil">' in page("")
    assert "Who are you?" in page("Nobody of them")
    table = next(n for n, names in enumerate(drawn.shown()["drawn"][0]["tables"], 1) if "Gil" in names)
    before = page("Gil")
    assert all(text in before for text in ("Next: round 1", f"<b>Table {table}</b>", "No results published yet."))
    drawn.act(type="Started", round=1)
    assert "Round 1 is in progress" in page("Gil")
    drawn.play(1)
    drawn.play(2)
    drawn.act(type="Released", round=1)
    after = page("Gil")
    assert "Ranking after round 1" in after
    assert "Next: round 2" in after
    assert len(re.findall(r'class="(?:\w+ )*me[ "]', after)) == 3  # in the page, at the table and in the ranking


def test_a_list_is_looked_at_before_anything_is_kept(desk: Desk) -> None:
    desk.enter(("Ann Lee",))
    found = desk.post("people", 200, text="lee, ann\nBo")["people"]
    assert [(each["number"], each["name"]) for each in found] == [(2, "ann lee"), (3, "Bo")]
    like = found[0]["like"]
    assert (like["number"], like["name"], like["by"], found[1]["like"]) == (1, "Ann Lee", "name", None)
    assert len(desk.state()["people"]) == 1
    sent = desk.client.post(f"{desk.path}/people", data={"list": (io.BytesIO(b"Cy\nDi"), "a.csv")})
    assert [each["name"] for each in sent.get_json()["people"]] == ["Cy", "Di"]
    broken = desk.client.post(f"{desk.path}/people", data={"list": (io.BytesIO(b"PK\3\4"), "a.xlsx")})
    assert (broken.status_code, broken.get_json()["kind"]) == (422, "list-unreadable")


def test_an_act_is_recorded_once_by_who_asks(desk: Desk) -> None:
    desk.enter()
    id = str(uuid4())
    first = desk.act(id=id, type="CheckedIn", player=1, here=True)
    again = desk.act(200, id=id, type="CheckedIn", player=1, here=True)
    assert first["number"] == again["number"] == 3
    assert desk.act(409, id=id, type="CheckedIn", player=2, here=True)["kind"] == "id-taken"
    assert desk.act(422, type="CheckedIn", player=99, here=True)["kind"] == "no-such-entry"
    assert desk.act(400, type="Won")["kind"] == "no-event-act"
    who = desk.client.post(
        f"{desk.path}/records",
        json={"id": str(uuid4()), "act": {"type": "CheckedIn", "player": 2}},
        headers={"Tableside-Who": "Zoe"},
    )
    assert who.get_json()["record"]["who"] == "Zoe"
    assert [each["number"] for each in desk.client.get(f"{desk.path}/records").get_json()["records"]] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("what", "body", "kind"),
    [
        ("draw", {"id": str(uuid4()), "since": 3}, "not-a-draw"),
        ("draw", {"id": str(uuid4()), "seed": "x"}, "not-a-record"),
        ("draw", {}, "not-a-record"),
        ("people", {}, "no-list"),
        ("clocks", {"round": 1, "do": "start"}, "not-a-clock-act"),
        ("records", {"id": str(uuid4())}, "not-a-record"),
    ],
)
def test_what_is_no_request_is_refused(desk: Desk, what: str, body: dict[str, Any], kind: str) -> None:
    assert desk.post(what, 400, **body)["kind"] == kind


def test_players_that_fill_no_tables_are_not_seated(desk: Desk) -> None:
    desk.enter(NAMES[:7])
    refused = desk.post("draw", 422, id=str(uuid4()))
    assert refused["kind"] == "not-seated"
    desk.act(type="Entered", people=[{"number": 9, "name": "Substitute", "substitute": True}])
    state = desk.post("draw", id=str(uuid4()))["event"]
    assert {name for table in state["drawn"][0]["tables"] for name in table["names"]} == {*NAMES[:7], "Substitute"}


def test_a_round_is_played_and_released(drawn: Desk) -> None:
    state = drawn.act(type="Started", round=1)["event"]
    tables = state["drawn"][0]["tables"]
    assert drawn.client.get("/t/2").status_code == 200  # the server has as many tables as the event
    assert [(table["hand"], table["last"], table["over"]) for table in tables] == [(1, 16, False)] * 2
    assert drawn.post("clocks", 200, round=1, do="start")["tables"] == [1, 2]
    assert drawn.post("clocks", 200, round=1, do="start")["tables"] == []
    state = drawn.act(type="Extended", round=1, table=2, minutes=10)["event"]
    assert [round(table["clock"]["left"] / 60) for table in state["drawn"][0]["tables"]] == [60, 70]
    assert drawn.shown()["clock"]["phase"] == "running"
    drawn.play(1)
    drawn.play(2, hands=3)
    assert drawn.act(422, type="Finished", round=1, table=3, reason="x")["kind"] == "table-unknown"
    state = drawn.act(type="Finished", round=1, table=2, reason="power cut")["event"]
    assert [table["over"] for table in state["drawn"][0]["tables"]] == [True, True]
    winners = {tables[0]["names"][0], tables[1]["names"][0]}
    assert {row["name"] for row in state["standings"][:2]} == winners
    assert [(row["table_points"], row["points"]) for row in state["standings"][:2]] == [("4", 44), ("4", 44)]
    assert drawn.shown()["standings"] == drawn.shown()["results"] == []
    drawn.act(type="Released", round=1)
    assert {row["name"] for row in drawn.shown()["standings"][:2]} == winners
    assert drawn.shown()["big"][0]["points"] == 20
    drawn.act(type="HeldBack", round=1)
    assert drawn.shown()["standings"] == []


def test_what_matches_stand_against_is_forced(drawn: Desk) -> None:
    drawn.act(type="Started", round=1)
    for act in ({"type": "Released", "round": 1}, {"type": "Started", "round": 2}):
        body: dict[str, Any] = {"id": str(uuid4()), "act": act}
        refused = drawn.post("records", 409, **body)
        assert refused["kind"] in ("round-over-matches", "release-over-matches")
        assert "1, 2" in refused["error"]
        assert drawn.post("records", 400, **body, anyway="yes")["kind"] == "not-a-record"
        assert drawn.post("records", 409, **body, anyway=False)["kind"] == refused["kind"]
        drawn.post("records", 201, **body, anyway=True)
        drawn.post("records", 200, **body)
    state = drawn.state()
    assert [(each["over"], each["released"]) for each in state["drawn"]] == [(True, True), (False, False)]
    assert [table["forced"] for table in state["drawn"][0]["tables"]] == ["the next round begins"] * 2


def test_a_tables_device_begins_no_match_over_a_round_unasked(drawn: Desk) -> None:
    drawn.act(type="Started", round=1)
    body: dict[str, Any] = {"id": str(uuid4()), "act": {"type": "Seated", "players": ["A", "B", "C", "D"]}}

    def begin(**more: Any) -> Any:
        return drawn.client.post("/api/tables/1/records", json={**body, **more})

    refused = begin()
    assert (refused.status_code, refused.get_json()["kind"]) == (409, "round-running")
    assert begin(anyway=1).get_json()["kind"] == "not-a-record"
    assert begin(anyway=True).status_code == 201
    assert begin().status_code == 200  # it is there
    again = {"id": str(uuid4()), "act": body["act"]}
    assert drawn.client.post("/api/tables/1/records", json=again).status_code == 201  # the round is not played now
    state = drawn.act(type="Finished", round=1, table=1, reason="late")["event"]
    assert [table["over"] for table in state["drawn"][0]["tables"]] == [True, False]
    assert drawn.hall.matches(1).running is not None


def test_a_list_says_how_many_players_an_event_takes(desk: Desk) -> None:
    desk.enter(NAMES)
    looked = desk.post("people", 200, text="Bob\nCy")
    assert (looked["room"], looked["most"], len(looked["people"])) == (392, 400, 2)
    people = [{"number": number, "name": f"P{number}"} for number in range(100, 493)]
    assert desk.act(422, type="Entered", people=people)["kind"] == "too-many-players"
    assert desk.state()["room"] == 392


def test_the_clock_of_an_earlier_round_is_not_that_of_the_next(drawn: Desk) -> None:
    drawn.act(type="Started", round=1)
    drawn.post("clocks", 200, round=1, do="start")
    for table in (1, 2):
        drawn.act(type="Finished", round=1, table=table, reason="power cut")
    tables = drawn.act(type="Started", round=2)["event"]["drawn"][1]["tables"]
    assert [table["clock"]["phase"] for table in tables] == ["ready", "ready"]
    assert drawn.shown()["clock"] is None
    assert drawn.act(409, type="Extended", round=2, table=1, minutes=5)["kind"] == "clock-not-started"
    assert drawn.post("clocks", 200, round=2, do="start")["tables"] == [1, 2]
    tables = drawn.act(type="Extended", round=2, table=1, minutes=5)["event"]["drawn"][1]["tables"]
    assert [round(table["clock"]["left"] / 60) for table in tables] == [65, 60]


def test_extra_time_needs_a_clock(drawn: Desk) -> None:
    drawn.act(type="Started", round=1)
    before = len(drawn.state()["records"])
    assert drawn.act(409, type="Extended", round=1, table=1, minutes=5)["kind"] == "clock-not-started"
    assert len(drawn.state()["records"]) == before


def test_a_late_swap_settles_results_anew(drawn: Desk) -> None:
    state = drawn.act(type="Started", round=1)["event"]
    one, other = (table["players"][0] for table in state["drawn"][0]["tables"])
    names = [table["names"][0] for table in state["drawn"][0]["tables"]]
    drawn.play(1)
    swapped = drawn.act(type="Reseated", round=1, players=[one, other], reason="seen late")["event"]
    points = {row["name"]: row["points"] for row in swapped["standings"]}
    assert (points[names[0]], points[names[1]]) == (0, 44)
    match = drawn.hall.matches(1).current
    assert match is not None
    assert match.match.players[0] == names[1]
    assert swapped["undone"] == []


def test_a_round_that_is_taken_back_takes_its_matches_back(drawn: Desk) -> None:
    number = drawn.act(type="Started", round=1)["number"]
    state = drawn.act(type="Void", of=number, reason="too early")["event"]
    assert state["drawn"][0]["started"] is False
    assert drawn.hall.matches(1).current is None
    again = drawn.act(type="Started", round=1)["event"]
    assert [table["hand"] for table in again["drawn"][0]["tables"]] == [1, 1]


def test_what_a_table_undid_before_counts_as_undone(drawn: Desk) -> None:
    number = drawn.act(type="Started", round=1)["number"]
    drawn.hall.matches(1).record(Void(1, "nobody is here"), uuid4(), "", "referee")
    state = drawn.act(type="Void", of=number, reason="too early")["event"]
    assert state["undone"] == []
    assert drawn.hall.matches(2).current is None
    assert len(drawn.hall.records.journal.entries(1)) == 2


def test_what_tables_were_not_told_before_a_crash_they_are_told_afterwards(drawn: Desk) -> None:
    act = {"type": "Started", "round": 1}
    drawn.hall.records.events.append(drawn.number, uuid4(), from_dict(act), "", "desk")
    assert drawn.hall.matches(1).current is None
    again = Hall(drawn.hall.records)
    kept = again.get(drawn.number)
    match = again.match_of(kept, 1, 1)
    assert match is not None
    assert len(again.records.journal.entries(1)) == 1
    Hall(drawn.hall.records).get(drawn.number)
    assert len(again.records.journal.entries(1)) == 1


def test_files_hold_what_the_page_shows(drawn: Desk) -> None:
    drawn.act(type="Started", round=1)
    for table in (1, 2):
        drawn.play(table)
    state = drawn.state()
    book = load_workbook(io.BytesIO(drawn.client.get(f"/desk/{drawn.number}/results.xlsx").data))
    assert book.sheetnames[0] == "EMA"
    rows = list(book["EMA"].iter_rows(values_only=True))
    heads = rows.index(("Place", "First name", "Last name", "EMA number", "Table points", "Score", "Member", "Country"))
    assert {row[6] for row in rows[heads + 1 :]} == {None}  # nobody has a European number
    found = [(row[0], row[4], row[5]) for row in rows[heads + 1 :]]
    assert found == [(row["place"], float(row["table_points"]), row["points"]) for row in state["standings"]]
    totals = [row[-2] for row in book["Rounds"].iter_rows(values_only=True)][1:]
    assert totals == [float(row["table_points"]) for row in state["standings"]]
    one = {"number": 1, "name": NAMES[0], "ema": "04010001", "club": "Riichi Rhein", "country": "DEU"}
    drawn.act(type="Amended", person=one)
    book = load_workbook(io.BytesIO(drawn.client.get(f"/desk/{drawn.number}/results.xlsx").data))
    members = [row[3:] for row in book["EMA"].iter_rows(values_only=True) if row[6] == 1]
    assert [(row[0], row[3], row[4]) for row in members] == [("04010001", 1, "DEU")]
    csv = drawn.client.get(f"/desk/{drawn.number}/results.csv").get_data(as_text=True)
    assert csv.startswith("﻿Place,No.,Name")
    seats = drawn.client.get(f"/desk/{drawn.number}/seating.txt").get_data(as_text=True)
    assert seats.split("\n")[0] == "-".join(map(str, state["drawn"][0]["tables"][0]["players"]))
    assert drawn.client.get(f"/desk/{drawn.number}/players.csv").status_code == 200
    assert drawn.client.get(f"/desk/{drawn.number}/results.json").get_json()["standings"] == state["standings"]
    assert drawn.client.get(f"/desk/{drawn.number}/players.txt").status_code == 404


@pytest.mark.parametrize("path", ["/desk", "/me", "/hall"])
def test_pages_are_there_without_an_event(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_every_act_says_who_may_record_it() -> None:
    assert {act.__struct_config__.tag for act in get_args(EventAct)} == set(EVENT_ACTS)


def test_a_small_tournament_adds_up(client: FlaskClient) -> None:
    """`tests/ordeals/tournament` with 8 players and 2 rounds."""

    def send(method: str, path: str, body: Any) -> tuple[int, bytes]:
        answer = client.open(path, method=method, json=body)
        return answer.status_code, answer.data

    path, sums = play(send, 8, 2, seed=2, hands=4)
    assert sums.hands == 16
    check(send, path, sums)


def test_the_code_of_the_players_page_leads_there_and_nowhere_else(client: FlaskClient) -> None:
    def svg(to: str) -> str:
        return client.get(f"/qr.svg{to}").get_data(as_text=True)

    assert svg("?to=me") == qr_code("http://localhost/me")
    assert svg("?to=//evil.example") == svg("") == qr_code("http://localhost/")


def test_results_that_changed_after_their_publication_say_when_and_why(drawn: Desk) -> None:
    drawn.act(type="Started", round=1)
    for table in (1, 2):
        drawn.play(table)
    matches, path = drawn.hall.matches(1), f"/desk/{drawn.number}/reports.zip"

    def record(act: Corrected | Approved, who: str = "") -> None:
        matches.record(act, uuid4(), who, "referee")

    assert matches.current
    (won,) = matches.current.match.hands[0].records
    record(Corrected(won, Won("E", 30, "S"), "before anybody saw it"))
    drawn.act(type="Released", round=1)
    record(Approved(2))
    record(Corrected(won, Won("E", 30, "S"), "the same points"))
    assert (drawn.state()["corrected"], drawn.shown()["corrected"]) == ([], [])
    record(Corrected(won, Won("E", 24, "S"), "one dragon fewer"), "Zhao")
    (said,) = drawn.shown()["corrected"]
    assert re.match(r"Round 1, table 1: corrected after publication, [A-Z][a-z]{2} \d{1,2}, 20\d\d \d\d:\d\d\. ", said)
    assert "wins 24 off" in said
    assert said.endswith("(one dragon fewer)")
    assert drawn.state()["corrected"] == [said]
    for address in (f"/hall?event={drawn.number}", f"/me?event={drawn.number}"):
        assert said in drawn.client.get(address).text
    sheet = drawn.client.get("/t/1/sheet").text
    assert all(mark in sheet for mark in ("Corrected", "Zhao", "one dragon fewer"))
    with zipfile.ZipFile(io.BytesIO(drawn.client.get(path).data)) as reports:
        for name in ("corrected.csv", "web/index.html", "web/sheets.html"):
            assert "one dragon fewer" in reports.read(name).decode()
    drawn.act(type="HeldBack", round=1)
    drawn.act(type="Released", round=1)
    assert drawn.shown()["corrected"] == []  # what is published now is what stands


def test_a_seating_script_is_shown_by_names(client: FlaskClient) -> None:
    desk = Desk(client)
    desk.enter()
    found = desk.post("seating", 200, script="8-7-6-5\n4-3-2-1")
    assert found["rounds"] == [{"round": 1, "tables": [[*reversed(NAMES[4:])], [*reversed(NAMES[:4])]]}]
    assert "1-2" in desk.post("seating", 422, script="1-2")["error"]
    assert not desk.state()["drawn"]


def test_rounds_played_elsewhere_are_proposed_and_recorded(client: FlaskClient) -> None:
    desk = Desk(client)
    desk.enter()
    text = "Day,Table,P,T,P,T,P,T,P,T\n2025-01-11,1,Ann Lee,30,Bo Foo,-30,Chen,10,Zoe,-10"
    body = {"text": text, "past": True, "columns": ["day", "table", *["player", "points"] * 4]}
    found = desk.post("results", 200, **body)
    assert (found["asked"], found["problems"]) == ([], [])
    assert [(each["number"], each["name"]) for each in found["people"]] == [(9, "Bo Foo"), (10, "Zoe")]
    assert (found["tables"][0]["day"], found["tables"][0]["names"][1]) == ("2025-01-11", "Bo Foo")
    desk.act(**found["act"])
    assert desk.state()["standings"][0]["name"] == "Ann Lee"
    assert desk.state()["drawn"][0]["over"]


def test_the_desk_says_what_to_install_before_anybody_sits(client: FlaskClient) -> None:
    desk = Desk(client, rules="riichi-ema")
    desk.enter()
    draw = {"id": str(uuid4()), "since": 1, "seed": 1}
    with without_libraries():
        opened = {"id": str(uuid4()), "act": {"type": "Opened", "name": "Other", "rules": "riichi-wrc"}}
        answers = [
            client.post(path, json=body, headers={"Accept-Language": language})
            for path, body in (("/api/hall/events", opened), (f"{desk.path}/draw", draw))
            for language in ("en", "zh", "zh-Hant", "ja")
        ]
        assert {answer.status_code for answer in answers} == {422}
        assert all("pip install 'tableside[riichi]'" in answer.get_json()["error"] for answer in answers)
        assert len({answer.get_json()["error"] for answer in answers}) == 4
    desk.post("draw", **draw)
    with without_libraries():
        desk.act(422, type="Started", round=1)
    desk.act(type="Started", round=1)


def test_the_photo_of_a_paper_is_kept_before_its_totals(drawn: Desk, photo: bytes) -> None:
    """A hash that nobody sent is refused; the table's record names the photo, which goes with its match."""
    drawn.act(type="Started", round=1)
    typed = {"type": "TableResult", "round": 1, "table": 2, "totals": [-12, 30, 8, -26]}
    refused = drawn.act(422, **typed, sheet="a" * 64)
    assert refused["kind"] == "sheet-unknown"
    sent = {"photo": (io.BytesIO(b"no picture"), "paper.jpg")}
    assert drawn.client.post(f"{drawn.path}/photos", data=sent).status_code == 422
    kept = drawn.client.post(f"{drawn.path}/photos", data={"photo": (io.BytesIO(photo), "paper.jpg")})
    assert kept.status_code == 201
    sheet = kept.get_json()["photo"]
    drawn.act(**typed, sheet=sheet)
    entry = next(iter(drawn.hall.matches(2).all())).entries[-1]
    assert [*referenced_ids(entry.act, "photo")] == [sheet]
    assert "sheet" not in act_to_dict(Result((0, 0, 0, 0)))
    assert "sheet" not in to_dict(from_dict({**typed}))


def test_a_round_that_is_not_drawn_yet_is_still_to_come(desk: Desk) -> None:
    """A player's phone and the screen of the hall do not say that all rounds were played."""
    desk.enter()
    desk.post("draw", id=str(uuid4()), since=1, script="1-2-3-4\n5-6-7-8")
    desk.act(type="Started", round=1)
    for table in (1, 2):
        desk.act(type="TableResult", round=1, table=table, totals=[-12, 30, 8, -26])
    asked = {"event": desk.number, "name": NAMES[0]}
    mine = desk.client.get("/me", query_string=asked).get_data(as_text=True)
    assert "Round 2 is not drawn yet." in mine
    screen = desk.client.get("/hall", query_string=asked).get_data(as_text=True)
    assert "All rounds were played" not in mine + screen


HAND = "[CCC,1]123m456p789sE E self-draw"


def test_a_match_that_moves_takes_its_hands_along_and_what_arrives_late(drawn: Desk) -> None:
    client = drawn.client

    def record(table: int, status: int, id: str = "", **body: Any) -> Any:
        answer = client.post(f"/api/tables/{table}/records", json={"id": id or str(uuid4()), **body})
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer.get_json()

    def lay(**query: int) -> str:
        answer = client.post("/api/tables/2/hands", json={"text": HAND} if not query else None, query_string=query)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        return str(answer.get_json()["hand"]["id"])

    drawn.act(type="Started", round=1)
    laid = lay()
    record(2, 201, act={"type": "Won", "winner": "E", "points": 18, "laid": laid}, after=1)
    known = str(uuid4())
    record(2, 201, id=known, act={"type": "Drawn"}, after=2)
    begun = lay()
    state = drawn.act(type="TableMoved", since=1, table=2, to=7)["event"]
    assert state["undone"] == []
    assert [(each["table"], each["hand"]) for each in state["drawn"][0]["tables"]] == [(1, 1), (7, 3)]
    assert {each["id"] for each in client.get("/api/tables/7/hands").get_json()["hands"]} == {laid, begun}
    assert client.get("/api/tables/2/hands").get_json()["hands"] == []
    assert client.get(f"/api/hands/{laid}").status_code == 200
    counted = drawn.hall.matches(7).counted(laid)
    assert counted
    assert (counted.match.number, counted.record, counted.as_) == (1, 2, "win")
    entries = drawn.hall.records.journal.entries(7)
    assert verify([*map(record_of, entries)]) == Verified()
    assert verify([*map(record_of, drawn.hall.records.journal.entries(2))]) == Verified()

    late = str(uuid4())
    for status in (201, 200):  # sent again, as after an answer that was lost
        made = record(2, status, id=late, act={"type": "Drawn"}, after=3)
        assert (made["table"], made["number"], made["record"]["revocable"]) == (7, 4, False)
    assert record(2, 200, id=known, act={"type": "Drawn"}, after=2)["number"] == 3  # it went along under another id
    assert record(2, 201, act={"type": "Void", "of": 3, "reason": "misread"}, anyway=True)["table"] == 7
    assert record(2, 409, act={"type": "Drawn"}, after=2)["kind"] == "match-went-on"
    [found] = drawn.hall.matches(7).all()
    assert found.match.played == 2
    hand = lay(after=3)
    assert hand in {each["id"] for each in client.get("/api/tables/7/hands").get_json()["hands"]}
    assert record(2, 422, act={"type": "Drawn"}, after=4)["kind"] == "nobody-seated"  # who saw that it is gone
    gone_on = '<a href="/t/7">This match goes on at table 7.</a>'
    assert gone_on in client.get("/t/2").text
    assert client.get("/api/tables/2/match").get_json()["gone_on"] == 7
    assert client.get("/api/tables/2/match?number=1").status_code == 404
    assert gone_on not in client.get("/t/7").text
    seated = {"type": "Seated", "players": ["A", "B", "C", "D"]}
    assert "table" not in record(2, 201, act=seated)
    assert gone_on not in client.get("/t/2").text
    assert "table" not in record(2, 201, act={"type": "Drawn"})
