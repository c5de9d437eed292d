"""Commands of a hall for tables that devices have."""

from dataclasses import replace
from uuid import uuid4

from scoring.match.records import Drawn, TimeUp, act_to_dict
from webui.records.remote_commands import DONE, RemoteCommand
from webui.records.store import Storage

ORDER = RemoteCommand(2, str(uuid4()), "record", act_to_dict(Drawn()), "Li", "referee")


def test_a_command_is_placed_once_and_waits_until_it_is_answered() -> None:
    orders = Storage.open(None).orders
    orders.place(ORDER)
    orders.place(replace(ORDER, act=act_to_dict(TimeUp(False))))
    (waiting,) = orders.of(2)
    assert waiting.at
    assert replace(waiting, at="") == ORDER
    assert orders.of(1) == []
    assert [each.id for each in orders.undone()] == [ORDER.id]
    orders.answer(ORDER.id, DONE)
    assert (orders.of(2), orders.undone()) == ([], [])
    assert [(each.answer, each.act) for each in orders.of(2, waiting=False)] == [(DONE, {})]


def test_only_a_command_that_was_refused_is_forgotten() -> None:
    orders = Storage.open(None).orders
    orders.place(ORDER)
    assert not orders.forget(2, ORDER.id)
    orders.answer(ORDER.id, "refused")
    assert [orders.forget(1, ORDER.id), orders.forget(2, ORDER.id), orders.forget(2, ORDER.id)] == [False, True, False]
