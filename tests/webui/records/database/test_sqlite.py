"""SQLite: a file in a folder, or memory."""

from contextlib import closing
from pathlib import Path

from sqlalchemy import create_engine, text

from webui.records.database.schema import metadata
from webui.records.database.sqlite import FILE, tables
from webui.records.store import Storage


def test_a_folder_has_one_file_whose_tables_are_those_of_the_schema(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)):
        assert (tmp_path / FILE).exists()
    with create_engine(f"sqlite:///{tmp_path / FILE}").connect() as connection:
        names = {*connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'")).scalars()}
    assert {*metadata.tables} <= names


def test_the_statements_make_every_table() -> None:
    made = " ".join(tables())
    assert [
        name for name in metadata.tables if f"CREATE TABLE {name}" not in made and f'CREATE TABLE "{name}"' not in made
    ] == []
