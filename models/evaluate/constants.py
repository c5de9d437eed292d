"""Count the numeric constants of `vision`, and find those that change no reading over a wide range.

    python -m models.evaluate.constants
    python -m models.evaluate.constants PHOTO... --room vision.hand --room vision.geometry

Without photographs it prints the number of constants of each room. With them it detects the tiles of each photograph
once, and reads the hand from these detections anew with each constant of the chosen rooms divided and multiplied by
`FACTOR`; it prints in how many photographs the hand, its doubts or its groups change. A constant that changes nothing
in many different photographs is one to look at: its rule may be needless, or the photographs lack what it is for.
Defaults of arguments keep the value of their constant.
"""

import ast
import importlib
import pkgutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

import vision
from vision import TileReader
from vision.evidence import Evidence
from vision.hand.candidates import hand_in_sight
from vision.hand.sides import with_sides
from vision.image import open_image
from vision.reading import Reading

Number = float | tuple[float, ...]

FACTOR: Final = 2.5
"""Factor by which constants are changed both ways. More finds more that matter at extremes alone; less calls constants
idle that matter a little further away."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, or several, at the top of a module.

    Attributes:
        module: Name of the module.
        name: Name of the constant.
        value: Its value.
    """

    module: str
    name: str
    value: Number

    def __str__(self) -> str:
        return f"{self.module}.{self.name} = {self.value}"

    @property
    def parts(self) -> tuple[float, ...]:
        """Its numbers."""
        return self.value if isinstance(self.value, tuple) else (self.value,)


def constants() -> Iterator[Constant]:
    """Yield the numeric constants of all modules of `vision`, by module and line."""
    for found in sorted(pkgutil.walk_packages(vision.__path__, "vision."), key=lambda each: each.name):
        module = importlib.import_module(found.name)
        if module.__file__ is None:
            continue
        for line in ast.parse(Path(module.__file__).read_text("utf-8")).body:
            if not isinstance(line, ast.AnnAssign) or not isinstance(line.target, ast.Name):
                continue
            value = getattr(module, line.target.id, None)
            parts = value if isinstance(value, tuple) and value else (value,)
            if all(isinstance(part, int | float) and not isinstance(part, bool) for part in parts):
                yield Constant(found.name, line.target.id, value)  # type: ignore[arg-type]


def variants(constant: Constant) -> list[Number]:
    """Return the values that are tried in place of a constant; whole numbers stay whole."""
    whole = all(isinstance(part, int) for part in constant.parts)

    def by(factor: float) -> Number:
        changed = tuple(round(part * factor) if whole else part * factor for part in constant.parts)
        return changed if isinstance(constant.value, tuple) else changed[0]

    return [value for value in (by(1 / FACTOR), by(FACTOR)) if value != constant.value]


@contextmanager
def instead(constant: Constant, value: Number) -> Iterator[None]:
    """Give a constant another value, in all modules that import it."""
    own = sys.modules[constant.module]
    before = getattr(own, constant.name)
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("vision")]
    shared = [module for module in modules if getattr(module, constant.name, None) is before]
    held = [own] if constant.name.startswith("_") else shared
    try:
        for module in held:
            setattr(module, constant.name, value)
        yield
    finally:
        for module in held:
            setattr(module, constant.name, before)


def shape(evidence: Evidence) -> tuple[Any, ...] | None:
    """Return what a person sees of a reading, or None if it fails, as it may with a strange constant."""
    try:
        reading: Reading = with_sides(hand_in_sight(evidence))
    except (ArithmeticError, IndexError, ValueError):
        return None
    return (
        reading.hand,
        reading.sure,
        sorted((doubt.reason, doubt.tile or 0) for doubt in reading.doubts),
        sorted((group.kind, group.tiles, group.side or "", group.pond) for group in reading.groups),
    )


def changed(constant: Constant, seen: Sequence[Evidence], usual: Sequence[tuple[Any, ...] | None]) -> int:
    """Return how many readings change with any of the values tried."""
    differ: set[int] = set()
    for value in variants(constant):
        with instead(constant, value):
            differ |= {n for n, each in enumerate(seen) if n not in differ and shape(each) != usual[n]}
    return len(differ)


def counted(found: Iterable[Constant]) -> Counter[str]:
    """Return how many numbers the constants of each room have."""
    by: Counter[str] = Counter()
    for constant in found:
        by[".".join(constant.module.split(".")[:2])] += len(constant.parts)
    return by


@click.command()
@click.argument("photos", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--room", "rooms", multiple=True, default=("vision.hand", "vision.geometry"), show_default=True)
def main(photos: tuple[Path, ...], rooms: tuple[str, ...]) -> None:
    """Count the constants, or sweep those of some rooms over PHOTOS."""
    found = list(constants())
    if not photos:
        by = counted(found)
        for room, count in by.most_common():
            click.echo(f"{room}: {count}")
        click.echo(f"all: {by.total()} numbers in {len(found)} constants")
        return
    reader = TileReader()
    with click.progressbar(photos, label="photographs") as bar:
        seen = [reader.detect(open_image(photo)) for photo in bar]
    usual = [shape(evidence) for evidence in seen]
    for constant in found:
        if any(constant.module == room or constant.module.startswith(f"{room}.") for room in rooms):
            click.echo(f"{changed(constant, seen, usual):4d} {constant}")


if __name__ == "__main__":
    main()
