"""Backups: the whole storage in one zip, made while a server goes on writing, and restored as a whole.

SQLite's own backup copies a SQLite database; a PostgreSQL database is copied row by row into a SQLite database. Both
copies are of a single moment, and can be restored into either kind. The photos of that moment follow; their hands were
recorded after them, so no photo is missing unless it was removed since.
"""

import calendar
import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path, PurePath, PurePosixPath
from typing import Annotated, Final, Literal

import msgspec

from scoring.match.records import Seated
from webui.records.archive import transfer
from webui.records.archive.comparing import ComparedPlace, differences
from webui.records.archive.exchange import BEFORE, exchange, keeps, room_beside
from webui.records.canonical import digest
from webui.records.database.database import Database
from webui.records.database.sqlite import FILE
from webui.records.errors import RecordsError, of_system, translate_os_errors
from webui.records.photos.in_database import DatabasePhotos
from webui.records.photos.in_files import FilePhotos, ending
from webui.records.photos.photos import Photos
from webui.records.pins import PIN
from webui.records.store import LOCK, PHOTOS, Storage
from webui.records.verifying import SealedRecord, record_of, verify

FORMAT: Final = "tableside-backup"
"""The manifest's name for a backup."""

VERSION: Final = 1
"""Version of the format; a higher one is not restored."""

LARGEST: Final = 300_000_000
"""Most bytes of a file in a backup; the database may have more if the manifest says so."""

_LARGEST_MANIFEST: Final = 64_000_000
"""Most bytes of a manifest: 200 for each photo, of which a hall of many events has 100,000."""

_CHUNK: Final = 1 << 20
"""Bytes unpacked at a time."""

_MANIFEST: Final = "manifest.json"
_FIRST_DATE: Final = 315_532_800.0
"""Seconds since 1970 of the first date that a zip can have, 1 January 1980."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The contents of a backup.

    Attributes:
        made: Time of the backup (ISO 8601).
        records: Number of records of all tables.
        hands: Number of hands, deleted ones included.
        photos: Number of photos.
        others: Number of other files, such as tile sets and calibrations.
        size: Bytes of all files.
        lost: Hashes of photos that hands refer to, that are missing or damaged, and that no record removed.
    """

    made: str
    records: int
    hands: int
    photos: int
    others: int
    size: int
    lost: tuple[str, ...] = ()


def back_up(folder: Path, file: Path, skip: Collection[str] = (), force: bool = False, db: str | None = None) -> Backup:
    """Write a backup, which is on the disk when this returns.

    Args:
        folder: The storage; a server may be writing there.
        file: The backup; an existing one stays until the new one is complete.
        skip: Beginnings of the names of files to leave out.
        force: True to replace an existing file.
        db: Address of the PostgreSQL database with the records and photos, or None if the folder has them.

    Raises:
        RecordsError: `nothing-kept`: the folder has no database; `file-exists`; `no-folder`; the database is damaged;
            or the backup cannot be written, and none of it remains.
    """
    if db is None and not (folder / FILE).is_file():
        raise RecordsError("nothing-kept", folder=str(folder))
    if file.exists() and not force:
        raise RecordsError("file-exists", file=str(file))
    if not file.parent.exists():
        raise RecordsError("no-folder", folder=str(file.parent))
    part = file.with_name(f"{file.name}.part")
    try:
        with _writing(file):
            with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as room, part.open("wb") as out:
                with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                    made = _write(folder, Path(room) / FILE, archive, skip, db)
                out.flush()
                os.fsync(out.fileno())
            part.replace(file)
    finally:
        with contextlib.suppress(NotADirectoryError):
            part.unlink(missing_ok=True)
    return made


@contextlib.contextmanager
def _writing(file: Path) -> Iterator[None]:
    """Convert errors of the operating system inside into those of a backup that cannot be written."""
    try:
        yield
    except OSError as error:
        meant = of_system(error, file.parent)
        if meant.kind == "no-space":
            raise meant from error
        raise RecordsError("backup-unwritable", file=str(file), reason=error.strerror or str(error)) from error


def _write(folder: Path, snapshot: Path, archive: zipfile.ZipFile, skip: Collection[str], db: str | None) -> Backup:
    with contextlib.ExitStack() as stack:
        if db is None:
            _snapshot(folder / FILE, snapshot)
            kept = Photos(FilePhotos(folder / PHOTOS))
        else:
            database = stack.enter_context(contextlib.closing(Database(None, db)))
            transfer.save(database, snapshot.parent)
            kept = Photos(DatabasePhotos(database))
        return _written(folder, snapshot, archive, skip, kept)


def _written(folder: Path, snapshot: Path, archive: zipfile.ZipFile, skip: Collection[str], kept: Photos) -> Backup:
    try:
        with contextlib.closing(sqlite3.connect(snapshot)) as database:
            named = sorted(name for (name,) in database.execute("SELECT DISTINCT photo FROM hand WHERE photo != ''"))
            counts = [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("record", "hand")]
            pruned = pruned_photos(database)
    except sqlite3.DatabaseError as error:
        raise RecordsError("damaged-database", file=str(folder / FILE)) from error
    taken = transfer.times(kept)
    files: dict[str, str] = {}
    sizes: dict[str, int] = {}
    lost = []

    def add(name: str, data: bytes, kind: int, at: float) -> None:
        info = zipfile.ZipInfo(name, time.gmtime(max(at, _FIRST_DATE))[:6])
        archive.writestr(info, data, kind)
        files[name] = digest(data)
        sizes[name] = len(data)

    add(FILE, snapshot.read_bytes(), zipfile.ZIP_DEFLATED, time.time())
    for sha256 in named:
        try:
            data = kept.read(sha256)
        except RecordsError:
            if sha256 not in pruned:
                lost.append(sha256)
            continue
        at = taken.get(sha256, time.time())
        add(f"{PHOTOS}/{sha256[:2]}/{sha256}.{ending(data)}", data, zipfile.ZIP_STORED, at)
    photos = len(files) - 1
    for path in _others(folder, skip):
        with contextlib.suppress(FileNotFoundError):
            add(path.relative_to(folder).as_posix(), path.read_bytes(), zipfile.ZIP_DEFLATED, path.stat().st_mtime)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    result = Backup(made, counts[0], counts[1], photos, len(files) - 1 - photos, sum(sizes.values()), tuple(lost))
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "program": version("tableside"),
        "made": made,
        "records": result.records,
        "hands": result.hands,
        "lost": lost,
        "files": files,
        "sizes": sizes,
    }
    archive.writestr(_MANIFEST, json.dumps(manifest, indent=1))
    return result


def pruned_photos(database: sqlite3.Connection) -> set[str]:
    """Return the hashes of the photos that records removed."""
    acts = database.execute("""SELECT act FROM record WHERE act LIKE '%"type":"Pruned"%'""")
    return pruned_in(act for (act,) in acts)


def pruned_in(acts: Iterable[str]) -> set[str]:
    """Return the hashes of the photos that acts, as JSON, removed."""
    return {photo for act in acts for photo in json.loads(act).get("photos", ())}


def _snapshot(file: Path, to: Path) -> None:
    """Copy a database as it is at one moment, while others write to it."""
    try:
        with (
            contextlib.closing(sqlite3.connect(file, timeout=10)) as source,
            contextlib.closing(sqlite3.connect(to)) as copy,
        ):
            source.backup(copy)
            if copy.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise RecordsError("damaged-database", file=str(file))
            copy.execute("PRAGMA journal_mode = DELETE")
            _forget_pin(copy)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname in ("SQLITE_CORRUPT", "SQLITE_NOTADB"):
            raise RecordsError("damaged-database", file=str(file)) from error
        if error.sqlite_errorname == "SQLITE_FULL":
            raise RecordsError("no-space", folder=str(to.parent)) from error
        if error.sqlite_errorname in ("SQLITE_BUSY", "SQLITE_LOCKED"):
            raise RecordsError("records-busy", folder=str(file.parent)) from error
        raise RecordsError("folder-unusable", folder=str(file.parent), reason=str(error)) from error


def _forget_pin(copy: sqlite3.Connection) -> None:
    """Remove the PIN, its devices and webhooks from a copy of the newest version; earlier versions have none."""
    if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'pin_device'").fetchone():
        copy.execute("DELETE FROM pin_device")
        for later in ("pin_try", "listener", "webhook"):
            if copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (later,)).fetchone():
                copy.execute(f"DELETE FROM {later}")
        copy.execute("DELETE FROM value WHERE table_number = 0 AND key = ?", (PIN,))
        copy.commit()
        copy.execute("VACUUM")  # otherwise deleted data would remain in the file


def _others(folder: Path, skip: Collection[str]) -> Iterator[Path]:
    """Yield the files beside the database and the photos."""
    for path in sorted(folder.rglob("*")):
        within = path.relative_to(folder)
        if within.parts[0] in (PHOTOS, FILE) or not _is_kept(within, skip):
            continue
        if path.is_file() and not path.is_symlink():
            yield path


def restore(
    file: Path,
    folder: Path,
    force: bool = False,
    skip: Collection[str] = (),
    changed: bool = False,
    tell: Callable[[ComparedPlace], None] = lambda compared: None,
    against: Collection[Path | str] = (),
) -> tuple[Backup, Path | None]:
    """Replace the storage in a folder by a backup, after checking all of it.

    The old contents are moved beside the folder, never removed. If the folder is a disk of its own, such as the volume
    of a container, they are moved into a folder on it.

    Args:
        file: The backup.
        folder: The folder of the storage.
        force: True to replace existing data.
        skip: Beginnings of the names of files that no backup has and that are not restored.
        changed: True to restore records that are not what was recorded.
        tell: Takes each comparison of the records of the backup with those in the folder, and elsewhere, before the old
            contents are moved; it is not called for a folder without records.
        against: Other folders, and addresses of databases, whose records are compared too.

    Returns:
        The contents of the backup, and the new place of the old contents, or None if there were none.

    Raises:
        RecordsError: `not-a-backup`, `newer-backup`, `backup-damaged` or `backup-changed`; `folder-has-data`, without
            `force`; `folder-in-use`, by a server; `newer-database`; or it cannot be written. The folder is then
            unchanged.
    """
    with _archive(file) as archive:
        _manifest(file, archive)
    if keeps(folder, LOCK) and not force:
        raise RecordsError("folder-has-data", folder=str(folder))
    with translate_os_errors(folder.parent):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _unused(folder), room_beside(folder) as new:
            backup = _unpack(file, new, skip)
            _open(new, file, backup, changed)
            for compared in _comparisons(new, (folder, *against)):
                tell(compared)
            aside = exchange(new, folder, LOCK)
    return backup, aside


def restore_to(
    db: str,
    file: Path,
    folder: Path,
    skip: Collection[str] = (),
    changed: bool = False,
    tell: Callable[[ComparedPlace], None] = lambda compared: None,
    against: Collection[Path | str] = (),
) -> tuple[Backup, str]:
    """Restore the records and photos of a backup to an empty PostgreSQL database, after checking all of it.

    Its other files, such as tile sets, go into a folder, except those that exist there.

    Args:
        db: Address of the database.
        file: The backup.
        folder: Folder on this machine for files that are not records.
        skip: Beginnings of the names of files that no backup has and that are not restored.
        changed: True to restore records that are not what was recorded.
        tell: Takes each comparison of the records of the backup with those in the folder, and elsewhere, before the
            database is written; it is not called for a folder without records.
        against: Other folders, and addresses of databases, whose records are compared too.

    Returns:
        The contents of the backup, and the database's name for people.

    Raises:
        RecordsError: `not-a-backup`, `newer-backup`, `backup-damaged` or `backup-changed`; `database-has-data`; or the
            database cannot be reached or written. It then has no new record.
    """
    with _archive(file) as archive:
        _manifest(file, archive)
    with (
        contextlib.closing(Database(None, db)) as database,
        tempfile.TemporaryDirectory(prefix="tableside-restore-") as room,
    ):
        new = Path(room) / "data"
        with translate_os_errors(new.parent):
            backup = _unpack(file, new, skip)
        _open(new, file, backup, changed)
        if not transfer.is_empty(database):
            raise RecordsError("database-has-data", database=database.name)
        for compared in _comparisons(new, (folder, *against)):
            tell(compared)
        transfer.load_photos(Photos(FilePhotos(new / PHOTOS)), database)
        if not transfer.load(new, database):
            raise RecordsError("database-has-data", database=database.name)
        with translate_os_errors(folder):
            for path in _others(new, skip):
                to = folder / path.relative_to(new)
                if not to.exists():
                    to.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(path, to)
        return backup, database.name


@contextlib.contextmanager
def _unused(folder: Path) -> Iterator[None]:
    """Refuse a folder that a server uses."""
    if folder.is_dir():
        import filelock  # a backup into a file takes no lock

        lock = filelock.FileLock(folder / LOCK)
        try:
            lock.acquire(timeout=0)
        except filelock.Timeout as error:
            raise RecordsError("folder-in-use", folder=str(folder)) from error
        lock.release()  # an open file would keep Windows from moving the folder
    yield


_Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class _Manifest(msgspec.Struct):
    """The manifest of a backup. `sizes` has the bytes of each file; older backups lack it."""

    format: Literal["tableside-backup"]
    version: Annotated[int, msgspec.Meta(ge=1)]
    made: str
    records: _Count
    hands: _Count
    lost: list[str]
    files: dict[str, Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]]
    sizes: dict[str, _Count] = {}

    def most(self, name: str) -> int:
        """Return the most bytes that a file may have."""
        size = self.sizes.get(name, LARGEST)
        return size if name == FILE else min(size, LARGEST)


@contextlib.contextmanager
def _archive(file: Path) -> Iterator[zipfile.ZipFile]:
    """Open a file as the zip that a backup is."""
    try:
        opened = file.open("rb")
    except OSError as error:
        raise of_system(error, file) from error
    with opened:
        try:
            with zipfile.ZipFile(opened) as archive:
                yield archive
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError) as error:
            raise RecordsError("not-a-backup", file=str(file)) from error


def _unpack(file: Path, new: Path, skip: Collection[str]) -> Backup:
    """Unpack a backup, checking every file against its hash and skipping files that no backup has."""
    with _archive(file) as archive:
        manifest = _manifest(file, archive)
        for name in manifest.files:
            _check_name(file, name)
        names = [name for name in manifest.files if _is_kept(PurePosixPath(name), skip)]
        _expect_room(new, sum(manifest.sizes.get(name, 0) for name in names))
        size = sum(_extract(file, archive, name, manifest, new / name) for name in names)
    photos = sum(name.startswith(f"{PHOTOS}/") for name in names)
    others = len(names) - 1 - photos
    return Backup(manifest.made, manifest.records, manifest.hands, photos, others, size, tuple(manifest.lost))


def _manifest(file: Path, archive: zipfile.ZipFile) -> _Manifest:
    """Return the manifest of a backup, checked."""
    try:
        with archive.open(_MANIFEST) as opened:
            text = opened.read(_LARGEST_MANIFEST + 1)
        if len(text) > _LARGEST_MANIFEST:
            raise ValueError("too long")
        edition = msgspec.json.decode(text, type=_Edition)
        if edition.version > VERSION:
            raise RecordsError("newer-backup", file=str(file), version=edition.version)
        manifest = msgspec.json.decode(text, type=_Manifest)
        if FILE not in manifest.files:
            raise ValueError(FILE)
        return manifest
    except (KeyError, ValueError, RecursionError) as error:
        raise RecordsError("not-a-backup", file=str(file)) from error


class _Edition(msgspec.Struct):
    """The part of a manifest that every version of the format has."""

    format: Literal["tableside-backup"]
    version: Annotated[int, msgspec.Meta(ge=1, le=2**53)]


def _check_name(file: Path, name: str) -> None:
    """Refuse a name that leads out of the folder."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or any(bad in name for bad in ("\\", ":", "\0")):
        raise RecordsError("backup-damaged", file=str(file), name=name)


def _is_kept(path: PurePath, skip: Collection[str]) -> bool:
    """Return True if a backup holds this file: the database, a photo, or another file beside them.

    Args:
        path: Its path in the folder.
        skip: Beginnings of the names of files to leave out.
    """
    first = path.parts[0]
    if path.parts == (FILE,):
        return True
    if first == PHOTOS:
        return len(path.parts) == 3 and len(path.stem) == 64 and path.parts[1] == path.stem[:2]
    return first != LOCK and not first.startswith((FILE, BEFORE, *skip)) and path.suffix not in (".part", ".zip")


def _expect_room(new: Path, size: int) -> None:
    """Refuse a backup that the disk has no room for."""
    there = next(path for path in (new, *new.absolute().parents) if path.exists())
    if size > shutil.disk_usage(there).free:
        raise RecordsError("no-space", folder=str(there))


def _extract(file: Path, archive: zipfile.ZipFile, name: str, manifest: _Manifest, to: Path) -> int:
    """Unpack a file in parts, and return its bytes, which are then on the disk."""
    damaged = RecordsError("backup-damaged", file=str(file), name=name)
    most, size, found = manifest.most(name), 0, hashlib.sha256()
    try:
        info = archive.getinfo(name)
        to.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(info) as packed, to.open("xb") as out:
            while part := packed.read(_CHUNK):
                size += len(part)
                if size > most:
                    raise damaged
                found.update(part)
                out.write(part)
            out.flush()
            os.fsync(out.fileno())
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, ValueError) as error:
        raise damaged from error
    if found.hexdigest() != manifest.files[name] or size != manifest.sizes.get(name, size):
        raise damaged
    with contextlib.suppress(ValueError, OverflowError):  # an impossible date
        at = calendar.timegm(info.date_time)
        os.utime(to, (at, at))  # photos are pruned by their age
    return size


def _open(new: Path, file: Path, backup: Backup, changed: bool) -> None:
    """Open the unpacked storage as a server would, count its records, and verify them unless changed ones may be."""
    try:
        records = Storage.open(new, alone=False)
    except RecordsError as error:
        if error.kind == "damaged-database":
            raise RecordsError("backup-damaged", file=str(file), name=FILE) from error
        raise
    try:
        found = sum(records.journal.counts().values())
        if found != backup.records:
            raise RecordsError("backup-damaged", file=str(file), name=FILE)
        forged = [] if changed else [*_forged(records)]
        if forged:
            table, number = forged[0]
            raise RecordsError("backup-changed", file=str(file), changed=len(forged), table=table, number=number)
    finally:
        records.close()


def _comparisons(new: Path, places: Iterable[Path | str]) -> Iterator[ComparedPlace]:
    """Compare the unpacked storage with the records of folders that have some, and of databases.

    A damaged folder is what backups are restored over.
    """
    for place in dict.fromkeys(places):
        if isinstance(place, Path) and not (place / FILE).is_file():
            continue
        with tempfile.TemporaryDirectory(dir=new.parent, ignore_cleanup_errors=True) as room:
            try:
                if isinstance(place, Path):  # an older version is compared without a change to it
                    _snapshot(place / FILE, Path(room) / FILE)
                    kept = Storage.open(Path(room), alone=False)
                else:
                    kept = Storage.open(None, alone=False, db=place, migrate=False)
                with contextlib.closing(kept), contextlib.closing(Storage.open(new, alone=False)) as backup:
                    yield ComparedPlace(place, list(differences(kept, backup)))
            except RecordsError as error:
                yield ComparedPlace(place, error)


def _forged(records: Storage) -> Iterator[tuple[int, int]]:
    """Yield table and number of the records whose content is not the one of their hash, as an import refuses them."""
    for table in records.journal.tables():
        rewritten = records.news(table).rewrites > 0
        match: list[SealedRecord] = []
        for entry in records.journal.entries(table):
            if isinstance(entry.act, Seated):
                yield from ((table, number) for number in verify(match, rewritten).forged)
                match = []
            match.append(record_of(entry))
        yield from ((table, number) for number in verify(match, rewritten).forged)
