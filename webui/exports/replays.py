"""Followed deals as files: our own lines for every game, and the formats that other programs of a game read."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring.follow.events import Unseen
from scoring.follow.files import to_line
from scoring.follow.seen import SEATS
from scoring.match.course import course_of
from scoring.match.followed import FollowedHand
from scoring.match.state import Hand
from webui.games.view import view_of_game
from webui.match.matches import TableMatch
from webui.messages import N_, Messages
from webui.records.followed import FollowedStore
from webui.table.follow.journal import FollowedDeal, FollowJournal, Resumed
from webui.table.follow.win import wind_of

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


@dataclass(frozen=True, slots=True)
class Replays:
    """The followed deals of a match, each with its hand.

    Attributes:
        match: The match.
        deals: The hands that were followed, in their order.
    """

    match: TableMatch
    deals: Sequence[tuple[Hand, FollowedDeal]]

    def texts(self, words: Messages) -> dict[str, str]:
        """Return the files by their names, with one that says what they leave open; none if no hand was followed."""
        if not self.deals:
            return {}
        made = {f"hand-{hand.number}.{OWN}": own_lines(deal, hand) for hand, deal in self.deals}
        more = {f"match.{ending}": text for ending, text in others(self.match, self.deals).items()}
        return made | more | {"about.txt": "\n".join(about(self.match, bool(more), words)) + "\n"}


def replays_of(store: FollowedStore, match: TableMatch) -> Replays:
    """Return the followed deals of a match."""
    journal = FollowJournal(store, match.entries[0].stream)
    hands = {match.deal_of(hand): hand for hand in match.match.hands}
    followed = journal.numbers(hands)
    found = [(hand, journal.of(deal)) for deal, hand in hands.items() if deal.began in followed]
    return Replays(match, [(hand, deal) for hand, deal in found if deal is not None and deal.steps])


def own_lines(deal: FollowedDeal, hand: Hand | None) -> str:
    """Return a deal as lines of JSON: the first about the deal, then one for each event, corrections applied."""
    winds = {str(seat): wind_of(deal, seat) for seat in SEATS}
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


def others(match: TableMatch, deals: Sequence[tuple[Hand, FollowedDeal]]) -> Mapping[str, str]:
    """Return the texts that other programs read, by the ending of a file's name, as far as a game has such formats."""
    hands = [
        FollowedHand(
            hand,
            [step.event for step in deal.steps if not isinstance(step.event, Resumed)],
            deal.begun.east,
            all(not isinstance(step.event, Resumed) for step in deal.steps),
        )
        for hand, deal in deals
        if hand.outcome is not None
    ]
    return course_of(match.match.rules).replays(match.match, hands) if hands else {}


def about(match: TableMatch | None, found: bool, words: Messages) -> list[str]:
    """Return the sentences on what the files do not say.

    Args:
        match: The match of the deals, if it is known.
        found: True if there are files for other programs.
        words: The language.
    """
    view = view_of_game(match.match.rules.game.id) if match else None
    said = [words(ABOUT)]
    if view is not None and view.replays:
        said.append(words(view.replays if found else UNTOLD))
    return said
