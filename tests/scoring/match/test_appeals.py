"""Appeals: who made them about which hand, what a referee decided, and what later changes of the match do to them."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scoring.match.errors import Refusal
from scoring.match.match import fold
from scoring.match.records import (
    Act,
    AppealDecided,
    Appealed,
    Approved,
    Corrected,
    Drawn,
    Erased,
    FalseWin,
    Record,
    Renamed,
    Seated,
    TimeUp,
    Void,
    Won,
    act_from_dict,
    act_to_dict,
)
from scoring.match.state import Appeal, Decided, Match
from tests.scoring.match.builders import SIT, by_referee, records

APPEAL = Appealed(2, "Chen", "the kong was open")
UPHELD = AppealDecided(4, "upheld", "the photograph shows it")


def folded(*acts: Act, rules: str = "mcr") -> Match:
    return fold(by_referee(records(), *acts), rules)


@pytest.mark.parametrize("rules", ["mcr", "zungjung"])
def test_an_appeal_stands_with_its_hand_and_its_decision_and_moves_no_points(rules: str) -> None:
    acts = (Seated(SIT.players), Won("S", 30, "E"), Drawn(), APPEAL)
    before, after = folded(*acts, rules=rules), folded(*acts, UPHELD, rules=rules)
    opened = Appeal(4, 1, "Chen", "the kong was open", "table 3", "2026-11-20T10:03:00")
    decided = Decided(5, "upheld", "the photograph shows it", "table 3", "2026-11-20T10:04:00")
    assert (before.refused, before.appeals) == ({}, [opened])
    assert (after.refused, after.appeals) == ({}, [replace(opened, decided=decided)])
    assert after.points == before.points == fold(by_referee(records(), *acts[:3]), rules).points


def test_it_is_made_at_the_table_and_decided_by_a_referee() -> None:
    match = fold(records(SIT, Drawn(), Appealed(2, "E", "x"), AppealDecided(3, "dismissed", "y")))
    assert match.refused == {4: Refusal("not-referee", {"act": "AppealDecided"})}
    assert [(appeal.player, appeal.decided) for appeal in match.appeals] == [("Bo", None)]


def test_it_is_undone_and_corrected_like_any_other_record() -> None:
    assert folded(SIT, Drawn(), Drawn(), APPEAL, Void(4, "withdrawn")).appeals == []
    again = folded(SIT, Drawn(), Drawn(), APPEAL, UPHELD, Void(5, "wrong one"))
    assert [appeal.decided for appeal in again.appeals] == [None]
    other = folded(SIT, Drawn(), Drawn(), APPEAL, UPHELD, Corrected(4, Appealed(3, "Bo", "drew twice"), "wrong hand"))
    (appeal,) = other.appeals
    assert (appeal.record, appeal.hand, appeal.player, appeal.reason) == (4, 2, "Bo", "drew twice")
    assert appeal.decided is not None
    later = folded(SIT, Drawn(), APPEAL, Drawn(), Corrected(3, Appealed(4, "Bo", "x"), "a hand played after it"))
    assert later.refused == {5: Refusal("not-of-a-hand", {"of": 4})}
    dismissed = Corrected(5, AppealDecided(4, "dismissed", "it was not"), "the other way")
    changed = folded(SIT, Drawn(), Drawn(), APPEAL, UPHELD, dismissed)
    assert [each.decided and each.decided.decision for each in changed.appeals] == ["dismissed"]


def test_an_approved_hand_may_be_appealed_and_the_appeal_withdrawn_at_the_table() -> None:
    log = by_referee(records(SIT, Won("S", 12, "E")), Approved(1))
    made = [*log, *records(Appealed(2, "E", "x"))]
    assert len(fold(made).appeals) == 1
    assert fold([*made, *records(Void(4, "settled"))]).appeals == []
    assert fold([*made, *records(Void(4, "settled"))]).refused == {}


def test_a_false_win_or_a_penalty_in_the_hand_in_play_may_be_appealed() -> None:
    match = folded(SIT, Drawn(), FalseWin("S", "wrong tile"), Appealed(3, "S", "it was no call"))
    assert [(appeal.hand, appeal.player) for appeal in match.appeals] == [(2, "Chen")]


def test_it_stays_with_its_hand_where_an_earlier_one_is_taken_back() -> None:
    acts = (SIT, Drawn(), Won("E", 20), Appealed(3, "Bo", "x"))
    assert folded(*acts).appeals[0].hand == 2
    assert folded(*acts, Void(2, "was not played")).appeals[0].hand == 1
    gone = folded(*acts, Void(3, "was not played"))
    assert (gone.refused, gone.appeals[0].hand) == ({}, None)


def test_names_are_those_of_now() -> None:
    acts = (SIT, Drawn(), Appealed(2, "Chen", "x"))
    assert folded(*acts, Renamed("Chen", "Cheng")).appeals[0].player == "Cheng"
    assert folded(*acts, Erased("Chen", "Player 3")).appeals[0].player == "Player 3"


@pytest.mark.parametrize(
    ("acts", "refusal"),
    [
        ((Appealed(1, "E", "x"),), Refusal("not-of-a-hand", {"of": 1})),
        ((Appealed(9, "E", "x"),), Refusal("not-of-a-hand", {"of": 9})),
        ((Appealed(2, "Eve", "x"),), Refusal("not-a-seat", {"seat": "Eve"})),
        ((AppealDecided(2, "upheld", "x"),), Refusal("no-appeal", {"of": 2})),
        ((AppealDecided(4, "upheld", "x"),), Refusal("no-appeal", {"of": 4})),
    ],
)
def test_what_does_not_follow_is_refused(acts: tuple[Act, ...], refusal: Refusal) -> None:
    match = folded(SIT, Drawn(), *acts)
    assert (match.refused, match.appeals) == ({3: refusal}, [])


def test_an_appeal_is_decided_once_and_taken_back_after_its_decision() -> None:
    acts = (SIT, Drawn(), Drawn(), APPEAL, UPHELD)
    twice = folded(*acts, AppealDecided(4, "dismissed", "x"))
    assert twice.refused == {6: Refusal("appeal-decided", {"of": 4, "by": 5})}
    under_it = folded(*acts, Void(4, "x"))
    assert under_it.refused == {6: Refusal("others-refused", {"record": 5, "because": "no-appeal"})}
    assert folded(*acts, Void(5, "x"), Void(4, "x")).appeals == []


def at(minute: int, act: Act) -> Record:
    return Record(act, "Li", f"2026-03-14T10:{minute:02}:00+00:00", "referee")


@pytest.mark.parametrize(("body", "until"), [("book-1998", 45), ("ema", None), ("wmo-2006", None)])
def test_the_limit_is_the_bodys_from_the_end_of_the_last_hand(body: str, until: int | None) -> None:
    log = [at(0, Seated(SIT.players, body=body)), at(10, Drawn()), at(15, TimeUp(False))]
    end = None if until is None else datetime(2026, 3, 14, 10, until, tzinfo=UTC)
    assert fold(log[:2]).appeals_until is None
    assert fold(log).appeals_until == end
    match = fold([*log, at(45, Appealed(2, "E", "x")), at(46, Appealed(2, "S", "y"))])
    assert match.refused == {}  # one that comes late is kept, and the referee decides
    assert [match.is_late(appeal) for appeal in match.appeals] == [False, until is not None]
    put_right = fold([*log, at(45, Appealed(2, "E", "x")), at(50, Corrected(4, Appealed(2, "S", "y"), "a slip"))])
    assert [(appeal.player, put_right.is_late(appeal)) for appeal in put_right.appeals] == [("Bo", False)]


def test_zung_jung_has_the_same_limit_and_a_time_that_is_none_gives_no_limit() -> None:
    log = [at(0, Seated(SIT.players, "zungjung")), at(15, TimeUp(False))]
    assert fold(log).appeals_until == datetime(2026, 3, 14, 10, 45, tzinfo=UTC)
    assert fold([log[0], Record(TimeUp(False), "Li", "now")]).appeals_until is None


@pytest.mark.parametrize("act", [APPEAL, UPHELD, Appealed(2, "S", "x"), Corrected(4, APPEAL, "x")])
def test_they_are_written_and_read_back(act: Act) -> None:
    assert act_from_dict(act_to_dict(act)) == act
    assert act_to_dict(APPEAL) == {"type": "Appealed", "of": 2, "player": "Chen", "reason": "the kong was open"}
    assert act_to_dict(UPHELD) == {
        "type": "AppealDecided",
        "of": 4,
        "decision": "upheld",
        "reason": "the photograph shows it",
    }
