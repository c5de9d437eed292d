"""The checks of `tableside doctor`: each reports a result, changes nothing, and never fails."""

import errno
import hashlib
import json
import os
import platform
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import filelock
import msgspec

from device.link import Link
from device.ports import drivers, ports, search
from scoring.errors import MissingLibraryError, RulingError
from scoring.match.records import act_from_dict
from scoring.rules import BOOKS, tournament
from webui.commands.opening import role_here, running
from webui.match.clock import JUMP, jump_from
from webui.messages import Messages, unstopped
from webui.messages import doctor as wording
from webui.messages.device import device_error
from webui.messages.doctor import CheckKind
from webui.messages.errors import vision_error
from webui.messages.vision import made_as
from webui.mqtt.broker import Broker
from webui.records.archive.backup import pruned_photos
from webui.records.commitments import read_commitments
from webui.records.database.journal import unreadable
from webui.records.database.migrate import is_known, newest
from webui.records.database.sqlite import BUSY, FILE
from webui.records.events import from_dict
from webui.records.photos.in_files import FilePhotos
from webui.records.photos.photos import Photos
from webui.records.store import LOCK, PHOTOS
from webui.records.values import read_or
from webui.records.verifying import SealedRecord, Verified, verify

if TYPE_CHECKING:
    from vision.image import Picture

PACKAGES: Final = "libgl1 libglib2.0-0"
"""The packages of Debian and Ubuntu with the libraries that opening pictures needs."""

GIGABYTE: Final = 1_000_000_000
MEGABYTE: Final = 1_000_000

LITTLE: Final = 2 * GIGABYTE
"""Bytes below which a disk is nearly full; a day of four tables takes 1 GB of photos. More warns earlier."""

TOO_LITTLE: Final = 200_000_000
"""Bytes below which recording may soon fail. More calls a disk full that would last a while; less warns too late."""

FIRST_YEAR: Final = 2026
"""The year of the first release; a clock with an earlier year was never set."""

TRIAL: Final = (sys.executable, "-P", "-m", "vision.trial")
"""The command that runs every network once."""

TRIAL_SECONDS: Final = 300.0
"""Seconds that every network may take to run once, which takes one. More delay the report of one that never ends; fewer
fail on slow computers."""

UNFIT: Final = ("SIGILL", "SIGSEGV", "SIGBUS")
"""Signals of a processor that lacks an instruction."""

CAMERA_SECONDS: Final = 10.0
"""Seconds to wait for the first picture of a camera. Fewer fail with slow cameras; more delay the report of a dead
one."""

BROKER_SECONDS = 5.0
"""Seconds in which a broker must answer. More delays the report; fewer call one far away silent."""

BOX_SECONDS: Final = 6.0
"""Seconds to wait for a box to answer; a board that restarts on connection takes 2. More delay the report of a dead
one."""

_State = Literal["good", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class CheckFound:
    """The result of a check.

    Attributes:
        check: The subject of the check.
        state: "note" is for information and no fault.
        kind: The result, a key of `webui.messages.doctor.FOUND`.
        about: Its parameters.
    """

    check: CheckKind
    state: _State
    kind: str
    about: Mapping[str, Any] = field(default_factory=dict)


def program() -> Iterator[CheckFound]:
    """Report the versions, for reports of faults."""
    about = {
        "version": version("tableside"),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": platform.system(),
    }
    yield CheckFound("program", "good", "program", about)
    for reason in BOOKS.broken:
        yield CheckFound("program", "wrong", "game-broken", {"reason": reason})
    if missing := missing_library():
        yield CheckFound("program", "wrong", "library-missing", {"reason": missing, "packages": PACKAGES})


CHOSEN: Final = """SELECT act FROM record WHERE act LIKE '%"type":"Seated"%'
    UNION ALL SELECT act FROM event_record WHERE act LIKE '%"type":"Opened"%'"""
"""The seatings of all tables and the openings of all events, for `games_of`."""

PRESETS: Final = "SELECT key, value FROM value WHERE key IN ('rules', 'presets')"
"""The rules chosen for tables, and the texts of those that clubs wrote, for `games_of`."""


def games_of(acts: Iterable[Any], values: Iterable[Any]) -> set[str]:
    """Return the games by whose rules a match or an event is kept, or a table plays next.

    Args:
        acts: The rows of `CHOSEN`.
        values: The rows of `PRESETS`.
    """
    names, texts = set[str](), dict[str, str]()
    for key, value in values:
        with suppress(msgspec.DecodeError, msgspec.ValidationError):
            if key == "presets":
                texts |= msgspec.json.decode(value, type=dict[str, str])
            else:
                names.add(msgspec.json.decode(value, type=str))
    for (act,) in acts:
        with suppress(msgspec.DecodeError, msgspec.ValidationError):
            names.add(msgspec.json.decode(act, type=_Chosen).rules or "")
    games = set[str]()
    for name in names:
        with suppress(RulingError):
            if name in BOOKS or name in texts:
                games.add((BOOKS[name] if name in BOOKS else tournament(texts[name])).game.id)
    return games


class _Chosen(msgspec.Struct):
    """The rules in a seating or in the opening of an event."""

    rules: str | None = None


def games_in(data: Path) -> set[str]:
    """Return the games that what is kept in a folder is played by; empty for one that cannot be read."""
    file = data / FILE
    try:
        if file.is_file():
            with closing(sqlite3.connect(file, timeout=BUSY)) as connection:
                return games_of(connection.execute(CHOSEN), connection.execute(PRESETS))
    except sqlite3.Error:  # which `database` reports
        pass
    return set()


def libraries(needed: Iterable[str]) -> Iterator[CheckFound]:
    """Report the games whose hands no library here can score.

    Args:
        needed: The games that what is kept is played by.
    """
    games = set(needed)
    lacking: dict[str, tuple[bool, Mapping[str, Any]]] = {}  # games that share a library are one entry
    for id, game in BOOKS.games.items():
        try:
            game.library.expect()
        except MissingLibraryError as error:
            wrong, _ = lacking.get(str(error), (False, {}))
            lacking[str(error)] = (wrong or id in games, error.about)
    for wrong, about in lacking.values():
        if wrong:
            yield CheckFound("program", "wrong", "game-library-needed", about)
        else:
            yield CheckFound("program", "note", "game-library", about)


def missing_library() -> str:
    """Return the reason why pictures cannot be opened: a library that the system lacks; "" for none."""
    try:
        import cv2  # noqa: F401 - it is the one that needs libraries of the system
    except ImportError as error:
        return str(error)
    return ""


def weights(words: Messages, trial: tuple[str, ...] | None = None) -> Iterator[CheckFound]:
    """Check that the weights are those of this version, and that this processor runs them.

    Args:
        words: The language of the reason.
        trial: The command that runs every network once and prints what it found; None for `TRIAL`.
    """
    folder = Path(str(files("models")))
    try:
        listed: dict[str, str] = json.loads((folder / "weights.json").read_bytes())
    except (OSError, ValueError):
        yield CheckFound("weights", "wrong", "weights-unlisted")
        return
    wrong = []
    for name, sha256 in listed.items():
        try:
            data = (folder / name).read_bytes()
        except OSError:
            wrong.append(CheckFound("weights", "wrong", "weights-missing", {"file": name}))
            continue
        if hashlib.sha256(data).hexdigest() != sha256:
            wrong.append(CheckFound("weights", "wrong", "weights-changed", {"file": name}))
    if wrong:
        yield from wrong
        return
    if missing_library():
        return
    yield from own_weights(words)
    yield tried(trial or TRIAL, words)


def own_weights(words: Messages) -> Iterator[CheckFound]:
    """Report each network of the own folder: how it was made, or why it cannot read.

    Args:
        words: The language of how it was made, or of the reason.
    """
    from vision import trial
    from vision.networks.own import own_files
    from vision.networks.runtime import WeightsError

    try:
        for name, file in own_files().items():
            about = {"file": str(file), "made": made_as(words, trial.tried(name, file))}
            yield CheckFound("weights", "note", "weights-own", about)
    except WeightsError as error:
        yield CheckFound("weights", "wrong", "weights-own-wrong", {"reason": vision_error(words, error)})


@cache
def tried(trial: tuple[str, ...], words: Messages) -> CheckFound:
    """Run every network once in a process of its own, and return what is wrong, or what runs them.

    Args:
        trial: The command that runs them and prints what it found.
        words: The language of the reason.
    """
    from vision.networks.runtime import RUNTIME, WeightsError

    if getattr(sys, "frozen", False):  # there the interpreter is this program, which runs no other module
        from vision.trial import run

        status, out, err = 0, json.dumps(run()), ""
    else:
        path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        try:
            ended = subprocess.run(
                trial, capture_output=True, text=True, check=False, env=os.environ | path, timeout=TRIAL_SECONDS
            )
        except subprocess.TimeoutExpired:
            return CheckFound("weights", "wrong", "networks-end", {"reason": f"> {TRIAL_SECONDS:.0f} s"})
        status, out, err = ended.returncode, ended.stdout, ended.stderr
    if status == 0:
        told = msgspec.json.decode(out)
        if "kind" not in told:
            return CheckFound("weights", "good", "weights-good", told)
        reason = vision_error(words, WeightsError(told["kind"], **told["about"]))
        return CheckFound("weights", "wrong", "weights-unusable", {"reason": reason})
    if status < 0:
        reason = signal.Signals(-status).name
        unfit = reason in UNFIT and os.environ.get(RUNTIME) != "onnxruntime"
    else:
        reason, unfit = (err.strip().splitlines() or [str(status)])[-1], False
    return CheckFound("weights", "wrong", "processor-unfit" if unfit else "networks-end", {"reason": reason})


def folder(data: Path) -> Iterator[CheckFound]:
    """Check that the data folder can be written, and report if a server uses it."""
    about: dict[str, Any] = {"folder": str(data)}
    if not data.exists():
        above = next(path for path in data.absolute().parents if path.exists())
        if os.access(above, os.W_OK):
            yield CheckFound("folder", "note", "folder-new", about)
        else:
            yield CheckFound(
                "folder", "wrong", "folder-unwritable", {"folder": str(above), "reason": os.strerror(errno.EACCES)}
            )
        return
    probe = data / ".doctor"
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        yield CheckFound("folder", "wrong", "folder-unwritable", about | {"reason": error.strerror})
        return
    yield CheckFound("folder", "good", "folder-served" if _is_served(data) else "folder-good", about)


def _is_served(data: Path) -> bool:
    if not (data / LOCK).exists():
        return False
    lock = filelock.FileLock(data / LOCK)
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        return True
    lock.release()
    return False


def disk(data: Path) -> Iterator[CheckFound]:
    """Check the free space of the disk."""
    above = next(path for path in (data.absolute(), *data.absolute().parents) if path.exists())
    free = shutil.disk_usage(above).free
    about = {"free": free / GIGABYTE}
    if free < TOO_LITTLE:
        yield CheckFound("disk", "wrong", "disk-full", about)
    elif free < LITTLE:
        yield CheckFound("disk", "note", "disk-low", about)
    else:
        yield CheckFound("disk", "good", "disk-good", about)


def doors(data: Path) -> Iterator[CheckFound]:
    """Check if the running server gives all rights to this computer without a PIN."""
    address = running(data)
    try:
        may = role_here(address) if address else None
    except (OSError, ValueError):
        may = None  # the server has just ended
    if may is None:
        yield CheckFound("doors", "note", "doors-unknown")
    elif may == "spectator":
        yield CheckFound("doors", "good", "doors-closed")
    else:
        yield CheckFound("doors", "note", "doors-open", {"address": address})


def database(data: Path, every_photo: bool = False) -> Iterator[CheckFound]:
    """Check that the database is intact and of a known version, and that its photos exist.

    Args:
        data: The folder of all that is kept.
        every_photo: True to read every photo and compare it with its hash.
    """
    file = data / FILE
    if not file.is_file():
        yield CheckFound("database", "note", "database-none")
        return
    try:
        with closing(sqlite3.connect(file, timeout=BUSY)) as connection:
            state = str(connection.execute("PRAGMA integrity_check").fetchone()[0])
            if state != "ok":
                yield CheckFound("database", "wrong", "database-damaged", {"reason": state.splitlines()[0]})
                return
            revision = str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
            if not is_known(revision):
                yield CheckFound("database", "wrong", "database-newer", {"version": revision})
                return
            records, hands = (
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("record", "hand")
            )
            journal: list[CheckFound] = []
            if revision == newest():
                aside = connection.execute(ASIDE).fetchall()
                journal = list(records_found(connection.execute(RECORDS), connection.execute(REWRITTEN), aside))
                journal += events_found(connection.execute(EVENT_RECORDS), aside)
                journal += state_found(connection.execute(STATE))
            named = {row[0] for row in connection.execute("SELECT DISTINCT photo FROM hand WHERE photo != ''")}
            pruned = pruned_photos(connection)
    except (sqlite3.Error, TypeError) as error:
        yield CheckFound("database", "wrong", "database-damaged", {"reason": str(error)})
        return
    if revision != newest():
        yield CheckFound("database", "note", "database-older", {"version": revision})
    else:
        about = {"records": records, "hands": hands, "size": file.stat().st_size / MEGABYTE}
        yield CheckFound("database", "good", "database-good", about)
    yield from journal
    yield from _photographs(Photos(FilePhotos(data / PHOTOS)), named - pruned, every_photo)


RECORDS: Final = """SELECT table_number, number, act, hash, id, role, at, who, commitments FROM record
    ORDER BY table_number, number"""
"""The records of all tables, for `records_found`."""

EVENT_RECORDS: Final = "SELECT event, number, act, id, role, at FROM event_record ORDER BY event, number"
"""The records of all events, for `events_found`."""

ASIDE: Final = "SELECT table_number, value FROM value WHERE key = 'set-aside'"
"""The records that were set aside, by the turns of their streams."""

STATE: Final = "SELECT table_number, key, value FROM value WHERE table_number > 0 ORDER BY table_number, key"
"""The small state of all tables, for `state_found`."""

REWRITTEN: Final = "SELECT table_number FROM turn WHERE rewrites > 0"
"""The tables in whose records names were removed."""


def records_found(rows: Iterable[Any], rewritten: Iterable[Any], aside: Iterable[Any] = ()) -> Iterator[CheckFound]:
    """Check that the records have no gap, and that each has the content that its hash says.

    A phone verifies them by the same rules, `webui.records.verifying`.

    Args:
        rows: The rows of `RECORDS`.
        rewritten: The tables in whose records names were removed.
        aside: The records that were set aside.
    """
    tables = {int(row[0]) for row in rewritten}
    count, last = 0, (0, 0)
    found: dict[str, list[tuple[int, int]]] = {item.name: [] for item in fields(Verified)}
    passed, damaged = _passed(aside), list[tuple[int, int]]()
    for table, records in _matches(rows):
        for number, _ in records:
            expected = last[1] + 1 if table == last[0] else 1
            if number != expected and (table, expected) not in passed:
                yield CheckFound("records", "wrong", "records-missing", {"table": table, "number": expected})
            last, count = (table, number), count + 1
        damaged += [(table, number) for number, record in records if record is None]
        sound = [record for _, record in records if record is not None]
        for kind, numbers in asdict(verify(sound, table in tables)).items():
            found[kind] += [(table, number) for number in numbers]
    for table, number in damaged:
        if (table, number) in passed:
            yield CheckFound("records", "note", "record-set-aside", {"table": table, "number": number})
        else:
            yield CheckFound("records", "wrong", "record-damaged", {"table": table, "number": number})
    if found["forged"]:
        table, number = found["forged"][0]
        about = {"changed": len(found["forged"]), "table": table, "number": number}
        yield CheckFound("records", "wrong", "records-changed", about)
    elif count and passed.issuperset(damaged):
        erased = sum(len(found[kind]) for kind in ("nameless", "open", "unexplained"))
        yield CheckFound("records", "good", "records-good", {"records": count - len(damaged), "erased": erased})
    if found["unexplained"]:
        table, number = found["unexplained"][0]
        about = {"count": len(found["unexplained"]), "table": table, "number": number}
        yield CheckFound("records", "note", "records-unexplained", about)
    if found["earlier"]:
        yield CheckFound("records", "note", "records-earlier", {"count": len(found["earlier"])})


def _matches(rows: Iterable[Any]) -> Iterator[tuple[int, list[tuple[int, SealedRecord | None]]]]:
    """Yield the table and the records of each match by their numbers, with None for one that is damaged."""
    at, records = 0, list[tuple[int, SealedRecord | None]]()
    for table, number, text, hash, id, role, when, who, made in rows:
        record = None
        if not unreadable(_Row(text, id, role, when, made, hash), partial(act_from_dict, kept=True)):
            act = msgspec.json.decode(text, type=dict[str, Any])
            record = SealedRecord(number, act, who, role, hash, read_commitments(made))
        if records and (table != at or (record is not None and record.act.get("type") == "Seated")):
            yield at, records
            records = []
        at = table
        records.append((number, record))
    if records:
        yield at, records


def state_found(rows: Iterable[Any]) -> Iterator[CheckFound]:
    """Check that the small state of the tables can be read; `rows` are those of `STATE`."""
    if missing_library():
        return
    from webui.table.stored import is_damaged

    for table, key, text in rows:
        if key in wording.STATE and is_damaged(key, text):
            yield CheckFound("records", "wrong", "state-damaged", {"table": table, "what": [key]})


def events_found(rows: Iterable[Any], aside: Iterable[Any]) -> Iterator[CheckFound]:
    """Check that the records of events are records.

    Args:
        rows: The records of all events, in order.
        aside: The records that were set aside.
    """
    passed = _passed(aside)
    for event, number, act, *more in rows:
        if unreadable(_Row(act, *more), from_dict):
            about = {"event": event, "number": number}
            if (-event, number) in passed:
                yield CheckFound("records", "note", "event-set-aside", about)
            else:
                yield CheckFound("records", "wrong", "event-damaged", about)


class _Row(NamedTuple):
    """The columns of a record that tell if it is one."""

    act: str
    id: str
    role: str
    at: str
    commitments: str = ""
    hash: str = ""


def _passed(aside: Iterable[Any]) -> set[tuple[int, int]]:
    """Return the records that were set aside, by the turns of their streams and their numbers."""
    return {(int(row[0]), int(number)) for row in aside for number in json.loads(row[1])}


def _photographs(photos: Photos, named: set[str], every_photo: bool) -> Iterator[CheckFound]:
    missing = sorted(photo for photo in named if not photos.has(photo))
    if missing:
        about = {"missing": len(missing), "photo": missing[0]}
        yield CheckFound("photographs", "wrong", "photographs-missing", about)
    kept = photos.all()
    if every_photo:
        damaged = [photo.sha256 for photo in kept if _is_damaged(photos, photo.sha256)]
        if damaged:
            about = {"damaged": len(damaged), "photo": damaged[0]}
            yield CheckFound("photographs", "wrong", "photographs-damaged", about)
            return
    if not missing:
        size = sum(photo.size for photo in kept) / MEGABYTE
        kind = "photographs-checked" if every_photo else "photographs-good"
        yield CheckFound("photographs", "good", kind, {"photos": len(kept), "size": size})
    if missing_library():
        return
    from vision.metadata import has_position

    yield from positions(has_position(path) for photo in kept if (path := photos.path(photo.sha256)))


def positions(found: Iterable[bool]) -> Iterator[CheckFound]:
    """Report how many photos contain their position, as photos of earlier versions may.

    Args:
        found: True for each that does.
    """
    count = sum(found)
    if count:
        yield CheckFound("photographs", "note", "photographs-position", {"count": count})


def _is_damaged(photos: Photos, sha256: str) -> bool:
    path = photos.path(sha256)
    try:
        return path is None or hashlib.sha256(path.read_bytes()).hexdigest() != sha256
    except OSError:
        return True


def camera(source: str | None, words: Messages) -> Iterator[CheckFound]:
    """Check that a camera sends pictures; without one, list the cameras.

    Args:
        source: A value of `--camera` of `tableside serve`; None to open no camera.
        words: The language of the reason.
    """
    if source is None:
        yield from _cameras()
        return
    if missing_library():
        return
    from vision.live.camera import Camera, quiet
    from vision.live.sources.source import SourceError

    quiet()
    try:
        watched = Camera(source)
    except SourceError as error:
        yield CheckFound("camera", "wrong", "camera-unknown", {"reason": vision_error(words, error)})
        return
    watched.start()
    try:
        frame = watched.wait(0, CAMERA_SECONDS)
        trouble = watched.health().trouble
    finally:
        watched.stop(2.0)
    if frame is None:
        reason = unstopped(vision_error(words, trouble)) if trouble else "–"
        yield CheckFound("camera", "wrong", "camera-silent", {"source": watched.name, "reason": reason})
        return
    height, width = frame.picture.shape[:2]
    yield CheckFound("camera", "good", "camera-good", {"source": watched.name, "width": width, "height": height})
    yield from _picture(frame.picture, words)


def _picture(picture: "Picture", words: Messages) -> Iterator[CheckFound]:
    """Check if a camera's picture is good enough to read tiles, and report what to move or change."""
    if tried(TRIAL, words).state == "wrong":
        return  # reported by the check of the weights
    from vision import TileReader
    from vision.table.check import check
    from webui.messages import check as check_words

    seen = TileReader().detect(picture)
    found = check(picture, seen)
    change = [each for each in found if each.grade != "good"]
    said = words("; ").join(f"{check_words.aspect(words, each)} {check_words.value(words, each)}" for each in found)
    if change:
        fix = unstopped(" ".join(check_words.fix(words, each) for each in change))
        yield CheckFound("camera", "note", "picture-poor", {"what": said, "fix": fix})
    else:
        yield CheckFound("camera", "good", "picture-good", {"what": said})


def _cameras() -> Iterator[CheckFound]:
    """Report the cameras that Linux lists; other systems list none without opening them."""
    devices = sorted(Path("/dev").glob("video*"))
    for device in devices:
        if not os.access(device, os.R_OK | os.W_OK):
            yield CheckFound("camera", "wrong", "camera-forbidden", {"device": str(device)})
            return
    if devices:
        yield CheckFound("camera", "note", "camera-there", {"devices": ", ".join(map(str, devices))})
    else:
        yield CheckFound("camera", "note", "camera-not-asked")


def box(address: str | None, words: Messages) -> Iterator[CheckFound]:
    """Check that a table box answers; without an address, list the ports that look like one.

    Args:
        address: A value of `--box` of `tableside serve`; None to open no box.
        words: The language of the reason.
    """
    known = drivers()
    if address is not None:
        yield from _answers(address, words)
        return
    fitting = [port.address for port in ports() if any(port.fits(driver) for driver in known)]
    forbidden = [port for port in fitting if Path(port).exists() and not os.access(port, os.R_OK | os.W_OK)]
    if forbidden:
        yield CheckFound("box", "wrong", "box-forbidden", {"port": forbidden[0]})
    elif fitting:
        yield CheckFound("box", "note", "box-there", {"ports": ", ".join(fitting)})
    else:
        yield CheckFound("box", "note", "box-none")


def _answers(address: str, words: Messages) -> Iterator[CheckFound]:
    until = time.monotonic() + BOX_SECONDS
    with Link(search(None if address == "auto" else address, drivers())) as link:
        while link.state().box is None and time.monotonic() < until:
            time.sleep(0.05)
        state = link.state()
    if state.box:
        yield CheckFound("box", "good", "box-good", {"box": state.box.id, "address": state.address})
    else:
        reason = unstopped(device_error(words, state.trouble)) if state.trouble else "–"
        yield CheckFound("box", "wrong", "box-silent", {"reason": reason})


def mqtt(broker: Broker | None, words: Messages) -> Iterator[CheckFound]:
    """Check that a broker takes this program; without one, say how to have one asked.

    Args:
        broker: The broker of `--mqtt` of `tableside serve`; None to ask none.
        words: The language of the reason.
    """
    if broker is None:
        yield CheckFound("mqtt", "note", "mqtt-none")
        return
    trouble = broker.refusal(BROKER_SECONDS)
    if trouble is None:
        yield CheckFound("mqtt", "good", "mqtt-good", {"broker": str(broker), "topic": broker.topic})
    else:
        about = {"broker": str(broker), "reason": trouble or words("no answer")}
        yield CheckFound("mqtt", "wrong", "mqtt-silent", about)


def clock(data: Path, now: datetime | None = None) -> Iterator[CheckFound]:
    """Check that the clock was set and is not behind the newest record.

    Args:
        data: The folder of all that is kept.
        now: The time; None for the system's clock.
    """
    yield from clock_after(_newest_record(data), now)
    yield from jumps(_jumps(data), now)


def clock_after(latest: datetime | None, now: datetime | None = None) -> Iterator[CheckFound]:
    """Check the clock against the time of the newest record, or None without records."""
    now = (now or datetime.now(UTC)).astimezone()
    about = {"now": f"{now:%Y-%m-%d %H:%M}", "zone": f"{now.tzname()} ({now:%z})"}
    if now.year < FIRST_YEAR:
        yield CheckFound("clock", "wrong", "clock-unset", about)
    elif latest and now < latest - timedelta(minutes=1):
        shown = f"{latest.astimezone():%Y-%m-%d %H:%M}"
        yield CheckFound("clock", "wrong", "clock-behind", {"now": about["now"], "newest": shown})
    else:
        yield CheckFound("clock", "good", "clock-good", about)


def jumps(kept: Iterable[str], now: datetime | None = None) -> Iterator[CheckFound]:
    """Check if the clock was set in the last day while a session ran.

    Args:
        kept: The jumps of the clock as stored for the tables.
        now: The time; None for the system's clock.
    """
    now = now or datetime.now(UTC)
    found = [read_or(None, lambda text: jump_from(msgspec.json.decode(text)), each) for each in kept]
    late = [each for each in found if each and now - each.at < timedelta(days=1)]
    if late:
        last = max(late, key=lambda each: each.at)
        at = f"{last.at.astimezone():%Y-%m-%d %H:%M}"
        yield CheckFound("clock", "note", "clock-jumped", {"seconds": round(last.seconds), "at": at})


def _jumps(data: Path) -> list[str]:
    if not (data / FILE).is_file():
        return []
    try:
        with closing(sqlite3.connect(data / FILE, timeout=BUSY)) as connection:
            return [row[0] for row in connection.execute("SELECT value FROM value WHERE key = ?", (JUMP,))]
    except sqlite3.Error:
        return []


def _newest_record(data: Path) -> datetime | None:
    if not (data / FILE).is_file():
        return None
    try:
        with closing(sqlite3.connect(data / FILE, timeout=BUSY)) as connection:
            at = connection.execute("SELECT max(at) FROM record").fetchone()[0]
            return datetime.fromisoformat(at) if at else None
    except (sqlite3.Error, ValueError):
        return None
