"""The World Series of Mahjong (Zung Jung) with its list of 44 patterns."""

from scoring.games.zungjung.game import GAME

__all__ = ["GAME"]
