"""A hand that was laid down is known by how its tiles came: all at once, where no faces lay before."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from scoring import parse
from tests.vision.builders import HEIGHT, Laid, evidence, flowers, row
from vision.evidence import Evidence
from vision.live.laid import Arrivals, laid_hands, laid_rows

OLD = -np.inf


def at(laid: list[Laid], time: float | list[float]) -> list[tuple[Laid, float]]:
    times = time if isinstance(time, list) else [time] * len(laid)
    return list(zip(laid, times, strict=True))


def table(*parts: list[tuple[Laid, float]]) -> tuple[Evidence, np.ndarray]:
    """Return the evidence of a table and the times at which its faces came."""
    tiles = [each for part in parts for each in part]
    seen = evidence([tile for tile, _ in tiles], tilt=0.0)
    return seen, np.array([np.inf if tile.down else time for tile, time in tiles])


def turned(laid: list[Laid], quarters: int, x: float, y: float) -> list[Laid]:
    """Return tiles before another seat."""
    c, s = (1, 0, -1, 0)[quarters], (0, 1, 0, -1)[quarters]
    return [
        Laid(p.tile, c * p.x - s * p.y + x, s * p.x + c * p.y + y, p.turn + quarters * np.pi / 2, p.down) for p in laid
    ]


POND = at(row("WN19m28p", 0.0, 200.0), [10.0, 18.0, 26.0, 34.0, 42.0, 50.0])
OTHERS = [*at(turned(row("123s"), 1, 330.0, 150.0), 30.0), *at(turned(row("777p"), 3, -280.0, 160.0), 20.0)]
APART = at(row(">6m7m8m >3s2s4s", 200.0, -20.0), 25.0)

HANDS: dict[str, tuple[list[list[tuple[Laid, float]]], str | None, bool]] = {
    "concealed, the winning tile apart": ([at(row("123m456m789m11s99p", -40.0), 60.0), at(row("9p", 190.0), 61.0)],
        "123m456m789m99p11s 9p", True),
    "melds in the corner": ([at(row("34m567p66s", -200.0), 60.0), at(row("5m", -60.0), 59.0), APART],
        "[234s,1][678m,1]34m567p66s 5m", True),
    "laid in two halves": ([at(row("123m456m789m11s99p", -40.0), [60.0] * 7 + [64.0] * 6), at(row("9p", 190.0), 66.0)],
        "123m456m789m99p11s 9p", True),
    "flowers behind it": ([at(row("123m456m789m11s99p", -40.0), 60.0), at(row("9p", 190.0), 61.0),
        at(flowers("f1 s3", 250.0, 1.5 * HEIGHT), 5.0)], "123m456m789m99p11s 9p flowers=f1s3", True),
    "won on the newest discard": ([at(row("123m456m789m11s99p", -40.0), 60.0), at(row("9p", 120.0, 200.0), 55.0)],
        "123m456m789m99p11s 9p", False),
    "an old discard wins nothing": ([at(row("123m456m789m11s99p", -40.0), 60.0), at(row("9p", 120.0, 200.0), 20.0)],
        None, False),
    "a hand that does not win": ([at(row("123m456m789m11s99p", -40.0), 60.0), at(row("5p", 190.0), 61.0)], None, False),
    "thirteen tiles of a loser": ([at(row("135m468m79p113s99p", -40.0), 60.0)], None, False),
    "it lay there before": ([at(row("123m456m789m11s99p", -40.0), OLD), at(row("9p", 190.0), OLD)], None, False),
    "a pond in a long row": ([at(row("123m456m789m11s99p9p", 0.0), [8.0 * n for n in range(14)])], None, False),
    "a meld is laid": ([at(row(">6m7m8m", 100.0), 60.0)], None, False),
}  # fmt: skip


@pytest.mark.parametrize(("parts", "hand", "sure"), HANDS.values(), ids=HANDS)
def test_a_laid_hand_is_read_with_what_belongs_to_it(
    parts: list[list[tuple[Laid, float]]], hand: str | None, sure: bool
) -> None:
    seen, born = table(POND, OTHERS, *parts)
    found = laid_hands(seen, born)
    assert [reading.hand and words(reading.hand) for reading in found] == ([] if hand is None else [words(hand)])
    for reading in found:
        assert reading.sure == sure
        assert len(reading.tiles) == len(seen.scores)
        middles = np.sort(np.mean([tile.quad for tile in reading.tiles], axis=1), axis=0)
        assert np.abs(middles - np.sort(seen.quads.mean(axis=1), axis=0)).max() < 1e-6  # each in its own place
        if not sure:
            assert [doubt.about for doubt in reading.doubts] == [{"group": "winning", "other_group": "aside"}]


def words(hand: str) -> tuple[object, ...]:
    win = parse(hand)
    return sorted(win.concealed), win.winning, sorted(map(str, win.melds)), sorted(win.flower_tiles)


def test_two_winners_lay_their_hands() -> None:
    one = at(row("123m456m789m11s99p", -40.0), 60.0), at(row("9p", 190.0), 61.0)
    two = at(turned(row("222s333s444s55s67p"), 2, 40.0, 400.0), 62.0), at(turned(row("8p"), 2, -200.0, 400.0), 62.0)
    seen, born = table(POND, *one, *two)
    assert {words(reading.hand or "")[1] for reading in laid_hands(seen, born)} == {"9p", "8p"}
    assert [len(rows) for rows in laid_rows(seen, born)] == [14, 14]


@dataclass
class Camera:
    """Looks at a whole table each time."""

    arrivals: Arrivals = field(default_factory=Arrivals)
    looked: float = OLD

    def sees(self, seen: Evidence, placed: float | list[float], at: float) -> list[float]:
        count = len(seen.scores)
        times = np.full(count, placed) if isinstance(placed, float) else np.array(placed)
        born = self.arrivals.seen(seen, times, np.full(count, self.looked), at)
        self.looked = at
        return born.tolist()


def test_faces_keep_the_time_at_which_they_came() -> None:
    camera = Camera()
    hand, more = row("123m456m"), evidence([*row("123m456m"), *row("5p", 0.0, 100.0)])
    assert camera.sees(evidence(hand), OLD, 1.0) == [OLD] * 6
    assert camera.sees(more, [OLD] * 6 + [3.0], 4.0) == [OLD] * 6 + [3.0]
    assert camera.sees(more, 9.0, 10.0) == [OLD] * 6 + [3.0], "an arm rested there and has left"
    camera.arrivals.moved((20.0, -10.0))
    assert camera.sees(replace(more, quads=more.quads + [20.0, -10.0]), 11.0, 12.0) == [OLD] * 6 + [3.0]
    other = evidence(row("789m789s"))
    assert camera.sees(replace(other, quads=other.quads + [20.0, -10.0]), 20.0, 21.0) == [20.0] * 6


def test_a_face_where_little_changed_came_after_the_look_that_did_not_show_it() -> None:
    camera = Camera()
    camera.sees(evidence(row("1m")), OLD, 1.0)
    both = evidence([*row("1m"), *row("2m", 60.0)])
    assert camera.sees(both, [OLD, 0.5], 5.0) == [OLD, 5.0]
