"""Hands of riichi for three: the vectors of its description, indicators, and totals of sheets."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scoring.games.sanma.combine import dora_of, highest_dora, score, worth
from scoring.games.sanma.findings import PLAY
from scoring.games.sanma.presets import PRESETS
from scoring.games.sanma.words import stated
from scoring.games.sanma.yaku import DORA
from scoring.hand import Meld, Win
from scoring.notation import format_win, parse
from scoring.sheet import ScoreSheet
from scoring.waits import waits
from tests.long import long_but
from tests.rows import row_by_row
from tests.scoring.games.sanma.hands import win_of_three
from tests.scoring.games.sanma.vectors import VECTORS, table, told

pytest.importorskip("mahjong")


def lines(sheet: ScoreSheet, bonus: bool) -> list[tuple[str, int]]:
    return sorted((line.id, line.points) for line in sheet.lines if (line.id in DORA) is bonus)


@row_by_row("row", VECTORS["rows"], ids=[row["id"] for row in VECTORS["rows"]])
def test_the_hands_of_the_description_are_equal(row: dict[str, Any]) -> None:
    sheet = score(told(row["hand"]), table(row))
    assert (sheet.wins, sheet.wins and sheet.legal) == (row["wins"], row["legal"])
    if row["legal"]:
        assert sheet.extra.han == row["han"]
        assert row["yakuman"] or sheet.extra.fu == row["fu"]
        assert lines(sheet, False) == sorted((yaku["name"], yaku["han"]) for yaku in row["yaku"])
        assert sum(han for _, han in lines(sheet, True)) == row["bonus"]
        assert sheet.payments == row["payments"]
        assert worth(told(row["hand"]), table(row)).total == sheet.total


def test_indicators_show_the_next_tile_that_there_is() -> None:
    assert {code: dora_of(code) for code in ("1m", "9m", "9p", "1s", "W", "N", "P", "C")} == {
        "1m": "9m", "9m": "1m", "9p": "1p", "1s": "2s", "W": "N", "N": "E", "P": "F", "C": "P",
    }  # fmt: skip
    above, below = highest_dora(told("222p333p567p67s99s 8s norths=4"))
    assert (above[0], len(above), len(below)) == ("W", 1, 1)
    assert set(above + below) <= {*PLAY.faces}


SEEDS = pytest.mark.parametrize("seeds", long_but([range(25)], [range(25), range(25, 1000)]), ids=str)
EACH = pytest.mark.parametrize("rules", PRESETS)


def hands(seeds: range) -> Iterator[tuple[random.Random, Win]]:
    for seed in seeds:
        rng = random.Random(seed)
        yield rng, win_of_three(rng)


@EACH
@SEEDS
def test_order_and_text_change_nothing_and_payments_add_up(rules: str, seeds: range) -> None:
    legal = 0
    for rng, win in hands(seeds):
        sheet = score(win, PRESETS[rules])
        other = replace(
            win,
            concealed=tuple(rng.sample(win.concealed, len(win.concealed))),
            melds=tuple(rng.sample(win.melds, len(win.melds))),
        )
        for same in (other, parse(format_win(win), game="sanma")):
            found = score(same, PRESETS[rules])
            assert (found.total, found.lines, found.payments) == (sheet.total, sheet.lines, sheet.payments)
        assert worth(win, PRESETS[rules]).total == sheet.total
        assert (sheet.payments is None) is not sheet.legal
        if sheet.payments is not None:
            assert tuple(sheet.payments) == PLAY.winds
            assert sum(sheet.payments.values()) == 1000 * stated(win).sticks
            legal += 1
    assert legal > len(seeds) // 3


@EACH
@SEEDS
def test_dots_and_bamboos_may_change_places(rules: str, seeds: range) -> None:
    def turned(codes: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return None if codes is None else tuple([code.translate(str.maketrans("ps", "sp")) for code in codes])

    for _, win in hands(seeds):
        own = stated(win)
        other = replace(
            win,
            concealed=turned(win.concealed),
            winning=(turned((win.winning or "",)) or ("",))[0],
            melds=tuple([Meld(turned(meld.tiles) or (), meld.source) for meld in win.melds]),
            extra=replace(own, dora=turned(own.dora), ura=turned(own.ura)),
        )
        one, two = score(win, PRESETS[rules]), score(other, PRESETS[rules])
        if not {"Ryuuiisou"} & {line.id for line in (*one.lines, *two.lines)}:
            assert (one.total, one.lines, one.payments) == (two.total, two.lines, two.payments), format_win(win)


@EACH
@pytest.mark.parametrize("seeds", long_but([range(3)], [range(3), range(3, 120)]), ids=str)
def test_each_wait_is_a_win_of_tiles_that_there_are(rules: str, seeds: range) -> None:
    for _, win in hands(seeds):
        if not score(win, PRESETS[rules]).wins:
            continue
        found = {wait.tile: wait for wait in waits(win, rules)}
        assert win.winning in found, format_win(win)
        assert {*found} <= {*PLAY.faces}
        plain = replace(win, kong=False, last_tile=False, discarder=None)
        for tile, wait in found.items():
            for value, drawn in ((wait.self_drawn, True), (wait.discarded, False)):
                sheet = score(replace(plain, winning=tile, self_draw=drawn), PRESETS[rules])
                assert value == (sheet.wins, sheet.total, sheet.legal), (format_win(win), tile)
