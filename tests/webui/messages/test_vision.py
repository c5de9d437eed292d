"""Every reason for a doubt has a sentence that uses the parameters it has and no other."""

from typing import Any, get_args

import pytest

from tests.rows import row_by_row
from vision.reading import REASONS, Doubt, DoubtReason, GroupKind
from webui.messages import Messages
from webui.messages.errors import camera
from webui.messages.vision import DOUBTS, GROUPS, doubt

EXAMPLES: dict[str, Any] = {
    "kongs": ("1m", "C"),
    "face": "5m",
    "other_face": "6m",
    "group": "concealed-kong",
    "other_group": "winning",
    "count": 13,
    "chairs": (1, 4),
}
"""A value of each parameter that a reason may have."""

ENGLISH = Messages.of("en")


def test_every_reason_has_a_kind_and_a_sentence() -> None:
    assert set(REASONS) == set(DOUBTS) == set(get_args(DoubtReason))
    assert set(GROUPS) == set(get_args(GroupKind))


@row_by_row("reason", get_args(DoubtReason))
def test_a_doubts_sentence_needs_no_more_than_its_parameters(reason: DoubtReason) -> None:
    _, names = REASONS[reason]
    said = doubt(ENGLISH, Doubt(None, reason, {name: EXAMPLES[name] for name in names}))
    assert said
    assert "%" not in said


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (Doubt(0, "two-faces", {"face": "5m", "other_face": "6m"}), "Is this 5m or 6m?"),
        (
            Doubt(0, "settled-by-win", {"face": "5p", "other_face": "8p"}),
            "Looks like 8p, but only 5p makes a win. Which is it?",
        ),
        (
            Doubt(0, "two-groups", {"group": "concealed-kong", "other_group": "winning"}),
            "Is this concealed kong or winning?",
        ),
        (Doubt(None, "no-hand", {"count": 2}), "No hand lies here (tiles in the longest row: 2)"),
        (
            Doubt(None, "no-hand", {"count": 12}),
            "12 tiles in the row, and a hand has at least 14: the others are missing or not seen",
        ),
        (Doubt(None, "no-hand", {"count": 13}), "13 tiles in the row: one is missing or not seen. Where?"),
        (Doubt(None, "no-hand", {"count": 14}), "14 tiles in the row, but they do not lie as a hand"),
        (Doubt(None, "no-hand", {"count": 16}), "16 tiles in the row. Which of them are kongs?"),
        (Doubt(None, "no-hand", {"count": 20}), "20 tiles in the row, more than a hand has: move the others away"),
        (
            Doubt(None, "whose-hand", {"chairs": (1, 3, 4)}),
            "seats 1 and 3 and 4 show a hand: press the winner's button",
        ),
    ],
)
def test_parameters_stand_in_the_sentence(found: Doubt, says: str) -> None:
    assert doubt(ENGLISH, found) == says


def test_a_doubt_has_the_parameters_of_its_reason() -> None:
    with pytest.raises(ValueError, match="two-faces is about"):
        Doubt(0, "two-faces", {"face": "5m"})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Camera 0", "摄像头0"),
        ("The folder hands", "文件夹“hands”"),
        ("hand.mp4", "hand.mp4"),
        ("rtsp://a/b", "rtsp://a/b"),
    ],
)
def test_a_source_of_pictures_has_its_name_in_the_readers_language(name: str, said: str) -> None:
    assert camera(ENGLISH, name) == name
    assert camera(Messages.of("zh"), name) == said
