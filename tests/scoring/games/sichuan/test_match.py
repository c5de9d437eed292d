"""Sichuan matches: an independent model, what an act pays, undo and correction, who deals next, what is refused."""

import random
from collections import Counter
from typing import Any, Final

import pytest

from scoring import parse
from scoring.games.game import RuleBook, book_of
from scoring.games.sichuan.acts import SEATS, KongKind, MadeKong, NamedVoid, WallOut
from scoring.games.sichuan.game import GAME
from scoring.games.sichuan.match import deal_of
from scoring.match.errors import Refusal
from scoring.match.hanging import complete_void
from scoring.match.match import fold
from scoring.match.ranking import final_table_points
from scoring.match.records import (
    Act,
    Claimed,
    Corrected,
    DeadHand,
    Drawn,
    FalseWin,
    Forfeited,
    Record,
    Seated,
    TimeUp,
    Void,
    Won,
    record_from_dict,
    record_to_dict,
)
from scoring.match.state import Match
from scoring.match.year import PlayedMatch, statistics
from tests.rows import row_by_row
from tests.scoring.games.sichuan.test_patterns import random_table, table
from tests.scoring.games.sichuan_match import Model
from tests.scoring.match.builders import FOUR, grown, records

LUCK: Final = {"bloom": "kong", "shot": "kong-shot", "robbed": "robbed-kong"}


def book(answers: dict[str, Any] | None = None) -> RuleBook:
    return book_of(GAME, table(answers or {}), "sichuan-sbr")


def played(*acts: Act, rules: str = "sichuan-sbr", **switches: Any) -> Match:
    """Return a match of Ann, Bo, Chen and Dai after some acts of a referee, none of which is refused."""
    match = fold(records(Seated(FOUR), *acts, role="referee"), book(switches) if switches else rules)
    assert match.refused == {}
    return match


def refusal(*acts: Act, rules: str = "sichuan-sbr") -> str:
    """Return why the last of some acts is refused, and only that."""
    match = fold(records(Seated(FOUR), *acts, role="referee"), rules)
    assert [*match.refused] == [len(acts) + 1]
    return match.refused[len(acts) + 1].kind


def points(match: Match) -> list[int]:
    return [match.points[name] for name in FOUR]


# The independent model


def act_of(act: dict[str, Any], seats: dict[str, str]) -> Act:
    """Return an act of the model as a record has it, players by name but for the state of each seat."""
    match act["act"]:
        case "kong":
            kind: KongKind = act["kind"]
            return MadeKong(FOUR[act["seat"]], kind, FOUR[act["from"]] if "from" in act else None, "5p")
        case "false-win":
            return FalseWin(FOUR[act["seat"]], "wrong tile")
        case "end":
            states = act["states"]
            said = {FOUR[place]: _said(state) for place, state in states.items()}
            return WallOut(**{SEATS[wind]: said.get(name, "") for wind, name in seats.items()})
    giver = FOUR[act["from"]] if "from" in act else None
    luck = next((LUCK[flag] for flag in LUCK if act.get(flag)), "")
    wins = [Won(FOUR[win["seat"]], win["fan"], giver, discarder=giver, luck=luck) for win in act["wins"]]
    return wins[0] if len(wins) == 1 else Claimed(tuple(wins))


def _said(state: dict[str, Any]) -> str:
    if state["state"] == "pig":
        return "passive" if state.get("passive") else "pig"
    return str(state.get("fan", ""))


def random_act(rng: random.Random, model: Model, cap: int) -> dict[str, Any]:
    """Return an act of the deal in play that is likely to be accepted."""
    deal = model.deals[-1]
    playing = [deal.place(seat) for seat in model.table(deal).playing]
    seat = rng.choice(playing) if rng.random() < 0.95 else rng.randrange(4)
    others = [each for each in playing if each != seat] or [(seat + 1) % 4]
    kind = rng.random()
    if kind < 0.4:
        named = rng.choice(("claimed", "added", "postponed", "concealed"))
        giver = {"from": rng.choice(others)} if named == "claimed" else {}
        return {"act": "kong", "seat": seat, "kind": named, **giver}
    if kind < 0.47:
        return {"act": "false-win", "seat": seat}
    if kind < 0.55:
        states = {}
        for place in playing:
            state = rng.choice(("ready", "not ready", "pig"))
            more: dict[str, Any] = {"fan": rng.randint(0, cap + 3)} if state == "ready" else {}
            more |= {"passive": True} if state == "pig" and rng.random() < 0.4 else {}
            states[place] = {"state": state, **more}
        return {"act": "end", "states": states}
    flag = rng.choice(("", "", "bloom", "shot", "robbed"))
    if rng.random() < 0.4 or flag == "bloom":
        drawn = {"bloom": True} if flag == "bloom" else {}
        return {"act": "won", "wins": [{"seat": seat, "fan": rng.randint(0, cap)}], **drawn}
    several = rng.randint(1, len(others)) if model.switches["SC20"] == "all" else 1
    wins = [{"seat": each, "fan": rng.randint(0, cap)} for each in rng.sample(others, several)]
    return {"act": "won", "from": seat, "wins": wins, **({flag: True} if flag else {})}


def equal_to_the_model(seeds: range) -> Counter[str]:
    """Hold matches of the product against the model after each record; count what happened."""
    met: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        answers = random_table(rng) | {"SC32": "0"}
        rules, hands = book(answers), rng.choice((2, 4))
        cap = 6 if answers["SC1"] == "none" else int(answers["SC1"])
        model, log = Model(answers, hands), records(Seated(FOUR, hands=hands), role="referee")
        match = fold(log, rules)
        shown: dict[int, dict[str, str]] = {}  # the seats that the page showed when a record was made
        for _ in range(rng.randint(5, 40)):
            number, draw = len(log) + 1, rng.random()
            standing = [each for each, act in model.standing().items() if act not in (None, {"act": "taken"})]
            if draw < 0.12 and standing:
                of = rng.choice(standing[-6:])
                act: Act = complete_void(Void(of, "x"), match)
                taken, how = model.change(number, of, None), "void"
            elif draw < 0.16 and (voids := [*model.voids().values()]):
                of = rng.choice(voids)
                act, taken, how = Void(of, "x"), model.change(number, of, None), "redo"
            elif draw < 0.28 and standing:
                of, new = rng.choice(standing[-6:]), random_act(rng, model, cap)
                act, taken, how = (
                    Corrected(of, act_of(new, shown[of]), "x"),
                    model.change(number, of, new),
                    "correction",
                )
            else:
                new = random_act(rng, model, cap)
                act, taken, how = act_of(new, match.hands[-1].seats), model.add(number, new), new["act"]
                shown[number] = match.hands[-1].seats
            tried = [*log, *records(act, role="referee")]
            match = fold(tried, rules, new=number)
            assert (number not in match.refused) == taken, (seed, number, act, match.refused)
            log = tried  # a refused record keeps its number
            assert (points(match), match.over) == (model.points, model.over), (seed, number, act)
            assert all(sum(hand.points.values()) == 0 for hand in match.hands)
            assert all(hand.records for hand in match.hands[:-1])
            met[how if taken else "refused " + how] += 1
        assert points(fold(log, rules, anew=True)) == points(match)
        assert points(grown(log, rules)) == points(match)
    return met


EVERY: Final = {"kong", "won", "false-win", "end", "void", "redo", "correction"}


def test_an_independent_model_says_the_same() -> None:
    met = equal_to_the_model(range(30))
    assert {*met} >= EVERY | {"refused correction", "refused redo"}


@pytest.mark.long
def test_an_independent_model_says_the_same_of_many_matches() -> None:
    assert {*equal_to_the_model(range(1000, 2500))} >= EVERY | {"refused " + each for each in EVERY - {"void"}}


# Single acts

KONG = MadeKong("Ann", "added", tile="1s")
SHOT = "[333p,1]88s456p678p35s 4s kong-shot"


@row_by_row(
    ("acts", "paid"),
    [
        ((KONG,), (3, -1, -1, -1)),
        ((MadeKong("W", "claimed", "N"),), (0, 0, 2, -2)),
        ((MadeKong("N", "concealed"),), (-2, -2, -2, 6)),
        ((MadeKong("N", "postponed"),), (0, 0, 0, 0)),
        ((Won("Bo", 2, "Ann"),), (-4, 4, 0, 0)),
        ((Won("Bo", 2, "Ann"), Won("Chen", 0)), (-6, 4, 4, -2)),
        ((KONG, Won("Bo", 1, "Ann", hand=SHOT)), (-2, 2, 0, 0)),
        ((KONG, Won("Bo", 1, "Ann", luck="kong-shot")), (-2, 2, 0, 0)),
        ((KONG, Won("Bo", 1, "Ann", luck="robbed-kong")), (-2, 2, 0, 0)),
        ((Claimed((Won("Bo", 1, "Ann"), Won("Chen", 2, "Ann"))),), (-6, 2, 4, 0)),
        ((KONG, FalseWin("Ann", "wrong tile")), (-24, 0, 0, 0)),
        ((KONG, FalseWin("Ann", "wrong tile", each=5)), (-15, 5, 5, 5)),
        ((KONG, FalseWin("Bo", "passed")), (3, -25, -1, -1)),
        ((KONG, DeadHand("Ann", "x")), (0, 0, 0, 0)),
        ((KONG, WallOut("pig", "2")), (-28, 12, -4, -4)),
        ((KONG, WallOut("pig", "2", "not-ready", "not-ready")), (-28, 12, -4, -4)),
        ((Won("Bo", 1), WallOut("not-ready", "not-ready", "not-ready", "not-ready")), (-3, 9, -3, -3)),
        ((KONG, WallOut("pig", "123456789m2223p")), (-25, 3, -1, -1)),
        ((NamedVoid("Bo", "p"), WallOut("0", "123456789m2223p", "1")), (2, -27, 4, -3)),
        ((KONG, DeadHand("Bo", "x"), WallOut("", "2", "0")), (-1, 0, 2, -1)),
        ((Forfeited("Dai", "left"), KONG, Won("Bo", 0)), (0, 3, -3, 0)),
    ],
)
def test_an_act_pays_at_once(acts: tuple[Act, ...], paid: tuple[int, ...]) -> None:
    match = played(*acts)
    assert tuple(points(match)) == paid
    assert record_from_dict(record_to_dict(Record(acts[-1], "x", "y"))).act == acts[-1]


def test_a_table_pays_by_its_own_answers() -> None:
    assert points(played(KONG, Won("Bo", 1, "Ann", luck="kong-shot"), SC18="transfer")) == [-2, 4, -1, -1]
    claimed = MadeKong("Ann", "claimed", "Bo")
    assert points(played(claimed, Won("Ann", 1, luck="kong"), SC14="discard")) == [4, -4, 0, 0]
    assert points(played(FalseWin("Ann", "wrong tile"), rules="sichuan-home")) == [-48, 16, 16, 16]


def test_a_hand_goes_on_after_a_win_and_names_all_who_won_in_their_order() -> None:
    two = played(Won("Chen", 2, "Ann"), Won("Bo", 1))
    hand = two.hands[0]
    assert (hand.winners, hand.discarders, hand.ended, hand.outcome) == (("Chen", "Bo"), ("Ann", None), None, None)
    three = played(Won("Chen", 2, "Ann"), Won("Bo", 1), Won("Dai", 0, "Ann"))
    assert (three.hands[0].ended, three.hands[0].winner, len(three.hands)) == (4, "Chen", 2)
    (ann, *_) = statistics([PlayedMatch(1, 1, "", three)])["sichuan"]
    assert (ann.player, ann.dealt_in, ann.hands) == ("Ann", 2, 1)


@pytest.mark.parametrize(
    ("acts", "dealer"),
    [
        ((Won("Chen", 2, "Ann"), WallOut()), "Chen"),
        ((Claimed((Won("Bo", 1, "Dai"), Won("Chen", 1, "Dai"))), WallOut()), "Dai"),
        ((WallOut(),), "Ann"),
        ((FalseWin("Bo", "wrong tile"), Won("Chen", 0), WallOut()), "Chen"),
    ],
)
def test_the_first_winner_deals_next(acts: tuple[Act, ...], dealer: str) -> None:
    assert played(*acts).hands[1].seats["E"] == dealer


def test_the_match_ends_after_its_deals() -> None:
    match = fold(records(Seated(FOUR, hands=2), WallOut(), Won("Bo", 1), WallOut(), KONG), "sichuan-sbr")
    assert (match.over, match.refused) == (True, {5: Refusal("match-over")})
    assert fold(records(Seated(FOUR, hands=0), *[WallOut()] * 20), "sichuan-home").over is False


@pytest.mark.parametrize(("rules", "shares"), [("sichuan-sbr", [4.0, 1.0, 2.0, 3.0]), ("sichuan-home", [])])
def test_the_ranks_of_a_table_have_table_points_in_competitions(rules: str, shares: list[float]) -> None:
    won = (Won("Ann", 2), Won("Dai", 0, "Bo"), MadeKong("Bo", "added"), Won("Chen", 0, "Bo"))
    match = fold(records(Seated(FOUR, hands=1), *won), rules)
    assert [name for name, _ in sorted(match.points.items(), key=lambda each: -each[1])] == ["Ann", "Dai", "Chen", "Bo"]
    assert final_table_points(match) == dict(zip(FOUR, shares, strict=False))


def test_undoing_an_act_pays_the_later_ones_again() -> None:
    log = (MadeKong("Ann", "concealed"), Won("Bo", 1), MadeKong("Ann", "added"))
    assert points(played(*log)) == [6 - 3 + 2, -2 + 9, -2 - 3 - 1, -2 - 3 - 1]
    assert points(played(*log, Void(3, "x"))) == [6 + 3, -2 - 1, -2 - 1, -2 - 1]
    assert points(played(*log, Corrected(3, Won("Chen", 1), "x"))) == [6 - 3 + 2, -2 - 3 - 1, -2 + 9, -2 - 3 - 1]


def test_a_deal_stays_ended_after_a_change_once_the_next_is_played() -> None:
    log = (Won("Bo", 1), Won("Chen", 0), Won("Dai", 0), Won("Bo", 0, "Ann"))
    undone = played(*log, Void(2, "x"))
    assert [hand.winners for hand in undone.hands] == [("Chen", "Dai"), ("Bo",)]
    assert undone.hands[1].seats["E"] == "Bo"
    end = played(*log, Void(4, "x", played=True))
    assert [hand.winners for hand in end.hands] == [("Bo", "Chen"), ("Bo",)]
    assert points(end) == [-3 - 2 - 1, 9 + 1, -3 + 4, -3 - 2]
    assert refusal(*log, Void(4, "x", played=False)) == "others-refused"
    assert refusal(*log, Corrected(2, Claimed((Won("Bo", 1, "Ann"), Won("Dai", 1, "Ann"))), "x")) == "others-refused"
    alone = played(*log[:3], Void(4, "x"))
    assert (len(alone.hands), alone.hands[0].ended) == (1, None)


def test_the_void_suit_is_known_and_no_hand_wins_with_it() -> None:
    match = played(NamedVoid("Bo", "m"), NamedVoid("Bo", "s"), NamedVoid("Ann", "p"))
    assert deal_of(match.hands[0]).void == {"S": "s", "E": "p"}
    assert refusal(NamedVoid("Bo", "s"), Won("Bo", 1, "Ann", hand=SHOT)) == "hand-of-void"
    assert refusal(Won("Bo", 1, "Ann", hand=SHOT), NamedVoid("Bo", "p")) == "hand-of-void"


@row_by_row(
    ("acts", "kind"),
    [
        ((Won("Bo", 1), Won("Bo", 1)), "no-longer-plays"),
        ((Won("Bo", 1), Won("Ann", 1, "Bo")), "no-longer-plays"),
        ((Won("Bo", 1), MadeKong("Bo", "added")), "no-longer-plays"),
        ((MadeKong("Bo", "claimed", "Bo"),), "winner-pays"),
        ((MadeKong("Bo", "claimed"),), "wrong-type"),
        ((MadeKong("Bo", "added", "Ann"),), "wrong-type"),
        ((MadeKong("Bo", "added", tile="E"),), "tile-of-kong"),
        ((Won("Bo", 4),), "over-maximum"),
        ((Won("Bo", 1, luck="kong-shot"),), "wrong-type"),
        ((Won("Bo", 1, "Ann", luck="rain"),), "wrong-type"),
        ((Won("Bo", 1), WallOut("", "1")), "no-longer-plays"),
        ((WallOut("", "100"),), "states-differ"),
        ((WallOut("1", "not-ready", "pig"),), "states-differ"),  # nothing is said of North
        ((WallOut("", "ready"),), "states-differ"),
        ((WallOut("", "123m"),), "hand-not-waiting"),
        ((WallOut("", "123456789m2223p4p"),), "hand-not-waiting"),
        ((WallOut("", "1x"),), "hand-not-waiting"),
        ((Drawn(),), "states-differ"),
        ((DeadHand("Bo", "x"), Won("Bo", 1)), "dead-hand"),
    ],
)
def test_an_act_that_cannot_be_is_refused(acts: tuple[Act, ...], kind: str) -> None:
    assert refusal(*acts) == kind


def test_a_deal_that_the_end_of_the_time_cuts_short_pays_nothing() -> None:
    assert points(played(Won("Bo", 1), WallOut(), KONG, TimeUp(in_play=False))) == [-3, 9, -3, -3]
    fined = played(WallOut(), KONG, FalseWin("Ann", "wrong tile"), TimeUp(in_play=False))
    assert points(fined) == [-24, 0, 0, 0]


def test_another_game_has_none_of_these_acts() -> None:
    assert refusal(KONG, rules="mcr") == "only-bloody"


@pytest.mark.parametrize("cap", ["3", "4", "none"])
def test_a_ready_hand_above_the_cap_is_paid_the_cap(cap: str) -> None:
    most = 9 if cap == "none" else int(cap)
    above = played(WallOut("", "9"), SC1=cap)
    assert points(above) == points(played(WallOut("", str(most)), SC1=cap))
    assert points(above)[1] == 3 * 2**most


@pytest.mark.parametrize(
    ("answer", "paid", "lost", "pig"), [("paid", 80, 24, 24), ("all", 80, 240, 240), ("none", 8, 24, 24)]
)
def test_a_base_multiplies_false_wins_and_penalties_as_the_table_says(
    answer: str, paid: int, lost: int, pig: int
) -> None:
    other = played(FalseWin("Ann", "wrong tile"), SC3="10", SC29="8 each", SC33=answer)
    assert points(other) == [-3 * paid, paid, paid, paid]
    nobody = played(FalseWin("Ann", "wrong tile"), SC3="10", SC29="24", SC33=answer)
    assert points(nobody) == [-lost, 0, 0, 0]
    assert points(played(WallOut("pig"), SC3="10", SC33=answer, SC24="off")) == [-pig, 0, 0, 0]
    sheet = book({"SC3": "10", "SC33": answer}).score(parse("234m567m22p345p678p 2p discard seat=S from=E"))
    assert dict(sheet.switches)["SC33"] == answer
