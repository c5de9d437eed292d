"""Random smooth crops for tests of networks."""

import torch
from torch.nn.functional import interpolate


def blurred(count: int, size: tuple[int, int], seed: int) -> torch.Tensor:
    """Return blurred crops (count, height, width, 3) of a size (width, height), 0-255."""
    rough = torch.rand(count, 3, 6, 6, generator=torch.Generator().manual_seed(seed)) * 255
    return interpolate(rough, size[::-1], mode="bilinear").permute(0, 2, 3, 1).to(torch.uint8)
