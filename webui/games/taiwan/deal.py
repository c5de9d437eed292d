"""A deal of Taiwan in sentences: its acts, the payments with their reasons, what was remarked."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scoring.games.deal import SettledDeal, SettledStep
from scoring.games.taiwan.match import streak_of
from scoring.match.state import Hand
from scoring.tiles import WINDS
from webui.games.sections import HandSections
from webui.messages import N_, Messages
from webui.messages import scoring as wording

_REASONS: Final[Mapping[str, str]] = {
    "win": N_("win of %(seat)s, %(tai)d tai"),
    "win-drawn": N_("win of %(seat)s paid by all, %(tai)d tai"),
    "false-win": N_("false win"),
}
"""The reasons of payments; the tai are those of the hand, without the dealer's."""
_REMARKS: Final[Mapping[str, str]] = {
    "nearest-alone": N_("The next in turn wins alone: %(seat)s."),
    "no-win": N_("%(seat)s: %(hand)s does not win."),
}


def said(words: Messages, settled: SettledDeal) -> list[str]:
    """Return the acts of a deal, each with its payments and remarks below it, and how often the dealer has stayed."""
    named = {wind: wording.wind(words, wind) for wind in WINDS}
    lines = [line for number, step in enumerate(settled.steps, 1) for line in _step(words, number, step, named)]
    return [*lines, *([streak(words, settled.left["next_streak"])] if settled.over else [])]


def streak(words: Messages, stayed: int) -> str:
    """Return how often the dealer has stayed."""
    return words(N_("The dealer has stayed: %(streak)d"), {"streak": stayed})


def sections(words: Messages, hand: Hand) -> HandSections:
    """Return the name of a hand by the round and the dealer's wind in it, and what the dealer's tai add to payments."""
    dealer = words(wording.WINDS[WINDS[(hand.deal - 1) % len(WINDS)]])
    stayed = streak_of(hand)
    about = {"wind": words(wording.WINDS[hand.round_wind]), "dealer": dealer, "streak": stayed}
    if not stayed:
        return HandSections(title=words(N_("%(wind)s round, %(dealer)s deal"), about))
    title = words(N_("%(wind)s round, %(dealer)s deal · stayed %(streak)d"), about)
    return HandSections(title=title, remarks=[streak(words, stayed)])


def _step(words: Messages, number: int, step: SettledStep, named: Mapping[str, str]) -> Iterator[str]:
    yield f"{number}. {_act(words, step.act, named)}"
    for payment in step.payments:
        about = {"seat": named[payment.of], "tai": payment.fan or 0}
        paid = [f"{named[seat]} {wording.amount(due)}" for seat, due in payment.points.items() if due]
        why = words("(%(what)s)", {"what": words(_REASONS[payment.why], about)})
        yield f"   {words(', ').join(paid)}  {why}"
    for remark in step.remarks:
        yield "   " + words(_REMARKS[remark.kind], dict(remark.about) | {"seat": named[str(remark.about["seat"])]})


def _act(words: Messages, act: Mapping[str, Any], named: Mapping[str, str]) -> str:
    match act["act"]:
        case "won":
            winners = words(", ").join([named[each["seat"]] for each in act["wins"]])
            if act.get("from"):
                return words(N_("%(winners)s wins off %(giver)s"), {"winners": winners, "giver": named[act["from"]]})
            return words(N_("%(winners)s wins, paid by all"), {"winners": winners})
        case "false-win":
            return words(N_("False win of %(seat)s"), {"seat": named[act["seat"]]})
    return words(N_("The wall is used up"))
