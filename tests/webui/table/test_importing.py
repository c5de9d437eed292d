"""A match of another Tableside taken over, in every database; `routes/test_arrivals.py` has what people meet."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from scoring.follow.events import Discard
from scoring.match.records import Act, Drawn, Imported, Renamed, Void
from tests.books import RULES
from tests.scoring.match.builders import SIT
from tests.webui.journals import write_record
from webui.hand.state import MatchHand
from webui.match.matches import Matches
from webui.records.errors import RecordsError, WriteConflictError
from webui.records.journal import JournalEntry
from webui.records.store import Storage
from webui.records.verifying import Verified, record_of, verify
from webui.table.follow.journal import Begun, FollowJournal
from webui.table.importing import Importer, ImportResult, take_over

BY = Importer("Li", "referee", "f" * 64)


def sent(*acts: Act) -> list[JournalEntry[Act]]:
    """Records of another Tableside, whose first has the number 8."""
    other = Storage.open(None)
    for _ in range(7):
        write_record(other, 1, uuid4(), Drawn(), "", "table")
    for act in acts:
        write_record(other, 1, uuid4(), act, "Eve", "referee")
    return other.journal.entries(1, 7)


def test_records_get_the_next_numbers_once(records: Storage) -> None:
    Matches(records.journal, 1, "mcr").record(SIT, uuid4(), "", "referee")
    for _ in range(16):
        Matches(records.journal, 1, "mcr").record(Drawn(), uuid4(), "", "referee")
    came = sent(SIT, Drawn(), Void(9, "no"), Renamed("E", "Zoe", match=8))
    assert take_over(records, 1, RULES["mcr"], BY, came, (), ()) == ImportResult(1, 18, 4, 0)
    *kept, mark = records.journal.entries(1, 17)
    assert [(each.id, each.who, each.when) for each in kept] == [(each.id, each.who, each.when) for each in came]
    assert kept[2].act == Void(19, "no")
    assert kept[3].act == Renamed("E", "Zoe", match=18)
    assert (mark.act, mark.who, mark.role) == (Imported(4, BY.file), "Li", "referee")
    found = Matches(records.journal, 1, "mcr").get(18)
    assert found
    assert [found.imported_by(number) for number in (18, 21, 22)] == ["Li", "Li", None]
    assert verify([record_of(each) for each in (*kept, mark)]) == Verified()  # the hashes are those of the new numbers
    assert take_over(records, 2, RULES["mcr"], BY, came, (), ()) == ImportResult(1, 18, 0, 0)
    assert records.journal.tables() == [1]
    with pytest.raises(RecordsError, match="match-running"):
        take_over(records, 1, RULES["mcr"], BY, sent(SIT), (), ())
    assert take_over(records, 2, RULES["mcr"], BY, sent(SIT), (), ()) == ImportResult(2, 1, 1, 0)


def test_what_was_recorded_meanwhile_is_not_written_over(records: Storage) -> None:
    write_record(records, 1, uuid4(), Drawn(), "", "table")
    first, second = sent(SIT, Drawn())
    with pytest.raises(WriteConflictError):
        records.journal.put(1, [first], (), {}, Imported(1, BY.file))
    assert records.journal.places([first.id, second.id]) == {}


def test_followed_deals_come_with_their_hands_once(records: Storage) -> None:
    write_record(records, 1, uuid4(), Drawn(), "", "table")
    came = sent(SIT, Drawn())
    journal = FollowJournal(Storage.open(None).followed, 1)
    at = datetime(2026, 11, 27, tzinfo=UTC)
    for began in (8, 9, 70):  # the last is a hand of another match
        deal = journal.begin(Begun(hand=MatchHand(8, began, 1), style="chinese", east=1), at)
        journal.append(deal, at, [(Discard(number=1, t=1.0, seat=1, tile="E"), b"tile")])
    steps = [step for deal in (1, 2, 3) for step in journal._store.steps(1, deal)]
    pictures = [(step.number, b"tile") for step in steps if step.pictured]
    Matches(records.journal, 1, "mcr")
    for _ in range(2):
        assert take_over(records, 1, RULES["mcr"], BY, came, (), (), steps, pictures).match == 2
        here = FollowJournal(records.followed, 1)
        assert here.numbers([MatchHand(2, 2, 1), MatchHand(2, 3, 2)]) == {2: (1,), 3: (2,)}
        found = here.read(2)
        assert found is not None
        assert (found.begun.hand, found.at) == (MatchHand(2, 3, 1), at)
        assert here.picture(found.steps[0].number) == b"tile"
        assert here.read(3) is None
