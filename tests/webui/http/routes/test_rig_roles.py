"""The roles of a hall hold at the devices of its tables too, also while the hall is gone."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import create_engine, delete, make_url, text

from scoring.match.event_acts import Entered, Opened, PlayerEntry, SeatingDrawn
from scoring.match.records import Penalty, Seated, act_to_dict
from scoring.rules import tournament
from tests.uninstalled import without_libraries
from tests.webui.callers import OWN
from webui.access.people import People
from webui.access.pin import Access, Guesses
from webui.http.app import create_app
from webui.http.site import Site, site_of
from webui.records.database.schema import VERSION, values
from webui.records.presets import offer
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.table.table import Table
from webui.table.tables import Tables

FOUR = ("Ann", "Bo", "Chen", "Dai")
NUMBER = 5
PHONE = {"REMOTE_ADDR": "192.168.1.7"}


@pytest.fixture
def hall(postgres_url: str) -> Iterator[Storage]:
    with closing(Storage.open(None, db=postgres_url)) as records:
        yield records


@pytest.fixture
def people(hall: Storage) -> People:
    return People(hall.people, Guesses())


@pytest.fixture
def rig(tmp_path: Path, rig_url: Callable[[int], str], answers: Any, hall: Storage) -> Iterator[Table]:
    with closing(Storage.open(tmp_path / "rig")) as records:
        table = Table(answers, records=records, number=NUMBER)
        table.send_by(Outbox(records, rig_url(NUMBER), NUMBER))
        table.outbox.connect()
        yield table
        table.outbox.stop()


@pytest.fixture
def app(rig: Table) -> Flask:
    return create_app(Site(Tables(rig, 1), access=Access("http://192.168.1.2:8000/", rig.records.pins), own=OWN))


Ask = Callable[..., tuple[int, Any]]


@pytest.fixture
def ask(app: Flask) -> Ask:
    client = app.test_client()

    def asked(method: str, path: str, token: str = "", here: bool = True, **body: Any) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        where: dict[str, Any] = {} if here else {"environ_base": PHONE}
        answer = client.open(path, method=method, headers=headers, json=body or None, **where)
        return answer.status_code, answer.get_json()

    return asked


@contextmanager
def gone(address: str) -> Iterator[None]:
    """The hall's database lets nobody in meanwhile."""
    url = make_url(address)
    engine = create_engine(url.set(database="postgres"), isolation_level="AUTOCOMMIT")
    name = {"name": url.database}
    with engine.connect() as connection:
        connection.execute(text(f"ALTER DATABASE {url.database} ALLOW_CONNECTIONS false"))
        connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"), name)
        try:
            yield
        finally:
            connection.execute(text(f"ALTER DATABASE {url.database} ALLOW_CONNECTIONS true"))
    engine.dispose()


def record(ask: Ask, act: dict[str, Any], token: str = "", here: bool = True, who: str = "") -> int:
    body = {"id": str(uuid4()), "act": act, "who": who}
    return ask("POST", f"/api/tables/{NUMBER}/records", token, here, **body)[0]


SEATED = act_to_dict(Seated(FOUR))
FINED = act_to_dict(Penalty("S", 10, "late"))
DISQUALIFIED = {"type": "Disqualified", "player": "Ann", "reason": "none"}


def hear(rig: Table) -> None:
    assert rig.outbox
    rig.outbox.send()
    rig.outbox.hear()


def test_without_roles_the_tables_own_screen_may_all(ask: Ask) -> None:
    assert record(ask, SEATED) == 201
    assert record(ask, FINED) == 201


def test_the_tables_own_screen_is_a_tables_device_once_the_hall_has_roles(
    ask: Ask, rig: Table, people: People, app: Flask
) -> None:
    pin = site_of(app).access.pin
    _, came = ask("POST", "/api/access", here=False, pin=pin)
    assert ask("GET", "/api/people", came["token"], here=False)[0] == 200
    judge = people.add("Li", "referee", None, "135790", "")
    hear(rig)
    assert record(ask, SEATED) == 401  # its address gives nothing, its token what a table's device may
    assert record(ask, SEATED, OWN.text) == 201
    for act in (FINED, DISQUALIFIED, {"type": "Erased", "player": "Ann"}):
        assert record(ask, act, OWN.text, who="Li") == 403, act
    assert rig.records.journal.entries(NUMBER)[0].role == "table"
    assert ask("GET", "/api/people", came["token"], here=False)[0] == 401  # the PIN of the run gives nothing now
    assert ask("POST", "/api/access", here=False, pin=pin)[0] == 403
    assert ask("PUT", f"/api/tables/{NUMBER}/box", OWN.text, address=None)[0] == 403
    status, signed = ask("POST", "/api/access", name="Li", pin="135790")
    assert (status, signed["role"]) == (200, "referee")
    assert record(ask, FINED, signed["token"]) == 201
    fined = rig.records.journal.entries(NUMBER)[-1]
    assert (fined.who, fined.role) == ("Li", "referee")
    assert [device.person for device in people.store.devices()] == [judge.id]  # the hall knows where Li signed in


def test_the_page_of_a_tables_screen_lets_a_referee_sign_in(app: Flask, rig: Table, people: People) -> None:
    client = app.test_client()
    assert 'id="pin-person"' not in client.get(f"/t/{NUMBER}").text
    people.add("Li", "referee", None, "135790", "")
    hear(rig)
    assert 'id="pin-person"' in client.get(f"/t/{NUMBER}").text


def test_a_token_and_an_invitation_of_the_hall_hold_at_the_table(ask: Ask, rig: Table, people: People) -> None:
    judge = people.add("Li", "referee", None, "", "")
    token = people.let_in(judge, "phone").token
    carried = people.invite(judge.id)
    hear(rig)
    assert record(ask, SEATED, token, here=False) == 201
    assert record(ask, FINED, token, here=False) == 201
    status, came = ask("POST", "/api/access", here=False, invitation=carried)
    assert (status, came["who"]) == (200, "Li")
    assert record(ask, FINED, came["token"], here=False) == 201
    assert ask("POST", "/api/access", here=False, invitation=carried)[0] == 403  # it is used up, in the hall too


def test_roles_and_their_withdrawal_hold_while_the_hall_is_gone(
    ask: Ask, rig: Table, people: People, postgres_url: str
) -> None:
    judge, other = people.add("Li", "referee", None, "135790", ""), people.add("Wu", "referee", None, "", "")
    token, out = people.let_in(judge, "phone").token, people.let_in(other, "phone").token
    fresh = people.let_in(judge, "tablet").token
    hear(rig)
    for used in (token, out):
        assert ask("GET", "/api/access", used, here=False)[1]["role"] == "referee"
    assert ask("POST", "/api/access", here=False, name="Li", pin="135790")[0] == 200
    people.store.remove(other.id)
    hear(rig)
    with gone(postgres_url):
        assert record(ask, FINED, fresh, here=False) == 401  # the hall alone knows a token that was not used here
        assert record(ask, SEATED, OWN.text) == 201
        assert record(ask, FINED, OWN.text) == 403
        assert record(ask, FINED, out, here=False) == 401
        assert record(ask, FINED, token, here=False) == 201
        status, came = ask("POST", "/api/access", here=False, name="Li", pin="135790")
        assert status == 200
        assert record(ask, FINED, came["token"], here=False) == 201
    people.store.remove(judge.id)
    people.add("Chief", "chief", None, "", "")
    hear(rig)
    for each in (token, came["token"]):
        assert record(ask, FINED, each, here=False) == 401


def test_the_people_of_a_hall_of_an_earlier_version_are_heard_of(
    tmp_path: Path, postgres_url: str, people: People, hall: Storage
) -> None:
    people.add("Li", "referee", None, "", "")
    with hall.database.writing() as connection:
        connection.execute(delete(values).where(values.c.key == VERSION))  # as before version 9 of the database
    with closing(Storage.open(tmp_path / "new")) as records:
        outbox = Outbox(records, postgres_url, NUMBER)
        outbox.connect()
        assert [each.name for each in records.people.all()] == ["Li"]
        outbox.stop()


def test_roles_are_given_in_the_hall_alone(ask: Ask, rig: Table, people: People) -> None:
    chief = people.add("Chief", "chief", None, "357911", "")
    hear(rig)
    _, came = ask("POST", "/api/access", here=False, name="Chief", pin="357911")
    for method, path, body in (
        ("POST", "/api/people", {"name": "Wu", "role": "chief"}),
        ("PUT", f"/api/people/{chief.id}", {"role": "chief", "pin": "975312"}),
        ("POST", f"/api/people/{chief.id}/invitation", {}),
        ("DELETE", f"/api/people/{chief.id}", {}),
    ):
        status, answer = ask(method, path, came["token"], here=False, **body)
        assert (status, answer["kind"]) == (403, "roles-in-hall"), path
    assert people.store.all() == [chief]


def test_a_director_records_at_a_table_as_a_referee(ask: Ask, rig: Table, people: People, hall: Storage) -> None:
    people.add("Chief", "chief", None, "357911", "")
    hear(rig)
    _, came = ask("POST", "/api/access", here=False, name="Chief", pin="357911")
    assert record(ask, SEATED, came["token"], here=False) == 201
    assert record(ask, {"type": "Erased", "player": "Ann"}, came["token"], here=False) == 201
    hear(rig)
    assert [(entry.who, entry.role) for entry in hall.journal.entries(NUMBER)] == [("Chief", "referee")] * 2


def test_a_device_that_is_signed_out_on_either_side_is_out_on_both(ask: Ask, rig: Table, people: People) -> None:
    people.add("Li", "referee", None, "135790", "")
    hear(rig)
    for out in ("hall", "rig"):
        _, came = ask("POST", "/api/access", here=False, name="Li", pin="135790")
        assert ask("GET", "/api/access", came["token"], here=False)[1]["who"] == "Li"
        (device,) = people.store.devices()
        assert people.caller(came["token"]) is None  # it is good at the table that let it in
        if out == "hall":
            people.store.sign_out(device.id)
        else:
            assert ask("DELETE", "/api/access", came["token"], here=False)[0] == 200
        hear(rig)
        assert ask("GET", "/api/access", came["token"], here=False)[1]["role"] == "spectator"
        assert people.store.devices() == []


def test_a_note_at_a_table_is_of_that_table_and_only_such_a_one_is_taken_back_there(
    ask: Ask, rig: Table, people: People, hall: Storage
) -> None:
    people.add("Li", "referee", None, "135790", "")
    elsewhere = hall.calls.note("Bo", NUMBER - 1, "late", "Li", "referee")
    hear(rig)
    _, came = ask("POST", "/api/access", here=False, name="Li", pin="135790")
    status, made = ask("POST", "/api/notes", came["token"], here=False, player="Ann", text="late")
    assert (status, made["note"]["table"]) == (201, NUMBER)
    hear(rig)
    assert [note.player for note in hall.calls.notes()] == ["Bo", "Ann"]
    assert ask("DELETE", f"/api/notes/{elsewhere.id}", came["token"], here=False)[0] == 404  # unread here
    assert ask("DELETE", f"/api/notes/{made['note']['id']}", came["token"], here=False)[0] == 200
    hear(rig)
    assert hall.calls.notes() == [elsewhere]


def test_a_table_imports_no_match(ask: Ask) -> None:
    status, answer = ask("POST", f"/api/tables/{NUMBER}/bundles")
    assert (status, answer["kind"]) == (409, "import-at-rig")


def test_a_changed_pin_is_heard_of_and_the_old_one_is_out(ask: Ask, rig: Table, people: People) -> None:
    judge = people.add("Li", "referee", None, "135790", "")
    hear(rig)
    assert ask("POST", "/api/access", here=False, name="Li", pin="135790")[0] == 200
    people.change(judge.id, "referee", None, "246802", "")
    hear(rig)
    assert ask("POST", "/api/access", here=False, name="Li", pin="135790")[0] == 403
    assert ask("POST", "/api/access", here=False, name="Li", pin="246802")[0] == 200


def test_a_role_for_one_event_holds_at_its_tables(ask: Ask, rig: Table, people: People, hall: Storage) -> None:
    for number, tables in enumerate((NUMBER, NUMBER - 1), 1):
        drawn = tuple((4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 4) for n in range(tables))
        entered = tuple(PlayerEntry(n, f"{number}-{n}") for n in range(1, 4 * tables + 1))
        hall.events.open(uuid4(), Opened(f"of {tables} tables", "mcr", rounds=1), "", "desk")
        for act in (Entered(entered), SeatingDrawn(1, (drawn,), 7)):
            hall.events.append(number, uuid4(), act, "", "desk")
    one, two = (people.add(name, "referee", None, "", "", event) for name, event in (("Li", 1), ("Wu", 2)))
    mine, other = people.let_in(one, "").token, people.let_in(two, "").token
    hear(rig)
    assert record(ask, SEATED, mine, here=False) == 201
    assert record(ask, FINED, mine, here=False) == 201
    assert record(ask, FINED, other, here=False) == 403


def test_a_rig_knows_the_rules_of_its_hall_and_of_its_next_round_before_it_begins(
    app: Flask, rig: Table, people: People, hall: Storage
) -> None:
    club = tournament('name = "club"\ntitle = "Club"\nbase = "mcr-wmo"\nsource = "us"\nminimum = 12\n')
    offer(hall, club)
    hear(rig)
    assert rig.records.books["club"].minimum == 12
    entered = tuple(PlayerEntry(n, f"P{n}") for n in range(1, 4 * NUMBER + 1))
    drawn = tuple((4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 4) for n in range(NUMBER))
    hall.events.open(uuid4(), Opened("Cup", "riichi-ema", rounds=1), "", "desk")

    def lacking() -> bool:
        people.add(str(uuid4()), "player", None, "", "")  # of which the rig hears, and then of events
        hear(rig)
        with without_libraries():
            return 'id="lacking"' in app.test_client().get(f"/t/{NUMBER}").text

    assert not lacking()
    for act in (Entered(entered), SeatingDrawn(1, (drawn,), 7)):
        hall.events.append(1, uuid4(), act, "", "desk")
    assert lacking()
