"""`tableside models`: networks of one's own that read in place of the program's."""

from pathlib import Path

import click

from vision import files
from vision.errors import VisionError
from vision.networks.own import MODELS, NETWORKS, own_files
from webui.commands.options import InputFile, models_option, printable, unwritable
from webui.messages.errors import vision_error
from webui.messages.vision import made_as
from webui.terminal.language import said, spoken


@click.group("models")
def command() -> None:
    """Use networks of your own: check them, put them into a folder, and list what reads."""


@command.command("add")
@click.argument("file", metavar="FILE.onnx", type=InputFile())
@click.option("--as", "name", type=click.Choice(NETWORKS), help="The network it is, if its name does not say so.")
@click.option("--force", is_flag=True, help="Replace the network of that name in the folder.")
@click.option(
    "--models",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    envvar=MODELS,
    show_envvar=True,
    help="Folder of own networks, made if there is none.",
)
def add(file: Path, name: str | None, force: bool, folder: Path | None) -> None:
    """Check a network and copy it into the folder of --models or TABLESIDE_MODELS.

    The folder is used by read, serve, worker and follow with the same option or variable. The export from training
    weights belongs to the recipe (models/README.md).
    """
    from vision.trial import tried

    name = name or file.stem
    if folder is None:
        raise click.UsageError(said("Name the folder of your networks with --models or TABLESIDE_MODELS."))
    if name not in NETWORKS:
        about = {"file": printable(file), "names": said(", ").join(NETWORKS)}
        raise click.ClickException(said("%(file)s: its name names no network; give one with --as: %(names)s", about))
    try:
        made = tried(name, file)
    except VisionError as error:
        raise click.ClickException(vision_error(spoken(), error)) from error
    place = folder / f"{name}.onnx"
    if place.exists() and not force:
        raise click.ClickException(said("%(file)s exists: add --force to replace it", {"file": printable(place)}))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files.write(place, file.read_bytes())
    except OSError as error:
        raise unwritable(spoken(), place, error) from error
    click.echo(said("%(file)s: %(made)s", {"file": printable(place), "made": made_as(spoken(), made)}))
    click.echo(said("used by it with: tableside read --models %(folder)s PHOTO", {"folder": printable(folder)}))


@command.command("list")
@models_option
def list_() -> None:
    """List the networks that read: your own with how they were made, and those of the program."""
    from vision.trial import tried

    try:
        own = own_files()
        for name in NETWORKS:
            made = made_as(spoken(), tried(name, own[name])) if name in own else said("of the program")
            click.echo(said("%(file)s: %(made)s", {"file": f"{name}.onnx", "made": made}))
    except VisionError as error:
        raise click.ClickException(vision_error(spoken(), error)) from error
