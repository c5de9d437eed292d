"""Tiles of a won hand from the followed deal: filled in where its photo leaves them open, never over what it shows."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as with_

from scoring.follow.events import AnyEvent, Claim, Flower, Kong
from scoring.rules import BOOKS
from tests.served import make_reading
from tests.webui.table.follow.test_journal import AT, HAND
from tests.webui.table.follow.test_win import LATE, SOUTH, deal, doubted, won
from vision.reading import Doubt
from webui.hand.edits import Add, SetCircumstances, SetRules, WriteTiles, edited
from webui.hand.hand import HandChange, TableHand, photographed
from webui.hand.offers import offers
from webui.hand.state import outcome
from webui.table.follow.journal import FollowedDeal
from webui.table.follow.whole import written

DISCARDED = with_(LATE[2], seat=2, tile="C")
PUNG = Claim(t=7, seat=3, kind="pung", tile="C", tiles=("C",) * 3, source=2, sure=True)
KONG = Kong(t=7, seat=3, kind="concealed", tile="C", tiles=("C",) * 4, sure=True)
FLOWER = Flower(t=0.5, seat=3, tile="f2", sure=True)
SECOND = Flower(t=0.7, seat=3, tile="s1", sure=True)
TILES = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "9p", "9p")
PHOTO = (("concealed", "CCC123m456p789s9p"),)
WIN = won(2, tiles=TILES)
ROW = (Doubt(None, "no-hand", {"count": 13}),)


def laid(groups: Any = PHOTO, doubts: tuple[Doubt, ...] = ROW, rules: str = "mcr", **about: Any) -> TableHand:
    reading = replace(make_reading(groups, doubts, **about), chair=3)
    return photographed("p", reading, rules, SOUTH, HAND)


def filled(followed: FollowedDeal, hand: TableHand) -> TableHand:
    """The hand after it took over what was seen."""
    for edit in written(followed, hand):
        state, _ = edited(hand.laid, edit, hand.reading, "camera")
        hand = replace(hand, laid=state, outcome=outcome(state))
    return hand


CASES: dict[str, tuple[tuple[AnyEvent, ...], Any, str]] = {
    "a pung, of three in the row": ((DISCARDED, PUNG, *LATE, WIN), PHOTO, "[CCC,1]99p123m456p789s"),
    "a kong, half of it face down": (
        (*LATE, KONG, WIN),
        (("concealed", "??CC123m456p789s9p"),),
        "[CCCC]99p123m456p789s",
    ),
    "a pung that is not sure": ((DISCARDED, doubted(PUNG), *LATE, WIN), PHOTO, ""),
    "a win that is not sure": ((DISCARDED, PUNG, *LATE, doubted(WIN)), PHOTO, ""),
    "a tile that was not named": ((DISCARDED, PUNG, *LATE, with_(WIN, hand=("?", *TILES[1:]))), PHOTO, ""),
    "one tile too few": ((DISCARDED, PUNG, *LATE, with_(WIN, hand=TILES[1:])), PHOTO, ""),
    "another tile in the photo": ((DISCARDED, PUNG, *LATE, WIN), (("concealed", "CCC123m456p789s8p"),), ""),
    "two tiles that the photo lacks": ((DISCARDED, PUNG, *LATE, WIN), (("concealed", "CCC123m456p789s"),), ""),
}


@pytest.mark.parametrize(("source", "digit"), [(2, 1), (1, 2)])
def test_where_three_play_the_one_after_the_winner_gave_a_tile_two_turns_before(source: int, digit: int) -> None:
    pung, tiles = with_(PUNG, source=source), ("1p", "2p", "3p", "4p", "5p", "6p", "7s", "8s", "9s", "9p", "9p")
    events = (with_(DISCARDED, seat=source), pung, *LATE[3:], won(2, tiles=tiles))
    hand = laid((("concealed", "CCC123p456p789s9p"),), rules="sanma-tenhou")
    assert [meld.source for meld in filled(deal(*events, rules="sanma-tenhou"), hand).laid.melds] == [digit]


@pytest.mark.parametrize("case", CASES)
def test_tiles_that_the_photo_leaves_open_are_those_that_were_followed(case: str) -> None:
    events, groups, tiles = CASES[case]
    hand = laid(groups)
    texts = [each.text for each in written(deal(*events), hand) if isinstance(each, WriteTiles)]
    assert bool(texts) == bool(tiles)
    if tiles:
        now = filled(deal(*events), hand)
        assert now.outcome.text is not None
        assert not now.asked
        assert {*now.outcome.text.split()} >= {"9p"}
        assert now.outcome.assessment is not None
        assert now.outcome.assessment.wins
        assert len(now.laid.melds) == 1
        assert sum(slot.seen is not None for slot in now.laid.concealed) >= 9  # they keep their places in the photo


def test_a_red_five_stays_red() -> None:
    hand = laid(rules="riichi-ema")
    assert hand.reading is not None
    tiles = [replace(tile, red=tile.tile == "5p") for tile in hand.reading.tiles]
    red = photographed("p", replace(hand.reading, tiles=tuple(tiles)), "riichi-home", SOUTH, HAND)
    now = filled(deal(DISCARDED, PUNG, *LATE, WIN, rules="riichi-home"), red)
    assert [slot.tile for slot in now.laid.concealed if slot.red] == ["5p"]
    assert now.laid.melds


def test_a_hand_without_an_open_question_stays_as_it_was_read() -> None:
    whole = laid((("pung", "CCC"), ("concealed", "123m456p789s9p"), ("winning", "9p")), ())
    assert written(deal(DISCARDED, PUNG, *LATE, WIN), whole) == []


@pytest.mark.parametrize(("read", "is_right"), [("7s", True), ("7p", False)])
def test_a_doubted_face_is_the_one_that_was_followed(read: str, is_right: bool) -> None:
    """The photo has another tile there, and doubts it; of two such tiles it doubts one alone."""
    doubt = Doubt(12, "two-faces", {"face": "8p", "other_face": "9p"})
    groups = (("pung", "CCC"), ("concealed", f"123m456p{read}89s8p"), ("winning", "9p"))
    hand = laid(groups, (doubt,), weak={12: (0.6, (("8p", 0.6), ("9p", 0.4)))})
    assert hand.asked
    now = filled(deal(DISCARDED, PUNG, *LATE, WIN), hand)
    assert (bool(now.asked), now.laid.melds[0].source) == ((False, 1) if is_right else (True, 0))


@pytest.mark.parametrize("rules", ["mcr", "hk"])
def test_flowers_are_those_that_were_seen(rules: str) -> None:
    groups = (("pung", "CCC"), ("concealed", "123m456p789s9p"), ("winning", "9p"))
    seen = filled(deal(FLOWER, DISCARDED, PUNG, *LATE, WIN, rules=rules), laid(groups, (), rules))
    assert [slot.tile for slot in seen.laid.flowers] == ["f2"]
    assert written(deal(FLOWER, DISCARDED, PUNG, *LATE, WIN, rules=rules), seen) == []
    assert not seen.laid.won.more_flowers


FLOWERS: dict[str, tuple[tuple[AnyEvent, ...], str, list[str], bool]] = {
    "each of them sure": ((FLOWER, SECOND), "", ["f2", "s1"], False),
    "one is not sure": ((FLOWER, doubted(SECOND)), "", ["f2", "s1"], True),
    "none is sure": ((doubted(FLOWER),), "", ["f2"], True),
    "one has no name": ((FLOWER, with_(doubted(SECOND), tile="?")), "", ["f2"], True),
    "one may be anybody's": ((FLOWER, with_(SECOND, seat=0)), "", ["f2"], True),
    "one is another's": ((FLOWER, with_(doubted(SECOND), seat=1)), "", ["f2"], False),
    "the photo shows it": ((FLOWER,), "f2", ["f2"], False),
    "the photo shows another one": ((FLOWER,), "f3", ["f3", "f2"], True),
    "the photo alone shows one": ((), "f3", ["f3"], True),
}


@pytest.mark.parametrize("rules", ["mcr", "hk"])
@pytest.mark.parametrize("case", FLOWERS)
def test_that_these_are_all_flowers_is_asked_where_one_is_not_sure(case: str, rules: str) -> None:
    told, read, flowers, asks = FLOWERS[case]
    beside = (("flowers", read),) if read else ()
    groups = (("pung", "CCC"), ("concealed", "123m456p789s9p"), ("winning", "9p"), *beside)
    followed = deal(*told, DISCARDED, PUNG, *LATE, WIN, rules=rules)
    hand = filled(followed, laid(groups, (), rules))
    assert ([slot.tile for slot in hand.laid.flowers], hand.laid.won.more_flowers) == (flowers, asks)
    assert written(followed, hand) == []
    assert hand.outcome.assessment is not None
    assert ("more-flowers" in hand.outcome.assessment.open) is asks
    asked = {each.name: each.settings for each in offers(hand.laid, hand.reading).circumstances}
    assert [each.sets for each in asked.get("more_flowers", ())] == [{"more_flowers": False}] * asks  # one tap


@pytest.mark.parametrize("edit", [SetCircumstances(replace(SOUTH, more_flowers=False)), Add("s1")])
def test_what_a_person_says_of_flowers_is_not_asked_again(edit: SetCircumstances | Add) -> None:
    groups = (("pung", "CCC"), ("concealed", "123m456p789s9p"), ("winning", "9p"))
    followed = deal(doubted(FLOWER), DISCARDED, PUNG, *LATE, WIN)
    hand = filled(followed, laid(groups, ()))
    state, effect = edited(hand.laid, edit, hand.reading)
    change = HandChange(1, AT, "person", effect, hand.laid)
    said = replace(hand, laid=state, outcome=outcome(state), changes=(change,))
    assert not said.laid.won.more_flowers
    assert said.outcome.assessment is not None
    assert "more-flowers" not in said.outcome.assessment.open
    assert written(followed, said) == []


def test_flowers_are_not_asked_where_none_are_played() -> None:
    hand = filled(deal(doubted(FLOWER), DISCARDED, PUNG, *LATE, WIN), laid((("concealed", "CCC123m456p789s9p9p"),), ()))
    state, _ = edited(hand.laid, SetRules("zungjung"), hand.reading)
    found = outcome(state).assessment
    assert found is not None
    assert "more-flowers" not in found.open
    assert "more_flowers" not in {each.name for each in offers(state, hand.reading).circumstances}


@pytest.mark.parametrize("rules", ["hk", "taiwan-home"])
def test_that_there_was_no_flower_is_asked_where_the_whole_deal_shows_none(rules: str) -> None:
    """A flower that nobody saw leaves no gap: 4 of 212 in 109 photographs were not found."""
    sets = BOOKS[rules].play.sets
    groups = (("concealed", "CCC123m456p789s9p" if sets == 4 else "CCC123m456p789s111s9p"), ("winning", "9p"))
    hand = filled(deal(*LATE, WIN, rules=rules), laid(groups, (), rules))
    assert not hand.laid.won.no_flowers
    assert hand.outcome.assessment is not None
    assert "flowers" in hand.outcome.assessment.open
    asked = {each.name: each.settings for each in offers(hand.laid, hand.reading).circumstances}
    assert [each.sets for each in asked["no_flowers"]] == [{"no_flowers": True}]  # one tap


def test_nothing_is_put_over_a_persons_tiles() -> None:
    hand, followed = laid(), deal(DISCARDED, PUNG, *LATE, WIN)
    state, effect = edited(hand.laid, WriteTiles("CCC123m456p789s9p8p"), hand.reading)
    change = HandChange(1, AT, "person", effect, hand.laid)
    assert written(followed, hand)
    assert written(followed, replace(hand, laid=state, outcome=outcome(state), changes=(change,))) == []
