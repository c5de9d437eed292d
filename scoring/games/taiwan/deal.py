"""The settlement of a whole deal of Taiwan, the next dealer, and how often the dealer has stayed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scoring.circumstances import assumed
from scoring.errors import NotationError
from scoring.games.deal import DealError, DealRemark, Payment, SettledDeal, SettledStep
from scoring.games.taiwan.combine import ENGINE
from scoring.games.taiwan.payment import false_win, split
from scoring.games.taiwan.presets import NONE, Preset
from scoring.games.taiwan.words import told
from scoring.notation import parse
from scoring.tiles import WINDS

_ACTS: Final = ("won", "draw", "false-win")
_MOST: Final = 999
"""The most tai of a record, and the most times that a dealer stays: more than any hand or evening has."""


class NextDealer(NamedTuple):
    """The deal after another: True if the dealer deals again, and how often they have stayed then."""

    stays: bool
    streak: int


def after_end(preset: Preset, streak: int, stays: bool) -> NextDealer:
    """Return the deal after one that ended with a win or drawn.

    Args:
        preset: The rules.
        streak: How often the dealer has stayed.
        stays: True if the dealer has won, or deals again after a drawn hand.
    """
    most = preset.answers["TW7"]
    if stays and (most == NONE or streak < int(most)):
        return NextDealer(True, streak + 1)
    return NextDealer(False, 0)


def nearest_first(seats: Sequence[str], giver: str | None) -> list[str]:
    """Return the winners of one tile in the order of play after who gave it."""
    first = WINDS.index(giver or "E")
    return sorted(seats, key=lambda seat: (WINDS.index(seat) - first) % len(WINDS))


def settle(given: Mapping[str, Any], preset: Preset) -> SettledDeal:
    """Settle a deal; the dealer sits East.

    Args:
        given: The keys `streak` and `acts` of a file.
        preset: The rules.

    Raises:
        DealError: An act cannot be, or not then.
    """
    streak = _number(0, given, "streak", 0)
    acts = given.get("acts", [])
    if not isinstance(acts, list) or not all(isinstance(act, Mapping) for act in acts):
        raise _wrong(0, "acts", acts, _ACTS)
    if (dealer := given.get("dealer", "E")) != "E":
        raise _wrong(0, "dealer", dealer, ("E",))
    steps: list[SettledStep] = []
    after: NextDealer | None = None
    open_: tuple[str, ...] = ()
    for number, act in enumerate(acts, 1):
        if after is not None:
            raise DealError("deal-over", act=number)
        match _one_of(number, act, "act", _ACTS):
            case "won":
                step, won, open_ = _won(number, act, preset, streak)
                after = after_end(preset, streak, "E" in won) if won else None
            case "false-win":
                step, after = _false_win(number, act, preset), NextDealer(True, streak)
            case _:
                step = SettledStep(act)
                after = after_end(preset, streak, preset.answers["TW6"] == "stays")
        steps.append(step)
    stays, streak = after or NextDealer(True, streak)
    return SettledDeal(tuple(steps), "E" if stays else "S", after is not None, open_, left={"next_streak": streak})


def _false_win(number: int, act: Mapping[str, Any], preset: Preset) -> SettledStep:
    seat = _one_of(number, act, "seat", WINDS)
    each = false_win(preset)
    points = {other: -each * (len(WINDS) - 1) if other == seat else each for other in WINDS}
    return SettledStep(act, (Payment("false-win", points, seat),))


def _won(
    number: int, act: Mapping[str, Any], preset: Preset, streak: int
) -> tuple[SettledStep, list[str], tuple[str, ...]]:
    """Pay a win, or several of one tile; return the step, the winners, and those whose hand is not counted yet."""
    wins = act.get("wins")
    if not isinstance(wins, list) or not wins or not all(isinstance(each, Mapping) for each in wins):
        raise _wrong(number, "wins", wins, ("[{seat, hand}]", "[{seat, tai}]"))
    giver = _one_of(number, act, "from", WINDS) if act.get("from") is not None else None
    given = {_one_of(number, each, "seat", WINDS): each for each in wins}
    if giver in given or len(given) < len(wins):
        raise DealError("deal-own", act=number, seat=giver if giver in given else wins[-1]["seat"])
    if len(given) > 1 and giver is None:
        raise DealError("deal-several-drawn", act=number)
    remarks: list[DealRemark] = []
    counted: dict[str, tuple[int | None, str | None]] = {}
    for seat, each in given.items():
        found = _counted(number, each, giver, preset, streak)
        if found is None:
            remarks.append(DealRemark("no-win", {"seat": seat, "hand": str(each["hand"])}))
        else:
            counted[seat] = found
    turn = nearest_first(list(counted), giver)
    if preset.answers["TW5"] == "nearest" and len(turn) > 1:
        remarks.append(DealRemark("nearest-alone", {"seat": turn[0]}))
        turn = turn[:1]
    payments = []
    for seat in turn:
        tai, payer = counted[seat]
        if tai is not None:
            points = split(preset.capped(tai), seat, payer, preset, streak)
            payments.append(Payment("win" if payer else "win-drawn", points, seat, tai))
    open_ = tuple([seat for seat in turn if counted[seat][0] is None])
    return SettledStep(act, tuple(payments), remarks=tuple(remarks)), turn, open_


def _counted(
    number: int, given: Mapping[str, Any], giver: str | None, preset: Preset, streak: int
) -> tuple[int | None, str | None] | None:
    """Return the tai of a win, None while they are not known, and who alone pays; None for a hand that does not win."""
    if given.get("hand") is None:
        return (None if given.get("tai") is None else _number(number, given, "tai", 0)), giver
    text = str(given["hand"])
    try:
        win = parse(text, game="taiwan")
    except NotationError as error:
        raise DealError("deal-hand", act=number, hand=text[:60]) from error
    own = replace(told(win), streak=streak)
    whole = replace(
        assumed(replace(win, self_draw=giver is None)), seat=str(given["seat"]), discarder=giver, discards=(), extra=own
    )
    sheet = ENGINE.score(whole, preset)
    return (sheet.total, giver) if sheet.legal else None


def _number(act: int, given: Mapping[str, Any], key: str, usual: int) -> int:
    """Return a number of the deal or of an act."""
    value = given.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST:
        raise _wrong(act, key, value, ("0", str(_MOST)))
    return value


def _one_of(act: int, given: Mapping[str, Any], key: str, known: Sequence[str]) -> str:
    """Return a value of an act that must be one of several."""
    value = given.get(key)
    if value not in known:
        raise _wrong(act, key, value, known)
    return str(value)


def _wrong(act: int, key: str, value: object, known: Sequence[str]) -> DealError:
    """Return the error of a value that cannot be."""
    return DealError("deal-value", act=act, key=key, value=f"{value!r:.40}", known=tuple(known))
