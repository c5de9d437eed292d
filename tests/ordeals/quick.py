"""The page as `tableside serve` runs it but for the networks: every photograph shows the same row of tiles."""

import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

from scoring.notation import expand
from vision.evidence import Evidence
from vision.image import Picture
from vision.reading import Group, Reading, SeenTile
from vision.tta import Watch
from webui.hand.pictures import Decode
from webui.http.app import create_app
from webui.http.server import create_server
from webui.records.store import Storage
from webui.table.table import Table


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

    def read(self, image: Picture, *, decode: Decode | None = None, watch: Watch | None = None) -> Reading:
        time.sleep(self._seconds)
        return self._reading

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence:
        raise NotImplementedError


def serve(folder: Path, tell: Callable[[str], None]) -> None:
    """Serve the page of a table with its records in a folder; pass its address to `tell` once it listens."""
    records = Storage.open(folder)
    listener = socket.create_server(("127.0.0.1", 0))
    server = create_server(create_app(Table(Same(), records=records)), listener)
    tell(f"http://127.0.0.1:{listener.getsockname()[1]}")
    server.run()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), lambda address: print(address, flush=True))
