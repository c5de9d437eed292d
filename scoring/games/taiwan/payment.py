"""Payments of a won hand: base and tai, with the tai of the dealer between the dealer and another player."""

from scoring.games.taiwan.presets import Preset
from scoring.tiles import WINDS


def split(tai: int, winner: str, giver: str | None, preset: Preset, streak: int = 0) -> dict[str, int]:
    """Return what each seat wins or pays, which sum to zero; the dealer sits East.

    Args:
        tai: The tai of the hand, up to the most, without those of the dealer.
        winner: Seat of the winner.
        giver: Seat of the player who alone pays; None if all pay.
        preset: The rules.
        streak: How often the dealer has stayed.
    """
    of_dealer = preset.dealer_tai(streak)
    payers = [giver] if giver else [seat for seat in WINDS if seat != winner]
    due = {seat: preset.value(tai + (of_dealer if "E" in (seat, winner) else 0)) for seat in payers}
    return {seat: sum(due.values()) if seat == winner else -due.get(seat, 0) for seat in WINDS}


def false_win(preset: Preset) -> int:
    """Return what a false win pays each other player, without tai of the dealer (TW33)."""
    return preset.value(int(preset.answers["TW33"]))
