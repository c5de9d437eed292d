"""The matches of a table: where each record belongs, what is refused, which laid hand counts."""

from uuid import UUID, uuid4

import pytest

from scoring.match.records import (
    Act,
    Approved,
    Corrected,
    Drawn,
    Erased,
    FalseWin,
    Pruned,
    Renamed,
    Seated,
    Void,
    Won,
)
from tests.scoring.match.builders import FOUR, SIT
from webui.match.errors import ActRejectedError
from webui.match.matches import Matches
from webui.match.renaming import erasing, erasing_of, known_names, names_of
from webui.records.bulletin import Bulletin, Recorded
from webui.records.errors import RecordsError
from webui.records.journal import JournalEntry
from webui.records.store import Storage

OTHERS = Seated(("Eve", "Fu", "Gus", "Hu"))


@pytest.fixture
def records() -> Storage:
    return Storage.open(None)


@pytest.fixture
def matches(records: Storage) -> Matches:
    return Matches(records.journal, 1, "mcr")


def do(matches: Matches, *acts: Act) -> list[JournalEntry[Act]]:
    return [matches.record(act, uuid4(), "", "referee") for act in acts]


def players(matches: Matches) -> tuple[str, ...]:
    return matches.current.match.players if matches.current else ()


def test_a_table_without_records_plays_no_match(matches: Matches) -> None:
    assert (matches.current, matches.running, matches.version, list(matches.all())) == (None, None, 0, [])
    with pytest.raises(ActRejectedError, match="nobody-seated"):
        do(matches, Drawn())
    do(matches, Pruned(("ab" * 32,)))
    assert matches.current is None


def test_what_the_match_refuses_is_not_kept(matches: Matches, records: Storage) -> None:
    do(matches, SIT)
    with pytest.raises(ActRejectedError) as refused:
        do(matches, Won("E", 7))
    assert (refused.value.kind, refused.value.about) == ("under-minimum", {"points": 7, "minimum": 8, "rules": "mcr"})
    assert len(records.journal.entries(1)) == 1
    assert do(matches, Won("E", 8))[0].number == 2
    assert matches.current
    assert matches.current.match.points["Ann"] == 548


def test_the_same_id_and_act_are_recorded_once(matches: Matches, records: Storage) -> None:
    id = UUID(int=7)
    one = matches.record(SIT, id, "", "referee")
    assert matches.record(SIT, id, "", "referee") == one
    with pytest.raises(RecordsError, match="id-taken"):
        matches.record(OTHERS, id, "", "referee")
    assert records.journal.entries(1) == [one]


def test_a_new_seating_begins_a_match_and_taking_it_back_returns_to_the_one_before(matches: Matches) -> None:
    do(matches, SIT, Drawn(), OTHERS, Drawn())
    assert players(matches) == OTHERS.players
    do(matches, Void(4, "not yet"), Void(3, "not yet"))
    assert players(matches) == FOUR
    do(matches, Won("Ann", 24))
    assert [found.number for found in matches.all()] == [1]
    assert matches.current
    assert [entry.number for entry in matches.current.entries] == [1, 2, 7]
    do(matches, Void(6, "now"))
    assert players(matches) == OTHERS.players
    assert [found.number for found in matches.all()] == [3, 1]
    first = matches.get(1)
    assert first
    assert first.match.hands[1].winner == "Ann"


def test_a_correction_belongs_to_the_match_of_what_it_corrects(matches: Matches) -> None:
    do(matches, SIT, Won("E", 24), OTHERS, Corrected(2, Won("S", 24), "it was Bo"))
    first = matches.get(1)
    assert first
    assert first.match.hands[0].winner == "Bo"
    assert players(matches) == OTHERS.players
    assert matches.of_record(4) == first
    with pytest.raises(ActRejectedError, match="not-before"):
        do(matches, Void(99, "x"))


def test_a_match_that_a_record_was_checked_with_is_the_fold_of_its_records(matches: Matches, records: Storage) -> None:
    corrected = Corrected(2, Won("S", 24), "it was Bo")
    for act in (SIT, Won("E", 24), Drawn(), corrected, Renamed("Ann", "Zoë"), Void(3, "x"), OTHERS, Void(4, "x")):
        do(matches, act)
        again = Matches(records.journal, 1, "mcr")
        assert list(again.all()) == list(matches.all())


def test_another_process_goes_on_where_the_records_stand(matches: Matches, records: Storage) -> None:
    do(matches, SIT, Drawn(), OTHERS, Void(3, "x"), Won("Ann", 24))
    again = Matches(records.journal, 1, "mcr")
    assert again.current == matches.current
    do(again, Drawn())
    assert matches.current == again.current
    assert Matches(records.journal, 2, "mcr").current is None


def test_a_preview_keeps_nothing(matches: Matches, records: Storage) -> None:
    do(matches, SIT)
    assert matches.preview(Won("S", 12, "E")).match.points["Bo"] == 536
    with pytest.raises(ActRejectedError, match="winner-pays"):
        matches.preview(Won("S", 12, "S"))
    assert len(records.journal.entries(1)) == 1
    assert matches.current
    assert matches.current.match.points["Bo"] == 500


def test_a_laid_hand_counts_where_a_record_that_stands_names_it(matches: Matches) -> None:
    do(matches, SIT, FalseWin("W", "wrong tile", laid="f"), Won("E", 24, laid="a"))
    assert matches.counted("x") is None
    counted, fined = matches.counted("a"), matches.counted("f")
    assert counted
    assert fined
    assert (counted.record, counted.hand.number, counted.as_, counted.approved) == (3, 1, "win", False)
    assert (fined.record, fined.hand.number, fined.as_) == (2, 1, "false-win")
    do(matches, Corrected(3, Won("E", 32, laid="b"), "another photograph"), Approved(1))
    counted = matches.counted("b")
    assert matches.counted("a") is None
    assert counted
    assert counted.approved
    do(matches, Void(3, "x"))
    assert matches.counted("b") is None


def test_a_name_is_taken_out_of_every_record(matches: Matches, records: Storage) -> None:
    do(matches, SIT, Won("Ann", 24, "Bo"), Renamed("Ann", "Anna", "Ann is Anna"), Won("Anna", 8))
    assert matches.current
    before = list(matches.current.match.points.values())
    with matches.writing(everywhere=True) as writing:
        entry = writing.next(uuid4(), Erased("Anna", "#1"), "", "referee")
        match = matches.follow(entry)
        assert match
        writing.erase(entry, erasing(match, "#1"))
    assert matches.current
    assert names_of(matches.current, "#1") == {"#1"}
    assert players(matches) == ("#1", *FOUR[1:])
    assert list(matches.current.match.points.values()) == before
    assert matches.current.match.refused == {}
    assert not any("Ann" in repr(entry.act) for entry in records.journal.entries(1))
    do(matches, Drawn())


def test_a_name_is_taken_out_of_draws_and_of_who_answers_for_sets() -> None:
    act = erasing_of({"Ann"}, "#").act
    assert act(Won("Bo", 8000, liable="Ann"), ()) == Won("Bo", 8000, liable="#")
    assert act(Drawn(("Ann", "S"), nagashi=("Ann",)), ()) == Drawn(("#", "S"), nagashi=("#",))


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("Ann saw it, not Anna's Ann.", "# saw it, not Anna's #."),
        ("问陈美", "问#"),
        ("陈美错和", "#错和"),
        ("Ann说", "#说"),
        ("陈美丽看见陈美，小陈美没有", "陈美丽看见#，小陈美没有"),
        ("Ann Lee saw Ann", "Ann Lee saw #"),
    ],
)
def test_a_name_is_taken_out_of_a_reason(matches: Matches, records: Storage, reason: str, kept: str) -> None:
    """Others are called 陈美丽, 小陈美 and Ann Lee."""
    do(Matches(records.journal, 2, "mcr"), Seated(("小陈美", "Eve", "Ann Lee", "Hu")), Renamed("Hu", "陈美丽"))
    do(matches, Seated(("Ann", "陈美", "Chen", "Dai")))
    assert matches.current
    found = reason
    for name in ("Ann", "陈美"):
        match = matches.preview(Renamed(name, "#"))
        found = erasing(match, "#", known_names(records)).text(found)
    assert found == kept


def test_everybody_is_told_of_a_record(records: Storage) -> None:
    told, bulletin = list[Recorded](), Bulletin()
    bulletin.on(Recorded, told.append)
    matches = Matches(records.journal, 1, "mcr", bulletin)
    do(matches, SIT, Drawn())
    with pytest.raises(ActRejectedError):
        do(matches, Won("E", 7))
    assert told == [Recorded(entry) for entry in records.journal.entries(1)]
    assert [each.entry and each.entry.act for each in told] == [SIT, Drawn()]
