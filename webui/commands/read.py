"""`tableside read`: the hand in each photograph, and its score."""

import json
import sys
from pathlib import Path
from time import perf_counter

import click
import cv2

from scoring import RULES, NotationError, ScoreSheet, parse, score
from vision import ImageError, Reading, TileReader, WeightsError, open_image
from vision.annotate import annotated
from vision.image import SUFFIXES, Picture
from webui.commands.score import text

_WRITTEN = (".jpg", ".jpeg", ".png", ".webp")


@click.command("read")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE...")
@click.option("--rules", type=click.Choice(list(RULES)), default=next(iter(RULES)), show_default=True)
@click.option("--words", default="", help='How the hand was won, such as "self-draw round=E seat=S".')
@click.option("--json", "as_json", is_flag=True, help="One JSON object per picture.")
@click.option(
    "--annotate",
    type=click.Path(path_type=Path),
    help="Write each picture with its tiles marked: into this folder, or for one picture to this file.",
)
def command(images: tuple[Path, ...], rules: str, words: str, as_json: bool, annotate: Path | None) -> None:
    """Read the hand in each photograph and score it.

    A folder stands for the pictures in it. The exit code is 1 when a picture could not be read or shows no hand;
    the others are read all the same.
    """
    _check_words(words)
    paths: list[Path] = []
    failed = False
    for given in images:
        found = _pictures(given)
        if not found:
            _complain(given, "the folder holds no picture (JPEG, PNG, WebP or HEIC)")
            failed = True
        paths += found
    reader: TileReader | None = None
    for path in paths:
        try:
            start = perf_counter()
            picture = open_image(path)
            decode = 1000 * (perf_counter() - start)
        except ImageError as error:
            _complain(path, str(error))
            failed = True
            continue
        reader = reader or _reader()
        reading = reader.read(picture)
        if not reading.tiles:
            _complain(path, "no tiles are seen: take the picture nearer, from above, in more light")
            failed = True
            continue
        start = perf_counter()
        sheet = score(parse(f"{reading.hand} {words}"), rules=rules) if reading.hand else None
        ms = {**reading.ms, "decode": decode, "score": 1000 * (perf_counter() - start)}
        if as_json:
            click.echo(json.dumps(_as_dict(path, reading, sheet, rules, ms), ensure_ascii=False))
        else:
            click.echo(_as_text(path, reading, sheet))
        if sheet is None:
            _complain(path, "no hand is seen: " + "; ".join(doubt.why for doubt in reading.doubts))
            failed = True
        if annotate is not None:
            failed |= not _annotated(annotate, path, picture, reading, alone=len(paths) == 1)
    sys.exit(1 if failed else 0)


def _reader() -> TileReader:
    try:
        return TileReader()
    except WeightsError as error:
        raise click.ClickException(str(error)) from error


def _check_words(words: str) -> None:
    try:
        win = parse(words)
    except NotationError as error:
        raise click.BadParameter(str(error), param_hint="--words") from error
    if win.tiles or win.flowers:
        raise click.BadParameter("tiles and flowers are read from the picture: leave them out", param_hint="--words")


def _pictures(path: Path) -> list[Path]:
    """The path itself, or a folder's pictures."""
    if not path.is_dir():
        return [path]
    return sorted(p for p in path.iterdir() if p.suffix.lower() in SUFFIXES)


def _complain(path: Path, what: str) -> None:
    click.echo(f"{path}: {what}", err=True)


def _as_dict(
    path: Path, reading: Reading, sheet: ScoreSheet | None, rules: str, ms: dict[str, float]
) -> dict[str, object]:
    return {
        "image": str(path),
        "rules": rules,
        **reading.to_dict(),
        "hand": None if sheet is None else str(sheet.win),
        "score": None if sheet is None else sheet.to_dict(),
        "ms": {stage: round(took, 1) for stage, took in ms.items()},
    }


def _as_text(path: Path, reading: Reading, sheet: ScoreSheet | None) -> str:
    if sheet is None:
        seen = " ".join(tile.tile or "-" for tile in reading.tiles)
        return f"{path}: no hand\n  tiles seen: {seen}"
    lines = [f"{path}: {text(sheet)}"]
    for doubt in reading.doubts:
        where = "" if doubt.tile is None else f"tile {doubt.tile} ({reading.tiles[doubt.tile].tile or 'face down'}), "
        lines.append(f"  look: {where}{doubt.why}")
    return "\n".join(lines)


def _annotated(to: Path, path: Path, picture: Picture, reading: Reading, alone: bool) -> bool:
    """Writes the marked picture; False, with a word on stderr, when that cannot be done."""
    as_file = alone and to.suffix.lower() in _WRITTEN and not to.is_dir()
    target = to if as_file else to / f"{path.stem}.jpg"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _, data = cv2.imencode(target.suffix.lower(), annotated(picture, reading))
        target.write_bytes(data.tobytes())
    except OSError as error:
        _complain(target, f"the marked picture could not be written ({error}): give another place to --annotate")
        return False
    return True
