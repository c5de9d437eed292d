"""`tableside match replays`: the followed hands of a match, for other programs."""

from pathlib import Path

import click

from webui.commands.match.files import fail
from webui.commands.match.sources import kept_match, kept_options, kept_records, table_option
from webui.commands.options import printable
from webui.messages import Messages
from webui.terminal.language import lang_option


@click.command("replays")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@kept_options
@table_option
@click.option("--match", "number", type=click.IntRange(1), help="The number of its first record.  [default: the last]")
@lang_option
def replays(folder: Path, data: Path | None, db: str | None, table: int, number: int | None, words: Messages) -> None:
    """Write the hands of a match that a camera followed into the new folder FOLDER.

    hand-N.jsonl has the events of a hand, one JSON object a line, and about.txt says what the files leave open. Some
    games have formats that other programs read: such a file has all hands in which no move was missed.
    """
    from webui.exports.replays import replays as texts_of
    from webui.match.matches import Matches

    with kept_records(data, db, words) as records:
        found = kept_match(Matches(records.journal, table, "mcr"), table, number, words)
        texts = texts_of(records, found, words)
    if not texts:
        fail(words("No hand of this match was followed by a camera."))
    try:
        folder.mkdir(parents=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        about = {"folder": printable(folder), "reason": str(error.strerror)}
        fail(words("%(folder)s cannot be written (%(reason)s): check the path and the disk.", about))
    click.echo(words("Written: %(file)s", {"file": printable(folder)}))
