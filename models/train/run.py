"""A training run: its options, its checkpoints, the calibration of its logits, and the export to ONNX."""

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, asdict, field, fields
from functools import wraps
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, TypeVar

import click
import numpy as np
import onnx
import onnxslim
import torch
from torch import Tensor, nn

from models.train.nets import normalized
from models.train.warmstart import restore

T = TypeVar("T")
R = TypeVar("R", bound="Recipe")

_MAX_CROPS = 4096
"""Most crops for measuring the statistics of restored normalisations. More takes longer; fewer makes them noisy."""


class Recipe(Protocol):
    """The fields that every recipe, a dataclass, has."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def epochs(self) -> int:
        """Passes over all examples."""

    @property
    def batch(self) -> int:
        """Examples per step."""

    @property
    def rate(self) -> float:
        """Peak learning rate of the one-cycle schedule."""

    @property
    def seed(self) -> int:
        """Random seed."""

    @property
    def start(self) -> str:
        """The ONNX weights to start from, or "" for random ones."""


def setting(default: T, help: str, **more: Any) -> T:
    """Return the field of a recipe that is an option of its command; `more` goes to `click.option`."""
    made: T = field(default=default, metadata={"help": help, **more})
    return made


COMMON: Final[Mapping[str, str | None]] = {
    "epochs": "Passes over the training data.",
    "batch": "Examples per step.",
    "rate": "Peak learning rate.",
    "start": "ONNX weights to start from.",
    "seed": None,
}
"""The help of the fields of `Recipe`."""


def trains(kind: type[R], made: str) -> Callable[[Callable[..., None]], click.Command]:
    """Return a decorator that makes a command of a function of a recipe, a folder and a device.

    It has an option for each field of the recipe that is a `setting` or of `Recipe`; further options are arguments.

    Args:
        kind: The recipe, a dataclass.
        made: The contents of the folder besides checkpoint and weights.
    """
    options = {each.name: _option(each) for each in fields(kind) if each.metadata or each.name in COMMON}
    ours = [
        click.option(
            "--out",
            type=click.Path(file_okay=False, path_type=Path),
            required=True,
            help=f"Folder for {made}, checkpoint and weights.",
        ),
        *options.values(),
        click.option("--threads", default=2, show_default=True, help="Processor cores to use."),
        click.option("--device", default="cuda" if torch.cuda.is_available() else "cpu", show_default=True),
    ]

    def decorate(train: Callable[..., None]) -> click.Command:
        @wraps(train)
        def run(out: Path, threads: int, device: str, **given: Any) -> None:
            torch.set_num_threads(threads)
            out.mkdir(parents=True, exist_ok=True)
            train(kind(**{name: given.pop(name) for name in options}), out, device, **given)

        for option in reversed(ours):
            run = option(run)
        return click.command()(run)

    return decorate


def _option(each: Field[Any]) -> Callable[[Any], Any]:
    """Return the option of a field: a flag for one that is True or False, repeated for a tuple."""
    about = dict(each.metadata) or {"help": COMMON[each.name]}
    if isinstance(each.default, bool):
        about["is_flag"] = True
    elif isinstance(each.default, tuple):
        about["multiple"] = True
    else:
        about["show_default"] = bool(each.default) or each.name != "start"
    return click.option(f"--{each.name.replace('_', '-')}", default=each.default, **about)


class Run:
    """The training of one network by a recipe, saved after every pass and resumed from there.

    Attributes:
        first: Passes done before.
        extra: Values saved beside the network; empty at the start.
    """

    def __init__(self, net: nn.Module, recipe: Recipe, crops: Tensor, folder: Path, device: str) -> None:
        """Start, or resume from `folder/last.pt` if it has the same recipe.

        Args:
            net: The network to train; moved to `device`.
            recipe: The recipe.
            crops: (n, h, w, 3) uint8, the training data.
            folder: Folder of the checkpoint.
            device: Device, such as `cpu` or `cuda:0`.
        """
        if recipe.start:
            some = crops[:: -(-len(crops) // _MAX_CROPS)]
            restore(net, Path(recipe.start), lambda: net(normalized(some)))
        net.to(device).to(memory_format=torch.channels_last)
        steps = -(-len(crops) // recipe.batch) * recipe.epochs + 1
        self._net, self._recipe, self._file = net, asdict(recipe), folder / "last.pt"
        self._optimiser = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=0.02)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimiser, recipe.rate, total_steps=steps, pct_start=0.15
        )
        self.first = 0
        self.extra: dict[str, Any] = {}
        if not self._file.exists():
            return
        state = torch.load(self._file, map_location=device, weights_only=False)
        if state.pop("recipe") == self._recipe:
            for part, name in self._parts():
                part.load_state_dict(state.pop(name))
            self.first, self.extra = state.pop("epoch"), state

    def _parts(self) -> Sequence[tuple[Any, str]]:
        return (self._net, "net"), (self._optimiser, "optimiser"), (self._schedule, "schedule")

    def step(self, loss: Tensor) -> None:
        """Take an optimiser step on the loss of one batch."""
        self._optimiser.zero_grad()
        loss.backward()
        self._optimiser.step()
        self._schedule.step()

    def save(self, epoch: int, **extra: Any) -> None:
        """Save the network after `epoch` passes, with anything else a resumed run needs."""
        state = {name: part.state_dict() for part, name in self._parts()}
        torch.save(extra | state | {"recipe": self._recipe, "epoch": epoch}, self._file)


def best_temperature(loss: Callable[[float], float]) -> float:
    """Return the temperature that calibrates logits best (Guo et al., "On calibration of modern neural networks",
    2017).

    Args:
        loss: The negative log-likelihood of the truth when logits are divided by a temperature.

    Returns:
        One of 37 temperatures between 0.4 and 2.5.
    """
    return float(min(np.exp(np.linspace(np.log(0.4), np.log(2.5), 37)), key=loss))


def recipe_metadata(recipe: Recipe) -> dict[str, str]:
    """Return the recipe for a model's metadata; weights it started from are named without their folder."""
    return {"recipe": json.dumps(asdict(recipe) | {"start": Path(recipe.start).name})}


class _Deployed(nn.Module):  # type: ignore[misc]
    """A network with pre- and post-processing in its graph: from cut crops to the outputs of its contract."""

    def __init__(self, net: nn.Module, finish: Callable[..., Any]) -> None:
        super().__init__()
        self.net, self.finish = net, finish

    def forward(self, crops: Tensor) -> Any:
        """Compute the outputs of `finish` for crops (n, h, w, 3) uint8."""
        out = self.net(normalized(crops))
        return self.finish(*out) if isinstance(out, tuple) else self.finish(out)


def write_onnx(
    net: nn.Module,
    finish: Callable[..., Any],
    size: tuple[int, int],
    file: Path,
    outputs: Sequence[str],
    facts: dict[str, str],
) -> None:
    """Write an ONNX file with one input, `crops` (n, h, w, 3) uint8, where n is free.

    Args:
        net: The network.
        finish: Converts the network's outputs to the file's.
        size: (width, height) of a crop in pixels.
        file: The file to write.
        outputs: Names of the outputs.
        facts: Its metadata.
    """
    crops = torch.zeros(2, size[1], size[0], 3, dtype=torch.uint8)
    with warnings.catch_warnings():
        # the newer exporter needs onnxscript; this one exports all of these networks
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        torch.onnx.export(
            _Deployed(net, finish).eval().cpu(),
            (crops,),
            str(file),
            dynamo=False,
            opset_version=17,
            input_names=["crops"],
            output_names=list(outputs),
            dynamic_axes={name: {0: "n"} for name in ("crops", *outputs)},
        )
    model = onnxslim.slim(onnx.load(str(file)))
    onnx.helper.set_model_props(model, facts)
    onnx.save(model, str(file))
