"""PostgreSQL: one database for the processes and machines of a hall, by SQLAlchemy and psycopg."""

import re
from contextlib import contextmanager, nullcontext
from typing import Any, Final

import psycopg
from sqlalchemy import URL, Connection, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from webui.records.database.backend import Backend, Hearing
from webui.records.errors import RecordsError, WriteConflictError

CHANNEL: Final = "tableside"
"""Whoever listens to this channel is woken by whatever is written."""

_UPGRADE: Final = 7_461_626_535
"""The advisory lock of whoever brings the database up to date; any number that no other program takes."""

_CONNECT: Final = 5
"""Seconds that a connection may take to be made. Not measured."""

_LOCK: Final = 10
"""Seconds to wait for another process that writes at the same table. Not measured."""

_IDLE: Final = 60
"""Seconds after which the server ends a transaction whose process says nothing more, such as that of a machine that
lost its network; its table waits no longer. Not measured."""

_CONNECTIONS: Final = 4
"""Connections that a process keeps open. Not measured."""

_MORE: Final = 12
"""Connections that a process opens besides when it needs them. Not measured."""

_SILENT: Final = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""How soon a connection counts as broken when nothing comes from the other side: after about 25 seconds. Not
measured."""

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
}
"""What the errors of PostgreSQL mean, by the beginnings of their codes; the first that fits."""

_TAKEN: Final = "23505"
"""The code of a row whose key is there already."""

_ANSWERED: Final = re.compile(r"FATAL: +(?P<reason>.+)")
"""What the server says where it lets nobody in; the driver gives no code with it."""

_CROWDED: Final = re.compile(r"too.many|connection.slots")
"""Answers of a server whose connections are all in use; it has no code either, when it lets nobody in."""

_PASSING: Final = ("starting up", "shutting down", "yet accepting", "recovery mode")
"""Answers of a server that will let people in soon."""


def backend(address: str) -> Backend:
    """The database of an address such as `postgresql+psycopg://user:password@host/name`.

    Raises:
        RecordsError: `database-address`, it is none.
    """
    url = _url(address)
    name = f"postgresql://{url.host or 'localhost'}{f':{url.port}' if url.port else ''}/{url.database}"

    def error(raised: BaseException) -> RecordsError | None:
        return _error(raised, name)

    engine = create_engine(
        url,
        pool_size=_CONNECTIONS,
        max_overflow=_MORE,
        pool_timeout=_LOCK,
        pool_pre_ping=True,
        hide_parameters=True,  # names of people do not belong into the log
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
    """What psycopg connects to a database by.

    Raises:
        RecordsError: `database-address`, it is none.
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
        case "not-text":
            return RecordsError(kind)
        case "damaged-database":
            return RecordsError(kind, file=name)
        case "database-gone" | "database-crowded":
            return RecordsError(kind, database=name)
        case "database-refused":
            return RecordsError(kind, database=name, reason=str(raised).strip().splitlines()[0])
    return RecordsError(kind, folder=name)


def _connection_error(raised: psycopg.Error, name: str) -> RecordsError | None:
    """What an error without a code means: one of the connection, or of a value that the driver does not send."""
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
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADE})


def _wake(connection: Connection) -> None:
    connection.execute(text("SELECT pg_notify(:channel, '')"), {"channel": CHANNEL})
