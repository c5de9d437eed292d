"""The way in which tables of Taiwan play."""

from scoring.games.taiwan.play import PLAY, play_of
from scoring.games.taiwan.presets import HOME
from tests.rows import row_by_row


@row_by_row(
    ("answers", "tiles", "dead", "stack"),
    [
        ({}, 144, 16, 18),
        ({"TW37": "14"}, 144, 14, 18),
        ({"TW37": "16+1"}, 144, 16, 18),
        ({"TW32": "each"}, 144, 16, 18),
        ({"TW32": "off"}, 136, 16, 17),
    ],
)
def test_a_wall_has_its_flowers_and_the_tiles_that_nobody_draws(
    answers: dict[str, str], tiles: int, dead: int, stack: int
) -> None:
    play = play_of({**HOME, **answers})
    assert (play.tiles, play.dead, set(play.stacks), play.size) == (tiles, dead, {stack}, PLAY.size)
    assert (play.size, play.sets, play.dice) == (17, 5, 3)
