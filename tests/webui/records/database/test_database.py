"""Several processes on one database: numbered, kept once, found by each other, and told when the database is gone."""

import hashlib
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, insert, text

from scoring.match.records import Drawn, Penalty, Seated
from tests.waiting import PATIENCE, until
from tests.webui.journals import write_record
from webui.commands import shared_checks
from webui.commands.hall.local_postgres import LocalPostgres, cluster, programs
from webui.messages import Messages
from webui.records.database.database import Database
from webui.records.database.migrate import newest
from webui.records.database.schema import metadata, turns
from webui.records.erasing import Erasing
from webui.records.errors import RecordsError, WriteConflictError
from webui.records.hands import KeptHand
from webui.records.photos.in_database import ABANDONED
from webui.records.store import Storage

SEATED = Seated(("Ann", "Ben", "Chi", "Dan"))
HAND = KeptHand("a", 1, 0, "2026-05-01T10:00:00+00:00", "f" * 64, '{"tiles":[]}', '{"rules":"mcr"}')
JPEG = b"\xff\xd8\xff\xe0 a photograph"
NAME = hashlib.sha256(JPEG).hexdigest()

WRITER = """
import sys
from uuid import uuid4
from scoring.match.records import Drawn
from tests.webui.journals import write_record
from webui.records.hands import KeptHand
from webui.records.store import Storage

records = Storage.open(None, db=sys.argv[1])
print("open", flush=True)
sys.stdin.readline()
for n in range(int(sys.argv[2])):
    write_record(records, 1, uuid4(), Drawn())
    records.hands.keep(KeptHand(str(uuid4()), 1, 0, "2026-05-01", "", "", "{}"))
records.close()
"""


@pytest.fixture
def two(postgres_url: str) -> Iterator[tuple[Storage, Storage]]:
    """Records of two servers on one database; they share nothing else."""
    with closing(Storage.open(None, db=postgres_url)) as one, closing(Storage.open(None, db=postgres_url)) as other:
        yield one, other


@pytest.fixture
def own_server() -> Iterator[LocalPostgres]:
    """A server that the test may stop."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with cluster(lasting=True) as made:
        yield made


def test_what_a_thread_still_uses_is_closed_after_it(postgres_url: str) -> None:
    database = Database(None, postgres_url)
    with database.reading() as before:
        database.close()
        with database.reading() as late:
            used = [connection.connection.driver_connection for connection in (before, late)]
    assert all(each and each.closed for each in used)


def test_processes_that_write_at_one_table_at_once_leave_no_gap(postgres_url: str) -> None:
    with ExitStack() as stack:
        writers = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", WRITER, postgres_url, "15"], stdin=-1, stdout=-1, stderr=-1, text=True
                )
            )
            for _ in range(3)
        ]
        for writer in writers:
            assert writer.stdout
            assert writer.stdout.readline() == "open\n"
        for writer in writers:
            assert writer.stdin
            writer.stdin.write("\n")
            writer.stdin.flush()
        for writer in writers:
            assert writer.communicate(timeout=PATIENCE)[1] == ""
    with closing(Storage.open(None, db=postgres_url)) as records:
        entries = records.journal.entries(1)
        assert [entry.number for entry in entries] == list(range(1, 46))
        assert len({entry.id for entry in entries}) == 45
        assert [hand.number for hand in records.hands.newest(1)] == list(range(45, 0, -1))


def test_what_one_records_the_other_reads(two: tuple[Storage, Storage]) -> None:
    one, other = two
    assert other.journal.entries(1) == []
    first = write_record(one, 1, uuid4(), SEATED, "Ref", "referee")
    assert other.journal.entries(1) == [first]
    second = write_record(other, 1, uuid4(), Drawn(), "", "table")
    assert second.number == 2
    assert one.journal.entries(1) == [first, second]
    one.values.keep(1, "play", {"hand": 2})
    assert other.values.get(1, "play") == {"hand": 2}
    other.values.keep(1, "play", {"hand": 3})
    assert one.values.get(1, "play") == {"hand": 3}


def test_an_id_is_taken_wherever_it_is_sent(two: tuple[Storage, Storage]) -> None:
    one, other = two
    id = uuid4()
    entry = write_record(one, 1, id, SEATED)
    assert write_record(other, 1, id, SEATED) == entry
    with pytest.raises(RecordsError, match="id-taken"):
        write_record(other, 2, id, SEATED)


def test_an_id_is_taken_that_another_sends_meanwhile_at_another_table(two: tuple[Storage, Storage]) -> None:
    one, other = two
    id = uuid4()

    def write() -> None:
        with one.journal.writing(1) as writing:
            assert writing.again(id, SEATED) is None
            write_record(other, 2, id, SEATED)
            writing.append(writing.next(id, SEATED, "", "referee"))

    with pytest.raises(RecordsError, match="id-taken"):
        write()
    assert (one.journal.entries(1), len(one.journal.entries(2))) == ([], 1)


def test_one_id_sent_to_both_at_once_is_recorded_once(two: tuple[Storage, Storage]) -> None:
    numbers: list[int] = []

    def send(records: Storage, ids: list[UUID]) -> None:
        numbers.extend(write_record(records, 1, id, Drawn()).number for id in ids)

    ids = [uuid4() for _ in range(20)]
    threads = [threading.Thread(target=send, args=(records, ids)) for records in two]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == sorted([*range(1, 21)] * 2)


def test_state_is_not_put_over_what_another_has_kept(two: tuple[Storage, Storage]) -> None:
    one, other = two
    stamp = one.values.keep(1, "play", 1, after=0)
    newer = other.values.keep(1, "play", 2, after=stamp)
    with pytest.raises(WriteConflictError):
        one.values.keep(1, "play", 3, after=stamp)
    assert one.values.stamped(1, "play") == (2, newer)


def test_a_hand_is_not_changed_over_what_another_has_changed(two: tuple[Storage, Storage]) -> None:
    one, other = two
    kept = one.hands.keep(HAND)
    other.hands.keep_change("a", 1, '{"n":1}', '{"rules":"zungjung"}', after=kept.stamp)
    with pytest.raises(WriteConflictError):
        one.hands.keep_change("a", 1, '{"n":2}', "{}", after=kept.stamp)
    with pytest.raises(WriteConflictError):
        other.hands.keep(HAND)
    found = one.hands.get("a")
    assert found
    assert (found.changes, found.state) == (('{"n":1}',), '{"rules":"zungjung"}')


def test_an_erased_name_is_gone_from_what_the_other_has_read(two: tuple[Storage, Storage]) -> None:
    one, other = two
    write_record(one, 1, uuid4(), SEATED, "Ben", "referee")
    assert other.journal.entries(1)[0].who == "Ben"
    erased = Seated(("Ann", "Player 2", "Chi", "Dan"))
    erasing = Erasing(("Ben",), "Player 2", lambda act, fields: erased, str)
    write_record(one, 1, uuid4(), Drawn(), "", "referee", erasing=erasing)
    for records in (other, one):
        assert [(entry.act, entry.who) for entry in records.journal.entries(1)] == [(erased, "Player 2"), (erased, "")]


def test_whoever_watches_is_told_of_what_others_write(two: tuple[Storage, Storage]) -> None:
    one, other = two
    told: list[int] = []
    end = other.watch(told.append)
    stood = other.news(3)
    write_record(one, 3, uuid4(), SEATED)
    until(lambda: 3 in told)
    one.hands.keep(HAND_AT_3)
    one.values.keep(3, "clock", [1])
    other.values.keep(3, "play", {})
    news = other.news(3, stood.stamp)
    assert (news.hands, news.values) == (("b",), {"clock"})  # its own it knows already
    assert other.news(3, news.stamp) == other.news(3)
    until(lambda: len(told) > 1)
    end()


HAND_AT_3 = KeptHand("b", 3, 0, "2026-05-01T10:00:00+00:00", "", "", "{}")


def test_a_watch_is_woken_before_it_looks_again(two: tuple[Storage, Storage], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.records.database.watch.LOOK", 20 * PATIENCE)
    one, other = two
    told: list[int] = []
    write_record(one, 3, uuid4(), SEATED)
    other.watch(told.append)
    until(lambda: 3 in told)
    told.clear()
    write_record(one, 3, uuid4(), Drawn())
    until(lambda: 3 in told)


def test_what_others_keep_is_a_change_once_it_was_told(two: tuple[Storage, Storage]) -> None:
    one, other = two
    counts: list[int] = []
    other.watch(lambda table: counts.append(other.changes.count))
    one.calls.call(3)
    until(lambda: counts and other.changes.count > counts[0])


def test_polling_finds_what_nothing_woke_for(postgres_url: str) -> None:
    with closing(Storage.open(None, db=postgres_url)) as one:
        told: list[int] = []
        one.watch(told.append)
        engine = create_engine(postgres_url)
        with engine.begin() as connection:  # as whoever writes, but for waking anybody
            connection.execute(insert(turns).values(table_number=3, taken=1, rewrites=0))
        engine.dispose()
        until(lambda: 3 in told)


@pytest.mark.parametrize("together", [True, False])
def test_a_photograph_that_both_take_stays_for_the_one_that_has_a_hand(
    two: tuple[Storage, Storage], together: bool
) -> None:
    one, other = two
    with one.photos.staged(JPEG, one.hands.names_photo) as photo:
        with other.photos.staged(JPEG, other.hands.names_photo):
            pass
        photo.keep_thumb(b"thumb")
        one.hands.keep(KeptHand("a", 1, 0, "2026-05-01", photo.name, "", "{}"), None, photo if together else None)
    assert other.photos.read(NAME) == JPEG
    assert other.photos.thumb(NAME) == (b"thumb" if together else None)
    with other.photos.staged(b"other", other.hands.names_photo):
        pass
    assert [photo.sha256 for photo in one.photos.all()] == [NAME]


def test_a_photograph_that_waits_for_two_hands_goes_only_after_both(two: tuple[Storage, Storage]) -> None:
    one, other = two
    hand = KeptHand("a", 1, 0, "2026-05-01", NAME, "", "{}")
    with other.photos.staged(JPEG, lambda _: False) as late:
        with one.photos.staged(JPEG, lambda _: False) as photo:
            one.hands.keep(hand, None, photo)
            with pytest.raises(WriteConflictError):
                other.hands.keep(hand, None, late)
        assert (photo.settled, late.settled) == (True, False)
        assert one.photos.has(NAME)
    assert not one.photos.has(NAME)  # nobody waits for it any more, and no hand is said to have it


def test_photographs_of_a_process_that_ended_are_swept_once_nobody_can_want_them(
    two: tuple[Storage, Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    coming = one.photos.staged(JPEG, one.hands.names_photo)
    coming.__enter__()  # and the process ends here
    assert other.photos.sweep(other.hands.names_photo) == []
    monkeypatch.setattr("webui.records.photos.in_database.ABANDONED", -ABANDONED)
    assert other.photos.sweep(other.hands.names_photo) == [NAME]
    assert not one.photos.has(NAME)


def test_a_photograph_that_was_damaged_in_the_database_is_said(two: tuple[Storage, Storage], postgres_url: str) -> None:
    one, _ = two
    one.photos.put(JPEG)
    engine = create_engine(postgres_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE photo SET data = 'x'"))
    engine.dispose()
    with pytest.raises(RecordsError, match="photo-damaged"):
        one.photos.read(NAME)


def test_migrations_make_the_tables_of_the_schema(postgres_databases: Callable[[], str]) -> None:
    address = postgres_databases()
    Storage.open(None, db=address).close()
    with closing(Database(None, address)) as database, database.reading() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == newest()
        assert compare_metadata(context, metadata) == []


def test_servers_that_start_at_once_make_the_tables_once(postgres_databases: Callable[[], str]) -> None:
    address = postgres_databases()
    opened: list[Storage] = []
    threads = [threading.Thread(target=lambda: opened.append(Storage.open(None, db=address))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [records.journal.tables() for records in opened] == [[], [], []]
    for records in opened:
        records.close()


def test_a_newer_database_is_left_alone(postgres_databases: Callable[[], str]) -> None:
    address = postgres_databases()
    Storage.open(None, db=address).close()
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(RecordsError, match="newer-database") as raised:
        Storage.open(None, db=address)
    assert raised.value.about["version"] == "9999"
    with engine.begin() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    engine.dispose()


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("hall", "database-address"),
        ("sqlite:///hall.db", "database-address"),
        ("postgresql+psycopg://tableside:secret@localhost", "database-address"),
        ("postgresql://ref:secret@127.0.0.1:9/hall", "database-gone"),
        ("postgresql+psycopg://ref:secret@nowhere.invalid/hall?password=secret", "database-gone"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused(address: str, kind: str) -> None:
    with pytest.raises(RecordsError, match=kind) as raised:
        Storage.open(None, db=address)
    assert "secret" not in str(raised.value)


def test_a_database_that_lets_nobody_in_says_why(postgres_url: str) -> None:
    unknown_user = f"{postgres_url}{'&' if '?' in postgres_url else '?'}user=nobody-known"
    for wrong in (postgres_url.replace("_test_", "_no_"), unknown_user):
        with pytest.raises(RecordsError, match="database-refused") as raised:
            Storage.open(None, db=wrong)
        assert raised.value.about["reason"]


def test_a_character_that_cannot_be_kept_is_refused(two: tuple[Storage, Storage]) -> None:
    one, _ = two
    with pytest.raises(RecordsError, match="not-text"):
        write_record(one, 1, uuid4(), SEATED, "Ann\0", "referee")
    assert one.journal.entries(1) == []


def test_connections_that_were_cut_are_made_anew(two: tuple[Storage, Storage], postgres_url: str) -> None:
    one, other = two
    told: list[int] = []
    other.watch(told.append)
    write_record(one, 1, uuid4(), SEATED)
    until(lambda: told != [])
    engine = create_engine(postgres_url)
    with engine.connect() as connection:
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        connection.execute(text(f"{cut} AND pid != pg_backend_pid()"))
    engine.dispose()
    assert write_record(one, 1, uuid4(), Drawn()).number == 2
    told.clear()
    write_record(one, 1, uuid4(), Drawn())
    until(lambda: told != [])


def test_a_server_that_was_gone_is_used_again_and_nothing_is_lost(own_server: LocalPostgres, tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path, db=own_server.address)) as records:
        kept = [write_record(records, 1, uuid4(), SEATED)]
        stamp = records.values.keep(1, "play", {"hand": 1})
        own_server.stop(at_once=True)
        id = uuid4()
        for keep in (
            lambda: write_record(records, 1, id, Penalty("E", 5, "late")),
            lambda: records.hands.keep(HAND),
            lambda: records.values.keep(1, "play", {"hand": 2}),
            lambda: records.photos.put(JPEG),
            lambda: records.journal.entries(1),
        ):
            with pytest.raises(RecordsError, match="database-gone"):
                keep()
        own_server.start()
        assert records.journal.entries(1) == kept
        assert records.values.stamped(1, "play") == ({"hand": 1}, stamp)
        kept.append(write_record(records, 1, id, Penalty("E", 5, "late")))
        assert [entry.number for entry in records.journal.entries(1)] == [1, 2]
        assert records.journal.entries(1) == kept
        assert records.hands.get("a") is None


@pytest.mark.long
def test_used_up_connections_are_told_from_a_wrong_password(own_server: LocalPostgres, tmp_path: Path) -> None:
    with ExitStack() as taken, closing(Storage.open(tmp_path, db=own_server.address)) as records:
        used = records.database.connections()
        assert used
        assert 0 < used[0] < used[1]
        address = own_server.address.replace("+psycopg", "")
        with suppress(psycopg.OperationalError):
            while True:
                taken.enter_context(psycopg.connect(address))
        with pytest.raises(RecordsError) as refused:
            Storage.open(tmp_path / "other", db=own_server.address)
        assert refused.value.kind == "database-crowded"
        (found,) = shared_checks.database(own_server.address, False, Messages.of("en"))
        assert "All connections" in found.about["reason"]
        assert "max_connections" in found.about["fix"]
        assert "password" not in found.about["fix"]
