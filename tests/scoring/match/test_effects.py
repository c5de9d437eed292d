"""The limits that rules and records name: what is just within counts, and one more or one less is refused."""

import pytest

from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.riichi.match import rules_of
from scoring.games.riichi.payment import STICK
from scoring.match.course import bodies_of, body_of
from scoring.match.effects import MOST_HANDS
from scoring.match.errors import Refusal
from scoring.match.match import fold
from scoring.match.records import Act, FalseWin, Foul, Late, Penalty, Seated, Won
from scoring.match.state import Match
from scoring.rules import BOOKS, tournament
from tests.books import PLAYED, RIICHI
from tests.scoring.match.builders import FOUR, records, seated

BOUND = ("mcr", "mcr-wmo", "mcr-1998", "mcr-guobiao", "zungjung")
"""Books whose hands may be worth any number of points between two."""

MATCHES = [(book, body) for body, book in {body: name for name in PLAYED for body in bodies_of(BOOKS[name])}.items()]
"""Each body with a book that it plays by."""


def refusal(*acts: Act) -> str:
    """Return the kind of refusal of the last act; "" if it counts, as all before it do."""
    match = fold(records(*acts, role="referee"))
    assert match.refused.keys() <= {len(acts)}
    return match.refused.get(len(acts), Refusal("")).kind


@pytest.mark.parametrize("rules", BOUND)
def test_a_hand_has_the_least_and_the_most_points_of_its_book(rules: str) -> None:
    book = BOOKS[rules]
    sit, most = Seated(FOUR, rules), body_of(book).most
    for payer in (None, "W"):
        found = {
            points: refusal(sit, Won("S", points, payer))
            for points in (book.minimum - 1, book.minimum, book.minimum + 1, most - 1, most, most + 1)
        }
        counts = {points for points, kind in found.items() if not kind}
        assert counts == {book.minimum, book.minimum + 1, most - 1, most}
        assert found[most + 1] == "over-maximum"
        assert found[book.minimum - 1] in ("under-minimum", "no-such-value")


CLUB = """
name = "corner"
title = "Corner house"
source = "its wall"
base = "mcr"

[[patterns]]
name = "Corner Kongs"
points = 5
kongs = "1+"

[[patterns]]
name = "Corner Chows"
points = 2
sequences = "1+"
"""


@pytest.mark.parametrize(("text", "more"), [("", 0), (CLUB, 4 * (5 + 2))], ids=["the book", "a club"])
def test_a_club_has_room_for_its_own_fan_in_each_of_four_sets(text: str, more: int) -> None:
    book = tournament(text) if text else BOOKS["mcr"]
    BOOKS.admit(book)
    most = body_of(BOOKS["mcr"]).most + more
    assert body_of(book).most == most
    assert refusal(Seated(FOUR, book.name), Won("S", most, "W")) == ""
    assert refusal(Seated(FOUR, book.name), Won("S", most + 1, "W")) == "over-maximum"


@pytest.mark.parametrize("rules", RIICHI)
def test_riichi_needs_the_points_of_its_stick_where_no_player_may_be_below_zero(rules: str) -> None:
    start = body_of(BOOKS[rules]).start
    for left in (0, STICK - 1, STICK, STICK + 1):
        fine = Penalty("Bo", start - left, "to the brink", "paid")
        match = fold(records(Seated(FOUR, rules), fine, DeclaredRiichi("Bo"), role="referee"))
        bound = rules_of(match)
        assert bound is not None
        refused = {number: each.kind for number, each in match.refused.items()}
        assert refused == ({3: "riichi-unaffordable"} if bound.bankrupt_ends and left < STICK else {}), left
        assert match.points["Bo"] == (left if refused else left - STICK)


@pytest.mark.parametrize(("rules", "body"), MATCHES)
def test_a_match_has_one_to_the_most_hands_or_no_end_where_the_body_has_none(rules: str, body: str) -> None:
    endless = bodies_of(BOOKS[rules])[body].endless
    counts = {hands for hands in range(-1, MOST_HANDS + 2) if not refusal(seated(rules, body, hands))}
    assert counts == {*range(0 if endless else 1, MOST_HANDS + 1)}


@pytest.mark.parametrize(("rules", "body"), MATCHES)
def test_a_penalty_is_nothing_or_more(rules: str, body: str) -> None:
    sit = seated(rules, body)
    for flow in ("deducted", "paid"):
        assert [refusal(sit, Penalty("Bo", amount, "talk", flow)) for amount in (-1, 0, 1)] == ["negative", "", ""]


def of_late(match: Match) -> tuple[int, bool]:
    return match.deducted["Bo"], "Bo" in match.out


@pytest.mark.parametrize(("rules", "body"), MATCHES)
def test_who_comes_late_pays_up_to_each_limit_and_is_out_after_the_last(rules: str, body: str) -> None:
    steps = bodies_of(BOOKS[rules])[body].late
    sit = seated(rules, body)
    if not steps:
        assert refusal(sit, Late("Bo", 1)) == "no-rule"
        return
    assert refusal(sit, Late("Bo", -1)) == "negative"
    after = (*steps[1:], None)
    for (limit, points), later in zip(steps, after, strict=True):
        found = [of_late(fold(records(sit, Late("Bo", minutes), role="referee"))) for minutes in (limit, limit + 1)]
        assert found == [(points, False), (later[1], False) if later else (0, True)], limit


@pytest.mark.parametrize(("rules", "body"), MATCHES)
def test_each_ladder_has_its_steps_and_no_more(rules: str, body: str) -> None:
    for name, steps in bodies_of(BOOKS[rules])[body].ladders.items():
        acts: list[Act] = [seated(rules, body)]
        for at, step in enumerate(steps):
            acts.append(Foul("Bo", "talk", name))
            assert refusal(*acts) == "", (name, at, step)
        assert refusal(*acts, Foul("Bo", "talk", name)) == "ladder-ended"


@pytest.mark.parametrize(("rules", "body"), MATCHES)
def test_a_false_win_costs_what_its_body_says_and_no_less_than_nothing(rules: str, body: str) -> None:
    known = bodies_of(BOOKS[rules])[body]
    sit = seated(rules, body)
    for kind in known.false_win_kinds:
        assert refusal(sit, FalseWin("Bo", kind)) == ("" if kind in known.false_wins else "no-amount"), kind
        assert [refusal(sit, FalseWin("Bo", kind, each)) for each in (-1, 0, 1)] == ["negative", "", ""], kind
