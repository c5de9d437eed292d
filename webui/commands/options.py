"""Options that several commands have."""

from pathlib import Path
from typing import Final

import click

from vision import TileReader
from vision.tilesets.files import SetError, load
from vision.tilesets.prototypes import Prototypes
from webui.words import Words
from webui.words.errors import vision_error

SETS: Final = Path(click.get_app_dir("tableside")) / "sets"
"""The folder of tile sets, where `--sets` names no other."""

sets_option = click.option(
    "--sets",
    type=click.Path(file_okay=False, path_type=Path),
    default=SETS,
    envvar="TABLESIDE_SETS",
    show_default=True,
    show_envvar=True,
    help="Folder in which sets of tiles are kept.",
)
set_option = click.option("--set", "set_name", metavar="NAME", help="Read by this set of tiles (tableside tileset).")


def opened_set(reader: TileReader, sets: Path, name: str | None) -> Prototypes | None:
    """The set of that name as the reader sees it; None for no name. Ends the command where it cannot be used."""
    if name is None:
        return None
    try:
        return Prototypes.of(load(sets, name), reader.classifier)
    except SetError as error:
        raise click.BadParameter(vision_error(Words.of("en"), error), param_hint="--set") from error
