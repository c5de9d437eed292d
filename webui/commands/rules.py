"""`tableside rules`: the rules of clubs and houses that the server offers."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from scoring.rules import BOOKS
from webui.base.errors import WebError
from webui.commands.data import data_option
from webui.commands.match.files import fail
from webui.commands.match.sources import kept_records
from webui.commands.options import chosen_rules, db_option
from webui.messages import Messages
from webui.messages import scoring as wording
from webui.messages.errors import command_error
from webui.terminal.language import lang_option

if TYPE_CHECKING:
    from webui.records.store import Storage

_Command = TypeVar("_Command", bound=Callable[..., object])


@click.group("rules")
def command() -> None:
    """List the rules of clubs and houses that the server keeps; add, rename and remove them."""


def _options(does: _Command) -> _Command:
    made: _Command = data_option(db_option(lang_option(does)))
    return made


@command.command("list")
@_options
def list_(data: Path, db: str | None, lang: str) -> None:
    """List them: name, checksum, and the name for people."""
    from webui.records.presets import withdraw_removed

    words = Messages.of(lang)
    with kept_records(data, db, words) as records:
        withdraw_removed(records)
        for book in records.books.values():
            title = wording.rules(words, book)
            shown = words("%(rules)s (archived)", {"rules": title}) if book.archived else title
            click.echo(f"{book.name}  {book.checksum}  {shown}")


@command.command("add")
@click.argument("rules", metavar="FILE.toml", callback=chosen_rules)
@_options
def add(rules: str, data: Path, db: str | None, lang: str) -> None:
    """Offer the rules of a TOML file for new matches, also those that were removed before."""
    book = BOOKS[rules]

    def does(records: "Storage") -> str:
        from webui.records.presets import expect_title, offer

        expect_title(book.title)
        offer(records, book)
        return book.name

    _change(data, db, lang, does)


@command.command("rename")
@click.argument("name")
@click.argument("title")
@_options
def rename_(name: str, title: str, data: Path, db: str | None, lang: str) -> None:
    """Give rules another name for people; their file and its checksum stay."""

    def does(records: "Storage") -> str:
        from webui.records.presets import rename

        rename(records, name, title)
        return name

    _change(data, db, lang, does)


@command.command("remove")
@click.argument("name")
@_options
def remove_(name: str, data: Path, db: str | None, lang: str) -> None:
    """Stop offering rules for new matches.

    Matches, events and hands that use them stay as they are; if there are none, the rules are deleted.
    """

    def does(records: "Storage") -> str | None:
        from webui.records.presets import remove
        from webui.table.equipment import unchoose

        base = BOOKS[name].base if name in BOOKS else ""
        deleted = remove(records, name)
        unchoose(records.values, name, base)
        return None if deleted else name

    _change(data, db, lang, does)


def _change(data: Path, db: str | None, lang: str, does: Callable[["Storage"], str | None]) -> None:
    """Change the stored rules and print the changed ones; end the command if that is refused."""
    from webui.records.presets import admit_kept

    words = Messages.of(lang)
    with kept_records(data, db, words, alone=True) as records:
        try:
            name = does(records)
        except WebError as error:
            fail(command_error(words, error))
        admit_kept(records)
        if name is None:
            click.echo(words("Deleted."))
            return
        about = {"rules": wording.rules_played(words, BOOKS[name])}
        archived = BOOKS[name].archived
        click.echo(words("Archived: %(rules)s", about) if archived else words("Offered: %(rules)s", about))
