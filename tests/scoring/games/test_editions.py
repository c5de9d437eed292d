"""The editions of the built-in books: with other patterns or totals a book has a new version, and clubs keep theirs."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from scoring import Win
from scoring.games.game import RuleBook
from scoring.games.mcr import presets as mcr
from scoring.games.mcr.patterns import FANS
from scoring.games.zungjung.patterns import PATTERNS as ZUNGJUNG
from scoring.own import MOST
from scoring.rules import BOOKS, tournament
from scoring.sheet import PatternName
from tests.scoring.truth import table
from tests.scoring.usual import usual

EDITIONS: Final = Path("tests/data/rules/editions.json")
"""The fingerprints of each edition of each book, by its version: of its list, and of the totals of hands.

Those of former versions stay."""

HANDS: Final = [
    row["hand"]
    for name, step in (("mcr_random.tsv.gz", 160), ("mcr_pungs.tsv.gz", 30), ("zungjung_random.tsv.gz", 160))
    for row in table(name)[::step]
]
"""Hands that no change of a table of examples touches."""


def listing(book: RuleBook) -> str:
    """Return a fingerprint of what a hand's total rests on: the patterns, their values, what excludes what, prices."""
    listed = book.game.listing(book)
    rows: list[Any] = [
        [str(row.name.id), row.name.name, row.points, [each.name for each in row.excludes]] for row in listed.patterns
    ]
    rows += [[row.name.name, row.closed, row.opened] for row in listed.opened]
    rows += [[price.value, str(price.discard), str(price.self_draw)] for price in listed.prices]
    return _hash([book.minimum, rows])


@cache
def hands() -> list[Win]:
    """Return the hands, those without a claimed set also after riichi, of which other books know nothing."""
    return [usual(text) for text in HANDS] + [usual(f"{text} riichi") for text in HANDS if "[" not in text]


def totals(book: RuleBook) -> str:
    """Return a fingerprint of the totals of hands."""
    return _hash([[sheet.counted, sheet.legal] for sheet in map(book.score, hands())])


def _hash(value: Any) -> str:
    return sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:16]


def fingerprint(book: RuleBook) -> str:
    """Return the fingerprints of a book: the first changes with its list, the second with how a hand is read by it."""
    return f"{listing(book)} {totals(book)}"


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
def test_a_book_whose_patterns_or_totals_change_has_a_new_version(name: str) -> None:
    assert wrong(BOOKS.built_in[name], kept()) == ""


def grown(book: RuleBook) -> Iterator[RuleBook]:
    """Yield a book after a fan more, a fan fewer, and another value."""
    listed = book.game.listing(book)
    row, *others = listed.patterns
    more = replace(row, name=PatternName("X", "A new fan", "新"))
    for patterns in ((*listed.patterns, more), tuple(others), (replace(row, points=row.points + 1), *others)):
        changed = replace(listed, patterns=patterns)
        game: Any = SimpleNamespace(listing=lambda _, changed=changed: changed)
        yield like(book, game=game)


def like(book: RuleBook, **changed: Any) -> Any:
    """Return what a fingerprint reads of a book, some of it changed."""
    read = {name: getattr(book, name) for name in ("name", "version", "minimum", "preset", "game", "score")}
    return SimpleNamespace(**read | changed)


@pytest.mark.parametrize("name", ["mcr", "zungjung", "hk", "sichuan-sbr"])
def test_a_new_fan_without_a_new_version_is_found(name: str) -> None:
    assert [bool(wrong(book, kept())) for book in grown(BOOKS.built_in[name])] == [True] * 3


@pytest.mark.parametrize("name", ["mcr", "zungjung", "hk", "riichi-ema", "sichuan-sbr"])
def test_another_total_without_a_new_version_is_found(name: str) -> None:
    book = BOOKS.built_in[name]
    best = max(book.score(win).counted for win in hands())

    def score(win: Win) -> Any:
        sheet = book.score(win)
        return SimpleNamespace(counted=sheet.counted - (sheet.counted == best), legal=sheet.legal)

    assert wrong(like(book), kept()) == ""
    assert "give it a new version" in wrong(like(book, score=score), kept())


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
