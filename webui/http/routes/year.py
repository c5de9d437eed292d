"""The year of a club: statistics of players and the ranking of a season, as a page, CSV and XLSX."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from flask import Response, render_template, request

from scoring.match.rating import RATING_RULES
from scoring.match.year import HandPlace, statistics
from webui.exports.spreadsheet import to_csv
from webui.exports.year import (
    RULES,
    GameYear,
    YearRule,
    of_games,
    players_table,
    ranking_of_year,
    seen_table,
    statistics_table,
    year_xlsx,
)
from webui.hall.rating import ratings
from webui.hall.year import ema_points, matches_between
from webui.http import shapes
from webui.http.api import Routes
from webui.http.context import the_hall, the_tables, the_words
from webui.http.errors import RequestError
from webui.http.requests import whole
from webui.messages import Messages
from webui.messages.rating import COUNTED, formula
from webui.messages.scoring import pattern
from webui.serializers.ratings import ratings_json

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
    rule: YearRule
    best: int
    games: list[GameYear]


@routes.page("/year")
def page() -> str:
    """Return the statistics and the ranking from `?from=` to `?to=` by `?rule=`: sum, best (with `best`), ema, or the
    ratings elo and mers."""
    words, found = the_words(), _asked()
    query = request.query_string.decode()
    return render_template(
        "year.html",
        found=found,
        query=f"?{query}" if query else "",
        rules={name: words(text) for name, text in RULES.items()},
        says=formula(words, found.rule) if found.rule in RATING_RULES else "",
        counted=words(COUNTED),
        ranking=lambda game: ranking_of_year(game, found.rule, words),
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
    rule: YearRule = next((each for each in RULES if each == asked), "sum")
    best = min(max(1, whole("best", BEST)), MOST_BEST)
    found = statistics(matches_between(the_hall(), the_tables(), first, last))
    ema = ema_points(the_hall(), first, last) if rule == "ema" else {}
    rated = ratings(the_hall(), the_tables(), rule, first, last) if rule in RATING_RULES else {}
    return Year(first, last, rule, best, of_games(found, rule, best, ema, rated, the_words()))


@routes.get(
    "/api/rating",
    gives=shapes.RatingsAnswer,
    query={"by": "string", "from": "string", "to": "string"},
)
def rating() -> shapes.RatingsAnswer:
    """Return the ratings of the players in each game `by` elo (R of tenhou.net, the usual one) or mers, from a day to
    another, with the matches or events that each rests on and the formula in words."""
    words, asked = the_words(), request.args.get("by", "elo")
    rule = next((each for each in RATING_RULES if each == asked), None)
    if rule is None:
        raise RequestError(400, "not-a-rating", known=RATING_RULES)
    first, last = (_day(request.args.get(name, "")) for name in ("from", "to"))
    games = ratings(the_hall(), the_tables(), rule, first, last)
    return shapes.RatingsAnswer(ok=True, by=rule, says=formula(words, rule), games=ratings_json(games, words))


def _day(text: str) -> str:
    """Return a day as ISO 8601; "" if it is none."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return ""
