"""Files of records: one JSON object in a line, which are only ever added to."""

import contextlib
import io
import json
import logging
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final, Never

import click
from uuid_utils import uuid7

from scoring import RulingError
from scoring.match.errors import RecordError
from scoring.match.records import Act, Record, Role, Seated, record_from_dict, record_to_dict
from scoring.match.state import Match
from scoring.rules import BOOKS, admit, tournament
from vision.files import sync
from webui.base.text import BOM, unicode_encoding
from webui.commands.options import printable
from webui.messages import Messages, unstopped
from webui.messages import scoring as wording
from webui.records.journal import JournalEntry, entry_of, fold_entries

PATIENCE: Final = 60
"""Seconds to wait for other commands that add to the same file. Fewer fail beside a slow one; more hide a hung one."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MatchFile:
    """The contents of a file of records.

    Attributes:
        path: The file.
        entries: Its records, in order, with the numbers and ids of their lines, as in a bundle; otherwise 1, 2, ….
        next: Number of the next record; a repeated line has the number of the earlier one.
        preset: The TOML text of the tournament's own rules; "" for built-in rules.
        whole: Bytes up to the end of the last record.
        broken: Bytes after them that are no record: a line cut short by a crash.
        match: The match that the records give.
    """

    path: Path
    entries: tuple[JournalEntry[Act], ...]
    next: int
    preset: str
    whole: int
    broken: bytes
    match: Match


def fail(message: str) -> Never:
    """End the command with a message on standard error and exit status 1."""
    raise click.ClickException(message)


def note(message: str) -> None:
    """Print on standard error what does not end the command."""
    click.echo(unstopped(message), err=True)


def refuse(match: Match, number: int, words: Messages) -> None:
    """End the command if the match refuses a record."""
    if number in match.refused:
        fail(wording.refusal(words, match.refused[number]))


def now(act: Act, who: str | None, role: Role) -> Record:
    """Return the record of an act at this moment."""
    return Record(act, who or role, datetime.now(UTC).isoformat(timespec="seconds"), role)


def _utf8(data: bytes) -> bytes:
    """Return a file of records in UTF-8 as it was written, if an editor saved it with a mark or in UTF-16."""
    if data.startswith(BOM):
        return data.removeprefix(BOM)
    encoding = unicode_encoding(data)
    return data.decode(encoding).encode() if encoding and encoding.startswith("utf-16") else data


def read(path: Path, words: Messages) -> MatchFile:
    """Read a file of records and report a broken last line; end the command if it is no such file."""
    name = printable(path)
    try:
        lines = io.BytesIO(_utf8(path.read_bytes())).readlines()
    except OSError as reason:
        fail(words("%(file)s cannot be read (%(reason)s): check the path.", {"file": name, "reason": reason.strerror}))
    entries: list[JournalEntry[Act]] = []
    known: dict[str, tuple[int, Act]] = {}
    preset, broken, last = "", b"", 0
    for at, line in enumerate(lines, 1):
        try:
            values = json.loads(line)
            if at == 1 and isinstance(values, dict) and isinstance(values.get("preset"), str):
                preset = values["preset"]
                continue
            record = record_from_dict(values, kept=_is_missing(entries, preset))
            id = str(values.get("id", ""))
            if id in known:
                _expect_same(name, at, *known[id], record, words)
                last += "number" not in values  # the records after it keep their original numbers
                continue
            number = values.get("number", last + 1)
            if type(number) is not int or (entries and number <= last):
                raise RecordError("wrong-value", field="number", got=repr(number), wanted="number")
            if id:
                known[id] = at, record.act
            entries.append(entry_of(number, record, id))
            last = number
        except (UnicodeDecodeError, json.JSONDecodeError, RecursionError, RecordError) as error:
            about: dict[str, Any] = {"file": name, "line": at}
            if at < len(lines) or line.endswith(b"\n"):
                if not isinstance(error, RecordError):
                    fail(words("%(file)s, line %(line)d is no record: restore the file from a copy.", about))
                about["why"] = wording.error(words, error)
                fail(words("%(file)s, line %(line)d is no record. %(why)s Or restore the file from a copy.", about))
            broken = line
            note(words("%(file)s, line %(line)d was cut short and does not count: record it again.", about))
    if not entries:
        fail(words("%(file)s holds no match: begin one with tableside match new.", {"file": name}))
    if preset:
        try:
            admit(tournament(preset))
        except RulingError as error:
            fail(f"{name}: {wording.error(words, error)}")
    whole = sum(map(len, lines)) - len(broken)
    _log.debug("records read", extra={"file": str(path), "records": len(entries), "broken": len(broken)})
    return MatchFile(path, tuple(entries), last + 1, preset, whole, broken, fold_entries(entries))


def _is_missing(entries: Sequence[JournalEntry[Act]], preset: str) -> bool:
    """Return True if the first record of a match names rules that are not installed."""
    seated = entries[0].act if entries and not preset else None
    return isinstance(seated, Seated) and seated.rules is not None and seated.rules not in BOOKS


def _expect_same(name: str, at: int, earlier: int, first: Act, record: Record, words: Messages) -> None:
    """Report that a line has the id of an earlier one and counts once; end the command if they differ."""
    about = {"file": name, "line": at, "earlier": earlier}
    if record.act != first:
        fail(
            words("%(file)s, line %(line)d has the id of line %(earlier)d but another act: remove one of them.", about)
        )
    note(words("%(file)s, line %(line)d is line %(earlier)d again and counts once.", about))


def create(path: Path, record: Record, preset: str) -> None:
    """Write a new file with its first record.

    Args:
        path: The file, which must not exist.
        record: The record that seats the players.
        preset: The TOML text of the tournament's own rules, written before the records; "" for built-in rules.

    Raises:
        OSError: The file exists or cannot be written.
    """
    head = _json({"preset": preset}) if preset else b""
    _write(path, head + _line(record), "xb")
    sync(path.parent)


def save(path: Path, data: bytes | IO[bytes], words: Messages) -> None:
    """Write a new file; end the command if it exists or cannot be written."""
    about = {"file": printable(path)}
    try:
        _write(path, data, "xb")
        sync(path.parent)
    except FileExistsError:
        fail(words("%(file)s exists already: choose another name.", about))
    except OSError as reason:
        about["reason"] = str(reason.strerror)
        fail(words("%(file)s cannot be written (%(reason)s): check the path and the disk.", about))


def append(kept: MatchFile, record: Record) -> None:
    """Add a record; a broken last line is moved to a file with the ending `.broken`.

    A file that an editor saved in UTF-16 or with a mark becomes UTF-8 first, as it was begun.

    Raises:
        OSError: The file cannot be written.
    """
    read = kept.path.read_bytes()
    if (plain := _utf8(read)) != read:
        other = kept.path.with_name(f"{kept.path.name}.new")
        _write(other, plain, "wb")
        other.replace(kept.path)
        sync(kept.path.parent)
    if kept.broken:
        _write(kept.path.with_name(f"{kept.path.name}.broken"), kept.broken + b"\n", "ab")
        os.truncate(kept.path, kept.whole)
    data = kept.path.read_bytes()
    _write(kept.path, (b"" if data.endswith(b"\n") else b"\n") + _line(record), "ab")


@contextlib.contextmanager
def alone(path: Path, words: Messages) -> Iterator[None]:
    """Make other commands that add to the file wait meanwhile.

    The lock is a file with the ending `.lock`. If it is not free in time, the command ends.
    """
    if not path.is_file():
        yield  # reading the file reports its problem
        return
    from filelock import FileLock, Timeout  # only what writes needs it

    lock = FileLock(f"{path}.lock", timeout=PATIENCE)
    about = {"file": printable(path)}
    try:
        lock.acquire()
    except Timeout:
        fail(words("%(file)s is in use by another command: wait until that one is done, then try again.", about))
    except OSError as reason:
        about["reason"] = str(reason.strerror)
        fail(words("%(file)s cannot be written (%(reason)s): check the path and the disk.", about))
    try:
        yield
    finally:
        lock.release()


def _json(values: dict[str, object]) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode() + b"\n"


def _line(record: Record) -> bytes:
    return _json({"id": str(uuid7()), **record_to_dict(record)})


def _write(path: Path, data: bytes | IO[bytes], mode: str) -> None:
    """Write data and return once it is on disk."""
    with path.open(mode) as out:
        if isinstance(data, bytes):
            out.write(data)
        else:
            shutil.copyfileobj(data, out)
        out.flush()
        os.fsync(out.fileno())
