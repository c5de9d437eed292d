"""The faces chosen are the likeliest that one set of tiles allows; a declared win breaks ties, and invents nothing."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import parse
from scoring.circumstances import wins
from scoring.tiles import FACES
from tests.vision.builders import Laid, blurred, certain, evidence, flowers, random_hand, row, same_hand
from vision.hand.interpret import read
from vision.hand.naming import RISK
from vision.reading import Doubt, Reading


def read_as(laid: list[Laid], faces: np.ndarray, side: float = 0.0) -> Reading:
    return read(evidence(laid, side, 0.4, faces))


def one_away(rng: np.random.Generator, laid: list[Laid]) -> list[Laid]:
    """Return the same hand with one concealed tile changed so that it does not win."""
    while True:
        at = int(rng.integers(len(laid)))
        spoilt = list(laid)
        old = laid[at]
        spoilt[at] = Laid(str(rng.choice(FACES[:34])), old.x, old.y, old.turn, old.down)
        text = read(evidence(spoilt)).hand
        if text and old.turn == 0 and max(Counter(t.tile for t in spoilt).values()) <= 4:
            hand = parse(text)
            if not wins(hand) and len(hand.tiles) == 14:
                return spoilt


def test_no_win_is_invented() -> None:
    """Check hands one tile away from a win, with names as unsure as in a poor picture."""
    rng = np.random.default_rng(7)
    for _ in range(60):
        groups, concealed, winning = random_hand(rng)
        laid = one_away(rng, row(" ".join([*groups, concealed, winning])))
        faces = certain(laid, trust=float(rng.uniform(0.7, 0.99)))
        reading = read_as(laid, faces)
        assert reading.hand is not None
        assert not wins(parse(reading.hand))


def test_declared_win_settles_an_open_face() -> None:
    laid = row("123m456p789sEEEC C")
    reading = read_as(laid, blurred(laid, 4, {"8p": 0.52, "5p": 0.47}))
    assert same_hand(reading, "123m456p789sEEEC C")
    assert not reading.sure
    (doubt,) = reading.doubts
    assert doubt == Doubt(4, "settled-by-win", {"face": "5p", "other_face": "8p"})
    alone = read(evidence(laid, faces=blurred(laid, 4, {"8p": 0.52, "5p": 0.47})), declared=False)
    assert same_hand(alone, "123m48p6p789sEEEC C")


def test_declared_win_leaves_a_plain_face_alone() -> None:
    laid = row("123m456p789sEEEC C")
    reading = read_as(laid, blurred(laid, 4, {"8p": 0.85, "5p": 0.14}))
    assert same_hand(reading, "123m48p6p789sEEEC C")
    assert not reading.sure


@pytest.mark.parametrize(("share", "sure"), [(0.12, True), (0.3, False), (0.45, False)])
def test_the_declaration_makes_no_open_face_sure(share: float, sure: bool) -> None:
    """5p wins and 8p does not, but the picture leaves it open."""
    laid = row("123m456p789sEEEC C")
    reading = read_as(laid, blurred(laid, 4, {"5p": 1 - share, "8p": share}))
    assert same_hand(reading, "123m456p789sEEEC C")
    assert reading.sure == sure
    assert [d.tile for d in reading.doubts] == [] if sure else [4]


def test_two_ways_to_win_settle_nothing() -> None:
    """3p by the picture, while both 5p and 8p would win."""
    laid = row("567p123m456sCCCP P")
    reading = read_as(laid, blurred(laid, 0, {"3p": 0.36, "5p": 0.32, "8p": 0.31}))
    assert same_hand(reading, "367p123m456sCCCP P")
    assert any(d.tile == 0 and d.reason == "two-faces-one-wins" for d in reading.doubts)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 100_000), trust=st.floats(0.6, 0.999))
def test_sure_is_what_the_picture_alone_says(seed: int, trust: float) -> None:
    """Check that a sure hand is the same without a declaration, and that a higher risk never adds doubts."""
    rng = np.random.default_rng(seed)
    groups, concealed, winning = random_hand(rng)
    laid = row(" ".join([*groups, concealed, winning]))
    faces = certain(laid)
    for at in rng.choice(len(laid), 3, replace=False):
        faces[at] = blurred(laid, at, {laid[at].tile: trust, str(rng.choice(FACES[:34])): 1 - trust})[at]
    seen = evidence(laid, faces=faces)
    reading = read(seen)
    assert not reading.sure or reading.hand == read(seen, declared=False).hand
    assert not reading.sure or reading.risk <= RISK
    strict, lax = read(seen, most_risk=RISK / 10), read(seen, most_risk=10.0)
    assert (strict.hand, lax.hand) == (reading.hand, reading.hand)
    assert {d.tile for d in lax.doubts} <= {d.tile for d in reading.doubts} <= {d.tile for d in strict.doubts}


def test_no_fifth_copy() -> None:
    """Three E in a claimed set and one in hand: what looks like a fifth is read as the next likeliest."""
    laid = row("E>EE 123m456p78sE9s C")
    at = len(laid) - 2
    reading = read_as(laid, blurred(laid, at, {"E": 0.6, "S": 0.3, "9s": 0.05}))
    assert reading.tiles[at].tile == "S"
    twice = row("E>EE E123m456p7sEC C")
    unsure = blurred(twice, len(twice) - 3, {"E": 0.6, "S": 0.3})
    named = read_as(twice, unsure)
    assert [t.tile for t in named.tiles].count("E") == 4
    assert any(d.tile == len(twice) - 3 and d.kind == "count" for d in named.doubts)


def test_which_flower_it_is_leaves_the_hand_sure() -> None:
    laid = row("123m456p789sEEEC C") + flowers("f1 s3", 240, 0)
    clear = read(evidence(laid))
    assert clear.hand is not None
    assert clear.hand.endswith("flowers=f1s3")
    unsure = read_as(laid, blurred(laid, len(laid) - 1, {"s3": 0.5, "s4": 0.45}))
    assert unsure.sure
    assert unsure.hand is not None
    assert unsure.hand.endswith("flowers=2")


def test_a_face_misread_in_every_copy_is_doubted() -> None:
    """Two 2m that may both be 3m: the hand wins either way."""
    laid = row("22888m22333pCCC 2p")
    faces = certain(laid)
    for at in (0, 1):
        faces[at] = 1e-4
        faces[at, FACES.index("2m")], faces[at, FACES.index("3m")] = 0.8, 0.2
        faces[at] /= faces[at].sum()
    reading = read_as(laid, faces)
    assert same_hand(reading, "22888m22333pCCC 2p")
    assert [(d.reason, d.about) for d in reading.doubts] == [("two-faces", {"face": "2m", "other_face": "3m"})]


@pytest.mark.parametrize(("like_3m", "sure"), [(0.02, False), (1e-6, True)])
def test_of_a_hand_that_does_not_win_two_faces_may_have_been_taken_for_one(like_3m: float, sure: bool) -> None:
    """Two of four 2m look a little like 3m: the hand wins only if both are."""
    laid = row("122334m789p234pS S")
    faces = certain(laid)
    for at, other in ((1, 1e-6), (2, 1e-6), (3, like_3m), (4, like_3m)):
        faces[at] = 1e-9
        faces[at, FACES.index("2m")], faces[at, FACES.index("3m")] = 1 - other, other
    reading = read_as(laid, faces)
    assert same_hand(reading, "122224m789p234pS S")
    assert reading.sure == sure
    if not sure:
        assert reading.doubts[0].reason == "two-faces-one-wins"
        assert reading.doubts[0].about == {"face": "2m", "other_face": "3m"}


def test_a_win_makes_weak_names_sure_unless_another_face_wins_too() -> None:
    """Check that a tile is doubted if the hand wins with the other face too, but not if that spoils the hand."""
    laid = row("22m456p789sEEECC 2m")
    spoils = read_as(laid, blurred(laid, 3, {"5p": 0.85, "8p": 0.14}))
    assert spoils.sure
    other = row("123m456p789sEEEC C")
    wins_too = read_as(other, blurred(other, 12, {"C": 0.85, "F": 0.14}))
    assert same_hand(wins_too, "123m456p789sEEEC C")
    laid = row("111m234m456p789sC C")
    either = read_as(laid, blurred(laid, 3, {"2m": 0.85, "5m": 0.14}))
    assert not either.sure  # 345m wins as well as 234m
    assert either.doubts[0].tile == 3


def test_spoilt_hand_that_nearly_wins_is_doubted() -> None:
    laid = row("123m456p78sEEECCS 9s")
    spoilt = [*laid[:3], Laid("9p", laid[3].x, laid[3].y), *laid[4:]]
    reading = read_as(spoilt, blurred(spoilt, 3, {"9p": 0.97, "4p": 0.03}))
    assert reading.hand is not None
    assert not reading.sure


def test_a_declared_hand_that_does_not_win_is_suspect() -> None:
    """Two of three tiles alike are clearly misread: only the hand itself is suspect."""
    laid = row("222m567m567p66sPP 6s")
    faces = certain(laid)
    for at in (0, 1):
        faces[at] = blurred(laid, at, {"1m": 0.98, "2m": 0.01})[at]
    reading = read_as(laid, faces)
    assert same_hand(reading, "112m567m567p66sPP 6s")
    assert not reading.sure


def test_small_risks_add_up() -> None:
    """Small risks of several tiles make a hand unsure, and the greatest of them is doubted."""
    laid = row("22888m22333pCCC 2p")
    one, three = certain(laid), certain(laid)
    for at, share in ((2, 0.2 * RISK), (5, 0.4 * RISK), (11, 0.7 * RISK)):
        three[at] = blurred(laid, at, {laid[at].tile: 1 - share, "7s": share})[at]
    one[11] = three[11]
    assert read(evidence(laid, faces=one), declared=False).sure
    assert [d.tile for d in read(evidence(laid, faces=three), declared=False).doubts] == [11]
    assert read(evidence(laid, faces=three)).sure  # none of them would win
