"""The journal of followed deals: the events of each as they were seen, appended, and read again with corrections."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from msgspec import Struct

from scoring.follow.events import AnyEvent, Correction, Drawn, Unseen, Win, essence
from scoring.follow.state import State, stand
from scoring.play import USUAL, Play
from scoring.rules import BOOKS
from webui.hand.state import MatchHand
from webui.records.followed import FollowedStore, KeptStep, NewStep
from webui.records.values import UNREADABLE


class Begun(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A deal begins to be followed, or is found to be another hand of the match than the one said before.

    Attributes:
        hand: The hand of the match.
        style: The style of its play.
        east: Seat of East, 1 to 4.
        play: The way in which its rules are played; None in deals of earlier versions, which knew the style alone.
        sits: The seat that deals as the play shows it, if that is not East's; else 0.
    """

    hand: MatchHand
    style: str
    east: int
    play: Play | None = None
    sits: int = 0

    @property
    def played(self) -> Play:
        """The way in which the deal is played; of an unknown style as most Chinese games."""
        return self.play or BOOKS.plays.get(self.style, USUAL)


class Resumed(Struct, frozen=True, kw_only=True, tag=True):
    """Following goes on at second `t`, after nothing was followed since second `after`."""

    t: float
    after: float


class TakenBack(Struct, frozen=True, kw_only=True, tag=True):
    """A person takes back what people said of an event.

    Attributes:
        t: The second of the event.
        of: Its number.
        word: The correction of it by people that no longer holds, counted from 1.
        by: The person, as far as they named themselves.
    """

    t: float
    of: int
    word: int
    by: str = ""


Entry = Begun | Resumed | TakenBack | AnyEvent
"""An entry of the journal."""

_DECODER: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


MEANT: Final = 20.0
"""Most seconds between an event that a person put in and the same one as the camera sees it later. More takes another
event for it; fewer lets it happen twice."""


@dataclass(frozen=True, slots=True)
class Said:
    """The word of a person on a step.

    Attributes:
        by: The person, as far as they named themselves.
        at: When they said it (UTC).
        word: The number of their word among all that people said of the step, from 1.
    """

    by: str
    at: datetime
    word: int


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a deal as it is held now.

    Attributes:
        number: Number of its entry in the table's journal, which has its picture.
        at: Its time (UTC).
        event: The event, or a time in which nothing was followed.
        first: The event as it was first seen, if the camera saw it otherwise later, or as the camera has it, if a
            person says otherwise; else None.
        pictured: True if its picture is stored.
        said: What a person said of it, which holds; None if it is as the camera has it.
        fresh: True if it was just seen so, and is not stored yet.
    """

    number: int
    at: datetime
    event: Resumed | AnyEvent
    first: AnyEvent | None = None
    pictured: bool = False
    said: Said | None = None
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class FollowedDeal:
    """A deal as it was followed.

    Attributes:
        table: Number of the table.
        number: Its number at the table, from 1.
        at: When following began (UTC); seconds of events count from there.
        begun: The hand of the match, and what its camera knew of it.
        steps: Its steps, in the order in which they happened.
        numbers: Highest number of an event.
        last: Second of the camera's last entry.
        denied: What was seen and did not happen, as a person says.
    """

    table: int
    number: int
    at: datetime
    begun: Begun
    steps: tuple[Step, ...]
    numbers: int
    last: float
    denied: tuple[Step, ...] = ()

    def state(self, count: int | None = None) -> State:
        """Return the table after the first `count` steps, or after all of them."""
        events = [step.event for step in self.steps[:count] if not isinstance(step.event, Resumed)]
        return stand(events, self.begun.played, self.begun.east)

    @property
    def over(self) -> bool:
        """True if its end was seen."""
        wins = sum(isinstance(step.event, Win) for step in self.steps)
        return wins >= self.begun.played.winners or any(isinstance(step.event, Drawn) for step in self.steps)

    @property
    def win(self) -> tuple[int, Step] | None:
        """Its win, with the number of steps before it; None without one."""
        found = [(k, step) for k, step in enumerate(self.steps) if isinstance(step.event, Win)]
        return found[-1] if found else None


@dataclass(frozen=True, slots=True)
class Told:
    """An entry in the order of telling.

    Attributes:
        number: Its number in the table's journal.
        entry: The entry.
        before: The deal as it was known before it.
        after: The deal as it was known with it.
        in_step: True if the camera was in step with the game; None if that is not known any more.
    """

    number: int
    entry: Resumed | TakenBack | AnyEvent
    before: FollowedDeal
    after: FollowedDeal
    in_step: bool | None = None


class FollowJournal:
    """The followed deals of one table, safe to use from many threads."""

    def __init__(self, store: FollowedStore, table: int, told: Callable[[], None] = lambda: None) -> None:
        """Use the deals of a table; `told` is called after every change."""
        self._store: Final = store
        self._table: Final = table
        self._told: Final = told

    def begin(self, begun: Begun, at: datetime) -> int:
        """Begin a deal, and return its number.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored; so do the others.
        """
        return self._append(None, [_new(begun, at)])

    def assign(self, deal: int, begun: Begun) -> None:
        """Say that a deal is another hand of the match."""
        self._append(deal, [_new(begun, datetime.now(UTC))])

    def append(self, deal: int, began: datetime, entries: Sequence[tuple[Resumed | AnyEvent, bytes | None]]) -> None:
        """Append entries to a deal, each with the picture of its tile.

        Args:
            deal: Number of the deal.
            began: When following it began, from which seconds count.
            entries: The entries with their pictures.
        """
        rows = [_new(entry, began + timedelta(seconds=entry.t), picture) for entry, picture in entries]
        self._append(deal, rows)

    def _append(self, deal: int | None, rows: Sequence[NewStep]) -> int:
        number = self._store.append(self._table, deal, rows)
        self._told()
        return number

    def say(self, deal: int, words: Sequence[Correction | TakenBack], who: str) -> None:
        """Append what a person says of events of a deal.

        Args:
            deal: Number of the deal.
            words: The corrections, without numbers of their own.
            who: The person, as far as they named themselves.
        """
        now = datetime.now(UTC)
        if words:
            self._append(deal, [_new(msgspec.structs.replace(word, by=who), now) for word in words])

    @property
    def table(self) -> int:
        """The number of the table."""
        return self._table

    def tell(self) -> None:
        """Tell that something was seen that is not stored yet."""
        self._told()

    def read(self, deal: int) -> FollowedDeal | None:
        """Return a deal, or None if there is none or it was deleted."""
        return _read(self._table, deal, self._store.steps(self._table, deal))

    def read_all(self, deals: Collection[int]) -> dict[int, FollowedDeal]:
        """Return deals by their numbers, without those that were deleted; quicker than each by `read`."""
        found = {number: _read(self._table, number, steps) for number, steps in self._store.deals(self._table, deals)}
        return {number: deal for number, deal in found.items() if deal is not None}

    def of(self, hand: MatchHand) -> FollowedDeal | None:
        """Return the deal that was followed in a hand of the match, of several the longest; None without one."""
        numbers = self.numbers([hand]).get(hand.began, ())
        found = [deal for number in numbers if (deal := self.read(number)) is not None]
        return max(found, key=lambda deal: len(deal.steps), default=None)

    def latest(self, hand: MatchHand) -> FollowedDeal | None:
        """Return the newest deal that is followed in a hand of the match, or None."""
        numbers = self.numbers([hand]).get(hand.began, ())
        return self.read(numbers[-1]) if numbers else None

    def numbers(self, hands: Iterable[MatchHand]) -> dict[int, tuple[int, ...]]:
        """Return the numbers of the deals followed in hands of the match, by the record with which each hand began."""
        asked = {hand.began for hand in hands}
        if not asked:
            return {}
        of = {step.deal: step.began for step in self._store.heads(self._table)}  # the last one holds
        found: dict[int, tuple[int, ...]] = {}
        for deal, began in sorted(of.items()):
            if began in asked:
                found[began] = (*found.get(began, ()), deal)
        return found

    def newest(self, after: int = 0) -> int:
        """Return the number of the newest entry, or `after` if there is none after that one."""
        return max(self._store.newer(self._table, after).values(), default=after)

    def told(self, after: int, most: int) -> list[Told]:
        """Return the entries after one in the order in which they were stored; of more than `most` the newest."""
        found: list[Told] = []
        for deal in self._store.newer(self._table, after):
            kept = self._store.steps(self._table, deal)
            for n in [n for n, step in enumerate(kept) if step.number > after][-most:]:
                entry = _entry(kept[n])
                before, now = _read(self._table, deal, kept[:n]), _read(self._table, deal, kept[: n + 1])
                if before and now and entry is not None and not isinstance(entry, Begun):
                    found.append(Told(kept[n].number, entry, before, now))
        return sorted(found, key=lambda each: each.number)[-most:]

    def picture(self, number: int) -> bytes | None:
        """Return the picture of an entry, or None without one."""
        return self._store.picture(self._table, number)

    def delete(self, deal: int) -> bool:
        """Delete a deal with its pictures; return False if there is none."""
        deleted = self._store.delete(self._table, deal)
        self._told()
        return deleted


def _new(entry: Entry, at: datetime, picture: bytes | None = None) -> NewStep:
    began = entry.hand.began if isinstance(entry, Begun) else 0
    return NewStep(msgspec.json.encode(entry).decode(), at.isoformat(timespec="milliseconds"), began, picture)


def moved(step: KeptStep, hand: MatchHand | None) -> NewStep | None:
    """Return the entry of a kept step with another hand of the match, if it names one; None if it is damaged."""
    entry = _entry(step)
    if entry is None or (isinstance(entry, Begun) and hand is None):
        return None
    if isinstance(entry, Begun) and hand is not None:
        entry = msgspec.structs.replace(entry, hand=hand)
    return _new(entry, datetime.fromisoformat(step.at))


def hand_in(step: KeptStep) -> MatchHand | None:
    """Return the hand of the match that a kept step names, or None."""
    entry = _entry(step)
    return entry.hand if isinstance(entry, Begun) else None


def _entry(step: KeptStep) -> Entry | None:
    """Return the entry of a kept step, or None if it is damaged or of a newer version."""
    try:
        datetime.fromisoformat(step.at)
        return _DECODER.decode(step.step)
    except UNREADABLE:
        return None


def _read(table: int, number: int, kept: Iterable[KeptStep]) -> FollowedDeal | None:
    begun: Begun | None = None
    at: datetime | None = None
    steps: dict[int, Step] = {}
    gone: dict[int, Step] = {}
    gaps: list[Step] = []
    words: dict[int, list[tuple[Step, Correction] | None]] = {}
    numbers, last = 0, 0.0
    for each in kept:
        entry = _entry(each)
        if isinstance(entry, Begun):
            begun, at = entry, at or datetime.fromisoformat(each.at)
            continue
        if entry is None:
            continue
        if isinstance(entry, TakenBack):
            said = words.get(entry.of, [])
            if 0 < entry.word <= len(said):
                said[entry.word - 1] = None
            continue
        step = Step(each.number, datetime.fromisoformat(each.at), entry, pictured=each.pictured)
        if isinstance(entry, Correction) and not entry.number:
            words.setdefault(entry.of, []).append((step, entry))
            continue
        last = max(last, entry.t)
        if isinstance(entry, Resumed):
            gaps.append(step)
            continue
        numbers = max(numbers, entry.number)
        if not isinstance(entry, Correction):
            steps[entry.number] = step
            continue
        before = steps.get(entry.of)
        if entry.now is None:
            if before is not None:
                gone[entry.of] = steps.pop(entry.of)
        elif before is None:
            steps[entry.of] = replace(step, event=entry.now)
        elif not isinstance(before.event, Resumed):
            other = essence(before.event) != essence(entry.now)  # not only how sure the camera is
            steps[entry.of] = replace(before, event=entry.now, first=before.first or (before.event if other else None))
    if begun is None or at is None or (begun.play is None and begun.style not in BOOKS.plays):
        return None
    denied = _say(steps, gone, words, at)
    ordered = sorted([*steps.values(), *gaps], key=lambda step: step.event.t)
    return FollowedDeal(table, number, at, begun, tuple(ordered), numbers, last, tuple(denied))


def _say(
    steps: dict[int, Step],
    gone: Mapping[int, Step],
    words: Mapping[int, Sequence[tuple[Step, Correction] | None]],
    began: datetime,
) -> list[Step]:
    """Let steps be as people say, whatever the camera says later; return those that did not happen."""
    denied = []
    for of, said in words.items():
        found = [(n, *each) for n, each in enumerate(said, 1) if each is not None]
        if not found:
            continue
        n, at, word = found[-1]
        seen = steps.get(of) or gone.get(of)
        known = [seen.event] if seen else [each.now for _, _, each in found if each.now]
        event = word.now or next(iter(known), None)
        if event is None:
            continue  # of an event that is not known here
        first = None if seen is None or isinstance(seen.event, Resumed) or seen.event == event else seen.event
        when = seen or replace(found[0][1], at=began + timedelta(seconds=event.t))
        step = replace(when, event=event, first=first, said=Said(word.by, at.at, n))
        if word.now is None:
            steps.pop(of, None)
            denied.append(step)
        else:
            steps[of] = step
    for of in [of for of in steps if of < 0]:
        put = steps[of]
        same = next((n for n, step in steps.items() if n > 0 and _is_meant(put, step)), None)
        if same is not None:  # the camera saw it later
            steps[same] = replace(steps[same], said=put.said)
            del steps[of]
    return denied


def _is_meant(put: Step, seen: Step) -> bool:
    """Return True if a step that was seen after a person had put one in is the same."""
    one, other = put.event, seen.event
    if isinstance(one, Resumed) or isinstance(other, Resumed) or seen.number < put.number:
        return False
    return essence(one) == essence(other) and abs(one.t - other.t) < MEANT


def shifted(event: AnyEvent, numbers: int, seconds: float) -> AnyEvent:
    """Return an event of a decoder that began later than its deal, with the deal's numbers and seconds."""
    changes: dict[str, object] = {"t": round(event.t + seconds, 2)}
    if event.number:
        changes["number"] = event.number + numbers
    if isinstance(event, Unseen):
        changes["after"] = round(event.after + seconds, 2)
    if isinstance(event, Correction):
        changes["of"] = event.of + numbers
        changes["now"] = None if event.now is None else shifted(event.now, numbers, seconds)
    return msgspec.structs.replace(event, **changes)
