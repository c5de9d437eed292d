"""Events as people say that they were: what changes, what stays, what cannot be, and what is offered."""

from typing import Any

import pytest
from msgspec.structs import replace

from scoring.errors import ScoringError
from scoring.follow.corrections import Word, acts_for, corrected, fewer, missing, runs, tiles_for
from scoring.follow.events import AnyEvent, Claim, Discard, Drawn, Evidence, Flower, Kong, Unseen, Win
from scoring.follow.files import to_line
from scoring.follow.state import State, stand
from scoring.rules import BOOKS
from tests.rows import row_by_row

SEEN = Discard(number=7, t=9.0, seat=2, tile="5p", sideways=True, evidence=(Evidence(3, None, ("5p", "6p", "2p")),))
EARLIER = [Discard(t=1, seat=1, tile="5p"), Claim(t=2, seat=2, kind="pung", tile="E", tiles=("E",) * 3, source=1)]
BEFORE, OF_RIICHI, OF_SICHUAN = (stand(EARLIER, BOOKS.plays[style]) for style in ("chinese", "riichi", "sichuan"))
CHOW = Claim(number=4, t=9, seat=2, kind="chow", tile="4p", tiles=("3p", "4p", "5p"), source=1)
WON = Win(number=4, t=9, seat=2, tile="C", source=1, hand=("C", "C", "E"))


@row_by_row(
    ("event", "word", "line"),
    [
        (SEEN, Word(tile="6p"), {"seat": 2, "act": "discard", "tile": "6p", "sideways": True}),
        (SEEN, Word(seat=3), {"seat": 3, "act": "discard", "tile": "5p", "sideways": True}),
        (SEEN, Word(act="pung"), {"seat": 2, "act": "pung", "tile": "5p", "tiles": ["5p"] * 3, "from": 1}),
        (SEEN, Word(act="kong", source=4), {"seat": 2, "act": "kong", "tile": "5p", "tiles": ["5p"] * 4, "from": 4}),
        (
            SEEN,
            Word(act="chow", tiles=("4p", "5p", "6p")),
            {"seat": 2, "act": "chow", "tile": "5p", "tiles": ["4p", "5p", "6p"], "from": 1},
        ),
        (SEEN, Word(act="concealed-kong"), {"seat": 2, "act": "concealed-kong", "tile": "5p", "tiles": ["5p"] * 4}),
        (SEEN, Word(act="flower", tile="f1"), {"seat": 2, "act": "flower", "tile": "f1"}),
        (SEEN, Word(act="win"), {"seat": 2, "act": "win", "tile": "5p", "from": 1}),
        (SEEN, Word(act="self-draw"), {"seat": 2, "act": "self-draw", "tile": "5p"}),
        (SEEN, Word(act="draw"), {"seat": None, "act": "draw"}),
        (CHOW, Word(tile="8s"), {"seat": 2, "act": "chow", "tile": "8s", "tiles": ["7s", "8s", "9s"], "from": 1}),
        (CHOW, Word(seat=1), {"seat": 1, "act": "chow", "tile": "4p", "tiles": ["3p", "4p", "5p"], "from": 4}),
        (WON, Word(tile="E"), {"seat": 2, "act": "win", "tile": "E", "from": 1, "hand": ["C", "E", "E"]}),
        (Unseen(number=4, t=9, seat=3, count=1, after=8), Word(tile="9m"), {"seat": 3, "act": "discard", "tile": "9m"}),
        (Unseen(number=4, t=9, count=1, after=8), Word(tile="9m"), {"seat": 2, "act": "discard", "tile": "9m"}),
    ],
)
def test_one_thing_is_said_otherwise_and_the_rest_stays(event: AnyEvent, word: Word, line: dict[str, Any]) -> None:
    now = corrected(event, word, BEFORE)
    assert to_line(now) == {"t": 9.0, **line, "number": event.number, "sure": True}
    assert now.evidence == (() if isinstance(now, Drawn) else event.evidence)


@pytest.mark.parametrize(
    "word",
    [
        Word(tile="0x"),
        Word(seat=5),
        Word(act="chow", tile="E"),
        Word(act="chow", tiles=("1p", "2p", "3p")),
        Word(act="riichi"),
        Word(act="dance"),
    ],
)
def test_what_cannot_be_is_refused(word: Word) -> None:
    with pytest.raises(ScoringError, match="not-an-event"):
        corrected(SEEN, word, BEFORE)


def test_a_declaration_is_that_of_the_game() -> None:
    declared = corrected(SEEN, Word(act="riichi"), OF_RIICHI)
    assert to_line(declared) == {"t": 9.0, "seat": 2, "act": "riichi", "tile": "5p", "number": 7, "sure": True}
    assert corrected(declared, Word(seat=3), BEFORE) == replace(declared, seat=3)  # of a game that is not known here


def test_a_win_said_otherwise_keeps_the_open_tiles_of_the_wall() -> None:
    said = corrected(replace(WON, wall=("2m",)), Word(source=3), stand([]))
    assert isinstance(said, Win)
    assert (said.source, said.wall) == (3, ("2m",))


def test_a_discard_nobody_knows_the_seat_of_asks_for_it() -> None:
    with pytest.raises(ScoringError):
        corrected(Unseen(number=1, t=1, count=1, after=0), Word(tile="9m"), State())


@pytest.mark.parametrize(
    ("tile", "found"),
    [
        ("1m", ["1m2m3m"]),
        ("2p", ["1p2p3p", "2p3p4p"]),
        ("5s", ["3s4s5s", "4s5s6s", "5s6s7s"]),
        ("9m", ["7m8m9m"]),
        ("E", []),
        ("f1", []),
        ("?", []),
    ],
)
def test_the_chows_of_a_tile(tile: str, found: list[str]) -> None:
    assert ["".join(run) for run in runs(tile)] == found


def test_the_likely_tiles_come_first_and_acts_are_those_that_the_tile_allows() -> None:
    assert tiles_for(SEEN) == ("5p", "6p", "2p")
    assert tiles_for(Discard(t=1, seat=1, tile="C")) == ("C",)
    assert tiles_for(Unseen(t=1, count=1, after=0)) == ()

    def acts(event: AnyEvent, state: State = BEFORE) -> list[str]:
        return [str(word.act) for word in acts_for(event, state)]

    calls = ["pung", "kong", "concealed-kong"]
    ends = ["win", "self-draw", "draw"]
    assert acts(SEEN) == ["discard", "chow", "chow", "chow", *calls, *ends]
    assert acts(SEEN, OF_SICHUAN) == ["discard", *calls, *ends]
    assert acts(Kong(t=1, seat=2, kind="added", tile="E", tiles=("E",) * 4), OF_RIICHI) == [
        *("discard", *calls, "added-kong", "riichi"),
        *ends,
    ]
    assert acts(Flower(t=1, seat=1, tile="f1")) == ["discard", "flower", *ends]


def test_a_missing_discard_is_of_who_had_to_play_and_a_gap_has_one_less() -> None:
    assert to_line(missing(BEFORE, -3, 4.5, "1s"))["seat"] == 2
    assert to_line(missing(State(), -3, 4.5, "1s"))["seat"] == 1
    gap = Unseen(number=4, t=9, seat=3, count=2, after=8)
    left = fewer(gap)
    assert left is not None
    assert left.count == 1
    assert fewer(left) is None


def test_of_three_nobody_sits_at_4_and_a_north_may_lie_aside() -> None:
    table = stand([Discard(t=1, seat=3, tile="E")], BOOKS.plays["sanma"])
    seen = Discard(number=2, t=2, seat=1, tile="N")
    assert Word(act="flower") in acts_for(seen, table)
    with pytest.raises(ScoringError):
        corrected(seen, Word(seat=4), table)
    claim = corrected(seen, Word(act="pung"), State(BOOKS.plays["sanma"]))
    assert isinstance(claim, Claim)
    assert claim.source == 3
    assert missing(State(BOOKS.plays["sanma"]), -1, 1.0, "E").seat == 1
