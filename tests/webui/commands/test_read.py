"""`tableside read` on the sample photograph, on what is no picture, and on both together."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from scoring import assess, parse
from scoring.notation import compact
from tests.vision.builders import before, evidence, evidence_from, overhead, row
from tests.vision.test_files import full_disk
from vision import Reading, TileReader, open_image
from vision.hand.candidates import hand_in_sight
from vision.hand.interpret import read as read_laid
from vision.hand.sides import with_sides
from vision.reading import Doubt, Group
from webui.cli import main
from webui.commands import read
from webui.messages import Messages
from webui.serializers.encoding import encoded
from webui.serializers.scoring import assessment_json

SAMPLE = Path(__file__).parents[2] / "data" / "hand.jpg"


def run(*args: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["read", *map(str, args)], input=typed, catch_exceptions=False)


HAND = Path(__file__).parents[2] / "data/hand.jpg"


@pytest.fixture(scope="module")
def networks() -> TileReader:
    return TileReader()


@pytest.fixture
def loaded(networks: TileReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """The networks are loaded once for all tests that are not about loading them."""
    monkeypatch.setattr(read, "TileReader", lambda: networks)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A picture without a tile."""
    path = tmp_path / "empty.png"
    Image.fromarray(np.full((300, 400, 3), (40, 110, 60), np.uint8)).save(path)
    return path


def test_missing_file_and_no_picture(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no picture")
    result = run(tmp_path / "none.jpg", text)
    assert result.exit_code == 1
    assert result.stdout == ""
    first, second, summary = result.stderr.splitlines()
    assert summary == "2 photos. Without questions: 0, with questions: 0, could not be used: 2."
    assert first == f"{tmp_path / 'none.jpg'}: there is no such file: check the path"
    assert second.startswith(f"{text}: this is not a photo that can be read: save it as JPEG")


def test_a_photo_comes_from_standard_input(loaded: None) -> None:
    read_in = CliRunner().invoke(main, ["read", "-", "--json"], input=HAND.read_bytes())
    of_file = CliRunner().invoke(main, ["read", str(HAND), "--json"])
    assert json.loads(read_in.stdout)["hand"] == json.loads(of_file.stdout)["hand"]
    empty = CliRunner().invoke(main, ["read", "-"], input=b"")
    assert (empty.exit_code, empty.stderr) == (1, "-: the file is empty: take or copy the photo again\n")
    both = CliRunner().invoke(main, ["read", "-", str(HAND)], input=HAND.read_bytes())
    assert (both.exit_code, "give it alone" in both.stderr) == (2, True)


def test_what_cannot_be_read_keeps_nothing_else_from_being_read(loaded: None, tmp_path: Path) -> None:
    dangling, pipe, long = tmp_path / "a.jpg", tmp_path / "b.jpg", tmp_path / ("x" * 300)
    dangling.symlink_to(tmp_path / "nowhere")
    os.mkfifo(pipe)
    loop = tmp_path / "c.jpg"
    loop.symlink_to(loop)
    result = run(long, tmp_path, SAMPLE, "--json")
    assert result.exit_code == 1
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["image"], [problem["kind"] for problem in each.get("problems", [])]) for each in found] == [
        (str(long), ["folder-unreadable"]),
        (str(dangling), ["image-missing"]),
        (str(pipe), ["image-no-file"]),
        (str(loop), ["image-unreadable"]),
        (str(SAMPLE), []),
    ]
    assert found[1]["problems"][0]["message"] == "there is no such file: check the path"
    assert {each["hand"] for each in found[:4]} == {None}
    assert result.stderr.splitlines() == [
        f"{long}: cannot be read (File name too long): check the path and its permissions",
        f"{dangling}: there is no such file: check the path",
        f"{pipe}: this is no ordinary file: name a photo",
        f"{loop}: the file cannot be read (Too many levels of symbolic links): check the path and its permissions",
        "4 photos. Without questions: 1, with questions: 0, could not be used: 3.",
    ]


def test_a_marked_picture_that_cannot_be_written_keeps_no_other_from_being_read(loaded: None, tmp_path: Path) -> None:
    for photos, place in (([SAMPLE, SAMPLE], "x" * 300), ([SAMPLE], "x" * 300 + ".jpg")):
        result = run(*photos, "--annotate", tmp_path / place)
        assert result.exit_code == 1
        assert result.stdout.count(f"{SAMPLE}: ") == len(photos)
        assert result.stderr.count("the marked picture could not be written") == len(photos)


def test_on_a_full_disk_no_part_of_a_marked_picture_is_left(loaded: None, tmp_path: Path) -> None:
    (tmp_path / "old.jpg").write_bytes(b"old")
    for target, options in (("new.jpg", []), ("old.jpg", ["--force"])):
        with full_disk():
            result = run(SAMPLE, "--annotate", tmp_path / target, *options)
        assert result.exit_code == 1
        assert f"{tmp_path / target}: the marked picture could not be written" in result.stderr
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("old.jpg", b"old")]


@pytest.mark.long
def test_a_name_that_is_no_text_is_shown_escaped_in_valid_json(tmp_path: Path) -> None:
    photo = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.jpg"))
    photo.write_bytes(SAMPLE.read_bytes())
    missing = os.fsencode(tmp_path) + b"/\xff.jpg"
    command = [sys.executable, "-m", "webui", "read", os.fsencode(photo), missing]
    for options in (["--json"], []):
        done = subprocess.run([*command, *options], capture_output=True, timeout=60, check=False)
        assert done.returncode == 1, done.stderr
        assert b"/\\xff.jpg: there is no such file" in done.stderr
        out = done.stdout.decode()
        name = json.loads(out.splitlines()[0])["image"] if options else out.partition(": ")[0]
        assert name == f"{tmp_path}/caf\\xe9.jpg"


def test_empty_folder(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert result.exit_code == 1
    assert "the folder holds no photo" in result.stderr


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ([], "Missing argument"),
        (["a.jpg", "--rules", "poker"], "'poker' is not one of"),
        (["a.jpg", "--words", "self-drawing"], "'self-drawing' is not a word of the notation"),
        (["a.jpg", "--words", "123m"], "leave them out"),
        (["a.jpg", "--words", "discard self-draw"], "self-draw contradicts discard. Give one of them"),
        (["a.jpg", "--words", "flowers=2"], "leave them out"),
        (["a.jpg", "--settle", "6m"], "expected a question's number and the answer, such as 1=6m, got '6m'"),
        (["a.jpg", "--settle", "1="], "got '1='"),
        (["a.jpg", "b.jpg", "--settle", "1=6m"], "give one photo with it, not 2"),
        (["a.jpg", "b.jpg", "--region", "0,0,9,9"], "give one photo with it, not 2"),
        (["a.jpg", "b.jpg", "--hand", "2"], "give one photo with it, not 2"),
        (["a.jpg", "--hand", "0"], "0 is not in the range"),
        (["a.jpg", "--region", "0,0,0,9"], "expected x,y,width,height in pixels"),
        (["a.jpg", "--region", "1,2,3"], "got '1,2,3'"),
        (["a.jpg", "--region", "0,0,9,9", "--hand", "2"], "name the region of that hand alone"),
    ],
)
def test_wrong_usage(args: list[str], says: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.long
def test_a_part_of_a_picture_is_read_in_pixels_of_the_whole(tmp_path: Path) -> None:
    """Of two hands side by side the one asked for; outside the picture there is nothing to read."""
    hand = open_image(SAMPLE)
    both = tmp_path / "both.png"
    cv2.imwrite(str(both), np.hstack([hand, np.full_like(hand, 90)]))
    height, width = hand.shape[:2]
    whole = json.loads(run(SAMPLE, "--json").stdout)
    part = json.loads(run(both, "--json", "--region", f"0,0,{width},{height}").stdout)
    assert part["hand"] == whole["hand"]
    assert part["size"] == [2 * width, height]
    shifted = tmp_path / "shifted.png"
    cv2.imwrite(str(shifted), np.hstack([np.full_like(hand, 90), hand]))
    moved = json.loads(run(shifted, "--json", "--region", f"{width},0,{width},{height}").stdout)
    for tile, other in zip(from_left(moved), from_left(whole), strict=True):
        assert tile["tile"] == other["tile"]
        assert np.allclose(np.array(tile["quad"]) - (width, 0), other["quad"], atol=3)
    outside = run(both, "--region", f"{3 * width},0,50,50")
    assert outside.exit_code == 1
    assert f"outside the photo, which is {2 * width} x {height} pixels" in outside.stderr


@pytest.mark.long
def test_of_two_hands_in_a_picture_each_is_read(tmp_path: Path) -> None:
    hand = open_image(SAMPLE)
    both = tmp_path / "both.png"
    cv2.imwrite(str(both), np.vstack([hand, hand]))
    height = hand.shape[0]
    whole = json.loads(run(SAMPLE, "--json").stdout)
    first, second = (json.loads(run(both, "--json", "--hand", number).stdout) for number in ("1", "2"))
    assert [whole["hand"]] * 2 == [first["hand"], second["hand"]]
    assert "several-hands" in {doubt["reason"] for doubt in first["doubts"]}
    assert "several-hands" not in {doubt["reason"] for doubt in second["doubts"]}
    lies = [{tile["quad"][0][1] > height for tile in each["tiles"] if whose(each, tile)} for each in (first, second)]
    assert sorted(map(list, lies)) == [[False], [True]]
    assert "other hands in the photo: 1; --hand 2 reads the next" in run(both).stdout
    third = run(both, "--hand", "3")
    assert third.exit_code == 1
    assert "--hand 3: hands in the photo: 2" in third.stderr


def test_a_fifth_copy_is_pointed_at_until_a_person_says_what_it_is(
    monkeypatch: pytest.MonkeyPatch, reading: Callable[..., Reading]
) -> None:
    """Of five that look alike one was named otherwise, for a set has four."""
    groups = (("concealed", "1233445p234678s"), ("winning", "5p"), ("aside", "33p"))
    seen = reading(groups, (Doubt(4, "one-too-many", {"other_face": "3p"}),), {4: (0.01, (("3p", 0.98),))})
    seen = replace(seen, hand="1233445p234678s 5p")
    monkeypatch.setattr(read, "TileReader", lambda: SimpleNamespace(read=lambda *_, **__: seen))
    assert "5 tiles in the photo look like 3p, and a tile set has four: check each of them (at 187,237 " in run(
        SAMPLE
    ).stdout.replace("\n", " ")
    found = json.loads(run(SAMPLE, "--json").stdout)
    [remark] = found["remarks"]
    assert (remark["kind"], remark["faces"], remark["tiles"]) == ("extra-copies", ["3p"], [2, 3, 4, 14, 15])
    assert found["hand"] == seen.hand  # nothing is scored by it
    assert "remarks" not in json.loads(run(SAMPLE, "--json", "--settle", "1=4p").stdout)


def test_a_set_that_nobody_taught_says_so(monkeypatch: pytest.MonkeyPatch, reading: Callable[..., Reading]) -> None:
    seen = reading((("aside", "1234567m"),), (Doubt(None, "no-hand", {"count": 7}),))
    seen = replace(seen, tiles=tuple(replace(tile, confidence=0.6) for tile in seen.tiles))
    monkeypatch.setattr(read, "TileReader", lambda: SimpleNamespace(read=lambda *_, **__: seen))
    assert "Tableside does not know this tile set: teach it the set" in run(SAMPLE).stdout
    assert "No hand lies here (tiles in the longest row: 7)" in run(SAMPLE).stderr
    assert "no hand found" not in run(SAMPLE).stderr
    [remark] = json.loads(run(SAMPLE, "--json").stdout)["remarks"]
    assert (remark["kind"], remark["tiles"]) == ("unknown-set", list(range(7)))


def test_in_hong_kong_it_is_asked_whether_there_are_flowers(
    monkeypatch: pytest.MonkeyPatch, reading: Callable[..., Reading]
) -> None:
    groups = (("concealed", "123m456p78sEECCC"), ("winning", "9s"))
    bare = replace(reading(groups, ()), hand="123m456p78sEECCC 9s")
    laid = replace(reading((*groups, ("flowers", "f1")), ()), hand="123m456p78sEECCC 9s flowers=f1")
    words = "discard seat=S round=S"
    monkeypatch.setattr(read, "TileReader", lambda: SimpleNamespace(read=lambda *_, **__: bare))
    assert "2 to 5 faan, perhaps below the minimum; say whether there is no flower: --words flowers=0" in run(
        SAMPLE, "--rules", "hk", "--words", words
    ).stdout.replace("\n", " ")
    assert "[hk] 3 faan" in run(SAMPLE, "--rules", "hk", "--words", f"{words} flowers=0").stdout
    monkeypatch.setattr(read, "TileReader", lambda: SimpleNamespace(read=lambda *_, **__: laid))
    assert "[hk] 2 faan" in run(SAMPLE, "--rules", "hk", "--words", words).stdout
    denied = run(SAMPLE, "--rules", "hk", "--words", f"{words} flowers=0")
    assert denied.exit_code == 1
    assert "flowers= is given twice" in denied.stderr


def test_where_no_hand_is_read_the_regions_of_groups_of_tiles_are_named(
    monkeypatch: pytest.MonkeyPatch, reading: Callable[..., Reading]
) -> None:
    groups = (("aside", "123456789m1234p"), ("flowers", "f1"))
    seen = reading(groups, (Doubt(None, "no-hand", {"count": 13}),))
    away = replace(seen.tiles[-1], quad=tuple((x, y + 200) for x, y in seen.tiles[-1].quad))  # type: ignore[arg-type]
    other = [replace(tile, quad=tuple((x, y - 180) for x, y in tile.quad)) for tile in seen.tiles[:8]]  # type: ignore[misc]
    group = Group("aside", tuple(range(14, 22)))
    seen = replace(seen, sure=False, tiles=(*seen.tiles[:-1], away, *other), groups=(*seen.groups, group))
    monkeypatch.setattr(read, "TileReader", lambda: SimpleNamespace(read=lambda *_, **__: seen))
    shown = run(SAMPLE)
    assert shown.exit_code == 1
    assert "no hand found: 13 tiles in the row: one is missing" in shown.stderr
    assert "Did we read this hand correctly?" not in shown.output
    found = json.loads(run(SAMPLE, "--json").stdout)["candidates"]
    for count, each in zip((13, 8), found, strict=True):
        region = ",".join(map(str, each["region"]))
        assert f"{count} tiles lie together: --region {region} reads them alone" in shown.stdout
    x, y, width, height = found[0]["region"]
    assert x <= 40 <= 814 <= x + width
    assert 90 < y <= 200 < 274 <= y + height


def from_left(read: dict[str, Any]) -> list[dict[str, Any]]:
    """The tiles of a reading, the leftmost first."""
    return sorted(read["tiles"], key=lambda tile: float(np.mean(tile["quad"], axis=0)[0]))


def whose(read: dict[str, Any], tile: dict[str, Any]) -> bool:
    """Return True if a tile is of the hand that was read."""
    return bool(read["groups"][tile["group"]]["kind"] != "aside")


def test_no_tiles(empty: Path) -> None:
    result = run(empty, "--json")
    assert result.exit_code == 1
    assert [each["kind"] for each in json.loads(result.stdout)["problems"]] == ["no-tiles-seen"]
    assert result.stderr.startswith(f"{empty}: no tiles were found: take the photo from nearer")


def test_json(empty: Path) -> None:
    """The sample among bad files: it is read all the same, and its line has the contract's keys."""
    result = run(empty, SAMPLE, "--json", "--words", "self-draw seat=S")
    assert result.exit_code == 1
    failed, data = map(json.loads, result.stdout.splitlines())
    assert set(failed) == {"image", "rules", "hand", "score", "problems"}
    assert list(data)[:2] == ["image", "rules"]
    assert set(data) == {
        *("image", "size", "rules", "tiles", "groups", "hand", "sure", "settled_by", "doubts", "score", "ms"),
    }
    assert data["image"] == str(SAMPLE)
    assert set(data["ms"]) == {"decode", "detect", "refine", "classify", "read", "score"}
    win = parse(data["hand"])
    assert win.self_draw
    assert win.seat == "S"
    assert data["score"] == json.loads(encoded(assessment_json(assess(win), Messages.of("en"))))
    assert data["score"]["wins"]


@pytest.mark.usefixtures("loaded")
def test_no_verdict_on_what_nobody_said() -> None:
    """The sample is worth 14 points discarded and 16 self-drawn; its winds score nothing."""
    result = run(SAMPLE)
    assert "  [mcr] 14 to 16 points, enough points; say whether it was self-drawn: --words self-draw or discard" in (
        result.stdout
    )
    assert "Concealed Hand" not in result.stdout
    assert "Payments" not in result.stdout
    data = json.loads(run(SAMPLE, "--json").stdout)
    assert {key: data["score"][key] for key in ("wins", "total", "low", "high", "legal", "open")} == {
        "wins": True, "total": None, "low": 14, "high": 16, "legal": True, "open": ["self-draw"]
    }  # fmt: skip
    for words, total in (("discard", 14), ("from=S", 14), ("self-draw", 16)):
        settled = json.loads(run(SAMPLE, "--json", "--words", words).stdout)["score"]
        assert (settled["total"], settled["low"], settled["high"], settled["open"]) == (total, total, total, [])


class Shown:
    """A reader to which every picture shows this hand, without a doubt."""

    def __init__(self, hand: str) -> None:
        self.reading = read_laid(evidence(row(hand)))
        assert self.reading.sure

    def read(self, picture: object, tileset: object = None, sets: int = 4) -> Reading:
        return self.reading


def test_discards_of_a_whole_table_are_listed_by_side_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown("23m789m22p123s789s 1m")
    rows = ("1m5s9pES7s", "2p4s6mWNC", "8m3p")
    ponds = [
        tile
        for chair in (1, 2, 3, 4)
        for n, text in enumerate(rows)
        for tile in before(chair, row(text, y=-36.0 * n), depth=200.0)
    ]
    laid = [*before(1, row("23m789m22p123s789s 1m"), depth=40.0), *ponds]
    shown.reading = with_sides(hand_in_sight(evidence_from(laid, overhead(0.0))))
    monkeypatch.setattr(read, "TileReader", lambda: shown)
    text = run(SAMPLE).stdout
    for side in ("near", "right", "far", "left"):
        assert f"  discards, {side} side: 1m5s9pES7s2p4s6mWNC8m3p\n" in text
    assert "not in the hand" not in text
    found = json.loads(run(SAMPLE, "--json").stdout)
    faces = [tile["tile"] for tile in found["tiles"]]
    assert {
        pond["side"]: [compact(tuple(faces[n] for n in row)) for row in pond["rows"]] for pond in found["ponds"]
    } == {side: list(rows) for side in ("near", "right", "far", "left")}
    assert not any({"chair", "riichi"} & set(pond) for pond in found["ponds"]), "neither is known"
    groups = found["groups"]
    assert {group["side"] for group in groups if group.get("pond")} == {"near", "right", "far", "left"}
    assert {group["side"] for group in groups if group["kind"] != "aside"} == {"near"}


def test_a_riichi_hand_is_a_range_until_it_is_said_how_it_was_won(
    monkeypatch: pytest.MonkeyPatch, reading: Callable[..., Reading]
) -> None:
    groups = (("concealed", "234m567p345s88s67s"), ("winning", "8s"), ("aside", "4p"))
    seen = replace(reading(groups, ()), hand="234m567p3458867s 8s")
    seen = replace(seen, tiles=tuple(replace(tile, red=n == 3) for n, tile in enumerate(seen.tiles)))
    monkeypatch.setattr(read, "TileReader", lambda: SimpleNamespace(read=lambda *_, **__: seen))
    found = json.loads(run(SAMPLE, "--rules", "riichi-mleague", "--json").stdout)
    assert "067p" in found["hand"]
    score = found["score"]
    assert (score["total"], score["low"], score["high"]) == (None, 3900, 36000)
    assert set(score["open"]) == {"self-draw", "seat", "riichi", "dora", "ura"}
    assert [tile for tile in score["riichi"]["tiles"] if "red" in tile] == [{"tile": "5p", "red": True}]
    assert "whether riichi was declared" in run(SAMPLE, "--rules", "riichi-mleague").stdout
    words = "ツモ 立直 一発 门风南 宝牌指示牌4p ura=0"
    told = run(SAMPLE, "--rules", "riichi-mleague", "--words", words).stdout
    assert "[riichi-mleague] 7 han 20 fu, haneman: 12000 points" in told
    assert "赤ドラ Aka Dora" in told
    plain = run(SAMPLE, "--rules", "riichi-ema", "--words", words).stdout  # no red fives in these rules
    assert "[riichi-ema] 6 han 20 fu, haneman: 12000 points" in plain
    assert "Aka Dora" not in plain
    refused = run(SAMPLE, "--rules", "riichi-ema", "--words", "海底捞月 ロン")
    assert refused.exit_code == 2
    assert "Write 河底捞鱼 instead" in refused.stderr.replace("\n", " ")


def test_red_fives_are_named_as_text_writes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown("23m789m22p123s555s 1m")
    one, *others = (n for n, tile in enumerate(shown.reading.tiles) if tile.tile == "5s")
    tiles = tuple(replace(tile, red=n == one) for n, tile in enumerate(shown.reading.tiles))
    shown.reading = replace(shown.reading, tiles=tiles)
    monkeypatch.setattr(read, "TileReader", lambda: shown)
    assert len(others) == 2
    assert "  red fives: 0s\n" in run(SAMPLE).stdout
    shown.reading = replace(shown.reading, tiles=tuple(replace(tile, red=False) for tile in tiles))
    assert "red fives" not in run(SAMPLE).stdout


@pytest.mark.parametrize(
    ("hand", "low", "high", "open_", "said"),
    [
        ("23m789m22p123s789s 1m", 7, 9, ["self-draw"], {"discard": (7, False), "self-draw": (9, True)}),
        (
            "999m678p789sEWWW E",
            7,
            12,
            ["self-draw", "seat", "round"],
            {
                "discard seat=E round=E": (7, False),
                "discard seat=W round=E": (8, True),
                "self-draw seat=W round=W": (12, True),
                "self-draw seat=E": None,
            },
        ),
        (
            "123m456p789sEESS S",
            11,
            16,
            ["self-draw", "seat", "round"],
            {"discard seat=N round=E": (11, True), "self-draw seat=S round=S": (16, True), "discard": None},
        ),
    ],
)
def test_no_verdict_while_it_hangs_on_what_was_not_said(
    hand: str,
    low: int,
    high: int,
    open_: list[str],
    said: dict[str, tuple[int, bool] | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sure of every tile, and yet not of the score."""
    monkeypatch.setattr(read, "TileReader", lambda: Shown(hand))
    data = json.loads(run(SAMPLE, "--json").stdout)
    score = data["score"]
    assert data["sure"]
    assert (score["wins"], score["total"], score["low"], score["high"]) == (True, None, low, high)
    assert (score["legal"], score["open"]) == (None if low < 8 else True, open_)
    assert "payments" not in score
    assert f"{low} to {high} points, " in run(SAMPLE).stdout
    assert not re.search(r"\] \d+ points, (enough|below)", run(SAMPLE).stdout)
    for words, verdict in said.items():
        settled = json.loads(run(SAMPLE, "--json", "--words", words).stdout)["score"]
        assert (None if settled["open"] else (settled["total"], settled["legal"])) == verdict


def test_text_and_other_rules() -> None:
    result = run(SAMPLE, "--rules", "mcr-1998")
    assert result.exit_code == 0
    assert result.stderr == ""
    first, verdict, *lines = result.stdout.splitlines()
    assert first.startswith(f"{SAMPLE}: ")
    assert verdict.startswith("  [mcr-1998] ")
    assert lines


@pytest.fixture
def cut_off(tmp_path: Path) -> Path:
    """The sample without the right part of its winning tile."""
    path = tmp_path / "cut.png"
    with Image.open(SAMPLE) as sample:
        sample.crop((0, 0, 1382, sample.height)).save(path)
    return path


@pytest.mark.usefixtures("loaded")
def test_doubts_are_numbered_questions_and_answers_settle_them(cut_off: Path) -> None:
    result = run(cut_off)
    assert "  concealed: 234m2345p234678s" in result.stdout
    assert "  1. Is this 5p" in result.stdout
    assert "     1=… 5p, " in result.stdout
    settled = json.loads(run(cut_off, "--json", "--settle", "1=5p", "--words", "self-draw").stdout)
    (doubt,) = settled["doubts"]
    assert (settled["sure"], settled["settled_by"], doubt["settled"], doubt["answer"]) == (False, "person", True, "5p")
    assert doubt["kind"] == "cut-off"
    answer = {"answer": "5p", "kind": "face", "about": {"face": "5p"}, "says": "5p", "tiles": ["5p"]}
    assert doubt["choices"][0] == answer
    assert settled["hand"] == "234m2345p234678s 5p self-draw"
    other = run(cut_off, "--settle", "1=2p")
    assert "winning tile: 2p" in other.stdout
    assert "All questions are answered." in other.stdout


@pytest.mark.usefixtures("loaded")
def test_an_answer_that_does_not_fit_is_explained_and_loses_nothing(cut_off: Path) -> None:
    result = run(cut_off, "--settle", "1=yes", "--settle", "2=5p")
    assert result.exit_code == 1
    assert f"{cut_off}: “yes” does not answer “Is this 5p" in result.stderr
    assert "There is no question 2. The reading has 1, numbered from 1" in result.stderr
    assert "  1. Is this 5p" in result.stdout


@pytest.mark.long
@pytest.mark.usefixtures("loaded")
def test_questions_are_asked_one_by_one(cut_off: Path) -> None:
    """Ask again after an invalid answer; an empty one, or none at all, leaves the doubt open."""
    result = run(cut_off, "--ask", "--json", typed="maybe\n5p\n")
    assert "“maybe” does not answer" in result.stderr
    assert json.loads(result.stdout)["settled_by"] == "person"
    (doubt,) = json.loads(run(cut_off, "--ask", "--json", typed="\n").stdout)["doubts"]
    assert (doubt["settled"], doubt["answer"]) == (False, None)


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("name", ["marked.png", "marked.jpg", "folder"])
def test_annotate(tmp_path: Path, name: str) -> None:
    assert run(SAMPLE, "--annotate", tmp_path / name).exit_code == 0
    made = tmp_path / name if "." in name else tmp_path / name / "hand.jpg"
    assert open_image(made).shape == open_image(SAMPLE).shape
    assert not np.array_equal(open_image(made), open_image(SAMPLE))


@pytest.mark.usefixtures("loaded")
def test_annotate_never_replaces_the_original(tmp_path: Path) -> None:
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(SAMPLE.read_bytes())
    for options in ([], ["--force"]):
        result = run(photo, "--annotate", tmp_path, *options)
        assert result.exit_code == 1
        assert "is a photo that is read" in result.stderr
        assert photo.read_bytes() == SAMPLE.read_bytes()


@pytest.mark.usefixtures("loaded")
def test_annotate_replaces_nothing_without_force(tmp_path: Path) -> None:
    there = tmp_path / "marked.jpg"
    there.write_text("somebody's")
    result = run(SAMPLE, "--annotate", there)
    assert result.exit_code == 1
    assert "exists already" in result.stderr
    assert there.read_text() == "somebody's"
    assert run(SAMPLE, "--annotate", there, "--force").exit_code == 0
    assert open_image(there).shape == open_image(SAMPLE).shape


@pytest.mark.usefixtures("loaded")
def test_annotated_pictures_of_one_name_all_stay(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "hand.jpg").write_bytes(SAMPLE.read_bytes())
    photos = [tmp_path / folder / "hand.jpg" for folder in ("a", "b")]
    assert run(*photos, "--annotate", tmp_path / "marked").exit_code == 0
    assert sorted(file.name for file in (tmp_path / "marked").iterdir()) == ["hand-2.jpg", "hand.jpg"]


def test_annotate_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, no folder")
    result = run(SAMPLE, "--annotate", tmp_path / "taken" / "deeper")
    assert result.exit_code == 1
    assert "give another place to --annotate" in result.stderr
    assert result.stdout != ""


@pytest.mark.usefixtures("loaded")
def test_what_systems_leave_beside_pictures_is_passed_over(empty: Path, loaded: None) -> None:
    folder = empty.parent
    for name in ("other.jfif", "other.avif"):
        Image.open(empty).save(folder / name, "AVIF" if name.endswith("avif") else "JPEG")
    for name in ("._empty.png", "Thumbs.db", ".DS_Store"):
        (folder / name).write_bytes(b"no picture")
    (folder / "__MACOSX").mkdir()
    (folder / "__MACOSX" / "._empty.png").write_bytes(b"no picture")
    for given in ([folder], sorted(folder.iterdir())):
        lines = run(*given).stderr.splitlines()
        assert [Path(line.split(":")[0]).name for line in lines[:-1]] == ["empty.png", "other.avif", "other.jfif"]
    alone = run(folder / "Thumbs.db")
    assert (alone.exit_code, "not a photo" in alone.stderr) == (1, True)


def test_a_picture_that_is_cut_says_so(empty: Path, tmp_path: Path) -> None:
    file = tmp_path / "cut.jpg"
    Image.fromarray(np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8)).save(file)
    file.write_bytes(file.read_bytes()[:9000])
    result = run(file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cut short" in result.stderr


def test_folder(tmp_path: Path) -> None:
    for name in ("b.jpg", "a.JPG"):
        (tmp_path / name).write_bytes(SAMPLE.read_bytes())
    (tmp_path / "notes.txt").write_text("left alone")
    result = run(tmp_path, "--json")
    assert [Path(json.loads(line)["image"]).name for line in result.stdout.splitlines()] == ["a.JPG", "b.jpg"]
