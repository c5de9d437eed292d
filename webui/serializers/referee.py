"""The referees' view of all tables: calls, hands to approve, claims, appeals, and fines with a check of their sum."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from msgspec import Struct, structs

from scoring.match.records import Won
from scoring.match.state import Hand, Match
from webui.hand.hand import TableHand
from webui.match.matches import TableMatch
from webui.messages import N_, Messages
from webui.messages import acts as act_words
from webui.messages import match as match_words
from webui.messages.game import in_game
from webui.records.calls import SIGNED_LATE, Call, CallNote
from webui.serializers.hands import ListedHand, listed_hand_json
from webui.serializers.matches import CountedFan, WinShown, fans_json, fined_json, wins_json
from webui.serializers.remote_commands import OrderShown
from webui.serializers.sheet import AppealLine, FineLine, appeal_json, fine_json
from webui.table.table import Table


class RefereeCall(Struct, frozen=True):
    """A call for a referee; `now` is the server's time, from which a page counts the waiting time."""

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


def call_json(call: Call, now: str, words: Messages) -> RefereeCall:
    """Return a call for a referee; `now` is the server's time."""
    late = call.reason == SIGNED_LATE
    return RefereeCall(
        id=call.id,
        table=call.table,
        player=call.player,
        reason=words(act_words.ROLE_ENDED) if late else call.reason,
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


def note_json(note: CallNote) -> PlayerNote:
    """Return a note of a player."""
    return PlayerNote(note.id, note.player, note.table, note.text, note.who, note.role, note.at)


class WaitingHand(Struct, frozen=True):
    """A hand of a match to approve, as laid; `sent` while an approval is on its way.

    `version` is the last record of its match, `changes` are what it adds to the totals, and `fined` are its fines, some
    of which may count in the result alone. `voided` says whose false
    win ended it, if it was dealt again; `typed` is true of totals that were typed from paper.
    """

    table: int
    hand: int
    version: int
    ended: str | None
    winner: str | None
    wins: list[WinShown]
    discarder: str | None
    points: int | None
    worth: str | None
    changes: dict[str, int]
    fined: list[str]
    fans: list[CountedFan]
    laid: ListedHand | None
    sent: bool
    voided: str | None
    says: str
    typed: bool


def waiting_json(table: Table, words: Messages, sent: Collection[OrderShown] = ()) -> list[WaitingHand]:
    """Return the hands of a table's match that ended and wait for an approval, as laid.

    Args:
        table: The table.
        words: The language of the page.
        sent: Orders sent to devices of tables, from `orders_json`.
    """
    found = table.matches.current
    if found is None:
        return []
    hands = [hand for hand in found.match.hands if hand.ended and not hand.approved and not hand.taken_back]
    on_the_way = {
        each.act.get("hand")
        for each in sent
        if (each.table, each.refused, each.act.get("type")) == (table.number, None, "Approved")
    }
    return [_waiting(table, found, hand, hand.number in on_the_way, words) for hand in hands]


class OpenAppeal(AppealLine, frozen=True, kw_only=True):
    """An appeal that waits for a decision; `heading` names its table and player."""

    table: int
    match: int
    heading: str


def appeals_json(table: Table, words: Messages) -> list[OpenAppeal]:
    """Return the appeals of a table that wait for a decision, however many matches were begun since."""
    return [
        OpenAppeal(
            **structs.asdict(appeal_json(found.match, appeal, words)),
            table=table.number,
            match=found.number,
            heading=words(N_("Table %(table)s: %(player)s appeals"), {"table": table.number, "player": appeal.player}),
        )
        for found in table.matches.appealed()
        for appeal in found.match.appeals
        if appeal.decided is None
    ]


def _waiting(table: Table, found: TableMatch, hand: Hand, sent: bool, words: Messages) -> WaitingHand:
    won = hand.outcome if isinstance(hand.outcome, Won) else None
    laid = table.hands.get(won.laid) if won and won.laid else None
    game = in_game(words, found.match.rules.name)
    voided = match_words.voided(words, found.match, hand)
    return WaitingHand(
        table=table.number,
        hand=hand.number,
        version=found.version,
        ended=found.entry(hand.ended).when if hand.ended is not None else None,
        winner=hand.winner,
        wins=wins_json(found.match, hand, game),
        discarder=hand.discarder,
        points=won.points if won else None,
        worth=game.won(won.points) if won else None,
        changes=found.match.gains(hand),
        fined=fined_json(found.match, hand, words),
        fans=fans_json(found.match, hand, words),
        laid=listed_hand_json(laid, words) if laid else None,
        sent=sent,
        voided=voided,
        says=act_words.outcome(game, hand, voided),
        typed=hand.typed,
    )


class ClaimedWin(Struct, frozen=True):
    """A win that was claimed and read by the table's camera; `legal` is null while it depends on open circumstances.

    Not `declared` is a hand that lies on the table and that the camera has read on its own; `chair` is 0 and `player`
    is "" if its owner is unknown. `says` is who declares a win or has laid down a hand, as a sentence.
    """

    table: int
    chair: int
    player: str
    legal: bool | None
    laid: ListedHand
    says: str
    declared: bool = True


_CLAIMED: Final[Mapping[tuple[bool, bool], str]] = {
    (True, True): N_("Table %(table)s: %(player)s declares a win"),
    (True, False): N_("Table %(table)s: seat %(chair)s declares a win"),
    (False, True): N_("Table %(table)s: %(player)s has laid down a hand"),
    (False, False): N_("Table %(table)s: a hand is laid down"),
}
"""Sentences on hands at a table: True if a win is declared, and if the player's name is known."""


def claims_json(table: Table, words: Messages) -> list[ClaimedWin]:
    """Return the wins now claimed at a table that its camera has read, and the hands that lie there besides."""
    found = []
    for claim in table.session.play.claims:
        laid = table.hands.get(claim.hand) if claim.hand else None
        if laid:
            found.append(_claimed(table, claim.chair, claim.legal, laid, True, words))
    claimed = {each.laid.id for each in found}
    for hand in table.watched.lying():
        known = hand.id in claimed or table.matches.counted(hand.id)
        if not known and hand.laid.deal == table.session.play.deal:
            chair = table.session.play.chair_of(hand.laid.won.seat) if hand.laid.won.seat else 0
            legal = None if hand.open_doubts else hand.outcome.legal
            found.append(_claimed(table, chair, legal, hand, False, words))
    return found


def _claimed(
    table: Table, chair: int, legal: bool | None, laid: TableHand, declared: bool, words: Messages
) -> ClaimedWin:
    player = table.now().chairs.get(chair, "")
    says = words(_CLAIMED[declared, bool(player)], {"table": table.number, "player": player, "chair": chair})
    return ClaimedWin(table.number, chair, player, legal, listed_hand_json(laid, words), says, declared)


@dataclass(frozen=True, slots=True)
class Fined:
    """A match whose fines are added up.

    Attributes:
        event: Name of its event; "" if it belongs to none.
        round: Its round in the event, or None without one.
        table: The table where it was played.
        match: The match.
    """

    event: str
    round: int | None
    table: int
    match: Match


class Proof(Struct, frozen=True):
    """A check of fines against points: `missing` is how much less the players hold than they began with, and `kept` how
    much the body keeps by the fines; it `holds` if they are equal. `after` are points that fines take from results
    alone, which no total shows, and `says` is all that in words."""

    matches: int
    kept: int
    missing: int
    after: int
    holds: bool
    says: str


class RoundProof(Proof, frozen=True, kw_only=True):
    """The check of one round of an event, or of matches without an event, with an empty name."""

    event: str
    round: int | None


class HallFine(FineLine, frozen=True, kw_only=True):
    """A line of the penalty sheet, with its event, round and table."""

    table: int
    event: str
    round: int | None


class Penalties(Struct, frozen=True):
    """All fines, and the check against the points, in all and by round."""

    fines: list[HallFine]
    rounds: list[RoundProof]
    kept: int
    missing: int
    after: int
    holds: bool
    says: str


def fines_json(matches: Iterable[Fined], words: Messages) -> Penalties:
    """Return the fines of some matches, and the check against their points, in all and by round.

    The points of a match add up to those at its beginning, less what fines took from the table: `missing` is how much
    less the players hold, `kept` is how much the body keeps of it by the fines of the list, and `after` is how much it
    keeps of the results.
    """
    by_round: dict[tuple[str, int | None], list[Fined]] = {}
    for each in matches:
        by_round.setdefault((each.event, each.round), []).append(each)
    rounds = [
        RoundProof(**structs.asdict(_proof([each.match for each in found], words)), event=event, round=round)
        for (event, round), found in by_round.items()
    ]
    whole = _proof([each.match for found in by_round.values() for each in found], words)
    holds = all(each.holds for each in rounds)
    return Penalties(
        fines=[
            HallFine(
                **structs.asdict(fine_json(each.match, fine, words)),
                table=each.table,
                event=each.event,
                round=each.round,
            )
            for found in by_round.values()
            for each in found
            for fine in each.match.fines
        ],
        rounds=rounds,
        kept=whole.kept,
        missing=whole.missing,
        after=whole.after,
        holds=holds,
        says=match_words.proof(words, holds, whole.kept, whole.missing, whole.after),
    )


def _proof(matches: Collection[Match], words: Messages) -> Proof:
    kept = after = 0
    for match in matches:
        lost = sum(fine.amount for fine in match.fines if fine.flow == "deducted")
        if match.body.deducted_after:
            after += lost
        else:
            kept += lost
    missing = sum(
        match.body.start * len(match.players) - sum(match.points.values()) - match.on_table for match in matches
    )
    holds = kept == missing
    return Proof(len(matches), kept, missing, after, holds, match_words.proof(words, holds, kept, missing, after))
