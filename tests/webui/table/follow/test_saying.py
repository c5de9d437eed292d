"""Remarks of a person on a followed deal, as entries of its journal, and the table after them."""

from uuid import UUID

import pytest

from scoring.errors import ScoringError
from scoring.follow.corrections import Word
from scoring.follow.events import Correction
from scoring.follow.files import to_line
from tests.webui.followed import followed
from webui.table.follow.journal import FollowedDeal
from webui.table.follow.saying import NoSuchStepError, SaidOfStep, entries, step_at
from webui.table.table import Table

ID = UUID("00000000-0000-4000-8000-000000000005")
OTHER = UUID("00000000-0000-4000-8000-000000000006")


class Spoken:
    """The deal of `followed`, of which people say things."""

    def __init__(self, table: Table) -> None:
        self.table, self.number = table, followed(table)

    @property
    def deal(self) -> FollowedDeal:
        found = self.table.followed.read(self.number)
        assert found is not None
        return found

    def row(self, says: int) -> int:
        """The number in the journal of the n-th step that holds."""
        return self.deal.steps[says - 1].number

    def say(self, row: int, said: SaidOfStep, id: UUID = ID) -> list[str]:
        self.table.filling.say(self.deal, entries(self.deal, row, said, id), "Bo")
        return [str(to_line(step.event).get("tile")) for step in self.deal.steps if hasattr(step.event, "tile")]


@pytest.fixture
def spoken(table: Table) -> Spoken:
    return Spoken(table)


def test_another_tile_changes_the_pond_and_what_is_counted(spoken: Spoken) -> None:
    assert [laid.tile for laid in spoken.deal.state().pond(1)] == ["?"]
    spoken.say(spoken.row(7), SaidOfStep(do="say", word=Word(tile="9m")))
    assert [laid.tile for laid in spoken.deal.state().pond(1)] == ["9m"]
    step = spoken.deal.steps[6]
    assert (step.said and step.said.by, step.first and to_line(step.first)["tile"]) == ("Bo", "?")
    assert entries(spoken.deal, step.number, SaidOfStep(do="say", word=Word(tile="9m")), ID) == []  # a second tap


def test_another_seat_and_a_call_in_place_of_a_discard_change_turn_melds_and_counts(spoken: Spoken) -> None:
    before = spoken.deal.state(9)
    assert (before.turn, before.hand(2)) == (3, 10)
    spoken.say(spoken.row(9), SaidOfStep(do="say", word=Word(seat=4)))
    assert spoken.deal.state(9).turn == 1
    spoken.say(spoken.row(9), SaidOfStep(do="say", word=Word(act="chow", tiles=("7s", "8s", "9s"), source=1)))
    now = spoken.deal.state(9)
    assert (now.turn, now.hand(4), [meld.tiles for meld in now.melds[4]]) == (4, 10, [("7s", "8s", "9s")])


def test_what_did_not_happen_leaves_the_table_and_comes_back(spoken: Spoken) -> None:
    row, left = spoken.row(3), spoken.deal.state().left
    assert "6p" not in spoken.say(row, SaidOfStep(do="deny"))
    assert spoken.deal.state().left == left + 1  # who claimed has not played: the next one to discard may have it
    assert [step.number for step in spoken.deal.denied] == [row]
    assert "6p" in spoken.say(row, SaidOfStep(do="undo"))
    assert spoken.deal.denied == ()
    with pytest.raises(NoSuchStepError):
        entries(spoken.deal, row, SaidOfStep(do="undo"), ID)


def test_a_step_is_put_in_where_it_was_missing_once_for_each_sender(spoken: Spoken) -> None:
    after = spoken.row(5)
    tiles = spoken.say(after, SaidOfStep(do="put-in", word=Word(tile="1s")))
    assert tiles == ["E", "E", "6p", "f1", "2s", "1s", "?", "E", "9s", "C", "C"]
    assert spoken.say(after, SaidOfStep(do="put-in", word=Word(tile="1s"))) == tiles
    assert spoken.deal.steps[5].event.seat == 4  # type: ignore[union-attr]  # who had to play
    assert spoken.say(0, SaidOfStep(do="put-in", word=Word(tile="9p")), OTHER)[0] == "9p"
    put = spoken.row(1)
    assert spoken.say(put, SaidOfStep(do="say", word=Word(tile="8p")))[0] == "8p"
    assert spoken.say(put, SaidOfStep(do="deny"))[0] == "E"
    assert [step.number for step in spoken.deal.denied] == [put]


def test_a_gap_becomes_what_was_not_seen(spoken: Spoken) -> None:
    gap = spoken.row(6)
    spoken.say(gap, SaidOfStep(do="say", word=Word(tile="1s")))
    assert to_line(spoken.deal.steps[5].event)["tile"] == "1s"
    assert spoken.deal.state().unseen == 0


def test_of_a_gap_of_several_one_is_known_and_the_others_stay_a_gap(table: Table, spoken: Spoken) -> None:
    step, _ = step_at(spoken.deal, spoken.row(6))
    wide = Correction(number=21, t=6, of=6, now=type(step.event)(number=6, t=6, seat=4, count=2, after=5))  # type: ignore[call-arg,arg-type]
    table.followed.append(spoken.number, spoken.deal.at, [(wide, None)])
    spoken.say(spoken.row(6), SaidOfStep(do="say", word=Word(tile="1s")))
    lines = [to_line(each.event) for each in spoken.deal.steps[5:7]]
    assert [(line["act"], line["seat"]) for line in lines] == [("discard", 4), ("unseen", 4)]
    assert (lines[1]["count"], spoken.deal.state().unseen) == (1, 1)


def test_what_there_is_no_step_for_and_what_cannot_be_is_refused(spoken: Spoken) -> None:
    for row, do in ((99, "say"), (99, "put-in"), (spoken.row(10), "deny"), (spoken.row(1), "undo")):
        with pytest.raises(NoSuchStepError):
            entries(spoken.deal, row, SaidOfStep(do=do), ID)  # type: ignore[arg-type]
    with pytest.raises(ScoringError):
        entries(spoken.deal, spoken.row(1), SaidOfStep(do="say", word=Word(tile="x")), ID)
