"""A match as the fold of its records.

Records are only ever added: hands, fines, corrections, voids, approvals, each with its author, their role and the time.
Folding them gives the state of the match. A `Void` undoes a record; voiding that void redoes it.

A record is accepted or refused at its own moment, for good; a refused one changes nothing. An accepted one keeps its
persons: a seat wind is that of the hand current when the record was made, even if an earlier hand is voided and the
hands after it move up.
"""

from bisect import bisect, bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, cast

from scoring.games.game import RuleBook
from scoring.match.absence import check_name, is_out
from scoring.match.bodies import Body
from scoring.match.claims import adds_win
from scoring.match.course import all_bodies, body_of, course_of, playable
from scoring.match.effects import MatchDefaults, follow
from scoring.match.errors import ForbiddenError, Refusal, RefusedError
from scoring.match.hanging import later_hands
from scoring.match.missing import MISSING_BODY, missing_book
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
    GameAct,
    Imported,
    Late,
    Penalty,
    PlainAct,
    Pruned,
    Record,
    Renamed,
    Result,
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
from scoring.match.settlement import close, following, go_on, take_back
from scoring.match.sheets import RecordedHand, check_points
from scoring.match.state import Hand, Match
from scoring.rules import DEFAULT, rule_book
from scoring.tiles import WINDS


def fold(
    records: Iterable[Record],
    rules: str | RuleBook = DEFAULT,
    body: str | Body | None = None,
    first: int = 1,
    numbers: Iterable[int] | None = None,
    new: int | None = None,
    anew: bool = False,
    kept: bool = False,
) -> Match:
    """Fold the records of a match into its state.

    A record that does not follow from those before it changes nothing and is listed in `Match.refused`. What was played
    keeps its dealer, and what its game carried into it unless the body counts that anew, if the dealer may deal again,
    whatever is corrected or voided before it.

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
        kept: True for records that an earlier version may have kept. A void without `played` then leaves the hand in
            play as that version showed it, `Match.before` has the totals if they differed, and an act that the rules
            now forbid counts as it did there, unless it is new.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    book = rule_book(rules) if isinstance(rules, str) else rules
    setting = MatchDefaults(book, all_bodies()[body] if isinstance(body, str) else body)
    numbered = zip(count(first) if numbers is None else numbers, records, strict=False)
    return log_of(list(numbered), setting, new, anew, kept).match


def log_of(
    numbered: Sequence[tuple[int, Record]],
    setting: MatchDefaults,
    new: int | None = None,
    anew: bool = False,
    kept: bool = False,
) -> "Log":
    """Return the log of numbered records, which goes on with more of them; arguments as in `fold`."""

    def folded(shown: Mapping[int, Next | None] | None = None, moving: bool = False) -> Log:
        log = Log(setting, anew, shown or {}, moving, kept)
        for number, record in numbered:
            log.add(number, record, new is not None and number >= new)
        log.mark_standing()
        return log

    log = folded()
    if kept and log.moved:
        earlier = folded(moving=True)
        log = folded({number: place for number, place in earlier.open_after.items() if number >= log.moved})
        if earlier.match.points != log.match.points:
            log.match.before = earlier.match.points
    return log


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
        Imported,
    )
)
"""The acts that need a referee: approval (text of 1998: the table agrees, the referee approves), and decisions about
players and about stored data."""


_CHANGES: Final = (Corrected, Void)
_OF_PERSONS: Final = (Swapped, Renamed, Erased)
_PLAYED: Final = (Won, Claimed, Drawn, FalseWin)


class _TakenBack:
    """Stands in the place of a voided record whose hand was played and stays."""


_Standing = tuple[int, PlainAct | _TakenBack, int]
"""Number of the place, the act that stands there, and number of the record that it stands in."""


@dataclass(frozen=True, slots=True)
class _Stage:
    """The state before a hand begins.

    Attributes:
        moment: The moment of the record that seated the players or ended the hand before.
        match: The state after that record.
        begun: The hand that began then, or None if the match was over.
    """

    moment: Moment
    match: Match
    begun: Next | None


class Log:
    """The records of a match as they are added, and the state of the match after them.

    Attributes:
        match: State after the records so far.
        refused: Refusals by number of the record.
        moved: Number of the first change by which versions before 0.2.0 moved hands that were played later, or None.
        open_after: The hand in play after each change, or None for a match that was over.
    """

    def __init__(
        self, defaults: MatchDefaults, anew: bool, shown: Mapping[int, Next | None], moving: bool, kept: bool
    ) -> None:
        """Prepare a log without records.

        Args:
            defaults: The rules of a match whose seating names none.
            anew: Follow each change from the first record on.
            shown: The hand in play after a change, as an earlier version showed it, or None if the match was over.
            moving: True to move what was played after a void as versions before 0.2.0 did.
            kept: True for records that an earlier version may have kept, though the rules now forbid their acts.
        """
        self._setting = defaults
        self._anew = anew
        self._shown = shown
        self._moving = moving
        self._kept = kept
        self._excused: list[int] = []
        """Numbers of the records in which acts stand that the rules forbid and that an earlier version recorded."""
        self._records: dict[int, Record] = {}
        self._entries: list[int] = []
        """Numbers of the accepted records that are no change of another."""
        self._changes: list[int] = []
        """Numbers of the accepted corrections and voids."""
        self._in_play: dict[int, Next] = {}
        """The hand in play when a record was made, by its number."""
        self._began: dict[int, int] = {}
        """The record that began the hand in play when a record was made, by the number of the latter."""
        self._taken_back: dict[int, tuple[int, object]] = {}
        """Deals from the hand that a void took back to the next, and what that carries, by the number of the void."""
        self._moved: dict[int, tuple[frozenset[int], dict[int, Next]]] = {}
        """For a void of a hand that was never played the earlier ones that stood then, and the hands that moved up by
        the numbers of the records that end them; by the number of the void."""
        self._approves: dict[int, int] = {}
        """For an approval the record that ended its hand, by the number of the record it stands in."""
        self._swaps: dict[int, Swap] = {}
        """The two players in each other's seat, by the number of the record it stands in."""
        self._renames: dict[int, tuple[str, str]] = {}
        """The name recorded first of a person and the new one, by the number of the record it stands in."""
        self._names: dict[int, Mapping[str, str]] = {}
        """The person that each name means in a record, by its number; missing while nobody was renamed."""
        self._stages: list[_Stage] = []
        self._missing: Refusal | None = None
        """The refusal of a seating by rules that are not installed: later records name these rules too."""
        self.moved: int | None = None
        self.open_after: dict[int, Next | None] = {}
        self.refused: dict[int, Refusal] = {}
        self.match = self._empty()

    def add(self, number: int, record: Record, new: bool) -> None:
        """Accept or refuse the next record."""
        self._records[number] = record
        try:
            self._accept(number, record, new)
        except RefusedError as error:
            refusal = Refusal(error.kind, error.about)
            if error.kind == "unknown-rules":
                self._missing, self.match.missing = refusal, str(error.about["rules"])
                self.match.rules, self.match.body = missing_book(self.match.missing), MISSING_BODY
            follows = error.kind in ("nobody-seated", "record-refused")
            self.refused[number] = self._missing if self._missing and follows else refusal

    def after(self, number: int, record: Record, new: bool) -> "Log | None":
        """Return the log with one more record, and leave this one as it is.

        None if the records must be folded from the first on: a change moved hands as versions before 0.2.0 did.
        """
        log = copy(self)
        own = {name: copy(value) for name, value in vars(self).items() if isinstance(value, dict | list)}
        vars(log).update(own, match=self.match.stage())
        log.add(number, record, new)
        log.mark_standing()
        return None if log.moved else log

    def mark_standing(self) -> None:
        """Mark which records are refused and which stand, and for each hand which corrections replace its records."""
        self.match.refused = self.refused
        revised = self._revisions(self._changes)
        stands: dict[int, Stands] = dict.fromkeys(self._records, True)
        for number in (*self._changes, *revised.corrected, *revised.void):
            stands[number] = revised.of(number, self._record(number).act)
        self.match.stands = {**stands, **dict.fromkeys(self.refused, False)}
        if self._changes:
            by = {number: by for number, _, by in self._standing(self._entries, self._changes) if by != number}
            for hand in self.match.hands:
                replaced = [self._corrected(at, by[at], hand, revised) for at in sorted(hand.records) if at in by]
                hand.corrected = [number for number in replaced if number is not None]

    def _corrected(self, number: int, by: int, hand: Hand, revised: Revisions) -> int | None:
        """Return the change by which a record is another one now, or None if wins were only added to it."""
        change = self._record(by).act
        if isinstance(change, Void):
            return by
        before = [each for each in self._changes if each < by and each not in revised.void]
        earlier = [each for each in before if isinstance(act := self._record(each).act, Corrected) and act.of == number]
        last = self._record(earlier[-1] if earlier else number).act
        if not adds_win(last.act if isinstance(last, Corrected) else last, change, hand.seats):
            return by
        return self._corrected(number, earlier[-1], hand, revised) if earlier else None

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
            self._change(number, act, new)
            return
        self._in_play[number] = _place(self.match.hands[-1]) if self.match.hands else Next(1)
        self._began[number] = self._stages[-1].moment.number if self._stages else 0
        moment = self._moment(number, number, self._standing_swaps())
        self._prepare(moment, act, record)
        if new:
            self._check_seats(moment, act)
        if isinstance(act, _OF_PERSONS):
            self._refold([*self._entries, number], self._changes, number, new)
        else:
            if number in self._approves:  # the approved hand is known only now
                moment = self._moment(number, number, moment.swaps)
            self._follow_kept(self.match, moment, act, new)
            self._begin(self.match, moment, None, self._stages)
            self._entries.append(number)

    def _change(self, number: int, act: Corrected | Void, new: bool) -> None:
        """Follow a correction or a void."""
        ended = next((hand for hand in self.match.hands if hand.ended == act.of), None)
        later = later_hands(self.match, act.of)
        if isinstance(act, Void) and act.played is not None:
            if ended is None:
                raise RefusedError("ends-no-hand", of=act.of)
            if later and self._goes_on and not act.played:
                raise RefusedError("others-refused", record=later[0].records[0], because="other-hand")
            if act.played and later:
                after = self.match.hands[ended.number]
                self._taken_back[number] = after.deal - ended.deal, after.extra.carried
        try:
            self._refold(self._entries, [*self._changes, number], self._root(number), new)
        except RefusedError:
            self._taken_back.pop(number, None)
            raise
        self.open_after[number] = None if self.match.over or not self.match.hands else _place(self.match.hands[-1])
        if isinstance(act, Void) and act.played is False:
            places = {hand.ended: _place(hand) for hand in self.match.hands if hand.ended is not None}
            voids = self._never_played(self._revisions(self._changes))
            self._moved[number] = frozenset(void for void in voids if void < number), places
        stays = _was_played(act.act) if isinstance(act, Corrected) else act.played is not None
        if self.match.body.winner_deals_again and not stays and any(hand.ended for hand in later):
            self.moved = self.moved or number

    def _check_match(self, act: Act) -> None:
        match = getattr(act, "match", None)
        if match is not None and match != next(iter(self._records)):
            raise RefusedError("other-match", match=match)

    def _follow(self, match: Match, moment: Moment, act: PlainAct | _TakenBack) -> None:
        """Change the state of a match by an act; the next hand does not begin yet."""
        over = match.over
        if isinstance(act, _TakenBack):
            take_back(match, moment)
        else:
            follow(match, moment, act, self._setting)
        if match.over and not over:
            match.ended = self._record(moment.number).when

    def _follow_kept(self, match: Match, moment: Moment, act: PlainAct | _TakenBack, new: bool) -> None:
        """Change the state of a match by an act; one that an earlier version recorded counts as it did there."""
        try:
            self._follow(match, moment, act)
        except ForbiddenError:
            if new or not self._kept:
                raise
            self._excused.append(moment.by)
            self._follow(match, replace(moment, excused=True), act)

    def _begin(self, match: Match, moment: Moment, played: Next | None, stages: list[_Stage]) -> None:
        """Begin the next hand or end the match if it waits, and add the state before to `stages`."""
        if not match.waits:
            return
        stage = match.stage()
        go_on(match, moment, played)
        if match.over:
            match.ended = self._record(moment.number).when
        stages.append(_Stage(moment, stage, None if match.over else _place(match.hands[-1])))

    def _record(self, number: int) -> Record:
        return self._records[number]

    def _empty(self, renamed: Mapping[str, str] | None = None) -> Match:
        body = self._setting.body or body_of(playable(self._setting.rules))
        return Match(body, self._setting.rules, body.hands, renamed=renamed or {})

    def _moment(self, number: int, by: int, swaps: tuple[Swap, ...]) -> Moment:
        names, made = self._names.get(by, {}), self._record(by)
        deal, approves, first = self._in_play[number].deal, self._approves.get(by), self._record(number).when
        excused = by in self._excused
        return Moment(number, by, deal, swaps, approves, names, made.who, made.when, first, excused)

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
        return type(act) in _REFEREE_ONLY or (isinstance(act, Result) and any(act.penalties))

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
        seat = seats[player_of(self.match, moment, act.winner)]
        hand = RecordedHand(act.hand, self.match.rules, seat, round_wind_of(moment.deal, len(order)), act.self_drawn)
        check_points(act, hand, seats[player_of(self.match, moment, giver)] if giver is not None else None)

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

    def _check_swaps(self, own: int, standing: list[_Standing], match: Match) -> None:
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

    def _standing(self, entries: list[int], changes: list[int]) -> Iterator[_Standing]:
        """Yield the acts after corrections and voids."""
        revised = self._revisions(changes)
        for number in entries:
            by = revised.by(number)
            if by is not None:
                act = self._record(by).act
                yield number, act.act if isinstance(act, Corrected) else cast(PlainAct, act), by
            elif revised.void[number] in self._taken_back:
                yield number, _TakenBack(), revised.void[number]

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
            own: The changed record; if another no longer follows, the change is refused, unless the desk takes back the
                seating.
            new: True for a change made now, which is also refused if it would leave seats ambiguous.
        """
        stages = self._stages_before(own)
        last = stages.pop() if stages else None
        later = entries if last is None else entries[bisect(entries, last.moment.number) :]
        standing = list(self._standing(later, changes))
        swaps = tuple([self._swaps[by] for _, act, by in standing if isinstance(act, Swapped)])
        renamed = dict([self._renames[by] for _, act, by in standing if isinstance(act, Renamed | Erased)])
        match = last.match.stage() if last else self._empty(renamed)
        revised = self._revisions(changes)
        if self._is_gone(revised):
            standing = []
        if last:
            begun = last.begun if self._moving else self._next(match, standing, revised)
            self._begin(match, last.moment, begun, stages)
        for at, (number, act, by) in enumerate(standing):
            moment = self._moment(number, by, swaps)
            try:
                self._check_hand(number, act, stages)
                self._follow_kept(match, moment, act, new)
                self._stay_ended(match, moment, [later for later, _, _ in standing[at + 1 :]])
            except RefusedError as error:
                if number == own:
                    raise
                raise RefusedError("others-refused", record=number, because=error.kind) from error
            self._begin(match, moment, self._next(match, standing[at + 1 :], revised), stages)
        if new and self._swaps:
            self._check_swaps(own, standing, match)
        self._entries, self._changes, self._stages, self.match = entries, changes, stages, match

    def _is_gone(self, revised: Revisions) -> bool:
        """Return True if the desk has taken the seating back, and with it all that was recorded since."""
        void = revised.void.get(next(iter(self._records)))
        return void is not None and self._record(void).role == "desk"

    @property
    def _goes_on(self) -> bool:
        return course_of(playable(self.match.rules)).hand.goes_on is not None

    def _check_hand(self, number: int, act: PlainAct | _TakenBack, stages: list[_Stage]) -> None:
        """Refuse a change by which an act would be one of another hand, where those of a hand rest on each other."""
        begun = stages[-1].moment.number if stages else 0
        if self._goes_on and _was_played(act) and begun != self._began[number]:
            raise RefusedError("other-hand")

    def _stay_ended(self, match: Match, moment: Moment, later: list[int]) -> None:
        """End a hand that a change of an earlier act leaves open, if others were played after it."""
        hand = match.current
        if self._goes_on and hand and any(self._began[number] == moment.number for number in later):
            close(hand, moment)

    def _next(self, match: Match, later: list[_Standing], revised: Revisions) -> Next | None:
        """Return the hand that begins now if it was played already, or None if the rules decide it.

        Where the dealer may deal again, a change of a hand does not change who dealt those played since; what was
        carried into them it changes only where the body says so: see `Body.carries_anew`.

        Args:
            match: The state of the match, which may wait for a hand.
            later: The standing records after it.
            revised: The corrections and voids in force.
        """
        if not match.waits or not match.body.winner_deals_again:
            return None
        hand = match.hands[-1] if match.hands else None
        if self._moving and hand is None:
            return None
        number = next((number for number, act, _ in later if _was_played(act)), None)
        if number is not None and (place := self._place_of(number, revised)):
            if not match.body.carries_anew:
                return place
            after = Next(1) if hand is None else following(match, hand)
            return Next(place.deal, after.carried if after.deal == place.deal else None)
        if hand and hand.taken_back is not None:
            deals, carried = self._taken_back[hand.taken_back]
            return Next(max(1, hand.deal + deals), carried)
        if number is not None:
            return replace(following(match, hand), over=False) if hand else Next(1)
        change = max(self._shown.keys() & {*revised.changes}, default=0)
        return self._shown[change] if hand and hand.ended and change > hand.ended else None

    def _place_of(self, number: int, revised: Revisions) -> Next | None:
        """Return the hand that a record was made in, or None if a void since moves it up to where the rules have it."""
        voids = self._never_played(revised)
        since = [void for void in voids if self._root(void) < number < void]
        if not since:
            return self._in_play[number]
        stood, places = self._moved.get(max(since), (frozenset[int](), {}))
        return places.get(number) if stood == {void for void in voids if void < max(since)} else None

    def _never_played(self, revised: Revisions) -> set[int]:
        """Return the voids in force whose hand was never played."""
        return {by for of, by in revised.void.items() if of in self._in_play and _was_not_played(self._record(by).act)}

    def _stages_before(self, number: int) -> list[_Stage]:
        """Return the beginnings of hands that a change of a record does not affect; empty after changes of persons."""
        if self._anew or self._swaps or self._renames:
            return []
        at = bisect_left(self._stages, number, key=lambda stage: stage.moment.number)
        return self._stages[: max(0, at - self._goes_on)]  # without its acts the hand before may be open again


def _place(hand: Hand) -> Next:
    return Next(hand.deal, hand.extra.carried)


def _was_played(act: PlainAct | _TakenBack) -> bool:
    """Return True if an act is one by which a hand was played."""
    return isinstance(act, (*_PLAYED, _TakenBack)) or (isinstance(act, GameAct) and act.played)


def _was_not_played(void: Act) -> bool:
    return isinstance(void, Void) and void.played is False
