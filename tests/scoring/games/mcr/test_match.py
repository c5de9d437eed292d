"""The bodies of the Chinese competition rules, each with its source."""

from scoring.games.mcr.match import BODIES
from scoring.match.bodies import APPEAL
from scoring.match.course import body_of
from tests.books import RULES


def test_every_amount_of_the_bodies() -> None:
    assert list(BODIES) == ["book-1998", "wmo-2006", "ema"]
    book = BODIES["book-1998"]
    for name in ("wmo-2006", "ema"):
        body = BODIES[name]
        assert (body.false_wins, body.ladders, body.late) == (book.false_wins, book.ladders, book.late)
        assert all("1998" in body.sources[matter] for matter in ("false_wins", "ladders", "late"))
    assert BODIES["ema"].minutes == {"session": 120}
    assert BODIES["ema"].penalties == {"winning tile not taken before counting": 10}
    assert [body.minutes.get(APPEAL) for body in BODIES.values()] == [30, None, None]
    assert {(body.start, body.table_points, body.lengths) for body in BODIES.values()} == {
        (500, (4, 2, 1, 0), (4, 8, 12, 16))
    }


def test_every_preset_has_a_body() -> None:
    bodies = {name: body_of(book) for name, book in RULES.items() if book.game.id == "mcr"}
    assert bodies["mcr-wmo"] == BODIES["wmo-2006"]
    assert {bodies[name].id for name in ("mcr", "mcr-1998", "mcr-guobiao")} == {"book-1998"}
    assert not any(body.may_be_liable or body.endless or body.standard for body in bodies.values())
