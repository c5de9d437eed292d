"""Events of the play that the camera has just seen: fresh until they have settled and the journal keeps them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from scoring.follow.events import AnyEvent, Correction, essence
from webui.hand.state import MatchHand
from webui.table.follow.journal import FollowedDeal, Resumed, Step, Told

MOST: Final = 64
"""Newest events that are held for listeners; a listener who was away longer hears what the journal has."""


@dataclass(frozen=True, slots=True)
class FreshDeal:
    """The fresh events of the deal that is followed.

    Attributes:
        deal: The deal as listeners have it, with numbers of its own; in the journal its number is 0 until that begins.
        now: All events of the course so far, those of the journal with their numbers there.
        told: The newest entries, by numbers that grow for good: milliseconds of the clock, so that a listener who heard
            an earlier program goes on.
    """

    deal: FollowedDeal
    now: tuple[AnyEvent, ...] = ()
    told: tuple[Told, ...] = ()

    @property
    def newest(self) -> int:
        """The number of the newest entry, or 0."""
        return self.told[-1].number if self.told else 0


def hear(heard: FreshDeal, events: Sequence[AnyEvent], now: Sequence[AnyEvent], in_step: bool) -> FreshDeal:
    """Return a hearing with more events, which have the numbers and seconds of the deal."""
    deal, told, number = heard.deal, heard.told, max(heard.newest, time.time_ns() // 1_000_000)
    for event in events:
        after = replace(deal, steps=_with(deal, event))
        number += 1
        told = (*told, Told(number, event, deal, after, in_step))[-MOST:]
        deal = after
    return FreshDeal(deal, tuple(now), told)


def _with(deal: FollowedDeal, event: AnyEvent) -> tuple[Step, ...]:
    steps = {step.event.number: step for step in deal.steps if not isinstance(step.event, Resumed)}
    if isinstance(event, Correction):
        steps.pop(event.of, None)
    new = event.now if isinstance(event, Correction) else event
    if new is not None:
        steps[new.number] = _fresh(deal, new)
    gaps = [step for step in deal.steps if isinstance(step.event, Resumed)]
    return tuple(sorted([*gaps, *steps.values()], key=lambda step: step.event.t))


def _fresh(deal: FollowedDeal, event: AnyEvent) -> Step:
    return Step(0, deal.at + timedelta(seconds=event.t), event, fresh=True)


def freshened(deal: FollowedDeal | None, heard: FreshDeal | None, hand: MatchHand) -> FollowedDeal | None:
    """Return the deal of a hand of the match as the camera sees it now, with its fresh events.

    Args:
        deal: The deal in the journal, or None before that begins.
        heard: The fresh events, or None.
        hand: The hand.
    """
    if heard is None or heard.deal.begun.hand != hand or (deal is not None and deal.number != heard.deal.number):
        return deal
    if deal is None:
        return heard.deal if heard.deal.number == 0 and heard.deal.steps else None
    seen = {event.number: event for event in heard.now if event.number}
    steps = [_as_seen(deal, step, seen) for step in deal.steps]
    steps += [_fresh(deal, event) for event in heard.now if not 0 < event.number <= deal.numbers]
    return replace(deal, steps=tuple(sorted(steps, key=lambda step: step.event.t)))


def _as_seen(deal: FollowedDeal, step: Step, seen: dict[int, AnyEvent]) -> Step:
    now = None if isinstance(step.event, Resumed) else seen.get(step.event.number)
    if now is None or isinstance(step.event, Resumed) or step.said or essence(now) == essence(step.event):
        return step
    return replace(step, event=now, fresh=True)
