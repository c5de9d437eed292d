"""Counts of what games are asked: members of their interfaces, and public names that stand in several modules.

    python -m tests.interfaces [--names]

A *member* is a public attribute, method or field of an interface; a game *has* it where its object answers otherwise
than the interface. A *name* is that of a public class, function or value at the head of a module of a package.
"""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

import click

from scoring.games.game import Game
from scoring.match.course import MatchCourse, find_course
from scoring.rules import BOOKS
from tests.structure import ROOT, modules
from webui.games.view import GameView, views
from webui.hand.game import HandGame
from webui.messages.game import GameWords


class Members(NamedTuple):
    """The members of an interface, each with the games that have their own."""

    interface: str
    games: Mapping[str, frozenset[str]]


def _public(interface: type) -> list[str]:
    named = {**getattr(interface, "__annotations__", {}), **vars(interface)}
    return [name for name in named if not name.startswith("_")]


def _own(interface: type, given: Any, name: str) -> bool:
    """Return True if an object answers a member otherwise than its interface."""
    if is_dataclass(interface) and name in {field.name for field in fields(interface)}:
        return bool(getattr(given, name) != getattr(interface(), name))
    return name in vars(given) or any(name in vars(kind) for kind in _derived(interface, type(given)))


def _derived(interface: type, kind: type) -> list[type]:
    return [each for each in kind.__mro__ if issubclass(each, interface) and each is not interface]


def members() -> Iterator[Members]:
    """Yield the members of each interface with the games of this program that have their own."""
    objects: list[tuple[type, Mapping[str, Any]]] = [
        (Game, BOOKS.games),
        (MatchCourse, {id: course for id, game in BOOKS.games.items() if (course := find_course(game))}),
        (GameView, views()),
        (HandGame, {id: view.hand for id, view in views().items()}),
        (GameWords, {id: view.words for id, view in views().items()}),
    ]
    for interface, given in objects:
        found = {
            name: frozenset(id for id, each in given.items() if _own(interface, each, name))
            for name in _public(interface)
        }
        yield Members(interface.__name__, found)


def repeated(root: Path) -> Mapping[str, list[str]]:
    """Return the public names that stand at the head of two or more modules, each with the modules."""
    found: dict[str, list[str]] = defaultdict(list)
    for module, path in modules(root).items():
        for name in _heads(ast.parse(path.read_text(encoding="utf-8"))):
            found[name].append(module)
    return {name: where for name, where in sorted(found.items()) if len(where) > 1}


def _heads(tree: ast.Module) -> set[str]:
    """Return the public classes and type names that a module makes: what a reader looks up by name."""
    found = set()
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if not name.isupper():
                    found.add(name)
    return {name for name in found if name[0].isupper()}


@click.command()
@click.option("--names", is_flag=True, help="Also the members of one game or of none, and where names stand.")
def main(names: bool) -> None:
    """Count the members of the interfaces of games, and names that stand in several modules."""
    click.echo(f"{'interface':12} {'members':>8} {'of one':>7} {'of none':>8}")
    sums: Counter[int] = Counter()
    total = 0
    for interface, games in members():
        counts = Counter(len(have) for have in games.values())
        sums, total = sums + counts, total + len(games)
        click.echo(f"{interface:12} {len(games):8} {counts[1]:7} {counts[0]:8}")
        if names:
            for name, have in games.items():
                if len(have) < 2:
                    click.echo(f"  {name}: {' '.join(have) or 'none'}")
    click.echo(f"{'all':12} {total:8} {sums[1]:7} {sums[0]:8}")
    several = repeated(ROOT)
    click.echo(f"names in several modules: {len(several)}")
    if names:
        for name, where in several.items():
            click.echo(f"  {name}: {' '.join(where)}")


if __name__ == "__main__":
    main()
