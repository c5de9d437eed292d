"""Backups: all that is kept in one zip, made while a server goes on writing, and put back as a whole.

A database of SQLite is copied by SQLite's own backup, one of PostgreSQL row by row into a database of SQLite; both see
one moment of it. So a backup can be put back into either. The photographs of that moment follow; their hands were
recorded after them, so none is missing that was not removed since.
"""

import calendar
import contextlib
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
from pathlib import Path, PurePosixPath
from typing import Any, Final

import filelock

from webui.records import transfer
from webui.records.canonical import digest
from webui.records.database import Database
from webui.records.errors import RecordsError, of_system, told
from webui.records.exchange import BEFORE, exchange, keeps, room_beside
from webui.records.photo_table import PhotoTable
from webui.records.photos import Photos
from webui.records.shelves import FileShelf, ending
from webui.records.sqlite import FILE
from webui.records.store import LOCK, PHOTOS, Records

FORMAT: Final = "tableside-backup"
"""What the manifest calls a backup."""

VERSION: Final = 1
"""The edition of the format; one that is higher is not restored."""

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
        with told(file.parent):
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
            kept = Photos(FileShelf(folder / PHOTOS))
        else:
            database = stack.enter_context(contextlib.closing(Database(None, db)))
            transfer.save(database, snapshot.parent)
            kept = Photos(PhotoTable(database))
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
    lost = []
    size = 0

    def add(name: str, data: bytes, kind: int, at: float) -> None:
        nonlocal size
        info = zipfile.ZipInfo(name, time.gmtime(max(at, _FIRST_DATE))[:6])
        archive.writestr(info, data, kind)
        files[name] = digest(data)
        size += len(data)

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
    result = Backup(made, counts[0], counts[1], photos, len(files) - 1 - photos, size, tuple(lost))
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "program": version("tableside"),
        "made": made,
        "records": result.records,
        "hands": result.hands,
        "lost": lost,
        "files": files,
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
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname in ("SQLITE_CORRUPT", "SQLITE_NOTADB"):
            raise RecordsError("damaged-database", file=str(file)) from error
        if error.sqlite_errorname == "SQLITE_FULL":
            raise RecordsError("no-space", folder=str(to.parent)) from error
        if error.sqlite_errorname in ("SQLITE_BUSY", "SQLITE_LOCKED"):
            raise RecordsError("records-busy", folder=str(file.parent)) from error
        raise RecordsError("folder-unusable", folder=str(file.parent), reason=str(error)) from error


def _others(folder: Path, skip: Collection[str]) -> Iterator[Path]:
    """What is kept beside the database and the photographs."""
    for path in sorted(folder.rglob("*")):
        first = path.relative_to(folder).parts[0]
        if first in (PHOTOS, LOCK) or first.startswith((FILE, BEFORE, *skip)) or path.suffix in (".part", ".zip"):
            continue
        if path.is_file() and not path.is_symlink():
            yield path


def restore(file: Path, folder: Path, force: bool = False) -> tuple[Backup, Path | None]:
    """Puts a backup in place of what a folder keeps, after all of it was checked.

    What the folder kept is moved beside it, never removed; in a disk of its own, such as the volume of a container, it
    is moved into a folder there.

    Args:
        file: The backup.
        folder: Where it is kept from then on.
        force: Whether to go on where the folder keeps something.

    Returns:
        What the backup holds, and where what the folder kept is now; None where it kept nothing.

    Raises:
        RecordsError: `not-a-backup`, `newer-backup` or `backup-damaged`; `folder-has-data`, without `force`;
            `folder-in-use`, by a server; `newer-database`; or it cannot be written. Then the folder is as it was.
    """
    if keeps(folder, LOCK) and not force:
        raise RecordsError("folder-has-data", folder=str(folder))
    with told(folder.parent):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _unused(folder), room_beside(folder) as new:
            backup = _unpack(file, new)
            _open(new, file, backup)
            aside = exchange(new, folder, LOCK)
    return backup, aside


def restore_to(db: str, file: Path, folder: Path) -> tuple[Backup, str]:
    """Puts records and photographs of a backup into an empty database of PostgreSQL, after all of it was checked.

    Its other files, such as sets of tiles, go into a folder, but for those that are there already.

    Args:
        db: Address of the database.
        file: The backup.
        folder: Where servers on this machine keep what is no record.

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
        backup = _unpack(file, new)
        _open(new, file, backup)
        if not transfer.is_empty(database):
            raise RecordsError("database-has-data", database=database.name)
        transfer.load_photos(Photos(FileShelf(new / PHOTOS)), database)
        if not transfer.load(new, database):
            raise RecordsError("database-has-data", database=database.name)
        with told(folder):
            for path in _others(new, ()):
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


def _unpack(file: Path, new: Path) -> Backup:
    """Unpacks a backup, every file held against its hash."""
    try:
        opened = file.open("rb")
    except OSError as error:
        raise of_system(error, file) from error
    with opened:
        try:
            with zipfile.ZipFile(opened) as archive:
                manifest = _manifest(file, archive)
                size = 0
                for name, sha256 in manifest["files"].items():
                    _check_name(file, name)
                    data = _data(file, archive, name)
                    if digest(data) != sha256:
                        raise RecordsError("backup-damaged", file=str(file), name=name)
                    size += len(data)
                    _keep(new / name, data)
                    at = calendar.timegm(archive.getinfo(name).date_time)
                    os.utime(new / name, (at, at))  # photographs are pruned by their age
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError) as error:
            raise RecordsError("not-a-backup", file=str(file)) from error
    names = [str(name) for name in manifest["files"]]
    photos = sum(name.startswith(f"{PHOTOS}/") for name in names)
    return Backup(
        str(manifest["made"]),
        int(manifest["records"]),
        int(manifest["hands"]),
        photos,
        len(names) - 1 - photos,
        size,
        tuple(map(str, manifest["lost"])),
    )


def _manifest(file: Path, archive: zipfile.ZipFile) -> dict[str, Any]:
    try:
        manifest = json.loads(archive.read(_MANIFEST))
        if manifest["format"] != FORMAT or FILE not in manifest["files"]:
            raise ValueError(manifest["format"])
        if manifest["version"] > VERSION:
            raise RecordsError("newer-backup", file=str(file), version=int(manifest["version"]))
        return {**manifest, "files": {str(name): str(sha256) for name, sha256 in manifest["files"].items()}}
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise RecordsError("not-a-backup", file=str(file)) from error


def _check_name(file: Path, name: str) -> None:
    """Refuses a name that would leave the folder."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
        raise RecordsError("backup-damaged", file=str(file), name=name)


def _data(file: Path, archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        return archive.read(name)
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, ValueError) as error:
        raise RecordsError("backup-damaged", file=str(file), name=name) from error


def _keep(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def _open(new: Path, file: Path, backup: Backup) -> None:
    """Opens what was unpacked as a server would, and counts its records."""
    try:
        records = Records.open(new, alone=False)
    except RecordsError as error:
        if error.kind == "damaged-database":
            raise RecordsError("backup-damaged", file=str(file), name=FILE) from error
        raise
    try:
        found = sum(len(records.entries(table)) for table in records.tables())
        if found != backup.records:
            raise RecordsError("backup-damaged", file=str(file), name=FILE)
    finally:
        records.close()
