"""The changes offered for a hand: for each tile, for its melds and for how it was won.

Pages show these offers, so that the rules of hands are in one place. An action is offered only if it would be accepted.
A choice between faces or kinds is offered whole; an impossible one is refused with the reason.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Self, get_args

from scoring.games.game import RuleBook
from scoring.groups import PUNG, TILES_OF
from scoring.hand import MeldKind
from scoring.match.missing import kept_book
from scoring.tiles import FACES, FLOWERS, PLAYED
from vision.reading import Reading
from webui.hand.edits import (
    Add,
    ChangeMeld,
    Confirm,
    Edit,
    LayMeld,
    MarkRed,
    Move,
    Name,
    SplitMeld,
    is_alike,
)
from webui.hand.game import HandGame, hand_game
from webui.hand.offered import (
    Action,
    ActionKind,
    AvailableEdits,
    MeldChoice,
    MeldOffers,
    OfferedCircumstance,
    Option,
    Setting,
    TileOffers,
    Toggle,
    Wanted,
    copies_left,
    kongs,
)
from webui.hand.state import (
    MELD_SIZE,
    RED,
    HandState,
    MeldState,
    Slot,
    Wind,
    asks_more_flowers,
    changed_of,
    drawn,
    given,
    held,
    places,
    seated,
)

_CHOWS: Final = tuple(tiles for tiles in TILES_OF[:PUNG] if tiles)
"""The tiles of the 21 chows."""

_CHOW_FACES: Final = tuple(face for face in PLAYED if any(face in chow for chow in _CHOWS))
_MELDS: Final[tuple[MeldKind, ...]] = ("chow", "pung", "kong", "concealed-kong")
_LAID: Final[tuple[tuple[ActionKind, MeldKind], ...]] = (
    ("lay-pung", "pung"),
    ("lay-kong", "kong"),
    ("lay-concealed-kong", "concealed-kong"),
)
"""The changes that lay equal tiles out."""


class OfferedHand(NamedTuple):
    """A hand with all that its offers rest on.

    Attributes:
        state: The hand.
        reading: Its reading, if it has one.
        tiles: Its tiles, by their paths.
        aside: The tiles of the reading that lie aside, by their paths.
        left: How many more of each face a set of tiles has than the hand.
        book: Its rules.
        game: The questions of its game.
        whole: Tiles of a complete hand with its winning tile, a kong counting as three.
    """

    state: HandState
    reading: Reading | None
    tiles: Mapping[str, Slot]
    aside: Mapping[str, Slot]
    left: Counter[str]
    book: RuleBook
    game: HandGame
    whole: int

    @classmethod
    def of(cls, state: HandState, reading: Reading | None = None) -> Self:
        """Return a hand with what its offers rest on."""
        tiles, book = places(state), kept_book(state.rules)
        in_hand = {slot.seen for slot in tiles.values()}
        seen = enumerate(reading.tiles if reading else ())
        aside = {f"a{n}": Slot(tile.tile, n, tile.red) for n, tile in seen if n not in in_hand}
        left, game = copies_left(tiles), hand_game(state.rules)
        return cls(state, reading, tiles, aside, left, book, game, 3 * book.play.sets + 2)


def offers(state: HandState, reading: Reading | None = None, open_doubts: Iterable[int] = ()) -> AvailableEdits:
    """Return the changes offered for a hand.

    Args:
        reading: The reading of the hand, if it has one.
        open_doubts: Indices of the doubts of the reading that nobody has settled.
    """
    doubts = _by_tile(reading, open_doubts) if reading else {}
    hand = OfferedHand.of(state, reading)
    _, _, tiles, aside, left, book, game, _ = hand
    reds = {slot.tile for slot in tiles.values() if slot.red}
    play = book.play
    faces = play.faces
    return AvailableEdits(
        tiles={
            path: TileOffers(_actions(hand, path, slot, doubts.get(slot.seen, ())), _moves(state, path, slot))
            for path, slot in {**tiles, **aside}.items()
        },
        melds=tuple(_meld_offers(n, meld) for n, meld in enumerate(state.melds)),
        held=held(state),
        whole=hand.whole,
        wanted=_wanted(hand),
        faces=tuple([face for face in (*faces, *(FLOWERS if game.flowers else ())) if left[face] > 0]),
        new_melds={kind: _new_meld_faces(kind, left, faces) for kind in _MELDS if kind != "chow" or play.chows},
        flowers=tuple(_flower(state, aside, face) for face in FLOWERS if game.flowers),
        circumstances=_circumstances(hand),
        toggles=_toggles(hand),
        indicators=game.aside.indicators(state, reading, aside, left),
        red=tuple(five for five in RED if left[five] > 0 and five not in reds) if book.red else (),
    )


def nothing_offered(state: HandState, reading: Reading | None = None) -> AvailableEdits:
    """Return the tiles of a hand without changes, except that each can be given another face."""
    hand = OfferedHand.of(state, reading)
    return AvailableEdits(
        tiles=dict.fromkeys([*hand.tiles, *hand.aside], TileOffers((), ())),
        melds=(MeldOffers(PLAYED, (), ()),) * len(state.melds),
        held=held(state),
        whole=hand.whole,
        wanted=_wanted(hand),
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


def _wanted(hand: OfferedHand) -> Wanted | None:
    """Return the next part that the hand lacks: concealed tiles and melds come before the winning tile."""
    state = hand.state
    if held(state) - (state.winning is not None) < hand.whole - 1:
        return "tiles"
    return None if state.winning else "winning-tile"


def _actions(hand: OfferedHand, path: str, slot: Slot, doubts: Sequence[int]) -> tuple[Action, ...]:
    """Return the changes that would be accepted for a tile, except another face."""
    return tuple([action for action in candidates(hand, path, slot, doubts) if is_possible(hand, action.edit)])


def is_possible(hand: OfferedHand, edit: Edit) -> bool:
    """Return True if `edited` would accept a change of `candidates`; faster than making it, as a hand has a hundred."""
    state, aside, left, whole = hand.state, hand.aside, hand.left, hand.whole
    match edit:
        case Name(_, tile):
            return left[tile] > 0 and held(state) + (tile not in FLOWERS) <= whole
        case LayMeld(at):
            if len(state.melds) >= hand.book.play.sets:
                return False
            codes = Counter([aside[path].tile or "" for path in at if path in aside])
            return not codes or (held(state) + 3 <= whole and all(left[code] >= n for code, n in codes.items()))
        case Move((path,), to) if to != "a":
            if path in aside:
                room = held(state) + (not to.startswith("m")) <= whole
                possible = room and left[aside[path].tile or ""] > 0
            elif path.startswith("m"):
                rest = [slot for n, slot in enumerate(state.melds[int(path[1])].tiles) if n != int(path[3])]
                possible = len(rest) < MELD_SIZE["pung"] or is_alike(rest)
            else:
                possible = path != "w" or state.winning is None or state.winning.tile not in FLOWERS
            return possible and (not to.startswith("m") or is_alike(state.melds[int(to[1])].tiles))
    return True


def candidates(hand: OfferedHand, path: str, slot: Slot, doubts: Sequence[int]) -> Iterable[Action]:
    """Yield the changes of a tile that a page may show, possible or not, in their order."""
    state, place, tile = hand.state, path[0], slot.tile
    meld = int(path[1]) if place == "m" else None
    if tile and place == "a":
        yield Action("add", Name(path, tile), (tile,))
    if tile and place == "a":
        yield from hand.game.aside.changes(state, tile)
    if tile and place != "a" and doubts:
        yield Action("confirm", Confirm(tuple(doubts)), (tile,))
    if place != "a" and tile in RED and hand.book.red:
        if slot.red:
            yield Action("ordinary", MarkRed(path, False), (tile,))
        elif not any(other.red and other.tile == tile for other in hand.tiles.values()):
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
            yield from _lays(hand, path, tile)
    if meld is not None:
        paths = tuple(f"m{meld}.{n}" for n in range(len(state.melds[meld].tiles)))
        yield Action("split", SplitMeld(meld))
        yield Action("remove-meld", Move(paths, "a"))
    elif place != "a":
        yield Action("remove" if slot.seen is None else "not-of-hand", Move((path,), "a"))


def _joins(state: HandState, path: str, tile: str) -> Iterable[Action]:
    """Yield the change that adds a tile to a pung, for a kong."""
    for n, meld in enumerate(state.melds):
        if meld.kind == "pung" and meld.tiles[0].tile == tile:
            yield Action("fourth-tile", Move((path,), f"m{n}"), (tile,))
            return


def _lays(hand: OfferedHand, path: str, tile: str) -> Iterable[Action]:
    """Yield the melds that a tile forms with concealed ones, or with its group if it lies aside."""
    beside = _beside(hand, path)
    same = beside.get(tile, [])
    for action, kind in _LAID:
        if len(same) >= MELD_SIZE[kind]:
            yield Action(action, LayMeld(tuple(same[: MELD_SIZE[kind]]), kind), (tile,) * MELD_SIZE[kind])
    runs = [chow for chow in _CHOWS if tile in chow and beside.keys() >= {*chow}]
    if runs and hand.book.play.chows:
        for chow in runs:
            yield Action("lay-chow", LayMeld(tuple([beside[code][0] for code in chow]), "chow"), chow)


def _beside(hand: OfferedHand, path: str) -> Mapping[str, Sequence[str]]:
    """Return the paths of the tiles that one forms melds with, by their faces; its own path is the first."""
    if hand.reading and path in hand.aside:
        seen = hand.reading.tiles
        group = seen[int(path[1:])].group
        slots = {other: slot for other, slot in hand.aside.items() if seen[int(other[1:])].group == group}
    else:
        slots = {other: slot for other, slot in hand.tiles.items() if other[0] in "cw"}
    found: dict[str, list[str]] = {}
    for other in sorted(slots, key=path.__ne__):
        if tile := slots[other].tile:
            found.setdefault(tile, []).append(other)
    return found


def _moves(state: HandState, path: str, slot: Slot) -> tuple[str, ...]:
    """Return the groups on which a tile can be dropped, including those that refuse it with a reason."""
    if slot.tile is None:
        return ()
    here = path.split(".")[0] if path[0] == "m" else path[0]
    melds = [f"m{n}" for n in range(len(state.melds))]
    return tuple([to for to in ("c", "w", *("f" * (slot.tile in FLOWERS)), "a", *melds) if to != here])


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


def _new_meld_faces(kind: MeldKind, left: Counter[str], faces: Sequence[str]) -> tuple[str, ...]:
    """Return those of some faces of which a meld can be added because a set of tiles has enough."""
    if kind == "chow":
        there = (+left).keys()  # more copies than a set has may have been read
        return tuple([chow[0] for chow in _CHOWS if chow[0] in faces and there >= {*chow}])
    return tuple([face for face in PLAYED if face in faces and left[face] >= MELD_SIZE[kind]])


def _flower(state: HandState, aside: Mapping[str, Slot], face: str) -> Option[str]:
    """Return the change that adds a flower, from the tiles aside if it is there, or removes it."""
    laid = next((n for n, slot in enumerate(state.flowers) if slot.tile == face), None)
    if laid is not None:
        return Option(face, Move((f"f{laid}",), "a"), True)
    seen = next((path for path, slot in aside.items() if slot.tile == face), None)
    return Option(face, Move((seen,), "f") if seen else Add(face), False)


def _circumstances(hand: OfferedHand) -> tuple[OfferedCircumstance, ...]:
    """Return the circumstances with several values; changing one clears those that become impossible."""
    state, won = hand.state, hand.state.won
    winds: tuple[Wind, ...] = get_args(Wind)[: hand.book.play.players]
    others = [None, *(wind for wind in winds if wind != won.seat)]
    found = {
        "self_draw": [
            Setting(self_draw, changed_of(won, given(won, self_draw)), won.self_draw is self_draw)
            for self_draw in (False, True)
        ],
        "discarder": [
            Setting(wind, changed_of(won, drawn(won, won.self_draw, wind)), won.discarder == wind) for wind in others
        ],
        "first_discarder": [
            Setting(wind, {"first_discarder": wind}, won.first_discarder == wind)
            for wind in (None, *winds)
            if wind is None or wind != won.discarder
        ],
        "seat": [Setting(wind, changed_of(won, seated(won, wind)), won.seat == wind) for wind in winds],
        "round": [Setting(wind, {"round": wind}, won.round == wind) for wind in winds],
        "kong": [
            Setting(False, {"kong": False}, won.kong is False),
            Setting(True, changed_of(won, given(won, True), kong=True), won.kong is True and won.self_draw is True),
        ],
    }
    if won.self_draw is not False:
        del found["discarder"]
    if not asks_first_discarder(state):
        del found["first_discarder"]
    if won.self_draw is False or not (kongs(state) or won.kong):  # one stated when the hand had it can be taken back
        del found["kong"]
    asks_more = won.more_flowers and asks_more_flowers(state)
    if state.flowers and asks_more:
        found["more_flowers"] = [Setting(False, {"more_flowers": False}, False)]
    elif not state.flowers and (hand.book.flowers or won.no_flowers or asks_more):
        found["no_flowers"] = [Setting(True, {"no_flowers": True}, won.no_flowers)]
    found |= {name: list(settings) for name, settings in hand.game.circumstances(state).items()}
    told = {**won.sources, "more_flowers": None}  # while it is asked, nobody has said
    return tuple(OfferedCircumstance(name, tuple(settings), told.get(name)) for name, settings in found.items())


def asks_first_discarder(state: HandState) -> bool:
    """Return True if another player may have discarded a tile like the winning one before its discarder."""
    won = state.won
    return won.self_draw is False and bool(won.discarder) and (bool(won.first_discarder) or _may_follow(state))


def _may_follow(state: HandState) -> bool:
    """Return True if the rules ask who discarded the tile first and somebody may have discarded another one like it."""
    tile = state.winning.tile if state.winning else None
    return kept_book(state.rules).game.payers.same_turn and tile in PLAYED and copies_left(places(state))[tile] > 0


def _toggles(hand: OfferedHand) -> tuple[Toggle, ...]:
    """Return the rare luck of the rules: the last tile, a robbed kong, and that of the game."""
    won = hand.state.won
    last = "last-tile" if won.self_draw is None else "last-draw" if won.self_draw else "last-discard"
    toggles = [Toggle("last-tile", last, won.last_tile, {"last_tile": not won.last_tile})]
    if not won.self_draw:
        robbed = won.kong is True
        robs = changed_of(won, given(won, False), kong=True)
        toggles.append(Toggle("robbed-kong", "robbed-kong", robbed, {"kong": None} if robbed else robs))
    return (*toggles, *hand.game.toggles(hand.state, hand.aside))
