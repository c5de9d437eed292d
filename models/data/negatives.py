"""Photographs of things mistaken for tiles: the kinds for training, and the kinds for measuring alone.

`PHOTOS/negatives` has a folder for each kind of thing, such as sudokus or keyboards, and no tile in any of them. A kind
is trained on or measured, never both: a network's answers about a kind that it was trained on tell nothing about the
next one. Of most families (letters, digits, cards, dice, boards, print, rooms) each side has a kind; sudokus, number
squares of lifts, printed codes, cubes and counters are measured only, so that some things are entirely new.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

MEASURED: Final = frozenset(
    {
        *("scrabble-board", "scrabble-home", "scrabble-rack", "mathable", "rummikub-table"),
        *("sudoku", "calculators", "elevator"),
        *("uno-cards", "kingdomino", "dominoes-board", "dominoes-pink", "dice-tray", "dice-violet"),
        *("go-boards", "shogi-photos", "xiangqi-robot", "rubiks", "lego-codes", "poker-chips"),
        *("books", "chinese-book", "chinese-slips", "signs", "street-taiwan"),
        *("medicine-boxes", "shelves"),
    }
)
"""The kinds that are measured on and never trained on. Chosen before anything was trained, by their names."""


def kinds(photos: Path, *, taught: bool) -> Iterator[tuple[str, list[Path]]]:
    """Yield (kind, its pictures) of the kinds for training, or of those for measuring, sorted by name.

    Args:
        photos: Folder that holds `negatives/`.
        taught: True for the kinds for training.
    """
    for folder in sorted(path for path in (photos / "negatives").iterdir() if path.is_dir()):
        if (folder.name not in MEASURED) == taught:
            yield folder.name, sorted(file for file in folder.iterdir() if file.is_file())
