"""The Chinese competition rules (MCR) with their 81 fan."""

from scoring.games.mcr.game import GAME

__all__ = ["GAME"]
