"""The matches of a table: the folds of its records, the match being played, and the stored hands that count in each."""

import threading
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Literal, cast
from uuid import UUID

from msgspec import structs

from scoring.match.claims import adds_win
from scoring.match.errors import Refusal
from scoring.match.hanging import complete_void, hanging, later_hands
from scoring.match.match import Log, fold
from scoring.match.records import (
    FOR_GOOD,
    Act,
    AppealDecided,
    Appealed,
    Claimed,
    Corrected,
    FalseWin,
    Imported,
    Renamed,
    Result,
    Role,
    Seated,
    Swapped,
    TimeUp,
    Void,
    Won,
    act_to_dict,
    first_of,
)
from scoring.match.seats import seats_of_deal
from scoring.match.state import Hand, Match
from webui.match.errors import ActRejectedError, DependentActsError, StaleHandError
from webui.records.bulletin import Bulletin, Recorded
from webui.records.journal import JournalEntry, log_entries

if TYPE_CHECKING:
    from webui.hand.state import MatchHand
    from webui.records.table_journal import TableJournal, TableWriting


@dataclass(frozen=True, slots=True)
class TableMatch:
    """One match of a table.

    Attributes:
        number: Number of the record that seats its players, which identifies the match.
        entries: Its records.
        match: Their fold.
    """

    number: int
    entries: tuple[JournalEntry[Act], ...]
    match: Match

    @property
    def version(self) -> int:
        """Number of its last record."""
        return self.entries[-1].number

    def entry(self, number: int) -> JournalEntry[Act]:
        """Return the record with this number, which must be of this match."""
        return self.entries[bisect([entry.number for entry in self.entries], number) - 1]

    def counts(self, number: int) -> Act:
        """Return the act that counts in a record's place, or did until it was undone: its own or a correction's."""
        corrected = self._corrections(number)
        return cast(Corrected, corrected[-1].act).act if corrected else self.entry(number).act

    def adds(self, number: int) -> bool:
        """Return True for a record that adds a win to a hand and corrects nothing."""
        act = self.entry(number).act
        if not isinstance(act, Corrected):
            return False
        before = [each.act for each in self._corrections(act.of) if each.number < number]
        hand = self.hand_of(act.of)
        was = cast(Corrected, before[-1]).act if before else self.entry(act.of).act
        return adds_win(was, act, hand.seats if hand else {})

    def _corrections(self, number: int) -> list[JournalEntry[Act]]:
        """Return the corrections of a record that nobody undid, the last of which counts."""
        return [
            each
            for each in self.entries
            if isinstance(each.act, Corrected) and each.act.of == number and self.match.stands[each.number] is not False
        ]

    def changed_by(self, number: int) -> int:
        """Return the record that a correction or void is about in the end; any other record itself."""
        return first_of(number, lambda each: self.entry(each).act)

    def imported_by(self, number: int) -> str | None:
        """Return who imported a record from a file, empty if unnamed; None for a record that was made here."""
        for n, entry in enumerate(self.entries):
            act = entry.act
            if isinstance(act, Imported) and number in [
                each.number for each in self.entries[max(n - act.records, 0) : n]
            ]:
                return entry.who
        return None

    @property
    def of_round(self) -> bool:
        """True if the desk of an event commanded it: the ids of its commands are made of their names (UUIDv5)."""
        return self.entries[0].role == "desk" and self.entries[0].id.version == 5

    @property
    def deal(self) -> "MatchHand | None":
        """The current hand, or None once the match is over."""
        return self.deal_of(self.match.current) if self.match.current else None

    def deal_of(self, hand: Hand) -> "MatchHand":
        """Return the permanent reference to a hand of the match."""
        before = self.match.hands[hand.number - 2].ended if hand.number > 1 else None
        dealt = hand.deal if self.match.body.winner_deals_again else None
        from webui.hand.state import MatchHand  # commands of events start faster without the table's hands

        return MatchHand(self.number, before or self.number, hand.number, dealt)

    def seats_in(self, deal: "MatchHand | None") -> Mapping[str, str]:
        """Return the players by seat wind in a hand of this match; empty for a hand of another match, or of none."""
        if deal is None or deal.match != self.number or not self.match.players:
            return {}
        found = next((hand for hand in self.match.hands if self.deal_of(hand) == deal), None)
        # a voided hand, or one with another number now
        return found.seats if found else seats_of_deal(self.match.players, deal.passed, self.match.body.seat_changes)

    def hand_of(self, record: int) -> Hand | None:
        """Return the hand that rests on a record, else the current one."""
        return next((hand for hand in self.match.hands if record in hand.records), self.match.current)


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A stored hand that counts in a match.

    Attributes:
        match: The match.
        hand: The hand of the match.
        record: Number of the record that refers to it.
        act: Act of that record.
        as_: Its role there; "claim" if another player's claim of the same discard came first.
        others: The wins that other players claim in that record.
    """

    match: TableMatch
    hand: Hand
    record: int
    act: Won | FalseWin
    as_: Literal["win", "claim", "false-win"]
    others: tuple[Won, ...] = ()

    @property
    def approved(self) -> bool:
        """True if the hand of the match is approved, which locks this one."""
        return self.hand.approved is not None


_Folded = tuple[TableMatch, Log]
"""A match, and the log that goes on with its next record."""


class _Folds:
    """The folds of a table's records, as they are after each; not safe to use from many threads.

    Attributes:
        known: Number of the last record; 0 before the first.
        ids: The ids of the records.
    """

    def __init__(self, table: int, rules: str) -> None:
        """Begin before the first record.

        Args:
            table: Number of the table.
            rules: The preset of a match whose seating names none.
        """
        self.known = 0
        self.ids: Final[set[UUID]] = set()
        self._table: Final = table
        self._rules: Final = rules
        self._groups: Final[dict[int, list[JournalEntry[Act]]]] = {}
        """The records of each match by the number of its seating."""
        self._group_of: Final[dict[int, int]] = {}
        """The match of each record, by their numbers."""
        self._changed_of: Final[dict[int, int]] = {}
        """The record that each correction and void changes."""
        self._gone: Final[set[int]] = set()
        """Matches whose seating was voided."""
        self._folded: Final[dict[int, TableMatch]] = {}
        self._followed: tuple[UUID, _Folded] | None = None
        """The id of the record that was checked last, and its match with it, which need not be folded again."""
        self._newest: _Folded | None = None
        """The match that was folded last, which goes on with its next records."""
        self._laid: Final[dict[str, set[int]]] = {}
        """The matches whose records refer to a stored hand, by its id."""
        self._appealed: Final[set[int]] = set()
        """Matches in which an appeal was made."""

    def before(self, version: int) -> "_Folds":
        """Return the folds as they were after a record, which need not be the newest."""
        kept = [entry for entries in self._groups.values() for entry in entries if entry.number <= version]
        made = _Folds(self._table, self._rules)
        made.take(sorted(kept, key=attrgetter("number")))
        return made

    @property
    def current(self) -> TableMatch | None:
        """The match that was begun last and not voided, even if it is over, or None."""
        number = self._current()
        return None if number is None else self.match(number)

    @property
    def taken_back(self) -> TableMatch | None:
        """The match that was begun last, if it was voided, or None."""
        number = next(reversed(self._groups), None)
        return self.match(number) if number in self._gone else None

    def numbers(self) -> list[int]:
        """Return the numbers of the matches that were not voided, the newest first."""
        return [number for number in reversed(self._groups) if number not in self._gone]

    def appealed(self) -> list[int]:
        """Return the numbers of the matches that an appeal was made in, the newest first."""
        return sorted(self._appealed - self._gone, reverse=True)

    def get(self, number: int) -> TableMatch | None:
        """Return the match with this seating record, unless it was voided."""
        return self.match(number) if number in self._groups and number not in self._gone else None

    def of_record(self, number: int) -> TableMatch | None:
        """Return the match of a record, or None for a record before every match."""
        group = self._group_of.get(number)
        return None if group is None else self.match(group)

    def counted(self, laid: str) -> CountedHand | None:
        """Return the role of a stored hand in the newest match that counts it, or None."""
        groups = sorted(self._laid.get(laid, ()), reverse=True)
        found = (counted_in(self.match(group), laid) for group in groups if group not in self._gone)
        return next((counted for counted in found if counted), None)

    def next(self, act: Act, role: Role) -> JournalEntry[Act]:
        """Return the entry that an act would become, to check it."""
        return JournalEntry(self._table, self.known + 1, UUID(int=0), act, "", role, "", "")

    def deal(self, after: int | None) -> "MatchHand | None":
        """Return the current hand, or that after a record, or None."""
        found = self._stood(self.known if after is None else after)
        return found.deal if found else None

    def follow(
        self, entry: JournalEntry[Act], after: int | None = None, force: bool = False, whole: bool = False
    ) -> TableMatch | None:
        """Return the match with a new record, or None for a record without a match, inside `writing`.

        Args:
            entry: The record, before it is appended.
            after: Number of the last record that the sender has seen; the act refers to the hand current then. None for
                the current hand.
            force: True to follow a change even if other records depend on it.
            whole: True to take back a match with all that was recorded in it.

        Raises:
            ActRejectedError: The match cannot follow it.
            StaleHandError: The current hand is not the one after record `after`.
            DependentActsError: Other records depend on the change.
        """
        if after is not None and self._in_play(after) != self._in_play(self.known):
            raise StaleHandError("match-went-on")
        folded = self._with(entry)
        followed = folded[0] if folded else None
        if followed and not whole:
            self._expect_alone(entry, followed)
        if followed and not force:
            self._expect_none_hanging(entry, followed)
        self._followed = (entry.id, folded) if folded else None
        return followed

    def complete(self, act: Act, force: bool) -> Act:
        """Return an act, completed with what a void leaves open if it is recorded whatever depends on it."""
        if not (force and isinstance(act, Void) and act.of in self._group_of):
            return act
        return complete_void(act, self.match(self._group_of[act.of]).match)

    def _expect_alone(self, entry: JournalEntry[Act], followed: TableMatch) -> None:
        """Refuse to take back a seating on which other records rest."""
        if not isinstance(entry.act, Void) or followed.match.players:
            return
        before = self.match(followed.number)
        plain = (each for each in before.entries[1:] if not isinstance(each.act, (Corrected, Void, *FOR_GOOD)))
        rests = next((each.number for each in plain if before.match.stands[each.number] is not False), None)
        if rests is not None:
            raise ActRejectedError(Refusal("others-refused", {"record": rests, "because": "nobody-seated"}))

    def _expect_none_hanging(self, entry: JournalEntry[Act], followed: TableMatch) -> None:
        """Refuse a change that would make other records count in another hand, or pay differently."""
        act = entry.act
        if not isinstance(act, Corrected | Void):
            return
        before, root = self.match(followed.number), self._root(act.of)
        original = before.entry(root).act
        found = hanging(before.match, followed.match, root, original)
        if not found:
            return
        refused = DependentActsError("others-hang", of=act.of)
        refused.hanging, refused.rules = found, before.match.rules.name
        if isinstance(act, Void) and act.played is None and later_hands(before.match, act.of):
            choices = {}
            for played in (False, True):
                with suppress(ActRejectedError):
                    choice = self._with(replace(entry, act=structs.replace(act, played=played)))
                    if choice:
                        choices[played] = hanging(before.match, choice[0].match, root, original)
            refused.choices = choices
        named = {each.record for some in (found, *refused.choices.values()) for each in some}
        refused.acts = {number: before.counts(number) for number in named}
        raise refused

    def _in_play(self, after: int) -> tuple[int, int | None] | None:
        """Return the match played after a record and the number of its current hand, or None."""
        found = self._stood(after)
        return (found.number, found.match.current.number if found.match.current else None) if found else None

    def as_of(self, number: int, version: int) -> TableMatch:
        """Return a match as it stood after a record."""
        entries = self._groups.get(number, ())
        return self.fold(number, tuple([each for each in entries if each.number <= version]))

    def _stood(self, after: int) -> TableMatch | None:
        """Return the match played after a record, in its state then, or None."""
        for number in reversed(self._groups):
            found = self.match(number) if after >= self.known else self.as_of(number, after)
            if found.match.players:
                return found
        return None

    def _with(self, entry: JournalEntry[Act]) -> _Folded | None:
        """Return the match of a record including it, without storing it, or None for a record without a match.

        Raises:
            ActRejectedError: The match cannot follow it.
        """
        group = self._group(entry)
        if group is None:
            # without a seating, only acts that need no match are followed
            refused = fold([entry.record], self._rules, first=entry.number).refused
            if refused:
                raise ActRejectedError(next(iter(refused.values())))
            return None
        folded = self._grown(group, (*self._groups.get(group, ()), entry), entry.number)
        refusal = folded[0].match.refused.get(entry.number)
        if refusal:
            raise ActRejectedError(refusal)
        return folded

    def take(self, entries: Sequence[JournalEntry[Act]]) -> None:
        """Follow the next records."""
        for entry in entries:
            self.known = entry.number
            self.ids.add(entry.id)
            if entry.aside:
                continue
            group = self._group(entry)
            if group is None:
                continue
            self._groups.setdefault(group, []).append(entry)
            self._group_of[entry.number] = group
            if self._followed and self._followed[0] == entry.id:
                match, log = self._followed[1]
                self._folded[group] = replace(match, entries=tuple(self._groups[group]))
                self._newest = self._folded[group], log
            if isinstance(entry.act, Appealed):
                self._appealed.add(group)
            for laid in laid_in(entry.act):
                self._laid.setdefault(laid, set()).add(group)
            if isinstance(entry.act, Corrected | Void) and entry.act.of < entry.number:  # others are refused
                self._changed_of[entry.number] = entry.act.of
                if self._root(entry.number) == group:
                    (self._gone.discard if self.match(group).match.players else self._gone.add)(group)

    def _group(self, entry: JournalEntry[Act]) -> int | None:
        """Return the match of a new record: that of its subject, its own for a seating, the one it names, else the
        current one."""
        match entry.act:
            case Seated():
                return entry.number
            case Corrected(of=of) | Void(of=of) | Appealed(of=of) | AppealDecided(of=of) if of in self._group_of:
                return self._group_of[of]
            case Swapped(match=int(match)) | Renamed(match=int(match)) | TimeUp(match=int(match)):
                return match if match in self._groups else None
            case Result(match=int(match)):
                return match if match in self._groups else None
        return self._current()

    def _root(self, number: int) -> int:
        while number in self._changed_of:
            number = self._changed_of[number]
        return number

    def _current(self) -> int | None:
        return next((number for number in reversed(self._groups) if number not in self._gone), None)

    def match(self, group: int) -> TableMatch:
        """Return the match with this seating record, voided or not."""
        known, entries = self._folded.get(group), self._groups[group]
        if known is None or len(known.entries) < len(entries):
            self._newest = self._grown(group, tuple(entries))
            self._folded[group] = self._newest[0]
        return self._folded[group]

    def _grown(self, group: int, entries: tuple[JournalEntry[Act], ...], new: int | None = None) -> _Folded:
        """Return the match of all its records, going on from the one that was folded last if that is this match.

        Args:
            group: Number of the match.
            entries: Its records.
            new: Number of the one that is new.
        """
        log: Log | None = None
        if self._newest and self._newest[0].number == group:
            match, log = self._newest
            for entry in entries[len(match.entries) :]:
                log = log and log.after(entry.number, entry.record, entry.number == new)
        log = log or log_entries(entries, self._rules, new)
        return TableMatch(group, entries, log.match), log

    def fold(self, group: int, entries: tuple[JournalEntry[Act], ...]) -> TableMatch:
        """Return the match of some of its records."""
        return TableMatch(group, entries, log_entries(entries, self._rules).match)


@dataclass(slots=True, eq=False)
class _Moment:
    """The state in which a thread reads the matches, whatever is recorded meanwhile.

    Attributes:
        folds: The folds, which may have gone on since.
        version: Number of the last record then.
        damaged: Number of the damaged record at which the records stop, or None.
        followed: True if a camera has followed deals at the table.
    """

    folds: _Folds
    version: int
    damaged: int | None
    followed: bool

    def then(self) -> _Folds:
        """Return the folds as they were."""
        if self.folds.known != self.version:
            self.folds = self.folds.before(self.version)
            self.folds.known = self.version
        return self.folds


class _Here(threading.local):
    """The moment of each thread, or None outside one."""

    moment: _Moment | None = None


class Matches:
    """The matches of one table, safe to use from many threads."""

    def __init__(self, journal: "TableJournal", table: int, rules: str, bulletin: Bulletin | None = None) -> None:
        """Prepare the matches without reading anything.

        Args:
            journal: The journal of the records.
            table: Number of the table.
            rules: The preset of a match whose seating names none.
            bulletin: Told `Recorded`.
        """
        self._journal: Final = journal
        self._table: Final = table
        self._rules: Final = rules
        self._bulletin: Final = bulletin or Bulletin()
        self._lock = threading.RLock()
        self._here: Final = _Here()
        self._damaged: int | None = None
        self._follows = True
        self._forget()

    def _forget(self) -> None:
        self._folds = _Folds(self._table, self._rules)

    @contextmanager
    def at(self, fresh: bool = True) -> Iterator[int]:
        """Read the records once, and yield the number of the last; this thread reads all matches inside as of it.

        Its own records take it to the state after them. Inside another such block it is the moment of that one.

        Args:
            fresh: False to take the records known here, if there are any.
        """
        if self._here.moment:
            yield self._here.moment.version
            return
        self._here.moment = self._moment(fresh)
        try:
            yield self._here.moment.version
        finally:
            self._here.moment = None

    def _moment(self, fresh: bool) -> _Moment:
        with self._lock:
            if fresh or not self._folds.known:
                self._catch_up()
            return _Moment(self._folds, self._folds.known, self._damaged, self._follows)

    @contextmanager
    def _read(self) -> Iterator[_Folds]:
        """Hold the folds as this thread reads them: of its moment, else of now."""
        with self._lock:
            if self._here.moment:
                yield self._here.moment.then()
            else:
                self._catch_up()
                yield self._folds

    def _catch_up(self) -> None:
        entries, self._damaged, self._follows = self._journal.sound(self._table, self._folds.known)
        self._folds.take(entries)

    @contextmanager
    def ahead(self) -> Iterator[None]:
        """Read the records in one transaction with what this thread reads inside; nothing is written there."""
        with self._lock, self._journal.together():
            yield
            self._catch_up()

    @property
    def current(self) -> TableMatch | None:
        """Return the match that was begun last and not voided, even if it is over, or None."""
        with self._read() as folds:
            return folds.current

    @property
    def taken_back(self) -> TableMatch | None:
        """The match that was begun last at the table, if it was taken back, or None."""
        with self._read() as folds:
            return folds.taken_back

    @property
    def running(self) -> TableMatch | None:
        """Return the match being played, or None."""
        current = self.current
        return None if current is None or current.match.over else current

    @property
    def version(self) -> int:
        """Number of the last record of the table; 0 before the first."""
        with self._read() as folds:
            return folds.known

    @property
    def damaged(self) -> int | None:
        """Number of the damaged record at which the records of the table stop, or None."""
        with self._read():
            return self._here.moment.damaged if self._here.moment else self._damaged

    @property
    def followed(self) -> bool:
        """True if a camera has followed deals at the table; in a moment, if it had then."""
        with self._read():
            return self._here.moment.followed if self._here.moment else self._follows

    @property
    def seen(self) -> int:
        """Number of the last record made or read here, without a query."""
        return self._folds.known

    def all(self) -> Iterator[TableMatch]:
        """Yield the matches that were not voided, the newest first."""
        with self._read() as folds:
            numbers = folds.numbers()
        yield from self._each(folds, numbers)

    def appealed(self) -> Iterator[TableMatch]:
        """Yield the matches that an appeal was made in, the newest first; others are not read for it."""
        with self._read() as folds:
            numbers = folds.appealed()
        yield from self._each(folds, numbers)

    def _each(self, folds: _Folds, numbers: Sequence[int]) -> Iterator[TableMatch]:
        for number in numbers:
            with self._lock:
                match = folds.match(number)
            yield match

    def get(self, number: int | None) -> TableMatch | None:
        """Return the match with this seating record, unless it was voided, or the newest match for None."""
        with self._read() as folds:
            return folds.current if number is None else folds.get(number)

    def stood(self, match: TableMatch, at: datetime) -> TableMatch | None:
        """Return a match as it stood at a time, or None if that is before its first record."""
        count = bisect(match.entries, at, key=lambda entry: datetime.fromisoformat(entry.when))
        if count == len(match.entries):
            return match
        return self._folds.fold(match.number, match.entries[:count]) if count else None

    def changed_since(self, number: int, hand: int, version: int) -> bool:
        """Return True if a hand of a match is another than after a record of it, or if an appeal came since.

        An approval changes nothing of it.
        """
        with self._read() as folds:
            before = folds.as_of(number, version).match
            now = folds.match(number).match
        one, other = [
            [replace(each, approved=None, corrected=[]) for each in match.hands if each.number == hand]
            for match in (before, now)
        ]
        return not other or one != other or any(each.hand == hand and each.record > version for each in now.appeals)

    def as_of(self, number: int, version: int) -> TableMatch:
        """Return a match as it stood after a record."""
        with self._read() as folds:
            return folds.as_of(number, version)

    def of_record(self, number: int) -> TableMatch | None:
        """Return the match of a record, or None for a record before every match."""
        with self._read() as folds:
            return folds.of_record(number)

    def counted(self, laid: str) -> CountedHand | None:
        """Return the role of a stored hand in the newest match that counts it, or None."""
        with self._read() as folds:
            return folds.counted(laid)

    def preview(self, act: Act, role: Role = "referee", after: int | None = None, force: bool = False) -> TableMatch:
        """Return the match after an act, without recording the act.

        Raises:
            ActRejectedError: The match cannot follow it.
            StaleHandError: The current hand is not the one after record `after`.
            DependentActsError: Other records depend on the change.
        """
        with self._read() as folds:
            followed = folds.follow(folds.next(folds.complete(act, force), role), after, force)
            if followed is None:
                raise ActRejectedError(Refusal("nobody-seated"))
            return followed

    def deal(self, after: int | None = None) -> "MatchHand | None":
        """Return the current hand, or None.

        Args:
            after: Number of the last record that somebody has seen, for the hand current then.
        """
        with self._read() as folds:
            return folds.deal(after)

    def again(self, id: UUID, sent: Mapping[str, Any]) -> JournalEntry[Act] | None:
        """Return the record that already has this id and posted act, or None for a new id.

        Raises:
            RecordsError: `id-taken`: another act has this id.
        """
        with self._read() as folds:
            return self._journal.again(self._table, id, sent) if id in folds.ids else None

    @contextmanager
    def writing(self, everywhere: bool = False) -> Iterator["TableWriting"]:
        """Begin a transaction at the table; what is recorded in it is on the disk when it ends.

        Args:
            everywhere: True to take the turn at every table and event, for removing names.

        Raises:
            RecordsError: Another act has an id of it, or it cannot be stored.
        """
        with self._lock:
            with self._journal.writing(self._table, everywhere) as writing:
                self._folds.take(writing.entries[self._folds.known :])
                yield writing
            if everywhere:
                self._forget()
            self._folds.take(() if everywhere else writing.written)
            if self._here.moment:
                self._here.moment = self._moment(fresh=False)
        for entry in writing.written or (None,):  # others' records were taken too
            self._bulletin.tell(Recorded(entry))

    def record(
        self, act: Act, id: UUID, who: str, role: Role, force: bool = False, whole: bool = False
    ) -> JournalEntry[Act]:
        """Record an act of the current hand, once: it is on the disk when this returns.

        Args:
            act: The act.
            id: The sender's id; the same id and act again return the existing record.
            who: Name of the author; empty if unnamed.
            role: Role of the author.
            force: True to record a change even if other records depend on it.
            whole: True to take back a match with all that was recorded in it.

        Raises:
            ActRejectedError: The match cannot follow it; nothing is recorded.
            DependentActsError: Other records depend on the change; nothing is recorded unless `force`.
            RecordsError: Another act has this id, or it cannot be stored.
        """
        with self.writing() as writing:
            if there := writing.again(id, act):
                return there
            entry = writing.next(id, self.complete(act, force), who, role)
            self._folds.follow(entry, force=force, whole=whole)
            return writing.append(entry, act_to_dict(act))

    def follow(self, entry: JournalEntry[Act], after: int | None = None, force: bool = False) -> TableMatch | None:
        """Return the match with a new record, or None for a record without a match, inside `writing`.

        See `_Folds.follow`.
        """
        return self._folds.follow(entry, after, force)

    def complete(self, act: Act, force: bool) -> Act:
        """Return an act, completed with what a void leaves open if it is recorded whatever depends on it."""
        return self._folds.complete(act, force)

    def reload(self) -> None:
        """Fold everything again, after names in the records were rewritten, or a damaged one was set aside."""
        with self._lock:
            self._forget()
        self._bulletin.tell(Recorded())

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let nobody else record at the table meanwhile."""
        with self._lock:
            yield


def laid_in(act: Act) -> Iterator[str]:
    """Yield the ids of the stored hands that an act refers to."""
    match act:
        case Won() | FalseWin() if act.laid:
            yield act.laid
        case Claimed():
            for claim in act.claims:
                yield from laid_in(claim)
        case Corrected():
            yield from laid_in(act.act)


def counted_in(match: TableMatch, laid: str) -> CountedHand | None:
    """Return the role of a stored hand in a match, or None if it does not count there."""
    for record, act in standing(match):
        match act:
            case Won() | FalseWin() if act.laid == laid:
                return CountedHand(
                    match, _hand(match, record), record, act, "win" if isinstance(act, Won) else "false-win"
                )
            case Claimed():
                claim = next((claim for claim in act.claims if claim.laid == laid), None)
                if claim:
                    hand = _hand(match, record)
                    others = tuple([each for each in act.claims if each is not claim])
                    return CountedHand(match, hand, record, claim, "win" if claim in hand.wins else "claim", others)
    return None


def _hand(match: TableMatch, record: int) -> Hand:
    return next(hand for hand in match.match.hands if record in hand.records)


def latest(match: TableMatch) -> JournalEntry[Act] | None:
    """Return the last record of a match that counts and can be undone, except its seating, or None."""
    stands = match.match.stands
    kept = (each for each in reversed(match.entries) if stands[match.changed_by(each.number)] is not False)
    undoable = (each for each in kept if not isinstance(each.act, (Seated, Void, *FOR_GOOD)))
    return next((each for each in undoable if stands[each.number] is not False), None)


def undone(match: TableMatch) -> tuple[int, Act] | None:
    """Return the number of the last record if it is an undo in force, with the act that it undid, else None.

    The undo of an undo restores, so it is none.
    """
    last = target = match.entries[-1]
    voids = 0
    while isinstance(target.act, Void):
        voids, target = voids + 1, match.entry(target.act.of)
    if voids % 2 == 0 or match.match.stands[last.number] is False:
        return None
    return last.number, match.counts(target.number)


def standing(match: TableMatch) -> Iterator[tuple[int, Act]]:
    """Yield the acts that the hands of a match now rest on, with the numbers of the records that they replace."""
    resting = {number for hand in match.match.hands for number in hand.records}
    for entry in match.entries:
        if entry.number in resting and match.match.stands[entry.number] is not False:
            yield entry.number, match.counts(entry.number)
