"""Hong Kong Old Style, by the switches in which its houses differ."""

from scoring.games.hongkong.game import GAME

__all__ = ["GAME"]
