"""The play at a table as a voice speaks it, for a player who cannot see the table."""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from scoring.follow.events import AnyEvent, Correction, Discard, Drawn, Unseen, Win
from scoring.follow.seen import SEATS
from webui.messages import Messages
from webui.messages import follow as wording
from webui.messages import spoken as spoken_words
from webui.messages.follow import Who
from webui.serializers.deals import player_at
from webui.table.follow.journal import FollowedDeal, Resumed, TakenBack, Told
from webui.table.follow.win import wind_of
from webui.table.table import Table

Called = Literal["winds", "names", "places"]
"""Names of players: their seat winds, their names, or their places as the listener sits."""

SpokenKind = Literal["discard", "call", "win", "left", "gap"]
"""The sort of a spoken line; a listener chooses which are spoken, but a gap always is."""

MOST: Final = 8
"""Most events told at once, the newest. More keeps a listener who was away behind the play; fewer leaves out what was
seen in one look."""

EVERY: Final = 10
"""Tiles of the wall between two sentences on those left. More speaks them seldom; fewer too often."""

SAME: Final = 0.5
"""Most seconds between a fresh event and the same in the journal. More takes the next one for it."""

LAST: Final = 4
"""Tiles left in the wall from which on each is counted aloud, as the hand ends with them."""


class SpokenLine(Struct, frozen=True):
    """A sentence that is spoken, of the entry of the table's journal with this number.

    `fresh` is true of what was just seen and may be corrected, with a number of its own.
    """

    number: int
    kind: SpokenKind
    says: str
    fresh: bool = False


class SpokenPlay(Struct, frozen=True, kw_only=True):
    """The play at a table as it is spoken.

    `on` is true if somebody had the play followed, and `says` why nothing is followed now, or "". `last` and `heard`
    are the numbers after which the next lines come. `now` are sentences on the turn and the tiles left, and `players`
    the names among which the listener finds their own.
    """

    on: bool
    says: str
    last: int
    heard: int
    lines: list[SpokenLine]
    now: list[str]
    players: list[str]


def spoken_json(
    table: Table, after: int | None, heard: int | None, called: Called, me: str, words: Messages
) -> SpokenPlay:
    """Return the play at a table as it is spoken.

    Args:
        table: The table.
        after: The number after which lines are new; None for a listener who comes now.
        heard: The same of fresh events; None for a listener who hears the journal alone.
        called: Names of the players.
        me: The name of the listener, or "" if it is not known.
        words: The language.
    """
    hand, match = table.matches.deal(), table.matches.current
    deal = table.equipment.following.fresh(hand, table.followed.latest(hand)) if hand else None
    on = table.equipment.following.on or deal is not None
    live = table.equipment.following.wanted or deal is not None
    says = "" if live else spoken_words.waiting(words) if on else spoken_words.off(words)
    last, now = table.followed.newest(after or 0), table.equipment.following.heard
    told = [] if after is None or last == after else table.followed.told(after, MOST)
    if after is not None and heard is not None:
        told = [
            each for each in told if not (table.equipment.following.tells(each.after.number) and _is_seen(each.entry))
        ]
        told += [each for each in now if each.number > heard and not _corrected(each, deal)][-MOST:]
    return SpokenPlay(
        on=on,
        says=says,
        last=last,
        heard=now[-1].number if now else heard or 0,
        lines=[
            replace(line, fresh=each.in_step is not None)
            for each in told
            for line in _lines(table, each, called, me, words)
        ],
        now=_now(deal, who(table, deal, called, me, words), words) if deal and deal.steps else [],
        players=list(match.match.players) if match else [],
    )


def who(table: Table, deal: FollowedDeal, called: Called, me: str, words: Messages) -> Who:
    """Return what names the players of a deal; by places only where the seat of the listener is known.

    A place is a side of the table, of which one is empty where three play.
    """
    seats = deal.begun.played.seats if called == "places" else ()
    own = next((seat for seat in seats if player_at(table, deal, seat, words) == me), 0)

    def name(seat: int) -> str:
        if called == "names":
            return player_at(table, deal, seat, words)
        return (
            spoken_words.place(words, (seat - own) % len(SEATS))
            if own
            else spoken_words.wind(words, wind_of(deal, seat))
        )

    return name


def _is_seen(entry: Resumed | TakenBack | AnyEvent) -> bool:
    """Return True for an event of the camera, not for gaps and words of people."""
    return not isinstance(entry, Resumed | TakenBack) and entry.number > 0


def _corrected(told: Told, deal: FollowedDeal | None) -> bool:
    """Return True for what the camera sees otherwise of an event of which a person has said how it was."""
    said = [step.event.t for step in (*deal.steps, *deal.denied) if step.said] if deal else []
    return isinstance(told.entry, Correction) and any(abs(told.entry.t - t) < SAME for t in said)


def _now(deal: FollowedDeal, who: Who, words: Messages) -> list[str]:
    state, uncertain = deal.state(), _uncertain(deal)
    if state.over:
        event = deal.steps[-1].event
        return (
            []
            if isinstance(event, Resumed)
            else [spoken_words.event(words, event, who, spoken_words.is_doubted(event))]
        )
    turn = wording.turn(words, who(state.turn) if state.turn else "")
    return [turn[:1].upper() + turn[1:], wording.left(words, state.left, uncertain)]


def _uncertain(deal: FollowedDeal) -> bool:
    return any(isinstance(step.event, Resumed | Unseen) for step in deal.steps)


def _lines(table: Table, told: Told, called: Called, me: str, words: Messages) -> list[SpokenLine]:
    """Return the lines of an entry: none of a correction that changes no word but the camera's doubt."""
    entry, deal = told.entry, told.after
    names = who(table, deal, called, me, words)
    if isinstance(entry, Resumed):
        return [SpokenLine(told.number, "gap", wording.gap(words, entry.t - entry.after))]
    if isinstance(entry, TakenBack):
        now = [step.event for step in deal.steps if not isinstance(step.event, Resumed)]
        entry = Correction(t=entry.t, of=entry.of, now=next((each for each in now if each.number == entry.of), None))
    if isinstance(entry, Correction):
        return _correction(told, entry, names, words)
    lines = [SpokenLine(told.number, _kind(entry), spoken_words.event(words, entry, names, _begins_doubt(told, entry)))]
    before, left = told.before.state().left, deal.state().left
    if left < before and (left <= LAST or left // EVERY < before // EVERY) and not deal.over:
        count = left if left <= LAST else before // EVERY * EVERY
        lines.append(SpokenLine(told.number, "left", wording.left(words, count, _uncertain(deal))))
    return lines


def _correction(told: Told, entry: Correction, names: Who, words: Messages) -> list[SpokenLine]:
    steps = [step.event for step in told.before.steps if not isinstance(step.event, Resumed)]
    before = next((event for event in steps if event.number == entry.of), None)
    if entry.now is None:
        said = spoken_words.plain(words, before, names) if before else ""
        return [SpokenLine(told.number, _kind(before), spoken_words.taken_back(words, said))] if before else []
    if before and spoken_words.plain(words, before, names) == spoken_words.plain(words, entry.now, names):
        return []
    later = [event for event in steps if isinstance(event, Discard) and event.seat == entry.now.seat]
    says = (
        spoken_words.changed(words, before, entry.now, names, later[-1:] in ([], [before]))
        if before
        else spoken_words.event(words, entry.now, names, False)
    )
    return [SpokenLine(told.number, _kind(entry.now), says)]


def _begins_doubt(told: Told, entry: AnyEvent) -> bool:
    """Return True for the first event of several of which the camera is not certain: the voice says so once."""
    if not spoken_words.is_doubted(entry) or told.in_step:
        return False
    before = [step.event for step in told.before.steps[-1:] if not isinstance(step.event, Resumed)]
    return not any(map(spoken_words.is_doubted, before))


def _kind(event: AnyEvent) -> SpokenKind:
    match event:
        case Discard():
            return "discard"
        case Win() | Drawn():
            return "win"
        case Unseen():
            return "gap"
        case _:
            return "call"
