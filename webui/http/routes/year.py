"""The year of a club: statistics of players and the ranking of a season, as a page, CSV and XLSX."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from flask import Response, render_template, request

from scoring.match.year import SEASON_RULES, HandPlace, SeasonRule, statistics
from webui.exports.spreadsheet import to_csv
from webui.exports.year import (
    RULES,
    GameYear,
    of_games,
    players_table,
    ranking_of_year,
    seen_table,
    statistics_table,
    year_xlsx,
)
from webui.hall.year import ema_points, matches_between
from webui.http.api import Routes
from webui.http.context import the_hall, the_tables, the_words
from webui.http.requests import whole
from webui.messages import Messages
from webui.messages.scoring import pattern

routes = Routes("year", __name__)

BEST: Final = 8
"""Usual number of matches whose mean counts. More rewards those who play often; fewer rewards single good days."""

MOST_BEST: Final = 200
"""Most matches whose mean counts."""

_XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class Year:
    """The request and the year in each game: the days and the rule as the address names them."""

    first: str
    last: str
    rule: SeasonRule
    best: int
    games: list[GameYear]


@routes.page("/year")
def page() -> str:
    """Return the statistics and the ranking from `?from=` to `?to=` by `?rule=`: sum, best (with `best`) or ema."""
    words, found = the_words(), _asked()
    query = request.query_string.decode()
    return render_template(
        "year.html",
        found=found,
        query=f"?{query}" if query else "",
        rules={name: words(text) for name, text in RULES.items()},
        ranking=lambda game: ranking_of_year(game.places, found.rule, words),
        players=lambda game: players_table(game.years, words),
        seen=lambda game: seen_table(game.years, words),
        patterns=lambda game: _patterns(game, words),
    )


def _patterns(game: GameYear, words: Messages) -> dict[str, list[tuple[str, list[HandPlace]]]]:
    """Return the patterns that each player won with, the most frequent first."""
    return {
        year.player: sorted(
            [(pattern(words, name.name, name.zh), places) for name, places in year.patterns.items()],
            key=lambda each: (-len(each[1]), each[0]),
        )
        for year in game.years
        if year.patterns
    }


@routes.page("/year.<any(csv, xlsx):form>")
def file(form: str) -> Response:
    """Return the same as a file: the players as CSV, or all of it as XLSX."""
    words, found = the_words(), _asked()
    if form == "csv":
        # byte order mark for Excel
        data, kind = (
            b"\xef\xbb\xbf"
            + to_csv(statistics_table([year for game in found.games for year in game.years], words)).encode(),
            "text/csv",
        )
    else:
        data, kind = year_xlsx(found.games, found.rule, words), _XLSX
    response = Response(data, mimetype=kind)
    response.headers["Content-Disposition"] = f"attachment; filename=year.{form}"
    return response


def _asked() -> Year:
    first, last = (_day(request.args.get(name, "")) for name in ("from", "to"))
    asked = request.args.get("rule", "sum")
    rule: SeasonRule = next((each for each in SEASON_RULES if each == asked), "sum")
    best = min(max(1, whole("best", BEST)), MOST_BEST)
    found = statistics(matches_between(the_hall(), the_tables(), first, last))
    ema = ema_points(the_hall(), first, last) if rule == "ema" else {}
    return Year(first, last, rule, best, of_games(found, rule, best, ema, the_words()))


def _day(text: str) -> str:
    """Return a day as ISO 8601; "" if it is none."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return ""
