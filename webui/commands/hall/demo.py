"""`tableside hall try`: a whole hall on one computer, removed when it ends: database, desk, and three tables in
play."""

import signal
import tempfile
import threading
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path

import click

from webui.access.own import OwnToken
from webui.commands.apart import served
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
        options = ["--tables", str(TABLES), "--data", str(folder / "data")]
        address = stack.enter_context(served(host, port, options, left, words, db))
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
