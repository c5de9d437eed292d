"""Matches of the World Series of Mahjong: its body."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scoring.games.game import RuleBook
from scoring.games.zungjung import payment
from scoring.games.zungjung.patterns import LIMIT
from scoring.games.zungjung.presets import Preset
from scoring.hand import Win
from scoring.match.bodies import APPEAL, Body
from scoring.match.course import MatchCourse, Payer, WinTexts

MOST_POINTS: Final = 480
"""The highest listed limit (World Series of Mahjong, scoring list)."""

BODIES: Final[Mapping[str, Body]] = {
    "zungjung": Body(
        "zungjung",
        "World Series of Mahjong (Zung Jung)",
        "its scoring list and the pages of its organisers, which name no start points; the course is that of 1998",
        game="zungjung",
        start=0,
        hands=16,
        most=MOST_POINTS,
        split=lambda win: payment.split(win.points, win.winner, win.payer),
        false_wins={},
        minutes={APPEAL: 30},
        discarder_pays=False,
        standard=payment.STANDARD,
        ranking=("match points", "game points", "lot"),
        sources={
            "false_wins": "none found in its rules; one public scorer (gspindles/mj-score-eval) has 30 deducted",
            "hands": "worldmahjong.com, format: 16 a session, the deal always passes",
            "seat_changes": "printed rule book of 1998; its pages name none",
            "ranking": "mahjongnews 2010: the root of a session's points, with their sign; worldmahjong.com, format",
            "minutes": "worldmahjong.com, code of behavior",
        },
    ),
}
"""The body by its name."""


def _payer(win: Win) -> Payer:
    """Return the responsible player: the discarder, unless same-turn immunity names another or nobody."""
    found = payment.responsible(win)
    return Payer(found.seat, found.known)


class ZungJungCourse(MatchCourse):
    """The matches of the World Series of Mahjong."""

    bodies = BODIES
    texts = WinTexts(payer=_payer)

    def adapted(self, body: Body, rules: RuleBook) -> Body:
        """Return the body with room for the points of hands under a club's own list."""
        preset: Preset = rules.preset
        if not preset.changed:
            return body
        return replace(body, most=max(LIMIT, *[pattern.value for pattern in preset.patterns]))


COURSE: Final = ZungJungCourse()
"""The matches as `Game.match` gives them."""
