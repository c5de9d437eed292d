"""Rules written by tournaments and clubs, stored with the matches played under them."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from scoring.errors import RulingError
from scoring.games.game import RuleBook
from scoring.match.records import Act, Corrected, Seated
from scoring.rules import BOOKS, tournament, withdraw
from scoring.tournament import LONGEST_TITLE, is_title
from webui.records.database.schema import PRESETS, REMARKS
from webui.records.errors import RecordsError, WriteConflictError
from webui.records.events import to_dict
from webui.records.store import Storage

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

    def add(kept: dict[str, Any]) -> None:
        if kept.get(book.name, book.text) != book.text and _was_played(records, book.name):
            raise RecordsError("preset-differs", name=book.name)
        kept[book.name] = book.text

    _change(records, PRESETS, add)


def keep_again(records: Storage, rules: str) -> None:
    """Store the rules of what was just begun, if another device removed them at this moment."""
    try:
        if rules in BOOKS:
            keep_preset(records, BOOKS[rules])
    except RecordsError:
        _log.exception("the rules %s could not be stored again", rules)


def offer(records: Storage, book: RuleBook) -> None:
    """Store a club's rules and offer them for new matches, under the name in their file; built-in rules need neither.

    Raises:
        RecordsError: See `keep_preset`.
    """
    if book.text:
        keep_preset(records, book)
        _change(records, REMARKS, lambda kept: kept.pop(book.name, None))


def learn(records: Storage, hall: Storage) -> None:
    """Store the rules of a hall at the device of a table, and put them in force: rounds come with their name alone.

    Rules of that name under which a match was begun here stay as they are.

    Raises:
        RecordsError: The hall's cannot be read, or they cannot be stored.
    """
    remarks = _kept(hall, REMARKS)
    for name, text in _kept(hall, PRESETS).items():
        try:
            keep_preset(records, _book(text, "", archived=False))
        except (RulingError, RecordsError) as error:
            if isinstance(error, RecordsError) and error.kind != "preset-differs":
                raise
            _log.warning("the hall's rules %s are not taken: %s", name, error)
            continue
        _change(records, REMARKS, partial(_remark, name=name, about=remarks.get(name)))
    admit_kept(records)


def _remark(kept: dict[str, Any], name: str, about: Any) -> None:
    if about is None:
        kept.pop(name, None)
    else:
        kept[name] = about


def rename(records: Storage, name: str, title: str) -> None:
    """Give stored rules another name for people; their text and its checksum stay.

    Raises:
        RecordsError: `not-a-title`, `no-such-preset`; or it cannot be stored.
    """
    expect_title(title)
    _expect(records, name)
    _change(records, REMARKS, lambda kept: kept.update({name: {**kept.get(name, {}), "title": title.strip()}}))


def expect_title(title: str) -> None:
    """Refuse a name for people that is empty, does not fit the lists of a phone, or has line breaks.

    Raises:
        RecordsError: `not-a-title`.
    """
    if not is_title(title):
        raise RecordsError("not-a-title", got=f"{title:.40}", most=LONGEST_TITLE)


def remove(records: Storage, name: str) -> bool:
    """Stop offering stored rules; rules that no match, event or hand uses are deleted.

    Returns:
        True if they were deleted, False if they were archived and stay for what uses them.

    Raises:
        RecordsError: `no-such-preset`; or it cannot be stored.
    """
    text = _expect(records, name)
    _change(records, REMARKS, lambda kept: kept.update({name: {**kept.get(name, {}), "archived": True}}))
    if _is_used(records, name):
        return False
    _change(records, PRESETS, lambda kept: kept.pop(name, None))
    if _is_used(records, name):  # another device began to use them meanwhile
        _change(records, PRESETS, lambda kept: kept.setdefault(name, text))
        return False
    _change(records, REMARKS, lambda kept: kept.pop(name, None))
    return True


def admit_kept(records: Storage) -> None:
    """Put the stored rules of tournaments in force, so that their matches can be folded again.

    Rules that were removed since are archived until `withdraw_removed`, so that no table loses those it uses. Those
    that this version of the program cannot use are skipped, with a line in the log. Rules in force stay as they are, so
    that the changes another server stored since are followed at little cost.
    """
    kept, remarks = _kept(records, PRESETS), _kept(records, REMARKS)
    books = records.books
    for name, text in kept.items():
        about = remarks.get(name, {})
        known = (text, str(about.get("title", "")), bool(about.get("archived")))
        if books.made_of.get(name) == known:
            continue
        try:
            books[name], books.made_of[name] = _book(*known), known
            withdraw(name)
        except RulingError as error:
            _log.warning("%s: %s", name, error)
    for name in books.keys() - kept.keys():
        books[name] = replace(books[name], archived=True)
        books.made_of.pop(name, None)


def withdraw_removed(records: Storage) -> None:
    """Put rules out of force that were stored before, and that somebody has removed since."""
    for name in records.books.keys() - _kept(records, PRESETS).keys():
        del records.books[name]


def _book(text: str, title: str, archived: bool) -> RuleBook:
    book = tournament(text)
    return replace(book.titled(title) if title else book, archived=archived)


def _expect(records: Storage, name: str) -> str:
    """Return the stored text of these rules."""
    text = _kept(records, PRESETS).get(name)
    if text is None:
        raise RecordsError("no-such-preset", name=name)
    return str(text)


def _kept(records: Storage, key: str) -> dict[str, Any]:
    return dict(records.values.get(ALL_TABLES, key) or {})


def _change(records: Storage, key: str, change: Callable[[dict[str, Any]], object]) -> None:
    """Change stored values, and again from the newer ones if another process changed them meanwhile."""
    while True:
        before, stamp = records.values.stamped(ALL_TABLES, key)
        after = dict(before or {})
        change(after)
        if after == (before or {}):
            return
        try:
            records.values.keep(ALL_TABLES, key, after, stamp)
        except WriteConflictError:
            continue
        return


def _was_played(records: Storage, name: str) -> bool:
    """Return True if a match of any table or an event was begun under rules of this name."""
    return any(
        _seats(entry.act, name) for table in records.journal.tables() for entry in records.journal.entries(table)
    ) or any(
        _has(to_dict(record.act), name)
        for number in records.events.numbers()
        if (event := records.events.get(number))
        for record in event.records
        if not record.aside
    )


def _is_used(records: Storage, name: str) -> bool:
    """Return True if a match, an event or a hand is scored by rules of this name."""
    return _was_played(records, name) or records.hands.mentions(name)


def _seats(act: Act, name: str) -> bool:
    if isinstance(act, Corrected):
        act = act.act
    return isinstance(act, Seated) and act.rules == name


def _has(act: Mapping[str, Any], name: str) -> bool:
    """Return True if an act of an event, or the one that it corrects, names these rules."""
    inner = act.get("act")
    return act.get("rules") == name or (isinstance(inner, dict) and _has(inner, name))
