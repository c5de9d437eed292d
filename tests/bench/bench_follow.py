"""Deals followed in clips: what is right, processor seconds a second of the clip, and how soon a discard is known.

    python -m tests.bench.bench_follow CLIPS      a folder of NAME.mp4 with NAME.jsonl, one event a line

A line of a truth holds `t`, `seat`, `act`, `tile`; its first line is about the clip, with `style`. A discard is known
with the look that first shows its tile in a pond; the clip's decoding is counted, reading the weights is not.
"""

import json
import time
from pathlib import Path
from typing import Any

import click
import numpy as np

from scoring.follow.decode import Decoder, Settings
from scoring.follow.files import to_line
from scoring.rules import BOOKS
from vision.follow.follower import Follower
from vision.follow.frames import of_clip
from vision.reader import TileReader
from vision.table.outline import find_outline

WITHIN = 3.0
"""Seconds within which an event of the truth and one that was followed are the same."""


def essence(line: dict[str, Any]) -> tuple[object, ...]:
    """Return what of an event must agree; of riichi its seat alone."""
    act = line["act"]
    return (act, line.get("seat"), None if act in ("riichi", "draw") else line.get("tile"), line.get("from"))


def right(truth: list[dict[str, Any]], told: list[dict[str, Any]]) -> tuple[int, int]:
    """Return the number of events of a truth among those followed, and of sure ones that are none of it."""
    open_ = [*told]
    for line in truth:
        match = [each for each in open_ if essence(each) == essence(line) and abs(each["t"] - line["t"]) <= WITHIN]
        if match:
            open_.remove(min(match, key=lambda each: abs(each["t"] - line["t"])))
    return len(told) - len(open_), sum(each.get("sure") is True for each in open_)


@click.command()
@click.argument("clips", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(clips: Path) -> None:
    """Follow every clip of a folder."""
    reader = TileReader(threads=1)
    for path in sorted(clips.glob("*.mp4")):
        head, *truth = [json.loads(line) for line in path.with_suffix(".jsonl").read_text("utf-8").splitlines()]
        decoder = Decoder(Settings(play=BOOKS.plays[head["style"]]))
        follower: Follower | None = None
        known: list[tuple[float, float, float]] = []
        began, t = time.process_time(), 0.0
        for moment in of_clip(path):
            t = moment.t
            if follower is None:
                corners = find_outline(moment.picture)
                if corners is None:
                    continue
                follower = Follower(
                    lambda picture, share: reader.detect(picture, share=share),
                    lambda picture, quads: reader.name(picture, quads).faces,
                    (moment.picture.shape[1], moment.picture.shape[0]),
                    corners,
                )
            look = follower.update(moment.picture, t)
            if look is None:
                continue
            decoder.look(look)
            for change in look.changes:
                if change.kind in ("appeared", "turned") and change.tile.picture is not None:
                    x, y = np.mean(change.tile.picture, axis=0).tolist()
                    known.append((t, x, y))
        decoder.finish()
        cost = (time.process_time() - began) / max(t, 1e-9)
        told = [line for line in map(to_line, decoder.events()) if line["act"] != "unseen"]
        hits, wrong = right(truth, told)
        waits = []
        for line in truth:
            if "at" in line:
                x, y = line["at"]
                times = [at - line["t"] for at, u, v in known if np.hypot(u - x, v - y) < 15 and at >= line["t"]]
                waits += [min(times)] if times else []
        click.echo(
            f"{path.stem}: {hits} of {len(truth)} events, {len(told) - hits} others, {wrong} surely wrong; "
            f"{cost:.2f} processor seconds a second; a discard is seen {np.median(waits):.1f} s after it was let go "
            f"(19 of 20 within {np.quantile(waits, 0.95):.1f} s)"
        )


if __name__ == "__main__":
    main()
