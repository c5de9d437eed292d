"""Counts of the calls, functions, files and rooms that a request passes on its way through the program, and of what it
asks the database.

    python -m tests.walks [--db URL] [--signed-in] [PHOTO]

Walks: a photograph posted to a table, a win recorded, the match read as a viewer reads it, and a hand scored as text.
A *call* is one of a function of the project, a *room* a package directory; a *stay* is a change of file from one call
to the next. Threads that a request starts count with it. Records lie on the disk, or in an empty database of
PostgreSQL, and are made by nobody in particular or by a signed-in referee. *Statements* are those of SQL, with the
beginnings of transactions.
"""

import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import click
from sqlalchemy import Connection, Engine, event

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from webui.hand.pictures import Reader

ROOT = Path(__file__).parents[1]
PACKAGES = tuple(f"{ROOT / package}/" for package in ("scoring", "vision", "device", "webui"))
PHOTO = ROOT / "tests/data/hand.jpg"
WIN = "[123m,1]456m789mEEE9p 9p discard round=E seat=S"


class Counts(NamedTuple):
    """The counts of one walk."""

    calls: int
    functions: int
    files: int
    rooms: int
    stays: int
    transactions: int
    statements: int


class Walk:
    """The functions that the calls of a request pass."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        """The file and the name of each function called, in order."""
        self.on = False
        """True while calls are noted."""
        self.transactions = self.statements = 0
        self._others = {each.ident for each in threading.enumerate()} - {threading.get_ident()}
        event.listen(Engine, "begin", self._begins)
        event.listen(Engine, "before_cursor_execute", self._asks)
        threading.setprofile(self.see)  # the threads that are started from now on

    def close(self) -> None:
        """Leave the threads that are started from now on alone."""
        threading.setprofile(None)  # type: ignore[arg-type]

    def see(self, frame: FrameType, event: str, argument: Any) -> None:
        """Note a call, as `sys.setprofile` reports it."""
        if self.on and event == "call" and frame.f_code.co_filename.startswith(PACKAGES):
            self.calls.append((frame.f_code.co_filename, frame.f_code.co_qualname))

    def _begins(self, connection: Connection) -> None:
        self.transactions += self._counts_here()

    def _asks(self, *asked: Any) -> None:
        self.statements += self._counts_here()

    def _counts_here(self) -> bool:
        """Return True in a request; what ran before the walk was made, such as the watch of a database, is none."""
        return self.on and threading.get_ident() not in self._others

    def counts(self) -> Counts:
        """Return what was passed."""
        files = [file for file, _ in self.calls]
        stays = sum(one != other for one, other in pairwise(files))
        rooms = {str(Path(file).parent) for file in files}
        asked = self.transactions, self.statements
        return Counts(len(files), len(set(self.calls)), len(set(files)), len(rooms), stays, *asked)


@contextmanager
def followed(walk: Walk) -> Iterator[Walk]:
    """Note what this thread does inside, and every thread that was started after the walk was made."""
    walk.calls.clear()
    walk.transactions = walk.statements = 0
    walk.on = True
    sys.setprofile(walk.see)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        walk.on = False


def walks(
    photo: Path, folder: Path, reader: "Reader | None" = None, db: str | None = None, signed_in: bool = False
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the walks by name, each once the data that it needs are loaded.

    Args:
        photo: The photograph.
        folder: The folder of the records.
        reader: The reader of the photograph, or None for that of the program.
        db: Address of an empty database of PostgreSQL, which has the records instead.
        signed_in: True for requests of a signed-in referee.
    """
    from vision.reader import TileReader
    from webui.http.app import create_app
    from webui.http.site import Site
    from webui.records.store import Storage
    from webui.table.table import Table

    with closing(Storage.open(folder, db=db)) as kept:
        site = Site(Table(reader or TileReader(), records=kept))
        client = create_app(site).test_client()
        if signed_in:
            token = site.people.let_in(site.people.add("Li", "referee", None, "", ""), "phone").token
            client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        yield from _walked(client, photo)


def _walked(client: "FlaskClient", photo: Path) -> Iterator[tuple[str, Callable[[], Any]]]:
    from scoring import parse, score

    seated = {"type": "Seated", "players": ["Ann", "Bo", "Che", "Dai"]}
    records, hands = "/api/tables/1/records", "/api/tables/1/hands"

    def posted(path: str, **sent: Any) -> None:
        answer = client.post(path, **sent)
        assert answer.status_code == 201, answer.get_json()

    def photograph() -> None:
        with photo.open("rb") as file:
            posted(hands, data={"photo": (file, photo.name)})

    def won() -> None:
        act = {"type": "Won", "winner": "Ann", "payer": "Bo", "points": 20}
        posted(records, json={"id": str(uuid4()), "act": act})

    photograph()
    posted(records, json={"id": str(uuid4()), "act": seated})
    won()
    yield "photograph posted", photograph
    yield "win recorded", won
    yield "match read", lambda: client.get("/api/tables/1/match")
    yield "hand as text", lambda: posted(hands, json={"text": WIN})
    yield "text scored", lambda: score(parse(WIN))


@click.command()
@click.argument("photo", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=PHOTO)
@click.option("--db", help="An empty database of PostgreSQL for the records.")
@click.option("--signed-in", is_flag=True, help="Requests of a signed-in referee.")
def main(photo: Path, db: str | None, signed_in: bool) -> None:
    """Print what each walk passes."""
    click.echo(f"{'walk':18}" + "".join(f"{name:>13}" for name in Counts._fields))
    with closing(Walk()) as walk, tempfile.TemporaryDirectory() as folder:
        for name, walked in walks(photo, Path(folder), db=db, signed_in=signed_in):
            with followed(walk):
                walked()
            click.echo(f"{name:18}" + "".join(f"{count:13}" for count in walk.counts()))


if __name__ == "__main__":
    main()
