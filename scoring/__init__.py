"""The rules of mahjong: tiles, hands, scores, matches.

Functions of their arguments alone: nothing here does input or output, or imports another package of the project.
"""

from scoring.circumstances import ScoreRange, assess
from scoring.errors import NotationError, RulingError, ScoringError, UnknownCircumstancesError, UnknownRulesError
from scoring.findings import Finding, HandFault, ImpossibleHandError
from scoring.hand import Meld, Win
from scoring.notation import format_win, parse
from scoring.rules import BOOKS, score
from scoring.sheet import ScoreSheet

__all__ = [
    "BOOKS",
    "Finding",
    "HandFault",
    "ImpossibleHandError",
    "Meld",
    "NotationError",
    "RulingError",
    "ScoreRange",
    "ScoreSheet",
    "ScoringError",
    "UnknownCircumstancesError",
    "UnknownRulesError",
    "Win",
    "assess",
    "format_win",
    "parse",
    "score",
]
