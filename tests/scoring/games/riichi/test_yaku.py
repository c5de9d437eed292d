"""Riichi: worked hands, a second implementation, guards, what is unknown, words, the library that is missing."""

import json
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mahjong.hand_calculating.hand import HandCalculator

from scoring import format_win, parse
from scoring.circumstances import assess, assumed, assumption
from scoring.errors import MissingLibraryError, NotationError
from scoring.findings import UNUSABLE
from scoring.games.riichi import combine, library
from scoring.games.riichi.presets import PRESETS
from scoring.games.riichi.words import RiichiExtra, declared
from scoring.games.riichi.yaku import FED_OPEN_RIICHI, YAKU
from scoring.hand import Meld, Win
from scoring.rules import game_of, rule_book
from scoring.sheet import ScoreSheet
from scoring.tiles import PLAYED, WINDS
from tests.books import RIICHI, RULES
from tests.rows import row_by_row

MODULES = Path(__file__).parents[4] / ".ci/node_modules"
"""Folder into which `npm ci` in `.ci` puts the second implementation."""


def scored(text: str, rules: str = "riichi-ema") -> ScoreSheet:
    return rule_book(rules).score(assumed(parse(text, red=True)))


WORKED = [
    [part.strip() for part in line.split("|")]
    for line in """
234m067p345s88s67s 8s self-draw riichi round=E seat=S dora=4p ura=9m | mleague | Menzen Tsumo, Riichi, Pinfu, Tanyao, Dora 1, Aka Dora 1 | haneman | 6/20 | -6000 +12000 -3000 -3000
[CCC,1]123m456p789sE E discard round=E seat=S from=W dora=1m honba=2 sticks=1 | mleague | Yakuhai (chun), Dora 1 | | 2/30 | +0 +3600 -2600 +0
234m567p345s88s67s 8s discard riichi ippatsu round=E seat=S from=E | ema | Riichi, Ippatsu, Pinfu, Tanyao | | 4/30 | -7700 +7700 +0 +0
234m567p345s88s67s 8s discard riichi ippatsu round=E seat=S from=E | ema-2025 | Riichi, Ippatsu, Pinfu, Tanyao | kiriage mangan | 4/30 | -8000 +8000 +0 +0
[CCC,1]444m456p78sEE 9s discard round=E seat=E from=S | ema | Yakuhai (chun) | | 1/40 | +2000 -2000 +0 +0
[CCC,1]444m456p78sEE 9s discard round=E seat=E from=S | mleague | Yakuhai (chun) | | 1/30 | +1500 -1500 +0 +0
1144m2277p3399sE E self-draw round=E seat=S | ema | Menzen Tsumo, Chiitoitsu | | 3/25 | -1600 +3200 -800 -800
111m333m555p77s99s 7s discard round=E seat=S from=W | ema | Toitoi, San Ankou | mangan | 4/50 | +0 +8000 -8000 +0
111m333m555p77s99s 7s self-draw round=E seat=S | mleague | Suu Ankou | yakuman | 13/50 | -16000 +32000 -8000 -8000
111m333m555p777s9s 9s discard round=E seat=S from=W | home | Suu Ankou Tanki | 2x yakuman | 26/60 | +0 +64000 -64000 +0
[1111m]234p56s88s789p 7s self-draw riichi kong round=E seat=E dora=9m4p ura=1sC | mleague | Menzen Tsumo, Riichi, Rinshan Kaihou, Dora 4 | haneman | 7/60 | +18000 -6000 -6000 -6000
[123m,1]567p345s88s57s 6s discard kong round=E seat=S from=E dora=7s | ema | Chankan, Dora 2 | | 3/30 | -3900 +3900 +0 +0
[067p,1]234p56s88s678s 7s discard round=S seat=W from=N dora=9m | mleague | Tanyao, Aka Dora 1 | | 2/30 | +0 +0 +2000 -2000
[123m,1]567p345s88s67s 8s discard round=E seat=S from=E dora=7s | ema | | | 0/0 |
[9999m]22m333m45678m 6m self-draw riichi round=E seat=S dora=8m8m ura=8m2m | home | Menzen Tsumo, Riichi, Chinitsu, Dora 8, Ura Dora 7 | yakuman | 23/60 | -16000 +32000 -8000 -8000
[9999m]22m333m45678m 6m self-draw riichi round=E seat=S dora=8m8m ura=8m2m | ema-2025 | Menzen Tsumo, Riichi, Chinitsu, Dora 8, Ura Dora 7 | sanbaiman | 23/60 | -12000 +24000 -6000 -6000
[9999m]22m333m45678m 6m self-draw riichi round=E seat=S dora=8m8m ura=8m2m | wrc | Menzen Tsumo, Riichi, Chinitsu, Dora 8, Ura Dora 7 | yakuman | 23/60 | -16000 +32000 -8000 -8000
[EEE,1][SSS,2][WWW,3][NNN,1]C C discard round=E seat=S from=W | mleague | Tsuu Iisou, Dai Suushii | 2x yakuman | 26/40 | +0 +64000 -64000 +0
[EEE,1][SSS,2][WWW,3][NNN,1]C C discard round=E seat=S from=W | ema | Dai Suushii | yakuman | 13/40 | +0 +32000 -32000 +0
[PPPP,5][789m,1]123s99mSS S discard last-tile round=S seat=E from=S | ema | Houtei Raoyui, Yakuhai (haku), Yakuhai (round wind south), Chantai | mangan | 4/40 | +12000 -12000 +0 +0
""".strip().splitlines()  # noqa: E501
]


def said(sheet: ScoreSheet) -> str:
    return ", ".join(f"{line.id} {line.points}" if "Dora" in str(line.id) else str(line.id) for line in sheet.lines)


@row_by_row("row", WORKED, ids=[str(number) for number in range(1, 21)])
def test_worked_hands(row: list[str]) -> None:
    hand, preset, yaku, level, value, paid = row
    sheet = scored(hand, f"riichi-{preset}")
    assert sheet.wins
    assert sheet.extra is not None
    assert (said(sheet), sheet.extra.level, f"{sheet.extra.han}/{sheet.extra.fu}") == (yaku, level, value)
    assert " ".join(f"{points:+d}" for points in (sheet.payments or {}).values()) == paid


def test_yakuman_that_do_not_add_up_are_left_out_with_the_reason() -> None:
    sheet = scored("[EEE,1][SSS,2][WWW,3][NNN,1]C C discard round=E seat=S from=W")
    [left] = sheet.left_out
    assert (left.id, left.principle) == ("Tsuu Iisou", "listed limit")


# A second implementation


_SUIT_TILES = [code for code in PLAYED if len(code) == 2]


def random_win(luck: random.Random) -> Win:
    """Return a random hand that wins, with circumstances that do not contradict each other."""
    while True:
        pool = dict.fromkeys(PLAYED, 4)
        suit = luck.choice(["mps", "mps", "m", "p", "s"])
        codes = [code for code in PLAYED if len(code) == 1 or code[1] in suit]
        if luck.random() < 0.08:
            pairs = luck.sample(codes, 7)
            win = _won([], [code for code in pairs for _ in range(2)], luck)
        else:
            sets = [_set(codes, luck) for _ in range(4)]
            pair = luck.choice(codes)
            for code in [*(code for tiles in sets for code in tiles), pair, pair]:
                pool[code] -= 1
            if min(pool.values()) < 0:
                continue
            melds: list[Meld] = []
            concealed: list[str] = [pair, pair]
            claims = luck.random() < 0.6
            for tiles in sets:
                alike = tiles[0] == tiles[1]
                if len(tiles) == 4:
                    melds.append(Meld(tiles, luck.choice([0, 1, 2, 3, 5, 6, 7]) if claims else 0))
                elif claims and luck.random() < 0.5:
                    melds.append(Meld(tiles, luck.choice([1, 2, 3]) if alike else 1))
                else:
                    concealed += tiles
            win = _won(melds, concealed, luck)
        return _circumstances(win, luck)


def _set(codes: list[str], luck: random.Random) -> tuple[str, ...]:
    code = luck.choice(codes)
    if len(code) == 2 and int(code[0]) < 8 and luck.random() < 0.6:
        return tuple(f"{int(code[0]) + step}{code[1]}" for step in range(3))
    return (code,) * (4 if luck.random() < 0.12 else 3)


def _won(melds: list[Meld], concealed: list[str], luck: random.Random) -> Win:
    winning = luck.choice(concealed)
    concealed.remove(winning)
    return Win(tuple(sorted(concealed, key=PLAYED.index)), winning, tuple(melds))


def _circumstances(win: Win, luck: random.Random) -> Win:
    seat, drawn = luck.choice(WINDS), luck.random() < 0.5
    closed = not any(meld.exposed for meld in win.melds)
    riichi = closed and luck.random() < 0.5
    kong = luck.random() < 0.15 and (win.has_kong if drawn else win.winning not in win.tiles[:-1])
    last = not kong and luck.random() < 0.08
    first = closed and not (riichi or win.melds or kong or last) and drawn and luck.random() < 0.03
    held = win.tiles
    left = [code for code in PLAYED for _ in range(4 - held.count(code))]
    luck.shuffle(left)
    count = luck.choice([1, 1, 1, 2])
    reds = [five for five in ("5m", "5p", "5s") if five in held and luck.random() < held.count(five) / 4]
    return replace(
        win,
        self_draw=drawn,
        seat=seat,
        round_wind=luck.choice("ES"),
        discarder=None if drawn else luck.choice([wind for wind in WINDS if wind != seat]),
        extra=RiichiExtra(
            riichi=riichi,
            double_riichi=riichi and luck.random() < 0.1,
            ippatsu=riichi and not (kong and drawn) and luck.random() < 0.3,
            dora=tuple(left[:count]),
            ura=tuple(left[count : 2 * count]) if riichi else (),
            honba=luck.choice([0, 0, 1, 3]),
            sticks=luck.choice([0, 0, 1, 2]),
        ),
        kong=kong,
        last_tile=last,
        heaven=first and seat == "E",
        earth=first and seat != "E",
        red=tuple(reds),
        flowers=0,
    )


HONORS = {code: f"z{number}" for number, code in enumerate("ESWNPFC", 1)}


def theirs(win: Win, preset_name: str) -> dict[str, Any]:
    """Return a hand as the second implementation takes it."""
    preset = PRESETS[preset_name]
    red = {*win.red} if preset.red else set()
    red |= {five for five in ("5m", "5p", "5s") if preset.red and win.tiles.count(five) == 4}

    def code(tile: str) -> str:
        if len(tile) == 1:
            return HONORS[tile]
        if tile in red:
            red.discard(tile)
            return f"{tile[1]}0"
        return f"{tile[1]}{tile[0]}"

    melds = []
    for meld in win.melds:
        codes = [code(tile) for tile in meld.tiles]
        suit, digits = codes[0][0], [each[1] for each in codes]
        if meld.kind == "chow":
            digits[0] += "-"
        elif meld.source > 4:
            digits[2] += "-=+"[meld.source - 5]
        elif meld.source:
            digits[-1] += "-=+"[meld.source - 1]
        melds.append(suit + "".join(digits))
    concealed = "".join(code(tile) for tile in win.concealed)
    winning = code(win.winning or "")
    seat = WINDS.index(win.seat or "E")
    ron = None
    if not win.self_draw:
        ron = winning + {1: "+", 2: "=", 3: "-"}[(WINDS.index(win.discarder or "E") - seat) % 4]
    own = declared(win)
    plain = {five: f"{five[1]}5" for five in ("5m", "5p", "5s")}

    def indicators(codes: tuple[str, ...]) -> list[str]:
        return [plain.get(tile) or (HONORS[tile] if len(tile) == 1 else f"{tile[1]}{tile[0]}") for tile in codes]

    return {
        "rule": {
            "連風牌は2符": preset.double_wind_fu == 2,
            "赤牌": dict.fromkeys("mps", int(preset.red)),
            "役満の複合あり": preset.adding,
            "ダブル役満あり": preset.double,
            "数え役満あり": preset.counted_limit == "yakuman",
            "切り上げ満貫あり": preset.kiriage,
            "役満パオあり": False,
        },
        "hand": concealed + ("" if ron else winning) + "".join(f",{meld}" for meld in melds),
        "ron": ron,
        "param": {
            "zhuangfeng": WINDS.index(win.round_wind or "E"),
            "menfeng": seat,
            "lizhi": 2 if own.double_riichi else int(bool(own.riichi)),
            "yifa": own.ippatsu,
            "qianggang": bool(win.kong) and not win.self_draw,
            "lingshang": bool(win.kong) and bool(win.self_draw),
            "haidi": (1 if win.self_draw else 2) if win.last_tile else 0,
            "tianhu": 1 if win.heaven else 2 if win.earth else 0,
            "baopai": indicators(own.dora or ()),
            "fubaopai": indicators(own.ura or ()) if own.riichi else None,
            "changbang": own.honba,
            "lizhibang": own.sticks,
        },
    }


def compared(count: int, seed: int = 50) -> tuple[int, int]:
    """Compare random hands under every preset, and return the numbers of wins and of hands without a yaku."""
    luck = random.Random(seed)
    hands = [(random_win(luck), luck.choice(list(PRESETS))) for _ in range(count)]
    lines = "\n".join(json.dumps(theirs(win, name), ensure_ascii=False) for win, name in hands)
    script = Path(__file__).parent / "riichi_second.cjs"
    node = subprocess.run(
        [shutil.which("node") or "node", str(script), str(MODULES)],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    met = without = 0
    for (win, name), line in zip(hands, node.stdout.splitlines(), strict=True):
        sheet, other = rule_book(name).score(win), json.loads(line)
        assert not sheet.findings, (format_win(win), sheet.findings)
        assert sheet.wins
        where = (name, format_win(win), said(sheet), sheet.extra, other)
        if not other or not other.get("defen"):
            assert not sheet.legal, where
            without += 1
            continue
        assert sheet.legal, where
        assert list((sheet.payments or {}).values()) == other["fenpei"], where
        met += 1
    return met, without


needs_node = pytest.mark.skipif(
    not (shutil.which("node") and (MODULES / "@kobalab/majiang-core").is_dir()),
    reason="node or @kobalab/majiang-core is missing: npm ci in .ci",
)


@needs_node
def test_a_second_implementation_pays_the_same() -> None:
    met, without = compared(600)
    assert met > 300
    assert without > 30


@needs_node
@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_a_second_implementation_pays_the_same_for_20000_hands(seed: int) -> None:
    met, _ = compared(2_000, seed)
    assert met > 1_000


# Guards


def test_a_hand_keeps_its_yaku_while_another_is_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Score another hand before the library's answer is read, as another thread may: dora keep a number of theirs."""
    first, second = "234m567p345s88s67s 8s discard dora=7s", "[067p,1]234p56s88s678s 7s discard dora=1p"
    alone = scored(first)

    class Interrupted(library.HandCalculator):  # type: ignore[name-defined,misc]
        @staticmethod
        def estimate_hand_value(*given: Any, **named: Any) -> Any:
            found = HandCalculator.estimate_hand_value(*given, **named)
            monkeypatch.setattr(library, "HandCalculator", HandCalculator)
            scored(second)
            return found

    monkeypatch.setattr(library, "HandCalculator", Interrupted)
    assert scored(first) == alone
    assert said(alone) == "Pinfu, Tanyao, Dora 3"


def test_a_preset_does_not_change_the_yakuman_of_another() -> None:
    winds = "[EEE,1][SSS,2][WWW,3][NNN,1]C C discard"
    han = {rules: [line.points for line in scored(winds, rules).lines] for rules in ("riichi-ema", "riichi-home")}
    assert han == {"riichi-ema": [13], "riichi-home": [13, 26]}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[123m,1]567p345s88s67s 8s self-draw riichi", "riichi-open"),
        ("234m567p345s88s67s 8s self-draw ippatsu no-riichi", "ippatsu-impossible"),
        ("[1111m]234p56s88s789p 7s riichi ippatsu rinshan", "ippatsu-impossible"),
        ("234m567p345s88s67s 8s self-draw kong", "replacement-without-kong"),
        ("234m567p345s88s668s 7s".replace("668s", "68s") + " discard kong ura=9m no-riichi", "ura-without-riichi"),
        ("234m567p345s88s67s 8s discard chankan", "robbed-tile-held"),
        ("234m567p345s88s67s 8s self-draw heaven seat=S", "first-draw-impossible"),
        ("234m567p345s88s67s 8s self-draw earth seat=E", "first-draw-impossible"),
        ("234m567p345s88s67s 8s self-draw heaven riichi seat=E", "first-draw-impossible"),
        ("234m567p345s88s67s 8s self-draw heaven earth seat=E", "first-draw-impossible"),
        ("234m567p345s88s67s 8s discard earth seat=S", "first-draw-impossible"),
        ("234m567p345s88s67s 8s self-draw man seat=S", "man-impossible"),
        ("234m567p345s88s67s 8s discard flowers=2", "flowers-not-played"),
    ],
)
def test_contradictions_are_findings_and_do_not_count(text: str, kind: str) -> None:
    """Drop what the library accepts in most of these hands, or answers with a code."""
    sheet = scored(text)
    assert kind in [finding.kind for finding in sheet.findings]
    assert sheet.wins
    claimed = {"Riichi", "Ippatsu", "Rinshan Kaihou", "Chankan", "Tenhou", "Chiihou", "Renhou", "Ura Dora"}
    if kind not in ("ippatsu-impossible", "ura-without-riichi"):
        assert not claimed & {line.id for line in sheet.lines} - ({"Riichi"} if "riichi seat" in text else set())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("234m567p345s88s67s 8s dora=7s7s7s7s7s", "fifth-copy"),
        ("234m567p345s88s678s 8s".replace("678s", "67s") + " dora=8s8s", "fifth-copy"),
        ("234m567p345s88s67s 8s dora=1m2m3m4m5m6m", "indicator-count"),
        ("234m067p340s88s67s 8s".replace("067p340s", "006p345s") + " dora=0", "red-five-twice"),
        ("55555m234p345s88s 8s", "fifth-copy"),
        ("234m567p345s88s67s88s 8s", "too-many-tiles"),
    ],
)
def test_impossible_hands_have_no_answer(text: str, kind: str) -> None:
    sheet = scored(text, "riichi-mleague")
    assert kind in [finding.kind for finding in sheet.findings]
    assert (sheet.wins, sheet.total, sheet.lines, sheet.payments) == (False, 0, (), None)
    assert sheet.faults & UNUSABLE


def test_a_second_hand_does_not_change_the_first() -> None:
    """Score with a new configuration each: the library's yaku belong to it, so one for two hands changes the first."""
    first = scored("[CCC,1]123m456p789sE E discard dora=9m4p")
    scored("[CCC,1]123m456p789sE E discard dora=2m")
    assert said(first) == "Yakuhai (chun), Dora 2"


@pytest.mark.parametrize(
    ("preset", "hand", "value"),
    [
        ("ema", "234m067p345s88s67s 8s discard riichi", "3/30"),  # no red fives: a plain five
        ("mleague", "234m067p345s88s67s 8s discard riichi", "4/30"),
        ("mleague", "234m567p345s88s67s 8s discard riichi", "3/30"),
        ("mleague", "[5555p]234m345s88s67s 8s discard riichi", "3/50"),  # of four fives one is red
    ],
)
def test_red_fives_count_where_the_preset_has_them(preset: str, hand: str, value: str) -> None:
    sheet = scored(f"{hand} seat=S round=E dora=0", f"riichi-{preset}")
    assert sheet.extra is not None
    assert f"{sheet.extra.han}/{sheet.extra.fu}" == value, said(sheet)


@pytest.mark.parametrize(
    ("preset", "hand", "yaku", "points"),
    [
        ("ema", "[123m,1]567p345s88s67s 8s discard man", "", 0),  # an open hand has none
        ("ema", "123m567p345s88s67s 9s discard man dora=0".replace("67s 9s", "79s 8s"), "Renhou", 8000),
        ("ema", "234m567p345s88s67s 8s discard man dora=1m", "Renhou", 8000),
        ("ema", "222m333p444p5566s 6s discard man dora=0", "Toitoi, San Ankou, Tanyao", 0),
        ("mleague", "123m567p345s88s79s 8s discard man dora=0", "", 0),
    ],
)
def test_blessing_of_man(preset: str, hand: str, yaku: str, points: int) -> None:
    sheet = scored(f"{hand} seat=S round=E from=E", f"riichi-{preset}")
    if yaku == "Renhou":
        assert (said(sheet), sheet.total) == ("Renhou 5".removesuffix(" 5"), points)
    else:
        assert "Renhou" not in said(sheet)
        assert sheet.legal == bool(yaku)


# Payments


@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        # Big Dragons fed by West: by a draw West pays all, by East's discard both pay half, counters by East.
        ("[CCC,1][FFF,2][PPP,2]11m23p 4p self-draw liable=N honba=2", {"E": 0, "S": 32600, "W": 0, "N": -32600}),
        ("[CCC,1][FFF,2][PPP,2]11m23p 4p discard from=E liable=N honba=2", {"E": -16600, "S": 32600, "N": -16000}),
        ("[CCC,1][FFF,2][PPP,2]11m23p 4p discard from=N liable=N sticks=1", {"S": 33000, "N": -32000}),
        ("[CCC,1]123m456p789sE E discard from=W liable=N dora=0", {"S": 1000, "W": -1000}),  # liable for nothing
    ],
)
def test_who_is_liable_pays(hand: str, paid: dict[str, int]) -> None:
    payments = scored(f"{hand} seat=S round=E").payments
    assert payments is not None
    assert {seat: points for seat, points in payments.items() if points} == {s: p for s, p in paid.items() if p}


@pytest.mark.parametrize("rules", [name for name, preset in PRESETS.items() if not preset.adding])
@pytest.mark.parametrize(
    ("melds", "counts", "left"),
    [
        ("[EEE,1][SSS,2][WWW,3][NNN,1]C C", "Dai Suushii", "Tsuu Iisou"),
        ("[EEEE,1][SSSS,2][WWWW,3][NNNN,1]1m 1m", "Dai Suushii", "Suu Kantsu"),
        ("[CCC,1][FFF,2][PPP,3]EEES S", "Daisangen", "Tsuu Iisou"),
        ("[CCCC,1][FFFF,2][PPPP,3][1111m,1]E E", "Daisangen", "Suu Kantsu"),
    ],
)
def test_the_yakuman_that_somebody_answers_for_is_the_one_that_counts(
    rules: str, melds: str, counts: str, left: str
) -> None:
    for how, paid in (
        ("self-draw no-kong", {"S": 32000, "W": -32000}),
        ("discard from=N", {"S": 32000, "W": -16000, "N": -16000}),
    ):
        sheet = scored(f"{melds} {how} round=E seat=S dora=0 liable=W", rules)
        assert ([line.id for line in sheet.lines], [each.id for each in sheet.left_out]) == ([counts], [left])
        assert {seat: points for seat, points in (sheet.payments or {}).items() if points} == paid


def test_payments_sum_to_the_sticks() -> None:
    luck = random.Random(3)
    for _ in range(100):
        win = random_win(luck)
        for name in PRESETS:
            payments = rule_book(name).score(win).payments
            assert payments is None or sum(payments.values()) == 1000 * declared(win).sticks


def test_without_a_payer_nothing_is_paid() -> None:
    assert scored("[CCC,1]123m456p789sE E discard seat=S").payments is None


# What is unknown


def test_what_nobody_said_is_open_with_lowest_and_highest() -> None:
    found = assess(parse("234m567p345s88s67s 8s round=E seat=S"), "riichi-mleague")
    assert set(found.open) == {"self-draw", "riichi", "dora", "ura"}
    assert found.low == 2000  # pinfu, tanyao by a discard, no dora
    assert found.high == 16000  # riichi, self-drawn, three dora above and three below
    assert found.legal is True
    assert found.sheet is None


def test_riichi_is_open_for_closed_hands_alone() -> None:
    claimed = assess(parse("[123m,1]567p345s88s67s 8s discard round=E seat=S"), "riichi-ema")
    assert "riichi" not in claimed.open
    assert claimed.legal is False
    closed = assess(parse("123m567p345s88s79s 8s discard round=E seat=S dora=0 ura=0"), "riichi-ema")
    assert closed.open == ("riichi",)
    assert closed.legal is None


def test_all_said_is_one_sheet() -> None:
    text = "234m567p345s88s67s 8s discard riichi round=E seat=S dora=4p ura=9m"
    found = assess(parse(text), "riichi-ema")
    assert (found.open, len(found.sheets)) == ((), 1)


def test_a_dealer_and_the_winds_of_the_hand_are_told_apart() -> None:
    found = assess(parse("[CCC,1]234m567p78sSS 9s discard dora=0 from=W"), "riichi-ema")
    assert found.open == ("seat",)
    assert (found.low, found.high) == (1000, 1500)


def test_what_is_taken_is_named_with_the_alternatives() -> None:
    taken = assumption(parse("234m567p345s88s67s 8s round=E seat=S discard"), "riichi-ema")
    assert {each.circumstance for each in taken.alternatives} >= {"riichi", "dora"}
    assert taken.sheet.total == 2000


# Words


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("234m067p345s88s67s 8s tsumo riichi ippatsu", "234m067p345s88s67s 8s self-draw riichi ippatsu"),
        ("234m067p345s88s67s 8s 門前清自摸和 立直 一発", "234m067p345s88s67s 8s self-draw riichi ippatsu"),
        ("234m067p345s88s67s 8s haitei", "234m067p345s88s67s 8s self-draw last-tile"),
        ("234m067p345s88s67s 8s houtei", "234m067p345s88s67s 8s discard last-tile"),
        ("234m067p345s88s67s 8s chankan", "234m067p345s88s67s 8s discard kong"),
        ("[1111m]234p56s88s789p 7s rinshan", "[1111m]234p56s88s789p 7s self-draw kong"),
        ("234m067p345s88s67s 8s ron 両立直 dora=1z0p", "234m067p345s88s67s 8s discard double-riichi dora=E5p"),
        ("111222333z5566z 6z", "EEESSSWWWPPFF F"),
    ],
)
def test_words_of_riichi_players(text: str, same: str) -> None:
    assert parse(text, red=True) == parse(same, red=True)


@row_by_row("seed", range(50))
def test_text_of_a_hand_reads_back_as_the_hand(seed: int) -> None:
    win = random_win(random.Random(seed))
    back = parse(format_win(win), red=True)
    known = replace(win, kong=back.kong) if not win.kong else win  # without a kong it is not written
    assert replace(back, flowers=0) == known


def test_red_fives_count_where_the_rules_have_them_and_are_plain_fives_elsewhere() -> None:
    hand, plain = (f"234m{run}345s88s67s 8s self-draw riichi seat=S round=E" for run in ("067p", "567p"))
    assert parse(hand).red == ("5p",)
    assert parse(hand, red=False) == parse(plain)
    for rules in (*RULES, *RIICHI):
        counted, same = (rule_book(rules).score(assumed(parse(text))) for text in (hand, plain))
        assert ("Aka Dora" in [line.id for line in counted.lines]) == (
            game_of(rules).id == "riichi" and PRESETS[rules].red
        )
        if game_of(rules).id != "riichi":
            assert (counted.total, counted.lines, counted.findings) == (same.total, same.lines, same.findings)


@pytest.mark.parametrize("word", ["dora=x", "dora=f1", "ura=", "honba=x", "sticks=100"])
def test_words_that_cannot_be_used_say_why(word: str) -> None:
    with pytest.raises(NotationError) as error:
        parse(f"234m567p345s88s67s 8s {word}")
    assert error.value.kind in ("not-indicators", "not-a-number")


# The library


def test_without_the_library_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise combine.PackageNotFoundError(name)

    monkeypatch.setattr(combine, "version", missing)
    with pytest.raises(MissingLibraryError) as error:
        scored("234m567p345s88s67s 8s discard")
    assert error.value.kind == "missing-library"
    monkeypatch.setattr(combine, "version", lambda name: "2.3.0")
    with pytest.raises(MissingLibraryError) as error:
        scored("234m567p345s88s67s 8s discard")
    assert (error.value.kind, error.value.about) == ("other-library", {"found": "2.3.0", "version": "2.1"})


def test_every_yaku_of_the_library_has_its_names() -> None:
    from mahjong.hand_calculating.yaku_config import YakuConfig

    local = {"Nagashi Mangan", "Daisharin", "Daichisei", "Renhou (yakuman)"}
    local |= {"Sashikomi", "Paarenchan"}
    names = {str(yaku).rstrip(" 0123456789") for yaku in vars(YakuConfig()).values()}
    assert names - local == set(YAKU) - {FED_OPEN_RIICHI}, "theirs, Sashikomi, is paid by every discarder"
    for theirs in vars(YakuConfig()).values():
        ours = YAKU.get(str(theirs).rstrip(" 0123456789"))
        assert ours is None or (ours.closed, ours.opened) == (theirs.han_closed, theirs.han_open), ours


def test_riichi_is_scored_and_not_yet_played() -> None:
    assert not RIICHI.keys() & RULES.keys()
    assert {game_of(name).id for name in RIICHI} == {"riichi"}
