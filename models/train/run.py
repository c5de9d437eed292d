"""What the networks of our own share: the parts they are put together from, how a run goes on, how they are written."""

import json
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

import click
import numpy as np
import onnx
import onnxslim
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.train.warmstart import restore

Command = TypeVar("Command", bound=Callable[..., None])

_MEASURED = 4096  # crops on which normalisation is measured


class Residual(nn.Module):  # type: ignore[misc]
    """Two 3 x 3 convolutions round which the input is added."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(*convolution(width, width), *convolution(width, width)[:2])

    def forward(self, x: Tensor) -> Tensor:
        """(n, width, h, w) to the same."""
        return functional.relu(x + self.body(x))


def convolution(inside: int, outside: int, stride: int = 1) -> tuple[nn.Module, ...]:
    """A 3 x 3 convolution, normalised, and what is negative cut off."""
    return nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)


def scaled(crops: Tensor) -> Tensor:
    """Crops (n, h, w, 3) uint8 as the networks take them: (n, 3, h, w), about -2..2."""
    return crops.permute(0, 3, 1, 2).float() / 63.75 - 2.0


def lit(x: Tensor, generator: torch.Generator, tint: float = 0.0) -> Tensor:
    """Pictures (n, 3, h, w) of the networks' scale in other light, with noise; `tint` spreads the colours' gains."""

    def normal(*shape: int) -> Tensor:
        return torch.randn(len(x), *shape, generator=generator)

    gain = (1 + 0.2 * normal(1, 1, 1)) * (1 + tint * normal(3, 1, 1))
    noise = 0.06 * torch.rand(len(x), 1, 1, 1, generator=generator)
    return (x + 2) * gain - 2 + 0.2 * normal(1, 1, 1) + noise * normal(*x.shape[1:])


def half(device: str) -> torch.autocast:
    """In here the network computes in half precision, where the device has units for it: elsewhere it takes longer.

    (With AVX-512's instructions alone the network that looks closer learns 0.8 times as fast as in single precision.)
    """
    kind = device.split(":")[0]
    can = kind != "cpu" or any(torch.cpu.get_capabilities().get(name) for name in ("amx_bf16", "bf16"))
    return torch.autocast(kind, torch.bfloat16, enabled=can)


class Recipe(Protocol):
    """What a run's recipe, a dataclass, must say: passes, examples a step, peak rate, seed, weights to start from."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def epochs(self) -> int:
        """Passes over all examples."""

    @property
    def batch(self) -> int:
        """Examples a step."""

    @property
    def rate(self) -> float:
        """Peak learning rate of a one-cycle schedule."""

    @property
    def seed(self) -> int:
        """Of everything."""

    @property
    def start(self) -> str:
        """The ONNX weights to start from, or "" to start from nothing."""


def run_options(default: Recipe) -> Callable[[Command], Command]:
    """Gives a command the options that every training run has."""
    options = (
        click.option("--epochs", default=default.epochs, show_default=True, help="Passes over all there is to learn."),
        click.option("--batch", default=default.batch, show_default=True, help="Examples a step."),
        click.option("--rate", default=default.rate, show_default=True, help="Highest learning rate."),
        click.option("--start", default="", help="ONNX weights to start from."),
        click.option("--seed", default=default.seed, show_default=True),
        click.option("--threads", default=2, show_default=True, help="Processor cores to use."),
        click.option("--device", default="cuda" if torch.cuda.is_available() else "cpu", show_default=True),
    )

    def given(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return given


class Run:
    """A network being taught by a recipe: it is kept after every pass, and a run that was stopped goes on from there.

    Attributes:
        first: Passes that are done already.
        noted: What was kept beside the network then; empty at the start.
    """

    def __init__(self, net: nn.Module, recipe: Recipe, crops: Tensor, folder: Path, device: str) -> None:
        """Starts, or goes on from `folder/last.pt` when it is of the same recipe.

        Args:
            crops: (n, h, w, 3) uint8, all that is learnt from.
        """
        if recipe.start:
            some = crops[:: -(-len(crops) // _MEASURED)]
            restore(net, Path(recipe.start), lambda: net(scaled(some)))
        net.to(device).to(memory_format=torch.channels_last)
        steps = -(-len(crops) // recipe.batch) * recipe.epochs + 1
        self._net, self._recipe, self._file = net, asdict(recipe), folder / "last.pt"
        self._optimiser = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=0.02)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimiser, recipe.rate, total_steps=steps, pct_start=0.15
        )
        self.first = 0
        self.noted: dict[str, Any] = {}
        if not self._file.exists():
            return
        state = torch.load(self._file, map_location=device, weights_only=False)
        if state.pop("recipe") == self._recipe:
            for part, name in self._parts():
                part.load_state_dict(state.pop(name))
            self.first, self.noted = state.pop("epoch"), state

    def _parts(self) -> Sequence[tuple[Any, str]]:
        return (self._net, "net"), (self._optimiser, "optimiser"), (self._schedule, "schedule")

    def step(self, loss: Tensor) -> None:
        """Learns from the loss of one batch."""
        self._optimiser.zero_grad()
        loss.backward()
        self._optimiser.step()
        self._schedule.step()

    def keep(self, epoch: int, **noted: Any) -> None:
        """Keeps the network after so many passes, and what else is to be known when the run goes on."""
        state = {name: part.state_dict() for part, name in self._parts()}
        torch.save(noted | state | {"recipe": self._recipe, "epoch": epoch}, self._file)


def temperature(missing: Callable[[float], float]) -> float:
    """What logits are to be divided by so that probabilities are as often right as they say.

    Args:
        missing: What is missing to all probability on the truth, once logits are divided by so much.
    """
    return float(min(np.exp(np.linspace(np.log(0.4), np.log(2.5), 37)), key=missing))


def noted(recipe: Recipe) -> dict[str, str]:
    """What a model's metadata says of its recipe: of the weights it started from only the file's name."""
    return {"recipe": json.dumps(asdict(recipe) | {"start": Path(recipe.start).name})}


class _Deployed(nn.Module):  # type: ignore[misc]
    """A network with everything in its graph: crops as they are cut in, what its contract promises out."""

    def __init__(self, net: nn.Module, finish: Callable[..., Any]) -> None:
        super().__init__()
        self.net, self.finish = net, finish

    def forward(self, crops: Tensor) -> Any:
        """(n, h, w, 3) uint8 in."""
        out = self.net(scaled(crops))
        return self.finish(*out) if isinstance(out, tuple) else self.finish(out)


def write_onnx(
    net: nn.Module,
    finish: Callable[..., Any],
    size: tuple[int, int],
    file: Path,
    outputs: Sequence[str],
    facts: dict[str, str],
) -> None:
    """Writes `file`: ONNX with input `crops`, any number of them, the outputs named, the facts in its metadata.

    Args:
        finish: Makes the outputs of what the network gives.
        size: (width, height) of a crop in pixels.
    """
    crops = torch.zeros(2, size[1], size[0], 3, dtype=torch.uint8)
    with warnings.catch_warnings():
        # the newer exporter needs another package; this one does all that is asked of it
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
