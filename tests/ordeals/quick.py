"""Commands of `tableside` as they are but for the networks: every photograph shows the same row of tiles."""

import os
import sys
import time
from pathlib import Path

from scoring.notation import expand
from vision.evidence import Evidence
from vision.image import Picture
from vision.reading import Group, Reading, SeenTile
from vision.tta import ViewWatch
from webui.commands import serve
from webui.hand.pictures import Decode
from webui.jobs.worker import work


class Same:
    """A reader that reads the same hand in every picture.

    Args:
        seconds: How long a reading takes.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds
        codes = expand("123456789sCCC9p9p")
        corners = [(40.0 + 60 * n, 20.0) for n in range(len(codes))]
        tiles = (
            SeenTile(code, "up", 0.998, ((x, y), (x + 54, y), (x + 54, y + 74), (x, y + 74)), int(n == 13))
            for n, (code, (x, y)) in enumerate(zip(codes, corners, strict=True))
        )
        groups = (Group("concealed", tuple(range(13))), Group("winning", (13,)))
        self._reading = Reading((1280, 480), tuple(tiles), groups, None, True)

    def read(
        self,
        image: Picture,
        *,
        decode: Decode | None = None,
        tileset: object = None,
        watch: ViewWatch | None = None,
        sets: int = 4,
    ) -> Reading:
        time.sleep(self._seconds)
        return self._reading

    def prepare(self) -> None:
        """Load nothing: it has no networks."""

    def detect(self, picture: Picture, quarters: int = 0, *, tileset: object = None) -> Evidence:
        raise NotImplementedError


def run(command: str, arguments: list[str], log: Path, seconds: float) -> None:
    """Run `tableside serve`, or one process of `tableside worker`.

    Args:
        command: The command.
        arguments: Its arguments; of a worker the address of the database alone.
        log: File to which it appends what it writes.
        seconds: How long a reading takes.
    """
    with log.open("ab") as file:
        for written in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), written.fileno())
    reader = Same(seconds)
    if command == "worker":
        work(arguments[0], os.getppid(), reader, "text")
    serve.TileReader = lambda **_: reader  # type: ignore[assignment,misc]
    serve.command.main(arguments, standalone_mode=False)
