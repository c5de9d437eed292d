"""`tableside match seating`: the seating of a tournament by table and wind, and its quality."""

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import Final

import click

from scoring.match.errors import SeatingError
from scoring.match.seating import MOST_PLAYERS, MOST_ROUNDS, Quality, Schedule, meetings, parse_script, quality, script
from scoring.match.seating import seating as seated
from scoring.tiles import WINDS
from webui.base.text import decode
from webui.commands.match.files import fail
from webui.commands.options import printable
from webui.messages import Messages, plural
from webui.messages import scoring as wording
from webui.terminal.language import lang_option, said

_SHOWN: Final = 8
"""Most repeated meetings that are listed; the others are counted. More push the rest off the screen."""

_QUALITY: Final = {
    "repeats": plural("%(n)d repeated meeting", "%(n)d repeated meetings"),
    "teammates": plural("%(n)d meeting of teammates", "%(n)d meetings of teammates"),
    "winds": plural("a player's winds differ by %(n)d at most", "a player's winds differ by up to %(n)d"),
    "returns": plural("%(n)d return to a table", "%(n)d returns to a table"),
    "kept_apart": plural("%(n)d meeting of players kept apart", "%(n)d meetings of players kept apart"),
}
"""The parts of the quality of a seating, in the order of their importance."""


def _players(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Return groups of players by number, separated by commas, with ranges such as `1-4`."""
    return [_group(value) for value in values]


def _group(value: str) -> tuple[int, ...]:
    found: list[int] = []
    for part in value.split(","):
        numbers = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3}))?\s*", part)
        if not numbers:
            raise click.BadParameter(
                said("%(part)r is no number of a player: write numbers such as 1,5,9-12.", {"part": part})
            )
        first = int(numbers[1])
        found += range(first, int(numbers[2] or first) + 1)
    if len(found) < 2:
        raise click.BadParameter(
            said("%(value)r names fewer than two players: write numbers such as 1,5,9-12.", {"value": value})
        )
    return tuple(found)


@click.command("seating")
@click.option("--players", type=int, help=f"Number of players, up to {MOST_PLAYERS}: they fill the tables.")
@click.option("--seats", type=click.IntRange(3, 4), default=4, show_default=True, help="Players of a table.")
@click.option("--rounds", type=int, help=f"Number of rounds, up to {MOST_ROUNDS}.")
@click.option("--team", "teams", callback=_players, multiple=True, metavar="1-4", help="Players of a team; repeat it.")
@click.option("--apart", callback=_players, multiple=True, metavar="3,17", help="Players to keep apart; repeat it.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed gives another seating.")
@click.option("--check", type=click.Path(dir_okay=False, path_type=Path), help="Say how good the script FILE is.")
@click.option(
    "--names",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A name a line, player 1 first: print who sits where instead of a script.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def seating(
    players: int | None,
    seats: int,
    rounds: int | None,
    teams: list[tuple[int, ...]],
    apart: list[tuple[int, ...]],
    seed: int,
    check: Path | None,
    names: Path | None,
    as_json: bool,
    words: Messages,
) -> None:
    """Seat a tournament: print a seating script of Pantheon, a line `7-2-1-8` a table, East first.

    In this order: nobody meets twice, no teammates meet, winds are even, tables are even, --apart is kept. How far the
    seating is from that goes to standard error.

    \b
        tableside match seating --players 40 --rounds 8 --team 1-4 --team 5-8 > seating.txt
        tableside match seating --check seating.txt
    """
    pairs = [pair for group in apart for pair in combinations(group, 2)]
    try:
        if check:
            schedule = parse_script(text_of(check, words), size=None)
            there = len(schedule[0][0]) * len(schedule[0])
            if players not in (None, there):
                about = {"file": printable(check), "seated": there, "players": players}
                fail(words("%(file)s seats %(seated)d players, not %(players)d: add tables, or give --players.", about))
        elif players is None or rounds is None:
            raise click.UsageError(words("Give --players and --rounds, or --check FILE."))
        else:
            schedule = seated(players, rounds, teams, pairs, seed, seats)
        found = quality(schedule, teams, pairs)
    except SeatingError as error:
        fail(f"{printable(check)}: {wording.error(words, error)}" if check else wording.error(words, error))
    people = _names(names, len(schedule[0][0]) * len(schedule[0]), words) if names else ()
    if as_json:
        click.echo(json.dumps({"rounds": schedule, "quality": asdict(found)}))
        return
    if people:
        click.echo(_listed(schedule, people, words))
    elif not check:
        click.echo(script(schedule), nl=False)
    click.echo(_quality(schedule, found, words), err=not check)


def text_of(file: Path, words: Messages) -> str:
    """Return the text of a file; end the command if it cannot be read."""
    about = {"file": printable(file)}
    try:
        return decode(sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes())
    except UnicodeDecodeError:
        fail(words("%(file)s is not text in UTF-8 or UTF-16: save it so.", about))
    except OSError as reason:
        about["reason"] = str(reason.strerror)
        fail(words("%(file)s cannot be read (%(reason)s): check the path.", about))


def _names(file: Path, players: int, words: Messages) -> list[str]:
    names = [line.strip() for line in text_of(file, words).splitlines() if line.strip()]
    if len(names) != players:
        about = {"file": printable(file), "names": len(names), "players": players}
        fail(words("%(file)s has %(names)d names for %(players)d players: give one a line.", about))
    return names


def _listed(schedule: Schedule, names: Sequence[str], words: Messages) -> str:
    """Return the seating as text, round by round."""
    out = []
    for number, games in enumerate(schedule, 1):
        out.append(words("Round %(n)d", {"n": number}))
        for table, game in enumerate(games, 1):
            seats = "  ".join(f"{wind} {names[player - 1]}" for wind, player in zip(WINDS, game, strict=False))
            out.append("  " + words("Table %(n)d", {"n": table}) + f"  {seats}")
    return "\n".join(out)


def _quality(schedule: Schedule, found: Quality, words: Messages) -> str:
    """Return the quality of a seating as text, with the repeated meetings."""
    size = words(
        "%(players)d players, %(rounds)d rounds",
        {"players": len(schedule[0][0]) * len(schedule[0]), "rounds": len(schedule)},
    )
    parts = [words.plural(*sentence, getattr(found, part)) for part, sentence in _QUALITY.items()]
    out = size + words(": ") + words(", ").join(parts)
    repeated = sorted((pair, times) for pair, times in meetings(schedule).items() if times > 1)
    if repeated:
        pairs = words(", ").join(f"{one}-{other} ×{times}" for (one, other), times in repeated[:_SHOWN])
        more = len(repeated) - _SHOWN
        out += "\n" + words("Meet again: %(pairs)s", {"pairs": pairs})
        out += words(" and %(more)d more pairs", {"more": more}) if more > 0 else ""
    return out
