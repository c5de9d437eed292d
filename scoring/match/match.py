"""A match as the fold of its records.

Records are only ever added: hands, fines, corrections, voids, approvals, each with its author, their role and the time.
Folding them gives the state of the match. A `Void` undoes a record; voiding that void redoes it.

A record is accepted or refused at its own moment, for good; a refused one changes nothing. An accepted one keeps its
persons: a seat wind is that of the hand current when the record was made, even if an earlier hand is voided and the
hands after it move up.
"""

from bisect import bisect, bisect_left
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from operator import itemgetter
from typing import Final, cast

from scoring.match.absence import check_name, is_out
from scoring.match.bodies import BODIES, Body, body_of
from scoring.match.effects import MatchDefaults, follow
from scoring.match.errors import Refusal, RefusedError
from scoring.match.moment import Moment, Next, Swap, check_swaps, name_of, player_of, sitting
from scoring.match.records import (
    Act,
    AppealDecided,
    Appealed,
    Approved,
    Claimed,
    Corrected,
    Disqualified,
    Drawn,
    Erased,
    FalseWin,
    Forfeited,
    Foul,
    Late,
    Penalty,
    PlainAct,
    Pruned,
    Record,
    Renamed,
    Seated,
    Substituted,
    Swapped,
    ThreeLeft,
    Void,
    Won,
    first_of,
    persons,
    wrong_field,
)
from scoring.match.revisions import Revisions, Stands, revisions
from scoring.match.seats import round_wind_of, seats_of_deal
from scoring.match.sheets import check_points
from scoring.match.state import Match
from scoring.rules import RuleBook, rule_book
from scoring.tiles import WINDS


def fold(
    records: Iterable[Record],
    rules: str | RuleBook = "mcr",
    body: str | Body | None = None,
    first: int = 1,
    numbers: Iterable[int] | None = None,
    new: int | None = None,
    anew: bool = False,
) -> Match:
    """Fold the records of a match into its state.

    A record that does not follow from those before it changes nothing and is listed in `Match.refused`.

    Args:
        records: All records of the match, in the order they were added.
        rules: The preset for hands, unless the seating names another.
        body: The body of the match, unless the seating names one; None for the one of the rules.
        first: Number of the first record; the records of a table are numbered across its matches.
        numbers: Numbers of the records, ascending, if they are not consecutive; `first` is then ignored.
        new: Number of the first new record. A new record is also refused if it would change nothing or leave seats
            ambiguous; one recorded earlier counts as it did then.
        anew: Follow each change from the first record on instead of from the changed hand: slower, with the same
            result.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    book = rule_book(rules) if isinstance(rules, str) else rules
    log = _Log(MatchDefaults(book, BODIES[body] if isinstance(body, str) else body), anew)
    for number, record in zip(count(first) if numbers is None else numbers, records, strict=False):
        log.add(number, record, new is not None and number >= new)
    log.match.refused = log.refused
    log.mark_standing()
    return log.match


_REFEREE_ONLY = frozenset(
    (
        Approved,
        AppealDecided,
        Penalty,
        Foul,
        Late,
        Disqualified,
        Forfeited,
        Substituted,
        ThreeLeft,
        Erased,
        Pruned,
    )
)
"""The acts that need a referee: approval (text of 1998: the table agrees, the referee approves), and decisions about
players and about stored data."""


_CHANGES: Final = (Corrected, Void)
_OF_PERSONS: Final = (Swapped, Renamed, Erased)
_PLAYED: Final = (Won, Claimed, Drawn, FalseWin)


class _Log:
    """Records as they are added, and the state of the match after them.

    Attributes:
        match: State after the records so far.
        refused: Refusals by number of the record.
    """

    def __init__(self, setting: MatchDefaults, anew: bool) -> None:
        self._setting = setting
        self._anew = anew
        self._records: dict[int, Record] = {}
        self._entries: list[int] = []
        """Numbers of the accepted records that are no change of another."""
        self._changes: list[int] = []
        """Numbers of the accepted corrections and voids."""
        self._deal_of: dict[int, int] = {}
        """The deal in play when a record was made, by its number."""
        self._honba_of: dict[int, int] = {}
        """The counters on the table when a record was made, by its number."""
        self._approves: dict[int, int] = {}
        """For an approval the record that ended its hand, by the number of the record it stands in."""
        self._swaps: dict[int, Swap] = {}
        """The two players in each other's seat, by the number of the record it stands in."""
        self._renames: dict[int, tuple[str, str]] = {}
        """The name recorded first of a person and the new one, by the number of the record it stands in."""
        self._names: dict[int, Mapping[str, str]] = {}
        """The person that each name means in a record, by its number; missing while nobody was renamed."""
        self._stages: list[tuple[int, Match]] = []
        """The state at the beginning of each hand, after the record of that number."""
        self.refused: dict[int, Refusal] = {}
        self.match = self._empty()

    def add(self, number: int, record: Record, new: bool) -> None:
        """Accept or refuse the next record."""
        self._records[number] = record
        try:
            self._accept(number, record, new)
        except RefusedError as error:
            self.refused[number] = Refusal(error.kind, error.about)

    def mark_standing(self) -> None:
        """Mark which records stand, and for each hand which corrections replace its records."""
        revised = self._revisions(self._changes)
        stands: dict[int, Stands] = dict.fromkeys(self._records, True)
        for number in (*self._changes, *revised.corrected, *revised.void):
            stands[number] = revised.of(number, self._record(number).act)
        self.match.stands = {**stands, **dict.fromkeys(self.refused, False)}
        hands = {number: hand for hand in self.match.hands for number in hand.records}
        for hand in self.match.hands:
            hand.corrected = []
        for number, _, by in self._standing(self._entries, self._changes):
            if by != number and number in hands:
                hands[number].corrected.append(by)

    def _accept(self, number: int, record: Record, new: bool) -> None:
        wrong = wrong_field(record)
        if wrong:
            raise RefusedError("wrong-type", field=wrong[0], got=type(wrong[1]).__name__)
        act = record.act
        self._check_match(act.act if isinstance(act, Corrected) else act)
        if self._renames:
            self._names[number] = self._meant()
        if isinstance(act, _CHANGES):
            self._check_change(number, record, act)
            void = self._revisions(self._changes).void.get(act.of) if new else None
            if void is not None:
                raise RefusedError("already-void", of=act.of, void=void)
            if isinstance(act, Corrected):
                moment = self._moment(act.of, number, self._standing_swaps(act.of))
                self._prepare(moment, act.act, record)
            self._refold(self._entries, [*self._changes, number], self._root(number), new)
            return
        self._deal_of[number] = self.match.hands[-1].deal if self.match.hands else 1
        self._honba_of[number] = self.match.hands[-1].honba if self.match.hands else 0
        moment = self._moment(number, number, self._standing_swaps())
        self._prepare(moment, act, record)
        if new:
            self._check_seats(moment, act)
        if isinstance(act, _OF_PERSONS):
            self._refold([*self._entries, number], self._changes, number, new)
        else:
            if number in self._approves:  # the approved hand is known only now
                moment = self._moment(number, number, moment.swaps)
            self._follow(self.match, moment, act, self._stages)
            self._entries.append(number)

    def _check_match(self, act: Act) -> None:
        match = getattr(act, "match", None)
        if match is not None and match != next(iter(self._records)):
            raise RefusedError("other-match", match=match)

    def _follow(self, match: Match, moment: Moment, act: PlainAct, stages: list[tuple[int, Match]]) -> None:
        """Change the state of a match by an act, and add it to `stages` if a hand begins."""
        begun, over = len(match.hands), match.over
        follow(match, moment, act, self._setting)
        if match.over and not over:
            match.ended = self._record(moment.number).when
        if len(match.hands) > begun:
            stages.append((moment.number, match.stage()))

    def _record(self, number: int) -> Record:
        return self._records[number]

    def _empty(self, renamed: Mapping[str, str] | None = None) -> Match:
        body = self._setting.body or body_of(self._setting.rules)
        return Match(body, self._setting.rules, body.hands, renamed=renamed or {})

    def _moment(self, number: int, by: int, swaps: tuple[Swap, ...], played: Next | None = None) -> Moment:
        names, made = self._names.get(by, {}), self._record(by)
        deal, approves, first = self._deal_of[number], self._approves.get(by), self._record(number).when
        return Moment(number, by, deal, swaps, approves, names, made.who, made.when, first, played)

    def _prepare(self, moment: Moment, act: PlainAct, record: Record) -> None:
        """Check the conditions at the moment of an act, and store its meaning at that moment."""
        if not record.referee and self._needs_referee(act):
            raise RefusedError("not-referee", act=type(act).__name__)
        match act:
            case Approved():
                self._approves[moment.by] = self._end_of(act.hand)
            case Swapped():
                self._swaps[moment.by] = self._swap(moment, act, record.referee)
            case Renamed() | Erased():
                self._renames[moment.by] = self._rename(moment, act)
            case Appealed():
                if act.of >= moment.number or not any(act.of in hand.records for hand in self.match.hands):
                    raise RefusedError("not-of-a-hand", of=act.of)
            case ThreeLeft():
                if not any(is_out(self.match, player) for player in self.match.players):
                    raise RefusedError("nobody-out")
            case Won():
                self._check_win(moment, act)
            case Claimed():
                for claim in act.claims:
                    self._check_win(moment, claim)

    def _needs_referee(self, act: PlainAct) -> bool:
        if isinstance(act, FalseWin):
            rule = self.match.body.false_wins.get(act.kind)
            return rule is not None and rule.disqualified
        return type(act) in _REFEREE_ONLY

    def _end_of(self, hand: int) -> int:
        ends = [played.ended for played in self.match.hands if played.ended is not None]
        if not 0 < hand <= len(ends):
            raise RefusedError("hand-not-played", hand=hand, played=len(ends))
        return ends[hand - 1]

    def _swap(self, moment: Moment, act: Swapped, referee: bool) -> Swap:
        if not self.match.players:
            raise RefusedError("nobody-seated")
        if not 0 < act.since <= len(self.match.hands):
            raise RefusedError("hand-not-begun", hand=act.since, begun=len(self.match.hands))
        since = next(iter(self._records))
        if act.since > 1:
            since = self._end_of(act.since - 1) + 1
        order = sitting(self.match.players, moment.swaps, moment.number)
        one, other = [order.index(player_of(self.match, moment, person)) for person in act.players]
        if one == other:
            raise RefusedError("not-two-players", players=act.players)
        for hand in self.match.hands:
            if hand.approved is not None and hand.number >= act.since and not referee:
                raise RefusedError("record-approved", of=hand.ended)
        return Swap(since, (one, other))

    def _rename(self, moment: Moment, act: Renamed | Erased) -> tuple[str, str]:
        """Return the first recorded name of the person whom an act renames, and the new name."""
        if not self.match.players:
            raise RefusedError("nobody-seated")
        check_name(act.name)
        name = name_of(self.match, moment, act.seat)
        taken = {*self.match.players, *self.match.substitutes.values()}
        taken |= {*self.match.disqualified, *self.match.forfeited}
        if name not in taken:
            name = player_of(self.match, moment, act.seat)
        if act.name in taken - {name}:
            raise RefusedError("not-a-name", name=act.name)
        first = next((first for first, now in self.match.renamed.items() if now == name), name)
        return first, act.name

    def _meant(self) -> dict[str, str]:
        """Return the first recorded name of the person that each name means now: its bearer, else its last bearer."""
        had = {name: first for by, (first, name) in self._renames.items() if by not in self.refused}
        return had | {name: first for first, name in self.match.renamed.items()}

    def _check_win(self, moment: Moment, act: Won) -> None:
        if not act.hand or not self.match.players:
            return
        order = sitting(self.match.players, moment.swaps, moment.number)
        by_seat = seats_of_deal(order, moment.deal, self.match.body.seat_changes)
        seats = {player: seat for seat, player in by_seat.items()}
        giver = act.discarder if act.discarder is not None else act.payer
        check_points(
            act,
            self.match.rules,
            seats[player_of(self.match, moment, act.winner)],
            round_wind_of(moment.deal),
            seats[player_of(self.match, moment, giver)] if giver is not None else None,
        )

    def _check_change(self, number: int, record: Record, act: Corrected | Void) -> None:
        if act.of not in self._records or act.of >= number:
            raise RefusedError("not-before", record=number, of=act.of)
        if act.of in self.refused:
            raise RefusedError("record-refused", of=act.of)
        target = self._record(act.of)
        if isinstance(act, Corrected) and isinstance(target.act, Corrected | Void):
            raise RefusedError("record-is-change", of=act.of)
        if record.referee:
            return
        if target.referee:
            raise RefusedError("record-of-referee", of=act.of)
        if self._is_approved(self._root(act.of)):
            raise RefusedError("record-approved", of=act.of)

    def _check_seats(self, moment: Moment, act: PlainAct) -> None:
        """Refuse a seat wind that a swap would turn into a player other than the one the page shows."""
        if not moment.swaps or not self.match.hands:
            return
        shown = self.match.hands[-1].seats
        for person in persons(act):
            if person in WINDS and player_of(self.match, moment, person) != shown[person]:
                last = max(moment.swaps, key=lambda swap: swap.since)
                record = next(by for by, swap in self._swaps.items() if swap is last)
                raise RefusedError("seat-open", seat=person, record=self._root(record))

    def _check_swaps(self, own: int, standing: list[tuple[int, PlainAct, int]], match: Match) -> None:
        """Refuse a change of `own` that would leave seats ambiguous; `standing` and `match` are the state after it."""
        acts = {at: (act, self._moment(at, by, ())) for at, act, by in standing if isinstance(act, Swapped)}
        after = {at: self._swaps[moment.by] for at, (_, moment) in acts.items()}
        stood = self._standing(self._entries, self._changes)
        before = {at: self._swaps[by] for at, act, by in stood if isinstance(act, Swapped)}
        ended = {hand.ended for hand in match.hands if hand.ended is not None}
        check_swaps(before, after, ended, own, next(iter(self._records)))
        if not isinstance(self._record(own).act, Seated):
            return
        for at, (act, moment) in acts.items():
            for name in (name_of(self.match, moment, person) for person in act.players if person not in WINDS):
                if name in match.players and match.players.index(name) != self.match.players.index(name):
                    raise RefusedError("swap-hangs", record=at)

    def _root(self, number: int) -> int:
        """Return the record that a change, a change of a change and so on is about in the end."""
        return first_of(number, lambda each: self._record(each).act)

    def _is_approved(self, number: int) -> bool:
        """Return True if an approved hand rests on a record."""
        approved = [hand for hand in self.match.hands if hand.approved is not None]
        match self._record(number).act:
            case Seated():
                return bool(approved)
            case Swapped():
                since = self._swaps[number].since
                return any(hand.ended is not None and hand.ended >= since for hand in approved)
            case _:
                return any(number in hand.records for hand in approved)

    def _standing(self, entries: list[int], changes: list[int]) -> Iterator[tuple[int, PlainAct, int]]:
        """Yield the acts after corrections and voids: number of the place, the act, number of the record it stands
        in."""
        revised = self._revisions(changes)
        for number in entries:
            by = revised.by(number)
            if by is not None:
                act = self._record(by).act
                yield number, act.act if isinstance(act, Corrected) else cast(PlainAct, act), by

    def _revisions(self, changes: list[int]) -> Revisions:
        return revisions((number, self._record(number).act) for number in changes)

    def _standing_swaps(self, without: int = 0) -> tuple[Swap, ...]:
        if not self._swaps:
            return ()
        standing = self._standing(self._entries, self._changes)
        return tuple([self._swaps[by] for at, act, by in standing if isinstance(act, Swapped) and at != without])

    def _refold(self, entries: list[int], changes: list[int], own: int, new: bool) -> None:
        """Fold the standing records again from the changed hand on, and keep the result if every record still follows.

        Args:
            entries: Numbers of the records that are not changes.
            changes: Numbers of the corrections and voids.
            own: The changed record; if another no longer follows, the change is refused.
            new: True for a change made now, which is also refused if it would leave seats ambiguous.
        """
        stages = self._stages_before(own)
        after, stage = stages[-1] if stages else (None, None)
        later = entries if after is None else entries[bisect(entries, after) :]
        standing = list(self._standing(later, changes))
        swaps = tuple([self._swaps[by] for _, act, by in standing if isinstance(act, Swapped)])
        renamed = dict([self._renames[by] for _, act, by in standing if isinstance(act, Renamed | Erased)])
        match = stage.stage() if stage else self._empty(renamed)
        for at, (number, act, by) in enumerate(standing):
            played = self._played_after(match, standing[at + 1 :])
            try:
                self._follow(match, self._moment(number, by, swaps, played), act, stages)
            except RefusedError as error:
                if number == own:
                    raise
                raise RefusedError("others-refused", record=number, because=error.kind) from error
        if new and self._swaps:
            self._check_swaps(own, standing, match)
        self._entries, self._changes, self._stages, self.match = entries, changes, stages, match

    def _played_after(self, match: Match, later: list[tuple[int, PlainAct, int]]) -> Next | None:
        """Return the hand that was played after a record, or None.

        Where the dealer may deal again, what is corrected in a hand changes neither who dealt those played since nor
        their counters.
        """
        if not match.body.winner_deals_again:
            return None
        number = next((number for number, act, _ in later if isinstance(act, _PLAYED)), None)
        return None if number is None else Next(self._deal_of[number], self._honba_of[number])

    def _stages_before(self, number: int) -> list[tuple[int, Match]]:
        """Return the beginnings of hands that a change of a record does not affect; empty after changes of persons."""
        if self._anew or self._swaps or self._renames:
            return []
        return self._stages[: bisect_left(self._stages, number, key=itemgetter(0))]
