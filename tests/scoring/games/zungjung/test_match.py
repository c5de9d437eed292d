"""The body of the World Series of Mahjong, with its sources."""

from scoring.games.zungjung.match import BODIES, MOST_POINTS
from scoring.match.bodies import APPEAL
from scoring.match.course import body_of
from tests.books import RULES


def test_every_amount_of_the_body() -> None:
    (body,) = BODIES.values()
    assert body_of(RULES["zungjung"]) == body
    assert (body.start, body.most, body.standard, body.minutes[APPEAL]) == (0, MOST_POINTS, 30, 30)
    assert body.ranking == ("match points", "game points", "lot")
    assert (body.discarder_pays, body.may_be_liable, body.endless) == (False, False, False)
