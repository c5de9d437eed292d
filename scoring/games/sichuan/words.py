"""The words of hand text that Sichuan adds, and the circumstances that they state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from scoring.extra import Extra, Words
from scoring.hand import Win

WORDS: Final = Words(
    flags={"kong-shot": ("shot", True)},
    values={"void": "suit", "out": "seats"},
    spellings={
        "kong self-draw": "杠上花 槓上花 点杠花 點槓花",
        "kong-shot discard": "杠上炮 槓上炮",
        "last-tile": "海底",
        "void=m": "缺万 缺萬 定缺万 定缺萬",
        "void=p": "缺筒 缺饼 缺餅 定缺筒 定缺饼 定缺餅",
        "void=s": "缺条 缺條 缺索 定缺条 定缺條 定缺索",
    },
    names={"void": "定缺", "out": "已胡 已和"},
    offered=("kong-shot",),
)
"""The words of Sichuan."""

Suit = Annotated[str, Meta(pattern="^[mps]$")]
"""A suit, by its letter."""

Seat = Annotated[str, Meta(pattern="^[ESWN]$")]
"""A seat, by its wind."""


@dataclass(frozen=True, slots=True)
class SichuanExtra(Extra):
    """The circumstances of a hand that Sichuan alone has.

    Attributes:
        shot: True if the winning tile was discarded right after a kong.
        void: The suit that the winner named as void, or None if unknown.
        out: Seats of the players who had won before.
    """

    words: ClassVar[Words] = WORDS
    claims: ClassVar[Mapping[str, str]] = {"kong-shot": "shot"}
    of_winner: ClassVar[Mapping[str, tuple[str, ...]]] = {"out": ("out",), "void": ("void",)}

    game: Literal["sichuan"] = field(default="sichuan", kw_only=True)

    shot: bool = False
    void: Suit | None = None
    out: tuple[Seat, ...] = ()


NOTHING: Final = SichuanExtra()
"""A hand of which none of it is known."""


def told(win: Win) -> SichuanExtra:
    """Return the circumstances of a hand that Sichuan alone has."""
    return win.extra if isinstance(win.extra, SichuanExtra) else NOTHING
