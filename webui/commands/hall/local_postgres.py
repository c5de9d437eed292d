"""A temporary PostgreSQL server on its own folder, for `tableside hall try` and for tests."""

import errno
import os
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
"""Folder of the programs of each version on Debian and Ubuntu, which are not on the path."""

_USER: Final = "postgres"
"""User that runs the programs if this one runs as root, which they refuse."""

_STARTS: Final = 30.0
"""Seconds to wait for the server to answer. Fewer fail on a loaded computer; more delay the error."""

_STOPS: Final = 20.0
"""Seconds to wait for the server to end. Fewer may leave it running; more delay the error."""


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, of the newest version, or None if it is not installed."""
    found = shutil.which("initdb")
    if found and shutil.which("postgres"):
        return Path(found).parent
    kept = [folder for folder in _DEBIAN.glob("*/bin") if (folder / "initdb").is_file()]
    return max(kept, key=lambda folder: float(folder.parent.name), default=None)


class LocalPostgres:
    """A server on its own folder; only programs of this computer can reach it.

    Attributes:
        address: The address of its database `postgres`.
    """

    def __init__(self, folder: Path, lasting: bool) -> None:
        """Create the cluster; `start` runs its server.

        Args:
            folder: An empty folder with a short path, for its socket too.
            lasting: True to write to disk before it answers; False is quicker.

        Raises:
            RecordsError: `no-cluster`, PostgreSQL is not installed or fails.
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
        """Run the server; return when it answers.

        Raises:
            RecordsError: `no-cluster`, it does not start.
        """
        with (self._folder / "log").open("ab") as log:
            server = subprocess.Popen(self._command, stdout=log, stderr=log, cwd=self._folder, **self._user)
        self._server = server
        _wait(server, self._folder)

    def stop(self, at_once: bool = False) -> None:
        """End the server and its connections.

        Args:
            at_once: True to end it as by a power cut, so that it has to recover at the next start.
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
    """Run a server in a new folder, which is removed in the end.

    Args:
        lasting: True to write to disk before it answers; False is quicker.
        began: Called with the folder while it is empty.

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
    """Return the user that runs the programs, for `subprocess`, after giving it the folder."""
    import pwd  # Windows lacks it

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
    """Wait until the server answers."""
    import psycopg

    end = time.monotonic() + _STARTS
    while True:
        try:
            with psycopg.connect(host=str(folder), user="tableside", dbname="postgres", connect_timeout=2) as made:
                made.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")  # open in PostgreSQL 14 and older
            return
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > end:
                raise RecordsError("no-cluster", reason=str(error).strip()[-200:]) from error
        time.sleep(0.05)
