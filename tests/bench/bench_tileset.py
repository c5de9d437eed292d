"""Accuracy before and after learning a set of tiles, one figure per command:

    python -m tests.bench.bench_tileset hands                                       learnt from approved hands
    python -m tests.bench.bench_tileset rendered --count 20 --photos PHOTOS         made-up sets
    python -m tests.bench.bench_tileset photographs PHOTOS/dev --match 'hand_*'     some learnt, others read

A tile is wrong if the likeliest face is not its own or, with the detector's boxes, if it is not found.
"""

from collections import Counter
from pathlib import Path

import click
import numpy as np

from models.data.dataset import sources
from models.data.labels import read_labels
from models.render.scene import RenderedScene, random_set
from models.train.prototypes import LEARNT, as_detected, photograph, true_faces, truth
from scoring.tiles import FACES, FLOWERS
from vision import TileReader, open_image
from vision.evidence import Evidence
from vision.networks.classifier import MARGIN, SIZE, Names
from vision.networks.rectify import rectified
from vision.tilesets.labelling import ASK_BELOW, Samples, collect, label
from vision.tilesets.prototypes import Prototypes, TileSet


@click.group()
def main() -> None:
    """Measure what learning a set of tiles improves."""


def misread(evidence: Evidence, scene: RenderedScene) -> tuple[int, int]:
    """Return the number of unobstructed tiles of a scene not found with their face, and the number of all."""
    faces, _ = truth(evidence.quads, scene)
    named = evidence.faces[:, : len(FACES)].argmax(axis=1)
    right = {int(face) for face, name in zip(faces, named, strict=True) if face == name}
    plain = [FACES.index(tile.tile) for tile in scene.tiles if tile.tile and tile.visible > 0.9]
    return sum(face not in right for face in plain), len(plain)


@main.command()
@click.option("--count", default=20, show_default=True, help="Number of sets.")
@click.option("--tests", default=2, show_default=True, help="Photographs of each set to read.")
@click.option("--seed", default=9001, show_default=True)
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
def rendered(count: int, tests: int, seed: int, photos: Path | None, models: Path | None) -> None:
    """Measure made-up sets: learn three photographs, read others in other light and from other sides."""
    reader = TileReader(models)
    wrong: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    seen = 0
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        tiles = random_set(rng, sources(photos))
        shots = [photograph(rng, tiles, sources(photos)) for _ in range(LEARNT)]
        found = collect(reader, [s.image for s in shots])
        faces = true_faces(found, shots)
        asked += corrections(found, faces)
        prototypes = Prototypes.of(TileSet(found.crops[faces >= 0], faces[faces >= 0]), reader.classifier)
        for _ in range(tests):
            scene = photograph(rng, tiles, sources(photos))
            for boxes, where in (("true boxes", as_detected(scene)), ("detector's boxes", None)):
                for known, by in (("not learnt", None), ("learnt", prototypes)):
                    bad, all_ = misread(reader.detect(scene.image, found=where, tileset=by), scene)
                    wrong[f"{boxes}, {known}"] += bad
            seen += all_
        click.echo(f"{number + 1} sets, {seen} tiles: {dict(wrong)}; {dict(asked)}", err=True)
    for what, bad in wrong.items():
        click.echo(f"{what}: {bad} of {seen} wrong ({bad / max(seen, 1):.2%})")
    click.echo(f"naming {count} sets: {dict(asked)}")


@main.command()
@click.option("--count", default=6, show_default=True, help="Number of sets.")
@click.option("--hands", default=16, show_default=True, help="Hands that are read and approved of each set.")
@click.option("--seed", default=9501, show_default=True)
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
def hands(count: int, hands: int, seed: int, photos: Path | None) -> None:
    """Measure what approved hands of a set never seen teach: tiles misread by the number of the hand.

    Each hand is 14 tiles dealt from the 144 of a set; once it is read, its tiles join the set under their true names.
    """
    reader = TileReader()
    wrong: dict[str, list[int]] = {"never learnt": [0] * hands, "learnt from use": [0] * hands}
    seen = 0
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        tiles = random_set(rng, sources(photos))
        learnt: list[Prototypes] = []
        for hand in range(hands):
            dealt = rng.choice(WALL, 14, replace=False)
            scene = photograph(rng, tiles, sources(photos), [str(code) for code in dealt])
            known = Prototypes.joined(learnt) if learnt else None
            wrong["never learnt"][hand] += misread_hand(reader.detect(scene.image), scene)
            wrong["learnt from use"][hand] += misread_hand(reader.detect(scene.image, tileset=known), scene)
            seen += 14
            found = collect(reader, [scene.image])
            faces = true_faces(found, [scene])
            learnt.append(Prototypes.of(TileSet(found.crops[faces >= 0], faces[faces >= 0]), reader.classifier))
        click.echo(f"{number + 1} sets: {wrong}", err=True)
    for what, by_hand in wrong.items():
        quarters = [sum(by_hand[at : at + hands // 4]) for at in range(0, hands, max(hands // 4, 1))]
        click.echo(f"{what}: {sum(by_hand)} of {seen} wrong; by quarter {quarters}; by hand {by_hand}")


WALL = [code for code in FACES for _ in range(1 if code in FLOWERS else 4)]


def misread_hand(evidence: Evidence, scene: RenderedScene) -> int:
    """Return the number of tiles of a scene, several of which may have one face, not found with their face."""
    faces, _ = truth(evidence.quads, scene)
    named = evidence.faces[:, : len(FACES)].argmax(axis=1)
    right = Counter(int(face) for face, name in zip(faces, named, strict=True) if face == name)
    there = Counter(FACES.index(tile.tile) for tile in scene.tiles if tile.tile)
    return sum((there - right).values())


def corrections(found: Samples, faces: np.ndarray) -> Counter[str]:
    """Return the corrections a person makes to proposed names, for samples with true faces (N,), -1 for none.

    The first wrong group is corrected and the others are named again, until all are right.
    """
    tally: Counter[str] = Counter()
    said: dict[int, int | None] = {}
    named = label(found)
    tally["groups"] = len(named)
    tally["asked about"] = sum(group.confidence < ASK_BELOW for group in named)
    for _ in range(60):
        wrong = next((g for g in named if any(faces[t] != (-1 if g.face is None else g.face) for t in g.tiles)), None)
        if wrong is None:
            break
        most = Counter(int(faces[t]) for t in wrong.tiles).most_common(1)[0][0]
        if most == (-1 if wrong.face is None else wrong.face):  # tiles of another kind among them
            change = [t for t in wrong.tiles if faces[t] != most][:1]
            most = int(faces[change[0]])
        else:
            change = list(wrong.tiles)
        said |= dict.fromkeys(change, None if most < 0 else most)
        tally["corrections"] += 1
        named = label(found, said)
    return tally


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--match", default="*.jpg", show_default=True, help="Pattern of the file names of one set's photographs.")
@click.option("--learn", "learn_from", default=4, show_default=True, help="Photographs to learn from.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
def photographs(folder: Path, match: str, learn_from: int, models: Path | None) -> None:
    """Measure labelled photographs of one set: learn those that show most faces together, read the others.

    The labels' boxes are used, so that only the names are measured.
    """
    reader = TileReader(models)
    found = {path: _labelled(reader, path) for path in sorted((folder / "images").glob(match))}
    found = {path: (tiles, names) for path, (tiles, names) in found.items() if len(tiles.faces)}
    learnt: list[Path] = []
    for _ in range(learn_from):
        have = {int(face) for path in learnt for face in found[path][0].faces}
        learnt.append(max(found, key=lambda path: len({int(face) for face in found[path][0].faces} - have)))
    sets = [found[path][0] for path in learnt]
    whole = TileSet(np.concatenate([s.crops for s in sets]), np.concatenate([s.faces for s in sets]))
    prototypes = Prototypes.of(whole, reader.classifier)
    wrong: Counter[str] = Counter()
    for path, (tiles, names) in found.items():
        if path in learnt:
            continue
        wrong["tiles"] += len(tiles.faces)
        wrong["of kinds not learnt"] += int((~np.isin(tiles.faces, prototypes.faces)).sum())
        for what, by in (("not learnt", names.faces), ("learnt", prototypes.named(names).faces)):
            wrong[f"wrong, {what}"] += int((by[:, : len(FACES)].argmax(axis=1) != tiles.faces).sum())
    click.echo(
        f"learnt: {' '.join(path.name[:16] for path in learnt)}; {len(found) - len(learnt)} others: {dict(wrong)}"
    )


def _labelled(reader: TileReader, path: Path) -> tuple[TileSet, Names]:
    """Return a photograph's labelled tiles, turned upright as the classifier says, and their names."""
    picture = open_image(path)
    labels = read_labels(path, (picture.shape[1], picture.shape[0]))
    boxes = np.array([label.box for label in labels]).reshape(-1, 4)
    quads = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2).astype(np.float32)
    turns = reader.classifier(rectified(picture, quads, SIZE, MARGIN)).turns.argmax(axis=1)
    upright = np.array([np.roll(quad, -turn, axis=0) for quad, turn in zip(quads, turns, strict=True)])
    crops = rectified(picture, upright.astype(np.float32).reshape(-1, 4, 2), SIZE, MARGIN)
    faces = np.array([FACES.index(label.tile) for label in labels], np.int64)
    return TileSet(crops, faces), reader.name(picture, upright.astype(np.float32).reshape(-1, 4, 2))


if __name__ == "__main__":
    main()
