"""Properties of every hand: symmetries, order, flowers, sums."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from scoring import Meld, Win, parse, score
from scoring.notation import format_win
from scoring.tiles import SUITS, WINDS
from tests.books import RULES
from tests.long import long_but
from tests.scoring.deal import random_win

HANDS = [random_win(random.Random(seed)) for seed in range(200)]
SHAPED_BY_PICTURE = {3, 40}
MIRRORED = {25: 27, 27: 25, 36: 37, 37: 36}


def mapped(win: Win, change: dict[str, str]) -> Win:
    def tiles(codes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(change.get(code, code) for code in codes)

    melds = tuple(Meld(tuple(sorted(tiles(meld.tiles))), meld.source) for meld in win.melds)
    return replace(win, concealed=tiles(win.concealed), winning=change.get(win.winning or "", win.winning), melds=melds)


@pytest.mark.parametrize("rules", list(RULES))
def test_the_order_of_tiles_and_melds_changes_nothing(rules: str) -> None:
    rng = random.Random(1)
    for win in HANDS:
        shuffled = replace(
            win,
            concealed=tuple(rng.sample(win.concealed, len(win.concealed))),
            melds=tuple(rng.sample(win.melds, len(win.melds))),
        )
        one, other = score(win, rules), score(shuffled, rules)
        assert (one.total, [line.id for line in one.lines]) == (other.total, [line.id for line in other.lines])


def as_called(text: str, rng: random.Random) -> str:
    """Return the text of a hand with the tiles of each meld in any order, such as that of its call."""
    return re.sub(r"\[(\d+)(?=[mps])", lambda meld: "[" + "".join(rng.sample(meld[1], len(meld[1]))), text)


MELDED = ("riichi-home", "riichi-wrc", "mcr", "mcr-wmo", "zungjung", "hk", "sichuan-home")


@pytest.mark.parametrize("rules", MELDED)
def test_the_order_of_the_tiles_of_a_meld_changes_nothing(rules: str) -> None:
    rng, written, chows = random.Random(5), Counter[bool](), 0
    for win in HANDS:
        fives = tuple([f"5{suit}" for suit in SUITS if f"5{suit}" in win.tiles and rules == "riichi-home"])
        there = replace(win, red=fives)
        text = format_win(there)
        other = as_called(text, rng)
        shuffled = parse(other, red=bool(fives))
        turned = [Meld(tuple(rng.sample(meld.tiles, len(meld.tiles))), meld.source) for meld in win.melds]
        assert shuffled == parse(text, red=bool(fives)), other
        assert tuple(turned) == there.melds
        assert format_win(shuffled) == text
        assert score(shuffled, rules) == score(there, rules) == score(replace(there, melds=tuple(turned)), rules)
        written[text == other] += 1
        chows += sum(meld.kind == "chow" for meld in win.melds)
    assert (written[False] > 60, chows > 120) == (True, True)


@pytest.mark.parametrize("rules", list(RULES))
@pytest.mark.parametrize("suits", long_but(["pms", "spm"], ["pms", "msp", "spm"]))  # the two make every order
def test_suits_may_change_places(rules: str, suits: str) -> None:
    change = {f"{n}{a}": f"{n}{b}" for n in range(1, 10) for a, b in zip(SUITS, suits, strict=True)}
    for win in HANDS:
        one, other = score(win, rules), score(mapped(win, change), rules)
        if SHAPED_BY_PICTURE.isdisjoint({line.id for sheet in (one, other) for line in sheet.lines + sheet.left_out}):
            assert one.total == other.total, format_win(win)


@pytest.mark.parametrize("rules", list(RULES))
def test_ranks_may_be_mirrored(rules: str) -> None:
    change = {f"{n}{suit}": f"{10 - n}{suit}" for n in range(1, 10) for suit in SUITS}
    for win in HANDS:
        one, other = score(win, rules), score(mapped(win, change), rules)
        if SHAPED_BY_PICTURE.isdisjoint({line.id for sheet in (one, other) for line in sheet.lines + sheet.left_out}):
            assert one.total == other.total, format_win(win)
            if not one.ties and not other.ties:
                assert {MIRRORED.get(line.id, line.id) for line in one.lines if isinstance(line.id, int)} == {
                    line.id for line in other.lines if isinstance(line.id, int)
                }


def test_each_flower_adds_a_point_and_nothing_to_the_minimum() -> None:
    for win in HANDS:
        plain = score(replace(win, flowers=0))
        for flowers in range(1, 9):
            sheet = score(replace(win, flowers=flowers))
            assert (sheet.total, sheet.counted, sheet.legal) == (plain.total + flowers, plain.counted, plain.legal)


@pytest.mark.parametrize("rules", list(RULES))
def test_payments_sum_to_zero(rules: str) -> None:
    paid = 0
    for win in HANDS:
        discarder = None if win.self_draw else next(seat for seat in WINDS if seat != win.seat)
        sheet = score(replace(win, discarder=discarder), rules)
        due = sheet.payments
        assert (due is None) == (not sheet.legal)
        if due is not None:
            paid += 1
            assert sum(due.values()) == 0
            assert due[win.seat] > 0
            assert list(due) == list(WINDS)
    assert paid > 60


@pytest.mark.parametrize("rules", list(RULES))
def test_lines_add_up_and_no_tie_is_worth_more(rules: str) -> None:
    for win in HANDS:
        sheet = score(win, rules)
        if not sheet.limit:
            assert sum(line.points for line in sheet.lines) == sheet.total
        else:
            assert sum(line.points for line in sheet.lines) >= (sheet.total if rules.startswith("hk") else 320)
        assert all(line.count >= 1 and (line.points > 0 or line.id == "0.1") for line in sheet.lines)
        names = {line.name for line in sheet.lines}
        assert all(left.because for left in sheet.left_out)
        assert all(tie.arrangement != sheet.arrangement or set(tie.patterns) != names for tie in sheet.ties)


def test_the_tiles_of_the_arrangement_are_those_of_the_hand() -> None:
    for win in HANDS:
        arrangement = score(win).arrangement
        assert sorted(code for tiles in arrangement for code in tiles) == sorted(win.tiles)


@pytest.mark.parametrize("rules", list(RULES))
def test_the_text_of_a_hand_scores_the_same(rules: str) -> None:
    for win in HANDS:
        assert score(parse(format_win(win)), rules) == score(win, rules)
