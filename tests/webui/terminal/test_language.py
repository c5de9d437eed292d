"""The language of the command line: chosen by `--lang` or the shell, in help, errors and answers alike."""

import re
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from unicodedata import east_asian_width

import click
import pytest
from click.testing import CliRunner, Result

from scoring.rules import BOOKS
from webui.cli import COMMANDS, command_of, main
from webui.messages.languages import shell_language
from webui.terminal.language import named

ENGLISH = re.compile(r"[A-Za-z]+,? [a-z]+ [a-z]+")
"""Three words in a row."""


def run(*arguments: str, **variables: str | None) -> Result:
    return CliRunner().invoke(main, arguments, env=variables, terminal_width=100)


def english(said: str) -> list[str]:
    """Lines in which English is left, but for commands to type."""
    lines = [line for line in said.splitlines() if not re.search(r"\bmain |tableside |\|", line)]
    return [line for line in lines if ENGLISH.search(line)]


def paths(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words that call a command and each of its subcommands."""
    yield path
    if isinstance(command, click.Group):
        for name, part in command.commands.items():
            yield from paths(part, (*path, name))


ALL = [(), *(path for name in COMMANDS for path in paths(command_of(name), (name,)))]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_is_in_the_language_that_is_asked_for(path: tuple[str, ...]) -> None:
    # the arguments of a group come before its subcommand
    words = [word for name in path for word in ((name, "x.jsonl") if name == "record" else (name,))]
    words += ["1", "why"] if path[-1:] == ("correct",) else []
    at = words.index("correct") + 1 if "correct" in words[:-1] and path[-1:] != ("correct",) else len(words)
    words[at:at] = ["1", "why"] if at < len(words) else []
    said = run("--lang", "zh", *words, "--help")
    assert said.exit_code == 0, said.output
    assert said.output.startswith("用法：")
    assert not english(said.output)


@pytest.mark.parametrize("path", [(), ("read",), ("serve",), ("match", "new"), ("hall", "try")], ids=" ".join)
def test_help_has_its_columns_under_one_another(path: tuple[str, ...]) -> None:
    said = run(*path, "--help", "--lang", "zh").output
    assert "选项：\n" in said
    options = said.partition("选项：\n")[2].partition("\n\n")[0]
    rows = re.findall(r"^(  -\S*(?: \S+)*  +)\S", options, re.MULTILINE)
    assert len(rows) > 2
    assert len({sum(1 + (east_asian_width(char) in "WF") for char in row) for row in rows}) == 1


@pytest.mark.parametrize("lang", ["zh", "zh-Hant"])
def test_the_last_language_named_counts_wherever_it_stands(lang: str) -> None:
    words = {"zh": "和牌方式", "zh-Hant": "計分"}
    for arguments in (
        ["--lang", lang, "score", "-h"],
        ["score", f"--lang={lang}", "-h"],
        ["score", "-h", "--lang", lang],
    ):
        assert words[lang] in run(*arguments).output
    assert "enough points" in run("score", "123m456p789sEEEC C").output


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW.UTF-8"}, "zh_Hant"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "zh_HK:en", "LANG": "en_GB.UTF-8"}, "zh_Hant"),
        ({"LANG": "de_CH.UTF-8"}, "en"),
        ({"LANG": "no language"}, "en"),
        ({}, "en"),
    ],
)
def test_without_it_the_shell_is_asked(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert shell_language() == language
    said = run("score", "123m456p789sEEEC C").output
    assert {"en": "enough points", "zh": "够起和", "zh_Hant": "夠起和"}[language] in said
    assert ("點和" in said) == (language == "zh_Hant")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["dance"], "错误：没有命令'dance'"),
        (["score", "--jobs", "none", "E"], "错误：'-j' / '--jobs'的值无效：'none'不是有效的整数"),
        (["score", "--rules", "riichi", "E"], f"'riichi'不是{', '.join(map(repr, BOOKS))}之一"),
        (["read"], "错误：缺少参数 'IMAGE...'"),
        (["match", "record", "x", "won", "--winer", "E"], "没有选项'--winer'。 是不是要写'--winner'？"),
    ],
)
def test_wrong_usage_is_said_in_it(arguments: list[str], says: str) -> None:
    said = run("--lang", "zh", *arguments)
    assert said.exit_code == 2
    assert said.stderr.rstrip().endswith(says)
    assert not english(said.stderr)


def test_one_call_leaves_the_next_alone() -> None:
    assert "用法" in run("--lang", "zh", "--help").output
    assert "Usage" in run("--help").output


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["score", "--lang", "zh-Hant"], "zh_Hant"),
        (["--lang=zh", "score"], "zh"),
        (["score", "--", "--lang", "zh"], None),
        (["score", "--lang"], None),
        (["score", "--lang", "fr"], None),
    ],
)
def test_it_is_known_before_anything_is_parsed(arguments: list[str], language: str | None) -> None:
    assert named(arguments) == language


def test_every_command_has_the_switch_that_tells_more() -> None:
    lacking = [path for path in ALL if path[:2] != ("match", "record") and "--verbose" not in run(*path, "-h").output]
    assert lacking == []


@pytest.mark.parametrize("arguments", [["--verbose", "score", "E"], ["score", "E", "--verbose"]], ids=" ".join)
def test_each_step_is_told_on_standard_error_alone(arguments: list[str]) -> None:
    quiet, said = run("score", "E"), run(*arguments)
    assert said.stdout == quiet.stdout
    assert (said.exit_code, quiet.exit_code) == (1, 1)
    assert f"tableside {version('tableside')}" in said.stderr
    assert "ms=" in said.stderr
    assert "tableside" not in run("score", "E").stderr  # one call leaves the next alone


def test_after_two_dashes_it_is_no_switch() -> None:
    assert f"tableside {version('tableside')}" not in run("score", "--", "--verbose").stderr


@pytest.mark.parametrize("how", ["switch", "environment"])
def test_an_error_in_words_has_its_traceback_before_it(how: str, tmp_path: Path) -> None:
    call, variables = ["match", "show", str(tmp_path / "none.jsonl")], {}
    if how == "switch":
        call.append("--verbose")
    else:
        variables["TABLESIDE_VERBOSE"] = "1"
    assert "Traceback" not in run(*call[:3]).output
    said = run(*call, **variables).stderr
    assert 0 < said.index("FileNotFoundError") < said.index("Error: ")


def test_wrong_usage_has_its_traceback_too() -> None:
    said = run("score", "--jobs", "none", "E", "--verbose")
    assert said.exit_code == 2
    assert "BadParameter" in said.stderr


def test_names_in_a_traceback_give_the_terminal_no_command(tmp_path: Path) -> None:
    said = run("match", "show", str(tmp_path / "\x1b[31mnone.jsonl"), "--verbose").stderr
    assert "\x1b" not in said


@pytest.mark.parametrize(
    ("shell", "rules", "says"),
    [
        ("zh_TW.UTF-8", "taiwan-home", "尚缺胡牌張"),
        ("zh_HK.UTF-8", "taiwan-home", "尚缺和牌張"),
        ("zh_TW.UTF-8", "mcr", "尚缺和牌張"),
        ("zh_CN.UTF-8", "taiwan-home", "尚缺和牌张"),
        ("C.UTF-8", "taiwan-home", "lacks its winning tile"),
    ],
)
def test_a_hand_is_spoken_of_in_the_words_of_its_game(shell: str, rules: str, says: str) -> None:
    hand = {"taiwan-home": "123456789m1455p678s", "mcr": "123456789m14p55s"}[rules]
    said = run("score", hand, "--rules", rules, LC_ALL=shell)
    assert says in said.output
    assert shell_language() == "en"  # until the command ends


def test_a_match_and_a_deal_are_spoken_of_in_the_words_of_their_game(tmp_path: Path) -> None:
    file, deal = tmp_path / "evening.jsonl", tmp_path / "deal.json"
    deal.write_text(
        '{"preset": "taiwan-home", "acts": [{"act": "won", "from": "E", "wins": [{"seat": "S", "tai": 2}]}]}'
    )
    taiwan: dict[str, str | None] = {"LC_ALL": "zh_TW.UTF-8"}
    assert "放槍" in run("deal", str(deal), **taiwan).output
    assert not run("match", "new", str(file), "--players", "A,B,C,D", "--rules", "taiwan-home", **taiwan).exit_code
    record = ("match", "record", str(file))
    assert not run(*record, "false-win", "B", "not-ready", **taiwan).exit_code
    assert "胡牌者" in run(*record, "won", "--winner", "A", "--discarder", "A", "--points", "1", **taiwan).output
    assert "和" not in run("match", "show", str(file), **taiwan).output
