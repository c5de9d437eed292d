"""Blank tiles are white dragons or backs, and weak finds tiles or none, whichever makes a hand; doubts say so."""

from dataclasses import replace

import numpy as np
import pytest

from scoring import parse
from scoring.tiles import FACES, FIRST_FLOWER
from tests.vision.builders import WIDTH, Laid, certain, evidence, row
from tests.vision.builders import flowers as flowers_of
from vision.evidence import Evidence
from vision.finds.blank import white_or_back
from vision.hand.hypotheses import best_reading
from vision.hand.interpret import read
from vision.reading import Doubt, Reading


def bare(tile: str, hand: str) -> Evidence:
    """Return a hand whose tiles of one code are blank and taken for backs."""
    laid = row(hand)
    plain = np.array([p.tile == tile for p in laid])
    seen = evidence(laid)
    return replace(seen, backs=seen.backs | plain)


def test_white_dragons_without_a_mark_are_no_backs() -> None:
    reading = best_reading(bare("P", "123m456p789sPPPE E"))
    assert reading.hand == "123m456p789sEPPP E"
    assert reading.sure


@pytest.mark.parametrize("taken", ["backs", "one of them", "faces"])
def test_backs_that_may_be_white_dragons_make_a_concealed_kong(taken: str) -> None:
    laid = row("_5m5m5m_5m 123p456s99sEE E")
    seen = evidence(laid)
    blank = seen.faces.copy()
    blank[seen.backs] = np.eye(len(FACES) + 1)[FACES.index("P")]
    found = seen.backs & (np.arange(len(laid)) > {"backs": -1, "one of them": 0, "faces": 99}[taken])
    reading = best_reading(replace(seen, faces=blank, backs=found))
    assert reading.hand is not None
    assert "[5555m]" in reading.hand
    assert reading.sure


@pytest.mark.parametrize(("hand", "sure"), [("_5m5m5m_5m 123p456s99sEE E", True), ("123p456s99sEEEPP P", False)])
def test_a_tile_that_seems_blank_is_a_back_or_a_guess(hand: str, sure: bool) -> None:
    laid = row(hand)
    seen = evidence(laid)
    at = next(n for n, tile in enumerate(laid) if tile.down or tile.tile == "P")
    seen.backs[at] = False
    seen.faces[at] = white_or_back(len(FACES) + 1)
    reading = best_reading(seen)
    assert reading.hand is not None
    assert ("[5555m]" in reading.hand) == sure == reading.sure
    assert sure or {doubt.kind for doubt in reading.doubts} == {"covered"}


@pytest.mark.parametrize("taken", [0, 2, 4])
def test_four_blank_tiles_are_a_concealed_kong_without_a_name(taken: int) -> None:
    """Check that it does not matter how many of them were taken for white dragons."""
    laid = row("_P_P_P_P 123p456s99sEE E")
    seen = evidence(laid)
    reading = best_reading(replace(seen, backs=seen.backs & (np.arange(len(laid)) >= taken)))
    assert reading.hand is None
    assert any(doubt.kind == "face-down" for doubt in reading.doubts)


def bare_backs(hand: str, wall: int, seen_down: bool) -> Evidence:
    """Return a hand with blank white dragons, and a wall of blank backs; `seen_down` takes the dragons for backs
    too."""
    laid = row(hand) + row("_2m" * wall, y=140.0)
    seen = evidence(laid)
    plain = np.array([tile.down or tile.tile == "P" for tile in laid])
    each = np.eye(len(FACES) + 1)
    others = np.resize([FACES.index(code) for code in ("9s", "1p", "2s", "8s")], len(laid))
    faces = np.where(plain[:, None], 0.8 * each[FACES.index("P")] + 0.2 * each[others], seen.faces)
    return replace(seen, faces=faces, backs=plain if seen_down else seen.backs)


def test_a_wall_is_no_hand_of_white_dragons() -> None:
    seen = bare_backs("123m456p", 14, True)
    reading = best_reading(seen)
    assert reading.hand is None
    assert sum(tile.face == "down" for tile in reading.tiles) == 14


@pytest.mark.parametrize("seen_down", [True, False])
def test_backs_beside_a_hand_with_blank_white_dragons_stay_backs(seen_down: bool) -> None:
    reading = best_reading(bare_backs("123m456p789sPPPE E", 3, seen_down))
    assert reading.hand == "123m456p789sEPPP E"
    assert sorted(tile.tile or "down" for tile in reading.tiles).count("down") == 3


def test_a_kong_of_white_dragons_is_read() -> None:
    reading = best_reading(evidence(row("P>PPP 123p456s99sEE E")))
    assert reading.hand is not None
    assert "[PPPP,2]" in reading.hand
    concealed = best_reading(evidence(row("_PPP_P 123p456s99sEE E")))
    assert concealed.hand is not None
    assert "[PPPP]" in concealed.hand
    assert not concealed.sure  # four backs, two of them taken for white dragons, would look the same


def test_beside_white_dragons_with_a_frame_blank_tiles_are_backs() -> None:
    laid = row("P>PPP 123p456s99sEE E") + row("_2m_3m_4m_5m_6m", y=120.0)
    down = np.array([p.down for p in laid])
    seen = evidence(laid)
    faces = np.where(down[:, None], np.eye(len(FACES) + 1)[FACES.index("P")], seen.faces)
    framed = np.array([p.tile == "P" for p in laid])
    reading = best_reading(replace(seen, faces=faces, backs=framed, marks=np.where(framed, 90.0, 4.0)))
    assert reading.hand == "[PPPP,2]123p45699sEE E"
    assert reading.sure
    concealed = evidence(row("_PPP_P 123p456s99sEE E"))
    inner = np.array([not p.down and p.tile == "P" for p in row("_PPP_P 123p456s99sEE E")])
    assert best_reading(replace(concealed, marks=np.where(inner, 90.0, 0.0))).sure


def test_a_flower_beyond_a_weak_one_is_doubted() -> None:
    """Two flowers lie in line with the hand, and the nearer one is weak."""
    laid = flowers_of("f1 s2", -262, 0) + row("123m456p789sEEEC C")
    seen = evidence(laid)
    seen.scores[1] = 0.45
    seen.faces[1] = np.eye(len(FACES) + 1)[FACES.index("s2")] * 0.5 + 0.5 / (len(FACES) + 1)
    reading = best_reading(seen)
    assert reading.hand is not None
    assert not reading.sure
    assert "f1" in [reading.tiles[doubt.tile].tile for doubt in reading.doubts if doubt.tile is not None]


def test_a_faint_frame_beside_clear_ones_is_no_back() -> None:
    laid = row("123m456p789sEEPP P")
    faces = certain(laid)
    marks = np.where([tile.tile == "P" for tile in laid], 42.0, 0.0)
    marks[-2] = 20.0
    reading = best_reading(replace(evidence(laid, faces=faces), marks=marks))
    assert (reading.hand, reading.sure) == ("123m456p789sEEPP P", True)
    marks[-2] = 4.0
    assert best_reading(replace(evidence(laid, faces=faces), marks=marks)).hand is None


def doubts_only(reading: Reading, seen: Evidence, find: int) -> bool:
    """Return True if the only doubt is about a find that was left out and is shown next to the hand."""
    (doubt,) = reading.doubts
    tile = reading.tiles[doubt.tile or 0]
    there = np.allclose(np.mean(tile.quad, axis=0), seen.quads[find].mean(axis=0))
    named = tile.tile in FACES[FIRST_FLOWER:] or tile.tile == "E"  # of which there is a pung
    return doubt.kind == "count" and there and named and reading.groups[tile.group].kind == "aside"


@pytest.mark.parametrize(
    ("score", "flower", "unknown", "flowers", "sure"),
    [
        (0.78, 0.95, 0.0, 1, True),
        (0.68, 0.95, 0.0, 1, False),
        (0.42, 0.995, 0.0, 1, True),
        (0.35, 0.995, 0.0, 1, False),
        (0.45, 0.5, 0.0, 0, False),
        (0.39, 0.1, 0.0, 0, True),
        (0.42, 0.1, 0.0, 0, False),
        (0.6, 0.1, 0.5, 0, False),
        (0.95, 0.1, 0.0, 1, False),
    ],
)
def test_a_weak_find_that_hardly_looks_like_a_flower_is_none(
    score: float, flower: float, unknown: float, flowers: int, sure: bool
) -> None:
    """It is doubted, unless it is clear, or neither much of a tile nor like a flower."""
    laid = flowers_of("f1", -215, 0) + row("123m456p789sEEEC C")
    seen = evidence(laid)
    seen.scores[0] = score
    seen.faces[0] = (1 - flower - unknown) / len(FACES)
    seen.faces[0, [FACES.index("f1"), -1]] += flower, unknown
    reading = best_reading(seen)
    assert reading.hand is not None
    assert (parse(reading.hand).flowers or 0) == flowers
    assert reading.sure == sure
    assert flowers or sure or doubts_only(reading, seen, 0)


@pytest.mark.parametrize(
    ("tile", "likely", "unknown", "x", "sure"),
    [
        ("f1", 1.0, 0.0, -215, False),
        ("f1", 0.8, 0.0, -215, False),
        ("f1", 0.5, 0.0, -215, True),
        ("f1", 0.7, 0.4, -215, False),
        ("f1", 0.5, 0.4, -215, True),
        ("W", 1.0, 0.0, -215, True),
        ("f1", 1.0, 0.0, -260, False),
        ("f1", 1.0, 0.0, -300, True),
        ("E", 1.0, 0.0, 0, False),
        ("9m", 1.0, 0.0, 0, True),
    ],
)
def test_a_weak_find_near_the_hand_that_may_be_a_flower_or_a_fourth_tile_is_doubted(
    tile: str, likely: float, unknown: float, x: int, sure: bool
) -> None:
    """Even if it is likely to be no tile."""
    laid = row("E>EE 456p789sCC12m 3m")
    laid.append(Laid(tile, x, 0) if x else replace(laid[1], tile=tile, y=laid[1].y + WIDTH + 1))
    seen = evidence(laid)
    seen.scores[-1] = 0.2
    seen.faces[-1] *= likely
    seen.faces[-1, FACES.index("8s")] += 1 - likely
    seen.faces[-1] = (1 - unknown) * seen.faces[-1] + unknown * np.eye(len(FACES) + 1)[-1]
    reading = best_reading(seen)
    assert reading.hand == "[EEE,2]12m456p789sCC 3m"
    assert reading.sure == sure
    assert sure or doubts_only(reading, seen, -1)


@pytest.mark.parametrize(("likely", "score", "sure"), [(0.1, 0.2, False), (0.1, 0.1, False), (0.03, 0.2, True)])
def test_a_weak_find_beside_a_pung_that_may_be_its_fourth_is_doubted(likely: float, score: float, sure: bool) -> None:
    """Though it looks more like another tile."""
    laid = row("EE>EE 456p789sCC12m 3m")
    seen = evidence(laid)
    seen.scores[0] = score
    seen.faces[0] *= likely
    seen.faces[0, FACES.index("1m")] += 1 - likely
    reading = best_reading(seen)
    assert reading.hand == "[EEE,2]12m456p789sCC 3m"
    assert reading.sure == sure
    assert sure or doubts_only(reading, seen, 0)


def test_a_find_that_was_left_out_is_shown_as_the_tile_that_would_change_the_hand() -> None:
    """It looks most like an 8s, which would make no hand, but is more likely one of the flowers."""
    laid = [*row("E>EE 456p789sCC12m 3m"), Laid("f1", -215, 0)]
    seen = evidence(laid)
    seen.scores[-1] = 0.2
    seen.faces[-1] = 0
    seen.faces[-1, [FACES.index(code) for code in ("8s", "f1", "f2", "f3", "f4")]] = 0.24, 0.19, 0.22, 0.18, 0.17
    reading = best_reading(seen)
    assert doubts_only(reading, seen, -1)
    asked = reading.tiles[reading.doubts[0].tile or 0]
    assert (asked.tile, asked.confidence) == ("f2", pytest.approx(0.22))
    assert [code for code, _ in asked.alternatives] == ["f1", "f3", "f4"]


def test_finds_that_a_hand_is_read_without_are_shown_beside_it() -> None:
    """With the weak finds the hand would have more than fourteen tiles."""
    seen = evidence(row("123m456p789sEEECC2468m135p"))
    seen.scores[14:] = 0.45
    assert read(seen).hand is None
    reading = best_reading(seen)
    assert reading.hand == "123m456p789sEEEC C"
    assert Doubt(None, "weak-left-out", {"count": 7}) in reading.doubts
    assert {reading.tiles[t].tile for group in reading.groups if group.kind == "aside" for t in group.tiles} == {
        "2m", "4m", "6m", "8m", "1p", "3p", "5p",
    }  # fmt: skip
    assert all(t in reading.groups[tile.group].tiles for t, tile in enumerate(reading.tiles))
