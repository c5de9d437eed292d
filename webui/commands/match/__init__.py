"""`tableside match`: matches kept in files of records, and what a tournament makes of them."""

import click

from webui.commands.match.acts import record
from webui.commands.match.begin import new
from webui.commands.match.bundle import bundle, open_
from webui.commands.match.ranking import ranking
from webui.commands.match.replays import replays
from webui.commands.match.seating import seating
from webui.commands.match.show import export, show


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


for part in (new, record, show, export, bundle, open_, replays, seating, ranking):
    command.add_command(part)
