"""Additions of riichi to `tableside match record`: its declaration, han and fu of a win, tenpai at a draw."""

from collections.abc import Mapping
from typing import Any, Final, get_args

import click
from msgspec import structs

from scoring.games.riichi.acts import AbortiveDraw, DeclaredRiichi
from scoring.games.riichi.match import riichi_values
from scoring.games.riichi.payment import value_among
from scoring.games.riichi.presets import Preset
from scoring.match.errors import RefusedError
from scoring.match.payers import seat_of
from scoring.match.records import Act, Won
from scoring.match.state import Hand, Match
from webui.games.record import Decorator, RecordCommand

NOBODY: Final = "nobody"
"""Value of `--tenpai` for no player."""

FU: Final = 30
"""The fu of a hand of which the command names none."""


def _people(ctx: click.Context, param: click.Parameter, names: str | None) -> tuple[str, ...] | None:
    """Return the players of a list with commas; none for `nobody`."""
    if names is None:
        return None
    return () if names == NOBODY else tuple([name.strip() for name in names.split(",")])


OPTIONS: Final[Mapping[str, tuple[Decorator, ...]]] = {
    "won": (
        click.option("--han", type=click.IntRange(1, 78), help="Riichi: han in place of points; 13 for each yakuman."),
        click.option(
            "--fu", type=click.IntRange(20, 110), default=FU, show_default=True, help="Riichi: fu, below 5 han."
        ),
    ),
    "drawn": (
        click.option("--tenpai", metavar="PLAYER,…|nobody", callback=_people, help="Riichi: who is tenpai."),
        click.option(
            "--abortive",
            type=click.Choice([kind.replace(" ", "-") for kind in get_args(AbortiveDraw)]),
            callback=lambda ctx, param, kind: kind and kind.replace("-", " "),
            help="Riichi: why the hand ends before the wall does.",
        ),
        click.option("--nagashi", metavar="PLAYER,…", callback=_people, help="Riichi: who is paid nagashi mangan."),
    ),
}
"""The options that riichi adds to commands."""


def riichi(player: str, opened: bool = False) -> Act:
    """PLAYER declares riichi and puts a stick on the table."""
    return DeclaredRiichi(player, opened)


COMMANDS: Final = {
    "riichi": RecordCommand(
        (
            click.argument("player"),
            click.option("--open", "opened", is_flag=True, help="The player shows the hand: an open riichi."),
        ),
        riichi,
    )
}
"""The commands that riichi adds."""


def by_han(match: Match, hand: Hand | None, act: Won, given: Mapping[str, Any]) -> Won:
    """Return a win with the points of its han and fu where they are given.

    Without a hand in play they are 0: the match refuses the win.

    Raises:
        RefusedError: The match is of another game, or no hand is won so.
    """
    han, fu = given["han"], given["fu"]
    if han is None:
        return act
    if hand is None:
        return structs.replace(act, points=0)
    if not isinstance(match.rules.preset, Preset):
        raise RefusedError("no-riichi", rules=match.rules.title)
    worth = value_among(riichi_values(match), han, fu)
    points = None if worth is None else worth.won(seat_of(match, hand, act.winner) == "E", act.self_drawn)
    if points is None:
        raise RefusedError("no-such-han", han=han, fu=fu)
    return structs.replace(act, points=points)
