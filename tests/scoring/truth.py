"""Reads the tables of `tests/data/rules`."""

import csv
import gzip
from pathlib import Path

DATA = Path(__file__).parents[1] / "data" / "rules"


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table by column name."""
    path = DATA / name
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter="\t"))


def counts(cell: str) -> dict[int, int]:
    """Fan with how often they count, from a cell such as `1 59x2`; the flowers (81) left out."""
    found = {}
    for part in cell.split():
        number, _, times = part.partition("x")
        found[int(number)] = int(times or 1)
    found.pop(81, None)
    return found
