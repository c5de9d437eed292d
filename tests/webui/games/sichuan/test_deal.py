"""Wins of a deal from the camera, from photographs and from buttons: each is its winner's, while the others play on."""

from typing import Any, Final
from uuid import uuid4

import pytest

from scoring.match.records import Claimed, Corrected, Won, act_to_dict
from tests.scoring.match.builders import FOUR
from tests.served import Answers
from tests.webui.cameras import DARK, Seeing, read
from webui.hand.edits import SetGiver, SetWinner
from webui.hand.hand import TableHand
from webui.match.errors import ActRejectedError
from webui.messages import Messages
from webui.records.commitments import Commitments, committed_hash
from webui.rig.live_hand import ClaimWin, Given
from webui.serializers.endings import counted_json, ending_json
from webui.serializers.laid import laid_json
from webui.serializers.referee import claims_json
from webui.table.outcomes import ProposedOutcome, proposed_outcome
from webui.table.table import Table

ENGLISH: Final = Messages.of("en")
NONE: Final = Commitments(())
FIRST: Final = (("concealed", "123456789m2223p"), ("winning", "4p"))
SECOND: Final = (("concealed", "111p456p789p345s6s"), ("winning", "6s"))
SAME: Final = (("concealed", "567p789p23p777s99s"), ("winning", "4p"))
"""A hand that wins on the tile of the first."""


@pytest.fixture
def table(answers: Answers) -> Table:
    table = Table(answers, "sichuan-sbr")
    table.record({"type": "Seated", "players": FOUR}, uuid4(), "", "referee")
    return table


@pytest.fixture
def camera(table: Table) -> Seeing:
    return Seeing(table)


def record(table: Table, sent: dict[str, Any], after: int | None = None) -> None:
    table.record(sent, uuid4(), "", "table", after)


def given(table: Table, hand: TableHand, winner: str, giver: str) -> TableHand:
    """Return a hand with its winner and giver named by a person."""
    for edit in (SetWinner(winner), SetGiver(giver)):  # type: ignore[arg-type]
        now = table.hands.get(hand.id)
        assert now is not None
        table.change(hand.id, edit, now.version)
    return shown(table, hand)


def shown(table: Table, hand: TableHand) -> TableHand:
    found = table.hands.get(hand.id)
    assert found is not None
    return found


def outcome(table: Table, hand: TableHand) -> ProposedOutcome:
    found = proposed_outcome(shown(table, hand), table.matches, table.session.play, table.hands)
    assert found is not None
    return found


def recorded(table: Table, hand: TableHand) -> None:
    """Record what the page offers for a hand."""
    found = outcome(table, hand)
    assert found.refusal is None
    ending = ending_json(found, shown(table, hand), ENGLISH)
    assert ending.act is not None
    record(table, ending.act, ending.version)


def deal(table: Table) -> Any:
    assert table.matches.current is not None
    return table.matches.current.match.hands[-1]


def photo(table: Table, groups: Any, chair: int = 0) -> TableHand:
    return table.intake.from_reading(DARK, read(groups), chair)


def test_hands_that_the_camera_sees_win_one_after_another_in_the_same_deal(camera: Seeing) -> None:
    table = camera.table
    (first,) = camera.look("settled", read(FIRST), 1)
    given(table, first.hand, "S", "E")
    recorded(table, first.hand)
    assert (deal(table).winners, deal(table).ended) == (("Bo",), None)
    assert laid_json(table, ENGLISH).hands == []  # it lies there still, and is recorded
    assert claims_json(table, ENGLISH) == []
    camera.look("settled", read(SECOND), 1, others=(read(FIRST),))
    (laid,) = laid_json(table, ENGLISH).hands
    assert laid.ending is not None
    assert (laid.ending.out, laid.ending.earlier) == (["Bo"], False)
    second = next(hand for hand in table.hands.all() if hand.id == laid.id)
    given(table, second, "W", "self")
    assert shown(table, second).outcome.text is not None
    assert "out=S" in str(shown(table, second).outcome.text)
    recorded(table, second)
    assert (deal(table).winners, deal(table).discarders) == (("Bo", "Chen"), ("Ann", None))
    assert [hand.id for hand in table.hands.all()] == [second.id, first.hand.id]
    paid = [(each.payer, each.payee) for each in deal(table).transfers if each.record == 3]
    assert paid == [("Ann", "Chen"), ("Dai", "Chen")]  # who has won pays nothing


def test_a_player_wins_a_deal_once(table: Table) -> None:
    first = photo(table, FIRST, 2)
    recorded(table, given(table, first, "S", "E"))
    again = photo(table, SECOND, 2)
    found = outcome(table, given(table, again, "S", "W"))
    assert found.refusal is not None
    assert (found.refusal.kind, found.refusal.about["player"]) == ("no-longer-plays", "Bo")
    assert ending_json(found, again, ENGLISH).records == ""
    with pytest.raises(ActRejectedError, match="no-longer-plays"):
        record(table, {"type": "Won", "winner": "S", "laid": again.id})
    recorded(table, given(table, again, "W", "N"))
    assert deal(table).winners == ("Bo", "Chen")


def test_a_button_of_a_winner_claims_nothing_more(table: Table) -> None:
    table.talk.do(ClaimWin(2))
    table.talk.do(Given(1))
    recorded(table, photo(table, FIRST, 2))
    assert (table.session.play.claims, table.session.play.giver) == ((), 0)
    play = table.talk.do(ClaimWin(2))
    assert (play.claims, play.wrong and play.wrong.kind) == ((), "claim-out")
    table.talk.do(ClaimWin(3))
    second = photo(table, SECOND, 3)
    assert [claim.hand for claim in table.session.play.claims] == [second.id]
    table.talk.do(Given(4))
    recorded(table, second)
    assert (deal(table).winners, deal(table).discarders) == (("Bo", "Chen"), ("Ann", "Dai"))


def test_two_buttons_on_one_tile_are_one_record(table: Table) -> None:
    for chair in (2, 3):
        table.talk.do(ClaimWin(chair))
    table.talk.do(Given(1))
    first, also = photo(table, FIRST, 2), photo(table, SAME, 3)
    assert isinstance(outcome(table, also).act, Claimed)
    recorded(table, first)
    assert (deal(table).winners, len(deal(table).records)) == (("Bo", "Chen"), 1)
    assert table.session.play.claims == ()
    counted = [table.matches.counted(hand.id) for hand in (first, also)]
    assert [each and each.as_ for each in counted] == ["win", "win"]


def test_a_win_on_the_tile_of_the_one_before_is_recorded_with_it(table: Table) -> None:
    recorded(table, given(table, photo(table, FIRST), "S", "E"))
    also = given(table, photo(table, SAME), "W", "E")
    found = outcome(table, also)
    ending = ending_json(found, also, ENGLISH)
    assert isinstance(found.act, Corrected)
    assert (ending.beside, ending.other and ending.other.label) == ("On the same tile as Bo", "On a later discard")
    assert [(each.payer, each.payee) for each in ending.transfers] == [("Ann", "Bo"), ("Ann", "Chen")]
    later = given(table, photo(table, SECOND), "N", "E")
    assert isinstance(outcome(table, later).act, Won)  # on another tile
    assert outcome(table, later).other is None
    recorded(table, also)
    assert (deal(table).winners, {*deal(table).won_in}) == (("Bo", "Chen"), {2})
    assert outcome(table, given(table, later, "N", "W")).beside == ()


def test_the_tiles_of_a_win_know_the_others_of_its_record_alone(table: Table) -> None:
    first = given(table, photo(table, SECOND), "N", "E")
    recorded(table, first)
    record(
        table,
        {"type": "Claimed", "claims": [{"type": "Won", "winner": w, "points": 0, "discarder": "E"} for w in "SW"]},
    )
    counted = table.matches.counted(first.id)
    assert counted is not None
    shown = counted_json(counted, first, ENGLISH)
    assert (shown.others, shown.undo, len(counted.hand.claims)) == ([], 2, 2)


def test_without_the_tiles_of_the_win_before_the_page_offers_both(table: Table) -> None:
    record(table, {"type": "Won", "winner": "S", "points": 1, "discarder": "E"})
    also = given(table, photo(table, SAME), "W", "E")
    ending = ending_json(outcome(table, also), also, ENGLISH)
    assert ending.other is not None
    assert (ending.act and ending.act["type"], ending.beside) == ("Won", "")
    assert ending.other.label == "On the same tile as Bo"
    record(table, ending.other.act, ending.version)
    assert (deal(table).winners, {*deal(table).won_in}) == (("Bo", "Chen"), {2})


def test_a_hand_that_lies_there_follows_what_is_recorded(table: Table) -> None:
    later = given(table, photo(table, SECOND), "W", "self")
    recorded(table, given(table, photo(table, FIRST), "S", "E"))
    assert "out=S" in str(shown(table, later).outcome.text)
    record(table, {"type": "Void", "of": 2, "reason": "a slip"})
    assert "out=" not in str(shown(table, later).outcome.text)
    assert [change.by for change in shown(table, later).changes] == ["person", "person", "match", "match"]
    recorded(table, later)
    assert deal(table).winners == ("Chen",)


def test_a_removed_name_goes_from_kongs_too_and_the_deal_stays(table: Table) -> None:
    record(table, {"type": "MadeKong", "player": "Bo", "how": "claimed", "giver": "Ann"})
    table.record({"type": "Erased", "player": "Ann", "name": "#1"}, uuid4(), "", "referee")
    assert table.matches.current is not None
    match = table.matches.current.match
    assert (match.refused, match.points) == ({}, {"#1": -2, "Bo": 2, "Chen": 0, "Dai": 0})
    entries = table.records.journal.entries(1)
    assert "Ann" not in str([entry.act for entry in entries])
    assert table.matches.damaged is None
    kong = entries[1]
    assert kong.hash == committed_hash(kong.commitments or NONE, kong.role, act_to_dict(kong.act))
