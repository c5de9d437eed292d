"""A deal of Sichuan in sentences: its acts, the payments with their reasons, what was remarked."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from scoring.games.deal import DealRemark, Payment, SettledDeal, SettledStep
from scoring.tiles import WINDS
from webui.games.sections import CourseLine
from webui.messages import N_, Messages
from webui.messages import scoring as wording
from webui.messages.tiles import tile

_KONGS: Final[Mapping[str, str]] = {
    "claimed": N_("%(seat)s: kong claimed from %(giver)s"),
    "added": N_("%(seat)s: kong added with the drawn tile"),
    "postponed": N_("%(seat)s: kong added later"),
    "concealed": N_("%(seat)s: concealed kong"),
}
_OTHERS: Final[Mapping[str, str]] = {
    "false-win": N_("False win of %(seat)s"),
    "dead-hand": N_("%(seat)s: dead hand"),
    "left": N_("%(seat)s has left"),
    "end": N_("The wall is out"),
}
_STATES: Final[Mapping[str, str]] = {
    "ready": N_("%(seat)s ready, %(fan)d fan"),
    "not ready": N_("%(seat)s not ready"),
    "pig": N_("%(seat)s flower pig"),
}
SeatNames = Mapping[str, str]
"""The names of the seats: winds, or players."""

_TO_NOBODY: Final = N_("%(seat)s loses %(points)d points to nobody")

EXCHANGES: Final[Mapping[str, str]] = {
    "across": N_("Three tiles are exchanged with the player across"),
    "left": N_("Three tiles are exchanged to the left"),
    "right": N_("Three tiles are exchanged to the right"),
}
_REASONS: Final[Mapping[str, str]] = {
    "kong-claimed": N_("kong"),
    "kong-added": N_("kong"),
    "kong-postponed": N_("kong"),
    "kong-concealed": N_("kong"),
    "kong-robbed": N_("the robbed kong does not count"),
    "kong-back": N_("kong paid back"),
    "kong-over": N_("kong handed over to the winner"),
    "win": N_("win of %(seat)s, %(fan)d fan"),
    "win-drawn": N_("self-drawn win of %(seat)s, %(fan)d fan"),
    "false-win": N_("false win"),
    "pig": N_("flower pig"),
    "ready-check": N_("ready check: %(seat)s is not ready"),
}
"""The reasons of payments."""
_REMARKS: Final[Mapping[str, str]] = {
    "no-kong-robbed": N_("No kong of %(seat)s was recorded just before: nothing is taken back."),
    "no-kong-before-shot": N_("No kong of %(seat)s was recorded: nothing is handed over. Was there one?"),
    "nearest-alone": N_("The next in turn wins alone: %(seat)s."),
    "no-win": N_("%(seat)s: %(hand)s does not win."),
}


def said(
    words: Messages, settled: SettledDeal, names: SeatNames | None = None, amount: Callable[[int], str] = wording.amount
) -> list[str]:
    """Return the acts of a deal, each with its payments and remarks below it.

    Args:
        words: The language.
        settled: The deal.
        names: The names of the seats; winds without them.
        amount: Writes what one wins or loses; by default as terminals have it.
    """
    named = names or {wind: wording.wind(words, wind) for wind in WINDS}
    return [line for number, step in enumerate(settled.steps, 1) for line in _step(words, number, step, named, amount)]


def course(words: Messages, settled: SettledDeal, names: SeatNames) -> list[CourseLine]:
    """Return the acts of a deal, each with its payments in points, and remarks below it."""
    found = []
    for number, step in enumerate(settled.steps, 1):
        found.append(CourseLine(f"{number}. {_act(words, step.act, names)}"))
        for payment in step.payments:
            paid = {names[seat]: due for seat, due in payment.points.items() if due}
            found.append(CourseLine(_reason(words, payment, names), paid))
        for seat, points in step.penalties.items():
            says = words(_TO_NOBODY, {"seat": names[seat], "points": -points})
            found.append(CourseLine(says, {names[seat]: points}))
        found += [CourseLine(_remark(words, remark, names)) for remark in step.remarks]
    return found


def _step(
    words: Messages, number: int, step: SettledStep, names: SeatNames, amount: Callable[[int], str]
) -> Iterator[str]:
    yield f"{number}. {_act(words, step.act, names)}"
    for payment in step.payments:
        why = words("(%(what)s)", {"what": _reason(words, payment, names)})
        yield f"   {_paid(words, payment.points, names, amount)}  {why}"
    for seat, points in step.penalties.items():
        yield "   " + words(_TO_NOBODY, {"seat": names[seat], "points": -points})
    for remark in step.remarks:
        yield f"   {_remark(words, remark, names)}"


def _act(words: Messages, act: Mapping[str, Any], names: SeatNames) -> str:
    seat, giver = (names.get(act.get(key, ""), "") for key in ("seat", "from"))
    match act["act"]:
        case "exchange":
            direction: str = act["direction"]
            return words(EXCHANGES[direction])
        case "kong":
            kind: str = act["kind"]
            said = words(_KONGS[kind], {"seat": seat, "giver": giver})
            return (
                words("%(what)s, %(tile)s", {"what": said, "tile": tile(words, act["tile"])})
                if act.get("tile")
                else said
            )
        case "won":
            winners = words(", ").join([names[each["seat"]] for each in act["wins"]])
            if giver and not act.get("bloom"):
                return words(N_("%(winners)s wins off %(giver)s"), {"winners": winners, "giver": giver})
            return words(N_("%(winners)s wins self-drawn"), {"winners": winners})
    kind = act["act"]
    said = words(_OTHERS[kind], {"seat": seat})
    given = act.get("states", {}).items()
    states = [_state(words, names[each], state) for each, state in given]
    return said + words(N_(": ")) + words(", ").join(states) if states else said


def _state(words: Messages, name: str, given: Mapping[str, Any]) -> str:
    state: str = given["state"]
    return words(_STATES[state], {"seat": name, "fan": given.get("fan", 0)})


def _reason(words: Messages, payment: Payment, names: SeatNames) -> str:
    about = {"seat": names[payment.of] if payment.of else "", "fan": payment.fan or 0}
    return words(_REASONS[payment.why], about)


def _remark(words: Messages, remark: DealRemark, names: SeatNames) -> str:
    about = dict(remark.about)
    return words(_REMARKS[remark.kind], about | {"seat": names[str(about["seat"])]})


def _paid(words: Messages, points: Mapping[str, int], names: SeatNames, amount: Callable[[int], str]) -> str:
    paid = [f"{names[seat]} {amount(due)}" for seat, due in points.items() if due]
    return words(", ").join(paid)
