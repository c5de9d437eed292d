"""A deal of riichi for three in sentences: its acts, the payments with their reasons, what was remarked."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from scoring.games.deal import DealRemark, Payment, SettledDeal, SettledStep
from scoring.games.sanma.payment import SEATS
from webui.messages import N_, Messages
from webui.messages import scoring as wording

_ACTS: Final[Mapping[str, str]] = {
    "riichi": N_("%(seat)s declares riichi"),
    "north": N_("%(seat)s sets a North aside"),
    "draw": N_("The wall is used up"),
    "abort": N_("Abortive draw: %(why)s"),
    "false-win": N_("False win of %(seat)s"),
}
_WHY: Final[Mapping[str, str]] = {
    "nine": N_("nine different terminals and honours"),
    "kongs": N_("four kongs"),
}
_REASONS: Final[Mapping[str, str]] = {
    "riichi": N_("riichi stick"),
    "stick-back": N_("riichi stick back"),
    "win": N_("win of %(seat)s"),
    "win-drawn": N_("self-drawn win of %(seat)s"),
    "noten": N_("not tenpai"),
    "nagashi": N_("nagashi mangan of %(seat)s"),
    "false-win": N_("false win"),
}
"""The reasons of payments."""
_REMARKS: Final[Mapping[str, str]] = {
    "norths-not-said": N_(
        "Norths that %(seat)s set aside: %(norths)d. The hand does not say norths=%(norths)d, and counts otherwise. "
        "Correct it."
    ),
    "north-breaks": N_(
        "A North was set aside before: %(words)s of %(seat)s does not count. Leave it out, or correct the acts."
    ),
    "north-before-nine": N_(
        "A North was set aside before: nine terminals and honours can no longer be declared. Check the acts."
    ),
}
_LEFT: Final[Mapping[str, str]] = {
    "sticks_left": N_("Riichi sticks on the table: %(count)d"),
    "next_honba": N_("Counters of the next deal: %(count)d"),
}


def said(words: Messages, settled: SettledDeal) -> list[str]:
    """Return the acts of a deal, each with its payments and remarks below it, and what the next deal begins with."""
    names = {wind: wording.wind(words, wind) for wind in SEATS}
    lines = [line for number, step in enumerate(settled.steps, 1) for line in _step(words, number, step, names)]
    return [*lines, *[words(_LEFT[name], {"count": count}) for name, count in settled.left.items()]]


def _step(words: Messages, number: int, step: SettledStep, names: Mapping[str, str]) -> Iterator[str]:
    yield f"{number}. {_act(words, step.act, names)}"
    for payment in step.payments:
        paid = [f"{names[seat]} {wording.amount(due)}" for seat, due in payment.points.items() if due]
        yield f"   {words(', ').join(paid)}  {words('(%(what)s)', {'what': _reason(words, payment, names)})}"
    for remark in step.remarks:
        yield f"   {_remark(words, remark, names)}"


def _act(words: Messages, act: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if act["act"] == "won":
        winners = words(", ").join([names[each["seat"]] for each in act["wins"]])
        if giver := names.get(act.get("from", "")):
            return words(N_("%(winners)s wins off %(giver)s"), {"winners": winners, "giver": giver})
        return words(N_("%(winners)s wins self-drawn"), {"winners": winners})
    kind: str = act["act"]
    reason: str = act.get("why", "")
    why = words(_WHY[reason]) if kind == "abort" else ""
    said = words(_ACTS[kind], {"seat": names.get(act.get("seat", ""), ""), "why": why})
    if kind != "draw":
        return said
    ready = [names[seat] for seat in SEATS if seat in act.get("tenpai", ())]
    players = words(", ").join(ready) or words(N_("nobody"))
    return said + words(N_(": ")) + words(N_("tenpai: %(players)s"), {"players": players})


def _reason(words: Messages, payment: Payment, names: Mapping[str, str]) -> str:
    return words(_REASONS[payment.why], {"seat": names.get(payment.of, "")})


def _remark(words: Messages, remark: DealRemark, names: Mapping[str, str]) -> str:
    about = dict(remark.about)
    if "seat" in about:
        about["seat"] = names[str(about["seat"])]
    if "words" in about:
        about["words"] = words(", ").join(cast("tuple[str, ...]", about["words"]))
    return words(_REMARKS[remark.kind], about)
