"""The possible ways of a hand of riichi for three while riichi, indicators or Norths are unknown."""

from dataclasses import replace
from typing import Any, Final

from scoring.errors import Circumstance
from scoring.findings import UNUSABLE, faults_of
from scoring.games.sanma.combine import highest_dora
from scoring.games.sanma.findings import sanma_findings
from scoring.games.sanma.payment import SEATS
from scoring.games.sanma.presets import Preset
from scoring.games.sanma.words import stated
from scoring.hand import Win
from scoring.tiles import COPIES
from scoring.ways import otherwise as of_every_game
from scoring.ways import possible

_WINDS: Final = {"seat": "seat", "round": "round_wind"}


def unknowns(win: Win, preset: Preset) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances of riichi for three: riichi, of a closed hand alone, indicators and Norths."""
    closed, own = not any(meld.exposed for meld in win.melds), stated(win)
    open_: tuple[tuple[Circumstance, bool], ...] = (
        ("riichi", closed and own.riichi is None),
        ("dora", own.dora is None),
        ("ura", closed and own.riichi is not False and own.ura is None),
        ("norths", preset.north == "bonus" and own.norths is None and _most(win) > 0),
    )
    return tuple([circumstance for circumstance, unknown in open_ if unknown])


def _most(win: Win) -> int:
    """Return the most Norths that a winner may have set aside."""
    return COPIES - win.tiles.count("N")


def ways(win: Win, preset: Preset) -> list[Win]:
    """Return the possible ways of a hand: without and with the most dora that indicators, and Norths, can give.

    East pays and gets more; other winds matter as a set or pair of the hand, and one stands for all that it lacks.
    """
    held = [wind for wind in SEATS if win.tiles.count(wind) > 1]
    lacking = [wind for wind in SEATS if wind not in held][:1]
    seats = tuple(dict.fromkeys((SEATS[0], *held, *[wind for wind in SEATS[1:] if wind not in held][:1])))
    unsaid, own = unknowns(win, preset), stated(win)
    stated_riichi = (False, True) if "riichi" in unsaid else (bool(own.riichi),)
    extras = []
    for norths in (0, _most(win)) if "norths" in unsaid else (own.norths,):
        above, below = highest_dora(replace(win, extra=replace(own, norths=norths)))
        extras += [
            replace(own, riichi=riichi, dora=dora, ura=ura, norths=norths)
            for riichi in stated_riichi
            for dora in ([(), above] if "dora" in unsaid else [own.dora or ()])
            for ura in ([(), below] if "ura" in unsaid and riichi else [own.ura or ()])
        ]
    found = [replace(way, extra=extra) for way in possible(win, seats, (*held, *lacking)) for extra in extras]
    if not (own.ippatsu or win.heaven or win.earth or own.ura or own.robbed):
        return found
    return [way for way in found if not faults_of(sanma_findings(way, preset)) & ~UNUSABLE] or found


def otherwise(taken: Win, circumstance: Circumstance) -> list[Win]:
    """Return a hand of which everything is known, with each other value of a circumstance."""
    if circumstance in _WINDS:
        return [replace(taken, **{_WINDS[circumstance]: wind}) for wind in SEATS[1:]]  # type: ignore[arg-type]
    above, below = highest_dora(taken)
    values: dict[Circumstance, dict[str, Any]] = {
        "riichi": {"riichi": True},
        "dora": {"dora": above},
        "ura": {"ura": below},
        "norths": {"norths": _most(taken)},
    }
    if circumstance not in values:
        return of_every_game(taken, circumstance)
    return [replace(taken, extra=replace(stated(taken), **values[circumstance]))]
