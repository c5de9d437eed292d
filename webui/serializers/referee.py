"""What referees see of all tables: calls, hands that wait for an approval, claims, fines and whether they add up."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice

from msgspec import Struct, structs

from scoring.match.records import Won
from scoring.match.state import Hand, Match
from webui.match.matches import TableMatch
from webui.messages import Messages
from webui.messages import match as match_words
from webui.records.calls import Call, Note
from webui.serializers.hands import ListedHand, listed_hand_json
from webui.serializers.remote_commands import Order
from webui.serializers.sheet import AppealLine, FineLine, appeal_json, fine_json
from webui.table.table import Table


class RefereeCall(Struct, frozen=True):
    """A call for a referee; `now` is the time of the server, by which a page counts the waiting."""

    id: str
    table: int
    player: str
    reason: str
    who: str
    at: str
    taken: bool
    taken_by: str
    done: bool
    done_by: str
    now: str


def call_json(call: Call, now: str) -> RefereeCall:
    """Return a call for a referee; `now` is the time of the server."""
    return RefereeCall(
        id=call.id,
        table=call.table,
        player=call.player,
        reason=call.reason,
        who=call.who,
        at=call.at,
        taken=call.taken_at != "",
        taken_by=call.taken_by,
        done=call.done_at != "",
        done_by=call.done_by,
        now=now,
    )


class PlayerNote(Struct, frozen=True):
    """A note of a player."""

    id: str
    player: str
    table: int | None
    text: str
    who: str
    role: str
    at: str


def note_json(note: Note) -> PlayerNote:
    """Return a note of a player."""
    return PlayerNote(note.id, note.player, note.table, note.text, note.who, note.role, note.at)


class WaitingHand(Struct, frozen=True):
    """A hand of a match that waits for an approval, as it was laid; `sent` while an approval is on its way."""

    table: int
    hand: int
    ended: str | None
    winner: str | None
    discarder: str | None
    points: int | None
    worth: str | None
    changes: dict[str, int]
    laid: ListedHand | None
    sent: bool


def waiting_json(table: Table, words: Messages, sent: Collection[Order] = ()) -> list[WaitingHand]:
    """The hands of a table's match that ended and wait for an approval, each as it was laid.

    Args:
        table: The table.
        words: The language of the page.
        sent: What was sent to the devices of tables, as `orders_json` has it.
    """
    found = table.matches.current
    if found is None:
        return []
    hands = [hand for hand in found.match.hands if hand.ended is not None and hand.approved is None]
    on_the_way = {
        each.act.get("hand")
        for each in sent
        if (each.table, each.refused, each.act.get("type")) == (table.number, None, "Approved")
    }
    return [_waiting(table, found, hand, hand.number in on_the_way, words) for hand in hands]


class OpenAppeal(AppealLine, frozen=True, kw_only=True):
    """An appeal that waits for a decision."""

    table: int
    match: int


def appeals_json(table: Table, words: Messages) -> list[OpenAppeal]:
    """Return the appeals of a table that wait for a decision, of the match played last and of the one before it.

    The time for appeals about a session may run on while the next one is played.
    """
    return [
        OpenAppeal(**structs.asdict(appeal_json(found.match, appeal, words)), table=table.number, match=found.number)
        for found in islice(table.matches.all(), 2)
        for appeal in found.match.appeals
        if appeal.decided is None
    ]


def _waiting(table: Table, found: TableMatch, hand: Hand, sent: bool, words: Messages) -> WaitingHand:
    won = hand.outcome if isinstance(hand.outcome, Won) else None
    laid = table.hands.get(won.laid) if won and won.laid else None
    return WaitingHand(
        table=table.number,
        hand=hand.number,
        ended=found.entry(hand.ended).when if hand.ended is not None else None,
        winner=hand.winner,
        discarder=hand.discarder,
        points=won.points if won else None,
        worth=match_words.worth(words, found.match.rules, won.points) if won else None,
        changes=hand.points,
        laid=listed_hand_json(laid, words) if laid else None,
        sent=sent,
    )


class ClaimedWin(Struct, frozen=True):
    """A win that is claimed at a table and was read by its camera; `legal` is null while it depends on what is open."""

    table: int
    chair: int
    player: str
    legal: bool | None
    laid: ListedHand


def claims_json(table: Table, words: Messages) -> list[ClaimedWin]:
    """Return the wins that are claimed at a table now and were read by its camera."""
    found = []
    for claim in table.session.play.claims:
        laid = table.hands.get(claim.hand) if claim.hand else None
        if laid:
            player = table.chairs.get(claim.chair, "")
            found.append(ClaimedWin(table.number, claim.chair, player, claim.legal, listed_hand_json(laid, words)))
    return found


@dataclass(frozen=True, slots=True)
class Fined:
    """A match whose fines are summed.

    Attributes:
        event: Name of the event that it is of; empty for a match of none.
        round: Its round there; None without an event.
        table: The table where it was played.
        match: The match.
    """

    event: str
    round: int | None
    table: int
    match: Match


class Proof(Struct, frozen=True):
    """Fines and points of matches: `missing` is how much less the players hold than they began with, `kept` what the
    body keeps by the fines; they are equal if it `holds`."""

    matches: int
    kept: int
    missing: int
    holds: bool


class RoundProof(Proof, frozen=True, kw_only=True):
    """The proof of a round of an event; of matches of none, with an empty name."""

    event: str
    round: int | None


class HallFine(FineLine, frozen=True, kw_only=True):
    """A line of the penalty sheet, with where it was given."""

    table: int
    event: str
    round: int | None


class Penalties(Struct, frozen=True):
    """Every fine, and whether fines and points add up, in all and by round."""

    fines: list[HallFine]
    rounds: list[RoundProof]
    kept: int
    missing: int
    holds: bool


def fines_json(matches: Iterable[Fined], words: Messages) -> Penalties:
    """Return every fine of some matches, and whether they add up with the points, in all and by round.

    All points of a match together are what it began with, less what fines took from the table: `missing` is how much
    less the players hold, and `kept` what the fines of the list say that the body keeps.
    """
    by_round: dict[tuple[str, int | None], list[Fined]] = {}
    for each in matches:
        by_round.setdefault((each.event, each.round), []).append(each)
    rounds = [
        RoundProof(**structs.asdict(_proof([each.match for each in found])), event=event, round=round)
        for (event, round), found in by_round.items()
    ]
    return Penalties(
        fines=[
            HallFine(**structs.asdict(fine_json(fine, words)), table=each.table, event=each.event, round=each.round)
            for found in by_round.values()
            for each in found
            for fine in each.match.fines
        ],
        rounds=rounds,
        kept=sum(each.kept for each in rounds),
        missing=sum(each.missing for each in rounds),
        holds=all(each.holds for each in rounds),
    )


def _proof(matches: Collection[Match]) -> Proof:
    kept = sum(fine.amount for match in matches for fine in match.fines if fine.flow == "deducted")
    missing = sum(match.body.start * len(match.players) - sum(match.points.values()) for match in matches)
    return Proof(len(matches), kept, missing, kept == missing)
