"""Words for a match: its bodies, changes of places, and usual reasons of a referee."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final
from unicodedata import category

from scoring.match.bodies import Body
from scoring.match.course import results as results_of
from scoring.match.hanging import Hanging
from scoring.match.records import LadderName
from scoring.match.state import Hand, Match
from webui.messages import N_, Messages
from webui.messages.game import words_of

SYMBOL: Final = "Sc"
"""The Unicode category of symbols of currencies."""

BALANCED: Final = N_("Balanced: %(kept)d points deducted, totals %(kept)d below the start.")
BALANCED_WHOLE: Final = N_("Balanced: no points deducted, totals as at the start.")
BALANCED_AFTER: Final = N_("Balanced: %(after)d points deducted from the results, totals as at the start.")
BALANCED_BOTH: Final = N_(
    "Balanced: %(kept)d points deducted, totals %(kept)d below the start; %(after)d more deducted from the results."
)
NOT_BALANCED: Final = N_("Not balanced: %(kept)d points deducted, totals %(missing)d below the start.")
NOT_BALANCED_AFTER: Final = N_(
    "Not balanced: %(after)d points deducted from the results alone, but totals %(missing)d below the start."
)
NOT_BALANCED_BOTH: Final = N_(
    "Not balanced: %(kept)d points deducted, totals %(missing)d below the start; "
    "%(after)d more deducted from the results."
)

MOVE: Final = N_("%(player)s sits down where %(of)s sat")

PENALTIES: Final[Mapping[str, str]] = {
    "winning tile not taken before counting": N_("winning tile not taken before counting"),
}
"""Offences with an amount of their own in a body's book."""

LADDERS: Final[Mapping[LadderName, str]] = {
    "match": N_("Foul (counted over the match)"),
    "hand": N_("Foul (counted over this hand)"),
}

STEPS: Final[Mapping[str, str]] = {
    "dead-hand": N_("dead hand this time"),
    "disqualified": N_("disqualified this time"),
}
"""Steps of a ladder of fouls that cost no points, as the next one of a player."""

FOULS: Final[Mapping[LadderName, tuple[str, ...]]] = {
    "match": (N_("disturbed the game"), N_("looked at another's tiles"), N_("talked about the tiles")),
    "hand": (N_("empty call"), N_("drew early"), N_("late pung"), N_("kong in the turn of a chow or pung")),
}
"""Offered reasons for a foul: those of the printed book of 1998 for a hand, usual ones for the match.

The book forbids a kong in the turn of a chow or pung, and names no cost of its own for it.
"""

DEAD_HANDS: Final = (N_("wrong chow, pung or kong"), N_("wrong tile count"))
"""Reasons for a dead hand (printed book of 1998)."""

AS_ON_PAPER: Final = N_("as on paper")
BY_THE_HAND: Final = N_("who pays follows from the hand")
"""Reason of a correction of a hand's payer."""

ALSO_WON: Final = "another player won on the same discard"
"""Reason of the correction that adds a win to a hand, as it is recorded: `scoring.match.claims.REASON`."""

AT_ONCE: Final = "taken back at once"
"""Reason of an undo that follows at once, as it is recorded."""

TAKEN_BACK_AT_TABLE: Final = "taken back at the table"
"""Reason of an undo that the table itself makes, as it is recorded."""

REASONS: Final[Mapping[str, str]] = {
    **{
        message: message
        for message in (
            AS_ON_PAPER,
            BY_THE_HAND,
            *PENALTIES,
            *DEAD_HANDS,
            *(each for some in FOULS.values() for each in some),
        )
    },
    "wrong number of tiles": N_("wrong tile count"),
    ALSO_WON: N_("another player won on the same tile"),
    AT_ONCE: N_("undone at once"),
    TAKEN_BACK_AT_TABLE: N_("undone at the table"),
}
"""Reasons that are recorded in English when chosen, with the message that shows them."""


MOVED: Final = (
    N_("Record %(record)d would then count in hand %(after)d, no longer in hand %(before)d"),
    N_("%(n)d records would then count in another hand, first record %(record)d: hand %(after)d, not %(before)d"),
)
OTHERWISE: Final = (
    N_("Record %(record)d of hand %(before)d would then pay otherwise"),
    N_("%(n)d records would then pay otherwise, the first is record %(record)d of hand %(before)d"),
)


MOVES: Final = N_("Record %(record)d: hand %(after)d instead of hand %(before)d, paid as before")
PAYS: Final = N_("Record %(record)d of hand %(before)d: %(pays)s instead of %(paid)s")
MOVES_AND_PAYS: Final = N_("Record %(record)d: hand %(after)d instead of hand %(before)d, %(pays)s instead of %(paid)s")

RECOUNTED: Final = N_(
    "Counted anew since version 0.2.0: hands keep their dealer and counters when an earlier hand is undone. "
    "Totals before and now: %(totals)s."
)

UNDONE: Final = N_("Undone: %(act)s")
WHOLE_HAND: Final = N_("in the whole hand, with sticks and penalties")

TYPED: Final = N_("totals from paper")

BY_TOTALS: Final = {
    True: N_("%(player)s gains by the totals from paper"),
    False: N_("%(player)s loses by the totals from paper"),
}
"""Sentences on what typed totals change: True for points gained."""

TAKEN_BACK: Final = N_("taken back")
"""The end of a hand that was played, and whose record was voided after others were played."""

PLAYED: Final[Mapping[bool, str]] = {
    False: N_("Never played, a record too many: later hands move up"),
    True: N_("Played and taken back: it has no result, later hands stay"),
}
"""Answers of a void to the question whether its hand was played, if others were recorded after it."""


def hanging(words: Messages, found: Sequence[Hanging]) -> str:
    """Return the effect of a change on records that depend on it, as a sentence without its full stop."""
    moved = [each for each in found if each.before != each.after]
    first, *more = moved or found
    about = {"n": 1 + len(more), "record": first.record, "before": first.before, "after": first.after}
    return words((MOVED if moved else OTHERWISE)[bool(more)], about)


def effect(words: Messages, found: Hanging) -> str:
    """Return the effect of a change on one record that depends on it, with what it pays before and after."""
    paid, pays = gains(words, found.paid), gains(words, found.pays)
    sentence = PAYS if found.before == found.after else MOVES if paid == pays else MOVES_AND_PAYS
    about = {"record": found.record, "before": found.before, "after": found.after, "paid": paid, "pays": pays}
    return words(sentence, about)


def signed(points: int) -> str:
    """Return what one wins or loses as pages write it, U+2212 for minus."""
    return f"{points:+}".replace("-", "−")


def gains(words: Messages, points: Mapping[str, int]) -> str:
    """Return what players win and lose as a list."""
    changes = [f"{player} {signed(won)}" for player, won in points.items() if won]
    return words(", ").join(changes) or words(N_("no payments"))


def voided(words: Messages, match: Match, hand: Hand) -> str | None:
    """Return the sentence on a hand that a false win ended, or None."""
    by = match.voided_by(hand)
    return words(N_("False win of %(players)s, dealt again"), {"players": words(", ").join(by)}) if by else None


def result(points: Fraction) -> str:
    """Return a result in thousands as people write it, with its sign."""
    rounded = round(float(points), 2)
    return f"{'+' if rounded > 0 else '−' if rounded < 0 else ''}{abs(rounded):g}"


def results(match: Match) -> dict[str, str]:
    """Return the result by player in thousands; empty where points count, and before the match is over."""
    return {player: result(points) for player, points in results_of(match).items()}


def recounted(words: Messages, match: Match) -> str:
    """Return a sentence with both totals of a kept match that earlier versions counted otherwise, else nothing."""
    if not match.before:
        return ""
    totals = [f"{player} {match.before[player]} → {now}" for player, now in match.points.items()]
    return words(RECOUNTED, {"totals": words(", ").join(totals)})


def missing(words: Messages, match: Match) -> str:
    """Return the sentence on a match whose rules are not installed; "" if they are."""
    said = N_(
        "The rules %(rules)s are not installed here: this match is kept as it is, its list of records can be read, and "
        "no record can be added to it. Photos and tiles are kept without a score until they are installed again."
    )
    return words(said, {"rules": match.missing}) if match.missing else ""


def body(words: Messages, body: Body) -> str:
    """Return the name of a body for people."""
    return words(words_of(body.game).tables.get("bodies", {}).get(body.id, body.name))


def money(match: Match) -> dict[str, str]:
    """Return what each player has won or lost of the stake, with its currency; empty where nothing is at stake."""
    if not match.stake:
        return {}
    stake = Decimal(match.stake)
    return {
        player: ("+" if points > 0 else "") + in_money(stake * points, match.currency)
        for player, points in match.game_points.items()
    }


def in_money(amount: Decimal, currency: str) -> str:
    """Return an amount of money as people write it: A$224, −$0.50, 12 PLN.

    Args:
        amount: The amount.
        currency: Its currency; a symbol such as $ or A$ stands before the number, any other name behind it.
    """
    exponent = amount.normalize().as_tuple().exponent
    decimals = max(2, -exponent) if isinstance(exponent, int) and exponent < 0 else 0
    sign, number = "−" if amount < 0 else "", f"{abs(amount):.{decimals}f}"
    before = bool(currency) and category(currency[-1]) == SYMBOL
    return sign + currency + number if before else f"{sign}{number} {currency}".strip()


def terms(words: Messages, match: Match) -> list[str]:
    """Say what a point of the match is worth, where that is not simply a point."""
    found = []
    if match.body.unit != 1:
        sentence = N_("The house pays fractions: %(points)d points of this match are 1 of its table.")
        found.append(words(sentence, {"points": match.body.unit.denominator}))
    if match.stake:
        about = {"amount": in_money(Decimal(match.stake), match.currency)}
        found.append(words(N_("A point is worth %(amount)s."), about))
    return found


def points_head(words: Messages, unit: Fraction | None) -> str:
    """Return the heading of a column of points, with their unit where a house has fractions of a point."""
    if unit is None or unit == 1:
        return words(N_("Points"))
    return words(N_("Points of %(value)s each"), {"value": f"{float(unit):g}"})


def false_win_cost(
    words: Messages,
    each: int | None,
    disqualified: bool,
    deducted: int,
    dealer: int | None,
    player: str | None = None,
    after: bool = False,
) -> str:
    """Return what a false win costs by the body, as a sentence.

    Args:
        words: The language.
        each: Points paid to each other player, or None if the body names none.
        disqualified: True if the player is out of the match.
        deducted: Points lost to nobody instead.
        dealer: Points that the dealer pays each, or is paid; None if all get `each`.
        player: Who declared it, if that is known.
        after: True if deducted points count in the result alone, not in the totals.
    """
    if disqualified:
        return words("%(player)s is disqualified", {"player": player}) if player else words("disqualified")
    if deducted:
        lost = N_("%(points)s deducted from the result") if after else N_("%(points)s deducted, paid to nobody")
        return words(lost, {"points": deducted})
    if each is None:
        return words("the regulations name no amount")
    if dealer is not None:
        said = {"dealer": dealer, "each": each}
        return words("%(dealer)s where the dealer pays or gets, else %(each)s to each", said)
    if player:
        return words("%(player)s pays %(each)s to each other player", {"player": player, "each": each})
    return words("%(each)s to each other player", {"each": each})


def proof(words: Messages, holds: bool, kept: int, missing: int, after: int) -> str:
    """Return the check of fines against totals, as a sentence.

    Args:
        words: The language.
        holds: True if all is balanced; several rounds may be out by amounts that add up to nothing.
        kept: Points that fines deducted from the totals.
        missing: Points by which the totals are below the start.
        after: Points that fines deducted from results, which no total shows.
    """
    if not holds:
        said = (NOT_BALANCED_BOTH if kept else NOT_BALANCED_AFTER) if after else NOT_BALANCED
    elif after:
        said = BALANCED_BOTH if kept else BALANCED_AFTER
    else:
        said = BALANCED if kept else BALANCED_WHOLE
    return words(said, {"kept": kept, "missing": missing, "after": after})


def next_step(words: Messages, step: str | int | None) -> str:
    """Return what the next foul of a player costs; "" if the ladder of the body has ended."""
    if step is None:
        return ""
    if isinstance(step, str):
        return words(STEPS[step])
    return words("%(points)s this time", {"points": step}) if step else words("a warning this time")


def next_steps(words: Messages, steps: Iterable[str | int]) -> dict[str | int | None, str]:
    """Return what each step of a ladder costs, and "" for None, which is beyond the last."""
    return {step: next_step(words, step) for step in (*steps, None)}


def reason(words: Messages, text: str) -> str:
    """Return a reason for display: a usual one in the reader's language, any other in its author's words."""
    return words(REASONS[text]) if text in REASONS else text
