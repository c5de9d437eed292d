"""The steps of setting up a table."""

from pathlib import Path

from tests.served import Answers
from tests.webui.at_table import SIT, record
from webui.records.store import Storage
from webui.table.steps import SCREEN, STEPS, invites, say_done, screen_language, steps, was_led
from webui.table.table import Table


def test_a_step_that_was_done_stays_done(table: Table) -> None:
    before = steps(table, None, language=False)
    assert {*before} <= {*STEPS}
    say_done(table, "name")
    say_done(table, "name")
    assert steps(table, None, language=False) == {**before, "name": True}


def test_a_table_offers_its_set_up_until_it_was_opened_unless_it_is_in_memory(table: Table, tmp_path: Path) -> None:
    assert not invites(table)
    kept = Table(Answers(), records=Storage.open(tmp_path))
    assert invites(kept)
    record(kept, SIT)
    assert invites(kept)
    was_led(kept)
    assert not invites(kept)
    assert invites(Table(Answers(), records=kept.records, number=2))
    kept.records.close()


def test_the_language_of_the_screen(table: Table) -> None:
    assert screen_language(table) is None
    table.records.values.keep(table.number, SCREEN, "zh")
    assert screen_language(table) == "zh"
    table.records.values.keep(table.number, SCREEN, 3)
    assert screen_language(table) is None
