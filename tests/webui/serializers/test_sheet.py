"""The sheet of a match: hands, totals, penalties, appeals and departures."""

from tests.webui.at_table import SIT, WON, record
from webui.messages import Messages
from webui.serializers.sheet import hand_sheet, hand_sheet_json
from webui.table.table import Table

ENGLISH = Messages.of("en")
FINE = {"type": "Penalty", "seat": "Chen", "amount": 10, "reason": "late"}
APPEAL = {"type": "Appealed", "of": 2, "seat": "Ann", "reason": "a tile"}


def test_hands_and_totals_of_a_sheet(table: Table) -> None:
    sheet = hand_sheet(record(table, SIT, WON).match, ENGLISH)
    first, second = sheet.hands
    assert (first.number, first.round, first.points) == (1, "E", {"Ann": -8, "Bo": 48, "Chen": -32, "Dai": -8})
    assert first.totals == sheet.totals
    assert (first.records, first.approved, first.corrected, first.typed) == ([2], False, [], False)
    assert (second.number, second.records) == (2, [])
    assert (sheet.rules, sheet.players, sheet.over, sheet.unit) == ("mcr", ("Ann", "Bo", "Chen", "Dai"), False, 1)
    assert (sheet.penalties, sheet.departures, sheet.appeals, sheet.mispaid, sheet.money) == ([], [], [], [], {})


def test_a_penalty_names_its_points_and_where_they_go(table: Table) -> None:
    sheet = hand_sheet(record(table, SIT, WON, FINE).match, ENGLISH)
    (fine,) = sheet.penalties
    assert (fine.record, fine.hand, fine.player, fine.amount, fine.flow) == (3, 2, "Chen", 10, "deducted")
    assert "late" in fine.why
    assert fine.goes
    assert fine.says


def test_an_appeal_is_open_until_it_is_decided(table: Table) -> None:
    sheet = hand_sheet(record(table, SIT, WON, APPEAL).match, ENGLISH)
    (appeal,) = sheet.appeals
    assert (appeal.hand, appeal.player, appeal.reason, appeal.who) == (1, "Ann", "a tile", "Rita Roe")
    assert (appeal.decided, appeal.late) == (None, False)


def test_as_plain_json_it_has_the_same_keys(table: Table) -> None:
    match = record(table, SIT, WON).match
    assert {*hand_sheet_json(match, ENGLISH)} == {*hand_sheet(match, ENGLISH).__struct_fields__}
