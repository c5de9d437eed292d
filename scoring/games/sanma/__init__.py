"""Riichi for three players, whose han and fu are those of riichi; its payments are its own."""

from scoring.games.sanma.game import GAME

__all__ = ["GAME"]
