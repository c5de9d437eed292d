"""A hall's roles and database: what `hall init` prints makes them, and rigs can do with theirs what they must alone."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from click.testing import CliRunner
from sqlalchemy import make_url, text

from scoring.match.records import Drawn, Seated, act_to_dict
from webui.access.people import People
from webui.access.pin import Guesses
from webui.cli import main
from webui.hall.remote_commands import follow
from webui.hand.pictures import Sent
from webui.records.database.database import Database
from webui.records.database.schema import metadata
from webui.records.errors import RecordsError
from webui.records.remote_commands import RemoteCommand
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.records.sync.rights import RIGHTS
from webui.table.table import Table


def plain(url: str) -> str:
    return url.replace("+psycopg", "")


@pytest.fixture
def names() -> dict[str, str]:
    """Names that no other test has: roles are of the whole server."""
    end = uuid4().hex[:8]
    return {"name": f"hall_{end}", "user": f"owner_{end}", "rigs": f"rig_{end}"}


@pytest.fixture
def made(postgres_url: str, names: dict[str, str]) -> Iterator[Callable[[str], str]]:
    """A hall as `hall init` makes it; gives its address for a role."""
    options = [part for name, value in names.items() for part in (f"--{name}", value)]
    said = CliRunner().invoke(main, ["hall", "init", *options], env={"TABLESIDE_DB": ""})
    assert said.exit_code == 0, said.output
    statements = [line for line in said.output.splitlines() if not line.startswith("\\")]
    assert len(statements) == 5
    with psycopg.connect(plain(postgres_url), autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)
        for role in ("user", "rigs"):  # psql asks for it by \\password
            connection.execute(f"ALTER ROLE {names[role]} PASSWORD 'of-a-hall'")

    def address(role: str) -> str:
        url = make_url(postgres_url).set(username=names[role], password="of-a-hall", database=names["name"])
        return url.render_as_string(hide_password=False)

    done = CliRunner().invoke(main, ["hall", "init", "--rigs", names["rigs"], "--db", address("user")])
    assert done.exit_code == 0, done.output
    assert names["rigs"] in done.output
    yield address
    with psycopg.connect(plain(postgres_url), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {names['name']} WITH (FORCE)")
        for role in ("user", "rigs"):
            connection.execute(f"DROP ROLE {names[role]}")


def test_a_rig_does_all_that_it_must_by_a_role_of_its_own(
    made: Callable[[str], str], tmp_path: Path, answers: Any, photo: bytes
) -> None:
    with closing(Storage.open(None, db=made("user"))) as hall, closing(Storage.open(tmp_path)) as records:
        people = People(hall.people, Guesses())
        people.add("Li", "referee", None, "135790", "")
        pin = hall.pins.pin()
        hall.values.keep(1, "camera", {"address": "rtsp://me:geheim@10.0.0.9/live"})
        table = Table(answers, records=records, number=5)
        outbox = Outbox(records, made("rigs"), 5, lambda order: follow(table, order))
        table.outbox = outbox
        outbox.connect()
        table.record(act_to_dict(Seated(("Ann", "Bo", "Chen", "Dai"))), uuid4(), "", "referee")
        hand = table.intake.from_picture(lambda: Sent.of(photo))
        table.hands.hide(hand.id)
        records.calls.call(5, "Ann", "a dispute")
        records.calls.note("Bo", 5, "late", "Li", "referee")
        assert outbox.send() == 0
        assert hall.photos.read(hand.photo) == photo
        assert [len(hall.calls.open()), len(hall.calls.notes())] == [1, 1]
        came = People(outbox.people, Guesses()).enter("Li", "135790", "a", "iPhone")
        assert people.caller(came.token)
        hall.orders.place(RemoteCommand(5, str(uuid4()), "record", act_to_dict(Drawn()), "Li", "referee"))
        outbox.hear()
        outbox.take_orders()
        assert len(hall.journal.entries(5)) == 2
        assert outbox.hand_in().sent == 0
        with pytest.raises(RecordsError) as refused:
            outbox.people.add("Mallory", "chief", None, "", "")
        assert refused.value.kind == "database-refused"
        outbox.stop()
        with closing(Database(None, made("rigs"), migrate=False)) as rig, rig.reading() as connection:
            seen = str(connection.execute(text("SELECT value FROM value")).all())
            assert "geheim" not in seen
            assert pin not in seen
        for statement in (
            "DELETE FROM record",
            "DELETE FROM photo",
            "DROP TABLE record",
            "SELECT * FROM pin_device",
            "UPDATE person SET role = 'chief'",
            "CREATE TABLE mine (n integer)",
        ):
            with psycopg.connect(plain(made("rigs"))) as asked, pytest.raises(psycopg.errors.InsufficientPrivilege):
                asked.execute(statement)


def test_the_rights_name_every_table_that_rigs_use() -> None:
    kept_from_rigs = {"pin_device", "reading"}
    assert set(RIGHTS) - {"alembic_version"} == {table.name for table in metadata.sorted_tables} - kept_from_rigs


@pytest.mark.parametrize("name", ["Hall", "a b", 'x"; DROP', "é", ""])
def test_a_name_that_would_need_quotes_is_refused(name: str) -> None:
    refused = CliRunner().invoke(main, ["hall", "init", "--name", name], env={"TABLESIDE_DB": ""})
    assert refused.exit_code == 2
