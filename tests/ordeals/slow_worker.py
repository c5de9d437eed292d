"""A worker whose reader is quick or slow by wish, and writes a line for every photograph that it begins to read."""

import os
import sys
from dataclasses import replace

from tests.ordeals.quick import Same
from vision.image import Picture
from vision.reading import Reading
from vision.tta import ViewWatch
from webui.hand.pictures import Decode
from webui.jobs.worker import work


class Counted(Same):
    """Reads the same hand in every picture, and says so."""

    def read(
        self, image: Picture, *, decode: Decode | None = None, watch: ViewWatch | None = None, sets: int = 4
    ) -> Reading:
        print(f"reading {int(image.mean())}", flush=True)
        if watch:
            watch(replace(self._reading, sure=False), (3,))
        return super().read(image, decode=decode, watch=watch)


if __name__ == "__main__":
    work(sys.argv[1], os.getppid(), Counted(float(sys.argv[2])))
