"""The walks of requests get no longer than they are."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.ordeals.quick import Same
from tests.walks import PHOTO, ROOT, Walk, followed, walks

MOST: Final[Mapping[str, Mapping[str, int]]] = {
    "photograph posted": {"transactions": 2, "statements": 8},
    "win recorded": {"transactions": 2, "statements": 9, "stays": 210, "files": 64},
    "match read": {"transactions": 1, "statements": 3, "calls": 780, "stays": 268},
    "hand as text": {"transactions": 2, "statements": 9, "calls": 1830, "stays": 530},
    "text scored": {"transactions": 0, "statements": 0, "stays": 37},
}
"""Figures that the walks have reached: one that falls is lowered here. Pictures are read by nothing here."""

RULE_BOOK: Final = str(ROOT / "scoring/rules.py"), "rule_book"
"""The search for a rule book by its name, made at most 4 times a walk: once to read a hand, to say its score and what
is idle in it, and to mark it."""

IN_DATABASE: Final = {
    "photograph posted": (3, 10),
    "win recorded": (2, 9),
    "match read": (1, 3),
    "hand as text": (2, 9),
    "text scored": (0, 0),
}
"""The most transactions and statements of a walk on PostgreSQL, which has the photo too: it is on the disk before it is
read, in a transaction of its own, since none stays open while it is read."""


def test_a_request_asks_the_database_and_goes_from_file_to_file_no_more_than_before(tmp_path: Path) -> None:
    for _, walked in walks(PHOTO, tmp_path / "first", Same()):
        walked()  # what a process computes once is computed, whichever tests ran in it before
    over = {}
    with closing(Walk()) as walk:
        for name, walked in walks(PHOTO, tmp_path / "second", Same()):
            with followed(walk):
                walked()
            counts = walk.counts()._asdict()
            if (searches := walk.calls.count(RULE_BOOK)) > 4:
                over[name, "rule books"] = searches
            over |= {(name, each): counts[each] for each, most in MOST[name].items() if counts[each] > most}
    assert over == {}


@pytest.mark.parametrize("signed_in", [False, True])
@pytest.mark.parametrize("shared", [False, True])
def test_a_signed_in_person_and_a_hall_ask_the_database_no_more(
    tmp_path: Path, postgres_url: str, shared: bool, signed_in: bool
) -> None:
    over, asked = {}, {}
    with closing(Walk()) as walk:
        for name, walked in walks(PHOTO, tmp_path, Same(), postgres_url if shared else None, signed_in):
            with followed(walk):
                walked()
            asked[name] = walk.transactions, walk.statements
            most = IN_DATABASE[name] if shared else (MOST[name]["transactions"], MOST[name]["statements"])
            over |= {name: asked[name]} if asked[name][0] > most[0] or asked[name][1] > most[1] else {}
    assert over == {}
    assert asked["win recorded"][1]
