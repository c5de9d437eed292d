"""Counts of the project's structure: modules, rooms, floors and arrows of each package, and its circles.

    python -m tests.structure [--arrows] [ROOT]

A *room* is a module or sub-package directly in a package. An *arrow* is one module that imports another, counted once;
an arrow *between rooms* leaves its room. *Floors* are the longest chain of arrows, counted in modules or rooms: on
the ground floor stands what imports nothing of its package. `ROOT` is another checkout to count, such as an older one.
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
    """Every module of the packages by its dotted name; a package stands for its `__init__`."""
    found = {}
    for path in sorted(path for package in PACKAGES for path in (root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def arrows(root: Path) -> Graph:
    """Which modules of the project each module imports."""
    known = modules(root)
    return {name: frozenset(imported(name, path, known) - {name}) for name, path in known.items()}


def imported(name: str, path: Path, known: Mapping[str, Path]) -> set[str]:
    """The modules among `known` that the module `name` imports; of `from a import b` b where it is a module, else a."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for each in imports(path):
        above = package.split(".")[: len(package.split(".")) - each.level + 1] if each.level else []
        base = ".".join([*above, *([each.module] if each.module else [])])
        found |= {f"{base}.{alias}" if f"{base}.{alias}" in known else base for alias in each.names or ("",)}
    return found & set(known)


class Import(NamedTuple):
    """An import: dots before the module, the module, and what is taken from it; nothing where all of it is."""

    level: int
    module: str
    names: tuple[str, ...]


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Every import of a module, wherever in it."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [Import(0, alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(Import(node.level, node.module or "", tuple(alias.name for alias in node.names)))
    return tuple(found)


def room(module: str) -> str:
    """The room that a module belongs to: the package and the name directly in it."""
    return ".".join(module.split(".")[:2])


def rooms(graph: Graph) -> Graph:
    """The same arrows between rooms."""
    found: dict[str, set[str]] = {}
    for module, others in graph.items():
        found.setdefault(room(module), set()).update(room(other) for other in others)
    return {name: frozenset(others - {name}) for name, others in found.items()}


def within(graph: Graph, package: str) -> Graph:
    """The part of a graph that lies in one package, without the package's own `__init__`."""
    inside = {name for name in graph if name.startswith(f"{package}.")}
    return {name: graph[name] & inside for name in sorted(inside)}


def circle(graph: Graph) -> list[str]:
    """One circle of arrows; empty when there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def floors(graph: Graph) -> int:
    """How many floors the modules or rooms of a graph without circles stand on."""

    @cache
    def floor(name: str) -> int:
        return 1 + max((floor(other) for other in graph.get(name, ())), default=0)

    return max((floor(name) for name in graph), default=0)


def table(root: Path) -> Iterator[str]:
    """The counts as lines, a package each."""
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


@click.command()
@click.option("--arrows", "shown", is_flag=True, help="Also which room imports which.")
@click.argument(
    "root", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path(__file__).parents[1]
)
def main(shown: bool, root: Path) -> None:
    """Count modules, floors, arrows and circles; first between modules, then between rooms."""
    for line in table(root):
        click.echo(line)
    if shown:
        for name, others in rooms(arrows(root)).items():
            click.echo(f"{name}: {' '.join(sorted(others)) or '-'}")


if __name__ == "__main__":
    main()
