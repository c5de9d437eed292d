"""Random changes made to a batch anew in every pass, on the networks' scale (`models.train.nets.normalized`)."""

from typing import Final

import torch
from torch import Tensor
from torch.nn import functional

_MAX_BEND: Final = 0.05
"""Greatest elastic deformation, in half-widths of a crop. More deforms characters into others; less teaches only the
fonts' own strokes."""


def color_jitter(x: Tensor, generator: torch.Generator, tint: float = 0.0) -> Tensor:
    """Return pictures (n, 3, h, w) in other light, with noise.

    Args:
        x: The pictures.
        generator: Random generator.
        tint: Standard deviation of each colour's own gain.
    """

    def normal(*shape: int) -> Tensor:
        return torch.randn(len(x), *shape, generator=generator)

    gain = (1 + 0.2 * normal(1, 1, 1)) * (1 + tint * normal(3, 1, 1))
    noise = 0.06 * torch.rand(len(x), 1, 1, 1, generator=generator)
    return (x + 2) * gain - 2 + 0.2 * normal(1, 1, 1) + noise * normal(*x.shape[1:])


def spatial_jitter(x: Tensor, generator: torch.Generator) -> Tensor:
    """Return crops (n, 3, h, w) scaled, shifted, turned and bent a little.

    This imitates inexact quads, mostly too tight ones; bending stands for the strokes of a character,
    which differ from set to set.
    """
    n = len(x)

    def normal(*shape: int) -> Tensor:
        return torch.randn(n, *shape, generator=generator)

    zoom = torch.exp(-0.03 + 0.05 * normal(2))
    angle = 0.04 * normal()
    cos, sin = torch.cos(angle), torch.sin(angle)
    tall = x.shape[2] / x.shape[3]
    rows = [
        torch.stack([zoom[:, 0] * cos, -sin * tall, 0.05 * normal()], dim=1),
        torch.stack([sin / tall, zoom[:, 1] * cos, 0.05 * normal()], dim=1),
    ]
    grid = functional.affine_grid(torch.stack(rows, dim=1), list(x.shape), align_corners=False)
    bends = _MAX_BEND * torch.rand(n, 1, 1, 1, generator=generator) * normal(2, 5, 4)
    grid += functional.interpolate(bends, list(x.shape[2:]), mode="bilinear").permute(0, 2, 3, 1)
    return functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
