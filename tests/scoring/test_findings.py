"""The faults of a hand, as flags and as kinds with parameters."""

import pytest
from hypothesis import given

from scoring import HandFault, Win, score
from scoring.circumstances import assumed
from scoring.findings import UNUSABLE, FindingKind, findings
from scoring.notation import format_win, parse
from scoring.play import Play
from tests.books import RULES
from tests.rows import row_by_row
from tests.scoring.test_notation import hands
from tests.scoring.usual import usual

SOUND = "123m456p789sEEEC C"


@row_by_row(
    ("text", "fault", "kind", "about"),
    [
        ("123m456p789sEEE C", HandFault.NO_WINNING_TILE, "no-winning-tile", {"count": 13}),
        ("123m456p789sEEECC C", HandFault.WRONG_COUNT, "too-many-tiles", {"n": 1, "count": 15, "size": 14}),
        ("123m456p789sEE C", HandFault.WRONG_COUNT, "too-few-tiles", {"n": 2, "count": 12, "size": 14}),
        ("", HandFault.WRONG_COUNT, "too-few-tiles", {"n": 14, "count": 0, "size": 14}),
        ("[EEE,1]123m456p789sEE E", HandFault.FIFTH_COPY, "fifth-copy", {"tile": "E", "copies": 6}),
        ("11111m23456789s 1s", HandFault.FIFTH_COPY, "fifth-copy", {"tile": "1m", "copies": 5}),
        ("[EEEE][EEEE][EEEE][EEEE]E E", HandFault.FIFTH_COPY, "fifth-copy", {"tile": "E", "copies": 18}),
        ("[124m,1]456p789sEEEC C", HandFault.IMPOSSIBLE_CHOW, "impossible-chow", {"tiles": ("1m", "2m", "4m")}),
        ("[891m,1]456p789sEEEC C", HandFault.IMPOSSIBLE_CHOW, "impossible-chow", {"tiles": ("1m", "8m", "9m")}),
        ("[ESW,1]456p789sEEEC C", HandFault.IMPOSSIBLE_CHOW, "impossible-chow", {"tiles": ("E", "S", "W")}),
        ("[1m2m3p,1]456p789sEEEC C", HandFault.IMPOSSIBLE_CHOW, "impossible-chow", {"tiles": ("1m", "2m", "3p")}),
        ("[1234m,1]456p789sEEEC C", HandFault.IMPOSSIBLE_SET, "impossible-set", {"tiles": ("1m", "2m", "3m", "4m")}),
        ("[11m,1]456p789sEEEC C", HandFault.IMPOSSIBLE_SET, "impossible-pung", {"tiles": ("1m", "1m")}),
        ("[CCC,4]456p789sEEE1m 1m", HandFault.IMPOSSIBLE_SET, "impossible-pung", {"tiles": ("C", "C", "C")}),
        (f"{SOUND} flowers=9", HandFault.FLOWER_COUNT, "flower-count", {"flowers": 9}),
        (f"{SOUND} flowers=f1f1", HandFault.FLOWER_TWICE, "flower-twice", {"tile": "f1"}),
        (f"{SOUND} self-draw kong", HandFault.REPLACEMENT_WITHOUT_KONG, "replacement-without-kong", {}),
        (f"{SOUND} kong", HandFault.ROBBED_TILE_HELD, "robbed-tile-held", {"tile": "C"}),
        ("[CCC,1]456p789sEEE5m 5m kong", HandFault.ROBBED_TILE_HELD, "robbed-tile-held", {"tile": "5m"}),
        ("123m456p78sEEECC 9s kong last-tile", HandFault.ROBBED_ON_LAST_TILE, "robbed-on-last-tile", {}),
        (f"{SOUND} last-of-kind", HandFault.LAST_OF_KIND_HELD, "last-of-kind-held", {"tile": "C"}),
        ("123m456p78sEEECC 9s kong last-of-kind", HandFault.LAST_OF_KIND_ROBBED, "last-of-kind-robbed", {}),
        (f"{SOUND} heaven", HandFault.HEAVEN_IMPOSSIBLE, "heaven-not-drawn", {}),
        (f"{SOUND} heaven seat=S", HandFault.HEAVEN_IMPOSSIBLE, "heaven-impossible", {}),
        (f"{SOUND} self-draw heaven seat=S", HandFault.HEAVEN_IMPOSSIBLE, "heaven-impossible", {}),
        (f"{SOUND} earth", HandFault.EARTH_IMPOSSIBLE, "earth-impossible", {}),
        (f"{SOUND} from=E", HandFault.DISCARDER_IMPOSSIBLE, "discarder-is-winner", {"seat": "E"}),
        (f"{SOUND} from=S self-draw", HandFault.DISCARDER_IMPOSSIBLE, "discarder-of-own-draw", {"seat": "S"}),
        (f"{SOUND} discards=S1m", HandFault.DISCARDS_IMPOSSIBLE, "discards-impossible", {}),
        (f"{SOUND} discards=SC from=W", HandFault.DISCARDS_IMPOSSIBLE, "discards-impossible", {}),
        (f"{SOUND} seat=S discards=WC,SC", HandFault.DISCARDS_IMPOSSIBLE, "discards-impossible", {}),
    ],
)
def test_what_is_wrong_is_flagged_with_what_it_is_about(
    text: str, fault: HandFault, kind: FindingKind, about: dict[str, object]
) -> None:
    sheet = score(usual(text))
    assert fault in sheet.faults
    assert [(finding.kind, finding.about) for finding in sheet.findings if finding.fault is fault] == [(kind, about)]
    assert format_win(sheet.win) == format_win(usual(text))  # nothing was changed
    if fault & UNUSABLE:
        assert not sheet.wins
        assert sheet.total == 0


def test_unknown_tiles_winds_and_flowers_are_named() -> None:
    faults = [finding.fault for finding in findings(Win(("0m",) * 13, "f1", round_wind="X", seat=""))]
    assert faults.count(HandFault.UNKNOWN_TILE) == 2
    assert faults.count(HandFault.BAD_WIND) == 2
    win = Win(("1m",) * 13, "2m", flowers=1, flower_tiles=("E", "f1"))
    assert {HandFault.UNKNOWN_TILE, HandFault.FLOWER_COUNT} <= {finding.fault for finding in findings(win)}


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
    sheet = score(usual(text), rules)
    assert sheet.wins
    assert left_out not in [line.id for line in sheet.lines]
    assert left_out in [left.id for left in sheet.left_out]
    assert sheet.findings


@given(hands())
def test_any_hand_gets_a_sheet(win: Win) -> None:
    for rules in RULES:
        sheet = score(assumed(win), rules)
        assert sheet.rules == rules
        assert sheet.wins or sheet.total == 0
        assert format_win(sheet.win) == format_win(assumed(win))
        if sheet.faults & UNUSABLE:
            assert not sheet.wins


SIXTEEN = Play(sets=5)
THREE = Play(players=3, absent=tuple(f"{rank}m" for rank in range(2, 9)))


@row_by_row(
    ("text", "play", "kinds"),
    [
        ("123m456m789m123p45p 5p seat=N", SIXTEEN, ["too-few-tiles"]),
        ("123m456m789m123p456pEE E", SIXTEEN, ["too-many-tiles"]),
        ("123m456m789m123p456pE E seat=N", SIXTEEN, []),
        ("123m456m789m123p45pE E", SIXTEEN, ["no-winning-tile"]),
        ("[1111m]456m789m123p456pE E", SIXTEEN, []),
        ("[NNN,1]456p789p123sE E seat=W", THREE, []),
        ("[NNN,1]456p789p123sE E seat=N", THREE, ["bad-wind"]),
        ("[NNN,1]456p789p123sE E round=N", THREE, ["bad-wind"]),
        ("[NNN,1]456p789p123sE E seat=W from=N", THREE, ["bad-wind"]),
        ("[NNN,1]456p789p123sE E seat=W liable=N", THREE, ["bad-wind"]),
        ("[555m,1]456p789p128mE E seat=W", THREE, ["absent-tile"]),
        ("111m456p789p999mE E seat=S from=W", THREE, []),
    ],
)
def test_players_size_and_tiles_are_asked_of_the_game(text: str, play: Play, kinds: list[str]) -> None:
    assert [finding.kind for finding in findings(parse(text), play)] == kinds
