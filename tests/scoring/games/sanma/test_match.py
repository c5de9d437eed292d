"""Matches of three: against a second implementation, and by hand what the rules say in words."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.riichi.hand import riichi_of
from scoring.games.sanma.acts import SetAside
from scoring.games.sanma.bodies import values
from scoring.games.sanma.hand import sanma_of
from scoring.games.sanma.presets import PRESETS
from scoring.match.course import course_of, results
from scoring.match.match import fold
from scoring.match.records import Act, Claimed, Drawn, FalseWin, Seated, Won
from scoring.match.state import Match
from scoring.rules import BOOKS, tournament
from tests.scoring.games.sanma.second import HOME, MAHJONG_SOUL, TENHOU, Forbidden, House, Table, cost, draws
from tests.scoring.match.builders import records

THREE = ("Ann", "Bo", "Chen")
BASES = [base for base in dict.fromkeys(each.base for each in values(PRESETS["sanma-tenhou"])) if base < 32_000]

HOUSES: Sequence[tuple[str, str, House]] = (
    ("sanma-tenhou", "", TENHOU),
    ("sanma-mjsoul", "", MAHJONG_SOUL),
    ("sanma-home", "", HOME),
    (
        "sanma-tenhou",
        'SA4 = "full"\nSA5 = "300/100"\nSA6 = "3000"',
        replace(TENHOU, drawn="full", counter=(300, 100), pool=3000),
    ),
    (
        "sanma-home",
        'SA12 = "nearest"\nSA18 = "off"\nSA21 = "win"',
        replace(HOME, all_win=False, broke_ends=False, tenpai_stays=False),
    ),
    ("sanma-home", 'SA5 = "1000/1000"\nSA22 = "yakuman"', replace(HOME, counter=(1000, 1000), foul=8000)),
    (
        "sanma-mjsoul",
        'SA16 = "25000/30000"\nSA17 = "10 0 -10"\nSA20 = "off"',
        replace(MAHJONG_SOUL, start=25_000, back=30_000, uma=(10, 0, -10), leader_stops=False),
    ),
    (
        "sanma-tenhou",
        'SA4 = "split"\nSA6 = "0"\nSA19 = "none"',
        replace(TENHOU, drawn="split", pool=0, target=None),
    ),
)
"""A preset, the switches of a house that changes it, and its rules in the second implementation."""


def book_of(base: str, switches: str) -> str:
    """Return the name of a house's rules, which are admitted, or of a preset."""
    if not switches:
        return base
    name = f"three-{abs(hash(switches)) % 10_000}"
    BOOKS.admit(tournament(f'name = "{name}"\ntitle = "x"\nbase = "{base}"\nsource = "us"\n[switches]\n{switches}\n'))
    return name


def drawn_points(table: Table, seat: str, base: int) -> int:
    return sum(draws(table.house, base, table.chair(seat), table.east).values())


def step(chance: random.Random, table: Table) -> tuple[Act, str]:
    """Return a random act, and the reason why the model refuses it, having played it there otherwise."""
    seats, kind = ["E", "S", "W"], chance.choices(range(7), (6, 3, 8, 7, 5, 1, 1))[0]
    chance.shuffle(seats)
    one, two, three = seats
    base = chance.choice(BASES)
    try:
        if kind == 0:
            act: Act = DeclaredRiichi(one)
            table.riichi(one)
        elif kind == 1:
            act = SetAside(one)
            table.north(one)
        elif kind == 2:
            liable = three if chance.random() < 0.1 else None
            act = Won(one, cost(base, one == "E"), two, liable=liable)
            if chance.random() < 0.2:
                other = chance.choice(BASES)
                act = Claimed((Won(one, cost(base, one == "E"), two), Won(three, cost(other, three == "E"), two)))
                table.discard_wins(two, [(one, base), (three, other)])
            else:
                table.discard_wins(two, [(one, base)], liable)
        elif kind == 3:
            liable = two if chance.random() < 0.1 else None
            act = Won(one, drawn_points(table, one, base), liable=liable)
            table.drawn_win(one, base, liable)
        elif kind == 4:
            ready = {seat for seat in seats if chance.random() < 0.5 or table.chair(seat) in table.laid}
            nagashi = {one} if chance.random() < 0.1 else set[str]()
            act = Drawn(tuple(sorted(ready)), nagashi=tuple(nagashi) or None)
            table.wall(ready, nagashi)
        elif kind == 5:
            act = Drawn(abortive=chance.choice(["nine terminals and honours", "four kongs"]))
            table.abort()
        else:
            act = FalseWin(one, "no yaku", None if table.house.foul else 0)
            table.foul(one)
    except Forbidden:
        return act, "refused"
    return act, ""


def compare(base: str, switches: str, house: House, seed: int) -> None:
    """Play a random match twice, and compare each state."""
    chance = random.Random(seed)
    rules = book_of(base, switches)
    house = replace(house, deals=chance.choice((3, 6)))
    table, acts = Table(house), [Seated(THREE, rules, hands=house.deals)]
    for _ in range(80):
        act, refused = step(chance, table)
        match = fold(records(*acts, act, role="referee"))
        assert bool(match.refused) == bool(refused), (seed, act, match.refused)
        if refused:
            continue
        acts.append(act)
        assert list(match.points.values()) == table.holds, (seed, acts)
        assert match.over is table.over, (seed, acts)
        if table.over:
            assert [float(each) for each in results(match).values()] == [float(each) for each in table.results]
            return
        hand = match.hands[-1]
        assert (hand.deal, hand.round_wind, riichi_of(hand).honba) == (table.deal, table.round, table.counters)
        assert hand.seats["E"] == THREE[table.east]
        assert hand.on_table == 1000 * (table.sticks + len(table.laid))
        assert [sanma_of(hand).norths[name] for name in THREE] == table.norths


@pytest.mark.parametrize("number", range(len(HOUSES)), ids=lambda n: " ".join(HOUSES[n][:2]).replace("\n", " "))
def test_random_matches_are_those_of_the_second_implementation(number: int) -> None:
    for seed in range(4):
        compare(*HOUSES[number], seed)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(HOUSES)), ids=lambda n: " ".join(HOUSES[n][:2]).replace("\n", " "))
def test_many_random_matches_are_those_of_the_second_implementation(number: int) -> None:
    for seed in range(1000, 1120):
        compare(*HOUSES[number], seed)


def played(*acts: Act, rules: str = "sanma-tenhou", hands: int | None = None) -> Match:
    match = fold(records(Seated(THREE, rules, hands=hands), *acts, role="referee"))
    assert match.refused == {}
    return match


def refused(*acts: Act, rules: str = "sanma-tenhou") -> str:
    match = fold(records(Seated(THREE, rules), *acts, role="referee"))
    assert set(match.refused) == {len(acts) + 1}
    return match.refused[len(acts) + 1].kind


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (Won("N", 8000, "E"), "not-a-seat"),
        (Won("E", 12000, "N"), "not-a-seat"),
        (Won("E", 12100, "S"), "no-such-value"),
        (DeclaredRiichi("N"), "not-a-seat"),
        (SetAside("N"), "not-a-seat"),
        (Drawn(), "tenpai-unknown"),
        (Drawn(abortive="four winds"), "no-such-draw"),
        (Drawn(abortive="four riichi"), "no-such-draw"),
        (DeclaredRiichi("E", opened=True), "no-open-riichi"),
    ],
)
def test_what_three_do_not_have_is_refused(act: Act, kind: str) -> None:
    assert refused(act) == kind


@pytest.mark.parametrize("players", [("Ann", "Bo"), ("Ann", "Bo", "Chen", "Dai"), ("Ann", "Bo", "Bo")])
def test_a_match_has_three_different_players(players: tuple[str, ...]) -> None:
    match = fold(records(Seated(players, "sanma-tenhou")))
    assert {each.kind for each in match.refused.values()} <= {"not-four-players", "wrong-type"}
    assert match.refused


@pytest.mark.parametrize("rules", ["mcr", "riichi-ema", "sichuan-sbr"])
def test_three_sit_down_under_no_other_rules(rules: str) -> None:
    assert [each.kind for each in fold(records(Seated(THREE, rules))).refused.values()] == ["not-four-players"]


def test_a_fifth_north_is_refused_and_they_begin_anew_with_a_deal() -> None:
    assert refused(*[SetAside(seat) for seat in "EESWS"]) == "fifth-north"
    match = played(*[SetAside(seat) for seat in "EESW"], Drawn(()), SetAside("E"))
    assert dict(sanma_of(match.hands[0]).norths) == {"Ann": 2, "Bo": 1, "Chen": 1}
    assert dict(sanma_of(match.hands[1]).norths) == {"Bo": 1}
    assert list(match.points.values()) == [35_000] * 3


def test_no_north_is_set_aside_where_it_is_no_bonus() -> None:
    assert refused(SetAside("E"), rules=book_of("sanma-home", 'SA1 = "value"')) == "no-norths"


def test_norths_that_were_recorded_are_known_of_a_hand() -> None:
    match = played(SetAside("S"), SetAside("S"), DeclaredRiichi("S"))
    course, hand = course_of(match.rules), match.hands[-1]
    assert course.known(hand, "Bo", None) == {"honba": 0, "sticks": 1, "riichi": True, "norths": 2}
    assert course.known(hand, "Ann", None)["norths"] == 0
    assert "norths" not in course.known(played().hands[-1], "Ann", None)


def test_the_result_has_the_uma_of_three_and_the_first_the_oka() -> None:
    match = played(Won("S", 32_000, "E"), Won("W", 8_000, "S"), Drawn(()), hands=3)
    assert match.over
    assert list(match.points.values()) == [11_000, 67_000, 27_000]
    assert list(results(match).values()) == [Fraction(-49), Fraction(62), Fraction(-13)]
