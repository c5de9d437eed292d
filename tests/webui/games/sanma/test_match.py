"""Words and offers of a match of three."""

from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.sanma.acts import SetAside
from scoring.match.match import fold
from scoring.match.records import Act
from scoring.match.state import Match
from tests.scoring.match.builders import records, seated
from webui.games.sanma.match import act_forms, norths, sections
from webui.messages import Messages

ENGLISH = Messages.of("en")


def played(*acts: Act) -> Match:
    return fold(records(seated("sanma-tenhou"), *acts))


def test_norths_stand_by_player_in_the_order_of_the_seats() -> None:
    hand = played(*[SetAside(seat) for seat in "WES"], SetAside("W")).hands[0]
    assert norths(ENGLISH, hand) == "Norths set aside: Ann 1, Bo 1, Chen 2"
    assert norths(ENGLISH, hand) in sections(ENGLISH, hand).remarks
    assert norths(ENGLISH, played().hands[0]) == ""


def test_each_of_three_declares_and_sets_aside_until_four_lie_there() -> None:
    match = played(DeclaredRiichi("S"))
    riichi, north = act_forms(ENGLISH, match, match.hands[0])
    assert [each.act is None for each in riichi.offers] == [False, True, False]
    assert [each.key for each in north.offers] == ["north-E", "north-S", "north-W"]
    assert all(each.act for each in north.offers)
    match = played(*[SetAside("E")] * 4)
    assert [each.act for each in act_forms(ENGLISH, match, match.hands[0])[1].offers] == [None] * 3
