"""A hand by its places, as read and as people corrected it, and its score."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from scoring import ScoreRange, ScoreSheet, assess, parse
from scoring.circumstances import Luck
from scoring.errors import About, MissingLibraryError
from scoring.extra import Extra
from scoring.games.game import Game, RuleBook
from scoring.hand import Meld, MeldKind, Win
from scoring.match.missing import kept_book
from scoring.match.records import LARGEST
from scoring.notation import format_win
from scoring.play import Play
from scoring.rules import BOOKS, game_of
from scoring.tiles import FACES, FLOWERS
from vision.reading import Group, Reading
from webui.base.errors import check
from webui.hand.attempt import attempt

RED: Final = ("5m", "5p", "5s")
"""The faces of which a copy may be a red five."""

Face = Annotated[str, Meta(pattern="^([1-9][mps]|[ESWNCFP]|[fs][1-4])$")]
Wind = Literal["E", "S", "W", "N"]
SaidSource = Literal[0, 1, 2, 3, 5, 6, 7]

MELD_SIZE: Final[dict[str, int]] = {"chow": 3, "pung": 3, "kong": 4, "concealed-kong": 4}
"""Tiles of each kind of meld."""

UnfinishedKind = Literal[
    "no-tiles",
    "unread",
    "flower-in-hand",
    "no-flower-among-flowers",
    "no-winning-tile",
    "too-many",
    "too-few",
    "other-size",
    "no-score",
    "missing-library",
    "other-library",
    "rules-missing",
]

UNFINISHED: Final[Mapping[UnfinishedKind, tuple[str, ...]]] = {
    "no-tiles": (),
    "unread": ("count",),
    "flower-in-hand": (),
    "no-flower-among-flowers": (),
    "no-winning-tile": (),
    "too-many": ("held", "over", "size"),
    "too-few": ("held", "under", "size"),
    "other-size": ("size", "count", "instead"),
    "no-score": (),
    "missing-library": ("found", "version"),
    "other-library": ("found", "version"),
    "rules-missing": ("rules",),
}
"""Reasons why a hand cannot be scored yet, and the parameters of each; in `held` a kong counts as three.

`other-size` is a hand of another game, which the rules `instead` score; `no-score` is a complete hand for which the
rules fail; nothing can score one without its rules, or without the library that its game needs.
"""

_SOURCES: Final[dict[str, tuple[int, ...]]] = {
    "chow": (0, 1),
    "pung": (0, 1, 2, 3),
    "kong": (0, 1, 2, 3, 5, 6, 7),
    "concealed-kong": (0,),
}
"""Neighbours that may give the tile of a meld, numbered as in `MeldState.source`."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A tile of the hand.

    Attributes:
        tile: Its code, or None while it is unknown.
        seen: Its index in the reading, or None if the camera did not see it.
        red: True for a red five. It is kept under every preset and counts where the preset has red fives.

    Raises:
        ValueError: A tile that is no five is red.
    """

    tile: Face | None
    seen: Annotated[int, Meta(ge=0)] | None = None
    red: bool = False

    def __post_init__(self) -> None:
        if self.red and self.tile not in RED:
            raise ValueError(f"Only a five can be red, not {self.tile}")

    def named(self, tile: Face) -> "Slot":
        """Return the slot with a face; it stays red only if the face stays the same."""
        return replace(self, tile=tile, red=self.red and tile == self.tile)


@dataclass(frozen=True, slots=True)
class MeldState:
    """A meld that was laid out, with its tiles in their order.

    Attributes:
        source: The neighbour who gave the claimed tile: 1 the player before, 2 opposite, 3 the player after, and 5-7
            likewise for a pung that later became a kong; 0 while it is unknown, and for a concealed kong.
    """

    kind: MeldKind
    tiles: tuple[Slot, ...]
    source: SaidSource = 0

    def __post_init__(self) -> None:
        if len(self.tiles) != MELD_SIZE[self.kind]:
            raise ValueError(f"A {self.kind} has {MELD_SIZE[self.kind]} tiles, not {len(self.tiles)}")
        if self.source not in _SOURCES[self.kind]:
            raise ValueError(f"A {self.kind} has one of the sources {_SOURCES[self.kind]}, not {self.source}")


Teller = Literal["person", "table box", "camera", "play", "match"]
"""The source of a circumstance: a person who corrects it, the table box, a calibrated camera, the hand in play, or the
match."""


Kept = str | int | bool | list[str] | None
"""A value that an earlier version kept of another game."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The circumstances of a win, by the names of hand text, as far as they are known.

    Attributes:
        self_draw: True for a self-drawn win, or None while it is unknown.
        kong: True for a win on the replacement tile of a kong, or on a discard by robbing one; None if unknown.
        round: The prevalent wind, or None while it is unknown.
        seat: The winner's seat wind, or None while it is unknown.
        discarder: Seat of the player who discarded the winning tile, or None while it is unknown.
        sources: The source of each known circumstance, by its name.
        first_discarder: Seat of the player who discarded the same tile before, since the winner's own last discard, or
            of the winner whose last discard it was (same-turn immunity); None if nobody did.
        ruled_out: Rare luck that would bring the hand up to the minimum, but that a person ruled out.
        no_flowers: True if a person stated that the winner has no flowers, where that counts.
        more_flowers: True while the winner may have more flowers than those laid, as the camera is not sure of them and
            nobody has said.
        double_kong: True for a win on the replacement tile of the second of two kongs in a row.
        flower_tile: True for a win on the replacement tile of a flower.
        man: True for a win on a discard of the first go-round.
        liable: Seat of the player who is liable for sets that they fed the winner, or None.
        extra: Those that one game alone has, or None without any; in a hand those of the game of its rules, if it has
            any.
        aside: Those that were stated under rules of other games, until such rules come back.
        rest: What an earlier version kept of other games; it is stored again as it was, so that hashes of hands stay.
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
    more_flowers: bool = False
    double_kong: bool = False
    flower_tile: bool = False
    man: bool = False
    liable: Wind | None = None
    extra: Extra | None = None
    aside: tuple[Extra, ...] = ()
    rest: Mapping[str, Kept] = field(default_factory=dict, hash=False)


_BESIDES: Final = ("sources", "extra", "aside", "rest")
CIRCUMSTANCES: Final = tuple(each.name for each in fields(Circumstances) if each.name not in _BESIDES)
"""The names of the circumstances that several games have, in the order of `Circumstances`."""
_OF_SEVERAL: Final = attrgetter(*CIRCUMSTANCES)


def values_of(won: Circumstances) -> dict[str, Any]:
    """Return the circumstances by their names, those of one game alone last."""
    own = dict(zip(CIRCUMSTANCES, _OF_SEVERAL(won), strict=True))
    return {**own, **won.extra.values()} if won.extra else own


def stating(won: Circumstances, values: Mapping[str, Any]) -> Circumstances:
    """Return circumstances with other values, by their names; those of another game than theirs are left out."""
    own, extra = {name: value for name, value in values.items() if name in CIRCUMSTANCES}, won.extra
    if extra and (of_game := {name: values[name] for name in extra.values() if name in values}):
        extra = replace(extra, **of_game)
    return replace(won, **own, extra=extra)


def in_game(won: Circumstances, game: Game) -> Circumstances:
    """Return circumstances with those that a game alone has; those of another are put aside."""
    blank, extra = game.blank, won.extra
    if blank is None or type(extra) is type(blank):
        return won
    back = next((each for each in won.aside if type(each) is type(blank)), blank)
    aside = tuple([each for each in won.aside if type(each) is not type(blank)])
    return replace(won, extra=back, aside=(*aside, extra) if extra and extra != type(extra)() else aside)


def changed_of(before: Circumstances, after: Circumstances, **stated: Any) -> dict[str, Any]:
    """Return the circumstances that differ, by their names, with their values afterwards and what is stated beside."""
    old, changed = values_of(before), dict[str, Any]()
    for name, value in values_of(after).items():
        if name not in old or old[name] != value:
            changed[name] = value
    return changed | stated


def with_source(old: Circumstances, new: Circumstances, source: Teller) -> Circumstances:
    """Return `new`, with `source` as the source of all that differs from `old`; unknown circumstances have no
    source."""
    before, nothing = values_of(old), values_of(Circumstances(extra=type(new.extra)() if new.extra else None))
    sources = {
        name: old.sources[name] if name in old.sources and before.get(name) == value else source
        for name, value in values_of(new).items()
        if value or (value in (False, ()) and nothing[name] is None)
    }
    return replace(new, sources=sources)


def drawn(won: Circumstances, self_draw: bool | None, discarder: Wind | None = None) -> Circumstances:
    """Return the circumstances once the giver of the winning tile is known; those that become impossible are cleared.

    The kong is cleared, as it means something else on a discard than on a self-drawn tile, and so is the first
    discarder if the discarder changes. A blessing of earth is a win on East's discard.
    """
    if (discarder, self_draw) != (won.discarder, won.self_draw) and won.extra and won.extra.of_discarder:
        won = replace(won, extra=won.extra.without(won.extra.of_discarder))
    if discarder != won.discarder:
        earth = won.earth and discarder in (None, "E")
        won = replace(won, discarder=discarder, first_discarder=None, earth=earth)
    if self_draw == won.self_draw:
        return won
    kong = None if won.kong else won.kong
    changed = replace(won, self_draw=self_draw, first_discarder=None, kong=kong, heaven=False, earth=False)
    return replace(changed, double_kong=False, flower_tile=False, man=False)


def given(won: Circumstances, self_draw: bool) -> Circumstances:
    """Return the circumstances once the winning tile is stated to be drawn or discarded."""
    return drawn(won, self_draw, None if self_draw else won.discarder)


def seated(won: Circumstances, seat: Wind) -> Circumstances:
    """Return the circumstances once the winner's seat is known; those that become impossible are cleared.

    Only East can have the blessing of heaven, and East has none of the others. What the match said of the winner is
    unknown of another winner.
    """
    if seat == won.seat:
        return won
    extra = won.extra
    for name, rests in extra.of_winner.items() if extra else ():
        if extra and won.sources.get(name) == "match":
            extra = extra.without(rests)
    east = seat == "E"
    return replace(
        won,
        seat=seat,
        discarder=None if seat == won.discarder else won.discarder,
        first_discarder=None,
        heaven=won.heaven and east,
        earth=won.earth and not east,
        man=won.man and not east,
        liable=None if seat == won.liable else won.liable,
        extra=extra,
    )


@dataclass(frozen=True, slots=True)
class MatchHand:
    """A hand of a match, identified for good by the record at its beginning.

    Attributes:
        match: Number of the record that seats the players of the match.
        began: Number of the record that ended the previous hand; that of the seating for the first hand.
        hand: Its number in the match when the tiles were laid.
        dealt: Number of the deal, if a dealer may deal again; otherwise None, as it equals `hand`.
    """

    match: Annotated[int, Meta(ge=1, le=LARGEST)]
    began: Annotated[int, Meta(ge=1, le=LARGEST)]
    hand: Annotated[int, Meta(ge=1, le=LARGEST)]
    dealt: Annotated[int, Meta(ge=1, le=LARGEST)] | None = None

    @property
    def passed(self) -> int:
        """Number of the deal, which decides who sat at which wind."""
        return self.hand if self.dealt is None else self.dealt


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand by its places.

    Attributes:
        concealed: The concealed tiles except the winning tile.
        flowers: Flowers and seasons set aside.
        won: The circumstances of the win.
        rules: The preset that scores it; without a score while it is not installed.
        settled: Indices of the doubts of the reading that a person has settled.
        deal: The hand of the match that was in play when the tiles were laid, or that a person named; seat winds refer
            to it. None if no match was being played.
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
        game = kept_book(self.rules).game
        if game.blank is not None and type(self.won.extra) is not type(game.blank):
            object.__setattr__(self, "won", in_game(self.won, game))

    @property
    def play(self) -> Play:
        """The way in which its game is played."""
        return kept_book(self.rules).play

    @property
    def whole(self) -> int:
        """Tiles of a complete hand with its winning tile, a kong counting as three."""
        return self.play.size


MissingKind = Literal["doubts", "unfinished", "winner", "discarder", "other-rules", "luck", "circumstances"]
"""Lacks of a stored hand that keep it from being recorded: answers, tiles, how it was won, the rules of the match."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The reason why a hand cannot be scored yet; `UNFINISHED` names the parameters of each kind."""

    kind: UnfinishedKind
    about: About = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check(self.kind, self.about, UNFINISHED)


@dataclass(frozen=True, slots=True)
class HandResult:
    """The score of a hand, as far as it is known how it was won, with its text; or the reason why it has none yet.

    Attributes:
        lifting: The sets of rare luck that would bring a hand below the minimum up to it and that nobody ruled out.
    """

    text: str | None
    assessment: ScoreRange | None
    unfinished: Unfinished | None
    lifting: tuple[tuple[Luck, ...], ...] = ()

    @property
    def legal(self) -> bool | None:
        """True if the hand may be declared, or None if it has no score or that depends on open circumstances."""
        return None if self.assessment is None or self.lifting else self.assessment.legal

    @property
    def sheet(self) -> ScoreSheet | None:
        """The score sheet, or None while the hand cannot be scored or depends on open circumstances."""
        return self.assessment.sheet if self.assessment else None


def places(state: HandState) -> dict[str, Slot]:
    """Return the slots of the hand by their paths.

    The path c3 is the fourth concealed tile, w the winning tile, m1.2 the third tile of the second meld, and f0 the
    first flower.
    """
    found = {f"m{m}.{n}": slot for m, meld in enumerate(state.melds) for n, slot in enumerate(meld.tiles)}
    found |= {f"c{n}": slot for n, slot in enumerate(state.concealed)}
    if state.winning:
        found["w"] = state.winning
    return found | {f"f{n}": slot for n, slot in enumerate(state.flowers)}


def held(state: HandState) -> int:
    """Return the number of tiles in the hand without flowers, a kong counting as three."""
    return len(state.concealed) + 3 * len(state.melds) + (state.winning is not None)


_TILE: Final = attrgetter("tile")


def same_tiles(one: HandState, other: HandState) -> bool:
    """Return True if two hands have the same tiles in the same groups, in any order and however won."""
    return _groups(one) == _groups(other)


def _groups(state: HandState) -> tuple[Any, ...]:
    melds = Counter((meld.kind, in_order(meld.tiles), meld.source) for meld in state.melds)
    won = state.winning.tile if state.winning else ""
    return melds, Counter(map(_TILE, state.concealed)), won, Counter(map(_TILE, state.flowers))


def from_reading(reading: Reading, rules: str) -> HandState:
    """Return the hand of a reading, without the tiles that lie aside.

    If the reading has no hand, the group with the most faces is taken, for a person to correct.
    """
    melds: list[MeldState] = []
    winning: list[Slot] = []
    others: list[Slot] = []
    groups = [group for group in reading.groups if group.kind != "aside"]
    sources = _sources(reading, sum(group.kind in MELD_SIZE for group in groups))
    if not groups and (most := reading.most_shown()):
        groups = [Group("concealed", most.tiles)]
    for group in groups:
        slots = [Slot(reading.tiles[n].tile, n, reading.tiles[n].red) for n in group.tiles]
        source = next(sources, 0) if group.kind in MELD_SIZE else 0
        if group.kind == "winning":
            winning.extend(slots)
        elif len(slots) == MELD_SIZE.get(group.kind):
            melds.append(MeldState(group.kind, _turned_up(group.kind, slots), source))  # type: ignore[arg-type]
        else:
            others.extend(slots)  # even a meld of a wrong size, so that it stays visible
    others.extend(winning[1:])
    return HandState(
        melds=tuple(melds),
        concealed=tuple([s for s in others if s.tile not in FLOWERS]),
        winning=winning[0] if winning else None,
        flowers=tuple([s for s in others if s.tile in FLOWERS]),
        rules=rules,
    )


def _sources(reading: Reading, melds: int) -> Iterator[int]:
    """Yield the source of each meld of the reading, in the order of its groups."""
    read = parse(reading.hand).melds if reading.hand else ()
    return (meld.source for meld in read if len(read) == melds)


def _turned_up(kind: str, slots: list[Slot]) -> tuple[Slot, ...]:
    """Return the tiles of a meld; the face-down ones of a concealed kong get the face of the others."""
    shown = {s.tile for s in slots if s.tile}
    if kind != "concealed-kong" or len(shown) != 1:
        return tuple(slots)
    (tile,) = shown
    return tuple(Slot(tile, s.seen, s.red) for s in slots)


def outcome(state: HandState) -> HandResult:
    """Return the score of a hand, as far as it is known how it was won, or the reason why it has none yet."""
    unfinished = unfinished_of(state)
    if unfinished:
        return HandResult(None, None, unfinished)
    win = to_win(state)
    text = format_win(win)
    if state.rules not in BOOKS:
        return HandResult(text, None, Unfinished("rules-missing", {"rules": state.rules}))
    try:
        game_of(state.rules).library.expect()
    except MissingLibraryError as error:
        return HandResult(text, None, Unfinished(error.kind, error.about))
    assessment = attempt("score", lambda: assess(win, state.rules), None)
    if assessment is None:
        return HandResult(text, None, Unfinished("no-score"))
    if asks_more_flowers(state):
        more = "more-flowers" if state.flowers else "flowers"
        assessment = replace(assessment, open=tuple(dict.fromkeys((*assessment.open, more))))
    asked = assessment.lifting if assessment.legal is False else ()
    lifting = tuple([some for some in asked if not set(some) & set(state.won.ruled_out)])
    return HandResult(text, assessment, None, lifting)


def asks_more_flowers(state: HandState) -> bool:
    """Return True if the winner may have more flowers than those laid, under rules that play with flowers."""
    return state.won.more_flowers and kept_book(state.rules).play.flowers > 0


def to_win(state: HandState) -> Win:
    """Return the hand for scoring, without unknown tiles."""
    won, book = state.won, kept_book(state.rules)
    win = Win(
        concealed=in_order(state.concealed),
        winning=state.winning.tile if state.winning else None,
        melds=tuple(Meld(tuple(slot.tile for slot in m.tiles if slot.tile), _source(m)) for m in state.melds),
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
        discards=_discards(state, book),
        red=_red(state, book),
        extra=_extra(state, book),
    )
    if won.kong is not False:
        return win
    unsaid = replace(win, kong=None)
    if "kong" not in book.game.ways.unknown(unsaid, book):
        return unsaid  # where no replacement tile can have won, that none did means nothing
    return replace(win, extra=win.extra or book.game.blank)  # whose text says so, even without a kong


def _extra(state: HandState, book: RuleBook) -> Extra | None:
    """Return the circumstances that only the game in force has; None if nothing of them is known."""
    blank, extra = book.game.blank, state.won.extra
    return extra if type(extra) is type(blank) and extra != blank else None


def _red(state: HandState, book: RuleBook) -> tuple[str, ...]:
    """Return the red fives of the hand if the rules have any; otherwise none."""
    red = in_order(tuple(slot for slot in places(state).values() if slot.red))
    return red if red and book.red else ()


def _discards(state: HandState, book: RuleBook) -> tuple[tuple[str, str], ...]:
    """Return the first and the last discard of the winning tile in the turn, if the rules ask; otherwise none."""
    won, tile = state.won, state.winning.tile if state.winning else None
    if not book.game.payers.same_turn or won.self_draw is not False or tile is None:
        return ()
    if won.discarder in (None, won.seat) or won.first_discarder in (None, won.discarder):
        return ()
    return (won.first_discarder, tile), (won.discarder, tile)


def _source(meld: MeldState) -> int:
    """Return the source for hand text: 1 for a chow, and for an exposed kong of unknown source."""
    return meld.source or int(meld.kind in ("chow", "kong"))


def in_order(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    """Return the codes of the known tiles, in the order of `scoring.tiles.FACES`."""
    return tuple(sorted((s.tile for s in slots if s.tile), key=FACES.index))


def seen_in(state: HandState) -> frozenset[int]:
    """Return the tiles of the reading that lie in the hand."""
    return frozenset(slot.seen for slot in places(state).values() if slot.seen is not None)


def by_suit(slots: tuple[Slot, ...]) -> list[list[Slot]]:
    """Return slots in the order of `scoring.tiles.FACES`, each suit apart: flowers, honours, and tiles not read too."""
    found: dict[str | None, list[Slot]] = {}
    for slot in sorted(slots, key=lambda slot: (FACES.index(slot.tile) if slot.tile else len(FACES), not slot.red)):
        family = "f" if slot.tile in FLOWERS else slot.tile and slot.tile[1:]
        found.setdefault(family, []).append(slot)
    return [*found.values()]


def unfinished_of(state: HandState) -> Unfinished | None:
    """Return the reason why the hand cannot be scored yet, or None if it can."""
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
    count, size = held(state), state.whole
    if state.won.extra and state.won.extra.needs_no_tile and state.winning is None and count == size - 1:
        return None
    lacks = state.winning is None  # it may be on its way to a larger hand
    if count != size and (book := BOOKS.of_other_size(count, size, waits=lacks, grows=lacks)):
        return Unfinished("other-size", {"size": size, "count": book.game.play.size, "instead": book.name})
    if lacks and count >= size:
        return Unfinished("no-winning-tile")
    if count > size:
        return Unfinished("too-many", {"held": count, "over": count - size, "size": size})
    if count < size:
        return Unfinished("too-few", {"held": count, "under": size - count, "size": size})
    return None
