"""A table at which a few acts are recorded, for tests of what is said about it."""

from typing import Any, Final
from uuid import uuid4

from tests.scoring.match.builders import FOUR
from webui.match.matches import TableMatch
from webui.table.table import Table

SIT: Final = {"type": "Seated", "players": list(FOUR)}
WON: Final = {"type": "Won", "winner": "S", "points": 24, "payer": "W"}
TEXT: Final = "[123s,1]456789sCCC9p 9p discard from=W seat=S round=E no-kong"
"""A hand of Bo, who is South: a pure straight and a dragon pung, won off West."""


def record(table: Table, *acts: dict[str, Any]) -> TableMatch:
    """Record acts as a referee; return the match."""
    for act in acts:
        table.record(act, uuid4(), "Rita Roe", "referee")
    found = table.matches.current
    assert found is not None
    return found
