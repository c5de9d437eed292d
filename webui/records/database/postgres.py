"""PostgreSQL: one database for the processes and machines of a hall, through SQLAlchemy and psycopg."""

import re
from contextlib import contextmanager, nullcontext
from typing import Any, Final

import psycopg
from sqlalchemy import URL, Connection, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from webui.records.database.backend import Backend, Hearing
from webui.records.database.rigs import LIMIT_SPENT, NOT_BELIEVED, ROWS_SPENT, TRIES_SPENT
from webui.records.errors import RecordsError, WriteConflictError

CHANNEL: Final = "tableside"
"""Channel that every write notifies."""

_VERSION: Final = (
    "CREATE TABLE public.alembic_version ("
    "version_num varchar(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)
"""The table in which Alembic keeps the version, as it makes it."""

ALONE: Final = "LOCK TABLE public.alembic_version IN SHARE ROW EXCLUSIVE MODE"
"""Excludes others who make or change tables. Rigs may only read that table: they cannot hold this lock, as they could
an advisory one."""

_MADE: Final = ("23505", "42P07")
"""Codes of errors for a table that another process made meanwhile."""

_CONNECT: Final = 5
"""Seconds to make a connection. More delays the error of a dead server; less gives up on a slow network."""

_LOCK: Final = 10
"""Seconds to wait for another process that writes at the same table. More delays the error; less refuses writes at a
busy table."""

_IDLE: Final = 60
"""Seconds after which the server ends an idle transaction, such as that of a machine that lost its network. More blocks
its table longer; less ends slow transactions."""

_CONNECTIONS: Final = 4
"""Connections that a process keeps open. More takes slots of the server; fewer opens connections during a request."""

_MORE: Final = 12
"""Further connections that a process opens when needed. More takes slots of the server from other machines; fewer makes
requests wait."""

_FEW: Final = 4
"""Connections of a table's device, opened when needed. More come near the most that `hall init` allows its role, with
those of a broken network that the server has not ended yet; fewer make sign-ins wait for photos."""

_SILENT: Final = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""Timeouts after which a silent connection counts as broken: about 25 seconds in all. Longer keeps a table waiting;
shorter breaks connections of a slow network."""

_KINDS: Final = {
    "53100": "no-space",
    "25006": "read-only",
    "58030": "disk-failed",
    "55P03": "records-busy",
    "40": "records-busy",
    "57014": "records-busy",
    "53300": "database-crowded",
    "53": "database-gone",
    "57P": "database-gone",
    "08": "database-gone",
    "XX001": "damaged-database",
    "XX002": "damaged-database",
    "28": "database-refused",
    "3D": "database-refused",
    "42501": "database-refused",
    "22": "not-text",
    NOT_BELIEVED: "not-believed",
    TRIES_SPENT: "tries-spent",
    LIMIT_SPENT: "limit-spent",
    ROWS_SPENT: "rows-spent",
}
"""Meanings of PostgreSQL errors, by the beginnings of their codes; the first match counts."""

_TAKEN: Final = "23505"
"""The code of a duplicate key."""

_ANSWERED: Final = re.compile(r"FATAL: +(?P<reason>.+)")
"""The server's answer when it refuses a connection; the driver gives no code with it."""

_CROWDED: Final = re.compile(r"too.many|connection.slots")
"""Answers of a server whose connections are all in use; they have no code either."""

_PASSING: Final = ("starting up", "shutting down", "yet accepting", "recovery mode")
"""Answers of a server that will soon accept connections."""


def backend(address: str, few: bool = False) -> Backend:
    """Return the database of an address such as `postgresql+psycopg://user:password@host/name`.

    Args:
        address: The address.
        few: True for at most `_FEW` connections.

    Raises:
        RecordsError: `database-address`: the address is invalid.
    """
    url = _url(address)
    name = f"postgresql://{url.host or 'localhost'}{f':{url.port}' if url.port else ''}/{url.database}"

    def error(raised: BaseException) -> RecordsError | None:
        return _error(raised, name)

    engine = create_engine(
        url,
        pool_size=1 if few else _CONNECTIONS,
        max_overflow=_FEW - 1 if few else _MORE,
        pool_timeout=_LOCK,
        pool_pre_ping=True,
        hide_parameters=True,  # names of people do not belong in the log
        connect_args={name: value for name, value in _options().items() if name not in url.query},
    )

    @contextmanager
    def hearing() -> Hearing:
        with psycopg.connect(**parameters(address), autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")

            def wait(seconds: float) -> None:
                for _ in connection.notifies(timeout=seconds, stop_after=1):
                    pass

            yield wait

    return Backend(
        engine=engine,
        name=name,
        shared=True,
        turn=nullcontext(),
        error=error,
        alone=_alone,
        steady={"isolation_level": "REPEATABLE READ"},
        wake=_wake,
        hearing=hearing,
    )


def parameters(address: str) -> dict[str, Any]:
    """Return psycopg's connection parameters for a database.

    Raises:
        RecordsError: `database-address`: the address is invalid.
    """
    url = _url(address)
    return {**_options(), **url.get_dialect()().create_connect_args(url)[1]}


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        raise RecordsError("database-address") from error
    if url.drivername not in ("postgresql+psycopg", "postgresql", "postgres") or not url.database:
        raise RecordsError("database-address")
    return url.set(drivername="postgresql+psycopg")


def _options() -> dict[str, Any]:
    settings = {
        "lock_timeout": f"{_LOCK}s",
        "idle_in_transaction_session_timeout": f"{_IDLE}s",
        "client_encoding": "UTF8",
        **{f"tcp_{name}": str(value) for name, value in _SILENT.items() if name.startswith("keepalives")},
    }
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    return {"connect_timeout": _CONNECT, "application_name": "tableside", "options": options, **_SILENT}


def _error(raised: BaseException, name: str) -> RecordsError | None:
    if isinstance(raised, PoolTimeout):
        return RecordsError("records-busy", folder=name)
    if not isinstance(raised, psycopg.Error):
        return None
    code = raised.sqlstate
    if code is None:
        return _connection_error(raised, name)
    if code == _TAKEN:
        return WriteConflictError()
    kind: Any = next((kind for start, kind in _KINDS.items() if code.startswith(start)), None)
    match kind:
        case None:
            return None
        case "not-text" | "tries-spent" | "limit-spent" | "rows-spent":
            return RecordsError(kind)
        case "not-believed":
            who, role = raised.diag.message_detail or "", raised.diag.message_primary or ""
            return RecordsError(kind, who=who, role=role) if who else RecordsError("not-signed", role=role)
        case "damaged-database":
            return RecordsError(kind, file=name)
        case "database-gone" | "database-crowded":
            return RecordsError(kind, database=name)
        case "database-refused":
            return RecordsError(kind, database=name, reason=str(raised).strip().splitlines()[0])
    return RecordsError(kind, folder=name)


def _connection_error(raised: psycopg.Error, name: str) -> RecordsError | None:
    """Return the meaning of an error without a code: of the connection, or of a value that the driver does not send."""
    if isinstance(raised, psycopg.DataError):
        return RecordsError("not-text")
    if not isinstance(raised, psycopg.OperationalError | psycopg.InterfaceError):
        return None
    answered = _ANSWERED.search(str(raised))
    if answered is None or any(passing in answered["reason"] for passing in _PASSING):
        return RecordsError("database-gone", database=name)
    if _CROWDED.search(answered["reason"]):
        return RecordsError("database-crowded", database=name)
    return RecordsError("database-refused", database=name, reason=answered["reason"])


def _alone(connection: Connection) -> None:
    if connection.execute(text("SELECT to_regclass('public.alembic_version')")).scalar() is None:
        try:
            with connection.begin_nested():
                connection.execute(text(_VERSION))
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in _MADE:
                raise
    connection.execute(text(ALONE))


def _wake(connection: Connection) -> None:
    connection.execute(text("SELECT pg_notify(:channel, '')"), {"channel": CHANNEL})
