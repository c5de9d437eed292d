"""Sentences that a voice speaks while a camera follows the play."""

import pytest

from scoring.follow.events import UNKNOWN, AnyEvent, Claim, Correction, Discard, Unseen
from webui.messages import Messages
from webui.messages.spoken import event, is_doubted, place, plain, taken_back, tile, wind

ENGLISH = Messages.of("en")


@pytest.mark.parametrize(
    ("seen", "doubted"),
    [
        (Discard(t=1, seat=1, tile="E", sure=True), False),
        (Discard(t=1, seat=1, tile="E"), True),
        (Discard(t=1, seat=1, tile=UNKNOWN), False),
        (Unseen(t=1, count=1, after=0), False),
        (Correction(t=1, of=1, now=None), False),
        (Claim(t=1, seat=2, kind="pung", tile="E", tiles=("E",) * 3, source=1), True),
    ],
)
def test_a_tile_that_the_camera_names_without_being_sure_is_doubted(seen: AnyEvent, doubted: bool) -> None:
    assert is_doubted(seen) is doubted


def test_a_wind_tile_is_not_called_as_the_player_of_that_wind() -> None:
    assert tile(ENGLISH, "E") == "the East tile"
    assert wind(ENGLISH, "E") != tile(ENGLISH, "E")
    assert tile(ENGLISH, "5p") == "5 Dots"


def test_players_are_called_by_their_place() -> None:
    assert place(ENGLISH, 0) == "you"
    assert len({place(ENGLISH, after) for after in range(4)}) == 4


def test_a_doubt_and_what_did_not_happen_are_said() -> None:
    seen = Discard(t=1, seat=1, tile="5p")
    said = plain(ENGLISH, seen, lambda seat: "East")
    assert "5 Dots" in said
    assert event(ENGLISH, seen, lambda seat: "East", False) == said
    assert event(ENGLISH, seen, lambda seat: "East", True) == f"{said} (not sure)"
    assert taken_back(ENGLISH, said) == f"Did not happen: {said}"
