"""A match of a game that is not installed opens, names what is missing, and is kept as it is."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_OID, uuid4, uuid5

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert

from scoring.match.event_acts import Started
from scoring.match.records import Won
from tests.uninstalled import uninstalled, without_libraries
from tests.webui.hall.test_desk import drawn
from webui.cli import main
from webui.commands import doctor_checks
from webui.exports.bundle import open_bundle
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.http.site import site_of
from webui.match.renaming import erasing_of
from webui.records.canonical import digest
from webui.records.database.schema import records as rows
from webui.records.store import Storage
from webui.records.verifying import Verified, record_of, verify
from webui.table.table import Table
from webui.table.tables import Tables

FOUR: Final = ["Ann", "Bo", "Chen", "Dai"]
PLAYED: Final[tuple[dict[str, Any], ...]] = (
    {"type": "Seated", "players": FOUR, "rules": "riichi-ema"},
    {"type": "DeclaredRiichi", "player": "Ann"},
    {"type": "Corrected", "of": 2, "act": {"type": "DeclaredRiichi", "player": "Bo"}, "reason": "it was Bo"},
    {"type": "Won", "winner": "E", "points": 12000},
)


@pytest.fixture
def start(records: Storage, answers: Any, application: Callable[..., Flask]) -> Callable[[], FlaskClient]:
    """Start a server of two tables on the records."""

    def started() -> FlaskClient:
        tables = Tables(Table(answers, records=records), 2)
        app = application(tables.own)
        site_of(app).tables = tables
        return app.test_client()

    return started


def record(client: FlaskClient, table: int, act: dict[str, Any], **signed: Any) -> tuple[int, str | None]:
    answer = client.post(f"/api/tables/{table}/records", json={"id": str(uuid4()), "act": act}, **signed)
    return answer.status_code, answer.json["kind"] if answer.status_code >= 400 else None


def shown(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/tables/1/match?lang=en").json
    return found


def kept(client: FlaskClient) -> list[tuple[Any, ...]]:
    found = client.get("/api/tables/1/records").json["records"]
    return [(each["number"], each["act"], each["hash"]) for each in found]


def found_by_doctor(records: Storage) -> list[str]:
    with records.database.reading() as connection:
        ask = connection.exec_driver_sql
        found = doctor_checks.records_found(ask(doctor_checks.RECORDS), ask(doctor_checks.REWRITTEN))
        return [each.kind for each in found]


def test_a_match_of_a_game_that_was_removed_can_be_read_and_comes_back_with_it(
    start: Callable[[], FlaskClient], records: Storage
) -> None:
    client = start()
    assert [record(client, 1, act)[0] for act in PLAYED] == [201] * len(PLAYED)
    before, written = shown(client), kept(client)
    assert before["points"] == {"Ann": 43_000, "Bo": 25_000, "Chen": 26_000, "Dai": 26_000}
    with uninstalled("riichi"):
        client = start()
        assert kept(client) == written
        found = shown(client)
        assert (found["rules"], found["rules_title"], found["points"]) == ("riichi-ema", "riichi-ema", {})
        assert [(each["record"], each["kind"]) for each in found["refused"]] == [
            (number, "unknown-rules") for number in range(1, 5)
        ]
        assert all("'riichi-ema'" in each["says"] for each in found["refused"])
        assert (found["game"], found["body"], found["body_title"], found["minimum"]) == ("", "", "", 0)
        assert found["missing"].startswith("The rules riichi-ema are not installed here")
        told = client.get("/api/tables/1/records?lang=en").json["records"]
        assert told[0]["says"] == "The match begins: Ann, Bo, Chen, Dai"
        assert "12000" in told[3]["says"], "its points stay readable"
        for page in ("/t/1", "/t/1/sheet", "/display/1", "/t/1/hands"):
            shown_there = client.get(f"{page}?lang=en").text
            assert found["missing"] in shown_there, page
            assert page == "/t/1" or "Chinese Official (MCR)" not in shown_there, "that is offered for the next match"
        assert found["damaged"] is None
        for form in ("", "/sheet", "/match.csv", "/match.json", "/match.xlsx", "/match.zip"):
            with client.get(f"/t/1{form}") as answer:
                assert answer.status_code == 200
        for page in ("/display/1", "/referee", "/api/tables"):
            assert client.get(page).status_code == 200
        assert verify([record_of(each) for each in records.journal.entries(1)]) == Verified()
        with client.get("/t/1/match.zip") as answer:
            made_without = answer.data
        problems = open_bundle(io.BytesIO(made_without)).problems
        assert [(each.kind, each.about) for each in problems] == [("rules-missing", {"rules": "riichi-ema"})]
        assert found_by_doctor(records) == ["records-good"]
        # nothing is added to it, and the others go on
        assert record(client, 1, {"type": "Drawn"}) == (422, "unknown-rules")
        assert record(client, 1, {"type": "DeclaredRiichi", "seat": "E"})[0] == 400
        assert record(client, 1, {"type": "Void", "of": 4, "reason": "x"}) == (422, "unknown-rules")
        assert record(client, 2, {"type": "Seated", "players": FOUR}) == (201, None)
    client = start()
    assert kept(client) == written
    assert shown(client)["points"] == before["points"]
    assert open_bundle(io.BytesIO(made_without)).sound, "its sheet says nothing, and its records are whole"
    assert record(client, 1, {"type": "DeclaredRiichi", "seat": "E"}) == (201, None)


HALL: Final = (
    "/hall",
    "/me",
    "/desk",
    "/desk/1",
    "/api/hall/events",
    "/api/hall/events/1",
    "/referee",
    "/api/referee",
    "/year",
)


def test_an_event_of_a_game_that_was_removed_is_shown_without_its_results(
    start: Callable[[], FlaskClient], records: Storage
) -> None:
    hall = Hall(records)
    number = drawn(hall, "riichi-ema")
    hall.record(number, uuid4(), Started(1), "", "desk")
    hall.matches(1).record(Won("E", 12_000, "S"), uuid4(), "", "table")
    with uninstalled("riichi"):
        client = start()
        assert {page: client.get(page).status_code for page in HALL} == dict.fromkeys(HALL, 200)
        assert client.get("/api/hall/events/1").json["rules_title"] == "riichi-ema"
        assert results(Hall(records), Hall(records).get(number)).matches == {}
    again = Hall(records)
    assert len(results(again, again.get(number)).matches) == 2


DECLARED: Final = '{"player":"Ann","type":"DeclaredRiichi"}'


@pytest.mark.parametrize(("hashed", "damaged"), [(DECLARED, None), ('{"player":"Bo","type":"DeclaredRiichi"}', 2)])
def test_an_act_of_an_unknown_kind_is_damaged_unless_its_hash_proves_it(
    start: Callable[[], FlaskClient], records: Storage, hashed: str, damaged: int | None
) -> None:
    assert record(start(), 1, PLAYED[0])[0] == 201
    made = {"act": DECLARED, "hash": digest(hashed.encode()), "id": str(uuid4()), "at": "2026-12-01T00:00:00Z"}
    with records.database.writing() as connection:
        row = {"table_number": 1, "number": 2, "sent": "", "who": "", "role": "table", **made}
        connection.execute(insert(rows).values(row))
    with uninstalled("riichi"):
        found = shown(start())
        assert (found["damaged"] and found["damaged"]["number"]) == damaged


def test_a_name_is_removed_from_an_act_of_a_game_that_is_not_installed(
    start: Callable[[], FlaskClient], records: Storage
) -> None:
    client = start()
    for act in PLAYED:
        record(client, 1, act)
    with uninstalled("riichi"):
        records.journal.erase(erasing_of({"Ann"}, "N. N."))
        acts = [act for _, act, _ in kept(start())]
        assert "Ann" not in json.dumps(acts)
        assert acts[1] == {"type": "DeclaredRiichi", "player": "N. N."}
        assert verify([record_of(each) for each in records.journal.entries(1)], rewritten=True).forged == ()


def test_a_file_of_a_game_that_is_not_installed_is_shown_and_not_added_to(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"

    def run(*words: object) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["match", *map(str, words)])
        return done.exit_code, done.output

    assert run("new", file, "--players", ",".join(FOUR), "--rules", "riichi-ema")[0] == 0
    assert run("record", file, "riichi", "Ann")[0] == 0
    written = file.read_bytes()
    with uninstalled("riichi"):
        code, says = run("show", file)
        assert (code, "riichi-ema" in says) == (0, True)
        assert run("record", file, "drawn")[0] == 1
        assert file.read_bytes() == written
    sheet = json.loads(run("show", file, "--json")[1])
    assert (sheet["rules"], sheet["totals"]["Ann"]) == ("riichi-ema", 29_000)


def test_no_match_begins_without_the_library_of_its_game_and_one_that_runs_says_so(
    start: Callable[[], FlaskClient],
) -> None:
    client = start()
    assert record(client, 2, PLAYED[0]) == (201, None)
    with without_libraries():
        assert record(client, 1, PLAYED[0]) == (422, "missing-library")
        assert kept(client) == []
        assert record(client, 1, {"type": "Seated", "players": FOUR}) == (201, None)
        lacking = ['id="lacking"' in client.get(f"/t/{table}").text for table in (1, 2)]
        assert lacking == [False, True]
        assert "pip install &#39;tableside[riichi]&#39;" in client.get("/t/2").text
        assert record(client, 2, PLAYED[1]) == (201, None), "it goes on"
    assert 'id="lacking"' not in client.get("/t/2").text


def test_a_director_seats_nobody_without_the_library_either_and_a_round_begins(
    start: Callable[[], FlaskClient], records: Storage, answers: Any
) -> None:
    client = start()
    people = site_of(client.application).people
    person = people.add("Chief", "chief", None, "", "")
    device = {"headers": {"Authorization": f"Bearer {people.let_in(person, 'phone').token}"}}
    round = Table(answers, records=records, number=2)
    with without_libraries():
        assert record(client, 1, PLAYED[0], **device) == (422, "missing-library")
        assert round.record(PLAYED[0], uuid5(NAMESPACE_OID, "of a round"), "Chief", "desk")[1]
    assert record(client, 1, PLAYED[0], **device) == (201, None)


LAID: Final = "234m34067p678s22s 8p"
"""A hand that riichi and Hong Kong score, with a red five."""


PAGES: Final = ("/", "/t/1", "/t/1/hands", "/t/1/round", "/display/1", "/stream/1", "/referee", "/api/tables/1/hands")


def laid(client: FlaskClient, **sent: Any) -> dict[str, Any]:
    """Lay a hand at table 1; return how it is shown."""
    answer = client.post("/api/tables/1/hands?lang=en", **sent)
    assert answer.status_code == 201, answer.text
    return hand_shown(client, answer.json["hand"]["id"])


def hand_shown(client: FlaskClient, id: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/hands/{id}?lang=en").json["hand"]
    return found


@pytest.mark.parametrize(("game", "rules"), [("riichi", "riichi-ema"), ("hk", "hk")])
def test_a_hand_of_a_match_whose_rules_are_gone_waits_for_them_without_a_score(
    start: Callable[[], FlaskClient],
    photo: bytes,
    caplog: pytest.LogCaptureFixture,
    game: str,
    rules: str,
) -> None:
    client = start()
    assert record(client, 1, {"type": "Seated", "players": FOUR, "rules": rules})[0] == 201
    before = laid(client, json={"text": LAID})
    photographed = laid(client, data=photo, content_type="image/jpeg")
    assert (before["unfinished"], [each["laid"]["rules"] for each in (before, photographed)]) == (None, [rules] * 2)
    with uninstalled(game):
        client = start()
        written, seen = laid(client, json={"text": LAID}), laid(client, data=photo, content_type="image/jpeg")
        for each in (hand_shown(client, before["id"]), hand_shown(client, photographed["id"]), written, seen):
            assert each["unfinished"] == {"kind": "rules-missing", "about": {"rules": rules}}
            assert (each["laid"]["rules"], each["score"], each["verdict"]["big"]) == (rules, None, "")
        assert written["problem"].startswith(f"The rules {rules} of this match are not installed here")
        problems = {
            client.get(f"/api/hands/{written['id']}?lang={language}").json["hand"]["problem"]
            for language in ("en", "zh", "zh-Hant", "ja")
        }
        assert len(problems) == 4
        assert all(rules in each for each in problems)
        for version, change in enumerate(({"do": "winner", "seat": "S"}, {"do": "write", "text": LAID})):
            edit = {"id": str(uuid4()), "version": written["version"] + version, "change": change}
            answer = client.post(f"/api/hands/{written['id']}/changes", json=edit)
            assert answer.status_code == 200, answer.text
        win = {"type": "Won", "winner": "S", "laid": written["id"]}
        assert record(client, 1, win) == (422, "unknown-rules")
        for page in (*PAGES, f"/hands/{written['id']}", f"/hands/{seen['id']}"):
            assert client.get(page).status_code == 200, page
        assert client.post("/api/tables/1/hands", json={"text": "123"}).status_code == 422
    client = start()
    again = hand_shown(client, written["id"])
    assert again["unfinished"] is None
    assert again["score"]["rules"] == rules
    assert hand_shown(client, seen["id"])["unfinished"] is None
    now = hand_shown(client, before["id"])
    assert {name: now[name] for name in before} == before, "and what was there is as it was"
    won = {"type": "Won", "winner": "S", "discarder": "E", "laid": written["id"]}
    assert record(client, 1, won) == (201, None), "it is taken for the hand in play"
    assert not [each for each in caplog.records if each.levelname == "ERROR"], "nothing failed behind the pages"


def test_what_was_said_under_rules_that_are_gone_outlives_an_edit(start: Callable[[], FlaskClient]) -> None:
    client = start()
    assert record(client, 1, PLAYED[0])[0] == 201
    text = "123m067p345s99s67s 8s ron riichi ippatsu seat=S from=W dora=4p ura=1z honba=2"
    before = laid(client, json={"text": text})
    with uninstalled("riichi"):
        client = start()
        shown_now = hand_shown(client, before["id"])
        won = {**shown_now["laid"]["won"], "last_tile": True}
        edit = {"id": str(uuid4()), "version": before["version"], "change": {"do": "won", "won": won}}
        assert client.post(f"/api/hands/{before['id']}/changes", json=edit).status_code == 200
    now = hand_shown(start(), before["id"])["laid"]["won"]
    said = ("riichi", "ippatsu", "dora", "ura", "honba")
    assert {name: now[name] for name in said} == {name: before["laid"]["won"][name] for name in said}
    assert (now["riichi"], now["last_tile"]) == (True, True)
