"""The rules that tournaments wrote themselves, kept with the matches that were played by them."""

import logging
from typing import Final

from scoring.errors import RulingError
from scoring.match.records import Act, Corrected, Seated
from scoring.rules import RuleBook, admit, tournament
from webui.records.errors import RecordsError
from webui.records.store import Storage

KEY: Final = "presets"
"""The key of the TOML texts by the names of the presets."""

ALL_TABLES: Final = 0
"""The number that what all tables have is kept under."""


_log: Final = logging.getLogger(__name__)


def keep_preset(records: Storage, book: RuleBook) -> None:
    """Keeps the text of a tournament's rules; those that are built in need none.

    Raises:
        RecordsError: `preset-differs`, a match was begun under other rules of this name; or it cannot be kept.
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
    """Makes the kept rules of tournaments count, so that their matches can be followed again.

    Rules that this version of the program cannot use are passed over, with a line in the log.
    """
    for name, text in _kept(records).items():
        try:
            admit(tournament(text))
        except RulingError as error:
            _log.warning("%s: %s", name, error)


def _kept(records: Storage) -> dict[str, str]:
    return dict(records.values.get(ALL_TABLES, KEY) or {})


def _was_played(records: Storage, name: str) -> bool:
    """Whether a match of any table was seated under rules of this name."""
    return any(
        _seats(entry.act, name) for table in records.journal.tables() for entry in records.journal.entries(table)
    )


def _seats(act: Act, name: str) -> bool:
    if isinstance(act, Corrected):
        act = act.act
    return isinstance(act, Seated) and act.rules == name
