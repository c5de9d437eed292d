"""What is wrong with a hand, as flags with messages."""

import pytest
from hypothesis import given

from scoring import RULES, Meld, Problem, Win, parse, score
from scoring.hand import UNUSABLE, findings
from scoring.notation import format_win
from tests.scoring.test_notation import hands

SOUND = "123m456p789sEEEC C"


@pytest.mark.parametrize(
    ("text", "problem", "said"),
    [
        ("123m456p789sEEE C", Problem.NO_WINNING_TILE, "13 tiles are a waiting hand"),
        ("123m456p789sEEECC C", Problem.WRONG_COUNT, "1 tile too many"),
        ("123m456p789sEE C", Problem.WRONG_COUNT, "2 tiles too few"),
        ("", Problem.WRONG_COUNT, "14 tiles too few"),
        ("[EEE,1]123m456p789sEE E", Problem.FIFTH_COPY, "6 copies of E"),
        ("11111m23456789s 1s", Problem.FIFTH_COPY, "5 copies of 1m"),
        ("[EEEE][EEEE][EEEE][EEEE]E E", Problem.FIFTH_COPY, "18 copies of E"),
        ("[124m,1]456p789sEEEC C", Problem.IMPOSSIBLE_CHOW, "1m 2m 4m"),
        ("[891m,1]456p789sEEEC C", Problem.IMPOSSIBLE_CHOW, "from 123 to 789"),
        ("[ESW,1]456p789sEEEC C", Problem.IMPOSSIBLE_CHOW, "never honors"),
        ("[1m2m3p,1]456p789sEEEC C", Problem.IMPOSSIBLE_CHOW, "of one suit"),
        ("[1234m,1]456p789sEEEC C", Problem.IMPOSSIBLE_SET, "is no set"),
        ("[11m,1]456p789sEEEC C", Problem.IMPOSSIBLE_SET, "is no pung or kong"),
        ("[CCC,4]456p789sEEE1m 1m", Problem.IMPOSSIBLE_SET, "a source from"),
        (f"{SOUND} flowers=9", Problem.FLOWER_COUNT, "a set of tiles has eight"),
        (f"{SOUND} flowers=f1f1", Problem.FLOWER_TWICE, "f1 is there twice"),
        (f"{SOUND} self-draw kong", Problem.REPLACEMENT_WITHOUT_KONG, "shows no kong"),
        (f"{SOUND} kong", Problem.ROBBED_TILE_HELD, "holds another C"),
        ("[CCC,1]456p789sEEE5m 5m kong", Problem.ROBBED_TILE_HELD, "holds another 5m"),
        ("123m456p78sEEECC 9s kong last-tile", Problem.ROBBED_ON_LAST_TILE, "not the last discard"),
        (f"{SOUND} last-of-kind", Problem.LAST_OF_KIND_HELD, "not the last of its kind"),
        ("123m456p78sEEECC 9s kong last-of-kind", Problem.LAST_OF_KIND_ROBBED, "counts alone"),
        (f"{SOUND} heaven", Problem.HEAVEN_IMPOSSIBLE, "East's alone"),
        (f"{SOUND} self-draw heaven seat=S", Problem.HEAVEN_IMPOSSIBLE, "East's alone"),
        (f"{SOUND} earth", Problem.EARTH_IMPOSSIBLE, "other than East"),
        (f"{SOUND} from=E", Problem.DISCARDER_IMPOSSIBLE, "own seat"),
        (f"{SOUND} from=S self-draw", Problem.DISCARDER_IMPOSSIBLE, "self-drawn"),
        (f"{SOUND} discards=S1m", Problem.DISCARDS_IMPOSSIBLE, "must end with"),
    ],
)
def test_what_is_wrong_is_flagged_with_a_message(text: str, problem: Problem, said: str) -> None:
    sheet = score(parse(text))
    assert problem in sheet.problems
    messages = [finding.message for finding in sheet.findings if finding.problem is problem]
    assert said in messages[0]
    assert format_win(sheet.win) == format_win(parse(text))  # nothing was changed
    if problem & UNUSABLE:
        assert not sheet.wins
        assert sheet.total == 0


def test_unknown_tiles_winds_and_flowers_are_named() -> None:
    problems = [finding.problem for finding in findings(Win(("0m",) * 13, "f1", round_wind="X", seat=""))]
    assert problems.count(Problem.UNKNOWN_TILE) == 2
    assert problems.count(Problem.BAD_WIND) == 2
    win = Win(("1m",) * 13, "2m", flowers=1, flower_tiles=("E", "f1"))
    assert {Problem.UNKNOWN_TILE, Problem.FLOWER_COUNT} <= {finding.problem for finding in findings(win)}


@pytest.mark.parametrize(
    ("text", "rules", "left_out"),
    [
        ("123m456p789sEEEC C self-draw kong", "mcr", 46),
        ("123m456p789sEEEC C kong", "mcr", 47),
        ("123m456p78sEEECC 9s kong last-tile", "mcr", 45),
        ("123m456p789sEEEC C last-of-kind", "mcr", 58),
        ("123m456p78sEEECC 9s kong last-of-kind", "mcr", 58),
        ("123m456p789sEEEC C self-draw kong", "zungjung", "9.2"),
        ("123m456p789sEEEC C heaven", "zungjung", "9.4"),
        ("123m456p789sEEEC C earth", "zungjung", "9.4"),
    ],
)
def test_a_contradicted_circumstance_is_left_out_in_sight(text: str, rules: str, left_out: int | str) -> None:
    sheet = score(parse(text), rules)
    assert sheet.wins
    assert left_out not in [line.id for line in sheet.lines]
    assert left_out in [left.id for left in sheet.left_out]
    assert sheet.findings


def test_melds_know_their_kind() -> None:
    assert [Meld(tuple(tiles), source).kind for tiles, source in (
        (("1m", "2m", "3m"), 1), (("E",) * 3, 2), (("E",) * 4, 6), (("E",) * 4, 0))
    ] == ["chow", "pung", "kong", "concealed-kong"]  # fmt: skip


@given(hands())
def test_any_hand_gets_a_sheet(win: Win) -> None:
    for rules in RULES:
        sheet = score(win, rules)
        assert sheet.rules == rules
        assert sheet.wins or sheet.total == 0
        assert format_win(sheet.win) == format_win(win)
        if sheet.problems & UNUSABLE:
            assert not sheet.wins
