"""A network camera that freezes again and again: each freeze is noticed in time, and no hand is taken from it.

    python -m tests.ordeals.freezes [--count 20] [--seed 1]

The camera is an MJPEG server on this computer that goes on sending its last picture for 3 to 12 seconds. Meanwhile the
test reads the camera's state 50 times a second, and takes the hand after the freeze was noticed and before it ends.
"""

import random
import sys
import time
from collections import Counter

import click
from flask.testing import FlaskClient

from tests.served import Answers
from tests.vision.mjpeg import Line
from vision.live.camera import Camera
from webui.http.app import create_app
from webui.http.site import Site
from webui.table.table import Table

LIMIT = 2.0
"""Seconds within which a freeze must be noticed."""


def until_live(camera: Camera) -> float:
    """Wait until new pictures come; return the seconds that took."""
    began = time.monotonic()
    while camera.health().state != "live":
        if time.monotonic() > began + 60:
            raise click.ClickException(f"no new pictures come: {camera.health()}")
        time.sleep(0.01)
    return time.monotonic() - began


def taken(client: FlaskClient) -> str:
    """Return the answer to taking the hand: its status, and if it is sure or why it is refused."""
    answer = client.post("/api/tables/1/live/take")
    found = answer.get_json()
    if answer.status_code == 201:
        return f"201 {'sure' if found['hand']['reading']['sure'] else 'doubted'}"
    return f"{answer.status_code} {found['kind']}"


@click.command()
@click.option("--count", default=20, show_default=True, help="Number of freezes.")
@click.option("--seed", default=1, show_default=True)
def main(count: int, seed: int) -> None:
    """Freezes a camera, and measures when that is noticed and when new pictures are seen again."""
    rng, line = random.Random(seed), Line()
    table = Table(Answers(), camera=Camera(f"http://{line.address}"))
    assert table.equipment.feed
    camera, client = table.equipment.feed.camera, create_app(Site(table)).test_client()
    table.equipment.feed.start()
    noticed: list[float] = []
    back: list[float] = []
    answers: Counter[str] = Counter()
    live_again = 0
    try:
        until_live(camera)
        for _ in range(count):
            time.sleep(rng.uniform(0.5, 2))
            line.fault, began = "freezes", time.monotonic()
            end = began + rng.uniform(3, 12)
            while camera.health().trouble is None and time.monotonic() < end:
                time.sleep(0.01)
            noticed.append(time.monotonic() - began)
            answers[taken(client)] += 1
            while time.monotonic() < end:
                live_again += camera.health().trouble is None
                time.sleep(0.02)
            answers[taken(client)] += 1
            line.fault = ""
            back.append(until_live(camera))
    finally:
        table.equipment.feed.stop()
        line.close()
    click.echo(f"{count} freezes, noticed after {min(noticed):.2f} to {max(noticed):.2f} s")
    click.echo(f"called live during a freeze: {live_again} times; the stream was opened {line.opened} times")
    click.echo(f"new pictures seen after at most {max(back):.2f} s; hands asked for: {dict(answers)}")
    good = max(noticed) <= LIMIT and not live_again and set(answers) == {"409 camera-down"}
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
