"""Matches as plain JSON: what they stand at, their records, and what may be recorded next."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.match.bodies import BODIES, Body
from scoring.match.moves import Move, moves, places
from scoring.match.payers import Mispaid, mispaid
from scoring.match.ranking import final_table_points
from scoring.match.records import Act, Won, act_to_dict
from scoring.match.sheets import most_worth
from scoring.match.state import Hand, Match, Transfer
from scoring.match.sticks import in_sticks, total_in_sticks
from scoring.sheet import PatternName
from scoring.tiles import WINDS
from webui.match.matches import DependentActsError, Matches, TableMatch, latest
from webui.messages import Messages
from webui.messages import match as match_words
from webui.messages import scoring as wording
from webui.records.journal import JournalEntry
from webui.serializers.sheet import appeal_json, departure_json, fine_json


def match_json(found: TableMatch | None, words: Messages) -> dict[str, Any]:
    """What a match stands at; without one, the same keys with nothing in them."""
    if found is None:
        return {
            "number": None,
            "version": 0,
            "players": [],
            "over": False,
            "rules": None,
            "body": None,
            "hands": [],
            "current": None,
            "points": {},
            "deducted": {},
            "table_points": {},
            "holds": {},
            "standard": None,
            "mispaid": [],
            "latest": None,
            "fines": [],
            "appeals": [],
            "appeals_until": None,
            "departures": [],
            "refused": [],
            "out": [],
            "substitutes": {},
            "offers": None,
        }
    match = found.match
    totals = match.points
    return {
        "number": found.number,
        "version": found.version,
        "started": found.entries[0].when,
        "players": list(match.players),
        "over": match.over,
        "rules": match.rules.name,
        "rules_title": wording.rules(words, match.rules),
        "minimum": match.rules.minimum,
        "body": body_name(match.body),
        "body_title": words(match_words.BODIES.get(body_name(match.body), match.body.name)),
        "last": match.last,
        "hands": hands_json(found, words),
        "current": _current_json(match, words),
        "points": totals,
        "deducted": match.deducted,
        "table_points": final_table_points(match),
        "holds": totals_in_sticks_json(match, totals),
        "standard": match.body.standard,
        "mispaid": [mispaid_json(each, words) for each in mispaid(match)],
        "latest": _latest_json(found),
        "fines": [fine_json(fine, words) for fine in match.fines],
        "appeals": [appeal_json(match, appeal, words) for appeal in match.appeals],
        "appeals_until": match.appeals_until and match.appeals_until.isoformat(),
        "departures": [departure_json(each, words) for each in match.departures],
        "refused": [
            {"record": number, "kind": why.kind, "about": dict(why.about), "says": wording.refusal(words, why)}
            for number, why in match.refused.items()
        ],
        "out": sorted(match.out),
        "substitutes": dict(match.substitutes),
        "offers": offers_json(match, words),
    }


def mispaid_json(found: Mispaid, words: Messages) -> dict[str, Any]:
    """A hand whose record charges others than its text names, and the act that corrects it."""
    won = found.hand.outcome
    return {
        "hand": found.hand.number,
        "record": found.record,
        "says": wording.mispaid(words, found),
        "act": act_to_dict(found.act),
        "reason": match_words.BY_THE_HAND,
        "laid": won.laid if isinstance(won, Won) else "",
    }


def _latest_json(found: TableMatch) -> dict[str, Any] | None:
    """The last record that can be undone: of which hand it is, what it says, and what it brought and cost each."""
    entry = latest(found)
    if entry is None:
        return None
    record = found.changed_by(entry.number)
    hand = next((hand for hand in found.match.hands if record in hand.records), None)
    act, points = act_to_dict(entry.act), dict.fromkeys(found.match.players, 0)
    for transfer in hand.transfers if hand else ():
        if transfer.record == record:
            points[transfer.payer] -= transfer.points
            points[transfer.payee] += transfer.points
    for fine in found.match.fines:
        if fine.record == record:
            points[fine.player] -= fine.amount if fine.flow == "deducted" else 0
            if "seat" in act:
                act["player"] = fine.player
    if hand and hand.ended == record and isinstance(entry.act, Won):
        act |= {"winner": hand.winner, "payer": hand.discarder, "discarder": hand.discarder}
    return {
        "number": entry.number,
        "hand": hand.number if hand else None,
        "act": act,
        "points": {player: paid for player, paid in points.items() if paid},
    }


def hanging_json(error: DependentActsError) -> list[dict[str, Any]]:
    """The records that hang on a change, each with the hand that it counts in and the one that it would count in."""
    return [
        {"record": each.record, "act": act_to_dict(act), "before": each.before, "after": each.after}
        for each, act in error.hanging
    ]


def summary_json(found: TableMatch) -> dict[str, Any]:
    """A match in a list of matches."""
    match = found.match
    return {
        "number": found.number,
        "version": found.version,
        "started": found.entries[0].when,
        "players": list(match.players),
        "rules": match.rules.name,
        "body": body_name(match.body),
        "over": match.over,
        "played": sum(hand.ended is not None for hand in match.hands),
        "last": match.last,
        "points": match.points,
    }


def body_name(body: Body) -> str:
    """The name that acts call a body by."""
    return next(name for name, known in BODIES.items() if known == body)


def hands_json(found: TableMatch, words: Messages) -> list[dict[str, Any]]:
    """Every hand of a match with who won what, who pays whom, and the points after it."""
    match = found.match
    before = (None, *match.hands)
    return [
        _hand_json(found, hand, earlier, running, words)
        for hand, earlier, running in zip(match.hands, before, match.running, strict=False)
    ]


def _hand_json(
    found: TableMatch, hand: Hand, before: Hand | None, totals: Mapping[str, int], words: Messages
) -> dict[str, Any]:
    won = hand.outcome if isinstance(hand.outcome, Won) else None
    approved = found.entry(hand.approved) if hand.approved is not None else None
    best = _best(found.match, hand, won) if won and won.hand else None
    return {
        "number": hand.number,
        "round": hand.round_wind,
        "dealer": hand.seats["E"],
        "seats": {wind: hand.seats[wind] for wind in WINDS},
        "outcome": "won" if won else "drawn" if hand.outcome else "open" if hand.ended is None else "cut",
        "winner": hand.winner,
        "discarder": hand.discarder,
        "payer": hand.payer,
        "self_drawn": won.self_drawn if won else None,
        "score": won.points if won else None,
        "best": wording.pattern(words, best.name, best.zh) if best else None,
        "text": won.hand if won else "",
        "laid": won.laid if won else "",
        "photo": won.photo if won else "",
        "points": hand.points,
        "deducted": hand.deducted,
        "marks": hand.marks,
        "totals": dict(totals),
        "holds": totals_in_sticks_json(found.match, totals),
        "transfers": [transfer_json(transfer) for transfer in hand.transfers],
        "dead": sorted(hand.dead),
        "records": hand.records,
        "ended": hand.ended,
        "approved": approved and {"record": approved.number, **_by(approved)},
        "corrected": [{"record": number, **_by(found.entry(number))} for number in hand.corrected],
        "moves": moves_json(before, hand, words),
    }


def _best(match: Match, hand: Hand, won: Won) -> PatternName | None:
    """The pattern that names the hand of a win on the sheet."""
    seat = next((wind for wind in WINDS if hand.seats[wind] == hand.winner), "E")
    return most_worth(won.hand, match.rules, seat, hand.round_wind, won.self_drawn)


def _current_json(match: Match, words: Messages) -> dict[str, Any] | None:
    """The hand in play; None once the match is over."""
    hand = match.current
    if hand is None:
        return None
    before = match.hands[-2] if len(match.hands) > 1 else None
    return {
        "number": hand.number,
        "round": hand.round_wind,
        "dealer": hand.seats["E"],
        "seats": {wind: hand.seats[wind] for wind in WINDS},
        "places": places(hand),
        "dead": sorted(hand.dead),
        "moves": moves_json(before, hand, words),
    }


def moves_json(before: Hand | None, hand: Hand, words: Messages) -> list[dict[str, Any]]:
    """Who changes places before a hand, 0 being the place of the first dealer."""
    return [_move_json(move, words) for move in (moves(before, hand) if before else ())]


def _move_json(move: Move, words: Messages) -> dict[str, Any]:
    return {
        "player": move.player,
        "before": move.before,
        "place": move.place,
        "of": move.of,
        "says": words(match_words.MOVE, {"player": move.player, "of": move.of}),
    }


def transfer_json(transfer: Transfer) -> dict[str, Any]:
    """A payment of one player to another, with its counting sticks."""
    return {
        "record": transfer.record,
        "payer": transfer.payer,
        "payee": transfer.payee,
        "points": transfer.points,
        "sticks": sticks_json(transfer.points),
    }


def sticks_json(points: int) -> list[list[int]]:
    """A payment in counting sticks, as [value, how many], the largest first."""
    return [[value, count] for value, count in in_sticks(points).items()]


def totals_in_sticks_json(match: Match, totals: Mapping[str, int]) -> dict[str, list[list[int]]]:
    """Totals by player in counting sticks, as `sticks_json` has them; one way to lay each, not what lies there."""
    start = match.body.start
    return {
        player: [[value, count] for value, count in total_in_sticks(total, start).items()]
        for player, total in totals.items()
    }


def offers_json(match: Match, words: Messages) -> dict[str, Any]:
    """What a referee may record by the book of the body: the amounts that it names, and the usual reasons."""
    body = match.body
    others = len(match.players) - 1 - len([player for player in match.out if player not in match.substitutes])
    return {
        "false_wins": [
            {
                "kind": kind,
                "says": words(said),
                "each": rule.each if rule else None,
                "amount": rule.each * others if rule else None,
                "disqualified": bool(rule and rule.disqualified),
            }
            for kind, said in wording.FALSE_WINS.items()
            for rule in [body.false_wins.get(kind)]
        ],
        "penalties": [
            {"reason": name, "says": match_words.reason(words, name), "amount": amount}
            for name, amount in body.penalties.items()
        ],
        "fouls": [
            {
                "ladder": ladder,
                "says": words(match_words.LADDERS[ladder]),
                "reasons": _reasons(match_words.FOULS[ladder], words),
                "steps": list(steps),
                "next": {player: _next_step(match, player, ladder, steps) for player in match.players},
            }
            for ladder, steps in body.ladders.items()
        ],
        "late": [{"minutes": minutes, "amount": amount} for minutes, amount in body.late],
        "dead_hands": _reasons(match_words.DEAD_HANDS, words),
        "three_left": body.three_left,
    }


def _reasons(usual: Iterable[str], words: Messages) -> list[dict[str, str]]:
    """Usual reasons: as they are recorded, and as they are shown."""
    return [{"reason": reason, "says": match_words.reason(words, reason)} for reason in usual]


def _next_step(match: Match, player: str, ladder: str, steps: tuple[Any, ...]) -> Any:
    """The step of a ladder that a player's next foul costs; None beyond the last."""
    hand = match.hands[-1].number if match.hands else 0
    before = [
        fine
        for fine in match.fines
        if fine.kind == "foul"
        and fine.player == player
        and fine.about["ladder"] == ladder
        and (ladder == "match" or fine.hand == hand)
    ]
    return steps[len(before)] if len(before) < len(steps) else None


def entry_json(entry: JournalEntry[Act], matches: Matches) -> dict[str, Any]:
    """A record as it is kept, the match that it belongs to, and whether it stands or which record does in its place."""
    found = matches.of_record(entry.number)
    return {
        "id": str(entry.id),
        "number": entry.number,
        "act": act_to_dict(entry.act),
        **_by(entry),
        "hash": entry.hash,
        "match": found and found.number,
        "stands": found.match.stands[entry.number] if found else True,
    }


def _by(entry: JournalEntry[Act]) -> dict[str, Any]:
    return {"who": entry.who, "role": entry.role, "when": entry.when}
