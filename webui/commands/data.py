"""The data folder, and the move from the one of an earlier version."""

import errno
import shutil
from pathlib import Path
from typing import Any, Final

import click
import platformdirs
from click.core import ParameterSource

from webui.commands.options import db_option
from webui.terminal.language import lang_option, said

DATA: Final = platformdirs.user_data_path("tableside", appauthor=False)
"""The default data folder, without `--data`: in the user's data folder of the operating system."""

FORMER: Final = Path(click.get_app_dir("tableside"))
"""The data folder of versions before `--data`."""


def _data(ctx: click.Context, param: click.Parameter, data: Path) -> Path:
    chosen = ctx.get_parameter_source("data") is not ParameterSource.DEFAULT
    return data if chosen else taken_over(FORMER, data)


def taken_over(former: Path, data: Path) -> Path:
    """Move all data of an earlier version to the present folder, once, and report it on standard error.

    Nothing is moved if the present folder exists. If the move fails, everything stays in its place and is used there.

    Args:
        former: The folder of the earlier version, which may be missing.
        data: The present folder.

    Returns:
        The folder to use.
    """
    try:
        if former == data or data.exists() or not former.is_dir():
            return data
    except OSError:
        return data  # neither can be examined
    if former.is_symlink():
        return former  # the user chose this place
    try:
        data.parent.mkdir(parents=True, exist_ok=True)
        _move(former, data)
    except OSError as error:
        if data.exists():
            return data  # another process was faster
        reason = error.strerror or error
        about = {"former": former, "data": data, "reason": reason}
        click.echo(said("%(former)s cannot be moved to %(data)s (%(reason)s) and is used where it is", about), err=True)
        return former
    click.echo(said("%(former)s was moved to %(data)s", {"former": former, "data": data}), err=True)
    return data


def _move(former: Path, to: Path) -> None:
    """Move a folder; across disks it is copied completely before anything is removed."""
    try:
        former.rename(to)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        part = to.with_name(f".{to.name}.part")
        try:
            shutil.copytree(former, part, symlinks=True)
            part.rename(to)
        except OSError:
            shutil.rmtree(part, ignore_errors=True)
            raise
        shutil.rmtree(former, ignore_errors=True)


data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=DATA,
    envvar="TABLESIDE_DATA",
    show_default=True,
    show_envvar=True,
    callback=_data,
    help="Folder of all data: records, photos, tile sets, calibrations, the record of the table box.",
)


def storage_options(command: Any) -> Any:
    """Add the options of where all is kept, `--data` and `--db`, and `--lang`."""
    return data_option(db_option(lang_option(command)))
