"""`tableside serve`: the page on this computer."""

import contextlib
import logging
import signal
import socket

import click
import cv2
import waitress

from scoring import RULES
from vision import TileReader, WeightsError
from vision.camera import Camera, SourceError
from webui.app import UPLOAD_LIMIT, create_app
from webui.table import Table
from webui.watch import MOST_VIEWERS

THREADS = MOST_VIEWERS + 12
"""Every viewer of the live picture holds a thread; a dozen stay for everything else."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 lets phones in.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option(
    "--rules",
    default="mcr",
    show_default=True,
    type=click.Choice(list(RULES)),
    help="Rules in force.",
)
@click.option(
    "--camera",
    metavar="SOURCE",
    help="Watch the table: a camera's number (0), an rtsp:// or http:// address, a clip, or a folder of pictures.",
)
def command(host: str, port: int, rules: str, camera: str | None) -> None:
    """Show the page on this computer: photograph a hand, correct it, see it scored."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # a dead camera is said in our own words
    try:
        source = Camera(camera) if camera else None
    except SourceError as error:
        raise click.BadParameter(str(error), param_hint="--camera") from error
    with _listener(host, port) as listener:
        try:
            table = Table(TileReader(), rules, source)
        except WeightsError as error:
            raise click.ClickException(str(error)) from error
        server = waitress.create_server(
            create_app(table),
            sockets=[listener],
            threads=THREADS,
            max_request_body_size=UPLOAD_LIMIT + 1024 * 1024,
            ident=None,
        )
        if table.watch:
            table.watch.start()
        _stop_on_signal(table)
        for line in _addresses(host, listener.getsockname()[1]):
            click.echo(line)
        server.run()
        server.close()


def _listener(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise click.ClickException(
            f"Cannot listen on {host}:{port} ({error.strerror}): is another copy running? Choose another with --port."
        ) from error


def _stop_on_signal(table: Table) -> None:
    """Lets Ctrl+C and a service manager's stop end the live streams first, so that no thread is left in one."""

    def stop(*_: object) -> None:
        if table.watch:
            table.watch.stop()
        raise KeyboardInterrupt  # what the server ends on

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


def _addresses(host: str, port: int) -> list[str]:
    """What to type into a browser, here and on a phone."""
    if host not in ("0.0.0.0", "::"):
        return [f"Tableside is at http://{f'[{host}]' if ':' in host else host}:{port}/ (stop it with Ctrl+C)"]
    lines = [f"Tableside is at http://localhost:{port}/ (stop it with Ctrl+C)"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing; tells which of our addresses others would see
        lines.append(f"On a phone in the same network: http://{probe.getsockname()[0]}:{port}/")
    return lines
