"""The part of the play at a table that leaves it: live for those who have a role there, late for strangers.

Every door asks here: pages, pictures, the JSON interface, events, the stream, and files that are taken away.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, Literal

from msgspec import structs

from scoring.follow.events import UNKNOWN, Kong
from webui.match.matches import TableMatch
from webui.records.values import ValueStore
from webui.table.follow.journal import FollowedDeal, Step
from webui.table.follow.late import LONGEST, Delay, delay_of

if TYPE_CHECKING:  # exports need no camera
    from webui.table.table import Table

Sight = Literal["late", "live", "whole"]
"""The sight of a viewer: "late" as the stream, for strangers; "live" for players; "whole" for those who run the table,
who also see the faces of concealed kongs that may lie face down."""

_NEVER: Final = datetime.max.replace(tzinfo=UTC)
_ALWAYS: Final = datetime.min.replace(tzinfo=UTC)

_FORGOTTEN: Final = timedelta(seconds=LONGEST)
"""Time after the last step of a deal that belongs to no hand of its match any more, from which on it counts as over."""


def seen_at(table: "Table", deal: FollowedDeal, sight: Sight, now: datetime) -> FollowedDeal:
    """Return a deal of a table as it may be seen now."""
    if sight == "whole":
        return deal
    match = table.matches.of_record(deal.begun.hand.match)
    return seen(deal, match, delay_of(table.records.values, table.number), sight, now)


def seen(deal: FollowedDeal, match: TableMatch | None, delay: Delay, sight: Sight, now: datetime) -> FollowedDeal:
    """Return a deal as it may be seen at a time: without steps that are too new, nor what still lies face down.

    Args:
        deal: The deal.
        match: The match of its hand, or None if that is not known.
        delay: The delay of the table's stream.
        sight: The sight of the viewer.
        now: The time.
    """
    if sight == "whole":
        return deal
    until = now if sight == "live" or delay == "deal" else now - timedelta(seconds=delay)
    over, newest = _over_at(deal, match) <= until, until
    if sight == "live" or delay == "deal":
        newest = _NEVER if sight == "live" or over else _ALWAYS
    return replace(deal, steps=_seen(deal.steps, newest, over), denied=_seen(deal.denied, newest, over))


def may_leave(values: ValueStore, match: TableMatch, deal: FollowedDeal, sight: Sight) -> bool:
    """Return True if all of a deal may be taken away in a file now."""
    return seen(deal, match, delay_of(values, deal.table), sight, datetime.now(UTC)) == deal


def shows_camera(table: "Table", sight: Sight) -> bool:
    """Return True if pictures of a table's camera may be seen now: they show the play that it follows at once."""
    return sight != "late" or not table.equipment.following.wanted or delay_of(table.records.values, table.number) == 0


def deals_told(table: "Table", known: int, sight: Sight, now: datetime) -> int:
    """Return the number of changes of a table's deals that a viewer may know of, who knows of so many."""
    count = table.news.versions.deal
    if sight != "late" or count <= known:
        return count
    delay, match = delay_of(table.records.values, table.number), table.matches.current
    if delay != "deal":
        return table.news.deals_until(now - timedelta(seconds=delay))
    return table.news.deals_until(datetime.fromisoformat(match.entries[-1].when)) if match else count


def _over_at(deal: FollowedDeal, match: TableMatch | None) -> datetime:
    """Return when the end of a deal's hand was recorded; `_NEVER` for a hand in play."""
    if match is not None:
        for hand in match.match.hands:
            if match.deal_of(hand) == deal.begun.hand:
                return _NEVER if hand.ended is None else _when(match, hand.ended)
    return deal.at + timedelta(seconds=deal.last) + _FORGOTTEN


def _when(match: TableMatch, record: int) -> datetime:
    entry = next((each for each in match.entries if each.number == record), match.entries[-1])
    return datetime.fromisoformat(entry.when)


def _seen(steps: Iterable[Step], until: datetime, over: bool) -> tuple[Step, ...]:
    return tuple(step if over else _hidden(step) for step in steps if step.at <= until)


def _hidden(step: Step) -> Step:
    """Return a step without the face of a concealed kong that may lie face down, and without its picture.

    It lies face up where the camera is sure of it; a person who says what it is may have looked.
    """
    event, down = step.event, step.said is not None
    if isinstance(step.first, Kong) and step.first.kind == "concealed":
        step = replace(step, first=None, pictured=False)
    if not isinstance(event, Kong) or event.kind != "concealed" or (event.sure and not down):
        return step
    hidden = structs.replace(event, tile=UNKNOWN, tiles=(UNKNOWN,) * len(event.tiles), evidence=())
    return replace(step, event=hidden, first=None, pictured=False)
