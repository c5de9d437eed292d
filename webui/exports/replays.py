"""Followed deals as files: our own lines for every game, and the formats that other programs of a game read."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.follow.events import Unseen
from scoring.follow.files import to_line
from scoring.match.course import course_of
from scoring.match.followed import UntoldKind
from scoring.match.state import Hand
from webui.games.view import view_of_game
from webui.match.matches import TableMatch
from webui.messages import N_, Messages
from webui.messages.game import sentence
from webui.records.store import Storage
from webui.table.follow.hands import HandDeal, followed_in
from webui.table.follow.journal import FollowedDeal, Resumed
from webui.table.follow.win import wind_of
from webui.table.sight import Sight, may_leave

OWN: Final = "jsonl"
"""The ending of a file of our own lines."""

ABOUT: Final = N_(
    "A line is an event that the camera saw, with its second and seat; “sure” is left out where it is not certain. "
    "Tiles that players hold or draw are not in it, and what was not seen is “unseen” or “?”."
)
"""The sentence on our own lines and the gaps in them."""

UNTOLD: Final = N_(
    "There are no files for other programs: they need every discard and the recorded end of the hand, and here a move "
    "was not seen, or the hand is not recorded as it was seen."
)
"""The sentence where other programs cannot read a deal."""

_WHY: Final[Mapping[UntoldKind, str]] = {
    "gap": N_("A move was not seen."),
    "turn": N_("A move was out of turn, or the one before it was not seen."),
    "name": N_("A tile could not be read."),
    "call": N_("The called tile is not the discard before it."),
    "declared": N_("Declarations are recorded otherwise than they were seen."),
    "aside": N_("Tiles set aside are recorded otherwise than they were seen."),
    "end": N_("The end is recorded otherwise than it was seen."),
}
"""The sentences on why other programs cannot read a deal."""


def replays(records: Storage, match: TableMatch, words: Messages, sight: Sight = "whole") -> dict[str, str]:
    """Return the files of the followed deals of a match by their names, with one that says what they leave open; none
    if no hand was followed. A running deal is left out for who may not see all of it."""
    followed = followed_in(records.followed, match.entries[0].stream, [match])
    return files_of([each for each in followed if may_leave(records.values, match, each.deal, sight)], match, words)


def files_of(deals: Sequence[HandDeal], match: TableMatch, words: Messages) -> dict[str, str]:
    """Return the files of some followed deals of a match by their names; none without a deal."""
    if not deals:
        return {}
    made = {f"hand-{each.hand.number}.{OWN}": own_lines(each.deal, each.hand) for each in deals}
    more = {f"match.{ending}": text for ending, text in others(deals).items()}
    return made | more | {"about.txt": "\n".join(about(match, deals, bool(more), words)) + "\n"}


def own_lines(deal: FollowedDeal, hand: Hand | None) -> str:
    """Return a deal as lines of JSON: the first about the deal, then one for each event, corrections applied."""
    winds = {str(seat): wind_of(deal, seat) for seat in deal.begun.played.seats}
    head: dict[str, Any] = {"style": deal.begun.style, "dealer": deal.begun.east, "began": deal.at.isoformat()}
    if hand is not None:
        head |= {"hand": hand.number, "players": {seat: hand.seats[wind] for seat, wind in winds.items()}}
    lines = [head, *(_line(step.event) for step in deal.steps)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _line(event: Any) -> dict[str, Any]:
    if isinstance(event, Resumed):
        return to_line(Unseen(t=event.t, after=event.after, count=0, what="anything"))
    line = to_line(event)
    line.pop("number", None)  # of the stream before corrections
    return line


def others(deals: Sequence[HandDeal]) -> Mapping[str, str]:
    """Return the texts of deals of a match that other programs read, by the ending of a file's name; none before the
    end of a hand, and in games without such formats."""
    ended = [each for each in deals if each.hand.outcome is not None]
    if not ended:
        return {}
    match = ended[0].match.match
    return course_of(match.rules).end.replays(match, [each.followed for each in ended])


def about(match: TableMatch | None, deals: Sequence[HandDeal], found: bool, words: Messages) -> list[str]:
    """Return the sentences on what the files do not say, and on each hand that those for other programs lack.

    Args:
        match: The match of the deals, if it is known.
        deals: The deals of its hands.
        found: True if there are files for other programs.
        words: The language.
    """
    view = view_of_game(match.match.rules.game.id) if match else None
    said = [words(ABOUT)]
    if view is not None and (left_open := sentence(view.words, "replays")):
        said.append(words(left_open if found else UNTOLD))
        said += _left_out(deals, words)
    return said


def _left_out(deals: Sequence[HandDeal], words: Messages) -> Iterator[str]:
    """Yield the first reason why each ended hand that other programs cannot read is left out."""
    for each in deals:
        if each.hand.outcome is None:
            continue
        why = course_of(each.match.match.rules).end.untold(each.followed)
        if why is not None:
            about = {"number": each.hand.number, "why": words(_WHY[why.kind])}
            if why.t is None:
                yield words("Hand %(number)d is in no file for other programs. %(why)s", about)
            else:
                minutes, seconds = divmod(int(why.t), 60)
                about |= {"time": f"{minutes}:{seconds:02}"}
                yield words("Hand %(number)d is in no file for other programs (see %(time)s). %(why)s", about)
