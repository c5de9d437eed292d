"""Training of the verifier and of the model beside it, from sightings to files that fulfil their contracts."""

import pickle
import shutil
from dataclasses import fields, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
import torch
from click.testing import CliRunner

from models.data.sightings import BACK, FACE, NONE, UNKNOWN, Sighting
from models.train import presence, thresholds
from models.train import verifier as recipe
from models.train.refiner import RefinerNet
from tests.vision.builders import Laid, evidence
from vision.finds.tile_filter import FEATURES, Thresholds, TileFilter
from vision.networks.verifier import Verifier

pytestmark = pytest.mark.long


def sighting(seed: int, source: str = "things") -> Sighting:
    """Six finds: bright tiles, grey backs, and ground without any; the last is not known."""
    rng = np.random.default_rng(seed)
    seen = evidence([Laid("1m", 30.0 * n, 0) for n in range(6)])
    labels = np.append(rng.choice([FACE, BACK, NONE], 5), UNKNOWN)
    crops = rng.integers(20, 60, (6, 64, 64, 3)).astype(np.uint8)
    for crop, label in zip(crops, labels, strict=True):
        if label in (FACE, BACK):
            cv2.rectangle(crop, (14, 14), (50, 50), (230,) * 3 if label == FACE else (120,) * 3, -1)
    return Sighting(source, str(seed), seen, crops, labels, np.zeros(6, bool))


SEEN = [sighting(seed) for seed in range(60)]


def test_crops_without_a_label_and_of_held_sources_are_not_trained_on() -> None:
    crops = recipe.Labelled.of([*SEEN[:4], sighting(99, "cards")])
    assert len(crops) == 25
    learnt, held = recipe.split(crops, ["cards"], 0, 0.0)
    assert set(learnt.sources) == {"things"}
    assert set(held.sources) == {"cards"}
    assert (len(learnt), len(held)) == (20, 5)


def test_learns_exports_and_runs(tmp_path: Path) -> None:
    lines: list[str] = []
    small = recipe.VerifierRecipe(epochs=6, batch=32, widths=(8, 8, 16, 16), start="")
    crops = recipe.Labelled.of(SEEN)
    recipe.train(small, crops, tmp_path, "cpu", lines.append)
    net = recipe.train(small, crops, tmp_path, "cpu", lines.append)
    assert "pass 6 of 6" in lines[-1]
    said = recipe.tile(recipe.outputs(net, crops, "cpu")).numpy()
    assert ((said > 0.5) == (crops.kinds != NONE)).mean() > 0.95
    assert "tiles taken for none" in recipe.told(said, crops)
    recipe.export(net, 1.0, tmp_path / "verifier.onnx", {})
    picture = np.full((100, 200, 3), 40, np.uint8)
    picture[40:80, 40:70] = 230
    quads = np.array([[[40, 40], [70, 40], [70, 80], [40, 80]], [[140, 40], [170, 40], [170, 80], [140, 80]]])
    on, off = Verifier(tmp_path / "verifier.onnx")(picture, quads.astype(np.float32))
    assert on > 0.5 > off


def test_a_logistic_model_is_fitted() -> None:
    rng = np.random.default_rng(0)
    x = np.column_stack([rng.normal(0, 2, (4000, 2)), np.ones(4000)])
    true = np.array([1.0, -0.5, 0.3])
    y = rng.random(4000) < 1 / (1 + np.exp(-x @ true))
    assert presence.fitted(x, y, np.ones(4000)) == pytest.approx(true, abs=0.15)


def test_a_tile_that_is_lost_costs_more_than_a_false_one() -> None:
    y, sources = np.array([True] * 10 + [False] * 40), np.array(["a"] * 30 + ["b"] * 20)
    cost = presence.costs(y, sources, 4.0)
    assert cost[y].sum() == pytest.approx(4 * cost[~y].sum())
    assert cost[45] > cost[25]  # rarer sources weigh more


def test_faces_with_a_label_are_rows_of_the_fit() -> None:
    class FakeModel:
        def in_batches(self, crops: np.ndarray) -> dict[str, np.ndarray]:
            return {"tile": crops[:, 32, 32, 0] / 255}

    x, y, sources = presence.rows(SEEN[:5], FakeModel())  # type: ignore[arg-type]
    wanted = np.concatenate([each.labels for each in SEEN[:5]])
    assert y.tolist() == [label == FACE for label in wanted if label in (FACE, NONE)]
    assert x.shape == (len(y), len(FEATURES))
    assert set(sources) == {"things"}


def test_pictures_with_tiles_are_also_seen_among_other_things() -> None:
    others = [replace(each, labels=np.full(6, NONE), source="cards") for each in SEEN[:3]]
    shown = [each for each in SEEN if (each.labels == FACE).any()][:2]
    mixed = list(presence.mixtures([*shown, *others], np.random.default_rng(0)))
    assert {each.source for each in mixed} == {"things among others"}
    for each, own in zip(mixed, shown, strict=True):
        assert each.labels.tolist() == [*own.labels, *[NONE] * 6]
        assert len(each.crops) == len(each.seen.scores) == 12
        assert (each.seen.quads[:6] == own.seen.quads).all()


def test_the_table_of_the_fit_is_written_by_name(tmp_path: Path) -> None:
    """Check that mixtures are made only of the pictures, not of other mixtures."""
    options = {"--sightings": "sightings.pickle", "--verifier": "verifier.onnx", "--out": "presence.csv"}
    recipe.export(RefinerNet((8, 8, 16, 16)), 1.0, tmp_path / "verifier.onnx", {})
    others = [replace(each, labels=np.full(6, NONE)) for each in SEEN[:2]]
    (tmp_path / "sightings.pickle").write_bytes(pickle.dumps([*SEEN[:4], *others]))
    named = [word for name, file in options.items() for word in (name, str(tmp_path / file))]
    CliRunner().invoke(presence.main, named, catch_exceptions=False)
    rows = (tmp_path / "presence.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == list(FEATURES)


def test_some_crops_get_the_surroundings_of_others() -> None:
    crops = torch.arange(400.0)[:, None, None, None].expand(-1, 3, 64, 64).clone()
    mixed = recipe.exchanged(crops, torch.Generator().manual_seed(0))
    assert (mixed[:, :, 32, 32] == crops[:, :, 32, 32]).all()
    other = (mixed[:, :, 2, 2] != crops[:, :, 2, 2]).any(dim=1)
    assert 0.15 < float(other.float().mean()) < 0.35
    assert (mixed[~other] == crops[~other]).all()


def test_thresholds_are_fitted_to_what_is_lost(tmp_path: Path) -> None:
    """Check that three lone tiles that the rule for few faces rejects move its threshold."""
    seen = evidence([Laid("1m", 30.0 * n, 0) for n in range(3)])
    seen = replace(seen, scores=np.full(3, 0.6))
    lone = Sighting("lone", "a", seen, SEEN[0].crops[:3], np.full(3, FACE), np.zeros(3, bool))
    (tmp_path / "sightings.pickle").write_bytes(
        pickle.dumps([lone, replace(lone, labels=np.full(3, NONE), source="x")])
    )
    weights = "".join(f"{name},{int(name == 'constant')}\n" for name in FEATURES)  # always 0.73 of a tile
    (tmp_path / "presence.csv").write_text("feature,weight\n" + weights)
    shutil.copy(Path(presence.__file__).parents[1] / "thresholds.csv", tmp_path)
    pictures = [thresholds.LabelledPicture(lone, np.full(3, 0.9, np.float32))]
    before = thresholds.counted(pictures, TileFilter.read(tmp_path))
    assert (before["lone"].tiles, before["lone"].lost) == (3, 3)
    recipe.export(RefinerNet((8, 8, 16, 16)), 1.0, tmp_path / "verifier.onnx", {})
    options = {"--sightings": "sightings.pickle", "--verifier": "verifier.onnx", "--models": "", "--out": "new.csv"}
    named = [word for name, file in options.items() for word in (name, str(tmp_path / file))]
    said = CliRunner().invoke(thresholds.main, named, catch_exceptions=False).output
    assert "3 of 3 tiles lost" in said.split("after")[0]
    assert "0 of 3 tiles lost" in said.split("after")[1]
    rows = (tmp_path / "new.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == [each.name for each in fields(Thresholds)]
    assert float(rows[1].split(",")[1]) < 0.73
