"""The World Series of Mahjong: worked examples of its list and its limits."""

from dataclasses import replace

import pytest

from scoring import assess, parse, score
from scoring.explain import explanation
from scoring.games.zungjung.combine import ENGINE
from scoring.games.zungjung.patterns import PATTERNS
from scoring.games.zungjung.presets import ZUNGJUNG
from scoring.sheet import PatternName
from scoring.tiles import WINDS
from tests.rows import row_by_row
from tests.scoring.usual import usual


@row_by_row(
    ("hand", "total", "limit"),
    [
        ("222m444p666s88m55p8m self-draw", 5 + 5 + 30 + 125, ""),
        ("222m444p666s88m55p8m", 5 + 5 + 30 + 30, ""),
        ("EESSWWNNCCFFPP", 320, "listed"),
        ("112233m55m788999m7m".replace("788999m7m", "77899m8m"), 5 + 5 + 55 + 100, ""),
        ("1133557799m22m4m4m", 30 + 100, ""),
        ("234m234m567p567p8s8s", 5 + 5 + 5 + 55, ""),
        ("[EEE,1][SSS,1][WWW,1][NNN,1]CC", 400, "listed"),
        ("[CCC,1][FFF,1][234m,1]PP78p9p", 40 + 10 + 10, ""),
        ("19m19p19sESWNCFP1m", 160, ""),
        ("19m19p19sESWNCFP1m earth seat=S", 315, ""),
        ("222m333m444m789p5s5s self-draw", 5 + 30 + 100, ""),
        ("[CCC,1][FFF,1][PPP,1]22s45p6p", 130 + 30, ""),
        ("1112345678999m5m", 480, "listed"),
        ("1112345678999m5m self-draw", 480, "listed"),
        ("111234567899m9m5m", 100 + 5 + 5 + 0, None),
        ("[1111m][2222m][3333m][4444m]55m", 480, "listed"),
        ("11122233344m WW4m self-draw", 320, "compound"),
        ("[555s,1]33m789m789p23s4s3m".replace("23s4s3m", "66m3m"), 0, ""),
    ],
)
def test_values(hand: str, total: int, limit: str | None) -> None:
    sheet = score(usual(hand), "zungjung")
    assert sheet.wins
    if limit is None:
        return
    assert (sheet.total, sheet.limit) == (total, limit)
    assert sheet.legal == (total >= 5)


def test_the_list_has_forty_four_patterns_in_ten_categories() -> None:
    found = [int(pattern.series.split(".")[0]) for pattern in PATTERNS]
    assert [found.count(category) for category in range(1, 11)] == [3, 3, 8, 8, 4, 3, 3, 4, 6, 2]
    assert len({pattern.name for pattern in PATTERNS}) == 44


def test_one_pattern_of_a_series_counts_and_the_others_say_why() -> None:
    sheet = score(usual("222m444p666s88m55p8m self-draw"), "zungjung")
    left = {line.name: (line.because, line.principle) for line in sheet.left_out}
    four = PatternName("4.2", "Four Concealed Triplets", "四暗刻")
    assert left["Three Concealed Triplets"] == ((four,), "one of a series")
    assert left["Two Concealed Triplets"] == ((four,), "one of a series")


def test_a_listed_limit_counts_alone_and_says_so() -> None:
    sheet = score(usual("[EEE,1][SSS,1][WWW,1][NNN,1]CC"), "zungjung")
    assert [line.name for line in sheet.lines] == ["Big Four Winds"]
    assert ("All Honors", (PatternName("3.3", "Big Four Winds", "大四喜"),), "listed limit") in [
        (line.name, line.because, line.principle) for line in sheet.left_out
    ]


def test_nine_gates_needs_the_last_tile_to_be_any_of_nine() -> None:
    assert score(usual("1112345678999m5m self-draw"), "zungjung").lines[0].name == "Nine Gates"
    other = score(usual("1112345567899m9m self-draw"), "zungjung")
    assert "Nine Gates" not in [line.name for line in other.lines]


def test_of_the_deal_the_named_tile_is_the_last_unless_a_tournament_lets_it_be_any() -> None:
    win = usual("1111234578999m6m self-draw heaven")
    assert score(win, "zungjung").total == 5 + 100 + 40 + 155
    own = replace(ZUNGJUNG, answers={"Z1": "any tile"})
    assert ENGINE.score(win, own).total == ENGINE.worth(win, own).total == 480


def test_only_the_seat_wind_has_value() -> None:
    names = [line.name for line in score(usual("[EEE,1]234m567p888s99s round=E seat=S"), "zungjung").lines]
    assert "Value Honor" not in names
    line = next(
        line for line in score(usual("[EEE,1][CCC,1]234m888s99s"), "zungjung").lines if line.name == "Value Honor"
    )
    assert (line.points, line.count, line.sets) == (20, 2, (("E", "E", "E"), ("C", "C", "C")))


@pytest.mark.parametrize("how", ["discard seat=S from=E", "self-draw seat=N", "discard seat=E from=W"])
def test_a_hand_is_worth_the_same_in_every_round_and_without_one(how: str) -> None:
    text = f"[FFF,1][PPP,1]CC34789s 5s {how}"
    alone = score(parse(text), "zungjung")
    assert assess(parse(text), "zungjung").open == ()
    for wind in WINDS:
        told = parse(f"{text} round={wind}")
        assert replace(score(told, "zungjung"), win=alone.win) == alone
    assert explanation(alone).waits == explanation(score(told, "zungjung")).waits
