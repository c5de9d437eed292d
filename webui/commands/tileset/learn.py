"""`tableside tileset learn`: learns a set of tiles from photos."""

import sys
from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import TextIO

import click
import cv2

from scoring.tiles import FACES
from vision import ImageError, TileReader, WeightsError, open_image
from vision.image import Picture
from vision.tilesets.files import SetError, SetNameError, is_kept, save
from vision.tilesets.labelling import ASK_BELOW, Cluster, Samples, collect, label, learn
from webui.base.errors import WebError
from webui.commands.data import data_option
from webui.commands.options import InputText, models_option, set_error, sets_folder, sets_option
from webui.commands.progress import shown, stoppable
from webui.messages.errors import vision_error, web_error
from webui.terminal.language import said, spoken

NOT_KEPT = "-"


@click.command("learn")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PHOTO...")
@click.option("--name", required=True, help="Name of the tile set.")
@click.option("--yes", is_flag=True, help="Keep the names proposed without asking.")
@click.option(
    "--labels",
    type=InputText(),
    help="Keep the names of this file: lines of number and tile, as printed; - for a tile not to be kept.",
)
@click.option("--replace", is_flag=True, help="Replace a tile set of that name.")
@click.option("--marked", type=click.Path(path_type=Path), help="Write the tiles, numbered and named, as one picture.")
@data_option
@models_option
@sets_option
def learn_(
    photos: tuple[Path, ...],
    name: str,
    yes: bool,
    labels: TextIO | None,
    replace: bool,
    marked: Path | None,
    data: Path,
    sets: Path | None,
) -> None:
    """Learn a tile set from photos of it.

    Lay out one tile of each kind at least, face up, in any order, and take photos of them from above two or
    three times, in the light of play. Every tile gets a name; those not sure are asked about, and the set is kept.
    """
    words = spoken()
    folder = sets_folder(data, sets)
    try:
        taken = is_kept(folder, name)
    except SetNameError as error:
        raise click.BadParameter(vision_error(spoken(), error), param_hint="--name") from error
    except SetError as error:
        raise click.ClickException(set_error(error, folder)) from error
    if taken and not replace:
        raise click.ClickException(
            words("there is a tile set called %(name)s already: choose another name, or add --replace", {"name": name})
        )
    tiles = _shown(photos)
    said: dict[int, int | None] = {}
    if labels is not None:
        said = dict(labelled(labels, len(tiles)))
    named = label(tiles, said)
    if labels is None and not yes and not on_a_terminal():
        _write(marked, tiles, named)
        click.echo("\n".join(_lines(photos, tiles, named)))
        raise click.ClickException(
            words("nothing is kept yet: correct these lines and give them with --labels, or say --yes")
        )
    if labels is None and not yes:
        named = _asked(photos, tiles, named, marked)
    _write(marked, tiles, named)
    tileset = learn(tiles, named)
    try:
        place = save(tileset, folder, name)
    except SetError as error:
        raise click.ClickException(set_error(error, folder)) from error
    about = {"name": name, "kinds": len(tileset.kinds), "tiles": len(tileset.faces), "place": place}
    click.echo(words("%(name)s: %(kinds)d kinds learned from %(tiles)d tiles, saved in %(place)s", about))
    missing = [face for face in FACES if face not in tileset.kinds]
    if missing:
        click.echo(words("not learned, and read as any tiles: %(tiles)s", {"tiles": " ".join(missing)}))
    click.echo(words('read by it with: tableside read --set "%(name)s" PHOTO', {"name": name}))


def on_a_terminal() -> bool:
    """Return True if a person can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def _shown(photos: Sequence[Path]) -> Samples:
    """Return the tiles of all photos; Ctrl+C stops after the current one, and nothing is stored."""
    words, found = spoken(), list[Samples]()
    try:
        reader = TileReader()
        with stoppable() as stop:
            for photo in photos:
                if stop.wanted:
                    about = {"read": len(found), "count": len(photos)}
                    stopped = words("stopped after %(read)d of %(count)d photos: nothing is saved", about)
                    raise click.ClickException(stopped)
                with shown(len(found) + 1, len(photos)):
                    found.append(collect(reader, [_opened(photo)]))
                if not len(found[-1]):
                    raise click.ClickException(f"{photo}: {': '.join(web_error(words, WebError('no-tiles-seen')))}")
    except WeightsError as error:
        raise click.ClickException(vision_error(words, error)) from error
    return reduce(Samples.with_, found)


def _opened(photo: Path) -> Picture:
    try:
        return open_image(photo)
    except ImageError as error:
        raise click.ClickException(f"{photo}: {vision_error(spoken(), error)}") from error


def _where(photos: Sequence[Path], tiles: Samples, tile: int) -> str:
    row, place = tiles.rows[tile]
    about = {"photo": photos[int(tiles.photos[tile])].name, "row": row, "place": place}
    return said("%(photo)s, row %(row)d, tile %(place)d", about)


def _lines(photos: Sequence[Path], tiles: Samples, named: Sequence[Cluster]) -> Iterator[str]:
    """Yield the names in the format of `--labels`, one line for each tile."""
    for group in named:
        code = NOT_KEPT if group.face is None else FACES[group.face]
        for tile in group.tiles:
            line = f"{tile + 1} {code}  # {_where(photos, tiles, tile)}"
            if group.confidence < ASK_BELOW:
                line += said(", not sure (%(percent).0f%%)", {"percent": 100 * group.confidence})
            yield line


def labelled(file: TextIO, count: int) -> Iterator[tuple[int, int | None]]:
    """Yield tiles and faces from lines such as `17 5m # comment`; text after # is ignored."""
    for number, line in enumerate(file, start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or not words[0].isdecimal() or not 0 < int(words[0]) <= count:
            raise click.BadParameter(
                said(
                    "line %(line)d: expected a tile's number, 1 to %(count)d, and its code, got %(got).60r",
                    {"line": number, "count": count, "got": line.strip()},
                ),
                param_hint="--labels",
            )
        if words[1] != NOT_KEPT and words[1] not in FACES:
            raise click.BadParameter(
                said(
                    "line %(line)d: %(got).20r is no tile: write 1m-9m, 1p-9p, 1s-9s, E S W N C F P, f1-f4, s1-s4, "
                    "or - for a tile not to be kept",
                    {"line": number, "got": words[1]},
                ),
                param_hint="--labels",
            )
        yield int(words[0]) - 1, None if words[1] == NOT_KEPT else FACES.index(words[1])


def _to_ask(named: Sequence[Cluster], said: Collection[int]) -> Cluster | None:
    """Return the first unsure cluster that nobody has named, or None."""
    return next((c for c in named if c.confidence < ASK_BELOW and not set(c.tiles) & set(said)), None)


def _asked(photos: Sequence[Path], tiles: Samples, named: list[Cluster], marked: Path | None) -> list[Cluster]:
    """Ask about unsure names, then for a confirmation of all; an answer may rename other tiles."""
    said: dict[int, int | None] = {}
    words = spoken()
    about = {"tiles": len(tiles), "kinds": len({group.face for group in named})}
    click.echo(words("%(tiles)d tiles found, of %(kinds)d kinds.", about))
    while (group := _to_ask(named, said)) is not None:
        where = "; ".join(_where(photos, tiles, tile) for tile in group.tiles)
        others = ", ".join(FACES[face] for face in group.alternatives)
        assert group.face is not None
        perhaps = words(" (perhaps %(tiles)s)", {"tiles": others}) if others else ""
        click.echo(words("Not sure: %(where)s", {"where": where}) + perhaps)
        face = click.prompt(words("What is it? - for none"), default=FACES[group.face], type=_TILE)
        said |= dict.fromkeys(group.tiles, None if face == NOT_KEPT else FACES.index(face))
        named = label(tiles, said)
    while True:
        _write(marked, tiles, named)
        click.echo("\n".join(_lines(photos, tiles, named)))
        answer = click.prompt(
            words("Number of a tile that is wrong, or nothing when all are right"), default="", show_default=False
        )
        if not answer:
            return named
        if not answer.isdecimal() or not 0 < int(answer) <= len(tiles):
            click.echo(words("Give a number from 1 to %(most)d.", {"most": len(tiles)}))
            continue
        face = click.prompt(words("What is it? - for none"), type=_TILE)
        said[int(answer) - 1] = None if face == NOT_KEPT else FACES.index(face)
        named = label(tiles, said)


_TILE = click.Choice([*FACES, NOT_KEPT], case_sensitive=True)


def _write(to: Path | None, tiles: Samples, named: Sequence[Cluster]) -> None:
    """Write the tiles in the order of their names, each under its number and name."""
    if to is None:
        return
    cells = []
    for group in named:
        for tile in group.tiles:
            cell = cv2.copyMakeBorder(cv2.resize(tiles.crops[tile], (72, 96)), 0, 24, 2, 2, cv2.BORDER_CONSTANT)
            text = f"{tile + 1} {NOT_KEPT if group.face is None else FACES[group.face]}"
            colour = (255, 255, 255) if group.confidence >= ASK_BELOW else (0, 200, 255)
            cv2.putText(cell, text, (4, 113), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)
            cells.append(cell)
    cells += [0 * cells[0]] * (-len(cells) % 12)
    sheet = cv2.vconcat([cv2.hconcat(cells[i : i + 12]) for i in range(0, len(cells), 12)])
    try:
        _, data = cv2.imencode(to.suffix or ".jpg", sheet)
        to.write_bytes(data.tobytes())
    except (OSError, cv2.error) as error:
        raise click.ClickException(
            said(
                "%(file)s: the picture cannot be written (%(reason)s): name a .jpg or .png file",
                {"file": to, "reason": error},
            )
        ) from error
