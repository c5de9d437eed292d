"""Measure the weights on photographs of things mistaken for tiles, none of which shows a tile.

 python -m models.evaluate.negatives PHOTOS

Every face-up tile read is a false one. By default only kinds that nothing was trained on are read
(`models.data.negatives`); `--taught` reads the others.
"""

import json
from collections import Counter
from pathlib import Path

import click

from models.data.negatives import kinds
from vision import TileReader
from vision.reading import Reading


def counted(reading: Reading) -> Counter[str]:
    """Return the counts of one picture: shows faces or none, number of faces, and makes a hand or not."""
    faces = sum(tile.face == "up" for tile in reading.tiles)
    return Counter(
        pictures=1,
        with_faces=int(faces > 0),
        faces=faces,
        hands=int(reading.hand is not None),
        sure_hands=int(reading.sure),
    )


def in_words(name: str, tally: Counter[str]) -> str:
    """Return the counts of some pictures as text."""
    share = tally["faces"] / max(1, tally["pictures"])
    return (
        f"{name}: {tally['with_faces']} of {tally['pictures']} pictures show a face, {tally['faces']} faces "
        f"({share:.2f} a picture), {tally['hands']} hands, {tally['sure_hands']} sure"
    )


@click.command()
@click.argument("photos", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--models", type=click.Path(path_type=Path, exists=True), help="Folder with other weights.")
@click.option("--taught", is_flag=True, help="Read the kinds that were taught instead.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def main(photos: Path, models: Path | None, taught: bool, as_json: bool) -> None:
    """Count the false faces in PHOTOS/negatives."""
    found = list(kinds(photos, taught=taught))
    if not found:
        raise click.ClickException(f"no pictures under {photos / 'negatives'}")
    reader = TileReader(models)
    total, by = Counter[str](), {kind: Counter[str]() for kind, _ in found}
    with click.progressbar(found, label="kinds", hidden=as_json) as bar:
        for kind, files in bar:
            for file in files:
                one = counted(reader.read(file))
                by[kind].update(one)
                total.update(one)
    if as_json:
        click.echo(json.dumps({"all": total, "kinds": by}))
        return
    click.echo(in_words("all", total))
    for kind in sorted(by, key=lambda kind: -by[kind]["faces"] / max(1, by[kind]["pictures"])):
        click.echo(in_words(kind, by[kind]))


if __name__ == "__main__":
    main()
