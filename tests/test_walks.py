"""The walks of requests get no longer than they are."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.ordeals.quick import Same
from tests.walks import PHOTO, Walk, followed, walks

MOST: Final[Mapping[str, Mapping[str, int]]] = {
    "photograph posted": {"transactions": 2, "statements": 8},
    "win recorded": {"transactions": 2, "statements": 9, "stays": 248, "files": 65},
    "match read": {"transactions": 1, "statements": 3, "calls": 890, "stays": 391},
    "hand as text": {"transactions": 2, "statements": 9, "calls": 2100, "stays": 645},
    "text scored": {"transactions": 0, "statements": 0, "stays": 37},
}
"""Figures that the walks have reached: one that falls is lowered here. Pictures are read by nothing here."""


def test_a_request_asks_the_database_and_goes_from_file_to_file_no_more_than_before(tmp_path: Path) -> None:
    walk, over = Walk(), {}
    for name, walked in walks(PHOTO, tmp_path, Same()):
        with followed(walk):
            walked()
        counts = walk.counts()._asdict()
        over |= {(name, each): counts[each] for each, most in MOST[name].items() if counts[each] > most}
    assert over == {}
