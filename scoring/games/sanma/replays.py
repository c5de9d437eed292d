"""Replays of three for other programs: those of riichi, of hands whose Norths were seen as they are recorded.

Readers of mjai know a North set aside by two names: `nukidora` (Mortal's for three, mjai-reviewer3p) or `kita`
(riichienv), which passes over the other; so there is a file of each. It is "f44" in the other format.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scoring.follow.events import Flower, Win
from scoring.games.riichi.replays import replays as of_riichi
from scoring.games.riichi.replays import untold as untold_of_riichi
from scoring.games.sanma.findings import PLAY
from scoring.games.sanma.hand import sanma_of
from scoring.match.followed import FollowedHand, Untold
from scoring.match.state import Match

_MJAI: Final[Mapping[str, str]] = {"mjai.jsonl": "nukidora", "mjai-kita.jsonl": "kita"}
"""The files of mjai, each with its word for a North set aside."""


def replays(match: Match, hands: Sequence[FollowedHand]) -> Mapping[str, str]:
    """Return the texts that other programs read, without hands in which other Norths were seen than recorded."""
    return of_riichi(match, [hand for hand in hands if are_recorded(hand)], PLAY.aside, _MJAI)


def untold(hand: FollowedHand) -> Untold | None:
    """Return the first reason why these texts cannot tell a hand that has ended, or None."""
    return untold_of_riichi(hand, PLAY.aside) or (None if are_recorded(hand) else Untold("aside"))


def are_recorded(hand: FollowedHand) -> bool:
    """Return True if the Norths that were seen are those of the record, which may leave out one that was robbed."""
    seen, recorded = Counter(hand.player(each.seat) for each in _norths(hand)), sanma_of(hand.hand).norths
    robbed = _robbed(hand)
    return recorded == seen or (robbed is not None and recorded == seen - Counter([hand.player(robbed.seat)]))


def _norths(hand: FollowedHand) -> Iterator[Flower]:
    """Yield the Norths that were seen to be set aside, each by its player."""
    for event in hand.events:
        if isinstance(event, Flower) and event.tile in PLAY.aside and 1 <= event.seat <= len(hand.hand.seats):
            yield event


def _robbed(hand: FollowedHand) -> Flower | None:
    """Return the North that was won on, or None."""
    wins = [n for n, event in enumerate(hand.events) if isinstance(event, Win)]
    last, win = (hand.events[wins[0] - 1], hand.events[wins[0]]) if wins and wins[0] else (None, None)
    if isinstance(last, Flower) and isinstance(win, Win) and last.tile in PLAY.aside and win.source == last.seat:
        return last
    return None
