"""The chain of a match's records, against a second computation of it."""

import hashlib
from dataclasses import replace
from uuid import uuid4

from flask.testing import FlaskClient
from msgspec import structs

from scoring.match.records import Drawn, Erased, Seated
from webui.records.chain import START, seal_of, seals
from webui.table.table import Table

PLAYERS = ("Ann", "Bo", "Chen", "Dai")


def played(table: Table, hands: int = 3) -> None:
    table.record({"type": "Seated", "players": list(PLAYERS)}, uuid4(), "Ann", "table")
    for _ in range(hands):
        table.record({"type": "Drawn"}, uuid4(), "Ann", "table")


def test_a_seal_is_the_hash_of_what_the_interface_gives(client: FlaskClient, table: Table) -> None:
    played(table)
    played(table, 2)
    records = client.get("/api/tables/1/records?after=4").json["records"]
    seal = "0" * 64
    for each in records:
        text = f"{seal}\n{each['id']}\n{each['number']}\n{each['when']}\n{each['hash']}\ncommitted"
        seal = hashlib.sha256(text.encode()).hexdigest()
    sealed = client.get("/api/tables/1/seal").json
    assert sealed == {"ok": True, "match": 5, "record": 7, "seal": seal, "started": records[0]["when"]}
    assert client.get("/api/tables/1/match").json["seal"] == seal


def test_a_table_without_a_match_has_the_first_seal(client: FlaskClient) -> None:
    answer = client.get("/api/tables/1/seal").json
    assert answer == {"ok": True, "match": None, "record": 0, "seal": START, "started": None}


def test_each_change_of_a_record_changes_all_seals_after_it(table: Table) -> None:
    played(table)
    entries = table.records.journal.entries(1)
    true = list(seals(entries))
    second = entries[1]
    for other in (
        replace(second, id=uuid4()),
        replace(second, when="2026-01-01T00:00:00Z"),
        replace(second, hash="0" * 64),
        replace(second, number=9),
        replace(second, commitments=None),
    ):
        false = list(seals([entries[0], other, *entries[2:]]))
        assert false[0] == true[0]
        assert not set(false[1:]) & set(true)
    assert not set(seals([entries[0], *entries[2:]])) & set(true[1:])


def test_the_chain_outlasts_the_removal_of_a_name(table: Table) -> None:
    played(table)
    before = list(seals(table.records.journal.entries(1)))
    table.record({"type": "Erased", "player": "Ann", "name": "N. N."}, uuid4(), "Bo", "desk")
    entries = table.records.journal.entries(1)
    assert list(seals(entries))[:-1] == before
    seated = entries[0].act
    assert isinstance(seated, Seated)
    assert "Ann" not in seated.players
    assert seal_of(entries) != seal_of(entries[:-1])
    assert isinstance(entries[-1].act, Erased)
    assert isinstance(entries[1].act, Drawn)
    assert structs.asdict(entries[1].act) == structs.asdict(Drawn())
