"""Riichi, whose hands the library of the extra `riichi` scores."""

from scoring.games.riichi.game import GAME

__all__ = ["GAME"]
