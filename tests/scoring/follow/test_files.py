"""Events written as JSON lines and read back."""

import json

import msgspec
import pytest

from scoring.errors import ScoringError
from scoring.follow.events import (
    AnyEvent,
    Claim,
    Correction,
    Declared,
    Discard,
    Drawn,
    Evidence,
    Flower,
    Kong,
    Unseen,
    Win,
)
from scoring.follow.files import dumps, loads, to_line
from tests.rows import row_by_row

EVENTS: list[AnyEvent] = [
    Flower(number=1, t=1.74, seat=2, tile="s4", sure=True),
    Discard(number=2, t=2.88, seat=3, tile="E", sure=True),
    Discard(t=4.5, seat=4, tile="3m", sideways=True, tsumogiri="yes"),
    Discard(t=4.5, seat=4, tile="?", tsumogiri="no"),
    Declared(t=5.9, seat=4, what="riichi", tile="3m"),
    Claim(t=23.78, seat=1, kind="chow", tile="3s", tiles=("2s", "3s", "4s"), source=4),
    Kong(t=30, seat=2, kind="concealed", tile="2p", tiles=("2p",) * 4),
    Kong(t=31, seat=2, kind="added", tile="5p", tiles=("5p",) * 4),
    Unseen(t=40, seat=3, count=2, after=36.5),
    Correction(t=2.88, seat=3, of=2, now=Discard(t=2.88, seat=3, tile="S")),
    Correction(t=2.88, seat=3, of=2, now=None, by="Ann"),
    Win(t=97.6, seat=1, tile="5m", source=4, hand=("5m", "5m")),
    Win(t=97.6, seat=1, tile="5m", source=4, hand=("5m", "5m"), wall=("2m", "?")),
    Win(t=97.6, seat=1, tile="5m", source=0),
    Win(t=97.6, seat=1, tile="5m", source=None),
    Drawn(t=115.26),
    Drawn(t=115.26, waiting=(1, 3)),
]


@row_by_row("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_read_back(event: AnyEvent) -> None:
    assert list(loads(dumps([event]))) == [event]
    assert msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent) == event


def test_a_line_has_the_form_of_the_clips_truth() -> None:
    pung = Claim(t=36.76, seat=1, kind="pung", tile="6m", tiles=("6m", "6m", "6m"), source=4)
    line = '{"t": 36.76, "seat": 1, "act": "pung", "tile": "6m", "tiles": ["6m", "6m", "6m"], "from": 4}'
    assert to_line(pung) == json.loads(line)
    assert to_line(Drawn(t=115.26)) == {"t": 115.26, "seat": None, "act": "draw"}


def test_a_line_says_where_in_the_picture() -> None:
    picture = ((1.0, 2.0), (3.0, 2.0), (3.0, 6.0), (1.0, 6.0))
    line = to_line(Discard(t=1, seat=1, tile="1m", evidence=(Evidence(7, picture),)))
    assert line["at"] == [2, 4]
    (read,) = loads(json.dumps(line))
    assert to_line(read)["at"] == [2, 4]


def test_the_head_of_a_clips_truth_is_passed_over() -> None:
    assert list(loads('{"clip": "d1.mp4"}\n\n{"t": 1, "seat": null, "act": "draw"}\n')) == [Drawn(t=1)]


@pytest.mark.parametrize("line", ['{"act": "discard", "t": 1}', '{"act": "chow", "t": 1, "tile": "1m"}', "nonsense"])
def test_what_is_no_event_is_refused_with_the_line(line: str) -> None:
    with pytest.raises(ScoringError, match="not-an-event"):
        list(loads(line))
