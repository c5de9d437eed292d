"""Hands of riichi for three in JSON: their value on a sheet, and what was declared in those of a match."""

from msgspec import UNSET, UnsetType

from scoring.games.sanma.hand import sanma_of
from scoring.match.state import Hand
from scoring.sheet import ScoreSheet
from webui.games.added import Added
from webui.games.riichi.sheet import DeclaredShown, RiichiShown, declared, shown
from webui.messages import Messages


class SanmaSheet(Added, frozen=True, tag="sanma"):
    """The value of a hand on its sheet, as riichi says it."""

    riichi: RiichiShown


class SanmaHandShown(DeclaredShown, frozen=True, tag="sanma"):
    """The declarations of a hand, and the Norths of each player."""

    norths: dict[str, int]


def sheet_json(words: Messages, sheet: ScoreSheet) -> SanmaSheet | UnsetType:
    """Return the value of a hand, if it has one."""
    return UNSET if sheet.extra is None else SanmaSheet(riichi=shown(words, sheet))


def hand_json(hand: Hand) -> SanmaHandShown:
    """Return what was declared in a hand of a match."""
    return SanmaHandShown(norths=dict(sanma_of(hand).norths), **declared(hand))
