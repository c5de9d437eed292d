"""The year of a club as tables for CSV and XLSX."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from scoring.games.game import GameId
from scoring.match.amounts import number
from scoring.match.rating import Rating, RatingRule
from scoring.match.year import PlayerStatistics, SeasonPlace, SeasonRule, SeenPlay, season
from webui.exports.spreadsheet import Cell
from webui.exports.workbook import WorkbookSheet, workbook
from webui.games.view import game_name
from webui.messages import N_, Messages
from webui.messages.game import words_of
from webui.messages.rating import RATINGS
from webui.messages.scoring import pattern

YearRule = SeasonRule | RatingRule

RULES: Final[Mapping[YearRule, str]] = {
    "sum": N_("Table points of all matches"),
    "best": N_("Mean table points of the best matches"),
    "ema": N_("Points of the European ranking (MERS) of all events"),
    "elo": RATINGS["elo"],
    "mers": RATINGS["mers"],
}
"""The rules of a season's ranking, and the formulas of ratings."""

_PLAYERS: Final = (
    N_("Name"),
    N_("Matches"),
    N_("Hands"),
    N_("Wins"),
    N_("Self-drawn"),
    N_("Deal-ins"),
    N_("Deal-in rate (%)"),
    N_("Mean win (%(unit)s)"),
    N_("Best win (%(unit)s)"),
    N_("Points"),
    N_("Table points"),
    N_("False wins"),
)
"""Columns of a game's table; those of its hands name their unit."""

_PAPER: Final = N_("Matches from paper")
"""The column after them where totals were typed from paper."""

_OF_ALL_GAMES: Final = {
    N_("Mean win (%(unit)s)"): N_("Mean win"),
    N_("Best win (%(unit)s)"): N_("Best win"),
}
"""Headings above several games, whose rows name the unit."""

_SHEET_NAME: Final = 31
"""Most letters of a sheet's name in XLSX."""

_LONGEST: Final = 12
"""Letters of it that are left for the kind of sheet. Fewer would cut a translation, more the name of the game."""

_SEEN: Final = (
    N_("Ends seen"),
    N_("Deal-ins seen"),
    N_("Deal-ins seen (%)"),
    N_("Hands followed"),
    N_("Tiles claimed"),
    N_("Claims a hand"),
    N_("Wins followed"),
    N_("Turns to a win"),
)
"""Columns of the play as cameras followed it, each figure after the number that it rests on."""


@dataclass(frozen=True, slots=True)
class GameYear:
    """The year in one game: the statistics of its players, and the ranking of the season, or the ratings."""

    game: GameId
    title: str
    years: list[PlayerStatistics]
    places: list[SeasonPlace]
    ratings: list[Rating]


def of_games(
    found: Mapping[GameId, list[PlayerStatistics]],
    rule: YearRule,
    best: int,
    ema: Mapping[GameId, Mapping[str, Sequence[int]]],
    rated: Mapping[GameId, list[Rating]],
    words: Messages,
) -> list[GameYear]:
    """Return the year in each game; European points and ratings also of a game without a match in this time."""
    games: dict[GameId, list[PlayerStatistics]] = {game: [] for game in (*ema, *rated)} | dict(found)
    return [
        GameYear(
            game,
            game_name(words, game),
            years,
            [] if rule in RATINGS else season(years, cast("SeasonRule", rule), best, ema.get(game)),
            rated.get(game, []),
        )
        for game, years in games.items()
    ]


def players_table(years: Sequence[PlayerStatistics], words: Messages) -> list[list[Cell]]:
    """Return a row for each player of one game, without the play as cameras followed it."""
    unit = words_of(years[0].game).counting.unit(words) if years else ""
    paper, rows = _paper(years)
    heads: list[Cell] = [words(head, {"unit": unit} if head in _OF_ALL_GAMES else None) for head in (*_PLAYERS, *paper)]
    return [heads, *rows]


def _paper(years: Sequence[PlayerStatistics]) -> tuple[tuple[str, ...], list[list[Cell]]]:
    """Return the heading of matches from paper if there are some, and the row of each player with them."""
    paper = (_PAPER,) if any(each.typed for each in years) else ()
    return paper, [[*_player(each), *([each.typed] if paper else [])] for each in years]


def _player(each: PlayerStatistics) -> list[Cell]:
    row: list[Cell] = [each.player, each.matches, each.hands, each.wins, each.self_drawn, each.dealt_in]
    row += [round(100 * each.deal_in_rate, 1), round(each.mean_win, 1)]
    row += [number(each.best.number) or "", number(each.points.number)]
    return [*row, round(float(sum(each.table_points)), 2), each.false_wins]


def seen_table(years: Sequence[PlayerStatistics], words: Messages) -> list[list[Cell]]:
    """Return a row for each player with the play as cameras followed it; nothing if none was followed."""
    if not any(each.seen.ends for each in years):
        return []
    return [[words("Name"), *(words(head) for head in _SEEN)], *([each.player, *_seen(each.seen)] for each in years)]


def players_with_play(years: Sequence[PlayerStatistics], words: Messages) -> list[list[Cell]]:
    """Return a row for each player of one game, with the columns of followed play if some was followed."""
    players, seen = players_table(years, words), seen_table(years, words)
    return [row + more[1:] for row, more in zip(players, seen, strict=True)] if seen else players


def statistics_table(years: Sequence[PlayerStatistics], words: Messages) -> list[list[Cell]]:
    """Return a row for each player in each game, with the columns of followed play if some was followed.

    The last two columns name the game, and what its hands are counted in.
    """
    (paper, rows), seen = _paper(years), seen_table(years, words)
    heads = [words(_OF_ALL_GAMES.get(head, head)) for head in (*_PLAYERS, *paper)]
    table = [[*heads, *(seen[0][1:] if seen else ()), words("Game"), words("Wins are counted in")]]
    for at, each in enumerate(years, 1):
        unit = words_of(each.game).counting.unit(words)
        table.append([*rows[at - 1], *(seen[at][1:] if seen else ()), game_name(words, each.game), unit])
    return table


def _seen(play: SeenPlay) -> list[Cell]:
    """Return the cells of a player's followed play; those that rest on nothing are empty."""
    rate = None if play.gave_rate is None else 100 * play.gave_rate
    ends: list[Cell] = [play.ends, play.gave, _rounded(rate)] if play.ends else ["", "", ""]
    hands: list[Cell] = [play.hands, play.calls, _rounded(play.calls_a_hand)] if play.hands else ["", "", ""]
    return [*ends, *hands, play.wins if play.hands else "", _rounded(play.turns_to_win)]


def _rounded(value: float | None) -> Cell:
    return "" if value is None else round(value, 1)


def ranking_of_year(game: GameYear, rule: YearRule, words: Messages) -> list[list[Cell]]:
    """Return the ranking of the season, or of the ratings."""
    counted = words("Events") if rule in ("ema", "mers") else words("Matches")
    table: list[list[Cell]] = [[words("Place"), words("Name"), words(RULES[rule]), counted]]
    for each in game.places:
        table.append([each.rank, each.player, round(float(each.points), 2), each.counted])
    for rated in game.ratings:
        table.append([rated.rank, rated.player, round(rated.rating, 2), len(rated.steps)])
    return table


def rating_table(ratings: Sequence[Rating], words: Messages) -> list[list[Cell]]:
    """Return a row for each match or event that a rating rests on, the oldest of each player first."""
    heads = (N_("Name"), N_("Day"), N_("Table"), N_("Match or event"), N_("Gain"), N_("Rating"))
    table: list[list[Cell]] = [[*map(words, heads)]]
    for each in ratings:
        for step in each.steps:
            cells: list[Cell] = [each.player, step.day, step.table or "", step.number]
            table.append([*cells, round(step.change, 2), round(step.after, 2)])
    return table


def patterns_of_year(years: Sequence[PlayerStatistics], words: Messages) -> list[list[Cell]]:
    """Return a row for each pattern of each player of one game, with the hands behind it as table/match/hand."""
    table: list[list[Cell]] = [[words("Name"), words("Fan"), words("Times"), words("Hands")]]
    for each in years:
        for name, places in sorted(each.patterns.items(), key=lambda found: (-len(found[1]), found[0].name)):
            hands = " ".join(f"{place.table}/{place.match}/{place.hand}" for place in places)
            table.append([each.player, pattern(words, name.name, name.zh), len(places), hands])
    return table


def year_xlsx(games: Sequence[GameYear], rule: YearRule, words: Messages) -> bytes:
    """Return the year as an XLSX file: ranking, players, patterns, and of several games these three of each."""
    sheets = []
    for game in games or [GameYear("", "", [], [], [])]:
        of = f" – {game.title}"[: _SHEET_NAME - _LONGEST] if len(games) > 1 else ""
        sheets.append(WorkbookSheet(words("Ranking") + of, ranking_of_year(game, rule, words)))
        if game.ratings:
            sheets.append(WorkbookSheet(words("Rating") + of, rating_table(game.ratings, words)))
        sheets.append(WorkbookSheet(words("Players") + of, players_with_play(game.years, words)))
        sheets.append(WorkbookSheet(words("Patterns") + of, patterns_of_year(game.years, words)))
    return workbook(sheets)
