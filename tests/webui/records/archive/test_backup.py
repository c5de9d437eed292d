"""A backup has everything of one moment, and is put back whole or not at all."""

import contextlib
import errno
import json
import os
import resource
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest

from scoring.match.records import Drawn, Pruned, Seated
from tests.webui.journals import write_record
from webui.access.pin import SKIPPED
from webui.records.archive import backup
from webui.records.archive.backup import back_up, restore
from webui.records.canonical import digest
from webui.records.database.sqlite import FILE
from webui.records.errors import RecordsError
from webui.records.hands import KeptHand
from webui.records.store import LOCK, PHOTOS, Storage
from webui.records.webhooks import Delivery, WebhookStore

ROOT = Path(__file__).parents[4]

WRITER = """
import sys
from pathlib import Path
from uuid import uuid4
from scoring.match.records import Drawn
from tests.webui.journals import write_record
from webui.records.hands import KeptHand
from webui.records.store import Storage

records = Storage.open(Path(sys.argv[1]))
print("ready", flush=True)
for number in range(100_000):
    photo = number.to_bytes(4) * 20_000
    with records.photos.staged(photo, records.hands.names_photo) as staged:
        records.hands.keep(KeptHand(str(uuid4()), 1, 0, "2026-01-01T00:00:00.000+00:00", staged.name, "", "{}"))
    write_record(records, 1, uuid4(), Drawn())
"""
"""A server that is busy: a photograph, its hand, then a record, again and again."""


def filled(folder: Path, photos: int = 2) -> Path:
    """A folder with records of two tables, hands with photographs, a set of tiles, and what no backup has."""
    records = Storage.open(folder)
    write_record(records, 1, uuid4(), Seated(("Ann", "Bo", "Chen", "Dai")))
    write_record(records, 2, uuid4(), Drawn())
    for number in range(photos):
        photo = records.photos.put(b"\xff\xd8\xff" + bytes([number]) * 1000)
        records.hands.keep(KeptHand(f"h{number}", 1, 0, "2026-01-01T00:00:00.000+00:00", photo, "", "{}"))
        records.photos.keep_thumb(photo, b"thumb")
    records.close()
    (folder / "sets").mkdir()
    (folder / "sets" / "club.png").write_bytes(b"set")
    (folder / "access.key").write_bytes(b"secret")
    return folder


def contents(folder: Path) -> dict[str, object]:
    """All that a folder keeps."""
    records = Storage.open(folder)
    try:
        hands = records.hands.newest(1, hidden=None)
        return {
            "records": [records.journal.entries(table) for table in records.journal.tables()],
            "hands": hands,
            "photos": [digest(records.photos.read(hand.photo)) for hand in hands],
            "set": (folder / "sets" / "club.png").read_bytes(),
        }
    finally:
        records.close()


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    folder, file = filled(tmp_path / "data"), tmp_path / "all.zip"
    made = back_up(folder, file, ["access.key"])
    assert (made.records, made.hands, made.photos, made.others, made.lost) == (2, 2, 2, 1, ())
    restored, aside = restore(file, tmp_path / "new" / "data")
    assert (restored, aside) == (made, None)
    assert contents(tmp_path / "new" / "data") == contents(folder)
    assert not (tmp_path / "new" / "data" / "access.key").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.zip", "data", "new"]


def test_a_backup_beside_a_server_that_writes_has_everything_of_one_moment(tmp_path: Path) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path / "data")], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert writer.stdout
        writer.stdout.readline()
        counts = []
        while len(counts) < 3 or counts[-1] <= counts[0]:
            file = tmp_path / f"{len(counts)}.zip"
            made = back_up(tmp_path / "data", file)
            counts.append(made.records)
            folder = tmp_path / f"{len(counts)}"
            restore(file, folder)
            records = Storage.open(folder)
            assert [entry.number for entry in records.journal.entries(1)] == [*range(1, made.records + 1)]
            assert made.records <= made.hands <= made.records + 1
            assert made.photos == made.hands
            for hand in records.hands.newest(1):
                records.photos.read(hand.photo)
            records.close()
        assert writer.poll() is None
    finally:
        writer.kill()
        writer.communicate()
    assert sorted(counts) == counts


@pytest.mark.parametrize("rewriting", ["act = replace(act, 'Ann', 'Eve')", "role = 'desk'", "who = 'Director'"])
def test_records_that_are_not_what_was_recorded_come_back_only_if_somebody_says_so(
    tmp_path: Path, rewriting: str
) -> None:
    """A backup with changed records has a manifest that was made anew."""
    folder, file, there = filled(tmp_path / "data"), tmp_path / "all.zip", filled(tmp_path / "there")
    with contextlib.closing(sqlite3.connect(folder / FILE)) as database:
        database.execute(f"UPDATE record SET {rewriting} WHERE table_number = 1 AND number = 1")
        database.commit()
    back_up(folder, file, ["access.key"])
    kept = contents(there)
    with pytest.raises(RecordsError, match="backup-changed") as refused:
        restore(file, there, force=True)
    assert refused.value.about == {"file": str(file), "changed": 1, "table": 1, "number": 1}
    assert contents(there) == kept
    assert not [path for path in tmp_path.iterdir() if path not in (folder, file, there)]
    restore(file, there, force=True, changed=True)
    assert contents(there) == contents(folder)


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    folder, file = filled(tmp_path / "data"), tmp_path / "all.zip"
    back_up(folder, file)
    before = file.read_bytes()
    with pytest.raises(RecordsError, match="file-exists"):
        back_up(folder, file)
    assert file.read_bytes() == before
    kept = contents(folder)
    with pytest.raises(RecordsError, match="folder-has-data"):
        restore(file, folder)
    assert contents(folder) == kept


def test_with_force_what_was_kept_is_moved_aside(tmp_path: Path) -> None:
    folder, file = filled(tmp_path / "data"), tmp_path / "all.zip"
    back_up(folder, file)
    old = contents(folder)
    records = Storage.open(folder)
    write_record(records, 1, uuid4(), Drawn())
    records.close()
    newer = contents(folder)
    _, aside = restore(file, folder, force=True)
    assert aside is not None
    assert (contents(folder), contents(aside)) == (old, newer)


def test_a_folder_that_a_server_uses_is_not_replaced(tmp_path: Path) -> None:
    folder, file = filled(tmp_path / "data"), tmp_path / "all.zip"
    back_up(folder, file)
    records = Storage.open(folder)
    with pytest.raises(RecordsError, match="folder-in-use"):
        restore(file, folder, force=True)
    assert len(records.journal.entries(1)) == 1
    records.close()


def test_photographs_that_are_missing_or_damaged_are_named(tmp_path: Path) -> None:
    folder = filled(tmp_path / "data", photos=3)
    gone, damaged, _ = sorted((folder / PHOTOS).glob("??/*.jpg"), key=lambda path: "thumb" in path.name)[:3]
    gone.unlink()
    damaged.write_bytes(b"other")
    made = back_up(folder, tmp_path / "all.zip")
    assert set(made.lost) == {gone.stem, damaged.stem}
    assert made.photos == 1
    assert restore(tmp_path / "all.zip", tmp_path / "new")[0].lost == made.lost


def test_photographs_that_a_record_says_were_removed_are_not_missed(tmp_path: Path) -> None:
    folder = filled(tmp_path / "data")
    records = Storage.open(folder)
    sha256 = records.hands.newest(1)[0].photo
    write_record(records, 1, uuid4(), Pruned((sha256,), "old"))
    records.photos.remove(sha256)
    records.close()
    made = back_up(folder, tmp_path / "all.zip")
    assert (made.photos, made.lost) == (1, ())


def _rewritten(file: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)


def _manifest(**values: object) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        manifest = json.loads(files["manifest.json"]) | values
        files["manifest.json"] = json.dumps(manifest).encode()

    return change


def _escape(files: dict[str, bytes]) -> None:
    files["../outside"] = b"x"
    manifest = json.loads(files["manifest.json"])
    manifest["files"]["../outside"] = digest(b"x")
    files["manifest.json"] = json.dumps(manifest).encode()


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda files: files.update({"sets/club.png": b"other"}), "backup-damaged"),
        (lambda files: files.pop("sets/club.png") and None, "backup-damaged"),
        (lambda files: files.update({FILE: b"no database"}), "backup-damaged"),
        (_manifest(records=3), "backup-damaged"),
        (_manifest(version=2), "newer-backup"),
        (_manifest(format="other"), "not-a-backup"),
        (lambda files: files.pop("manifest.json") and None, "not-a-backup"),
        (_escape, "backup-damaged"),
        (_manifest(files=["tableside.db"]), "not-a-backup"),
        (_manifest(files={"tableside.db": 5}), "not-a-backup"),
        (_manifest(records="many"), "not-a-backup"),
        (_manifest(records=10**30), "not-a-backup"),
        (_manifest(hands=None), "not-a-backup"),
        (_manifest(lost=7), "not-a-backup"),
        (_manifest(version=10**400), "not-a-backup"),
        (_manifest(version=10**12), "newer-backup"),
        (_manifest(sizes={FILE: 10}), "backup-damaged"),
        (_manifest(sizes={"sets/club.png": 10**9}), "backup-damaged"),
        (_manifest(sizes={FILE: 2**52}), "no-space"),
        (lambda files: files.update({"manifest.json": b"[" * 100_000}), "not-a-backup"),
        (lambda files: files.update({"manifest.json": b"\xff"}), "not-a-backup"),
    ],
)
def test_a_backup_that_does_not_hold_changes_nothing(
    tmp_path: Path, change: Callable[[dict[str, bytes]], None], kind: str
) -> None:
    folder, file = filled(tmp_path / "data"), tmp_path / "all.zip"
    back_up(folder, file)
    _rewritten(file, change)
    kept = contents(folder)
    with pytest.raises(RecordsError, match=kind):
        restore(file, folder, force=True)
    assert contents(folder) == kept
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.zip", "data"]


def test_a_file_that_is_no_zip_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_bytes(b"PK")
    with pytest.raises(RecordsError, match="not-a-backup"):
        restore(tmp_path / "all.zip", tmp_path / "new")
    with pytest.raises(RecordsError, match="folder-unusable"):
        restore(tmp_path / "none.zip", tmp_path / "new")
    with pytest.raises(RecordsError, match="nothing-kept"):
        back_up(tmp_path / "empty", tmp_path / "b.zip")
    assert not (tmp_path / "new").exists()


def test_a_damaged_database_is_no_backup(tmp_path: Path) -> None:
    folder = filled(tmp_path / "data")
    with (folder / FILE).open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 20_000)
    with pytest.raises(RecordsError, match="damaged-database"):
        back_up(folder, tmp_path / "all.zip")
    (folder / FILE).unlink()
    sqlite3.connect(folder / FILE).close()
    (folder / FILE).touch()
    with pytest.raises(RecordsError, match="damaged-database"):
        back_up(folder, tmp_path / "all.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_database_of_a_newer_version_is_not_put_in_place(tmp_path: Path) -> None:
    folder, file = filled(tmp_path / "data"), tmp_path / "all.zip"
    with sqlite3.connect(folder / FILE) as database:
        database.execute("UPDATE alembic_version SET version_num = 'v9999'")
    database.close()
    back_up(folder, file)
    with pytest.raises(RecordsError, match="newer-database"):
        restore(file, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_disk_of_its_own_gets_a_backup(small: Path, tmp_path: Path) -> None:
    """It cannot be renamed: its files are exchanged, and what it kept lies in a folder there."""
    file = tmp_path / "all.zip"
    made = back_up(filled(tmp_path / "data"), file)
    assert restore(file, small) == (made, None)
    as_made = contents(small)
    with pytest.raises(RecordsError, match="folder-has-data"):
        restore(file, small)
    (small / "sets" / "club.png").write_bytes(b"later")
    restored, aside = restore(file, small, force=True)
    assert (restored, aside and aside.parent) == (made, small)
    assert aside
    assert contents(aside) == as_made | {"set": b"later"}
    assert contents(small) == as_made
    assert back_up(small, tmp_path / "again.zip").others == made.others
    assert not [path for path in small.iterdir() if path.name.startswith(".restore-")]


def test_a_disk_that_fails_in_between_is_as_it_was(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "all.zip"
    back_up(filled(tmp_path / "data"), file)
    restore(file, small)
    before = contents(small)
    rename, times = os.rename, iter(range(9))

    def failing(path: Path, to: Path) -> None:
        if next(times) == 4:
            raise OSError(errno.EIO, "Input/output error")
        rename(path, to)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(RecordsError, match="disk-failed"):
        restore(file, small, force=True)
    assert contents(small) == before


def test_what_no_backup_holds_is_not_put_back(tmp_path: Path) -> None:
    """A key planted in a backup would let whoever made it sign tokens."""
    folder, file = filled(tmp_path / "data"), tmp_path / "all.zip"
    back_up(folder, file, SKIPPED)
    planted = (
        "access.key",
        "authority/authority.key",
        "box.log",
        LOCK,
        "tableside.db-wal",
        "photos/x.jpg",
        "photos/aa/b/c.jpg",
        "a.zip",
    )

    def plant(files: dict[str, bytes]) -> None:
        manifest = json.loads(files["manifest.json"])
        for name in planted:
            files[name] = b"planted"
            manifest["files"][name] = digest(b"planted")
        files["manifest.json"] = json.dumps(manifest).encode()

    _rewritten(file, plant)
    made, _ = restore(file, tmp_path / "new", skip=SKIPPED)
    assert not [path for path in (tmp_path / "new").rglob("*") if path.is_file() and path.read_bytes() == b"planted"]
    assert (tmp_path / "new/sets/club.png").read_bytes() == b"set"
    assert (made.photos, made.others) == (2, 1)


def test_a_backup_of_an_earlier_version_names_no_sizes(tmp_path: Path) -> None:
    folder, file = filled(tmp_path / "data"), tmp_path / "all.zip"
    made = back_up(folder, file)

    def older(files: dict[str, bytes]) -> None:
        manifest = json.loads(files["manifest.json"])
        assert manifest.pop("sizes").keys() == manifest["files"].keys()
        files["manifest.json"] = json.dumps(manifest).encode()

    _rewritten(file, older)
    assert restore(file, tmp_path / "new") == (made, None)


def test_a_file_that_grows_beyond_its_limit_is_refused_before_it_fills_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, zeros, limit = tmp_path / "all.zip", b"\0" * 30_000_000, 5_000_000
    monkeypatch.setattr(backup, "LARGEST", limit)
    manifest = {
        "format": "tableside-backup",
        "version": 1,
        "made": "",
        "records": 0,
        "hands": 0,
        "lost": [],
        "files": {FILE: digest(zeros)},
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FILE, zeros)
        archive.writestr("manifest.json", json.dumps(manifest))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))  # to write more is another error
    try:
        with pytest.raises(RecordsError, match="backup-damaged"):
            restore(file, tmp_path / "new")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not (tmp_path / "new").exists()


def test_a_date_that_there_is_none_of_is_no_matter(tmp_path: Path) -> None:
    folder, file = filled(tmp_path / "data"), tmp_path / "all.zip"
    made = back_up(folder, file)
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 0, 0, 0, 0, 0)), data)
    assert restore(file, tmp_path / "new") == (made, None)


def test_a_backup_gives_no_access_and_tells_nobody(tmp_path: Path) -> None:
    """The PIN, its devices and tries, webhooks and what waits for them stay where they are."""
    folder = filled(tmp_path / "data")
    records = Storage.open(folder)
    records.pins.let_in("secret", "phone")
    hook = WebhookStore(records.database).add("https://hall.example/s3cret", ["record"], "json", "en", False)
    WebhookStore(records.database).answered(hook.id, Delivery("m1", "2026-01-01T00:00:00.000+00:00", "record", 200))
    pin = records.pins.pin()
    records.close()
    kept = tmp_path / "backup.zip"
    back_up(folder, kept)
    with zipfile.ZipFile(kept) as archive:
        archive.extract(FILE, tmp_path)
    with sqlite3.connect(tmp_path / FILE) as copied:
        for table in ("pin_device", "pin_try", "listener", "webhook"):
            assert copied.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
        assert copied.execute("SELECT count(*) FROM value WHERE key = 'pin'").fetchone() == (0,)
    assert pin.encode() not in (tmp_path / FILE).read_bytes()
