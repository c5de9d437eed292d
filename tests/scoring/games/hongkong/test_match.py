"""Matches by the rules of Hong Kong houses: who deals, what is paid, what a false win costs, who wins of several.

The rows are the match vectors of the specification of Hong Kong Old Style, which quotes its sources for each switch.
"""

from collections.abc import Mapping
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from scoring.games.game import RuleBook
from scoring.games.hongkong.match import house_body
from scoring.match.bodies import Settlement
from scoring.match.course import body_of
from scoring.match.match import fold
from scoring.match.records import (
    Act,
    Claimed,
    Corrected,
    Drawn,
    FalseWin,
    Record,
    Role,
    Seated,
    TimeUp,
    Void,
    Won,
    act_from_dict,
    act_to_dict,
)
from scoring.match.state import Match
from scoring.rules import tournament
from scoring.tiles import WINDS
from tests.books import BODIES, RULES
from tests.scoring.match.builders import FOUR, grown, records
from tests.scoring.match.test_state import CORRECTIONS, ENTRIES, ROLES, SWAPS, VOIDS

NAMES: Final = dict(zip("ABCD", FOUR, strict=True))
"""The players by the letters of the vectors: A is East of the first hand."""


def house(**switches: str) -> RuleBook:
    """Return a house that answers these switches otherwise than `hk`."""
    answers = "".join(f'{switch} = "{answer}"\n' for switch, answer in switches.items())
    if not switches:
        return RULES["hk"]
    about = 'name = "house"\ntitle = "House"\nversion = "1"\nsource = "test"\nbase = "hk"'
    return tournament(f"{about}\n[switches]\n{answers}")


def played(*acts: Act, book: RuleBook = RULES["hk"], hands: int | None = None) -> Match:
    """Return the match of a house after some acts, none of which is refused."""
    match = fold(records(Seated(FOUR, hands=hands), *acts, role="referee"), book)
    assert match.refused == {}
    return match


def event(letter: str, match: Match) -> Act:
    """Return the act of a vector's event: who wins by 3 faan off the next player, a draw, or who errs."""
    if letter == "drawn":
        return Drawn()
    if letter.startswith("false "):
        return FalseWin(NAMES[letter[-1]], "wrong tile")
    winner = NAMES[letter]
    return Won(winner, 3, payer=FOUR[(FOUR.index(winner) + 1) % 4])


DEALS: Final = (
    ({}, "B B B B", "EB EB EB EB"),
    ({}, "A A B", "EA EA EB"),
    ({}, "drawn B", "EA EB"),
    ({"HK30": "passes"}, "drawn B", "EB EB"),
    ({}, "false A", "EB"),
    ({}, "false C,B", "EA EB"),
    ({}, "A drawn C B D A", "EA EA EB EB EC ED"),
    ({}, "B C D D A B C D D A B C D D A B C D A", "EB EC ED ED SA SB SC SD SD WA WB WC WD WD NA NB NC ND over"),
)
"""Switches, who wins each hand, and the round and the dealer after it."""


@pytest.mark.parametrize(("switches", "events", "after"), DEALS)
def test_the_dealer_deals_again_after_a_win_and_a_drawn_hand(
    switches: Mapping[str, str], events: str, after: str
) -> None:
    book, acts, found = house(**switches), list[Act](), []
    letters = events.split(",") if "," in events else [events] if events.startswith("false") else events.split()
    for letter in letters:
        acts.append(event(letter, played(*acts, book=book)))
        current = played(*acts, book=book).current
        found.append(f"{current.round_wind}{'ABCD'[FOUR.index(current.seats['E'])]}" if current else "over")
    assert found == after.split()


FALSE_WINS: Final = (
    ({}, "S", {"E": 256, "S": -768, "W": 256, "N": 256}),
    ({}, "E", {"E": -768, "S": 256, "W": 256, "N": 256}),
    ({"HK3": "8"}, "S", {"E": 128, "S": -384, "W": 128, "N": 128}),
    ({"HK31": "3 portions"}, "S", {"E": 768, "S": -2304, "W": 768, "N": 768}),
    ({"HK31": "3 portions", "HK3": "8", "HK24": "1"}, "W", {"E": 192, "S": 192, "W": -576, "N": 192}),
    ({"HK31": "4 faan"}, "N", {"E": 32, "S": 32, "W": 32, "N": -96}),
    ({"HK3": "13", "HK24": "0.5", "HK23": "full"}, "S", {"E": 4096, "S": -12288, "W": 4096, "N": 4096}),
)


@pytest.mark.parametrize(("switches", "seat", "paid"), FALSE_WINS)
def test_a_false_win_costs_what_the_house_says_and_the_hand_is_dealt_again(
    switches: Mapping[str, str], seat: str, paid: Mapping[str, int]
) -> None:
    match = played(FalseWin(seat, "under the minimum"), book=house(**switches))
    first, second = match.hands
    assert {wind: first.points[player] for wind, player in first.seats.items()} == paid
    assert (second.number, second.deal) == (2, 2 if seat == "E" else 1)


CLAIMS: Final = Claimed(
    (
        Won("S", 3, "W", hand="[CCC,1][FFF,1]123m78sEE 9s discard round=E seat=S from=W flowers=f2"),
        Won("N", 4, "W", hand="[PPP,3]123s456s78sNN 9s discard round=E seat=N from=W flowers=f4"),
    )
)


@pytest.mark.parametrize(
    ("switches", "paid", "winners"),
    [
        ({}, {"E": 0, "S": 0, "W": -96, "N": 96}, "N"),
        ({"HK29": "all"}, {"E": 0, "S": 32, "W": -128, "N": 96}, "NS"),
        ({"HK29": "all", "HK25": "half"}, {"E": -32, "S": 8, "W": -64, "N": 88}, "NS"),
    ],
)
def test_one_or_all_of_several_winners_are_paid(
    switches: Mapping[str, str], paid: Mapping[str, int], winners: str
) -> None:
    points = {"S": 3, "N": 5}
    acts = Claimed(tuple([Won(each.winner, points[each.winner], each.payer, each.hand) for each in CLAIMS.claims]))
    hand = played(acts, book=house(**switches)).hands[0]
    assert {wind: hand.points[player] for wind, player in hand.seats.items()} == paid
    assert hand.winners == tuple([hand.seats[wind] for wind in winners])
    for player, points in hand.points.items():
        got = sum(each.points for each in hand.transfers if each.payee == player)
        assert points == got - sum(each.points for each in hand.transfers if each.payer == player)


@pytest.mark.parametrize(
    ("switches", "act", "paid"),
    [
        ({}, Won("S", 3, "W"), {"E": 0, "S": 32, "W": -32, "N": 0}),
        ({}, Won("S", 10), {"E": -256, "S": 768, "W": -256, "N": -256}),
        ({"HK25": "half"}, Won("S", 3, "W"), {"E": -8, "S": 32, "W": -16, "N": -8}),
        ({}, Won("S", 3, liable="N"), {"E": 0, "S": 48, "W": 0, "N": -48}),
        ({"HK26": "shared"}, Won("S", 3, "W", liable="N"), {"E": 0, "S": 32, "W": -16, "N": -16}),
        ({"HK28": "yes"}, Won("S", 3), {"E": -32, "S": 64, "W": -16, "N": -16}),
    ],
)
def test_a_win_pays_by_the_house(switches: Mapping[str, str], act: Won, paid: Mapping[str, int]) -> None:
    hand = played(act, book=house(**switches)).hands[0]
    assert {wind: hand.points[player] for wind, player in hand.seats.items()} == paid


def test_a_robbed_kong_pays_as_a_self_draw_where_the_house_has_it_so() -> None:
    robbed = Won("S", 5, "W", hand="[CCC,1]123m456m78mEE 9m discard kong flowers=f3 seat=S round=E")
    paid = [played(robbed, book=house(**switches)).hands[0].points["Chen"] for switches in ({}, {"HK27": "self-draw"})]
    assert paid == [-96, -144]


@pytest.mark.parametrize(
    ("switches", "unit"),
    [
        ({}, "1"),
        ({"HK1": "0", "HK24": "0.5", "HK25": "half"}, "1/4"),
        ({"HK1": "0", "HK24": "1", "HK25": "half"}, "1/2"),
        ({"HK24": "0.5", "HK25": "half"}, "1"),
        ({"HK1": "0", "HK24": "0.25", "HK25": "half"}, "1/8"),
        ({"HK1": "1", "HK3": "4", "HK24": "0.25"}, "1/2"),
    ],
)
def test_points_of_a_match_are_whole_whatever_the_house_pays(switches: Mapping[str, str], unit: str) -> None:
    book = house(**switches)
    assert str(body_of(book).unit) == unit
    for faan in range(book.minimum, book.preset.limit + 1):
        for payer in (None, "W"):
            points = played(Won("S", faan, payer), book=book).hands[0].points
            assert sum(points.values()) == 0
            scale = body_of(book).unit
            assert points["Bo"] * scale == book.preset.base * [0, 3, 2][2 if payer else 1] * _multiple(faan)


def _multiple(faan: int) -> int:
    """Return the points of a portion at base 1 by the half-spicy table of the specification."""
    return (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128)[faan]


def test_a_match_may_go_on_as_long_as_people_like() -> None:
    passing = [event("ABCD"[(at + 1) % 4], played()) for at in range(20)]
    match = played(*passing, hands=0)
    assert not match.over
    assert (match.last, match.deals) == (None, None)
    assert [hand.round_wind for hand in match.hands[::4]] == ["E", "S", "W", "N", "E", "S"]
    assert played(*passing, TimeUp(False), hands=0).over
    assert played(*passing[:3], TimeUp(True), passing[3], hands=0).over


def test_a_match_of_one_round_ends_when_the_deal_has_gone_round() -> None:
    acts = [event(letter, played()) for letter in "BBCD"]
    assert [played(*acts[:count], hands=4).over for count in range(5)] == [False] * 5
    assert played(*acts, event("A", played()), hands=4).over


def test_who_dealt_hands_played_since_does_not_change_with_a_correction() -> None:
    acts = [event(letter, played()) for letter in "BCA"]  # B, C and D deal hands 2, 3 and 4
    match = played(*acts)
    assert [hand.seats["E"] for hand in match.hands] == ["Ann", "Bo", "Chen", "Dai"]
    changed = played(*acts, Corrected(2, event("A", match), "Ann won"))
    assert [hand.seats["E"] for hand in changed.hands] == ["Ann", "Bo", "Chen", "Dai"]
    assert changed.hands[0].winner == "Ann"


def test_the_dealer_of_a_hand_that_nobody_played_yet_follows_a_correction() -> None:
    acts = [event(letter, played()) for letter in "BC"]
    match = played(*acts, Corrected(3, event("B", played()), "Bo won"))
    assert [hand.seats["E"] for hand in match.hands] == ["Ann", "Bo", "Bo"]
    assert [hand.seats["E"] for hand in played(*acts, Void(3, "not played")).hands] == ["Ann", "Bo"]


@pytest.mark.parametrize(
    ("seating", "kind"),
    [
        (Seated(FOUR, hands=17), "hands-of-match"),
        (Seated(FOUR, hands=-1), "hands-of-match"),
        (Seated(FOUR, "mcr", hands=0), "hands-of-match"),
        (Seated(FOUR, "hk", "book-1998"), "body-of-other-rules"),
        (Seated(FOUR, "mcr", "hk"), "body-of-other-rules"),
        (Seated(FOUR, stake="0"), "not-a-stake"),
        (Seated(FOUR, stake="-1"), "not-a-stake"),
        (Seated(FOUR, stake="a lot"), "not-a-stake"),
        (Seated(FOUR, currency="HK$"), "no-stake"),
    ],
)
def test_a_seating_that_no_house_has_is_refused(seating: Seated, kind: str) -> None:
    assert fold(records(seating), "hk").refused[1].kind == kind


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (Won("S", 2, "W"), "under-minimum"),
        (Won("S", 11, "W"), "over-maximum"),
        (Won("S", 3, liable="S"), "winner-pays"),
        (Won("S", 3, "W", hand="[CCC,1]123m456m78mEE 9m discard flowers=f2"), "points-differ"),
    ],
)
def test_a_win_that_the_house_does_not_have_is_refused(act: Won, kind: str) -> None:
    assert fold(records(Seated(FOUR), act), "hk").refused[2].kind == kind


def test_nobody_is_liable_under_rules_that_do_not_know_it() -> None:
    assert fold(records(Seated(FOUR), Won("S", 8, "W", liable="N"))).refused[2].kind == "nobody-liable"


def test_a_stake_is_kept_with_the_match() -> None:
    match = fold(records(Seated(FOUR, "hk", stake="0.25", currency="HK$")))
    assert (match.stake, match.currency, match.body.id) == ("0.25", "HK$", "hk")


@pytest.mark.parametrize("act", [Seated(FOUR, "hk"), Won("S", 3, "W"), CLAIMS])
def test_what_earlier_versions_did_not_have_is_left_out_at_its_default(act: Act) -> None:
    written = act_to_dict(act)
    assert not {"stake", "currency", "liable"} & {*written, *written.get("claims", [{}])[0]}
    assert act_from_dict(written) == act


def test_what_is_said_of_a_stake_and_of_liability_is_kept() -> None:
    for act in (Seated(FOUR, "hk", hands=0, stake="1", currency="元"), Won("S", 3, liable="N")):
        assert act_from_dict(act_to_dict(act)) == act


def test_each_house_has_a_body_and_no_other_body_knows_houses() -> None:
    bodies = {name: body_of(book) for name, book in RULES.items() if book.game.id == "hk"}
    assert {body.id for body in bodies.values()} == {"hk"}
    assert all(body.ranking == ("game points",) for body in bodies.values())
    assert not any(
        body.winner_deals_again or body.false_win_ends
        for body in BODIES.values()
        if body.game not in ("hk", "riichi", "sanma", "sichuan", "taiwan")
    )
    assert all(tuple(body.split(Settlement(body.most, "S", "W"))) == WINDS for body in bodies.values())
    book = RULES["hk-club"]
    assert body_of(book) is house_body(book.preset)


def test_records_tell_the_house_by_themselves() -> None:
    log = [Record(Seated(FOUR, "hk-hkma"), "Ann", "2026-11-26T10:00:00"), *records(Drawn())]
    assert fold(log).hands[1].seats["E"] == "Bo"  # HKMA: the deal passes after a drawn hand


def in_faan(act: Act) -> Act:
    """Return an act whose wins, and those it corrects to, have faan that a house knows."""
    match act:
        case Won():
            return structs.replace(act, points=3 + act.points % 8)
        case Claimed():
            return Claimed(tuple([structs.replace(claim, points=3 + claim.points % 8) for claim in act.claims]))
        case Corrected():
            return structs.replace(act, act=in_faan(act.act))
    return act


ACTS: Final = st.one_of(ENTRIES, ENTRIES, VOIDS, CORRECTIONS, SWAPS).map(in_faan)


@given(st.sampled_from(["hk", "hk-hkma", "hk-club"]), st.lists(st.tuples(ACTS, ROLES), max_size=30))
def test_whatever_is_recorded_of_a_house_the_points_add_up(rules: str, acts: list[tuple[Act, Role]]) -> None:
    log = records(Seated(FOUR, rules)) + [Record(act, "x", "now", role) for act, role in acts]
    match = fold(log)
    assert sum(match.points.values()) == -sum(match.deducted.values())
    for hand in match.hands:
        paid = dict.fromkeys(match.players, 0)
        for transfer in hand.transfers:
            paid[transfer.payer] -= transfer.points
            paid[transfer.payee] += transfer.points
        assert hand.points == paid
    assert [hand.number for hand in match.hands] == list(range(1, len(match.hands) + 1))
    for hand, following in zip(match.hands, match.hands[1:], strict=False):
        assert following.deal in range(hand.deal - 1, hand.deal + 3)
    assert fold(log, anew=True) == match
    assert grown(log) == match
    assert fold(log) == match


@given(st.lists(st.tuples(ENTRIES.map(in_faan), ROLES), max_size=30))
def test_without_corrections_the_deal_stays_or_passes_by_one(acts: list[tuple[Act, Role]]) -> None:
    match = fold(records(Seated(FOUR, "hk")) + [Record(act, "x", "now", role) for act, role in acts])
    for hand, following in zip(match.hands, match.hands[1:], strict=False):
        assert following.deal - hand.deal == (0 if following.seats["E"] == hand.seats["E"] else 1)
        if hand.winner is not None:
            assert (following.deal == hand.deal) == (hand.winner == hand.seats["E"])
