"""`tableside score` as people and scripts use it."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import PackageNotFoundError
from itertools import permutations
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner, Result

from scoring.circumstances import assess
from scoring.notation import LONGEST, parse
from tests.books import RULES
from tests.waiting import child
from webui.cli import main
from webui.commands.score import assessed
from webui.messages import Messages
from webui.serializers.scoring import assessment_json, sheet_json

WON = "[CCC,1]123m456p789sE E self-draw seat=S flowers=2"
SHORT = "23m789m123s789s22p1m"
LOST = "123m456p789sEESS5m"


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, ["score", *arguments], input=stdin)


def test_a_sheet_can_be_read_aloud() -> None:
    result = run(WON)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        WON,
        "  [mcr] 20 points, 2 of them flowers, enough points",
        "     8  Mixed Straight 花龙  123m 456p 789s",
        "     6  All Types 五门齐  123m 456p 789s CCC EE",
        "     2  Dragon Pung 箭刻  CCC",
        "     1  Single Wait 单钓将  EE",
        "     1  Self-Drawn 自摸  E",
        "     2  Flower Tiles 花牌 ×2",
        "  Gains and losses: E -28, S +84, W -28, N -28",
    ]


def test_chinese_is_chinese() -> None:
    lines = run(WON, "--lang", "zh", "--explain").stdout.splitlines()
    assert lines[1] == "  [mcr] 20分，其中花牌2分，够起和"
    assert "     8  花龙  123m 456p 789s" in lines
    assert "Mixed Straight" not in run(WON, "--lang", "zh").stdout


def test_why_and_why_not() -> None:
    said = run("111122223333mEE", "--explain").stdout
    assert "Tile Hog 四归一  1111m 2222m 3333m  (non-repeat principle: implied by Quadruple Chow)" in said
    assert "Pure Shifted Pungs 一色三节高  111m 222m 333m  (high-versus-low principle: counts only in" in said
    assert "Read as: 123m 123m 123m 123m EE" in said
    assert "E: 3 left, 63 self-drawn, 61 on a discard" in said


def test_a_hand_under_the_minimum_says_how_many_points_and_what_would_do() -> None:
    said = run(SHORT, "--explain").stdout
    assert "below the minimum: 1 short of 8" in said
    assert "drawing the winning tile oneself: 9 points" in said


def test_what_is_taken_for_granted_is_said_where_it_matters() -> None:
    lines = run(SHORT).stdout.splitlines()
    assert lines[:3] == [
        "23789m123789s22p 1m",
        "  [mcr] 7 points, below the minimum: 1 short of 8",
        "  Taken as a discard: self-drawn it is 9 points (enough points)",
    ]
    assert "Taken" not in run(f"{SHORT} discard").stdout
    assert "Taken" not in run(WON).stdout
    known = json.loads(run("--json", f"{SHORT} discard").stdout)
    assert (known["hand"], known["open"], known["says"]) == ("23789m123789s22p 1m discard", [], [])


def test_a_hand_that_does_not_win_says_how_far_it_is() -> None:
    result = run(LOST)
    assert result.exit_code == 0
    assert "[mcr] No win" in result.stdout
    assert "1 to exchange for four sets and a pair: out 5m" in result.stdout
    assert "One exchange wins: E for 5m, S for 5m" in result.stdout


@pytest.mark.parametrize("hand", ["[{}s,1][CCC,1][FFF,2]45pEE 6p seat=E", "[{}s][CCC,1][FFF,2]45pEE 6p seat=E"])
@pytest.mark.parametrize("rules", ["riichi-home", "mcr", "zungjung", "hk", "mcr-wmo"])
def test_a_chow_in_the_order_of_its_call_is_the_same_in_every_way_in(hand: str, rules: str, tmp_path: Path) -> None:
    texts = [hand.format("".join(order)) for order in permutations("340" if rules == "riichi-home" else "345")]
    assert len({run(text, "--rules", rules, "--explain").stdout for text in texts}) == 1
    (tmp_path / "hands").write_text("\n".join(texts), encoding="utf-8")
    batch = run("--file", str(tmp_path / "hands"), "--rules", rules, "--json", "-j", "2").stdout.splitlines()
    assert len(batch) == 6
    assert len({*batch}) == 1
    assert json.loads(batch[0])["wins"]
    for at, text in enumerate((texts[0], texts[-1])):
        file = str(tmp_path / f"match{at}.jsonl")
        for words in (
            ["new", file, "--players", "A,B,C,D", "--rules", rules],
            ["record", file, "won", "--winner", "A", "--discarder", "B", "--hand", f"{text} dora=0 round=E"],
        ):
            result = CliRunner().invoke(main, ["match", *words])
        if rules == "riichi-home":
            assert result.exit_code == 0, result.output
        assert "do not win" not in result.output


@pytest.mark.parametrize("lang", ["en", "zh", "ja", "zh-Hant"])
@pytest.mark.parametrize(
    ("hand", "rules", "says"),
    [
        ("[345s,1][567s,1][567m,1][999m,1]6m 6m discard round=W flowers=f1s2 from=S", "hk", "No single change is"),
        ("123456789m1p3p12s 9s discard", "riichi-home", "2 to exchange"),
        ("123456789m11p12s 9s discard", "sichuan-home", "1 to exchange"),
        ("123456789m11p12s 3s discard", "sichuan-home", "No win"),
    ],
)
def test_no_sentence_has_a_hole(hand: str, rules: str, says: str, lang: str) -> None:
    shown = run(hand, "--rules", rules, "--explain", "--lang", lang).stdout
    assert lang != "en" or says in shown
    assert not re.search(r"\b0 to ex|[换換]0|まで0|out ,|去，|捨てる 、|[:：](\n  \S|\n*$)", shown), shown
    far = json.loads(run(hand, "--rules", rules, "--explain", "--json").stdout).get("distance")
    assert not far or (far["tiles"] and far["wrong"])


def test_a_waiting_hand_whose_seat_is_open_says_the_tile_alone() -> None:
    for seat, says in ((None, "With 3p: four sets and a pair"), ("E", "3p: 4 left")):
        win = replace(parse("[345s,1][CCC,1][FFF,2]45pEE"), seat=seat, round_wind="E")
        shown = assessed(assess(win, "riichi-home"))
        assert says in shown
        assert "out " not in shown


def test_a_waiting_hand_lists_its_waits() -> None:
    result = run("1112345678999m")
    assert result.exit_code == 0
    assert result.stdout.count(" left, ") == 9


def test_json_has_the_agreed_keys() -> None:
    result = run("--json", f"{WON[:-10]}", SHORT, LOST)
    won, short, lost = map(json.loads, result.stdout.splitlines())
    agreed = {"hand", "rules", "wins", "legal", "total", "minimum", "patterns", "left_out", "problems"}
    assert all(agreed <= set(sheet) for sheet in (won, short, lost))
    assert won["patterns"][0] == {
        "id": 39, "name": "Mixed Straight", "zh": "花龙", "points": 8, "count": 1,
        "sets": [["1m", "2m", "3m"], ["4p", "5p", "6p"], ["7s", "8s", "9s"]],
    }  # fmt: skip
    assert won["payments"] == {"E": -26, "S": 78, "W": -26, "N": -26}
    assert {"id", "name", "because", "principle"} <= set(short["left_out"][0])
    assert (short["legal"], short["short_by"], short["minimum"]) == (False, 1, 8)
    assert (lost["wins"], lost["total"], lost["problems"]) == (False, 0, [])
    explained = json.loads(run("--json", "--explain", LOST).stdout)
    assert explained["distance"]["exchanges"] == [["5m", "E"], ["5m", "S"]]


def test_json_has_kinds_and_parameters_beside_its_sentences() -> None:
    def scored(*arguments: str) -> Any:
        return json.loads(run("--json", "--explain", *arguments).stdout)

    (problem,) = scored(WON.replace("self-draw", "self-draw kong"))["problems"]
    assert problem["problem"] == "REPLACEMENT_WITHOUT_KONG"
    assert (problem["kind"], problem["about"]) == ("replacement-without-kong", {})
    assert problem["message"].startswith("A replacement tile after a kong")
    assert problem["zh"].startswith("没有杠")
    unread = json.loads(run("--json", "12x").stdout)["problems"][0]
    assert (unread["kind"], unread["about"]) == ("not-understood", {"seen": "12x", "at": 1, "text": "12x"})
    left = {left["id"]: left for left in scored("111222333m44m78p9p")["left_out"]}
    assert (left[23]["kind"], left[23]["about"]) == ("reading", {"points": 45})
    assert (left[23]["because"], left[23]["because_zh"]) == ("the reading for 45 points", "45分的拆法")
    left = {left["id"]: left for left in scored("123m456m789m89s22p7s")["left_out"]}
    assert (left[71]["kind"], left[71]["about"]) == ("patterns", {"ids": [28]})
    assert (left[71]["because"], left[71]["because_zh"]) == ("Pure Straight", "清龙")
    changes = {change["kind"]: change["what"] for change in scored(SHORT)["changes"]}
    assert changes["self-draw"] == "drawing the winning tile oneself"
    far = scored(LOST)["distance"]
    assert (far["kind"], far["shape"]) == ("regular", "four sets and a pair")
    payer = scored("--rules", "zungjung", "345m345m34p345s88s5p seat=S from=N")["responsible"]
    assert payer == {
        "seat": "N", "known": True, "why": "N discarded it", "kind": "discarder", "about": {"seat": "N"}
    }  # fmt: skip


@pytest.mark.parametrize("rules", list(RULES))
def test_every_result_names_its_rules(rules: str) -> None:
    assert f"[{rules}]" in run("--rules", rules, WON).stdout
    assert json.loads(run("--rules", rules, "--json", WON).stdout)["rules"] == rules


def test_a_limit_is_named() -> None:
    assert "limit: one pattern counts alone" in run("--rules", "zungjung", "EESSWWNNCCFFP P").stdout


def test_immunity_is_explained() -> None:
    said = run("--rules", "zungjung", "--explain", "345m345m34p345s88s5p seat=S discards=S3p,W5p,N5p").stdout
    assert "Responsible: W (W discarded 5p first in the turn; N followed and is immune)" in said


def test_hands_come_from_files_and_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"# the final\n\n{WON}\n  {SHORT}\n", encoding="utf-8")
    assert run("--file", str(path), "--json").stdout.count("\n") == 2
    assert run(WON, "--file", str(path), "--json").stdout.count("\n") == 3
    assert run("--json", stdin=f"{WON}\r\n\n# no\n{LOST}").stdout.count("\n") == 2
    assert run("--file", "-", "--json", stdin=WON).stdout.count("\n") == 1
    assert run("-", "--json", stdin=WON).stdout.count("\n") == 1
    assert run(LOST, "-", "--json", stdin=WON).stdout.count("\n") == 2


def test_what_cannot_be_used_is_named_and_the_others_are_scored() -> None:
    result = run("--json", stdin=f"{WON}\n12x\n11111m23456789s1s\n{SHORT}\n")
    assert result.exit_code == 1
    sheets = [json.loads(line) for line in result.stdout.splitlines()]
    assert [sheet["total"] for sheet in sheets] == [20, 0, 0, 7]
    assert sheets[1]["problems"][0]["problem"] == "NOTATION"
    assert sheets[2]["problems"][0]["problem"] == "FIFTH_COPY"
    assert ":2: '12x' at character 1" in result.stderr
    assert ":3: 5 copies of 1m" in result.stderr


@pytest.mark.parametrize("arguments", [["--rules", "riichi", WON], ["--lang", "fr", WON], ["--x"]])
def test_wrong_usage_is_exit_two(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_line_without_end_is_cut_and_refused() -> None:
    result = run("--json", stdin="1m" * 5 * LONGEST + f"\n{WON}\n")
    assert result.exit_code == 1
    assert [json.loads(line)["total"] for line in result.stdout.splitlines()] == [0, 20]
    assert "is longer than" in result.stderr


def test_more_tiles_than_any_hand_has_are_refused() -> None:
    result = run("1" * 800 + "m")
    assert result.exit_code == 1
    assert "has 801 characters of tiles, and a hand has at most 200" in result.stderr


def test_bytes_that_are_no_text_are_refused_by_line() -> None:
    result = CliRunner().invoke(main, ["score"], input=b"\xff\xfe1m\n" + WON.encode())
    assert result.exit_code == 1
    assert "20 points" in result.stdout
    assert ":1: " in result.stderr


def test_a_stream_is_answered_line_by_line() -> None:
    command = [sys.executable, "-c", "from webui.cli import main; main()", "score", "--json"]
    with child(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for hand, total in ((WON, 20), (SHORT, 7), (WON, 20)):
            process.stdin.write(hand + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["total"] == total
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_notes_on_the_text_stand_below_the_sheet() -> None:
    hand = "[123m,2]456p78s55z666z9s heaven"
    said = run(hand).stdout.splitlines()
    notes = [line.removeprefix("  Note: ") for line in said if "Note: " in line]
    values = json.loads(run("--json", hand).stdout)
    assert values["hand"] == "[123m,2]456p78sPPFFF 9s heaven"
    assert [note["kind"] for note in values["notes"]] == ["numbered-dragons", "chow-giver", "no-effect"]
    assert notes[-3:] == [note["message"] for note in values["notes"]]
    assert "notes" not in json.loads(run("--json", WON).stdout)


@pytest.mark.long
def test_several_processes_print_the_same_in_the_same_order(tmp_path: Path) -> None:
    hands = tmp_path / "hands.txt"
    hands.write_text("\n".join([WON, "123x", SHORT, LOST, "11m"] * 60))
    one, three = (
        subprocess.run(
            [sys.executable, "-m", "webui", "score", "--json", "--explain", "-j", jobs, "--file", hands],
            capture_output=True,
            check=False,
        )
        for jobs in ("1", "3")
    )
    assert one.returncode == three.returncode == 1
    assert len(one.stdout.splitlines()) == 300
    assert (one.stdout, one.stderr) == (three.stdout, three.stderr)


def test_a_file_that_cannot_be_read_keeps_no_other_from_being_read(tmp_path: Path) -> None:
    (tmp_path / "dangling.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "hands.txt").write_text(f"{WON}\n")
    files = [tmp_path / "dangling.txt", tmp_path, tmp_path / ("x" * 300), tmp_path / "hands.txt"]
    result = run("--json", *(argument for file in files for argument in ("--file", str(file))))
    assert result.exit_code == 1
    assert result.stdout.count("\n") == 1
    assert json.loads(result.stdout)["wins"]
    for file, why in zip(files, ("No such file or directory", "Is a directory", "File name too long"), strict=False):
        assert f"{file}: cannot be read ({why})" in result.stderr


def bytes_run(*arguments: bytes | str, closed: bool = False) -> subprocess.CompletedProcess[bytes]:
    """Runs the command in a shell, where arguments can be any bytes and standard input can be closed."""
    line = '"$0" -m webui score "$@"' + (" <&-" if closed else " </dev/null")
    command = ["/bin/sh", "-c", line, sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, timeout=60, check=False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "says", "status"),
    [([], b"No hand given", 2), (["--file", "-"], b"standard input: cannot be read (it is closed)", 1)],
)
def test_a_closed_standard_input_is_said(arguments: list[str], says: bytes, status: int) -> None:
    done = bytes_run(*arguments, closed=True)
    assert done.returncode == status
    assert says in done.stderr
    assert b"Traceback" not in done.stderr


def test_hands_in_arguments_need_no_standard_input() -> None:
    assert bytes_run(WON, closed=True).returncode == 0


@pytest.mark.long
def test_arguments_and_names_that_are_no_text_are_shown_escaped_in_valid_json(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/caf\xe9.txt"
    Path(os.fsdecode(name)).write_text(f"{WON}\n12x\n")
    done = bytes_run("--json", b"1\xe9m", "--file", name)
    assert done.returncode == 1, done.stderr
    sheets = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [sheet["wins"] for sheet in sheets] == [False, True, False]
    assert "\ufffd" in sheets[0]["hand"]
    assert b"/caf\\xe9.txt:2: " in done.stderr


@pytest.mark.parametrize("rules", ["mcr", "zungjung"])
@pytest.mark.parametrize(("source", "noted"), [(1, False), (2, True), (3, True)])
def test_a_chow_from_another_than_the_player_before_is_noted_on_the_sheet(rules: str, source: int, noted: bool) -> None:
    sheet = RULES[rules].score(replace(parse(f"[123m,{source}]456p789sEEEC C discard"), seat="E", round_wind="E"))
    for values in (sheet_json(sheet, Messages.of("en")), assessment_json(assess(sheet.win, rules), Messages.of("en"))):
        assert [note.kind for note in values.notes or ()] == ["chow-giver"] * noted


def test_heaven_without_self_draw_says_what_is_missing() -> None:
    heaven = "123m456p789sEEEC C heaven"
    assert "add self-draw" in run(heaven, "--rules", "zungjung").stdout
    assert "add self-draw" not in run(f"{heaven} self-draw", "--rules", "zungjung").stdout
    assert "East's alone" in run(f"{heaven} seat=S", "--rules", "zungjung").stdout


def as_json(*arguments: str) -> Any:
    return json.loads(run("--json", *arguments).stdout)


def test_hong_kong_says_faan_payments_and_the_house() -> None:
    hand = "[111p,1]234p456s789m5s 5s seat=S from=W flowers=f1"
    found = as_json("--rules", "hk", "[111p,1]234p456s789m5s 5s self-draw seat=S liable=N flowers=0")
    assert (found["total"], found["legal"], found["minimum"]) == (2, False, 3)
    assert (found["hand"], "payments" in found, "switches" in found) == (
        "[111p,1]234p456s789m5s 5s self-draw seat=S flowers=0 liable=N",
        False,
        False,
    )
    club = as_json("--rules", "hk-club", hand)
    assert club["payments"] == {"E": -1, "S": 4, "W": -2, "N": -1}
    assert (club["switches"]["HK1"], club["patterns"][0]["zh"]) == ("0", "雞糊")
    said = run("--rules", "hk-club", hand).stdout
    assert "0 faan, enough faan" in said
    assert "House rules: HK1 (faan to win) = 0; " in said


FED: Final = "[CCC,1][FFF,2][PPP,2]11m23p 4p seat=S flowers=0 dora=0"
ROBBED: Final = "[CCC,1]123m456p78sEE 9s discard kong seat=N from=W"
SHORT_OF_FAAN: Final = "[CCC,1]123m456p78sEE 9s discard from=W seat=S flowers=0"
NO_YAKU: Final = "[123m,1]567p345s88s67s 8s {how} seat=S dora=7s"

SHEETS: Final = [
    ("hk", "en", f"{FED} self-draw liable=N", "Responsible: N (liable for melds fed to the winner)", ""),
    (
        "riichi-ema",
        "en",
        f"{FED} self-draw liable=N",
        "Responsible: N (liable for melds fed to the winner)",
        "no effect",
    ),
    ("riichi-ema", "zh", f"{FED} self-draw liable=N", "负责者：北（喂成副露，须包牌）", ""),
    ("mcr", "en", f"{FED} self-draw liable=N", "liable has no effect under the rules mcr.", "changes nothing"),
    (
        "riichi-ema",
        "en",
        "[CCC,1]123m456p789sE E discard from=W seat=S liable=N",
        "liable=N changes nothing",
        "Responsible",
    ),
    ("zungjung", "en", ROBBED, "Responsible: W (W added it to a kong, which was robbed)", "discarded"),
    ("zungjung", "zh", ROBBED, "负责者：西（西加杠此牌，被抢杠）", "打出"),
    ("hk", "en", SHORT_OF_FAAN, "2 faan, below the minimum: 1 short of 3", ""),
    ("hk", "zh", SHORT_OF_FAAN, "2番，未达起和：差1番到3番", "分"),
    ("hk", "en", f"{FED} self-draw", "10 faan, enough faan", "points"),
    (
        "riichi-ema",
        "en",
        NO_YAKU.format(how="discard from=E"),
        "the last discard of the hand: 7700 points",
        "below the minimum",
    ),
    ("riichi-ema", "en", NO_YAKU.format(how="self-draw"), "drawing the last tile of the wall: 7900 points", "7700"),
    ("riichi-ema", "zh", NO_YAKU.format(how="discard from=E"), "这样就够了", "起和"),
    ("hk", "en", ROBBED, "Ready for (values without the luck of this win):", ""),
    ("hk", "en", SHORT_OF_FAAN, "Ready for:", ""),
]
"""A hand under some rules, what its sheet says, and what it does not."""


@pytest.mark.parametrize(("rules", "lang", "hand", "says", "never"), SHEETS)
def test_a_sheet_says_what_holds_under_its_rules(rules: str, lang: str, hand: str, says: str, never: str) -> None:
    said = run("--rules", rules, "--lang", lang, "--explain", hand).stdout
    assert says in said
    assert not never or never not in said


def test_flowers_that_nobody_named_are_said_to_count_as_none() -> None:
    limit = "[EEE,1][SSS,2][WWW,3][NNN,1]C C seat=S from=W"
    assert [note["kind"] for note in as_json("--rules", "hk", limit)["notes"]] == ["flowers-as-none"]
    for rules, words in (("hk", "flowers=0"), ("hk", "flowers=f1"), ("hk-hkma", ""), ("mcr", "")):
        assert "notes" not in as_json("--rules", rules, f"{limit} {words}")
    matters = as_json("--rules", "hk", "[CCC,1][FFF,2]123m78sEE 9s seat=S from=W")
    assert ("notes" in matters, matters["open"]) == (False, ["flowers"])


def test_seven_flowers_win_without_a_winning_tile() -> None:
    hand = "[123m,1]456p789sEE12s self-draw man seat=S flowers=f1f2f3f4s1s2s3"
    said = run("--rules", "hk", "--explain", hand)
    assert said.exit_code == 0
    assert "[hk] 3 faan, enough faan" in said.stdout
    assert "Blessing of Man" in said.stdout.partition("Not counted:")[2]
    assert as_json("--rules", "hk", hand)["payments"] == {"E": -16, "S": 48, "W": -16, "N": -16}


def test_payments_of_a_house_may_be_quarters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, "corner-house", RULES["hk"])
    file = tmp_path / "house.toml"
    answers = '[switches]\nHK1 = 0\nHK24 = 0.5\nHK25 = "half"\n'
    file.write_text(f'name = "corner-house"\ntitle = "Corner"\nbase = "hk"\nsource = "its wall"\n{answers}')
    hand = "[111p,1]234p456s789m5s 5s seat=S from=W flowers=f1"
    out = run("--rules", str(file), "--json", hand).stdout
    assert '"payments": {"E": -0.25, "S": 1, "W": -0.5, "N": -0.25}' in out
    assert "E -0.25, S +1, W -0.50, N -0.25" in run("--rules", str(file), hand).stdout


RIICHI_WON = "234m067p345s88s67s 8s tsumo riichi round=E seat=S dora=4p ura=9m"


@pytest.mark.parametrize(
    ("lang", "verdict", "line", "fu"),
    [
        ("en", "6 han 20 fu, haneman: 12000 points", "1  断么九 Tanyao (All Inside)", "Fu: 20 base"),
        ("zh", "6番20符，跳满：12000分", "1  断么九 断幺九", "符：底符20"),
        ("zh-Hant", "6番20符，跳滿：12000分", "1  断么九 斷么九", "符：底符20"),
    ],
)
def test_a_riichi_hand_is_scored_in_each_language(lang: str, verdict: str, line: str, fu: str) -> None:
    lines = [each.strip() for each in run(RIICHI_WON, "--rules", "riichi-mleague", "--lang", lang).stdout.splitlines()]
    assert f"[riichi-mleague] {verdict}" in lines
    assert line in lines
    assert fu in lines
    assert lines[0] == "234m067p3458867s 8s self-draw riichi round=E seat=S dora=4p ura=9m"


def test_a_riichi_hand_as_json_marks_its_red_fives() -> None:
    found = json.loads(run(RIICHI_WON, "--rules", "riichi-mleague", "--json").stdout)
    assert (found["total"], found["legal"], found["open"]) == (12000, True, [])
    assert found["payments"] == {"E": -6000, "S": 12000, "W": -3000, "N": -3000}
    value = found["riichi"]
    assert (value["han"], value["fu"], value["level"], value["says"]) == (6, 20, "haneman", "6 han 20 fu, haneman")
    assert value["fu_details"] == [{"reason": "base", "fu": 20, "says": "20 base"}]
    assert [tile for tile in value["tiles"] if tile.get("red")] == [{"tile": "5p", "red": True}]
    assert {pattern["id"]: pattern["ja"] for pattern in found["patterns"]}["Tanyao"] == "断么九"


def test_what_a_riichi_hand_leaves_open_is_named_with_its_points() -> None:
    said = run("234m567p345s88s67s 8s discard seat=S", "--rules", "riichi-ema").stdout
    assert "Taken as" in said
    assert "with riichi it is 3900 points" in said
    claimed = run("[123m,1]567p345s88s67s 8s discard seat=S dora=0", "--rules", "riichi-ema").stdout
    assert "no yaku, cannot win" in claimed


def test_an_impossible_riichi_hand_has_no_score() -> None:
    result = run("55555m234p345s88s 8s dora=0", "--rules", "riichi-ema")
    assert result.exit_code == 1
    assert "points" not in result.stdout


def test_without_its_library_riichi_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("scoring.games.riichi.combine.version", missing)
    result = run(RIICHI_WON, "--rules", "riichi-ema")
    assert result.exit_code == 2
    assert "pip install 'tableside[riichi]'" in result.stderr


def test_the_last_tile_is_won_as_its_name_says_in_the_rules_in_force() -> None:
    hand = "123m456p789s11222m"
    assert "Last Tile Draw 妙手回春" in run(f"{hand} 妙手回春").stdout
    assert "Last Tile Claim 海底捞月" in run(f"{hand} 海底捞月").stdout
    assert "Final Draw 海底撈月" in run(f"{hand} 海底捞月", "--rules", "zungjung").stdout
    refused = run(f"{hand} 海底捞月 自摸")
    assert refused.exit_code == 1
    assert "Write 妙手回春 instead, or remove 自摸 or self-draw" in refused.stderr


def test_the_name_of_a_file_is_no_hand(tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_text(WON)
    for name, says in (
        (tmp_path / "hands.txt", f"this is a file: read its hands with --file {tmp_path / 'hands.txt'}"),
        (tmp_path / "none.txt", "there is no such file: check the path"),
        ("nofile.txt", "there is no such file: check the path"),
    ):
        result = run(str(name), "--json")
        assert result.exit_code == 1
        assert result.stderr == f"hand 1: {says}\n"
        assert json.loads(result.stdout)["problems"][0]["message"] == says
