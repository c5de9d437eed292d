"""The hand of a match that laid tiles belong to."""

from tests.webui.at_table import SIT, TEXT, WON, record
from webui.match.dealing import belongs_to_hand, hand_of
from webui.table.table import Table


def test_tiles_belong_to_the_hand_in_which_they_were_laid(table: Table) -> None:
    record(table, SIT)
    first = table.intake.from_text(TEXT)
    match = record(table, WON)
    second = table.intake.from_text(TEXT)
    one, two = match.match.hands
    assert [hand.number for laid in (first, second) if (hand := hand_of(laid, match))] == [1, 2]
    assert belongs_to_hand(first, match, one)
    assert not belongs_to_hand(first, match, two)
    assert belongs_to_hand(second, match, two)
    assert not belongs_to_hand(second, match, one)
