"""Remarks on a text that was read."""

import pytest

from scoring.hand import Meld
from scoring.notes import chow_givers, without_effect


def test_a_chow_is_claimed_from_the_left_alone() -> None:
    chow, pung = ("1m", "2m", "3m"), ("C", "C", "C")
    noted = chow_givers([Meld(chow, 1), Meld(chow, 2), Meld(chow, 3), Meld(chow, 0), Meld(pung, 2)])
    assert [(note.kind, dict(note.about)) for note in noted] == [
        ("chow-giver", {"tiles": chow, "source": 2}),
        ("chow-giver", {"tiles": chow, "source": 3}),
    ]


@pytest.mark.parametrize(
    ("rules", "word", "noted"),
    [("mcr", "heaven", True), ("hk", "heaven", False), ("hk", "last-of-kind", True), ("mcr", "riichi", True)],
)
def test_a_word_without_effect_is_remarked(rules: str, word: str, noted: bool) -> None:
    assert [note.about["word"] for note in without_effect([word], rules)] == [word] * noted
