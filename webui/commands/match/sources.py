"""Where a match is read from: a file of records, or the folder of all that the server keeps."""

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

if TYPE_CHECKING:  # they take their time, and a file of records needs none of them
    from webui.match.matches import Matches, TableMatch
    from webui.records.store import Storage


@dataclass(frozen=True, slots=True)
class Source:
    """A match, from wherever it was read.

    Attributes:
        match: The match.
        records: Its records.
        bundle: Writes its bundle into a file and gives the seal.
    """

    match: Match
    records: Sequence[JournalEntry[Act]]
    bundle: Callable[[IO[bytes]], str]


def kept_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What says where the server keeps its matches."""
    data = click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="TABLESIDE_DATA",
        help="The folder of all that the server keeps.  [default: as tableside serve]",
    )
    return data(db_option(command))


def table_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """What says which table of the server is meant."""
    return click.option("--table", type=click.IntRange(1), default=1, help="Without FILE: the table.  [default: 1]")(
        command
    )


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The argument FILE, which may be left out, and what says which match of the server is meant then."""
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
    """What the server keeps; ends the command where there is nothing, or it cannot be opened.

    Args:
        data: The folder of all that it keeps; None for the usual one.
        db: A hall's database in place of the folder.
        words: The language.
        alone: Whether to write there: the folder is made where there is none, and no server may use it meanwhile.
    """
    from webui.messages.errors import web_error_said
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
        fail(web_error_said(words, error))
    try:
        admit_kept(records)
        yield records
    finally:
        records.close()


def kept_match(matches: "Matches", table: int, number: int | None, words: Messages) -> "TableMatch":
    """A match that the server keeps; ends the command where there is none.

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
) -> Iterator[Source]:
    """The match of FILE, or one of the server's; ends the command where there is none.

    Args:
        file: A file of records; None for a match that the server keeps.
        data: The folder of all that the server keeps; None for the usual one.
        db: A hall's database in place of the folder.
        table: The table there.
        number: Number of the record that seats the players of the match; None for the last match.
        words: The language.
    """
    if file:
        from webui.exports.bundle import write_bundle

        kept = read(file, words)
        yield Source(kept.match, kept.entries, partial(write_bundle, match=kept.match, records=kept.entries))
        return
    from webui.exports.kept import bundle_of
    from webui.match.matches import Matches

    with kept_records(data, db, words) as records:
        found = kept_match(Matches(records.journal, table, "mcr"), table, number, words)
        bundle = partial(bundle_of, records=records, match=found.match, entries=found.entries)
        yield Source(found.match, found.entries, bundle)
