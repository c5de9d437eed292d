"""Train the detector, which finds the tiles of a picture, face up or face down, as oriented boxes.

    python -m models.train.detector train --data DIR --data DIR --runs DIR --epochs 8
    python -m models.train.detector export --weights DIR/detector/weights/last.pt

The data are folders written by `models.data.dataset`. Training starts from random weights, or from the ONNX file that
`--start` names; a stopped run resumes after its last whole epoch with `--resume`.

The export's contract: input `images` float32 (1, 3, h, w), RGB 0-1, sides multiples of 32; output `output0` float32
(1, 7, anchors): centre x, centre y, width and height in pixels of the input, scores of face and back, angle in radians.
"""

import os
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import onnx
import torch
from ultralytics import YOLO
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import OBBModel, yaml_model_load

from models.data.dataset import CLASSES
from models.train.nets import autocast
from models.train.warmstart import restore

ARCHITECTURE = "yolo26n-obb.yaml"
"""Ultralytics' description of the network."""

_MAX_PICTURES = 64
"""Most pictures for measuring the statistics of restored normalisations. More takes longer; fewer makes them noisy."""


class TileModel(OBBModel):  # type: ignore[misc]
    """The detector, with one head, trained in bfloat16 on processors that have units for it.

    The architecture's second head is for prediction without non-maximum suppression, which
    `vision.networks.detector.distinct` does here; late in training it would take most of the loss's weight.
    """

    def __init__(self, cfg: Any, *args: Any, **kwargs: Any) -> None:
        described = cfg if isinstance(cfg, dict) else yaml_model_load(cfg)
        super().__init__(described | {"end2end": False}, *args, **kwargs)

    def predict(self, x: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        """Run `OBBModel.predict` with its output, and so the loss, in single precision."""
        if not self.training or x.device.type != "cpu":
            return super().predict(x, *args, **kwargs)
        with autocast("cpu"):
            return _single(super().predict(x, *args, **kwargs))


def _single(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.float()
    if isinstance(value, dict):
        return {key: _single(v) for key, v in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_single(v) for v in value)
    return value


class TileTrainer(OBBTrainer):  # type: ignore[misc]
    """Ultralytics' trainer of a `TileModel`, which can start from the ONNX file `start`."""

    start: Path | None = None

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> TileModel:
        """Return a detector with random weights, those of a checkpoint, or those of `start`."""
        model = self.set_model_names_for_load(
            TileModel(cfg, nc=self.data["nc"], ch=self.data["channels"], verbose=verbose)
        )
        if weights:
            model.load(weights)
        elif self.start:
            restore(model, self.start, lambda: model(self._pictures()))
        return model  # type: ignore[no-any-return]

    def _pictures(self) -> torch.Tensor:
        """Return a sample of the training pictures (n, 3, size, size), RGB 0-1."""
        files = sorted(file for folder in self.data["train"] for file in Path(folder).glob("*.jpg"))
        some = files[:: max(1, len(files) // _MAX_PICTURES)][:_MAX_PICTURES]
        size = (self.args.imgsz, self.args.imgsz)
        read = [cv2.resize(np.asarray(cv2.imread(str(file))), size)[:, :, ::-1] for file in some]
        return torch.from_numpy(np.stack(read)).permute(0, 3, 1, 2).float() / 255


@click.group()
def main() -> None:
    """Train and export the detector."""


@main.command()
@click.option("--data", "folders", type=click.Path(path_type=Path, exists=True), multiple=True, required=True)
@click.option(
    "--check", type=click.Path(path_type=Path, exists=True), required=True, help="Folder of validation pictures."
)
@click.option("--runs", type=click.Path(path_type=Path), required=True, help="Folder for checkpoints.")
@click.option("--start", type=click.Path(path_type=Path, exists=True), help="ONNX weights to start from.")
@click.option("--epochs", type=click.IntRange(1), default=8, show_default=True)
@click.option("--size", type=click.IntRange(64), default=512, show_default=True, help="Longer side, pixels.")
@click.option("--batch", type=click.IntRange(1), default=16, show_default=True)
@click.option("--rate", type=float, default=0.0015, show_default=True, help="Initial learning rate.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--device", default="cpu", show_default=True, help="cpu, or a GPU's number.")
@click.option("--threads", default=os.cpu_count() or 1, show_default=True, help="Processor cores to use.")
@click.option("--resume", is_flag=True, help="Resume after the last whole epoch.")
def train(
    folders: tuple[Path, ...],
    check: Path,
    runs: Path,
    start: Path | None,
    epochs: int,
    size: int,
    batch: int,
    rate: float,
    seed: int,
    device: str,
    threads: int,
    resume: bool,
) -> None:
    """Train the detector on the pictures of one or more folders."""
    last = runs / "detector" / "weights" / "last.pt"
    if resume and not last.exists():
        raise click.UsageError(f"nothing to resume: {last} does not exist; leave --resume out")
    runs.mkdir(parents=True, exist_ok=True)
    listing = runs / "detector.yaml"
    images = "".join(f"  - {(folder / 'images').resolve()}\n" for folder in folders)
    names = "".join(f"  {i}: {name}\n" for i, name in enumerate(CLASSES))
    listing.write_text(f"train:\n{images}val: {(check / 'images').resolve()}\nnames:\n{names}")
    trainer = TileTrainer(
        overrides={
            "model": str(last if resume else ARCHITECTURE),
            "pretrained": False,
            "resume": str(last) if resume else False,
            "data": str(listing),
            "epochs": epochs,
            "imgsz": size,
            "batch": batch,
            "optimizer": "AdamW",
            "lr0": rate,
            "lrf": 0.02,
            "cos_lr": True,
            "warmup_epochs": 0.3,
            "mosaic": 0.0,
            "degrees": 10.0,
            "scale": 0.35,
            "flipud": 0.5,
            "hsv_h": 0.03,
            "hsv_v": 0.5,
            "seed": seed,
            "device": device,
            "amp": False,
            "val": False,
            "plots": False,
            "save_period": 1,
            "project": str(runs.resolve()),
            "name": "detector",
            "exist_ok": True,
        }
    )
    trainer.start = start
    if device == "cpu":  # by default a core is left idle, and pictures are read between the steps
        torch.set_num_threads(threads)
        trainer.args.workers = 1
    trainer.train()


@main.command()
@click.option("--weights", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--out", type=click.Path(path_type=Path), help="File to write [default: detector.onnx beside WEIGHTS]")
@click.option("--size", type=click.IntRange(64), default=640, show_default=True)
def export(weights: Path, out: Path | None, size: int) -> None:
    """Write trained weights as ONNX, for any input whose sides are multiples of 32."""
    out = out or weights.with_name("detector.onnx")
    made = YOLO(str(weights)).export(format="onnx", imgsz=size, dynamic=True, simplify=True)
    model = onnx.load(made)
    for fact in model.metadata_props:
        if fact.key == "description":  # by default it names the training folder
            fact.value = "Finds mahjong tiles: oriented boxes round faces and backs"
    onnx.save(model, out)
    click.echo(f"{out}: {out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    from models.train.detector import main as imported

    imported()
