"""Sichuan "Bloody" mahjong, by the competition rules of the Mahjong International League and as homes play it."""

from scoring.games.sichuan.game import GAME

__all__ = ["GAME"]
