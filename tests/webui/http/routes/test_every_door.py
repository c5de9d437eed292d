"""Every door to the journal refuses a role the same acts: the interface, corrections, and records of files."""

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

import pytest
from flask import Flask

from scoring.match.match import fold
from scoring.match.records import Act, Imported, Record, Seated, act_from_dict
from scoring.match.records import Role as Recorded
from tests.served import Answers
from tests.webui.http.routes.test_people import PAGE, Phone, invited
from webui.access.pin import Access
from webui.access.roles import ROLES, Role, covers
from webui.exports.bundle import write_bundle
from webui.http.app import create_app
from webui.http.roles import ACTS
from webui.http.site import Site
from webui.records.journal import entry_of
from webui.table.table import Table

SAMPLES: Final = Path(__file__).parents[3] / "data" / "acts.jsonl"
SIT: Final = Seated(("Ann", "Bo", "Chen", "Dai"))
LEAST: Final[Mapping[Recorded, Role]] = {"table": "table", "referee": "referee", "desk": "chief"}


def samples() -> dict[str, dict[str, Any]]:
    """Return an act of each name."""
    lines = [json.loads(line) for line in SAMPLES.read_text(encoding="utf-8").split("\n") if line]
    made = {act["type"]: act for of, act, _ in lines if of == "match" and act["type"] in ACTS}
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
                status, kind = brought(phone, file_of(read, recorded))
                may_import = (may or isinstance(read, Imported)) and covers(role, least) and covers(role, "referee")
                assert (status != 403) is may_import, (role, name, recorded, status)
                assert kind == "import-above-role" or may_import or not covers(role, "referee")
                let_in, refused = let_in + (status != 403), refused + (status == 403)
    assert let_in + refused == len(ROLES) * len(ACTS) * 6
    assert (let_in, refused) == (331, 569)


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
