"""The role of a rig in PostgreSQL is worth its own table: all else is tried with it, and refused."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any, LiteralString, cast
from uuid import uuid4, uuid5

import psycopg
import pytest
from click.testing import CliRunner
from sqlalchemy import Connection, create_engine, make_url, select, text

from scoring.match.event_acts import Entered, Opened, PlayerEntry, SeatingDrawn
from scoring.match.records import Drawn, Penalty, Seated, act_to_dict
from webui.access.people import People
from webui.access.pin import Guesses
from webui.access.roles import covers
from webui.cli import main
from webui.hall.remote_commands import follow
from webui.messages import Messages
from webui.messages.errors import web_error
from webui.records import moments
from webui.records.calls import SIGNED_LATE
from webui.records.database.postgres import parameters
from webui.records.database.rigs import RIGHTS, secure, shared_roles, under_other_roles
from webui.records.database.schema import metadata
from webui.records.errors import RecordsError
from webui.records.followed import NewStep
from webui.records.hands import KeptHand
from webui.records.remote_commands import DONE, RemoteCommand
from webui.records.rights import ACTS, ROLES, Role
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.rig.live_hand import Draw
from webui.serializers.referee import call_json
from webui.table.table import Table

OWN, OTHER = 5, 6
TRIES = 30
FOUR = ("Ann", "Bo", "Chen", "Dai")
PIN = "357911"


@pytest.fixture
def hall(postgres_url: str) -> Iterator[Storage]:
    with closing(Storage.open(None, db=postgres_url)) as records:
        yield records


Rig = Callable[[int], Table]


@pytest.fixture
def rig(tmp_path: Path, rig_url: Callable[[int], str], answers: Any) -> Iterator[Rig]:
    """A function that makes the rig of a table, which is connected by its own role."""
    made: list[tuple[Storage, Outbox]] = []

    def rig_of(number: int) -> Table:
        records = Storage.open(tmp_path / f"rig {number}")
        table = Table(answers, records=records, number=number)
        table.outbox = Outbox(records, rig_url(number), number, lambda order: follow(table, order))
        made.append((records, table.outbox))
        table.outbox.connect()
        return table

    yield rig_of
    for records, outbox in made:
        outbox.stop()
        records.close()


def play(table: Table, photo: bytes) -> None:
    """Record a bit of everything, and send it."""
    assert table.outbox
    table.record(act_to_dict(Seated(FOUR)), uuid4(), "", "table")
    hand = table.intake.from_upload(lambda: photo)
    table.hands.hide(hand.id)
    table.records.calls.call(table.number, "Ann", "a dispute")
    table.records.calls.note("Bo", table.number, "late", "Li", "referee")
    table.records.values.keep(table.number, "name", f"Table {table.number}")
    table.records.followed.append(table.number, None, [NewStep("{}", "2026", 1, b"tile")])
    assert table.outbox.send() == 0


@pytest.fixture
def played(hall: Storage, rig: Rig, photo: bytes) -> People:
    """A hall with a director, a referee, an invitation, the PIN of its servers, and two tables with rigs."""
    people = People(hall.people, Guesses())
    chief = people.add("Chief", "chief", None, PIN, "")
    people.let_in(people.add("Li", "referee", None, "135790", ""), "phone")
    people.invite(chief.id)
    hall.pins.pin()
    for number in (OWN, OTHER):
        play(rig(number), photo)
        hall.orders.place(RemoteCommand(number, str(uuid4()), "record", act_to_dict(Drawn()), "Chief", "desk"))
    return people


def everything(hall: Storage) -> dict[str, list[Any]]:
    with hall.database.reading() as connection:
        return {table.name: sorted(map(str, connection.execute(select(*table.c)))) for table in metadata.sorted_tables}


RECORD = (
    "INSERT INTO record VALUES ({table}, 9, 'i', '{{{{\"type\":\"Drawn\"}}}}', 'h', 's', '{who}', '{role}', '9999')"
)
ORDER = (
    "INSERT INTO hall_order (table_number, id, kind, act, who, role, at, answer)"
    " VALUES ({table}, 'i', '{kind}', '{{{{\"type\":\"Drawn\"}}}}', '{who}', '{role}', '9999', '')"
)
DEVICE = "INSERT INTO device SELECT 'i', id, encode(sha256('stolen'), 'hex'), '', '', '', false FROM rig_people()"
PHOTO = "INSERT INTO photo (sha256, size, at, coming, data) VALUES ('{hash}', {size}, 0, {coming}, 'abc')"
ABC = hashlib.sha256(b"abc").hexdigest()

REFUSED = ("42501", "TS001", "0A000")
"""Codes of PostgreSQL and of the functions: no such right, an act that is not believed, no such feature."""

LIMITS = ("rig_photo", "rig_use")

TRIED = [
    # records, hands and photos that are there
    *(f"DELETE FROM {table}" for table in ("record", "hand", "photo", "change", "hiding", "claim", "turn", "value")),
    f"UPDATE record SET act = '{{}}', who = 'Eve' WHERE table_number = {OTHER}",
    f"UPDATE record SET role = 'desk' WHERE table_number = {OWN}",
    f"UPDATE record SET hash = '' WHERE table_number = {OWN}",
    f"UPDATE record SET table_number = {OTHER}, number = 9 WHERE table_number = {OWN}",
    f"UPDATE hand SET state = '{{}}', hidden = true WHERE table_number = {OTHER}",
    f"UPDATE hand SET photo = '' WHERE table_number = {OWN}",
    f"UPDATE hiding SET who = 'Eve' WHERE hand IN (SELECT id FROM hand WHERE table_number = {OTHER})",
    "UPDATE photo SET data = ''",
    "UPDATE photo SET sha256 = 'x'",
    PHOTO.format(hash="0" * 64, size=3, coming=0),
    PHOTO.format(hash=ABC, size=4, coming=0),
    PHOTO.format(hash=ABC, size=3, coming=1),
    f"{PHOTO.format(hash='{theirs}', size=3, coming=0)} ON CONFLICT DO NOTHING",
    # what it gave and used, which the hall limits
    *(f"SELECT * FROM {table}" for table in LIMITS),
    *(f"DELETE FROM {table}" for table in LIMITS),
    *(f"TRUNCATE {table}" for table in LIMITS),
    f"UPDATE rig_use SET photos = 0, devices = 0 WHERE table_number = {OWN}",
    "UPDATE rig_photo SET named = true, given = true",
    f"INSERT INTO rig_photo VALUES ({OWN}, '{{theirs}}', true, true)",
    f"INSERT INTO rig_use VALUES ({OTHER}, now(), 2000000000, 100) ON CONFLICT (table_number) DO NOTHING",
    f"SELECT rig_spend({OWN}, -1000000000, -100)",
    f"SELECT rig_spend({OTHER}, 2000000000, 0)",
    "SELECT rig_tell()",
    "SELECT rig_may('{}', 'chief')",
    f"UPDATE rig_use SET told = '9999' WHERE table_number = {OWN}",
    "SELECT rig_gave()",
    "SELECT rig_laid()",
    "ALTER TABLE photo DISABLE TRIGGER rig_gave",
    "DROP TRIGGER rig_laid ON hand",
    f"SET session_replication_role = replica; {PHOTO.format(hash=ABC, size=3, coming=0)}",
    "SELECT thumb FROM photo",
    "COPY photo TO STDOUT",
    "COPY person (pin) TO STDOUT",
    # acts at other tables, and in roles that nobody has there
    RECORD.format(table=OTHER, who="", role="table"),
    RECORD.format(table=OWN, who="Chief", role="desk"),
    RECORD.format(table=OWN, who="Zed", role="referee"),
    RECORD.format(table=OWN, who="Zed", role="referee").replace("'9999'", "'2000'"),
    RECORD.format(table=OWN, who="", role="king"),
    RECORD.format(table=OWN, who="", role="referee"),
    RECORD.format(table=OWN, who="", role="referee").replace("'9999'", "'2000'"),
    ORDER.format(table=OTHER, kind="record", who="Li", role="referee"),
    ORDER.format(table=OWN, kind="record", who="Chief", role="desk"),
    ORDER.format(table=OWN, kind="record", who="Zed", role="referee"),
    ORDER.format(table=OWN, kind="erase", who="", role="table"),
    ORDER.format(table=OWN, kind="record", who="Li", role="referee").replace("'i'", f"'{uuid5(uuid4(), 'x')}'"),
    ORDER.format(table=OWN, kind="record", who="", role="referee"),
    f'UPDATE hall_order SET act = \'{{"type":"Penalty"}}\' WHERE table_number = {OWN}',
    f"UPDATE hall_order SET answer = 'done' WHERE table_number = {OTHER}",
    f"UPDATE hall_order SET role = 'desk', who = 'Chief' WHERE table_number = {OWN}",
    f"INSERT INTO hand VALUES ('i', {OTHER}, 9, '', '', '', '', false, 0, '')",
    f"INSERT INTO claim VALUES ({OTHER + 1}, 'mine', 1, '')",
    f"UPDATE claim SET device = 'mine' WHERE table_number = {OTHER}",
    f"UPDATE followed SET step = '', picture = NULL WHERE table_number = {OTHER}",
    f"UPDATE followed SET at = '' WHERE table_number = {OWN}",
    f"INSERT INTO followed VALUES ({OTHER}, 9, 1, 0, '{{}}', '', NULL, 0)",
    "DELETE FROM followed",
    f"UPDATE call SET done_at = 'now' WHERE table_number = {OTHER}",
    f"UPDATE note SET gone = true WHERE table_number = {OTHER}",
    f"INSERT INTO note VALUES ('i', 'Bo', {OTHER}, '', '', 'table', '', false, 0)",
    "UPDATE turn SET taken = 0 WHERE table_number = 0",
    f"UPDATE turn SET taken = taken + 100 WHERE table_number = {OWN}",
    "INSERT INTO turn VALUES (-1, 1, 0)",
    # small state, with the damaged records that are set aside
    f"INSERT INTO value VALUES ({OWN}, 'set-aside', '{{\"1\": {{}}}}', 0)",
    f"INSERT INTO value VALUES ({OTHER}, 'play', '{{}}', 0)",
    "INSERT INTO value VALUES (0, 'pin', '{}', 0)",
    f"UPDATE value SET value = '\"Eve\"' WHERE table_number = {OTHER}",
    "UPDATE value SET value = '\"i\"' WHERE key = 'people'",
    # people and their devices
    "SELECT pin FROM person",
    "SELECT * FROM person",
    "INSERT INTO person SELECT * FROM rig_people()",
    "UPDATE person SET role = 'chief'",
    "SELECT secret FROM device",
    DEVICE,
    "UPDATE device SET gone = true",
    "SELECT * FROM invitation",
    "UPDATE invitation SET used = false",
    "SELECT * FROM pin_device",
    "SELECT * FROM pin_try",
    "DELETE FROM pin_try",
    "SELECT * FROM reading",
    # ids of events, from which follow those of the commands for all tables
    "SELECT * FROM event",
    "SELECT id FROM event",
    "SELECT id FROM event_record",
    "SELECT * FROM event_record",
    "SELECT rig_sign_out((SELECT min(id) FROM device), 'x')",
    "SELECT rig_redeem('x')",
    # the bonds themselves
    "SET ROLE {owner}",
    "SET SESSION AUTHORIZATION {owner}",
    f"SET tableside.table_number = '{OTHER}'; UPDATE hand SET hidden = true WHERE table_number = {OTHER}",
    f"SET ROLE {{owner}}_rigs; UPDATE hand SET hidden = true WHERE table_number = {OTHER}",
    f"SET row_security = off; UPDATE hand SET hidden = true WHERE table_number = {OTHER}",
    f"SET search_path = pg_temp; UPDATE public.hand SET hidden = true WHERE table_number = {OTHER}",
    f"ALTER ROLE {{owner}}_rig_{OWN} RENAME TO {{owner}}_rig_99",
    f"ALTER ROLE {{owner}}_rig_{OWN} CREATEROLE",
    f"ALTER ROLE {{owner}}_rig_{OTHER} PASSWORD 'mine'",
    f"GRANT {{owner}} TO {{owner}}_rig_{OWN}",
    "ALTER TABLE hand DISABLE ROW LEVEL SECURITY",
    "DROP TRIGGER rig_believed ON record",
    "CREATE OR REPLACE FUNCTION rig_table() RETURNS integer LANGUAGE sql AS 'SELECT 6'",
    "CREATE TABLE mine (n integer)",
    "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 6'",
    "DROP TABLE record",
]
"""Attempts of the holder of a rig's password: none changes anything, or tells a secret."""


def test_what_the_password_of_a_rig_does_not_give(
    hall: Storage, played: People, rig_url: Callable[[int], str], postgres_url: str
) -> None:
    owner = parameters(postgres_url)["user"]
    theirs = hall.photos.put(b"of the other table")
    before = everything(hall)
    codes, passed = list[tuple[str, str | None]](), list[tuple[str, int]]()
    for tried in TRIED:
        with psycopg.connect(**parameters(rig_url(OWN))) as connection:
            try:
                asked = connection.execute(tried.replace("{owner}", owner).replace("{theirs}", theirs))  # type: ignore[call-overload]
            except psycopg.Error as error:
                codes.append((tried, error.sqlstate))
            else:
                passed.append((tried, asked.rowcount))
    assert everything(hall) == before
    assert [each for each in codes if each[1] not in REFUSED] == []
    for tried, rows in passed:  # only what concerns no row that it sees
        assert tried.startswith(("UPDATE", "SET", "SELECT rig_")), tried
        assert rows <= 0 or tried.startswith("SELECT rig_"), tried


def test_a_rig_sees_its_table_alone_and_no_hash_or_token(
    hall: Storage, played: People, rig_url: Callable[[int], str]
) -> None:
    with psycopg.connect(**parameters(rig_url(OWN))) as connection:
        for table in ("record", "hand", "claim", "hall_order", "call", "followed"):
            assert connection.execute(f"SELECT DISTINCT table_number FROM {table}").fetchall() == [(OWN,)], table
        values = connection.execute("SELECT table_number, key FROM value ORDER BY 1, 2").fetchall()
        assert values == [(0, "people"), (OWN, "name")]
        told = connection.execute("SELECT name, pin FROM rig_people() ORDER BY name").fetchall()
    pins = {person.name: person.pin for person in hall.people.all()}
    for name, pin in told:
        assert pin != pins[name]
        assert pin.rpartition("$")[0] == pins[name].rpartition("$")[0]
        assert set(pin.rpartition("$")[2]) == {"A"}


def test_a_device_that_a_rig_lets_in_has_no_rights_in_the_hall(
    hall: Storage, played: People, rig_url: Callable[[int], str]
) -> None:
    chief = hall.people.called("Chief")
    assert chief
    secret = hashlib.sha256(b"stolen").hexdigest()
    with psycopg.connect(**parameters(rig_url(OWN))) as connection:
        connection.execute("SELECT rig_let_in('i', %s, %s, 'phone', 'now')", (secret, chief.id))
    assert played.caller("stolen") is None
    assert "i" in [device.id for device in hall.people.devices()]


GIVEN = "INSERT INTO photo (sha256, size, at, coming, data) VALUES (encode(sha256(%s), 'hex'), length(%s), 0, 0, %s)"


def give(connection: psycopg.Connection[Any], data: bytes) -> str:
    """Give a photo as a rig; return an empty text, or the code of the error."""
    try:
        connection.execute(f"{GIVEN} ON CONFLICT DO NOTHING", (data,) * 3)  # type: ignore[call-overload]
    except psycopg.Error as error:
        return str(error.sqlstate)
    return ""


def seen_by(connection: psycopg.Connection[Any]) -> set[bytes]:
    return {bytes(data) for (data,) in connection.execute("SELECT data FROM photo")}


def lay(hall: Storage, table: int, data: bytes) -> str:
    """Lay a photographed hand in the hall; return the hash of its photo."""
    photo = hall.photos.put(data)
    hall.hands.keep(KeptHand(str(uuid4()), table, 0, "2026-01-01", photo, "", "{}"))
    return photo


HAND = f"INSERT INTO hand SELECT %s, {OWN}, %s, '', %s, '', '', false, 0, ''"


def test_a_rig_reads_the_photos_of_its_own_table_alone(hall: Storage, rig_url: Callable[[int], str]) -> None:
    with (
        psycopg.connect(**parameters(rig_url(OWN)), autocommit=True) as own,
        psycopg.connect(**parameters(rig_url(OTHER)), autocommit=True) as other,
    ):
        lay(hall, OWN, b"laid here in the hall")
        theirs = [lay(hall, OTHER, b"laid there in the hall"), hall.photos.put(b"of no hand")]
        assert give(own, b"given") == give(other, b"given there") == ""
        assert seen_by(own) == {b"laid here in the hall", b"given"}
        assert seen_by(other) == {b"laid there in the hall", b"given there"}
        for number, photo in enumerate([*theirs, hashlib.sha256(b"given there").hexdigest()]):
            own.execute(HAND, (str(number), 100 + number, photo))  # it names what it does not have
        assert seen_by(own) == {b"laid here in the hall", b"given"}
        assert own.execute("SELECT count(*) FROM photo WHERE sha256 = %s", (theirs[0],)).fetchone() == (0,)
        assert give(own, b"laid there in the hall") == ""  # who has it may have it
        assert seen_by(own) == {b"laid here in the hall", b"given", b"laid there in the hall"}
        own.execute(HAND, ("early", 200, hashlib.sha256(b"late").hexdigest()))
        assert give(own, b"late") == ""  # a hand went ahead of its photo
        assert b"late" in seen_by(own)


UNNAMED = 60


def fill_up(hall: Storage, table: int, count: int, size: int = 1) -> None:
    """Let the hall have photos of a rig that no hand names."""
    with hall.database.writing() as connection:
        for number in range(count):
            key = {"sha": f"{table} {number}", "table": table, "size": size}
            connection.execute(text("INSERT INTO photo VALUES (:sha, :size, 0, 0, '', NULL)"), key)
            connection.execute(text("INSERT INTO rig_photo VALUES (:table, :sha, true, false)"), key)


@pytest.mark.parametrize("isolation", psycopg.IsolationLevel)
@pytest.mark.parametrize(("count", "size"), [(UNNAMED - 1, 1), (3, 100 * 1024 * 1024 - 3)])
def test_a_rig_gives_so_many_photos_that_no_hand_names(
    hall: Storage, rig_url: Callable[[int], str], count: int, size: int, isolation: psycopg.IsolationLevel
) -> None:
    fill_up(hall, OWN, count, size)
    with psycopg.connect(**parameters(rig_url(OWN))) as own, psycopg.connect(**parameters(rig_url(OTHER))) as other:
        own.isolation_level = isolation
        with own.transaction(force_rollback=True):
            assert give(own, b"the last") == ""
        assert give(own, b"the last") == ""
        with suppress(psycopg.Error), own.transaction():
            assert give(own, b"one more") == "TS003"
        own.commit()
        with own.transaction():
            own.execute(HAND, ("a", 100, hashlib.sha256(b"one more").hexdigest()))
        with own.transaction():
            assert give(own, b"one more") == ""  # its hand is there
        with own.transaction():
            own.execute(HAND, ("b", 101, hashlib.sha256(b"the last").hexdigest()))
        with own.transaction():
            assert give(own, b"the next") == ""  # of the others one has a hand now
        assert give(other, b"another") == ""  # it has its own


def test_transactions_that_began_before_do_not_give_more(hall: Storage, rig_url: Callable[[int], str]) -> None:
    fill_up(hall, OWN, UNNAMED - 1)
    with ExitStack() as stack:
        old = [stack.enter_context(psycopg.connect(**parameters(rig_url(OWN)))) for _ in range(3)]
        for connection in old:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.execute("SELECT count(*) FROM record")
        given = []
        for number, connection in enumerate(old):
            given.append(give(connection, b"%d" % number))
            connection.rollback() if given[-1] else connection.commit()
    assert given == ["", "40001", "40001"]


def test_what_a_rig_gives_within_a_day_is_limited(hall: Storage, rig_url: Callable[[int], str]) -> None:
    def used(since: str) -> None:
        with hall.database.writing() as connection:
            connection.execute(text("DELETE FROM rig_use"))
            values = f"({OWN}, {since}, 1073741824 - 3, 100)"
            connection.execute(text(f"INSERT INTO rig_use VALUES {values}"))

    with psycopg.connect(**parameters(rig_url(OWN)), autocommit=True) as own:
        used("now() - interval '23 hours'")
        own.execute(HAND, ("a", 100, hashlib.sha256(b"four").hexdigest()))
        assert give(own, b"four") == "TS003"  # though its hand is there
        assert give(own, b"two") == ""
        assert give(own, b"two") == "TS003"
        assert asked(own, "SELECT rig_let_in('i', 'x', 'x', 'phone', 'now')") == "TS003"
        for since in ("now() - interval '25 hours'", "now() + interval '1 hour'"):  # the clock was set back
            used(since)
            assert give(own, b"four") == ""


def test_a_rig_lets_so_many_devices_in_and_people_sign_in_there_all_the_same(hall: Storage, rig: Rig) -> None:
    judge = People(hall.people, Guesses()).add("Li", "referee", None, "135790", "")
    outbox = rig(OWN).outbox
    assert outbox
    outbox.hear()
    for number in range(103):
        outbox.people.let_in(judge.id, f"{number:03}{'f' * 61}", "p" * 300)
    assert len(hall.people.devices()) == 100
    assert {len(device.name) for device in hall.people.devices()} == {200}
    assert outbox.people.by_token(f"102{'f' * 61}")
    other = rig(OTHER).outbox
    assert other
    other.hear()
    other.people.let_in(judge.id, "f" * 64, "phone")
    assert len(hall.people.devices()) == 101


def asked(connection: psycopg.Connection[Any], statement: str, *values: str) -> Any:
    """Return the one value that a statement returns, or the code of its error, after which the transaction goes on."""
    try:
        with connection.transaction():
            row = connection.execute(statement, values).fetchone()  # type: ignore[call-overload]
            return row and row[0]
    except psycopg.Error as error:
        return error.sqlstate


def tried(connection: psycopg.Connection[Any], person: str, made: str) -> str:
    return str(asked(connection, "SELECT rig_try(%s, %s)", person, made))


def told(connection: psycopg.Connection[Any], given: str) -> bool:
    return bool(asked(connection, "SELECT rig_tried(%s)", given))


COUNTED = """
    SELECT relname, seq_scan, seq_tup_read, idx_scan, idx_tup_fetch, n_tup_ins, n_tup_upd, n_tup_del
    FROM pg_stat_xact_all_tables WHERE schemaname = 'public' AND relname != 'pin_try' ORDER BY relname
"""
"""Rows that a transaction read and wrote, which every role sees, also of functions of others; those of tries are dead
after each transaction, and read as such by the next."""


@pytest.mark.parametrize("isolation", psycopg.IsolationLevel)
def test_a_transaction_that_is_rolled_back_does_not_tell_a_right_pin_from_a_wrong_one(
    hall: Storage, played: People, rig_url: Callable[[int], str], isolation: psycopg.IsolationLevel
) -> None:
    chief = hall.people.called("Chief")
    assert chief
    wrong = chief.pin[:-1] + ("B" if chief.pin[-1] == "A" else "A")
    seen = []
    for last in (wrong, chief.pin):
        with psycopg.connect(**parameters(rig_url(OWN))) as connection:
            connection.isolation_level = isolation
            with connection.transaction(force_rollback=True):
                tries = [tried(connection, chief.id, made) for made in [wrong] * (TRIES - 1) + [last, wrong, chief.pin]]
                counted = connection.execute(COUNTED).fetchall()
                seen.append(([len(given) for given in tries], [told(connection, given) for given in tries], counted))
    assert seen[0] == seen[1]
    assert seen[0][0][-2:] == [len("TS002")] * 2
    assert not any(seen[0][1])


def test_right_and_wrong_pins_count_alike_and_are_told_once_they_count(
    hall: Storage, played: People, rig_url: Callable[[int], str]
) -> None:
    chief = hall.people.called("Chief")
    assert chief
    with psycopg.connect(**parameters(rig_url(OWN)), autocommit=True) as connection:
        with suppress(psycopg.Rollback), connection.transaction():
            given = tried(connection, chief.id, chief.pin)
            assert not told(connection, given)
            raise psycopg.Rollback
        assert not told(connection, given)
        assert told(connection, tried(connection, chief.id, chief.pin))
        with psycopg.connect(**parameters(rig_url(OTHER)), autocommit=True) as other:
            assert not told(other, tried(connection, chief.id, chief.pin))
        for made in ["wrong", chief.pin] * (TRIES // 2 - 1):
            assert told(connection, tried(connection, chief.id, made)) == (made == chief.pin)
        assert tried(connection, chief.id, chief.pin) == "TS002"
    with psycopg.connect(**parameters(rig_url(OTHER)), autocommit=True) as other:
        assert told(other, tried(other, chief.id, chief.pin))  # it has its own


def test_transactions_that_began_before_the_tries_count_them_too(
    hall: Storage, played: People, rig_url: Callable[[int], str]
) -> None:
    with ExitStack() as stack:
        old = [stack.enter_context(psycopg.connect(**parameters(rig_url(OWN)))) for _ in range(4)]
        for connection in old:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.execute("SELECT count(*) FROM record")
        given = []
        for connection in old:
            given += [tried(connection, "somebody", "wrong") for _ in range(TRIES)]
            connection.commit()
    assert sum(len(each) == 36 for each in given) == TRIES
    assert set(given[TRIES:]) == {"40001"}


def test_who_signed_in_at_a_rig_before_and_who_is_invited_need_no_try(hall: Storage, rig: Rig) -> None:
    people = People(hall.people, Guesses())
    known, new = people.add("Li", "referee", None, "135790", ""), people.add("Wu", "referee", None, "246802", "")
    outbox = rig(OWN).outbox
    assert outbox
    outbox.hear()
    here = People(outbox.people, Guesses())
    here.enter("Li", "135790", "a", "phone")
    for _ in range(TRIES - 1):
        assert not outbox.people.has_pin(new, "wrong")
    for _ in range(2):  # the second time with as few tries left
        assert here.enter("Li", "135790", "a", "phone").person.id == known.id
        with pytest.raises(RecordsError, match="tries-spent"):
            here.enter("Wu", "246802", "a", "phone")
    assert here.accept(people.invite(new.id), "phone").person.id == new.id


def test_a_rig_is_told_in_words_after_too_many_wrong_pins(hall: Storage, rig: Rig) -> None:
    judge = People(hall.people, Guesses()).add("Li", "referee", None, "135790", "")
    outbox = rig(OWN).outbox
    assert outbox
    outbox.hear()
    known = outbox.people.get(judge.id)
    assert known
    assert not any(outbox.people.has_pin(known, "wrong") for _ in range(TRIES))
    with pytest.raises(RecordsError, match="tries-spent") as spent:
        outbox.people.has_pin(known, judge.pin)
    assert "invitation" in web_error(Messages.of("en"), spent.value)[1]


def test_what_a_rig_records_is_believed_as_far_as_somebody_has_that_role(
    hall: Storage, played: People, rig: Rig
) -> None:
    played.add("Wu", "referee", OTHER, "", "")
    table = rig(3)
    assert table.outbox
    for act, who, role in (
        (Seated(FOUR), "", "table"),
        (Penalty("S", 10, "late"), "Li", "referee"),
        (Penalty("S", 10, "late"), "Chief", "referee"),
        (Drawn(), "Zed", "table"),
    ):
        table.record(act_to_dict(act), uuid4(), who, role)  # type: ignore[arg-type]
    assert table.outbox.send() == 0
    ordered = RemoteCommand(3, str(uuid4()), "record", act_to_dict(Drawn()), "Chief", "desk")
    hall.orders.place(ordered)
    table.outbox.take_orders()
    assert [order.answer for order in hall.orders.of(3, waiting=False)] == [DONE]
    assert hall.journal.entries(3)[-1].role == "desk"
    table.record(act_to_dict(Penalty("S", 10, "late")), uuid4(), "Wu", "referee")
    with pytest.raises(RecordsError, match="not-believed") as refused:
        table.outbox.send()
    assert "Wu" in web_error(Messages.of("en"), refused.value)[0]
    assert len(hall.journal.entries(3)) == 5
    hall.people.change(next(each.id for each in hall.people.all() if each.name == "Wu"), "referee", None, None, "")
    assert table.outbox.send() == 0
    assert hall.journal.entries(3) == table.records.journal.entries(3)


def test_what_was_recorded_before_anybody_had_a_role_is_believed(hall: Storage, rig: Rig) -> None:
    table = rig(OWN)
    assert table.outbox
    table.record(act_to_dict(Seated(FOUR)), uuid4(), "Ann", "referee")
    People(hall.people, Guesses()).add("Chief", "chief", None, "", "")
    assert table.outbox.send() == 0


RECORDED = "INSERT INTO record VALUES (%s, 9, %s, %s, 'h', 's', %s, %s, %s)"
NOW = moments.now()
YEAR = timedelta(days=365)
DRAWN = '{"type":"Drawn"}'
FINED = '{"type":"Penalty"}'
RENAMED = '{"type":"Renamed"}'
CHIEFS = '{"type":"Erased"}'


def inside(act: str, levels: int = 1) -> str:
    """Return a correction that replaces an act by another, which may be one itself."""
    return act if levels == 0 else f'{{"type":"Corrected","act":{inside(act, levels - 1)},"of":1,"reason":""}}'


SIGNED = [
    # acts within the rights of the role, also where they replace another one
    ("", "table", DRAWN, NOW, True),
    ("", "table", FINED, NOW, False),
    ("", "table", RENAMED, NOW, False),
    ("Sue", "table", RENAMED, NOW, True),
    ("Sue", "table", FINED, NOW, False),
    ("Sue", "referee", RENAMED, NOW, False),
    ("Li", "referee", FINED, NOW, True),
    ("Li", "referee", CHIEFS, NOW, False),
    ("Chief", "referee", CHIEFS, NOW, True),
    ("", "table", inside(DRAWN, 2), NOW, True),
    ("", "table", inside(FINED), NOW, False),
    ("Li", "referee", inside(FINED), NOW, True),
    ("Li", "referee", inside(CHIEFS, 3), NOW, False),
    ("", "table", '{"type":"OfOneGame"}', NOW, True),
    # texts that are read in two ways, or by nobody
    ("", "table", '{"type":"Drawn","type":"Erased"}', NOW, False),
    ("", "table", '{"type":"Erased","type":"Drawn"}', NOW, False),
    ("", "table", '{"type":"Corrected","act":{"type":"Drawn"},"act":{"type":"Erased"}}', NOW, False),
    ("", "table", '{"ty\\u0070e":"Erased"}', NOW, False),
    ("", "table", '{"\\u0000":1,"type":"Erased"}', NOW, False),
    ("", "table", '{"a":' * 20000 + "1" + "}" * 20000, NOW, False),
    ("", "table", "damaged", NOW, True),
    # a referee who is one at the time
    ("", "referee", DRAWN, NOW, False),
    ("", "referee", DRAWN, "2000", False),
    ("Li", "referee", DRAWN, moments.after(NOW, -YEAR), False),
    ("Wu", "referee", FINED, moments.after(NOW, -YEAR), False),
    ("Wu", "referee", FINED, NOW, True),  # who left, while the computer of the table was away
    ("Wu", "referee", CHIEFS, NOW, False),
    ("Wu", "referee", FINED, moments.after(NOW, YEAR), False),
    ("wu", "referee", FINED, NOW, False),
    ("May", "referee", FINED, NOW, True),  # who is a scorer since
    ("May", "referee", FINED, moments.after(NOW, YEAR), False),
    ("Joe", "referee", FINED, NOW, False),  # who left table 6
    # a referee of one event, at a table of it, or not
    ("Eva", "referee", FINED, NOW, True),
    ("Max", "referee", FINED, NOW, False),
    ("Ida", "referee", FINED, NOW, False),
    # after a role has ended
    ("Wu", "referee", FINED, moments.after(NOW, timedelta(days=6)), True),
    ("Wu", "referee", FINED, moments.after(NOW, timedelta(days=8)), False),
]
"""Author, role, act and time of a record that a rig writes, and True if it is believed."""


def refusal(connection: psycopg.Connection[Any], statement: LiteralString, values: tuple[Any, ...]) -> str:
    """Try a statement and take it back; return an empty text, or the code of the error."""
    try:
        with connection.transaction(force_rollback=True):
            connection.execute(statement, values)
    except psycopg.Error as error:
        return str(error.sqlstate)
    return ""


def test_a_rig_is_believed_within_the_rights_of_who_signs(
    hall: Storage, played: People, rig_url: Callable[[int], str]
) -> None:
    del played
    for name, role, table in (("Wu", "referee", None), ("Joe", "referee", OTHER), ("May", "referee", None)):
        assert hall.people.add(name, role, table, "", "")
    hall.people.add("Sue", "scorer", None, "", "")
    for tables, name in ((OWN, "Eva"), (OWN - 1, "Max"), (0, "Ida")):  # the seating of the last one is not drawn
        event, _ = hall.events.open(uuid4(), Opened("Cup"), "Chief", "desk")
        people = tuple(PlayerEntry(n, f"{name} {n}") for n in range(1, 4 * tables + 1))
        games = tuple((n, n + 1, n + 2, n + 3) for n in range(1, 4 * tables, 4))
        for act in (Entered(people), SeatingDrawn(1, (games,) * 8)) if tables else ():
            hall.events.append(event.number, uuid4(), act, "Chief", "desk")
        hall.people.add(name, "referee", None, "", "", event.number)
    ids = {person.name: person.id for person in hall.people.all()}
    hall.people.remove(ids["Wu"])
    hall.people.remove(ids["Joe"])
    hall.people.change(ids["May"], "scorer", None, None, "")
    found = []
    with psycopg.connect(**parameters(rig_url(OWN)), autocommit=True) as connection:
        for who, role, act, at, _ in SIGNED:
            code = refusal(connection, RECORDED, (OWN, "i", act, who, role, at))
            assert code in ("", *REFUSED), (who, act, code)
            found.append((who, role, act, at, code == ""))
    assert [each[0] for each in zip(found, SIGNED, strict=True) if each[0] != each[1]] == []


def test_rigs_acts_and_roles(hall: Storage, played: People, rig_url: Callable[[int], str]) -> None:
    """Walk all of them, as a record that a rig hands over and as a command that it hands in."""
    del played
    for role in ("player", "table", "scorer", "referee", "chief"):
        hall.people.add(role, role, None, "", "")
    commanded = (
        "INSERT INTO hall_order (table_number, id, kind, act, who, role, at, answer)"
        " VALUES (%s, %s, 'record', %s, %s, %s, %s, '')"
    )
    told, known = [], {person.name: person.role for person in hall.people.all()}
    with psycopg.connect(**parameters(rig_url(OWN)), autocommit=True) as connection:
        for act, recorded, who in product(ACTS, ("table", "referee", "desk"), ("", *ROLES)):
            signs = cast(Role, known.get(who, "spectator"))
            may = recorded != "desk" and (
                covers(max(signs, recorded, key=ROLES.index) if recorded == "table" else signs, ACTS[act])
                and (recorded == "table" or covers(signs, "referee"))
            )
            for statement in (RECORDED, commanded):
                code = refusal(connection, statement, (OWN, "i", f'{{"type":"{act}"}}', who, recorded, NOW))
                assert code == ("" if may else "TS001"), (act, recorded, who, statement)
                told.append(code == "")
    assert (told.count(True), told.count(False)) == (214, 836)


def test_a_command_of_the_hall_is_believed_as_it_is(
    hall: Storage, played: People, rig_url: Callable[[int], str]
) -> None:
    (order,) = hall.orders.of(OWN)
    with psycopg.connect(**parameters(rig_url(OWN)), autocommit=True) as connection:
        for act, who in ((FINED, "Chief"), (DRAWN, "Li")):
            with pytest.raises(psycopg.Error) as refused:
                connection.execute(RECORDED, (OWN, order.id, act, who, "desk", NOW))
            assert refused.value.sqlstate == "TS001"
        connection.execute("UPDATE hall_order SET act = '{}' WHERE table_number = %s", (OTHER,))
        connection.execute(RECORDED, (OWN, order.id, DRAWN, "Chief", "desk", NOW))


def test_what_a_rig_recorded_before_it_was_told_of_roles_is_believed(hall: Storage, rig: Rig) -> None:
    table = rig(OWN)
    People(hall.people, Guesses()).add("Chief", "chief", None, "", "")
    for act in (Seated(FOUR), Penalty("S", 10, "late")):  # the hall is away: nobody needs to sign
        table.record(act_to_dict(act), uuid4(), "", "referee")
    assert table.outbox
    assert table.outbox.send() == 0
    table.record(act_to_dict(Drawn()), uuid4(), "", "referee")  # by a page that has not heard of it yet
    assert table.outbox.send() == 0
    with hall.database.writing() as connection:  # minutes ago
        told = {"told": moments.after(moments.now(), timedelta(minutes=-2))}
        connection.execute(text("UPDATE rig_use SET told = :told"), told)
    table.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    with pytest.raises(RecordsError, match="not-signed") as refused:
        table.outbox.send()
    assert "without a name" in web_error(Messages.of("en"), refused.value)[0]
    (chief,) = hall.people.all()
    hall.people.remove(chief.id)  # again nobody has a role
    assert table.outbox.send() == 0


def test_what_a_referee_hands_in_who_left_is_believed(hall: Storage, rig: Rig) -> None:
    judge = People(hall.people, Guesses()).add("Li", "referee", None, "", "")
    table = rig(OWN)
    for act in (Seated(FOUR), Drawn()):
        table.record(act_to_dict(act), uuid4(), "Li", "referee")
    assert table.outbox
    assert table.outbox.send() == 0
    table.record(act_to_dict(Penalty("S", 10, "late")), uuid4(), "Li", "referee")
    hall.people.remove(judge.id)
    with hall.database.writing() as connection:  # hours ago
        connection.execute(text("UPDATE person SET until = :until"), {"until": moments.after(NOW, timedelta(hours=1))})
    assert table.outbox.hand_in().sent == 1
    assert [order.at for order in hall.orders.of(OWN)] == [table.records.journal.entries(OWN)[-1].when]


def test_what_is_signed_after_a_role_has_ended_is_taken_with_a_call_and_holds_up_nothing(
    hall: Storage, rig: Rig
) -> None:
    assert hall.people.add("Chief", "chief", None, "", "")
    judge = People(hall.people, Guesses()).add("Li", "referee", None, "", "")
    table = rig(OWN)
    table.record(act_to_dict(Seated(FOUR)), uuid4(), "Li", "referee")
    assert table.outbox
    assert table.outbox.send() == 0
    hall.people.remove(judge.id)
    with hall.database.writing() as connection:  # hours ago, of which the rig did not hear
        ended = {"until": moments.after(NOW, timedelta(hours=-3)), "at": moments.after(NOW, timedelta(hours=-9))}
        connection.execute(text("UPDATE person SET until = :until, at = :at"), ended)
    late = table.record(act_to_dict(Penalty("S", 10, "late")), uuid4(), "Li", "referee")[0]
    table.record(act_to_dict(Drawn()), uuid4(), "", "table")
    assert table.outbox.send() == 0
    assert hall.journal.entries(OWN) == table.records.journal.entries(OWN)
    (call,) = hall.calls.open(OWN)
    assert (call.id, call.who, call.at, call.reason) == (str(late.id), "Li", late.when, SIGNED_LATE)
    says = call_json(call, NOW, Messages.of("en")).reason
    assert says.startswith("Recorded in a role that had ended")
    table.outbox.hear()
    assert [each.id for each in table.records.calls.open(OWN)] == [call.id]


ROWS = 2 * 1024**3
BIG = "repeat(md5(random()::text), 200000)"
LARGE = {
    "record": f"INSERT INTO record SELECT {OWN}, 9, 'i', json_build_object('type', 'Drawn', 'x', {BIG}), 'h', 's', '',"
    " 'table', '9'",
    "hand": f"INSERT INTO hand SELECT 'i', {OWN}, 9, '', '', {BIG}, '', false, 0, ''",
    "value": f"INSERT INTO value SELECT {OWN}, 'clock', {BIG}, 0",
    "followed": f"INSERT INTO followed SELECT {OWN}, 9, 1, 0, '', '', convert_to({BIG}, 'UTF8'), 0",
    "call": f"INSERT INTO call SELECT 'i', {OWN}, 'Ann', {BIG}, '', '', '', '', '', '', 0",
    "note": f"INSERT INTO note SELECT 'i', 'Bo', {OWN}, {BIG}, 'Li', 'referee', '{NOW}', false, 0",
    "hiding": f"UPDATE hiding SET who = {BIG}",
}
"""Statements of a rig that write a large row."""


def test_a_rig_writes_no_row_of_any_size_and_so_much_a_day(
    hall: Storage, played: People, rig_url: Callable[[int], str]
) -> None:
    del played
    with psycopg.connect(**parameters(rig_url(OWN)), autocommit=True) as own:
        for table, statement in LARGE.items():
            assert asked(own, statement) == "TS004", table

        def used(rows: int, since: str) -> None:
            with hall.database.writing() as connection:
                connection.execute(text(f"UPDATE rig_use SET rows = {rows}, rows_since = {since}"))

        small = f"UPDATE value SET value = '\"i\"' WHERE table_number = {OWN} AND key = 'name'"
        used(ROWS, "now() - interval '23 hours'")
        assert asked(own, small) == "TS004"
        for since in ("now() - interval '25 hours'", "now() + interval '1 hour'", "NULL"):
            used(ROWS, since)
            assert refusal(own, cast(LiteralString, small), ()) == ""
        used(ROWS - 4_000_000, "now()")
        step = f"INSERT INTO followed SELECT {OWN}, 100 + n, 1, 0, '{{}}', '', NULL, 0 FROM generate_series(1, %s) n"
        assert refusal(own, cast(LiteralString, step), (500,)) == ""
        assert refusal(own, cast(LiteralString, step), (500,)) == "", "what was rolled back counts no more"
        assert refusal(own, cast(LiteralString, step), (5000,)) == "TS004"


def test_a_hall_that_takes_no_more_of_a_rig_says_so_and_gets_the_rest_later(hall: Storage, rig: Rig) -> None:
    table = rig(OWN)
    assert table.outbox
    table.record(act_to_dict(Seated(FOUR)), uuid4(), "", "table")
    assert table.outbox.send() == 0
    with hall.database.writing() as connection:
        connection.execute(text(f"UPDATE rig_use SET rows = {ROWS}"))
    table.record(act_to_dict(Drawn()), uuid4(), "", "table")
    with pytest.raises(RecordsError, match="rows-spent") as spent:
        table.outbox.send()
    assert "is kept here" in web_error(Messages.of("en"), spent.value)[1]
    with hall.database.writing() as connection:
        connection.execute(text("UPDATE rig_use SET rows_since = now() - interval '2 days'"))
    assert table.outbox.send() == 0
    assert hall.journal.entries(OWN) == table.records.journal.entries(OWN)


def test_a_rig_takes_no_number_of_a_command(hall: Storage, rig_url: Callable[[int], str]) -> None:
    numbered = ORDER.format(table=OWN, kind="record", who="", role="table").format()
    taken = numbered.replace("(table_number,", "(number, table_number,").replace(f"({OWN},", f"(2, {OWN},")
    with psycopg.connect(**parameters(rig_url(OWN)), autocommit=True) as own:
        for statement in (
            "SELECT nextval('hall_order_number_seq')",
            "SELECT setval('hall_order_number_seq', 9)",
            taken,
        ):
            assert asked(own, statement) == "42501", statement
        own.execute(cast(LiteralString, numbered))
    for _ in range(2):
        hall.orders.place(RemoteCommand(OTHER, str(uuid4()), "record", act_to_dict(Drawn()), "Chief", "desk"))
    assert len(hall.orders.of(OTHER)) == 2


def test_another_table_of_rights_is_given_when_the_hall_starts(
    hall: Storage, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    del hall
    may = text("SELECT rig_may(ARRAY['Drawn'], 'table')")
    monkeypatch.setitem(cast(dict[str, str], ACTS), "Drawn", "referee")
    for _ in range(2):
        with closing(Storage.open(None, db=postgres_url)) as again, again.database.reading() as connection:
            assert connection.execute(may).scalar() is False


def test_a_draw_of_the_box_is_handed_in_like_any_record(hall: Storage, rig: Rig) -> None:
    table = rig(OWN)
    assert table.outbox
    table.record(act_to_dict(Seated(FOUR)), uuid4(), "", "table")
    assert table.outbox.send() == 0
    table.talk.do(Draw(), "box 1 7")
    assert table.outbox.hand_in().sent == 1
    (order,) = hall.orders.of(OWN)
    assert order.id == str(table.records.journal.entries(OWN)[-1].id)


def test_the_role_of_one_table_is_refused_in_words_for_another(
    tmp_path: Path, hall: Storage, rig_url: Callable[[int], str]
) -> None:
    with closing(Storage.open(tmp_path / "rig")) as records:
        outbox = Outbox(records, rig_url(OWN), OTHER)
        with pytest.raises(RecordsError) as refused:
            outbox.connect()
        assert refused.value.kind == "other-rig"
        assert f"--table {OWN}" in web_error(Messages.of("en"), refused.value)[1]


@pytest.fixture
def shared_role(postgres_url: str) -> str:
    """A role that all rigs share, as halls of earlier versions have it."""
    engine = create_engine(postgres_url)
    role = f"shared_{uuid4().hex[:8]}"
    with engine.begin() as connection:
        connection.execute(text(f"CREATE ROLE {role} LOGIN PASSWORD 'of-all'"))
    engine.dispose()
    return role


def as_before(role: str) -> tuple[str, ...]:
    """Statements that give a role the rights of rigs in earlier versions."""
    return (
        f"GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO {role}",
        f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}",
    )


@pytest.fixture
def shared(postgres_url: str, shared_role: str) -> Iterator[str]:
    """The address of the hall for that role."""
    engine = create_engine(postgres_url)
    with engine.begin() as connection:
        for statement in as_before(shared_role):
            connection.execute(text(statement))
        secure(connection)
    yield engine.url.set(username=shared_role, password="of-all").render_as_string(hide_password=False)
    with engine.begin() as connection:
        for statement in (f"DROP OWNED BY {shared_role}", f"DROP ROLE {shared_role}"):  # as HALL.md says
            connection.execute(text(statement))
    engine.dispose()


def of_owner(hall: Storage, ask: Callable[[Connection], Any]) -> Any:
    with hall.database.reading() as connection:
        return ask(connection)


def test_rigs_on_the_role_that_all_shared_go_on_without_secrets_and_are_named(
    tmp_path: Path,
    hall: Storage,
    shared: str,
    rig_url: Callable[[int], str],
    answers: Any,
    photo: bytes,
) -> None:
    name = parameters(shared)["user"]
    assert of_owner(hall, shared_roles) == [name]
    with closing(Storage.open(tmp_path / "rig")) as records:
        table = Table(answers, records=records, number=OWN)
        table.outbox = Outbox(records, shared, OWN, lambda order: follow(table, order))
        table.outbox.connect()
        play(table, photo)
        table.record(act_to_dict(Drawn()), uuid4(), "Zed", "referee")
        assert table.outbox.send() == 0
        assert of_owner(hall, lambda there: list(under_other_roles(there))) == [(OWN, name)]
        for stolen in ("SELECT pin FROM person", DEVICE, "SELECT secret FROM device", "UPDATE photo SET data = ''"):
            with psycopg.connect(**parameters(shared)) as asked, pytest.raises(psycopg.errors.InsufficientPrivilege):
                asked.execute(stolen)  # type: ignore[call-overload]
        with hall.database.writing() as connection:  # as before version 11, which did not note the role
            connection.execute(text("ALTER TABLE claim DISABLE TRIGGER rig_named"))
            connection.execute(text("UPDATE claim SET role = ''"))
            connection.execute(text("ALTER TABLE claim ENABLE TRIGGER rig_named"))
        assert of_owner(hall, lambda there: list(under_other_roles(there))) == [(OWN, name)]
        again = Outbox(records, rig_url(OWN), OWN)  # issued a role of its own, it goes on where it was
        again.connect()
        table.record(act_to_dict(Drawn()), uuid4(), "", "table")
        assert again.send() == 0
        assert of_owner(hall, lambda there: list(under_other_roles(there))) == []
        again.stop()
        table.outbox.stop()


@pytest.fixture
def open_hall(postgres_databases: Callable[[], str]) -> str:
    """The address of a hall in whose schema public everybody may create, as in PostgreSQL 14 and older."""
    address = postgres_databases()
    Storage.open(None, db=address).close()
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text("GRANT CREATE ON SCHEMA public TO PUBLIC"))
    engine.dispose()
    return address


OWN_SUBSTR = """
    CREATE FUNCTION public.substr(given name, since integer) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
        CREATE TABLE public.ran_as AS SELECT current_user::text AS role;
        RETURN '5';
    END $$
"""
"""A function that fits the name of a role better than PostgreSQL's own."""


def test_a_function_that_a_rig_puts_into_an_open_schema_does_not_run_as_the_owner(
    open_hall: str, rig_url: Callable[[int], str]
) -> None:
    rig = make_url(rig_url(OWN)).set(database=make_url(open_hall).database).render_as_string(False)
    owner = create_engine(open_hall)
    with owner.begin() as connection:  # what `secure` gave before
        for function in ("rig_table", "rig_try"):
            connection.execute(text(f"GRANT EXECUTE ON FUNCTION {function} TO {parameters(rig)['user']}"))
    with psycopg.connect(**parameters(rig), autocommit=True) as asked:
        asked.execute(OWN_SUBSTR)
        assert asked.execute("SELECT rig_table()").fetchone() == (OWN,)
        assert asked.execute("SELECT length(rig_try('somebody', 'x'))").fetchone() == (36,)
    with owner.begin() as connection:
        assert connection.execute(text("SELECT to_regclass('public.ran_as')")).scalar() is None
        connection.execute(text("REVOKE CREATE ON SCHEMA public FROM PUBLIC"))
    with pytest.raises(RecordsError, match="open-schema"):  # the function is still there
        Storage.open(None, db=open_hall)
    with owner.begin() as connection:
        connection.execute(text(f"DROP OWNED BY {parameters(rig)['user']}"))
    owner.dispose()
    Storage.open(None, db=open_hall).close()


def test_an_open_schema_is_refused_in_words(open_hall: str) -> None:
    with pytest.raises(RecordsError, match="open-schema") as refused:
        Storage.open(None, db=open_hall)
    assert "The role PUBLIC" in web_error(Messages.of("en"), refused.value)[0]
    engine = create_engine(open_hall)
    with engine.begin() as connection, pytest.raises(RecordsError, match="open-schema"):
        secure(connection)
    engine.dispose()
    done = CliRunner().invoke(main, ["doctor", "--db", open_hall])
    assert "✗ Rights: The role PUBLIC" in done.output


def test_what_a_rig_locks_holds_nobody_else_up(
    hall: Storage, rig: Rig, rig_url: Callable[[int], str], postgres_url: str
) -> None:
    hall.calls.note("Bo", OTHER, "late", "Li", "referee")
    with psycopg.connect(**parameters(rig_url(OWN))) as held:
        held.execute("SELECT pg_advisory_lock(7461626535)")
        assert held.execute("SELECT * FROM turn WHERE table_number = 0 FOR UPDATE").fetchall() == []
        with pytest.raises(psycopg.errors.InsufficientPrivilege), held.transaction():
            held.execute("LOCK TABLE alembic_version IN ROW SHARE MODE")
        held.execute("LOCK TABLE alembic_version IN ACCESS SHARE MODE")
        Storage.open(None, db=postgres_url).close()
        hall.calls.note("Bo", OTHER, "again", "Li", "referee")


def test_a_rig_sees_notes_on_its_own_players_alone_and_no_legal_name(
    hall: Storage, rig: Rig, rig_url: Callable[[int], str]
) -> None:
    table = rig(OWN)
    assert table.outbox
    for player in ("Ann", "Eve"):
        hall.calls.note(player, OTHER, "late", "Li", "referee")
    person = PlayerEntry(1, "Ann", legal="Anna Geheim", ema="04030001")
    event, _ = hall.events.open(uuid4(), Opened("Cup"), "Chief", "desk")
    hall.events.append(event.number, uuid4(), Entered((person,)), "Chief", "desk")
    table.outbox.hear()
    assert table.records.calls.notes() == []
    table.record(act_to_dict(Seated(FOUR)), uuid4(), "", "table")
    assert table.outbox.send() == 0
    table.outbox.hear()
    assert [note.player for note in table.records.calls.notes()] == ["Ann"]
    with psycopg.connect(**parameters(rig_url(OWN))) as asked:
        told = str(asked.execute("SELECT act FROM rig_events()").fetchall())
    assert "Cup" in told
    assert "Geheim" not in told
    assert "04030001" not in told


@pytest.fixture
def of_version_10(postgres_databases: Callable[[], str], shared_role: str) -> str:
    """The address of a hall of version 10, in which the rig of table 5 uses the role that all share."""
    address = postgres_databases()
    Storage.open(None, db=address).close()
    engine = create_engine(address)
    with engine.begin() as connection:
        for statement in (
            "DROP TRIGGER rig_named ON claim",
            *BACK,
            f"INSERT INTO claim VALUES ({OWN}, 'device', 1, '')",
            *as_before(shared_role),
        ):
            connection.execute(text(statement))
    engine.dispose()
    return address


BACK = (
    "ALTER TABLE claim DROP COLUMN role",
    "DROP TABLE pin_try",
    "DROP TABLE rig_photo",
    "DROP TABLE rig_use",
    "DROP TABLE listener",
    "DROP TABLE webhook",
    "ALTER TABLE person DROP COLUMN until",
    "ALTER TABLE person DROP COLUMN mark",
    "DROP TABLE followed",
    "UPDATE alembic_version SET version_num = '0010'",
)
"""Statements that make a database one of version 10."""


def test_the_migration_names_the_rigs_on_a_shared_role_and_takes_the_secrets_from_it(
    of_version_10: str, shared_role: str, caplog: pytest.LogCaptureFixture
) -> None:
    Storage.open(None, db=of_version_10).close()
    assert f"the rig of table {OWN} uses the role {shared_role}" in caplog.text
    url = make_url(of_version_10).set(username=shared_role, password="of-all").render_as_string(False)
    with psycopg.connect(**parameters(url)) as asked:
        assert asked.execute("SELECT table_number FROM claim").fetchall() == [(OWN,)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            asked.execute("SELECT pin FROM person")
    done = CliRunner().invoke(main, ["hall", "init", "--db", of_version_10])
    assert f"The rig of table {OWN} uses the role {shared_role}" in done.stderr
    done = CliRunner().invoke(main, ["doctor", "--db", of_version_10])
    assert f"✗ Rights: The rig of table {OWN} uses the role {shared_role}" in done.output


@pytest.mark.parametrize(("device", "kept"), [("a rig", ""), (None, "a hash")])
def test_a_rig_of_version_10_forgets_the_pins_of_its_hall(tmp_path: Path, device: str | None, kept: str) -> None:
    with closing(Storage.open(tmp_path)) as records:
        records.people.add("Li", "referee", None, "a hash", "")
        if device:
            records.values.keep(0, "device", device)
        with records.database.writing() as connection:
            for statement in BACK:
                connection.execute(text(statement))
    with closing(Storage.open(tmp_path)) as records:
        assert [person.pin for person in records.people.all()] == [kept]


def test_a_hall_sets_a_damaged_record_of_a_rigs_table_aside_itself(hall: Storage, rig: Rig, postgres_url: str) -> None:
    table = rig(OWN)
    assert table.outbox
    table.record(act_to_dict(Seated(FOUR)), uuid4(), "", "table")
    assert table.outbox.send() == 0
    with hall.database.writing() as connection:
        connection.execute(text("UPDATE record SET act = '{}'"))
    with closing(Storage.open(None, db=postgres_url)) as other:
        assert other.journal.damaged(OWN) == 1
        other.journal.set_aside(OWN, 1, "Chief", "desk")
        assert other.journal.damaged(OWN) is None
    assert table.outbox.send() == 0


def test_the_rights_name_every_table_that_rigs_use() -> None:
    kept_from_rigs = {"event", "event_record", "pin_device", "reading", "person", "invitation", "pin_try"}
    kept_from_rigs |= {"rig_photo", "rig_use", "listener", "webhook"}
    assert set(RIGHTS) - {"alembic_version"} == {table.name for table in metadata.sorted_tables} - kept_from_rigs
