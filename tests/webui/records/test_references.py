"""Photos and hands that acts name."""

import pytest

from scoring.match.records import Act, Claimed, Corrected, Drawn, Won
from webui.records.references import referenced_ids

ONE, TWO = Won("S", 24, "E", laid="h1", photo="p1"), Won("W", 8, "E", laid="h2", photo="p2")


@pytest.mark.parametrize(
    ("act", "photos", "hands"),
    [
        (ONE, ["p1"], ["h1"]),
        (Claimed((ONE, TWO)), ["p1", "p2"], ["h1", "h2"]),
        (Corrected(2, TWO, "counted anew"), ["p2"], ["h2"]),
        (Corrected(2, Claimed((ONE, TWO)), "counted anew"), ["p1", "p2"], ["h1", "h2"]),
        (Drawn(), [], []),
        (Won("S", 24, "E"), [], []),
    ],
)
def test_an_act_names_those_of_all_its_wins(act: Act, photos: list[str], hands: list[str]) -> None:
    assert [*referenced_ids(act, "photo")] == photos
    assert [*referenced_ids(act, "laid")] == hands
