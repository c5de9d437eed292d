"""Modules that have a test at their own path, counted by room.

    python -m tests.mirror [--missing]

Those of `scoring/match/seats.py` are `tests/scoring/match/test_seats.py`, or a folder `tests/scoring/match/seats`.
"""

from collections import Counter
from pathlib import Path
from typing import Final

import click

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("scoring", "vision", "device", "webui", "models")


def modules(root: Path = ROOT) -> list[Path]:
    """Return the modules of the program, without those that only make a folder a package or start it."""
    found = [file for package in PACKAGES for file in sorted((root / package).rglob("*.py"))]
    return [file.relative_to(root) for file in found if file.name not in ("__init__.py", "__main__.py")]


def is_tested(module: Path, root: Path = ROOT) -> bool:
    """Return True if a module has a test at its path."""
    beside = root / "tests" / module.parent
    return (beside / f"test_{module.stem}.py").exists() or any((beside / module.stem).glob("test_*.py"))


def room(module: Path) -> str:
    """Return the room of a module: its folder below the package, or the package."""
    return "/".join(module.parts[:2]) if len(module.parts) > 2 else module.parts[0]


@click.command()
@click.option("--missing", is_flag=True, help="List the modules without a test at their path.")
def main(missing: bool) -> None:
    """Count the modules that have a test at their path."""
    found = modules()
    tested = [module for module in found if is_tested(module)]
    of_room, of_tested = Counter(map(room, found)), Counter(map(room, tested))
    for name, count in sorted(of_room.items()):
        click.echo(f"{name:22} {of_tested[name]:4} of {count:4}")
    click.echo(f"{'all':22} {len(tested):4} of {len(found):4}, {100 * len(tested) / len(found):.0f}%")
    if missing:
        for module in sorted({*found} - {*tested}):
            click.echo(str(module))


if __name__ == "__main__":
    main()
