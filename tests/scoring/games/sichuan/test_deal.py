"""Whole deals of Sichuan: those of the description, an independent model, what cannot be, and what is only remarked."""

import random
from collections import Counter
from typing import Any

import pytest

from scoring.games.deal import DealError, SettledDeal
from scoring.games.sichuan.deal import settle
from scoring.tiles import WINDS
from tests.rows import row_by_row
from tests.scoring.games.sichuan.test_patterns import SAID, VECTORS, ids, random_table, table
from tests.scoring.games.sichuan_second import SEATS, settled

DEALS = VECTORS["deals"]
KONG = {"act": "kong", "seat": "E", "kind": "added", "tile": "1s"}
WON = {"act": "won", "from": "E", "wins": [{"seat": "S", "fan": 2}]}
NOBODY: dict[str, Any] = {"dealer": "E", "void": {}}


def of(*acts: dict[str, Any], void: dict[str, str] | None = None, **said: Any) -> SettledDeal:
    """Settle a deal of East's by SBR with other answers."""
    return settle({"dealer": "E", "void": void or {}, "acts": list(acts)}, table(said))


def changes(deal: SettledDeal) -> list[dict[str, int]]:
    return [step.change for step in deal.steps]


def points(*four: int) -> dict[str, int]:
    return dict(zip(WINDS, four, strict=True))


@row_by_row("deal", DEALS, ids=ids(DEALS))
def test_the_deals_of_the_description_are_equal(deal: dict[str, Any]) -> None:
    found = settle(deal, table(deal["switches"], deal["preset"]))
    outcome = (changes(found), found.payments, found.penalties, found.next_dealer, found.over)
    assert outcome == tuple(deal[name] for name in ("steps", "payments", "penalties", "next_dealer", "over"))
    assert sum(found.payments.values()) == 0


def test_a_hand_that_is_dead_at_the_end_of_the_wall_gives_its_kongs_back() -> None:
    ready = {seat: {"state": "ready", "fan": 0} for seat in WINDS}
    kept = of(KONG, {"act": "end", "states": ready})
    back = of(KONG, {"act": "end", "states": ready, "dead": ["E"]})
    assert (kept.payments, back.payments) == (points(3, -1, -1, -1), points(0, 0, 0, 0))


# The independent model


def random_deal(rng: random.Random, answers: dict[str, str]) -> dict[str, Any]:
    """Return a random deal of wins by their fan: kongs, robbed and shot ones, false wins, and perhaps the end."""
    playing, acts, won = list(SEATS), [], False
    if answers["SC30"] != "off":
        acts.append({"act": "exchange", "direction": rng.choice(("across", "left", "right"))})
    while len(playing) > 1 and not (won and answers["SC31"] == "first"):
        seat = rng.choice(playing)
        others = [each for each in playing if each != seat]
        kind = rng.random()
        if kind < 0.45:
            named = rng.choice(("claimed", "added", "postponed", "concealed"))
            giver = {"from": rng.choice(others)} if named == "claimed" else {}
            acts.append({"act": "kong", "seat": seat, "kind": named, "tile": "5p", **giver})
            if rng.random() < 0.5:
                acts.append(_after_kong(rng, acts[-1], others))
        elif kind < 0.55:
            beside = {"with": [rng.choice(others)]} if rng.random() < 0.2 else {}
            acts.append({"act": "false-win", "seat": seat, **beside})
        elif kind < 0.92:
            winners = rng.sample(others, rng.randint(1, len(others)))
            if rng.random() < 0.5:
                acts.append({"act": "won", "wins": [_win(rng, seat)]})
            else:
                acts.append({"act": "won", "from": seat, "wins": [_win(rng, each) for each in winners]})
                acts[-1] |= {"shot": True} if rng.random() < 0.2 else {}
        else:
            acts.append({"act": "end", "states": {each: _state(rng) for each in playing}})
            break
        if acts[-1]["act"] == "won":
            won = True
            winners = [each["seat"] for each in acts[-1]["wins"]]
            if answers["SC20"] == "nearest" and "from" in acts[-1]:
                first = SEATS.index(acts[-1]["from"])
                winners = sorted(winners, key=lambda each: (SEATS.index(each) - first) % 4)[:1]
            playing = [each for each in playing if each not in winners]
        elif acts[-1]["act"] == "false-win":
            playing.remove(seat)
    return {"dealer": rng.choice(SEATS), "void": {}, "acts": acts}


def _after_kong(rng: random.Random, kong: dict[str, Any], others: list[str]) -> dict[str, Any]:
    """Return a win right after a kong: on its replacement tile, by robbing it, or on the next discard."""
    kind = rng.random()
    if kind < 0.3:
        giver = {"from": kong["from"]} if "from" in kong else {}
        return {"act": "won", "wins": [_win(rng, kong["seat"])], "bloom": True, **giver}
    winners = [_win(rng, each) for each in rng.sample(others, rng.randint(1, len(others)))]
    robbed = kong["kind"] in ("added", "postponed") and kind < 0.6
    flags = {"robbed": True} | ({"shot": True} if rng.random() < 0.4 else {}) if robbed else {"shot": True}
    return {"act": "won", "from": kong["seat"], "wins": winners, **flags}


def _win(rng: random.Random, seat: str) -> dict[str, Any]:
    return {"seat": seat, "fan": rng.randint(0, 7)}


def _state(rng: random.Random) -> dict[str, Any]:
    state = rng.choice(("ready", "ready", "not ready", "pig"))
    if state == "ready":
        return {"state": state, "fan": rng.randint(0, 6)}
    return {"state": state, "passive": True} if state == "pig" and rng.random() < 0.4 else {"state": state}


def equal_to_the_model(seeds: range) -> Counter[str]:
    """Hold the settlement against the model, and count the reasons of payments that occurred."""
    met: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        answers = random_table(rng)
        deal = random_deal(rng, answers)
        found, other = settle(deal, table(answers)), settled(deal, answers)
        assert (found.payments, found.penalties) == (other.has, other.fines), (
            seed,
            deal,
        )
        assert (found.next_dealer, found.over) == (other.dealer_next, other.over), (seed, deal)
        assert all(sum(payment.points.values()) == 0 for step in found.steps for payment in step.payments)
        met.update(payment.why for step in found.steps for payment in step.payments)
    return met


REASONS = {
    *(f"kong-{kind}" for kind in ("claimed", "added", "postponed", "concealed", "robbed", "back", "over")),
    *("win", "win-drawn", "false-win", "pig", "ready-check"),
}


def test_an_independent_model_says_the_same() -> None:
    assert set(equal_to_the_model(range(200))) == REASONS


@pytest.mark.long
def test_an_independent_model_says_the_same_of_2000_deals() -> None:
    assert set(equal_to_the_model(range(1000, 3000))) == REASONS


# Hands


def test_a_hand_is_scored_with_what_the_deal_knows() -> None:
    hand = "[333p,1]88s456p678p35s 4s"
    won = {"act": "won", "from": "E", "shot": True, "wins": [{"seat": "S", "hand": hand}]}
    assert changes(of(KONG, won))[-1] == points(-5, 3, 1, 1)
    drawn = {"act": "won", "wins": [{"seat": "W", "hand": hand}]}
    assert changes(of(WON, drawn))[-1] == points(-2, 0, 4, -2)
    bloom = {"act": "won", "from": "E", "bloom": True, "wins": [{"seat": "W", "hand": "[5555m,2]123m678m99p78p 6p"}]}
    assert changes(of(bloom, SC14="discard"))[-1] == points(-4, 0, 4, 0)


def test_the_words_of_a_hand_set_the_flags_of_the_act() -> None:
    shot = {"act": "won", "from": "E", "wins": [{"seat": "S", "hand": "[333p,1]88s456p678p35s 4s kong-shot"}]}
    assert changes(of(KONG, shot))[-1] == points(-5, 3, 1, 1)
    robbed = {"act": "won", "from": "E", "wins": [{"seat": "S", "hand": "[333p,1]88s456p678p35s 4s kong discard"}]}
    assert changes(of(KONG, robbed))[-1] == points(-5, 3, 1, 1)
    claimed = {"act": "won", "wins": [{"seat": "W", "hand": "[5555m,2]123m678m99p78p 6p kong self-draw"}]}
    assert changes(of(claimed, SC14="discard"))[-1] == points(-4, 0, 4, 0)


@pytest.mark.parametrize("hand", ["123m456m123p55s66s 6s", "[123s,1]888s345456p6p 6p", "123888s345456p6p 6p"])
def test_a_hand_that_does_not_win_is_left_out_and_the_deal_goes_on(hand: str) -> None:
    both = {"act": "won", "from": "E", "wins": [{"seat": "S", "hand": hand}, {"seat": "W", "fan": 1}]}
    found = of(both, void={"S": "p"})
    assert (changes(found), [remark.kind for remark in found.steps[0].remarks]) == ([points(-2, 0, 2, 0)], ["no-win"])
    assert found.next_dealer == "W"


def test_a_win_is_open_until_its_fan_is_known() -> None:
    found = of({"act": "won", "from": "E", "wins": [{"seat": "S"}]}, {"act": "won", "wins": [{"seat": "W", "fan": 0}]})
    assert (changes(found), found.open) == ([points(0, 0, 0, 0), points(-2, 0, 4, -2)], ("S",))


# What is remarked, what cannot be


@pytest.mark.parametrize(
    ("acts", "remark"),
    [
        ([WON | {"robbed": True}], "no-kong-robbed"),
        ([KONG | {"kind": "concealed"}, WON | {"robbed": True}], "no-kong-robbed"),
        ([WON | {"shot": True}], "no-kong-before-shot"),
    ],
)
def test_money_of_a_kong_nobody_recorded_is_not_moved(acts: list[dict[str, Any]], remark: str) -> None:
    found = of(*acts)
    assert [each.kind for each in found.steps[-1].remarks] == [remark]
    assert changes(found)[-1] == points(-4, 4, 0, 0)


@row_by_row(
    ("acts", "kind", "number"),
    [
        ([{"act": "dance"}], "deal-value", 1),
        ([KONG | {"kind": "open"}], "deal-value", 1),
        ([KONG | {"tile": "E"}], "deal-value", 1),
        ([KONG | {"kind": "claimed"}], "deal-value", 1),
        ([KONG | {"kind": "claimed", "from": "E"}], "deal-own", 1),
        ([WON, KONG | {"seat": "S"}], "deal-out", 2),
        ([WON, WON], "deal-out", 2),
        ([WON, {"act": "won", "from": "S", "wins": [{"seat": "W", "fan": 1}]}], "deal-out", 2),
        ([WON | {"wins": []}], "deal-value", 1),
        ([WON | {"wins": [{"seat": "E", "fan": 1}]}], "deal-own", 1),
        ([WON | {"wins": [{"seat": "S", "fan": -1}]}], "deal-value", 1),
        ([{"act": "won", "wins": [{"seat": "S", "fan": 1}, {"seat": "W", "fan": 1}]}], "deal-several-drawn", 1),
        ([WON | {"wins": [{"seat": "S", "hand": "123"}]}], "deal-hand", 1),
        ([{"act": "end", "states": {}}], "deal-no-state", 1),
        ([WON, {"act": "end", "states": {"S": {"state": "ready"}}}], "deal-out", 2),
        ([{"act": "end", "states": {seat: {"hand": "12m"} for seat in WINDS}}], "deal-hand", 1),
        ([{"act": "end", "states": {seat: {"state": "pig"} for seat in WINDS}}, KONG], "deal-over", 2),
        ([{"act": "false-win", "seat": "E", "with": "S"}], "deal-value", 1),
        ([{"act": "exchange", "direction": "up"}], "deal-value", 1),
    ],
)
def test_an_act_that_cannot_be_is_refused_by_its_number(acts: list[dict[str, Any]], kind: str, number: int) -> None:
    with pytest.raises(DealError) as error:
        of(*acts)
    assert (error.value.kind, error.value.about["act"]) == (kind, number)


@pytest.mark.parametrize("given", [{"void": {"E": "E"}}, {"void": []}, {"acts": {}}, {"acts": [1]}, {"dealer": "X"}])
def test_a_deal_of_another_form_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(DealError) as error:
        settle(NOBODY | given, table({}))
    assert (error.value.kind, error.value.about["act"]) == ("deal-value", 0)


def test_the_answers_of_the_switches_of_a_deal_all_occur() -> None:
    said = {(switch, answer) for seed in range(200) for switch, answer in random_table(random.Random(seed)).items()}
    assert {(switch, answer) for switch, answers in SAID.items() for answer in answers} - said == set()
