"""Many tables in one server: each for itself, made when somebody asks, let go when nobody does."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from webui.hand.edits import SetRules
from webui.match.clock import StartClock
from webui.match.errors import ActRejectedError
from webui.records import MOST_TABLES
from webui.records.store import Storage
from webui.rig.live_hand import Throw
from webui.table.table import Table
from webui.table.tables import Tables

WON = "[123s,1]456789sCCC9p 9p self-draw"


@pytest.fixture
def tables(answers: Any) -> Iterator[Tables]:
    tables = Tables(Table(answers), 4, held=2)
    tables.start()
    yield tables
    tables.stop()


def sit(table: Table, *players: str) -> None:
    table.record({"type": "Seated", "players": list(players)}, uuid4(), "", "referee")


def at(tables: Tables, number: int) -> Table:
    table = tables.get(number)
    assert table
    return table


@pytest.mark.parametrize(
    ("own", "count", "numbers"),
    [(1, 1, [1]), (5, 1, [5]), (1, 3, [1, 2, 3]), (5, 3, [1, 2, 3, 5])],
    ids=["alone", "alone as table 5", "three", "three and its own"],
)
def test_the_numbers_of_the_tables(answers: Any, own: int, count: int, numbers: list[int]) -> None:
    tables = Tables(Table(answers, number=own), count)
    assert tables.numbers == numbers
    assert [number for number in range(7) if tables.get(number)] == numbers
    assert tables.own.number == own


def test_more_tables_are_there_from_then_on_for_every_server_of_the_records(answers: Any) -> None:
    records = Storage.open(None)
    one, other = (Tables(Table(answers, records=records)) for _ in range(2))
    assert not other.many
    one.reach(12)
    one.reach(3)
    assert (other.numbers[-1], one.many, at(other, 12).number) == (12, True, 12)
    for wrong in (0, MOST_TABLES + 1):
        with pytest.raises(ValueError, match="expected 1 to 999 tables"):
            one.reach(wrong)


def test_two_tables_do_not_touch_each_other(tables: Tables) -> None:
    one, two = at(tables, 1), at(tables, 2)
    sit(one, "Ann", "Bo", "Chen", "Dai")
    sit(two, "Eve", "Fay", "Gil", "Hu")
    first, second = one.intake.from_text(WON), two.intake.from_text(WON)
    one.change(first.id, SetRules("zungjung"), 1)
    one.hands.hide(first.id)
    one.clock.do(StartClock(30), one.now().body)
    one.talk.do(Throw(1, (3, 4)))
    one.record({"type": "Drawn"}, uuid4(), "", "referee")
    left = two.hands.get(second.id)
    assert left
    assert (left.version, left.hidden, left.number, first.number) == (1, False, 1, 1)
    assert (one.hands.newest(), [hand.id for hand in two.hands.newest()]) == ([], [second.id])
    assert two.clock.clock.started is None
    assert two.session.play.first is None
    assert two.matches.current
    assert (two.matches.version, two.matches.current.match.players) == (1, ("Eve", "Fay", "Gil", "Hu"))
    assert tables.records.journal.entries(2, 1) == []


def test_a_hand_is_found_at_its_table_and_changed_nowhere_else(tables: Tables) -> None:
    hand = at(tables, 3).intake.from_text(WON)
    assert tables.of_hand(hand.id) is at(tables, 3)
    assert tables.of_hand("none") is None
    assert at(tables, 2).hands.get(hand.id) is None
    assert at(tables, 2).change(hand.id, SetRules("zungjung"), 1) is None


def test_a_name_that_is_taken_out_is_gone_at_every_table(tables: Tables) -> None:
    one, two = at(tables, 1), at(tables, 2)
    sit(one, "Ann", "Bo", "Chen", "Dai")
    sit(two, "Bo", "Fay", "Gil", "Ann")
    laid = two.intake.from_text(WON)
    won = {"type": "Won", "winner": "N", "laid": laid.id}
    two.record(won, uuid4(), "", "referee")
    assert [hand.id for hand in two.hands.newest(tags={"player": "Ann"})] == [laid.id]
    one.record({"type": "Erased", "player": "Ann"}, uuid4(), "", "referee")
    assert one.matches.current
    erased = one.matches.current.match.players[0]
    assert two.matches.current
    assert two.matches.current.match.players == ("Bo", "Fay", "Gil", erased)
    assert erased != "Ann"
    assert two.hands.newest(tags={"player": "Ann"}) == []
    assert [hand.id for hand in two.hands.newest(tags={"player": erased})] == [laid.id]


def test_two_removed_names_have_two_replacements(tables: Tables) -> None:
    one, two, three = (at(tables, number) for number in (1, 2, 3))
    sit(one, "Ann", "Chen", "Dai", "Eve")
    sit(two, "Bo", "Fay", "Gil", "Hal")
    sit(three, "Ann", "Bo", "Ida", "Jo")
    one.record({"type": "Erased", "player": "Ann", "name": "N. N."}, uuid4(), "", "referee")
    with pytest.raises(ActRejectedError) as refused:
        two.record({"type": "Erased", "player": "Bo", "name": "N. N."}, uuid4(), "", "referee")
    assert refused.value.refusal.kind == "not-a-name"
    assert len(two.records.journal.entries(2)) == 1
    two.record({"type": "Erased", "player": "Bo", "name": "N. N. 2"}, uuid4(), "", "referee")
    one.record({"type": "Erased", "player": "N. N.", "name": "N. N."}, uuid4(), "", "referee")
    assert three.matches.current
    assert three.matches.current.match.players == ("N. N.", "N. N. 2", "Ida", "Jo")


def test_a_table_nobody_used_is_not_made(tables: Tables) -> None:
    assert tables.used() == [1]
    at(tables, 2).intake.blank()
    sit(at(tables, 3), "Ann", "Bo", "Chen", "Dai")
    at(tables, 1)
    assert tables.used() == [1, 2, 3]


def test_a_table_is_one_while_anybody_holds_it_and_goes_on_from_its_records(tables: Tables) -> None:
    two = at(tables, 2)
    sit(two, "Ann", "Bo", "Chen", "Dai")
    two.talk.do(Throw(1, (3, 4)))
    at(tables, 3)
    at(tables, 4)
    assert at(tables, 2) is two
    at(tables, 3)
    at(tables, 4)
    gone = weakref.ref(two)
    del two
    gc.collect()
    assert gone() is None
    again = at(tables, 2)
    assert again.matches.current
    assert (again.matches.current.match.players[0], again.session.play.first) == ("Ann", (3, 4))


def test_tables_of_one_server_read_pictures_on_one_thread_and_end_together(answers: Any) -> None:
    tables = Tables(Table(answers), 3)
    tables.start()
    one, two = at(tables, 1), at(tables, 2)
    assert one.pictures.queue is two.pictures.queue
    assert one.pictures.shown is two.pictures.shown
    tables.stop()
    assert (one.news.stopped, two.news.stopped, at(tables, 3).news.stopped) == (True, True, True)


def test_what_is_kept_on_a_disk_is_there_after_a_start(answers: Any, tmp_path: Path) -> None:
    records = Storage.open(tmp_path)
    tables = Tables(Table(answers, records=records), 3)
    hand = at(tables, 3).intake.from_text(WON)
    records.close()
    records = Storage.open(tmp_path)
    again = Tables(Table(answers, records=records), 3)
    assert again.of_hand(hand.id) is at(again, 3)
    assert again.used() == [1, 3]
    records.close()
