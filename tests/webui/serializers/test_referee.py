"""The work of a referee: calls, notes, hands without an approval, appeals, claims, and whether fines add up."""

import pytest

from tests.webui.at_table import SIT, TEXT, WON, record
from webui.messages import Messages
from webui.records.calls import SIGNED_LATE, Call, CallNote
from webui.serializers.referee import Fined, appeals_json, call_json, claims_json, fines_json, note_json, waiting_json
from webui.table.table import Table

ENGLISH = Messages.of("en")
AT = "2026-11-29T10:00:00+00:00"


@pytest.mark.parametrize(("taken", "done"), [("", ""), (AT, ""), (AT, AT)])
def test_a_call_is_open_on_the_way_or_done(taken: str, done: str) -> None:
    call = Call("c1", 3, "Ann", "a dispute", "phone", AT, "Rita", taken, "Rita", done)
    shown = call_json(call, AT, ENGLISH)
    assert (shown.taken, shown.done) == (bool(taken), bool(done))
    assert (shown.table, shown.player, shown.reason, shown.now) == (3, "Ann", "a dispute", AT)


def test_a_call_that_the_program_made_is_told_in_words() -> None:
    assert call_json(Call("c1", 3, "", SIGNED_LATE, "", AT), AT, ENGLISH).reason not in (SIGNED_LATE, "")


def test_a_note_keeps_what_was_written() -> None:
    shown = note_json(CallNote("n1", "Ann", None, "late", "Rita", "referee", AT))
    assert (shown.player, shown.table, shown.text, shown.who, shown.role) == ("Ann", None, "late", "Rita", "referee")


def test_a_hand_waits_until_it_is_approved(table: Table) -> None:
    assert waiting_json(table, ENGLISH) == []
    record(table, SIT)
    assert waiting_json(table, ENGLISH) == []
    record(table, WON)
    (hand,) = waiting_json(table, ENGLISH)
    assert (hand.hand, hand.winner, hand.discarder, hand.points) == (1, "Bo", "Chen", 24)
    assert (hand.laid, hand.sent) == (None, False)
    assert hand.changes == {"Ann": -8, "Bo": 48, "Chen": -32, "Dai": -8}
    record(table, {"type": "Approved", "hand": 1})
    assert waiting_json(table, ENGLISH) == []


def test_an_appeal_waits_until_it_is_decided(table: Table) -> None:
    record(table, SIT, WON, {"type": "Appealed", "of": 2, "seat": "Ann", "reason": "a tile"})
    (appeal,) = appeals_json(table, ENGLISH)
    assert (appeal.table, appeal.match, appeal.heading) == (1, 1, "Table 1: Ann appeals")


def test_a_table_at_which_nothing_is_declared_has_no_claims(table: Table) -> None:
    record(table, SIT)
    table.intake.from_text(TEXT)
    assert claims_json(table, ENGLISH) == []


def test_fines_add_up_to_what_totals_lack(table: Table) -> None:
    match = record(table, SIT, {"type": "Penalty", "seat": "Chen", "amount": 10, "reason": "late"}).match
    found = fines_json([Fined("Spring", 1, 1, match), Fined("Spring", 2, 1, match)], ENGLISH)
    assert [(each.player, each.amount, each.round) for each in found.fines] == [("Chen", 10, 1), ("Chen", 10, 2)]
    assert [(each.round, each.matches, each.holds) for each in found.rounds] == [(1, 1, True), (2, 1, True)]
    assert (found.kept, found.missing, found.after, found.holds) == (20, 20, 0, True)
