"""`tableside follow`: the course of a deal, followed in a clip or by a camera over the table."""

import json
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import click

from scoring.errors import ScoringError
from scoring.follow.decode import Decoder, Settings
from scoring.follow.events import AnyEvent
from scoring.follow.files import loads, to_line
from scoring.follow.measure import measure
from scoring.follow.seen import SEATS, Look
from scoring.play import USUAL, Play
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
from vision.table.markers import as_quad
from vision.table.outline import find_outline
from vision.tilesets.prototypes import Prototypes
from webui.base.text import decode
from webui.commands.data import data_option
from webui.commands.handed_in import ClipManifest, HandedClip, HandedInError, opened, write
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
from webui.messages import N_
from webui.messages import follow as wording
from webui.messages.errors import vision_error
from webui.rig.rig import Rig, calibration_file
from webui.terminal.language import said, spoken

_PATIENCE: Final = 20.0
"""Seconds within which a picture has to come, and the table into view. More waits longer for a table that nobody
uncovers."""

_TRIED: Final = 1.0
"""Seconds between two searches for the table."""

_REFUSED: Final = {
    "no-bundle": N_("%(file)s is no clip that was handed in: follow --bundle writes one"),
    "newer": N_("%(file)s was written by a newer program: update this one"),
    "broken": N_("%(file)s is damaged (%(part)s): have it sent again"),
    "too-large": N_("%(part)s in %(file)s is too large: hand in one deal at a time"),
}
"""The sentences on a file that cannot be read, by the kind of the error."""


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
@click.option(
    "--bundle",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.zip",
    help="Write the clip without sound, black but for the table, with its events into one file.",
)
@click.option(
    "--corrected",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.jsonl",
    help="With --bundle: the events as people put them right, such as the file of a replay.",
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
    bundle: Path | None,
    corrected: Path | None,
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

    A file that --bundle wrote is followed in place of a clip, and measured: which of its events, as people put them
    right, were followed as they happened, and whether anything was said surely that was wrong.
    """
    clip = Path(source)
    is_clip = clip.is_file()
    if (bundle is not None and not is_clip) or (corrected is not None and bundle is None):
        raise click.UsageError(said("--bundle needs a clip, and --corrected needs --bundle"))
    right = _put_right(corrected) if corrected is not None else None
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
    corners = calibration.corners if calibration else None
    try:
        with ExitStack() as stack:
            stop = stack.enter_context(stoppable())
            handed = stack.enter_context(_handed_in(clip)) if is_clip and zipfile.is_zipfile(clip) else None
            if handed is not None:
                corners, told.play = handed.about.corners, BOOKS.plays[handed.about.style]
            file = handed.clip if handed else clip
            moments = stack.enter_context(_clip(file) if is_clip else _camera(source))
            done = _follow(moments, stop, reader, tileset, corners, rules, told)
            if done and handed is not None:
                told.measured(handed)
            elif done and bundle is not None:
                _hand_in(bundle, clip, told, right)
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
    deal, tried, misplaced = None, -_TRIED, False
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
            told.corners = corners
        look = follower.update(moment.picture, moment.t)
        if follower.misplaced and not misplaced:
            misplaced = True
            told.corners = as_quad(follower.places.corners)
            click.echo(wording.misplaced(spoken()), err=True)
        if look is None:
            continue
        if told.pictured:
            told.crops.keep(look, moment.picture)
        if deal is None or follower.deal != deal[0]:
            if deal is not None:
                told.end(deal[1])
            told.play = told.play if told.play and rules is None else _play(rules, look)
            deal = (follower.deal, Decoder(Settings(play=told.play)))
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
        self.corners: Quad | None = None
        """The corners of the table, once it is found."""
        self.play: Play | None = None
        """The way in which the game is played, once that is known."""
        self.course: list[AnyEvent] = []
        """The events of the deals that are over."""
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
        self.course += decoder.events()
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

    def measured(self, handed: HandedClip) -> None:
        """Tell how much of a clip that was handed in was followed as it happened."""
        found = measure(handed.truth, self.course)
        about = {
            "right": len(found.right),
            "all": len(handed.truth),
            "added": len(found.added),
            "sure": found.sure,
            "wrong": len(found.surely_wrong),
        }
        if self._json:
            more = {"corrected": handed.corrected, "missed": [to_line(event) for event in found.missed]}
            measured = {**about, **more, "false": [to_line(event) for event in found.added]}
            click.echo(json.dumps({"measure": measured}, ensure_ascii=False))
            return
        for event in found.missed:
            click.echo(said("Missed: %(time)s  %(event)s", _timed(event)))
        for event in found.added:
            click.echo(said("Wrong: %(time)s  %(event)s", _timed(event)))
        counted = N_(
            "Events followed as people have them: %(right)d of %(all)d; wrong: %(added)d; said surely: %(sure)d, "
            "wrong of these: %(wrong)d"
        )
        if not handed.corrected:
            counted = N_("Events as when it was handed in: %(right)d of %(all)d; others: %(added)d")
        click.echo(said(counted, about))

    def _event(self, event: AnyEvent, told: float | None) -> None:
        self._number += 1
        line = to_line(event) | ({} if told is None else {"told": round(told, 2)})
        if self._json:
            click.echo(json.dumps(line, ensure_ascii=False))
        else:
            click.echo("{time}  {event}".format_map(_timed(event)))
        crop = self.crops.of(event)
        if self._folder is not None and crop is not None:
            tile = line.get("tile", "")
            name = "-".join(str(each) for each in (f"{self._number:03}", event.seat, line["act"], tile) if each)
            (self._folder / f"{name}.jpg").write_bytes(crop)


def _timed(event: AnyEvent) -> dict[str, str]:
    """Return the time of an event, and its sentence."""
    minutes, seconds = divmod(event.t, 60)
    return {"time": f"{int(minutes)}:{seconds:04.1f}", "event": wording.event(spoken(), event)}


def _put_right(file: Path) -> tuple[AnyEvent, ...]:
    """Return the events of a file as people put them right; end the command if it is none."""
    try:
        return tuple(loads(decode(file.read_bytes())))
    except (ScoringError, OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else said("it has no events of a deal")
        about = {"file": file, "reason": reason}
        raise click.ClickException(said("%(file)s cannot be read (%(reason)s): check the path.", about)) from error


def _hand_in(file: Path, clip: Path, told: _Told, right: tuple[AnyEvent, ...] | None) -> None:
    """Write a followed clip and its events into one file; end the command if that cannot be."""
    assert told.corners is not None
    one, two, three, four = [(round(float(x), 1), round(float(y), 1)) for x, y in told.corners]
    about = ClipManifest((one, two, three, four), told.play.style if told.play else USUAL.style)
    try:
        write(file, clip, about, told.course, right)
    except OSError as error:
        more = {"file": file, "reason": error.strerror}
        raise click.ClickException(said("%(file)s cannot be written (%(reason)s): name another file", more)) from error
    click.echo(said("%(file)s is written: the table alone, without sound", {"file": file}), err=True)


@contextmanager
def _handed_in(file: Path) -> Iterator[HandedClip]:
    """Open a clip that was handed in; end the command if it is none."""
    try:
        with opened(file) as found:
            yield found
    except HandedInError as error:
        raise click.ClickException(said(_REFUSED[error.kind], {"file": file, "part": error.name})) from error


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
