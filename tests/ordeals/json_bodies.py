"""Random JSON bodies to every address that takes one: each is answered, none with an error of the server.

    python -m tests.ordeals.json_bodies [--count 4000] [--seed 1]

A body is a valid one of which values are replaced by others, up to the strangest that JSON can hold, or random bytes.
"""

import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.served import Answers
from tests.vision.photographs import photographs
from tests.webui.cameras import PATCHES, Shown
from vision import TileReader
from vision.live.camera import Camera
from vision.live.sources.source import Source
from webui.http.app import create_app
from webui.http.site import Site
from webui.rig.rig import Rig
from webui.table.table import Table
from webui.tilesets.tilesets import Draft, TileSets

STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 3, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 0.5, 1e308, -1e308),
    *(float("nan"), float("inf"), "", "E", "5m", "c0", "m0", "w", "0", "9" * 30, "\x00", "\ud800", "a\udfffz"),
    *("x" * 5000, "../up", "麻将", "%s%(x)d", [], {}, [[]], [None], {"": None}, {"\ud800": 1}),
)

CHANGES: Final[tuple[dict[str, Any], ...]] = (
    {"do": "name", "at": "c0", "tile": "5m"},
    {"do": "move", "at": ["c0", "c1"], "to": "f"},
    {"do": "add", "tile": "5m"},
    {"do": "lay", "at": ["c0", "c1", "c2"], "kind": "chow"},
    {"do": "add-meld", "kind": "pung", "tile": "E"},
    {"do": "turn", "meld": 0, "kind": "pung", "giver": 1},
    {"do": "split", "meld": 0},
    {"do": "won", "won": {"self_drawn": True, "seat": "S", "round": "E"}},
    {"do": "rules", "rules": "zungjung"},
    {"do": "confirm", "doubts": [0]},
    {"do": "answer", "doubt": 0, "answer": "5m"},
    {"do": "undo"},
)
ACTS: Final[tuple[dict[str, Any], ...]] = (
    {"do": "throw", "throw": 1, "dice": [3, 4], "chair": 1},
    {"do": "start", "chair": 1},
    {"do": "deal", "hand": 3, "dealer": 2},
    {"do": "won", "chair": 1},
    {"do": "given", "giver": 2},
    {"do": "put-away", "chair": 1},
    {"do": "call", "chair": 1},
    {"do": "answered"},
)
CALIBRATION: Final = {"size": [1280, 480], "corners": [[9, 470], [1270, 470], [1000, 9], [200, 9]], "depth": 0.3}


@dataclass
class Target:
    """A table with everything that takes JSON: a hand, a camera, a set being learnt and one that is kept."""

    client: FlaskClient
    table: Table
    tilesets: TileSets
    draft: Draft

    @classmethod
    def made(cls, folder: Path) -> "Target":
        """Return the same with its files in a folder. Its camera is read until `table.stop()`."""
        tilesets = TileSets(TileReader(), folder / "sets")
        draft = tilesets.add(photographs()[0].image)
        assert draft
        tilesets.keep(draft, "club")
        table = Table(Answers(), camera=Camera(Source("camera", Shown(PATCHES), live=True)), rig=Rig(folder / "0.json"))
        assert table.equipment.feed
        table.equipment.feed.start()
        assert table.equipment.feed.camera.wait(0, 10)
        app = create_app(Site(table, tilesets))
        app.config["PROPAGATE_EXCEPTIONS"] = False
        return cls(app.test_client(), table, tilesets, draft)

    def send(self, rng: random.Random) -> TestResponse:
        """Send one random body to a random address."""
        hand = self.table.intake.blank()
        change = {"version": hand.version, "change": rng.choice(CHANGES)}
        method, path, body = rng.choice(
            (
                ("POST", f"/api/hands/{hand.id}/changes", change),
                ("POST", f"/api/hands/{hand.id}/changes", change),
                ("POST", "/api/tables/1/play", rng.choice(ACTS)),
                ("PUT", "/api/tables/1/calibration", CALIBRATION),
                ("POST", "/api/tables/1/calibration/markers", {"depth": 0.3}),
                ("PUT", "/api/sets", {"chosen": "club"}),
                ("PUT", f"/api/sets/drafts/{self.draft.id}", {"said": {"0": "5m", "1": None}}),
                ("POST", f"/api/sets/drafts/{self.draft.id}", {"name": "club", "anew": False}),
            )
        )
        self.tilesets.put(self.draft)  # one that was kept is being learnt no longer
        data = rng.randbytes(rng.randrange(60)) if rng.random() < 0.05 else _written(_strange(body, rng), rng)
        return self.client.open(path, method=method, data=data, content_type="application/json")


def _strange(value: Any, rng: random.Random) -> Any:
    """Return the value with some of its parts replaced."""
    if rng.random() < 0.12:
        return rng.choice(STRANGE)
    if isinstance(value, dict):
        return {key if rng.random() > 0.03 else "x": _strange(each, rng) for key, each in value.items()}
    if isinstance(value, list):
        return [_strange(each, rng) for each in value] * rng.choice((1, 1, 1, 1, 1, 2, 0))
    return value


def _written(body: Any, rng: random.Random) -> str:
    """Return the body as JSON, sometimes with part of it nested deeply."""
    text = json.dumps(body)
    if rng.random() < 0.1:
        depth = rng.choice((15, 100, 900, 980, 995, 30_000))
        nested = rng.choice(("[" * depth + "]" * depth, '{"a":' * depth + "0" + "}" * depth))
        inner = rng.choice(("1", '"5m"', '"c0"', "0.3", "[3, 4]", "null"))
        text = text.replace(inner, nested, 1) if inner in text else nested
    return text


def ordeal(target: Target, count: int, seed: int) -> Iterator[TestResponse]:
    """Send so many bodies and return the answers."""
    rng = random.Random(seed)
    for _ in range(count):
        yield target.send(rng)


@click.command()
@click.option("--count", default=4000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(count: int, seed: int) -> None:
    """Count the statuses and kinds of the answers; exit 1 where the server failed."""
    with tempfile.TemporaryDirectory() as folder:
        target = Target.made(Path(folder))
        answers = Counter(
            (each.status_code, (each.get_json() or {}).get("kind")) for each in ordeal(target, count, seed)
        )
        target.table.stop()
    for (status, kind), times in sorted(answers.items(), key=str):
        click.echo(f"{status}  {kind or '-':24} {times}")
    raise SystemExit(any(status >= 500 for status, _ in answers))


if __name__ == "__main__":
    main()
