"""Rules written by tournaments, stored with the matches played under them."""

import logging
from typing import Final

from scoring.errors import RulingError
from scoring.match.records import Act, Corrected, Seated
from scoring.rules import BOOKS, RuleBook, admit, tournament
from webui.records.errors import RecordsError
from webui.records.store import Storage

KEY: Final = "presets"
"""The key of the presets' TOML texts by name."""

ALL_TABLES: Final = 0
"""The number under which state of all tables is stored."""


_log: Final = logging.getLogger(__name__)


def keep_preset(records: Storage, book: RuleBook) -> None:
    """Store the text of a tournament's rules; built-in rules need none.

    Raises:
        RecordsError: `preset-differs`: a match was begun under other rules of this name; or it cannot be stored.
    """
    if not book.text:
        return
    kept = _kept(records)
    if kept.get(book.name) == book.text:
        return
    if book.name in kept and _was_played(records, book.name):
        raise RecordsError("preset-differs", name=book.name)
    records.values.keep(ALL_TABLES, KEY, {**kept, book.name: book.text})


def admit_kept(records: Storage) -> None:
    """Admit the stored rules of tournaments, so that their matches can be folded again.

    Rules that this version of the program cannot use are skipped, with a line in the log. Rules in force stay as they
    are, so that the rules another server stored since are admitted at little cost.
    """
    for name, text in _kept(records).items():
        if name in BOOKS and BOOKS[name].text == text:
            continue
        try:
            admit(tournament(text))
        except RulingError as error:
            _log.warning("%s: %s", name, error)


def _kept(records: Storage) -> dict[str, str]:
    return dict(records.values.get(ALL_TABLES, KEY) or {})


def _was_played(records: Storage, name: str) -> bool:
    """Return True if a match of any table was begun under rules of this name."""
    return any(
        _seats(entry.act, name) for table in records.journal.tables() for entry in records.journal.entries(table)
    )


def _seats(act: Act, name: str) -> bool:
    if isinstance(act, Corrected):
        act = act.act
    return isinstance(act, Seated) and act.rules == name
