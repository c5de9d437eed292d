"""Time that tests took: kept at the end of each run, and shown by file and by test.

    python -m tests.slow [--files 20] [--tests 20] [ROOT]

`seconds` are those of the clock, from the first fixture to the last; `processor` are those that the process of the test
worked meanwhile with all that descend from it: programs, servers, browsers, a database. What a process that a whole
run shares does for a test is that test's; the first that asks for it pays for its start. Under `(collection)` is what
importing and collecting the tests took, over all processes, and under `(rest)` what no test had them do, such as
handing out the tests. A server that TABLESIDE_TEST_DB names is in none. Elsewhere than on Linux a child counts once it
has ended.
"""

import json
import os
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import pytest

COLLECTION: Final = "(collection)"
REST: Final = "(rest)"

_KEY: Final = "tableside/seconds"
"""Name of the figures in pytest's cache."""

_PROCESSOR: Final = "processor"
"""Name of the seconds worked, in what a report carries from process to process."""

_WHOLE: Final = "processor of all"
"""Name of the seconds that a process of tests worked until its end, in what it hands over."""


class Took(NamedTuple):
    """Seconds of the clock, and of the processor."""

    clock: float
    processor: float

    def __add__(self, other: tuple[Any, ...]) -> "Took":
        return Took(self.clock + other[0], self.processor + other[1])


class Figures(NamedTuple):
    """Ticks that a process worked, those of its children that ended and were waited for, and its parent."""

    own: int
    ended: int
    parent: int


class Tree:
    """This process with all that descend from it, and the processor seconds that they worked.

    A process that ended is in the figures of the parent that waited for it. One that nobody here waited for, such as a
    browser's when the browser is gone, is in none: what it had worked when it was last seen is kept.
    """

    def __init__(self) -> None:
        self._mine = os.getpid()
        self._known: dict[int, Figures] = {}  # the living descendants
        self._others: set[int] = set()  # processes of nobody here, not to be asked about each time
        self._waited = 0  # ticks of children of this process that it waited for
        self._lost = 0  # ticks of those that nobody here waited for
        self._looked = 0.0

    def worked(self) -> float:
        """Return the processor seconds so far; of others than this process as they were a tick ago or less."""
        if time.monotonic() - self._looked > 1 / _TICKS:
            self._look()
            self._looked = time.monotonic()
        ticks = self._lost + sum(each.own + each.ended for each in self._known.values())
        return time.process_time() + (self._waited + ticks) / _TICKS

    def _look(self) -> None:
        waited = round(sum(os.times()[2:4]) * _TICKS)
        if not self._known and not _has_children():
            self._waited = waited
            return
        running = {int(entry.name) for entry in os.scandir("/proc") if entry.name.isdecimal()}
        before, now = self._known, dict[int, Figures]()
        self._others = (self._others & running) | {self._mine}
        for process in sorted(running - self._others, key=lambda process: (process not in before, process)):
            figures = _figures(process)
            if figures and (process in before or figures.parent in now or figures.parent == self._mine):
                now[process] = figures
            elif figures:
                self._others.add(process)
        waited = round(sum(os.times()[2:4]) * _TICKS)  # since then more may have ended
        found = {
            process: each.ended - (before[process].ended if process in before else 0) for process, each in now.items()
        }
        found[self._mine] = waited - self._waited
        missed: dict[int, int] = {}
        for process, each in before.items():
            if process not in now:
                parent = each.parent
                while parent in before and parent not in now:
                    parent = before[parent].parent
                missed[parent] = missed.get(parent, 0) + each.own + each.ended
        self._lost += sum(max(0, ticks - found.get(parent, 0)) for parent, ticks in missed.items())
        self._known, self._waited = now, waited


_TICKS: Final = os.sysconf("SC_CLK_TCK")


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return Path("/proc/self/stat").exists()


def _figures(process: int) -> Figures | None:
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None  # it has ended meanwhile
    fields = state.rpartition(")")[2].split()
    own, system, ended, of_ended = map(int, fields[11:15])
    return Figures(own + system, ended + of_ended, int(fields[1]))


class Keeper:
    """A plugin of pytest that keeps what each test took: in one process, or in several and the one that hands out."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._took: dict[str, Took] = {}
        self._tree = Tree()
        self._last = 0.0
        self._whole = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._last = self._tree.worked()
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            output[_PROCESSOR] = self._last
        else:
            self._add(COLLECTION, Took(0, self._last))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        output = getattr(node, "workeroutput", {})  # empty if it crashed
        self._add(COLLECTION, Took(0, output.get(_PROCESSOR, 0.0)))
        self._whole += output.get(_WHOLE, 0.0)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            now = self._tree.worked()
            report.user_properties.append((_PROCESSOR, now - self._last))
            self._last = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._add(report.nodeid, Took(report.duration, float(str(dict(report.user_properties).get(_PROCESSOR, 0)))))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self) -> Generator[None]:
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            output[_WHOLE] = self._tree.worked()
        yield
        cache = getattr(self._config, "cache", None)  # there is none with -p no:cacheprovider
        if output is None and cache and self._took.keys() - {COLLECTION}:
            # those that this one handed tests to have said what they worked
            whole = self._whole + time.process_time() if self._whole else self._tree.worked()
            self._add(REST, Took(0, whole - sum(took.processor for took in self._took.values())))
            cache.set(_KEY, {name: [round(each, 3) for each in took] for name, took in self._took.items()})

    def _add(self, name: str, took: Took) -> None:
        self._took[name] = self._took.get(name, Took(0, 0)) + took


def kept(root: Path) -> dict[str, Took]:
    """Return the times of each test of the last run; empty if none was run."""
    file = root / ".pytest_cache" / "v" / _KEY
    return {name: Took(*took) for name, took in json.loads(file.read_text()).items()} if file.exists() else {}


def by_file(took: dict[str, Took]) -> dict[str, tuple[int, Took]]:
    """Return the number of tests of each file, and their times together."""
    found: dict[str, tuple[int, Took]] = {}
    for name, each in took.items():
        count, total = found.get(name.split("::")[0], (0, Took(0, 0)))
        found[name.split("::")[0]] = count + 1, total + each
    return found


def table(took: dict[str, Took], files: int, tests: int) -> Iterator[str]:
    """Yield the slowest files and the slowest tests as lines, slowest first."""

    def slowest(each: tuple[str, Any]) -> float:
        return -max(each[1] if isinstance(each[1], Took) else each[1][1])

    yield f"{'seconds':>8} {'processor':>9} {'tests':>6}  file"
    total = sum(took.values(), Took(0, 0))
    yield f"{total.clock:8.1f} {total.processor:9.1f} {len(took.keys() - {COLLECTION, REST}):6}  all"
    for name, (count, each) in sorted(by_file(took).items(), key=slowest)[:files]:
        yield f"{each.clock:8.1f} {each.processor:9.1f} {count if name not in (COLLECTION, REST) else '':6}  {name}"
    yield ""
    yield f"{'seconds':>8} {'processor':>9}  test"
    one = {name: each for name, each in took.items() if name not in (COLLECTION, REST)}
    for name, each in sorted(one.items(), key=slowest)[:tests]:
        yield f"{each.clock:8.2f} {each.processor:9.2f}  {name}"


@click.command()
@click.option("--files", default=20, show_default=True, help="How many files are shown.")
@click.option("--tests", default=20, show_default=True, help="How many tests are shown.")
@click.argument("root", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path.cwd())
def main(files: int, tests: int, root: Path) -> None:
    """Show where the time of the last run of the tests went."""
    took = kept(root)
    if not took:
        raise click.UsageError(f"no run of the tests is kept in {root}: run pytest there first")
    for line in table(took, files, tests):
        click.echo(line)


if __name__ == "__main__":
    main()
