"""The rules of the governing bodies, each with its source."""

from fractions import Fraction

from scoring.match.bodies import APPEAL, BODIES, body_of, usual_body
from scoring.match.ranking import table_points
from scoring.rules import BOOKS
from tests.books import RULES


def test_every_amount_of_the_bodies() -> None:
    riichi = ["riichi-ema", "riichi-wrc", "riichi-mleague", "riichi-home", "riichi-rooms"]
    assert list(BODIES) == ["book-1998", "wmo-2006", "ema", "zungjung", *riichi]
    book = BODIES["book-1998"]
    for name in ("wmo-2006", "ema"):
        body = BODIES[name]
        assert (body.false_wins, body.ladders, body.late) == (book.false_wins, book.ladders, book.late)
        assert all("1998" in body.sources[matter] for matter in ("false_wins", "ladders", "late"))
    assert BODIES["ema"].minutes == {"session": 120}
    assert BODIES["ema"].penalties == {"winning tile not taken before counting": 10}
    assert [body.table_points for body in BODIES.values()] == [(4, 2, 1, 0)] * 3 + [()] * 6
    assert BODIES["zungjung"].ranking == ("match points", "game points", "lot")
    assert [BODIES[name].start for name in BODIES] == [500, 500, 500, 0, 30000, 30000, 25000, 25000, 25000]
    assert [body.minutes.get(APPEAL) for body in BODIES.values()] == [30, None, None, 30, *[None] * 5]
    for body in BODIES.values():
        assert set(body.sources) <= set(type(body).__slots__)


def test_table_points_are_those_of_the_bodies() -> None:
    four = table_points({"a": 4, "b": 3, "c": 2, "d": 1})
    assert all(tuple(four.values()) == body.table_points for body in BODIES.values() if body.table_points)
    assert table_points({"a": 2, "b": 2, "c": 1, "d": 1})["a"] == Fraction(4 + 2, 2)


def test_a_new_match_gets_the_newest_body_and_a_kept_one_without_a_body_keeps_the_first() -> None:
    newer = {name: usual_body(book).id for name, book in BOOKS.items() if usual_body(book) != body_of(book)}
    assert newer == {"riichi-home": "riichi-rooms"}
    assert body_of(BOOKS["riichi-home"]).id == "riichi-home"


def test_every_preset_has_a_body() -> None:
    bodies = {name: body_of(book).name for name, book in RULES.items()}
    assert bodies["mcr-wmo"] == BODIES["wmo-2006"].name
    assert bodies["zungjung"] == BODIES["zungjung"].name
    assert {bodies[name] for name in ("mcr", "mcr-1998", "mcr-guobiao")} == {BODIES["book-1998"].name}
