"""Hong Kong Old Style: the rows of its table, a second implementation, switches, flowers, payments, names."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import Meld, RulingError, ScoreSheet, UnknownCircumstancesError, Win, assess, parse, score
from scoring.circumstances import assumption
from scoring.distance import distance
from scoring.explain import explanation
from scoring.findings import findings
from scoring.games.game import RuleBook
from scoring.games.hongkong.combine import ENGINE as HONG_KONG
from scoring.games.hongkong.patterns import PATTERNS
from scoring.games.hongkong.payment import points
from scoring.games.hongkong.presets import DEFAULTS, PRESETS, SWITCHES, preset
from scoring.games.hongkong.presets import Preset as House
from scoring.notation import format_win
from scoring.rules import tournament
from scoring.tiles import FLOWERS, WINDS
from scoring.waits import waits
from tests.rows import row_by_row
from tests.scoring.deal import random_win
from tests.scoring.games.hongkong_second import ORPHANS, second
from tests.scoring.truth import table
from tests.scoring.usual import usual

ROWS = table("hongkong.tsv")
HOUSE = """
name = "corner-house"
title = "The corner house"
base = "hk"
source = "the wall of the house"
"""
# Of HK1 any number may be said; none of a match (HK29 to HK31) changes a hand.
SAID = {switch.id: switch.answers for switch in SWITCHES} | {"HK1": ("3", "0", "1")}


def house(**answers: str) -> House:
    return preset("house", "House", "1", "test", {**DEFAULTS, **answers})


def lines_of(sheet: ScoreSheet) -> tuple[tuple[str, int], ...]:
    return tuple((str(line.id), line.points) for line in sheet.lines)


def figures(sheet: ScoreSheet) -> tuple[object, ...]:
    """Return the outcome of a hand but for its lines, as the second implementation has it."""
    raw = sum(line.points for line in sheet.lines)
    return sheet.wins, sheet.total, raw, sheet.counted, sheet.legal, sheet.payments


def switches_of(cell: str) -> dict[str, str]:
    return {name: answer.replace("_", " ") for name, _, answer in (each.partition("=") for each in cell.split())}


@row_by_row("row", ROWS, ids=[row["id"] for row in ROWS])
def test_the_rows_of_the_description_are_equal(row: dict[str, str]) -> None:
    win = parse(row["hand"])
    win = replace(win, self_draw=bool(win.self_draw), kong=bool(win.kong))
    paid = {seat: Fraction(due) for seat, due in (each.split("=") for each in row["payments"].split())} or None
    lines = tuple((name, int(faan)) for name, faan in (each.split("=") for each in row["patterns"].split()))
    numbers = (int(row["faan"]), int(row["raw"]), int(row["counted"]))
    expected = (row["wins"] == "yes", *numbers, row["legal"] == "yes", paid)
    sheet = HONG_KONG.score(win, house(**switches_of(row["switches"])))
    assert (figures(sheet), lines_of(sheet)) == (expected, lines)


def test_the_rows_have_every_pattern_and_every_answer() -> None:
    assert len(ROWS) == 196
    assert {each.partition("=")[0] for row in ROWS for each in row["patterns"].split()} == {row.id for row in PATTERNS}
    said = {(name, answer) for row in ROWS for name, answer in switches_of(row["switches"]).items()}
    of_hands = {switch: answers[1:] for switch, answers in SAID.items() if switch not in ("HK29", "HK30", "HK31")}
    later = {("HK3", "4"), ("HK24", "0.25")}  # the second implementation and the payments of matches have them
    assert {(switch, answer) for switch, answers in of_hands.items() for answer in answers} - said == later


def random_hand(rng: random.Random) -> Win:
    """Return a random hand with the circumstances of Hong Kong's tables, none of which its tiles contradict."""
    win = replace(_of_ends(rng) if rng.random() < 0.03 else random_win(rng), last_of_kind=False)
    flowers = tuple(rng.sample(FLOWERS, rng.choice((0, 0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8))))
    if rng.random() < 0.2:
        flowers = tuple(dict.fromkeys((*rng.choice((FLOWERS[:4], FLOWERS[4:])), *flowers[:3])))
    others = [seat for seat in WINDS if seat != win.seat]
    win = replace(
        win,
        kong=bool(win.kong),
        flowers=len(flowers),
        flower_tiles=flowers,
        discarder=None if win.self_draw else rng.choice(others),
        liable=rng.choice((None, None, *others)),
    )
    kind = rng.random()
    if kind < 0.1:
        win = replace(win, double_kong=bool(win.self_draw), kong=bool(win.self_draw))
    elif kind < 0.2:
        win = replace(win, flower_tile=bool(win.self_draw))
    elif kind < 0.25:
        win = replace(win, self_draw=True, kong=False, seat="E", heaven=True, discarder=None, liable=None)
    elif kind < 0.3:
        win = replace(win, self_draw=False, kong=False, seat="S", earth=True, discarder="E", liable=None)
    elif kind < 0.4:
        win = replace(win, self_draw=False, kong=False, seat="S", man=True, discarder="W", liable=None)
    if not findings(win):
        return win
    return replace(win, kong=False, double_kong=False, heaven=False, earth=False, man=False)


def _of_ends(rng: random.Random) -> Win:
    """Four triplets and a pair of terminals, perhaps with honors."""
    *sets, pair = rng.sample(rng.choice((ORPHANS, ORPHANS[:6])), 5)
    melds = tuple([Meld((code,) * 3, 1) for code in sets if rng.random() < 0.4])
    laid = {meld.tiles[0] for meld in melds}
    tiles = [pair, pair, *(code for code in sets if code not in laid for _ in range(3))]
    rng.shuffle(tiles)
    drawn, seat = rng.random() < 0.5, rng.choice(WINDS)
    return Win(tuple(tiles[1:]), tiles[0], melds, self_draw=drawn, kong=False, seat=seat, round_wind="E")


def random_house(rng: random.Random) -> dict[str, str]:
    """Return the answers of a house: those of a preset, or some switches set differently."""
    if rng.random() < 0.3:
        return dict(rng.choice(list(PRESETS.values())).answers)
    changed = rng.sample(sorted(SAID), rng.choice((0, 1, 2, 4, 10, 33)))
    return DEFAULTS | {switch: rng.choice(SAID[switch]) for switch in changed}


def equal_to_the_second(seeds: range) -> Counter[str]:
    """Hold both implementations against each other, and count the patterns that occurred."""
    met: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        win, answers = random_hand(rng), random_house(rng)
        other = second(win, answers)
        sheet = HONG_KONG.score(win, house(**answers))
        theirs = (other.wins, other.faan, other.raw, other.counted, other.legal, other.payments)
        differs = {switch: answer for switch, answer in answers.items() if answer != DEFAULTS[switch]}
        assert figures(sheet) == theirs, (seed, format_win(win), differs)
        assert sheet.ties or lines_of(sheet) == other.patterns, (seed, format_win(win), differs)
        met.update(str(line.id) for line in sheet.lines)
    return met


def test_a_second_implementation_says_the_same() -> None:
    assert len(equal_to_the_second(range(500))) > 25


@pytest.mark.long
def test_a_second_implementation_says_the_same_of_20000_hands() -> None:
    met = equal_to_the_second(range(20_000))
    assert set(met) == {row.id for row in PATTERNS}


# What nobody said


def test_flowers_nobody_spoke_of_are_open_and_no_pattern_hangs_on_them() -> None:
    found = assess(parse("[CCC,1][FFF,2]123m78sEE 9s discard round=E seat=S"), "hk")
    assert (found.low, found.high, found.legal, found.open) == (2, 5, None, ("flowers",))
    assert [line.id for line in found.shared.lines] == ["3.1"]
    for words, total in (("flowers=0", 3), ("flowers=f1", 2), ("flowers=s2", 3), ("flowers=f1f2f3f4s2", 5)):
        said = assess(parse(f"[CCC,1][FFF,2]123m78sEE 9s discard round=E seat=S {words}"), "hk")
        assert (said.open, said.sheet and said.sheet.total) == ((), total)


def test_flowers_nobody_spoke_of_are_taken_as_none_and_it_is_said() -> None:
    found = assumption(parse("[CCC,1][FFF,2]123m78sEE 9s discard round=E seat=S"), "hk")
    assert ("2.1" in [line.id for line in found.sheet.lines], found.sheet.total, found.open) == (True, 3, ("flowers",))
    assert [(each.circumstance, each.worth.total) for each in found.alternatives] == [("flowers", 2), ("flowers", 4)]
    assert assumption(parse("[CCC,1][FFF,2]123m78sEE 9s discard round=E seat=S flowers=0"), "hk").open == ()


def test_where_flowers_are_not_played_nothing_is_open() -> None:
    win = parse("[CCC,1][FFF,2]123m78sEE 9s discard round=E seat=S")
    assert assess(win, "hk-hkma").open == ()
    with pytest.raises(UnknownCircumstancesError):
        score(replace(win, kong=False), "hk")


@pytest.mark.parametrize(("seat", "low", "high"), [("S", 3, 5), (None, 3, 5)])
def test_flowers_without_names_are_a_question(seat: str | None, low: int, high: int) -> None:
    win = replace(parse("[111m,1]33m555p777s99s 3m discard round=E flowers=2"), seat=seat)
    found = assess(win, "hk")
    assert (found.low, found.high, "flower-names" in found.open) == (low, high, True)
    taken = assumption(win, "hk")
    assert (taken.sheet.total, taken.high) == (low, high)


def test_all_eight_flowers_need_no_names() -> None:
    found = assess(parse("[111m,1]33m555p777s99s 3m discard round=E seat=S flowers=8"), "hk")
    assert (found.open, found.low, found.sheet and [line.id for line in found.sheet.lines]) == ((), 8, ["2.5"])


# Words that only these rules know


@pytest.mark.parametrize(
    ("text", "kind", "left"),
    [
        ("[1111m,1]333m55p777s99s 5p self-draw double-kong", "double-kong-impossible", "1.7"),
        ("[1111m,1][3333m,1]55p777s99s 5p discard flower-tile", "replacement-not-drawn", "1.6"),
        ("222p345s456mNNN2s 2s discard man seat=E", "man-impossible", "6.2"),
        ("[222p,1]345s456mNNN2s 2s discard man seat=S", "man-impossible", "6.2"),
        ("222p345s456mNNN2s 2s self-draw man seat=S", "man-impossible", "6.2"),
        ("222p345s456mNNN2s 2s discard liable=S seat=S", "liable-is-winner", None),
    ],
)
def test_words_that_the_tiles_contradict_are_findings_and_do_not_count(text: str, kind: str, left: str | None) -> None:
    sheet = HONG_KONG.score(usual(text), house(HK1="0", HK21="3", HK32="yes"))
    assert kind in [finding.kind for finding in sheet.findings]
    assert left not in [line.id for line in sheet.lines]
    if left and left != "1.6":
        assert left in [each.id for each in sheet.left_out]


def test_flowers_count_nothing_where_they_are_not_played() -> None:
    sheet = score(usual("[111m,1]33m555p777s99s 3m seat=S from=W flowers=f2s2"), "hk-hkma")
    assert ([finding.kind for finding in sheet.findings], sheet.total) == (["flowers-not-played"], 3)


def test_a_sheet_says_what_does_not_count_and_why() -> None:
    sheet = score(usual("[EEE,1][SSS,2][WWW,3][NNN,1]5m 5m seat=S from=W flowers=0"), "hk")
    left = {str(each.id): (each.principle, [name.id for name in each.because]) for each in sheet.left_out}  # type: ignore[union-attr]
    assert left == {
        "3.2": ("included", ["5.4"]),
        "3.3": ("included", ["5.4"]),
        "4.2": ("listed limit", ["5.4"]),
        "4.4": ("listed limit", ["5.4"]),
    }
    assert (sheet.limit, sheet.total, sum(line.points for line in sheet.lines)) == ("compound", 10, 14)
    assert all(each.sets and all(each.sets) for each in sheet.left_out)


def test_what_is_left_out_stands_there_once_and_with_its_tiles() -> None:
    for seed in range(300):
        win = random_hand(random.Random(seed))
        left = score(win, "hk").left_out
        assert len({each.id for each in left}) == len(left), format_win(win)
        assert all(each.sets or str(each.id)[0] == "2" for each in left), format_win(win)


# Houses


def of_file(*lines: str) -> RuleBook:
    return tournament(HOUSE + "\n".join(lines))


def test_a_house_answers_the_switches_in_its_file() -> None:
    book = of_file("[switches]", "HK1 = 5", 'HK3 = "none"', "HK18 = 6", "HK24 = 0.5", 'HK25 = "half"')
    assert (book.game.id, book.base, book.minimum, book.version) == ("hk", "hk", 5, "1 on hk 1")
    sheet = book.score(usual("[123m,1]456m78mEEECC 9m seat=S from=W flowers=0"))
    assert sheet.payments == {"E": -6, "S": 24, "W": -12, "N": -6}
    assert dict(sheet.switches) == {"HK1": "5", "HK3": "none", "HK18": "6", "HK24": "0.5", "HK25": "half"}
    assert sheet.rulings == ()
    suit = book.score(usual("[123m,1]456m789m34m55m 2m seat=S from=W flowers=0"))
    assert [(each.switch, each.answer, each.other, each.otherwise) for each in suit.rulings] == [("HK18", "6", "7", 9)]


def test_the_minimum_of_a_house_is_said_once() -> None:
    assert of_file("minimum = 0").minimum == of_file("switches.HK1 = 0").minimum == 0
    assert of_file("minimum = 4", "switches.HK1 = 4").minimum == 4
    with pytest.raises(RulingError) as error:
        of_file("minimum = 4", "switches.HK1 = 3")
    assert (error.value.kind, error.value.about) == ("two-minimums", {"minimum": "4", "other": "3"})


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("switches.HK3 = 9", "unknown-answer"),
        ("switches.HK3 = true", "unknown-answer"),
        ("switches.HK1 = 14", "unknown-answer"),
        ("switches.HK1 = -1", "unknown-answer"),
        ('switches.HK1 = "number"', "unknown-answer"),
        ('switches.HK34 = "on"', "unknown-switch"),
        ('switches.S15 = "suit tiles"', "unknown-switch"),
        ("switches = 3", "not-a-table"),
        ("minimum = 14", "bad-minimum"),
        ("minimum = 11", "minimum-above-limit"),
        ("switches = {HK1 = 5, HK3 = 4}", "minimum-above-limit"),
    ],
)
def test_what_no_house_can_answer_is_refused(line: str, kind: str) -> None:
    with pytest.raises(RulingError) as error:
        of_file(line)
    assert error.value.kind == kind


@given(st.dictionaries(st.sampled_from(sorted(SAID)), st.integers(0, 3)), st.integers(0, 5000))
def test_any_house_scores_any_hand_and_says_its_switches(answers: dict[str, int], seed: int) -> None:
    said = {switch: SAID[switch][n % len(SAID[switch])] for switch, n in answers.items()}
    assume(said.get("HK3") == "none" or int(said.get("HK1", "3")) <= int(said.get("HK3", "10")))
    book = of_file("[switches]", *(f'{switch} = "{answer}"' for switch, answer in said.items()))
    win = random_hand(random.Random(seed))
    sheet = book.score(win)
    assert dict(sheet.switches) == {switch: answer for switch, answer in said.items() if answer != DEFAULTS[switch]}
    assert book.worth(win) == (sheet.wins, sheet.total, sheet.legal)
    assert all(effect.otherwise != sheet.total for effect in sheet.rulings)
    if sheet.payments:
        assert sum(sheet.payments.values()) == 0
        assert all(8 % Fraction(paid).denominator == 0 for paid in sheet.payments.values())


ANYTHING = st.one_of(st.integers(), st.floats(), st.text(max_size=9), st.booleans())


@given(st.dictionaries(st.one_of(st.text("HKS0123456789", max_size=5), st.sampled_from(sorted(SAID))), ANYTHING))
def test_whatever_a_file_has_for_switches_is_used_or_refused(answers: dict[str, object]) -> None:
    values = {name: _quoted(value) if isinstance(value, str) else str(value).lower() for name, value in answers.items()}
    book = kind = None
    try:
        book = of_file("[switches]", *(f"{_quoted(name)} = {value}" for name, value in values.items()))
    except RulingError as error:
        kind = error.kind
    if kind is None:
        assert book is not None
        assert set(answers) <= set(DEFAULTS)
    elif set(answers) <= set(DEFAULTS):
        assert kind in ("unknown-answer", "minimum-above-limit")
    else:
        assert kind in ("unknown-switch", "unknown-answer")


def _quoted(text: str) -> str:
    return '"' + "".join(f"\\u{ord(sign):04x}" if ord(sign) < 65536 else f"\\U{ord(sign):08x}" for sign in text) + '"'


def test_the_presets_are_those_of_the_description() -> None:
    assert [(name, len(made.different)) for name, made in PRESETS.items()] == [
        ("hk", 0),
        ("hk-hkma", 7),
        ("hk-perth", 6),
        ("hk-club", 13),
    ]
    win = usual("[EEE,1][SSS,2][WWW,3]12mNN 3m seat=S from=N flowers=f1")
    assert {name: score(win, name).total for name in PRESETS} == {"hk": 9, "hk-hkma": 10, "hk-perth": 9, "hk-club": 10}


# Payments


def test_the_table_of_points_goes_on_without_a_limit() -> None:
    assert [points(faan, "half") for faan in range(9)] == [1, 2, 4, 8, 16, 24, 32, 48, 64]
    assert [points(faan, "half") for faan in range(9, 16)] == [96, 128, 192, 256, 384, 512, 768]
    assert [points(faan, "half from 5") for faan in range(4, 14)] == [16, 32, 48, 64, 96, 128, 192, 256, 384, 512]
    assert [points(faan, "full") for faan in (0, 5, 13, 20)] == [1, 32, 8192, 1 << 20]
    assert [points(faan, "laak") for faan in range(12)] == [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64]


def test_payments_are_exact_to_the_quarter() -> None:
    win = usual("[111p,1]234p456s789m5s 5s seat=S from=W flowers=f1")
    sheet = HONG_KONG.score(win, house(HK1="0", HK24="0.5", HK25="half"))
    assert sheet.payments == {"E": Fraction(-1, 4), "S": 1, "W": Fraction(-1, 2), "N": Fraction(-1, 4)}


# The rest of Tableside


def test_seven_pairs_are_waited_for_only_where_they_win() -> None:
    hand = parse("1122p55s88mWWCCP seat=S round=E")
    assert [wait.tile for wait in waits(hand, "hk")] == []
    assert [wait.tile for wait in waits(hand, "hk-club")] == ["P"]
    assert waits(parse("1111p22p55s88mWWC seat=S round=E"), "hk-club") == ()
    assert distance(parse("1122p55s88mWWCCP"), "hk").shape == "regular"
    four = distance(parse("1111p22p55s88mWWC C"), "hk-club")
    assert (four.shape, four.tiles, four.exchanges) == ("seven-pairs", 2, ())


def test_a_hand_is_explained() -> None:
    sheet = score(usual("[SSS,1]23m456m789p55s 1m seat=S from=W flowers=0"), "hk")
    found = explanation(sheet)
    assert found.waits
    assert found.changes
    assert all(change.sheet.legal for change in found.changes)
    assert explanation(assess(parse("[WWW,1]123m456m78p55s 9p discard seat=S round=E"), "hk").shared).changes is None


def test_what_a_hand_waits_for_depends_on_no_word_of_how_it_was_won() -> None:
    plain = usual("[1111m][3333p]456s789sE E seat=S flowers=0")
    said = replace(plain, double_kong=True, flower_tile=True, man=True, liable="S", heaven=True)
    assert waits(said, "hk") == waits(plain, "hk") != ()
    assert explanation(score(said, "hk")).waits == waits(plain, "hk")
