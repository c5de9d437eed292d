"""A hall's roles and database: what `hall init` prints makes them, and rigs can do with theirs what they must alone."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from click.testing import CliRunner
from sqlalchemy import make_url, text

from scoring.match.records import Drawn, Seated, act_to_dict
from tests.waiting import until
from webui.access.people import People
from webui.access.pin import Guesses
from webui.cli import main
from webui.hall.remote_commands import follow
from webui.records.database.database import Database
from webui.records.database.postgres import parameters
from webui.records.errors import RecordsError
from webui.records.remote_commands import RemoteCommand
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.table.table import Table

OWN = 5


def psql(postgres_url: str, *options: str) -> list[str]:
    """Run what `hall init` prints in psql, and return the lines that this prints."""
    said = CliRunner().invoke(main, ["hall", "init", *options], env={"TABLESIDE_DB": ""})
    assert said.exit_code == 0, said.output
    known = parameters(postgres_url)
    told = {"PGHOST": str(known["host"]), "PGUSER": str(known["user"]), "PGPASSWORD": str(known.get("password", ""))}
    asked = ["psql", "--no-psqlrc", "--dbname", "postgres"]
    done = subprocess.run(
        asked, input=said.output, env={**os.environ, **told}, text=True, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.split()


@dataclass
class Made:
    """A hall as `hall init` makes it: the options with its names, and the addresses by role."""

    options: list[str]
    address: dict[str, str]


@pytest.fixture
def made(postgres_url: str) -> Iterator[Made]:
    if not shutil.which("psql"):
        pytest.skip("psql is not installed")
    name, user = f"hall_{uuid4().hex[:8]}", f"owner_{uuid4().hex[:8]}"
    options = ["--name", name, "--user", user]
    lines = psql(postgres_url, *options, "--rigs", "5")
    urls = {url.username: url for line in lines for url in [make_url(line.removeprefix("TABLESIDE_DB="))]}
    assert list(urls) == [user, *(f"{user}_rig_{number}" for number in range(1, 6))]
    assert [url.host for url in urls.values()] == ["127.0.0.1", *["HALL"] * 5]
    passwords = [url.password for url in urls.values()]
    assert len(set(passwords)) == 6
    here = make_url(postgres_url)
    address = {
        str(role).removeprefix(user): url.set(host=here.host, port=here.port, query=here.query).render_as_string(False)
        for role, url in urls.items()
    }
    done = CliRunner().invoke(main, ["hall", "init", "--db", address[""]])
    assert done.exit_code == 0, done.output
    assert "1, 2, 3, 4, 5" in done.output
    yield Made(options, address)
    with psycopg.connect(**parameters(postgres_url), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
        for role in (user, f"{user}_rigs", *(f"{user}_rig_{number}" for number in range(1, 7))):
            connection.execute(f"DROP ROLE IF EXISTS {role}")


def test_it_adds_what_is_missing_and_changes_nothing_else(made: Made, postgres_url: str) -> None:
    assert psql(postgres_url, *made.options, "--rigs", "5") == []
    (line,) = psql(postgres_url, *made.options, "--rigs", "6")
    assert "_rig_6:" in line
    done = CliRunner().invoke(main, ["hall", "init", "--db", made.address[""]])
    assert "1, 2, 3, 4, 5, 6" in done.output
    for address in made.address.values():
        Database(None, address, migrate=False).close()


def passwords(postgres_url: str, user: str) -> dict[str, str]:
    """The roles of a hall with the hashes of their passwords."""
    with psycopg.connect(**parameters(postgres_url)) as connection:
        asked = "SELECT rolname, rolpassword FROM pg_authid WHERE starts_with(rolname, %s) AND rolcanlogin"
        return dict(connection.execute(asked, (user,)).fetchall())


def test_a_renewed_password_ends_what_used_the_old_one_and_no_other(made: Made, postgres_url: str) -> None:
    user = made.options[-1]
    before = passwords(postgres_url, user)
    with psycopg.connect(**parameters(made.address[f"_rig_{OWN}"])) as stolen:
        (line,) = psql(postgres_url, *made.options, "--renew", str(OWN))
        with pytest.raises(psycopg.OperationalError):
            stolen.execute("SELECT 1")
    assert f"_rig_{OWN}:" in line
    after = passwords(postgres_url, user)
    assert {role for role in after if after[role] != before[role]} == {f"{user}_rig_{OWN}"}


HELD = (
    "SELECT pg_advisory_lock(1)",
    "SELECT pg_try_advisory_xact_lock_shared(1, 2)",
    "SELECT lo_create(0)",
    "SELECT lo_from_bytea(0, 'abc')",
    "SELECT pg_logical_emit_message(false, 'a', 'b')",
    "SELECT 1 / (current_setting('temp_file_limit') = '-1')::integer",
)


def of_a_rig(made: Made, postgres_url: str) -> list[str]:
    """Statements of a rig that hold the hall up are refused, and so is its ninth connection."""
    found = []
    role = f"{made.options[-1]}_rig_{OWN}"
    count = "SELECT count(*) FROM pg_stat_activity WHERE usename = %s"
    with ExitStack() as stack:
        watch = stack.enter_context(psycopg.connect(**parameters(postgres_url), autocommit=True))
        for statement in HELD:
            with psycopg.connect(**parameters(made.address[f"_rig_{OWN}"])) as asked:
                try:
                    asked.execute(statement)  # type: ignore[call-overload]
                except psycopg.Error as error:
                    found.append(str(error.sqlstate))
        until(lambda: watch.execute(count, (role,)).fetchone() == (0,))  # a closed one counts until its process ended
        for _ in range(9):
            try:
                stack.enter_context(psycopg.connect(**parameters(made.address[f"_rig_{OWN}"])))
            except psycopg.OperationalError as error:
                found.append(str(error).rpartition("FATAL:")[2].strip().partition(" for ")[0])
    return found


REFUSED = ["42501"] * (len(HELD) - 1) + ["22012", "too many connections"]


def test_a_hall_of_an_earlier_version_limits_its_rigs_once_the_sql_is_given_again(
    made: Made, postgres_url: str
) -> None:
    hall = made.address[""]
    name, user = made.options[1], made.options[-1]

    def said() -> tuple[bool, bool]:
        line = "A rig may take every connection of PostgreSQL"
        done = CliRunner().invoke(main, ["hall", "init", "--db", hall])
        return line in done.stderr, line in CliRunner().invoke(main, ["doctor", "--db", hall]).output

    assert of_a_rig(made, postgres_url) == REFUSED
    assert said() == (False, False)
    owner = make_url(postgres_url).set(database=name).render_as_string(False)
    with psycopg.connect(**parameters(owner), autocommit=True) as connection:  # as before version 14
        for number in range(1, 6):
            connection.execute(f"ALTER ROLE {user}_rig_{number} CONNECTION LIMIT -1")  # type: ignore[call-overload]
            connection.execute(f"ALTER ROLE {user}_rig_{number} RESET ALL")  # type: ignore[call-overload]
        assert said() == (True, True)
        for statement in (
            "SELECT format('GRANT EXECUTE ON FUNCTION %s TO PUBLIC', oid::regprocedure) FROM pg_proc"
            " WHERE pronamespace = 'pg_catalog'::regnamespace"
            " AND proname ~ '^(pg_(try_)?advisory_.*|lo_(creat|create|from_bytea|import|put)|lowrite"
            "|pg_logical_emit_message)$'",
        ):
            for (grant,) in connection.execute(statement).fetchall():
                connection.execute(grant)
    assert of_a_rig(made, postgres_url) == []
    assert psql(postgres_url, *made.options, "--rigs", "5") == []
    assert of_a_rig(made, postgres_url) == REFUSED
    assert said() == (False, False)


def test_a_rig_does_all_that_it_must_by_a_role_of_its_own(
    made: Made, tmp_path: Path, answers: Any, photo: bytes
) -> None:
    with closing(Storage.open(None, db=made.address[""])) as hall, closing(Storage.open(tmp_path)) as records:
        people = People(hall.people, Guesses())
        people.add("Li", "referee", None, "135790", "")
        pin = hall.pins.pin()
        hall.values.keep(1, "camera", {"address": "rtsp://me:geheim@10.0.0.9/live"})
        table = Table(answers, records=records, number=5)
        outbox = Outbox(records, made.address[f"_rig_{OWN}"], 5, lambda order: follow(table, order))
        table.outbox = outbox
        outbox.connect()
        table.record(act_to_dict(Seated(("Ann", "Bo", "Chen", "Dai"))), uuid4(), "", "table")
        hand = table.intake.from_upload(lambda: photo)
        table.hands.hide(hand.id)
        records.calls.call(5, "Ann", "a dispute")
        records.calls.note("Bo", 5, "late", "Li", "referee")
        assert outbox.send() == 0
        assert hall.photos.read(hand.photo) == photo
        assert [len(hall.calls.open()), len(hall.calls.notes())] == [1, 1]
        came = People(outbox.people, Guesses()).enter("Li", "135790", "a", "iPhone")
        assert People(outbox.people, Guesses()).caller(came.token)
        hall.orders.place(RemoteCommand(5, str(uuid4()), "record", act_to_dict(Drawn()), "Li", "referee"))
        outbox.hear()
        outbox.take_orders()
        assert len(hall.journal.entries(5)) == 2
        assert outbox.hand_in().sent == 0
        with pytest.raises(RecordsError) as refused:
            outbox.people.add("Mallory", "chief", None, "", "")
        assert refused.value.kind == "roles-in-hall"
        outbox.stop()
        with closing(Database(None, made.address[f"_rig_{OWN}"], migrate=False)) as rig, rig.reading() as connection:
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
            with (
                psycopg.connect(**parameters(made.address[f"_rig_{OWN}"])) as asked,
                pytest.raises(psycopg.errors.InsufficientPrivilege),
            ):
                asked.execute(statement)


@pytest.mark.parametrize("name", ["Hall", "a b", 'x"; DROP', "é", ""])
def test_a_name_that_would_need_quotes_is_refused(name: str) -> None:
    refused = CliRunner().invoke(main, ["hall", "init", "--name", name], env={"TABLESIDE_DB": ""})
    assert refused.exit_code == 2
