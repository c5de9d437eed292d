"""Presets of tournaments: what their files may say, what they change, and what their sheets say of it."""

import pytest

from scoring import RulingError, score
from scoring.explain import explanation
from scoring.games.game import RuleBook
from scoring.games.hongkong.presets import PRESETS as HOUSES
from scoring.games.mcr.presets import PRESETS, SWITCHES
from scoring.games.sanma.presets import PRESETS as SANMA
from scoring.match.match import fold
from scoring.match.records import Record, Seated
from scoring.rules import admit, tournament
from scoring.sheet import RulingEffect
from tests.books import RIICHI, RULES, SICHUAN, TAIWAN
from tests.rows import row_by_row
from tests.scoring.usual import usual

OPEN = """
name = "spring-open"
title = "Spring Open 2026"
base = "mcr-wmo"
source = "Referees' meeting of 14 March 2026"
"""
ZUNG_JUNG = OPEN.replace("mcr-wmo", "zungjung")


def book(base: str = "mcr-wmo", **answers: str) -> RuleBook:
    switches = "".join(f'switches.{switch} = "{answer}"\n' for switch, answer in answers.items())
    return tournament(OPEN.replace('"mcr-wmo"', f'"{base}"') + switches)


def test_without_switches_it_is_its_base() -> None:
    for text in ("1112345678999m5m self-draw", "[1111m][3333p]456s789sE E", "11m22p33s44mEESS C"):
        of_base, own = (found.score(usual(text)) for found in (RULES["mcr-wmo"], book()))
        assert (own.total, own.lines, own.left_out) == (of_base.total, of_base.lines, of_base.left_out)
        assert (own.rules, own.version, own.rulings) == ("spring-open", "1 on mcr-wmo 1", ())


# For each answer a hand that it changes, and how many points more the hand has with the answer of mcr-wmo.
ANSWERS = [
    ("S1", "counted", "not counted", "[CCC,1][FFF,1][PPP,1]11m9p9p1m", 1),
    ("S2", "counted", "not counted", "[234s,1][234s,1][666s,1]88sFFF", 6),
    ("S3", "counted", "not counted", "66m77m88m99m66p77p8p8p", 11),
    ("S4", "not counted", "counted", "1112345678999m5m", -1),
    ("S5", "counted", "not counted", "[111m,1][111p,1]99s999m99p9p", 4),
    ("S6", "not counted", "counted", "[EEE,1][SSS,1][WWW,1]23m99p1m round=N seat=N", -3),
    ("S7", "fully concealed", "self-drawn", "111m333p555s777m9p9p self-draw", 3),
    ("S7", "fully concealed", "fully concealed beside 12", "11m22p33s44mEESSC C self-draw", 3),
    ("S8", "not counted", "counted", "[1111m][3333p]456s789sE E", -2),
    ("S9", "8", "6", "[1111m][3333p]456s789sE E", 2),
    ("S10", "6", "5", "[1111m][3333p,1]456s789s5s 5s", 1),
    ("S10", "6", "67 and 74", "[1111m][3333p,1]456s789s5s 5s", 3),
    ("S10", "6", "57", "[1111m][3333p,1]456s789s5s 5s", 2),
    ("S11", "counted", "not counted", "258m23469p14788s3p", 1),
    ("S12", "counted", "not counted", "[345m,1][345m,1][345m,1]34m5p5p5m", 2),
    ("S13", "exposed", "concealed", "[123m,1]456m22s777p88p8p", -2),
    ("S14", "counted", "not counted", "147m258p369sESWNC", 12),
    ("S15", "any tiles", "suit tiles", "EEEE11m22p33s55s99p", 2),
    ("S16", "not counted", "counted", "[1111m][3333p,1][5555s,1]789sE E", -2),
    ("S17", "not counted", "counted", "12m345m567m789m9p9p3m", -1),
    ("S18", "not counted", "counted", "[3333m]111m2m456p789s2m", -1),
]


# Hands that wait for 2m and 3m, or for more; whether Single Wait (79) counts where 3m held four times is no wait.
@pytest.mark.parametrize(
    ("hand", "single"),
    [
        ("[3333m]111m2m456p789s2m", True),
        ("[3333m,1]111m2m456p789s2m", True),
        ("[333m,1]111m2m345m789s2m", False),  # 5m wins as well
        ("[333m,1]111m2m456p789s2m", False),
        ("111m2m333m345m789s2m", False),  # so do others
    ],
)
def test_tiles_held_four_times_are_no_wait_where_a_tournament_says_so(hand: str, single: bool) -> None:
    sheet = book(S18="counted").score(usual(hand))
    assert (79 in {line.id for line in sheet.lines}) == single, sheet.lines


def test_every_answer_is_in_the_table() -> None:
    base = PRESETS["mcr-wmo"]
    there = {(switch, answer) for switch, own, other, _, _ in ANSWERS for answer in (own, other)}
    assert there == {(switch.id, answer.name) for switch in SWITCHES for answer in switch.answers}
    assert all(base.answers[switch] == own for switch, own, _, _, _ in ANSWERS)


@pytest.mark.parametrize(("switch", "own", "other", "hand", "less"), ANSWERS)
def test_an_answer_changes_the_total_and_the_sheet_names_it(
    switch: str, own: str, other: str, hand: str, less: int
) -> None:
    win = usual(f"{hand} flowers=2")
    before = RULES["mcr-wmo"].score(win)
    sheet = book(**{switch: other}).score(win)
    assert before.wins
    assert before.rulings == ()
    assert before.total - sheet.total == less
    assert sheet.rulings == (RulingEffect(switch, other, own, before.total),)
    assert book(**{switch: own}).score(win).rulings == ()


def test_each_of_several_rulings_is_compared_alone() -> None:
    sheet = book(S8="counted", S9="6").score(usual("[1111m][3333p]456s789sE E"))
    assert {effect.switch: effect.otherwise - sheet.total for effect in sheet.rulings} == {"S8": -2, "S9": 2}


def test_a_minimum_of_its_own() -> None:
    win = usual("23m789m123s789s22p1m")
    easy = tournament(OPEN + "minimum = 5")
    assert (easy.minimum, easy.score(win).legal) == (5, True)
    assert not RULES["mcr-wmo"].score(win).legal


def test_a_match_by_it_is_played_as_one_by_its_base() -> None:
    seated = Record(Seated(("Ann", "Bo", "Chen", "Dai")), "x", "now")
    bodies = {base: fold([seated], book(base)).body.name for base in PRESETS}
    assert bodies == {base: fold([seated], base).body.name for base in PRESETS}
    assert bodies["mcr-wmo"] != bodies["mcr"]


def test_numbers_are_answers_too() -> None:
    assert tournament(OPEN + "switches.S9 = 6").score(usual("[1111m][3333p]456s789sE E")).rulings[0].switch == "S9"


def test_an_admitted_book_is_used_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, "spring-open", book())
    admit(book(S15="suit tiles"))
    sheet = score(usual("EEEE11m22p33s55s99p"), "spring-open")
    assert (sheet.rules, [effect.switch for effect in sheet.rulings]) == ("spring-open", ["S15"])


GATES = "1111234578999m6m self-draw heaven"
"""Nine Gates on the fourteen tiles of the deal, but not on the tile that is named as the winning one."""


def test_zung_jung_lets_any_tile_of_the_deal_complete_nine_gates_where_a_tournament_says_so() -> None:
    own, plain = book("zungjung", Z1="any tile"), book("zungjung")
    sheet = own.score(usual(GATES))
    assert (sheet.total, [line.name for line in sheet.lines]) == (480, ["Nine Gates"])
    assert sheet.rulings == (RulingEffect("Z1", "any tile", "named tile", 300),)
    assert (sheet.rules, sheet.version) == ("spring-open", "1 on zungjung 1")
    assert (plain.score(usual(GATES)).total, plain.score(usual(GATES)).rulings) == (300, ())
    drawn_last = own.score(usual("1112345678999m5m self-draw heaven"))
    assert (drawn_last.total, drawn_last.rulings) == (480, ())


def test_a_book_based_on_zung_jung_is_played_and_explained_as_zung_jung(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, "spring-open", book("zungjung"))
    text = "[FFF,1][PPP,1]CC34789s5s round=S from=E seat=S"
    sheets = [score(usual(text), rules) for rules in ("spring-open", "zungjung")]
    own, base = [explanation(sheet) for sheet in sheets]
    assert own == base
    assert own.responsible is not None
    assert sheets[0].payments == sheets[1].payments
    knitted = usual("147m258p369sESWNC")
    assert explanation(score(knitted, "spring-open")).distance == explanation(score(knitted, "zungjung")).distance
    seats = Record(Seated(("Ann", "Bo", "Chen", "Dai")), "x", "now")
    match = fold([seats], RULES["spring-open"])
    assert (match.body.game, match.refused) == ("zungjung", {})


def test_a_zung_jung_minimum_of_its_own() -> None:
    win = usual("[123m,1][456p,1]99s789s CCC")
    strict = tournament(ZUNG_JUNG + "minimum = 25")
    assert (RULES["zungjung"].score(win).legal, strict.score(win).legal) == (True, False)
    assert strict.worth(win).legal is False


ERRORS: list[tuple[str, str, dict[str, object]]] = [
    ("name = spring", "not-toml", {}),
    (OPEN.replace('source = "', 'sauce = "'), "unknown-key", {"key": "sauce"}),
    (OPEN.replace("source =", "# source ="), "missing-key", {"key": "source"}),
    (OPEN.replace('"Spring Open 2026"', "2026"), "not-text", {"key": "title", "value": "2026"}),
    (OPEN.replace("spring-open", "Spring Open!"), "bad-name", {"name": "Spring Open!"}),
    (OPEN.replace("spring-open", "mcr-wmo"), "name-taken", {"name": "mcr-wmo"}),
    (
        OPEN.replace('base = "mcr-wmo"', 'base = "riichi"'),
        "unknown-base",
        {"base": "riichi", "known": (*PRESETS, "zungjung", *HOUSES, *RIICHI, *SICHUAN, *SANMA, *TAIWAN)},
    ),
    (OPEN + "minimum = -1", "bad-minimum", {"minimum": "-1", "lowest": 0, "highest": 88}),
    (ZUNG_JUNG + "minimum = 0", "bad-minimum", {"minimum": "0", "lowest": 1, "highest": 480}),
    (ZUNG_JUNG + "minimum = 481", "bad-minimum", {"minimum": "481", "lowest": 1, "highest": 480}),
    (OPEN + 'minimum = "8"', "bad-minimum", {"minimum": "8", "highest": 88}),
    (OPEN + "switches = 5", "not-a-table", {"key": "switches", "switch": "S15"}),
    (ZUNG_JUNG + "switches = 5", "not-a-table", {"key": "switches", "switch": "Z1", "answer": "any tile"}),
    (
        ZUNG_JUNG + 'switches.S15 = "suit tiles"',
        "unknown-switch",
        {"switch": "S15", "base": "zungjung", "known": ("Z1",)},
    ),
    (ZUNG_JUNG + 'switches.Z1 = "yes"', "unknown-answer", {"switch": "Z1", "known": ("named tile", "any tile")}),
    (OPEN + 'switches.Z1 = "any tile"', "unknown-switch", {"switch": "Z1", "base": "mcr-wmo"}),
    (OPEN + 'switches.S99 = "counted"', "unknown-switch", {"switch": "S99"}),
    (
        OPEN + 'switches.S15 = "no honors"',
        "unknown-answer",
        {"switch": "S15", "answer": "no honors", "known": ("any tiles", "suit tiles")},
    ),
]


@row_by_row(("text", "kind", "about"), ERRORS)
def test_a_file_that_cannot_be_used(text: str, kind: str, about: dict[str, object]) -> None:
    with pytest.raises(RulingError) as error:
        tournament(text)
    assert error.value.kind == kind
    assert about.items() <= error.value.about.items()


@pytest.mark.parametrize("huge", ["9" * 5000, "0x" + "f" * 5000, "[" * 5000 + "]" * 5000, "[0x" + "f" * 5000 + "]"])
@pytest.mark.parametrize("key", ["minimum", "version", "name", "base", "other", "[switches]\nS9"])
def test_numbers_and_lists_beyond_all_bounds_are_errors(key: str, huge: str) -> None:
    with pytest.raises(RulingError):
        tournament(f'name = "a"\ntitle = "A"\nbase = "mcr"\n{key} = {huge}\n')
    needed = {"name": '"a"', "title": '"A"', "base": '"mcr"'} | ({key: huge} if key[0] != "[" else {})
    with pytest.raises(RulingError):
        tournament("\n".join(f"{name} = {value}" for name, value in needed.items()) + f"\nswitches = {huge}\n")
