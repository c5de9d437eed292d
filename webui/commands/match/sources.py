"""Sources of a match: a file of records, or the server's data folder."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from scoring.match.records import Act
from scoring.match.state import Match
from webui.commands.data import DATA
from webui.commands.match.files import fail, read
from webui.commands.options import db_option, printable
from webui.messages import Messages
from webui.records.journal import JournalEntry

if TYPE_CHECKING:  # they are slow to import, and a file of records needs none of them
    from webui.match.matches import Matches, TableMatch
    from webui.records.store import Storage


@dataclass(frozen=True, slots=True)
class MatchSource:
    """A match from any source.

    Attributes:
        match: The match.
        records: Its records.
        bundle: Writes its bundle to a file and returns the seal.
    """

    match: Match
    records: Sequence[JournalEntry[Act]]
    bundle: Callable[[IO[bytes]], str]


def kept_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for the server's data."""
    data = click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="TABLESIDE_DATA",
        help="The folder of all that the server keeps.  [default: as tableside serve]",
    )
    return data(db_option(command))


def table_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option for a table of the server."""
    return click.option("--table", type=click.IntRange(1), default=1, help="Without FILE: the table.  [default: 1]")(
        command
    )


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the optional argument FILE, and the options for a match of the server without it."""
    options = (
        click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path)),
        kept_options,
        table_option,
        click.option("--match", "number", type=click.IntRange(1), help="Without FILE: the number of its first record."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@contextmanager
def kept_records(data: Path | None, db: str | None, words: Messages, alone: bool = False) -> Iterator["Storage"]:
    """Open the server's data; end the command if there is none, or it cannot be opened.

    Args:
        data: The data folder; None for the default one.
        db: A hall's database in place of the folder.
        words: The language.
        alone: True to write: the folder is made if needed, and no server may use it meanwhile.
    """
    from webui.messages.errors import command_error
    from webui.records.database.sqlite import FILE
    from webui.records.errors import RecordsError
    from webui.records.presets import admit_kept
    from webui.records.store import Storage

    folder = data or DATA
    try:
        if not (db or alone or (folder / FILE).is_file()):
            raise RecordsError("nothing-kept", folder=printable(folder))
        records = Storage.open(folder, alone=alone, db=db)
    except RecordsError as error:
        fail(command_error(words, error))
    try:
        admit_kept(records)
        yield records
    finally:
        records.close()


def kept_match(matches: "Matches", table: int, number: int | None, words: Messages) -> "TableMatch":
    """Return a match of the server; end the command if there is none.

    Args:
        matches: The matches of the table.
        table: Its number.
        number: Number of the record that seats the players of the match; None for the last match.
        words: The language.
    """
    found = matches.get(number)
    if not found:
        about = {"table": table, "numbers": words(", ").join(str(each.number) for each in matches.all()) or "–"}
        fail(words("No such match at table %(table)d; its matches have the numbers %(numbers)s.", about))
    return found


@contextmanager
def source(
    file: Path | None, data: Path | None, db: str | None, table: int, number: int | None, words: Messages
) -> Iterator[MatchSource]:
    """Yield the match of FILE, or one of the server; end the command if there is none.

    Args:
        file: A file of records; None for a match of the server.
        data: The data folder of the server; None for the default one.
        db: A hall's database in place of the folder.
        table: The table there.
        number: Number of the record that seats the players of the match; None for the last match.
        words: The language.
    """
    if file:
        kept = read(file, words)
        yield MatchSource(kept.match, kept.entries, partial(_write, match=kept.match, records=kept.entries))
        return
    from webui.exports.kept import bundle_of
    from webui.match.matches import Matches

    with kept_records(data, db, words) as records:
        found = kept_match(Matches(records.journal, table, "mcr"), table, number, words)
        bundle = partial(bundle_of, records=records, match=found.match, entries=found.entries)
        yield MatchSource(found.match, found.entries, bundle)


def _write(out: IO[bytes], match: Match, records: Sequence[JournalEntry[Act]]) -> str:
    """Write a bundle, and return its seal."""
    from webui.exports.bundle import write_bundle  # a sheet needs none of what it loads

    return write_bundle(out, match, records)
