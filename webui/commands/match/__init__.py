"""`tableside match`: matches kept in files of records, and what a tournament makes of them."""

from typing import Final

import click

from webui.terminal.language import Parts

MODULES: Final = {
    "new": "begin",
    "record": "acts",
    **dict.fromkeys(("show", "export"), "show"),
    **dict.fromkeys(("bundle", "open"), "bundle"),
    "replays": "replays",
    "seating": "seating",
    "ranking": "ranking",
}
"""The module of each command: that of one alone is imported, since most of them load much."""


@click.group("match", short_help="Keep a match in a file of records; seat and rank tournaments.")
def command() -> None:
    """Keep a match in a file of records, one JSON object a line.

    Records are only ever added; corrections and undone records are records too. A command says that something is
    recorded when the disk has it. Players are named by seat wind in the current hand (E, S, W, N) or by name.

    \b
        tableside match new final.jsonl --players Ann,Bo,Chen,Dai
        tableside match record final.jsonl won --winner S --payer W --points 24
        tableside match show final.jsonl
    """


command.commands = Parts({name: f"webui.commands.match.{module}" for name, module in MODULES.items()})
