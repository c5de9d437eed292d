"""Every door to the journal refuses a role the same acts: the interface, corrections, and records of files."""

import io
import json
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from scoring.match.match import fold
from scoring.match.records import Act, Imported, Penalty, Record, Seated, act_from_dict, act_to_dict
from scoring.match.records import Role as Recorded
from tests.served import Answers
from tests.webui.callers import at_home
from tests.webui.http.routes.test_hall import Desk
from tests.webui.http.routes.test_people import PAGE, Phone, invited
from tests.webui.journals import write_record
from webui.access.pin import Access
from webui.access.roles import covers
from webui.cli import main
from webui.exports.bundle import write_bundle
from webui.http.app import create_app
from webui.http.roles import EVENT_ACTS
from webui.http.site import Site
from webui.records.journal import entry_of
from webui.records.rights import ACTS, ROLES, Role
from webui.records.store import Storage
from webui.records.sync.leases import acquire
from webui.table.table import Table
from webui.table.tables import Tables

SAMPLES: Final = Path(__file__).parents[3] / "data" / "acts.jsonl"
SIT: Final = Seated(("Ann", "Bo", "Chen", "Dai"))
LEAST: Final[Mapping[Recorded, Role]] = {"table": "table", "referee": "referee", "desk": "chief"}


def sampled(of: str, names: Collection[str]) -> dict[str, dict[str, Any]]:
    """Return an act of each name, of a match or an event."""
    lines = [json.loads(line) for line in SAMPLES.read_text(encoding="utf-8").split("\n") if line]
    return {act["type"]: act for each, act, _ in lines if each == of and act["type"] in names}


def samples() -> dict[str, dict[str, Any]]:
    """Return an act of each name."""
    made = sampled("match", ACTS)
    corrected = {"type": "Corrected", "of": 1, "act": {"type": "Drawn"}, "reason": "r"}
    return made | {"Corrected": corrected, "Imported": {"type": "Imported", "records": 1, "file": "f" * 64}}


def file_of(act: Act, role: Recorded, id: UUID | None = None) -> bytes:
    """Return a match file of somebody else, who may have written anything into it."""
    records = [
        Record(SIT, "Eve", "2026-11-24T10:00:00+00:00"),
        Record(act, "Director", "2026-11-24T10:01:00+00:00", role),
    ]
    kept = [entry_of(n, record, str(id if n == 1 and id else uuid4())) for n, record in enumerate(records, 1)]
    out = io.BytesIO()
    write_bundle(out, fold(records), kept)
    return out.getvalue()


def brought(phone: Phone, file: bytes) -> tuple[int, str]:
    """Import a match file; return the status and the kind of a refusal."""
    answer = phone.ask("POST", "/api/tables/1/bundles", data={"bundle": (io.BytesIO(file), "match.zip")})
    return answer.status_code, answer.get_json().get("kind", "")


@pytest.fixture(scope="module")
def phones() -> dict[Role, Phone]:
    app: Flask = create_app(Site(Table(Answers()), access=Access(PAGE)))
    return {role: invited(app, role, role) for role in ROLES}


def test_doors_acts_and_roles(phones: dict[Role, Phone]) -> None:
    """Walk all of them; what a role may not record by one door, it may by none."""
    acts = samples()
    assert acts.keys() == ACTS.keys()
    files = {(name, by): file_of(act_from_dict(act), by) for name, act in acts.items() for by in LEAST}
    let_in = refused = 0
    for role, phone in phones.items():
        for name, act in acts.items():
            may = covers(role, ACTS[name])
            doors = [
                act,
                {"type": "Corrected", "of": 1, "act": act, "reason": "r"},
                {"type": "Corrected", "of": 1, "act": {"type": "Corrected", "of": 1, "act": act}, "reason": "r"},
            ]
            for sent in doors:
                answer = phone.ask("POST", "/api/tables/1/records", json={"id": str(uuid4()), "act": {**sent, "x": 1}})
                assert (answer.status_code != 403) is (may and covers(role, "table")), (role, sent)
                let_in, refused = let_in + (answer.status_code != 403), refused + (answer.status_code == 403)
            read = act_from_dict(act)
            for recorded, least in LEAST.items():
                status, kind = brought(phone, files[name, recorded])
                may_import = (may or isinstance(read, Imported)) and covers(role, least) and covers(role, "referee")
                assert (status != 403) is may_import, (role, name, recorded, status)
                assert kind == "import-above-role" or may_import or not covers(role, "referee")
                let_in, refused = let_in + (status != 403), refused + (status == 403)
    assert let_in + refused == len(ROLES) * len(ACTS) * 6
    assert (let_in, refused) == (331, 569)


def test_acts_for_the_device_of_a_table(postgres_url: str) -> None:
    """Walk all of them at a table that a device has: what is sent there has the role that the act needs."""
    with closing(Storage.open(None, db=postgres_url)) as hall, closing(Storage.open(None, db=postgres_url)) as device:
        app = create_app(Site(Table(Answers(), records=hall), access=Access(PAGE)))
        phones = {role: invited(app, role, role) for role in ROLES}
        write_record(hall, 1, uuid4(), SIT)
        acquire(device.database, 1, "the table's computer")
        fitting = {"Drawn": {"type": "Drawn"}, "Penalty": act_to_dict(Penalty("S", 5, "late"))}
        statuses = Counter[int]()
        for role, phone in phones.items():
            for name, act in (samples() | fitting).items():
                for given in (act, {"type": "Corrected", "of": 1, "act": act, "reason": "r"}):
                    sent = {"id": str(uuid4()), "act": given}
                    answer = phone.ask("POST", "/api/tables/1/records", json=sent)
                    may = covers(role, ACTS[name]) and covers(role, "table")
                    assert (answer.status_code != 403) is may, (role, given)
                    assert answer.status_code != 202 or covers(role, "referee")
                    statuses[answer.status_code] += 1
        orders = [each for each in hall.orders.of(1) if each.kind != "erase"]
        assert {(each.who, each.role) for each in orders} == {("referee", "referee"), ("chief", "desk")}
        assert statuses[202] == len(orders) >= 4
        assert statuses[201] == 0
        assert statuses.total() == len(ROLES) * len(ACTS) * 2
        assert len(hall.journal.entries(1)) == 1


def test_acts_and_lists_at_the_desk() -> None:
    """Walk all of them; a correction there is the tournament director's."""
    app = create_app(Site(Tables(Table(Answers())), access=Access(PAGE)))
    desk = Desk(at_home(app))
    acts = sampled("event", EVENT_ACTS) | {
        "Paid": {"type": "Paid", "player": 1, "amount": 5},
        "PastRounds": {"type": "PastRounds", "results": [{"round": 1, "table": 1, "totals": [1, 0, 0, -1]}]},
    }
    assert acts.keys() == EVENT_ACTS.keys()
    let_in = refused = 0
    for role, phone in {role: invited(app, role, role) for role in ROLES}.items():
        doors: list[tuple[Role, str, dict[str, Any]]] = [("chief", "/people", {"text": "Ann\nBo"})]
        doors += [("chief", "/draw", {"id": str(uuid4()), "since": 1, "seed": 1})]
        for name, act in acts.items():
            doors.append((EVENT_ACTS[name], "/records", {"id": str(uuid4()), "act": act}))
            if name not in ("Corrected", "Void"):
                corrected = {"type": "Corrected", "of": 1, "act": act, "reason": "r"}
                doors.append(("chief", "/records", {"id": str(uuid4()), "act": corrected}))
        for least, door, sent in doors:
            answer = phone.ask("POST", f"{desk.path}{door}", json=sent)
            may = covers(role, least) and covers(role, "referee")
            assert (answer.status_code != 403) is may, (role, door, sent, answer.get_json())
            let_in, refused = let_in + (answer.status_code != 403), refused + (answer.status_code == 403)
    assert let_in + refused == len(ROLES) * len(EVENT_ACTS) * 2
    assert (let_in, refused) == (59, 229)


AT_SHELL: Final = (
    ("Drawn", ["drawn"]),
    ("TimeUp", ["time-up"]),
    ("Appealed", ["appeal", "1", "Bo", "the wall"]),
    ("AppealDecided", ["decide", "3", "dismissed", "seen"]),
    ("Approved", ["approve", "2"]),
    ("Penalty", ["penalty", "S", "5", "late"]),
    ("Foul", ["foul", "Bo", "touched the wall"]),
    ("Late", ["late", "Bo", "12"]),
    ("Disqualified", ["disqualify", "Bo", "left"]),
    ("Forfeited", ["forfeit", "Bo", "left"]),
    ("Substituted", ["substitute", "Bo", "Eva", "ill"]),
)
"""Acts that the command line records, after a hand and an appeal."""


def test_acts_at_the_command_line(tmp_path: Path) -> None:
    """Walk all of them, plain and in the place of the hand."""
    file = tmp_path / "match.jsonl"

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["match", *arguments])

    for begun in (
        ["new", str(file), "--players", "Ann,Bo,Chen,Dai"],
        ["record", str(file), "drawn"],
        ["record", str(file), "appeal", "1", "Bo", "the wall"],
    ):
        assert run(*begun).exit_code == 0
    kept = file.read_bytes()
    let_in = refused = 0
    for role, (name, act) in product(LEAST, AT_SHELL):
        for door in ([], ["correct", "2", "r"]):
            if door and name in ("Approved", "AppealDecided"):
                continue  # it refers to the hand that it would replace
            done = run("record", str(file), *door, *act, "--role", role)
            may = covers("scorer" if role == "table" else LEAST[role], ACTS[name])
            assert ("Only a referee" in done.output) is not may, (role, door, act, done.output)
            assert (file.read_bytes() == kept) is (done.exit_code != 0)
            let_in, refused = let_in + (done.exit_code == 0), refused + (not may)
            file.write_bytes(kept)
    assert (let_in, refused) == (41, 14)  # the others do not fit the match, whoever records them


def test_no_imported_match_takes_the_place_of_a_round() -> None:
    """The desk finds the match of a round by an id that follows from the event's."""
    referee = invited(create_app(Site(Table(Answers()), access=Access(PAGE))), "Ref", "referee")
    of_round = file_of(act_from_dict({"type": "Drawn"}), "table", uuid5(uuid4(), "round/1/1"))
    assert brought(referee, of_round) == (403, "import-above-role")
    assert brought(referee, file_of(act_from_dict({"type": "Drawn"}), "table"))[0] == 201


def test_a_director_imports_what_a_referee_may_not_and_it_says_so() -> None:
    app = create_app(Site(Table(Answers()), access=Access(PAGE)))
    chief, referee = invited(app, "Director", "chief"), invited(app, "Ref", "referee")
    file = file_of(act_from_dict({"type": "Penalty", "seat": "E", "amount": 5, "reason": "late"}), "desk")
    assert brought(referee, file) == (403, "import-above-role")
    assert referee.ask("GET", "/api/tables/1/records").get_json()["records"] == []
    assert brought(chief, file)[0] == 201
    records = referee.ask("GET", "/api/tables/1/records").get_json()["records"]
    told = [(each["who"], each["role"], each["imported"]) for each in records]
    said = "imported by Director from a file"
    assert told == [("Eve", "table", said), ("Director", "desk", said), ("Director", "desk", "")]
    assert records[2]["says"].startswith("Imported from a file: 2 records before this one")
    assert records[2]["revocable"] is False
    assert brought(referee, file)[0] == 200, "all of it is here already"
