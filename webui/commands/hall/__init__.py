"""`tableside hall`: events of many tables, beside a server or without one."""

from typing import Final

import click

from webui.terminal.language import Parts

MODULES: Final = {
    **dict.fromkeys(
        ("open", "change", "amend", "withdraw", "check-in", "pay", "absent", "stand-in", "line-up", "swap", "move"),
        "acts",
    ),
    **dict.fromkeys(("extend", "finish", "result", "hold-back", "publish", "void", "records"), "acts"),
    **dict.fromkeys(("events", "draw", "stage", "start", "release", "results"), "run"),
    "players": "players",
    "import": "importing",
    "export": "export",
    "rating": "rating",
    "init": "init",
    "webhooks": "webhooks",
    "try": "demo",
}
"""The module of each command: that of one alone is imported, since most of them load much."""


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
        tableside hall import 1 round1.xlsx --record
        tableside hall results 1
        tableside hall export 1 results.xlsx
    """


command.commands = Parts({name: f"webui.commands.hall.{module}" for name, module in MODULES.items()})
