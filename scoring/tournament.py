"""A tournament's own preset, read from TOML: a base, the disputed readings it decides otherwise, its minimum.

name = "spring-open-2026"
title = "Spring Open 2026"
base = "mcr-wmo"        # a built-in preset of a game that has such files
source = "Referees' meeting of 14 March 2026"
minimum = 8             # optional
version = "1"           # optional

[switches]              # the switches of that game's presets
S15 = "suit tiles"

A club may also change values, leave patterns out, and add its own: see `scoring.own`.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, Protocol, TypeVar
from unicodedata import category

from scoring.errors import RulingError

_REQUIRED: Final = ("name", "title", "base", "source")
_OPTIONAL: Final = ("version", "minimum", "switches", "values", "excluded", "patterns")
"""The keys that a file may give; `scoring.own` describes the last three."""
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""A name that `--rules`, a record and a page can carry: a word of at most 40 characters."""


class SwitchedPreset(Protocol):
    """A preset with answers to disputed questions, a frozen dataclass with the field `pinned` too.

    Attributes:
        name: Name for `--rules`.
        version: Edition.
        answers: The answer to each switch.
    """

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def answers(self) -> Mapping[str, str]: ...


P = TypeVar("P", bound=SwitchedPreset)


LONGEST_TITLE: Final = 60
"""Most characters of the name of rules. More does not fit the lists of a phone; fewer cut the names of clubs short."""


def is_title(title: str) -> bool:
    """Return True for a name for people that is not empty, fits the lists of a phone, and has no line breaks."""
    return 0 < len(title.strip()) <= LONGEST_TITLE and not any(category(letter) == "Cc" for letter in title)


def expect_name(name: str) -> None:
    """Refuse a name that `--rules`, a record or a page cannot carry.

    Raises:
        RulingError: `bad-name`.
    """
    if not _NAME.fullmatch(name):
        raise RulingError("bad-name", name=name)


def about(given: Mapping[str, Any], base: SwitchedPreset) -> tuple[str, str, str, str]:
    """Return the name, title, version and source of a tournament's preset."""
    version = f"{given.get('version', '1')} on {base.name} {base.version}"
    return given["name"], given["title"], version, given["source"]


def pinned(base: P, pins: Mapping[str, str], made: Callable[[Mapping[str, str]], P]) -> P:
    """Return the preset with a tournament's answers, and a preset to compare with for each that differs from the
    base's."""
    chosen = {**base.answers, **pins}
    different = [switch for switch, answer in pins.items() if base.answers[switch] != answer]
    each = tuple([(switch, made({**chosen, switch: base.answers[switch]})) for switch in different])
    return replace(made(chosen), pinned=each)  # type: ignore[type-var]


def tournament_table(text: str) -> dict[str, Any]:
    """Return the keys of a tournament's file, the required ones with text.

    Raises:
        RulingError: The text is not TOML, lacks a key, or has an unknown key.
    """
    try:
        given = tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # ValueError covers TOMLDecodeError and numbers of thousands of digits
        raise RulingError("not-toml", why=str(error)) from error
    for key in given:
        if key not in (*_REQUIRED, *_OPTIONAL):
            raise RulingError("unknown-key", key=key, known=(*_REQUIRED, *_OPTIONAL))
    for key in _REQUIRED:
        if key not in given:
            raise RulingError("missing-key", key=key)
    for key in (*_REQUIRED, "version"):
        value = given.get(key, "1")
        if not isinstance(value, str) or not value.strip():
            raise RulingError("not-text", key=key, value=_shown(value))
    return given


def minimum(given: Mapping[str, Any], usual: int, lowest: int, highest: int) -> int:
    """Return the minimum of the file, or the usual one.

    Raises:
        RulingError: It is no whole number from the lowest to the highest.
    """
    minimum = given.get("minimum", usual)
    if isinstance(minimum, bool) or not isinstance(minimum, int) or not lowest <= minimum <= highest:
        raise RulingError("bad-minimum", minimum=_shown(minimum), lowest=lowest, highest=highest)
    return minimum


def answers(
    given: Mapping[str, Any], known: Mapping[str, tuple[str, ...]], switch_like: str, answer_like: str
) -> dict[str, str]:
    """Return the answers of the file by switch; a number, as in `S9 = 8`, becomes its text.

    Args:
        given: The keys of the file.
        known: Possible answers by switch.
        switch_like: A switch of these rules, used as an example in errors.
        answer_like: An answer to it.

    Raises:
        RulingError: The file names an unknown switch or answer.
    """
    switches = given.get("switches", {})
    if not isinstance(switches, dict):
        raise RulingError("not-a-table", key="switches", switch=switch_like, answer=answer_like)
    for switch, answer in switches.items():
        if switch not in known:
            raise RulingError("unknown-switch", switch=switch, base=given["base"], known=tuple(known))
        if _shown(answer) not in known[switch]:
            raise RulingError("unknown-answer", switch=switch, answer=_shown(answer), known=known[switch])
    return {switch: _shown(answer) for switch, answer in switches.items()}


def _shown(value: object) -> str:
    """Return a value of the file as text; dots if a number is too long to be written out."""
    try:
        return str(value)
    except (ValueError, RecursionError):
        return "…"
