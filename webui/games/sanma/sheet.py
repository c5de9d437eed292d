"""Hands of riichi for three in JSON: their value on a sheet."""

from msgspec import UNSET, UnsetType

from scoring.sheet import ScoreSheet
from webui.games.added import Added
from webui.games.riichi.sheet import RiichiShown, shown
from webui.messages import Messages


class SanmaSheet(Added, frozen=True, tag="sanma"):
    """The value of a hand on its sheet, as riichi says it."""

    riichi: RiichiShown


def sheet_json(words: Messages, sheet: ScoreSheet) -> SanmaSheet | UnsetType:
    """Return the value of a hand, if it has one."""
    return UNSET if sheet.extra is None else SanmaSheet(riichi=shown(words, sheet))
