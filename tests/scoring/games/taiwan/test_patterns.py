"""Taiwan: the vectors of its description, a second implementation, faults, words, what nobody said, houses."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from scoring import NotationError, RulingError, ScoreSheet, Win, assess, parse
from scoring.circumstances import assumption
from scoring.games.taiwan.combine import ENGINE
from scoring.games.taiwan.findings import taiwan_findings
from scoring.games.taiwan.patterns import PATTERNS
from scoring.games.taiwan.presets import ANSWERS, PRESETS, SWITCHES, Preset, preset
from scoring.games.taiwan.words import TaiwanExtra, told
from scoring.hand import Meld
from scoring.notation import format_win, read_text
from scoring.rules import rule_book, tournament
from scoring.tiles import WINDS
from scoring.waits import waits
from tests.rows import row_by_row
from tests.scoring.games.taiwan_second import ALL, FLOWERS, HONOURS, Laid, second
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


@row_by_row("row", VECTORS["rows"], ids=ids(VECTORS["rows"]))
def test_the_hands_of_the_description_are_equal(row: dict[str, Any]) -> None:
    sheet = scored(row["hand"], row["preset"], **row["switches"])
    assert figures(sheet) == tuple(row[name] for name in ("wins", "raw", "tai", "legal", "payments"))
    assert [(str(line.id), line.points) for line in sheet.lines] == [
        (line["id"], line["tai"]) for line in row["patterns"]
    ]


def test_the_presets_switches_and_names_are_those_of_the_description() -> None:
    names = {row.id: [row.name, row.zh, row.hans] for row in PATTERNS}
    assert names == {id: [name, zh.split(" (")[0], hans] for id, (name, zh, hans) in VECTORS["names"].items()}
    for name, answers in VECTORS["defaults"].items():
        assert (
            dict(PRESETS[name].answers).items()
            >= {switch: "none" if answer is None else str(answer) for switch, answer in answers.items()}.items()
        )
    for switch, answers in VECTORS["choices"].items():
        assert SAID[switch] == tuple("none" if answer is None else str(answer) for answer in answers)


# The second implementation


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
        by_flowers=rng.random() < 0.5 and (len(flowers) == 8 or (len(flowers) == 7 and not drawn)),
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


# Faults and words


@row_by_row(
    ("words", "kind", "not_counted"),
    [
        ("self-draw kong flowers=0", "replacement-without-kong", {"1.8"}),
        ("self-draw heaven seat=S flowers=0", "first-turn-impossible", {"5.1"}),
        ("discard heaven seat=E flowers=0", "first-turn-impossible", {"5.1"}),
        ("self-draw earth seat=E flowers=0", "first-turn-impossible", {"5.2"}),
        ("discard earth seat=S flowers=0", "first-turn-impossible", {"5.2"}),
        ("self-draw man seat=S flowers=0", "first-turn-impossible", {"5.3"}),
        ("self-draw earth ready=heaven seat=S flowers=0", "two-at-once", {"5.2", "1.12"}),
        ("self-draw ready=heaven ready=earth seat=S flowers=0", "two-at-once", {"1.12", "1.13"}),
        ("discard kong last-tile flowers=0", "robbed-on-last-tile", {"1.10"}),
        ("self-draw flower-win flowers=f1", "by-flowers-impossible", {"4.4"}),
        ("self-draw flower-win flowers=f1f2f3f4s1s2s3", "by-flowers-impossible", {"4.4"}),
    ],
)
def test_what_the_hand_contradicts_is_a_finding_and_does_not_count(
    words: str, kind: str, not_counted: set[str]
) -> None:
    sheet = scored(f"{CHOWS} {words}")
    assert ([each.kind for each in sheet.findings], sheet.wins) == ([kind], True)
    assert not not_counted & lines_of(sheet).keys()
    assert not_counted & {str(each.id) for each in sheet.left_out if each.principle == "contradiction"}


@row_by_row(
    ("text", "kind"),
    [
        ("[123m,1]456m789m234p55p67s 8s discard ready flowers=0", "ready-impossible"),
        ("[123m,1]456m789m234p55p67s 8s self-draw heaven seat=E flowers=0", "first-turn-impossible"),
        ("123m456m789m234p55p8s88s 8s discard kong flowers=0", "robbed-tile-held"),
        ("123m456m789m234p5555p5s 5p discard flowers=0", "fifth-copy"),
        ("123m456m789mEE 1p discard flowers=0", "too-few-tiles"),
        ("123m456m789m234p55p678s234s 8s discard flowers=0", "too-many-tiles"),
        ("[124m,1]456m789m234p55p67s 8s discard flowers=0", "impossible-chow"),
    ],
)
def test_other_faults_of_a_hand(text: str, kind: str) -> None:
    assert kind in [each.kind for each in scored(text).findings]


def test_flowers_are_a_fault_where_none_are_played() -> None:
    sheet = scored(f"{CHOWS} discard seat=S flowers=f2", TW32="off")
    assert ([each.kind for each in sheet.findings], lines_of(sheet)) == (["flowers-not-played"], {"1.1": 1, "2.1": 2})


@row_by_row(
    ("said", "meant"),
    [
        ("聽牌", "ready"),
        ("天聽", "ready=heaven"),
        ("地听", "ready=earth"),
        ("花胡", "flower-win"),
        ("八仙過海 flowers=8", "flower-win flowers=8"),
        ("七搶一", "flower-win"),
        ("連二", "streak=2"),
        ("連2拉2", "streak=2"),
        ("连10拉10", "streak=10"),
        ("連莊3", "streak=3"),
        ("開門南", "wind=S"),
        ("开门=西", "wind=W"),
        ("花牌梅夏", "flowers=f1s2"),
        ("河底撈魚", "last-tile discard"),
        ("天胡", "heaven"),
    ],
)
def test_the_words_of_the_field_are_read(said: str, meant: str) -> None:
    found = parse(f"{CHOWS} {said}", game="taiwan")
    assert found == parse(f"{CHOWS} {meant}", game="taiwan")
    assert parse(format_win(found), game="taiwan") == found


def test_a_wind_is_one_wind() -> None:
    with pytest.raises(NotationError) as error:
        read_text(f"{CHOWS} wind=SW", game="taiwan")
    assert error.value.kind == "not-a-wind"


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


# Houses


def test_a_house_answers_the_switches_in_its_file() -> None:
    book = tournament(FILE + '[switches]\nTW1 = 1000\nTW2 = "250"\nTW27 = 0\n')
    assert (book.game.id, book.base, book.minimum) == ("taiwan", "taiwan-home", 0)
    sheet = book.score(usual(f"{CHOWS} discard man seat=S from=W flowers=0"))
    assert sheet.payments == {"E": 0, "S": 1750, "W": -1750, "N": 0}
    assert dict(sheet.switches) == {"TW1": "1000", "TW2": "250", "TW27": "0"}
    assert [(each.switch, each.otherwise) for each in sheet.rulings] == [("TW27", 10)]
    assert tournament(FILE + "minimum = 3").minimum == tournament(FILE + "switches.TW34 = 3").minimum == 3


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("switches.TW5 = 7", "unknown-answer"),
        ('switches.TW1 = "-5"', "bad-money"),
        ("switches.TW2 = 1.5", "bad-money"),
        ("switches.TW1 = 99999999", "bad-money"),
        ("switches.TW38 = 1", "unknown-switch"),
        ("minimum = 9", "bad-minimum"),
        ("minimum = 2", "unknown-answer"),
        ("minimum = 1\nswitches.TW34 = 0", "minimum-twice"),
        ('excluded = ["3.1"]', "unknown-key"),
    ],
)
def test_what_no_house_can_answer_is_refused(line: str, kind: str) -> None:
    with pytest.raises(RulingError) as error:
        tournament(FILE + line)
    assert error.value.kind == kind


def test_the_price_list_has_base_and_tai() -> None:
    prices = rule_book("taiwan-home").listing.prices[:3]
    assert [(each.value, each.discard, each.self_draw) for each in prices] == [
        (0, 300, 1000),
        (1, 400, 1300),
        (2, 500, 1600),
    ]
