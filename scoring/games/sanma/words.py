"""The words of hand text of riichi for three, and the circumstances that they state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from scoring.extra import Words
from scoring.games.riichi.words import WORDS as OF_RIICHI
from scoring.games.riichi.words import RiichiExtra
from scoring.hand import Win
from scoring.tiles import COPIES

_SHOWN: Final = ("open-riichi", "from-riichi", "from-no-riichi")
"""The words of riichi with the hand shown, which three do not play."""

_NORTHS: Final = "抜き北 北抜き 抜きドラ 拔北 キタ kita pei nuki"
"""Norths set aside; one where no number stands behind it."""

WORDS: Final = Words(
    flags={word: sets for word, sets in OF_RIICHI.flags.items() if word not in _SHOWN}
    | {"rob-north": ("robbed", True)},
    implied={"double-riichi": "riichi"},
    values={**OF_RIICHI.values, "norths": "count"},
    spellings={word: said for word, said in OF_RIICHI.spellings.items() if word not in (*_SHOWN, "man discard")}
    | {"rob-north discard": "搶北 抢北 搶き北"}
    | {"norths=1": f"{_NORTHS} 北1", **{f"norths={n}": f"北{n}" for n in (2, 3, 4)}},
    names={**OF_RIICHI.names, "norths": _NORTHS},
    counters=OF_RIICHI.counters,
    offered=tuple([word for word in OF_RIICHI.offered if word != "renhou"]),
)
"""The words of riichi for three."""

Norths = Annotated[int, Meta(ge=0, le=COPIES)]
"""A number of Norths set aside."""


@dataclass(frozen=True, slots=True)
class SanmaExtra(RiichiExtra):
    """The circumstances of a hand that riichi for three alone has: those of riichi, and Norths.

    Attributes:
        norths: Norths that the winner has set aside, or None if unknown.
        robbed: True if won on the North that another player just set aside.
    """

    words: ClassVar[Words] = WORDS
    claims: ClassVar[Mapping[str, str]] = {"ippatsu": "ippatsu", "rob-north": "robbed"}

    game: Literal["sanma"] = field(default="sanma", kw_only=True)  # type: ignore[assignment]

    norths: Norths | None = None
    robbed: bool = False


NOTHING: Final = SanmaExtra()
"""A hand of which none of it is known."""


def stated(win: Win) -> SanmaExtra:
    """Return the circumstances of a hand that riichi for three alone has."""
    return win.extra if isinstance(win.extra, SanmaExtra) else NOTHING
