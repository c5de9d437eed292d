"""Names proposed for the tiles of a new set, and what a person says of them."""

import itertools
from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.fakes import FakeFinder, finds_at
from vision.tilesets.labelling import ASK_BELOW, Cluster, Samples, assign_faces, collect, label, learn


def names(named: list[Cluster], count: int) -> np.ndarray:
    found = np.full(count, -2)
    for group in named:
        found[list(group.tiles)] = -1 if group.face is None else group.face
    return found


def made(kinds: list[int], photos: list[int], lean: Mapping[int, dict[int, float]] | None = None) -> Samples:
    """Return tiles whose crops are alike exactly if their kinds are equal; `lean` gives unsure probabilities."""
    rng = np.random.default_rng(1)
    kind = np.linalg.qr(rng.normal(size=(200, 200)))[0]
    features = np.stack([np.stack([kind[4 * k + t] for t in range(4)]) for k in kinds]).astype(np.float32)
    faces = np.full((len(kinds), 43), 1e-4)
    for n, k in enumerate(kinds):
        for face, p in (lean or {}).get(n, {k: 0.99}).items():
            faces[n, face] = p
    count = len(kinds)
    return Samples(
        np.array(photos),
        np.zeros((count, 4, 2)),
        np.ones((count, 2), np.int64),
        np.zeros((count, 64, 48, 3), np.uint8),
        faces,
        features,
    )


def laid(rows: int, columns: int) -> np.ndarray:
    """(N, 4, 2) quads in rows, from the top left on."""
    one = np.array([[40, 40], [100, 40], [100, 120], [40, 120]], float)
    return np.array([one + (64 * column, 110 * row) for row, column in itertools.product(range(rows), range(columns))])


def test_tiles_of_a_new_set_are_collected_in_reading_order() -> None:
    quads, faces = laid(3, 7), list(range(21))
    order = np.random.default_rng(0).permutation(21)
    finder = FakeFinder(quads[order], order.tolist())
    tiles = collect(finder, [np.full((420, 560, 3), 90, np.uint8)] * 2)
    assert len(tiles) == 42
    assert tiles.photos.tolist() == [0] * 21 + [1] * 21
    assert tiles.faces.argmax(axis=1).tolist() == faces * 2
    assert tiles.quads[:21] == pytest.approx(quads)
    assert tiles.rows[:21].tolist() == [[row, place] for row in (1, 2, 3) for place in range(1, 8)]
    assert tiles.crops.shape == (42, 64, 48, 3)
    assert tiles.features.shape[:2] == (42, 4)


def test_corrections_hold_and_the_set_is_learnt() -> None:
    """Check that a person who corrects every wrong tile gets exactly those names."""
    faces = np.array([n % 8 for n in range(24)])
    lean = {n: {face + 20: 0.6, face: 0.3} for n, face in enumerate(faces.tolist()) if face in (2, 5)}
    tiles = made(faces.tolist(), [n // 8 for n in range(24)], lean)
    named = names(label(tiles), len(tiles))
    said = {n: int(face) for n, face in enumerate(faces) if face != named[n]}
    assert said
    again = label(tiles, said)
    assert names(again, len(tiles)).tolist() == faces.tolist()
    tileset = learn(tiles, again)
    assert tileset.faces.tolist() == faces.tolist()
    assert len(tileset.kinds) == 8


def test_no_face_is_given_to_two_groups_if_that_can_be_helped() -> None:
    """Two kinds lean to one face: the one that leans more gets it, the other its second choice, marked."""
    f1, s1 = FACES.index("f1"), FACES.index("s1")
    lean = {0: {f1: 0.6, s1: 0.4}, 1: {f1: 0.9, s1: 0.1}, 2: {f1: 0.6, s1: 0.4}, 3: {f1: 0.9, s1: 0.1}}
    named = label(made([s1, f1, s1, f1], [0, 0, 1, 1], lean))
    assert [(g.tiles, g.face) for g in named] == [((1, 3), f1), ((0, 2), s1)]
    assert named[1].confidence < ASK_BELOW
    assert named[1].alternatives[0] == f1


def test_what_is_said_of_one_moves_the_other() -> None:
    f1, s1 = FACES.index("f1"), FACES.index("s1")
    lean = {0: {f1: 0.9, s1: 0.1}, 1: {f1: 0.6, s1: 0.4}}
    tiles = made([s1, f1], [0, 0], lean)
    assert [(g.tiles, g.face) for g in label(tiles)] == [((0,), f1), ((1,), s1)]
    named = label(tiles, {0: s1})
    assert [(g.tiles, g.face, g.confidence == 1) for g in named] == [((1,), f1, False), ((0,), s1, True)]


def test_a_tile_said_to_be_another_leaves_its_group() -> None:
    named = label(made([3, 3, 3], [0, 1, 2]), {1: 8, 2: None})
    assert [(g.tiles, g.face) for g in named] == [((0,), 3), ((1,), 8), ((2,), None)]
    assert learn(made([3, 3, 3], [0, 1, 2]), named).faces.tolist() == [3, 8]


def test_its_fellows_follow_what_was_said_unless_they_clearly_differ() -> None:
    lean = {n: {3: 0.55, 8: 0.45} for n in range(3)}
    named = label(made([3, 3, 3], [0, 1, 2], lean), {1: 8})
    assert {g.face for g in named} == {8}


def test_many_copies_of_a_kind_are_one_group() -> None:
    kinds = [k for k in range(34) for _ in range(4)]
    named = label(made(kinds, [0] * len(kinds)))
    assert [(len(g.tiles), g.face) for g in named] == [(4, k) for k in range(34)]


def test_flowers_of_one_photograph_are_never_one_kind() -> None:
    """Two flowers drawn just alike in two photographs: each photograph has one of each."""
    f1, s1 = FACES.index("f1"), FACES.index("s1")
    lean = {n: {f1: 0.5, s1: 0.49} for n in range(4)}
    named = label(made([0, 0, 0, 0], [0, 0, 1, 1], lean))
    assert sorted(len(g.tiles) for g in named) == [2, 2]
    assert {g.face for g in named} == {f1, s1}


def test_no_tiles() -> None:
    nothing = collect(FakeFinder(np.zeros((0, 4, 2)), []), [np.full((200, 300, 3), 90, np.uint8)])
    assert len(nothing) == 0
    assert label(nothing) == []
    assert len(learn(nothing, []).faces) == 0


@pytest.mark.parametrize("seed", range(30))
def test_the_assignment_is_the_cheapest(seed: int) -> None:
    """Against every way to give five groups a face among six."""
    rng = np.random.default_rng(seed)
    costs = np.full((5, 42), 50.0)
    costs[:, :6] = rng.uniform(0, 6, (5, 6))
    taken = [int(face) for face in rng.integers(0, 6, int(rng.integers(0, 3)))]

    def price(faces: tuple[int, ...]) -> float:
        used = Counter(taken)
        total = 0.0
        for group, face in enumerate(faces):
            total += costs[group, face] + 5.0 * min(used[face], 2)
            used[face] += 1
        return total

    best = min(price(faces) for faces in itertools.product(range(6), repeat=5))
    assert price(tuple(assign_faces(costs, taken))) == pytest.approx(best, abs=1e-3)


def test_given_places_are_used() -> None:
    quads = laid(1, 3)
    known = finds_at(quads + 5).tiles
    tiles = collect(FakeFinder(quads, [3, 4, 5]), [np.full((200, 300, 3), 90, np.uint8)], [known])
    assert tiles.quads == pytest.approx(quads + 5)
