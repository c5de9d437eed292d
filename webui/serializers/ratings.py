"""Ratings of players."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from scoring.games.game import GameId
from scoring.match.rating import Rating
from webui.games.view import game_name
from webui.messages import Messages


class RatingStepShown(Struct, frozen=True):
    """A match at a table, or an event (`table` 0), of a rating; `change` of an event are its points."""

    day: str
    table: int
    number: int
    change: float
    after: float


class RatingShown(Struct, frozen=True):
    """The rating of a player, with what it rests on, the oldest first."""

    place: int
    name: str
    rating: float
    counted: int
    steps: list[RatingStepShown]


class GameRatings(Struct, frozen=True):
    """The ratings in a game."""

    game: str
    title: str
    players: list[RatingShown]


def ratings_json(games: Mapping[GameId, Sequence[Rating]], words: Messages) -> list[GameRatings]:
    """Return the ratings in each game, to two places."""
    return [
        GameRatings(game, game_name(words, game), [_rating_json(each) for each in found])
        for game, found in games.items()
    ]


def _rating_json(each: Rating) -> RatingShown:
    steps = [
        RatingStepShown(step.day, step.table, step.number, round(step.change, 2), round(step.after, 2))
        for step in each.steps
    ]
    return RatingShown(each.rank, each.player, round(each.rating, 2), len(steps), steps)
