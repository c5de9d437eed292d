"""`tableside match seating`: a tournament seated, and a seating checked."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scoring.match.seating import parse_script, quality
from webui.cli import main


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["match", "seating", *map(str, arguments)])


def test_the_script_is_all_of_standard_output() -> None:
    result = run("--players", 40, "--rounds", 8)
    schedule = parse_script(result.stdout)
    assert (len(schedule), len(schedule[0]), quality(schedule).repeats) == (8, 10, 0)
    assert "40 players, 8 rounds: 0 repeated meetings" in result.stderr


def test_teams_and_pairs_are_kept_apart() -> None:
    teams = [option for first in range(1, 33, 4) for option in ("--team", f"{first}-{first + 3}")]
    result = run("--players", 32, "--rounds", 4, *teams, "--apart", "1,5", "--json")
    data = json.loads(result.stdout)
    assert (data["quality"]["teammates"], data["quality"]["kept_apart"]) == (0, 0)
    assert not any({1, 5} <= set(game) or {1, 2} <= set(game) for games in data["rounds"] for game in games)


def test_a_seating_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "seating.txt"
    file.write_text("1-2-3-4\n5-6-7-8\n\n1-2-5-6\n3-4-7-8\n")
    said = run("--check", file, "--team", "1,3", "--apart", "5-6").stdout.splitlines()
    assert said[0] == (
        "8 players, 2 rounds: 4 repeated meetings, 1 meeting of teammates, a player's winds differ by up to 2, "
        "4 returns to a table, 2 meetings of players kept apart"
    )
    assert said[1] == "Meet again: 1-2 ×2, 3-4 ×2, 5-6 ×2, 7-8 ×2"


def test_names_take_the_place_of_numbers(tmp_path: Path) -> None:
    script, names = tmp_path / "seating.txt", tmp_path / "names.txt"
    script.write_text("4-2-3-1\n")
    names.write_text("Ann\nBo\nChen\nDai\n")
    assert "  Table 1  E Dai  S Bo  W Chen  N Ann" in run("--check", script, "--names", names).stdout
    names.write_text("Ann\n")
    result = run("--check", script, "--names", names)
    assert (result.exit_code, "1 names for 4 players" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (["--players", 40], 2, "Give --players and --rounds"),
        (["--players", 41, "--rounds", 2], 1, "add 3 as substitutes"),
        (["--players", 8, "--rounds", 2, "--team", "1-x"], 2, "no number of a player"),
        (["--players", 8, "--rounds", 2, "--team", "7"], 2, "fewer than two players"),
        (["--players", 8, "--rounds", 2, "--team", "1-3", "--team", "3-4"], 1, "player 3"),
        (["--check", "none.txt"], 1, "cannot be read"),
    ],
)
def test_what_cannot_be_seated_is_said(arguments: list[object], status: int, why: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    assert why.lower() in result.stderr.lower()


def test_a_script_that_is_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "seating.txt"
    file.write_text("1-2\n")
    result = run("--check", file)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {file}: ")
