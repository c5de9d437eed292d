"""The parts that the networks of our own are put together from."""

from torch import Tensor, nn
from torch.nn import functional


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
