"""The riichi value of a hand in JSON."""

from msgspec import Struct

from scoring.sheet import ScoreSheet
from webui.games.riichi.words import fu
from webui.messages import Messages
from webui.messages import scoring as wording


class TileShown(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A tile of the hand; `red` is true for a red five."""

    tile: str
    red: bool = False


class FuShown(Struct, frozen=True):
    """A reason of fu."""

    reason: str
    fu: int
    says: str


class RiichiShown(Struct, frozen=True, kw_only=True):
    """The riichi value of a hand: han and fu, the limit that they reach, counters and sticks on the table."""

    han: int
    fu: int
    fu_details: list[FuShown]
    level: str
    says: str
    honba: int
    sticks: int
    tiles: list[TileShown]


def riichi_json(sheet: ScoreSheet, words: Messages) -> RiichiShown | None:
    """Return the riichi value of a hand, or None if it has none."""
    found, red = sheet.extra, list(sheet.win.red)
    if found is None:
        return None
    tiles = []
    for code in sheet.win.tiles:
        is_red = code in red
        if is_red:
            red.remove(code)
        tiles.append(TileShown(tile=code, red=is_red))
    return RiichiShown(
        han=found.han,
        fu=found.fu,
        fu_details=[FuShown(part.reason, part.fu, fu(words, part)) for part in found.parts],
        level=found.level,
        says=wording.value(words, sheet) if found.han else "",
        honba=found.honba,
        sticks=found.sticks,
        tiles=tiles,
    )
