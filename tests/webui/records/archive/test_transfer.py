"""Backups of both databases, put back into both; and databases of every earlier version, brought up to date."""

import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, select, text

from scoring.match.event_acts import Opened
from scoring.match.records import Drawn, Seated
from tests.long import long_but
from tests.webui.journals import write_record
from webui.records.archive.backup import back_up, restore, restore_to
from webui.records.database.migrate import MIGRATIONS, newest
from webui.records.database.schema import claims, listeners, metadata, photos, rig_photos, rig_uses, tries, webhooks
from webui.records.database.sqlite import FILE
from webui.records.errors import RecordsError
from webui.records.followed import NewStep
from webui.records.hands import KeptHand
from webui.records.journal import hash_of
from webui.records.pins import PIN
from webui.records.remote_commands import RemoteCommand
from webui.records.store import Storage
from webui.records.sync.leases import acquire

BOTH = ("file", "postgresql")


def fill(records: Storage) -> None:
    """Keeps some of everything."""
    for act in (Seated(("Ann", "Ben", "Chi", "Dan")), Drawn()):
        write_record(records, 1, uuid4(), act, "Ref", "referee")
    write_record(records, 2, uuid4(), Drawn(), "", "table")
    records.values.keep(1, "play", {"hand": 3})
    event = Opened("Open", "mcr-wmo")
    records.events.open(uuid4(), event, "Desk", "desk")
    for number in range(3):
        data = b"\xff\xd8\xff" + bytes([number]) * 1000
        with records.photos.staged(data, records.hands.names_photo) as photo:
            hand = KeptHand(f"h{number}", 1, 0, "2026-01-01T00:00:00.000+00:00", photo.name, "", "{}")
            records.hands.keep(hand, {"fan": ["chow"]}, photo)
    records.hands.keep_change("h1", 1, '{"n":1}', '{"rules":"mcr"}')
    records.hands.hide("h2", True, "Ann")
    person = records.people.add("Eve", "referee", 2, "a hash", "Desk")
    assert person
    records.people.let_in(person.id, "a hash", "Android")
    records.people.invite(person.id, "another", "2026-01-02T00:00:00.000+00:00")
    records.calls.call(2, "Ann", "a dispute", "Ben")
    records.calls.note("Ben", 1, "late", "Ref", "referee")
    records.readings.keep("f" * 64, "{}")
    records.followed.append(1, None, [NewStep('{"n": 1}', "2026-01-01T00:00:00.000+00:00", 1, b"\xff\xd8 tile")])
    records.orders.place(RemoteCommand(9, str(uuid4()), "record", {"type": "Drawn"}, "Desk", "desk"))
    acquire(records.database, 9, "a device")
    with records.database.writing() as connection:
        tried = {"id": str(uuid4()), "table_number": 9, "whose": "", "made": "", "by": "1", "at": datetime.now(UTC)}
        connection.execute(tries.insert().values(tried))
        connection.execute(rig_photos.insert().values(table_number=9, sha256="f" * 64, given=True, named=True))
        connection.execute(rig_uses.insert().values(table_number=9, since=datetime.now(UTC), photos=1, devices=1))
        connection.execute(listeners.insert().values(id="toy", position="{}"))
        hook = {"id": str(uuid4()), "number": 1, "about": "{}", "secret": "s", "answers": "[]"}
        connection.execute(webhooks.insert().values(hook))
    records.pins.pin()
    records.pins.let_in("f" * 64, "iPhone")


def rows(address: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables but that of photographs, which is a folder beside SQLite, and the roles of PostgreSQL."""
    engine = create_engine(address)
    with engine.connect() as connection:
        kept = [table for table in metadata.sorted_tables if table is not photos]
        found = {
            table.name: sorted(
                map(tuple, connection.execute(select(*[each for each in table.c if each is not claims.c.role]))),
                key=repr,
            )
            for table in kept
        }
    engine.dispose()
    return found


def contents(records: Storage) -> dict[str, Any]:
    """All of it."""
    hands = records.hands.newest(1, hidden=None)
    return {
        "records": {table: records.journal.entries(table) for table in records.journal.tables()},
        "hands": hands,
        "hidings": records.hands.hidings("h2"),
        "chows": [hand.id for hand in records.hands.newest(1, tags={"fan": "chow"})],
        "photos": {hand.photo: records.photos.read(hand.photo) for hand in hands},
        "taken": [(photo.sha256, int(photo.at) // 2) for photo in records.photos.all()],
        "play": records.values.get(1, "play"),
        "events": [records.events.get(number) for number in records.events.numbers()],
    }


@pytest.mark.parametrize(
    ("source", "target"), long_but([("postgresql", "postgresql"), ("file", "file")], [*product(BOTH, repeat=2)])
)
def test_a_backup_of_either_is_put_back_into_either(
    source: str, target: str, tmp_path: Path, postgres_databases: Callable[[], str]
) -> None:
    folder, file, new = tmp_path / "data", tmp_path / "all.zip", tmp_path / "new"
    db = postgres_databases() if source == "postgresql" else None
    with closing(Storage.open(folder, db=db)) as records:
        fill(records)
        for photo in folder.glob("photos/??/*.jpg"):
            os.utime(photo, (1_700_000_000, 1_700_000_000))
        if db:
            run(db, "UPDATE photo SET at = 1700000000")
        before = contents(records)
    there = rows(db or f"sqlite:///{folder / FILE}")
    assert [name for name, kept in there.items() if not kept] == []  # a new table wants a row in `fill`
    (folder / "sets").mkdir(parents=True)
    (folder / "sets/club.png").write_bytes(b"a set")
    made = back_up(folder, file, db=db)
    assert (made.records, made.hands, made.photos, made.others, made.lost) == (3, 3, 3, 1, ())
    to = postgres_databases() if target == "postgresql" else None
    assert (restore_to(to, file, new)[0] if to else restore(file, new)[0]) == made
    for name in (
        "pin_device",
        "pin_try",
        "listener",
        "webhook",
        *((rig_photos.name, rig_uses.name) if db or to else ()),
    ):
        there[name] = []  # in no backup: the PIN, its devices, what rigs tried and used, and webhooks
    there["value"] = [row for row in there["value"] if row[1] != PIN]
    assert rows(to or f"sqlite:///{new / FILE}") == there
    with closing(Storage.open(new, db=to)) as records:
        assert contents(records) == before
        assert write_record(records, 1, uuid4(), Drawn()).number == 3
        assert records.hands.keep(KeptHand("h9", 1, 0, "2026-01-01", "", "", "{}")).number == 4
    assert (new / "sets/club.png").read_bytes() == b"a set"


def run(address: str, *statements: str) -> None:
    engine = create_engine(address)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_a_database_that_keeps_something_is_not_restored_into(postgres_url: str, tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path / "data")) as records:
        fill(records)
    back_up(tmp_path / "data", tmp_path / "all.zip")
    with closing(Storage.open(None, db=postgres_url)) as records:
        kept = [write_record(records, 7, uuid4(), Drawn())]
        with pytest.raises(RecordsError, match="database-has-data"):
            restore_to(postgres_url, tmp_path / "all.zip", tmp_path / "new")
        assert (records.journal.tables(), records.journal.entries(7), records.photos.all()) == ([7], kept, [])


def test_a_damaged_backup_leaves_the_database_empty(postgres_url: str, tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path / "data")) as records:
        fill(records)
    back_up(tmp_path / "data", tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as whole, zipfile.ZipFile(tmp_path / "part.zip", "w") as part:
        for name in whole.namelist():
            part.writestr(name, whole.read(name)[: -1 if name.endswith(".jpg") else None])
    with pytest.raises(RecordsError, match="backup-damaged"):
        restore_to(postgres_url, tmp_path / "part.zip", tmp_path / "new")
    with closing(Storage.open(None, db=postgres_url)) as records:
        assert (records.journal.tables(), records.photos.all()) == ([], [])


def test_texts_that_only_sqlite_keeps_are_put_into_postgresql(postgres_url: str, tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path / "data")) as records:
        write_record(records, 1, uuid4(), Drawn(), "Ann\0", "referee")
    long = "INSERT INTO value VALUES (1, 'a long key' || hex(zeroblob(40)), '1', 0)"
    run(f"sqlite:///{tmp_path / 'data' / FILE}", long)
    back_up(tmp_path / "data", tmp_path / "all.zip")
    restore_to(postgres_url, tmp_path / "all.zip", tmp_path / "new")
    with closing(Storage.open(None, db=postgres_url)) as records:
        assert records.journal.entries(1)[0].who == "Ann\N{REPLACEMENT CHARACTER}"


REVISIONS = [each.revision for each in ScriptDirectory(str(MIGRATIONS)).walk_revisions()][::-1]


@pytest.fixture(params=long_but(["file"], BOTH))
def old(request: pytest.FixtureRequest, tmp_path: Path, postgres_databases: Callable[[], str]) -> Iterator[Engine]:
    """An empty database."""
    address = f"sqlite:///{tmp_path / FILE}" if request.param == "file" else postgres_databases()
    engine = create_engine(address)
    yield engine
    engine.dispose()


@pytest.mark.parametrize("target", long_but(["file"], BOTH))
@pytest.mark.parametrize("revision", REVISIONS)
def test_a_backup_of_every_version_is_put_back_by_this_one(
    revision: str, target: str, tmp_path: Path, postgres_databases: Callable[[], str]
) -> None:
    folder, file, new = tmp_path / "data", tmp_path / "all.zip", tmp_path / "new"
    folder.mkdir()
    engine = create_engine(f"sqlite:///{folder / FILE}")
    make(engine, revision)
    engine.dispose()
    made = back_up(folder, file)
    assert (made.records, made.hands) == (1, 1)
    to = postgres_databases() if target == "postgresql" else None
    assert (restore_to(to, file, new)[0] if to else restore(file, new)[0]) == made
    with closing(Storage.open(new, db=to)) as records:
        assert [(each.act, each.who) for each in records.journal.entries(4)] == [(Drawn(), "Ref")]
        assert records.values.get(4, "play") == {"hand": 3}
        assert write_record(records, 4, uuid4(), Drawn()).number == 2


def make(engine: Engine, revision: str) -> None:
    """Makes the tables of a version in an empty database, with a row in each of the first."""
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        for name, row in FIRST.items():
            connection.execute(text(f"INSERT INTO {name} ({', '.join(row)}) VALUES (:{', :'.join(row)})"), row)


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_every_version_is_brought_up_to_date(old: Engine, revision: str, tmp_path: Path) -> None:
    make(old, revision)
    db = None if old.dialect.name == "sqlite" else old.url.render_as_string(hide_password=False)
    with closing(Storage.open(tmp_path, db=db)) as records:
        (entry,) = records.journal.entries(4)
        assert (entry.number, entry.act, entry.who, entry.hash) == (1, Drawn(), "Ref", hash_of(Drawn()))
        hand = records.hands.get("a")
        assert hand
        assert (hand.number, hand.photo, hand.changes, hand.hidden) == (1, "f" * 64, ('{"n":1}',), True)
        assert [hand.id for hand in records.hands.newest(4, hidden=True, tags={"fan": "chow"})] == ["a"]
        assert [each.who for each in records.hands.hidings("a")] == ["Ann"]
        assert records.values.get(4, "play") == {"hand": 3}
        assert write_record(records, 4, uuid4(), Drawn()).number == 2
        records.hands.keep_change("a", 2, '{"n":2}', "{}")
        records.values.keep(4, "play", None)
    with old.begin() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == newest()


FIRST: dict[str, dict[str, Any]] = {
    "record": {
        "table_number": 4,
        "number": 1,
        "id": "01890000-0000-7000-8000-000000000001",
        "act": '{"type":"Drawn"}',
        "hash": hash_of(Drawn()),
        "sent": hash_of(Drawn()),
        "who": "Ref",
        "role": "referee",
        "at": "2026-05-01T10:00:00.000+00:00",
    },
    "hand": {
        "id": "a",
        "table_number": 4,
        "number": 1,
        "at": "2026-05-01T10:00:00.000+00:00",
        "photo": "f" * 64,
        "reading": "",
        "state": "{}",
        "hidden": True,
    },
    "change": {"hand": "a", "number": 1, "change": '{"n":1}'},
    "hiding": {"hand": "a", "number": 1, "hidden": True, "who": "Ann", "at": "2026-05-01T10:00:00.000+00:00"},
    "mark": {"hand": "a", "kind": "fan", "value": "chow"},
    "value": {"table_number": 4, "key": "play", "value": '{"hand":3}'},
}
"""One row of each table of the first version, which all later ones still take."""
