"""Fixtures and rules of the whole suite. Tests draw with the fonts that README installs, so the same on every machine.

Tests of PostgreSQL run on a server of their own, or on the one that TABLESIDE_TEST_DB names.
"""

import faulthandler
import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import wraps
from inspect import unwrap
from pathlib import Path
from sqlite3 import Connection as Connected
from typing import Any, Final
from uuid import uuid4

import pytest
from argon2 import PasswordHasher
from hypothesis import HealthCheck, settings
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.pool import NullPool

from models.render import glyphs
from scoring.rules import BOOKS
from tests.rig_roles import rig_roles
from tests.slow import Keeper
from webui.access import people
from webui.commands.hall.local_postgres import cluster, programs
from webui.records.database import database, sqlite
from webui.records.database.migrate import upgrade
from webui.records.store import Storage

pytest_plugins = ["tests.long", "tests.served", "tests.browser.pages", "tests.webui.small_disk"]

# Compiled modules are kept, whatever the machine says: else each process and each program that tests start compiles
# every module anew, which takes longer than most of them run.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Modules and tests stay: looking for garbage among them takes a quarter of the time of their import.
gc.disable()
gc.set_threshold(5_000, 20, 10)

# Threads of torch wait by spinning: several processes that train on two cores take eight times as long with two threads
# each as with one.
os.environ.setdefault("OMP_NUM_THREADS", "1")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell's background job, whose children would ignore Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

RIGS: Final = 6
"""Tables whose rig has a role in the tests' database."""

LONGEST: Final = 900
"""Seconds that a long test may take. More holds up a run that hangs; less ends one that trains on a loaded machine."""

_STDERR = os.dup(2)  # what a test prints is caught, and lost with the process

# a busy machine makes an example slow, which is no fault; the same examples each time, so that no run fails by chance
settings.register_profile("same", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("search", settings.get_profile("same"), derandomize=False)
settings.load_profile("same")

_NAMES = {f"Noto{kind}CJK-{weight}.ttc" for kind in ("Sans", "Serif") for weight in ("Regular", "Bold")}
_FONTS = tuple(font for font in glyphs.system_fonts()[0] if Path(font.path).name in _NAMES)
if _FONTS:  # a machine without them draws with its own
    glyphs.system_fonts = lambda: (_FONTS, _FONTS)


_compiled: dict[Any, Any] = {}
"""Statements as SQL. SQLAlchemy keeps them for each engine, so that each test, which has a database of its own, would
compile all of its statements anew."""


class _Dialect(SQLiteDialect_pysqlite):
    """The dialect of SQLite, equal to another of it, so that its statements are found again."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


registry.register("sqlite", __name__, "_Dialect")


@event.listens_for(Engine, "engine_connect")
def _compile_once(connection: Connection) -> None:
    if isinstance(connection.dialect, _Dialect):
        connection.execution_options(compiled_cache=_compiled)


_tables: list[str] = []
"""Statements that make the tables of an empty file of SQLite, as its migrations left them."""


def _upgrade_once(connection: Connection, name: str, migrate: bool = True) -> None:
    """Run the migrations of an empty file once: as many take five times as long as the tables that they leave."""
    kept = "SELECT {} FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'"
    lite = connection.dialect.name == "sqlite"
    if not lite or connection.execute(text(kept.format("count(*)"))).scalar():
        upgrade(connection, name, migrate)
    elif _tables:
        for statement in _tables:
            connection.exec_driver_sql(statement)
    else:
        upgrade(connection, name, migrate)
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        _tables.extend(connection.execute(text(kept.format("sql"))).scalars())
        _tables.append(f"INSERT INTO alembic_version VALUES ('{version}')")


database.upgrade = _upgrade_once  # type: ignore[attr-defined]


@wraps(sqlite._connected)
def _connected(connection: Connected, made: Any) -> None:
    """Prepare a connection that does not wait for the disk: nothing in the files of tests is to outlast the machine.

    Each transaction would wait for it, one to forty milliseconds. Programs that tests start wait as always.
    """
    unwrap(_connected)(connection, made)
    connection.execute("PRAGMA synchronous = OFF")


sqlite._connected = _connected

# Tests sign in hundreds of times, by PINs that nobody is to guess. Programs that tests start hash as always.
people._HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # type: ignore[misc]
people._NOBODY = people._HASHER.hash("nobody")  # type: ignore[misc]


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Keeper(config))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files of which every test is long, if these are not run: some import torch, for seconds."""
    if config.option.markexpr != "not long" or collection_path.suffix != ".py":
        return None
    return True if "\npytestmark = pytest.mark.long" in collection_path.read_text(encoding="utf-8") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give long tests more time, and refuse two tests of one name: of those, several processes run only the first."""
    for item in items:
        if item.get_closest_marker("long") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LONGEST))
    twice = sorted(name for name, count in Counter(item.nodeid for item in items).items() if count > 1)
    if twice:
        raise pytest.UsageError(f"give each of these tests a name of its own: {', '.join(twice)}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Keep modules and tests out of garbage collection, which would take a twentieth of the whole run."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """End the process if a test does not come to its end: pytest-timeout no longer watches one that failed."""
    faulthandler.dump_traceback_later(300, exit=True, file=_STDERR)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="session")
def postgres_databases() -> Iterator[Callable[[], str]]:
    """A function that makes an empty database and returns its address; all are removed when the tests end."""
    with ExitStack() as stack:
        server = os.environ.get("TABLESIDE_TEST_DB")
        if not server and programs() is None:
            pytest.skip("PostgreSQL is not installed, and TABLESIDE_TEST_DB names none")
        address = make_url(server or stack.enter_context(cluster()).address)
        engine = create_engine(address, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            version = int(connection.execute(text("SHOW server_version_num")).scalar_one())
        names = []

        def make() -> str:
            names.append(f"tableside_test_{uuid4().hex[:12]}")
            with engine.connect() as connection:
                connection.execute(text(f"CREATE DATABASE {names[-1]}"))
            made = address.set(database=names[-1])
            if version < 150000:  # as `hall init` has it; before 15 everybody may create there
                inside = create_engine(made, isolation_level="AUTOCOMMIT", poolclass=NullPool)
                with inside.connect() as connection:
                    connection.execute(text("REVOKE CREATE ON SCHEMA public FROM PUBLIC"))
            return made.render_as_string(hide_password=False)

        yield make
        with engine.connect() as connection:
            for name in names:
                connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()


@pytest.fixture(scope="session")
def _postgres_database(postgres_databases: Callable[[], str]) -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of a database with the newest tables, and a function that empties these."""
    address = postgres_databases()
    Storage.open(None, db=address).close()
    engine = create_engine(address, pool_pre_ping=True)  # a test may have ended its connection
    asked = text("SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename != 'alembic_version'")

    def empty() -> None:
        with engine.begin() as connection:
            tables = [f'"{name}"' for name in connection.execute(asked).scalars()]
            connection.execute(text("SET LOCAL lock_timeout = '10s'"))  # until nobody writes any more
            connection.execute(text(f"LOCK TABLE {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE"))
            # in one statement, as tables refer to each other; TRUNCATE takes a hundred times as long for a few rows
            emptied = (f"emptied{n} AS (DELETE FROM {name})" for n, name in enumerate(tables))
            connection.execute(text(f"WITH {', '.join(emptied)} SELECT 1"))

    yield address, empty
    engine.dispose()


@pytest.fixture
def postgres_url(_postgres_database: tuple[str, Callable[[], None]]) -> Iterator[str]:
    """The address of a database whose tables are empty when the test begins; all tests use the same one."""
    address, empty = _postgres_database
    yield address
    empty()


@pytest.fixture
def rig_url(postgres_url: str) -> Callable[[int], str]:
    """A function that returns the address of the same database for the rig of a table, by a role of its own."""
    return rig_roles(postgres_url, RIGS)


@pytest.fixture(autouse=True)
def rules_that_come_with_the_program() -> Iterator[None]:
    """Forget the rules that a test admitted, which its process would offer from then on."""
    clubs, shelves = dict(BOOKS.clubs), list(BOOKS.shelves)
    yield
    BOOKS.clubs, BOOKS.shelves = clubs, shelves


@pytest.fixture(params=[pytest.param("memory", marks=pytest.mark.long), "file", "postgresql"])
def records(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Storage]:
    """Records that each database keeps, in turn: memory, which most tests of tables keep them in, where all is run."""
    if request.param == "postgresql":
        records = Storage.open(tmp_path / "data", db=request.getfixturevalue("postgres_url"))
    else:
        records = Storage.open(tmp_path / "data" if request.param == "file" else None)
    yield records
    records.close()
