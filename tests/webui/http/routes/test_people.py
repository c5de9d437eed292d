"""Roles in use: who is let in and out, what each role may do at each address, and what stands on records."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import cache
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.served import Answers
from tests.waiting import PATIENCE
from tests.webui.addresses import filled
from tests.webui.callers import OWN, at_home
from tests.webui.http.routes.test_hall import Desk
from webui.access.pin import Access
from webui.access.roles import covers
from webui.http.api import DECLARED
from webui.http.app import create_app
from webui.http.roles import OF_ANY_EVENT
from webui.http.site import Site, site_of
from webui.http.uploads import OF_ONE
from webui.records.rights import ACTS, ROLES, Role
from webui.records.store import Storage
from webui.table.table import Table
from webui.table.tables import Tables

PHONE = {"REMOTE_ADDR": "192.168.1.7"}
PAGE = "http://192.168.1.2:8000/"
SEATED = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}


@pytest.fixture
def app(table: Table, application: Callable[..., Flask]) -> Flask:
    return application(table, access=Access(PAGE))


class Phone:
    """A phone in the network, with the token that it was given."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.token = ""

    def ask(self, method: str, path: str, **sent: Any) -> TestResponse:
        headers = {**sent.pop("headers", {}), **({"Authorization": f"Bearer {self.token}"} if self.token else {})}
        return self.client.open(path, method=method, headers=headers, environ_base=PHONE, **sent)

    def enter(self, **by: str) -> TestResponse:
        answer = self.ask("POST", "/api/access", json=by)
        self.token = answer.get_json().get("token", "")
        return answer


def made(app: Flask, name: str, role: Role, **more: Any) -> str:
    """Gives somebody a role on the computer itself; their id."""
    answer = at_home(app).post("/api/people", json={"name": name, "role": role, **more})
    assert answer.status_code == 201, answer.get_json()
    return str(next(each["id"] for each in answer.get_json()["people"] if each["name"] == name))


def invitation(app: Flask, person: str) -> str:
    address = at_home(app).post(f"/api/people/{person}/invitation").get_json()["address"]
    assert address.startswith((f"{PAGE}#invitation=", f"{PAGE}tables#invitation=", f"{PAGE}referee#invitation="))
    return str(address.partition("=")[2])


def invited(app: Flask, name: str, role: Role, **more: Any) -> Phone:
    phone = Phone(app)
    answer = phone.enter(invitation=invitation(app, made(app, name, role, **more)))
    assert (answer.status_code, answer.get_json()["role"]) == (200, role)
    return phone


def kind(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.get_json().get("kind", "")


@cache
def routes() -> list[tuple[str, str, str]]:
    """Return every method and address there is; the one that signs out comes last."""
    rules = create_app(Site(Table(Answers()))).url_map.iter_rules()
    found = {(method, rule.rule, rule.endpoint) for rule in rules for method in rule.methods or ()}
    asked = (route for route in found if route[0] not in ("OPTIONS", "HEAD"))
    return sorted(asked, key=lambda route: route[2] == "access.leave")


@pytest.fixture(scope="module")
def phones() -> dict[str, Phone]:
    """A phone for each role, and one that nobody signed in on."""
    app = create_app(Site(Table(Answers()), access=Access(PAGE)))
    return {role: invited(app, role, role) for role in ROLES} | {"nobody": Phone(app)}


@pytest.mark.parametrize("role", [*ROLES, "nobody"])
def test_each_role_reaches_the_routes_that_it_may_and_no_other(phones: dict[str, Phone], role: str) -> None:
    for method, rule, endpoint in routes():
        may = covers("spectator" if role == "nobody" else role, DECLARED[endpoint].role)  # type: ignore[arg-type]
        answer = phones[role].ask(method, filled(rule), buffered=False)
        assert (answer.status_code not in (401, 403)) is may, (method, rule, answer.status_code)
        if not may and rule.startswith("/api/"):
            assert answer.status_code == (401 if role == "nobody" else 403)
            body = answer.get_json()
            assert body["ok"] is False
            assert body["error"]
            assert body["fix"]
        answer.close()


def test_a_cookie_is_no_second_door(app: Flask) -> None:
    """A browser sends it unasked, also with what another site has it send: nothing is changed by it alone."""
    phone = invited(app, "Li", "chief")
    phone.token = ""
    assert phone.client.get_cookie("tableside-device") is not None
    for method, rule, endpoint in routes():
        may = DECLARED[endpoint].role == "spectator"
        answer = phone.ask(method, filled(rule), buffered=False)
        assert (answer.status_code not in (401, 403)) is may, (method, rule, answer.status_code)
        answer.close()


def test_a_page_is_drawn_as_the_device_of_its_cookie_sees_it(app: Flask) -> None:
    """Limited to the site, read by no script and sent by no other site; gone with who signs out."""
    made(app, "Ann", "chief")
    phone = invited(app, "Li", "chief")
    cookie = phone.client.get_cookie("tableside-device")
    assert cookie is not None
    assert (cookie.path, cookie.http_only, cookie.same_site) == ("/", True, "Strict")
    token, phone.token = phone.token, ""
    drawn = phone.ask("GET", "/people").get_data(as_text=True)
    assert ("Li: Tournament director" in drawn, "<b>Ann</b>" in drawn, 'data-drawn-for="device"' in drawn) == (
        True,
        True,
        True,
    )
    assert 'class="may-player may-table may-referee "' in drawn
    stranger = Phone(app).ask("GET", "/people").get_data(as_text=True)
    assert ("Ann" in stranger, 'data-drawn-for=""' in stranger, 'class="watching "' in stranger) == (False, True, True)
    phone.token = token
    phone.ask("DELETE", "/api/access")
    phone.token = ""
    assert phone.client.get_cookie("tableside-device") is None
    assert "<b>Ann</b>" not in phone.ask("GET", "/people").get_data(as_text=True)


def test_a_device_that_lost_its_cookie_gets_it_again(app: Flask) -> None:
    phone = invited(app, "Li", "referee")
    phone.client.delete_cookie("tableside-device")
    phone.client.set_cookie("tableside-device", "old", path="/api/")  # as an earlier version set it
    phone.ask("GET", "/api/access")
    cookie = phone.client.get_cookie("tableside-device")
    assert cookie is not None
    assert cookie.value == phone.token
    assert phone.client.get_cookie("tableside-device", path="/api/") is None
    stranger = Phone(app)
    stranger.token = "made up"
    assert "Set-Cookie" not in stranger.ask("GET", "/api/access").headers


@pytest.mark.parametrize(("role", "sees"), [("referee", True), ("scorer", False), ("player", False)])
def test_the_page_of_referees_comes_with_what_waits_to_a_referee(app: Flask, role: Role, sees: bool) -> None:
    phone = invited(app, "Li", role)
    at_home(app).post("/api/tables/1/calls", json={"reason": "A tile <fell>"})
    phone.token = ""
    drawn = phone.ask("GET", "/referee").get_data(as_text=True)
    assert ("A tile &lt;fell&gt;" in drawn, "referee-data" in drawn) == (sees, sees)


@pytest.mark.parametrize("role", ROLES)
def test_each_role_records_the_acts_that_it_may_and_no_other(app: Flask, role: Role) -> None:
    phone = invited(app, "Li", role)
    for act, least in ACTS.items():
        for sent in ({"type": act}, {"type": "Corrected", "of": 1, "act": {"type": act}, "reason": "r"}):
            answer = phone.ask("POST", "/api/tables/1/records", json={"id": str(uuid4()), "act": sent})
            may = covers(role, least) and covers(role, "table")
            assert (answer.status_code != 403) is may, (act, kind(answer))


@pytest.fixture(scope="module")
def of_events() -> dict[tuple[str, int], Phone]:
    """Two events, of which the first has a match at table 1; and a phone for each role of each of them."""
    app = create_app(Site(Tables(Table(Answers())), access=Access(PAGE)))
    for _ in range(2):
        desk = Desk(at_home(app))
        desk.enter()
        desk.post("draw", id=str(uuid4()), since=1, seed=1)
        if desk.number == 1:
            desk.act(type="Started", round=1)
    return {(role, event): invited(app, f"{role} {event}", role, event=event) for role in ROLES for event in (1, 2)}


@pytest.mark.parametrize("role", ROLES)
def test_a_role_for_one_event_reaches_its_tables_and_pages_and_no_others(
    of_events: dict[tuple[str, int], Phone], role: Role
) -> None:
    """All addresses name table 1 and event 1, or neither; no phone ends what the others look at."""
    ends = ("access.leave", "hall.", "matches.record", "program.")
    for method, rule, endpoint in routes():
        least = DECLARED[endpoint].role
        if least == "spectator" or (method != "GET" and endpoint.startswith(ends)):
            continue
        blueprint = endpoint.partition(".")[0]
        of_table = "<int:" in rule or blueprint in ("hands", "play", "live", "calibration", "setup", "tilesets")
        named = "hand_id" in rule or "call_id" in rule or endpoint in OF_ANY_EVENT  # there is none of id 1
        for event in (1, 2):
            answer = of_events[role, event].ask(method, filled(rule), buffered=False)
            may = covers(role, least) and (named or (of_table and event == 1))
            assert (answer.status_code not in (401, 403)) is may, (method, rule, event, answer.status_code)
            if covers(role, least) and not may and rule.startswith("/api/"):
                assert kind(answer) == (403, "other-event"), rule
            answer.close()


def test_a_role_for_one_event_records_there_alone(of_events: dict[tuple[str, int], Phone]) -> None:
    phones = of_events

    def post(role: Role, event: int, path: str, **act: Any) -> tuple[int, str]:
        return kind(phones[role, event].ask("POST", path, json={"id": str(uuid4()), "act": act}))

    match, desk = "/api/tables/1/records", "/api/hall/events/1/records"
    assert post("referee", 1, match, type="Penalty", seat="E", amount=0, reason="slow")[0] == 201
    assert post("referee", 2, match, type="Penalty", seat="E", amount=0, reason="slow") == (403, "other-event")
    assert post("referee", 1, desk, type="CheckedIn", player=1)[0] == 201
    assert post("chief", 2, desk, type="CheckedIn", player=1) == (403, "other-event")
    assert post("chief", 1, match, type="Erased", player="E", name="N. N.") == (403, "other-event")
    phone = phones["referee", 2]
    assert kind(phone.ask("POST", "/api/notes", json={"player": "x", "text": "t", "table": 1})) == (403, "other-event")
    note = phones["referee", 1].ask("POST", "/api/notes", json={"player": "x", "text": "t", "table": 1}).get_json()
    assert kind(phone.ask("DELETE", f"/api/notes/{note['note']['id']}")) == (403, "other-event")
    seen = {event: phones["referee", event].ask("GET", "/api/referee").get_json() for event in (1, 2)}
    assert [len(seen[event]["notes"]) for event in (1, 2)] == [1, 0]
    assert [len(seen[event]["penalties"]["fines"]) for event in (1, 2)] == [1, 0]
    pages = {event: phones["referee", event].ask("GET", "/referee").get_data(as_text=True) for event in (1, 2)}
    assert ["slow" in pages[event] for event in (1, 2)] == [True, False]
    me = phones["referee", 2].ask("GET", "/api/access").get_json()
    assert (me["role"], me["event"]) == ("referee", 2)


def test_a_role_is_for_an_event_that_there_is(app: Flask) -> None:
    answer = at_home(app).post("/api/people", json={"name": "Li", "role": "referee", "event": 7})
    assert kind(answer) == (400, "not-a-person")


@pytest.mark.parametrize("address", ["/t/1/match.json?number=1", "/t/1/match.xlsx?number=1", "/t/1/match.zip?number=1"])
def test_a_file_that_a_page_links_to_is_given_without_a_token(app: Flask, address: str) -> None:
    """A browser that follows a link sends no token; files of the desk are fetched by its script, with one."""
    phone = invited(app, "Li", "table")
    assert phone.ask("POST", "/api/tables/1/records", json={"id": str(uuid4()), "act": SEATED}).status_code == 201
    phone.token = ""
    with phone.ask("GET", address) as answer:
        assert answer.status_code == 200
        assert answer.get_data()


@pytest.mark.parametrize(
    ("role", "more", "says", "listed"),
    [
        ("chief", {}, "Dai: Tournament director", True),
        ("chief", {"event": 1}, "Dai: Tournament director, Cup", False),
        ("table", {"table": 3}, "Dai: Table device, table 3", False),
        ("player", {}, "Dai: Player", False),
    ],
)
def test_the_page_of_people_names_them_to_a_director_of_everything_alone(
    app: Flask, role: Role, more: dict[str, Any], says: str, listed: bool
) -> None:
    Desk(at_home(app))
    made(app, "Ann <b>", "chief")
    drawn = invited(app, "Dai", role, **more).ask("GET", "/people/drawn").get_data(as_text=True)
    assert f'<p id="me-says" role="status">{says}</p>' in drawn
    assert ('data-key="out"' in drawn, "Ann" in drawn) == (True, listed)
    assert "<b>Ann &lt;b&gt;</b>" in drawn if listed else "known" not in drawn


def test_who_has_no_role_signs_in_on_the_page_of_people_or_gives_a_name(app: Flask) -> None:
    named = at_home(app).get("/people/drawn", headers={"Tableside-Who": "%E9%99%88"}).get_data(as_text=True)
    assert ('value="陈"' in named, "No roles yet" in named) == (True, True)
    before = Phone(app).ask("GET", "/people/drawn").get_data(as_text=True)
    assert ("until you enter the PIN" in before, 'name="pin"' in before, "No roles yet" in before) == (
        True,
        False,
        False,
    )
    made(app, "Ann", "chief")
    after = Phone(app).ask("GET", "/people/drawn").get_data(as_text=True)
    assert ("Scan your invitation" in after, 'name="pin"' in after, "Ann" in after) == (True, True, False)


def test_an_invitation_lets_one_device_in(app: Flask) -> None:
    carried = invitation(app, made(app, "Li", "referee"))
    first, second = Phone(app), Phone(app)
    assert first.enter(invitation=carried).get_json()["who"] == "Li"
    assert kind(second.enter(invitation=carried)) == (403, "invitation-over")
    assert first.ask("GET", "/api/access").get_json()["role"] == "referee"


def test_a_new_invitation_ends_the_one_before(app: Flask) -> None:
    person = made(app, "Li", "referee")
    old, new = invitation(app, person), invitation(app, person)
    assert kind(Phone(app).enter(invitation=old)) == (403, "invitation-over")
    assert Phone(app).enter(invitation=new).status_code == 200


def test_an_invitation_is_over_after_two_days(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    carried = invitation(app, made(app, "Li", "referee"))
    monkeypatch.setattr("webui.records.moments.now", lambda: "2999-01-01T00:00:00.000+00:00")
    assert kind(Phone(app).enter(invitation=carried)) == (403, "invitation-over")


@pytest.mark.parametrize(("name", "pin"), [("Li", "246813"), (" lI ", "246 813")])
def test_name_and_pin_sign_in(app: Flask, name: str, pin: str) -> None:
    made(app, "Li", "scorer", pin="246813")
    assert Phone(app).enter(name=name, pin=pin).get_json()["role"] == "scorer"


@pytest.mark.parametrize(("name", "pin"), [("Li", "246814"), ("Bo", ""), ("Bo", "246813"), ("Nobody", "246813")])
def test_another_name_or_pin_does_not(app: Flask, name: str, pin: str) -> None:
    made(app, "Li", "scorer", pin="246813")
    made(app, "Bo", "scorer")
    assert kind(Phone(app).enter(name=name, pin=pin)) == (403, "name-or-pin-wrong")


def test_guessing_the_pin_of_somebody_is_stopped(app: Flask) -> None:
    made(app, "Li", "chief", pin="246813")
    tries = [Phone(app).enter(name="Li", pin="000000").status_code for _ in range(7)]
    assert tries == [403] * 5 + [429] * 2
    assert kind(Phone(app).enter(name="Li", pin="246813")) == (429, "pins-too-many")


def test_a_device_that_was_signed_in_before_is_not_refused_for_wrong_pins_of_others(app: Flask) -> None:
    made(app, "Li", "chief", pin="246813")
    known, others = Phone(app), Phone(app)
    assert known.enter(name="Li", pin="246813").status_code == 200
    assert [others.enter(name="Li", pin="111112").status_code for _ in range(6)] == [403] * 5 + [429]
    known.token = ""  # its tab is closed, or its day is over
    assert known.enter(name="Li", pin="246813").status_code == 200
    assert others.enter(name="Li", pin="246813").status_code == 429


def test_an_invitation_and_a_signed_in_device_are_not_refused_for_wrong_pins_of_others(app: Flask) -> None:
    made(app, "Li", "chief", pin="246813")
    phone = invited(app, "Bo", "referee")
    carried = invitation(app, made(app, "Chen", "scorer"))
    while (refused := Phone(app).enter(name="Li", pin="000000")).status_code != 429:
        pass
    assert refused.headers["Retry-After"] == "60"
    assert phone.ask("POST", "/api/tables/1/hands").status_code == 201
    assert Phone(app).enter(invitation=carried).status_code == 200


@pytest.mark.parametrize("pin", ["123456", "654321", "000000", "121212", "123123"])
def test_a_pin_that_is_guessed_first_is_refused(app: Flask, pin: str) -> None:
    answer = at_home(app).post("/api/people", json={"name": "Li", "role": "referee", "pin": pin})
    assert kind(answer) == (400, "pin-guessed-first")
    person = made(app, "Li", "referee", pin="246813")
    answer = at_home(app).put(f"/api/people/{person}", json={"role": "referee", "pin": pin})
    assert kind(answer) == (400, "pin-guessed-first")


def test_pins_and_tokens_are_kept_as_hashes_alone(app: Flask, table: Table) -> None:
    made(app, "Li", "scorer", pin="246813")
    phone = Phone(app)
    phone.enter(name="Li", pin="246813")
    person = table.records.people.called("Li")
    assert person is not None
    assert person.pin.startswith("$argon2id$")
    with table.records.database.reading() as connection:
        kept = connection.exec_driver_sql("SELECT secret FROM device").scalars().all()
    assert len(kept) == 1
    assert phone.token not in kept


def test_a_device_that_is_signed_out_only_watches(app: Flask) -> None:
    phone = invited(app, "Li", "referee")
    chief = at_home(app)
    device = chief.get("/api/people").get_json()["devices"][0]
    assert phone.ask("POST", "/api/tables/1/hands").status_code == 201
    assert chief.delete(f"/api/devices/{device['id']}").get_json()["devices"] == []
    assert kind(phone.ask("POST", "/api/tables/1/hands")) == (401, "sign-in-needed")


@pytest.mark.parametrize(
    ("days", "used", "holds"), [(179, [], True), (181, [], False), (300, [150], True), (331, [150], False)]
)
def test_a_sign_in_ends_after_half_a_year_without_use_which_the_page_says(
    app: Flask, monkeypatch: pytest.MonkeyPatch, days: int, used: list[int], holds: bool
) -> None:
    monkeypatch.setattr("webui.access.people.SEEN_AGAIN", 0)
    made(app, "Ann", "chief")
    phone, began = invited(app, "Li", "chief"), datetime.now(UTC)

    def asked(after: int) -> tuple[int, str]:
        now = (began + timedelta(days=after)).isoformat(timespec="milliseconds")
        monkeypatch.setattr("webui.records.moments.now", lambda: now)
        return phone.ask("POST", "/api/tables/1/hands").status_code, phone.ask("GET", "/people/drawn").text

    for day in used:
        status, page = asked(day)
        ends = (began + timedelta(days=day + 180)).date()
        assert (status, page.count(f'datetime="{ends}T')) == (201, 2)  # of this device, and in the list of all
        assert "if it is not used" in page
    listed = at_home(app).get("/api/people")
    assert [each["ends"] > each["seen"] for each in listed.get_json()["devices"]] == [True]
    status, page = asked(days)
    assert status == (201 if holds else 401)
    assert ("This sign-in ends on" in page) == holds
    assert len(at_home(app).get("/api/people").get_json()["devices"]) == holds


def test_somebody_signs_out(app: Flask) -> None:
    phone = invited(app, "Li", "referee")
    assert phone.ask("DELETE", "/api/access").status_code == 200
    assert kind(phone.ask("POST", "/api/tables/1/hands")) == (401, "sign-in-needed")


def test_a_role_that_is_taken_away_is_gone_on_every_device(app: Flask) -> None:
    person = made(app, "Li", "referee", pin="246813")
    carried = invitation(app, person)
    phones = [Phone(app), Phone(app)]
    for phone in phones:
        phone.enter(name="Li", pin="246813")
        assert phone.ask("POST", "/api/tables/1/hands").status_code == 201
    assert at_home(app).delete(f"/api/people/{person}").get_json()["people"] == []
    made(app, "Bo", "chief")
    for phone in phones:
        assert phone.ask("POST", "/api/tables/1/hands").status_code == 401
    assert Phone(app).enter(invitation=carried).status_code == 403
    assert Phone(app).enter(name="Li", pin="246813").status_code == 403


def test_another_role_holds_at_once(app: Flask) -> None:
    phone = invited(app, "Li", "scorer")
    person = at_home(app).get("/api/people").get_json()["people"][0]["id"]
    assert kind(phone.ask("PUT", "/api/tables/1/name", json={"name": "A"})) == (403, "needs-referee")
    at_home(app).put(f"/api/people/{person}", json={"role": "referee"})
    assert phone.ask("PUT", "/api/tables/1/name", json={"name": "A"}).status_code == 200


def test_a_change_leaves_the_pin_or_takes_it_away(app: Flask) -> None:
    person = made(app, "Li", "scorer", pin="246813")
    chief = at_home(app)
    for pin, has in ((None, True), ("", False), ("864209", True)):
        answer = chief.put(f"/api/people/{person}", json={"role": "scorer", "pin": pin})
        assert answer.get_json()["people"][0]["pin"] is has
    assert Phone(app).enter(name="Li", pin="864209").status_code == 200


def test_a_device_of_a_table_does_nothing_at_another(app: Flask, table: Table) -> None:
    own, other = invited(app, "Table 1", "table", table=1), invited(app, "Table 7", "table", table=7)
    hand = own.ask("POST", "/api/tables/1/hands").get_json()["hand"]["id"]
    change = {"version": 1, "change": {"do": "rules", "rules": "zungjung"}}
    record = {"id": str(uuid4()), "act": SEATED}
    for method, path, sent in (
        ("POST", "/api/tables/1/hands", None),
        ("POST", "/api/tables/1/hands", {"text": "123m456p789sEEESS S"}),
        ("POST", f"/api/hands/{hand}/changes", change),
        ("POST", "/api/tables/1/records", record),
        ("POST", "/api/tables/1/play", {"do": "deal", "hand": 2, "dealer": 2}),
        ("POST", "/api/tables/1/box", {"do": "call", "id": "button-1"}),
    ):
        assert kind(other.ask(method, path, json=sent)) == (403, "other-table"), path
        assert own.ask(method, path, json=sent).status_code in (200, 201), path
    assert other.ask("GET", "/api/tables/1/records").status_code == 200


def test_what_somebody_does_has_their_name_and_role(app: Flask, table: Table) -> None:
    phone = invited(app, "Li", "referee")
    sent = {"id": str(uuid4()), "act": SEATED, "who": "somebody else"}
    record = phone.ask("POST", "/api/tables/1/records", json=sent, headers={"Tableside-Who": "x"}).get_json()["record"]
    assert (record["who"], record["role"]) == ("Li", "referee")
    hand = phone.ask("POST", "/api/tables/1/hands").get_json()["hand"]["id"]
    change = {"version": 1, "change": {"do": "rules", "rules": "zungjung"}, "who": "somebody else"}
    phone.ask("POST", f"/api/hands/{hand}/changes", json=change)
    phone.ask("DELETE", f"/api/hands/{hand}")
    kept = table.hands.get(hand)
    assert kept is not None
    assert [each.signed.who for each in kept.changes] == ["Li"]
    assert [each.who for each in table.records.hands.hidings(hand)] == ["Li"]


def test_the_pin_of_the_run_ends_when_somebody_has_a_role(app: Flask) -> None:
    access: Access = site_of(app).access
    phone = Phone(app)
    assert phone.enter(pin=access.pin).get_json()["role"] == "chief"
    assert phone.ask("POST", "/api/tables/1/hands").status_code == 201
    made(app, "Li", "referee")
    assert kind(phone.ask("POST", "/api/tables/1/hands")) == (401, "sign-in-needed")
    assert kind(Phone(app).enter(pin=access.pin)) == (403, "sign-in-needed")
    page = at_home(app).get("/").get_data(as_text=True)
    assert access.pin[:3] + " " + access.pin[3:] not in page


def test_who_has_the_pin_makes_a_chief_first_and_is_that_one(app: Flask) -> None:
    phone = Phone(app)
    phone.enter(pin=site_of(app).access.pin)
    assert kind(phone.ask("POST", "/api/people", json={"name": "Li", "role": "referee"})) == (409, "chief-first")
    phone.token = phone.ask("POST", "/api/people", json={"name": "Li", "role": "chief"}).get_json()["token"]
    assert phone.ask("GET", "/api/access").get_json()["who"] == "Li"
    assert phone.ask("POST", "/api/people", json={"name": "Bo", "role": "referee"}).get_json()["token"] is None


def test_the_first_role_at_the_computer_itself_is_its_owners(app: Flask) -> None:
    """A program proves nothing by its address, and what opened the page may be no longer the owner afterwards."""
    here, page = app.test_client(), {"Origin": "http://localhost"}
    assert kind(here.post("/api/people", json={"name": "Li", "role": "chief"})) == (401, "first-role-unproved")
    refused = here.post("/api/people", json={"name": "Li", "role": "referee"}, headers=page)
    assert kind(refused) == (409, "chief-first")
    made = here.post("/api/people", json={"name": "Li", "role": "chief"}, headers=page).get_json()
    signed = here.get("/api/access", headers={"Authorization": f"Bearer {made['token']}"}).get_json()
    assert (signed["who"], signed["role"]) == ("Li", "chief")
    assert kind(here.get("/api/people")) == (401, "sign-in-needed")
    assert "Sign in" in here.get("/").text


def test_a_page_is_opened_with_the_token_of_the_computer(app: Flask) -> None:
    chief = at_home(app)
    made(app, "Li", "referee")
    assert chief.get("/api/access").get_json()["here"] is True
    page = app.test_client()
    assert kind(page.post("/api/access", json={"token": "x"})) == (403, "token-wrong")
    code = OWN.code()
    assert page.post("/api/access", json={"token": code}).get_json()["token"] == OWN.text
    assert kind(page.post("/api/access", json={"token": code})) == (403, "token-wrong")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({}, "body-invalid"),
        ({"name": "", "role": "referee"}, "not-a-person"),
        ({"name": "x" * 61, "role": "referee"}, "not-a-person"),
        ({"name": "a\u0007b", "role": "referee"}, "not-a-person"),
        ({"name": 1, "role": "referee"}, "body-invalid"),
        ({"name": "Li", "role": "king"}, "body-invalid"),
        ({"name": "Li", "role": ["chief"]}, "body-invalid"),
        ({"name": "Li", "role": "table", "table": 0}, "body-invalid"),
        ({"name": "Li", "role": "table", "table": True}, "body-invalid"),
        ({"name": "Li", "role": "referee", "pin": "12345"}, "not-a-person"),
        ({"name": "Li", "role": "referee", "pin": "1234567890123"}, "not-a-person"),
        ({"name": "Li", "role": "referee", "pin": "abcdef"}, "not-a-person"),
        ({"name": "Li", "role": "referee", "pin": 123456}, "body-invalid"),
    ],
)
def test_what_is_nobody_gets_no_role(app: Flask, body: dict[str, Any], why: str) -> None:
    assert kind(at_home(app).post("/api/people", json=body)) == (400, why)
    assert at_home(app).get("/api/people").get_json()["people"] == []


def test_no_two_are_called_the_same(app: Flask) -> None:
    made(app, "Li", "referee")
    answer = at_home(app).post("/api/people", json={"name": "LI", "role": "chief"})
    assert kind(answer) == (409, "person-name-taken")


@pytest.mark.parametrize(
    "asked",
    [
        lambda client: client.put("/api/people/x", json={"role": "chief"}),
        lambda client: client.delete("/api/people/x"),
        lambda client: client.post("/api/people/x/invitation"),
    ],
)
def test_nobody_of_an_unknown_id_is_there(app: Flask, asked: Callable[[FlaskClient], TestResponse]) -> None:
    assert kind(asked(at_home(app))) == (404, "nobody-such")


def test_too_many_pictures_of_one_device_wait(app: Flask) -> None:
    phone, other = invited(app, "Li", "table"), invited(app, "Bo", "table")
    statuses = [phone.ask("POST", "/api/tables/1/hands").status_code for _ in range(OF_ONE.amount + 2)]
    assert statuses == [201] * OF_ONE.amount + [429] * 2
    assert other.ask("POST", "/api/tables/1/hands").status_code == 201
    assert at_home(app).post("/api/tables/1/hands").status_code == 201


def test_people_and_their_devices_outlive_the_server(tmp_path: Any) -> None:
    records = Storage.open(tmp_path)
    app = create_app(Site(Table(Answers(), records=records), access=Access(PAGE)))
    phone = invited(app, "Li", "referee")
    records.close()
    records = Storage.open(tmp_path)
    again = Phone(create_app(Site(Table(Answers(), records=records), access=Access(PAGE))))
    again.token = phone.token
    assert again.ask("GET", "/api/access").get_json()["who"] == "Li"
    records.close()


def two_at_once(app: Flask, edits: list[dict[str, Any]]) -> tuple[dict[str, tuple[int, Any]], str]:
    """The answers to two referees who change the same version of a hand at the same moment; the id of the hand."""
    text = {"text": "[123s,1]456789sCCC9p 9p discard seat=E"}
    hand = at_home(app).post("/api/tables/1/hands", json=text).get_json()["hand"]["id"]
    referees = {name: invited(app, name, "referee") for name in ("Li", "Wu")}
    both = Barrier(2)

    def change(name: str, edit: dict[str, Any]) -> tuple[int, Any]:
        both.wait(PATIENCE)
        sent = {"version": 1, "change": edit}
        answer = referees[name].ask("POST", f"/api/hands/{hand}/changes", json=sent)
        return answer.status_code, answer.get_json()

    with ThreadPoolExecutor(2) as pool:
        tasks = {name: pool.submit(change, name, edit) for name, edit in zip(referees, edits, strict=True)}
        return {name: task.result() for name, task in tasks.items()}, hand


def test_two_referees_who_correct_different_things_at_once_are_both_kept(app: Flask, table: Table) -> None:
    edits = [{"do": "name", "at": "c6", "tile": "F"}, {"do": "rules", "rules": "zungjung"}]
    answers, hand = two_at_once(app, edits)
    assert [status for status, _ in answers.values()] == [200, 200]
    kept = table.hands.get(hand)
    assert kept is not None
    assert sorted(change.signed.who for change in kept.changes) == ["Li", "Wu"]
    assert kept.laid.rules == "zungjung"
    assert kept.laid.concealed[6].tile == "F"


def test_of_two_referees_who_correct_the_same_the_second_is_shown_both(app: Flask, table: Table) -> None:
    edits = [{"do": "name", "at": "c6", "tile": tile} for tile in ("F", "P")]
    answers, hand = two_at_once(app, edits)
    assert sorted(status for status, _ in answers.values()) == [200, 409]
    refused = next(body for status, body in answers.values() if status == 409)
    assert refused["kind"] == "hand-changed"
    assert refused["mine"]
    assert len(refused["theirs"]) == 1
    kept = table.hands.get(hand)
    assert kept is not None
    first = next(name for name, (status, _) in answers.items() if status == 200)
    assert [change.signed.who for change in kept.changes] == [first]
    assert kept.laid.concealed[6].tile == {"Li": "F", "Wu": "P"}[first]
