"""The kinds of melds."""

from scoring import Meld


def test_melds_know_their_kind() -> None:
    assert [Meld(tuple(tiles), source).kind for tiles, source in (
        (("1m", "2m", "3m"), 1), (("E",) * 3, 2), (("E",) * 4, 6), (("E",) * 4, 0))
    ] == ["chow", "pung", "kong", "concealed-kong"]  # fmt: skip
