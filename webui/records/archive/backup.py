"""Backups: all that is kept in one zip, made while a server goes on writing, and put back as a whole.

A database of SQLite is copied by SQLite's own backup, one of PostgreSQL row by row into a database of SQLite; both see
one moment of it. So a backup can be put back into either. The photographs of that moment follow; their hands were
recorded after them, so none is missing that was not removed since.
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
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path, PurePath, PurePosixPath
from typing import Annotated, Final, Literal

import filelock
import msgspec

from webui.records.archive import transfer
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

FORMAT: Final = "tableside-backup"
"""What the manifest calls a backup."""

VERSION: Final = 1
"""The edition of the format; one that is higher is not restored."""

LARGEST: Final = 300_000_000
"""Bytes that a file of a backup may have at most; the database may have more where the manifest says how many."""

_LARGEST_MANIFEST: Final = 64_000_000
"""Bytes of a manifest at most: 200 for each photograph, of which a hall of many events has 100,000."""

_CHUNK: Final = 1 << 20
"""Bytes that are unpacked at a time."""

_MANIFEST: Final = "manifest.json"
_FIRST_DATE: Final = 315_532_800.0
"""Seconds since 1970 of the first date that a zip can have, 1 January 1980."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup holds.

    Attributes:
        made: When it was made (ISO 8601).
        records: Records of all tables.
        hands: Hands, those that are hidden too.
        photos: Photographs.
        others: Other files, such as sets of tiles and calibrations.
        size: Bytes of all files.
        lost: Hashes of photographs that hands name, that no record says were removed, and that are missing or damaged.
    """

    made: str
    records: int
    hands: int
    photos: int
    others: int
    size: int
    lost: tuple[str, ...] = ()


def back_up(folder: Path, file: Path, skip: Collection[str] = (), force: bool = False, db: str | None = None) -> Backup:
    """Writes a backup, which is on the disk when this returns.

    Args:
        folder: What is kept; a server may be writing there.
        file: The backup; what it replaces stays until it is whole.
        skip: How names of files begin that do not go into it.
        force: Whether it may replace a file.
        db: Address of the database of PostgreSQL that has the records and photographs; None where the folder has.

    Raises:
        RecordsError: `nothing-kept`, the folder has no database; `file-exists`; the database is damaged; or the
            backup cannot be written, and nothing of it is left.
    """
    if db is None and not (folder / FILE).is_file():
        raise RecordsError("nothing-kept", folder=str(folder))
    if file.exists() and not force:
        raise RecordsError("file-exists", file=str(file))
    part = file.with_name(f"{file.name}.part")
    try:
        with translate_os_errors(file.parent):
            with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as room, part.open("wb") as out:
                with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                    made = _write(folder, Path(room) / FILE, archive, skip, db)
                out.flush()
                os.fsync(out.fileno())
            part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return made


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
    """The hashes of the photographs that were removed by a record."""
    acts = database.execute("""SELECT act FROM record WHERE act LIKE '%"type":"Pruned"%'""")
    return pruned_in(act for (act,) in acts)


def pruned_in(acts: Iterable[str]) -> set[str]:
    """The hashes of the photographs that acts, as JSON, say were removed."""
    return {photo for act in acts for photo in json.loads(act).get("photos", ())}


def _snapshot(file: Path, to: Path) -> None:
    """Copies a database as it is at one moment, while others write there."""
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
    """Takes the PIN and its devices out of a copy of the newest version; earlier ones have none."""
    if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'pin_device'").fetchone():
        copy.execute("DELETE FROM pin_device")
        copy.execute("DELETE FROM value WHERE table_number = 0 AND key = ?", (PIN,))
        copy.commit()
        copy.execute("VACUUM")  # or what was deleted stands in the file all the same


def _others(folder: Path, skip: Collection[str]) -> Iterator[Path]:
    """What is kept beside the database and the photographs."""
    for path in sorted(folder.rglob("*")):
        within = path.relative_to(folder)
        if within.parts[0] in (PHOTOS, FILE) or not _is_kept(within, skip):
            continue
        if path.is_file() and not path.is_symlink():
            yield path


def restore(file: Path, folder: Path, force: bool = False, skip: Collection[str] = ()) -> tuple[Backup, Path | None]:
    """Puts a backup in place of what a folder keeps, after all of it was checked.

    What the folder kept is moved beside it, never removed; in a disk of its own, such as the volume of a container, it
    is moved into a folder there.

    Args:
        file: The backup.
        folder: Where it is kept from then on.
        force: Whether to go on where the folder keeps something.
        skip: How names of files begin that no backup holds, and that are not put back.

    Returns:
        What the backup holds, and where what the folder kept is now; None where it kept nothing.

    Raises:
        RecordsError: `not-a-backup`, `newer-backup` or `backup-damaged`; `folder-has-data`, without `force`;
            `folder-in-use`, by a server; `newer-database`; or it cannot be written. Then the folder is as it was.
    """
    if keeps(folder, LOCK) and not force:
        raise RecordsError("folder-has-data", folder=str(folder))
    with translate_os_errors(folder.parent):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _unused(folder), room_beside(folder) as new:
            backup = _unpack(file, new, skip)
            _open(new, file, backup)
            aside = exchange(new, folder, LOCK)
    return backup, aside


def restore_to(db: str, file: Path, folder: Path, skip: Collection[str] = ()) -> tuple[Backup, str]:
    """Puts records and photographs of a backup into an empty database of PostgreSQL, after all of it was checked.

    Its other files, such as sets of tiles, go into a folder, but for those that are there already.

    Args:
        db: Address of the database.
        file: The backup.
        folder: Where servers on this machine keep what is no record.
        skip: How names of files begin that no backup holds, and that are not put back.

    Returns:
        What the backup holds, and what people call the database.

    Raises:
        RecordsError: `not-a-backup`, `newer-backup` or `backup-damaged`; `database-has-data`; or the database cannot
            be reached or written. Then it keeps no record that it did not keep before.
    """
    with (
        contextlib.closing(Database(None, db)) as database,
        tempfile.TemporaryDirectory(prefix="tableside-restore-") as room,
    ):
        new = Path(room) / "data"
        with translate_os_errors(new.parent):
            backup = _unpack(file, new, skip)
        _open(new, file, backup)
        if not transfer.is_empty(database):
            raise RecordsError("database-has-data", database=database.name)
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
    """Refuses a folder that a server uses."""
    if folder.is_dir():
        lock = filelock.FileLock(folder / LOCK)
        try:
            lock.acquire(timeout=0)
        except filelock.Timeout as error:
            raise RecordsError("folder-in-use", folder=str(folder)) from error
        lock.release()  # an open file would keep the folder from being moved on Windows
    yield


_Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class _Manifest(msgspec.Struct):
    """What a backup says of itself. `sizes` has the bytes of each file; older backups have none."""

    format: Literal["tableside-backup"]
    version: Annotated[int, msgspec.Meta(ge=1)]
    made: str
    records: _Count
    hands: _Count
    lost: list[str]
    files: dict[str, Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]]
    sizes: dict[str, _Count] = {}

    def most(self, name: str) -> int:
        """The bytes that a file may have."""
        size = self.sizes.get(name, LARGEST)
        return size if name == FILE else min(size, LARGEST)


def _unpack(file: Path, new: Path, skip: Collection[str]) -> Backup:
    """Unpacks a backup, every file held against its hash; files that no backup holds are left out."""
    try:
        opened = file.open("rb")
    except OSError as error:
        raise of_system(error, file) from error
    with opened:
        try:
            with zipfile.ZipFile(opened) as archive:
                manifest = _manifest(file, archive)
                for name in manifest.files:
                    _check_name(file, name)
                names = [name for name in manifest.files if _is_kept(PurePosixPath(name), skip)]
                _expect_room(new, sum(manifest.sizes.get(name, 0) for name in names))
                size = sum(_extract(file, archive, name, manifest, new / name) for name in names)
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError) as error:
            raise RecordsError("not-a-backup", file=str(file)) from error
    photos = sum(name.startswith(f"{PHOTOS}/") for name in names)
    others = len(names) - 1 - photos
    return Backup(manifest.made, manifest.records, manifest.hands, photos, others, size, tuple(manifest.lost))


def _manifest(file: Path, archive: zipfile.ZipFile) -> _Manifest:
    """What a backup says of itself, checked."""
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
    """As much of a manifest as every edition of the format has."""

    format: Literal["tableside-backup"]
    version: Annotated[int, msgspec.Meta(ge=1, le=2**53)]


def _check_name(file: Path, name: str) -> None:
    """Refuses a name that would leave the folder."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or any(bad in name for bad in ("\\", ":", "\0")):
        raise RecordsError("backup-damaged", file=str(file), name=name)


def _is_kept(path: PurePath, skip: Collection[str]) -> bool:
    """Whether a file is one that a backup holds: the database, a photograph, or one that is kept beside them.

    Args:
        path: Where it lies in the folder.
        skip: How names of files begin that are not.
    """
    first = path.parts[0]
    if path.parts == (FILE,):
        return True
    if first == PHOTOS:
        return len(path.parts) == 3 and len(path.stem) == 64 and path.parts[1] == path.stem[:2]
    return first != LOCK and not first.startswith((FILE, BEFORE, *skip)) and path.suffix not in (".part", ".zip")


def _expect_room(new: Path, size: int) -> None:
    """Refuses a backup that the disk has no room for."""
    there = next(path for path in (new, *new.absolute().parents) if path.exists())
    if size > shutil.disk_usage(there).free:
        raise RecordsError("no-space", folder=str(there))


def _extract(file: Path, archive: zipfile.ZipFile, name: str, manifest: _Manifest, to: Path) -> int:
    """Unpacks a file, a part of it at a time; gives its bytes, which are on the disk then."""
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
    with contextlib.suppress(ValueError, OverflowError):  # a date that there is none of
        at = calendar.timegm(info.date_time)
        os.utime(to, (at, at))  # photographs are pruned by their age
    return size


def _open(new: Path, file: Path, backup: Backup) -> None:
    """Opens what was unpacked as a server would, and counts its records."""
    try:
        records = Storage.open(new, alone=False)
    except RecordsError as error:
        if error.kind == "damaged-database":
            raise RecordsError("backup-damaged", file=str(file), name=FILE) from error
        raise
    try:
        found = sum(len(records.journal.entries(table)) for table in records.journal.tables())
        if found != backup.records:
            raise RecordsError("backup-damaged", file=str(file), name=FILE)
    finally:
        records.close()
