"""Text files of Windows as the commands read them, CSV as Excel opens it, and strangers' text on a terminal."""

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.long import long_but
from webui.cli import main
from webui.terminal.output import EscapedStream

WON = "123m456p789s1112z 2z"
RULES = 'name = "spring-open"\ntitle = "Spring"\nbase = "mcr-wmo"\nsource = "x"\nminimum = 8\n'
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]
ESCAPE = "\x1b]0;owned\x07\x9b31m"


def run(*arguments: object, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)], input=stdin, catch_exceptions=False)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_hands_and_rules_are_read_in_the_encodings_of_windows(tmp_path: Path, encoding: str) -> None:
    hands, rules = tmp_path / "hands.txt", tmp_path / "rules.toml"
    hands.write_bytes(f"{WON}\r\n# 注\r\n{WON}\r\n".encode(encoding))
    rules.write_bytes(RULES.encode(encoding))
    done = run("score", "--file", hands, "--rules", rules, "--json")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["rules"], line["wins"]) for line in lines] == [("spring-open", True)] * 2


@pytest.mark.parametrize("encoding", long_but(["utf-16-le"], ["utf-8-sig", "utf-16", "utf-16-le"]))
def test_hands_are_read_from_a_pipe(encoding: str) -> None:
    hands = f"{WON}\n{WON}\n".encode(encoding)
    command = [sys.executable, "-m", "webui", "score", "--file", "-", "--json"]
    done = subprocess.run(command, input=hands, capture_output=True, check=True, timeout=60)
    assert [json.loads(line)["wins"] for line in done.stdout.splitlines()] == [True, True]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_match_file_that_an_editor_saved_goes_on(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "m.jsonl"
    assert run("match", "new", file, "--players", "Ann,Bo,Cy,陈大文").exit_code == 0
    assert run("match", "record", file, "drawn").exit_code == 0
    file.write_bytes(file.read_text("utf-8").encode(encoding))
    assert run("match", "record", file, "drawn").exit_code == 0
    shown = run("match", "show", file)
    assert (shown.exit_code, "陈大文" in shown.stdout) == (0, True)
    assert [json.loads(line)["act"]["type"] for line in file.read_text("utf-8").splitlines() if "act" in line] == [
        "Seated",
        "Drawn",
        "Drawn",
    ]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_scripts_names_and_teams_are_read(tmp_path: Path, encoding: str) -> None:
    script, names = tmp_path / "script.txt", tmp_path / "names.txt"
    script.write_bytes("1-2-3-4\r\n5-6-7-8\r\n".encode(encoding))
    names.write_bytes("Ann\r\nBo\r\nCy\r\nDi\r\nEva\r\nFu\r\nGil\r\n陈大文\r\n".encode(encoding))
    done = run("match", "seating", "--check", script, "--names", names)
    assert (done.exit_code, "陈大文" in done.stdout) == (0, True), done.output


def test_csv_for_people_begins_with_the_mark_of_excel(tmp_path: Path) -> None:
    file, out, redirected = tmp_path / "m.jsonl", tmp_path / "o.csv", tmp_path / "r.csv"
    assert run("match", "new", file, "--players", "Ann,Bo,Cy,陈大文").exit_code == 0
    assert run("match", "record", file, "drawn").exit_code == 0
    assert run("match", "export", file, "--out", out).exit_code == 0
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    assert "陈大文" in out.read_text("utf-8-sig")
    assert run("match", "export", file).stdout_bytes == out.read_bytes().removeprefix(b"\xef\xbb\xbf")
    command = [sys.executable, "-m", "webui", "match", "export", str(file)]
    with redirected.open("wb") as into:
        subprocess.run(command, stdout=into, check=True, timeout=60)
    assert redirected.read_bytes() == out.read_bytes()


def test_escapes_of_strangers_never_reach_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    assert run("match", "new", file, "--players", "Ann,Bo,Cy,Di").exit_code == 0
    assert run("match", "record", file, "penalty", "Ann", "5", ESCAPE, "--role", "referee").exit_code == 0
    shown = run("match", "show", file)
    assert r"\x1b]0;owned\x07\u009b31m" in shown.stdout
    evil = tmp_path / "a\x1b[31mb.jsonl"
    evil.write_bytes(b"no record\n")
    outputs = [shown, run("match", "show", evil), run("match", "open", evil), run("score", "12\x1b[31m3m")]
    for each in outputs:
        assert not set("\x1b\x07\x9b") & set(each.output + each.stderr), each.args


def test_a_real_terminal_gets_no_escapes(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    assert run("match", "new", file, "--players", "Ann,Bo,Cy,Di").exit_code == 0
    assert run("match", "record", file, "penalty", "Ann", "5", ESCAPE, "--role", "referee").exit_code == 0
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "webui", "match", "show", str(file)], stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    os.close(ours)
    assert process.wait(timeout=60) == 0
    assert rb"\x1b]0;owned" in seen
    assert b"\x1b" not in seen


def test_json_stays_json() -> None:
    out = io.StringIO()
    text = json.dumps({"name": "a\x1b\x7f\x9b\u202e b\t\n"}, ensure_ascii=False)
    EscapedStream(out).write(text)
    assert json.loads(out.getvalue()) == json.loads(text)
