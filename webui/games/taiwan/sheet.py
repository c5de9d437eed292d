"""Hands of Taiwan on their sheets, in JSON."""

from msgspec import UNSET, Struct, UnsetType

from scoring.sheet import ScoreSheet
from webui.games.added import Added
from webui.messages import Messages


class PaymentParts(Struct, frozen=True, kw_only=True):
    """The parts of a payment: its base, what a tai costs, and the tai more between the dealer and another player."""

    base: int
    unit: int
    dealer: int


class TaiwanSheet(Added, frozen=True, tag="taiwan"):
    """The tai of a hand before the most of a hand, and what a payment is made of."""

    raw: int
    taiwan: PaymentParts


def sheet_json(words: Messages, sheet: ScoreSheet) -> TaiwanSheet | UnsetType:
    """Return the tai of a hand and what a payment is made of."""
    found = sheet.extra
    if found is None or not found.base + found.unit:  # it depends on how the hand was won
        return UNSET
    return TaiwanSheet(raw=found.raw, taiwan=PaymentParts(base=found.base, unit=found.unit, dealer=found.dealer))
