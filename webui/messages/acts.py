"""Sentences of the acts of a match and of an event: of records, and as forms that a page fills in while it is offline.

A form is a sentence with its conditions. The server and the page take the first form of an act's type that applies, so
a record has the same sentence before and after the server has it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from scoring.match.event import Event
from scoring.match.event_acts import EventAct
from scoring.match.records import OF_HAND, Act, Drawn, act_to_dict, person_fields, plain_acts
from scoring.match.state import Hand
from webui.messages import N_, Messages, in_context
from webui.messages.game import GameMessages, in_game, of_any, words_by_game
from webui.messages.match import ALSO_WON, REASONS, TAKEN_BACK, reason
from webui.messages.scoring import FALSE_WINS, false_win


@dataclass(frozen=True, slots=True)
class Form:
    """A sentence of an act.

    Attributes:
        says: The sentence, with `%(name)s` for the fields of the act; one with a context has none.
        has: Fields that are there, and are no empty list, zero or False.
        empty: Fields that are empty lists.
        single: Fields that are lists of one.
        differ: Two fields that name different persons.
        equal: Fields, or those within one, with these values.
        named: Names that the sentence has for fields, with the field, or one within it, as `players.0`.
    """

    says: str | tuple[str, str]
    has: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    single: tuple[str, ...] = ()
    differ: tuple[str, ...] = ()
    equal: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, str] = field(default_factory=dict)

    def applies(self, act: Mapping[str, Any]) -> bool:
        """Return True if the sentence says this act."""
        return (
            all(map(act.get, self.has))
            and all(name in act and act[name] is not None and not act[name] for name in self.empty)
            and all(len(act[name]) == 1 for name in self.single)
            and len({act.get(name) for name in self.differ}) == len(self.differ)
            and all(picked(act, source) == value for source, value in self.equal.items())
        )


def picked(act: Mapping[str, Any], source: str) -> Any:
    """Return a field of an act, or one within it, as `players.0` or `claims.last`; None if it has none."""
    found: Any = act
    for part in source.split("."):
        if isinstance(found, Mapping):
            found = found.get(part)
        else:
            found = found[-1 if part == "last" else int(part)] if found else None
    return found


PERSONS: Final = ("player", "winner", "discarder", "payer", "giver", "one", "other")
"""Fields that name a person, or the wind that the person sat on."""
PEOPLE: Final = ("players", *sorted(person_fields(Drawn)))
"""Fields that name several."""

ROLE_ENDED: Final = N_("Recorded in a role that had ended: check it")
"""The reason of a call for a referee that the hall makes itself."""

FORMS: Final[Mapping[str, Sequence[Form]]] = {
    "Seated": [Form(N_("The match begins: %(players)s"))],
    "Won": [
        Form(
            N_("%(winner)s wins %(points)s off %(giver)s; %(payer)s is responsible"),
            has=("discarder", "payer"),
            differ=("discarder", "payer"),
            named={"giver": "discarder"},
        ),
        Form(N_("%(winner)s wins %(points)s off %(giver)s"), has=("discarder",), named={"giver": "discarder"}),
        Form(N_("%(winner)s wins %(points)s off %(giver)s"), has=("payer",), named={"giver": "payer"}),
        Form(N_("%(winner)s wins %(points)s, self-drawn")),
    ],
    "Claimed": [Form(N_("Several players declare a win: %(claims)s"))],
    "Drawn": [Form(N_("Draw"))],
    "FalseWin": [Form(N_("False win of %(player)s: %(kind)s"))],
    "Penalty": [
        Form(N_("Penalty for %(player)s: %(amount)s (%(reason)s)"), has=("amount",)),
        Form(N_("Warning for %(player)s (%(reason)s)")),
    ],
    "Foul": [Form(N_("Foul of %(player)s (%(reason)s)"))],
    "Late": [Form(N_("%(player)s came late by %(minutes)s min"))],
    "DeadHand": [Form(N_("Dead hand of %(player)s (%(reason)s)"))],
    "Disqualified": [Form(N_("%(player)s is disqualified (%(reason)s)"))],
    "Forfeited": [Form(N_("%(player)s: no-show or left (%(reason)s)"))],
    "Substituted": [Form(N_("%(substitute)s plays for %(player)s (%(reason)s)"))],
    "ThreeLeft": [Form(N_("The others play on (%(reason)s)"))],
    "Renamed": [Form(N_("%(player)s is called %(name)s"))],
    "Erased": [Form(N_("A player's name is removed: shown as %(name)s"))],
    "Imported": [Form(N_("Imported from a file: %(records)s records before this one (checksum %(file)s)"))],
    "Pruned": [Form(N_("Photos deleted: %(photos)s"))],
    "Approved": [Form(N_("Hand %(hand)s is approved"))],
    "Appealed": [Form(N_("%(player)s appeals: %(reason)s"))],
    "AppealDecided": [
        Form(N_("Appeal of record %(of)s upheld: %(reason)s"), equal={"decision": "upheld"}),
        Form(N_("Appeal of record %(of)s dismissed: %(reason)s")),
    ],
    "TimeUp": [
        Form(N_("Time is up: the current hand is the last"), has=("in_play",)),
        Form(N_("Time is up: the current hand does not count")),
    ],
    "Result": [
        Form(
            N_("Totals typed from paper: %(totals)s; left on the table: %(left)s; penalties: %(penalties)s"),
            has=("left", "penalties"),
        ),
        Form(N_("Totals typed from paper: %(totals)s; left on the table: %(left)s"), has=("left",)),
        Form(N_("Totals typed from paper: %(totals)s; penalties: %(penalties)s"), has=("penalties",)),
        Form(N_("Totals typed from paper: %(totals)s")),
    ],
    "Swapped": [
        Form(
            N_("%(one)s and %(other)s were in each other's seats since hand %(since)s (%(reason)s)"),
            named={"one": "players.0", "other": "players.1"},
        )
    ],
    "Corrected": [
        Form(
            N_("Also won on the same tile: %(claim)s"),
            equal={"reason": ALSO_WON, "act.type": "Claimed"},
            named={"claim": "act.claims.last"},
        ),
        Form(N_("Record %(of)s corrected: %(act)s (%(reason)s)")),
    ],
    "Void": [Form(N_("Record %(of)s undone (%(reason)s)"))],
    "Opened": [Form(N_("The event %(name)s"))],
    "Entered": [
        Form(N_("Entered: %(name)s"), single=("people",), named={"name": "people.0.name"}),
        Form(N_("%(count)s players entered"), named={"count": "people"}),
    ],
    "Amended": [Form(N_("Entry of %(name)s corrected"), named={"name": "person.name"})],
    "Withdrawn": [
        Form(N_("%(player)s withdraws (%(reason)s)"), has=("reason",)),
        Form(N_("%(player)s withdraws")),
    ],
    "CheckedIn": [Form(N_("%(player)s checked in"), has=("here",)), Form(N_("%(player)s not checked in"))],
    "Paid": [Form(N_("%(player)s pays %(paid)s"), named={"paid": "amount"})],
    "Absent": [
        Form(N_("%(player)s misses round %(rounds)s"), has=("rounds",)),
        Form(N_("%(player)s misses no round")),
    ],
    "StoodIn": [
        Form(N_("%(by)s is the substitute for %(player)s in round %(rounds)s"), differ=("player", "by")),
        Form(N_("%(player)s sits in round %(rounds)s again")),
    ],
    "LinedUp": [
        Form(N_("%(team)s in round %(rounds)s: %(players)s"), has=("players",)),
        Form(N_("%(team)s in round %(rounds)s: all of them")),
    ],
    "SeatingDrawn": [
        Form(N_("Round %(since)s drawn by the standing"), has=("places",)),
        Form(N_("Seating drawn from round %(since)s on (seed %(seed)s)")),
    ],
    "SeatingPublished": [Form(N_("Seating of round %(round)s published"))],
    "Reseated": [
        Form(
            N_("%(one)s and %(other)s swap seats in round %(round)s (%(reason)s)"),
            has=("reason",),
            named={"one": "players.0", "other": "players.1"},
        ),
        Form(
            N_("%(one)s and %(other)s swap seats in round %(round)s"),
            named={"one": "players.0", "other": "players.1"},
        ),
    ],
    "StageBegun": [
        Form(
            N_("%(name)s, from round %(since)s: the best %(count)s go on, without the points so far"),
            has=("name",),
            equal={"carry": "none"},
            named={"count": "players"},
        ),
        Form(
            N_("A stage begins with round %(since)s: the best %(count)s go on, without the points so far"),
            equal={"carry": "none"},
            named={"count": "players"},
        ),
        Form(
            N_("%(name)s, from round %(since)s: the best %(count)s go on, with half of their points"),
            has=("name",),
            equal={"carry": "half"},
            named={"count": "players"},
        ),
        Form(
            N_("A stage begins with round %(since)s: the best %(count)s go on, with half of their points"),
            equal={"carry": "half"},
            named={"count": "players"},
        ),
        Form(
            N_("%(name)s, from round %(since)s: the best %(count)s go on, with all of their points"),
            has=("name",),
            named={"count": "players"},
        ),
        Form(
            N_("A stage begins with round %(since)s: the best %(count)s go on, with all of their points"),
            named={"count": "players"},
        ),
    ],
    "TableMoved": [
        Form(N_("Table %(table)s is table %(to)s from round %(since)s on (%(reason)s)"), has=("reason",)),
        Form(N_("Table %(table)s is table %(to)s from round %(since)s on")),
    ],
    "Started": [Form(N_("Round %(round)s begins"))],
    "Extended": [Form(N_("Table %(table)s, round %(round)s: %(minutes)s minutes more"))],
    "Finished": [Form(N_("Table %(table)s, round %(round)s: ended as it stands (%(reason)s)"))],
    "TableResult": [
        Form(
            N_(
                "Table %(table)s, round %(round)s: totals typed from paper for %(players)s: %(totals)s; "
                "penalties: %(penalties)s"
            ),
            has=("players", "penalties"),
        ),
        Form(
            N_("Table %(table)s, round %(round)s: totals typed from paper for %(players)s: %(totals)s"),
            has=("players",),
        ),
        Form(
            N_(
                "Table %(table)s, round %(round)s: totals typed from paper: %(totals)s; left on the table: %(left)s; "
                "penalties: %(penalties)s"
            ),
            has=("left", "penalties"),
        ),
        Form(
            N_("Table %(table)s, round %(round)s: totals typed from paper: %(totals)s; left on the table: %(left)s"),
            has=("left",),
        ),
        Form(
            N_("Table %(table)s, round %(round)s: totals typed from paper: %(totals)s; penalties: %(penalties)s"),
            has=("penalties",),
        ),
        Form(N_("Table %(table)s, round %(round)s: totals typed from paper: %(totals)s")),
    ],
    "TableResults": [Form(N_("Totals typed from paper at %(count)s tables, from a file"), named={"count": "results"})],
    "PastRounds": [
        Form(N_("Rounds played elsewhere, from a file: totals of %(count)s tables"), named={"count": "results"})
    ],
    "Released": [Form(N_("Results of round %(round)s published"))],
    "HeldBack": [Form(N_("Results of round %(round)s unpublished"))],
}
"""The forms of each act of all games and of events, by its type; the last of a type has no condition."""

_PLACE: Final = re.compile(r"%\((\w+)\)[ds]")
"""A field in a sentence."""

SEATED: Final = {
    "E": in_context("player", "East"),
    "S": in_context("player", "South"),
    "W": in_context("player", "West"),
    "N": in_context("player", "North"),
}
"""Players by their seat winds; a Chinese or Japanese one is not called as the tile is."""


def said(words: GameMessages, act: Act) -> str:
    """Return an act as a sentence of the list of records, with its points as its game counts them."""
    return said_of(words, act_to_dict(act))


def corrected(words: GameMessages, round: int, table: int, act: Act, when: str) -> str:
    """Return the sentence of a record that changed results after they were published.

    Args:
        words: The language.
        round: Number of the round.
        table: Number of the table.
        act: The act of the record, which has the reason.
        when: Its time, as the reader has it.
    """
    about = {"round": round, "table": table, "when": when, "says": said(words, act)}
    return words(N_("Round %(round)d, table %(table)d: corrected after publication, %(when)s. %(says)s"), about)


def imported(words: Messages, who: str | None) -> str:
    """Return who imported a record, in words; empty for None."""
    if who is None:
        return ""
    return words("imported by %(who)s from a file", {"who": who}) if who else words("imported from a file")


def outcome(words: GameMessages, hand: Hand, voided: str | None) -> str:
    """Return how a hand of a match ended, as a sentence; `voided` is that on a false win that ended it."""
    if hand.taken_back:
        return words(TAKEN_BACK)
    if voided:
        return voided
    if hand.won:
        wins = [
            {"type": "Won", "winner": winner, "points": won.points} | ({"discarder": giver} if giver else {})
            for (winner, won), giver in zip(hand.won.items(), hand.discarders, strict=True)
        ]
        return words("; ").join(said_of(words, win) for win in wins)
    if hand.outcome is None:
        if hand.typed:
            return words(N_("Totals typed from paper"))
        return words(N_("in play")) if hand.ended is None else words(N_("Not counted"))
    act = act_to_dict(hand.outcome)
    named = {name: [hand.seats.get(each, each) for each in act[name]] for name in PEOPLE if act.get(name)}
    return said_of(words, act | named)


def said_of_event(words: Messages, act: EventAct, event: Event) -> str:
    """Return an act of an event as a sentence, with its players by name."""
    return said_of(in_game(words), _with_names(msgspec.to_builtins(act), event))


def _with_names(act: Mapping[str, Any], event: Event) -> dict[str, Any]:
    def name(number: int) -> str:
        return event.name(number) if number in event.entrants else str(number)

    known: dict[str, Any] = {key: name(act[key]) for key in ("player", "by") if key in act}
    if "players" in act:
        known["players"] = [*map(name, act["players"])]
    return {**act, **known} | ({"act": _with_names(act["act"], event)} if "act" in act else {})


def said_of(words: GameMessages, act: Mapping[str, Any]) -> str:
    """Return an act as JSON has it, as a sentence; of an unknown type, the type."""
    kind = str(act["type"])
    forms = (*words.game.tables.get("acts", {}).get(kind, ()), *FORMS.get(kind, ()))
    form = next((form for form in forms if form.applies(act)), None)
    if form is None:
        return kind
    named = dict(act) | {name: picked(act, source) for name, source in form.named.items()}
    if "player" not in act and "seat" in act:
        named["player"] = act["seat"]
    return _says(words, form, {name: _field(words, name, value) for name, value in named.items()})


def _says(words: Messages, form: Form, named: Mapping[str, Any] | None = None) -> str:
    return words.of_context(*form.says) if isinstance(form.says, tuple) else words(form.says, named)


def _field(words: GameMessages, name: str, value: Any) -> Any:
    """Return a field of an act as its sentence has it."""
    match name, value:
        case "claims", list() | tuple():
            return words("; ").join(said_of(words, {"type": "Won"} | claim) for claim in value)
        case "claim", dict():
            return said_of(words, {"type": "Won"} | value)
        case "act", dict():
            return said_of(words, value)
        case "photos" | "count", list() | tuple():
            return len(value)
        case "rounds" | "totals" | "penalties", list() | tuple():
            return words(", ").join(map(str, value))
        case "paid", int():
            return money(value)
        case "points", int():
            return words.won(value)
        case "reason", str():
            return reason(words, value)
        case "kind", str():
            return words(false_win(value))
        case "why", str():
            return words(of_any("draws").get(value) or value)
        case _, list() | tuple() if name in PEOPLE:
            return words(", ").join(person(words, each) for each in value)
        case _, str() if name in PERSONS:
            return person(words, value)
    return value


def money(hundredths: int) -> str:
    """Return an amount in hundredths as a number, without those of a whole one."""
    return f"{hundredths / 100:.{2 if hundredths % 100 else 0}f}"


def person(words: Messages, who: str) -> str:
    """Return a person of an act: by name, or by the wind that they sat on."""
    return words.of_context(*SEATED[who]) if who in SEATED else who


def forms_json(words: Messages) -> dict[str, Any]:
    """Return the forms for pages that say acts before the server has them, with `{name}` for the fields of an act.

    `forms` are those of all games by type, and `games` has for each game its own forms, before which those come, and
    `win`, the points of a win; `winds`, `reasons`, `kinds` and `draws` are words by what is recorded. `of_hand` are the
    acts that mean the hand in play.
    """
    games = {
        game: {
            "forms": {
                kind: [_form_json(words, form) for form in some] for kind, some in each.tables.get("acts", {}).items()
            },
            "win": _placed(each.counting.win_form(words)),
        }
        for game, each in words_by_game().items()
    }
    every = words_by_game().values()
    return {
        "forms": {kind: [_form_json(words, form) for form in some] for kind, some in FORMS.items()},
        "games": games,
        "of_hand": [name for name, kind in plain_acts().items() if issubclass(kind, OF_HAND)],
        "persons": PERSONS,
        "people": PEOPLE,
        "winds": {wind: words.of_context(*who) for wind, who in SEATED.items()},
        "reasons": {recorded: words(message) for recorded, message in REASONS.items()},
        "kinds": {
            kind: words(message)
            for some in (FALSE_WINS, *[each.tables.get("false_wins", {}) for each in every])
            for kind, message in some.items()
        },
        "draws": {kind: words(message) for each in every for kind, message in each.tables.get("draws", {}).items()},
    }


def _form_json(words: Messages, form: Form) -> dict[str, Any]:
    """Return a form without the conditions that it has not."""
    conditions = {name: getattr(form, name) for name in ("has", "empty", "single", "differ", "equal", "named")}
    return {"says": _placed(_says(words, form))} | {name: value for name, value in conditions.items() if value}


def _placed(sentence: str) -> str:
    return _PLACE.sub(r"{\1}", sentence)
