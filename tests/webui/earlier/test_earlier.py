"""Everything that an earlier version kept opens, verifies, goes on, is sent to a hall and is exported."""

import gzip
import io
import json
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, select

from scoring.match.records import act_from_dict, act_to_dict
from tests.long import long_but
from tests.ordeals.served import serving
from tests.waiting import PATIENCE, child, until
from tests.webui.earlier.make import RIG, Server, facts, standings
from webui.cli import main
from webui.records import events
from webui.records.canonical import canonical, digest
from webui.records.database.postgres import parameters
from webui.records.database.schema import event_records, hands, records
from webui.records.store import Storage

VERSIONS = sorted((Path(__file__).parents[2] / "data/earlier").iterdir())
"""A folder for each release, as `tests.webui.earlier.make` wrote it."""


ERASED = "Player 2"
"""Replacement for a name that was removed."""


def tableside(*arguments: str | Path) -> str:
    """Run a command of the program; return what it prints."""
    done = CliRunner().invoke(main, [*map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.stdout


def unpacked(file: Path, folder: Path) -> Path:
    """Unpack a data folder."""
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module", params=VERSIONS, ids=lambda folder: folder.name)
def version(request: pytest.FixtureRequest) -> Path:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def dumped(version: Path, postgres_databases: Callable[[], str]) -> str:
    """Return the address of a database that holds the dump of a hall."""
    address = postgres_databases()
    with psycopg.connect(**parameters(address)) as connection:
        connection.execute(gzip.decompress((version / "hall.sql.gz").read_bytes()))  # type: ignore[call-overload]
    return address


@pytest.fixture(scope="module")
def migrated(dumped: str) -> str:
    """Return the address of that database after a server of this version opened it, as rigs and workers expect it."""
    Storage.open(None, db=dumped).close()
    return dumped


@dataclass
class Opened:
    """A server on what an earlier version kept, and what has to be there."""

    server: Server
    expected: dict[str, Any]
    data: Path
    db: str = ""


FORMS = long_but(["folder"], ["folder", "hall", "backup", "backup in a hall"])


@pytest.fixture(scope="module", params=FORMS)
def opened(request: pytest.FixtureRequest, version: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """Open what an earlier version kept, in each form."""
    data = tmp_path_factory.mktemp("earlier") / "data"
    expected, options, db = json.loads((version / "folder.json").read_text(encoding="utf-8")), ["--tables", "5"], ""
    match request.param:
        case "folder":
            unpacked(version / "folder.zip", data)
        case "backup":
            tableside("restore", version / "backup.zip", "--data", data)
        case "hall":
            db = request.getfixturevalue("dumped")
            expected = json.loads((version / "hall.json").read_text(encoding="utf-8"))
        case _:
            db = request.getfixturevalue("postgres_databases")()
            tableside("restore", version / "backup.zip", "--db", db, "--data", data)
    with serving("--data", str(data), *options, *(("--db", db) if db else ())) as (_, address):
        server = Server(address)
        server.token = server.ask("POST", "/api/access", {"name": "Chief", "pin": "428571"})["token"]
        yield Opened(server, expected, data, db)


def tables_of(expected: dict[str, Any]) -> dict[int, dict[str, Any]]:
    return {int(table): kept for table, kept in expected.items() if table.isdecimal()}


def fetch(server: Server, path: str) -> bytes:
    """Return the body of what anybody may see."""
    request = urllib.request.Request(server.address + path, headers={"Authorization": f"Bearer {server.token}"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return bytes(answer.read())


def as_it_was(server: Server, table: int, kept: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the records of a table with what the earlier version said of each; this one says more."""
    found = server.ask("GET", f"/api/tables/{table}/records")["records"]
    return [{name: record[name] for name in was} for record, was in zip(found, kept, strict=True)]


def test_it_is_shown_as_it_was_and_goes_on(opened: Opened) -> None:
    server = opened.server
    for table, kept in tables_of(opened.expected).items():
        path = f"/api/tables/{table}"
        assert as_it_was(server, table, kept["records"]) == kept["records"]
        for match in kept["matches"]:
            assert facts(server.ask("GET", f"{path}/match?number={match['number']}")) == match
        assert [each["id"] for each in server.ask("GET", f"{path}/hands")["hands"]] == kept["hands"]
        for hand in kept["hands"]:
            assert b"<html" in fetch(server, f"/hands/{hand}")
        for photo in filter(None, (record["act"].get("photo") for record in kept["records"])):
            assert sha256(fetch(server, f"/api/photos/{photo}")).hexdigest() == photo
    assert standings(server.ask("GET", "/api/hall/events/1/shown")) == opened.expected["standings"]
    for form in ("csv", "json", "xlsx", "zip"):
        for match in opened.expected["3"]["matches"]:
            assert fetch(server, f"/t/3/match.{form}?number={match['number']}")
    for file in ("results.xlsx", "players.csv", "seating.txt", "sheets.pdf"):
        assert fetch(server, f"/desk/1/{file}")
    for page in ("/t/3", "/t/3/sheet", "/display/3", "/desk/1", "/hall", "/me", "/referee", "/people", "/sets"):
        assert b"<html" in fetch(server, page)
    # and on: the next hand of each running match, one more of the event, a changed hand
    for table in (2, 3, 4):
        before = opened.expected[str(table)]
        number = server.act(table, "Drawn")
        assert number == len(before["records"]) + 1
        match = server.ask("GET", f"/api/tables/{table}/match")
        assert number in [each for hand in match["hands"] for each in hand["records"]]
        assert match["points"] == before["matches"][0]["points"]
    server.event(1, "Withdrawn", player=1, reason="ill")
    hand = opened.expected["3"]["hands"][0]
    before = server.ask("GET", f"/api/hands/{hand}")["hand"]["version"]
    server.change(hand, do="rules", rules="mcr-1998")
    assert server.ask("GET", f"/api/hands/{hand}")["hand"]["version"] == before + 1


def test_acts_are_byte_for_byte_as_they_were(opened: Opened) -> None:
    engine = create_engine(opened.db or f"sqlite:///{opened.data / 'tableside.db'}")
    with engine.connect() as connection:
        for table, read, write in (
            (records, act_from_dict, act_to_dict),
            (event_records, events.from_dict, events.to_dict),
        ):
            rows = connection.execute(select(table)).all()
            assert rows
            for row in rows:
                act = row.act
                assert canonical(write(read(json.loads(act)))).decode() == act  # type: ignore[operator]
                # the hash stays that of the act with the name; that of a new record covers more
                assert digest(act.encode()) == row.hash or ERASED in act or getattr(row, "commitments", "")
    engine.dispose()


@pytest.mark.long
def test_a_rig_sends_what_its_hall_had_not_got(version: Path, migrated: str, tmp_path: Path) -> None:
    expected = json.loads((version / "hall.json").read_text(encoding="utf-8"))["rig"]
    rig = unpacked(version / "rig.zip", tmp_path / "rig")
    engine = create_engine(migrated)
    with serving("--db", migrated, "--data", str(rig), "--table", str(RIG)) as (_, address), engine.connect() as hall:
        assert as_it_was(Server(address), RIG, expected["records"]) == expected["records"]
        kept = select(records.c.id, records.c.hash).where(records.c.table_number == RIG).order_by(records.c.number)
        asked = select(hands.c.id).where(hands.c.table_number == RIG)

        def sent() -> bool:
            hall.rollback()
            found = [row._asdict() for row in hall.execute(kept)]
            return found == [{name: each[name] for name in ("id", "hash")} for each in expected["records"]] and {
                *hall.execute(asked).scalars()
            } == {*expected["hands"]}

        until(sent)
    engine.dispose()


@pytest.mark.long
def test_a_worker_reads_the_photographs_that_wait(version: Path, migrated: str) -> None:
    command = [sys.executable, "-m", "webui", "worker", "-j", "1", "--db", migrated]
    with psycopg.connect(**parameters(migrated), autocommit=True) as connection:
        waiting = connection.execute("SELECT args->>'photo' FROM procrastinate_jobs").fetchall()
        assert len(waiting) == 2
        with child(command, stdout=subprocess.DEVNULL):
            until(lambda: sorted(connection.execute("SELECT photo FROM reading")) == sorted(waiting), 4 * PATIENCE)


def test_a_match_file_is_shown_as_it_was_and_goes_on(version: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes((version / "match.jsonl").read_bytes())
    expected = json.loads((version / "match.json").read_text(encoding="utf-8"))
    shown = json.loads(tableside("match", "show", file, "--json"))
    assert [shown[name] for name in ("players", "totals", "rules")] == [
        expected[name] for name in ("players", "totals", "rules")
    ]
    assert len(shown["hands"]) == len(expected["hands"])
    for now, then in zip(shown["hands"], expected["hands"], strict=True):
        assert {name: now[name] for name in then} == then
    tableside("match", "record", file, "drawn")
    assert file.read_bytes().startswith((version / "match.jsonl").read_bytes())
    assert tableside("match", "export", file, "--to", "csv")


def test_a_bundle_verifies_and_is_taken_over(version: Path, tmp_path: Path) -> None:
    expected = json.loads((version / "folder.json").read_text(encoding="utf-8"))["3"]
    tableside("match", "open", version / "bundle.zip", "--keep", "--data", tmp_path / "data")
    shown = json.loads(tableside("match", "show", "--data", tmp_path / "data", "--json"))
    match = next(each for each in expected["matches"] if each["over"])
    assert [hand["totals"] for hand in shown["hands"]] == [hand["totals"] for hand in match["hands"]]


VOIDS = Path(__file__).parents[2] / "data/earlier-voids"
"""A riichi match with a void of its second hand in the middle, kept by version 0.1.0: as a file, as a bundle, and as
the folder of an event with published results."""

BEFORE = {"Ann": 26_900, "Bo": 23_900, "Chen": 54_300, "Dai": 14_900}
"""Totals of that match as version 0.1.0 showed them: the hand after the void had moved to another dealer."""

NOW = {"Ann": 25_800, "Bo": 25_800, "Chen": 54_600, "Dai": 13_800}
"""Totals with that hand where it was played, and the last one as version 0.1.0 showed it when it was played."""

BOTH = ", ".join(f"{player} {BEFORE[player]} → {NOW[player]}" for player in NOW)


def test_a_match_that_an_earlier_version_counted_otherwise_opens_with_both_totals(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes((VOIDS / "match.jsonl").read_bytes())
    assert json.loads(tableside("match", "show", file, "--json"))["totals"] == NOW
    assert BOTH in tableside("match", "export", file, "--to", "json")
    assert "Total before version 0.2.0" in tableside("match", "show", file)
    opened = tableside("match", "open", VOIDS / "bundle.zip")  # no problem: exit status 0
    assert "26900" in opened
    assert "25800" in opened


def test_published_results_that_an_earlier_version_counted_otherwise_say_so(tmp_path: Path) -> None:
    data = unpacked(VOIDS / "folder.zip", tmp_path / "data")
    with serving("--data", str(data), "--tables", "2") as (_, address):
        server = Server(address)
        match = server.ask("GET", "/api/tables/1/match")
        assert match["points"] == NOW
        assert match["refused"] == []
        assert BOTH in match["recounted"]
        shown = server.ask("GET", "/api/hall/events/1/shown")
        assert {row["name"]: row["points"] for row in shown["standings"]} == {
            player: points - 30_000 for player, points in NOW.items()
        }
        assert shown["recounted"] == [f"Round 1, table 1: {match['recounted']}"]
        for page in ("/t/1/sheet", "/hall"):
            assert BOTH in fetch(server, page).decode()
        with zipfile.ZipFile(io.BytesIO(fetch(server, "/desk/1/reports.zip"))) as reports:
            assert BOTH in reports.read("web/index.html").decode()
