"""Seats tournaments of every size and prints how good the schedules are: `python -m tests.bench.bench_seating`.

`bound` is the fewest repeated meetings that counting allows, `uneven` the most by which one player's winds differ.
"""

import argparse
import time

from scoring.match.seating import MOST_PLAYERS, MOST_ROUNDS, quality, seating


def bound(players: int, rounds: int) -> int:
    """Return the repeated meetings if all were spread evenly over all pairs of players."""
    pairs = players * (players - 1) // 2
    even, rest = divmod(6 * (players // 4) * rounds, pairs)
    return pairs * even * (even - 1) // 2 + rest * even


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--players", type=int, nargs="*", default=[*range(4, 65, 4), 72, 80, 100, 120, 160, 200, 208, 300, MOST_PLAYERS]
    )
    parser.add_argument("--rounds", type=int, nargs="*", default=[4, 5, 8, 10, 12, MOST_ROUNDS])
    parser.add_argument("--team", type=int, default=0, help="players of a team; 0: no teams")
    options = parser.parse_args()
    print(f"{'players':>7}{'rounds':>7}{'repeats':>8}{'bound':>7}{'mates':>7}{'uneven':>7}{'returns':>8}{'seconds':>9}")
    for players in options.players:
        teams = [range(at, at + options.team) for at in range(1, players, options.team)] if options.team else []
        for rounds in options.rounds:
            started = time.perf_counter()
            found = quality(seating(players, rounds, teams), teams)
            seconds = time.perf_counter() - started
            print(
                f"{players:7}{rounds:7}{found.repeats:8}{bound(players, rounds):7}{found.teammates:7}"
                f"{found.winds:7}{found.returns:8}{seconds:9.2f}"
            )


if __name__ == "__main__":
    main()
