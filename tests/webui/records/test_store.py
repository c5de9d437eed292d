"""The journal of a table: numbered, kept once, refused before anything is kept, and open to one server at a time."""

import errno
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from scoring.match.records import Act, Drawn, Penalty, Record, Seated, Won, act_from_dict
from tests.waiting import PATIENCE, child
from tests.webui.journals import write_record
from webui.records.database.database import Database
from webui.records.database.migrate import newest
from webui.records.database.schema import metadata
from webui.records.database.sqlite import FILE
from webui.records.erasing import Erasing
from webui.records.errors import RecordsError
from webui.records.hands import KeptHand
from webui.records.journal import JournalEntry
from webui.records.store import Storage

SEATED = Seated(("Ann", "Ben", "Chi", "Dan"))
WON = Won("E", 24, "S")


def append(records: Storage, act: Act, id: UUID | None = None, table: int = 1) -> JournalEntry:
    return write_record(records, table, id or uuid4(), act, "Ref", "referee")


def refuse(records: Storage, act: Act) -> None:
    """Append a record of table 1, and refuse it in the same transaction."""

    def write() -> None:
        with records.journal.writing(1) as writing:
            before = len(writing.entries)
            assert writing.append(writing.next(uuid4(), act, "", "table")).number == before + 1
            raise ValueError("refused")

    with pytest.raises(ValueError, match="refused"):
        write()


def test_records_are_numbered_at_each_table(records: Storage) -> None:
    assert [append(records, act).number for act in (SEATED, WON, Drawn())] == [1, 2, 3]
    assert append(records, SEATED, table=2).number == 1
    assert [entry.act for entry in records.journal.entries(1)] == [SEATED, WON, Drawn()]
    assert [entry.number for entry in records.journal.entries(1, after=1, limit=1)] == [2]
    assert records.journal.entries(3) == []
    assert records.journal.tables() == [1, 2]
    first = records.journal.entries(1)[0]
    assert first.record == Record(SEATED, "Ref", first.when, "referee")


def test_whatever_is_kept_at_any_table_counts_as_a_change(records: Storage) -> None:
    keeps: dict[str, Callable[[], object]] = {
        "a record": lambda: append(records, SEATED, table=3),
        "a value": lambda: records.values.keep(2, "clock", [1]),
        "a call": lambda: records.calls.call(5),
        "a note": lambda: records.calls.note("Ann", None, "late", "Li", "referee"),
        "a hand": lambda: records.hands.keep(KeptHand("a", 4, 0, "2026-05-01T10:00:00+00:00", "", "", "{}")),
    }
    for name, keep in keeps.items():
        count = records.changes.count
        waiting = threading.Thread(target=records.changes.wait, args=(count, 60))
        waiting.start()
        keep()
        waiting.join(PATIENCE)
        assert not waiting.is_alive(), name
    count = records.changes.count
    refuse(records, SEATED)
    records.journal.entries(3)
    assert records.changes.count == count


def test_many_threads_read_and_write_at_once(records: Storage) -> None:
    append(records, SEATED)
    faults: list[Exception] = []

    def work() -> None:
        try:
            for _ in range(20):
                records.journal.entries(1)
                append(records, Drawn())
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert [entry.number for entry in records.journal.entries(1)] == list(range(1, 82))


def test_the_same_id_and_act_again_is_the_record_that_is_there(records: Storage) -> None:
    id = uuid4()
    entry = append(records, WON, id)
    assert append(records, WON, id) == entry
    assert len(records.journal.entries(1)) == 1
    with pytest.raises(RecordsError, match="id-taken"):
        append(records, Drawn(), id)
    with pytest.raises(RecordsError, match="id-taken"):
        append(records, WON, id, table=2)


def test_what_was_posted_is_compared_where_the_act_was_completed(records: Storage) -> None:
    id, sent = uuid4(), {"type": "Won", "winner": "E", "laid": "x"}
    assert records.journal.again(1, id, sent) is None
    entry = write_record(records, 1, id, WON, "", "referee", sent=sent)
    assert records.journal.again(1, id, dict(reversed(sent.items()))) == entry
    assert write_record(records, 1, id, Won("E", 88, "S"), "", "referee", sent=sent) == entry
    with pytest.raises(RecordsError, match="id-taken"):
        records.journal.again(1, id, {"type": "Won", "winner": "S"})


def test_a_refused_act_is_not_kept(records: Storage) -> None:
    append(records, SEATED)
    refuse(records, WON)
    assert [entry.act for entry in records.journal.entries(1)] == [SEATED]
    assert append(records, Drawn()).number == 2


def test_the_hash_is_of_the_canonical_act_with_commitments_and_of_author_and_role() -> None:
    def sha256sum(text: str) -> str:
        done = subprocess.run(["sha256sum"], input=text.encode(), capture_output=True, check=True)
        return done.stdout.decode().split()[0]

    entry = append(Storage.open(None), Penalty("E", 5, "Zürich 牌"))
    assert entry.commitments
    (who, by), (reason, because) = entry.commitments.names
    assert (who, reason) == (sha256sum(f"{by}Ref"), sha256sum(f"{because}Zürich 牌"))
    act = f'{{"amount":5,"flow":"deducted","reason":"{reason}","seat":"E","type":"Penalty"}}'
    assert entry.hash == sha256sum(f'{{"act":{act},"evidence":{{}},"removes":[],"role":"referee","who":"{who}"}}')


def test_what_is_recorded_outlasts_the_process(tmp_path: Path) -> None:
    records = Storage.open(tmp_path)
    entries = [append(records, act) for act in (SEATED, WON)]
    records.values.keep(1, "play", {"hand": 3})
    records.close()
    again = Storage.open(tmp_path)
    assert again.journal.entries(1) == entries
    assert again.values.get(1, "play") == {"hand": 3}
    again.close()


def test_many_threads_record_each_act_once(records: Storage) -> None:
    ids = [uuid4() for _ in range(12)]

    def record() -> None:
        for id in ids:
            append(records, Drawn(), id)

    threads = [threading.Thread(target=record) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = records.journal.entries(1)
    assert [entry.number for entry in entries] == list(range(1, 13))
    assert {entry.id for entry in entries} == set(ids)


def test_small_state_is_kept_by_key_and_table(records: Storage) -> None:
    assert records.values.get(1, "play") is None
    records.values.keep(1, "play", {"hand": 2, "names": ["Ann", None]})
    records.values.keep(1, "play", {"hand": 3})
    records.values.keep(2, "play", [1, 2])
    assert (records.values.get(1, "play"), records.values.get(2, "play"), records.values.get(1, "clock")) == (
        {"hand": 3},
        [1, 2],
        None,
    )


ERASED = Seated(("Ann", "Player 2", "Chi", "Dan"))
SAID = '{"signed":{"who":"Ben","reason":"Ben saw it"}}'


def erase(records: Storage, text: Callable[[str], str]) -> None:
    erasing = Erasing(("Ben",), "Player 2", lambda act, fields: ERASED if isinstance(act, Seated) else act, text)
    write_record(records, 1, uuid4(), Drawn(), "Ben", "referee", erasing=erasing)


def kept_with_name(records: Storage) -> None:
    for act in (SEATED, WON):
        append(records, act)
    records.hands.keep(KeptHand("a", 2, 0, "2026-05-01T10:00:00+00:00", "", "", "{}"), {"player": ["Ben", "Ann"]})
    records.hands.keep_change("a", 1, SAID, "{}")
    records.hands.hide("a", True, "Ben")


def test_a_name_is_erased_with_its_record_and_the_hashes_stay(records: Storage) -> None:
    kept_with_name(records)
    before, stamp = records.journal.entries(1), records.hands.stamp("a")
    erase(records, lambda reason: reason.replace("Ben", "Player 2"))
    after = records.journal.entries(1)
    assert [(entry.act, entry.who) for entry in after] == [(ERASED, "Ref"), (WON, "Ref"), (Drawn(), "Player 2")]
    assert [entry.hash for entry in after[:2]] == [entry.hash for entry in before]
    assert append(records, SEATED, before[0].id) == after[0]  # posted again, it is the same record
    assert records.hands.stamp("a") != stamp
    hand = records.hands.get("a")
    assert hand
    assert hand.changes == ('{"signed":{"who":"Player 2","reason":"Player 2 saw it"}}',)
    assert [each.who for each in records.hands.hidings("a")] == ["Player 2"]
    found = {name: len(records.hands.newest(2, hidden=None, tags={"player": name})) for name in ("Ben", "Player 2")}
    assert found == {"Ben": 0, "Player 2": 1}


def test_a_name_that_cannot_be_erased_everywhere_is_erased_nowhere(records: Storage) -> None:
    kept_with_name(records)

    def fail(reason: str) -> str:
        raise OSError(reason)

    with pytest.raises(OSError, match="Ben saw it"):
        erase(records, fail)
    assert [entry.act for entry in records.journal.entries(1)] == [SEATED, WON]
    assert len(records.hands.newest(2, hidden=None, tags={"player": "Ben"})) == 1


def test_a_second_server_on_the_folder_is_refused(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from webui.records.store import Storage\n"
        "records = Storage.open(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    with child([sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline() == "open\n"
        with pytest.raises(RecordsError, match="folder-in-use"):
            Storage.open(tmp_path)
        Storage.open(tmp_path, alone=False).close()
        other.kill()
    Storage.open(tmp_path).close()


def test_only_the_owner_reads_a_database_also_an_older_one(tmp_path: Path) -> None:
    for before in (0o600, 0o644):
        with closing(Storage.open(tmp_path)):
            assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600, before
        (tmp_path / FILE).chmod(0o644)


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    Storage.open(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(RecordsError, match="newer-database") as raised:
        Storage.open(tmp_path)
    assert raised.value.about["version"] == "9999"
    assert (tmp_path / FILE).read_bytes() == before


def test_a_damaged_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database, but long enough to be taken for one " * 40)
    with pytest.raises(RecordsError, match="damaged-database"):
        Storage.open(tmp_path)
    assert (tmp_path / FILE).read_bytes().startswith(b"not a database")


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (errno.ENOSPC, "no-space"),
        (errno.EROFS, "read-only"),
        (errno.EIO, "disk-failed"),
        (errno.ENAMETOOLONG, "folder-unusable"),
    ],
)
def test_a_folder_that_cannot_be_made_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: int, kind: str
) -> None:
    def mkdir(*_: object, **__: object) -> None:
        raise OSError(failure, os.strerror(failure))

    monkeypatch.setattr(Path, "mkdir", mkdir)
    with pytest.raises(RecordsError, match=kind):
        Storage.open(tmp_path / "data")


def test_a_database_that_is_held_by_another_is_waited_for_and_then_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.records.database.sqlite.BUSY", 0.1)
    records = Storage.open(tmp_path)
    holder = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(RecordsError, match="records-busy"):
        append(records, SEATED)
    holder.execute("ROLLBACK")
    holder.close()
    assert append(records, SEATED).number == 1
    records.close()


def test_migrations_make_the_tables_of_the_schema(tmp_path: Path) -> None:
    database = Database(tmp_path)
    with database.reading() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == newest()
        assert compare_metadata(context, metadata) == []
    database.close()


def test_an_act_comes_back_equal(tmp_path: Path) -> None:
    data = {"type": "FalseWin", "player": "Ann", "kind": "wrong tile", "each": None, "flow": "paid"}
    with closing(Storage.open(tmp_path)) as records:
        entry = append(records, act_from_dict(data))
    with closing(Storage.open(tmp_path)) as again:
        assert again.journal.entries(1) == [entry]
