"""Words for a riichi match: its deals and counters, how a hand was drawn, results."""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.games.riichi.hand import riichi_of
from scoring.games.riichi.payment import RiichiValue
from scoring.match.records import Drawn
from scoring.match.state import Hand
from webui.games.riichi.words import DRAWS, LEVELS, YAKUMAN_HAN
from webui.games.sections import HandSections
from webui.messages import N_, Messages
from webui.messages.scoring import WINDS

LIMITS: Final[Mapping[int, str]] = {5: "mangan", 6: "haneman", 8: "baiman", 11: "sanbaiman"}
"""The limits below a yakuman by their least han."""


def title(words: Messages, hand: Hand) -> str:
    """Return the name of a hand by its deal and counters."""
    honba = riichi_of(hand).honba
    about = {"wind": words(WINDS[hand.round_wind]), "deal": (hand.deal - 1) % len(hand.seats) + 1, "honba": honba}
    return words(N_("%(wind)s %(deal)d · honba %(honba)d") if honba else N_("%(wind)s %(deal)d"), about)


def value(words: Messages, worth: RiichiValue) -> str:
    """Return the name of a hand's value: its han and fu, or its limit."""
    if worth.fu:
        return words(N_("%(han)d han %(fu)d fu"), {"han": worth.han, "fu": worth.fu})
    times, level = worth.han // YAKUMAN_HAN, LIMITS.get(worth.han, "yakuman")
    if times > 1:
        return words(N_("%(times)d yakuman"), {"times": times})
    return words(LEVELS[level])


def paid(words: Messages, worth: RiichiValue, dealer: bool, self_drawn: bool) -> str:
    """Return the name of a hand's value with what is paid for it: by the discarder, or by each of the others."""
    main, additional = worth.parts(dealer, self_drawn)
    about = {"value": value(words, worth), "main": main, "additional": additional}
    if not self_drawn:
        return words(N_("%(value)s: %(main)d"), about)
    if dealer:
        return words(N_("%(value)s: %(main)d all"), about)
    return words(N_("%(value)s: %(additional)d–%(main)d"), about)


def draw(words: Messages, hand: Hand) -> str | None:
    """Return the reason of an abortive draw, or None."""
    abortive = hand.outcome.abortive if isinstance(hand.outcome, Drawn) else None
    return None if abortive is None else words(DRAWS[abortive])


def remarks(words: Messages, hand: Hand) -> list[str]:
    """Return who declared riichi in a hand, and how it was drawn."""
    found, riichi = list[str](), riichi_of(hand)
    closed = [player for player in riichi.declared if player not in riichi.opened]
    for says, declared in ((N_("riichi: %(players)s"), closed), (N_("open riichi: %(players)s"), riichi.opened)):
        if declared:
            found.append(words(says, {"players": words(", ").join(declared)}))
    if by := draw(words, hand):
        found.append(by)
    if riichi.tenpai is not None:
        found.append(_waited(words, riichi.tenpai))
    return found


def _waited(words: Messages, tenpai: Sequence[str]) -> str:
    """Return who was tenpai."""
    players = words(", ").join(tenpai) or words(N_("nobody"))
    return words(N_("tenpai: %(players)s"), {"players": players})


def sections(words: Messages, hand: Hand) -> HandSections:
    """Return the parts of a hand.

    Those who waited in it are chosen first where it is entered as drawn, or those who declared riichi, who must wait.
    """
    riichi = riichi_of(hand)
    declared = dict.fromkeys(riichi.declared, words(N_("riichi")))
    return HandSections(
        title=title(words, hand),
        drawn_by=draw(words, hand),
        waited=_waited(words, riichi.tenpai) if riichi.tenpai else "",
        declared=declared | dict.fromkeys(riichi.opened, words(N_("open riichi"))),
        remarks=remarks(words, hand),
        of_draw={"tenpai": riichi.declared if riichi.tenpai is None else riichi.tenpai},
    )
