"""Sentences about the course of a deal."""

import pytest

from scoring.follow.events import AnyEvent, Claim, Correction, Declared, Discard, Drawn, Flower, Kong, Unseen, Win
from scoring.follow.state import stand
from scoring.rules import BOOKS
from webui.messages import Messages
from webui.messages.follow import event, giver, kong, state

EVENTS: dict[str, AnyEvent] = {
    "Seat 2: discards 5 Dots (not sure)": Discard(t=1, seat=2, tile="5p"),
    "Seat 2: discards East": Discard(t=1, seat=2, tile="E", sure=True),
    "Seat 3: chow 234s with 3 Bamboo from seat 2": Claim(
        t=2, seat=3, kind="chow", tile="3s", tiles=("2s", "3s", "4s"), source=2, sure=True
    ),
    "Seat 1: concealed kong of 2 Dots": Kong(t=3, seat=1, kind="concealed", tile="2p", tiles=("2p",) * 4, sure=True),
    "Seat 1: flower Plum": Flower(t=3, seat=1, tile="f1", sure=True),
    "Seat 1 sets a North aside": Flower(t=3, seat=1, tile="N", sure=True),
    "Seat 4: riichi": Declared(t=3, seat=4, what="riichi", sure=True),
    "Seat 4: wins with West from seat 1": Win(t=5, seat=4, tile="W", source=1, sure=True),
    "Seat 4: wins by self-draw with West": Win(t=5, seat=4, tile="W", source=0, sure=True),
    "Seat 4: wins with West": Win(t=5, seat=4, tile="W", source=None, sure=True),
    "The wall is used up, and nobody has won": Drawn(t=6, sure=True),
    "Seat 2: something was not seen": Unseen(t=6, seat=2, count=1, after=4),
    "Number 7 did not happen": Correction(t=6, of=7, now=None),
    "Number 7 corrected: Seat 1: discards North": Correction(t=6, of=7, now=Discard(t=5, seat=1, tile="N")),
}


@pytest.mark.parametrize(("said", "happened"), EVENTS.items())
def test_an_event_is_a_sentence(said: str, happened: AnyEvent) -> None:
    assert event(Messages.of("en"), happened) == said


@pytest.mark.parametrize("happened", EVENTS.values())
def test_an_event_is_said_in_chinese(happened: AnyEvent) -> None:
    assert not any("a" <= letter <= "z" for letter in event(Messages.of("zh"), happened).replace("234s", ""))


def test_what_stands_on_the_table() -> None:
    events: list[AnyEvent] = [
        Flower(t=1, seat=1, tile="f1"),
        Discard(t=2, seat=1, tile="3s"),
        Claim(t=3, seat=2, kind="chow", tile="3s", tiles=("2s", "3s", "4s"), source=1),
        Discard(t=4, seat=2, tile="E"),
    ]
    assert state(Messages.of("en"), stand(events), "in step") == [
        "Seat 1, flowers: f1",
        "Seat 2, pond: E",
        "Seat 2, melds: 234s",
        "Left in the wall: 90",
        "The camera follows the game",
    ]
    north = [Flower(t=1, seat=3, tile="N"), Flower(t=2, seat=3, tile="N")]
    assert state(Messages.of("en"), stand(north, BOOKS.plays["sanma"]), "in step")[0] == "Seat 3, set aside: N N"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("mcr", "It was a kong's replacement tile"),
        ("taiwan-home", "It was the replacement tile of a kong or a flower"),
        ("sanma-tenhou", "It was the replacement tile of a kong or a North"),
    ],
)
def test_a_replacement_tile_is_what_its_game_replaces(rules: str, said: str) -> None:
    assert kong(Messages.of("en"), True, True, BOOKS[rules].play) == said


GIVEN = {
    "en": (
        "Bo discarded it",
        "Bo added it to a kong, which was robbed",
        "Bo set it aside, and it was robbed",
        "Self-drawn",
    ),
    "zh": ("Bo打出", "Bo加杠此牌，被抢杠", "Bo拔出此北，被抢和", "自摸"),
    "zh_Hant": ("Bo打出", "Bo加槓此牌，被搶槓", "Bo拔出此北，被搶和", "自摸"),
    "ja": ("Boが捨てた", "Boが加槓し、槍槓された", "Boが抜いた北で、ロンされた", "ツモ"),
}
"""Givers of the winning tile: by a discard, by a robbed kong, by a robbed North, and nobody."""


@pytest.mark.parametrize("lang", GIVEN)
def test_who_gave_the_winning_tile_is_said_as_it_came(lang: str) -> None:
    words = Messages.of(lang)
    said = [giver(words, *each) for each in (("Bo", ""), ("Bo", "kong"), ("Bo", "north"), ("", ""))]
    assert tuple(said) == GIVEN[lang]
