"""Memory and time of photographs of each size and format, sent to a server: `python -m tests.bench.bench_pictures`.

For each the most that the server had resident while it was read, and the most that the process had that opened it.
Linux alone: both are read from /proc.
"""

import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import click
import pillow_heif
from PIL import Image

from tests.ordeals.served import SAMPLE, resident, serving, upload

MOST, MOST_APART = 700.0, 1500.0
"""Megabytes resident that are allowed in the server, and in a process that opens a picture."""

_PAUSE_S = 0.01
"""Seconds between two looks at the processes. Longer misses peaks; shorter takes the time that is measured."""

Image.MAX_IMAGE_PIXELS = None

CASES = (
    *(("JPEG", megapixels, {}) for megapixels in (12, 24.5, 50, 108, 200, 249)),
    *(("JPEG", megapixels, {"progressive": True}) for megapixels in (12, 24.5, 50, 108, 200, 249)),
    *(("JPEG", megapixels, {"progressive": True, "subsampling": 0}) for megapixels in (24.5, 200, 249)),
    *(("HEIF", megapixels, {}) for megapixels in (12, 24.5, 50, 63, 108)),
    *((kind, megapixels, {}) for kind in ("WEBP", "AVIF", "PNG") for megapixels in (12, 24.5, 50, 63)),
)
"""Format, megapixels and options of each photograph."""


def photograph(kind: str, megapixels: float, options: dict[str, object], padding: int = 0) -> bytes:
    """Return the sample hand, enlarged to so many megapixels; with `padding`, a file that is so many bytes longer."""
    pillow_heif.register_heif_opener()
    with Image.open(SAMPLE) as image:
        scale = (megapixels * 1e6 / (image.width * image.height)) ** 0.5
        large = image.convert("RGB").resize((round(image.width * scale), round(image.height * scale)))
    out = BytesIO()
    fast = {"HEIF": {"enc_params": {"preset": "ultrafast"}}, "AVIF": {"speed": 10}, "WEBP": {"method": 0}}
    large.save(out, kind, quality=60, **fast.get(kind, {}), **options)  # type: ignore[arg-type]
    return out.getvalue() + bytes(padding)


@contextmanager
def watched(parent: int) -> Iterator[dict[str, float]]:
    """Measure the most resident memory of the processes that another one starts meanwhile, as `most`."""
    found, over = {"most": 0.0}, threading.Event()

    def watch() -> None:
        while not over.wait(_PAUSE_S):
            for tasks in Path(f"/proc/{parent}/task").glob("*/children"):
                try:
                    for child in tasks.read_text().split():
                        status = Path(f"/proc/{child}/status").read_text()
                        peak = re.search(r"VmHWM:\s+(\d+) kB", status)
                        found["most"] = max(found["most"], int(peak[1]) / 1024 if peak else 0)
                except OSError:
                    continue

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        over.set()
        thread.join()


@click.command()
@click.option("--padding", default=0, show_default=True, help="Megabytes after the end of each file.")
@click.option("--only", default="", help="The format to measure, such as HEIF.")
def main(padding: int, only: str) -> None:
    """Print a line a photograph; exit 1 if a process had more than it may."""
    most = most_apart = 0.0
    with serving() as (process, address):
        print(f"before: {resident(process):.0f} MB")
        for kind, megapixels, options in CASES:
            if only and kind != only:
                continue
            data = photograph(kind, megapixels, options, padding << 20)
            Path(f"/proc/{process.pid}/clear_refs").write_text("5")  # the most that it had is counted anew
            began = time.monotonic()
            with watched(process.pid) as apart:
                status = upload(address, data, timeout=300)
            took, peak = time.monotonic() - began, resident(process, "VmHWM")
            most, most_apart = max(most, peak), max(most_apart, apart["most"])
            said = " ".join([kind, *(name for name, on in options.items() if on is not None)])
            print(
                f"{said:32} {megapixels:6} megapixels, {len(data) / 1e6:6.1f} MB: {status} in {took:5.1f} s, "
                f"server {peak:4.0f} MB, process {apart['most']:5.0f} MB",
                flush=True,
            )
    print(f"most: server {most:.0f} MB of {MOST:.0f}, process {most_apart:.0f} MB of {MOST_APART:.0f}")
    sys.exit(most > MOST or most_apart > MOST_APART)


if __name__ == "__main__":
    main()
