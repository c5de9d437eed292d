"""Riichi matches: sticks, counters, drawn hands, chombo, the end, and results by the rules of each body."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import parse
from scoring.circumstances import assumed
from scoring.games.game import RuleBook
from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.riichi.bodies import EMA, FLOATING, HOME, M_LEAGUE, ROOMS, WRC
from scoring.games.riichi.hand import riichi_of
from scoring.games.riichi.match import placement, rules_of
from scoring.games.riichi.payment import STICK, value, values
from scoring.games.riichi.presets import PRESETS
from scoring.match.course import body_of, results
from scoring.match.errors import RefusedError
from scoring.match.event_results import played as result_of
from scoring.match.false_wins import check_kind, false_win_kind
from scoring.match.match import fold
from scoring.match.payers import answered
from scoring.match.ranking import ranking, team_ranking
from scoring.match.records import (
    Act,
    Claimed,
    Corrected,
    Drawn,
    FalseWin,
    FalseWinKind,
    Penalty,
    Record,
    Seated,
    TimeUp,
    Void,
    Won,
    act_from_dict,
    act_to_dict,
)
from scoring.match.state import Match
from scoring.tiles import WINDS
from tests.books import BODIES, RIICHI
from tests.scoring.match.builders import FOUR, grown, records

NOBODY: Final = Drawn(())
"""A drawn hand in which nobody waits."""


def played(*acts: Act, rules: str = "riichi-ema", hands: int | None = None, body: str | None = None) -> Match:
    """Return a match of Ann, Bo, Chen and Dai after some acts, none of which is refused."""
    match = fold(records(Seated(FOUR, rules, body, hands), *acts, role="referee"))
    assert match.refused == {}
    return match


def refused(*acts: Act, rules: str = "riichi-ema") -> str:
    """Return the reason why the last of some acts is refused."""
    match = fold(records(Seated(FOUR, rules), *acts, role="referee"))
    assert set(match.refused) == {len(acts) + 1}
    return match.refused[len(acts) + 1].kind


def points(match: Match) -> list[int]:
    return list(match.points.values())


WINS: Final = (
    (Won("S", 1000, "W"), 0, [0, 1000, -1000, 0]),
    (Won("S", 3900, "E"), 2, [-4500, 4500, 0, 0]),
    (Won("E", 12000, "N"), 1, [12300, 0, 0, -12300]),
    (Won("S", 1100), 0, [-500, 1100, -300, -300]),
    (Won("S", 4000), 1, [-2100, 4300, -1100, -1100]),
    (Won("E", 6000), 2, [6600, -2200, -2200, -2200]),
    (Won("N", 32000), 0, [-16000, -8000, -8000, 32000]),
    (Won("N", 32000, liable="S"), 1, [0, -32300, 0, 32300]),
    (Won("N", 32000, "W", liable="S"), 1, [0, -16000, -16300, 32300]),
    (Won("N", 32000, "S", liable="S"), 0, [0, -32000, 0, 32000]),
)
"""A win with so many counters on the table, and what each player wins or pays."""


@pytest.mark.parametrize(("act", "honba", "paid"), WINS)
def test_a_win_is_paid_with_the_counters(act: Won, honba: int, paid: Sequence[int]) -> None:
    hand = played(*[Drawn(("E", "S", "W", "N"))] * honba, act).hands[honba]
    assert list(hand.points.values()) == paid
    for player, total in hand.points.items():
        got = sum(each.points for each in hand.transfers if each.payee == player)
        assert total == got - sum(each.points for each in hand.transfers if each.payer == player)


def test_six_yakuman_are_the_most() -> None:
    found = values.__wrapped__(PRESETS["riichi-ema"])  # not those that were worked out before
    assert [(each.han, each.base) for each in found if each.han > 13] == [(13 * n, 8000 * n) for n in range(2, 7)]


def test_every_value_of_a_hand_is_paid_as_its_parts_say() -> None:
    for each in values(PRESETS["riichi-ema"]):
        for winner in "ES":
            for payer in (None, "W"):
                if (worth := each.won(winner == "E", payer is None)) is not None:
                    hand = played(Won(winner, worth, payer)).hands[0]
                    main, additional = each.parts(winner == "E", payer is None)
                    assert hand.points[hand.seats[winner]] == worth
                    paid = (-main, -additional) if payer is None else (0, -main)
                    assert (hand.points["Ann" if winner == "S" else "Bo"], hand.points["Chen"]) == paid


@pytest.mark.parametrize(
    ("tenpai", "paid"),
    [
        ((), [0, 0, 0, 0]),
        (("S",), [-1000, 3000, -1000, -1000]),
        (("E", "W"), [1500, -1500, 1500, -1500]),
        (("E", "W", "N"), [1000, -3000, 1000, 1000]),
        (("E", "S", "W", "N"), [0, 0, 0, 0]),
    ],
)
def test_who_waits_is_paid_after_a_drawn_hand(tenpai: tuple[str, ...], paid: Sequence[int]) -> None:
    hand = played(Drawn(tenpai)).hands[0]
    assert list(hand.points.values()) == paid
    assert riichi_of(hand).tenpai == tuple([hand.seats[wind] for wind in tenpai])


COURSES: Final = (
    ("E E S", "E1.1 E1.2 E2.0"),
    ("- E+ S", "E2.1 E2.2 E3.0"),
    ("E+ E S+ S", "E1.1 E1.2 E2.3 E3.0"),
    ("x E x", "E1.0 E1.1 E1.1"),
    ("S S S S S S S S", "E2.0 E3.0 E4.0 S1.0 S2.0 S3.0 S4.0 over"),
)
"""Winners (`+` for one tenpai in a draw, `-` for nobody, `x` for a false win); the deal and counters after each."""


@pytest.mark.parametrize(("events", "after"), COURSES)
def test_the_dealer_and_the_counters_after_each_hand(events: str, after: str) -> None:
    acts, found = list[Act](), []
    for event in events.split():
        won = Won(event[0], 1500 if event[0] == "E" else 1000, "W")
        acts.append(
            {"-": NOBODY, "x": FalseWin("S", "wrong tile")}.get(event) or (Drawn((event[0],)) if event[1:] else won)
        )
        hand = played(*acts).current
        found.append(f"{hand.round_wind}{(hand.deal - 1) % 4 + 1}.{riichi_of(hand).honba}" if hand else "over")
    assert found == after.split()


FED: Final = (
    # Big Dragons alone; with All Honours, for which nobody is liable; no yakuman of the kind
    ("riichi-mleague", "[PPP,1][FFF,2][CCC,3]123m9p 9p", 32000, None, [0, 32000, 0, -32000]),
    ("riichi-mleague", "[PPP,1][FFF,2][CCC,3]EEEN N", 64000, 32000, [-16000, 64000, -8000, -40000]),
    ("riichi-mleague", "[PPP,1]123m456p789s9p 9p", None, None, None),
    # Big Winds count and not All Honours, where one yakuman counts
    *[
        (rules, "[EEE,1][SSS,2][WWW,3][NNN,1]C C", 32000, None, [0, 32000, 0, -32000])
        for rules in ("riichi-ema", "riichi-ema-2025", "riichi-wrc-2015")
    ],
)
"""A hand that South draws while North is liable: its points, those that North answers for, and the payments."""


@pytest.mark.parametrize(("rules", "text", "points", "part", "paid"), FED)
def test_a_liable_player_answers_for_the_yakuman_alone(
    rules: str, text: str, points: int | None, part: int | None, paid: Sequence[int] | None
) -> None:
    match = played(rules=rules)
    hand = match.hands[0]
    act = answered(Won("S", points or 0, hand=f"{text} self-draw dora=0 liable=N"), match, hand)
    assert (act.liable, act.fed) == ("N" if paid else None, part)
    if paid:
        assert list(played(act, rules=rules).hands[0].points.values()) == paid
        assert act_from_dict(act_to_dict(act)) == act


@pytest.mark.parametrize(("rules", "text", "points", "part", "paid"), FED)
def test_a_liable_player_whom_the_record_names_answers_for_the_same(
    rules: str, text: str, points: int | None, part: int | None, paid: Sequence[int] | None
) -> None:
    match = played(rules=rules)
    won = Won("S", points or 0, hand=f"{text} self-draw dora=0", liable="N")
    if paid:
        assert answered(won, match, match.hands[0]).fed == part
        return
    with pytest.raises(RefusedError, match="nobody-answers"):
        answered(won, match, match.hands[0])


def test_a_part_that_no_hand_has_is_refused() -> None:
    assert refused(Won("S", 64000, liable="N", fed=100), rules="riichi-mleague") == "no-such-value"


def test_sticks_go_to_the_next_winner() -> None:
    acts = (DeclaredRiichi("E"), DeclaredRiichi("W"), Drawn(("E", "W")), DeclaredRiichi("S"))
    match = played(*acts)
    assert points(match) == [30500, 27500, 30500, 28500]
    assert (match.hands[0].on_table, match.hands[1].began_with, match.hands[1].on_table) == (2000, 2000, 3000)
    won = played(*acts, Won("N", 1000, "S"))
    assert points(won) == [30500, 26200, 30500, 32800]
    assert won.hands[-1].began_with == 0
    assert [each.points for each in won.hands[1].deposits] == [-1000, 3000]


def test_a_stick_is_taken_back_with_its_record() -> None:
    match = played(DeclaredRiichi("E"), Void(2, "not declared"), DeclaredRiichi("S"), Drawn(("S",)))
    assert points(match) == [29000, 32000, 29000, 29000]
    assert match.hands[1].began_with == STICK


CLAIMS: Final = Claimed((Won("E", 1500, "S"), Won("N", 7700, "S")))
"""North, two seats after the discarder South, and East, three seats after, claim the same tile."""


@pytest.mark.parametrize(
    ("rules", "paid"),
    [
        # counters to both; East takes the own stick back, North takes that of South and the one of the hand before
        ("riichi-ema", {"E": 1500 + 300, "S": -1500 - 7700 - 600 - 1000, "W": 0, "N": 7700 + 300 + 2000}),
        # the next after the discarder alone
        ("riichi-wrc-2015", {"E": -1000, "S": -8000 - 300 - 1000, "W": 0, "N": 8000 + 300 + 3000}),
        # both, with counters and sticks for the next after the discarder
        ("riichi-home", {"E": 1500 - 1000, "S": -1500 - 7700 - 300 - 1000, "W": 0, "N": 7700 + 300 + 3000}),
    ],
)
def test_several_winners_are_paid_as_the_body_has_it(rules: str, paid: Mapping[str, int]) -> None:
    before = (DeclaredRiichi("E"), Drawn(("E",)), DeclaredRiichi("E"), DeclaredRiichi("S"))
    claims = Claimed((CLAIMS.claims[0], Won("N", 8000 if rules == "riichi-wrc-2015" else 7700, "S")))
    hand = played(*before, claims, rules=rules).hands[1]
    assert {wind: hand.points[player] for wind, player in hand.seats.items()} == paid
    assert hand.on_table == 0


@pytest.mark.parametrize(
    ("acts", "rules", "kind"),
    [
        ((Won("S", 1200, "E"),), "riichi-ema", "no-such-value"),
        ((Won("S", 1500, "W"),), "riichi-ema", "no-such-value"),
        ((Won("S", 7700, "W"),), "riichi-wrc", "no-such-value"),
        ((Drawn(),), "riichi-ema", "tenpai-unknown"),
        ((DeclaredRiichi("S"), Drawn(("E",))), "riichi-ema", "tenpai-of-riichi"),
        ((DeclaredRiichi("S"), DeclaredRiichi("Bo")), "riichi-ema", "riichi-twice"),
        ((Drawn(abortive="four winds"),), "riichi-ema", "no-such-draw"),
        ((Drawn(abortive="four naps"),), "riichi-home", "wrong-type"),
        ((Drawn((), nagashi=("S",)),), "riichi-ema", "no-such-draw"),
        ((FalseWin("S", "wrong tile"),), "riichi-mleague", "no-amount"),
        ((DeclaredRiichi("E"),), "mcr", "no-riichi"),
        ((Drawn(("E",)),), "mcr", "no-tenpai"),
        (
            (Won("Dai", 12000, "Bo"), Won("Dai", 12000, "Bo"), Drawn(("Dai",)), DeclaredRiichi("Bo")),
            "riichi-home",
            "riichi-unaffordable",
        ),
    ],
)
def test_what_a_riichi_match_does_not_have_is_refused(acts: Sequence[Act], rules: str, kind: str) -> None:
    assert refused(*acts, rules=rules) == kind


def test_abortive_draws_and_nagashi_mangan_where_the_body_knows_them() -> None:
    acts = (DeclaredRiichi("S"), Drawn(abortive="nine terminals and honours"))
    match = played(*acts, rules="riichi-home")
    assert (points(match), match.hands[1].deal, riichi_of(match.hands[1]).honba) == ([25000, 24000, 25000, 25000], 1, 1)
    nagashi = played(Drawn(("W",), nagashi=("S",)), rules="riichi-home")
    assert points(nagashi) == [21000, 33000, 23000, 23000]
    assert (nagashi.hands[1].deal, riichi_of(nagashi.hands[1]).honba) == (2, 1)


def test_a_false_win_counts_after_the_placement_and_the_hand_is_dealt_again() -> None:
    match = played(DeclaredRiichi("W"), FalseWin("S", "wrong tile"))
    assert points(match) == [30000] * 4
    assert match.deducted["Bo"] == 20000
    ended = played(DeclaredRiichi("W"), FalseWin("S", "wrong tile"), Won("Bo", 8000, "E"), TimeUp(in_play=False))
    assert list(results(ended).values()) == [-8 - 15, 8 + 15 - 20, 0, 0]
    assert points(played(FalseWin("S", "wrong tile", 4000), rules="riichi-mleague")) == [29000, 13000, 29000, 29000]


def test_kept_false_wins_of_riichi_have_any_kind_and_new_ones_those_of_riichi() -> None:
    for kind in get_args(FalseWinKind):
        match = played(FalseWin("S", kind), NOBODY)
        assert match.deducted["Bo"] == 20000
        assert [match.voided_by(hand) for hand in match.hands] == [("Bo",), (), ()]
        for name, body in BODIES.items():
            if "riichi" in name:
                known = kind in ("no yaku", "furiten", "not tenpai", "wrong tile")
                with nullcontext() if known else pytest.raises(RefusedError, match="no-such-false-win"):
                    check_kind(kind, body)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[123m,1]567p345s88s67s 8s discard", "no yaku"),
        ("234m567p345s88s67s 4s discard", "wrong tile"),
        ("234m567p345s88s19s 8s discard", "not tenpai"),
        ("159m159p159sESWNC C discard", "not tenpai"),
        ("234m567p345s88s67s 8s discard riichi", None),
    ],
)
def test_the_kind_of_a_false_win_of_riichi(text: str, kind: str | None) -> None:
    assert false_win_kind(RIICHI["riichi-ema"].score(assumed(parse(f"{text} seat=S from=E")))) == kind


def test_a_penalty_is_deducted_from_the_result_alone() -> None:
    match = played(Penalty("E", 1000, "late"), Won("E", 12000, "S"), TimeUp(in_play=False))
    assert points(match) == [42000, 18000, 30000, 30000]
    assert list(results(match).values()) == [12 + 15 - 1, -12 - 15, 0, 0]


ENDS: Final = (
    ("riichi-ema", [*[NOBODY] * 7, NOBODY], True),
    ("riichi-ema", [*[NOBODY] * 7, Won("Dai", 1500, "Ann")], False),
    ("riichi-home", [*[NOBODY] * 8], False),
    ("riichi-home", [*[NOBODY] * 12], True),
    ("riichi-home", [*[NOBODY] * 7, Won("Ann", 5200, "Bo")], True),
    ("riichi-home", [*[NOBODY] * 8, Won("Ann", 7700, "Bo")], True),
    ("riichi-home", [*[NOBODY] * 7, Won("Dai", 5800, "Bo")], True),
    ("riichi-home", [*[NOBODY] * 7, Drawn(("Dai",))], False),
    ("riichi-home", [Won("Bo", 32000, "Ann")], True),
    ("riichi-mleague", [Won("Bo", 32000, "Ann")], False),
)


@pytest.mark.parametrize(("rules", "acts", "over"), ENDS)
def test_the_end_of_a_match(rules: str, acts: Sequence[Act], over: bool) -> None:
    assert played(*acts, rules=rules).over is over


def test_of_equal_players_the_first_seat_is_ahead_in_online_rooms() -> None:
    shared, decided = [played(*[NOBODY] * 12, rules="riichi-home", body=body) for body in (None, "riichi-rooms")]
    assert list(results(shared).values()) == [0, 0, 0, 0]
    assert list(results(decided).values()) == [15, 5, -5, -15]
    points = dict(zip(FOUR, (20000, 30000, 30000, 20000), strict=True))
    assert list(placement(points, HOME, 25000).values()) == [-10, 10, 10, -10]
    assert list(placement(points, ROOMS, 25000).values()) == [-5, 15, 5, -15]


def test_a_dealer_who_is_as_high_as_a_later_seat_leads_in_online_rooms() -> None:
    draws = [Drawn(("Ann", "Bo"))] * 4  # 31,000 each, and Ann would deal again
    for body, over in ((None, False), ("riichi-rooms", True)):
        assert played(*draws[1:], rules="riichi-home", hands=1, body=body).over is False
        assert played(*draws, rules="riichi-home", hands=1, body=body).over is over
    later = [Drawn(("Ann", "Dai"))] * 4  # Dai deals, and Ann sat before
    assert played(*[NOBODY] * 3, *later, rules="riichi-home", hands=4, body="riichi-rooms").over is False


def test_a_stick_left_at_the_end_is_the_first_seats_in_online_rooms() -> None:
    acts = (DeclaredRiichi("Ann"), Drawn(FOUR), TimeUp(in_play=False))
    assert points(played(*acts, rules="riichi-home")) == [24000, 25400, 25300, 25300]
    assert points(played(*acts, rules="riichi-home", body="riichi-rooms")) == [24000, 26000, 25000, 25000]


WON_SO: Final = (
    # han, fu, and the points off a discard and by a draw: another's, and the dealer's
    ("riichi-ema", 2, 20, None, 1500, None, 2100),
    ("riichi-ema", 3, 20, None, 2700, None, 3900),
    ("riichi-ema", 4, 20, None, 5200, None, 7800),
    ("riichi-ema", 2, 25, 1600, None, 2400, None),
    ("riichi-ema", 3, 25, 3200, 3200, 4800, 4800),
    ("riichi-ema", 1, 30, 1000, 1100, 1500, 1500),
    ("riichi-wrc-2015", 1, 20, None, 800, None, 1200),  # its tile was not kept apart: 200/400, 400 all
)


@pytest.mark.parametrize(("rules", "han", "fu", "discard", "drawn", "dealer", "dealer_drawn"), WON_SO)
def test_han_and_fu_are_won_as_the_tables_of_the_books_have_them(
    rules: str,
    han: int,
    fu: int,
    discard: int | None,
    drawn: int | None,
    dealer: int | None,
    dealer_drawn: int | None,
) -> None:
    found = value(han, fu, PRESETS[rules])
    assert found is not None
    ways = [found.won(seat, self_drawn) for seat in (False, True) for self_drawn in (False, True)]
    assert ways == [discard, drawn, dealer, dealer_drawn]
    for points, winner, payer in (
        (discard, "S", "W"),
        (drawn, "S", None),
        (dealer, "E", "W"),
        (dealer_drawn, "E", None),
    ):
        if points is not None:
            assert played(Won(winner, points, payer), rules=rules).hands[0].points
    assert value(1, 25, PRESETS[rules]) is None
    assert (value(1, 20, PRESETS[rules]) is None) == (not PRESETS[rules].unseen_draw)
    if not PRESETS[rules].unseen_draw:
        assert refused(Won("E", 1200), rules=rules) == "no-such-value"


OTHER_TABLE: Final = (
    ("honba=1 sticks=1", None),
    ("", None),
    ("honba=2 sticks=1", ("honba=2", "honba=1")),
    ("sticks=3", ("sticks=3", "sticks=1")),
)


@pytest.mark.parametrize(("words", "differs"), OTHER_TABLE)
def test_a_hand_that_names_other_counters_or_sticks_than_the_match_contradicts_it(
    words: str, differs: tuple[str, str] | None
) -> None:
    match = played(DeclaredRiichi("E"), Drawn(("E",)))
    act = Won("S", 1000, "W", f"[CCC,1]123m456p789sE E discard dora=0 {words}")
    if differs is None:
        answered(act, match, match.hands[-1])
        won = played(DeclaredRiichi("E"), Drawn(("E",)), act)
        answered(won.hands[-2].outcome, won, won.hands[-2])  # type: ignore[arg-type]  # as its correction does
        return
    with pytest.raises(RefusedError) as error:
        answered(act, match, match.hands[-1])
    assert error.value.kind == "hand-differs"
    assert (error.value.about["said"], error.value.about["known"]) == differs
    assert played(DeclaredRiichi("E"), Drawn(("E",)), act).hands[1].points["Bo"] == 1000 + 300 + 1000  # kept ones stay


def test_sticks_left_at_the_end_go_to_the_first() -> None:
    acts = (Won("Bo", 1000, "Ann"), DeclaredRiichi("Chen"), Drawn(("Chen",)))
    match = played(*acts, TimeUp(in_play=False))
    assert match.over
    assert sum(points(match)) == 120_000
    assert match.points["Chen"] == 30000 - 1000 + 3000 + 1000
    shared = played(DeclaredRiichi("Ann"), Drawn(("Ann", "Bo")), TimeUp(in_play=False))
    assert points(shared) == [30500, 32500, 28500, 28500]
    cut = played(DeclaredRiichi("Ann"), TimeUp(in_play=False))
    assert points(cut) == [30000] * 4
    fined = played(DeclaredRiichi("Ann"), Penalty("Ann", 1000, "x"), TimeUp(in_play=False))
    assert (points(fined), fined.deducted["Ann"]) == ([30000] * 4, 1000)


@pytest.mark.parametrize(
    ("totals", "placed"),
    [
        ((40000, 35000, 25000, 20000), (15, 5, -5, -15)),
        ((30000, 30000, 30000, 30000), (0, 0, 0, 0)),
        ((35000, 35000, 30000, 20000), (10, 10, -5, -15)),
        ((40000, 30000, 30000, 20000), (15, 0, 0, -15)),
    ],
)
def test_equal_players_share_placement_points(totals: Sequence[int], placed: Sequence[int]) -> None:
    assert list(placement(dict(zip(FOUR, totals, strict=True)), EMA, 30000).values()) == list(placed)


@pytest.mark.parametrize(
    ("totals", "placed"),
    [
        ((36000, 29000, 28000, 27000), (12, -1, -3, -8)),
        ((35000, 30000, 29000, 26000), (8, 4, -4, -8)),
        ((33000, 32000, 30000, 25000), (8, 3, 1, -12)),
        ((30000, 30000, 30000, 30000), (0, 0, 0, 0)),
        ((33000, 29000, 29000, 29000), (12, -4, -4, -4)),
        ((29900, 29800, 29700, 29600), (8, 4, -4, -8)),
    ],
)
def test_placement_points_by_the_number_of_players_who_float(totals: Sequence[int], placed: Sequence[int]) -> None:
    rules = replace(WRC, uma=FLOATING, seats_decide=False)
    assert list(placement(dict(zip(FOUR, totals, strict=True)), rules, 30000).values()) == list(placed)


def test_the_oka_goes_to_the_first() -> None:
    points = dict(zip(FOUR, (25000, 35000, 10000, 30000), strict=True))
    assert list(placement(points, M_LEAGUE, 25000).values()) == [-10, 50, -30, 10]
    tied = dict(zip(FOUR, (30000, 30000, 30000, 10000), strict=True))
    assert placement(tied, M_LEAGUE, 25000)["Ann"] == Fraction(50, 3)


def test_a_ranking_adds_results_up() -> None:
    ended = played(Won("Bo", 8000, "Ann"), Penalty("Dai", 2000, "x"), TimeUp(in_play=False))
    found = result_of(ended)
    assert found.results == (-23, 23, 0, -2)
    rows = ranking([[ended.game_points]], BODIES["riichi-ema"].ranking, results=results(ended))
    assert [(row.player, row.result) for row in rows] == [("Bo", 23), ("Chen", 0), ("Dai", -2), ("Ann", -23)]
    teams = team_ranking([[ended.game_points]], {"x": ["Ann", "Bo"], "y": ["Chen"]}, ("result",), results(ended))
    assert [(row.player, row.result) for row in teams] == [("x", 0), ("y", 0)]


def test_a_correction_changes_neither_dealer_nor_counters_of_hands_played_since() -> None:
    acts = (Won("Ann", 1500, "Bo"), Won("Bo", 1000, "Chen"), NOBODY)
    match = played(*acts, Corrected(2, Won("Bo", 1000, "Chen"), "Bo won"))
    assert [(hand.deal, riichi_of(hand).honba) for hand in match.hands] == [(1, 0), (1, 1), (2, 0), (3, 1)]


@pytest.mark.parametrize("book", RIICHI.values(), ids=RIICHI)
def test_every_preset_has_a_body_of_riichi(book: RuleBook) -> None:
    body = body_of(book)
    rules = rules_of(played(rules=book.name))
    assert rules is not None
    assert isinstance(rules.uma, tuple)
    assert sum(rules.uma) == 0
    assert (body.hands, body.game, body.endless) == (8, "riichi", False)


@pytest.mark.parametrize(
    "act", [Drawn(), Drawn(("E",)), Drawn(abortive="four kongs"), DeclaredRiichi("S"), DeclaredRiichi("S", opened=True)]
)
def test_acts_of_riichi_are_kept(act: Act) -> None:
    assert act_from_dict(act_to_dict(act)) == act
    assert act_to_dict(Drawn()) == {"type": "Drawn"}
    assert act_to_dict(DeclaredRiichi("S")) == {"type": "DeclaredRiichi", "seat": "S"}


SEATS: Final = st.sampled_from(WINDS)
POINTS: Final = st.sampled_from([1000, 1100, 1500, 2000, 2100, 3900, 4000, 5200, 8000, 12000, 6000, 18000, 32000])
WON: Final = st.builds(Won, SEATS, POINTS, st.none() | SEATS)
ACTS: Final = st.one_of(
    WON,
    WON,
    st.builds(Drawn, st.sets(SEATS).map(tuple)),
    st.builds(Drawn, abortive=st.sampled_from(["four winds", "four riichi"])),
    st.builds(DeclaredRiichi, SEATS),
    st.builds(DeclaredRiichi, SEATS),
    st.builds(Claimed, st.lists(WON, min_size=2, max_size=3).map(tuple)),
    st.builds(FalseWin, SEATS, st.just("wrong tile")),
    st.builds(Penalty, SEATS, st.just(1000), st.just("x")),
)
CHANGES: Final = st.one_of(
    st.builds(Void, st.integers(2, 20), st.just("x")),
    st.builds(Corrected, st.integers(2, 20), ACTS, st.just("x")),
)
ANY_RULES: Final = st.sampled_from(list(RIICHI))


def log_of(rules: str, acts: Sequence[Act]) -> list[Record]:
    return records(Seated(FOUR, rules), *acts, role="referee")


@given(ANY_RULES, st.lists(ACTS | CHANGES, max_size=30))
def test_points_and_sticks_on_the_table_are_constant(rules: str, acts: list[Act]) -> None:
    match = fold(log_of(rules, acts))
    start = 4 * match.body.start
    for hand, totals in zip(match.hands, match.running, strict=True):
        assert sum(totals.values()) + hand.on_table == start
        assert hand.on_table >= 0
        moved = dict.fromkeys(match.players, 0)
        for transfer in hand.transfers:
            moved[transfer.payer] -= transfer.points
            moved[transfer.payee] += transfer.points
        for deposit in hand.deposits:
            moved[deposit.player] += deposit.points
        assert moved == hand.points
    for hand, following in pairwise(match.hands):
        assert following.began_with == hand.on_table
    if match.over:
        assert sum(match.points.values()) == start
        assert sum(results(match).values()) * 1000 == -sum(match.deducted.values())
    assert fold(log_of(rules, acts), anew=True) == match
    assert grown(log_of(rules, acts)) == match


@given(ANY_RULES, st.lists(ACTS, max_size=20), ACTS)
def test_undoing_the_last_record_restores_the_match(rules: str, acts: list[Act], last: Act) -> None:
    before = fold(log_of(rules, acts))
    after = fold(log_of(rules, [*acts, last]))
    number = len(acts) + 2
    undone = fold(log_of(rules, [*acts, last, Void(number, "x")]))
    assert undone.hands == before.hands
    assert (undone.points, undone.over, undone.fines) == (before.points, before.over, before.fines)
    if number not in after.refused:
        redone = fold(log_of(rules, [*acts, last, Void(number, "x"), Void(number + 1, "y")]))
        assert (redone.hands, redone.points) == (after.hands, after.points)


@given(ANY_RULES, st.lists(ACTS, max_size=30))
def test_the_dealer_stays_and_the_counters_rise_by_the_rules(rules: str, acts: list[Act]) -> None:
    match = fold(log_of(rules, acts))
    for hand, following in pairwise(match.hands):
        dealer = hand.seats["E"]
        again = following.deal == hand.deal
        assert following.deal - hand.deal == (0 if again else 1)
        if hand.winner is not None:
            assert again == (dealer in hand.winners)
            assert riichi_of(following).honba == (riichi_of(hand).honba + 1 if again else 0)
        elif riichi_of(following).honba == riichi_of(hand).honba:
            assert again
            assert any(fine.kind == "false-win" and fine.hand == hand.number for fine in match.fines)
        else:
            assert riichi_of(following).honba == riichi_of(hand).honba + 1
            assert again == (riichi_of(hand).tenpai is None or dealer in riichi_of(hand).tenpai)


def test_red_fives_of_a_recorded_hand_count_where_the_rules_have_them() -> None:
    hand = "234m067p3456788s 8s self-draw riichi seat=E round=E dora=4p ura=9m"
    played(Won("E", 18000, hand=hand), rules="riichi-mleague")
    played(Won("E", 12000, hand=hand), rules="riichi-ema")
    assert refused(Won("E", 12000, hand=hand), rules="riichi-mleague") == "points-differ"
