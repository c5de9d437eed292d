"""Words and offers of a match of three: those of riichi, and the Norths that each player has set aside."""

from collections.abc import Sequence

from scoring.games.sanma.hand import sanma_of
from scoring.match.state import Hand, Match
from scoring.tiles import COPIES
from webui.games.forms import Offers
from webui.games.riichi import forms
from webui.games.riichi import match as of_riichi
from webui.games.sections import HandSections
from webui.messages import N_, Messages


def sections(words: Messages, hand: Hand) -> HandSections:
    """Return the parts of a hand: those of riichi, and who has set Norths aside."""
    found, said = of_riichi.sections(words, hand), norths(words, hand)
    return found._replace(remarks=[*found.remarks, said]) if said else found


def norths(words: Messages, hand: Hand) -> str:
    """Return the Norths that were set aside in a hand, by player; "" for none."""
    aside = sanma_of(hand).norths
    each = [
        words(N_("%(player)s %(count)d"), {"player": hand.seats[wind], "count": aside[hand.seats[wind]]})
        for wind in hand.winds
        if aside[hand.seats[wind]]
    ]
    return words(N_("Norths set aside: %(players)s"), {"players": words(", ").join(each)}) if each else ""


def act_forms(words: Messages, match: Match, hand: Hand) -> Sequence[Offers]:
    """Return a declaration of riichi and a North set aside for each player, where one is left."""
    found = list(forms.declarations(words, match, hand))
    if match.rules.preset.north == "bonus":
        gone = sanma_of(hand).norths.total() >= COPIES
        barred = match.players if gone else tuple(hand.dead)
        found.append(
            forms.offered(words, match, hand, "north", words(N_("Set a North aside")), {"type": "SetAside"}, barred)
        )
    return found
