"""`tableside match ranking`: ranks players or teams over the matches of several tables."""

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from scoring.match.amounts import ONE, Unit, UnitError, in_one_unit, unit_of
from scoring.match.bodies import Body
from scoring.match.course import all_bodies, results
from scoring.match.ranking import mers_points, sessions_of, team_ranking
from scoring.match.ranking import ranking as ranked
from scoring.match.state import Match
from webui.base.text import decode
from webui.commands.match.files import fail, read
from webui.commands.match.sources import kept_match, kept_options, kept_records, table_option
from webui.commands.options import printable
from webui.exports.spreadsheet import aligned, to_csv
from webui.exports.standings import standings_table
from webui.games.view import game_name
from webui.messages import N_, Messages
from webui.messages.errors import command_error
from webui.records.bundles import BundleError
from webui.serializers.encoding import plain
from webui.serializers.standings import standings_json
from webui.terminal.language import lang_option
from webui.terminal.output import write_csv


@dataclass(frozen=True, slots=True)
class _Table:
    """The result of one match.

    Attributes:
        file: Its file, or the description of a match of the server.
        body: The body whose rules it followed.
        unit: The unit of its points.
        points: Game points by player, without those of the start.
        over: True if it is over.
        began: Time of its beginning (ISO 8601); "" if the file does not have it.
        results: Results by player that count instead of the points; empty before it is over, and in most games.
    """

    file: str
    body: Body
    unit: Unit
    points: dict[str, int]
    over: bool
    began: str
    results: Mapping[str, Fraction]


@click.command("ranking")
@click.argument("files", nargs=-1, type=click.Path(dir_okay=False, path_type=Path))
@kept_options
@table_option
@click.option(
    "--match", "numbers", type=click.IntRange(1), multiple=True, help="Without FILES: its first record; repeat it."
)
@click.option("--all", "every", is_flag=True, help="Without FILES: every match of every table.")
@click.option(
    "--body",
    "body_name",
    type=click.Choice(list(all_bodies())),
    help="Regulations of the ranking. [default: the matches']",
)
@click.option(
    "--teams",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Rank teams: a file with a line `Dragons: Ann, Bo, Chen` for each.",
)
@click.option("--substitute", "substitutes", multiple=True, metavar="NAME", help="Plays and is not ranked; repeat it.")
@click.option("--mers", is_flag=True, help="Points of the European ranking too, which the regulations ema have anyway.")
@click.option("--so-far", is_flag=True, help="Rank although matches are not over.")
@click.option("--csv", "as_csv", is_flag=True, help="For a spreadsheet.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def ranking(
    files: tuple[Path, ...],
    data: Path | None,
    db: str | None,
    table: int,
    numbers: tuple[int, ...],
    every: bool,
    body_name: str | None,
    teams: Path | None,
    substitutes: tuple[str, ...],
    mers: bool,
    so_far: bool,
    as_csv: bool,
    as_json: bool,
    words: Messages,
) -> None:
    """Rank over several tables and rounds, from files of records, match files, or what `match export --to json` wrote.

    Without FILES it is the match that the server plays, or those of --match or --all.

    The regulations decide: table points, match points or results, then game points. Files of records and match
    files are taken in the order they began, others as they are given; a player's matches are a session each. Equal
    places are shared.

    \b
        tableside match ranking round1/*.jsonl round2/*.jsonl --csv
    """
    tables = _tables(files, words) if files else _kept(data, db, table, numbers, every, words)
    unfinished = [table.file for table in tables if not table.over]
    if unfinished and not so_far:
        about = {"files": words(", ").join(unfinished)}
        fail(words("%(files)s: the match is not over. End it, or rank as it stands with --so-far.", about))
    body = all_bodies()[body_name] if body_name else _body(tables, words)
    try:
        unit, points = in_one_unit((table.unit, table.points) for table in tables)
    except UnitError as error:
        games = words(", ").join(game_name(words, game) for game in sorted({unit.game for unit in error.units}))
        said = N_("Points of several games (%(games)s) have no sum: rank the matches of each game alone.")
        fail(words(said, {"games": games}))
    value = unit.value if unit else ONE
    sessions = sessions_of(points)
    players = {player for table in tables for player in table.points}
    placed = {
        player: sum((table.results.get(player, Fraction(0)) for table in tables), Fraction(0)) for player in players
    }
    _known(substitutes, players, words)
    if teams:
        members = _teams(teams, words)
        _known([player for team in members.values() for player in team], players, words)
        standings = team_ranking(sessions, members, body.ranking, placed, body.table_points)
    else:
        standings = ranked(sessions, body.ranking, substitutes, placed, body.table_points)
    ended = any(table.over for table in tables)
    european = mers_points(standings) if ended and not teams and (mers or body == all_bodies()["ema"]) else {}
    if as_json:
        click.echo(
            json.dumps(
                {
                    "body": body.name,
                    "by": list(body.ranking),
                    "sessions": len(sessions),
                    "tables": len(tables),
                    "over": all(table.over for table in tables),
                    "standings": plain(standings_json(standings, european, value)),
                },
                ensure_ascii=False,
            )
        )
        return
    shown = standings_table(standings, body.ranking, european, words, value)
    if as_csv:
        write_csv(to_csv(shown))
        return
    size = {"body": words(body.name), "sessions": len(sessions), "tables": len(tables)}
    click.echo(words("%(body)s; sessions: %(sessions)d, tables: %(tables)d", size))
    click.echo("\n".join(aligned(shown)))


def _kept(
    data: Path | None, db: str | None, table: int, numbers: Sequence[int], every: bool, words: Messages
) -> list[_Table]:
    """Return matches of the server, in the order of their beginnings."""
    from webui.match.matches import Matches

    found = []
    with kept_records(data, db, words) as records:
        for at in records.journal.tables() if every else [table]:
            matches = Matches(records.journal, at, "mcr")
            asked = numbers or (None,)
            chosen = matches.all() if every else (kept_match(matches, at, each, words) for each in asked)
            found += [(at, match) for match in chosen]
    if not found:
        fail(words("No match is kept there: begin one on the page."))
    listed = [
        _of_match(
            words("match %(number)d of table %(table)d", {"number": each.number, "table": at}),
            each.match,
            each.entries[0].when,
        )
        for at, each in found
    ]
    return sorted(listed, key=lambda each: each.began)


def _of_match(name: str, match: Match, began: str) -> _Table:
    """Return the result of a match under a name."""
    return _Table(name, match.body, unit_of(match), match.game_points, match.over, began, results(match))


def _tables(files: Sequence[Path], words: Messages) -> list[_Table]:
    """Return the matches in the files, in the order of their beginnings if all files have them."""
    tables: list[_Table] = []
    seen: dict[object, str] = {}
    for file in files:
        key, table = _table(file, words)
        if key in seen:
            about = {"file": table.file, "other": seen[key]}
            fail(words("%(file)s is the same match as %(other)s: give it once.", about))
        seen[key] = table.file
        tables.append(table)
    return sorted(tables, key=lambda table: table.began) if all(table.began for table in tables) else tables


def _table(file: Path, words: Messages) -> tuple[object, _Table]:
    """Return a key that identifies the match of a file, and its result."""
    name = printable(file)
    if zipfile.is_zipfile(file):
        return _bundled(file, name, words)
    exported = _exported(file)
    if exported is not None:
        try:
            body = next(body for body in all_bodies().values() if body.name == exported["body"])
            points = {str(player): _whole(total) - body.start for player, total in exported["totals"].items()}
            key = json.dumps(exported, sort_keys=True)
            placed = {str(player): Fraction(value) for player, value in exported.get("results", {}).items()}
            unit = Unit(body.game, "match", Fraction(exported.get("unit", 1)))
            return key, _Table(name, body, unit, points, exported["over"] is True, "", placed)
        except (ValueError, KeyError, TypeError, AttributeError, StopIteration):
            fail(words("%(file)s is not a match sheet: export it again.", {"file": name}))
    kept = read(file, words)
    if kept.match.refused:
        about = {"file": name, "number": min(kept.match.refused)}
        fail(words("%(file)s: record %(number)d does not count; see match show.", about))
    first = kept.entries[0]
    began = first.when
    return first.id, _Table(
        name, kept.match.body, unit_of(kept.match), kept.match.game_points, kept.match.over, began, results(kept.match)
    )


def _bundled(file: Path, name: str, words: Messages) -> tuple[object, _Table]:
    """Return the same for a bundle, in which all checks must pass."""
    from webui.exports.bundle import open_bundle  # files of records need none of what it loads

    try:
        with file.open("rb") as opened:
            found = open_bundle(opened)
    except BundleError as error:
        fail(f"{name}: {command_error(words, error)}")
    if not found.sound:
        fail(words("%(file)s failed verification: run tableside match open.", {"file": name}))
    first, match = found.records[0], found.match
    key = first.id or first.record
    return key, _Table(
        name, match.body, unit_of(match), match.game_points, match.over, first.record.when, results(match)
    )


def _exported(file: Path) -> dict[str, Any] | None:
    """Return the contents of a file by `match export --to json`, or None for a file of records or an unreadable one."""
    try:
        values = json.loads(decode(file.read_bytes()))
    except (OSError, ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) and not {"act", "preset"} & set(values) else None


def _whole(points: object) -> int:
    if not isinstance(points, int):
        raise TypeError(points)
    return points


def _body(tables: Sequence[_Table], words: Messages) -> Body:
    bodies = {table.body.name: table.body for table in tables}
    if len(bodies) > 1:
        fail(
            words(
                "The matches use several regulations (%(bodies)s): choose one by --body.",
                {"bodies": words(", ").join(bodies)},
            )
        )
    return tables[0].body


def _known(names: Sequence[str], players: set[str], words: Messages) -> None:
    """End the command if a name is nobody's, instead of ignoring it."""
    for name in names:
        if name not in players:
            fail(words("%(name)s plays in none of these matches: check the name.", {"name": name}))


def _teams(file: Path, words: Messages) -> dict[str, list[str]]:
    """Return the players of each team by its name."""
    about: dict[str, object] = {"file": printable(file)}
    try:
        lines = decode(file.read_bytes()).splitlines()
    except UnicodeDecodeError:
        fail(words("%(file)s is not text in UTF-8 or UTF-16: save it so.", about))
    except OSError as reason:
        fail(words("%(file)s cannot be read (%(reason)s): check the path.", about | {"reason": reason.strerror}))
    teams: dict[str, list[str]] = {}
    seen: set[str] = set()
    for at, line in enumerate(lines, 1):
        if not line.strip():
            continue
        name, colon, members = line.replace("：", ":").partition(":")
        players = [player.strip() for player in members.replace("，", ",").split(",") if player.strip()]
        if not colon or not name.strip() or not players or name.strip() in teams:
            fail(words("%(file)s, line %(line)d: write each team once, as Dragons: Ann, Bo.", about | {"line": at}))
        for player in players:
            if player in seen:
                fail(words("%(name)s is in two teams: a player is in one.", {"name": player}))
            seen.add(player)
        teams[name.strip()] = players
    if not teams:
        fail(words("%(file)s names no team: write lines such as Dragons: Ann, Bo.", about))
    return teams
