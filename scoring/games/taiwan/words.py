"""The words of hand text that Taiwan adds, and the circumstances that they state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from scoring.extra import Extra, Words
from scoring.games.taiwan.patterns import Announced
from scoring.hand import Win
from scoring.tiles import FLOWERS

_COUNTED: Final = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十")
"""The numbers of continuations that players say as words."""


def _streaks() -> dict[str, str]:
    """Return the spellings of each number of continuations: 連二, 連2拉2, 連二拉二."""
    found = {}
    for number in range(1, 21):
        said = (str(number), *_COUNTED[number - 1 : number])
        found[f"streak={number}"] = " ".join(
            [spelling for each in said for again in "連连" for spelling in (f"{again}{each}", f"{again}{each}拉{each}")]
        )
    return found


WORDS: Final = Words(
    flags={
        "ready": ("announced", True),
        "ready=heaven": ("as_dealt", True),
        "ready=earth": ("at_once", True),
        "flower-win": ("by_flowers", True),
    },
    implied={"ready=heaven": "ready", "ready=earth": "ready"},
    values={"streak": "number", "wind": "wind"},
    spellings={
        "ready": "聽牌 听牌",
        "ready=heaven": "天聽 天听",
        "ready=earth": "地聽 地听",
        "flower-win": "花胡 八仙過海 八仙过海 七搶一 七抢一",
        "discard": "放槍 放枪",
        **_streaks(),
    },
    names={"wind": "開門 开门", "streak": "連莊 连庄"},
    offered=("ready", "flower-win"),
)
"""The words of Taiwan."""

OwnWind = Annotated[str, Meta(pattern="^[ESWN]$")]
"""A wind, by its letter."""

Continuations = Annotated[int, Meta(ge=0, le=99)]
"""A number of times that the dealer has stayed."""


@dataclass(frozen=True, slots=True)
class TaiwanExtra(Extra):
    """The circumstances of a hand that Taiwan alone has.

    Attributes:
        announced: True if the winner had announced a ready hand.
        as_dealt: True if announced as dealt, before the own first turn; `announced` is then True too.
        at_once: True if announced with the own first discard; `announced` is then True too.
        by_flowers: True if the winner wins by flowers: all eight, or seven and the eighth of another.
        streak: How often the dealer has stayed.
        wind: The winner's wind where it is not the place from the dealer, or None if unknown.
    """

    words: ClassVar[Words] = WORDS
    claims: ClassVar[Mapping[str, str]] = {"ready": "announced", "flower-win": "by_flowers"}
    of_winner: ClassVar[Mapping[str, tuple[str, ...]]] = {"wind": ("wind",)}

    game: Literal["taiwan"] = field(default="taiwan", kw_only=True)

    announced: bool = False
    as_dealt: bool = False
    at_once: bool = False
    by_flowers: bool = False
    streak: Continuations = 0
    wind: OwnWind | None = None

    @property
    def needs_no_tile(self) -> bool:
        """True for a win by flowers."""
        return self.by_flowers

    def flowers(self, drawn: bool) -> int:
        """Return all eight flowers of a win by them, or seven where another player drew the eighth."""
        return len(FLOWERS) - (not drawn) if self.by_flowers else 0

    def replaced(self, flowers: int | None) -> bool:
        """Return True unless there is no flower: the tile drawn for one wins as that of a kong."""
        return flowers != 0

    @property
    def ready(self) -> Announced:
        """The ready hand as it was announced."""
        if not self.announced:
            return ""
        return "heaven" if self.as_dealt else "earth" if self.at_once else "ready"


NOTHING: Final = TaiwanExtra()
"""A hand of which none of it is known."""


def told(win: Win) -> TaiwanExtra:
    """Return the circumstances of a hand that Taiwan alone has."""
    return win.extra if isinstance(win.extra, TaiwanExtra) else NOTHING
