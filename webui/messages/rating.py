"""Words for ratings: the formulas by name, and what they are."""

from collections.abc import Mapping
from typing import Final

from scoring.match.rating import (
    BASES,
    BEST_EVENTS,
    FULL_EVENTS,
    LEAST_EVENTS,
    LEAST_FACTOR,
    MORE_EVENTS,
    SETTLED,
    SPREAD,
    START,
    RatingRule,
)
from webui.messages import N_, Messages

RATINGS: Final[Mapping[RatingRule, str]] = {
    "elo": N_("Rating R (Elo for tables of four)"),
    "mers": N_("Rating as in the European ranking (MERS)"),
}
"""The formulas by name."""

_FORMULAS: Final[Mapping[RatingRule, str]] = {
    "elo": N_(
        "The rating R of tenhou.net: everybody begins with %(start)d. A match adds factor × (base + (mean of the table "
        "− own rating) / %(spread)d), with the bases %(bases)s for the places, shared by equal players. The factor "
        "falls from 1 to %(least)s over %(settled)d matches."
    ),
    "mers": N_(
        "As the European ranking since 2018 (mahjong-europe.org): an event gives 1000 × (players − place) / (players − "
        "1), after a year with half weight, after two years nothing. Half of the rating is the mean of the best "
        "%(full)d events and %(more)d %% of those above, half that of the best %(best)d; missing ones up to %(full)d "
        "count 0, and %(least)d are needed. The association weighs an event by its length, players and countries; here "
        "each event weighs what its director gives it, 1 if nothing was given."
    ),
}

COUNTED: Final = N_("A match of an event counts once its round is published, an event once all of its rounds are.")
"""The matches and events that count."""


def formula(words: Messages, rule: RatingRule) -> str:
    """Return a formula with its parameters and its source."""
    bases = words(", ").join(map(str, BASES)).replace("-", "\N{MINUS SIGN}")
    about: dict[RatingRule, dict[str, object]] = {
        "elo": {"start": START, "spread": SPREAD, "bases": bases, "least": LEAST_FACTOR, "settled": SETTLED},
        "mers": {
            "full": FULL_EVENTS,
            "more": int(100 * MORE_EVENTS),
            "best": BEST_EVENTS,
            "least": LEAST_EVENTS,
        },
    }
    return words(_FORMULAS[rule], about[rule])
