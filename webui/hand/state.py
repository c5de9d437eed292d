"""A hand as the people at the table have it: what was read, changed and confirmed by them, ready to be scored."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from scoring import RULES, ScoreSheet, UnknownRulesError, parse, score
from scoring.hand import Meld, Win
from scoring.notation import format_win
from scoring.tiles import FACES, FLOWERS
from vision.reading import Group, Reading

Face = Annotated[str, Meta(pattern="^([1-9][mps]|[ESWNCFP]|[fs][1-4])$")]
Wind = Literal["E", "S", "W", "N"]
MeldKind = Literal["chow", "pung", "kong", "concealed-kong"]
Source = Literal[0, 1, 2, 3, 5, 6, 7]
MELD_SIZE: Final[dict[str, int]] = {"chow": 3, "pung": 3, "kong": 4, "concealed-kong": 4}
_SOURCES: Final[dict[str, tuple[int, ...]]] = {
    "chow": (0, 1),
    "pung": (0, 1, 2, 3),
    "kong": (0, 1, 2, 3, 5, 6, 7),
    "concealed-kong": (0,),
}


@dataclass(frozen=True, slots=True)
class Slot:
    """One tile's place in the hand: its code (None when not read) and its index in the reading, if it was seen."""

    tile: Face | None
    seen: Annotated[int, Meta(ge=0)] | None = None


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld shown apart: three or four slots, in the order they lie.

    Attributes:
        source: Which neighbour gave the claimed tile: 1 the player before, 2 opposite, 3 the player after, 5-7 likewise
            for the pung that was later made a kong; 0 while that is not known, and for a concealed kong.
    """

    kind: MeldKind
    tiles: tuple[Slot, ...]
    source: Source = 0

    def __post_init__(self) -> None:
        if len(self.tiles) != MELD_SIZE[self.kind]:
            raise ValueError(f"A {self.kind} has {MELD_SIZE[self.kind]} tiles, not {len(self.tiles)}")
        if self.source not in _SOURCES[self.kind]:
            raise ValueError(f"Nobody gives a {self.kind} from {self.source}: choose {_SOURCES[self.kind]}")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How the hand was won; names as in hand text. `discarder` is None when not known."""

    self_draw: bool = False
    last_tile: bool = False
    kong: bool = False
    last_of_kind: bool = False
    heaven: bool = False
    earth: bool = False
    round: Wind = "E"
    seat: Wind = "E"
    discarder: Wind | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """The hand in its places.

    Attributes:
        concealed: The concealed tiles without the winning tile.
        flowers: Flowers and seasons set aside.
        rules: Name of the preset it is scored by, a key of `scoring.RULES`.
        settled: Indices of the reading's doubts that a person has dealt with.
    """

    melds: Annotated[tuple[LaidMeld, ...], Meta(max_length=6)] = ()
    concealed: Annotated[tuple[Slot, ...], Meta(max_length=40)] = ()
    winning: Slot | None = None
    flowers: Annotated[tuple[Slot, ...], Meta(max_length=16)] = ()
    won: Circumstances = field(default_factory=Circumstances)
    rules: str = "mcr"
    settled: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if self.rules not in RULES:
            raise ValueError(f"No rules are called {self.rules!r:.40}: choose one of {', '.join(RULES)}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What scoring made of a hand: its text and sheet, or the problem that prevents one."""

    text: str | None
    sheet: ScoreSheet | None
    problem: str | None


def places(laid: Laid) -> dict[str, Slot]:
    """Every place of the hand with what lies there.

    A place is named by a path: c3 the fourth concealed tile, w the winning tile, m1.2 the third tile of the second
    meld, f0 the first flower.
    """
    found = {f"m{m}.{n}": slot for m, meld in enumerate(laid.melds) for n, slot in enumerate(meld.tiles)}
    found |= {f"c{n}": slot for n, slot in enumerate(laid.concealed)}
    if laid.winning:
        found["w"] = laid.winning
    return found | {f"f{n}": slot for n, slot in enumerate(laid.flowers)}


def held(laid: Laid) -> int:
    """How many tiles the hand has, a kong counting as three."""
    return len(laid.concealed) + 3 * len(laid.melds) + (laid.winning is not None)


def same_tiles(one: Laid, other: Laid) -> bool:
    """Whether two hands have the same tiles in the same groups, however they are put in order and were won."""
    return _groups(one) == _groups(other)


def _groups(laid: Laid) -> tuple[Any, ...]:
    melds = Counter((meld.kind, in_order(meld.tiles), meld.source) for meld in laid.melds)
    won = laid.winning.tile if laid.winning else ""
    return melds, Counter(s.tile for s in laid.concealed), won, Counter(s.tile for s in laid.flowers)


def from_reading(reading: Reading, rules: str) -> Laid:
    """Puts each tile of a reading in its place; tiles that lie aside have none.

    Where no hand was made out at all, the group that shows the most faces stands for it, to be put right by a person.
    """
    melds: list[LaidMeld] = []
    winning: list[Slot] = []
    others: list[Slot] = []
    groups = [group for group in reading.groups if group.kind != "aside"]
    sources = _sources(reading, sum(group.kind in MELD_SIZE for group in groups))
    most = reading.most_shown()
    if not groups and most is not None:
        groups = [Group("concealed", most.tiles)]
    for group in groups:
        slots = [Slot(reading.tiles[n].tile, n) for n in group.tiles]
        source = next(sources, 0) if group.kind in MELD_SIZE else 0
        if group.kind == "winning":
            winning.extend(slots)
        elif len(slots) == MELD_SIZE.get(group.kind):
            melds.append(LaidMeld(group.kind, _turned_up(group.kind, slots), source))  # type: ignore[arg-type]
        else:
            others.extend(slots)  # a meld of the wrong size too: it stays to be looked at among the concealed
    others.extend(winning[1:])
    return Laid(
        melds=tuple(melds),
        concealed=tuple(s for s in others if s.tile not in FLOWERS),
        winning=winning[0] if winning else None,
        flowers=tuple(s for s in others if s.tile in FLOWERS),
        rules=rules,
    )


def _sources(reading: Reading, melds: int) -> Iterator[int]:
    """Who gave each meld of the reading, in the order of its groups."""
    read = parse(reading.hand).melds if reading.hand else ()
    return (meld.source for meld in read if len(read) == melds)


def _turned_up(kind: str, slots: list[Slot]) -> tuple[Slot, ...]:
    """Names the face-down tiles of a concealed kong after the ones that show."""
    shown = {s.tile for s in slots if s.tile}
    if kind != "concealed-kong" or len(shown) != 1:
        return tuple(slots)
    (tile,) = shown
    return tuple(Slot(tile, s.seen) for s in slots)


def to_json(laid: Laid) -> dict[str, Any]:
    """The hand as plain JSON values."""
    built: dict[str, Any] = msgspec.to_builtins(laid)
    return built


def outcome(laid: Laid) -> Outcome:
    """Scores the hand as it lies now."""
    problem = _unfinished(laid)
    if problem:
        return Outcome(None, None, problem)
    win = to_win(laid)
    try:
        sheet = score(win, rules=laid.rules)
    except UnknownRulesError as error:
        return Outcome(format_win(win), None, str(error))
    return Outcome(format_win(win), sheet, None)


def to_win(laid: Laid) -> Win:
    """The hand for scoring; every tile must be named and the winning tile known."""
    won = laid.won
    return Win(
        concealed=in_order(laid.concealed),
        winning=laid.winning.tile if laid.winning else None,
        melds=tuple(Meld(in_order(m.tiles), _source(m)) for m in laid.melds),
        self_draw=won.self_draw,
        last_tile=won.last_tile,
        kong=won.kong,
        last_of_kind=won.last_of_kind,
        heaven=won.heaven,
        earth=won.earth,
        round_wind=won.round,
        seat=won.seat,
        flowers=len(laid.flowers),
        flower_tiles=in_order(laid.flowers),
        discarder=None if won.self_draw else won.discarder,
    )


def _source(meld: LaidMeld) -> int:
    """As hand text has it: a chow comes from the player before, and a kong without a source would be concealed."""
    return meld.source or int(meld.kind in ("chow", "kong"))


def in_order(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    """The codes of the slots that are read, suit by suit."""
    return tuple(sorted((s.tile for s in slots if s.tile), key=FACES.index))


def _unfinished(laid: Laid) -> str | None:
    """Why the hand cannot be scored yet, in the words of the page; None when it can."""
    slots = places(laid).values()
    unread = sum(s.tile is None for s in slots)
    if not slots:
        return "No tiles yet: add the tiles of the hand."
    if unread:
        return f"{unread} of the tiles could not be read: say what each is."
    if any(s.tile in FLOWERS for s in (*laid.concealed, laid.winning) if s):
        return "A flower lies among the other tiles: tap it and move it to the flowers."
    if any(s.tile not in FLOWERS for s in laid.flowers):
        return "A tile that is no flower lies among the flowers: tap it and change it."
    if laid.winning is None:
        return "Which tile won? Tap it and choose “Winning tile”."
    over = held(laid) - 14
    if over:
        change = f"take {over} away" if over > 0 else f"add {-over}"
        return f"{14 + over} tiles, counting a kong as three: {change} to make 14."
    return None
