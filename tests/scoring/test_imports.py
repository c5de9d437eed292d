"""The rules stand alone: they import the standard library, msgspec and themselves, and open nothing."""

import ast
import sys
from pathlib import Path

import scoring
from tests.rows import row_by_row

SOURCES = sorted(Path(scoring.__file__).parent.rglob("*.py"))
ITSELF = {"scoring", "msgspec"}
RIICHI = Path(scoring.__file__).parent / "games/riichi/library.py"
"""The one module that stands on the library of riichi."""
IO = {"io", "os", "pathlib", "socket", "subprocess", "logging"}


@row_by_row("path", SOURCES, ids=lambda path: path.stem)
def test_the_rules_import_only_themselves(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            top = name.split(".")[0]
            assert (
                top in ITSELF
                or (top == "mahjong" and path == RIICHI)
                or (top in sys.stdlib_module_names and top not in IO)
            ), (path.name, name)
        assert not (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("open", "print")
        )
