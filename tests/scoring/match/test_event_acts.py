"""The acts of an event: written and read back, byte for byte."""

from typing import get_args

import msgspec
import pytest

from scoring.match import event_acts
from scoring.match.event_acts import (
    Absent,
    Entered,
    EventAct,
    EventVoid,
    Opened,
    Paid,
    PlayerEntry,
    Released,
    Started,
    TableResult,
    TableResults,
)

ACTS: list[EventAct] = [
    Opened("Cup", "mcr", rounds=2),
    Entered((PlayerEntry(1, "Ann", ema="04010001"), PlayerEntry(2, "Bo", substitute=True))),
    Paid(1, 1250),
    Started(1),
    Absent(1, (2,)),
    TableResult(1, 1, (30, 10, -10, -30)),
    TableResults((TableResult(1, 1, (30, 10, -10, -30), left=2),)),
    Released(1),
    EventVoid(3, "a slip"),
]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: type(act).__name__)
def test_an_act_names_its_type_and_leaves_out_what_is_not_said(act: EventAct) -> None:
    said = msgspec.to_builtins(act)
    assert said["type"] == type(act).__name__.removeprefix("Event")
    assert msgspec.convert(said, EventAct) == act
    assert msgspec.json.decode(msgspec.json.encode(act), type=EventAct) == act


def test_each_kind_of_act_has_a_name_of_its_own() -> None:
    names = [kind.__name__ for kind in get_args(EventAct)]
    assert len({*names}) == len(names)
    assert all(hasattr(event_acts, name) for name in names)
