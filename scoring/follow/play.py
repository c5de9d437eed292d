"""The way of play under its former name, for games of other packages."""

from scoring.play import USUAL, Play

__all__ = ["USUAL", "Play"]
