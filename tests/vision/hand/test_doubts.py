"""The doubts for people to check: pictures with every doubt that they raise."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.builders import WIDTH, Laid, blurred, certain, evidence, flowers, row, same_hand
from vision.evidence import Evidence
from vision.hand.interpret import read
from vision.reading import DoubtReason

HAND = "123m456p789sEEEC C"
Doubts = list[tuple[int | None, DoubtReason]]
Case = tuple[Evidence, str, Doubts]


def seen(
    laid: list[Laid],
    faces: Mapping[int, dict[str, float]] | None = None,
    *,
    scores: Mapping[int, float] | None = None,
    whole: Mapping[int, float] | None = None,
    glare: Mapping[int, float] | None = None,
    upright: Mapping[int, float] | None = None,
    told: float = 1.0,
) -> Evidence:
    """Return tiles in plain sight, changed at some indices; `told` is how clearly glyphs show their direction."""
    names = certain(laid)
    for at, shares in (faces or {}).items():
        names[at] = blurred(laid, at, shares)[at]
    found = evidence(laid, faces=names)
    for values, changes in (
        (found.scores, scores),
        (found.whole, whole),
        (found.glare, glare),
        (found.upright, upright),
    ):
        for at, value in (changes or {}).items():
            values[at] = value
    return replace(found, upright=found.upright * told)


def shifted(laid: list[Laid], first: int, by: float) -> list[Laid]:
    """Return the same with the first tiles `by` millimetres further left."""
    return [replace(tile, x=tile.x - by) if n < first else tile for n, tile in enumerate(laid)]


def beyond(laid: list[Laid], at: int, tile: str) -> list[Laid]:
    """Return the same with a tile on the far side of another."""
    return [*laid, Laid(tile, laid[at].x, laid[at].y + WIDTH + 1)]


def turned(laid: list[Laid], first: int, last: int) -> list[Laid]:
    """Return the same with some tiles turned round together, as a meld that faces the player opposite."""
    x = laid[first].x + laid[last].x
    return [replace(t, x=x - t.x, y=-t.y, turn=t.turn + np.pi) if first <= n <= last else t for n, t in enumerate(laid)]


TWO_FLOWERS = [*row(HAND), *flowers("f1 s3", 240, 0)]
WIDE = row(">1m2m3m 456p789sCC12m 3m", between=34.0)
LOOSE = row(HAND, gap=5, between=9)
LYING = "PPP8s7s7p6p5p3p3p"
PUNG = row("WW>W 123s 3455m7m9p9p 6m")
GAPPY = "[WWW,3]34557m99p123s 6m"
MELDS = row("WW>W >1s2s3s 444m55m78p 9p")
OUTER = "W>WW >1s2s3s 444m55m78p 9p"
CORNER = [*row("444m55m78p 9p", x=-120), *row(">1s2s3s WW>W", x=270)]
FLAT = row(">PPP 123m456p78sCC 9s", y=-60)
ADDED = row(">P+PPP 123m456p78sCC 9s")
SUITS = ("1m", "5m", "9m", "1p", "5p", "9p", "1s", "5s")
NEAR_FLOWER = [*row(HAND), *flowers("f2", -230, 0)]
BEHIND = row(HAND, y=-60)

FACES_AND_SCORES: dict[str, Case] = {
    "clear": (seen(row(HAND)), HAND, []),
    "two faces": (seen(row(HAND), {0: {"1m": 0.6, "2m": 0.4}}), HAND, [(0, "two-faces")]),
    "cut off": (evidence(row(HAND, x=330), tilt=0.0), HAND, [(t, "cut-off") for t in (10, 11, 12, 13)]),
    "glare": (seen(row(HAND), {4: {"5p": 0.7, "8p": 0.3}}, glare={4: 0.4}), HAND, [(4, "glare")]),
    # A tile scores less where it is covered, and so does a half that was found for a whole tile.
    "half of a tile named poorly": (
        seen(row(HAND), {4: {"5p": 0.8, "2p": 0.2}}, whole={4: 0.4}),
        HAND,
        [(4, "part-seen")],
    ),
    "half of a tile that breaks the order": (
        seen(row(">7m7m7m 12m34525sCCC 3m"), scores={8: 0.48}, whole={8: 0.74}),
        "[777m,1]12m23455sCCC 3m",
        [(8, "part-seen")],
    ),
    "partly covered": (seen(row(HAND), {4: {"5p": 0.9, "2p": 0.1}}, scores={4: 0.44}, whole={4: 0.7}), HAND, []),
    "half a tile": (
        seen(row(HAND), {4: {"5p": 0.999, "2p": 0.001}}, scores={4: 0.37}, whole={4: 0.97}),
        HAND,
        [(4, "hardly-seen")],
    ),
    "hardly any of it": (
        seen(row(HAND), {4: {"5p": 0.999, "2p": 0.001}}, whole={4: 0.05}),
        HAND,
        [(4, "part-seen")],
    ),
    "pieced together of two tiles": (
        seen(row(HAND), {4: {"5p": 0.6, **dict.fromkeys(SUITS[:4], 0.1)}}, scores={4: 0.46}, whole={4: 0.6}),
        HAND,
        [(4, "hardly-seen")],
    ),
    # In a hand that does not win every tile must be clear.
    "a win, one tile less clear": (seen(row(HAND), {4: {"5p": 0.98, "4p": 0.02}}, scores={4: 0.7}), HAND, []),
    "no win, one tile less clear": (
        seen(row("124m456p789sEEEC F"), {4: {"5p": 0.98, "4p": 0.02}}, scores={4: 0.7}),
        "124m456p789sEEEC F",
        [(4, "hardly-seen")],
    ),
    "no win, every tile clear": (
        seen(row("124m456p789sEEEC F"), {4: {"5p": 0.98, "4p": 0.02}}, scores={4: 0.95}),
        "124m456p789sEEEC F",
        [],
    ),
    # Another tile in sight may be the winning one: then that the hand does not win is not sure, but that it wins is.
    "no win, a discard near": (
        seen([*row("124m456p789sEEEC F", y=-60), *row("5p9m", 150, 90)]),
        "124m456p789sEEEC F",
        [(None, "not-placed")],
    ),
    "no win, backs near": (
        seen([*row("124m456p789sEEEC F", y=-60), *row("_5p_9m", 150, 90)]),
        "124m456p789sEEEC F",
        [],
    ),
    "a win, discards near": (seen([*row(HAND, y=-60), *row("5p9m", 150, 90)]), HAND, []),
    "thirteen that wait, a discard near": (
        seen([*row("123m456p789sEEEC", y=-40), *row("5p", 60, 40)]),
        "123m456p789sEEEC 5p",
        [(13, "waits")],
    ),
    # So may a tile at the end of its row, unless it touches the others.
    "thirteen that wait, another tile at their end": (
        seen(row("123m456p789sEEEC F")),
        "123m456p789sEEEC F",
        [(13, "waits")],
    ),
    "thirteen that wait, another tile touching": (seen(row("123m456p789sEEEC2p")), "123m456p789sEEEC 2p", []),
    "thirteen that wait, their tile near": (
        seen([*row("123m456p789sEEEC", y=-40), *row("C", 60, 40)]),
        HAND,
        [],
    ),
    "thirteen that do not wait, a tile near": (
        seen([*row("123m456p78sEEE5pC", y=-40), *row("N", 60, 40)]),
        "123m456p78sEEE5pC N",
        [],
    ),
    # A back at an end of a concealed kong is clear, however little is seen of it.
    "a back at the end of a kong": (
        seen(row("_EEE_E 456p789s123mC C"), scores={0: 0.3}),
        "[EEEE]456p789s123mC C",
        [],
    ),
    "a back within a kong": (
        seen(row("E_E_EE 456p789s123mC C"), scores={1: 0.3}),
        "[EEEE]456p789s123mC C",
        [(1, "hardly-seen")],
    ),
    # What lies beside a pung like an added tile may be something else.
    "an added tile named by its pung": (
        seen(ADDED, {1: {"P": 0.12, **dict.fromkeys(SUITS, 0.88 / 8)}}),
        "[PPPP,5]123m456p78sCC 9s",
        [(1, "guess")],
    ),
    "an added tile that looks like one": (
        seen(ADDED, {1: {"P": 0.4, **dict.fromkeys(SUITS, 0.6 / 8)}}),
        "[PPPP,5]123m456p78sCC 9s",
        [],
    ),
    # A white dragon with which the hand does not win may be a covered tile, where the hand would win with that.
    "a white dragon in a chow": (seen(row("12m456p789sEEECP C")), "12m456p789sEEECP C", [(12, "two-faces-one-wins")]),
    # A chip on a tile may look like another face.
    "1 dot alone keeps a hand from winning": (
        seen(row("123m456p78s1pEEEC C")),
        "123m1456p78sEEEC C",
        [(8, "guess")],
    ),
    "an unclear tile that alone keeps a hand from winning": (
        seen(row("123m456p178sEEEC C"), {6: {"1s": 0.98, "P": 0.02}}),
        "123m456p178sEEEC C",
        [(6, "guess")],
    ),
    "a clear one": (seen(row("123m456p178sEEEC C"), {6: {"1s": 0.995}}), "123m456p178sEEEC C", []),
    "two that do so together": (
        seen(row("123m456p148sEEEC C"), {6: {"1s": 0.98, "P": 0.02}}),
        "123m456p148sEEEC C",
        [],
    ),
    "a white dragon in a pair": (
        seen(row("123m456p789sEEEC P")),
        "123m456p789sEEEC P",
        [(13, "two-faces-one-wins"), (13, "waits")],
    ),
    "three white dragons": (seen(row("124m456p789sPPPE F")), "124m456p789sPPPE F", []),
    "three white dragons that win": (seen(row("123m456p789sPPPE E")), "123m456p789sPPPE E", []),
    # A hand may have any number of flowers: so what counts as one must look like one.
    "a flower": (seen(TWO_FLOWERS, {15: {"s3": 0.7, "9s": 0.3}}), f"{HAND} flowers=2", []),
    "hardly a flower": (seen(TWO_FLOWERS, {15: {"s3": 0.6, "9s": 0.4}}), f"{HAND} flowers=2", [(15, "two-faces")]),
    # What is clearly another tile is no flower, though it would be a fifth copy.
    "a fifth copy is no flower": (
        seen(row("F>FFF 123m456p78sCC 9s F"), {15: {"F": 0.93, "f4": 0.05}}),
        "[FFFF,2]123m456p78sCC 9s",
        [(None, "unusual-order"), (0, "copies-seen")],
    ),
    "five copies in the picture": (
        seen([*row(HAND, y=-60), *row("EE3p8m", y=90)], {10: {"E": 0.97, "S": 0.03}}),
        HAND,
        [(10, "copies-seen")],
    ),
}

GROUPS: dict[str, Case] = {
    # Any tile of a sorted row may be the winning one, unless it lies apart or out of order.
    "sorted, none apart": (seen(row("123m456p789sEEECC")), HAND, [(13, "none-apart")]),
    "a small gap, out of order": (seen(row("124m456p789sEEEC 5p", between=6.5)), "124m456p789sEEEC 5p", []),
    "a small gap, in order": (seen(row(HAND, between=6.5)), HAND, [(13, "gap")]),
    "a gap far wider than the others": (seen(LOOSE), HAND, []),
    "a gap as wide as another": (seen(shifted(LOOSE, 3, 4.0)), HAND, [(13, "gap")]),
    # Melds.
    "a set apart in a sorted row": (seen(row("123m456p789sCC EEE")), "123m456p789sEECC E", [(11, "scattered")]),
    "a set in another row, none crosswise": (
        seen(row("456p789sCCEEE", y=-60) + row("123m", x=40)),
        "[123m]456p789sEECC E",
        [(11, "two-groups"), (11, "none-crosswise"), (None, "unusual-order")],
    ),
    "four alike, an odd one face down": (
        seen(row("456p789s123mC E_EEE C")),
        "[EEEE]123m456p789sC C",
        [(10, "kong-backs")],
    ),
    "four alike, none face down": (seen(row("EEEE 456p789s123mC C")), "[EEEE]456p789s123mC C", [(0, "kong-face-up")]),
    # Kongs that touch other sets are told by their faces, where 14 tiles lie there only with them.
    "three kongs in one row, no gaps": (
        seen(row("9p_9p_9p9p S_S_SS _WWW_W 567s22m", between=0.6)),
        "[9999p][SSSS][WWWW]2m567s 2m",
        [],
    ),
    "three crosswise kongs, no gaps": (
        seen(row(">9p9p9p9p SS>SS WWW>W 567s22m", between=0.6)),
        "[9999p,1][SSSS,2][WWWW,3]2m567s 2m",
        [],
    ),
    "kongs face up are one doubt": (
        seen(row("9999p SSSS W_W_WW 567s22m", between=0.6)),
        "[9999p][SSSS][WWWW]2m567s 2m",
        [(0, "kongs-face-up")],
    ),
    "four kongs face up in a row": (
        seen(row("9999p SSSS WWWW 1111s 22m", between=0.6)),
        "[9999p][SSSS][WWWW][1111s]2m 2m",
        [(0, "kongs-face-up")],
    ),
    "four concealed tiles alike are no kong where 14 lie": (
        seen(row("1111p23p456s789sE E", between=6.5)),
        "111123p456789sE E",
        [(13, "gap")],
    ),
    # A tile that was not seen may be the reason that four which lie like a kong are none.
    "four beside a tile": (seen(row(f"{LYING} 6s >1p1p1p1p", between=10)), "[1111p,1]33567p78sPPP 6s", []),
    "four as three and the winning tile": (
        seen(row(f"{LYING} >1p1p1p1p", between=10)),
        "11133567p78sPPP 1p",
        [(10, "kong-like"), (10, "waits")],
    ),
    "three, and the winning tile apart": (
        seen(row(f"{LYING} >1p1p1p 1p", between=10)),
        "[111p,1]33567p78sPPP 1p",
        [(13, "waits")],
    ),
    # A meld that faces another way may be another player's: its crosswise tile lies flush with the far edges.
    "a chow turned round": (
        seen(turned(MELDS, 3, 5)),
        "[WWW,3][123s,1]44455m78p 9p",
        [(5, "two-groups")],
    ),
    "a chow turned round, its claimed tile in the middle": (
        seen([replace(t, y=0.0) if n == 3 else t for n, t in enumerate(turned(MELDS, 3, 5))]),
        "[WWW,3][123s,1]44455m78p 9p",
        [(5, "two-groups")],
    ),
    "a pung turned round": (
        seen(turned(row(OUTER), 0, 2)),
        "[WWW,2][123s,1]44455m78p 9p",
        [(2, "two-groups")],
    ),
    "the same of circles, glyphs that hardly tell": (
        seen(turned(row("5p>5p5p >1s2s3s 444m55m78p 9p"), 0, 2), upright={0: -0.43, 2: -0.43}),
        "[555p,2][123s,1]44455m78p 9p",
        [(2, "two-groups")],
    ),
    # Melds at the corner of the table are the player's own if they face as the other tiles do.
    "melds far along the edge": (seen(CORNER), "[123s,1][WWW,3]44455m78p 9p", []),
    "the same, glyphs that do not tell": (
        seen(CORNER, told=0.1),
        "[123s,1][WWW,3]44455m78p 9p",
        [(None, "unusual-order")],
    ),
    "the same, turned round": (
        seen(turned(CORNER, 8, 13)),
        "[123s,1][WWW,3]44455m78p 9p",
        [(None, "unusual-order")],
    ),
    "a claimed tile flush with the far edges alone": (
        seen([replace(tile, y=-tile.y) if n == 1 else tile for n, tile in enumerate(row(OUTER))]),
        "[WWW,2][123s,1]44455m78p 9p",
        [],
    ),
    "a chow so, its claimed tile on the left": (
        seen([replace(tile, y=-tile.y) if n == 3 else tile for n, tile in enumerate(row(OUTER))], told=0.0),
        "[WWW,2][123s,1]44455m78p 9p",
        [],
    ),
    "a row that is read the wrong way round": (
        evidence(row(">3s4s5s >4s5s6s 4p5pCCC9m9m 3p"), side=np.pi),
        "[345s,1][456s,1]45pCCC99m 3p",
        [],
    ),
    # Among tiles on the table none covers another: so the neighbour of a covered one lies higher, on the fourth tile.
    "a covered tile of a pung": (
        seen(FLAT, whole={2: 0.35}),
        "[PPP,1]123m456p78sCC 9s",
        [(0, "fourth-below")],
    ),
    "a tile of a pung that is hardly covered": (
        seen(FLAT, whole={2: 0.6}),
        "[PPP,1]123m456p78sCC 9s",
        [],
    ),
    # A set has four copies of a tile: the fourth one near a pung may be added to it, however loosely it lies.
    "a fourth near a pung": (
        seen([*FLAT, Laid("P", FLAT[0].x - 10, FLAT[0].y + 60)]),
        "[PPP,1]123m456p78sCC 9s",
        [(0, "fourth-beside")],
    ),
    "a fourth far from a pung": (
        seen([*FLAT, Laid("P", FLAT[0].x - 10, FLAT[0].y + 120)]),
        "[PPP,1]123m456p78sCC 9s",
        [],
    ),
    "another tile near a pung": (
        seen([*FLAT, Laid("2p", FLAT[0].x - 10, FLAT[0].y + 60)]),
        "[PPP,1]123m456p78sCC 9s",
        [],
    ),
    # A fourth tile lies otherwise than an added one does where its outline was made out wrongly.
    "a fourth beside a pung": (
        seen(beyond(PUNG, 2, "W"), scores={14: 0.36}),
        GAPPY,
        [(0, "fourth-beside"), (6, "scattered")],
    ),
    "another tile beside a pung": (
        seen(beyond(PUNG, 2, "4s"), scores={14: 0.36}),
        GAPPY,
        [(14, "tile-beside"), (6, "scattered")],
    ),
    # One outline may go round much of the crosswise tile and the fourth beside it.
    "a faint tile crosswise": (seen(MELDS, scores={2: 0.46}), "[WWW,3][123s,1]44455m78p 9p", [(2, "fourth-hidden")]),
    "a clear tile crosswise": (seen(MELDS, scores={2: 0.55}), "[WWW,3][123s,1]44455m78p 9p", []),
    # What lies on another tile looks larger, and farther from below the camera than the meld has room for.
    "a tile out of place crosswise": (
        seen([replace(tile, x=tile.x - 5) if n == 1 else tile for n, tile in enumerate(row(OUTER))]),
        "[WWW,2][123s,1]44455m78p 9p",
        [(1, "fourth-below")],
    ),
    "an upright tile out of place": (
        seen([replace(tile, x=tile.x - 8) if n == 0 else tile for n, tile in enumerate(row(OUTER))]),
        "[WWW,2][123s,1]44455m78p 9p",
        [(0, "fourth-below")],
    ),
    "a tile a little out of place the other way": (
        seen([replace(tile, x=tile.x + 2) if n == 1 else tile for n, tile in enumerate(row(OUTER))]),
        "[WWW,2][123s,1]44455m78p 9p",
        [],
    ),
    "a faint tile upright": (seen(MELDS, scores={1: 0.46}), "[WWW,3][123s,1]44455m78p 9p", []),
    "a faint tile of a chow": (seen(MELDS, scores={3: 0.46}), "[WWW,3][123s,1]44455m78p 9p", []),
    # A tile that was added to a kong may lie on the next, of which only a part is seen.
    "a covered tile of a kong": (
        seen(row(">PPPP 123m456p78sCC 9s"), scores={2: 0.46}, whole={2: 0.35}),
        "[PPPP,1]123m456p78sCC 9s",
        [(2, "part-seen")],
    ),
    "a faint tile of a kong": (
        seen(row(">PPPP 123m456p78sCC 9s"), scores={2: 0.46}, whole={2: 0.6}),
        "[PPPP,1]123m456p78sCC 9s",
        [],
    ),
    # Who gave a tile depends on which way round the row is read.
    "nothing tells the way": (
        seen(row(">PPP >5s5s5s _2s2s2s_2s 4pCCC >4p"), told=0.1),
        "[PPP,1][555s,1][2222s]4pCCC 4p",
        [(0, "row-direction"), (3, "row-direction")],
    ),
    "the glyphs tell the way": (
        seen(row(">PPP >5s5s5s _2s2s2s_2s 4pCCC >4p"), told=0.9),
        "[PPP,1][555s,1][2222s]4pCCC 4p",
        [],
    ),
    "the player opposite either way": (
        seen(row("P>PP 5s>5s5s _2s2s2s_2s 4pCCC >4p"), told=0.1),
        "[PPP,2][555s,2][2222s]4pCCC 4p",
        [],
    ),
    "a chow tells the way": (
        seen(row(">PPP >3s4s5s _2s2s2s_2s 4pCCC >4p"), told=0.1),
        "[PPP,1][345s,1][2222s]4pCCC 4p",
        [],
    ),
    # Flowers lie beside the sets; what looks like one between them is more likely cloth.
    "a flower beside the sets": (seen([*WIDE, *flowers("f1", -240, 0)]), "[123m,1]12m456p789sCC 3m flowers=f1", []),
    "a flower among the sets": (
        seen([*WIDE, *flowers("f1", (WIDE[2].x + WIDE[3].x) / 2, 0)]),
        "[123m,1]12m456p789sCC 3m flowers=f1",
        [(14, "flower-among-sets")],
    ),
    "a flower crosswise": (
        seen([*TWO_FLOWERS[:-1], replace(TWO_FLOWERS[-1], turn=np.pi / 2, x=TWO_FLOWERS[-1].x + 8)]),
        f"{HAND} flowers=f1s3",
        [(15, "flower-crosswise")],
    ),
    # A face that is not of the hand may be a flower of it that is named otherwise, a little off its row.
    "a face against the hand": (
        seen([*NEAR_FLOWER, Laid("F", -230 + WIDTH + 1, 16)]),
        f"{HAND} flowers=f2",
        [(15, "tile-beside")],
    ),
    "a face apart": (seen([*NEAR_FLOWER, Laid("F", -230 + WIDTH + 1, 22)]), f"{HAND} flowers=f2", []),
    "a flower near the hand": (
        seen([*BEHIND, *row("F", -150, -5), *flowers("f2", -150 + WIDTH + 1, -5)]),
        HAND,
        [(15, "flower-near")],
    ),
    "a flower far from the hand": (
        seen([*BEHIND, *row("F", -150, 60), *flowers("f2", -150 + WIDTH + 1, 60)]),
        HAND,
        [],
    ),
}


@pytest.mark.parametrize(("found", "hand", "doubts"), FACES_AND_SCORES.values(), ids=FACES_AND_SCORES)
def test_doubts_of_tiles(found: Evidence, hand: str, doubts: Doubts) -> None:
    check(found, hand, doubts)


@pytest.mark.parametrize(("found", "hand", "doubts"), GROUPS.values(), ids=GROUPS)
def test_doubts_of_groups(found: Evidence, hand: str, doubts: Doubts) -> None:
    check(found, hand, doubts)


def check(found: Evidence, hand: str, doubts: Doubts) -> None:
    reading = read(found)
    assert same_hand(reading, hand), reading.hand
    assert [(doubt.tile, doubt.reason) for doubt in reading.doubts] == doubts
    assert reading.sure == (not doubts)


@pytest.mark.parametrize(
    ("x", "y", "asked"),
    [
        (187, 20, True),  # the row may be ragged
        (187, 36, False),  # above the row
        (204, 20, False),  # apart
        (-187, -20, True),
    ],
)
def test_the_end_of_a_ragged_row_is_not_surely_the_winning_tile(x: float, y: float, asked: bool) -> None:
    laid = [*row("234m2345p234678s"), Laid("5p", x, y)]
    reading = read(evidence(laid, tilt=0.1))
    assert reading.hand == "234m2345p234678s 5p"
    assert [doubt.reason for doubt in reading.doubts] == ["gap"] * asked
