"""The changes offered for a hand: for each tile, for its melds and for how it was won.

Pages show these offers, so that the rules of hands are in one place. An action is offered only if it would be accepted.
A choice between faces or kinds is offered whole; an impossible one is refused with the reason.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, Literal, TypeVar, get_args

from scoring.circumstances import Luck
from scoring.games.hongkong.presets import OFF, YES
from scoring.games.riichi.presets import Preset as RiichiPreset
from scoring.groups import PUNG, TILES_OF
from scoring.rules import BOOKS, game_of, plays_red
from scoring.tiles import DRAGONS, FACES, FLOWERS, KIND, PLAYED, WINDS, capacity
from vision.reading import Reading
from webui.hand.edits import (
    MOST_MELDS,
    Add,
    ChangeMeld,
    Confirm,
    Edit,
    LayMeld,
    MarkRed,
    Move,
    Name,
    SetCircumstances,
    SplitMeld,
    is_alike,
)
from webui.hand.state import (
    CIRCUMSTANCES,
    MELD_SIZE,
    RED,
    WHOLE,
    Circumstances,
    HandState,
    MeldKind,
    MeldState,
    Slot,
    Teller,
    Wind,
    drawn,
    held,
    places,
    seated,
)

ActionKind = Literal[
    "add",
    "confirm",
    "red",
    "ordinary",
    "make-winning",
    "not-winning",
    "take-out",
    "fourth-tile",
    "lay-chow",
    "lay-pung",
    "lay-kong",
    "lay-concealed-kong",
    "split",
    "remove",
    "not-of-hand",
    "remove-meld",
    "dora",
    "ura",
]

MeldChoice = Literal["pung", "kong", "added", "concealed-kong"]
"""Kinds of meld for three or four equal tiles; `added` is a kong made from a claimed pung."""

ToggleKind = Literal[
    "last-tile",
    "last-discard",
    "last-draw",
    "robbed-kong",
    "last-of-kind",
    "heaven",
    "earth",
    "double-kong",
    "flower-tile",
    "man",
    "ippatsu",
]

Wanted = Literal["tiles", "winning-tile"]

Value = str | bool | None
"""A value of a circumstance: a wind, True or False, or None for unknown."""

Stated = Value | tuple[str, ...]
"""A value of a field of `Circumstances` that an offer sets: also indicators of dora."""

V = TypeVar("V")

_WINDS: Final[tuple[Wind, ...]] = get_args(Wind)

_CHOWS: Final = tuple(tiles for tiles in TILES_OF[:PUNG] if tiles)
"""The tiles of the 21 chows."""

MOST_INDICATORS: Final = 5
"""Indicators of a wall: one, and another for each of four kongs (all rule books)."""
MOST_SEEN: Final = 8
"""Tiles apart that are offered as indicators. More fill a phone where the discards are in the photo; the others can be
tapped among the tiles aside."""

_CHOW_FACES: Final = tuple(face for face in PLAYED if any(face in chow for chow in _CHOWS))
_MELDS: Final[tuple[MeldKind, ...]] = ("chow", "pung", "kong", "concealed-kong")


@dataclass(frozen=True, slots=True)
class Action:
    """A change that would be accepted.

    Attributes:
        tiles: Codes of the tiles concerned.
    """

    kind: ActionKind
    edit: Edit
    tiles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option(Generic[V]):
    """One of several choices, of which the hand has one already.

    Attributes:
        value: The choice: a `MeldChoice`, a source or a flower.
        chosen: True if the hand has it.
    """

    value: V
    edit: Edit
    chosen: bool


@dataclass(frozen=True, slots=True)
class TileOffers:
    """The changes offered for a tile.

    Attributes:
        moves: Targets of `Move` when the tile is dropped on a group; empty for an unread tile, to be named first.
    """

    actions: tuple[Action, ...]
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeldOffers:
    """The changes offered for a meld as a whole.

    Attributes:
        faces: Faces that one of its tiles can be given; the others follow.
        kinds: Kinds that it can have, by `MeldChoice`; empty for a chow.
        givers: Possible givers of its tile, by `MeldState.source` from 0 to 3; empty if nobody gave it.
    """

    faces: tuple[str, ...]
    kinds: tuple[Option[MeldChoice], ...]
    givers: tuple[Option[int], ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """One value of a circumstance.

    Attributes:
        sets: Fields of `Circumstances` that change with it.
        chosen: True if the hand has it.
    """

    value: Value
    sets: Mapping[str, Stated]
    chosen: bool


@dataclass(frozen=True, slots=True)
class Circumstance:
    """A field of `Circumstances` with its possible values; none is chosen while it is unknown.

    Attributes:
        source: Its source, or None while it is unknown.
    """

    name: Literal[
        "self_draw", "discarder", "first_discarder", "seat", "round", "kong", "no_flowers", "liable", "riichi"
    ]
    settings: tuple[Setting, ...]
    source: Teller | None


@dataclass(frozen=True, slots=True)
class Toggle:
    """Rare luck that counts only if a person states it.

    Attributes:
        luck: Its name in scoring.
        kind: Its meaning for this hand.
        sets: Fields of `Circumstances` that change when it is stated, or taken back.
        seen: Tiles of the reading that suggest it; it still has to be stated.
    """

    luck: Luck
    kind: ToggleKind
    on: bool
    sets: Mapping[str, Stated]
    seen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Indicators:
    """The indicators of dora of a riichi hand, above or below, and the tiles that may be added to them.

    Attributes:
        name: The field of `Circumstances`.
        tiles: Their codes, or None while they are unknown.
        seen: Tiles of the reading that lie apart and may be indicators, by index, with their codes; those that lie with
            the fewest others come first.
        faces: Faces of which one more may be added; empty if there are as many as a wall can have.
        source: Their source, or None while they are unknown.
    """

    name: Literal["dora", "ura"]
    tiles: tuple[str, ...] | None
    seen: tuple[tuple[int, str], ...]
    faces: tuple[str, ...]
    source: Teller | None


@dataclass(frozen=True, slots=True)
class AvailableEdits:
    """All changes offered for a hand.

    Attributes:
        tiles: By the paths of `places`, and `a7` for tile 7 of the reading, which lies aside.
        melds: In the order of the hand's melds.
        held: Tiles that the hand has of the `WHOLE` it needs, a kong counting as three.
        wanted: The next part that the hand lacks, or None if it has all its tiles.
        faces: Faces of which one more can be added.
        new_melds: The faces of the melds of each kind that can be added, a chow by its lowest.
        flowers: The eight flowers, each with the change that adds or removes it; none in riichi.
        indicators: The indicators of dora; none in other games.
        red: Fives of which a red one can be added, if the rules have red fives.
    """

    tiles: Mapping[str, TileOffers]
    melds: tuple[MeldOffers, ...]
    held: int
    wanted: Wanted | None
    faces: tuple[str, ...]
    new_melds: Mapping[MeldKind, tuple[str, ...]]
    flowers: tuple[Option[str], ...]
    circumstances: tuple[Circumstance, ...]
    toggles: tuple[Toggle, ...]
    indicators: tuple[Indicators, ...] = ()
    red: tuple[str, ...] = ()


def offers(state: HandState, reading: Reading | None = None, open_doubts: Iterable[int] = ()) -> AvailableEdits:
    """Return the changes offered for a hand.

    Args:
        reading: The reading of the hand, if it has one.
        open_doubts: Indices of the doubts of the reading that nobody has settled.
    """
    doubts = _by_tile(reading, open_doubts) if reading else {}
    aside = aside_of(state, reading)
    left = copies_left(state)
    riichi = game_of(state.rules).id == "riichi"
    reds = {slot.tile for slot in places(state).values() if slot.red}
    return AvailableEdits(
        tiles={
            path: TileOffers(
                tuple(_actions(state, reading, aside, left, path, slot, doubts.get(slot.seen, ()))),
                _moves(state, path, slot),
            )
            for path, slot in (places(state) | aside).items()
        },
        melds=tuple(_meld_offers(n, meld) for n, meld in enumerate(state.melds)),
        held=held(state),
        wanted=_wanted(state),
        faces=tuple(face for face in (PLAYED if riichi else FACES) if left[face] > 0),
        new_melds={kind: tuple(_new_meld_faces(kind, left)) for kind in _MELDS},
        flowers=tuple(_flower(state, aside, face) for face in FLOWERS if not riichi),
        circumstances=_circumstances(state),
        toggles=_toggles(state, aside),
        indicators=_indicators(state, reading, aside, left) if riichi else (),
        red=tuple(five for five in RED if left[five] > 0 and five not in reds) if plays_red(state.rules) else (),
    )


def nothing_offered(state: HandState, reading: Reading | None = None) -> AvailableEdits:
    """Return the tiles of a hand without changes, except that each can be given another face."""
    paths = places(state) | aside_of(state, reading)
    return AvailableEdits(
        tiles=dict.fromkeys(paths, TileOffers((), ())),
        melds=(MeldOffers(PLAYED, (), ()),) * len(state.melds),
        held=held(state),
        wanted=_wanted(state),
        faces=FACES,
        new_melds={},
        flowers=(),
        circumstances=(),
        toggles=(),
    )


def _by_tile(reading: Reading, doubts: Iterable[int]) -> dict[int | None, list[int]]:
    """Return doubts by the tile of the reading that they are about; those about no tile are left out."""
    found: dict[int | None, list[int]] = {}
    for n in doubts:
        if reading.doubts[n].tile is not None:
            found.setdefault(reading.doubts[n].tile, []).append(n)
    return found


def aside_of(state: HandState, reading: Reading | None) -> dict[str, Slot]:
    """Return the tiles of the reading that lie aside, by their paths."""
    in_hand = {slot.seen for slot in places(state).values()}
    tiles = reading.tiles if reading else ()
    return {f"a{n}": Slot(seen.tile, n, seen.red) for n, seen in enumerate(tiles) if n not in in_hand}


def copies_left(state: HandState) -> Counter[str]:
    """Return how many more of each face a set of tiles has than the hand."""
    left = Counter({face: capacity(KIND[face]) for face in FACES})
    left.subtract(slot.tile for slot in places(state).values() if slot.tile)
    return left


def _wanted(state: HandState) -> Wanted | None:
    """Return the next part that the hand lacks: concealed tiles and melds come before the winning tile."""
    if held(replace(state, winning=None)) < WHOLE - 1:
        return "tiles"
    return None if state.winning else "winning-tile"


def _actions(
    state: HandState,
    reading: Reading | None,
    aside: Mapping[str, Slot],
    left: Counter[str],
    path: str,
    slot: Slot,
    doubts: Sequence[int],
) -> Iterable[Action]:
    """Return the changes that would be accepted for a tile, except another face."""
    found = candidates(state, reading, aside, path, slot, doubts)
    return (action for action in found if is_possible(state, action.edit, aside, left))


def is_possible(state: HandState, edit: Edit, aside: Mapping[str, Slot], left: Counter[str]) -> bool:
    """Return True if `edited` would accept a change of `candidates`; faster than making it, as a hand has a hundred.

    Args:
        state: The hand.
        edit: The change.
        aside: The tiles of the reading that lie aside, by their paths.
        left: How many more of each face a set of tiles has than the hand.
    """
    match edit:
        case Name(_, tile):
            return left[tile] > 0 and held(state) + (tile not in FLOWERS) <= WHOLE
        case LayMeld(at):
            if len(state.melds) >= MOST_MELDS:
                return False
            codes = Counter([aside[path].tile or "" for path in at if path in aside])
            return not codes or (held(state) + 3 <= WHOLE and all(left[code] >= n for code, n in codes.items()))
        case Move((path,), to) if to != "a":
            if path in aside:
                room = held(state) + (not to.startswith("m")) <= WHOLE
                possible = room and left[aside[path].tile or ""] > 0
            elif path.startswith("m"):
                rest = [slot for n, slot in enumerate(state.melds[int(path[1])].tiles) if n != int(path[3])]
                possible = len(rest) < MELD_SIZE["pung"] or is_alike(rest)
            else:
                possible = path != "w" or state.winning is None or state.winning.tile not in FLOWERS
            return possible and (not to.startswith("m") or is_alike(state.melds[int(to[1])].tiles))
    return True


def candidates(
    state: HandState, reading: Reading | None, aside: Mapping[str, Slot], path: str, slot: Slot, doubts: Sequence[int]
) -> Iterable[Action]:
    """Yield the changes of a tile that a page may show, possible or not, in their order."""
    place, tile = path[0], slot.tile
    meld = int(path[1]) if place == "m" else None
    if tile and place == "a":
        yield Action("add", Name(path, tile), (tile,))
    if tile and place == "a" and tile in PLAYED and game_of(state.rules).id == "riichi":
        yield from _indicates(state, tile)
    if tile and place != "a" and doubts:
        yield Action("confirm", Confirm(tuple(doubts)), (tile,))
    if place != "a" and tile in RED and plays_red(state.rules):
        if slot.red:
            yield Action("ordinary", MarkRed(path, False), (tile,))
        elif not any(other.red and other.tile == tile for other in places(state).values()):
            yield Action("red", MarkRed(path, True), (tile,))
    if place == "w":
        yield Action("not-winning", Move((path,), "c"))
    if tile and tile not in FLOWERS:
        if place in "cma":
            yield Action("make-winning", Move((path,), "w"))
        if meld is not None:
            yield Action("take-out", Move((path,), "c"))
        else:
            yield from _joins(state, path, tile)
            yield from _lays(state, reading, aside, path, tile)
    if meld is not None:
        paths = tuple(f"m{meld}.{n}" for n in range(len(state.melds[meld].tiles)))
        yield Action("split", SplitMeld(meld))
        yield Action("remove-meld", Move(paths, "a"))
    elif place != "a":
        yield Action("remove" if slot.seen is None else "not-of-hand", Move((path,), "a"))


def _indicates(state: HandState, tile: str) -> Iterable[Action]:
    """Yield the changes that make a tile aside an indicator of dora, or of ura dora if riichi was declared."""
    won = state.won
    if len(won.dora or ()) < MOST_INDICATORS:
        yield Action("dora", SetCircumstances(replace(won, dora=(*(won.dora or ()), tile))), (tile,))
    if won.riichi and len(won.ura or ()) < MOST_INDICATORS:
        yield Action("ura", SetCircumstances(replace(won, ura=(*(won.ura or ()), tile))), (tile,))


def _joins(state: HandState, path: str, tile: str) -> Iterable[Action]:
    """Yield the change that adds a tile to a pung, for a kong."""
    for n, meld in enumerate(state.melds):
        if meld.kind == "pung" and meld.tiles[0].tile == tile:
            yield Action("fourth-tile", Move((path,), f"m{n}"), (tile,))
            return


def _lays(
    state: HandState, reading: Reading | None, aside: Mapping[str, Slot], path: str, tile: str
) -> Iterable[Action]:
    """Yield the melds that a tile forms with concealed ones, or with its group if it lies aside."""
    beside = {other: slot for other, slot in places(state).items() if other[0] in "cw"}
    if reading and path in aside:
        group = reading.tiles[int(path[1:])].group
        beside = {other: slot for other, slot in aside.items() if reading.tiles[int(other[1:])].group == group}
    paths: dict[str, list[str]] = {}
    for other in [path, *(other for other in beside if other != path)]:
        code = beside[other].tile if other in beside else None
        if code:
            paths.setdefault(code, []).append(other)
    melds: list[tuple[ActionKind, MeldKind, tuple[str, ...]]] = [
        ("lay-pung", "pung", (tile,) * MELD_SIZE["pung"]),
        ("lay-kong", "kong", (tile,) * MELD_SIZE["kong"]),
        ("lay-concealed-kong", "concealed-kong", (tile,) * MELD_SIZE["concealed-kong"]),
        *(("lay-chow", "chow", chow) for chow in _CHOWS if tile in chow),
    ]
    for action, kind, codes in melds:
        if all(len(paths.get(code, ())) >= count for code, count in Counter(codes).items()):
            supply = {code: iter(found) for code, found in paths.items()}
            yield Action(action, LayMeld(tuple(next(supply[code]) for code in codes), kind), codes)


def _moves(state: HandState, path: str, slot: Slot) -> tuple[str, ...]:
    """Return the groups on which a tile can be dropped, including those that refuse it with a reason."""
    if slot.tile is None:
        return ()
    targets = ("c", "w", "f", "a", *(f"m{n}" for n in range(len(state.melds))))
    here = path.split(".")[0] if path[0] == "m" else path[0]
    return tuple(to for to in targets if to != here and (to != "f" or slot.tile in FLOWERS))


def _meld_offers(at: int, meld: MeldState) -> MeldOffers:
    """Return the changes offered for meld number `at`."""
    if meld.kind == "chow":
        return MeldOffers(_CHOW_FACES, (), ())
    added, giver = meld.source > 4, meld.source % 4
    kinds: dict[MeldChoice, ChangeMeld] = {
        "pung": ChangeMeld(at, "pung", giver),  # type: ignore[arg-type]
        "kong": ChangeMeld(at, "kong", giver),  # type: ignore[arg-type]
        "added": ChangeMeld(at, "kong", (giver or 1) + 4),  # type: ignore[arg-type]
        "concealed-kong": ChangeMeld(at, "concealed-kong"),
    }
    now: str = "added" if added else meld.kind
    sources = {n: n + 4 if added and n else n for n in range(4)} if meld.kind != "concealed-kong" else {}
    return MeldOffers(
        PLAYED,
        tuple(Option(kind, edit, kind == now) for kind, edit in kinds.items()),
        tuple(
            Option(n, ChangeMeld(at, meld.kind, source), n == giver)  # type: ignore[arg-type]
            for n, source in sources.items()
        ),
    )


def _new_meld_faces(kind: MeldKind, left: Counter[str]) -> Iterable[str]:
    """Return the faces of which a meld can be added because a set of tiles has enough."""
    melds = _CHOWS if kind == "chow" else tuple((face,) * MELD_SIZE[kind] for face in PLAYED)
    return (tiles[0] for tiles in melds if all(left[face] >= count for face, count in Counter(tiles).items()))


def _flower(state: HandState, aside: Mapping[str, Slot], face: str) -> Option[str]:
    """Return the change that adds a flower, from the tiles aside if it is there, or removes it."""
    laid = next((n for n, slot in enumerate(state.flowers) if slot.tile == face), None)
    if laid is not None:
        return Option(face, Move((f"f{laid}",), "a"), True)
    seen = next((path for path, slot in aside.items() if slot.tile == face), None)
    return Option(face, Move((seen,), "f") if seen else Add(face), False)


def _circumstances(state: HandState) -> tuple[Circumstance, ...]:
    """Return the circumstances with several values; changing one clears those that become impossible."""
    won = state.won
    others = [None, *(wind for wind in _WINDS if wind != won.seat)]
    found = {
        "self_draw": [
            Setting(self_draw, _sets(won, _given(won, self_draw)), won.self_draw is self_draw)
            for self_draw in (False, True)
        ],
        "discarder": [
            Setting(wind, _sets(won, drawn(won, won.self_draw, wind)), won.discarder == wind) for wind in others
        ],
        "first_discarder": [
            Setting(wind, {"first_discarder": wind}, won.first_discarder == wind)
            for wind in (None, *WINDS)
            if wind is None or wind != won.discarder
        ],
        "seat": [Setting(wind, _sets(won, seated(won, wind)), won.seat == wind) for wind in _WINDS],
        "round": [Setting(wind, {"round": wind}, won.round == wind) for wind in WINDS],
        "kong": [
            Setting(False, {"kong": False}, won.kong is False),
            Setting(True, _sets(won, _given(won, True), kong=True), won.kong is True and won.self_draw is True),
        ],
    }
    if won.self_draw is not False:
        del found["discarder"]
    if not asks_first_discarder(state):
        del found["first_discarder"]
    kongs = _kongs(state)
    if won.self_draw is False or not (kongs or won.kong):  # stated when the hand had a kong: it can be taken back
        del found["kong"]
    book = BOOKS[state.rules]
    if book.flowers and not state.flowers:
        found["no_flowers"] = [Setting(True, {"no_flowers": True}, won.no_flowers)]
    if book.game.id == "riichi" and (won.riichi or _closed(state)):
        found["riichi"] = _riichi(won)
    if book.game.id == "riichi" and (won.liable or _may_answer(state)):
        found["liable"] = [Setting(wind, {"liable": wind}, won.liable == wind) for wind in others]
    if book.house and (won.liable or (book.house.answers["HK26"] != OFF and _may_be_liable(state))):
        found["liable"] = [Setting(wind, {"liable": wind}, won.liable == wind) for wind in others]
    return tuple(
        Circumstance(name, tuple(settings), won.sources.get(name))  # type: ignore[arg-type]
        for name, settings in found.items()
    )


def _kongs(state: HandState) -> int:
    return sum(MELD_SIZE[meld.kind] > MELD_SIZE["pung"] for meld in state.melds)


def _closed(state: HandState) -> bool:
    return all(meld.kind == "concealed-kong" for meld in state.melds)


def _riichi(won: Circumstances) -> list[Setting]:
    """Return the values of riichi; without it there are neither ippatsu nor ura dora, with it no first draw."""
    none: dict[str, Stated] = {"riichi": False, "double_riichi": False, "ippatsu": False, "ura": None}
    declared: dict[str, Stated] = {"riichi": True, "heaven": False, "earth": False, "man": False}
    return [
        Setting(False, none, won.riichi is False),
        Setting(True, declared | {"double_riichi": False}, won.riichi is True and not won.double_riichi),
        Setting("double", declared | {"double_riichi": True}, won.double_riichi),
    ]


def _may_answer(state: HandState) -> bool:
    """Return True if a player may be liable in riichi: all dragons or winds lie open as sets, or four kongs."""
    sets = {meld.tiles[0].tile for meld in state.melds if meld.kind != "chow"}
    return not _closed(state) and (set(DRAGONS) <= sets or set(WINDS) <= sets or _kongs(state) == MOST_MELDS)


def _indicators(
    state: HandState, reading: Reading | None, aside: Mapping[str, Slot], left: Counter[str]
) -> tuple[Indicators, ...]:
    """Return the indicators above, and those below if riichi was declared."""
    won = state.won
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
    faces = tuple([face for face in PLAYED if left[face] > stated.count(face)])
    names: list[Literal["dora", "ura"]] = ["dora", "ura"] if won.riichi and _closed(state) else ["dora"]
    found = []
    for name in names:
        has = won.dora if name == "dora" else won.ura
        full = len(has or ()) >= MOST_INDICATORS
        seen = () if full else tuple(rest[:MOST_SEEN])
        found.append(Indicators(name, has, seen, () if full else faces, won.sources.get(name)))
    return tuple(found)


def _may_be_liable(state: HandState) -> bool:
    """Return True if somebody may be liable for having fed the winner the last set, by the rules of Hong Kong houses.

    The hands are one suit with three melds, three sets of dragons, four of winds, four kongs, and a win on the
    replacement tile of a claimed kong.
    """
    claimed = [meld for meld in state.melds if meld.kind != "concealed-kong"]
    tiles = {slot.tile for slot in places(state).values() if slot.tile and slot.tile not in FLOWERS}
    suits = {tile[-1] for tile in tiles if tile not in (*WINDS, *DRAGONS)}
    sets = {meld.tiles[0].tile for meld in claimed if meld.kind != "chow"}
    return bool(claimed) and (
        (len(claimed) >= 3 and len(suits) <= 1)
        or len(sets & set(DRAGONS)) == len(DRAGONS)
        or len(sets & set(WINDS)) == len(WINDS)
        or _kongs(state) == 4
        or (bool(state.won.kong) and state.won.self_draw is True and any(meld.kind == "kong" for meld in claimed))
    )


def asks_first_discarder(state: HandState) -> bool:
    """Return True if another player may have discarded a tile like the winning one before its discarder."""
    won = state.won
    return won.self_draw is False and bool(won.discarder) and (bool(won.first_discarder) or _may_follow(state))


def _may_follow(state: HandState) -> bool:
    """Return True if the rules ask who discarded the tile first and somebody may have discarded another one like it."""
    tile = state.winning.tile if state.winning else None
    return game_of(state.rules).id == "zungjung" and tile in PLAYED and copies_left(state)[tile] > 0


def _given(won: Circumstances, self_draw: bool) -> Circumstances:
    """Return the circumstances once the winning tile is stated to be drawn or discarded."""
    return drawn(won, self_draw, None if self_draw else won.discarder)


def _sets(won: Circumstances, after: Circumstances, **stated: Stated) -> dict[str, Stated]:
    """Return what other circumstances set, with what is stated beside."""
    changed = [name for name in CIRCUMSTANCES if getattr(after, name) != getattr(won, name)]
    return {name: getattr(after, name) for name in changed} | stated


def _toggles(state: HandState, aside: Mapping[str, Slot]) -> tuple[Toggle, ...]:
    """Return the rare luck of the rules: the last tile of its kind in Chinese Official, blessings in the others."""
    won, game = state.won, game_of(state.rules).id
    last: ToggleKind = "last-tile" if won.self_draw is None else "last-draw" if won.self_draw else "last-discard"
    toggles = [Toggle("last-tile", last, won.last_tile, {"last_tile": not won.last_tile})]
    if not won.self_draw:
        robbed = won.kong is True
        robs = _sets(won, _given(won, False), kong=True)
        toggles.append(Toggle("robbed-kong", "robbed-kong", robbed, {"kong": None} if robbed else robs))
    if game == "riichi":
        return (*toggles, *_riichi_toggles(state))
    if game == "hk":
        toggles += _house_toggles(state)
    if game != "mcr":
        heaven = _sets(won, _given(won, True), heaven=True)
        earth = _sets(won, _given(won, False), earth=True)
        return (
            *toggles,
            Toggle("heaven", "heaven", won.heaven, {"heaven": False} if won.heaven else heaven),
            Toggle("earth", "earth", won.earth, {"earth": False} if won.earth else earth),
        )
    states = {"last_of_kind": not won.last_of_kind}
    return (*toggles, Toggle("last-of-kind", "last-of-kind", won.last_of_kind, states, _others_shown(state, aside)))


def _riichi_toggles(state: HandState) -> list[Toggle]:
    """Return the rare luck of riichi: ippatsu, and the first go-round without riichi and melds."""
    won, found = state.won, list[Toggle]()
    preset = BOOKS[state.rules].preset
    own_kong = won.kong is True and won.self_draw is True
    if won.ippatsu or (won.riichi and _closed(state) and not own_kong):
        found.append(Toggle("ippatsu", "ippatsu", won.ippatsu, {"ippatsu": not won.ippatsu}))
    first = not (won.riichi or state.melds or won.last_tile or won.kong)
    names: list[tuple[Literal["heaven", "earth", "man"], bool, bool]] = [
        ("heaven", True, won.seat in (None, "E")),
        ("earth", True, won.seat != "E"),
        ("man", False, won.seat != "E" and isinstance(preset, RiichiPreset) and preset.man),
    ]
    none: dict[str, Stated] = {"heaven": False, "earth": False, "man": False}
    for name, drawn_, possible in names:
        on = bool(getattr(won, name))
        if on or (first and possible and won.self_draw in (None, drawn_)):
            sets = _sets(won, _given(won, drawn_), **none | {name: True})
            found.append(Toggle(name, name, on, {name: False} if on else sets))
    return found


def _house_toggles(state: HandState) -> list[Toggle]:
    """Return the rare luck of Hong Kong houses."""
    won, found = state.won, list[Toggle]()
    house = BOOKS[state.rules].house
    answers = house.answers if house else {}
    if won.double_kong or (won.self_draw is not False and _kongs(state) > 1):
        sets = _sets(won, _given(won, True), kong=True, double_kong=True)
        found.append(
            Toggle("double-kong", "double-kong", won.double_kong, {"double_kong": False} if won.double_kong else sets)
        )
    if won.flower_tile or (won.self_draw is not False and not won.no_flowers and answers.get("HK32") == YES):
        sets = _sets(won, _given(won, True), flower_tile=True)
        found.append(
            Toggle("flower-tile", "flower-tile", won.flower_tile, {"flower_tile": False} if won.flower_tile else sets)
        )
    if won.man or (not won.self_draw and answers.get("HK21") != OFF):
        sets = _sets(won, _given(won, False), man=True)
        found.append(Toggle("man", "man", won.man, {"man": False} if won.man else sets))
    return found


def _others_shown(state: HandState, aside: Mapping[str, Slot]) -> tuple[int, ...]:
    """Return the three other tiles of the winning tile's kind if all lie open in the photo; otherwise none.

    Open are tiles aside and tiles of claimed melds, as the book of 1998 counts them; the photo does not show how tiles
    aside came to lie there.
    """
    code = state.winning.tile if state.winning else None
    melds = [slot for meld in state.melds if meld.source for slot in meld.tiles]
    shown = [slot.seen for slot in (*melds, *aside.values()) if slot.tile == code and slot.seen is not None]
    held = any(slot.tile == code for slot in state.concealed)
    return tuple(shown) if code in PLAYED and len(shown) == 3 and not held else ()
