"""Counts of the project's structure: modules, rooms, floors and arrows of each package, and its circles.

    python -m tests.structure [--arrows] [ROOT]
    python -m tests.structure --picture

A *room* is a module or sub-package directly in a package. An *arrow* is one module that imports another, counted once;
an arrow *between rooms* leaves its room. *Floors* are the longest chain of arrows, counted in modules or rooms: on
the ground floor stands what imports nothing of its package. `ROOT` is another checkout to count, such as an older one.
`--picture` draws the rooms for the manual.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import click

ROOT = Path(__file__).parents[1]
PACKAGES = ("scoring", "vision", "device", "webui", "models")

Graph = Mapping[str, frozenset[str]]
"""The names each name imports."""


def modules(root: Path) -> dict[str, Path]:
    """Return every module of the packages by its dotted name; a package stands for its `__init__`."""
    found = {}
    for path in sorted(path for package in PACKAGES for path in (root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def arrows(root: Path) -> Graph:
    """Return the modules of the project that each module imports."""
    known = modules(root)
    return {name: frozenset(imported(name, path, known) - {name}) for name, path in known.items()}


def imported(name: str, path: Path, known: Mapping[str, Path]) -> set[str]:
    """Return the modules among `known` that `name` imports; of `from a import b` b if it is a module, else a."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for each in imports(path):
        above = package.split(".")[: len(package.split(".")) - each.level + 1] if each.level else []
        base = ".".join([*above, *([each.module] if each.module else [])])
        found |= {f"{base}.{alias}" if f"{base}.{alias}" in known else base for alias in each.names or ("",)}
    return found & set(known)


class Import(NamedTuple):
    """An import: dots before the module, the module, and the names taken from it; no names if all of it is imported."""

    level: int
    module: str
    names: tuple[str, ...]


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Return every import of a module, wherever in it."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [Import(0, alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(Import(node.level, node.module or "", tuple(alias.name for alias in node.names)))
    return tuple(found)


GAMES, BOOKS = "scoring.games", "scoring.books"
"""The room of what all games share, and that of the games themselves, whose folders lie in it and stand above it."""


def room(module: str) -> str:
    """Return the room that a module belongs to: the package and the name directly in it, but for a game's folder."""
    parts = module.split(".")
    if module.startswith(f"{GAMES}.") and (ROOT / Path(*parts[:3])).is_dir():
        return BOOKS
    return ".".join(parts[:2])


def rooms(graph: Graph) -> Graph:
    """Return the same arrows between rooms."""
    found: dict[str, set[str]] = {}
    for module, others in graph.items():
        found.setdefault(room(module), set()).update(room(other) for other in others)
    return {name: frozenset(others - {name}) for name, others in found.items()}


def within(graph: Graph, package: str) -> Graph:
    """Return the part of a graph that lies in one package, without the package's own `__init__`."""
    inside = {name for name in graph if name.startswith(f"{package}.")}
    return {name: graph[name] & inside for name in sorted(inside)}


def circle(graph: Graph) -> list[str]:
    """Return one circle of arrows, or an empty list."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def floors(graph: Graph) -> int:
    """Return the number of floors of a graph of modules or rooms without circles."""

    @cache
    def floor(name: str) -> int:
        return 1 + max((floor(other) for other in graph.get(name, ())), default=0)

    return max((floor(name) for name in graph), default=0)


def table(root: Path) -> Iterator[str]:
    """Yield the counts as lines, a package each."""
    yield f"{'package':8} {'modules':>7} {'floors':>7} {'arrows':>7} {'rooms':>7} {'floors':>7} {'arrows':>7}  circles"
    graph = arrows(root)
    for package in PACKAGES:
        counts: list[int] = []
        circles = []
        for part in (within(graph, package), within(rooms(graph), package)):
            circular = circle(part)
            circles += [" > ".join(circular)] if circular else []
            counts += [len(part), 0 if circular else floors(part), sum(map(len, part.values()))]
        yield f"{package:8} " + " ".join(f"{n:7}" for n in counts) + f"  {'; '.join(circles) or 'none'}"


PICTURE = ROOT / "webui/help/rooms.svg"

PLACES = {
    "webui": (0, 0, 640),
    "models": (660, 0, 300),
    "vision": (250, 1, 650),
    "device": (0, 2, 180),
    "scoring": (200, 2, 760),
}
"""Left edge, row and width of each package in the picture, so that the arrows of `LINES` pass between them."""

LINES = {
    ("webui", "device"): 110,
    ("webui", "scoring"): 225,
    ("webui", "vision"): 450,
    ("vision", "scoring"): 575,
    ("models", "vision"): 780,
    ("models", "scoring"): 930,
}
"""Distance of the arrow between two packages from the left of the picture."""

CELL, GAP, TITLE = 26, 8, 34
"""Height of a room, space between rooms, height of a package's name."""


def picture(graph: Graph) -> str:
    """Return the rooms of each package by their floors, and the arrows between packages, as SVG.

    Raises:
        ValueError: An arrow between packages has no place in `LINES`, or a place has no arrow.
    """
    between = {(name.split(".")[0], other.split(".")[0]) for name, others in graph.items() for other in others}
    between = {(one, other) for one, other in between if one != other}
    if between != LINES.keys():
        raise ValueError(f"LINES should hold {sorted(between)}")
    shelves = {package: list(_shelves(within(rooms(graph), package), PLACES[package][2])) for package in PACKAGES}
    heights = {package: TITLE + len(each) * (CELL + GAP) + GAP for package, each in shelves.items()}
    tops, top = {}, 0
    for row in sorted({row for _, row, _ in PLACES.values()}):
        inside = [package for package in PACKAGES if PLACES[package][1] == row]
        tops |= dict.fromkeys(inside, top)
        top += max(heights[package] for package in inside) + 56
    height = top - 56 + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 980 {height}" width="980" height="{height}" '
        'font-family="system-ui, sans-serif" font-size="13">',
        f'<rect x="-10" y="-10" width="980" height="{height}" rx="12" fill="#f4f6f6"/>',
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#124434"/></marker></defs>',
    ]
    for (one, other), x in LINES.items():
        start = tops[one] + heights[one]
        parts.append(
            f'<path d="M{x} {start}V{tops[other] - 2}" stroke="#124434" stroke-width="2" marker-end="url(#head)"/>'
        )
    for package in PACKAGES:
        left, _, width = PLACES[package]
        top = tops[package]
        size = f'x="{left}" y="{top}" width="{width}" height="{heights[package]}"'
        parts.append(f'<rect {size} rx="10" fill="#fff" stroke="#124434"/>')
        parts.append(
            f'<text x="{left + 12}" y="{top + 24}" font-size="17" font-weight="650" fill="#124434">{package}</text>'
        )
        for number, shelf in enumerate(shelves[package]):
            y = top + TITLE + number * (CELL + GAP)
            for x, wide, name, fill in shelf:
                parts.append(f'<rect x="{left + x}" y="{y}" width="{wide}" height="{CELL}" rx="6" fill="{fill}"/>')
                parts.append(
                    f'<text x="{left + x + wide / 2:g}" y="{y + 17}" text-anchor="middle" fill="#17211f">{name}</text>'
                )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _shelves(graph: Graph, width: int) -> Iterator[list[tuple[int, int, str, str]]]:
    """Yield the rooms of a package in lines, the highest floor first: left edge, width, name and colour."""
    floor = {name: floors({each: graph[each] for each in _below(graph, name)}) for name in graph}
    for number in sorted(set(floor.values()), reverse=True):
        fill = ("#dff1e8", "#eef3f2")[number % 2]
        line: list[tuple[int, int, str, str]] = []
        x = 12
        for name in sorted(name for name in graph if floor[name] == number and "__" not in name):
            short = name.partition(".")[2]
            wide = 20 + round(7.4 * len(short))
            if line and x + wide > width - 12:
                yield line
                line, x = [], 12
            line.append((x, wide, short, fill))
            x += wide + GAP
        if line:
            yield line


def _below(graph: Graph, name: str) -> set[str]:
    """Return a name and all that it imports, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += graph[each]
    return found


@click.command()
@click.option("--picture", "draws", is_flag=True, help=f"Write {PICTURE.relative_to(ROOT)} instead.")
@click.option("--arrows", "shown", is_flag=True, help="Also which room imports which.")
@click.argument(
    "root", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path(__file__).parents[1]
)
def main(draws: bool, shown: bool, root: Path) -> None:
    """Count modules, floors, arrows and circles; first between modules, then between rooms."""
    if draws:
        PICTURE.write_text(picture(arrows(ROOT)), encoding="utf-8")
        return
    for line in table(root):
        click.echo(line)
    if shown:
        for name, others in rooms(arrows(root)).items():
            click.echo(f"{name}: {' '.join(sorted(others)) or '-'}")


if __name__ == "__main__":
    main()
