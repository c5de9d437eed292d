"""`tableside tileset list` and `forget`: the sets of tiles that were learned."""

import sys
from pathlib import Path

import click

from vision.tilesets.files import SetError, forget, kept_names, load
from webui.commands.data import data_option
from webui.commands.options import set_error, sets_folder, sets_option
from webui.messages import unstopped
from webui.terminal.language import said, spoken


@click.command("list")
@data_option
@sets_option
def list_(data: Path, sets: Path | None) -> None:
    """List the tile sets."""
    words, folder, failed = spoken(), sets_folder(data, sets), False
    for name in kept_names(folder):
        try:
            tileset = load(folder, name)
        except SetError as error:
            click.echo(unstopped(set_error(error, folder)), err=True)
            failed = True
            continue
        about = {"name": name, "kinds": len(tileset.kinds), "tiles": len(tileset.faces)}
        click.echo(words("%(name)s: %(kinds)d kinds, %(tiles)d tiles", about))
    if not kept_names(folder):
        nothing = words(
            "no tile sets in %(folder)s yet: tableside tileset learn PHOTO... --name NAME", {"folder": folder}
        )
        click.echo(nothing, err=True)
    sys.exit(1 if failed else 0)


@click.command("forget")
@click.argument("name")
@data_option
@sets_option
def forget_(name: str, data: Path, sets: Path | None) -> None:
    """Delete a tile set."""
    folder = sets_folder(data, sets)
    try:
        forget(folder, name)
    except SetError as error:
        raise click.ClickException(set_error(error, folder)) from error
    click.echo(said("%(name)s: deleted", {"name": name}))
