"""The verdict on a hand: the words of every state in every game, and the same words wherever it is shown."""

import re
from dataclasses import replace
from typing import Any, Final, NamedTuple

import pytest
from flask.testing import FlaskClient

from scoring.errors import MissingLibraryError
from scoring.games.riichi import combine
from scoring.rules import game_of
from tests.rows import row_by_row
from tests.webui.serializers.test_readings import sent
from webui.commands.score import assessed
from webui.games.verdict import Verdict, best_pattern, verdict_on
from webui.games.view import views
from webui.hand.edits import SetCircumstances
from webui.hand.hand import TableHand
from webui.hand.state import HandState, outcome
from webui.hand.text import from_text
from webui.messages import Messages
from webui.messages.game import game_words
from webui.messages.languages import variant_for
from webui.serializers.laid import laid_json
from webui.table.table import Table
from webui.table.watching import LaidHand

CHEAP: Final = "23m789m123s789s22p1m discard from=E seat=S round=E"
YAKUHAI: Final = "[CCC,1]123m456p789sE E"
HK_SHORT: Final = "[CCC,1]123m456p789sE E discard from=E seat=S round=E flowers=0"
CHICKEN: Final = "[234m,1][567s,1]55p78s222p9s discard from=E seat=S round=E"
NO_YAKU: Final = "[123m,1]567p345s88s67s 8s discard from=E seat=S round=E dora=7s"
TANYAO: Final = "234m067p345s88s67s 8s"
HEAVEN: Final = "123m456p789s234sE E self-draw seat=E round=E heaven"
ROOT: Final = "[888s,1]78s345456p66p 9s"
SIXTEEN: Final = "123m456m789m234p55p67s 8s"
ORPHANS: Final = "19m19p19sESWNCFP 1m self-draw seat=E round=E dora=0 heaven no-riichi"
WON: Final = "self-draw round=E seat=S"
LUCK: Final = "unless it was the last tile, the last of its kind or a robbed kong"
BOTH: Final = ("mcr", "zungjung", "hk", "riichi-ema")
NO_WIN: Final = ("bad", "No win", "These tiles make no winning hand", "", "No win", "No win", "No win")


class State(NamedTuple):
    """A hand in some state, with its verdict: kind, number or word with unit, sentence, reason, bar, brief, line."""

    rules: str
    text: str
    kind: str
    big: str
    says: str
    why: str
    bar: str
    brief: str
    line: str
    ruled_out: bool = False


STATES: Final = {
    "enough": [
        State("mcr", f"{YAKUHAI} {WON}", "good", "18 points", "A winning hand", "Checked by hand.", "Winning hand",
              "18 points", "18 points, enough points"),
        State("zungjung", f"{YAKUHAI} {WON}", "good", "10 points", "A winning hand", "Checked by hand.",
              "Winning hand", "10 points", "10 points, enough points"),
        State("hk", f"{YAKUHAI} {WON} flowers=0", "good", "3 faan", "A winning hand", "Checked by hand.",
              "Winning hand", "3 faan", "3 faan, enough faan"),
        State("riichi-ema", f"{TANYAO} {WON} riichi dora=4p ura=0", "good", "8000 points", "5 han 20 fu, mangan",
              "Checked by hand.", "5 han 20 fu, mangan", "8000 points", "5 han 20 fu, mangan: 8000 points"),
        State("sichuan-sbr", f"{ROOT} {WON}", "good", "1 fan", "A winning hand", "Checked by hand.",
              "Winning hand", "1 fan", "1 fan: 2 points"),
        State("sanma-tenhou", f"123p456p789p11s67s 8s {WON} riichi dora=W ura=0 norths=2", "good", "12000 points",
              "9 han 20 fu, baiman", "Checked by hand.", "9 han 20 fu, baiman", "12000 points",
              "9 han 20 fu, baiman: 12000 points"),
        State("taiwan-home", f"{SIXTEEN} {WON} flowers=0", "good", "3 tai", "A winning hand", "Checked by hand.",
              "Winning hand", "3 tai", "3 tai"),
    ],
    "blessing": [
        State("zungjung", HEAVEN, "good", "165 points", "A winning hand", "Checked by hand.", "Winning hand",
              "165 points", "165 points, enough points"),
        State("hk", f"{HEAVEN} flowers=0", "good", "10 faan", "A winning hand", "Checked by hand.", "Winning hand",
              "10 faan", "10 faan, enough faan, limit: the sum is capped"),
        State("riichi-ema", ORPHANS, "good", "48000 points", "yakuman", "Checked by hand.", "yakuman",
              "48000 points", "yakuman: 48000 points"),
    ],
    "only luck brings it up": [
        State("mcr", CHEAP, "open", "7 points", f"Not enough points (8 needed), {LUCK}", "7 points, 8 needed.",
              "Enough points?", "7 points", "7 points, below the minimum: 1 short of 8"),
        State("zungjung", CHICKEN, "open", "0 points",
              "Not enough points (5 needed), unless it was the last tile or a robbed kong", "0 points, 5 needed.",
              "Enough points?", "0 points", "0 points, below the minimum: 5 short of 5"),
        State("hk", HK_SHORT, "open", "2 faan",
              "Not enough faan (3 needed), unless it was the last tile",
              "2 faan, 3 needed.", "Enough faan?", "2 faan", "2 faan, below the minimum: 1 short of 3"),
        State("riichi-ema", NO_YAKU, "open", "0 points", "No yaku, unless it was the last tile",
              "A hand needs a yaku; dora are none.", "Any yaku?", "0 points", "no yaku, cannot win"),
    ],
    "not enough": [
        State("mcr", CHEAP, "bad", "7 points", "Below the minimum", "7 points, 8 needed.", "Below the minimum",
              "7 points, below the minimum", "7 points, below the minimum: 1 short of 8", True),
        State("mcr", f"{CHEAP} flowers=2", "bad", "9 points", "Below the minimum",
              "7 points, 8 needed (flowers do not count).", "Below the minimum", "9 points, below the minimum",
              "9 points, 2 of them flowers, below the minimum: 1 short of 8", True),
        State("zungjung", CHICKEN, "bad", "0 points", "Below the minimum", "0 points, 5 needed.",
              "Below the minimum", "0 points, below the minimum", "0 points, below the minimum: 5 short of 5", True),
        State("hk", HK_SHORT, "bad", "2 faan", "Below the minimum",
              "2 faan, 3 needed.", "Below the minimum", "2 faan, below the minimum",
              "2 faan, below the minimum: 1 short of 3", True),
        State("riichi-ema", NO_YAKU, "bad", "No yaku", "This hand cannot win",
              "A hand needs a yaku; dora are none.", "No yaku", "No yaku", "no yaku, cannot win", True),
    ],
    "open": [
        State("mcr", "23m789m123s789s22p1m", "open", "7 to 9 points",
              "May fall short of the minimum, depending on how it was won",
              "Still to be said: self-drawn or on a discard.", "How was it won?", "7 to 9 points",
              "7 to 9 points, perhaps below the minimum; say whether it was self-drawn: --words self-draw or discard"),
        State("mcr", f"{YAKUHAI} seat=S round=E", "open", "17 to 18 points", "Enough points in every case",
              "Still to be said: self-drawn or on a discard.", "How was it won?", "17 to 18 points",
              "17 to 18 points, enough points; say whether it was self-drawn: --words self-draw or discard"),
        State("hk", f"{YAKUHAI} self-draw seat=S round=E", "open", "2 to 5 faan",
              "May fall short of the minimum, depending on how it was won", "Still to be said: flowers or none.",
              "Open: flowers or none", "2 to 5 faan",
              "2 to 5 faan, perhaps below the minimum; say whether there is no flower: --words flowers=0"),
        State("hk", "[CCC,1][FFF,2][PPP,3]11m234p discard from=E round=E seat=S", "open", "8 to 10 faan",
              "Enough faan in every case", "Still to be said: flowers or none.", "Open: flowers or none",
              "8 to 10 faan",
              "8 to 10 faan, enough faan; say whether there is no flower: --words flowers=0"),
        State("riichi-ema", f"{TANYAO} {WON} no-riichi", "open", "2700 to 12000 points", "A yaku in every case",
              "Still to be said: dora indicators.", "Open: dora indicators", "2700 to 12000 points",
              "2700 to 12000 points; say the dora indicators: dora=4p, or dora=0 for none"),
        State("riichi-ema", f"{TANYAO} discard from=E round=E seat=S", "open", "2000 to 16000 points",
              "A yaku in every case", "Still to be said: dora indicators, ura dora indicators, riichi or not.",
              "Open: dora indicators and 2 more", "2000 to 16000 points",
              "2000 to 16000 points; say the dora indicators: dora=4p, or dora=0 for none, and the indicators below "
              "them: ura=9m, or ura=0 for none, and whether riichi was declared: --words riichi or no-riichi"),
        State("sichuan-home", ROOT, "open", "1 to 2 fan", "A winning hand in every case",
              "Still to be said: self-drawn or on a discard.", "How was it won?", "1 to 2 fan",
              "1 to 2 fan; say whether it was self-drawn: --words self-draw or discard"),
    ],
    "no win": [
        State("taiwan-home", "123m456m789m234p55p67s 1s discard seat=S from=E flowers=0", *NO_WIN),
        *[State(rules, "[CCC,1]123m456p789sE S", *NO_WIN) for rules in BOTH],
        State("sichuan-sbr", "123m456m123p55s66s 6s", *NO_WIN),
    ],
    "waits": [
        State(rules, "[CCC,1]123m456p789sE", "open", "", "Not complete",
              "13 tiles, counting a kong as three: add 1 to make 14.", "Not complete", "Not complete", "")
        for rules in BOTH
    ],
}  # fmt: skip

ROWS: Final = [pytest.param(row, id=f"{state}-{row.rules}") for state, rows in STATES.items() for row in rows]


def state_of(row: State) -> HandState:
    """Return the hand of a row, without the luck that a person ruled out."""
    state = from_text(row.text, row.rules)
    if not row.ruled_out:
        return state
    luck = tuple({each for some in outcome(state).lifting for each in some})
    return replace(state, won=replace(state.won, ruled_out=luck))


def said_of(row: State, lang: str = "en", **about: Any) -> Verdict:
    state = state_of(row)
    return verdict_on(Messages.of(lang), outcome(state), settled_by="person", **about)


@row_by_row("row", ROWS)
def test_every_state_has_its_words(row: State) -> None:
    found = said_of(row)
    big = f"{found.big} {found.unit}".strip()
    assert (found.kind, big, found.says, found.why, found.bar, found.brief) == row[2:8]
    worth = outcome(state_of(row)).assessment
    line = assessed(worth, Messages.of("en")).splitlines()[1] if worth else ""
    assert line == (f"  [{row.rules}] {row.line}" if row.line else "")


@row_by_row("row", ROWS)
def test_while_a_question_is_open_nothing_is_confirmed(row: State) -> None:
    for asked, bar in ((1, "Answer 1 question"), (3, "Answer 3 questions")):
        found = said_of(row, asked=asked)
        assert (found.kind, found.unit, found.says) == ("unsure", "provisional", "Please check the reading")
        assert (found.bar, found.brief, found.watched) == (bar, "To check", "The hand is being checked")
        worth = outcome(state_of(row)).assessment
        number = row.big.rpartition(" ")[0] if row.big != "No yaku" else "0"
        assert found.big == ("?" if worth is None else f"{number}?" if worth.wins else "No win?")
        assert found.why == (row.why if worth is None else f"{bar} to confirm the score.")


def test_without_its_library_no_verdict_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingLibraryError("", "2.1")

    monkeypatch.setattr(combine, "check_library", missing)
    (row,) = [row for row in STATES["enough"] if row.rules == "riichi-ema"]
    found = said_of(row)
    assert (found.kind, found.big, found.says, found.brief) == ("open", "", "Not scored", "Not scored")
    assert "pip install 'tableside[riichi]'" in found.why


def test_luck_that_lifts_a_hand_is_asked_for_until_it_is_ruled_out() -> None:
    (row,) = [row for row in STATES["only luck brings it up"] if row.rules == "mcr"]
    assert said_of(row).lifting == ("last-tile", "last-of-kind", "robbed-kong")
    assert said_of(row).watched == "The hand is being checked"
    assert said_of(row._replace(ruled_out=True)).lifting == ()


@pytest.mark.parametrize(
    ("rules", "text", "best", "worth"),
    [
        ("mcr", f"{YAKUHAI} {WON}", "Mixed Straight 8 · 4 more", "8"),
        ("zungjung", f"{YAKUHAI} {WON}", "Value Honor 10", "10"),
        ("hk", f"{YAKUHAI} {WON} flowers=0", "Self-Drawn 1 faan · 2 more", "1"),
        ("riichi-ema", f"{TANYAO} {WON} no-riichi dora=0", "Menzen Tsumo (Fully Concealed Hand): 1 han · 2 more",
         "1 han"),
        ("riichi-ema", ORPHANS, "Kokushi Musou Juusanmen Matchi (Thirteen Orphans, 13 waits): yakuman", "yakuman"),
        ("sichuan-sbr", f"{ROOT} {WON}", "Root 1 fan", "1"),
        ("mcr", "[CCC,1]123m456p789sE S", "", ""),
    ],
)  # fmt: skip
def test_the_highest_pattern_stands_in_one_line(rules: str, text: str, best: str, worth: str) -> None:
    worths = outcome(from_text(text, rules)).assessment
    assert worths
    game, words = game_words(rules), Messages.of("en")
    assert best_pattern(words, worths.shared) == best
    assert [game.counting.line(words, line) for line in worths.shared.lines][:1] == [worth][: bool(worth)]


def test_every_game_has_a_row_of_every_state_that_it_can_have() -> None:
    games = {game_of(row.rules).id for rows in STATES.values() for row in rows}
    assert games == set(views())


@pytest.mark.parametrize("lang", ["en", "zh", "zh_Hant"])
@pytest.mark.parametrize("row", ROWS)
def test_page_list_screen_and_command_line_say_the_same(
    client: FlaskClient, table: Table, monkeypatch: pytest.MonkeyPatch, row: State, lang: str
) -> None:
    hand, query = laid(table, row), f"lang={Messages.of(lang).tag}"
    at_table = variant_for(lang, [], game_of(row.rules).id)  # tables of some games have words of their own
    words, verdict = Messages.of(at_table), said_of(row, at_table)
    served = client.get(f"/api/hands/{hand.id}?{query}").get_json()["hand"]
    assert served["verdict"] == sent(verdict)
    assert f'<strong class="verdict {verdict.kind}">{verdict.brief}</strong>' in client.get(f"/t/1?{query}").text
    screen = client.get(f"/display/1?{query}").text
    shown = [verdict.watched]
    if verdict.kind == "good":
        shown = [f"<b>{verdict.big}</b>", verdict.unit]
    elif row.ruled_out:
        shown = [f"<b>{verdict.big}</b>", verdict.says]
    assert [each for each in shown if each not in screen] == []
    monkeypatch.setattr(table.equipment.watcher, "laid", lambda: [LaidHand(0, True, hand, True)])
    (lying,) = laid_json(table, words).hands
    assert (lying.kind, lying.says) == (verdict.kind, verdict.brief if verdict.big else verdict.why)
    worth = hand.outcome.assessment
    if worth and (row.rules, row.brief) != ("riichi-ema", "0 points"):  # it pays nothing, and says that it has no yaku
        line = assessed(worth, words).splitlines()[1].casefold()
        assert [part for part in re.split("[,，]", verdict.brief.casefold()) if part not in line] == []


def laid(table: Table, row: State) -> TableHand:
    """Return the hand of a row, laid at the table."""
    table.use_rules(row.rules)
    hand = table.intake.from_text(row.text)
    if row.ruled_out:
        hand = table.change(hand.id, SetCircumstances(state_of(row).won), hand.version)
    return hand
