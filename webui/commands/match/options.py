"""Options and arguments of several commands of `tableside match`."""

from pathlib import Path
from typing import get_args

import click

from scoring.match.records import Role

who_option = click.option("--who", metavar="NAME", help="Who records it.  [default: the role]")
role_option = click.option(
    "--role",
    type=click.Choice(get_args(Role)),
    default="table",
    show_default=True,
    help="Role of the person who records it.",
)
file_argument = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
