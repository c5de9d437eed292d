"""The rules of mahjong: tiles, hands, scores, matches. Pure: no I/O, imports nothing of the project."""

from scoring.hand import Meld, NotationError, Problem, ScoringError, Win
from scoring.notation import format_win, parse
from scoring.rules import RULES, score
from scoring.sheet import ScoreSheet

__all__ = [
    "RULES",
    "Meld",
    "NotationError",
    "Problem",
    "ScoreSheet",
    "ScoringError",
    "Win",
    "format_win",
    "parse",
    "score",
]
