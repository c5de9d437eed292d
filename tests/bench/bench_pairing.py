"""Plays events whose rounds are drawn by the standing and prints how good they are.

`python -m tests.bench.bench_pairing`

`bound` is the fewest repeated meetings that counting allows; `width` is the mean distance in the ranking between the
first and the last of a table in the last round, 3 at best. Another size of the groups that are seated anew, or another
number of passes, can be compared.
"""

import argparse
import random
import time
from collections import Counter
from itertools import combinations

from scoring.match import pairing
from scoring.match.seating import MOST_PLAYERS
from tests.bench.bench_seating import bound

SHARES = (4, 2, 1, 0)
"""Table points of the places."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="*", default=[8, 12, 16, 20, 24, 32, 40, 100, 200, MOST_PLAYERS])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--group", type=int, default=pairing.GROUP)
    parser.add_argument("--passes", type=int, default=pairing.PASSES)
    options = parser.parse_args()
    pairing.GROUP, pairing.PASSES = options.group, options.passes  # type: ignore[misc]
    print(f"{'players':>7}{'repeats':>8}{'bound':>7}{'width':>7}{'slowest':>9}")
    for players in options.players:
        chance = random.Random(players)
        points: Counter[int] = Counter()
        met: list[tuple[int, int]] = []
        slowest = width = 0.0
        for _ in range(options.rounds):
            order = sorted(range(players), key=lambda player: -points[player])
            started = time.process_time()
            games, _ = pairing.pair_by_standing(order, met)
            slowest = max(slowest, time.process_time() - started)
            widths = [max(map(order.index, game)) - min(map(order.index, game)) for game in games]
            width = sum(widths) / len(widths)
            met += [pair for game in games for pair in combinations(sorted(game), 2)]
            for game in games:
                points.update(dict(zip(game, chance.sample(SHARES, 4), strict=True)))
        counts = Counter(met).values()
        repeats = sum(count * (count - 1) // 2 for count in counts)
        print(f"{players:7}{repeats:8}{bound(players, options.rounds):7}{width:7.1f}{slowest:9.2f}")


if __name__ == "__main__":
    main()
