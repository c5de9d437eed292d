"""The base of the errors of this package: each a kind with parameters, which `webui.messages` puts into sentences."""

from collections.abc import Mapping
from typing import Any

from scoring.errors import About, Value


class WebError(Exception):
    """A request that cannot be carried out.

    Its text is for logs; `webui.messages` has the sentence for people.

    Attributes:
        kind: The fault, in lower-case words joined by hyphens.
        about: The parameters of that kind.
        cause: The underlying error with its own `kind` and `about`, if that has the remedy, else None.
    """

    kind: str
    about: About
    cause: Any = None

    def __init__(self, kind: str, **about: Value) -> None:
        super().__init__(kind, about)
        self.kind = kind
        self.about = about

    def __str__(self) -> str:
        about = ", ".join(f"{name}={value!r}" for name, value in self.about.items())
        return f"{self.kind}: {about}" if about else self.kind


def check(kind: str, about: About, kinds: Mapping[Any, tuple[str, ...]]) -> None:
    """Check that a kind has all of its parameters and no others.

    Args:
        kinds: The names of the parameters of each kind.

    Raises:
        ValueError: It has others.
    """
    if set(about) != set(kinds[kind]):
        raise ValueError(f"{kind} is about {sorted(kinds[kind])}, got {sorted(about)}")
