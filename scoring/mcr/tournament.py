"""A tournament's own preset, read from TOML: a base, the disputed readings it decides otherwise, its minimum.

name = "spring-open-2026"
title = "Spring Open 2026"
base = "mcr-wmo"
source = "Referees' meeting of 14 March 2026"
minimum = 8             # optional
version = "1"           # optional

[switches]              # S1 to S18 of `scoring.mcr.presets`
S15 = "suit tiles"
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from scoring.errors import RulingError
from scoring.mcr.presets import PRESETS, SWITCH, Preset, numbers_of, preset

_REQUIRED: Final = ("name", "title", "base", "source")
_OPTIONAL: Final = ("version", "minimum", "switches")
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""A name that `--rules`, a record and a page can carry: a word of at most 40 characters."""
_HIGHEST_MINIMUM: Final = 88
"""The value of the highest fan; no tournament asks for more."""


def tournament_preset(text: str) -> tuple[Preset, str]:
    """The preset that a tournament's TOML text describes, and the name of the one that it changes.

    Raises:
        RulingError: The text is no TOML, lacks a key, or has a key, switch or answer that is not known.
    """
    given = _table(text)
    base = PRESETS.get(given["base"])
    if base is None:
        raise RulingError("unknown-base", base=given["base"], known=tuple(PRESETS))
    if not _NAME.fullmatch(given["name"]):
        raise RulingError("bad-name", name=given["name"])
    minimum = given.get("minimum", base.minimum)
    if isinstance(minimum, bool) or not isinstance(minimum, int) or not 0 <= minimum <= _HIGHEST_MINIMUM:
        raise RulingError("bad-minimum", minimum=str(minimum), highest=_HIGHEST_MINIMUM)
    pins = _answers(given.get("switches", {}))
    answers = {**base.answers, **pins}
    version = f"{given.get('version', '1')} on {base.name} {base.version}"
    about = (given["name"], given["title"], version, given["source"])

    def with_answers(chosen: Mapping[str, str]) -> Preset:
        return preset(*about, chosen, numbers_of(base), minimum)

    different = [switch for switch, answer in pins.items() if base.answers[switch] != answer]
    pinned = tuple([(switch, with_answers({**answers, switch: base.answers[switch]})) for switch in different])
    return replace(with_answers(answers), pinned=pinned), base.name


def _table(text: str) -> dict[str, Any]:
    """The keys of the text, with every one there that must be, and text where text is due."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
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
            raise RulingError("not-text", key=key, value=str(value))
    return given


def _answers(given: object) -> dict[str, str]:
    """The answers of the file by switch; a number, as in `S9 = 8`, stands for its text."""
    if not isinstance(given, dict):
        raise RulingError("not-a-table", key="switches")
    for switch, answer in given.items():
        if switch not in SWITCH:
            raise RulingError("unknown-switch", switch=switch, known=tuple(SWITCH))
        known = tuple([possible.name for possible in SWITCH[switch].answers])
        if str(answer) not in known:
            raise RulingError("unknown-answer", switch=switch, answer=str(answer), known=known)
    return {switch: str(answer) for switch, answer in given.items()}
