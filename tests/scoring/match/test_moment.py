"""A seat wind means who sat there at the moment that an act names, in whatever order seats are swapped and acts undone.

The second reader below folds a match by a way of its own: it keeps what was shown when a record was made, and reads
everything else from the words of the records. Chairs are written out; nothing of `scoring.match` works for it.
"""

import os
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from scoring.match.errors import Refusal
from scoring.match.match import fold
from scoring.match.records import (
    Act,
    Approved,
    Claimed,
    Corrected,
    Drawn,
    Penalty,
    Record,
    Role,
    Seated,
    Swapped,
    TimeUp,
    Void,
    Won,
)
from scoring.match.state import Match
from tests.scoring.match.builders import FOUR, SIT, records

CASES = int(os.environ.get("TABLESIDE_CASES", "40"))
"""Matches of the property below: few among all tests, 10,000 when the seats of a match are worked on."""

CHAIRS = [
    *("0123", "1230", "2301", "3012"),  # places of the first hand that are East, South, West and North
    *("1032", "0321", "3210", "2103"),  # E and S, W and N have changed places
    *("2310", "3102", "1023", "0231"),  # E to W, W to S, S to N, N to E
    *("3201", "2013", "0132", "1320"),  # E and S, W and N again
]
SWAP_REFUSALS = {"swap-hangs", "swap-gone", "swap-before", "seat-open"}


def made(*acts: Act, role: Role = "referee") -> Match:
    """Return the match of acts that are all recorded now."""
    return fold(records(*acts, role=role), new=1)


def refusals(*acts: Act) -> list[Refusal]:
    return list(made(*acts).refused.values())


def test_a_hand_on_which_a_swap_rests_is_undone_after_the_swap() -> None:
    acts = [SIT, Drawn(), Swapped(("E", "W"), 2, "noticed"), Void(2, "recorded twice")]
    assert refusals(*acts) == [Refusal("swap-hangs", {"record": 3})]
    undone = made(*acts[:3], Void(3, "first"), Void(2, "recorded twice"), Won("S", 20, "E"))
    assert undone.refused == {}
    assert undone.hands[0].seats["S"] == undone.hands[0].winner == "Bo"
    assert undone.points == {"Ann": 472, "Bo": 544, "Chen": 492, "Dai": 492}


@pytest.mark.parametrize(
    ("acts", "refusal"),
    [
        # correcting a drawn hand into something that ends none, or bringing a swap back whose hand has no end
        ((Drawn(), Swapped(("E", "W"), 2, "x"), Corrected(2, Penalty("E", 0, "x"), "x")), ("swap-hangs", 3)),
        ((Drawn(), Swapped(("E", "W"), 2, "x"), Void(3, "x"), Void(2, "x"), Void(4, "x")), ("swap-gone", 2)),
        # the second swap was said of those who sat there by the first
        ((Swapped(("E", "S"), 1, "x"), Swapped(("S", "W"), 1, "x"), Void(2, "x")), ("swap-hangs", 3)),
        ((Swapped(("E", "S"), 1, "x"), Swapped(("S", "W"), 1, "x"), Corrected(2, Drawn(), "x")), ("swap-hangs", 3)),
        ((Drawn(), Swapped(("Ann", "Bo"), 2, "x"), Swapped(("Ann", "Chen"), 1, "x")), ("swap-before", 3)),
        (
            (Swapped(("Ann", "Bo"), 1, "x"), Corrected(1, Seated(("Chen", "Bo", "Ann", "Dai")), "wrong order")),
            ("swap-hangs", 2),
        ),
    ],
)
def test_what_would_leave_open_who_sat_where_is_refused(acts: tuple[Act, ...], refusal: tuple[str, int]) -> None:
    (found,) = refusals(SIT, *acts)
    assert (found.kind, next(iter(found.about.values()))) == refusal


@pytest.mark.parametrize(
    "acts",
    [
        (Swapped(("E", "S"), 1, "x"), Swapped(("W", "N"), 1, "x"), Void(2, "x")),
        (Drawn(), Swapped(("E", "S"), 2, "x"), Swapped(("Ann", "Dai"), 1, "x")),  # Bo and Chen first; none of both
        (Drawn(), Swapped(("E", "W"), 2, "x"), Corrected(2, Won("E", 20), "x")),
        (Swapped(("E", "S"), 1, "x"), Corrected(1, Seated(("Chen", "Bo", "Ann", "Dai")), "wrong order")),
        (Swapped(("Ann", "Bo"), 1, "x"), Corrected(1, Seated(("Anne", "Bo", "Chen", "Dai")), "wrong name")),
    ],
)
def test_what_leaves_all_in_their_seats_is_not_refused(acts: tuple[Act, ...]) -> None:
    assert refusals(SIT, *acts) == []


def test_a_match_that_was_kept_counts_as_it_was_counted_and_goes_on() -> None:
    log = records(SIT, Drawn(), Swapped(("E", "W"), 2, "x"), Void(2, "x"), Won("S", 20, "E"), role="referee")
    kept = fold(log)
    assert kept.refused == {}
    assert kept.hands[0].winner == "Dai"
    open_hand = log[:4]
    assert fold(open_hand).hands[0].seats["S"] == "Bo"
    by_seat, by_name = Record(Won("S", 20, "E"), "x", "now"), Record(Won("Bo", 20, "Ann"), "x", "now")
    assert fold([*open_hand, by_seat], new=5).refused == {5: Refusal("seat-open", {"seat": "S", "record": 3})}
    assert fold([*open_hand, by_name], new=5).hands[0].winner == "Bo"


def test_a_seat_after_a_hand_that_does_not_count_is_named() -> None:
    acts = [SIT, Drawn(), Swapped(("E", "W"), 2, "x"), TimeUp(in_play=False)]
    assert made(*acts).hands[-1].seats["S"] == "Bo"
    assert refusals(*acts, Penalty("S", 5, "x")) == [Refusal("seat-open", {"seat": "S", "record": 3})]
    assert made(*acts, Penalty("Bo", 5, "x")).deducted["Bo"] == 5


def test_of_two_claims_who_sat_first_then_wins_in_whatever_hand_it_counts() -> None:
    claims = Claimed((Won("N", 20, "W"), Won("S", 30, "W")))
    acts = [SIT, *[Drawn()] * 4, claims]  # South round: Bo, Ann, Dai, Chen; Dai gave the tile
    assert made(*acts).hands[4].winner == "Chen"
    moved = made(*acts, Void(2, "recorded twice"))  # now the last hand of the East round
    assert moved.hands[3].winner == "Chen"


def test_what_is_left_of_a_penalty_stays_with_those_who_sat_next() -> None:
    acts = [SIT, *[Drawn()] * 4, Penalty("E", 11, "x", "paid")]
    paid = {"Ann": 4, "Bo": -11, "Chen": 3, "Dai": 4}
    assert made(*acts).hands[4].points == paid
    assert made(*acts, Void(2, "x")).hands[3].points == paid


@pytest.mark.parametrize(
    ("acts", "void"),
    [
        ((Drawn(), Void(2, "x"), Void(2, "again")), 3),
        ((Drawn(), Void(2, "x"), Corrected(2, Won("E", 20), "x")), 3),
        ((Drawn(), Void(2, "x"), Void(3, "x"), Void(3, "again")), 4),
        ((Drawn(), Corrected(2, Won("E", 20), "x"), Void(3, "x"), Void(3, "again")), 4),
    ],
)
def test_what_is_void_already_is_not_changed_again(acts: tuple[Act, ...], void: int) -> None:
    (refusal,) = refusals(SIT, *acts)
    last = acts[-1]
    assert isinstance(last, Void | Corrected)
    assert refusal == Refusal("already-void", {"of": last.of, "void": void})
    kept = fold(records(SIT, *acts, role="referee"))  # as it was recorded before
    assert kept.refused == {}
    assert kept.points == fold(records(SIT, *acts[:-1], role="referee")).points


@dataclass
class Reader:
    """Reads the records of a match, each with what was shown when it was made."""

    acts: dict[int, Act] = field(default_factory=dict)
    """The records that were accepted."""
    page: dict[int, int] = field(default_factory=dict)
    """The hand that was shown when a record was made."""
    after: dict[int, int] = field(default_factory=dict)
    """The record after whose end two sat the wrong way round, by the record that says so; 0 for since the first."""

    def undone(self, number: int) -> bool:
        return any(isinstance(a, Void) and a.of == number and not self.undone(n) for n, a in self.acts.items())

    def stands(self) -> list[tuple[int, Act, int]]:
        """Return the acts that count, with their place and their record."""
        found = []
        for number, act in self.acts.items():
            if isinstance(act, Corrected | Void) or self.undone(number):
                continue
            by = number
            for other, change in self.acts.items():
                if isinstance(change, Corrected) and change.of == number and not self.undone(other):
                    by, act = other, change.act
            found.append((number, act, by))
        return found

    def hands(self) -> tuple[list[int], int, bool]:
        """Return the records that end a hand, the hand that is shown, and True if the match is over."""
        ends: list[int] = []
        last, fined, over, in_play = 16, False, False, True
        for number, act, _ in self.stands():
            match act:
                case Seated():
                    last = act.hands or 16
                case Won() | Drawn() | Claimed():
                    ends.append(number)
                    fined, in_play = False, len(ends) < last
                    over = not in_play
                case Penalty():
                    fined = True
                case TimeUp(in_play=True):
                    last = len(ends) + 1
                case TimeUp():
                    over, in_play = True, fined or not ends
        return ends, len(ends) + in_play, over

    def players(self) -> tuple[str, ...]:
        return next(act.players for _, act, _ in self.stands() if isinstance(act, Seated))

    def swaps(self) -> list[tuple[int, Swapped, int]]:
        return [(number, act, by) for number, act, by in self.stands() if isinstance(act, Swapped)]

    def person(self, who: str, number: int, page: int, before: float = float("inf")) -> str:
        """Return the player of a seat wind or name in a record made while that hand was shown."""
        if who not in "ESWN":
            return who
        found = self.players()[int(CHAIRS[page - 1]["ESWN".index(who)])]
        for at, swap, by in self.swaps():
            if at < before and self.after[by] < number:
                one, other = (self.person(each, at, self.page[at], at) for each in swap.players)
                found = {one: other, other: one}.get(found, found)
        return found

    def shown(self, number: int) -> dict[str, str]:
        """Return the seats of the hand shown to the author of the next record."""
        _, page, _ = self.hands()
        return {wind: self.person(wind, number, page) for wind in "ESWN"}

    def take(self, number: int, act: Act) -> None:
        ends, page, _ = self.hands() if self.acts else ([], 1, False)
        entry = act.act if isinstance(act, Corrected) else act
        if isinstance(entry, Swapped):
            self.after[number] = ends[entry.since - 2] if entry.since > 1 else 0
        self.page[number] = page
        self.acts[number] = act

    def points(self) -> dict[str, int]:
        total = dict.fromkeys(self.players(), 500)
        for number, act, _ in self.stands():
            if isinstance(act, Claimed):
                act = self.first(number, act)
            if isinstance(act, Penalty):
                total[self.person(act.seat, number, self.page[number])] -= act.amount
            if isinstance(act, Won):
                winner = self.person(act.winner, number, self.page[number])
                payer = act.payer and self.person(act.payer, number, self.page[number])
                for other in total:
                    if other != winner:
                        paid = 8 + (act.points if payer in (None, other) else 0)
                        total[other] -= paid
                        total[winner] += paid
        return total

    def first(self, number: int, act: Claimed) -> Won:
        """Return the claim of the player next after the discarder, in the order East, South, West, North."""
        page = self.page[number]
        sat = [self.person(wind, number, page) for wind in "ESWN"]
        gave = sat.index(self.person(str(act.claims[0].payer), number, page))
        return min(act.claims, key=lambda claim: (sat.index(self.person(claim.winner, number, page)) - gave) % 4)


WHO = st.one_of(st.sampled_from("ESWN"), st.sampled_from("ESWN"), st.sampled_from(FOUR))
SOME = st.permutations("ESWN").map(tuple)
WINS = st.builds(
    lambda who, points, given: Won(who[0], points, who[1] if given else None),
    SOME,
    st.integers(8, 60),
    st.booleans(),
)
NAMED_WINS = st.builds(Won, WHO, st.integers(8, 60), st.one_of(st.none(), WHO))
CLAIMS = SOME.map(lambda who: Claimed((Won(who[0], 20, who[2]), Won(who[1], 30, who[2]))))
PENALTIES = st.builds(Penalty, WHO, st.integers(0, 9), st.just("x"))
BACK = st.one_of(st.integers(0, 2), st.integers(0, 8))
"""Number of hands or records before the newest one that an act refers to."""
SWAPS = st.builds(
    lambda two, who, named, back: Swapped(who if named else two[:2], -back, "x"),
    SOME,
    st.permutations(FOUR).map(lambda names: (names[0], names[1])),
    st.booleans(),
    BACK,
)
SEATINGS = st.permutations(FOUR).map(lambda names: Seated((names[0], names[1], names[2], names[3])))
ENDS = st.one_of(st.just(Drawn()), WINS, NAMED_WINS, CLAIMS)
VOIDS = st.builds(Void, BACK, st.just("x"))
CORRECTIONS = st.builds(Corrected, BACK, st.one_of(ENDS, PENALTIES, SWAPS), st.just("x"))
SEATED_ANEW = SEATINGS.map(lambda seated: Corrected(99, seated, "x"))
TIME = st.builds(TimeUp, st.booleans())
ACTS = st.one_of(ENDS, ENDS, PENALTIES, SWAPS, SWAPS, VOIDS, VOIDS, VOIDS, CORRECTIONS, SEATED_ANEW, TIME)


def meant(act: Act, number: int, hands: int) -> Any:
    """Return an act of `ACTS` as the record with that number has it, in a match that shows so many hands."""
    if isinstance(act, Swapped):
        return structs.replace(act, since=max(1, hands + act.since))
    if isinstance(act, Void):
        return structs.replace(act, of=max(2, number - 1 - act.of))
    if isinstance(act, Corrected):
        return structs.replace(act, of=max(1, number - 1 - act.of), act=meant(act.act, number, hands))
    return act


@settings(max_examples=CASES)
@given(st.integers(0, 5), st.sampled_from([None, None, None, 3]), st.lists(ACTS, min_size=4, max_size=14))
def test_seats_are_those_of_the_moment_that_an_act_names(drawn: int, hands: int | None, acts: list[Any]) -> None:
    reader, log = Reader(), records(Seated(FOUR, hands=hands))
    reader.take(1, log[0].act)
    match = fold(log, new=1)
    for number, template in enumerate([*[Drawn()] * drawn, *acts], 2):
        shown, act = match.hands[-1].seats, meant(template, number, len(match.hands))
        match = fold([*log, Record(act, "x", "now", "referee")], new=1)
        changed = act.of if isinstance(act, Void | Corrected) else 0
        if number in match.refused:
            refusal = match.refused[number]
            if refusal.kind in SWAP_REFUSALS - {"swap-gone"}:
                assert refusal.about["record"] in [at for at, _, _ in reader.swaps()]
            if changed in reader.acts and reader.undone(changed):
                assert refusal.kind in ("already-void", "record-is-change")
            log.append(Record(Approved(99), "x", "now"))  # refused in its place
            continue
        log.append(Record(act, "x", "now", "referee"))
        assert not reader.undone(changed)
        reader.take(number, act)
        if isinstance(act, Won):
            ended = next(hand for hand in match.hands if hand.ended == number)
            assert ended.winner == shown.get(act.winner, act.winner)
        assert match.players == reader.players()
        assert [hand.ended for hand in match.hands if hand.ended] == reader.hands()[0]
        assert len(match.hands) == reader.hands()[1]
        assert match.points == reader.points()
        if not match.over:
            assert match.hands[-1].seats == reader.shown(number + 1)
