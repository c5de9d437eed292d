"""The steps of setting up a table."""

from pathlib import Path

from tests.served import Answers
from tests.webui.at_table import SIT, record
from webui.records.store import Storage
from webui.table.steps import SCREEN, STEPS, is_new, say_done, screen_language, steps, was_led
from webui.table.table import Table


def test_a_step_that_was_done_stays_done(table: Table) -> None:
    before = steps(table, None, language=False)
    assert {*before} <= {*STEPS}
    say_done(table, "name")
    say_done(table, "name")
    assert steps(table, None, language=False) == {**before, "name": True}


def test_nobody_is_led_to_a_table_in_memory_or_twice_or_once_it_is_used(table: Table, tmp_path: Path) -> None:
    assert not is_new(table)
    kept = Table(Answers(), records=Storage.open(tmp_path))
    assert is_new(kept)
    record(kept, SIT)
    assert not is_new(kept)
    other = Table(Answers(), records=kept.records, number=2)
    assert is_new(other)
    was_led(other)
    assert not is_new(other)
    kept.records.close()


def test_the_language_of_the_screen(table: Table) -> None:
    assert screen_language(table) is None
    table.records.values.keep(table.number, SCREEN, "zh")
    assert screen_language(table) == "zh"
    table.records.values.keep(table.number, SCREEN, 3)
    assert screen_language(table) is None
