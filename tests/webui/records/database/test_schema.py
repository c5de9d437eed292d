"""The tables of the database."""

from webui.records.database.schema import metadata


def test_every_table_has_a_key() -> None:
    assert [name for name, table in metadata.tables.items() if not table.primary_key.columns] == []
