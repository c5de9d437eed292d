"""Words of a person on a step of a followed deal, to choose from, as plain JSON."""

from typing import Literal

from msgspec import Struct

from scoring.errors import ScoringError
from scoring.follow.corrections import Word, acts_for, corrected, tiles_for
from scoring.follow.events import Claim, Unseen, Win
from scoring.follow.state import State
from webui.messages import Messages
from webui.messages import follow as wording
from webui.serializers.deals import player_at
from webui.table.follow.journal import FollowedDeal, Step
from webui.table.follow.saying import event_of
from webui.table.table import Table


class StepChoice(Struct, frozen=True):
    """A word on a step: its label, and true if the step is so already."""

    label: str
    word: Word
    chosen: bool


class StepChoices(Struct, frozen=True, kw_only=True):
    """Words of a person on a step: its likely tiles, the likeliest first; its player, the giver of the tile, and its
    act. `denied` is true if it did not happen already, `undo` if people said something of it."""

    tiles: tuple[str, ...]
    seats: list[StepChoice]
    sources: list[StepChoice]
    acts: list[StepChoice]
    denied: bool
    undo: bool


def choices_json(table: Table, deal: FollowedDeal, step: Step, state: State, words: Messages) -> StepChoices:
    """Return what a person may say of a step; `state` is the table before it."""
    event = event_of(step)
    names = {seat: player_at(table, deal, seat, words) for seat in deal.begun.played.seats}

    def who(seat: int) -> str:
        return names.get(seat, "")

    def seats(kind: Literal["seat", "source"], now: int, barred: int = 0) -> list[StepChoice]:
        asked = [seat for seat in names if seat != barred]
        return [StepChoice(who(seat), Word(**{kind: seat}), seat == now) for seat in asked]  # type: ignore[arg-type]

    acts = []
    for word in acts_for(event, state):
        try:
            would = corrected(event, word, state)
        except ScoringError:
            continue
        acts.append(StepChoice(wording.event(words, would, who), word, would == corrected(event, Word(), state)))
    given = event.source if isinstance(event, Claim | Win) else None
    shown = step in deal.denied
    return StepChoices(
        tiles=tiles_for(event),
        seats=seats("seat", 0 if isinstance(event, Unseen) else event.seat),
        sources=seats("source", given, event.seat) if given else [],
        acts=[each for each in acts if not each.chosen],
        denied=shown,
        undo=step.said is not None,
    )
