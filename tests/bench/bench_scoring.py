"""Times scoring a hand here and in PyMahjongGB: `python -m tests.bench.bench_scoring`.

A score sheet here is the full explanation: each line with its tiles, each fan left out with its reason, ties.
PyMahjongGB gives fan and points. Each hand is timed singly, once with caches that have not seen it and once more.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from MahjongGB import MahjongFanCalculator

from scoring import parse
from scoring.circumstances import assess, assumed, assumption
from scoring.rules import rule_book
from tests.books import RIICHI, RULES
from tests.scoring.deal import their_arguments
from tests.scoring.truth import table
from webui.messages import Messages
from webui.serializers.encoding import encoded
from webui.serializers.scoring import assumption_json

T = TypeVar("T")


def microseconds(call: Callable[[T], object], values: Sequence[T]) -> list[float]:
    """Return the time of each call in microseconds, sorted."""
    clock = time.perf_counter_ns
    taken = []
    for value in values:
        started = clock()
        call(value)
        taken.append((clock() - started) / 1000)
    return sorted(taken)


def row(name: str, taken: list[float]) -> str:
    """Return a line of the table: quantiles and mean."""
    cells = [taken[int(len(taken) * share)] for share in (0.1, 0.5, 0.9, 0.99)] + [sum(taken) / len(taken)]
    return f"{name:<44}" + "".join(f"{cell:9.1f}" for cell in cells)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    options = parser.parse_args()
    texts = [line["hand"] for line in table("mcr_random.tsv.gz")][: options.hands]
    wins = [assumed(parse(text)) for text in texts]
    unsaid = [replace(win, self_draw=None, kong=None, seat=None, round_wind=None, flowers=None) for win in wins]
    theirs = [their_arguments(win) for win in wins]
    print(f"{len(wins)} hands, microseconds a hand")
    print(f"{'':<44}" + "".join(f"{head:>9}" for head in ("10%", "median", "90%", "99%", "mean")))
    for rules in (*RULES, *RIICHI):
        book = rule_book(rules)
        print(row(f"{rules}: score, first time", microseconds(book.score, wins)))
        print(row(f"{rules}: assess, nothing said", microseconds(partial(assess, rules=rules), unsaid)))
        print(row(f"{rules}: score, again", microseconds(book.score, wins)))
    print(row("mcr: parse", microseconds(parse, texts)))
    print(
        row(
            "mcr: text to JSON",
            microseconds(lambda text: encoded(assumption_json(assumption(parse(text)), Messages.of("en"))), texts),
        )
    )
    print(row("PyMahjongGB: fan and points", microseconds(lambda given: MahjongFanCalculator(*given), theirs)))


if __name__ == "__main__":
    main()
