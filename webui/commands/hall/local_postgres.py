"""A PostgreSQL of one's own: its programs run on a folder while they are needed, for a try and for the tests."""

import errno
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from webui.records.errors import RecordsError

_DEBIAN: Final = Path("/usr/lib/postgresql")
"""Where Debian and Ubuntu keep the programs of each version, which are not on the path."""

_USER: Final = "postgres"
"""Whom the programs run as where this one runs as root, which they refuse."""

_STARTS: Final = 30.0
"""Seconds that the server may take to answer. Not measured."""

_STOPS: Final = 20.0
"""Seconds that the server may take to end. Not measured."""


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, the newest there is; None where it is not installed."""
    found = shutil.which("initdb")
    if found and shutil.which("postgres"):
        return Path(found).parent
    kept = [folder for folder in _DEBIAN.glob("*/bin") if (folder / "initdb").is_file()]
    return max(kept, key=lambda folder: float(folder.parent.name), default=None)


class LocalPostgres:
    """A server on a folder of its own; programs of this computer alone reach it.

    Attributes:
        address: The address of its database `postgres`.
    """

    def __init__(self, folder: Path, lasting: bool) -> None:
        """Makes the cluster; `start` runs its server.

        Args:
            folder: An empty folder with a short path, in which the server listens too.
            lasting: Whether what it answers is on the disk; else it is quicker.

        Raises:
            RecordsError: `no-cluster`, PostgreSQL is not installed, or makes none.
        """
        where = programs()
        if where is None:
            raise RecordsError("no-cluster", reason=os.strerror(errno.ENOENT))
        self.address: Final = f"postgresql+psycopg://tableside@/postgres?host={folder}"
        self._folder: Final = folder
        self._user: Final = _other_user(folder)
        self._server: subprocess.Popen[Any] | None = None
        settings = {"listen_addresses": "", "unix_socket_directories": str(folder)}
        if not lasting:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._command: Final[list[str | Path]] = [where / "postgres", "-D", folder / "data", *options]
        _make(where, folder / "data", self._user)

    def start(self) -> None:
        """Runs the server; it answers when this returns.

        Raises:
            RecordsError: `no-cluster`, it does not start.
        """
        with (self._folder / "log").open("ab") as log:
            server = subprocess.Popen(self._command, stdout=log, stderr=log, cwd=self._folder, **self._user)
        self._server = server
        _wait(server, self._folder)

    def stop(self, at_once: bool = False) -> None:
        """Ends the server and its connections.

        Args:
            at_once: Whether it ends as after a power cut, and has to recover when it is started again.
        """
        if self._server is None:
            return
        self._server.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
        try:
            self._server.wait(_STOPS)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        self._server = None


@contextmanager
def cluster(lasting: bool = False, began: Callable[[Path], None] = lambda folder: None) -> Iterator[LocalPostgres]:
    """Runs a server in a new folder, which is removed in the end.

    Args:
        lasting: Whether what it answers is on the disk; else it is quicker.
        began: Called with the folder before anything is in it.

    Raises:
        RecordsError: `no-cluster`, PostgreSQL is not installed, or does not start.
    """
    folder = Path(tempfile.mkdtemp(prefix="tableside-"))
    try:
        began(folder)
        made = LocalPostgres(folder, lasting)
        try:
            made.start()
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _other_user(folder: Path) -> dict[str, Any]:
    """Whom the programs run as, for `subprocess`; gives them the folder."""
    if os.geteuid():
        return {}
    try:
        known = pwd.getpwnam(_USER)
    except KeyError as error:
        raise RecordsError("no-cluster", reason=str(error)) from error
    os.chown(folder, known.pw_uid, known.pw_gid)
    return {"user": known.pw_uid, "group": known.pw_gid, "extra_groups": []}


def _make(where: Path, data: Path, user: dict[str, Any]) -> None:
    options = ["-U", "tableside", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
    made = subprocess.run(
        [where / "initdb", "-D", data, *options], capture_output=True, text=True, check=False, cwd=data.parent, **user
    )
    if made.returncode:
        raise RecordsError("no-cluster", reason=made.stderr.strip()[-200:])


def _wait(server: "subprocess.Popen[Any]", folder: Path) -> None:
    """Waits until the server answers."""
    import psycopg

    end = time.monotonic() + _STARTS
    while True:
        try:
            psycopg.connect(host=str(folder), user="tableside", dbname="postgres", connect_timeout=2).close()
            return
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > end:
                raise RecordsError("no-cluster", reason=str(error).strip()[-200:]) from error
        time.sleep(0.05)
