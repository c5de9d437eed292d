"""The removal of a person's name from the whole storage."""

from uuid import uuid4

from msgspec.structs import replace

from scoring.follow.events import Correction, Discard
from scoring.match.records import Penalty, act_to_dict
from tests.served import Answers
from tests.webui.at_table import SIT, record
from tests.webui.followed import followed
from tests.webui.journals import write_record
from webui.records.erasing import Erasing
from webui.records.remote_commands import RemoteCommand
from webui.records.store import Storage
from webui.table.table import Table


def erasing() -> Erasing:
    return Erasing({"Ann"}, "player 1", lambda act, fields: act, lambda text: text.replace("Ann", "player 1"))


def erase(storage: Storage, table: int) -> None:
    write_record(storage, table, uuid4(), Penalty("Bo", 0, "x"), erasing=erasing())


def test_calls_and_notes_lose_the_name_and_others_keep_theirs() -> None:
    table = Table(Answers())
    record(table, SIT)
    table.records.calls.call(1, "Ann", "Ann says so")
    table.records.calls.call(1, "Bo")
    table.records.calls.note("Ann", 1, "late", "Rita", "referee")
    erase(table.records, 1)
    assert [(each.player, each.reason) for each in table.records.calls.open()] == [
        ("player 1", "player 1 says so"),
        ("Bo", ""),
    ]
    assert [note.player for note in table.records.calls.notes()] == ["player 1"]


def test_commands_that_were_answered_forget_the_name_and_those_that_wait_keep_it() -> None:
    table = Table(Answers())
    record(table, SIT)
    act = act_to_dict(Penalty("Ann", 10, "late"))
    answered, waits = (RemoteCommand(2, str(uuid4()), "record", act, "Ann", "referee") for _ in range(2))
    for order in (answered, waits):
        table.records.orders.place(order)
    table.records.orders.answer(answered.id, "refused")
    erase(table.records, 1)
    found = {each.id: each for each in table.records.orders.of(2, waiting=False)}
    assert {each.who for each in found.values()} == {"player 1"}
    assert found[waits.id].act == act
    assert answered.id not in found or found[answered.id].act == {}


def test_the_steps_of_each_table_lose_the_name_at_their_own_table() -> None:
    one = Table(Answers())
    other = Table(Answers(), records=one.records, number=2)
    said = {}
    for table, who in ((one, "Ann"), (other, "Bo")):
        record(table, SIT)
        number = followed(table)
        word = Correction(t=1, of=1, now=Discard(t=1, seat=1, tile="S" if table is one else "N"))
        table.followed.say(number, [replace(word, by=who)], who)
        said[table.number] = number
    erase(one.records, 1)
    steps = {at: [each.step for each in one.records.followed.steps(at, number)] for at, number in said.items()}
    assert not [step for step in steps[1] if '"Ann"' in step]
    assert [step for step in steps[1] if '"player 1"' in step and '"S"' in step]
    assert [step for step in steps[2] if '"Bo"' in step and '"N"' in step]
