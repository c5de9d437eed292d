"""The followed hands of matches, each with the longest of its deals."""

from uuid import uuid4

from msgspec.structs import replace

from tests.webui.followed import AT, RIICHI, followed_riichi, followed_win
from webui.table.follow.hands import followed_in
from webui.table.follow.journal import Begun, Resumed
from webui.table.table import Table


def test_each_hand_has_its_longest_deal(table: Table) -> None:
    first = followed_riichi(table, record=False)
    hand = table.matches.deal()
    assert hand is not None
    short = table.followed.begin(Begun(hand=hand, style="riichi", east=1), AT)
    table.followed.append(short, AT, [(replace(RIICHI[0], number=1), None), (Resumed(t=9, after=1), None)])
    table.record({"type": "Won", "winner": "S", "points": 1000, "payer": "E"}, uuid4(), "", "referee")
    second = followed_win(table)
    found = list(followed_in(table.records.followed, 1, table.matches.all()))
    assert [(each.hand.number, each.deal.number) for each in found] == [(1, first), (2, second)]
    assert [each.followed.whole for each in found] == [True, True]
    table.followed.delete(first)
    (kept, _) = followed_in(table.records.followed, 1, table.matches.all())
    assert (kept.deal.number, kept.followed.whole, list(kept.followed.events)) == (
        short,
        False,
        [kept.deal.steps[0].event],
    )
