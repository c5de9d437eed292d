"""The game of Taiwan: its presets, its words, and what of a hand may be unknown."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, Final

from scoring.errors import Circumstance, RulingError
from scoring.games.deal import SettledDeal
from scoring.games.game import Game, RuleBook, WinWays
from scoring.games.taiwan.combine import ENGINE, TaiwanScore, unknowns
from scoring.games.taiwan.findings import FAULT_OF, taiwan_findings
from scoring.games.taiwan.payment import split
from scoring.games.taiwan.play import PLAY, play_of
from scoring.games.taiwan.presets import OFF, PRESETS, SWITCHES, Preset, preset
from scoring.games.taiwan.words import NOTHING, WORDS, told
from scoring.hand import Win
from scoring.listing import ListedPattern, Price, RuleListing
from scoring.luck import RareLuck, some
from scoring.sheet import PatternName
from scoring.tiles import FLOWERS, WINDS
from scoring.tournament import about, answers, minimum, pinned
from scoring.ways import ATTRIBUTES, otherwise, possible_flowers, unknown_flowers

_ANSWERS: Final = {switch.id: switch.answers for switch in SWITCHES}
_FREE: Final = {switch.id: switch.free for switch in SWITCHES if switch.free}
_OF_LISTS: Final = ("values", "excluded", "patterns")
"""The keys of a file that change a list of patterns, which the switches do here."""
_PRICED: Final = 40
"""The most tai of the price list of a table without a limit: few hands are worth more."""


def _asked(win: Win, book: RuleBook) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances that the tai may depend on; where dice decide the winds, that of the winner."""
    known = ["flowers"] if _flowers_follow(win, book.preset) else []
    known += [] if _seat_counts(win, book.preset) else ["seat"]
    found = tuple([each for each in unknowns(win, book.preset) if each not in known])
    return (*found, "wind") if book.preset.by_dice and told(win).wind is None else found


def _flowers_follow(win: Win, table: Preset) -> bool:
    """Return True if a win by flowers says how many they are."""
    return win.flowers is None and told(win).by_flowers and table.by_flowers


def _seat_counts(win: Win, table: Preset) -> bool:
    """Return True if the tai may depend on the seat: by a triplet of its wind or by its flowers."""
    named = table.flowers == "own" and win.flowers != 0
    return not table.by_dice and (named or any(win.tiles.count(wind) > 2 for wind in WINDS))


def _ways(win: Win, book: RuleBook) -> list[Win]:
    """Return the possible ways, one of those that the rules do not tell apart.

    The seat matters by its wind, or where something rules one out; where dice decide the winds it does not.
    """
    table: Preset = book.preset
    first = win.heaven or win.earth or win.man or win.discarder
    held = [wind for wind in WINDS if win.tiles.count(wind) > 2]
    apart = tuple([wind for wind in WINDS if wind in held or wind == next(w for w in (*WINDS, "") if w not in held)])
    named = table.flowers == "own" and win.flowers != 0
    winds = WINDS if named or first else apart
    seats = [win.seat] if win.seat else list(WINDS if first else WINDS[:1]) if table.by_dice else list(winds)
    said = told(win).wind if table.by_dice else None  # where the dealer decides it, it is that of the seat
    own = [said] if said or not table.by_dice else list(winds)
    rounds = [win.round_wind] if win.round_wind else list(apart)
    draws = [False, True] if win.self_draw is None else [win.self_draw]
    found = [
        replace(laid, self_draw=draw, seat=seat, round_wind=round_wind, kong=kong, extra=replace(told(win), wind=wind))
        for draw, seat, wind, round_wind in product(draws, seats, own, rounds)
        for laid in _laid(replace(win, self_draw=draw, seat=wind or seat), table)
        for kong in _kongs(laid, draw, table)
    ]
    sound = len(taiwan_findings(replace(win, kong=bool(win.kong))))
    return [way for way in found if len(taiwan_findings(way)) <= sound] or found


def _kongs(win: Win, drawn: bool, table: Preset) -> tuple[bool, ...]:
    """Return True and False where the replacement of a kong or of a flower may have won."""
    if win.kong is not None:
        return (win.kong,)
    flowers = win.flowers if table.flowers != OFF else 0
    return (False, True) if drawn and (win.has_kong or flowers) else (False,)


def _laid(win: Win, table: Preset) -> list[Win]:
    """Return the hand with each choice of flowers that tells; its seat is the winner's wind."""
    if table.flowers == OFF:
        return [replace(win, flowers=win.flowers or 0)]
    if _flowers_follow(win, table):
        return [replace(win, flowers=told(win).flowers(bool(win.self_draw)))]
    if table.flowers == "own":
        return unknown_flowers(win, len(FLOWERS)) if win.flowers is None else possible_flowers(win, (win.seat or "E",))
    return [win] if win.flowers is not None else [replace(win, flowers=count) for count in (0, 1, len(FLOWERS))]


def _otherwise(taken: Win, circumstance: Circumstance) -> list[Win]:
    """Return a hand of which everything is known, with each other value of a circumstance."""
    if circumstance == "wind":
        return [replace(taken, extra=replace(told(taken), wind=wind)) for wind in WINDS if wind != taken.seat]
    others = otherwise(taken, circumstance)
    if circumstance == "self-draw" and told(taken).by_flowers:  # eight of an own draw, seven of another's
        return [replace(other, flowers=told(other).flowers(bool(other.self_draw)), flower_tiles=()) for other in others]
    return others


def _contradicted(way: Win) -> bool:
    """Return True if a hand contradicts itself here, where a flower has a replacement too."""
    return bool(taiwan_findings(way))


def _exposed(win: Win) -> bool:
    return any(meld.exposed for meld in win.melds)


class Taiwan(Game):
    """The game of Taiwan."""

    id = "taiwan"
    title = "Taiwanese"
    unit = "tai"
    order = 6
    help = (
        "Under Taiwanese rules (taiwan-home, taiwan-gamesofa, taiwan-atw) also: streak=2 (how often the dealer has "
        "stayed), wind=S (the winner's wind, where the dice decide the winds), ready ready=heaven ready=earth, "
        "flower-win, flowers by name as in flowers=f1s3, and flowers=0 for none."
    )
    play = PLAY
    score = staticmethod(ENGINE.score)
    worth = staticmethod(ENGINE.worth)
    blank = NOTHING
    words = WORDS
    unsettled = TaiwanScore()
    faults = FAULT_OF
    luck = {  # noqa: RUF012
        "ready": RareLuck("extra.announced", {}, _exposed),
        "ready-heaven": RareLuck("extra.as_dealt", {}, lambda win: told(win).ready != "ready"),
        "ready-earth": RareLuck("extra.at_once", {}, lambda win: told(win).ready != "ready"),
        "flower-win": RareLuck("extra.by_flowers", {}, lambda win: win.flowers != len(FLOWERS)),
        **some("last-tile", "robbed-kong"),
        "heaven": RareLuck("heaven", {"self_draw": True}, lambda win: _exposed(win) or win.last_tile, first=True),
        "earth": RareLuck("earth", {"self_draw": True}, lambda win: bool(win.melds or win.last_tile), first=True),
        "man": RareLuck("man", {"self_draw": False}, lambda win: bool(win.melds or win.last_tile), first=True),
    }
    ways = WinWays({**ATTRIBUTES, "wind": "extra.wind"}, _asked, _ways, _otherwise, _contradicted)
    ignored = frozenset({"last-of-kind", "double-kong", "liable"})
    presets = PRESETS

    @cached_property
    def match(self) -> object:
        """The matches of Taiwan."""
        from scoring.games.taiwan.match import COURSE  # scoring a hand needs no matches

        return COURSE

    def traits(self, preset: Preset) -> dict[str, Any]:
        """Return the flowers of a table, which belong to winds, its wall, and its seven pairs with a triplet."""
        pairs = "and triplet" if preset.pairs else "none"
        return {"flowers": preset.flowers == "own", "pairs": pairs, "play": play_of(preset.answers)}

    def settle(self, given: Mapping[str, Any], book: RuleBook) -> SettledDeal:
        """Return a deal as its acts settle it."""
        from scoring.games.taiwan.deal import settle  # it reads hand text, whose words the games give

        return settle(given, book.preset)

    def listing(self, book: RuleBook) -> RuleListing:
        """Return the patterns of a table in the order of their numbers, and its price list."""
        table: Preset = book.preset
        names = {row.id: PatternName(row.id, row.name, row.zh) for row in table.patterns}
        return RuleListing(
            tuple(
                [
                    ListedPattern(
                        names[row.id], row.value, row.rule, tuple([names[e] for e in row.excludes if e in names])
                    )
                    for row in table.patterns
                ]
            ),
            prices=tuple(
                [
                    Price(tai, *[Fraction(split(tai, "S", giver, table)["S"]) for giver in ("W", None)])
                    for tai in range(table.minimum, (table.most or _PRICED) + 1)
                ]
            ),
        )

    def changed(self, base: str, given: Mapping[str, Any]) -> Preset:
        """Return the preset of a file, which answers switches; `minimum` is another name of TW34."""
        of = PRESETS[base]
        for key in _OF_LISTS:
            if key in given:
                raise RulingError("unknown-key", key=key, known=("switches",))
        said = given.get("switches")
        own = {id: str(answer) for id, answer in said.items() if id in _FREE} if isinstance(said, dict) else {}
        for id, answer in own.items():
            _FREE[id](answer)  # refuses what is no amount
        known = {**_ANSWERS, **{id: (*_ANSWERS[id], answer) for id, answer in own.items()}}
        pins = answers(given, known, "TW1", "300")
        if "minimum" in given:
            least = str(minimum(given, of.minimum, 0, 5))
            if pins.setdefault("TW34", least) != least:
                raise RulingError("minimum-twice", minimum=least, other=pins["TW34"])
            if least not in _ANSWERS["TW34"]:
                raise RulingError("unknown-answer", switch="TW34", answer=least, known=_ANSWERS["TW34"])
        named = about(given, of)
        return pinned(of, pins, lambda chosen: preset(*named, chosen, base))


GAME: Final = Taiwan()
"""The game as `scoring.rules` knows it."""
