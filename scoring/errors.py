"""Errors of the rules: each has a kind and parameters, and its class says how the caller can react."""

from collections.abc import Mapping
from typing import Literal, Union

Value = Union[int, float, str, None, tuple["Value", ...]]  # noqa: UP007 - a string cannot be joined by |
"""A parameter of an error, a finding or a refusal: a value that JSON has."""
About = Mapping[str, Value]
"""Parameters by name."""

Circumstance = str
"""A circumstance besides its tiles that a hand's score may depend on, by its word in hand text; games add their own."""

NotationErrorKind = Literal[
    "not-understood",
    "not-a-meld",
    "not-a-wind",
    "not-flowers",
    "not-discards",
    "not-indicators",
    "not-a-number",
    "not-a-suit",
    "not-seats",
    "given-twice",
    "contradiction",
    "unknown-word",
    "unclear-suit",
    "not-an-honor",
    "not-a-tail",
    "tail-disagrees",
    "too-long",
    "too-many-characters",
    "not-the-meld",
    "unclear-kong",
    "last-tile-drawn",
    "last-tile-discarded",
]


class ScoringError(ValueError):
    """An argument that the rules cannot use.

    Its text is for logs; `webui.messages.scoring` has the sentence for people.

    Attributes:
        kind: The fault, in lower-case words joined by hyphens.
        about: Parameters of the sentence, such as the text at fault.
    """

    kind: str
    about: About

    def __init__(self, kind: str, **about: Value) -> None:
        super().__init__(kind, about)
        self.kind = kind
        self.about = about

    def __str__(self) -> str:
        return f"{self.kind}: " + ", ".join(f"{name}={value!r}" for name, value in self.about.items())


class NotationError(ScoringError):
    """Text that does not follow the hand notation: correct the text."""

    kind: NotationErrorKind

    def __init__(self, kind: NotationErrorKind, **about: Value) -> None:
        super().__init__(kind, **about)


RulingErrorKind = Literal[
    "not-toml",
    "missing-key",
    "unknown-key",
    "not-text",
    "not-a-table",
    "bad-name",
    "name-taken",
    "bad-minimum",
    "two-minimums",
    "minimum-above-limit",
    "returns-too-little",
    "unknown-base",
    "unknown-switch",
    "unknown-answer",
    "bad-uma",
    "uma-not-zero",
    "unknown-pattern",
    "own-patterns",
    "not-a-list",
    "own-key",
    "own-missing",
    "own-value",
]


class RulingError(ScoringError):
    """A tournament's preset that cannot be used: correct its file.

    Its kind is a `RulingErrorKind`, or `bad-` and the unit of the game for the value of a pattern.
    """


class UnknownCircumstancesError(ScoringError):
    """The score may depend on unknown circumstances: state them, or get the range from `circumstances.assess`."""

    kind: Literal["unknown-circumstances"]

    def __init__(self, unknown: tuple[Circumstance, ...]) -> None:
        super().__init__("unknown-circumstances", unknown=unknown)


class UnknownRulesError(ScoringError):
    """No preset has this name: choose one of `scoring.BOOKS`."""

    kind: Literal["unknown-rules"]

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__("unknown-rules", rules=name, known=known)


MissingLibraryKind = Literal["missing-library", "other-library"]


class MissingLibraryError(ScoringError):
    """A library that scores hands of a game is not installed, or in another version: install the game's extra."""

    kind: MissingLibraryKind

    def __init__(self, found: str, wanted: str) -> None:
        super().__init__("other-library" if found else "missing-library", found=found, version=wanted)
