"""The one table of what a player may still do in a hand: each part in an act, by the state of the player.

A part that a row does not name, or a state that it leaves out, is allowed: a player with a dead hand plays on, so that
others win by their discards. Each game adds the parts of its own acts, see `MatchCourse.parts`.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

PermitState = Literal["out", "absent", "dead", "false-win", "declared", "won"]
"""A state of a player in a hand: out of the match, out with the others settling without them, with a dead hand, after
a false win in it, after the declaration of a ready hand, or with a win in it while the others play on."""


class No(NamedTuple):
    """A refusal.

    Attributes:
        kind: The reason.
        newer: True if earlier versions let it be recorded: what they kept counts as it did then.
    """

    kind: str
    newer: bool = False


StateRow = Mapping[PermitState, No]
"""The refusals of a part by the state of the player."""

GONE: Final[StateRow] = {"out": No("player-out"), "absent": No("player-out")}
"""The usual refusals of a player who is out."""

PARTS: Final[Mapping[str, StateRow]] = {
    "win": {**GONE, "dead": No("dead-hand")},
    "give": GONE,
    "feed": {"out": No("player-out", newer=True), "absent": No("player-out", newer=True)},
    "false-win": GONE,
    "dead-hand": {"out": No("player-out", newer=True), "absent": No("player-out", newer=True)},
    "foul": {},
    "penalty": {},
    "late": {},
    "leave": {"out": No("already-out"), "absent": No("already-out")},
    "replaced": {},
}
"""The parts of all games: the winner of a hand, the player who gave its tile, the one who is liable for its sets, then
those of a false win, a dead hand, a foul, a penalty, and coming late; the player who is disqualified or forfeits, and
the one whom a substitute replaces.

Sources: a dead hand may not win and plays on (printed book of 1998, and each game's own); who is out takes no part in
the play (printed book of 1998). An act of a referee may be about anybody.
"""
