"""Payments of a hand, by every way in which it may be recorded: always as its score sheet has them.

`TABLESIDE_CASES=10000` tries as many random hands as that in place of the usual few.
"""

import json
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import uuid4

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import score
from scoring.games.zungjung.payment import responsible
from scoring.hand import Win
from scoring.match.payers import mispaid
from scoring.match.records import act_to_dict
from scoring.match.seats import seats_of_deal
from scoring.notation import format_win
from scoring.tiles import PLAYED, WINDS
from tests.books import RULES
from tests.scoring.deal import random_win
from tests.scoring.match.builders import FOUR
from tests.served import Answers
from webui.cli import main
from webui.hand.hand import TableHand
from webui.records.store import Storage
from webui.rig.live_hand import ClaimWin, Given
from webui.table.outcomes import proposed_outcome
from webui.table.table import Table

HANDS: Final = 16
MATCHES: Final = max(1, int(os.environ.get("TABLESIDE_CASES", "0")) // HANDS)
TURN: Final = 6


@dataclass(frozen=True)
class Case:
    """A win in a hand of a match.

    Attributes:
        rules: The preset.
        number: Number of the hand.
        win: The hand with all that is known of it.
    """

    rules: str
    number: int
    win: Win

    @property
    def seats(self) -> dict[str, str]:
        return seats_of_deal(FOUR, self.number)

    @property
    def winner(self) -> str:
        return self.seats[self.win.seat or ""]

    @property
    def giver(self) -> str | None:
        """Name of the discarder."""
        return self.seats[self.win.discarder] if self.win.discarder else None

    @property
    def payer(self) -> str | None:
        """Name of who is responsible."""
        seat = responsible(self.win).seat if self.rules == "zungjung" else self.win.discarder
        return self.seats[seat] if seat else None

    @property
    def text(self) -> str:
        """The hand with seat, round, discarder and discards."""
        return format_win(self.win)

    @property
    def bare(self) -> str:
        """The hand as somebody types it, who says the discards but neither seat nor round nor discarder."""
        return format_win(replace(self.win, seat=None, round_wind=None, discarder=None, self_draw=None))

    @property
    def total(self) -> int:
        return score(self.win, self.rules).total

    @property
    def paid(self) -> dict[str, int]:
        """Payments of the players by the score sheet, by name."""
        paid = score(self.win, self.rules).payments
        assert paid is not None
        return {self.seats[seat]: points for seat, points in paid.items()}

    @property
    def sound(self) -> bool:
        sheet = score(self.win, self.rules)
        return sheet.legal and not sheet.findings


def case_of(rng: random.Random, rules: str, number: int) -> Case:
    """A win for a hand of a match, with a turn of discards before it or not."""
    while True:
        win = replace(random_win(rng), seat=rng.choice(WINDS), round_wind=WINDS[(number - 1) // 4], flowers=0)
        if rules == "zungjung":
            win = replace(win, last_of_kind=False)
        if not win.self_draw:
            discarder = rng.choice([wind for wind in WINDS if wind != win.seat])
            tiles = (win.winning or "", win.winning or "", *PLAYED[:3])
            before = [(rng.choice(WINDS), rng.choice(tiles)) for _ in range(rng.randrange(TURN))]
            followed = (*before, (discarder, win.winning or "")) if rng.random() < 0.7 else ()
            win = replace(win, discarder=discarder, discards=followed)
        found = Case(rules, number, win)
        if found.sound:
            return found


def record(table: Table, act: dict[str, Any]) -> int:
    return table.record(json.loads(json.dumps(act)), uuid4(), "", "referee")[0].number


def counted(table: Table, laid: TableHand) -> None:
    """“Count it” on the page of a laid hand, after the payments that it shows."""
    found = proposed_outcome(laid, table.matches, table.session.play, table.hands)
    assert found
    assert found.act
    assert found.refusal is None
    shown = found.after and found.after.match.hands[found.hand.number - 1].points
    record(table, act_to_dict(found.act))
    assert table.matches.current
    assert table.matches.current.match.hands[found.hand.number - 1].points == shown


def by_page(table: Table, case: Case, rng: random.Random) -> Case:
    counted(table, table.intake.from_text(case.text))
    return case


def by_laid(table: Table, case: Case, rng: random.Random) -> Case:
    laid = table.intake.from_text(case.text)
    winner = rng.choice([case.winner, case.win.seat])
    record(table, {"type": "Won", "winner": winner, "laid": laid.id})
    return case


def by_text(table: Table, case: Case, rng: random.Random) -> Case:
    """The discarder may be left to a hand that names it; a payer of null is one that nobody has named."""
    hand = rng.choice([case.bare, case.text])
    act: dict[str, Any] = {"type": "Won", "winner": case.winner, "points": case.total, "hand": hand}
    if rng.random() < 0.5:
        act["payer"] = None
    if not (hand == case.text or case.win.discards) or rng.random() < 0.5:
        act["discarder"] = case.giver
    if case.rules == "zungjung" and case.payer and rng.random() < 0.3:
        act["payer"] = case.payer
    record(table, act)
    return case


def by_points(table: Table, case: Case, rng: random.Random) -> Case:
    """As the page's form sends it: with the payer that follows from who discarded the tile first."""
    act = {"type": "Won", "winner": case.winner, "points": case.total, "payer": case.payer, "discarder": case.giver}
    record(table, act)
    return case


def by_points_alone(table: Table, case: Case, rng: random.Random) -> Case:
    case = replace(case, win=replace(case.win, discards=()))
    record(table, {"type": "Won", "winner": case.winner, "points": case.total, "discarder": case.giver})
    return case


def by_correction(table: Table, case: Case, rng: random.Random) -> Case:
    """As the desk and the page of a counted hand send it, once the next hand is in play."""
    laid = table.intake.from_text(case.text)
    wrong = next(name for name in FOUR if name != case.winner)
    number = record(table, {"type": "Won", "winner": case.winner, "points": 40, "discarder": wrong})
    act: dict[str, Any] = {"type": "Won", "winner": case.winner, "discarder": case.giver}
    act |= rng.choice([{"laid": laid.id}, {"hand": case.text, "points": case.total}])
    record(table, {"type": "Corrected", "of": number, "act": act, "reason": "x"})
    return case


def by_claims(table: Table, case: Case, rng: random.Random) -> Case:
    """Two claim one discard; the first pays by a turn of its own, as each winner's last discard was another."""
    giver = case.win.discarder
    if giver is None:
        return by_page(table, case, rng)
    after = WINDS.index(giver) + 1
    others = (WINDS[after:] + WINDS[:after])[:3]
    first, second = sorted(rng.sample(range(3), 2))
    won = replace(case, win=replace(case.win, seat=others[first]))
    lost = replace(case, win=replace(case.win, seat=others[second], discards=()))
    if not (won.sound and lost.sound):
        return by_page(table, case, rng)
    if rng.random() < 0.5:
        claims = [
            {"type": "Won", "winner": each.win.seat, "points": each.total, "hand": each.text, "discarder": giver}
            for each in (lost, won)
        ]
        record(table, {"type": "Claimed", "claims": claims})
        return won
    chair = table.session.play.chair_of
    for each in (lost, won):
        table.talk.do(ClaimWin(chair(each.win.seat or "")))
    table.talk.do(Given(chair(giver)))
    laid = [table.intake.from_text(each.text, chair(each.win.seat or "")) for each in (lost, won)]
    counted(table, table.hands.get(laid[1].id) or laid[1])
    assert table.matches.current
    assert len(table.matches.current.match.hands[case.number - 1].claims) == 2
    return won


Way = Callable[[Table, Case, random.Random], Case]
WAYS: Final[tuple[Way, ...]] = (
    by_page,
    by_laid,
    by_text,
    by_points,
    by_points_alone,
    by_correction,
    by_claims,
)
"""Every way in which a server may be given a win; each returns the win that was recorded."""

_matches = settings(max_examples=MATCHES, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@pytest.mark.parametrize("rules", ["zungjung", "mcr"])
@_matches
@given(seed=st.integers(0, 2**32))
def test_a_server_settles_every_hand_as_its_sheet(rules: str, seed: int) -> None:
    rng = random.Random(seed)
    table = Table(Answers(), records=Storage.open(None))
    record(table, {"type": "Seated", "players": list(FOUR), "rules": rules})
    for number in range(1, HANDS + 1):
        case, way = case_of(rng, rules, number), WAYS[number % len(WAYS)]
        if way is by_correction and number == HANDS:
            way = by_page
        won = way(table, case, rng)
        assert table.matches.current
        match = table.matches.current.match
        assert match.hands[number - 1].points == won.paid, (way.__name__, won.text)
        assert mispaid(match) == ()
    table.stop()


def run(*arguments: object) -> str:
    result = CliRunner().invoke(main, ["match", *map(str, arguments)])
    assert result.exit_code == 0, (arguments, result.output)
    return result.stdout


def command(case: Case, rng: random.Random) -> list[object]:
    """The win of a case as somebody may type it: by its hand or by its points."""
    act: list[object] = ["won", "--winner", rng.choice([case.winner, case.win.seat or ""])]
    if rng.random() < 0.6:
        act += ["--hand", case.bare, "--points", case.total]
        return act if case.win.discards else [*act, *(["--discarder", case.giver] if case.giver else [])]
    act += ["--points", case.total]
    if case.giver is None:
        return act
    if case.payer == case.giver:
        return [*act, rng.choice(["--discarder", "--payer"]), case.giver]
    return [*act, "--discarder", case.giver, "--payer", case.payer or "nobody"]


@pytest.mark.parametrize("rules", ["zungjung", "mcr"])
@_matches
@given(seed=st.integers(0, 2**32))
def test_commands_settle_every_hand_as_its_sheet(
    tmp_path_factory: pytest.TempPathFactory, rules: str, seed: int
) -> None:
    rng = random.Random(seed)
    file = tmp_path_factory.mktemp("match") / "match.jsonl"
    run("new", file, "--players", ",".join(FOUR), "--rules", rules)
    expected = []
    for number in range(1, HANDS + 1):
        case = case_of(rng, rules, number)
        if number % 4 == 0 and number < HANDS:
            run("record", file, "drawn")
            records = len(file.read_text().splitlines())
            run("record", file, "correct", records, "x", *command(replace(case), rng))
        elif number % 4 == 1 and case.win.discarder:
            claim = rng.choice([case.bare, case.total]) if not case.win.discards else case.bare
            run("record", file, "claimed", case.giver, "--claim", case.winner, claim)
        else:
            run("record", file, *command(case, rng))
        expected.append(case.paid)
    sheet = json.loads(run("show", file, "--json"))
    assert [hand["points"] for hand in sheet["hands"]] == expected
    assert sheet["mispaid"] == []


def test_the_presets_have_the_versions_that_kept_records_name() -> None:
    """Leave the payers out of the version: points of stored records are still compared with their sheets."""
    assert (RULES["zungjung"].version, RULES["mcr"].version) == ("1", "1")
