"""Sends malformed pictures: `python -m tests.ordeals.pictures`.

JPEG, PNG, WebP and HEIC, cut short, with bits turned, parts moved or repeated, other sizes in the header, or no picture
at all. None fails the server, and it stays below the memory that it may have.
"""

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import islice

import click
import pillow_heif
from PIL import Image

from tests.ordeals.served import SAMPLE, resident, serving, sign_in, upload

MOST = 700
"""Megabytes resident that are allowed while pictures are sent."""

STRETCH = 500
"""Pictures between two reports of memory."""


def seeds() -> list[bytes]:
    """Return a small picture of each kind."""
    pillow_heif.register_heif_opener()
    with Image.open(SAMPLE) as image:
        small = image.convert("RGB").resize((320, 240))
    kinds: tuple[tuple[str, str, dict[str, object]], ...] = (
        ("JPEG", "RGB", {}),
        ("JPEG", "RGB", {"progressive": True}),
        ("JPEG", "CMYK", {}),
        ("PNG", "RGBA", {}),
        ("PNG", "P", {}),
        ("PNG", "I;16", {}),
        ("WEBP", "RGB", {}),
        ("WEBP", "RGBA", {"lossless": True}),
        ("HEIF", "RGB", {}),
        ("GIF", "P", {}),
    )
    made = []
    for kind, mode, options in kinds:
        file = BytesIO()
        small.convert("L" if mode == "I;16" else mode).convert(mode).save(file, kind, **options)  # type: ignore[arg-type]
        made.append(file.getvalue())
    return made


def malformed(rng: random.Random, originals: list[bytes]) -> bytes:
    """One picture with something wrong with it; now and then nothing is."""
    data = bytearray(rng.choice(originals))
    for _ in range(rng.choice((0, 1, 1, 1, 2, 5))):
        at = rng.randrange(len(data)) if data else 0
        in_header = min(at, rng.randrange(1, 200))
        match rng.randrange(8):
            case 0:
                del data[at:]
            case 1:
                for place in (rng.randrange(len(data)) for _ in range(rng.choice((1, 8, 200)) if data else 0)):
                    data[place] ^= 1 << rng.randrange(8)
            case 2:
                data[in_header : in_header + 4] = rng.choice((b"\xff" * 4, b"\0" * 4, b"\x7f\xff\xff\xff"))
            case 3:
                data[in_header : in_header + 1] = rng.randbytes(1)
            case 4:
                data[at:at] = data[: rng.randrange(1, 4000)]
            case 5:
                del data[at : at + rng.randrange(1, 4000)]
            case 6:
                data += rng.randbytes(rng.randrange(4000))
            case 7:
                data[:] = rng.choice((bytes(data[:at]) + rng.choice(originals), rng.randbytes(rng.randrange(3000))))
    return bytes(data)


def ordeal(count: int, seed: int) -> Iterator[bytes]:
    """So many malformed pictures."""
    rng, originals = random.Random(seed), seeds()
    for _ in range(count):
        yield malformed(rng, originals)


@click.command()
@click.option("--count", default=2000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--roles", is_flag=True, help="Send them as a referee who has signed in.")
def main(count: int, seed: int, roles: bool) -> None:
    """Count the statuses of the answers; exit 1 where the server failed, or took too much memory."""
    with serving() as (process, address), ThreadPoolExecutor(6) as senders:
        paths = ("/api/tables/1/hands", "/api/sets/drafts")
        token = sign_in(address, "referee") if roles else ""
        statuses: Counter[int] = Counter()
        pictures = enumerate(ordeal(count, seed))
        for begun in range(0, count, STRETCH):
            tasks = [
                senders.submit(upload, address, data, paths[n % 2], token=token)
                for n, data in islice(pictures, STRETCH)
            ]
            statuses.update(task.result() for task in tasks)
            click.echo(f"after {begun + len(tasks)}: {resident(process):.0f} MB")
        most = resident(process, "VmHWM")
        alive = process.poll() is None
    click.echo(f"{dict(statuses)}; at most {most:.0f} MB")
    raise SystemExit(not alive or most > MOST or any(status >= 500 for status in statuses))


if __name__ == "__main__":
    main()
