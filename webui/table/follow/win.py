"""Circumstances of a win that the followed deal shows, each with the step that shows it; never over a person's word."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, cast

from scoring.follow.events import UNKNOWN, AnyEvent, Claim, Declared, Discard, Flower, Kong, Unseen, Win
from scoring.follow.facts import after
from scoring.follow.state import State
from scoring.play import Play
from scoring.tiles import PLAYED, WINDS
from webui.hand.edits import Add, Edit, Move, Name, SetCircumstances
from webui.hand.game import hand_game
from webui.hand.hand import TableHand
from webui.hand.offered import kongs
from webui.hand.offers import offers
from webui.hand.state import (
    Circumstances,
    HandState,
    Wind,
    changed_of,
    drawn,
    held,
    places,
    seated,
    stating,
    values_of,
)
from webui.table.follow.journal import FollowedDeal, Resumed, Step
from webui.table.watched import SAME

SeenKind = Literal["giver", "winning", "kong", "rob-north", "last-tile", "last-of-kind", "heaven", "earth", "man"]
"""A circumstance of a win: the giver is the winner or the discarder; `kong` a replacement tile or a robbed kong."""

_LUCK: Final = ("rob-north", "last-tile", "last-of-kind", "heaven", "earth", "man")


@dataclass(frozen=True, slots=True)
class Sight:
    """A circumstance of a win as it was seen.

    Attributes:
        kind: The circumstance.
        step: The step of the deal that shows it.
        value: The seat wind of the giver, "self" for a self-drawn tile, the tile that won; True or False of others.
        sure: True if the camera is sure of every step that it rests on; else it is offered, and not filled in.
    """

    kind: SeenKind
    step: Step
    value: str | bool
    sure: bool


def wind_of(deal: FollowedDeal, seat: int) -> Wind:
    """Return the wind of a seat in a deal; where three play, nobody sits at 4."""
    wind: Wind = WINDS[(seat - deal.begun.east) % deal.begun.played.players]  # type: ignore[assignment]
    return wind


def sights(deal: FollowedDeal) -> list[Sight]:
    """Return what the deal shows of how its hand was won; nothing without a win."""
    found = deal.win
    return list(_sights(deal, *found)) if found else []


def _sights(deal: FollowedDeal, count: int, step: Step) -> Iterator[Sight]:
    win, before, state = step.event, deal.steps[:count], deal.state(count)
    assert isinstance(win, Win)
    if win.tile != UNKNOWN:
        yield Sight("winning", step, win.tile, win.sure)
    own = _last(before, lambda event: not isinstance(event, Flower | Declared))
    last = own.event if own else None
    giver = win.source or win.seat
    if aside := _robbed(before, win, state.play.aside):
        yield from _of_robbed(deal, aside, win)
        return
    kong = isinstance(last, Kong | Claim) and last.kind not in ("chow", "pung") and last.seat == giver
    turn = isinstance(last, Discard) and win.seat == after(last.seat, state.play.players)
    seen = isinstance(last, Discard) and last.seat == win.source if win.source else turn or own is None
    if win.source is None or not (kong or seen):
        return  # the move before it was not seen
    sure = win.sure and _sure(before[-1:]) and (own is None or _sure((own,)))
    given = wind_of(deal, win.source) if win.source else "self"
    yield Sight("giver", own if own and win.source else step, given, sure)
    replaced = replaces_flowers(state.play)
    flower = _flower(before, win.seat) if replaced and not win.source and not kong else None
    if own and (kong or isinstance(last, Discard)):
        none = replaced and not (win.source or kong or flower)  # one that nobody saw leaves no gap
        yield Sight("kong", flower or own, kong or flower is not None, sure and not none)
    if any(isinstance(each.event, Unseen | Resumed) for each in before):
        return  # how many tiles were drawn is not known
    sure = sure and _sure(before)
    robbed = kong and bool(win.source)
    if not robbed and (state.play.kong_last or not kong) and state.left == _undrawn(state, win):
        yield Sight("last-tile", own or step, True, sure)
    if not robbed and _last_of_kind(state, win):
        yield Sight("last-of-kind", own or step, True, sure)
    if kind := _first(state, win, east=win.seat == deal.begun.east, giver_east=win.source == deal.begun.east):
        yield Sight(kind, own or step, True, sure)


def replaces_flowers(play: Play) -> bool:
    """Return True if the replacement tile of a flower, or of what lies aside as one, counts as that of a kong."""
    return play.flower_kong or bool(play.aside)


def _robbed(before: tuple[Step, ...], win: Win, aside: Sequence[str]) -> Step | None:
    """Return the bonus tile that the giver of a win laid aside last of all, and that was won on; None without one."""
    last = _flower(before, win.source) if win.source else None
    event = last.event if last else None
    return last if isinstance(event, Flower) and event.tile in aside and win.tile in (event.tile, UNKNOWN) else None


def _of_robbed(deal: FollowedDeal, aside: Step, win: Win) -> Iterator[Sight]:
    """Yield what the deal shows of a win on a bonus tile that another player laid aside: neither luck nor a kong."""
    assert win.source
    sure = win.sure and _sure((aside,))
    yield Sight("giver", aside, wind_of(deal, win.source), sure)
    yield Sight("rob-north", aside, True, sure)


def _flower(before: tuple[Step, ...], seat: int) -> Step | None:
    """Return the flower that a seat laid last of all, whose replacement tile it holds, or None."""
    last = _last(before, lambda event: not isinstance(event, Declared))
    return last if last and isinstance(last.event, Flower) and last.event.seat == seat else None


def _undrawn(state: State, win: Win) -> int:
    """Return the tiles that were left before the winning one was drawn, if it is the last one."""
    return 0 if win.source or state.holds else 1


def _last_of_kind(state: State, win: Win) -> bool:
    """Return True if the three other tiles of the winning tile's kind lay open before the win."""
    if win.tile not in PLAYED or win.hand.count(win.tile) > 1:
        return False
    given = state.discards[-1].tile == win.tile if win.source and state.discards else False
    return state.copies_left(win.tile) == (0 if given else 1)


def _sure(steps: tuple[Step, ...]) -> bool:
    """Return True if the camera is sure of steps."""
    return all(not isinstance(step.event, Resumed) and step.event.sure for step in steps)


def _last(steps: tuple[Step, ...], is_it: Callable[[AnyEvent], bool]) -> Step | None:
    """Return the last step with such an event, or None."""
    return next((s for s in reversed(steps) if not isinstance(s.event, Resumed) and is_it(s.event)), None)


def _first(state: State, win: Win, east: bool, giver_east: bool) -> Literal["", "heaven", "earth", "man"]:
    """Return the luck of a win in the first go-round, before anybody claimed a tile."""
    aside = state.play.aside and any(state.flowers.values())  # what ends the first go-round as a call does
    if aside or not state.first_turn or any(laid.seat == win.seat for laid in state.discards):
        return ""
    if not win.source:
        return "heaven" if east and not state.discards else "earth"
    return "earth" if giver_east and len(state.discards) == 1 else "man"


def seat_of(deal: FollowedDeal, hand: TableHand) -> Wind | None:
    """Return the wind of the deal's winner if a hand is theirs, or None."""
    found = deal.win
    if found is None or hand.laid.deal != deal.begun.hand:
        return None
    win = found[1].event
    assert isinstance(win, Win)
    wind = wind_of(deal, win.seat)
    if hand.laid.won.seat is not None:
        return wind if hand.laid.won.seat == wind else None
    if hand.reading is not None and hand.reading.chair:
        return wind if hand.reading.chair == win.seat else None
    tiles = Counter(slot.tile for slot in places(hand.laid).values() if slot.tile)
    laid = Counter(win.hand)
    for meld in deal.state().melds[win.seat]:
        laid.update(meld.tiles)
    return wind if (tiles & laid).total() >= SAME * max(tiles.total(), 1) else None


def taken(deal: FollowedDeal, hand: TableHand) -> list[Edit]:
    """Return the edits with which a hand takes over what was surely seen and nobody has said."""
    seat, laid = seat_of(deal, hand), hand.laid
    if seat is None:
        return []
    said, found = stated(hand), sights(deal)
    sure = {sight.kind: sight.value for sight in found if sight.sure}
    named = any(sight.kind == "winning" and sight.sure for sight in found)
    won = seated(laid.won, seat) if named and laid.won.seat is None and "seat" not in said else laid.won
    won = _without(won, sure)
    for sight in found:
        if sight.sure:
            won = _with(sight, won, hand, found, said) or won
    edits: list[Edit] = [SetCircumstances(won)] if won != laid.won else []
    tile = sure.get("winning")
    names = None if _moved(hand) or not isinstance(tile, str) else _naming(deal, laid, tile)
    return edits if names is None or (laid.winning and isinstance(names, Move)) else [*edits, names]


def _naming(deal: FollowedDeal, laid: HandState, tile: str) -> Edit | None:
    """Return the edit after which a tile is the winning one of a hand, or None without one.

    On a discard it mostly lies in the pond yet: then it is added to the hand, and if the tile that was read beside the
    hand is another one, which the camera did not see as part of it, it is that tile's name.
    """
    assert deal.win is not None
    win = deal.win[1].event
    assert isinstance(win, Win)
    own = Counter(slot.tile for path, slot in places(laid).items() if path[0] == "c")
    if laid.winning is None and held(laid) == laid.whole - 1:
        return Add(tile)
    if laid.winning and laid.winning.tile != tile and own == Counter(win.hand) - Counter([tile]):
        return Name("w", tile)
    return Move((path,), "w") if (path := _path(laid, tile)) else None


def _without(won: Circumstances, sure: Mapping[SeenKind, str | bool]) -> Circumstances:
    """Return circumstances without those that the camera filled in and is not sure of now, or sees otherwise."""
    ours = {name for name, source in won.sources.items() if source == "camera"}
    if ours & {"self_draw", "discarder"} and _giver(won) != sure.get("giver"):
        won = drawn(won, None)
    if "kong" in ours and won.kong != sure.get("kong"):
        won = replace(won, kong=None)
    for kind in _LUCK:
        if _field(kind) in ours and kind not in sure:
            won = stating(won, {_field(kind): False})
    return won


def _with(
    sight: Sight, won: Circumstances, hand: TableHand, found: Iterable[Sight], said: set[str]
) -> Circumstances | None:
    """Return circumstances with a sight taken over; None if it is stated already, or the rules do not ask for it."""
    if sight.kind == "giver":
        if won.self_draw is not None or won.discarder is not None or said & {"self_draw", "discarder"}:
            return None
        own = sight.value == "self"
        return drawn(won, own, None if own else cast(Wind, sight.value))
    if sight.kind == "winning" or _field(sight.kind) in said:
        return None
    if not any(each.kind == "giver" and each.value == _giver(won) for each in found):
        return None  # it is of a win that somebody denies
    if sight.kind == "kong":
        asked = _asks_kong(hand, won, sight) if won.self_draw else sight.value  # of a discard only a robbed kong is
        return replace(won, kong=bool(sight.value)) if won.kong is None and asked else None
    if sight.kind == "rob-north":  # the tile that won may be named only after this
        return stating(won, {"robbed": True}) if values_of(won).get("robbed") is False else None
    for toggle in offers(replace(hand.laid, won=won), hand.reading).toggles:
        same = toggle.sets.get("self_draw", won.self_draw) == won.self_draw
        if toggle.luck == sight.kind and same and not toggle.on:
            return stating(won, toggle.sets)
    return None


def _asks_kong(hand: TableHand, won: Circumstances, sight: Sight) -> bool:
    """Return True if a self-drawn tile may be the replacement of a kong, or of what counts as one."""
    state, event = replace(hand.laid, won=won), sight.step.event
    if isinstance(event, Flower) and event.tile in state.play.aside:
        return True  # which is no part of the hand
    return kongs(state) > 0 or "kong" in hand_game(state.rules).circumstances(state)


def _field(kind: SeenKind) -> str:
    """Return the name of a circumstance in `Circumstances`."""
    return "robbed" if kind == "rob-north" else kind.replace("-", "_")


def _path(laid: HandState, tile: str | bool | None) -> str | None:
    """Return the path of a concealed tile, or None without one."""
    return next((path for path, slot in places(laid).items() if path[0] == "c" and slot.tile == tile), None)


def _giver(won: Circumstances) -> str | None:
    """Return "self" for a self-drawn tile, the wind of the discarder, or None while that is not known."""
    return "self" if won.self_draw else won.discarder


def by_people(hand: TableHand) -> Iterator[tuple[HandState, HandState]]:
    """Yield the hand before and after each change by a person."""
    states = [*(change.before for change in hand.changes), hand.laid]
    for change, now in zip(hand.changes, states[1:], strict=True):
        if change.by == "person":
            yield change.before, now


def stated(hand: TableHand) -> set[str]:
    """Return the circumstances that a person stated or took back."""
    pairs = [(before.won, now.won) for before, now in by_people(hand)]
    return {name for before, now in pairs for name in changed_of(before, now)}


def _moved(hand: TableHand) -> bool:
    """Return True if a person changed which tile won."""
    return any(before.winning != now.winning for before, now in by_people(hand))


@dataclass(frozen=True, slots=True)
class Shown:
    """A sight of a hand's win, beside the hand.

    Attributes:
        sight: The sight.
        stands: True if it stands in the hand.
        edit: The edit that takes it back, or over if it does not stand there; None without one.
    """

    sight: Sight
    stands: bool
    edit: Edit | None


def shown(deal: FollowedDeal, hand: TableHand) -> list[Shown]:
    """Return what was seen of a hand's win: what stands in it from the camera, what is not sure, and which tile won."""
    if seat_of(deal, hand) is None:
        return []
    found, said = sights(deal), stated(hand)
    shown = (_standing(sight, hand.laid) or _offered(deal, sight, hand, found, said) for sight in found)
    return [each for each in shown if each is not None]


def _standing(sight: Sight, laid: HandState) -> Shown | None:
    """Return a sight that stands in a hand, with the edit that takes it back; None if it does not."""
    won, name = laid.won, _field(sight.kind)
    seen = {name for name, source in won.sources.items() if source == "camera"}
    if sight.kind == "winning":
        return Shown(sight, True, None) if laid.winning is not None and laid.winning.tile == sight.value else None
    if sight.kind == "giver":
        stands = _giver(won) == sight.value and seen & {"self_draw", "discarder"}
        return Shown(sight, True, SetCircumstances(drawn(won, None))) if stands else None
    if name not in seen or values_of(won).get(name) != sight.value:
        return None
    other = None if sight.kind == "kong" and not won.self_draw else not sight.value
    return Shown(sight, True, SetCircumstances(stating(won, {name: other})))


def _offered(deal: FollowedDeal, sight: Sight, hand: TableHand, found: Iterable[Sight], said: set[str]) -> Shown | None:
    """Return a sight that does not stand in a hand, with the edit that takes it over; None without such an edit."""
    if sight.kind == "winning":
        edit = _naming(deal, hand.laid, str(sight.value))
        return Shown(sight, False, edit) if edit else None
    won = None if sight.sure else _with(sight, hand.laid.won, hand, found, said)
    return Shown(sight, False, SetCircumstances(won)) if won else None
