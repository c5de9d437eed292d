"""Load that a hall's database bears: `python -m tests.bench.bench_hall --db postgresql+psycopg://USER:PASSWORD@HOST/NAME`.

Records of hands written by several threads, each at tables of its own, as servers of a hall write them: records a
second, the time of one, and the bytes of each on the disk. Without `--db` the same in SQLite. Give it a database of its
own: what it writes stays there.
"""

import tempfile
import threading
import time
from pathlib import Path
from typing import Final

import click
import numpy as np
from sqlalchemy import create_engine, text
from uuid_utils.compat import uuid7

from scoring.match.records import Drawn, Seated, Won
from tests.webui.journals import write_record
from webui.records.store import Storage

HAND: Final = "[CCC,1]123m456p789sE E discard round=E seat=S"


def written(records: Storage, table: int, count: int, taken: list[float]) -> None:
    """Write hands at one table, a match of 16 after another, and note the seconds of each."""
    for number in range(count):
        act = Seated(("Ann", "Bo", "Chen", "Dai")) if number % 17 == 0 else Drawn()
        if number % 17 and number % 4:
            act = Won("S", 17, "W", HAND)
        began = time.perf_counter()
        write_record(records, table, uuid7(), act, "bench", "referee")
        taken.append(time.perf_counter() - began)


@click.command()
@click.option("--db", help="Address of a PostgreSQL database of its own.")
@click.option("--count", default=300, show_default=True, help="Records a writer.")
@click.option("--writers", default=[1, 4, 16], multiple=True, show_default=True)
def main(db: str | None, count: int, writers: tuple[int, ...]) -> None:
    """Measure records a second, and bytes a record."""
    with tempfile.TemporaryDirectory() as folder:
        records = Storage.open(Path(folder), db=db)
        before = _bytes(db, Path(folder))
        first = all_of_them = 0
        for many in writers:
            taken: list[float] = []
            threads = [
                threading.Thread(target=written, args=(records, 1000 + first + n, count, taken)) for n in range(many)
            ]
            began = time.perf_counter()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            seconds = time.perf_counter() - began
            first, all_of_them = first + many, all_of_them + many * count
            click.echo(
                f"{many} writers: {len(taken) / seconds:.0f} records a second, "
                f"{1000 * np.median(taken):.1f} ms each, {1000 * np.percentile(taken, 99):.1f} ms at the 99th of 100"
            )
        click.echo(f"{(_bytes(db, Path(folder)) - before) / all_of_them:.0f} bytes a record, with its indexes")
        records.close()


def _bytes(db: str | None, folder: Path) -> int:
    if db is None:
        return sum(file.stat().st_size for file in folder.glob("tableside.db*"))
    engine = create_engine(db)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
    engine.dispose()
    return int(found)


if __name__ == "__main__":
    main()
