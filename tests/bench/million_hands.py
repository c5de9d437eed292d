"""Scores many random hands here and with PyMahjongGB and compares the totals: `python -m tests.bench.million_hands`."""

import argparse
import random
import sys
import time

from MahjongGB import MahjongFanCalculator

from scoring import score
from scoring.notation import format_win
from tests.scoring.deal import random_win, their_arguments


def main() -> None:
    """Print every difference and their number; exit with 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=20)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    started = time.monotonic()
    different = 0
    for number in range(1, options.hands + 1):
        win = random_win(rng)
        theirs = sum(points for points, _ in MahjongFanCalculator(*their_arguments(win)))
        ours = score(win).total
        if ours != theirs:
            different += 1
            print(f"{format_win(win)}\there {ours}\tPyMahjongGB {theirs}")
        if number % 100_000 == 0:
            print(f"{number} hands, {different} different, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{options.hands} hands with seed {options.seed}: {different} different totals")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
