"""The JSON of readings and doubts."""

import json
from dataclasses import replace
from typing import Any

from tests.vision.builders import evidence, row
from vision.hand.interpret import read
from vision.reading import Pond
from webui.messages import Messages
from webui.serializers.encoding import encoded
from webui.serializers.readings import reading_json


def sent(value: Any) -> Any:
    """A struct as a program gets it."""
    return json.loads(encoded(value))


def test_json_has_the_keys_of_the_contract() -> None:
    data = sent(reading_json(read(evidence(row("123m456p789sEEEC C"))), Messages.of("en")))
    assert set(data) == {"size", "tiles", "groups", "hand", "sure", "doubts", "ms"}
    assert set(data["tiles"][0]) == {"tile", "face", "confidence", "quad", "group", "alternatives"}
    assert data["groups"][-1] == {"kind": "winning", "tiles": [13]}


def test_a_red_five_in_json_is_a_five_that_is_red() -> None:
    reading = read(evidence(row("123m456p789sEEEC C")))
    tiles = tuple(replace(tile, red=tile.tile == "5p") for tile in reading.tiles)
    data = sent(reading_json(replace(reading, tiles=tiles), Messages.of("en")))
    assert [(tile["tile"], tile["red"]) for tile in data["tiles"] if "red" in tile] == [("5p", True)]
    assert data["hand"] == reading.hand


def test_ponds_in_json_are_the_discards_in_order_with_what_is_known_of_their_players() -> None:
    ponds = (Pond(((5, 4), (3,)), "near", 2, 4), Pond(((0, 1, 2),)))
    reading = replace(read(evidence(row("123m456p789sEEEC C"))), ponds=ponds)
    assert sent(reading_json(reading, Messages.of("en")))["ponds"] == [
        {"rows": [[5, 4], [3]], "side": "near", "chair": 2, "riichi": 4},
        {"rows": [[0, 1, 2]]},
    ]


def test_a_doubt_in_json_says_what_else_it_may_be() -> None:
    """The tile after a gap within the row: of a chow, perhaps."""
    reading = read(evidence(row("123m456pEEE 789s CC")))
    assert {
        "tile": 9,
        "kind": "group",
        "reason": "two-groups",
        "about": {"group": "concealed", "other_group": "chow"},
        "why": "Is this concealed or chow?",
        "other_face": None,
        "other_group": "chow",
    } in sent(reading_json(reading, Messages.of("en")))["doubts"]
