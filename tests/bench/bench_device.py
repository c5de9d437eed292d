"""Stress tests of the serial line at full size. `python -m tests.bench.bench_device --help`."""

import tempfile
from dataclasses import asdict
from pathlib import Path

import click

from device.simulator import Faults
from tests.device.stress import fuzz, latencies, replug, storm


@click.group(chain=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.pass_context
def main(context: click.Context, seed: int) -> None:
    """Runs the stress tests named and prints their figures; exits with 1 if one fails."""
    context.obj = seed


def tell(name: str, measured: object, passed: bool) -> None:
    """Print the figures of a stress test."""
    words = asdict(measured) if hasattr(measured, "__dataclass_fields__") else measured  # type: ignore[call-overload]
    click.echo(f"{name}: {words} {'passed' if passed else 'NOT PASSED'}")
    if not passed:
        raise SystemExit(1)


@main.command()
@click.option("--size", type=int, default=10_000_000, show_default=True, help="Bytes.")
@click.pass_obj
def codec(seed: int, size: int) -> None:
    """Feeds random and damaged bytes to the codec."""
    result = fuzz(size, seed)
    tell("codec", result, (result.false, result.missed) == (0, 0) and result.kept <= 64 and result.memory < 100_000)


@main.command()
@click.option("--events", type=int, default=10_000, show_default=True)
@click.pass_obj
def line(seed: int, events: int) -> None:
    """Sends events over a line that loses, damages, repeats and reorders frames, stalls and is unplugged."""
    faults = Faults(drop=0.03, garble=0.03, duplicate=0.03, reorder=0.03, stall=0.1, unplug=0.3, away=0.1)
    with tempfile.TemporaryDirectory() as folder:
        result = storm(events, faults, seed, Path(folder))
    tell("line", result, result.right and result.received == events)


@main.command()
@click.option("--cycles", type=int, default=200, show_default=True)
def cable(cycles: int) -> None:
    """Unplugs the cable and plugs it in again."""
    with tempfile.TemporaryDirectory() as folder:
        result = replug(cycles, Path(folder))
    tell("cable", result, (result.connections, result.files, result.threads) == (cycles, 0, 0))


@main.command()
@click.option("--presses", type=int, default=1000, show_default=True)
def press(presses: int) -> None:
    """Measures the time from a press at the simulated box to the program that takes it."""
    with tempfile.TemporaryDirectory() as folder:
        took = latencies(presses, Path(folder))
    middle, late = (1000 * took[round(share * (len(took) - 1))] for share in (0.5, 0.99))
    tell("press", f"median {middle:.2f} ms, 99 % within {late:.2f} ms", middle < 100)


if __name__ == "__main__":
    main()
