"""Time that tests took: kept at the end of each run, and shown by file and by test.

    python -m tests.slow [--files 20] [--tests 20] [ROOT]

`seconds` are those of the clock, from the first fixture to the last; `processor` are those that the process of the test
worked meanwhile, with its children that have ended. A browser and a database end with the run and are in none, so that
a test that waits for them has more seconds than processor. The first test that asks for what a whole run shares, such
as the browser, pays for its start. Under `(collection)` is what importing and collecting the tests took, over all
processes.
"""

import json
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import pytest

COLLECTION: Final = "(collection)"

_KEY: Final = "tableside/seconds"
"""Name of the figures in pytest's cache."""

_PROCESSOR: Final = "processor"
"""Name of the seconds worked, in what a report carries from process to process."""


class Took(NamedTuple):
    """Seconds of the clock, and of the processor."""

    clock: float
    processor: float

    def __add__(self, other: tuple[Any, ...]) -> "Took":
        return Took(self.clock + other[0], self.processor + other[1])


def worked() -> float:
    """Return the processor seconds of this process so far, with those of its children that have ended."""
    return sum(os.times()[:4])


class Keeper:
    """A plugin of pytest that keeps what each test took: in one process, or in several and the one that hands out."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._took: dict[str, Took] = {}
        self._last = worked()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            output[_PROCESSOR] = worked()
        else:
            self._add(COLLECTION, Took(0, worked()))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        self._add(COLLECTION, Took(0, getattr(node, "workeroutput", {}).get(_PROCESSOR, 0.0)))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        self._last = worked()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = worked()
        report.user_properties.append((_PROCESSOR, now - self._last))
        self._last = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # the properties of a test grow from phase to phase: the last one is this phase's
        processor = [value for name, value in report.user_properties if name == _PROCESSOR]
        self._add(report.nodeid, Took(report.duration, float(str(processor[-1])) if processor else 0.0))

    def pytest_sessionfinish(self) -> None:
        cache = getattr(self._config, "cache", None)  # there is none with -p no:cacheprovider
        if cache and not hasattr(self._config, "workerinput") and self._took.keys() - {COLLECTION}:
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
    yield f"{total.clock:8.1f} {total.processor:9.1f} {len(took.keys() - {COLLECTION}):6}  all"
    for name, (count, each) in sorted(by_file(took).items(), key=slowest)[:files]:
        yield f"{each.clock:8.1f} {each.processor:9.1f} {count if name != COLLECTION else '':6}  {name}"
    yield ""
    yield f"{'seconds':>8} {'processor':>9}  test"
    one = {name: each for name, each in took.items() if name != COLLECTION}
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
