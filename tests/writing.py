"""Counts of docstrings by the rules of writing, a room each.

    python -m tests.writing [--lines] [ROOT]

A *room* is a module or sub-package directly in a package. Besides the docstrings of modules, classes and functions,
those below an attribute or a constant count, and the comments of scripts. `ROOT` is another checkout to count, such as
an older one.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

ROOT = Path(__file__).parents[1]
PACKAGES = ("scoring", "device", "models", "vision", "webui", "tests")
FAULTS = ("question", "noun", "unmeasured", "riddle")
"""Kinds of faults: a docstring that opens as a question, a function's that does not open with an imperative verb, a
line with "Not measured", and a phrase of `RIDDLES`."""

QUESTION = re.compile(r"(What|Whether|Who|Whose|Whom|Whoever|Whatever|How|Where|Which|Why)\b")
NOUN = re.compile(r"(The|A|An|Every|Each|All|Any|No|Its|[A-Z][a-z]*[a-rt-z]s)\s")
"""Openings of a function's docstring that are a noun phrase or a verb in the third person."""

UNMEASURED = "Not measured"
RIDDLES = re.compile(
    r"(what (lies|stands|comes|came|is|was|may be) (beside|over|under|there|about)"
    r"|\b(is|are|was|were) (said|told|asked)\b"
    r"|\basked closely|\blook(ed|s)? closer|\bby itself\b|\bof itself\b"
    r"|\bNone (where|when|otherwise)\b|\b[Nn]othing where\b|\bwhere (there is|there are|it has) n(one|o)\b)"
)
"""Phrases that hide the actor or the thing, and absence written otherwise than "or None"."""

COMMENT = re.compile(r"/\*\*[\s\S]*?\*/|(?:^[ \t]*//.*\n?)+|[ \t]//.*", re.MULTILINE)
"""A comment of a script: one for documentation, lines of their own, or the end of a line."""
MARKS = re.compile(r"^\s*(?:/\*\*|\*/|\*|//)?\s?|\s*\*/$", re.MULTILINE)
"""Marks of comments at both ends of a line."""
SCRIPT_FUNCTION = re.compile(r"\s*(export )?(default )?(async )?(function\b|const \w+ = (async )?(\(|\w+ =>))")

HELP = frozenset({"command", "group", "_act"})
"""Decorators whose function's docstring is help of the command line: translated text, which is not counted."""


class Docstring(NamedTuple):
    """A docstring, its line, and whether it is a function's; a property and a fixture are values."""

    text: str
    line: int
    of_function: bool


class Fault(NamedTuple):
    """A line against the rules of writing, and which of `FAULTS` it is."""

    path: Path
    line: int
    kind: str


def docstrings(source: str) -> Iterator[Docstring]:
    """Yield every docstring of a module, including attributes and constants, except help of the command line."""
    for node in ast.walk(ast.parse(source)):
        is_help = not HELP.isdisjoint(decorators(node))
        body = getattr(node, "body", None)
        for n, each in enumerate(body if isinstance(body, list) else ()):
            if (
                isinstance(each, ast.Expr)
                and isinstance(each.value, ast.Constant)
                and isinstance(each.value.value, str)
                and not (is_help and n == 0)
            ):
                yield Docstring(each.value.value, each.lineno, n == 0 and is_function(node))


def comments(source: str) -> Iterator[Docstring]:
    """Yield every comment of a script."""
    for found in COMMENT.finditer(source):
        text = MARKS.sub("", found[0]).strip()
        of_function = found[0].startswith("/**") and bool(SCRIPT_FUNCTION.match(source, found.end()))
        yield Docstring(text, source.count("\n", 0, found.start()) + 1, of_function)


def written(path: Path) -> list[Docstring]:
    """Return the docstrings of a module, or the comments of a script."""
    source = path.read_text(encoding="utf-8")
    return list(docstrings(source) if path.suffix == ".py" else comments(source))


def is_function(node: ast.AST) -> bool:
    """Return True if the node is a function that is neither a property nor a fixture."""
    is_value = not decorators(node).isdisjoint({"property", "cached_property", "fixture"})
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_value


def decorators(node: ast.AST) -> set[str]:
    """Return the names of the decorators of a node, without their modules and arguments."""
    return {ast.unparse(each).split("(")[0].rpartition(".")[2] for each in getattr(node, "decorator_list", ())}


def faults(path: Path) -> Iterator[Fault]:
    """Yield the faults of one module or script."""
    for text, line, of_function in written(path):
        if QUESTION.match(text):
            yield Fault(path, line, "question")
        elif of_function and NOUN.match(text):
            yield Fault(path, line, "noun")
        if RIDDLES.search(" ".join(text.split())):
            yield Fault(path, line, "riddle")
    for n, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if UNMEASURED in text:
            yield Fault(path, n, "unmeasured")


def rooms(root: Path) -> dict[str, list[Path]]:
    """Return the modules and scripts of each room, by its dotted name, except scripts of others."""
    found: dict[str, list[Path]] = {}
    files = (path for package in PACKAGES for kind in ("*.py", "*.js") for path in (root / package).rglob(kind))
    for path in sorted(files):
        if path != Path(__file__) and "vendor" not in path.parts:
            found.setdefault(".".join(path.relative_to(root).with_suffix("").parts[:2]), []).append(path)
    return found


def table(root: Path) -> Iterator[str]:
    """Yield the counts as lines: every room, and every package after its rooms."""
    yield f"{'room':24} {'docstrings':>10} " + " ".join(f"{kind:>10}" for kind in FAULTS)
    sums: Counter[str] = Counter()
    counted = {
        name: Counter(
            {
                "docstrings": sum(len(written(path)) for path in paths),
                **Counter(fault.kind for path in paths for fault in faults(path)),
            }
        )
        for name, paths in rooms(root).items()
    }
    for package in PACKAGES:
        whole: Counter[str] = Counter()
        for name, counts in counted.items():
            if name.split(".")[0] == package:
                yield row(name, counts)
                whole += counts
        yield row(package, whole)
        sums += whole
    yield row("all", sums)


def row(name: str, counts: Counter[str]) -> str:
    """Return one line of the table."""
    return f"{name:24} " + " ".join(f"{counts[kind]:10}" for kind in ("docstrings", *FAULTS))


@click.command()
@click.option("--lines", is_flag=True, help="Also every line that is counted as a fault.")
@click.argument("root", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT)
def main(lines: bool, root: Path) -> None:
    """Count docstrings, and those against the rules of writing, of each room."""
    for line in table(root):
        click.echo(line)
    if lines:
        for fault in (fault for paths in rooms(root).values() for path in paths for fault in faults(path)):
            click.echo(f"{fault.path.relative_to(root)}:{fault.line}: {fault.kind}")


if __name__ == "__main__":
    main()
