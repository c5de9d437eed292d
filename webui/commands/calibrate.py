"""`tableside calibrate`: prints the markers and calibrates a table by them without the page."""

from pathlib import Path

import click

from vision.live.camera import Camera, quiet
from vision.live.sources.source import SourceError
from vision.table.calibration import CalibrationError
from vision.table.markers import save_sheet
from webui.commands.cameras import camera_option
from webui.commands.data import data_option
from webui.messages.errors import vision_error
from webui.messages.markers import sheet_text
from webui.rig.rig import DEPTH, Rig, by_markers, calibration_file
from webui.terminal.language import spoken


@click.command()
@click.option(
    "--print",
    "sheet",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the four markers to print (.pdf or .png), and do nothing else.",
)
@camera_option(help="The camera, one of these: %(kinds)s.")
@click.option("--depth", default=DEPTH, show_default=True, help="How far hands lie from a side, in sides of the table.")
@click.option("--seconds", default=10.0, show_default=True, type=click.FloatRange(min=0), help="Timeout in seconds.")
@data_option
def command(sheet: Path | None, camera: str | None, depth: float, seconds: float, data: Path) -> None:
    """Calibrate the table by four corner markers, so that the camera knows whose hand it sees.

    Marker n lies at the corner to the left of seat n. The page does the same, and lets the corners be dragged.
    """
    words = spoken()
    about: dict[str, object]
    if sheet:
        kind = sheet.suffix[1:].upper()
        if kind not in ("PDF", "PNG"):
            raise click.BadParameter(
                words("%(file)s ends neither in .pdf nor in .png", {"file": sheet.name}), param_hint="--print"
            )
        try:
            save_sheet(sheet, kind, sheet_text(words))
        except OSError as error:
            about = {"file": sheet, "reason": error.strerror}
            raise click.ClickException(
                words("%(file)s cannot be written (%(reason)s): name another file", about)
            ) from error
        click.echo(
            words(
                "%(file)s: print it at actual size, cut the markers out, lay marker n to the left of seat n",
                {"file": sheet},
            )
        )
        return
    if not camera:
        raise click.UsageError(words("name the camera with --camera, or a file for the markers with --print"))
    quiet()
    try:
        source = Camera(camera)
    except SourceError as error:
        raise click.BadParameter(vision_error(words, error), param_hint="--camera") from error
    rig = Rig(calibration_file(data, camera))
    rig.fit(source)
    source.start()
    frame = source.wait(0, seconds)
    health = source.health()
    source.stop()
    if frame is None:
        nothing = words(
            "%(camera)s has shown nothing within %(seconds)g seconds", {"camera": camera, "seconds": seconds}
        )
        raise click.ClickException(vision_error(words, health.trouble) if health.trouble else nothing)
    try:
        calibration = by_markers(frame.picture, depth)
    except CalibrationError as error:
        raise click.ClickException(vision_error(words, error)) from error
    try:
        rig.keep(calibration)
    except OSError as error:
        about = {"file": rig.file, "reason": error.strerror}
        raise click.ClickException(
            words("%(file)s: the calibration cannot be written (%(reason)s): make room, or allow writing there", about)
        ) from error
    about = {"camera": camera, "side": (calibration.side or 0) / 10, "file": rig.file}
    click.echo(words("%(camera)s: the table's side measures %(side).0f cm; kept in %(file)s", about))
