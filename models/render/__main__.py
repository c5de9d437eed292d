"""Render a declared hand, such as the project's sample picture.

python -m models.render "234678s234m234p5p 5p" --out hand.jpg --seed 7
"""

import json
from pathlib import Path

import click
import cv2
import numpy as np

from models.render import layouts
from models.render.glyphs import FaceSources
from models.render.scene import RenderedScene, Sources, random_set, render
from models.render.table import Scenery
from models.render.view import look_at
from scoring import Win, parse
from scoring.notation import format_win


def render_hand(
    rng: np.random.Generator,
    win: Win,
    sources: Sources,
    size: tuple[int, int] = (1600, 1200),
    *,
    tilt: float = 0.35,
    turn: float = 0.0,
    fill: float = 0.85,
    plain: bool = True,
) -> RenderedScene:
    """Render a declared hand on a table, as a photograph of it alone.

    Args:
        size: (width, height) in pixels.
        tilt: Angle of the camera from straight down, radians.
        turn: Turn of the hand on the table, radians.
        fill: Share of the picture's width that the hand takes.
        plain: Use a good camera, and lay nothing else on the table.
    """
    tiles = random_set(rng, sources)
    placed = layouts.moved(layouts.declared(rng, win, tiles.body.size), 0, 0, turn)
    reach = np.ptp([[p.x, p.y] for p in placed], axis=0) + 2 * tiles.body.size.h
    scale = fill * float(min(size[0] / reach[0], size[1] / reach[1]))
    view = look_at(size, tilt, 0.0, 0.9, scale)
    return render(rng, placed, tiles, view, sources, plain=plain)


@click.command()
@click.argument("hand")
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--tilt", type=float, default=20.0, show_default=True, help="Degrees from straight down.")
@click.option("--turn", type=float, default=0.0, show_default=True, help="Degrees the hand is turned on the table.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Folder with art, crops and surfaces.")
def main(hand: str, out: Path, seed: int, tilt: float, turn: float, photos: Path | None) -> None:
    """Render HAND (hand text) to a picture, with its ground truth as JSON."""
    sources = Sources(FaceSources.find(photos), Scenery.under(photos))
    win = parse(hand)
    scene = render_hand(np.random.default_rng(seed), win, sources, tilt=np.radians(tilt), turn=np.radians(turn))
    cv2.imwrite(str(out), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 88])
    truth = {"hand": format_win(win), "tiles": [tile.to_dict() for tile in scene.tiles]}
    out.with_suffix(".json").write_text(json.dumps(truth, indent=1) + "\n")


if __name__ == "__main__":
    main()
