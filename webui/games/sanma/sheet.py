"""Hands of riichi for three in JSON: their value on a sheet, and what was declared in those of a match."""

from msgspec import UNSET, UnsetType

from scoring.games.riichi.payment import STICK
from scoring.games.sanma.hand import sanma_of
from scoring.match.state import Hand
from scoring.sheet import ScoreSheet
from webui.games.added import Added
from webui.games.riichi.sheet import RiichiShown, shown
from webui.messages import Messages


class SanmaSheet(Added, frozen=True, tag="sanma"):
    """The value of a hand on its sheet, as riichi says it."""

    riichi: RiichiShown


class SanmaHandShown(Added, frozen=True, tag="sanma"):
    """The counters and sticks at the beginning of a hand, who declared riichi, who waited, and the Norths of each."""

    honba: int
    sticks: int
    riichi: list[str]
    tenpai: list[str] | None
    norths: dict[str, int]


def sheet_json(words: Messages, sheet: ScoreSheet) -> SanmaSheet | UnsetType:
    """Return the value of a hand, if it has one."""
    return UNSET if sheet.extra is None else SanmaSheet(riichi=shown(words, sheet))


def hand_json(hand: Hand) -> SanmaHandShown:
    """Return what was declared in a hand of a match."""
    sanma = sanma_of(hand)
    return SanmaHandShown(
        honba=sanma.honba,
        sticks=hand.began_with // STICK,
        riichi=sanma.declared,
        tenpai=None if sanma.tenpai is None else list(sanma.tenpai),
        norths=dict(sanma.norths),
    )
