"""People with a role, and what stays of them afterwards."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from sqlalchemy import select

from webui.records.database.schema import people
from webui.records.people import mark
from webui.records.store import Storage

NAME = "Zbigniew"


def test_who_leaves_is_a_row_without_a_name(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        store = records.people
        first = store.add(NAME, "referee", 3, "hash of a PIN", "Given by", event=2)
        assert first
        assert store.remove(first.id)
        assert not store.remove(first.id)
        with records.database.reading() as connection:
            (row,) = connection.execute(select(people)).all()
        assert (row.id, row.role, row.table_number, row.event, row.at) == (first.id, "referee", 3, 2, first.at)
        assert (row.name, row.pin, row.who, row.gone) == ("", "", "", True)
        assert row.at <= row.until
        assert row.mark == mark(first.id, NAME)
        assert (store.all(), store.anybody(), store.get(first.id), store.called(""), store.called(NAME)) == (
            [], False, None, None, None,
        )  # fmt: skip
        again = store.add(NAME, "scorer", None, "", "")
        assert again
        assert store.all() == [again]


def test_whom_a_director_gave_a_role_forgets_the_name_of_the_director_who_leaves(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        store = records.people
        chief = store.add(NAME, "chief", None, "", "")
        assert chief
        for name, who in (("Ann", NAME), ("Bo", "Dai")):
            store.add(name, "referee", None, "", who)
        assert store.remove(chief.id)
        assert [(each.name, each.who) for each in store.all()] == [("Ann", ""), ("Bo", "Dai")]


def test_another_role_leaves_the_former_one(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        store = records.people
        given = store.add(NAME, "referee", None, "hash", "Dai")
        assert given
        same = store.change(given.id, "referee", None, "another hash", "Dai")
        assert same
        assert same.at == given.at
        changed = store.change(given.id, "scorer", 4, None, "Dai")
        assert store.change("nobody", "scorer", None, None, "Dai") is None
        assert changed
        assert (changed.id, changed.role, changed.pin) == (given.id, "scorer", "another hash")
        assert store.all() == [changed]
        with records.database.reading() as connection:
            (former,) = connection.execute(select(people).where(people.c.gone)).all()
        assert (former.role, former.table_number, former.at, former.until) == ("referee", None, given.at, changed.at)
        assert (former.name, former.pin, former.mark) == ("", "", mark(former.id, NAME))


def test_names_of_who_left_before_are_removed_when_the_database_is_opened(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        gone = records.people.add(NAME, "referee", None, "", "")
        assert gone
        kept = records.people.add("Ann", "chief", None, "", NAME)
        assert kept
    (file,) = tmp_path.glob("*.db")
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE person SET gone = true WHERE id = ?", (gone.id,))
        of_rigs = ("told", "rows", "rows_since", "paid", "paid_by", "paid_to")
        for table, column in (("person", "until"), ("person", "mark"), *(("rig_use", each) for each in of_rigs)):
            database.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        for table in ("listener", "webhook"):
            database.execute(f"DROP TABLE {table}")
        database.execute("UPDATE alembic_version SET version_num = '0015'")
        database.commit()
    with closing(Storage.open(tmp_path)) as records:
        assert records.people.all() == [replace(kept, who="")]
        with records.database.reading() as connection:
            (row,) = connection.execute(select(people).where(people.c.gone)).all()
        assert (row.name, row.mark, row.until >= row.at) == ("", mark(gone.id, NAME), True)
