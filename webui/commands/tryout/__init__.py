"""`tableside try`: the program at work without hardware: a drawn table, a simulated box, and a match on the page."""

import signal
import tempfile
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

import click
import msgspec

from scoring.errors import MissingLibraryError
from scoring.rules import rule_book
from vision.table.calibration import Calibration
from webui.access.own import OwnToken
from webui.commands.apart import served
from webui.commands.hall.leftovers import Leftovers
from webui.commands.opening import show_page, with_token
from webui.commands.tryout.box import SocketBox
from webui.commands.tryout.camera import Projector, ShippedFilm
from webui.commands.tryout.performance import Performance, TryOutRefusedError
from webui.messages import Messages
from webui.messages.scoring import error as scoring_error
from webui.rig.rig import calibration_file
from webui.terminal.language import lang_option

CLIPS: Final = {clip.stem: clip for clip in sorted(Path(__file__).parent.glob("*.mp4"))}
"""The films, by the rules of their hands; `models.render.deal` draws them."""


@click.command("try", short_help="Show the program at work, without any hardware.")
@click.option("--rules", type=click.Choice([*CLIPS]), default="mcr", show_default=True, help="Game that is played.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 lets phones in.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep records and photos in this folder; else they are gone when the command ends.",
)
@click.option("--open/--no-open", "opens", default=True, help="Open the page in the browser.  [default: open]")
@lang_option
def command(rules: str, port: int, host: str, data: Path | None, opens: bool, words: Messages) -> None:
    """Show the program at work, without any hardware: four drawn players play before a camera.

    The camera follows each discard and call, the hand that is laid down appears on the page by itself, and a simulated
    table box rolls the dice and declares the win. Record the hand with one tap, and the next one begins. Nothing of
    it is real: a drawn film stands for the camera, and the box is part of this command.
    """
    clip = CLIPS[rules]
    film = ShippedFilm.about(clip)
    try:
        rule_book(film.rules).game.library.expect()
    except MissingLibraryError as error:
        raise click.ClickException(scoring_error(words, error)) from error
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM ends everything, as Ctrl+C does
    with suppress(KeyboardInterrupt), ExitStack() as stack:
        left = stack.enter_context(Leftovers())
        if data is None:
            data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tableside-try-")))
            left.folder(data)
        camera, box = Projector(), SocketBox()
        stack.callback(camera.close)
        stack.callback(box.close)
        _calibrate(film, calibration_file(data, camera.address))
        options = ["--camera", camera.address, "--box", box.address, "--rules", film.rules, "--data", str(data)]
        address = stack.enter_context(served(host, port, options, left, words))
        play = Performance(address, clip, camera, box, OwnToken.kept(data).text)
        stack.callback(play.stop)
        try:
            play.open(words("Try-out"))
            click.echo(words("Nothing of it is real: the camera sees a drawn film, and the table box is simulated."))
            for what, path in (
                (words("Table %(number)d", {"number": 1}), "/t/1"),
                (words("Table display"), "/display/1"),
            ):
                click.echo(f"{what}{words(': ')}{address}{path}")
            click.echo(words("Record the hand that is laid down, and the next one begins. Ctrl+C ends it."))
            if opens:
                page = with_token(data, f"{address}/").replace(f"{address}/", f"{address}/t/1", 1)
                threading.Thread(target=show_page, args=(page,), name="browser", daemon=True).start()
            play.run(lambda hand, _: click.echo(words("Hand %(number)d is played", {"number": hand})))
        except TryOutRefusedError as error:
            raise click.ClickException(str(error)) from error


def _calibrate(film: ShippedFilm, file: Path) -> None:
    """Write where the table lies in the film, as people mark it on the page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(Calibration(film.size, film.corners, side=film.side)))
