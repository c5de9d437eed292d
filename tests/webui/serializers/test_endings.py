"""Gaps of a stored hand that is to be recorded: the sentence names a thing that nobody has said, in every book."""

from itertools import combinations
from typing import Final
from uuid import uuid4

import pytest

from scoring.follow.events import Declared, Drawn
from scoring.match.course import find_course
from scoring.match.event_acts import (
    Entered,
    EventAct,
    EventVoid,
    Opened,
    PlayerEntry,
    SeatingDrawn,
    Started,
    TableMoved,
)
from scoring.rules import BOOKS
from tests.scoring.match.builders import FOUR
from tests.served import Answers
from tests.webui.followed import AT
from webui.hall.desk import Hall
from webui.messages import Messages
from webui.messages.scoring import asked
from webui.messages.table import MISSING
from webui.serializers.deals import DealShown, deal_json
from webui.serializers.endings import Ending, table_hand_json, table_match_json
from webui.table.follow.journal import Begun
from webui.table.table import Table

ENGLISH: Final = Messages.of("en")
TILES: Final = "[CCCC]FFF222p44p33s 3s"
"""A hand with a kong that may be declared in every book with honours, and may have declared riichi."""

OF_SUITS: Final = "[5555m]777m222p44p33p 3p"
"""The same of suited tiles, one suit missing, for a book without honours."""

OF_SIXTEEN: Final = "[CCCC]FFF222p555p44p33s 3s"
"""The same of seventeen tiles."""

SAYS: Final = {
    "self-draw": ("self-draw", "discard"),
    "seat": ("seat=",),
    "round": ("round=",),
    "kong": ("no-kong", "discard"),
    "flowers": ("flowers=",),
    "flower-names": ("flowers=",),
    "riichi": ("riichi", "no-riichi"),
    "dora": ("dora=",),
    "ura": ("ura=", "no-riichi"),
    "wind": ("wind=",),
    "norths": ("norths=",),
}
"""The words of hand text, or their beginnings, that answer each open circumstance."""


def words_of(rules: str) -> list[list[str]]:
    """Return all that can be said of a win under some rules: self-drawn, off a discard, and in riichi closed or not."""
    book = BOOKS[rules]
    more = {
        "hk": [["flowers=0"]],
        "riichi": [["riichi", "dora=9p", "ura=0"], ["no-riichi", "dora=0"]],
        "sanma": [["riichi", "dora=9p", "ura=0", "norths=1"], ["no-riichi", "dora=0", "norths=0"]],
    }
    if book.game.id == "taiwan":
        more["taiwan"] = [["flowers=0", "wind=S"] if book.preset.answers["TW8"] == "dice" else ["flowers=0"]]
    ways = (["self-draw", "no-kong"], ["discard", "from=W"])
    return [[*way, "seat=S", "round=E", *others] for way in ways for others in more.get(book.game.id, [[]])]


def ending(table: Table, said: list[str]) -> Ending:
    play = BOOKS[table.rules].play
    tiles = OF_SIXTEEN if play.sets == 5 else TILES if "C" in play.faces else OF_SUITS
    shown = table_hand_json(table, table.intake.from_text(" ".join((tiles, *said))), ENGLISH).ending
    assert shown is not None
    return shown


def is_said(said: list[str], circumstance: str) -> bool:
    return any(word.startswith(SAYS[circumstance]) for word in said)


@pytest.mark.parametrize("rules", [name for name, book in BOOKS.items() if find_course(book.game)])
def test_the_sentence_on_what_is_missing_names_what_nobody_has_said(answers: Answers, rules: str) -> None:
    table = Table(answers, rules)
    table.record({"type": "Seated", "players": FOUR[: BOOKS[rules].play.players]}, uuid4(), "", "referee")
    for complete in words_of(rules):
        assert (ending(table, complete).missing, ending(table, complete).act is None) == (None, False)
        for unsaid in (unsaid for count in (1, 2) for unsaid in combinations(complete, count)):
            said = [word for word in complete if word not in unsaid]
            found = ending(table, said)
            if found.act:
                assert found.missing is None
                continue
            assert found.missing
            if found.missing == MISSING["winner"]:
                assert "seat=S" in unsaid
            elif found.missing == MISSING["discarder"]:
                assert not is_said(said, "self-draw") or ("discard" in said and "from=W" in unsaid)
            else:
                listed = found.missing.removeprefix("Still to be said: ").removesuffix(".").split(", ")
                named = [each for each in BOOKS[rules].game.ways.attributes if asked(each).open in listed]
                assert named, found.missing
                assert not [each for each in named if is_said(said, each)], (said, found.missing)


def test_a_hand_without_all_its_tiles_lacks_those(answers: Answers) -> None:
    table = Table(answers, "mcr")
    table.record({"type": "Seated", "players": FOUR}, uuid4(), "", "referee")
    few = table_hand_json(table, table.intake.from_text("123m"), ENGLISH)
    assert few.ending
    assert few.ending.missing == few.problem == "3 tiles, counting a kong as three: add 11 to make 14."


def test_who_waits_at_a_followed_draw_is_chosen_at_first(answers: Answers) -> None:
    """Those who declared riichi come first, and the words say the same."""
    table = Table(answers, "riichi-ema")
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    table.record({"type": "DeclaredRiichi", "seat": "Dai"}, uuid4(), "", "referee")
    hand = table.matches.deal()
    assert hand
    number = table.followed.begin(Begun(hand=hand, style="riichi", east=1), AT)

    def chosen() -> list[str]:
        current = table_match_json(table, ENGLISH).current
        assert current
        return current.of_draw["tenpai"]

    assert chosen() == ["Dai"]
    table.followed.append(number, AT, [(Drawn(number=1, t=9.0, waiting=(2, 4), sure=True), None)])
    assert chosen() == ["Dai", "Bo"]
    (step,) = table_deal(table, number).steps
    assert step.says == "The wall is used up, and nobody has won; ready: Bo, Dai"
    table.record({"type": "Drawn", "tenpai": chosen()}, uuid4(), "", "referee")
    assert chosen() == []  # of the next hand


def test_what_was_seen_and_not_recorded_is_named_where_a_draw_is_entered(answers: Answers) -> None:
    table = Table(answers, "riichi-ema")
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    hand = table.matches.deal()
    assert hand
    number = table.followed.begin(Begun(hand=hand, style="riichi", east=1), AT)
    declared = Declared(number=1, t=8.0, seat=2, what="riichi", tile="5s", sure=True)
    table.followed.append(number, AT, [(declared, None), (Drawn(number=2, t=9.0, sure=True), None)])
    (says,) = table_match_json(table, ENGLISH).unrecorded
    assert "Bo" in says
    assert "riichi" in says
    table.record({"type": "DeclaredRiichi", "seat": "Bo"}, uuid4(), "", "referee")
    assert table_match_json(table, ENGLISH).unrecorded == ()


@pytest.mark.parametrize(
    ("before", "acts", "shown"),
    [
        (0, [], (1, None)),
        (0, [TableMoved(1, 1, 5)], (None, 5)),
        (1, [TableMoved(1, 1, 5)], (1, 5)),  # the match before it is shown again
        (16, [TableMoved(1, 1, 5)], (1, 5)),
        (0, [TableMoved(1, 2, 5)], (1, None)),
        (0, [TableMoved(1, 1, 5), TableMoved(1, 5, 6)], (None, 5)),
        (0, [TableMoved(1, 1, 5), EventVoid(5)], (3, None)),
        (0, [EventVoid(4)], (None, None)),  # the round did not begin
    ],
)
def test_a_table_says_where_its_match_goes_on_that_the_desk_moved(
    before: int, acts: list[EventAct], shown: tuple[int | None, int | None], answers: Answers
) -> None:
    table = Table(answers, "mcr")
    hall = Hall(table.records, {1: table}.get)
    if before:
        table.record({"type": "Seated", "players": FOUR}, uuid4(), "", "table")
    for _ in range(before):
        table.record({"type": "Drawn"}, uuid4(), "", "table")
    hall.open(uuid4(), Opened("Cup", "mcr"), "", "desk")
    people = Entered(tuple([PlayerEntry(n, f"Player {n}") for n in range(1, 9)]))
    for done in (people, SeatingDrawn(1, (((1, 2, 3, 4), (5, 6, 7, 8)),)), Started(1), *acts):
        hall.record(1, uuid4(), done, "", "desk", "anyway")
    found = table_match_json(table, ENGLISH, hall)
    assert (found.number, found.gone_on or None) == shown
    assert not table_match_json(table, ENGLISH).gone_on
    table.record({"type": "Seated", "players": FOUR}, uuid4(), "", "table", force=True)
    assert not table_match_json(table, ENGLISH, hall).gone_on


def table_deal(table: Table, number: int) -> DealShown:
    deal = table.followed.read(number)
    assert deal
    return deal_json(table, deal, ENGLISH)
