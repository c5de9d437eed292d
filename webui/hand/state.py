"""A hand in its places, as it was read and as people corrected it, and what it scores."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from scoring import RULES, ScoreRange, ScoreSheet, assess, parse
from scoring.circumstances import Luck
from scoring.hand import Meld, Win
from scoring.match.records import LARGEST
from scoring.notation import format_win
from scoring.rules import game_of
from scoring.tiles import FACES, FLOWERS
from vision.reading import Group, Reading
from webui.attempt import attempt
from webui.errors import About, check

Face = Annotated[str, Meta(pattern="^([1-9][mps]|[ESWNCFP]|[fs][1-4])$")]
Wind = Literal["E", "S", "W", "N"]
MeldKind = Literal["chow", "pung", "kong", "concealed-kong"]
Source = Literal[0, 1, 2, 3, 5, 6, 7]

MELD_SIZE: Final[dict[str, int]] = {"chow": 3, "pung": 3, "kong": 4, "concealed-kong": 4}
"""Tiles of each kind of meld."""

WHOLE: Final = 14
"""Tiles of a whole hand with its winning tile, a kong counting as three."""

UnfinishedKind = Literal[
    "no-tiles",
    "unread",
    "flower-in-hand",
    "no-flower-among-flowers",
    "no-winning-tile",
    "too-many",
    "too-few",
    "no-score",
]

UNFINISHED: Final[Mapping[UnfinishedKind, tuple[str, ...]]] = {
    "no-tiles": (),
    "unread": ("count",),
    "flower-in-hand": (),
    "no-flower-among-flowers": (),
    "no-winning-tile": (),
    "too-many": ("held", "over"),
    "too-few": ("held", "under"),
    "no-score": (),
}
"""Why a hand cannot be scored yet, and the parameters of each: counts of tiles, a kong counting as three in `held`.

`no-score` is a hand with all its tiles that the rules fail at.
"""

_SOURCES: Final[dict[str, tuple[int, ...]]] = {
    "chow": (0, 1),
    "pung": (0, 1, 2, 3),
    "kong": (0, 1, 2, 3, 5, 6, 7),
    "concealed-kong": (0,),
}
"""Which neighbours may give the tile of a meld, numbered as in `MeldState.source`."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One tile in the hand.

    Attributes:
        tile: Its code, None while it is not known.
        seen: Its index in the reading, None where the camera did not see it.
    """

    tile: Face | None
    seen: Annotated[int, Meta(ge=0)] | None = None


@dataclass(frozen=True, slots=True)
class MeldState:
    """A meld that was laid out, its tiles in the order they lie.

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
            raise ValueError(f"A {self.kind} has one of the sources {_SOURCES[self.kind]}, not {self.source}")


Teller = Literal["person", "table box", "camera", "play", "match"]
"""Who says how a hand was won: a person who corrects it, the table box, a calibrated camera, the hand in play, or the
match that it is of."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How the hand was won, by the names of hand text, as far as somebody or something has said it.

    Attributes:
        self_draw: None while it is not known.
        kong: Whether it was won on the replacement tile of a kong, or on a discard by robbing one; None while it is not
            known.
        round: The prevailing wind, None while it is not known.
        seat: The winner's own wind, None while it is not known.
        discarder: Seat of the player who discarded the winning tile, None while it is not known.
        sources: Who said each of the others that is known, by its name.
        first_discarder: Seat of the player who discarded the same tile before, since the winner's own last discard, or
            of the winner whose last discard it was (Zung Jung, same-turn immunity); None where nobody did.
        ruled_out: Rare luck that would bring the hand up to the minimum, and that somebody said was not so.
        no_flowers: True once somebody says that the winner has no flowers (Hong Kong, where that counts).
        double_kong: True for a win on the replacement tile of the second of two kongs in a row (Hong Kong).
        flower_tile: True for a win on the replacement tile of a flower (Hong Kong).
        man: True for a win on a discard of the first go-round (Hong Kong).
        liable: Seat of the player who answers for sets that they fed the winner (Hong Kong), or None.
    """

    self_draw: bool | None = None
    last_tile: bool = False
    kong: bool | None = None
    last_of_kind: bool = False
    heaven: bool = False
    earth: bool = False
    round: Wind | None = None
    seat: Wind | None = None
    discarder: Wind | None = None
    sources: Mapping[str, Teller] = field(default_factory=dict, hash=False)
    first_discarder: Wind | None = None
    ruled_out: tuple[Luck, ...] = ()
    no_flowers: bool = False
    double_kong: bool = False
    flower_tile: bool = False
    man: bool = False
    liable: Wind | None = None


CIRCUMSTANCES: Final = tuple(each.name for each in fields(Circumstances) if each.name != "sources")
"""The names of the circumstances, in the order of `Circumstances`."""


def with_source(old: Circumstances, new: Circumstances, source: Teller) -> Circumstances:
    """`new`, with `source` as the source of all that differs from `old`; what is not known has no source."""
    sources = {
        name: old.sources[name] if name in old.sources and getattr(old, name) == value else source
        for name, value in ((name, getattr(new, name)) for name in CIRCUMSTANCES)
        if value or (value is False and getattr(Circumstances(), name) is None)
    }
    return replace(new, sources=sources)


def drawn(won: Circumstances, self_draw: bool | None, discarder: Wind | None = None) -> Circumstances:
    """The circumstances once the giver of the winning tile is known; what that makes impossible is cleared.

    A kong means another thing on a discard than on an own draw, so it has to be said again; and who discarded the tile
    first, of another discarder.
    """
    if discarder != won.discarder:
        won = replace(won, discarder=discarder, first_discarder=None)
    if self_draw == won.self_draw:
        return won
    kong = None if won.kong else won.kong
    changed = replace(won, self_draw=self_draw, first_discarder=None, kong=kong, heaven=False, earth=False)
    return replace(changed, double_kong=False, flower_tile=False, man=False)


@dataclass(frozen=True, slots=True)
class MatchHand:
    """A hand of a match, named for good by the record that it began with.

    Attributes:
        match: Number of the record that seats the players of the match.
        began: Number of the record that ended the hand before; that of the seating for the first hand.
        hand: Its number in the match, as that stood when tiles were laid.
        dealt: The deal that it was, where a dealer may deal again; else None, since that is its number.
    """

    match: Annotated[int, Meta(ge=1, le=LARGEST)]
    began: Annotated[int, Meta(ge=1, le=LARGEST)]
    hand: Annotated[int, Meta(ge=1, le=LARGEST)]
    dealt: Annotated[int, Meta(ge=1, le=LARGEST)] | None = None

    @property
    def passed(self) -> int:
        """The deal that it was, which says who sat at which wind."""
        return self.hand if self.dealt is None else self.dealt


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand in its places.

    Attributes:
        concealed: The concealed tiles without the winning tile.
        flowers: Flowers and seasons set aside.
        won: How it was won.
        rules: The preset it is scored by, a key of `scoring.RULES`.
        settled: Indices of the reading's doubts that a person has settled.
        deal: The hand of the match that was in play when the tiles were laid, or that a person says they won; seat
            winds mean who sat there in it. None where no match was being played.

    Raises:
        ValueError: There are no such rules.
    """

    melds: tuple[MeldState, ...] = ()
    concealed: tuple[Slot, ...] = ()
    winning: Slot | None = None
    flowers: tuple[Slot, ...] = ()
    won: Circumstances = field(default_factory=Circumstances)
    rules: str = "mcr"
    settled: frozenset[int] = frozenset()
    deal: MatchHand | None = None

    def __post_init__(self) -> None:
        if self.rules not in RULES:
            raise ValueError(f"No rules are called {self.rules!r:.40}: choose one of {', '.join(RULES)}")


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Why a hand cannot be scored yet; `UNFINISHED` names the parameters of each kind."""

    kind: UnfinishedKind
    about: About = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check(self.kind, self.about, UNFINISHED)


@dataclass(frozen=True, slots=True)
class HandResult:
    """What a hand is worth as far as it is known how it was won, with its text; or why it cannot be scored yet.

    Attributes:
        lifting: Of a hand under the minimum, the sets of rare luck that would bring it up to it and of which nothing is
            ruled out.
    """

    text: str | None
    assessment: ScoreRange | None
    unfinished: Unfinished | None
    lifting: tuple[tuple[Luck, ...], ...] = ()

    @property
    def legal(self) -> bool | None:
        """Whether the hand may be declared; None where it has no score, or that depends on what nobody has said."""
        return None if self.assessment is None or self.lifting else self.assessment.legal

    @property
    def sheet(self) -> ScoreSheet | None:
        """The sheet; None while the hand cannot be scored, or how it was won is open and matters."""
        return self.assessment.sheet if self.assessment else None


def places(state: HandState) -> dict[str, Slot]:
    """The slots of the hand by their paths.

    The path c3 is the fourth concealed tile, w the winning tile, m1.2 the third tile of the second meld, f0 the first
    flower.
    """
    found = {f"m{m}.{n}": slot for m, meld in enumerate(state.melds) for n, slot in enumerate(meld.tiles)}
    found |= {f"c{n}": slot for n, slot in enumerate(state.concealed)}
    if state.winning:
        found["w"] = state.winning
    return found | {f"f{n}": slot for n, slot in enumerate(state.flowers)}


def held(state: HandState) -> int:
    """The number of tiles in the hand without flowers, a kong counting as three."""
    return len(state.concealed) + 3 * len(state.melds) + (state.winning is not None)


def same_tiles(one: HandState, other: HandState) -> bool:
    """Whether two hands have the same tiles in the same groups, in whatever order and however won."""
    return _groups(one) == _groups(other)


def _groups(state: HandState) -> tuple[Any, ...]:
    melds = Counter((meld.kind, in_order(meld.tiles), meld.source) for meld in state.melds)
    won = state.winning.tile if state.winning else ""
    return melds, Counter(s.tile for s in state.concealed), won, Counter(s.tile for s in state.flowers)


def from_reading(reading: Reading, rules: str) -> HandState:
    """The hand of a reading; tiles that lie aside are not in it.

    Where the reading has no hand, the group that shows the most faces is taken for it, for a person to correct.
    """
    melds: list[MeldState] = []
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
            melds.append(MeldState(group.kind, _turned_up(group.kind, slots), source))  # type: ignore[arg-type]
        else:
            others.extend(slots)  # a meld of the wrong size too, so that it stays visible
    others.extend(winning[1:])
    return HandState(
        melds=tuple(melds),
        concealed=tuple(s for s in others if s.tile not in FLOWERS),
        winning=winning[0] if winning else None,
        flowers=tuple(s for s in others if s.tile in FLOWERS),
        rules=rules,
    )


def _sources(reading: Reading, melds: int) -> Iterator[int]:
    """The source of each meld of the reading, in the order of its groups."""
    read = parse(reading.hand).melds if reading.hand else ()
    return (meld.source for meld in read if len(read) == melds)


def _turned_up(kind: str, slots: list[Slot]) -> tuple[Slot, ...]:
    """The tiles of a meld; the face-down ones of a concealed kong are the same as those that show."""
    shown = {s.tile for s in slots if s.tile}
    if kind != "concealed-kong" or len(shown) != 1:
        return tuple(slots)
    (tile,) = shown
    return tuple(Slot(tile, s.seen) for s in slots)


def to_json(state: HandState) -> dict[str, Any]:
    """The hand as plain JSON values."""
    built: dict[str, Any] = msgspec.to_builtins(state)
    return built


def outcome(state: HandState) -> HandResult:
    """The score of the hand as it is now, as far as it is known how it was won, or why it has none yet."""
    unfinished = _unfinished(state)
    if unfinished:
        return HandResult(None, None, unfinished)
    win = to_win(state)
    text = format_win(win)
    assessment = attempt("score", lambda: assess(win, state.rules), None)
    if assessment is None:
        return HandResult(text, None, Unfinished("no-score"))
    asked = assessment.lifting if assessment.legal is False else ()
    lifting = tuple([some for some in asked if not set(some) & set(state.won.ruled_out)])
    return HandResult(text, assessment, None, lifting)


def to_win(state: HandState) -> Win:
    """The hand for scoring; tiles that are not known are left out."""
    won = state.won
    win = Win(
        concealed=in_order(state.concealed),
        winning=state.winning.tile if state.winning else None,
        melds=tuple(Meld(in_order(m.tiles), _source(m)) for m in state.melds),
        self_draw=won.self_draw,
        last_tile=won.last_tile,
        kong=won.kong,
        last_of_kind=won.last_of_kind,
        heaven=won.heaven,
        earth=won.earth,
        round_wind=won.round,
        seat=won.seat,
        flowers=len(state.flowers) or (0 if won.no_flowers else None),
        flower_tiles=in_order(state.flowers),
        double_kong=won.double_kong,
        flower_tile=won.flower_tile,
        man=won.man,
        liable=won.liable if won.liable != won.seat else None,
        discarder=None if won.self_draw else won.discarder,
        discards=_discards(state),
    )
    if won.kong is False and (won.self_draw is False or not win.has_kong):
        return replace(win, kong=None)  # that no replacement tile won says nothing of such a hand
    return win


def _discards(state: HandState) -> tuple[tuple[str, str], ...]:
    """The first discard of the winning tile in the turn and the last, where the rules go by them; else none."""
    won, tile = state.won, state.winning.tile if state.winning else None
    if game_of(state.rules) != "zungjung" or won.self_draw is not False or tile is None:
        return ()
    if won.discarder in (None, won.seat) or won.first_discarder in (None, won.discarder):
        return ()
    return (won.first_discarder, tile), (won.discarder, tile)


def _source(meld: MeldState) -> int:
    """The source as hand text has it: 1 for a chow, and for an exposed kong while it is not known."""
    return meld.source or int(meld.kind in ("chow", "kong"))


def in_order(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    """The codes of the tiles that are known, in the order of `scoring.tiles.FACES`."""
    return tuple(sorted((s.tile for s in slots if s.tile), key=FACES.index))


def _unfinished(state: HandState) -> Unfinished | None:
    """Why the hand cannot be scored yet; None when it can."""
    slots = places(state).values()
    unread = sum(s.tile is None for s in slots)
    if not slots:
        return Unfinished("no-tiles")
    if unread:
        return Unfinished("unread", {"count": unread})
    if any(s.tile in FLOWERS for s in (*state.concealed, state.winning) if s):
        return Unfinished("flower-in-hand")
    if any(s.tile not in FLOWERS for s in state.flowers):
        return Unfinished("no-flower-among-flowers")
    count = held(state)
    if state.winning is None and count >= WHOLE:
        return Unfinished("no-winning-tile")
    if count > WHOLE:
        return Unfinished("too-many", {"held": count, "over": count - WHOLE})
    if count < WHOLE:
        return Unfinished("too-few", {"held": count, "under": WHOLE - count})
    return None
