"""The words of hand text that riichi adds, and the circumstances that they state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from scoring.extra import Extra, Words
from scoring.hand import Win

WORDS: Final = Words(
    flags={
        "riichi": ("riichi", True),
        "no-riichi": ("riichi", False),
        "double-riichi": ("double_riichi", True),
        "open-riichi": ("open_riichi", True),
        "from-riichi": ("from_riichi", True),
        "from-no-riichi": ("from_riichi", False),
        "ippatsu": ("ippatsu", True),
    },
    implied={"double-riichi": "riichi", "open-riichi": "riichi"},
    values={"dora": "tiles", "ura": "tiles", "honba": "number", "sticks": "number"},
    spellings={
        "self-draw": "tsumo ツモ 門前清自摸和 门前清自摸和",
        "discard": "ron 荣和 榮和 ロン",
        "last-tile self-draw": "haitei",
        "last-tile discard": "houtei",
        "kong self-draw": "rinshan 岭上开花 嶺上開花",
        "kong discard": "chankan",
        "heaven self-draw": "tenhou",
        "earth self-draw": "chiihou",
        "man discard": "renhou",
        "riichi": "立直 リーチ",
        "no-riichi": "未立直 ダマ 黙聴 默听 默聽",
        "double-riichi": "ダブル立直 ダブルリーチ 両立直 两立直 兩立直",
        "open-riichi": "オープン立直 オープンリーチ 開立直 开立直",
        "ippatsu": "一発 一发 一發",
    },
    names={
        "dora": "宝牌指示牌 寶牌指示牌 ドラ表示牌",
        "ura": "里宝牌指示牌 裏寶牌指示牌 裡寶牌指示牌 裏ドラ表示牌",
        "honba": "本场 本場",
        "sticks": "供托 供託",
    },
    counters=("honba",),
    offered=("tsumo", "ron", "haitei", "houtei", "rinshan", "chankan", "tenhou", "chiihou", "renhou"),
)
"""The words of riichi."""

IndicatorTiles = Annotated[tuple[Annotated[str, Meta(pattern="^([1-9][mps]|[ESWNCFP])$")], ...], Meta(max_length=5)]
"""Indicators of dora: one, and another for each kong of the table, at most four."""

Counters = Annotated[int, Meta(ge=0, le=99)]
"""A number of counters or riichi sticks on the table."""


@dataclass(frozen=True, slots=True)
class RiichiExtra(Extra):
    """The circumstances of a hand that riichi alone has.

    Attributes:
        riichi: True if declared, False if not, or None if unknown.
        double_riichi: True if declared in the first go-round; `riichi` is then True too.
        open_riichi: True if declared with the hand shown; `riichi` is then True too.
        from_riichi: True if the discarder of the winning tile has declared riichi, False if not, or None if unknown.
        ippatsu: True if won within a go-round of the declaration, unbroken by a claim.
        dora: The indicators that lie open, empty for none, or None if unknown.
        ura: The indicators below them, likewise.
        honba: Number of counters on the table.
        sticks: Number of riichi sticks on the table.
    """

    words: ClassVar[Words] = WORDS
    claims: ClassVar[Mapping[str, str]] = {"open-riichi": "open_riichi", "ippatsu": "ippatsu"}
    of_winner: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "riichi": ("riichi", "double_riichi", "open_riichi", "ippatsu", "ura")
    }
    of_discarder: ClassVar[tuple[str, ...]] = ("from_riichi",)

    game: Literal["riichi"] = field(default="riichi", kw_only=True)

    riichi: bool | None = None
    double_riichi: bool = False
    open_riichi: bool = False
    from_riichi: bool | None = None
    ippatsu: bool = False
    dora: IndicatorTiles | None = None
    ura: IndicatorTiles | None = None
    honba: Counters = 0
    sticks: Counters = 0


NOTHING: Final = RiichiExtra()
"""A hand of which none of it is known."""


def declared(win: Win) -> RiichiExtra:
    """Return the circumstances of a hand that riichi alone has."""
    return win.extra if isinstance(win.extra, RiichiExtra) else NOTHING
