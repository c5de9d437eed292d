"""A tournament's own preset, read from TOML: a base, the disputed readings it decides otherwise, its minimum.

name = "spring-open-2026"
title = "Spring Open 2026"
base = "mcr-wmo"        # or "zungjung", "hk"
source = "Referees' meeting of 14 March 2026"
minimum = 8             # optional
version = "1"           # optional

[switches]              # S1 to S18 of `scoring.mcr.presets`; for Zung Jung Z1 of `scoring.zungjung.presets`;
S15 = "suit tiles"      # for Hong Kong HK1 to HK33 of `scoring.hongkong.presets`

A club may also change values, leave patterns out, and add its own: see `scoring.own`.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from scoring.errors import RulingError
from scoring.hongkong import presets as hongkong
from scoring.mcr import presets as mcr
from scoring.own import changes
from scoring.zungjung import presets as zungjung
from scoring.zungjung.patterns import PATTERNS

_REQUIRED: Final = ("name", "title", "base", "source")
_OPTIONAL: Final = ("version", "minimum", "switches", "values", "excluded", "patterns")
"""The keys that a file may give; `scoring.own` describes the last three."""
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""A name that `--rules`, a record and a page can carry: a word of at most 40 characters."""
_MINIMUMS: Final = {
    "mcr": (0, 88),
    "zungjung": (1, max(pattern.value for pattern in PATTERNS)),
    "hk": (0, hongkong.HIGHEST_MINIMUM),
}
"""The lowest and the highest minimum by game: up to the highest single pattern.

Under Zung Jung a hand of no pattern has 0 points and cannot win.
"""
_MCR_ANSWERS: Final = {switch.id: tuple([answer.name for answer in switch.answers]) for switch in mcr.SWITCHES}

_HONG_KONG_ANSWERS: Final = {switch.id: switch.answers for switch in hongkong.SWITCHES}
_NUMBERS: Final = tuple([str(number) for number in range(hongkong.HIGHEST_MINIMUM + 1)])
"""The answers that `NUMBER` allows."""

AnyPreset = mcr.Preset | zungjung.Preset | hongkong.Preset
_Preset = TypeVar("_Preset", mcr.Preset, zungjung.Preset, hongkong.Preset)


def tournament_preset(text: str) -> tuple[AnyPreset, str]:
    """Return the preset that a tournament's TOML text describes, and the name of its base.

    Raises:
        RulingError: The text is not TOML, lacks a key, or has an unknown key, switch or answer.
    """
    given = _table(text)
    if not _NAME.fullmatch(given["name"]):
        raise RulingError("bad-name", name=given["name"])
    if given["base"] == zungjung.ZUNGJUNG.name:
        return _zungjung(given), given["base"]
    if given["base"] in hongkong.PRESETS:
        return _hong_kong(given, hongkong.PRESETS[given["base"]]), given["base"]
    base = mcr.PRESETS.get(given["base"])
    if base is None:
        raise RulingError(
            "unknown-base", base=given["base"], known=(*mcr.PRESETS, zungjung.ZUNGJUNG.name, *hongkong.PRESETS)
        )
    return _mcr(given, base), given["base"]


def _mcr(given: Mapping[str, Any], base: mcr.Preset) -> mcr.Preset:
    about, minimum = _about(given, base), _minimum(given, base.minimum, "mcr")
    pins = _answers(given, _MCR_ANSWERS, "S15", "suit tiles")
    numbers, changed = mcr.numbers_of(base), changes(given, mcr.listing(base))
    return _pinned(base, pins, lambda answers: mcr.preset(*about, answers, numbers, minimum, changed))


def _zungjung(given: Mapping[str, Any]) -> zungjung.Preset:
    base = zungjung.ZUNGJUNG
    about, minimum = _about(given, base), _minimum(given, base.minimum, "zungjung")
    pins = _answers(given, zungjung.SWITCHES, "Z1", zungjung.ANY_TILE)
    changed = changes(given, zungjung.LISTING)
    return _pinned(base, pins, lambda answers: zungjung.preset(*about, minimum, answers, changed))


def _hong_kong(given: Mapping[str, Any], base: hongkong.Preset) -> hongkong.Preset:
    """Return the preset of a house; `minimum` is another name of HK1, which may be any number."""
    about, changed = _about(given, base), changes(given, hongkong.LISTING)
    pins = _answers(given, _HONG_KONG_ANSWERS, "HK3", "8")
    if "minimum" in given:
        minimum = str(_minimum(given, base.minimum, "hk"))
        if pins.setdefault("HK1", minimum) != minimum:
            raise RulingError("two-minimums", minimum=minimum, other=pins["HK1"])
    return _pinned(base, pins, lambda answers: hongkong.preset(*about, answers, changed))


def _about(given: Mapping[str, Any], base: AnyPreset) -> tuple[str, str, str, str]:
    """Return the name, title, version and source of a tournament's preset."""
    version = f"{given.get('version', '1')} on {base.name} {base.version}"
    return given["name"], given["title"], version, given["source"]


def _pinned(base: _Preset, pins: Mapping[str, str], made: Callable[[Mapping[str, str]], _Preset]) -> _Preset:
    """Return the preset with a tournament's answers, and a preset to compare with for each that differs from the
    base's."""
    answers = {**base.answers, **pins}
    different = [switch for switch, answer in pins.items() if base.answers[switch] != answer]
    pinned = tuple([(switch, made({**answers, switch: base.answers[switch]})) for switch in different])
    return replace(made(answers), pinned=pinned)


def _table(text: str) -> dict[str, Any]:
    """Return the keys of the text, after checking that the required ones exist and have text."""
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


def _minimum(given: Mapping[str, Any], usual: int, game: str) -> int:
    minimum = given.get("minimum", usual)
    lowest, highest = _MINIMUMS[game]
    if isinstance(minimum, bool) or not isinstance(minimum, int) or not lowest <= minimum <= highest:
        raise RulingError("bad-minimum", minimum=_shown(minimum), lowest=lowest, highest=highest)
    return minimum


def _answers(
    given: Mapping[str, Any], known: Mapping[str, tuple[str, ...]], switch_like: str, answer_like: str
) -> dict[str, str]:
    """Return the answers of the file by switch; a number, as in `S9 = 8`, becomes its text.

    Args:
        given: The keys of the file.
        known: Possible answers by switch; `NUMBER` stands for any number of faan up to the highest.
        switch_like: A switch of these rules, used as an example in errors.
        answer_like: An answer to it.
    """
    switches = given.get("switches", {})
    if not isinstance(switches, dict):
        raise RulingError("not-a-table", key="switches", switch=switch_like, answer=answer_like)
    for switch, answer in switches.items():
        if switch not in known:
            raise RulingError("unknown-switch", switch=switch, base=given["base"], known=tuple(known))
        answers = known[switch]
        if hongkong.NUMBER in answers:
            answers = _NUMBERS
        if _shown(answer) not in answers:
            raise RulingError("unknown-answer", switch=switch, answer=_shown(answer), known=answers)
    return {switch: _shown(answer) for switch, answer in switches.items()}


def _shown(value: object) -> str:
    """Return a value of the file as text; dots if a number is too long to be written out."""
    try:
        return str(value)
    except (ValueError, RecursionError):
        return "…"
