"""Events of a deal: written to a file and read back, and told apart by what happened."""

import msgspec
import pytest

from scoring.follow.events import (
    AnyEvent,
    Claim,
    Correction,
    Declared,
    Discard,
    Drawn,
    Flower,
    Kong,
    Unseen,
    Win,
    essence,
)

EVENTS: list[AnyEvent] = [
    Discard(t=1, seat=1, tile="E", sideways=True),
    Claim(t=2, seat=2, kind="pung", tile="E", tiles=("E",) * 3, source=1),
    Kong(t=3, seat=2, kind="added", tile="E", tiles=("E",) * 4),
    Flower(t=4, seat=3, tile="f1"),
    Declared(t=5, seat=3, what="riichi"),
    Win(t=6, seat=2, tile="C", source=None, hand=("C", "C")),
    Drawn(t=7),
    Unseen(t=8, seat=0, count=2, after=7),
]


@pytest.mark.parametrize("event", [*EVENTS, *(Correction(t=9, of=1, now=each) for each in (*EVENTS, None))])
def test_an_event_is_read_back_as_it_was_written(event: AnyEvent) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent) == event


def test_events_are_the_same_at_another_second_and_not_of_another_player() -> None:
    told = [essence(event) for event in EVENTS]
    assert len({*map(repr, told)}) == len(EVENTS)
    for event in EVENTS:
        assert essence(msgspec.structs.replace(event, t=99.0, sure=True)) == essence(event)
        if event.seat:
            assert essence(msgspec.structs.replace(event, seat=4)) != essence(event)
