"""`tableside hall rating`: the ratings of players over all matches and events."""

import json
from datetime import datetime
from pathlib import Path

import click

from scoring.match.rating import RATING_RULES, RatingRule
from webui.base.text import visible
from webui.commands.data import storage_options
from webui.commands.hall.events import opened
from webui.exports.spreadsheet import aligned
from webui.exports.year import GameYear, ranking_of_year, rating_table
from webui.games.view import game_name
from webui.hall.rating import ratings
from webui.messages import Messages
from webui.messages.rating import formula
from webui.serializers.encoding import plain
from webui.serializers.ratings import ratings_json

_DAY = click.DateTime(["%Y-%m-%d"])


@click.command("rating")
@click.option(
    "--by",
    "rule",
    type=click.Choice(RATING_RULES),
    default="elo",
    show_default=True,
    help="elo: the rating R of tenhou.net, over matches; mers: as the European ranking, over events.",
)
@click.option("--from", "first", type=_DAY, metavar="YYYY-MM-DD", help="The first day that counts.")
@click.option("--to", "last", type=_DAY, metavar="YYYY-MM-DD", help="The last day that counts.")
@click.option("--player", metavar="NAME", help="The matches or events that the rating of this player rests on.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@storage_options
def rating(
    rule: RatingRule,
    first: datetime | None,
    last: datetime | None,
    player: str | None,
    as_json: bool,
    data: Path,
    db: str | None,
    words: Messages,
) -> None:
    """Print the ratings of the players in each game, computed from the records.

    \b
        tableside hall rating
        tableside hall rating --by mers --to 2026-12-31
        tableside hall rating --player "Ann Lee"
    """
    days = [f"{day:%Y-%m-%d}" if day else "" for day in (first, last)]
    with opened(data, db) as hall:
        games = ratings(hall, None, rule, *days)
    if player is not None:
        games = {game: mine for game, all in games.items() if (mine := [each for each in all if each.player == player])}
        if not games:
            raise click.ClickException(words("%(name)s has no rating", {"name": visible(player)}))
    if as_json:
        shown = {"by": rule, "says": formula(words, rule), "games": plain(ratings_json(games, words))}
        click.echo(json.dumps(shown, ensure_ascii=False))
        return
    for game, found in games.items():
        if len(games) > 1:
            click.echo(game_name(words, game))
        year = GameYear(game, "", [], [], found)
        rows = rating_table(found, words) if player is not None else ranking_of_year(year, rule, words)
        click.echo("\n".join(aligned([[visible(str(cell)) for cell in row] for row in rows])))
    click.echo(formula(words, rule))
