"""Rows of the database as dataclasses."""

from dataclasses import dataclass

from sqlalchemy import Column, Integer, MetaData, String, Table, create_engine, select

from webui.records.database.rows import add, columns, to_row

ROWS = Table(
    "row", MetaData(), Column("id", String, primary_key=True), Column("table_number", Integer), Column("more", String)
)


@dataclass(frozen=True)
class Kept:
    """Something that is kept; `shown` has no column."""

    table: int
    id: str
    shown: str = ""


def test_a_row_is_added_once_and_read_back() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        ROWS.create(connection)
        for more in ("first", "second"):
            add(connection, ROWS, to_row(Kept(3, "a"), ROWS, more=more))
        assert [Kept(*row) for row in connection.execute(select(*columns(Kept, ROWS)))] == [Kept(3, "a")]
        assert connection.execute(select(ROWS.c.more)).scalars().all() == ["first"]
    assert to_row(Kept(3, "a"), ROWS) == {"table_number": 3, "id": "a"}
