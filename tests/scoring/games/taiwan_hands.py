"""Hands of Taiwan for its tests: the vectors of its description, tables, random hands and tables."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

from scoring import ScoreSheet, Win
from scoring.games.taiwan.combine import ENGINE
from scoring.games.taiwan.findings import taiwan_findings
from scoring.games.taiwan.presets import ANSWERS, SWITCHES, Preset, preset
from scoring.games.taiwan.words import TaiwanExtra, told
from scoring.hand import Meld
from scoring.tiles import WINDS
from tests.scoring.games.taiwan_second import ALL, FLOWERS, HONOURS, Laid
from tests.scoring.truth import DATA
from tests.scoring.usual import usual

VECTORS: dict[str, Any] = json.loads((DATA / "taiwan.json").read_text(encoding="utf-8"))
SAID = {switch.id: switch.answers for switch in SWITCHES}
FILE = """
name = "lane-7"
title = "The table in lane 7"
base = "taiwan-home"
source = "the wall of the house"
"""
CHOWS = "123m456m789m234p55p67s 8s"
"""Five chows that wait for two tiles."""


def table(answers: dict[str, Any], base: str = "taiwan-home") -> Preset:
    """Return the preset with other answers, written as the vectors write them."""
    said = {switch: "none" if answer is None else str(answer) for switch, answer in answers.items()}
    return preset("table", "Table", "1", "test", {**ANSWERS[base], **said}, base)


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


def lines_of(sheet: ScoreSheet) -> dict[str, int]:
    return {str(line.id): line.points for line in sheet.lines}


def scored(text: str, base: str = "taiwan-home", **answers: Any) -> ScoreSheet:
    return ENGINE.score(usual(text), table(answers, base))


def figures(sheet: ScoreSheet) -> tuple[object, ...]:
    """Return the outcome of a hand but for its lines."""
    return (
        sheet.wins,
        sheet.extra.raw,
        sheet.total,
        sheet.legal,
        None if sheet.payments is None else dict(sheet.payments),
    )


def random_groups(rng: random.Random) -> list[list[str]]:
    """Return five sets and a pair, or seven pairs and a triplet, from few tiles, at most four of each."""
    suits = rng.choice(("m", "p", "s", "mp", "ps", "mps", "mps", ""))
    ranks = rng.choice(("123456789", "123456789", "2345678", "12389", "34567"))
    pool = [code for code in ALL if code[-1] in suits and code[0] in ranks]
    honours = [*rng.choice(("", "", "ESWN", "CFP", HONOURS))] if pool else [*HONOURS]
    triplets = rng.choice((0.0, 0.2, 0.6, 1.0))
    while True:
        if rng.random() < 0.1:
            groups = [[code] * 2 for code in rng.choices(pool + honours, k=7)] + [[rng.choice(pool + honours)] * 3]
        else:
            groups = [[rng.choice(pool + honours)] * 2]
            for _ in range(5):
                code = rng.choice(pool + honours)
                run = [f"{min(int(code[0]), 7) + step}{code[1]}" for step in range(3)] if len(code) == 2 else []
                groups.append([code] * 3 if not run or rng.random() < triplets else run)
        if max(Counter(code for group in groups for code in group).values()) <= 4:
            return groups


def random_hand(rng: random.Random) -> Win:
    """Return a random hand with circumstances that do not contradict its tiles."""
    groups, melds, concealed = random_groups(rng), list[Meld](), list[str]()
    opened, kongs = rng.choice((0.0, 0.0, 0.3, 0.7, 1.0)), rng.choice((0.0, 0.2))
    for group in groups:
        rest = sum(other.count(group[0]) for other in groups if other is not group)
        if len(groups) == 6 and len(group) == 3 and rng.random() < max(opened, kongs):
            if len(set(group)) == 1 and not rest and rng.random() < kongs:
                melds.append(Meld((group[0],) * 4, rng.choice((0, 0, 1, 2, 3, 5, 7))))
                continue
            if rng.random() < opened:
                melds.append(Meld(tuple(group), 1 if len(set(group)) > 1 else rng.choice((1, 2, 3))))
                continue
        concealed += group
    if rng.random() < 0.05:
        held = Counter([*concealed, *(code for meld in melds for code in meld.tiles)])
        concealed[0] = rng.choice([code for code in ALL if held[code] < 4])
    rng.shuffle(concealed)
    seat, drawn = rng.choice(WINDS), rng.random() < 0.5
    flowers = tuple(rng.sample(FLOWERS, rng.choice((0, 0, 0, 1, 2, 5, 7, 8, 8))))
    extra = TaiwanExtra(
        streak=rng.choice((0, 0, 1, 3)),
        wind=rng.choice((None, *WINDS)),
        by_flowers=rng.random() < 0.5 and len(flowers) == (8 if drawn else 7),
    )
    first = rng.choice(("", "", "", "", "ready", "heaven", "earth", "blessing"))
    extra = replace(
        extra, announced=first in ("ready", "heaven", "earth"), as_dealt=first == "heaven", at_once=first == "earth"
    )
    giver = None if drawn else rng.choice([wind for wind in WINDS if wind != seat])
    win = Win(
        tuple(concealed[:-1]), concealed[-1], tuple(melds), self_draw=drawn, kong=rng.random() < 0.2, seat=seat,
        last_tile=rng.random() < 0.1, round_wind=rng.choice(WINDS), flowers=len(flowers), flower_tiles=flowers,
        discarder=giver, heaven=first == "blessing" and seat == "E" and drawn, extra=extra,
        earth=first == "blessing" and seat != "E" and drawn, man=first == "blessing" and not drawn,
    )  # fmt: skip
    for changed in (win, replace(win, kong=False), replace(win, kong=False, heaven=False, earth=False, man=False)):
        if not taiwan_findings(changed):
            return changed
    return replace(
        win,
        kong=False,
        heaven=False,
        earth=False,
        man=False,
        extra=replace(extra, announced=False, as_dealt=False, at_once=False),
    )


def laid(win: Win) -> Laid:
    own = told(win)
    return Laid(
        (*win.concealed, win.winning or ""), tuple((meld.tiles, meld.exposed) for meld in win.melds), win.seat or "",
        own.wind or win.seat or "", win.round_wind or "", bool(win.self_draw), bool(win.kong), win.last_tile, own.ready,
        win.heaven, win.earth, win.man, win.flower_tiles, own.by_flowers, win.discarder, own.streak,
    )  # fmt: skip


def random_table(rng: random.Random) -> dict[str, str]:
    """Return the answers of a table: those of a preset, or some switches set differently."""
    answers = dict(ANSWERS[rng.choice(list(ANSWERS))])
    changed = rng.sample(sorted(SAID), rng.choice((0, 0, 1, 2, 4, 10, 37)))
    return answers | {switch: rng.choice(SAID[switch]) for switch in changed}
