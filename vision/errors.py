"""Errors of vision: kinds with parameters, which user interfaces turn into sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

VisionValue = str | int | float | tuple[int | str, ...] | None
"""A parameter of an error: a JSON value, with a tuple for a list."""


CUT: Final = "cut-short"
"""The reason of an `image-damaged` error that means: the file ends before the picture does."""


class VisionError(ValueError):
    """An argument that vision cannot use.

    Each family of errors has its own subclass, which says how the caller can react. The text of an error is for logs;
    sentences for people are made from `kind` and `about`.

    Attributes:
        kind: The fault, one of the kinds that the subclass lists; no two subclasses share one.
        about: The parameters of that kind, by name.
    """

    def __init__(self, kind: str, **about: VisionValue) -> None:
        super().__init__(kind)
        self.kind = kind
        self.about: Mapping[str, VisionValue] = about

    def __str__(self) -> str:
        return described(self.kind, self.about)


def reason(error: Exception) -> str:
    """Return the reason of a failure for people who may be at another computer: without the paths of this one."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return error.kind if isinstance(error, VisionError) else str(error)


def described(kind: str, about: Mapping[str, VisionValue]) -> str:
    """Return a kind and its parameters for logs, as in `image-too-large: width=9000, height=9000`."""
    listed = ", ".join(f"{name}={value!r}" for name, value in about.items())
    return f"{kind}: {listed}" if listed else kind


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reason why a source sends no pictures.

    Attributes:
        kind: A kind of `LostSourceError`, or an observation of the camera: the source ended, failed, hangs, repeats its
            last picture, or sends nothing (`source-silent`).
        about: The parameters of that kind, always with the name of the `source`.
    """

    kind: str
    about: Mapping[str, VisionValue]

    def __str__(self) -> str:
        return described(self.kind, self.about)
