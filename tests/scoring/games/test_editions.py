"""The editions of the built-in books: with other patterns or values a book has a new version, and clubs keep theirs."""

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from scoring.games.game import RuleBook
from scoring.games.mcr import presets as mcr
from scoring.games.mcr.patterns import FANS
from scoring.games.zungjung.patterns import PATTERNS as ZUNGJUNG
from scoring.own import MOST
from scoring.rules import BOOKS, tournament
from scoring.sheet import PatternName

EDITIONS: Final = Path("tests/data/rules/editions.json")
"""The fingerprint of each edition of each book, by its version; those of former versions stay."""


def fingerprint(book: RuleBook) -> str:
    """Return a fingerprint of what a hand's total rests on: the patterns, their values, what excludes what, prices."""
    listed = book.game.listing(book)
    rows: list[Any] = [
        [str(row.name.id), row.name.name, row.points, [each.name for each in row.excludes]] for row in listed.patterns
    ]
    rows += [[row.name.name, row.closed, row.opened] for row in listed.opened]
    rows += [[price.value, str(price.discard), str(price.self_draw)] for price in listed.prices]
    return sha256(json.dumps([book.minimum, rows], ensure_ascii=False).encode()).hexdigest()[:16]


def wrong(book: RuleBook, editions: dict[str, dict[str, str]]) -> str:
    """Return what is wrong with the version of a book; "" if nothing is."""
    known = editions.get(book.name, {})
    found = fingerprint(book)
    if book.version not in known:
        return f'{book.name} {book.version} is new: add "{book.version}": "{found}" to {EDITIONS}'
    if known[book.version] != found:
        return f"{book.name} changed ({found}): give it a new version, since sheets name {book.version}"
    return ""


def kept() -> dict[str, dict[str, str]]:
    editions: dict[str, dict[str, str]] = json.loads(EDITIONS.read_text(encoding="utf-8"))
    return editions


@pytest.mark.parametrize("name", list(BOOKS.built_in))
def test_a_book_whose_patterns_or_values_change_has_a_new_version(name: str) -> None:
    assert wrong(BOOKS.built_in[name], kept()) == ""


def grown(book: RuleBook) -> Iterator[RuleBook]:
    """Yield a book after a fan more, a fan fewer, and another value."""
    listed = book.game.listing(book)
    row, *others = listed.patterns
    more = replace(row, name=PatternName("X", "A new fan", "新"))
    for patterns in ((*listed.patterns, more), tuple(others), (replace(row, points=row.points + 1), *others)):
        changed = replace(listed, patterns=patterns)
        game: Any = SimpleNamespace(listing=lambda _, changed=changed: changed)
        yield SimpleNamespace(name=book.name, version=book.version, minimum=book.minimum, game=game)  # type: ignore[misc]


@pytest.mark.parametrize("name", ["mcr", "zungjung", "hk", "sichuan-sbr"])
def test_a_new_fan_without_a_new_version_is_found(name: str) -> None:
    assert [bool(wrong(book, kept())) for book in grown(BOOKS.built_in[name])] == [True] * 3


HOUSE: Final = """
name = "corner"
title = "Corner house"
source = "its wall"
base = "{}"
[[patterns]]
name = "Corner Kongs"
{} = 5
kongs = "3+"
"""


@pytest.mark.parametrize(
    ("base", "unit", "own"),
    [("mcr", "points", "83"), ("mcr-wmo", "points", "83"), ("zungjung", "points", "11.1"), ("hk", "faan", "7.1")],
)
def test_a_clubs_own_fan_keeps_its_number_when_the_book_grows(base: str, unit: str, own: str, monkeypatch: Any) -> None:
    text = HOUSE.format(base, unit)

    def number() -> str:
        book = tournament(text)
        listed = book.game.listing(book).patterns
        return str(next(row.name.id for row in listed if row.name.name == "Corner Kongs"))

    assert number() == own
    monkeypatch.setattr(mcr, "FANS", (*FANS, replace(FANS[-1], id=mcr.OWN_FROM + MOST, name="A new fan")))
    assert number() == own


def test_the_numbers_of_clubs_are_free_in_every_book() -> None:
    assert {row.id for row in FANS}.isdisjoint(range(mcr.OWN_FROM, mcr.OWN_FROM + MOST))
    assert not [row.series for row in ZUNGJUNG if row.series.startswith("11.")]
    houses = BOOKS.built_in["hk"]
    assert not [row for row in houses.game.listing(houses).patterns if str(row.name.id).startswith("7.")]
