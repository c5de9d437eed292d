"""Corrections of a followed deal by a person: of one of its steps, or of one that was not seen."""

from typing import Literal
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from scoring.follow.corrections import Word, corrected, fewer, missing
from scoring.follow.events import AnyEvent, Correction, Unseen
from scoring.follow.state import State
from webui.table.follow.journal import FollowedDeal, Resumed, Step, TakenBack


class SaidOfStep(Struct, frozen=True, kw_only=True):
    """The word of a person on a step of a followed deal.

    Attributes:
        do: The kind of word: it was otherwise, it did not happen, a word is taken back, or a step comes after it.
        word: The parts of the event that were otherwise.
    """

    do: Literal["say", "deny", "undo", "put-in"]
    word: Word = Word()


class NoSuchStepError(LookupError):
    """There is no such step, or nothing of it can be corrected or taken back."""


def step_at(deal: FollowedDeal, number: int) -> tuple[Step, State]:
    """Return a step by its number in the table's journal, and the table before it.

    Raises:
        NoSuchStepError: There is none.
    """
    step = next((each for each in (*deal.steps, *deal.denied) if each.number == number), None)
    if step is None:
        raise NoSuchStepError(number)
    return step, deal.state(sum(each.event.t < step.event.t for each in deal.steps))


def event_of(step: Step) -> AnyEvent:
    """Return the event of a step.

    Raises:
        NoSuchStepError: Nothing was followed then, which cannot be corrected.
    """
    if isinstance(step.event, Resumed):
        raise NoSuchStepError(step.number)
    return step.event


def entries(deal: FollowedDeal, number: int, said: SaidOfStep, id: UUID) -> list[Correction | TakenBack]:
    """Return the entries of the journal with which a person's word is kept, without their name.

    Args:
        deal: The deal.
        number: Number of the step in the table's journal; 0 to put one in before the first.
        said: What they say.
        id: The sender's id, so that a step that is put in twice is one.

    Raises:
        NoSuchStepError: There is no such step.
        scoring.errors.ScoringError: What they say cannot be.
    """
    if said.do == "put-in":
        return [_put_in(deal, number, said.word, id)]
    step, state = step_at(deal, number)
    event = event_of(step)
    if said.do == "undo":
        if step.said is None:
            raise NoSuchStepError(number)
        return [TakenBack(t=event.t, of=event.number, word=step.said.word)]
    if said.do == "deny":
        return [Correction(t=event.t, seat=event.seat, of=event.number, now=None)]
    left = fewer(event) if isinstance(event, Unseen) else None
    if left is None:
        now = corrected(event, said.word, state)
        return [] if now == event and step in deal.steps else [_word(event.number, now)]
    gap = missing(state, _number(id), _between(deal, event.t), "?")
    word = said.word if said.word.seat or not event.seat else replace(said.word, seat=event.seat)
    return [_word(gap.number, corrected(gap, word, state)), _word(left.number, left)]


def _put_in(deal: FollowedDeal, after: int, word: Word, id: UUID) -> Correction:
    count = next((k for k, each in enumerate(deal.steps, 1) if each.number == after), 0)
    if after and not count:
        raise NoSuchStepError(after)
    state = deal.state(count)
    start = deal.steps[count - 1].event.t if count else 0.0
    later = [each.event.t for each in deal.steps[count:] if each.event.t > start]
    t = (start + later[0]) / 2 if later else start + 0.01
    return _word(_number(id), corrected(missing(state, _number(id), t, "?"), word, state))


def _word(of: int, now: AnyEvent) -> Correction:
    return Correction(t=now.t, seat=now.seat, of=of, now=now)


def _between(deal: FollowedDeal, t: float) -> float:
    """Return a second between the last step before a second and it."""
    earlier = [each.event.t for each in deal.steps if each.event.t < t]
    return ((earlier[-1] if earlier else 0.0) + t) / 2


def _number(id: UUID) -> int:
    """Return the number of an event that a person puts in; the camera's own count up from 1."""
    return -1 - (id.int & 0x3FFFFFFF)
