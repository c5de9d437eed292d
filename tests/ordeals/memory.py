"""Sends the pictures that take the most memory, many at once: `python -m tests.ordeals.memory`.

The page may have 700 MB resident at most, whatever is sent, and a minute later less than 400 MB.
"""

import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import numpy as np
import pillow_heif
from PIL import Image

from tests.ordeals.served import SAMPLE, resident, serving, upload

MOST, LATER = 700, 400
"""Megabytes resident that are allowed while pictures are sent, and a minute later."""


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    made = BytesIO()
    image.save(made, kind, **options)  # type: ignore[arg-type]
    return made.getvalue()


def pictures() -> dict[str, bytes]:
    """Return the largest accepted picture of each kind, and one larger; most are empty."""
    pillow_heif.register_heif_opener()
    with Image.open(SAMPLE) as image:
        hand = image.convert("RGB")
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 255, (1000, 1000, 3), np.uint8))
    return {
        "a hand": SAMPLE.read_bytes(),
        "JPEG of 64 megapixels": encoded(Image.new("RGB", (9200, 6900), (90, 120, 60)), "JPEG", quality=50),
        "hand of 64 megapixels": encoded(hand.resize((9200, 6900)), "JPEG", quality=80),
        "CMYK of 64 megapixels": encoded(Image.new("CMYK", (9200, 6900), (90, 120, 60, 9)), "JPEG"),
        "progressive JPEG of 24 megapixels": encoded(
            noise.resize((5990, 4000)), "JPEG", quality=80, progressive=True, subsampling=0
        ),
        "progressive JPEG of 64 megapixels": encoded(Image.new("RGB", (9200, 6900)), "JPEG", progressive=True),
        "PNG of 64 megapixels": encoded(Image.new("RGBA", (9200, 6900), (90, 120, 60, 90)), "PNG", compress_level=1),
        "grey PNG of 64 megapixels": encoded(Image.fromarray(np.zeros((6900, 9200), np.uint16)), "PNG"),
        "WebP of 16 megapixels": encoded(Image.new("RGBA", (4000, 4000), (9, 9, 9, 90)), "WEBP", method=0),
        "HEIC of 24 megapixels": encoded(Image.new("RGB", (5990, 4000)), "HEIF", quality=10),
    }


def main() -> None:
    made = pictures()
    with serving() as (process, address), ThreadPoolExecutor(12) as senders:
        print(f"before: {resident(process):.0f} MB")
        for name, data in made.items():
            for path in ("/api/tables/1/hands", "/api/sets/drafts"):
                began = time.monotonic()
                answers = Counter(senders.map(lambda _, d=data, p=path: upload(address, d, p, 300), range(12)))
                took = time.monotonic() - began
                now, most = resident(process), resident(process, "VmHWM")
                print(f"12 x {name} to {path}: {dict(answers)} in {took:.1f} s; now {now:.0f}, most {most:.0f} MB")
        most = resident(process, "VmHWM")
        time.sleep(60)
        later = resident(process)
    print(f"most {most:.0f} MB, a minute later {later:.0f} MB")
    sys.exit(most > MOST or later > LATER)


if __name__ == "__main__":
    main()
