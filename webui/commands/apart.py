"""A server as a process of its own, for commands that show the program at work."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO

import click

from webui.commands.addresses import for_this_computer
from webui.commands.hall.leftovers import Leftovers
from webui.messages import Messages


@contextmanager
def served(
    host: str, port: int, options: Sequence[str], left: Leftovers, words: Messages, db: str | None = None
) -> Iterator[str]:
    """Run `tableside serve` as its own process; yield its address.

    Args:
        host: The address to listen on.
        port: The port to listen on; 0 for any.
        options: Its other options.
        left: Ends it if this process is killed.
        words: The language of errors.
        db: The address of a hall's database, or None for the data folder.
    """
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "webui"]
    command = [*program, "serve", "--host", host, "--port", str(port), *options]
    settings = {name: value for name, value in os.environ.items() if name != "TABLESIDE_DB"}
    if db:
        settings["TABLESIDE_DB"] = db
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=settings) as server:
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


def _passed_on(printed: IO[str], quiet: bool) -> None:
    """Print the server's other output while phones sign in: their address, and the PIN."""
    for line in printed:
        if not quiet:
            click.echo(line, nl=False)
