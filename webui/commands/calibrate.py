"""`tableside calibrate`: the markers to print, and a table calibrated by them without the page."""

import sys
from pathlib import Path

import click

from vision.live.camera import Camera, SourceError
from vision.table.calibration import CalibrationError
from vision.table.markers import save_sheet
from webui.commands.data import data_option
from webui.table.rig import DEPTH, Rig, by_markers, calibration_file
from webui.words import Words
from webui.words.errors import vision_error
from webui.words.markers import sheet_text


@click.command()
@click.option(
    "--print",
    "sheet",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the four markers to print (.pdf or .png), and do nothing else.",
)
@click.option("--camera", metavar="SOURCE", help="The camera, as for serve: 0, an rtsp:// or http:// address, a clip.")
@click.option("--depth", default=DEPTH, show_default=True, help="How far hands lie from a side, in sides of the table.")
@click.option("--seconds", default=10.0, show_default=True, type=click.FloatRange(min=0), help="Give up after so long.")
@data_option
def command(sheet: Path | None, camera: str | None, depth: float, seconds: float, data: Path) -> None:
    """Calibrate the table by four printed markers, so that the camera knows whose hand is laid.

    Marker n lies at the corner to the left of chair n. The page does the same, and lets the corners be dragged.
    """
    if sheet:
        kind = sheet.suffix[1:].upper()
        if kind not in ("PDF", "PNG"):
            raise click.BadParameter(f"{sheet.name} ends neither in .pdf nor in .png", param_hint="--print")
        try:
            save_sheet(sheet, kind, sheet_text(Words.of("en")))
        except OSError as error:
            raise click.ClickException(f"{sheet} cannot be written ({error.strerror}): name another file") from error
        click.echo(f"{sheet}: print it at actual size, cut the markers out, lay marker n to the left of chair n")
        return
    if not camera:
        raise click.UsageError("name the camera with --camera, or a file for the markers with --print")
    try:
        source = Camera(camera)
    except SourceError as error:
        raise click.BadParameter(vision_error(Words.of("en"), error), param_hint="--camera") from error
    source.start()
    frame = source.wait(0, seconds)
    health = source.health()
    source.stop()
    if frame is None:
        nothing = f"{camera} has shown nothing within {seconds:g} seconds"
        click.echo(vision_error(Words.of("en"), health.trouble) if health.trouble else nothing, err=True)
        sys.exit(1)
    try:
        calibration = by_markers(frame.picture, depth)
    except CalibrationError as error:
        click.echo(vision_error(Words.of("en"), error), err=True)
        sys.exit(1)
    rig = Rig(calibration_file(data, camera))
    try:
        rig.keep(calibration)
    except OSError as error:
        why = f"{rig.file}: the calibration cannot be written ({error.strerror}): make room, or allow writing there"
        raise click.ClickException(why) from error
    click.echo(f"{camera}: the table's side measures {(calibration.side or 0) / 10:.0f} cm; kept in {rig.file}")
