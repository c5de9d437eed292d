"""Additions of a game to a value stand among the fields of the value in JSON, wherever that is."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from msgspec import UNSET, Struct, UnsetType, field

from webui.games.added import Added
from webui.serializers.encoding import encoded, plain
from webui.serializers.games import HandOfGame, OfGame


class Counted(Added, frozen=True, tag="toy"):
    corners: int
    best: str | UnsetType = UNSET


class Few(HandOfGame, frozen=True, kw_only=True):
    number: int
    as_: str | UnsetType = field(name="as", default=UNSET)


class More(Few, frozen=True, kw_only=True):
    before: Few | None = None


class Page(Struct, frozen=True):
    hands: Sequence[More] = ()
    named: Mapping[str, Few] = {}
    other: tuple[int, ...] = ()
    inner: "Page | None" = None


PLAIN = Few(number=1)
HAND = Few(number=2, as_="won", extra=Counted(corners=3))
BEST = More(number=4, before=HAND, extra=Counted(corners=0, best="x"))


@pytest.mark.parametrize(
    ("value", "sent"),
    [
        (PLAIN, {"number": 1}),
        (HAND, {"corners": 3, "number": 2, "as": "won"}),
        (BEST, {"corners": 0, "best": "x", "number": 4, "before": {"corners": 3, "number": 2, "as": "won"}}),
        (Page(), {"hands": [], "named": {}, "other": [], "inner": None}),
        (
            Page((More(number=5, before=HAND),), {"E": HAND, "S": PLAIN}, (6,), Page(inner=Page(named={"W": HAND}))),
            {
                "hands": [{"number": 5, "before": {"corners": 3, "number": 2, "as": "won"}}],
                "named": {"E": {"corners": 3, "number": 2, "as": "won"}, "S": {"number": 1}},
                "other": [6],
                "inner": {
                    "hands": [],
                    "named": {},
                    "other": [],
                    "inner": {
                        "hands": [],
                        "named": {"W": {"corners": 3, "number": 2, "as": "won"}},
                        "other": [],
                        "inner": None,
                    },
                },
            },
        ),
        ([PLAIN, {"it": HAND}, ()], [{"number": 1}, {"it": {"corners": 3, "number": 2, "as": "won"}}, []]),
        ({"n": np.float64(0.5)}, {"n": 0.5}),
    ],
    ids=["nothing", "one", "one in one", "empty", "deep", "no struct", "a number of NumPy"],
)
def test_what_games_add_stands_among_the_fields(value: Any, sent: Any) -> None:
    assert json.loads(encoded(value)) == json.loads(json.dumps(plain(value))) == sent


def test_what_is_added_names_its_game() -> None:
    assert isinstance(HAND, OfGame)
    assert HAND.extra.__struct_config__.tag == "toy"
