"""Errors of what is kept: each says that nothing was lost or doubled, and what stands in the way."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from webui.errors import Value, WebError

RecordsErrorKind = Literal[
    # The folder and its database, when they are opened
    "newer-database",
    "older-database",
    "damaged-database",
    "folder-in-use",
    "folder-unusable",
    # Anything that is written
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
    # Records and photographs
    "id-taken",
    # Tables of a hall that devices have
    "table-elsewhere",
    "table-claimed",
    "table-taken",
    "differs-in-hall",
    "photo-missing",
    "photo-damaged",
    # Backups
    "nothing-kept",
    "file-exists",
    "not-a-backup",
    "newer-backup",
    "backup-damaged",
    "folder-has-data",
    "database-has-data",
    # Rules of tournaments
    "preset-differs",
    # Matches of another Tableside
    "record-differs",
    "match-differs",
    "match-running",
]

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FORBIDDEN: Final = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


class RecordsError(WebError):
    """Something cannot be kept or found; what was kept before stays as it was.

    Attributes:
        kind: What stands in the way. The parameters of each:
            `newer-database` (`file`, `version`): a newer version of the program wrote the database;
            `older-database` (`file`, `version`): an older version did, and this program may not migrate it;
            `damaged-database` (`file`): it is no database, or damaged;
            `folder-in-use` (`folder`): another server keeps its records there;
            `folder-unusable` (`folder`, `reason`): it cannot be made or looked into;
            `no-space`, `read-only`, `disk-failed`, `records-busy` (`folder`): nothing can be written there, in the
            folder or the database of PostgreSQL;
            `database-address`: the address names no database of PostgreSQL;
            `database-gone` (`database`): it cannot be reached;
            `database-crowded` (`database`): all of its connections are in use;
            `database-refused` (`database`, `reason`): it does not let the user in, or not do this;
            `no-driver`: what speaks to PostgreSQL is not installed;
            `no-cluster` (`reason`): PostgreSQL is not installed on this computer, or does not start;
            `not-text`: it holds a character, or a number, that the database cannot keep;
            `overtaken`: another process recorded the same first;
            `id-taken` (`id`, `number`): another act was recorded under this id;
            `table-elsewhere` (`table`): a device has the table, and alone records there;
            `table-claimed` (`table`, `seen`): another device has the table that this one wants;
            `table-taken` (`table`): another device took over the table that this one had;
            `differs-in-hall` (`table`, `number`): the hall has another record or hand of that number;
            `photo-missing`, `photo-damaged` (`photo`): the photograph of that SHA-256;
            `nothing-kept` (`folder`): there is no database to make a backup of;
            `file-exists` (`file`): a backup would replace it;
            `not-a-backup` (`file`), `newer-backup` (`file`, `version`), `backup-damaged` (`file`, `name`): it cannot
            be restored; `name` is the file in it;
            `folder-has-data` (`folder`), `database-has-data` (`database`): a backup would take the place of what is
            kept there;
            `preset-differs` (`name`): matches were begun under other rules of this name;
            `record-differs` (`id`, `table`, `number`): a record of this id, kept there, has another content;
            `match-differs` (`table`, `number`): the match with that first record has gone on there in another way;
            `match-running` (`table`): a match is played there.
    """

    kind: RecordsErrorKind

    def __init__(self, kind: RecordsErrorKind, **about: Value) -> None:
        super().__init__(kind, **about)


class WriteConflictError(RecordsError):
    """Another process recorded the same first: read again what is there, and then record, or ask people."""

    def __init__(self) -> None:
        super().__init__("overtaken")


def of_system(error: OSError, folder: Path) -> RecordsError:
    """What an error of the operating system means for what was to be kept in a folder."""
    if error.errno in _FULL:
        return RecordsError("no-space", folder=str(folder))
    if error.errno in _FORBIDDEN:
        return RecordsError("read-only", folder=str(folder))
    if error.errno == errno.EIO:
        return RecordsError("disk-failed", folder=str(folder))
    return RecordsError("folder-unusable", folder=str(folder), reason=error.strerror or str(error))


@contextmanager
def translate_os_errors(folder: Path) -> Iterator[None]:
    """Turns errors of the operating system inside into `RecordsError`.

    Raises:
        RecordsError: what the error means for the folder.
    """
    try:
        yield
    except OSError as error:
        raise of_system(error, folder) from error
