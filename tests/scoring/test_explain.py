"""The parts of an explanation, by the hand that causes them."""

from dataclasses import replace

import pytest

from scoring import assess, parse, score
from scoring.changes import lifting_changes
from scoring.circumstances import assumed
from scoring.explain import Explanation, explanation, idle
from scoring.games.zungjung.payment import responsible
from scoring.rules import BOOKS
from scoring.sheet import ScoreSheet
from tests.books import RIICHI, RULES
from tests.scoring.usual import usual


def test_a_waiting_hand_is_explained_by_its_waits() -> None:
    explained = explanation(score(usual("1112345678999m")))
    assert explained.waits is not None
    assert [wait.tile for wait in explained.waits] == [f"{rank}m" for rank in range(1, 10)]
    assert (explained.waits[0].self_drawn.total, explained.waits[0].self_drawn.legal) == (107, True)
    assert explained.distance is None
    far = explanation(score(usual("159m159p159sESWN"))).distance
    assert far is not None
    assert far.tiles >= 1


def test_a_hand_under_the_minimum_is_explained_by_its_changes() -> None:
    explained = explanation(score(usual("23m789m123s789s22p1m")))
    assert explained.changes == lifting_changes(usual("23m789m123s789s22p1m"))
    assert explained.distance is None


def test_a_zung_jung_hand_is_explained_by_who_is_responsible() -> None:
    win = usual("345m345m34p345s88s5p seat=S from=N")
    assert explanation(score(win, "zungjung")).responsible == responsible(win)
    assert explanation(score(win)).responsible is None


DRAGONS = "[CCC,1][FFF,2][PPP,2]11m23p 4p"
PLAIN = "[CCC,1]123m456p789s9p 9p"


@pytest.mark.parametrize("rules", [*RULES, *RIICHI])
def test_who_is_liable_is_named_if_that_changes_payments_and_else_that_it_changes_nothing(rules: str) -> None:
    game = BOOKS[rules].game.id
    for tiles, answers in ((DRAGONS, game in ("hk", "riichi")), (PLAIN, False)):
        for how in ("self-draw", "discard from=W", "discard from=N"):
            win = assumed(parse(f"{tiles} {how} seat=S liable=N dora=0"))
            sheet = score(win, rules)
            assert sheet.wins
            payer = explanation(sheet).responsible
            if not sheet.legal or (tiles == PLAIN and game == "hk"):  # a house says itself who is liable
                continue
            assert (payer is not None and payer.kind == "liable") == (answers and _pays_otherwise(sheet))
            assert [note.about["word"] for note in idle(win, rules)] == ["liable=N"] * (not answers)
            assert idle(replace(win, liable=None), rules) == ()


def _pays_otherwise(sheet: ScoreSheet) -> bool:
    return sheet.payments != score(replace(sheet.win, liable=None), sheet.rules).payments


@pytest.mark.parametrize(
    ("text", "rules", "words"),
    [
        ("234m567p345s88s67s 8s discard riichi man", "riichi-mleague", ["man"]),  # which has no Blessing of Man
        ("234m567p345s88s67s 8s discard man", "riichi-ema", []),
        ("111m333m555p99s777s 9s discard riichi ippatsu", "riichi-ema", []),
        ("19m19p19sESWNCFP 1m discard ippatsu riichi last-tile", "riichi-ema", ["last-tile", "ippatsu"]),  # yakuman
        ("[1111m][CCC,1]234p78s55p 9s self-draw kong", "mcr", []),
        ("[1111m][2222p][CCC,1]78s55p 9s self-draw double-kong", "mcr", []),
        ("[CCC,1]123m456p78sEE 9s self-draw flower-tile", "hk", ["flower-tile"]),
        ("159m159p159sESWNC last-tile", "mcr", []),  # it does not win
    ],
)
def test_claimed_luck_that_changes_nothing_is_noted(text: str, rules: str, words: list[str]) -> None:
    assert [note.about["word"] for note in idle(assumed(parse(f"{text} seat=S")), rules)] == words


def test_a_claim_without_which_a_hand_cannot_be_scored_changes_something() -> None:
    win = parse("1359m258p147sESWNCF flower-win seat=S round=E self-draw flowers=8", game="taiwan")
    assert idle(win, "taiwan-home") == ()


def test_impossible_tiles_are_not_explained() -> None:
    assert explanation(score(usual("11111m23456789s1s"))) == Explanation()


def test_what_rests_on_what_nobody_said_is_not_explained() -> None:
    lost = explanation(assess(parse("123m456p789sEESS5m")).shared)
    assert lost.distance
    assert (lost.distance.tiles, lost.waits) == (1, None)
    short = explanation(assess(parse("[123m,1][456m,1]55p78s222p 9s")).shared)
    assert (short.waits, short.changes) == (None, None)
