"""Errors of the storage: nothing was lost or doubled, and the kind says what is in the way."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from scoring.errors import Value
from scoring.match.event_errors import EventRejectedError
from webui.base.errors import WebError

RecordsErrorKind = Literal[
    # Opening the folder and its database
    "newer-database",
    "older-database",
    "open-schema",
    "damaged-database",
    "folder-in-use",
    "folder-unusable",
    # Any writing
    "no-space",
    "read-only",
    "disk-failed",
    "records-busy",
    # PostgreSQL
    "database-address",
    "database-gone",
    "database-crowded",
    "database-refused",
    "no-driver",
    "no-cluster",
    "not-text",
    "overtaken",
    # Records and photos
    "id-taken",
    "record-damaged",
    "event-damaged",
    # Tables of a hall that devices have
    "table-elsewhere",
    "table-claimed",
    "table-taken",
    "differs-in-hall",
    "other-rig",
    "not-believed",
    "not-signed",
    "tries-spent",
    "limit-spent",
    "rows-spent",
    "roles-in-hall",
    "photo-missing",
    "photo-damaged",
    # Backups
    "nothing-kept",
    "file-exists",
    "backup-unwritable",
    "no-folder",
    "not-a-backup",
    "newer-backup",
    "backup-damaged",
    "backup-changed",
    "folder-has-data",
    "database-has-data",
    # Rules of tournaments
    "preset-differs",
    "no-such-preset",
    "not-a-title",
    # Matches of another Tableside
    "record-differs",
    "match-differs",
    "match-running",
]

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FORBIDDEN: Final = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


class RecordsError(WebError):
    """Something cannot be stored or found; earlier data is unchanged.

    Attributes:
        kind: What is in the way. The parameters of each:
            `newer-database` (`file`, `version`): a newer version of the program wrote the database;
            `older-database` (`file`, `version`): an older version wrote it, and this program may not migrate it;
            `open-schema` (`role`, `database`): a role may put functions where the hall's own programs look for theirs;
            `damaged-database` (`file`): it is damaged, or not a database;
            `folder-in-use` (`folder`): another server stores its records there;
            `folder-unusable` (`folder`, `reason`): it cannot be made or read;
            `no-space`, `read-only`, `disk-failed`, `records-busy` (`folder`): nothing can be written to the folder or
            the PostgreSQL database;
            `database-address`: the address is not one of a PostgreSQL database;
            `database-gone` (`database`): it cannot be reached;
            `database-crowded` (`database`): all of its connections are in use;
            `database-refused` (`database`, `reason`): it refuses the user, or this operation;
            `no-driver`: the driver of PostgreSQL is not installed;
            `no-cluster` (`reason`): PostgreSQL is not installed on this computer, or does not start;
            `not-text`: a character, or a number, that the database cannot store;
            `overtaken`: another process recorded the same first;
            `id-taken` (`id`, `number`): another act was recorded under this id;
            `record-damaged` (`table`, `number`), `event-damaged` (`event`, `number`): a stored record is none, and
            nothing is recorded there before the tournament director sets it aside;
            `table-elsewhere` (`table`): a device has the table, and alone records there;
            `table-claimed` (`table`, `seen`): another device has the table that this one wants;
            `table-taken` (`table`): another device took over this device's table;
            `differs-in-hall` (`table`, `number`): the hall has another record or hand of that number;
            `other-rig` (`table`, `other`): this device has the role of the rig of another table;
            `not-believed` (`who`, `role`): the hall does not believe a rig that somebody acted in that role;
            `not-signed` (`role`): the hall does not believe a rig that somebody without a name acted in that role;
            `tries-spent`: a rig asked about too many PINs, right or wrong;
            `limit-spent`: a rig gave too many photos, or let in too many devices, within a day, or too many photos
            that no hand names;
            `rows-spent`: a rig wrote too much else within a day, or at once;
            `roles-in-hall`: roles are given in the hall, not at a table's device;
            `photo-missing`, `photo-damaged` (`photo`): the photo of that SHA-256;
            `nothing-kept` (`folder`): there is no database to back up;
            `file-exists` (`file`): a backup would replace it;
            `backup-unwritable` (`file`, `reason`): a backup cannot be written there;
            `no-folder` (`folder`): a backup would be written into a folder that does not exist;
            `not-a-backup` (`file`), `newer-backup` (`file`, `version`), `backup-damaged` (`file`, `name`): it cannot
            be restored; `name` is the file in it;
            `backup-changed` (`file`, `changed`, `table`, `number`): so many records in it, the first of them this one,
            are not what was recorded;
            `folder-has-data` (`folder`), `database-has-data` (`database`): a backup would replace existing data;
            `preset-differs` (`name`): matches were begun under other rules of this name;
            `no-such-preset` (`name`): no rules of this name are stored;
            `not-a-title` (`got`, `most`): rules cannot have this name for people;
            `record-differs` (`id`, `table`, `number`): a stored record of this id has other contents;
            `match-differs` (`table`, `number`): the match with that first record has continued differently there;
            `match-running` (`table`): a match is played there.
    """

    kind: RecordsErrorKind

    def __init__(self, kind: RecordsErrorKind, **about: Value) -> None:
        super().__init__(kind, **about)


class WriteConflictError(RecordsError):
    """Another process recorded the same first: read the new state, then record again or ask people."""

    def __init__(self) -> None:
        super().__init__("overtaken")


class EventActRejectedError(WebError):
    """The event cannot follow an act, and nothing was recorded: correct the act, or an earlier record."""

    def __init__(self, refused: EventRejectedError) -> None:
        super().__init__(refused.kind, **refused.about)


class InvalidActError(WebError):
    """Values that are not an act of an event."""


def of_system(error: OSError, folder: Path) -> RecordsError:
    """Convert an operating system's error about a file in a folder."""
    if error.errno in _FULL:
        return RecordsError("no-space", folder=str(folder))
    if error.errno in _FORBIDDEN:
        return RecordsError("read-only", folder=str(folder))
    if error.errno == errno.EIO:
        return RecordsError("disk-failed", folder=str(folder))
    return RecordsError("folder-unusable", folder=str(folder), reason=error.strerror or str(error))


@contextmanager
def translate_os_errors(folder: Path) -> Iterator[None]:
    """Convert errors of the operating system inside into `RecordsError`.

    Raises:
        RecordsError: The meaning of the error for the folder.
    """
    try:
        yield
    except OSError as error:
        raise of_system(error, folder) from error
