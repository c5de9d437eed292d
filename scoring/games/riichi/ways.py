"""The possible ways of a riichi hand while riichi, that of the discarder or indicators are unknown."""

from dataclasses import replace
from typing import Any

from scoring.errors import Circumstance
from scoring.findings import UNUSABLE, faults_of
from scoring.games.riichi.combine import highest_dora
from scoring.games.riichi.findings import riichi_findings
from scoring.games.riichi.presets import Preset
from scoring.games.riichi.words import declared
from scoring.hand import Win
from scoring.tiles import WINDS
from scoring.ways import possible


def unknowns(win: Win, preset: Preset) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances of riichi: whether it was declared, of a closed hand alone, and indicators.

    Riichi of the discarder is one where a hand that was shown costs another a yakuman.
    """
    closed, own = not any(meld.exposed for meld in win.melds), declared(win)
    open_: tuple[tuple[Circumstance, bool], ...] = (
        ("riichi", closed and own.riichi is None),
        ("from-riichi", _asks_discarder(win, preset)),
        ("dora", own.dora is None),
        ("ura", closed and own.riichi is not False and own.ura is None),
    )
    return tuple([circumstance for circumstance, unknown in open_ if unknown])


def _asks_discarder(win: Win, preset: Preset) -> bool:
    own = declared(win)
    return preset.open_riichi == "yakuman" and own.open_riichi and not win.self_draw and own.from_riichi is None


def ways(win: Win, preset: Preset) -> list[Win]:
    """Return the possible ways of a riichi hand, with no dora and with the most that indicators can give.

    East pays and gets more; other winds matter as a set or pair of the hand, and one stands for all that it lacks.
    """
    held = [wind for wind in WINDS if win.tiles.count(wind) > 1]
    lacking = [wind for wind in WINDS[1:] if wind not in held][:1]
    seats = tuple(dict.fromkeys((WINDS[0], *held, *lacking)))
    rounds = tuple(dict.fromkeys((*held, *([wind for wind in WINDS if wind not in held][:1]))))
    unsaid, own = unknowns(win, preset), declared(win)
    above, below = highest_dora(win)
    stated = (False, True) if "riichi" in unsaid else (bool(own.riichi),)
    free = (True, False) if "from-riichi" in unsaid else (own.from_riichi,)
    extras = [
        replace(own, riichi=riichi, from_riichi=discarder, dora=dora, ura=ura)
        for riichi in stated
        for discarder in free
        for dora in ([(), above] if "dora" in unsaid else [own.dora or ()])
        for ura in ([(), below] if "ura" in unsaid and riichi else [own.ura or ()])
    ]
    ways = [replace(way, extra=extra) for way in possible(win, seats, rounds) for extra in extras]
    if not (own.ippatsu or win.heaven or win.earth or own.ura):
        return ways
    return [way for way in ways if not faults_of(riichi_findings(way)) & ~UNUSABLE] or ways


def otherwise(taken: Win, circumstance: Circumstance) -> list[Win]:
    """Return a hand of which everything is known, with another value of a circumstance of riichi alone."""
    above, below = highest_dora(taken)
    values: dict[Circumstance, dict[str, Any]] = {
        "riichi": {"riichi": True},
        "from-riichi": {"from_riichi": False},
        "dora": {"dora": above},
        "ura": {"ura": below},
    }
    if circumstance not in values:
        return []
    return [replace(taken, extra=replace(declared(taken), **values[circumstance]))]
