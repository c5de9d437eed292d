"""Additions of riichi for three to `tableside match record`: a North set aside."""

from typing import Final

import click

from scoring.games.sanma.acts import SetAside
from scoring.match.records import Act
from webui.games.record import RecordCommand


def north(player: str) -> Act:
    """PLAYER sets a North aside and draws a replacement."""
    return SetAside(player)


COMMANDS: Final = {"north": RecordCommand((click.argument("player"),), north)}
"""The commands that riichi for three adds."""
