"""The points of a won hand held against its score sheet."""

from dataclasses import replace
from functools import lru_cache

from scoring.errors import NotationError
from scoring.match.errors import RefusedError
from scoring.match.records import Won
from scoring.notation import parse
from scoring.rules import RuleBook
from scoring.sheet import ScoreSheet


def check_points(act: Won, rules: RuleBook, seat: str, round_wind: str, discarder: str | None) -> None:
    """Refuses points that are not those of the hand that is given with them.

    What the text leaves open is what the match knows: seat, round, and whether the hand was self-drawn.

    Args:
        act: The win; without a hand there is nothing to hold the points against, and what another version of the
            preset was counted under stays as it is.
        rules: The preset that the hand is scored under.
        seat: Seat wind of the winner.
        round_wind: The prevailing wind.
        discarder: Seat wind of who gave the tile.

    Raises:
        RefusedError: The text is no hand, the hand may not be declared, or it says or is worth something else.
    """
    if not act.hand or act.version not in (None, rules.version):
        return
    try:
        sheet = _sheet(act.hand, rules, seat, round_wind, act.self_drawn)
    except NotationError as error:
        raise RefusedError("hand-not-read", hand=act.hand, because=error.kind) from error
    if not sheet.legal:
        raise RefusedError("hand-not-won", hand=act.hand, points=sheet.counted, minimum=sheet.minimum)
    if sheet.total != act.points:
        raise RefusedError("points-differ", hand=act.hand, points=act.points, total=sheet.total)


@lru_cache(maxsize=256)
def _sheet(hand: str, rules: RuleBook, seat: str, round_wind: str, self_drawn: bool) -> ScoreSheet:
    win = parse(hand)
    return rules.score(replace(win, seat=seat, round_wind=round_wind, self_draw=self_drawn))
