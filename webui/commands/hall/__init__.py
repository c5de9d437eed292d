"""`tableside hall`: events of many tables, beside a server or without one."""

import click

from webui.commands.hall.acts import acts
from webui.commands.hall.demo import trying
from webui.commands.hall.export import export
from webui.commands.hall.init import init
from webui.commands.hall.players import players
from webui.commands.hall.run import draw, events, release, results, start


@click.group("hall", short_help="Run an event of many tables from the command line.")
def command() -> None:
    """Run an event of many tables from the command line: what the page /desk does, as commands.

    A server may go on meanwhile. Events are called by their numbers, which `hall events` lists.

    \b
        tableside hall try
        tableside hall open "Spring Cup" --rounds 8
        tableside hall init
        tableside hall events
        tableside hall players 1 players.xlsx --enter
        tableside hall draw 1
        tableside hall start 1 1
        tableside hall results 1
        tableside hall export 1 results.xlsx
    """


for part in (*acts, events, players, draw, start, release, results, export, init, trying):
    command.add_command(part)
