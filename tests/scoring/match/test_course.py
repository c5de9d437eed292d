"""The matches of the installed games, and of one whose hands alone are scored."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

import pytest

from scoring.errors import UnknownRulesError
from scoring.games.game import Game, RuleBook, book_of
from scoring.games.mcr.game import Mcr
from scoring.match.course import all_bodies, bodies_of, body_of, course_of, find_course, playable, usual_body
from scoring.match.match import fold
from scoring.match.ranking import table_points
from scoring.match.records import Drawn, Seated
from scoring.rules import BOOKS, Books
from tests.books import BODIES, RULES
from tests.scoring.match.builders import FOUR, records
from tests.structure import ROOT, arrows, modules


class Unplayed(Mcr):
    """A game whose hands are those of the Chinese competition rules, without matches."""

    id = "unplayed"

    @cached_property
    def match(self) -> None:
        """Nothing."""
        return None


@pytest.fixture
def unplayed() -> Iterator[RuleBook]:
    """Admit a rule book of a game without matches."""
    book = book_of(Unplayed(), replace(RULES["mcr-1998"].preset, name="unplayed"), "mcr-1998")
    BOOKS.clubs["unplayed"] = book
    yield book
    BOOKS.withdraw("unplayed")


def played() -> dict[str, RuleBook]:
    """Return the rule books of the games that have matches."""
    return {name: book for name, book in BOOKS.built_in.items() if find_course(book.game)}


SICHUAN = ["sichuan-sbr", "sichuan-home"]


def test_every_game_has_bodies_of_its_own() -> None:
    riichi = ["riichi-ema", "riichi-wrc", "riichi-mleague", "riichi-home", "riichi-rooms"]
    assert list(BODIES) == ["book-1998", "wmo-2006", "ema", "zungjung", "hk", *riichi, *SICHUAN, "sanma", "taiwan"]
    for body in BODIES.values():
        assert set(body.sources) <= set(type(body).__slots__)
    for book in played().values():
        assert {body.game for body in bodies_of(book).values()} == {book.game.id}
        assert body_of(book).id in bodies_of(book)


def test_table_points_are_those_of_the_bodies() -> None:
    for body in BODIES.values():
        four = table_points({"a": 4, "b": 3, "c": 2, "d": 1}, body.table_points)
        assert tuple(four.values()) == (body.table_points or (4, 2, 1, 0))
    assert {body.id for body in BODIES.values() if body.table_points == (4, 3, 2, 1)} == {"sichuan-sbr"}
    assert table_points({"a": 2, "b": 2, "c": 1, "d": 1})["a"] == Fraction(4 + 2, 2)


def test_a_new_match_gets_the_newest_body_and_a_kept_one_without_a_body_keeps_the_first() -> None:
    newer = {name: usual_body(book).id for name, book in played().items() if usual_body(book) != body_of(book)}
    assert newer == {"riichi-home": "riichi-rooms"}
    assert body_of(BOOKS["riichi-home"]).id == "riichi-home"


def test_a_game_that_is_not_installed_has_no_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    some: list[Game | str] = [game for game in BOOKS.games.values() if game.id != "riichi"]
    monkeypatch.setattr("scoring.match.course.BOOKS", Books(lambda: some))
    assert list(all_bodies()) == ["book-1998", "wmo-2006", "ema", "zungjung", "hk", *SICHUAN, "sanma", "taiwan"]


def test_no_match_is_seated_by_rules_of_a_game_without_matches(unplayed: RuleBook) -> None:
    assert find_course(unplayed.game) is None
    assert playable(unplayed) is RULES["mcr"]
    with pytest.raises(UnknownRulesError) as error:
        course_of(unplayed)
    assert set(played()) <= set(error.value.about["known"])  # type: ignore[arg-type]
    refused = fold(records(Seated(FOUR, "unplayed"), Drawn())).refused
    assert [refusal.kind for refusal in refused.values()] == ["unknown-rules"] * 2
    assert fold(records(Seated(FOUR), Drawn()), unplayed).refused[1].kind == "unknown-rules"
    assert fold(records(Seated(FOUR, "mcr"), Drawn()), unplayed).refused == {}


def test_the_rooms_of_a_match_name_no_game() -> None:
    of_a_match = {name: others for name, others in arrows(ROOT).items() if f"{name}.".startswith("scoring.match.")}
    assert len(of_a_match) > 30
    for name, others in of_a_match.items():
        assert {each for each in others if each.startswith("scoring.games.")} <= {"scoring.games.game"}, name
        text = modules(ROOT)[name].read_text(encoding="utf-8")
        assert not re.search(r"riichi|hong[_ ]?kong|zung[_ ]?jung|\bhk\b|faan|\bmcr\b", text, re.IGNORECASE), name
