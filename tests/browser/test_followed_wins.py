"""Wins that the camera followed, on a phone under every rule book: the hand fills itself in, and one tap records it;
where having no flower counts, one more says that there was none, or of an unsure one that there were no more."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import uuid4

import numpy as np
import pytest
from msgspec.structs import replace as with_
from playwright.sync_api import Page, expect

from scoring.follow.events import AnyEvent, Claim, Discard, Flower, Kong, Win
from scoring.notation import expand
from scoring.play import Play
from scoring.rules import BOOKS
from tests.browser.accessible import check
from tests.browser.test_taps import finger, taps
from tests.long import long_but
from tests.vision.builders import before, evidence_from, overhead, row
from tests.webui.followed import AT
from vision.hand.candidates import hand_in_sight
from webui.hand.hand import TableHand
from webui.table.follow.journal import Begun
from webui.table.table import Table

__all__ = ["finger"]

Serve = Callable[[Table], str]

PLAYED: Final = ("mcr", "zungjung", "hk", "riichi-home", "sichuan-home", "taiwan-home")
FLOWERS: Final = ("mcr", "hk", "taiwan-home")
NONE_COUNTS: Final = ("hk", "taiwan-home")
"""Rules under which a winner without flowers has more, so that it is asked where none was seen."""
SUITS: Final = str.maketrans({"C": "9s", "E": "8s"})
"""The triplet and the pair of the hand where no honors are played."""

CHOWS = "123455667s"
LONGER = "123455667789s"
"""The chows of the hand, and those of one of five sets."""


def turns(plays: str, start: float) -> tuple[AnyEvent, ...]:
    """Return sure discards, such as `1:9p 2:E`, a second apart."""
    parts = [play.split(":") for play in plays.split()]
    return tuple(Discard(t=start + n, seat=int(seat), tile=tile, sure=True) for n, (seat, tile) in enumerate(parts))


@dataclass(frozen=True)
class Story:
    """A deal that seat 2 wins.

    Attributes:
        events: What was played, `E` and `C` where honors are played, after a turn of discards.
        melds: The melds as they lie.
        held: The concealed tiles.
        beside: The winning tile as it lies; "" if it stays in the pond.
        source: The seat that gave it, 0 if it was drawn.
        says: Words of the hand text.
        flower: A flower that lies apart, where the photo does not take it for the winner's.
        dora: Indicators, where there are any.
        left: Tiles left in the wall; None for many.
        tile: The winning tile.
    """

    events: tuple[AnyEvent, ...] = ()
    melds: str = ""
    held: str = f"{CHOWS} CCCE"
    beside: str = ""
    source: int = 1
    says: str = "from=E"
    dora: tuple[str, ...] = ("7p",)
    left: int | None = None
    tile: str = "E"
    played: tuple[str, ...] = PLAYED


CLAIMED = (
    *turns("1:C", 19),
    Claim(t=20, seat=2, kind="pung", tile="C", tiles=("C",) * 3, source=1, sure=True),
    *turns("2:7m 3:7m 4:7m", 21),
)
CALLED = (with_(CLAIMED[1], kind="kong", tiles=("C",) * 4), *CLAIMED[2:])  # type: ignore[call-overload]
KONG = Kong(t=30, seat=2, kind="concealed", tile="C", tiles=("C",) * 4, sure=True)
ROBBED = Kong(t=60, seat=1, kind="added", tile="7s", tiles=("7s",) * 4, sure=True)
FLOWER = Flower(t=0.5, seat=2, tile="f1", sure=True)
GIVEN, DREW = turns("1:E", 50), turns("1:2m", 50)
TWO = ("7p", "8m")

STORIES: Final = {
    "a tile that stays in the pond": Story(GIVEN),
    "a discard laid beside the hand": Story(GIVEN, beside=" E"),
    "a tile drawn": Story(DREW, beside=" E", source=0, says="self-draw"),
    "a tile drawn, among the others": Story(DREW, held=f"{CHOWS} CCCEE", source=0, says="self-draw"),
    "after a pung, in the pond": Story((*CLAIMED, *GIVEN), "C>CC", f"{CHOWS} E"),
    "after a pung that lies upright": Story((*CLAIMED, *GIVEN), "CCC", f"{CHOWS} E"),
    "after a claimed kong, in the pond": Story((CLAIMED[0], *CALLED, *GIVEN), "CCCC", f"{CHOWS} E", dora=TWO),
    "after a hidden kong, in the pond": Story(
        (KONG, *turns("2:7m 3:7m 4:7m", 31), *GIVEN), "_CCC_C", f"{CHOWS} E", dora=TWO
    ),
    "the replacement of a kong": Story((KONG,), "_CCC_C", f"{CHOWS} E", " E", 0, "self-draw kong", TWO),
    "a robbed kong": Story((ROBBED,), "", "12345566s CCCEE", " 7s", 1, "kong discard", tile="7s"),
    "a flower": Story((FLOWER, *GIVEN), says="flowers=f1", played=FLOWERS),
    "the replacement of a flower": Story(
        (*DREW, with_(FLOWER, t=60)), beside=" E", source=0, says="flowers=f1", played=FLOWERS
    ),
    "a flower that is not sure": Story((with_(FLOWER, sure=False), *GIVEN), says="flowers=f1", played=FLOWERS),
    "the last discard": Story(GIVEN, left=0, says="last-tile"),
    "the last tile drawn": Story(DREW, beside=" E", source=0, left=1, says="self-draw last-tile"),
}

USUAL: Final = {
    ("mcr", "a tile that stays in the pond"),
    ("zungjung", "after a hidden kong, in the pond"),
    ("hk", "a tile that stays in the pond"),
    ("mcr", "a flower that is not sure"),
    ("riichi-home", "the replacement of a kong"),
    ("sichuan-home", "a robbed kong"),
    ("taiwan-home", "the replacement of a flower"),
}
SCENES: Final = [(rules, name) for name, story in STORIES.items() for rules in story.played]


def of_book(text: str, play: Play) -> str:
    """Return tiles as a book has them: other ones for honors, and one more chow in a hand of five sets."""
    longer = text.replace(CHOWS, LONGER).replace("12345566s", "12345566789s") if play.sets == 5 else text
    return longer.translate(SUITS) if "E" in play.absent else longer


def named(event: AnyEvent, play: Play) -> AnyEvent:
    """Return an event with the tiles of a book."""
    tiles: dict[str, Any] = {"tile": of_book(getattr(event, "tile", ""), play)}
    if isinstance(event, Claim | Kong):
        tiles["tiles"] = tuple(of_book(tile, play) for tile in event.tiles)
    return with_(event, **tiles)


def played(story: Story, play: Play) -> list[AnyEvent]:
    """Return the events of a deal; the last discard before the win is in the order of play."""
    last = [named(event, play) for event in story.events]
    if story.left is None:
        return [*turns("1:1m 2:9m 3:1m 4:8m 1:2m 2:9m 3:3m 4:2m", 1), *last]
    number = play.draws - story.left
    return [*turns(" ".join(f"{(n - number) % 4 + 1}:5m" for n in range(number)), -200), *last]


def laid(table: Table, rules: str, story: Story) -> TableHand:
    """Follow a deal in the match of a table, and lay the hand that wins it."""
    play, hand = BOOKS[rules].play, table.matches.deal()
    assert hand is not None
    melds, held, tile = (of_book(text, play) for text in (story.melds, story.held, story.tile))
    seen = replace(
        evidence_from(before(2, row(f"{melds} {held.replace(' ', '')}{of_book(story.beside, play)}")), overhead(0.3)),
        sets=play.sets,
    )
    reading = replace(hand_in_sight(seen), chair=2)
    read = table.intake.from_reading(np.zeros((480, 1280, 3), np.uint8), reading, 2)
    among = [code for part in held.split() for code in expand(part)]
    if "among" not in story.held and len(among) + 3 * bool(melds) < play.size:
        among.append(tile)
    wall = {"wall": story.dora} if play.declares else {}
    win = Win(t=99, seat=2, tile=tile, source=story.source, hand=tuple(among), sure=True, **wall)
    number = table.followed.begin(Begun(hand=hand, style=play.style, east=1, play=play), AT)
    events = [*played(story, play), win]
    table.followed.append(number, AT, [(with_(event, number=n), None) for n, event in enumerate(events, 1)])
    table.filling.take(hand)
    found = table.hands.get(read.id)
    assert found is not None
    return found


def pay(table: Table, story: Story) -> None:
    """Record the kongs of the winner, which are paid as they are made."""
    for event in story.events:
        if isinstance(event, Kong) and event.kind == "concealed":
            table.record({"type": "MadeKong", "player": "Bo", "how": "concealed"}, uuid4(), "", "referee")
        if isinstance(event, Claim) and event.kind == "kong":
            claimed = {"type": "MadeKong", "player": "Bo", "how": "claimed", "giver": "Ann"}
            table.record(claimed, uuid4(), "", "referee")


@pytest.mark.parametrize(("rules", "name"), long_but(USUAL, SCENES))
def test_a_followed_win_is_recorded_in_one_tap(finger: Page, table: Table, serve: Serve, rules: str, name: str) -> None:
    story = STORIES[name]
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": rules}, uuid4(), "", "referee")
    if rules == "sichuan-home":
        pay(table, story)
    hand = laid(table, rules, story)
    assert hand.outcome.text is not None
    assert set(story.says.split()) <= set(hand.outcome.text.split())
    finger.goto(f"{serve(table)}/hands/{hand.id}")
    flowers = [event for event in story.events if isinstance(event, Flower)]
    doubted = not all(event.sure for event in flowers)
    if doubted:
        expect(finger.locator("#play-seen")).to_contain_text("Flowers: Plum (not sure)")
    if doubted or (rules in NONE_COUNTS and not flowers):
        expect(finger.locator("#verdict")).not_to_contain_text("no open questions")
        answer = "more-flowers-false" if doubted else "no-flowers-true"
        finger.click(f"label:has([data-key=say-{answer}])")
    expect(finger.locator("#verdict")).to_contain_text("Read by the camera, no open questions.")
    check(finger)
    taps(finger)
    finger.tap("[data-key=count-it]")
    expect(finger.locator("[data-key=take-back]")).to_be_visible()
    expect(finger.locator(".transfers")).to_contain_text("Ann pays Bo")
    assert taps(finger) == 1
