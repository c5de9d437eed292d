"""The tai of a hand in Taiwan: the vectors, a second implementation, what nobody said, what does not count."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scoring import assess, parse
from scoring.circumstances import assumption
from scoring.games.taiwan.combine import ENGINE
from scoring.games.taiwan.patterns import PATTERNS
from scoring.games.taiwan.presets import ANSWERS, PRESETS
from scoring.games.taiwan.words import told
from scoring.hand import Meld, Win
from scoring.notation import format_win
from scoring.tiles import COPIES, PLAYED
from scoring.waits import waits
from tests.long import long_but
from tests.rows import row_by_row
from tests.scoring.games.taiwan_hands import (
    CHOWS,
    VECTORS,
    figures,
    ids,
    laid,
    lines_of,
    random_hand,
    random_table,
    scored,
    table,
)
from tests.scoring.games.taiwan_second import second


@row_by_row("row", VECTORS["rows"], ids=ids(VECTORS["rows"]))
def test_the_hands_of_the_description_are_equal(row: dict[str, Any]) -> None:
    sheet = scored(row["hand"], row["preset"], **row["switches"])
    assert figures(sheet) == tuple(row[name] for name in ("wins", "raw", "tai", "legal", "payments"))
    assert [(str(line.id), line.points) for line in sheet.lines] == [
        (line["id"], line["tai"]) for line in row["patterns"]
    ]


# The second implementation


def equal_to_the_second(seeds: range) -> Counter[str]:
    """Hold both implementations against each other, and count the patterns that occurred."""
    met: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        win, answers = random_hand(rng), random_table(rng)
        if answers["TW32"] == "off":
            win = replace(win, flowers=0, flower_tiles=(), extra=replace(told(win), by_flowers=False))
            win = replace(win, kong=bool(win.kong and (win.has_kong or not win.self_draw)))
        sheet, other = ENGINE.score(win, table(answers)), second(laid(win), answers)
        assert not sheet.findings, (seed, format_win(win))
        theirs = (other.wins, other.raw, other.tai, other.legal, other.payments)
        assert figures(sheet) == theirs, (seed, format_win(win), answers)
        assert sheet.ties or lines_of(sheet) == other.lines, (seed, format_win(win), answers)
        assert ENGINE.worth(win, table(answers)) == (sheet.wins, sheet.total, sheet.legal)
        assert sheet.payments is None or sum(sheet.payments.values()) == 0
        met.update(str(line.id) for line in sheet.lines)
    return met


def test_a_second_implementation_says_the_same() -> None:
    assert len(equal_to_the_second(range(400))) > 25


@pytest.mark.long
def test_a_second_implementation_says_the_same_of_6000_hands() -> None:
    assert set(equal_to_the_second(range(6_000))) == {row.id for row in PATTERNS}


# Properties of every hand

SEEDS = pytest.mark.parametrize("seeds", long_but([range(25)], [range(25), range(25, 1000)]), ids=str)
EACH = pytest.mark.parametrize("rules", PRESETS)


def hands(seeds: range) -> Iterator[tuple[random.Random, Win]]:
    for seed in seeds:
        rng = random.Random(seed)
        yield rng, random_hand(rng)


def mapped(win: Win, change: dict[str, str]) -> Win:
    """Return a hand with other faces."""

    def tiles(codes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([change.get(code, code) for code in codes])

    melds = tuple([Meld(tuple(sorted(tiles(meld.tiles))), meld.source) for meld in win.melds])
    return replace(win, concealed=tiles(win.concealed), winning=tiles((win.winning or "",))[0], melds=melds)


@EACH
@SEEDS
def test_order_and_text_change_nothing_and_payments_add_up(rules: str, seeds: range) -> None:
    paid = 0
    for rng, win in hands(seeds):
        sheet = ENGINE.score(win, PRESETS[rules])
        other = replace(
            win,
            concealed=tuple(rng.sample(win.concealed, len(win.concealed))),
            melds=tuple([Meld(tuple(rng.sample(each.tiles, len(each.tiles))), each.source) for each in win.melds]),
            flower_tiles=tuple(rng.sample(win.flower_tiles, len(win.flower_tiles))),
        )
        other = replace(other, melds=tuple(rng.sample(other.melds, len(other.melds))))
        for same in (other, parse(format_win(win), game="taiwan")):
            found = ENGINE.score(same, PRESETS[rules])
            assert (lines_of(found), *figures(found)) == (lines_of(sheet), *figures(sheet)), format_win(win)
        assert (sheet.payments is None) is not sheet.legal
        if sheet.payments is not None:
            assert sum(sheet.payments.values()) == 0 < sheet.payments[win.seat or ""]
            paid += 1
    assert paid > len(seeds) // 2


SUITS = [
    {f"{n}{a}": f"{n}{b}" for n in range(1, 10) for a, b in zip("mps", suits, strict=True)} for suits in ("pms", "spm")
]
RANKS = {f"{n}{suit}": f"{10 - n}{suit}" for n in range(1, 10) for suit in "mps"}


@EACH
@SEEDS
@pytest.mark.parametrize("change", [*SUITS, RANKS], ids=["two suits", "three suits", "ranks"])
def test_suits_may_change_places_and_ranks_be_mirrored(rules: str, seeds: range, change: dict[str, str]) -> None:
    for _, win in hands(seeds):
        one, other = (ENGINE.score(each, PRESETS[rules]) for each in (win, mapped(win, change)))
        assert figures(one) == figures(other), format_win(win)
        assert one.ties or lines_of(one) == lines_of(other), format_win(win)


@EACH
@pytest.mark.parametrize("seeds", long_but([range(3)], [range(3), range(3, 120)]), ids=str)
def test_each_wait_is_a_win_and_no_other_tile_is(rules: str, seeds: range) -> None:
    for _, some in hands(seeds):
        win = replace(some, kong=False, last_tile=False, heaven=False, earth=False, man=False)
        win = replace(win, extra=replace(told(win), by_flowers=False))
        found = {wait.tile: wait for wait in waits(win, rules)}
        for tile in PLAYED:
            drawn = replace(win, winning=tile, self_draw=True, discarder=None)
            held = [*win.concealed, *(code for meld in win.melds for code in meld.tiles)].count(tile)
            if held == COPIES or not second(laid(drawn), dict(ANSWERS[rules])).wins:
                assert tile not in found, (format_win(win), tile)
                continue
            assert found[tile].left == COPIES - held
            for value, way in (
                (found[tile].self_drawn, drawn),
                (found[tile].discarded, replace(drawn, self_draw=False)),
            ):
                sheet = ENGINE.score(way, PRESETS[rules])
                assert value == (sheet.wins, sheet.total, sheet.legal), (format_win(win), tile)


# What nobody said


@row_by_row(
    ("words", "rules", "open_"),
    [
        ("", "taiwan-home", {"self-draw", "flowers", "kong"}),
        ("discard flowers=0", "taiwan-home", set()),
        ("discard", "taiwan-home", {"flowers"}),
        ("self-draw flowers=1 seat=S", "taiwan-home", {"flower-names", "kong"}),
        ("self-draw flowers=f2", "taiwan-home", {"seat", "kong"}),
        ("self-draw flowers=f2 seat=E", "taiwan-atw", {"wind", "kong"}),
        ("self-draw flowers=f2 wind=E no-kong", "taiwan-atw", set()),
    ],
)
def test_what_changes_the_tai_is_open(words: str, rules: str, open_: set[str]) -> None:
    assert set(assess(parse(f"{CHOWS} {words}", game="taiwan"), rules).open) == open_


@row_by_row(
    ("words", "counted", "open_", "payer"),
    [
        ("flower-win from=W seat=S", {"1.1": 1, "4.5": 8}, set(), "W"),
        ("flower-win self-draw seat=S no-kong", {"1.3": 3, "4.4": 8}, set(), None),
        ("flower-win", {}, {"self-draw", "kong"}, None),
    ],
)
def test_flowers_that_win_are_seven_or_eight_if_nobody_said(
    words: str, counted: dict[str, int], open_: set[str], payer: str | None
) -> None:
    found = assess(parse(f"{CHOWS} {words}", game="taiwan"), "taiwan-home")
    assert (lines_of(found.shared), set(found.open)) == (counted, open_)
    paid = found.shared.payments or {}
    assert {seat for seat, due in paid.items() if due < 0} == ({payer} if payer else set("EWN") if paid else set())


@row_by_row(
    ("rules", "counted"),
    [("taiwan-home", {"1.1": 1, "4.1": 1}), ("taiwan-atw", {"1.1": 1, "3.3": 1})],
)
def test_a_wind_of_the_winner_counts_only_where_dice_decide_it(rules: str, counted: dict[str, int]) -> None:
    text = "EEE456m789m234p55p67s 8s discard flowers=f2 seat=S wind=E from=N round=N"
    assert lines_of(scored(text, rules)) == counted
    assert [lines_of(each) for each in assess(parse(text, game="taiwan"), rules).sheets] == [counted]


def test_flowers_that_win_are_assumed_with_how_they_were_drawn() -> None:
    found = assumption(parse(f"{CHOWS} flower-win no-kong seat=S round=E", game="taiwan"), "taiwan-home")
    assert (lines_of(found.sheet), found.open) == ({"1.1": 1, "4.5": 8}, ("self-draw",))
    assert [each.worth.total for each in found.alternatives] == [11]


@row_by_row(
    ("words", "paid"),
    [
        ("self-draw seat=S", (-1200, 3400, -1100, -1100)),
        ("discard from=W seat=S", (0, 1100, -1100, 0)),
        ("from=W seat=S", (0, 1100, -1100, 0)),
    ],
)
def test_flowers_that_win_need_no_number(words: str, paid: tuple[int, ...]) -> None:
    sheet = scored(f"1359m258p147sESWNCF flower-win round=E {words}")
    assert (sheet.wins, sheet.findings) == (True, ())
    assert sheet.payments == dict(zip("ESWN", paid, strict=True))
    closed = scored(f"{CHOWS} flower-win round=E {words}")
    assert "2.1" not in lines_of(closed)  # there are flowers


def test_the_seat_alone_leaves_the_payments_open() -> None:
    found = assumption(parse(f"{CHOWS} discard from=W flowers=0"), "taiwan-home")
    assert (found.open, found.sheet.total, found.sheet.payments) == ((), 3, None)


def test_a_sheet_says_what_does_not_count_and_why() -> None:
    sheet = scored("111m222m333p444sEE99s E self-draw seat=S round=E flowers=0", "taiwan-atw")
    assert {(str(each.id), each.principle) for each in sheet.left_out} == {("2.2", "included")}
    sheet = scored(f"{CHOWS} self-draw ready=earth seat=N flowers=f1f2f3f4")
    assert {(str(each.id), each.principle) for each in sheet.left_out} == {("1.3", "included")}


def test_a_hand_without_tai_wins_the_base() -> None:
    sheet = scored("[789m,1]34m123p234789sWW 5m discard seat=E round=E from=S flowers=s2", TW1=70)
    assert (sheet.legal, sheet.lines, sheet.payments) == (True, (), {"E": 170, "S": -170, "W": 0, "N": 0})


def test_the_flowers_win_whatever_the_tiles_and_before_the_replacement_is_drawn() -> None:
    sheet = scored("1359m258p147sESWNCF flowers=8 flower-win seat=S round=E")
    assert (sheet.wins, lines_of(sheet), sheet.findings) == (True, {"4.4": 8}, ())


def test_waits_are_those_of_sixteen_tiles_and_of_pairs() -> None:
    text = "1122m3344p5566s99sEE seat=E round=E discard flowers=0"
    assert [each.tile for each in waits(parse(text, game="taiwan"), "taiwan-home")] == [
        "1m", "2m", "3p", "4p", "5s", "6s", "9s", "E",
    ]  # fmt: skip
    assert waits(parse(text, game="taiwan"), "taiwan-atw") == ()
