"""`tableside follow`: the course of a deal, followed in a clip or by a camera over the table."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import click

from scoring.follow.decode import Decoder, Settings
from scoring.follow.events import AnyEvent
from scoring.follow.files import to_line
from scoring.follow.play import Play
from scoring.follow.seen import SEATS, Look
from scoring.rules import BOOKS, rule_book
from vision import TileReader, WeightsError
from vision.follow.crops import Crops
from vision.follow.follower import Follower
from vision.follow.frames import Moment, of_camera, of_clip
from vision.image import Picture
from vision.live.camera import Camera, quiet
from vision.live.sources.source import SourceError
from vision.quad import Quad
from vision.quads import Quads
from vision.table.outline import find_outline
from vision.tilesets.prototypes import Prototypes
from webui.commands.data import data_option
from webui.commands.options import (
    chosen_rules,
    complain,
    models_option,
    names_of_rules,
    opened_set,
    set_option,
    sets_folder,
    sets_option,
)
from webui.commands.progress import Stop, stoppable
from webui.messages import follow as wording
from webui.messages.errors import vision_error
from webui.rig.rig import Rig, calibration_file
from webui.terminal.language import said, spoken

_PATIENCE: Final = 20.0
"""Seconds within which a picture has to come, and the table into view. More waits longer for a table that nobody
uncovers."""

_TRIED: Final = 1.0
"""Seconds between two searches for the table."""


def _rules(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    return None if value is None else chosen_rules(ctx, param, value)


@click.command("follow")
@click.argument("source", metavar="CLIP|CAMERA")
@click.option(
    "--rules",
    callback=_rules,
    shell_complete=names_of_rules,
    metavar="NAME|FILE.toml",
    help="Rules in force, as for read. [default: a game with indicators if one lies on the wall, else a Chinese game]",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per event.")
@click.option("--live", is_flag=True, help="Print events of a clip as they are seen, too, with later corrections.")
@click.option(
    "--crops", type=click.Path(file_okay=False, path_type=Path), help="Write a picture of each event into this folder."
)
@data_option
@models_option
@set_option
@sets_option
def command(
    source: str,
    rules: str | None,
    as_json: bool,
    live: bool,
    crops: Path | None,
    data: Path,
    set_name: str | None,
    sets: Path | None,
) -> None:
    """Follow a deal as a camera over the table sees it: each discard, call, flower and declaration, and the win.

    A clip is followed as fast as it can be read, and its events are printed when a deal is over; those of a camera
    are printed as soon as they are seen, with corrections; "told" of an event in JSON is the second at which it was
    first given out as it stands. Seat 1 is nearest to the bottom of the picture, the
    others follow counter-clockwise. The table is where it was calibrated, or is found by its outline. The exit code is
    1 if there is no picture or no table. Ctrl+C ends the work.
    """
    clip = Path(source)
    is_clip = clip.is_file()
    if crops is not None:
        try:
            crops.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            about = {"file": crops, "reason": error.strerror}
            raise click.ClickException(
                said("%(file)s cannot be written (%(reason)s): name another file", about)
            ) from error
    try:
        reader = TileReader(threads=1)
    except WeightsError as error:
        raise click.ClickException(vision_error(spoken(), error)) from error
    tileset = opened_set(reader, sets_folder(data, sets), set_name)
    quiet()
    told = _Told(as_json, crops, live or not is_clip)
    calibration = Rig(calibration_file(data, source)).calibration
    try:
        with ExitStack() as stack:
            stop = stack.enter_context(stoppable())
            moments = stack.enter_context(_clip(clip) if is_clip else _camera(source))
            done = _follow(moments, stop, reader, tileset, calibration.corners if calibration else None, rules, told)
    except SourceError as error:
        complain(clip, vision_error(spoken(), error))
        sys.exit(1)
    if not done:
        complain(
            clip,
            said("no table is found in it: hang the camera so that all four sides are seen, or calibrate it on /setup"),
        )
        sys.exit(1)


def _follow(
    moments: Iterator[Moment | None],
    stop: Stop,
    reader: TileReader,
    tileset: Prototypes | None,
    corners: Quad | None,
    rules: str | None,
    told: "_Told",
) -> bool:
    """Follow pictures to their end; return False if no table was found."""

    def detect(picture: Picture, share: float) -> Any:
        return reader.detect(picture, share=share, tileset=tileset)

    def name(picture: Picture, quads: Quads) -> Any:
        names = reader.name(picture, quads)
        return (names if tileset is None else tileset.named(names)).faces

    follower: Follower | None = None
    deal, tried = None, -_TRIED
    for moment in moments:
        if stop.wanted:
            break
        if moment is None:
            continue
        if follower is None:
            if moment.t - tried < _TRIED:
                continue
            tried = moment.t
            corners = corners or find_outline(moment.picture)
            if corners is None:
                if moment.t > _PATIENCE:
                    return False
                continue
            follower = Follower(detect, name, (moment.picture.shape[1], moment.picture.shape[0]), corners)
        look = follower.update(moment.picture, moment.t)
        if look is None:
            continue
        if told.pictured:
            told.crops.keep(look, moment.picture)
        if deal is None or follower.deal != deal[0]:
            if deal is not None:
                told.end(deal[1])
            deal = (follower.deal, Decoder(Settings(play=_play(rules, look))))
        deal[1].look(look)
        told.events(deal[1].heard, look.t)
    if deal is not None:
        told.end(deal[1])
    return follower is not None


def _play(rules: str | None, first: Look) -> Play:
    """Return the way in which the game is played: that of the rules, or the first that has what lies on the wall."""
    if rules is not None:
        return rule_book(rules).play
    shown = [change.tile for change in first.changes if change.tile.up and change.tile.lies]
    zones = [max(tile.lies, key=lambda each: each.weight).zone for tile in shown]
    return next(game.play for game in BOOKS.games.values() if game.shapes.indicators == ("wall" in zones))


class _Told:
    """The output: events as they come, or those of a deal at its end, and the state of the table."""

    def __init__(self, as_json: bool, crops: Path | None, live: bool) -> None:
        self._json: Final = as_json
        self.pictured: Final = crops is not None
        self._folder: Final = crops
        self._live: Final = live
        self.crops: Final = Crops()
        self._number = 0

    def events(self, events: list[AnyEvent], t: float) -> None:
        """Take events as they are seen, at a second."""
        if self._live:
            for event in events:
                self._event(event, t)

    def end(self, decoder: Decoder) -> None:
        """Tell what is left of a deal, and what stands on the table."""
        last = decoder.now
        decoder.finish()
        if self._live:
            self.events(decoder.heard, last)
        else:
            for event, t in decoder.timed():
                self._event(event, t)
        state, standing = decoder.state(), decoder.standing
        if self._json:
            told = {
                "standing": standing,
                "over": state.over,
                "turn": state.turn or None,
                "left": state.left,
                "ponds": {str(seat): [laid.tile for laid in state.pond(seat)] for seat in SEATS},
                "melds": {str(seat): [list(meld.tiles) for meld in state.melds[seat]] for seat in SEATS},
                "flowers": {str(seat): list(state.flowers[seat]) for seat in SEATS},
            }
            click.echo(json.dumps({"state": told}, ensure_ascii=False))
            return
        for line in wording.state(spoken(), state, standing):
            click.echo(line)

    def _event(self, event: AnyEvent, told: float | None) -> None:
        self._number += 1
        line = to_line(event) | ({} if told is None else {"told": round(told, 2)})
        if self._json:
            click.echo(json.dumps(line, ensure_ascii=False))
        else:
            minutes, seconds = divmod(event.t, 60)
            click.echo(f"{int(minutes)}:{seconds:04.1f}  {wording.event(spoken(), event)}")
        crop = self.crops.of(event)
        if self._folder is not None and crop is not None:
            tile = line.get("tile", "")
            name = "-".join(str(each) for each in (f"{self._number:03}", event.seat, line["act"], tile) if each)
            (self._folder / f"{name}.jpg").write_bytes(crop)


@contextmanager
def _clip(path: Path) -> Iterator[Iterator[Moment | None]]:
    """Give the pictures of a clip, with a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield of_clip(path)
        return
    with click.progressbar(length=1000, file=sys.stderr) as bar:

        def counted() -> Iterator[Moment]:
            done = 0
            for moment in of_clip(path):
                yield moment
                bar.update(round(1000 * moment.part) - done)
                done = round(1000 * moment.part)

        yield counted()


@contextmanager
def _camera(source: str) -> Iterator[Iterator[Moment | None]]:
    try:
        camera = Camera(source)
    except SourceError as error:
        raise click.BadParameter(vision_error(spoken(), error), param_hint="CLIP|CAMERA") from error
    camera.start()
    try:
        yield _watched(camera, source)
    finally:
        camera.stop()


def _watched(camera: Camera, source: str) -> Iterator[Moment | None]:
    """Yield the pictures of a camera, and say what is wrong with it; end the program if none comes at all."""
    began, seen, said_last = time.monotonic(), False, ""
    for moment in of_camera(camera):
        trouble = camera.health().trouble if moment is None else None
        if trouble and trouble.kind != said_last:
            said_last = trouble.kind
            complain(Path(source), vision_error(spoken(), trouble))
        seen = seen or moment is not None
        if not seen and time.monotonic() - began > _PATIENCE:
            if not said_last:
                complain(Path(source), said("no picture comes from it: check its address and its cable"))
            sys.exit(1)
        yield moment
