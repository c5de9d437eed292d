"""`tableside hall try`: a whole hall on one computer, removed when it ends: database, desk, and three tables in
play."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO

import click

from webui.access.own import OwnToken
from webui.commands.addresses import for_this_computer
from webui.commands.hall.leftovers import Leftovers
from webui.commands.hall.local_postgres import cluster, programs
from webui.commands.hall.simulated import TABLES, SimulatedEvent, SimulationRefusedError
from webui.messages import Messages
from webui.records.errors import RecordsError
from webui.terminal.language import lang_option


@click.command("try")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 lets phones in.")
@click.option("--pause", default=5.0, show_default=True, type=click.FloatRange(0), help="Seconds between two hands.")
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1, 11), help="Rounds that are played.")
@click.option("--sqlite", is_flag=True, help="Keep the records in SQLite also where PostgreSQL is installed.")
@click.option("--once", is_flag=True, help="End when the last round is over; else the pages stay until Ctrl+C.")
@lang_option
def trying(port: int, host: str, pause: float, rounds: int, sqlite: bool, once: bool, words: Messages) -> None:
    """Show a whole hall on this computer: twelve players at three tables play by themselves.

    The records lie in a PostgreSQL that is started for it, or in SQLite where that is not installed. Photos are
    rendered and read as those of a camera. All of it is gone when the command ends.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM ends everything, as Ctrl+C does
    with suppress(KeyboardInterrupt), ExitStack() as stack:
        left = stack.enter_context(Leftovers())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tableside-try-")))
        left.folder(folder)
        db = None if sqlite else _database(stack, left, words)
        address = stack.enter_context(_served(folder, host, port, db, left, words))
        token = OwnToken.kept(folder / "data").text
        play = SimulatedEvent(address, folder, rounds, pause, click.echo, token=token)
        stack.callback(play.stop)
        try:
            play.open(words("Try-out"))
            for what, path in (
                (words("Tournament desk"), f"/desk/{play.event}"),
                (words("Hall screen"), "/hall"),
                (words("A player's phone"), "/me"),
                *((words("Table %(number)d", {"number": number}), f"/t/{number}") for number in range(1, TABLES + 1)),
            ):
                click.echo(f"{what}{words(': ')}{address}{path}")
            play.run()
        except SimulationRefusedError as error:
            raise click.ClickException(str(error)) from error
        click.echo(words("All rounds are over; hands read from photos: %(count)d", {"count": play.pictures}))
        if not once:
            click.echo(words("Ctrl+C ends it, and nothing stays."))
            threading.Event().wait()


def _database(stack: ExitStack, left: Leftovers, words: Messages) -> str | None:
    """Return the address of a PostgreSQL that ends with the command, or None to use SQLite."""
    if programs() is not None and find_spec("psycopg"):
        try:
            started = stack.enter_context(cluster(began=left.folder))
            click.echo(words("PostgreSQL is started for it"))
            return started.address
        except RecordsError:
            pass
    click.echo(words("PostgreSQL is not installed here, or not `tableside[hall]`: the records lie in SQLite"))
    return None


def _passed_on(printed: IO[str], quiet: bool) -> None:
    """Print the server's other output while phones sign in: their address, and the PIN."""
    for line in printed:
        if not quiet:
            click.echo(line, nl=False)


@contextmanager
def _served(folder: Path, host: str, port: int, db: str | None, left: Leftovers, words: Messages) -> Iterator[str]:
    """Run the server of the hall as its own process; yield its address."""
    command = [sys.executable, "-m", "webui", "serve", "--host", host, "--port", str(port), "--tables", str(TABLES)]
    settings = {name: value for name, value in os.environ.items() if name != "TABLESIDE_DB"}
    if db:
        settings["TABLESIDE_DB"] = db
    with subprocess.Popen(
        [*command, "--data", str(folder / "data")], stdout=subprocess.PIPE, text=True, env=settings
    ) as server:
        left.process(server.pid)
        try:
            assert server.stdout
            address = re.search(r"http://[\w.:\[\]-]+", server.stdout.readline(), re.ASCII)
            if address is None:
                raise click.ClickException(words("The server did not start"))
            quiet = for_this_computer(host)
            threading.Thread(target=_passed_on, args=(server.stdout, quiet), daemon=True).start()
            yield address[0]
        finally:
            server.terminate()
