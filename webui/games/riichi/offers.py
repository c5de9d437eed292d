"""The offers of riichi: its declaration, the indicators of dora, liability, ippatsu and the first go-round."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from scoring.follow.events import AnyEvent, Claim, Declared, Discard, Flower, Kong
from scoring.follow.state import State
from scoring.games.riichi.words import NOTHING
from scoring.games.riichi.words import RiichiExtra as OfRiichi
from scoring.rules import BOOKS
from scoring.tiles import DRAGONS, PLAYED, WINDS
from vision.reading import Reading
from webui.hand.edits import SetCircumstances
from webui.hand.game import AsideTiles, Declarations, HandGame
from webui.hand.offered import Action, Indicators, Setting, Stated, Toggle, closed, kongs, liable
from webui.hand.state import HandState, Slot, changed_of, given, stating

MOST_INDICATORS: Final = 5
"""Indicators of a wall: one, and another for each of four kongs (all rule books)."""
MOST_SEEN: Final = 8
"""Tiles apart that are offered as indicators. More fill a phone where the discards are in the photo; the others can be
tapped among the tiles aside."""

STICK: Final = 6.0
"""Seconds within which a stick follows its discard. More takes a later discard for it; fewer none."""

_DECLARED: Final[dict[str, Stated]] = {"riichi": True, "heaven": False, "earth": False, "man": False}
"""Riichi declared, which rules out the luck of a first draw."""


def _indicators(
    state: HandState, reading: Reading | None, aside: Mapping[str, Slot], left: Counter[str]
) -> tuple[Indicators, ...]:
    """Return the indicators above, and those below if riichi was declared."""
    won = _own(state)
    stated = [*(won.dora or ()), *(won.ura or ())]
    taken, rest = Counter(stated), list[tuple[int, str]]()
    for slot in aside.values():
        if slot.tile in PLAYED and slot.seen is not None:
            taken[slot.tile] -= 1
            if taken[slot.tile] < 0:
                rest.append((slot.seen, slot.tile))
    tiles = reading.tiles if reading else ()
    beside = Counter(tiles[n].group for n, _ in rest)
    rest.sort(key=lambda each: (beside[tiles[each[0]].group], each[0]))
    faces = tuple([face for face in state.play.faces if left[face] > stated.count(face)])
    found = []
    for name in ("dora", "ura") if won.riichi and closed(state) else ("dora",):
        has = won.dora if name == "dora" else won.ura
        full = len(has or ()) >= MOST_INDICATORS
        seen = () if full else tuple(rest[:MOST_SEEN])
        found.append(Indicators(name, has, seen, () if full else faces, state.won.sources.get(name)))
    return tuple(found)


def _seen(state: HandState, before: Sequence[AnyEvent], seat: int) -> Mapping[str, Stated]:
    """Return riichi and ippatsu of a closed hand."""
    return _riichi(before, seat, state.play.aside) if closed(state) else {}


def _changes(state: HandState, tile: str) -> Iterable[Action]:
    """Yield the changes that make a tile aside an indicator of dora, or of ura dora if riichi was declared."""
    won = _own(state)
    kinds = ["dora", "ura"] if won.riichi else ["dora"]
    for kind in kinds if tile in PLAYED else ():
        known = (won.dora if kind == "dora" else won.ura) or ()
        if len(known) < MOST_INDICATORS:
            yield Action(kind, SetCircumstances(stating(state.won, {kind: (*known, tile)})), (tile,))


def _on_wall(before: State, wall: Sequence[str]) -> Mapping[str, Stated]:
    """Return the indicators if as many tiles lie open on the wall as the kongs say, and all were named.

    That of an open kong is turned at its discard: it may lack where the kong was robbed, or its replacement tile won.
    """
    kongs = sum(meld.kind not in ("chow", "pung") for melds in before.melds.values() for meld in melds)
    last = before.last
    late = isinstance(last, Kong | Claim) and last.kind in ("added", "kong")
    right = 1 + kongs - late <= len(wall) <= 1 + kongs and set(wall) <= {*PLAYED}
    return {"dora": tuple(wall)} if right else {}


class RiichiQuestions(HandGame):
    """The questions of riichi about a won hand."""

    flowers = False
    declares = Declarations(("riichi", "double_riichi", "ippatsu"), _seen)
    aside = AsideTiles(_indicators, _changes, ("dora",), _on_wall)

    def circumstances(self, state: HandState) -> Mapping[str, Sequence[Setting]]:
        """Return riichi, that of who fed a hand that was shown, and who is liable."""
        found: dict[str, Sequence[Setting]] = {}
        won, own, opened = state.won, _own(state), BOOKS[state.rules].preset.open_riichi
        if own.riichi or closed(state):
            found["riichi"] = _declared(own, opened != "no" or own.open_riichi)
        if own.from_riichi is not None or (own.open_riichi and opened == "yakuman" and won.self_draw is not True):
            found["from_riichi"] = [
                Setting(said, {"from_riichi": said}, own.from_riichi is said) for said in (False, True)
            ]
        if won.liable or _may_answer(state):
            found["liable"] = liable(state)
        return found

    def toggles(self, state: HandState, aside: Mapping[str, Slot]) -> Sequence[Toggle]:
        """Return ippatsu, and the first go-round without riichi and melds."""
        won, own, found = state.won, _own(state), list[Toggle]()
        own_kong = won.kong is True and won.self_draw is True
        if own.ippatsu or (own.riichi and closed(state) and not own_kong):
            found.append(Toggle("ippatsu", "ippatsu", own.ippatsu, {"ippatsu": not own.ippatsu}))
        first = not (own.riichi or state.melds or won.last_tile or won.kong)
        names: list[tuple[Literal["heaven", "earth", "man"], bool, bool]] = [
            ("heaven", True, won.seat in (None, "E")),
            ("earth", True, won.seat != "E"),
            ("man", False, won.seat != "E" and BOOKS[state.rules].preset.man),
        ]
        none: dict[str, Stated] = {"heaven": False, "earth": False, "man": False}
        for name, drawn, possible in names:
            on = bool(getattr(won, name))
            if on or (first and possible and won.self_draw in (None, drawn)):
                states = changed_of(won, given(won, drawn), **none | {name: True})
                found.append(Toggle(name, name, on, {name: False} if on else states))
        return found


def _riichi(before: Sequence[AnyEvent], seat: int, aside: Sequence[str]) -> Mapping[str, Stated]:
    """Return riichi as events before a win show it: declared or not, in the first turn or not, the win in the next.

    A kong, or a tile laid aside as a bonus, is a call, but for one that is robbed: it is not completed (riichi.wiki,
    Chankan and Ippatsu; three players' North likewise).
    """
    own = [n for n, each in enumerate(before) if isinstance(each, Discard) and each.seat == seat]
    sticks = [each.t for each in before if isinstance(each, Declared) and each.seat == seat]
    sideways = [n for n in own if before[n].sideways]  # type: ignore[union-attr]
    if not sticks:
        return {} if sideways else {"riichi": False}
    turned = [n for n in (sideways or own) if before[n].t <= sticks[0] + STICK]
    if not turned:
        return {}
    at, last = turned[-1], len(before) - 1
    robbed = last if before[last].seat != seat else None
    calls = [n for n, each in enumerate(before) if isinstance(each, Claim) or (n != robbed and _lays(each, aside))]
    double = at == own[0] and not any(n < at for n in calls)
    next_turn = at == own[-1] and not any(n > at for n in calls)
    return _DECLARED | {"double_riichi": double, "ippatsu": next_turn}


def _lays(event: AnyEvent, aside: Sequence[str]) -> bool:
    """Return True for a kong that is laid in the own turn, or a tile that is laid aside as a bonus."""
    return isinstance(event, Kong) or (isinstance(event, Flower) and event.tile in aside)


def _own(state: HandState) -> OfRiichi:
    """Return the circumstances that riichi alone has."""
    return state.won.extra if isinstance(state.won.extra, OfRiichi) else NOTHING


def _declared(won: OfRiichi, may_open: bool) -> list[Setting]:
    """Return the values of riichi; without it there are neither ippatsu nor ura dora, with it no first draw.

    Args:
        won: The circumstances of riichi.
        may_open: True if a player may show the hand: an open riichi.
    """
    none: dict[str, Stated] = {"riichi": False, "double_riichi": False, "ippatsu": False, "ura": None}
    closed: dict[str, Stated] = {"open_riichi": False, "from_riichi": None}
    found = [Setting(False, none | closed, won.riichi is False)]
    for value, double, opened in (
        (True, False, False),
        ("double", True, False),
        ("open", False, True),
        ("double-open", True, True),
    ):
        if opened and not may_open:
            continue
        stated = _DECLARED | {"double_riichi": double}
        stated |= {"open_riichi": True} if opened else closed
        chosen = won.riichi is True and (won.double_riichi, won.open_riichi) == (double, opened)
        found.append(Setting(value, stated, chosen))
    return found


def _may_answer(state: HandState) -> bool:
    """Return True if a player may be liable: all dragons or winds lie open as sets, or four kongs."""
    fed = {meld.tiles[0].tile for meld in state.melds if meld.kind != "chow"}
    return not closed(state) and (set(DRAGONS) <= fed or set(WINDS) <= fed or kongs(state) == state.play.sets)
