"""Small faults put into the program one at a time, to see which of them the tests of their room do not notice.

    python -m tests.mutations [--sample 200] [--seed 0] [--limit 60] [--processes 2] [ROOM]…

A fault is another comparison, sign, number or truth value, or a call or a step left out, in the body of one function.
Each is tried in a process of its own, by the tests of its room that call this function, the quickest first, until one
fails; long tests and those of PostgreSQL are left out. A fault survives if none fails: either a case is missing, or the
program does the same with it. Faults in functions that no test of the room calls are counted apart.
"""

import ast
import copy
import gc
import importlib
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, Literal, NamedTuple

import click
import pytest
from _pytest.runner import runtestprotocol

Fate = Literal["caught", "survived", "not called"]
Place = tuple[str, str, int]
"""A function: its file, its qualified name, its first line."""


_WAITS: Final = 5
"""Time that a fault may take by the clock, in multiples of its processor seconds.

Fewer end trials on a loaded machine; more hold up the others by one that waits for ever.
"""


class Room(NamedTuple):
    """A part of the program, and where its tests are."""

    code: tuple[str, ...]
    tests: tuple[str, ...]


ROOMS: Final = {
    "scoring": Room(("scoring/*.py", "scoring/games/**/*.py"), ("tests/scoring",)),
    "match": Room(("scoring/match/*.py",), ("tests/scoring/match", "tests/scoring/games")),
    "follow": Room(("scoring/follow/**/*.py",), ("tests/scoring/follow",)),
    # no migration changes once it is out; tests of what earlier versions kept go through all of them
    "records": Room(("webui/records/*.py", "webui/records/[!m]*/**/*.py"), ("tests/webui/records",)),
    "access": Room(
        ("webui/access/**/*.py",),
        (
            "tests/webui/access",
            *(f"tests/webui/http/test_{name}.py" for name in ("roles", "identity", "strangers", "tls")),
            "tests/webui/http/routes/test_people.py",
        ),
    ),
    "exports": Room(("webui/exports/**/*.py",), ("tests/webui/exports", "tests/webui/http/routes/test_exports.py")),
}

_SWAPS: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


@dataclass(frozen=True)
class Fault:
    """One fault: where it is, what stood there and what stands there now, and the file with it."""

    file: str
    line: int
    before: str
    after: str
    tree: ast.Module

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before} -> {self.after}"


class _Site(NamedTuple):
    """A node to change, by its number in the walk of its file, and the number of its change."""

    line: int
    node: int
    change: int


def _changed(node: ast.AST) -> list[ast.AST]:
    """Return what a node may be changed to."""
    match node:
        case ast.Compare(left, [operator, *more], rights) if type(operator) in _SWAPS:
            return [ast.Compare(left, [_SWAPS[type(operator)](), *more], rights)]  # type: ignore[list-item]
        case ast.BoolOp(operator, values):
            return [ast.BoolOp(_SWAPS[type(operator)](), values)]  # type: ignore[arg-type]
        case ast.BinOp(left, operator, right) if type(operator) in _SWAPS and not _is_text(left, right):
            return [ast.BinOp(left, _SWAPS[type(operator)](), right)]  # type: ignore[arg-type]
        case ast.AugAssign(target, operator, value) if type(operator) in _SWAPS and not _is_text(value):
            return [ast.AugAssign(target, _SWAPS[type(operator)](), value), ast.Pass()]  # type: ignore[arg-type]
        case ast.UnaryOp(ast.Not(), value):
            return [value]
        case ast.Constant(bool() as value):
            return [ast.Constant(not value)]
        case ast.Constant(int() as number):
            return [ast.Constant(number + 1)]
        case ast.Expr(ast.Call() | ast.Await()):
            return [ast.Pass()]
        case ast.Continue():
            return [ast.Break()]
    return []


def _is_text(*parts: ast.AST) -> bool:
    return any(isinstance(part, ast.JoinedStr | ast.List | ast.Tuple) or _is_string(part) for part in parts)


def _is_string(part: ast.AST) -> bool:
    return isinstance(part, ast.Constant) and isinstance(part.value, str)


def _in_bodies(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes in bodies of functions: what runs when they are called, not when they are made."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for part in node.body:
                yield from ast.walk(part)
        else:
            yield from _in_bodies(node)


def sites(source: str) -> list[_Site]:
    """Return where a file may have a fault."""
    nodes = _in_bodies(ast.parse(source))
    return [
        _Site(node.lineno, at, change)  # type: ignore[attr-defined]
        for at, node in enumerate(nodes)
        for change in range(len(_changed(node)))
    ]


def fault(file: str, source: str, site: _Site) -> Fault:
    """Return the fault at one place of a file."""
    tree = ast.parse(source)
    node = next(node for at, node in enumerate(_in_bodies(tree)) if at == site.node)
    after = ast.copy_location(copy.deepcopy(_changed(node)[site.change]), node)
    before = ast.unparse(node)

    class Change(ast.NodeTransformer):
        def visit(self, each: ast.AST) -> ast.AST:
            return after if each is node else self.generic_visit(each)

    changed = ast.fix_missing_locations(Change().visit(tree))
    return Fault(file, site.line, before, ast.unparse(after), changed)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code with all codes of functions in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def put_in(fault: Fault) -> None:
    """Change the functions of this process as the fault has them, wherever they were imported to."""
    path = str(Path(fault.file).absolute())
    new = {_place(code): code for code in _codes(compile(fault.tree, path, "exec"))}
    gc.unfreeze()
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == path:
            code = new.get(_place(each.__code__))
            if code is not None:
                each.__code__ = code


def holder(fault: Fault) -> Place:
    """Return the outermost function that a fault is in."""
    path = str(Path(fault.file).absolute())
    codes = [code for code in _codes(compile(fault.tree, path, "exec")) if code.co_name != "<module>"]
    within = [code for code in codes if code.co_firstlineno <= fault.line <= _last(code)]
    outer = [code for code in within if not code.co_qualname.count("<locals>") and code.co_flags & 0x1]
    return _place(max(outer, key=lambda code: code.co_firstlineno))


def _last(code: CodeType) -> int:
    return max(line for each in _codes(code) for _, _, line in each.co_lines() if line is not None)


class Tried(NamedTuple):
    """A fault and its fate, with the test that caught it."""

    fault: Fault
    fate: Fate
    by: str


class Trials:
    """A plugin of pytest that tries faults instead of running the tests once."""

    def __init__(self, faults: Sequence[Fault], limit: int, processes: int) -> None:
        self._faults, self._limit, self._processes = faults, limit, processes
        self.tried: list[Tried] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        from hypothesis import Phase, settings  # pytest rewrites it first

        # a fault that is found need not be found at its simplest
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("faults", settings.get_profile("same"), phases=phases, database=None)
        settings.load_profile("faults")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not _needs_postgres(item)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        calls, failed = _in_child(lambda: _calls(session))
        for each in failed:
            click.echo(f"left out, since it fails without a fault while its calls are counted: {each}")
        running: dict[int, tuple[Fault, float, Any]] = {}
        waiting = list(reversed(self._faults))
        while waiting or running:
            while waiting and len(running) < self._processes:
                fault = waiting.pop()
                items = [session.items[at] for at in calls.get(holder(fault), ())]
                if items:
                    file = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed when its process ends
                    end = time.monotonic() + _WAITS * self._limit
                    running[_started(fault, items, self._limit, file)] = fault, end, file
                else:
                    self._tell(Tried(fault, "not called", ""))
            self._reap(running)
        return True

    def _reap(self, running: dict[int, tuple[Fault, float, Any]]) -> None:
        time.sleep(0.01)
        for process, (fault, end, file) in list(running.items()):
            done, status = os.waitpid(process, os.WNOHANG)
            late = time.monotonic() > end
            if not done and late:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
            if done or late:
                file.seek(0)
                by = file.read()
                file.close()
                del running[process]
                # one that neither passes nor fails in time hangs, which a run of the tests would tell
                self._tell(Tried(fault, "caught" if late or status else "survived", by.strip()))

    def _tell(self, tried: Tried) -> None:
        self.tried.append(tried)
        if tried.fate != "caught":
            click.echo(f"{tried.fate}: {tried.fault}")


def _needs_postgres(item: pytest.Item) -> bool:
    return "postgresql" in item.nodeid or "postgres_databases" in getattr(item, "fixturenames", ())


def _in_child(work: Any) -> Any:
    """Return what a function returns in a process of its own, so that nothing of it stays in this one."""
    with tempfile.TemporaryFile() as file:
        process = os.fork()
        if not process:
            try:
                pickle.dump(work(), file)
            except BaseException:
                traceback.print_exc()
            finally:
                file.flush()
                sys.stdout.flush()
                os._exit(0)
        os.waitpid(process, 0)
        file.seek(0)
        return pickle.load(file)


def _calls(session: pytest.Session) -> tuple[dict[Place, list[int]], list[str]]:
    """Run all tests; return the numbers of those that call each function, the quickest first, and what failed."""
    root = str(Path.cwd())
    called: set[CodeType] = set()
    took: dict[int, float] = {}
    by_place: dict[Place, set[int]] = defaultdict(set)
    failed = []

    def look(frame: Any, event: str, argument: object) -> None:
        called.add(frame.f_code)

    for at, item in enumerate(session.items):
        called.clear()
        began = time.perf_counter()
        threading.setprofile(look)
        sys.setprofile(look)
        passed = _passes(item, None)
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
        took[at] = time.perf_counter() - began
        if not passed:
            failed.append(item.nodeid)
            continue
        for code in called:
            if code.co_filename.startswith(root):
                by_place[_place(code)].add(at)
    return {place: sorted(tests, key=lambda at: took[at]) for place, tests in by_place.items()}, failed


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def _started(fault: Fault, items: Sequence[pytest.Item], limit: int, file: Any) -> int:
    """Start a process that has the fault and runs tests until one fails; return its number."""
    process = os.fork()
    if process:
        return process
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        # a module that only a function imports is not there yet, and would come without the fault
        importlib.import_module(".".join(Path(fault.file).with_suffix("").parts))
        put_in(fault)
        for item, following in zip(items, [*items[1:], None], strict=True):
            if not _passes(item, following):
                print(item.nodeid, file=file, flush=True)
                break
        else:
            status = 0
    finally:
        os._exit(status)


def sampled(room: Room, number: int, seed: int) -> list[Fault]:
    """Return so many faults of a room, each equally likely."""
    files = sorted({file for pattern in room.code for file in Path().glob(pattern)})
    found = [(file, site) for file in files for site in sites(file.read_text(encoding="utf-8"))]
    chosen = random.Random(seed).sample(found, min(number, len(found)))
    return [fault(str(file), file.read_text(encoding="utf-8"), site) for file, site in sorted(chosen)]


def tried(room: Room, faults: Sequence[Fault], limit: int, processes: int) -> list[Tried]:
    """Try faults of a room by its tests."""
    trials = Trials(faults, limit, processes)
    options = ["-n0", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-m", "not long", "--no-header"]
    code = pytest.main([*options, *room.tests], plugins=[trials])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise click.ClickException("the tests do not run: run them without faults first")
    return trials.tried


@click.command()
@click.option("--sample", default=200, show_default=True, help="How many faults are tried, over all rooms.")
@click.option("--seed", default=0, show_default=True, help="Chooses which.")
@click.option("--limit", default=60, show_default=True, help="Processor seconds for the tests of one fault.")
@click.option("--processes", default=2, show_default=True, help="How many are tried at once.")
@click.argument("rooms", nargs=-1, type=click.Choice([*ROOMS]))
def main(sample: int, seed: int, limit: int, processes: int, rooms: Sequence[str]) -> None:
    """Put faults into the program, and show those that no test notices."""
    chosen = rooms or [*ROOMS]
    lines = [f"{'room':10} {'caught':>7} {'survived':>9} {'not called':>11}"]
    for at, name in enumerate(chosen):
        number = sample * (at + 1) // len(chosen) - sample * at // len(chosen)
        # a process of its own for each room: what one has imported slows the tests of the next
        counts = _in_child(lambda name=name, number=number: _counts(ROOMS[name], number, seed, limit, processes))
        lines.append(f"{name:10} {counts['caught']:7} {counts['survived']:9} {counts['not called']:11}")
    for line in lines:
        click.echo(line)


def _counts(room: Room, number: int, seed: int, limit: int, processes: int) -> Counter[str]:
    return Counter(each.fate for each in tried(room, sampled(room, number, seed), limit, processes))


if __name__ == "__main__":
    main()
