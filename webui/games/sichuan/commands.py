"""Additions of Sichuan to `tableside match record`: kongs, void suits, the exchange, the end of the wall."""

from typing import Any, Final, get_args

import click

from scoring.games.sichuan.acts import SEATS, ExchangedThree, KongKind, MadeKong, NamedVoid, WallOut
from scoring.games.sichuan.match import LUCK
from scoring.match.records import Act
from scoring.tiles import SUITS, WINDS
from webui.games.record import RecordCommand


def kong(player: str, kind: KongKind = "concealed", giver: str | None = None, tile: str = "") -> Act:
    """PLAYER makes a kong, which is paid at once."""
    return MadeKong(player, kind, giver, tile)


def void(player: str, suit: Any = "m") -> Act:
    """PLAYER names the void suit SUIT."""
    return NamedVoid(player, suit)


def exchange(direction: Any) -> Act:
    """Three tiles are exchanged in DIRECTION."""
    return ExchangedThree(direction)


def wall_out(east: str = "", south: str = "", west: str = "", north: str = "") -> Act:
    """The wall is out: state of each hand that has not won its tiles, its fan if ready, not-ready, pig or passive."""
    return WallOut(east, south, west, north)


OPTIONS: Final = {
    "won": (
        click.option(
            "--after-kong",
            "luck",
            type=click.Choice([*LUCK]),
            help="Sichuan: how the tile came right after a kong, of a hand without --hand.",
        ),
    ),
}
"""The options that Sichuan adds to commands."""

_WHO: Final = click.argument("player")
COMMANDS: Final = {
    "kong": RecordCommand(
        (
            _WHO,
            click.option("--kind", type=click.Choice(get_args(KongKind)), required=True, help="Kind of the kong."),
            click.option(
                "--from", "giver", metavar="PLAYER", help="The player who discarded the tile of an exposed kong."
            ),
            click.option("--tile", default="", metavar="TILE", help="Tile of the kong, such as 5m."),
        ),
        kong,
    ),
    "void-suit": RecordCommand((_WHO, click.argument("suit", type=click.Choice(list(SUITS)))), void),
    "exchange": RecordCommand((click.argument("direction", type=click.Choice(["across", "left", "right"])),), exchange),
    "wall-out": RecordCommand(
        tuple(
            [
                click.option(
                    f"--{SEATS[wind]}",
                    default="",
                    metavar="TILES|FAN|not-ready|pig|passive",
                    help=f"State of {SEATS[wind].title()}.",
                )
                for wind in WINDS
            ]
        ),
        wall_out,
    ),
}
"""The commands that Sichuan adds."""
