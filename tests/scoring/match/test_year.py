"""The statistics of a year, against a second computation from what was recorded."""

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from scoring.follow.events import Claim, Discard, Unseen, Win
from scoring.follow.events import Drawn as SeenDraw
from scoring.match.amounts import Amount, Unit, UnitError, in_one_unit
from scoring.match.course import body_of
from scoring.match.followed import FollowedHand
from scoring.match.match import fold
from scoring.match.records import Act, Drawn, FalseWin, Record, Seated, Won
from scoring.match.year import PlayedMatch, PlayerStatistics, SeasonRule, season, statistics
from scoring.rules import rule_book

PLAYERS = ("Ann", "Bo", "Chen", "Dai", "Eve", "Fay", "Gus", "Hal")
HAND = "[123s,1]456789sCCC9p9p"


def played(seed: int) -> tuple[list[Act], PlayedMatch]:
    """Return the acts of a random match of 16 hands, and the match."""
    random = Random(seed)
    players = random.sample(PLAYERS, 4)
    acts: list[Act] = [Seated(tuple(players))]
    for _ in range(16):
        if random.random() < 0.05:
            offender = random.choice(players)
            acts.append(FalseWin(offender, "wrong tile"))
            acts.append(Drawn())
            continue
        winner, giver = random.sample(players, 2)
        points = random.randint(8, 88)
        acts.append(random.choice([Drawn(), Won(winner, points), Won(winner, points, giver)]))
    records = [Record(act, "", f"2026-01-01T{n:02}:00:00+00:00", "referee") for n, act in enumerate(acts)]
    return acts, PlayedMatch(1, seed, f"2026-01-{1 + seed % 28:02}", fold(records))


def test_the_statistics_of_120_matches_are_those_of_their_records() -> None:
    found = [played(seed) for seed in range(120)]
    count: dict[str, Counter[str]] = defaultdict(Counter)
    table_points: dict[str, list[Fraction]] = defaultdict(list)
    for acts, match in found:
        assert not match.match.refused
        assert match.match.over
        totals: Counter[str] = Counter()
        seated = acts[0]
        assert isinstance(seated, Seated)
        for name in seated.players:
            count[name]["matches"] += 1
            count[name]["hands"] += 16
            totals[name] += 0
        for act in acts[1:]:
            if isinstance(act, FalseWin):
                count[act.seat]["false_wins"] += 1
                for name in seated.players:
                    totals[name] += 10 if name != act.seat else -30
            if not isinstance(act, Won):
                continue
            count[act.winner]["wins"] += 1
            count[act.winner]["won"] += act.points
            count[act.winner]["best"] = max(count[act.winner]["best"], act.points)
            count[act.winner]["self_drawn"] += act.payer is None
            if act.payer:
                count[act.payer]["dealt_in"] += 1
            for name in seated.players:
                if name != act.winner:
                    pays = 8 + (act.points if act.payer in (None, name) else 0)
                    totals[name] -= pays
                    totals[act.winner] += pays
        for name, points in totals.items():
            count[name]["points"] += points
            better, same = (sum(other > points for other in totals.values()), list(totals.values()).count(points))
            shares = (Fraction(4), Fraction(2), Fraction(1), Fraction(0))[better : better + same]
            table_points[name].append(sum(shares, Fraction(0)) / same)
    years = statistics(match for _, match in found)["mcr"]
    assert [year.player for year in years] == list(PLAYERS)
    for year in years:
        mine = count[year.player]
        for name in ("matches", "hands", "wins", "self_drawn", "dealt_in", "false_wins"):
            assert getattr(year, name) == mine[name], name
        assert (year.won.number, year.best.number) == (mine["won"], mine["best"])
        assert year.points == Amount(Fraction(mine["points"]), Unit("mcr", "match"))
        assert year.table_points == table_points[year.player]
        assert year.deal_in_rate == mine["dealt_in"] / mine["hands"]
        assert year.mean_win == mine["won"] / mine["wins"]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("sum", [(1, "Bo", 9, 3), (2, "Ann", 8, 2), (3, "Chen", 1, 1)]),
        ("best", [(1, "Ann", 4, 2), (2, "Bo", Fraction(7, 2), 2)]),
        ("ema", [(1, "Dai", 1500, 2), (2, "Ann", 700, 1), (2, "Bo", 700, 1)]),
    ],
)
def test_a_season_is_ranked_by_its_rule(rule: SeasonRule, expected: list[tuple[int, str, Fraction | int, int]]) -> None:
    assert statistics([]) == {}
    assert season([], rule) == []
    given = {"Ann": (4, 4), "Bo": (4, 2, 3), "Chen": (1,)}
    years = [
        PlayerStatistics(name, "mcr", table_points=[Fraction(each) for each in points])
        for name, points in given.items()
    ]
    places = season(years, rule, 2, {"Ann": [700], "Bo": [700], "Dai": [1000, 500]})
    assert [(each.rank, each.player, each.points, each.counted) for each in places] == expected


def test_the_names_of_a_match_may_be_replaced() -> None:
    _, match = played(1)
    shown = ("North", "N. N. (2)", "N. N.", "Ann")
    called = dict(zip(match.match.players, shown, strict=True))
    mine = {called[year.player]: year for year in statistics([match])["mcr"]}
    found = statistics([replace(match, names=shown)])["mcr"]
    assert [year.player for year in found] == sorted(shown)
    assert [replace(year, player="") for year in found] == [replace(mine[name], player="") for name in sorted(shown)]


def test_each_pattern_names_the_hands_behind_it() -> None:
    acts: list[Act] = [Seated(PLAYERS[:4]), Won("Ann", 20, "Bo", HAND)]
    records = [Record(act, "", f"2026-01-01T{n:02}:00:00+00:00", "referee") for n, act in enumerate(acts)]
    match = fold(records)
    assert not match.refused
    ann = statistics([PlayedMatch(3, 1, "2026-01-01", match)])["mcr"][0]
    found = {pattern.name: [(each.table, each.match, each.hand) for each in at] for pattern, at in ann.patterns.items()}
    assert set(found) == {"Pure Straight", "Dragon Pung", "One Voided Suit", "Single Wait"}
    assert found["Pure Straight"] == [(3, 1, 1)]


def cut(t: float, seat: int) -> Discard:
    return Discard(t=t, seat=seat, tile="1m")


def test_followed_play_counts_with_the_hands_that_it_rests_on() -> None:
    """Seat 1 is East, Ann, in each hand; Bo sits on seat 2."""
    acts: list[Act] = [Seated(PLAYERS[:4], hands=6), Won("S", 20, "W"), Won("S", 20, "W"), Won("S", 20, "W"), Drawn()]
    records = [Record(act, "", f"2026-01-01T{n:02}:00:00+00:00", "referee") for n, act in enumerate(acts)]
    match = fold(records)
    assert not match.refused
    call = Claim(t=3, seat=2, kind="pung", tile="1m", tiles=("1m",) * 3, source=1)
    won = Win(t=9, seat=2, tile="1m", source=3)
    rest = [call, cut(4, 2), cut(5, 3), cut(6, 4), cut(7, 1), cut(8, 2), cut(8.5, 3), won]
    followed = [
        FollowedHand(match.hands[0], [cut(1, 1), *rest], 1),
        FollowedHand(match.hands[1], [cut(1, 1), Unseen(t=2, seat=2, count=1, after=1), *rest], 1),
        FollowedHand(match.hands[2], [cut(1, 1), *rest[:-1], Win(t=9, seat=2, tile="1m", source=0)], 1),  # denied
        FollowedHand(match.hands[3], [cut(1, 1), SeenDraw(t=3)], 1, whole=False),
    ]
    seated = [hand.seats for hand in match.hands]
    counted = statistics([PlayedMatch(1, 1, "2026-01-01", match, (), followed)])["mcr"]
    years = {each.player: each.seen for each in counted}
    assert all(play.ends == 3 for name, play in years.items())
    gave = Counter(seated[n]["W"] for n in (0, 1))
    assert {name: play.gave for name, play in years.items() if play.gave} == gave
    winner = years[seated[0]["S"]]
    assert (winner.hands, winner.calls, winner.wins, winner.turns) == (1, 1, 1, 3)
    assert (winner.calls_a_hand, winner.turns_to_win, winner.gave_rate) == (1, 3, gave[seated[0]["S"]] / 3)
    other = years[seated[0]["E"]]
    assert (other.hands, other.calls, other.wins, other.turns_to_win) == (1, 0, 0, None)
    unseen = statistics([PlayedMatch(1, 1, "", match)])["mcr"]
    (nothing,) = {(each.seen.gave_rate, each.seen.calls_a_hand) for each in unseen}
    assert nothing == (None, None)


def of_rules(rules: str, *acts: Act) -> PlayedMatch:
    """Return a match of the first four players."""
    seated = Seated(PLAYERS[:4], rules=rules, body=body_of(rule_book(rules)).id)
    records = [Record(act, "", f"2026-01-01T{n:02}:00:00+00:00", "referee") for n, act in enumerate([seated, *acts])]
    match = fold(records)
    assert not match.refused, match.refused
    return PlayedMatch(1, 1, "2026-01-01", match)


def test_each_game_has_a_table_of_its_own_and_each_figure_its_unit() -> None:
    found = statistics(
        [
            of_rules("mcr", Won("Ann", 20)),
            of_rules("riichi-ema", Won("Ann", 12_000, "Bo")),
            of_rules("sichuan-sbr", Won("Ann", 3), Won("Bo", 1), Won("Chen", 0)),
            of_rules("hk", Won("Ann", 4)),
        ]
    )
    assert {game: (years[0].player, years[0].won.number, years[0].matches) for game, years in found.items()} == {
        "hk": ("Ann", 4, 1),
        "mcr": ("Ann", 20, 1),
        "riichi": ("Ann", 12_000, 1),
        "sichuan": ("Ann", 3, 1),
    }
    amounts = [amount for years in found.values() for each in years for amount in (each.won, each.points)]
    for one, other in combinations(amounts, 2):
        if one.unit != other.unit:
            with pytest.raises(UnitError):
                _ = one + other
            with pytest.raises(UnitError):
                _ = one < other
    with pytest.raises(UnitError):
        in_one_unit((amount.unit, {"Ann": 1}) for amount in amounts)


def test_a_hand_that_a_false_win_ended_is_no_hand() -> None:
    chombo = of_rules("riichi-ema", FalseWin("Bo", "wrong tile"), Won("Ann", 2000, "Bo"), Drawn(tenpai=()))
    years = {each.player: each for each in statistics([chombo])["riichi"]}
    assert (years["Bo"].hands, years["Bo"].false_wins, years["Bo"].deal_in_rate) == (2, 1, 0.5)
