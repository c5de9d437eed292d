"""Steps of the deals that tables' cameras followed, each with a picture of its tile."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from sqlalchemy import func, insert, select, update

from webui.records.database.database import Database
from webui.records.database.rows import columns, to_row
from webui.records.database.schema import followed


@dataclass(frozen=True, slots=True)
class NewStep:
    """A step to store.

    Attributes:
        step: Its JSON.
        at: Its time (ISO 8601).
        began: Number of the record with which the followed hand of the match began, in a step that names it; else 0.
        picture: A JPEG of its tile, or None.
    """

    step: str
    at: str
    began: int = 0
    picture: bytes | None = None


@dataclass(frozen=True, slots=True)
class KeptStep:
    """A stored step.

    Attributes:
        table: Number of its table.
        number: Its number at the table, from 1.
        deal: Number of its deal at the table, from 1.
        began: As in `NewStep`.
        step: Its JSON.
        at: Its time (ISO 8601).
        pictured: True if its picture is stored.
    """

    table: int
    number: int
    deal: int
    began: int
    step: str
    at: str
    pictured: bool


STEP: Final = (
    *columns(KeptStep, followed),
    (followed.c.picture.is_not(None)).label("pictured"),
)
"""The columns of a `KeptStep`."""


class FollowedStore:
    """The followed deals of all tables of one database, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Store steps in this database."""
        self._database: Final = database

    def append(self, table: int, deal: int | None, steps: Sequence[NewStep]) -> int:
        """Store steps; they are on the disk when this returns.

        Args:
            table: Number of the table.
            deal: Number of their deal, or None for a new one.
            steps: The steps, in order.

        Returns:
            The number of the deal.

        Raises:
            RecordsError: They cannot be stored.
        """
        with self._database.writing() as connection:
            turn = self._database.take_turn(connection, table)
            last, newest = connection.execute(
                select(func.max(followed.c.number), func.max(followed.c.deal)).where(followed.c.table_number == table)
            ).one()
            of = (newest or 0) + 1 if deal is None else deal
            rows = [
                to_row(step, followed, table_number=table, number=number, deal=of, stamp=turn)
                for number, step in enumerate(steps, (last or 0) + 1)
            ]
            connection.execute(insert(followed), rows)
        return of

    def steps(self, table: int, deal: int) -> list[KeptStep]:
        """Return the steps of a deal, in the order in which they were stored; none of one that was deleted."""
        asked = select(*STEP).where(followed.c.table_number == table, followed.c.deal == deal, followed.c.step != "")
        with self._database.reading() as connection:
            return [KeptStep(*row) for row in connection.execute(asked.order_by(followed.c.number))]

    def newer(self, table: int, number: int) -> dict[int, int]:
        """Return the deals with steps after one of a table, oldest first, each with the number of its newest step."""
        asked = select(followed.c.deal, func.max(followed.c.number)).where(
            followed.c.table_number == table, followed.c.number > number, followed.c.step != ""
        )
        with self._database.reading() as connection:
            rows = connection.execute(asked.group_by(followed.c.deal).order_by(followed.c.deal))
            return {row[0]: row[1] for row in rows}

    def deals(self, table: int, deals: Collection[int]) -> Iterator[tuple[int, list[KeptStep]]]:
        """Yield the numbers of deals with their steps, as `steps` returns them, by one pass over the table's."""
        if not deals:
            return
        within = followed.c.deal.between(min(deals), max(deals))
        asked = select(*STEP).where(followed.c.table_number == table, within, followed.c.step != "")
        with self._database.reading() as connection:
            rows = connection.execute(asked.order_by(followed.c.deal, followed.c.number))
            for deal, steps in groupby((KeptStep(*row) for row in rows), key=attrgetter("deal")):
                if deal in deals:
                    yield deal, list(steps)

    def heads(self, table: int, since: int = 0) -> list[KeptStep]:
        """Return the steps that say which hand of the match a deal is, of hands that began with a record or later."""
        asked = select(*STEP).where(followed.c.table_number == table, followed.c.began > max(0, since - 1))
        with self._database.reading() as connection:
            return [KeptStep(*row) for row in connection.execute(asked.order_by(followed.c.number))]

    def newest(self) -> dict[int, tuple[int, int]]:
        """Return the newest deal of each table, and the number of the record with which its hand of the match began."""
        last = select(followed.c.table_number, func.max(followed.c.number).label("number")).where(followed.c.began > 0)
        newest = last.group_by(followed.c.table_number).subquery()
        same = (followed.c.table_number == newest.c.table_number) & (followed.c.number == newest.c.number)
        asked = select(followed.c.table_number, followed.c.deal, followed.c.began).join(newest, same)
        with self._database.reading() as connection:
            return {row.table_number: (row.deal, row.began) for row in connection.execute(asked)}

    def picture(self, table: int, number: int) -> bytes | None:
        """Return the picture of a step, or None without one."""
        asked = select(followed.c.picture).where(followed.c.table_number == table, followed.c.number == number)
        with self._database.reading() as connection:
            found: bytes | None = connection.execute(asked).scalar()
            return found

    def delete(self, table: int, deal: int) -> bool:
        """Delete a deal, steps and pictures; return False if there is none.

        Raises:
            RecordsError: It cannot be deleted.
        """
        gone = (followed.c.table_number == table) & (followed.c.deal == deal) & (followed.c.step != "")
        with self._database.writing() as connection:
            turn = self._database.take_turn(connection, table)
            done = connection.execute(update(followed).where(gone).values(step="", began=0, picture=None, stamp=turn))
            return done.rowcount > 0

    def prune(self, before: str, since: Mapping[int, str]) -> int:
        """Remove pictures; return how many.

        Args:
            before: Those taken before this time (ISO 8601).
            since: By the number of a table the time from which on its pictures stay.

        Raises:
            RecordsError: They cannot be removed.
        """
        removed = 0
        with self._database.writing() as connection:
            for table in connection.execute(
                select(followed.c.table_number).distinct().order_by("table_number")
            ).scalars():
                until = min(before, since.get(table, before))
                old = (followed.c.table_number == table) & followed.c.picture.is_not(None) & (followed.c.at < until)
                removed += connection.execute(update(followed).where(old).values(picture=None)).rowcount
        return removed


class KeptSteps(FollowedStore):
    """The steps of a file, to read deals from as from a database."""

    def __init__(self, steps: Sequence[KeptStep]) -> None:
        """Read these steps, of one table."""
        self._steps: Final = sorted(steps, key=attrgetter("deal", "number"))

    def deals(self, table: int, deals: Collection[int]) -> Iterator[tuple[int, list[KeptStep]]]:
        """Yield the numbers of deals with their steps."""
        for deal, steps in groupby(self._steps, key=attrgetter("deal")):
            if deal in deals:
                yield deal, list(steps)

    def heads(self, table: int, since: int = 0) -> list[KeptStep]:
        """Return the steps that say which hand of the match a deal is."""
        return sorted([step for step in self._steps if step.began > max(0, since - 1)], key=attrgetter("number"))
