"""Sichuan: the vectors of its description, a second implementation, switches, faults, words, waits."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from scoring import NotationError, RulingError, ScoreSheet, Win, assess, parse, score
from scoring.circumstances import assumption
from scoring.findings import findings
from scoring.games.sichuan.combine import ENGINE
from scoring.games.sichuan.findings import sichuan_findings
from scoring.games.sichuan.patterns import PATTERNS
from scoring.games.sichuan.presets import ANSWERS, PRESETS, SWITCHES, Preset, preset
from scoring.games.sichuan.words import SichuanExtra, told
from scoring.hand import Meld
from scoring.notation import format_win, read_text
from scoring.rules import rule_book, tournament
from scoring.tiles import SUITS, WINDS
from scoring.waits import waits
from tests.rows import row_by_row
from tests.scoring.games.sichuan_second import ALL, Held, second, state
from tests.scoring.truth import DATA
from tests.scoring.usual import usual

VECTORS: dict[str, Any] = json.loads((DATA / "sichuan.json").read_text(encoding="utf-8"))
SAID = {switch.id: switch.answers for switch in SWITCHES}
FILE = """
name = "corner-house"
title = "The corner house"
base = "sichuan-home"
source = "the wall of the house"
"""


def table(answers: dict[str, Any], base: str = "sichuan-sbr") -> Preset:
    """Return the preset with other answers, written as the vectors write them."""
    said = {switch: "none" if answer is None else str(answer) for switch, answer in answers.items()}
    return preset("table", "Table", "1", "test", {**ANSWERS[base], **said}, base)


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


def lines_of(sheet: ScoreSheet) -> tuple[tuple[str, int], ...]:
    return tuple((str(line.id), line.points) for line in sheet.lines)


def figures(sheet: ScoreSheet) -> tuple[object, ...]:
    """Return the outcome of a hand but for its lines."""
    paid = None if sheet.payments is None else dict(sheet.payments)
    return sheet.wins, sheet.extra.raw, sheet.total, sheet.extra.value, sheet.legal, paid


@row_by_row("row", VECTORS["rows"], ids=ids(VECTORS["rows"]))
def test_the_hands_of_the_description_are_equal(row: dict[str, Any]) -> None:
    sheet = ENGINE.score(usual(row["hand"]), table(row["switches"], row["preset"]))
    assert figures(sheet) == tuple(row[name] for name in ("wins", "raw", "fan", "points", "legal", "payments"))
    assert lines_of(sheet) == tuple((line["id"], line["fan"]) for line in row["patterns"])


@row_by_row("row", VECTORS["ready"], ids=ids(VECTORS["ready"]))
def test_the_waiting_hands_of_the_description_are_equal(row: dict[str, Any]) -> None:
    found = ENGINE.score(usual(row["hand"]), table(row["switches"], row["preset"])).extra.ready
    named = (found.state, list(found.waits), found.best, found.fan, found.value)
    assert named == tuple(row[name] for name in ("state", "waits", "best", "fan", "points"))


def test_the_vectors_have_every_pattern_and_the_presets_are_theirs() -> None:
    assert {line["id"] for row in VECTORS["rows"] for line in row["patterns"]} == {row.id for row in PATTERNS}
    assert {row.id: [row.name, row.zh, row.hant] for row in PATTERNS} == VECTORS["names"]
    for name, answers in VECTORS["defaults"].items():
        assert dict(PRESETS[name].answers) == dict(table(answers).answers)
    for switch, answers in VECTORS["choices"].items():
        assert SAID[switch] == tuple("none" if answer is None else str(answer) for answer in answers)


# The second implementation


def random_tiles(rng: random.Random, sets: int) -> list[list[str]]:
    """Return sets and a pair, or seven pairs, from few tiles, at most four of each."""
    suits = rng.choice(("m", "p", "s", "mp", "ps", "ms", "mp", "ps", "ms", "mps"))
    ranks = rng.choice(("123456789", "123456789", "258", "2345678", "1239", "12789", "456"))
    pool = [code for code in ALL if code[1] in suits and code[0] in ranks]
    triplets = rng.choice((0.0, 0.3, 0.7, 1.0))
    for _ in range(99):
        if sets == 4 and rng.random() < 0.15:
            groups = [[code, code] for code in rng.choices(pool, k=7)]
        else:
            groups = []
            for _ in range(sets):
                code = rng.choice(pool)
                run = [f"{min(int(code[0]), 7) + step}{code[1]}" for step in range(3)]
                groups.append([code] * 3 if rng.random() < triplets else run)
            groups.append([rng.choice(pool)] * 2)
        if max(Counter(code for group in groups for code in group).values()) <= 4:
            return groups
    return random_tiles(rng, sets)


def random_hand(rng: random.Random) -> Win:
    """Return a random hand with circumstances that do not contradict its tiles."""
    melds: list[Meld] = []
    concealed: list[str] = []
    groups = random_tiles(rng, 4)
    kongs = rng.choice((0.0, 0.2, 0.8))
    opened = rng.choice((0.0, 0.3, 0.6, 1.0))
    for group in groups:
        rest = sum(other.count(group[0]) for other in groups if other is not group)
        if len(set(group)) == 1 and len(group) == 3 and rng.random() < max(kongs, opened):
            if rng.random() < kongs and not rest:
                melds.append(Meld((group[0],) * 4, rng.choice((0, 1, 2, 3, 5, 6, 7))))
            elif rng.random() < opened:
                melds.append(Meld(tuple(group), rng.choice((1, 2, 3))))
            else:
                concealed += group
        else:
            concealed += group
    rng.shuffle(concealed)
    seat = rng.choice(WINDS)
    drawn, others = rng.random() < 0.5, [wind for wind in WINDS if wind != seat]
    giver = None if drawn else rng.choice(others)
    out = tuple(wind for wind in WINDS if wind != seat and wind != giver and rng.random() < 0.15)[:2]
    absent = [None, *(suit for suit in SUITS if not any(suit in code for group in groups for code in group))]
    first = rng.random() < 0.2
    win = Win(
        tuple(concealed[:-1]),
        concealed[-1],
        tuple(melds),
        self_draw=drawn,
        kong=rng.random() < 0.3 and not first,
        last_tile=rng.random() < 0.1,
        heaven=first and seat == "E",
        earth=first and seat != "E",
        seat=seat,
        discarder=giver,
        extra=SichuanExtra(
            shot=not drawn and rng.random() < 0.2, void=rng.choice(SUITS if rng.random() < 0.1 else absent), out=out
        ),
    )
    if {finding.kind for finding in sichuan_findings(win)} <= {"three-suits", "void-suit-held"}:
        return win
    return replace(win, kong=False, heaven=False, earth=False)


def held(win: Win, tiles: tuple[str, ...] | None = None) -> Held:
    own = told(win)
    return Held(
        (*win.concealed, win.winning or "") if tiles is None else tiles,
        tuple((meld.tiles[0], len(meld.tiles), meld.source) for meld in win.melds),
        win.seat or "E",
        bool(win.self_draw),
        bool(win.kong),
        own.shot,
        win.last_tile,
        win.heaven,
        win.earth,
        win.discarder,
        own.void,
        own.out,
    )


def random_table(rng: random.Random) -> dict[str, str]:
    """Return the answers of a table: those of a preset, or some switches set differently."""
    answers = dict(ANSWERS[rng.choice(list(ANSWERS))])
    changed = rng.sample(sorted(SAID), rng.choice((0, 0, 1, 2, 4, 10, 32)))
    return answers | {switch: rng.choice(SAID[switch]) for switch in changed}


def equal_to_the_second(seeds: range) -> Counter[str]:
    """Hold both implementations against each other, and count the patterns that occurred."""
    met: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        win, answers = random_hand(rng), random_table(rng)
        sheet, other = ENGINE.score(win, table(answers)), second(held(win), answers)
        theirs = (other.wins, other.raw, other.fan, other.value, other.legal, other.payments)
        assert figures(sheet) == theirs, (seed, format_win(win), answers)
        assert sheet.ties or lines_of(sheet) == other.lines, (seed, format_win(win), answers)
        assert ENGINE.worth(win, table(answers)) == (sheet.wins, sheet.total, sheet.legal)
        met.update(str(line.id) for line in sheet.lines)
        tiles = rng.sample([*win.concealed, win.winning or ""], len(win.concealed))
        if rng.random() < 0.3:
            tiles[0] = rng.choice(ALL)
        waiting = replace(win, concealed=tuple(tiles), winning=None, kong=False)
        if {finding.kind for finding in findings(waiting)} == {"no-winning-tile"}:
            found = ENGINE.ready(waiting, table(answers))
            expected = state(held(waiting, tuple(tiles)), answers)
            assert (found.state, list(found.waits), found.fan, found.value) == expected, (seed, format_win(waiting))
            met[found.state] += 1
    return met


def test_a_second_implementation_says_the_same() -> None:
    assert len(equal_to_the_second(range(400))) > 20


@pytest.mark.long
def test_a_second_implementation_says_the_same_of_20000_hands() -> None:
    met = equal_to_the_second(range(20_000))
    assert set(met) == {row.id for row in PATTERNS} | {"ready", "not ready", "pig"}


# Faults and words


@row_by_row(
    ("text", "kind", "usable"),
    [
        ("[123s,1]888s345456p6p 6p", "claimed-chow", False),
        ("123888s345p555mEE E", "foreign-tile", False),
        ("123888s345456p6p 6p flowers=f1", "foreign-tile", False),
        ("123m456m123p55s66s 6s", "three-suits", True),
        ("123888s345456p6p 6p void=p", "void-suit-held", True),
        ("123888s345456p6p 6p kong-shot self-draw", "shot-drawn", True),
        ("123888s345456p6p 6p kong self-draw", "replacement-without-kong", True),
        ("123888s345456p6p 6p kong discard", "robbed-tile-held", True),
        ("[333p,1]234s88s456p67p 8p discard kong last-tile", "robbed-on-last-tile", True),
        ("123888s345456p6p 6p heaven self-draw seat=S", "first-turn", True),
        ("123888s345456p6p 6p heaven discard seat=E", "first-turn", True),
        ("[888s,1]123s345456p6p 6p heaven self-draw seat=E", "first-turn", True),
        ("123888s345456p6p 6p earth self-draw seat=E", "first-turn", True),
        ("123888s345456p6p 6p earth discard seat=S from=N", "first-turn", True),
        ("123888s345456p6p 6p earth discard seat=S from=E out=W", "first-turn", True),
        ("123888s345456p6p 6p discard seat=S from=E out=E", "out-impossible", True),
        ("123888s345456p6p 6p self-draw seat=S out=S", "out-impossible", True),
        ("123888s345456p6p 6p self-draw seat=S from=E", "discarder-of-own-draw", True),
    ],
)
def test_what_contradicts_the_tiles_is_a_finding_and_does_not_count(text: str, kind: str, usable: bool) -> None:
    sheet = ENGINE.score(usual(text), PRESETS["sichuan-home"])
    assert (kind in [finding.kind for finding in sheet.findings], sheet.usable) == (True, usable)
    assert not {"1.1", "1.2", "1.3", "1.6", "1.7"} & {str(line.id) for line in sheet.lines}
    named = {"first-turn": {"1.6", "1.7"}, "shot-drawn": {"1.2"}, "robbed-on-last-tile": {"1.3"}}.get(kind)
    assert named is None or named & {str(left.id) for left in sheet.left_out}


def test_what_counts_for_nothing_here_is_no_fault() -> None:
    said = "round=S flowers=3 last-of-kind man liable=W double-kong"
    sheet = ENGINE.score(usual(f"[8888s]234s33p456p56p 7p self-draw seat=E {said}"), PRESETS["sichuan-sbr"])
    assert (sheet.findings, sheet.total) == ((), 2)


def test_who_gave_the_kong_is_no_discarder() -> None:
    win = usual("[5555m,2]123m678m99p78p 6p self-draw kong seat=W from=E")
    assert ENGINE.score(win, PRESETS["sichuan-sbr"]).findings == ()


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("[5555m,2]123m678m99p78p 6p 杠上花", "[5555m,2]123m678m99p78p 6p kong self-draw"),
        ("[5555m,2]123m678m99p78p 6p 点杠花", "[5555m,2]123m678m99p78p 6p kong self-draw"),
        ("123888s345456p6p 6p 杠上炮", "123888s345456p6p 6p kong-shot discard"),
        ("123888s345456p6p 6p 海底 自摸", "123888s345456p6p 6p last-tile self-draw"),
        ("123888s345456p6p 6p 缺万", "123888s345456p6p 6p void=m"),
        ("123888s345456p6p 6p 定缺萬 天胡", "123888s345456p6p 6p void=m heaven"),
        ("123888s345456m6m 6m 缺饼", "123888s345456m6m 6m void=p"),
        ("123888m345456p6p 6p 定缺=s", "123888m345456p6p 6p void=s"),
        ("123888m345456p6p 6p 缺索 out=NS", "123888m345456p6p 6p void=s out=SN"),
        ("刮风(上家)5555m 下雨1111m 123678m9p 9p", "[5555m,1][1111m]123678m9p 9p"),
        ("点杠(对家)5555m 巴杠1111m 123678m9p 9p", "[5555m,2][1111m,5]123678m9p 9p"),
    ],
)
def test_the_words_of_the_field_are_read(text: str, same: str) -> None:
    assert parse(text, game="sichuan") == parse(same, game="sichuan")
    assert parse(format_win(parse(text, game="sichuan")), game="sichuan") == parse(same, game="sichuan")


@pytest.mark.parametrize(
    ("word", "kind"),
    [("void=x", "not-a-suit"), ("void=", "not-a-suit"), ("out=SS", "not-seats"), ("out=Q", "not-seats")],
)
def test_other_values_of_the_words_are_refused(word: str, kind: str) -> None:
    with pytest.raises(NotationError) as error:
        read_text(f"123888s345456p6p 6p {word}", game="sichuan")
    assert error.value.kind == kind


# What nobody said


def test_the_draw_and_the_kong_are_open_and_neither_winds_nor_flowers() -> None:
    found = assess(parse("[5555m,2]123m678m99p78p 6p"), "sichuan-home")
    assert (found.low, found.high, set(found.open)) == (1, 3, {"self-draw", "kong"})
    assert assess(parse("[5555m,2]123m678m99p78p 6p discard"), "sichuan-home").open == ()
    assert set(assess(parse("123888s345456p6p 6p self-draw"), "sichuan-home").without) == {"last-tile", "heaven"}


@pytest.mark.parametrize(
    ("words", "paid"),
    [
        ("self-draw", False),
        ("self-draw seat=E", True),
        ("discard seat=E", False),
        ("discard from=E", False),
        ("discard seat=S from=E", True),
    ],
)
def test_payments_are_open_while_winner_or_payer_is_unknown(words: str, paid: bool) -> None:
    found = assumption(parse(f"123888s345456p6p 6p {words}"), "sichuan-sbr")
    assert ((found.sheet.payments is not None), found.sheet.extra.value, found.open) == (paid, 1, ())


def test_a_sheet_says_what_does_not_count_and_why() -> None:
    sheet = score(usual("222255m88m22558s 8s discard seat=E from=W"), "sichuan-home")
    left = {str(each.id): (each.principle, each.because) for each in sheet.left_out}
    assert {name: reason for name, (reason, _) in left.items()} == {
        "2.2": "included",
        "3.4": "included",
        "4.3": "included",
    }
    alone = ENGINE.score(usual("123888s345456p6p 6p self-draw heaven"), table({"SC5": "cap"}, "sichuan-home"))
    assert {each.principle for each in alone.left_out} == {"listed limit"}
    assert (alone.limit, score(usual("1122445578899s 7s discard"), "sichuan-sbr").limit) == ("", "compound")


def test_only_tiles_that_win_are_waits() -> None:
    pig = parse("123888s345456p6p void=p seat=E round=E discard", game="sichuan")
    assert waits(pig, "sichuan-sbr") == ()
    ready = parse("123888s345456p6p void=m seat=E round=E discard", game="sichuan")
    assert [each.tile for each in waits(ready, "sichuan-sbr")] == ["3p", "6p"]


# Houses


def test_a_house_answers_the_switches_in_its_file() -> None:
    book = tournament(FILE + '[switches]\nSC1 = "none"\nSC3 = 5\nSC5 = "cap"\n')
    assert (book.game.id, book.base, book.minimum, book.version) == (
        "sichuan",
        "sichuan-home",
        0,
        "1 on sichuan-home 1",
    )
    sheet = book.score(usual("123888s345456p6p 6p self-draw seat=E heaven"))
    assert (sheet.total, sheet.payments) == (4, {"E": 240, "S": -80, "W": -80, "N": -80})
    assert dict(sheet.switches) == {"SC1": "none", "SC3": "5", "SC5": "cap", "SC33": "paid"}
    assert [(each.switch, each.otherwise) for each in sheet.rulings] == [("SC5", 5)]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("switches.SC1 = 7", "unknown-answer"),
        ("switches.SC34 = 1", "unknown-switch"),
        ("minimum = 2", "bad-minimum"),
        ("minimum = 1\nswitches.SC32 = 0", "two-minimums"),
        ('excluded = ["3.1"]', "unknown-key"),
    ],
)
def test_what_no_house_can_answer_is_refused(line: str, kind: str) -> None:
    with pytest.raises(RulingError) as error:
        tournament(FILE + line)
    assert error.value.kind == kind


def test_the_minimum_of_a_house_is_a_switch() -> None:
    assert tournament(FILE + "minimum = 1").minimum == tournament(FILE + "switches.SC32 = 1").minimum == 1


def test_the_price_list_goes_to_the_cap() -> None:
    prices = rule_book("sichuan-sbr").listing.prices
    assert [(each.value, each.discard, each.self_draw) for each in prices] == [
        (0, 1, 6),
        (1, 2, 9),
        (2, 4, 15),
        (3, 8, 27),
    ]
