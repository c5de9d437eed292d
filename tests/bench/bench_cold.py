"""Processor seconds and memory of the commands that load no network, as ratios to those of the library:

    python -m tests.bench.bench_cold
    python -m tests.bench.bench_cold match hall

The library is `import scoring` and one score. A command that reads the database cannot cost less than SQLAlchemy and
the rule books together, which have a row of their own. Each is the least of a few runs after the first, where some
refuse a file that exists; with words only the commands that begin with one of them are measured.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from tests.webui.test_cli import COLD, lay_files

_LIBRARY: Final = (
    "from scoring import parse, score; print(score(parse('123m456p789sEEEC C self-draw round=E seat=S')).total)"
)
_LEAST: Final = "import sqlalchemy, scoring; scoring.BOOKS.built_in"
_COUNT: Final = """
import atexit, time

def count():
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    open("cost", "w").write(f"{time.process_time()} {peak.split()[1]}")

atexit.register(count)
"""
_COMMAND: Final = "import sys; from webui.cli import main; main(sys.argv[1:])"


class Cost(NamedTuple):
    """The processor seconds of a process, and its megabytes at most."""

    seconds: float
    megabytes: float


def cost(code: str, arguments: Sequence[str], folder: Path, runs: int) -> Cost:
    """Return the least cost of a few runs of a program in a folder."""
    found = [_once(code, arguments, folder) for _ in range(runs + 1)][1:]
    return Cost(min(each.seconds for each in found), min(each.megabytes for each in found))


def _once(code: str, arguments: Sequence[str], folder: Path) -> Cost:
    there = {**os.environ, "TABLESIDE_DATA": str(folder / "data"), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    there.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, "-c", _COUNT + code, *arguments], cwd=folder, env=there, capture_output=True, check=False
    )
    seconds, kilobytes = (folder / "cost").read_text().split()
    return Cost(float(seconds), int(kilobytes) / 1024)


@click.command()
@click.argument("words", nargs=-1)
@click.option("--runs", default=5, show_default=True, help="Runs of each, of which the least counts.")
def main(words: tuple[str, ...], runs: int) -> None:
    """Measure each command of the table in the suite."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        lay_files(folder)
        library = cost(_LIBRARY, (), folder, runs)
        click.echo(f"library: {library.seconds:.2f} s of processor time, {library.megabytes:.0f} MB")
        rows = [("SQLAlchemy and rule books", cost(_LEAST, (), folder, runs))]
        for command in COLD:
            if not words or command[0] in words:
                rows.append((" ".join(command), cost(_COMMAND, command, folder, runs)))
            else:
                _once(_COMMAND, command, folder)  # a later one may need what it makes
        for name, each in rows:
            seconds, megabytes = each.seconds / library.seconds, each.megabytes / library.megabytes
            click.echo(f"{seconds:5.1f} × the seconds  {megabytes:4.1f} × the memory  {name}")


if __name__ == "__main__":
    main()
