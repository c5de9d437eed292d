"""The kinds of melds, and circumstances that one game alone has."""

from dataclasses import dataclass, replace
from typing import ClassVar

from scoring import Meld, Win
from scoring.extra import Extra
from scoring.games.riichi.words import NOTHING, RiichiExtra
from scoring.hand import values_of, with_values


def test_melds_know_their_kind() -> None:
    assert [Meld(tuple(tiles), source).kind for tiles, source in (
        (("1m", "2m", "3m"), 1), (("E",) * 3, 2), (("E",) * 4, 6), (("E",) * 4, 0))
    ] == ["chow", "pung", "kong", "concealed-kong"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stones(Extra):
    game: ClassVar[str] = "corner"
    white: int | None = None
    black: bool = False


def test_what_one_game_alone_knows_is_asked_and_changed_by_its_name() -> None:
    plain = Win(("1m",), "1m", seat="S")
    assert values_of(plain, ("seat", "extra.white")) == ["S", None]
    stated = with_values(plain, {"seat": "E", "extra.white": 2}, Stones())
    assert stated == Win(("1m",), "1m", seat="E", extra=Stones(white=2))
    assert values_of(stated, ("extra.white",)) == [2]
    assert with_values(stated, {"extra.black": True}, Stones()).extra == Stones(2, True)
    assert with_values(stated, {"extra.riichi": True}, NOTHING).extra == RiichiExtra(riichi=True)  # of another game
    assert hash(stated) == hash(replace(stated))
