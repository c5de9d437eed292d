"""Another win on the discard that won a hand: who may, in which books, and what it pays."""

import pytest

from scoring.games.riichi.acts import DeclaredRiichi
from scoring.match.claims import REASON, may_also_win, with_win
from scoring.match.match import fold
from scoring.match.records import (
    Act,
    Approved,
    Claimed,
    Corrected,
    DeadHand,
    Drawn,
    Forfeited,
    ThreeLeft,
    Void,
    Won,
)
from scoring.match.state import Match
from tests.books import BODIES
from tests.scoring.games.hongkong.test_match import house, played
from tests.scoring.match.builders import FOUR, SIT, folded, records, seated

WON = Won("Bo", 5200, "Ann")


def also(match: Match, hand: int = 1) -> tuple[str, ...]:
    return may_also_win(match, match.hands[hand - 1])


@pytest.mark.parametrize("name", BODIES)
def test_a_book_allows_it_where_all_win(name: str) -> None:
    body = BODIES[name]
    rules = {
        "mcr": "mcr",
        "zungjung": "zungjung",
        "riichi": "riichi-ema",
        "hk": "hk",
        "sichuan": "sichuan-sbr",
        "taiwan": "taiwan-home",
        "sanma": "sanma-tenhou",
    }[body.game]
    points = {"riichi": 2000, "sanma": 2000, "hk": 5, "sichuan": 3, "taiwan": 3}.get(body.game, 60)
    match = fold(records(seated(rules), Won("Bo", points, "Ann")), rules, body)
    assert match.refused == {}
    assert also(match) == (match.players[2:] if body.all_claims_win else ())


@pytest.mark.parametrize(
    ("acts", "players"),
    [
        ((WON,), ("Chen", "Dai")),
        ((DeclaredRiichi("Dai"), WON), ("Chen", "Dai")),
        ((Won("Bo", 4000),), ()),  # self-drawn
        ((Drawn(("Bo",)),), ()),
        ((WON, Approved(1)), ()),
        ((DeadHand("Chen", "x"), WON), ("Dai",)),
        ((Forfeited("Chen", "x"), ThreeLeft("pays-nothing", "x"), WON), ("Dai",)),
        ((WON, Drawn(("Bo",))), ()),  # another hand has ended since
    ],
)
def test_who_may_also_win_a_hand(acts: tuple[Act, ...], players: tuple[str, ...]) -> None:
    assert also(folded(SIT, *acts, rules="riichi-ema")) == players


def test_each_further_win_is_a_correction_that_is_undone_alone() -> None:
    one = folded(SIT, DeclaredRiichi("Dai"), WON, rules="riichi-ema")
    log = [SIT, DeclaredRiichi("Dai"), WON, with_win(one.hands[0], Won("Dai", 1300, "Ann"))]
    two = folded(*log, rules="riichi-ema")
    assert (two.hands[0].winners, also(two)) == (("Bo", "Dai"), ("Chen",))
    assert two.hands[0].won == {"Bo": WON, "Dai": Won("Dai", 1300, "Ann")}
    assert two.points == {"Ann": 23500, "Bo": 35200, "Chen": 30000, "Dai": 31300}  # whose stick comes back
    assert sum(two.points.values()) == 30000 * len(FOUR)
    three = folded(*log, with_win(two.hands[0], Won("Chen", 1600, "Ann")), rules="riichi-ema")
    assert (three.hands[0].winners, also(three)) == (("Bo", "Chen", "Dai"), ())
    assert folded(*log, with_win(two.hands[0], Won("Chen", 1600, "Ann")), Void(5, "x"), rules="riichi-ema").points == (
        two.points
    )
    assert folded(*log, Void(4, "x"), rules="riichi-ema").points == one.points


FEWER, DAI, CHEN = Won("Bo", 3900, "Ann"), Won("Dai", 1300, "Ann"), Won("Chen", 1600, "Ann")
ADD_DAI = Corrected(2, Claimed((WON, DAI)), REASON)


@pytest.mark.parametrize(
    ("acts", "corrected"),
    [
        ((ADD_DAI,), []),
        ((Corrected(2, Claimed((Won("S", 5200, "E"), DAI)), REASON),), []),  # by their seats
        ((ADD_DAI, Corrected(2, Claimed((WON, DAI, CHEN)), REASON)), []),
        ((ADD_DAI, Void(3, "x")), []),
        ((Corrected(2, FEWER, "x"),), [3]),
        ((Corrected(2, FEWER, "x"), Corrected(2, Claimed((FEWER, DAI)), REASON)), [3]),
        ((Corrected(2, FEWER, "x"), Void(3, "x"), ADD_DAI), []),
        ((ADD_DAI, Corrected(2, Claimed((FEWER, DAI)), "x")), [4]),
        ((Corrected(2, Claimed((FEWER, DAI)), REASON),), [3]),  # it changes what was there
        ((Corrected(2, Claimed((WON, DAI)), "x"),), [3]),
        ((Corrected(2, DAI, REASON),), [3]),
    ],
)
def test_a_win_that_is_added_is_no_correction(acts: tuple[Act, ...], corrected: list[int]) -> None:
    assert folded(SIT, WON, *acts, rules="riichi-ema").hands[0].corrected == corrected


def test_a_house_where_all_win() -> None:
    book = house(HK29="all")
    one = played(Won("Bo", 3, "Chen"), book=book)
    assert also(one) == ("Ann", "Dai")
    two = played(Won("Bo", 3, "Chen"), with_win(one.hands[0], Won("Dai", 4, "Chen")), book=book)
    assert two.points == {"Ann": 0, "Bo": 32, "Chen": -96, "Dai": 64}
    assert also(played(Won("Bo", 3, "Chen"))) == ()  # the nearest wins


def test_a_hand_in_play_has_no_win_to_add_to() -> None:
    with pytest.raises(ValueError, match="Nobody has won hand 1"):
        with_win(folded(SIT).hands[0], WON)
