"""Learnt sets: kept and opened again, refused when damaged, and read by."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given as example
from hypothesis import settings
from hypothesis import strategies as st
from PIL import Image

from models.render.scene import Scene
from models.train.prototypes import as_detected, true_faces, truth
from scoring.tiles import FACES
from tests.vision.photographs import photographs
from vision import TileReader
from vision.networks.classifier import Names
from vision.tilesets.labelling import collect
from vision.tilesets.prototypes import (
    FITTED,
    DamagedSetError,
    Prototypes,
    SetError,
    SetFileError,
    SetNameError,
    SetSizeError,
    TileSet,
    UnknownSetError,
    combined,
    file_of,
    forget,
    kept_names,
    load,
    rotated,
    save,
)


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


def learnt_from(reader: TileReader, scenes: Sequence[Scene]) -> TileSet:
    """The set of photographs with everything named as it is."""
    tiles = collect(reader, [s.image for s in scenes], [as_detected(s) for s in scenes])
    faces = true_faces(tiles, scenes)
    return TileSet(tiles.crops[faces >= 0], faces[faces >= 0])


@pytest.fixture(scope="module")
def learnt(reader: TileReader) -> TileSet:
    """The set, learnt from two photographs."""
    return learnt_from(reader, photographs()[:2])


@pytest.fixture
def small() -> TileSet:
    """Three tiles of noise."""
    crops = np.random.default_rng(0).integers(0, 256, (3, 64, 48, 3)).astype(np.uint8)
    return TileSet(crops, np.array([4, 27, 41]))


def surprise(reader: TileReader, prototypes: Prototypes | None) -> tuple[float, int]:
    """How little the true names of the third photograph's tiles were expected (mean, nats), and how many there are."""
    scene = photographs()[2]
    evidence = reader.look(scene.image, found=as_detected(scene), tileset=prototypes)
    faces, _ = truth(evidence.quads, scene)
    known = faces >= 0
    expected = evidence.faces[known, faces[known]]
    return float(-np.log(np.maximum(expected, 1e-9)).mean()), int(known.sum())


def test_a_learnt_set_is_read_by_its_own_tiles(reader: TileReader, learnt: TileSet) -> None:
    before, tiles = surprise(reader, None)
    after, _ = surprise(reader, Prototypes.of(learnt, reader.classifier))
    assert tiles >= 38
    assert before > 0.002  # a set nobody has seen
    assert after <= before / 4


def test_what_a_set_calls_its_flowers_is_what_they_are_read_as(reader: TileReader) -> None:
    """With every flower named after its season and the other way round, most of those of five sets are read so."""
    followed: list[bool] = []
    others: list[bool] = []
    for seed in range(6, 11):
        *known, scene = photographs(seed)
        learnt = learnt_from(reader, known)
        flower = learnt.faces >= FACES.index("f1")
        swapped = np.where(flower, (learnt.faces - 34 + 4) % 8 + 34, learnt.faces)
        prototypes = Prototypes.of(TileSet(learnt.crops, swapped), reader.classifier)
        evidence = reader.look(scene.image, found=as_detected(scene), tileset=prototypes)
        faces, _ = truth(evidence.quads, scene)
        named = evidence.faces[:, : len(FACES)].argmax(axis=1)
        followed += (named == (faces - 34 + 4) % 8 + 34)[faces >= 34].tolist()
        others += (named == faces)[(faces >= 0) & (faces < 34)].tolist()
    assert len(followed) >= 30
    assert np.mean(followed) >= 0.7
    assert np.mean(others) > 0.95


def test_a_learnt_set_is_known_again_in_blurred_pictures(reader: TileReader, learnt: TileSet) -> None:
    """By similarity alone; every other crop is learnt from, the others are seen from afar and out of focus."""
    at = np.arange(len(learnt.faces))
    sharp = Prototypes.of(learnt.only(at % 2 == 0), reader.classifier)
    others = learnt.only((at % 2 == 1) & np.isin(learnt.faces, sharp.faces))
    small = [
        cv2.GaussianBlur(cv2.resize(crop, (24, 32), interpolation=cv2.INTER_AREA), (0, 0), 2) for crop in others.crops
    ]
    seen = np.array([cv2.resize(crop, (48, 64)) for crop in small])
    similarity = sharp.similarity(reader.classifier(seen).features)[:, :, 0]
    assert len(others.faces) > 20
    assert similarity[np.arange(len(others.faces)), others.faces].mean() > 0.77  # 0.69 to sharp crops alone
    assert (np.nanargmax(similarity, axis=1) == others.faces).mean() > 0.85  # 0.79


def test_kinds_that_were_not_shown_are_still_read(reader: TileReader, learnt: TileSet) -> None:
    suits = np.array([FACES.index(f"{rank}{suit}") for suit in "mp" for rank in range(1, 10)])
    part = learnt.only(~np.isin(learnt.faces, suits))
    assert len(part.kinds) == 24
    scene = photographs()[2]
    plain = reader.look(scene.image, found=as_detected(scene))
    by_part = reader.look(scene.image, found=as_detected(scene), tileset=Prototypes.of(part, reader.classifier))
    faces, _ = truth(plain.quads, scene)
    named = plain.faces[:, : len(FACES)].argmax(axis=1), by_part.faces[:, : len(FACES)].argmax(axis=1)
    sure = np.isin(faces, suits) & (named[0] == faces) & (plain.faces.max(axis=1) > 0.99)
    assert sure.sum() >= 8
    assert (named[1] == faces)[sure].mean() >= 0.9


def test_probabilities_stay_probabilities(reader: TileReader, learnt: TileSet) -> None:
    prototypes = Prototypes.of(learnt, reader.classifier)
    names = reader.classifier(learnt.crops[:20])
    by = prototypes.named(names)
    assert by.faces.shape == (20, 43)
    assert by.faces.sum(axis=1) == pytest.approx(np.ones(20), abs=1e-5)
    assert by.turns.sum(axis=1) == pytest.approx(np.ones(20), abs=1e-5)
    assert by.features is names.features
    none = prototypes.named(reader.classifier(learnt.crops[:0]))
    assert none.faces.shape == (0, 43)


def test_a_tile_lying_any_way_round_is_its_prototype(reader: TileReader, learnt: TileSet) -> None:
    prototypes = Prototypes.of(learnt, reader.classifier)
    for turn in range(4):
        names = reader.classifier(rotated(learnt.crops, turn))
        similarity = prototypes.similarity(names.features)
        at = np.arange(len(learnt.faces))
        assert similarity[at, learnt.faces, turn] == pytest.approx(np.ones(len(at)), abs=1e-4)
        by = prototypes.named(names)
        assert (by.faces.argmax(axis=1) == learnt.faces).all()


@pytest.mark.parametrize("turn", range(4))
def test_turned_crops_begin_at_another_corner(turn: int) -> None:
    """A white corner at the glyph's top left comes to corner `turn` of the crop."""
    crop = np.zeros((1, 64, 48, 3), np.uint8)
    crop[0, :16, :12] = 255
    y, x = np.argwhere(rotated(crop, turn)[0, :, :, 0] > 200).mean(axis=0)
    corner = [(8, 6), (8, 42), (56, 42), (56, 6)][turn]
    assert (y, x) == pytest.approx(corner, abs=1.5)


@settings(max_examples=40, deadline=None)
@example(st.integers(0, 2**32 - 1), st.integers(1, 6))
def test_joining_is_likely_where_classifier_and_likeness_agree(seed: int, count: int) -> None:
    """Rising similarity of a face never makes it less likely; every row sums to 1."""
    rng = np.random.default_rng(seed)
    faces = rng.dirichlet(np.full(43, 0.1), count)
    turns = rng.dirichlet(np.ones(4), count)
    similarity = rng.uniform(-1, 1, (count, 42, 4))
    similarity[:, rng.random(42) < 0.3] = np.nan
    by, turn = combined(faces, turns, similarity, FITTED)
    assert by.sum(axis=1) == pytest.approx(np.ones(count))
    assert turn.sum(axis=1) == pytest.approx(np.ones(count))
    more = similarity.copy()
    more[:, 7] += 0.1
    nearer, _ = combined(faces, turns, more, FITTED)
    assert (nearer[:, 7] >= by[:, 7] - 1e-12).all()


def test_a_set_of_which_many_kinds_but_no_flower_were_shown_has_none() -> None:
    """A tile that looks like none that was shown is then no flower; but where one was shown, it may be another."""
    faces = np.full((1, 43), 0.5 / 35)
    faces[0, FACES.index("f1")], faces[0, FACES.index("7m")] = 0.5, 0.25
    faces /= faces.sum()

    def named(shown: str) -> tuple[float, float]:
        similarity = np.full((1, 42, 4), np.nan)
        similarity[0, [FACES.index(code) for code in shown.split()]] = 0.3
        by, _ = combined(faces, np.full((1, 4), 0.25), similarity, FITTED)
        return float(by[0, FACES.index("f1")]), float(by[0, FACES.index("7m")])

    all_but = " ".join(FACES[:34])
    flower, seven = named(all_but)
    assert flower < 0.01 * seven
    for codes in ("1m 2m", f"{all_but} f3"):  # hardly anything was shown; or another flower was
        flower, seven = named(codes)
        assert flower > seven


def test_no_prototype_of_another_length(reader: TileReader, learnt: TileSet) -> None:
    prototypes = Prototypes.of(learnt, reader.classifier)
    names = Names(np.full((1, 43), 1 / 43, np.float32), np.full((1, 4), 0.25, np.float32), np.ones((1, 8), np.float32))
    with pytest.raises(ValueError, match=r".+"):
        prototypes.named(names)


# --- keeping sets ---------------------------------------------------------------------------------------------------


def test_a_set_is_kept_opened_listed_and_forgotten(small: TileSet, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "sets"
    assert kept_names(folder) == []
    place = save(small, folder, "Grandma's 麻将")
    opened = load(folder, "Grandma's 麻将")
    assert np.array_equal(opened.crops, small.crops)
    assert np.array_equal(opened.faces, small.faces)
    assert opened.kinds == ("5m", "E", "s4")
    assert cv2.imread(str(place)).shape == (64, 12 * 48, 3)  # anybody can look at it
    assert kept_names(folder) == ["Grandma's 麻将"]
    forget(folder, "Grandma's 麻将")
    assert kept_names(folder) == []
    assert list(folder.iterdir()) == []


@settings(max_examples=20, deadline=None)
@example(st.lists(st.integers(0, 41), min_size=1, max_size=40))
def test_any_number_of_tiles_is_kept(tmp_path_factory: pytest.TempPathFactory, faces: list[int]) -> None:
    folder = tmp_path_factory.mktemp("sets")
    crops = np.random.default_rng(len(faces)).integers(0, 256, (len(faces), 64, 48, 3)).astype(np.uint8)
    save(TileSet(crops, np.array(faces)), folder, "a")
    opened = load(folder, "a")
    assert opened.faces.tolist() == faces
    assert np.array_equal(opened.crops, crops)


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "x" * 41, "tab\tbed", " blank", "trailing."])
def test_names_that_no_file_should_have(small: TileSet, tmp_path: Path, name: str) -> None:
    with pytest.raises(SetNameError, match="set-name"):
        save(small, tmp_path, name)
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_keep_and_nowhere_to_keep_it(small: TileSet, tmp_path: Path) -> None:
    with pytest.raises(SetSizeError, match="count=0"):
        save(small.only(np.zeros(3, bool)), tmp_path, "a")
    (tmp_path / "file").write_text("")
    with pytest.raises(SetFileError, match="set-unwritable"):
        save(small, tmp_path / "file", "a")


def test_a_set_that_is_not_there(small: TileSet, tmp_path: Path) -> None:
    save(small, tmp_path, "home")
    for use in (load, forget):
        with pytest.raises(UnknownSetError, match=r"set-unknown: name='club', .*, kept=\('home',\)"):
            use(tmp_path, "club")
    forget(tmp_path, "home")
    with pytest.raises(UnknownSetError, match="no-sets"):
        load(tmp_path, "home")


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.6, 0.95])
def test_a_file_cut_short_is_refused(small: TileSet, tmp_path: Path, share: float) -> None:
    place = save(small, tmp_path, "a")
    data = place.read_bytes()
    place.write_bytes(data[: int(share * len(data))])
    with pytest.raises(DamagedSetError, match=r"set-(damaged|not-one): file=.*a\.png"):
        load(tmp_path, "a")


@settings(max_examples=60, deadline=None)
@example(st.integers(0, 10**9), st.integers(1, 255))
def test_a_changed_byte_never_changes_a_set_silently(
    tmp_path_factory: pytest.TempPathFactory, where: int, change: int
) -> None:
    """A set is opened as it was kept, or refused in words."""
    folder = tmp_path_factory.mktemp("sets")
    crops = np.random.default_rng(0).integers(0, 256, (3, 64, 48, 3)).astype(np.uint8)
    place = save(TileSet(crops, np.array([4, 27, 41])), folder, "a")
    data = bytearray(place.read_bytes())
    data[where % len(data)] ^= change
    place.write_bytes(data)
    try:
        opened = load(folder, "a")
    except SetError:
        return
    assert np.array_equal(opened.crops, crops)
    assert opened.faces.tolist() == [4, 27, 41]


def test_other_pictures_and_later_versions_are_refused(small: TileSet, tmp_path: Path) -> None:
    Image.new("RGB", (48 * 12, 64)).save(tmp_path / "photo.png")
    with pytest.raises(DamagedSetError, match="set-not-one"):
        load(tmp_path, "photo")
    place = save(small, tmp_path, "later")
    _rewritten(place, '{"version": 2, "tiles": ["5m", "E", "s4"]}')
    with pytest.raises(DamagedSetError, match=r"set-version: .*expected=1, got='2'"):
        load(tmp_path, "later")
    _rewritten(place, '{"version": 1, "tiles": ["5m", "E", "joker"]}')
    with pytest.raises(DamagedSetError, match="set-tiles"):
        load(tmp_path, "later")
    _rewritten(place, '{"version": 1, "tiles": ["5m", "E", "s3"]}')
    with pytest.raises(DamagedSetError, match="set-checksum"):
        load(tmp_path, "later")
    Image.new("RGB", (10, 10)).save(place, pnginfo=_info('{"version": 1, "tiles": ["5m"]}'))
    with pytest.raises(DamagedSetError, match=r"set-shape: .*expected='576 x 64', count=1, got='10 x 10'"):
        load(tmp_path, "later")


def _rewritten(place: Path, about: str) -> None:
    with Image.open(place) as image:
        image.load()
        image.save(place, pnginfo=_info(about))


def _info(about: str):  # type: ignore[no-untyped-def]
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("tableside-set", about)
    return info


def test_the_place_of_a_set(tmp_path: Path) -> None:
    assert file_of(tmp_path, "my set") == tmp_path / "my set.png"
