"""Import of a match that another Tableside recorded: once, however often it is sent.

Its records keep their ids, authors and times, and one after them says who imported them. They get the next numbers of
the table, and references to them are renumbered; the hash of an act that refers to another number is computed again,
from the commitments that it has.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any, cast
from uuid import UUID

from msgspec import MsgspecError, structs

from scoring.games.game import RuleBook
from scoring.match.records import (
    Act,
    AppealDecided,
    Appealed,
    Corrected,
    Imported,
    OfMatch,
    PlainAct,
    Role,
    Void,
    act_to_dict,
)
from scoring.rules import BOOKS
from webui.hand.hand import tags_of
from webui.hand.serialization import from_kept, to_kept
from webui.hand.state import HandState, MatchHand
from webui.match.matches import Matches, TableMatch, counted_in, laid_in
from webui.records.bundles import BundleError
from webui.records.canonical import digest
from webui.records.commitments import Commitments, committed_hash
from webui.records.errors import RecordsError, WriteConflictError
from webui.records.followed import KeptStep
from webui.records.hands import KeptHand, Tags
from webui.records.journal import JournalEntry, fold_entries, hash_of
from webui.records.presets import admit_kept, keep_preset
from webui.records.references import referenced_ids
from webui.records.store import Storage
from webui.table.follow.journal import hand_in, moved
from webui.table.outcomes import counted_players


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of an import.

    Attributes:
        table: Number of the match's table.
        match: Number of its first record there.
        records: Number of new records; 0 if all of it was stored already.
        photos: Number of new photos.
    """

    table: int
    match: int
    records: int
    photos: int


@dataclass(frozen=True, slots=True)
class Importer:
    """The one who imports.

    Attributes:
        who: Their name; empty if unnamed.
        role: Their role.
        file: Checksum of the file.
    """

    who: str
    role: Role
    file: str


@dataclass(frozen=True, slots=True)
class _Plan:
    """An import in preparation: its table, the number of each record there, and the new records."""

    table: int
    numbers: Mapping[int, int]
    entries: Sequence[JournalEntry[Act]]
    new: Sequence[JournalEntry[Act]]


def take_over(
    records: Storage,
    table: int,
    book: RuleBook,
    by: Importer,
    sent: Sequence[JournalEntry[Act]],
    hands: Sequence[KeptHand],
    photos: Iterable[bytes],
    followed: Sequence[KeptStep] = (),
    step_pictures: Iterable[tuple[int, bytes]] = (),
) -> ImportResult:
    """Import a match; it is on the disk when this returns.

    A match that exists already stays at its table and gets the new records.

    Args:
        records: The storage.
        table: Number of the table for a new match; nobody may be playing there.
        book: The rules of the match.
        by: The one who imports it.
        sent: Its records, all of which stand, with their original numbers.
        hands: Its hands.
        photos: Its photos.
        followed: The steps of its followed deals.
        step_pictures: Their pictures, each with the number of its step.

    Raises:
        RecordsError: `record-differs`: a record with the same id has other contents here; `match-differs`: the match
            continued differently here; `match-running`: another match is played at the table; `preset-differs`; or it
            cannot be stored. Then none of its records and hands is.
        BundleError: `bundle-unreadable`: a hand cannot be read.
    """
    _expect_rules(book)
    for last in (False, True):
        try:
            done, numbers = _taken(records, table, book, by, sent, hands, photos)
            follow_deals(records, done.table, numbers, followed, dict(step_pictures) if followed else {})
            return done
        except WriteConflictError:  # somebody has recorded something meanwhile
            if last:
                raise
    raise AssertionError("one of the two has ended it")


def _taken(
    records: Storage,
    table: int,
    book: RuleBook,
    by: Importer,
    sent: Sequence[JournalEntry[Act]],
    hands: Sequence[KeptHand],
    photos: Iterable[bytes],
) -> tuple[ImportResult, Mapping[int, int]]:
    """Import the records, hands and photos; return the number of each record here too."""
    plan = _plan(records, table, book, sent)
    if plan.new:
        keep_preset(records, book)
        admit_kept(records)
    laid = [moved_hand(hand, plan.numbers, plan.table) for hand in hands if records.hands.table_of(hand.id) is None]
    of_hands = {hand.photo for hand in laid}
    of_records = {photo for entry in plan.new for photo in referenced_ids(entry.act, "photo")}
    new = 0
    with ExitStack() as until_kept:
        for data in photos:
            sha256 = digest(data)
            if sha256 not in of_hands | of_records or records.photos.has(sha256):
                continue
            new += 1
            if sha256 in of_hands:
                until_kept.enter_context(records.photos.staged(data, records.hands.names_photo))
            else:
                records.photos.put(data)
        if plan.new:
            mark = Imported(len(plan.new), by.file)
            records.journal.put(plan.table, plan.new, laid, _tags(plan, book, laid), mark, by.who, by.role)
    return ImportResult(plan.table, plan.numbers[sent[0].number], len(plan.new), new), plan.numbers


def follow_deals(
    records: Storage,
    table: int,
    numbers: Mapping[int, int],
    followed: Sequence[KeptStep],
    pictures: Mapping[int, bytes],
) -> None:
    """Store the followed deals of hands of which none is here, with the numbers that its records have now."""
    here = {step.began for step in records.followed.heads(table)}
    deals: dict[int, list[KeptStep]] = {}
    for step in followed:
        deals.setdefault(step.deal, []).append(step)
    for steps in deals.values():
        new = []
        for step in steps:
            entry = moved(step, _moved_deal(hand_in(step), numbers))
            new += [replace(entry, picture=pictures.get(step.number))] if entry else []
        began = [step.began for step in new if step.began]
        if began and began[-1] not in here:
            records.followed.append(table, None, new)


def _expect_rules(book: RuleBook) -> None:
    """Refuse a tournament's own rules if other rules of that name are in force here."""
    if book.name in BOOKS and BOOKS[book.name].text != book.text:
        raise RecordsError("preset-differs", name=book.name)


def _plan(records: Storage, table: int, book: RuleBook, sent: Sequence[JournalEntry[Act]]) -> _Plan:
    there = records.journal.places([entry.id for entry in sent])
    at = next((place.table for place in there.values()), table)
    matches = Matches(records.journal, at, book.name)
    last = matches.version
    numbers: dict[int, int] = {}
    entries, new = [], []
    for entry in sent:
        place = there.get(entry.id)
        if place is None:
            last += 1
        numbers[entry.number] = place.number if place else last
        moved = moved_entry(entry, numbers, at)
        entries.append(moved)
        if place is None:
            new.append(moved)
        elif (place.table, place.hash) != (at, moved.hash):
            raise RecordsError("record-differs", id=str(entry.id), number=place.number, table=place.table)
    if all(isinstance(entry.act, Imported) for entry in new):
        new = []  # the records themselves are all here
    if new:
        _expect_place(matches, at, entries, [entry.id for entry in entries if entry.id in there])
    return _Plan(at, numbers, entries, new)


def _expect_place(matches: Matches, table: int, entries: Sequence[JournalEntry[Act]], kept: Sequence[UUID]) -> None:
    """Refuse new records that would not follow the existing ones: none, or the first, with these ids."""
    running, current = matches.running, matches.current
    if not kept and running:
        raise RecordsError("match-running", table=table)
    here = [entry.id for entry in current.entries if not isinstance(entry.act, Imported)] if current else []
    known = {*kept}
    if kept and here != [entry.id for entry in entries if entry.id in known and not isinstance(entry.act, Imported)]:
        raise RecordsError("match-differs", table=table, number=entries[0].number)


def moved_entry(entry: JournalEntry[Act], numbers: Mapping[int, int], table: int) -> JournalEntry[Act]:
    """Return a record with its number here, and with its references renumbered."""
    act = moved_act(entry.act, numbers)
    if entry.commitments:
        made = _moved_evidence(entry.commitments, numbers)
        hash = committed_hash(made, entry.role, act_to_dict(act))
        return replace(entry, stream=table, number=numbers[entry.number], act=act, hash=hash, commitments=made)
    held = entry.hash == hash_of(entry.act)  # otherwise a name in it was removed
    hash = hash_of(act) if held else entry.hash
    return replace(entry, stream=table, number=numbers[entry.number], act=act, hash=hash)


def _moved_evidence(made: Commitments, numbers: Mapping[int, int]) -> Commitments:
    evidence = made.evidence
    if evidence is None or evidence.steps is None or evidence.steps.began not in numbers:
        return made
    moved = structs.replace(evidence.steps, began=numbers[evidence.steps.began])
    return structs.replace(made, evidence=structs.replace(evidence, steps=moved))


def moved_act(act: Act, numbers: Mapping[int, int]) -> Act:
    """Return an act with its references to other records renumbered.

    Raises:
        KeyError: It refers to a record that has no number here.
    """
    if isinstance(act, Corrected):
        return structs.replace(act, of=numbers[act.of], act=cast("PlainAct", moved_act(act.act, numbers)))
    if isinstance(act, Void | Appealed | AppealDecided):
        return structs.replace(act, of=numbers[act.of])
    if isinstance(act, OfMatch) and act.match is not None:
        return structs.replace(act, match=numbers[act.match])
    return act


def renumbered(sent: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    """Return an act as plain JSON values with its references renumbered; those to records without a number stay."""
    made = {name: numbers.get(value, value) if name in ("of", "match") else value for name, value in sent.items()}
    if isinstance(inner := sent.get("act"), Mapping):
        made["act"] = renumbered(inner, numbers)
    return made


def moved_hand(kept: KeptHand, numbers: Mapping[int, int], table: int) -> KeptHand:
    """Return a hand of a table with its reference to a hand of the match renumbered.

    Raises:
        BundleError: `bundle-unreadable`: it cannot be read.
    """

    def moved(state: HandState) -> HandState:
        return replace(state, deal=_moved_deal(state.deal, numbers))

    try:
        hand = from_kept(replace(kept, id=str(UUID(kept.id))))
        changes = tuple([replace(change, before=moved(change.before)) for change in hand.changes])
        return to_kept(replace(hand, laid=moved(hand.laid), changes=changes), table)
    except (MsgspecError, ValueError, TypeError, KeyError) as error:
        raise BundleError("bundle-unreadable", file="hands.jsonl") from error


def _moved_deal(deal: MatchHand | None, numbers: Mapping[int, int]) -> MatchHand | None:
    if deal is None or deal.match not in numbers or deal.began not in numbers:
        return None
    return replace(deal, match=numbers[deal.match], began=numbers[deal.began])


def _tags(plan: _Plan, book: RuleBook, laid: Iterable[KeptHand]) -> dict[str, Tags]:
    """Return the tags of the hands: their fan, and the players of those that count."""
    match = TableMatch(plan.entries[0].number, tuple(plan.entries), fold_entries(plan.entries, book))
    counted = {hand: counted_in(match, hand) for entry in plan.entries for hand in laid_in(entry.act)}
    players = {hand: list(counted_players(each)) for hand, each in counted.items() if each}
    return {hand.id: tags_of(from_kept(hand)) | {"player": players.get(hand.id, [])} for hand in laid}
