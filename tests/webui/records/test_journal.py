"""Entries of a journal."""

from uuid import UUID, uuid4

from scoring.match.records import Record, Seated, Won
from webui.records.journal import entry_of, fold_entries, hash_of

RECORD = Record(Seated(("Ann", "Bo", "Chen", "Dai")), "Rita", "2026-05-01T10:00:00+00:00", "referee")


def test_an_entry_keeps_its_id_and_one_without_gets_the_same_each_time() -> None:
    id = uuid4()
    assert entry_of(3, RECORD, str(id)).id == id
    made = entry_of(3, RECORD, "")
    assert isinstance(made.id, UUID)
    assert made.id == entry_of(3, RECORD, "no uuid").id
    assert made.id != entry_of(4, RECORD, "").id
    assert made.record == RECORD


def test_a_hash_is_of_the_act_alone() -> None:
    assert entry_of(3, RECORD, "").hash == hash_of(RECORD.act) == entry_of(9, RECORD, "").hash
    assert entry_of(3, RECORD, "", hash="given").hash == "given"
    assert hash_of(Won("S", 24, "W")) != hash_of(Won("S", 24, "E"))


def test_entries_fold_to_their_match() -> None:
    won = Record(Won("S", 24, "W"), "Rita", "2026-05-01T10:05:00+00:00", "referee")
    match = fold_entries([entry_of(1, RECORD, ""), entry_of(2, won, "")])
    assert match.points == {"Ann": 492, "Bo": 548, "Chen": 468, "Dai": 492}
