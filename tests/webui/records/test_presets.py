"""A tournament's own rules are kept with the matches that were played by them."""

from pathlib import Path
from uuid import uuid4

import pytest

from scoring.games.game import RuleBook
from scoring.match.match import fold
from scoring.match.records import Seated, Won
from scoring.rules import BOOKS, tournament
from tests.books import RULES
from tests.webui.journals import write_record
from webui.records.database.schema import PRESETS, REMARKS
from webui.records.errors import RecordsError
from webui.records.presets import ALL_TABLES, admit_kept, keep_preset, learn, offer, rename
from webui.records.store import Storage

SEATED = Seated(("Ann", "Bo", "Chen", "Dai"), "autumn")


def book(minimum: int) -> RuleBook:
    return tournament(f'name = "autumn"\ntitle = "A"\nbase = "mcr-wmo"\nsource = "us"\nminimum = {minimum}\n')


def test_a_match_goes_on_under_its_rules_after_a_restart_that_does_not_name_them(tmp_path: Path) -> None:
    records = Storage.open(tmp_path)
    keep_preset(records, book(10))
    for act in (SEATED, Won("S", 9, "W"), Won("S", 10, "W")):
        write_record(records, 1, uuid4(), act)
    records.close()
    records = Storage.open(tmp_path)
    keep_preset(records, RULES["mcr"])
    assert 1 in fold([entry.record for entry in records.journal.entries(1)]).refused
    admit_kept(records)
    match = fold([entry.record for entry in records.journal.entries(1)])
    assert (match.rules.minimum, [*match.refused]) == (10, [2])
    records.close()


def test_rules_that_matches_were_played_by_are_not_replaced_in_silence() -> None:
    records = Storage.open(None)
    keep_preset(records, book(10))
    keep_preset(records, book(12))  # nobody has played by them yet
    write_record(records, 3, uuid4(), SEATED)
    keep_preset(records, book(12))
    with pytest.raises(RecordsError, match="preset-differs"):
        keep_preset(records, book(10))
    assert records.values.get(ALL_TABLES, PRESETS) == {"autumn": book(12).text}
    records.close()


def test_a_device_learns_the_rules_of_its_hall_but_those_that_it_played_by_otherwise() -> None:
    hall, records = Storage.open(None), Storage.open(None)
    offer(hall, book(12))
    rename(hall, "autumn", "Autumn cup")
    learn(records, hall)
    assert records.values.get(ALL_TABLES, PRESETS) == {"autumn": book(12).text}
    assert records.values.get(ALL_TABLES, REMARKS) == {"autumn": {"title": "Autumn cup"}}
    assert (records.books["autumn"].minimum, records.books["autumn"].title) == (12, "Autumn cup")
    offer(hall, book(14))
    learn(records, hall)
    assert (records.books["autumn"].minimum, records.values.get(ALL_TABLES, REMARKS)) == (14, {})
    write_record(records, 3, uuid4(), SEATED)
    offer(hall, book(16))
    hall.values.keep(ALL_TABLES, PRESETS, hall.values.get(ALL_TABLES, PRESETS) | {"old": "name = 3"})
    learn(records, hall)
    assert records.values.get(ALL_TABLES, PRESETS) == {"autumn": book(14).text}
    hall.close()
    records.close()


def test_rules_that_cannot_be_used_any_more_stop_nothing(caplog: pytest.LogCaptureFixture) -> None:
    records = Storage.open(None)
    records.values.keep(ALL_TABLES, PRESETS, {"old": "name = 3", "autumn": book(10).text})
    admit_kept(records)
    assert "old: " in caplog.text
    assert RULES["autumn"].minimum == 10
    records.close()


def test_rules_are_in_force_while_the_storage_that_has_them_is_open() -> None:
    one, other = Storage.open(None), Storage.open(None)
    keep_preset(one, book(10))
    admit_kept(one)
    admit_kept(other)
    assert (one.books["autumn"].minimum, BOOKS["autumn"].minimum, [*other.books]) == (10, 10, [])
    other.close()
    assert "autumn" in BOOKS
    one.close()
    assert "autumn" not in BOOKS
