"""Effects of buttons and dice at the table."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.drivers import EventMessage, Key
from device.protocol import Button, Dice, Fault, Unknown
from scoring.match.wall import open_wall
from scoring.rules import BOOKS
from scoring.tiles import WINDS
from webui.hand.state import Circumstances, MatchHand
from webui.messages import Messages
from webui.messages.table import notice, wall
from webui.rig.live_hand import (
    HANDS,
    Answered,
    CallReferee,
    ClaimWin,
    Deal,
    Draw,
    Given,
    LiveHand,
    Start,
    Throw,
    WinClaim,
    WithdrawClaim,
    follow,
    hear,
    in_match,
    lamps,
    meant,
)
from webui.rig.notice import Notice
from webui.rig.serialization import live_hand_from_json, live_hand_to_json

FRESH = LiveHand()
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
chairs = st.integers(1, 4)


def after(*acts: object, seats: LiveHand = FRESH) -> LiveHand:
    """Each act a minute after the one before."""
    for n, act in enumerate(acts):
        seats = follow(seats, act, NOON + timedelta(minutes=n))  # type: ignore[arg-type]
    return seats


def test_the_deal_passes_every_hand_and_the_prevailing_wind_every_round() -> None:
    seats, course = LiveHand(dealer=3), []
    for n in range(HANDS):
        course.append((seats.hand, seats.dealer, seats.prevailing))
        seats = follow(seats, Start(1), NOON + timedelta(minutes=n))
    assert course[:5] == [(1, 3, "E"), (2, 4, "E"), (3, 1, "E"), (4, 2, "E"), (5, 3, "S")]
    assert course[-1] == (16, 2, "N")
    assert (seats.hand, seats.dealer) == (1, 3)


def test_four_players_who_press_start_mean_one_hand() -> None:
    seats = LiveHand()
    for chair in range(1, 5):
        seats = follow(seats, Start(chair), NOON + timedelta(seconds=0.5 * chair))
    assert seats.hand == 2
    assert follow(seats, Start(2), NOON + timedelta(seconds=4)).hand == 3
    assert follow(seats, Start(), NOON + timedelta(seconds=2)).hand == 3  # the page means each one


@given(chairs, dice, dice)
def test_both_throws_open_the_wall_of_the_one_who_threw_second(
    dealer: int, first: tuple[int, int], second: tuple[int, int]
) -> None:
    seats = after(Throw(1, first, dealer), seats=LiveHand(dealer=dealer))
    assert seats.thrower == (dealer - 1 + sum(first) - 1) % 4 + 1  # counted counter-clockwise from the dealer as one
    seats = after(Throw(2, second, seats.thrower), seats=seats)
    assert seats.opening == open_wall(first, second)
    assert seats.wrong is None


@pytest.mark.parametrize("rules", ["riichi-ema", "hk", "zungjung", "sichuan-sbr", "sanma-tenhou"])
def test_one_throw_opens_the_wall_of_a_game_that_has_one(rules: str) -> None:
    before = in_match(LiveHand(dealer=2), None, played=BOOKS[rules].play)
    seats = after(Throw(1, (3, 4), 2), seats=before)
    assert seats.thrower == 0
    assert seats.opening == open_wall((3, 4), None, BOOKS[rules].play)
    again = after(Throw(2, (1, 1)), seats=seats)  # a box that counts throws over several hands
    assert (again.first, again.second, again.wrong) == ((1, 1), None, None)
    assert after(Start(), seats=again).played == BOOKS[rules].play


def test_a_hand_at_the_empty_side_of_three_is_nobodys() -> None:
    before = in_match(LiveHand(), MatchHand(1, 1, 1), played=BOOKS["sanma-home"].play)
    assert [before.won(chair, seen=True).seat for chair in (1, 2, 3, 4)] == ["E", "S", "W", None]
    assert before.won(4, seen=True).round == "E"


def test_a_dead_wall_in_words() -> None:
    seats = after(Throw(1, (1, 1)), seats=in_match(LiveHand(dealer=2), None, played=BOOKS["riichi-ema"].play))
    assert wall(Messages.of("en"), seats) == (
        "Seat 3's wall (South) opens: count 2 stacks from its right end. The deal starts at stack 3 of seat 3's "
        "wall. Nobody draws the last 7 stacks, from stack 13 of seat 4's wall to stack 2 of seat 3's."
    )


def test_a_wall_in_words() -> None:
    seats = after(Throw(1, (3, 4)), Throw(2, (6, 6)), seats=LiveHand(dealer=2))
    assert wall(Messages.of("en"), seats) == (
        "Seat 4's wall (West) opens: count 19 stacks from its right end. The deal starts at stack 2 of seat 3's "
        "wall; the wall ends at stack 1 of seat 3's."
    )


@pytest.mark.parametrize(
    ("acts", "says"),
    [
        ([Throw(1, (3, 4), 3)], "Wrong player: seat 3 rolled 3 and 4, but seat 2 is the dealer"),
        ([Throw(2, (3, 4), 1)], "without a first: seat 2 is the dealer"),
        ([Throw(1, (3, 4), 2), Throw(2, (1, 1), 2)], "Wrong wall: seat 2 rolled 1 and 1, but the dealer's 7 picks"),
        ([ClaimWin(1), Given(1), ClaimWin(4)], "Seat 4 cannot win: seat 1 won by self-draw"),
        ([ClaimWin(1), Given(4), ClaimWin(4)], "Seat 4 cannot win on the tile it discarded"),
        ([Given(1)], "Nobody has declared a win"),
    ],
)
def test_what_is_wrong_is_said_at_once_and_changes_nothing_else(acts: list[object], says: str) -> None:
    before = after(*acts[:-1], seats=LiveHand(dealer=2))
    seats = after(acts[-1], seats=before)
    assert seats.wrong
    assert says in notice(Messages.of("en"), seats.wrong)
    assert replace(seats, wrong=None) == before
    assert after(CallReferee(1), seats=seats).wrong is None


def test_a_first_throw_made_again_takes_the_second_back() -> None:
    seats = after(Throw(1, (1, 2)), Throw(2, (2, 2)), Throw(1, (5, 5)))
    assert (seats.first, seats.second) == ((5, 5), None)


@given(chairs, chairs, st.integers(0, 4), st.integers(1, 16))
def test_a_win_knows_its_winds_and_who_gave_the_tile(dealer: int, chair: int, giver: int, hand: int) -> None:
    seats = after(Deal(hand, dealer), ClaimWin(chair))
    seats = after(Given(giver), seats=seats) if giver else seats
    won = seats.won(chair)
    assert won.seat == WINDS[(chair - dealer) % 4]
    assert won.round == WINDS[(hand - 1) // 4]
    assert won.self_draw == ((giver == chair) if giver else None)
    assert won.discarder == (WINDS[(giver - dealer) % 4] if giver not in (0, chair) else None)
    assert isinstance(won, Circumstances)


@pytest.mark.parametrize(
    ("acts", "seen", "sources"),
    [
        ([], False, {"seat": "play", "round": "play"}),
        ([], True, {}),
        ([CallReferee(1)], True, {}),
        ([Start()], True, {"seat": "camera", "round": "play"}),
        ([Throw(1, (3, 4))], True, {"seat": "camera", "round": "play"}),
        (
            [Deal(5, 2), ClaimWin(3), Given(1)],
            False,
            {"self_draw": "play", "round": "play", "seat": "play", "discarder": "play"},
        ),
    ],
)
def test_what_is_known_of_a_win_says_where_from(acts: list[object], seen: bool, sources: dict[str, str]) -> None:
    """A camera alone knows the chair, which is no wind before somebody has said who deals."""
    assert after(*acts).won(3, seen).sources == sources


def test_the_next_hand_forgets_the_last_but_not_the_referee() -> None:
    seats = after(Throw(1, (1, 2)), ClaimWin(2), CallReferee(4), Start())
    assert (seats.first, seats.claims, seats.calls) == (None, (), (4,))
    assert after(ClaimWin(1), WithdrawClaim(), Answered(), seats=seats).claims == ()


def test_referees_are_called_once_each_and_come_to_all() -> None:
    seats = after(CallReferee(3), CallReferee(1), CallReferee(3))
    assert seats.calls == (3, 1)
    assert after(Answered(), seats=seats).calls == ()


@pytest.mark.parametrize(
    ("message", "act"),
    [
        (Dice(2, 0, (3, 4)), Throw(2, (3, 4), 0)),
        (Button(2, ("win",), "short"), ClaimWin(2)),
        (Button(2, ("win",), "long"), ClaimWin(2)),
        (Button(2, ("win",), "down"), None),
        (Button(1, ("start",), "short"), Start(1)),
        (Button(4, ("referee",), "long"), CallReferee(4)),
        (Button(4, ("win", "start"), "short"), CallReferee(4)),
        (Button(4, ("referee",), "down"), None),
        (Fault("stuck", 3), None),
        (Unknown("NEW", ("1",)), None),
    ],
)
def test_what_the_box_says_means(message: EventMessage, act: object) -> None:
    assert meant(message, LiveHand()) == act


CLAIMED = LiveHand(claims=(WinClaim(3),))
THROWN = LiveHand(first=(3, 4))


@pytest.mark.parametrize(
    ("play", "key", "act"),
    [
        (FRESH, Key("call"), CallReferee(0)),
        (LiveHand(dealer=3), Key("next"), Start(3)),
        (FRESH, Key("confirm", dice=(3, 5)), Throw(1, (3, 5))),
        (THROWN, Key("confirm", dice=(3, 5)), Throw(2, (3, 5))),
        (replace(THROWN, second=(1, 1)), Key("confirm", dice=(3, 5)), None),
        (CLAIMED, Key("confirm", dice=(3, 5)), None),
        (replace(CLAIMED, asked="draw"), Key("confirm", dice=(3, 5)), Draw()),
        (FRESH, Key("answer", 2), None),
        (replace(FRESH, asked="win"), Key("answer", 2), ClaimWin(2)),
        (replace(FRESH, asked="win"), Key("answer", 5), None),
        (CLAIMED, Key("answer", 2), Given(2)),
        (CLAIMED, Key("answer", 3), Given(3)),
        (CLAIMED, Key("answer", 0), None),
        (replace(CLAIMED, giver=2), Key("answer", 2), None),
        (FRESH, Key("draw"), None),
        (FRESH, Key("win"), None),
        (FRESH, Key("cancel"), None),
    ],
)
def test_what_a_key_means_depends_on_the_open_question(play: LiveHand, key: Key, act: object) -> None:
    assert meant(key, play) == act


def test_a_key_opens_a_question_and_any_act_or_another_key_closes_it() -> None:
    asked = hear(FRESH, Key("draw"), NOON)
    assert asked.asked == "draw"
    assert hear(asked, Key("win"), NOON).asked == "win"
    assert hear(asked, Key("cancel"), NOON) == FRESH
    assert hear(asked, Key("answer", 7), NOON).asked == "draw"  # it is no answer to it
    assert follow(asked, CallReferee(2), NOON) == LiveHand(calls=(2,))
    drawn = hear(asked, Key("confirm", dice=(1, 1)), NOON)
    assert (drawn.hand, drawn.dealer, drawn.first, drawn.asked) == (2, 2, None, "")
    won = hear(hear(FRESH, Key("win"), NOON), Key("answer", 4), NOON)
    assert won.claims == (WinClaim(4, by="table box"),)


def test_a_draw_passes_the_deal_outside_a_match_and_is_left_to_the_record_in_one() -> None:
    assert follow(LiveHand(calls=(2,)), Draw(), NOON).hand == 2
    assert follow(LiveHand(calls=(2,)), Draw(), NOON).calls == (2,)
    bound = LiveHand(deal=MatchHand(1, 1, 1, 1))
    assert follow(bound, Draw(), NOON) == bound


def test_a_button_going_down_is_shown_until_its_meaning_is_known() -> None:
    seats = hear(LiveHand(), Button(2, ("win",), "down"), NOON)
    assert seats.pressed == (2, ("win",))
    assert seats.claims == ()
    seats = hear(seats, Button(2, ("win",), "short"), NOON)
    assert (seats.pressed, seats.claims) == (None, (WinClaim(2, by="table box"),))


def test_faults_of_the_box_are_said() -> None:
    faults = [hear(LiveHand(), Fault(code, 4), NOON).wrong for code in ("overflow", "stuck", "watchdog", "meteor")]
    says = [notice(Messages.of("en"), wrong) for wrong in faults if wrong]
    assert "no room for 4 events" in says[0]
    assert "Button 4 of the table box" in says[1]
    assert "had to restart" in says[2]
    assert "fault: meteor 4" in says[3]


def test_lamps_show_dealer_wind_verdict_and_calls() -> None:
    seats = LiveHand(
        hand=6, dealer=2, claims=(WinClaim(3, legal=False), WinClaim(4, legal=True)), giver=2, calls=(1, 4)
    )
    lit = {lamp for lamp, on in lamps(seats).items() if on}
    assert lit == {("dealer", 2), ("wind", 2), ("refused", 3), ("referee", 1), ("referee", 4)}
    assert len(lamps(seats)) == 20


@given(chairs, st.permutations([1, 2, 3, 4]), st.integers(2, 3))
def test_of_several_who_claim_a_discard_the_next_after_the_discarder_is_first(
    dealer: int, order: list[int], count: int
) -> None:
    """Accept the buttons in any order, and the discarder at any time."""
    discarder, claimants = order[0], order[1 : count + 1]
    expected = next(chair for step in (1, 2, 3) if (chair := (discarder - 1 + step) % 4 + 1) in claimants)
    pressed = after(*(ClaimWin(chair) for chair in claimants), seats=LiveHand(dealer=dealer))
    assert [claim.chair for claim in pressed.claims] == claimants
    assert (pressed.winner, pressed.decision and pressed.decision.kind) == (0, "discarder-open")
    said = after(Given(discarder), seats=pressed)
    early = after(
        ClaimWin(claimants[0]), Given(discarder), *map(ClaimWin, claimants[1:]), seats=LiveHand(dealer=dealer)
    )
    assert said.winner == early.winner == expected
    assert said.decision == early.decision
    assert said.decision
    assert said.decision.kind == "first-claimant"
    assert said.decision.about["others"] == tuple(sorted(set(claimants) - {expected}))


def test_why_a_claim_is_first_is_said() -> None:
    seats = after(ClaimWin(4), ClaimWin(3), Given(2))
    assert seats.decision
    assert notice(Messages.of("en"), seats.decision) == (
        "Seat 3 has priority: it comes before seat 4, counter-clockwise from the discarder."
    )
    one = after(WithdrawClaim(3), seats=seats)  # a false claim, or none
    assert (one.winner, one.decision, one.giver) == (4, None, 2)


def test_a_tile_drawn_by_one_claimant_is_nobody_elses() -> None:
    seats = after(ClaimWin(4), ClaimWin(3), Given(4))
    assert (seats.winner, seats.decision and seats.decision.kind) == (4, "self-drawn")
    assert seats.won(4).self_draw
    assert (seats.won(3).self_draw, seats.won(3).discarder) == (False, None)
    assert after(WithdrawClaim(4), seats=seats).giver == 0


def test_only_the_first_claim_is_judged() -> None:
    seats = LiveHand(claims=(WinClaim(4, legal=True), WinClaim(3, legal=False)))
    assert [seats.verdict(chair) for chair in (3, 4)] == ["", ""]
    seats = replace(seats, giver=2)
    assert [seats.verdict(chair) for chair in (3, 4)] == ["refused", ""]
    assert after(WithdrawClaim(3), seats=seats).verdict(4) == "accepted"
    assert after(Given(1), seats=seats).verdict(3) == ""  # until its hand is scored with that


def test_who_claims_again_makes_the_same_claim() -> None:
    seats = after(ClaimWin(4), ClaimWin(3), Given(2))
    assert after(ClaimWin(4), seats=seats) == seats
    read = replace(seats, claims=(WinClaim(4, hand="a1"), WinClaim(3)))
    assert after(ClaimWin(4), seats=read) == read


def test_who_claims_again_after_trouble_is_read_again_and_keeps_its_place() -> None:
    seats = LiveHand(claims=(WinClaim(4, trouble=Notice("camera-dark")), WinClaim(3)), giver=2)
    seats = after(ClaimWin(4), seats=seats)
    assert (seats.claims, seats.giver) == ((WinClaim(4), WinClaim(3)), 0)


def dealt(hand: int, match: int = 1, began: int = 1, deal: int | None = None) -> MatchHand:
    return MatchHand(match, began, hand, deal)


@pytest.mark.parametrize(
    ("before", "after", "hand"),
    [
        (dealt(16), None, 16),
        (None, dealt(1), 1),
        (dealt(1), dealt(2, began=3), 2),
        (dealt(1), dealt(1, match=4, began=4), 1),
        (dealt(3, began=5), dealt(3, began=8), 3),
    ],
    ids=["the match is over", "a match begins", "the deal passes", "another match", "the hand before was counted anew"],
)
def test_what_was_claimed_in_another_hand_is_no_claim_any_more(
    before: MatchHand | None, after: MatchHand | None, hand: int
) -> None:
    claimed = follow(follow(in_match(LiveHand(), before), ClaimWin(2), NOON), Given(3), NOON)
    assert in_match(claimed, before) == claimed
    play = in_match(claimed, after)
    assert (play.hand, play.claims, play.giver, play.deal) == (hand, (), 0, after)
    assert play.won(2).discarder is None


def test_a_dealer_who_deals_again_rolls_again() -> None:
    play = after(Throw(1, (2, 3)), seats=in_match(LiveHand(), dealt(1, deal=1)))
    assert play.first == (2, 3)
    again = in_match(play, dealt(2, began=3, deal=1))
    assert (again.hand, again.dealer, again.first, again.prevailing) == (2, 1, None, "E")
    passed = in_match(again, dealt(3, began=4, deal=2))
    assert (passed.hand, passed.dealer, passed.prevailing) == (3, 2, "E")
    assert in_match(passed, dealt(9, began=12, deal=5)).prevailing == "S"
    assert in_match(passed, dealt(30, began=40, deal=17)).prevailing == "E"


def test_a_dead_hand_claims_nothing() -> None:
    play = after(ClaimWin(2), ClaimWin(3), Given(2), seats=in_match(LiveHand(), dealt(1)))
    dead = in_match(play, dealt(1), ["S"])
    assert dead == replace(play, claims=play.claims[1:], giver=0, out=("S",))
    assert in_match(play, dealt(1), ["N"]) == replace(play, out=("N",))
    refused = follow(dead, ClaimWin(2), NOON)
    assert (refused.claims, notice(Messages.of("en"), refused.wrong or Notice("no-tiles"))) == (
        dead.claims,
        "Seat 2 cannot win this hand: it has won already, or its hand is dead.",
    )
    assert follow(refused, Deal(1, 1), NOON).out == ("S",)  # a person who names the dealer does not revive it
    assert in_match(refused, dealt(2, began=3)).out == ()


def test_nobody_has_priority_where_all_win() -> None:
    bound = in_match(LiveHand(), dealt(1), all_win=True)
    play = after(ClaimWin(2), ClaimWin(3), seats=bound)
    assert play.decision == Notice("discarder-unknown", {"chairs": (2, 3)})
    play = follow(play, Given(1), NOON)
    assert (play.winner, play.decision) == (0, Notice("all-win", {"chairs": (2, 3)}))
    judged = replace(play, claims=tuple([replace(claim, legal=claim.chair == 2) for claim in play.claims]))
    assert [judged.verdict(chair) for chair in (2, 3)] == ["accepted", "refused"]
    drawn = follow(play, Given(2), NOON)
    assert (drawn.winner, drawn.decision) == (2, Notice("self-drawn", {"winner": 2}))
    assert live_hand_from_json(live_hand_to_json(play)) == replace(play, all_win=False)  # the match says it again
    nearest = in_match(play, dealt(1))
    assert (nearest.winner, nearest.verdict(3)) == (2, "")
