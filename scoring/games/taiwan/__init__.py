"""Taiwanese sixteen-tile mahjong: as homes play it, as the rooms of gamesofa do, and as the association has it."""

from scoring.games.taiwan.game import GAME

__all__ = ["GAME"]
