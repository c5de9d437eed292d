"""A hand as the people at the table have it: what was read, changed and confirmed by them, ready to be scored."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from scoring import RULES, score
from scoring.hand import Meld, Win
from scoring.tiles import FACES, FLOWERS
from vision.reading import Group, Reading

Face = Annotated[str, Meta(pattern="^([1-9][mps]|[ESWNCFP]|[fs][1-4])$")]
Wind = Literal["E", "S", "W", "N"]
MeldKind = Literal["chow", "pung", "kong", "concealed-kong"]
MELD_SIZE: Final[dict[str, int]] = {"chow": 3, "pung": 3, "kong": 4, "concealed-kong": 4}


@dataclass(frozen=True, slots=True)
class Slot:
    """One tile's place in the hand: its code (None when not read) and its index in the reading, if it was seen."""

    tile: Face | None
    seen: Annotated[int, Meta(ge=0)] | None = None


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld shown apart: three or four slots, in the order they lie."""

    kind: MeldKind
    tiles: tuple[Slot, ...]

    def __post_init__(self) -> None:
        if len(self.tiles) != MELD_SIZE[self.kind]:
            raise ValueError(f"A {self.kind} has {MELD_SIZE[self.kind]} tiles, not {len(self.tiles)}")


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
    """What scoring made of a hand: its text and sheet (`ScoreSheet.to_dict()`), or the problem that prevents one."""

    text: str | None
    sheet: dict[str, Any] | None
    problem: str | None


def from_reading(reading: Reading, rules: str) -> Laid:
    """Puts each tile of a reading in its place; tiles that lie aside have none.

    Where no hand was made out at all, the most tiles that lie together stand for it, to be put right by a person.
    """
    melds: list[LaidMeld] = []
    winning: list[Slot] = []
    others: list[Slot] = []
    groups = [group for group in reading.groups if group.kind != "aside"]
    if not groups and reading.groups:
        most = max(reading.groups, key=lambda group: len(group.tiles))
        groups = [Group("concealed", most.tiles)]
    for group in groups:
        slots = [Slot(reading.tiles[n].tile, n) for n in group.tiles]
        if group.kind == "winning":
            winning.extend(slots)
        elif len(slots) == MELD_SIZE.get(group.kind):
            melds.append(LaidMeld(group.kind, _turned_up(group.kind, slots)))  # type: ignore[arg-type]
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


def _turned_up(kind: str, slots: list[Slot]) -> tuple[Slot, ...]:
    """Names the face-down tiles of a concealed kong after the ones that show."""
    shown = {s.tile for s in slots if s.tile}
    if kind != "concealed-kong" or len(shown) != 1:
        return tuple(slots)
    (tile,) = shown
    return tuple(Slot(tile, s.seen) for s in slots)


def from_json(data: Any) -> Laid:
    """Reads the page's JSON, in the shape `to_json` gives.

    Raises:
        ValueError: anything is missing, unknown or out of range; the message names the place.
    """
    return msgspec.convert(data, Laid)


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
        sheet = score(win, rules=laid.rules).to_dict()
    except ValueError as error:
        return Outcome(str(win), None, str(error))
    return Outcome(str(win), sheet, None)


def to_win(laid: Laid) -> Win:
    """The hand for scoring; every tile must be named and the winning tile known."""
    won = laid.won
    return Win(
        concealed=in_order(laid.concealed),
        winning=laid.winning.tile if laid.winning else None,
        # who gave the tile makes no difference to the score, so the page does not ask: the player before
        melds=tuple(Meld(in_order(m.tiles), 0 if m.kind == "concealed-kong" else 1) for m in laid.melds),
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


def in_order(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    """The codes of the slots that are read, suit by suit."""
    return tuple(sorted((s.tile for s in slots if s.tile), key=FACES.index))


def _unfinished(laid: Laid) -> str | None:
    """Why the hand cannot be scored yet, in the words of the page; None when it can."""
    slots = [*laid.concealed, *(s for m in laid.melds for s in m.tiles), *laid.flowers]
    if laid.winning:
        slots.append(laid.winning)
    unread = sum(s.tile is None for s in slots)
    if not slots:
        return "No tiles yet: add the tiles of the hand."
    if unread:
        return f"{unread} of the tiles could not be read: tap each and say what it is."
    if any(s.tile in FLOWERS for s in (*laid.concealed, laid.winning) if s):
        return "A flower lies among the other tiles: tap it and move it to the flowers."
    if any(s.tile not in FLOWERS for s in laid.flowers):
        return "A tile that is no flower lies among the flowers: tap it and change it."
    if laid.winning is None:
        return "Which tile won? Tap it and choose “Winning tile”."
    over = len(laid.concealed) + 3 * len(laid.melds) - 13
    if over:
        change = f"take {over} away" if over > 0 else f"add {-over}"
        return f"{14 + over} tiles, counting a kong as three: {change} to make 14."
    return None
