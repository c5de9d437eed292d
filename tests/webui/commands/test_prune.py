"""`tableside prune`: photographs go by a record, and everything else stays."""

import contextlib
import json
import os
import signal
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result

from scoring.match.records import Act, Pruned, Seated, TimeUp, Won
from tests.webui.journals import write_record
from webui.cli import main
from webui.commands import prune as command
from webui.match.matches import Matches
from webui.records.archive.backup import back_up, restore
from webui.records.followed import NewStep
from webui.records.hands import KeptHand
from webui.records.store import Storage

DAY = 24 * 3600
FOUR = ("Ann", "Bo", "Chen", "Dai")


def run(folder: Path, *arguments: object) -> Result:
    return CliRunner().invoke(main, ["prune", "--data", str(folder), *map(str, arguments)])


def pruned(folder: Path) -> list[tuple[int, Pruned, str, str]]:
    with contextlib.closing(Storage.open(folder, alone=False)) as records:
        return [
            (table, entry.act, entry.who, entry.role)
            for table in records.journal.tables()
            for entry in records.journal.entries(table)
            if isinstance(entry.act, Pruned)
        ]


@pytest.fixture
def photos() -> list[str]:
    """The hashes of three photographs of 1 MB, 300, 200 and 100 days old."""
    return []


@pytest.fixture
def folder(tmp_path: Path, photos: list[str]) -> Path:
    """A match that is over with the oldest photograph; the second of another table, the third of no match."""
    with contextlib.closing(Storage.open(tmp_path)) as records:
        for number in range(3):
            sha256 = records.photos.put(bytes([number]) * 1_000_000)
            records.hands.keep(KeptHand(f"h{number}", 1 + number % 2, 0, "2026-01-01T00:00:00Z", sha256, "", "{}"))
            at = time.time() - (300 - 100 * number) * DAY
            path = records.photos.path(sha256)
            assert path
            os.utime(path, (at, at))
            photos.append(sha256)
        acts: list[Act] = [Seated(FOUR, "mcr", "ema"), Won("S", 24, "W", laid="h0", photo=photos[0]), TimeUp(False)]
        for act in acts:
            write_record(records, 1, uuid4(), act)
    return tmp_path


def test_without_yes_nothing_is_removed_and_the_space_is_said(folder: Path, photos: list[str]) -> None:
    result = run(folder, "--older", 150)
    assert result.stdout.splitlines()[0] == "Photos: 3, 3.0 MB"
    assert result.stdout.splitlines()[1].startswith("To delete: 2, 2.0 MB, taken until ")
    assert "add --yes" in result.stdout
    assert json.loads(run(folder, "--json").stdout)["photos"] == []
    with contextlib.closing(Storage.open(folder)) as records:
        assert all(records.photos.has(photo) for photo in photos)
    assert pruned(folder) == []


def test_what_is_removed_is_recorded_at_its_table(folder: Path, photos: list[str]) -> None:
    assert "Deleted: 2, 2.0 MB" in run(folder, "--older", 150, "--yes", "--who", "Eve").stdout
    assert pruned(folder) == [
        (1, Pruned((photos[0],), "older than 150 days"), "Eve", "desk"),
        (2, Pruned((photos[1],), "older than 150 days"), "Eve", "desk"),
    ]
    with contextlib.closing(Storage.open(folder)) as records:
        assert [records.photos.has(photo) for photo in photos] == [False, False, True]
        assert {hand.photo for table in (1, 2) for hand in records.hands.newest(table)} == set(photos)
        match = Matches(records.journal, 1, "mcr").current
        assert match
        assert (match.match.points["Bo"], match.match.refused) == (548, {})


def test_ctrl_c_ends_it_after_what_is_in_work(folder: Path, photos: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    remove = command.prune

    def pressed(*arguments: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        remove(*arguments)

    monkeypatch.setattr(command, "PART", 1)
    monkeypatch.setattr(command, "prune", pressed)
    result = run(folder, "--older", 50, "--yes")
    assert (result.exit_code, "Stopped. Deleted: 1 of 3, 1.0 MB" in result.stderr) == (1, True)
    with contextlib.closing(Storage.open(folder)) as records:
        assert [records.photos.has(photo) for photo in photos] == [False, True, True]
    assert [act.photos for _, act, _, _ in pruned(folder)] == [(photos[0],)]
    assert json.loads(run(folder, "--older", 50, "--yes", "--json").stdout)["photos"] == [photos[1]]
    monkeypatch.undo()
    assert "Deleted: 1, 1.0 MB" in run(folder, "--older", 50, "--yes").stdout


def test_the_oldest_go_until_the_others_fit(folder: Path, photos: list[str]) -> None:
    assert json.loads(run(folder, "--larger", 1.5, "--json").stdout)["photos"] == photos[:2]
    assert json.loads(run(folder, "--larger", 3, "--json").stdout)["photos"] == []


def test_photographs_of_a_match_that_is_played_stay(folder: Path, photos: list[str]) -> None:
    with contextlib.closing(Storage.open(folder)) as records:
        for act in (Seated(FOUR, "mcr", "ema"), Won("S", 24, "W", laid="h2", photo=photos[2])):
            write_record(records, 1, uuid4(), act)
        result = run(folder, "--older", 0, "--yes")  # the server has the folder meanwhile
        assert "Of a match that is not over, which stay: 1" in result.stdout
        assert [records.photos.has(photo) for photo in photos] == [False, False, True]
        assert len(records.journal.entries(1)) == 6


def test_as_old_pictures_of_followed_deals_go_but_those_of_a_match_that_is_played(folder: Path) -> None:
    with contextlib.closing(Storage.open(folder)) as records:
        for table in (1, 2):
            steps = [NewStep("{}", f"{year}-01-01", picture=b"tile") for year in (2020, 2999)]
            records.followed.append(table, None, steps)
        Matches(records.journal, 2, "mcr").record(Seated(FOUR), uuid4(), "", "table")
        records.followed.append(2, None, [NewStep("{}", datetime.now(UTC).isoformat(), picture=b"tile")])
    assert run(folder, "--older", 0, "--yes").exit_code == 0
    with contextlib.closing(Storage.open(folder, alone=False)) as records:
        left = {(t, n): records.followed.picture(t, n) is not None for t, n in ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3))}
        assert left == {(1, 1): False, (1, 2): True, (2, 1): False, (2, 2): True, (2, 3): True}
        assert len(records.followed.steps(1, 1)) == 2


def test_a_photograph_whose_hand_may_not_be_recorded_yet_stays(folder: Path, photos: list[str]) -> None:
    with contextlib.closing(Storage.open(folder)) as records:
        new = records.photos.put(b"just sent")
        run(folder, "--older", 0, "--larger", 0, "--yes")
        assert [records.photos.has(photo) for photo in (*photos, new)] == [False, False, False, True]


def test_ages_outlive_a_backup(folder: Path, photos: list[str], tmp_path: Path) -> None:
    back_up(folder, tmp_path / "all.zip")
    restore(tmp_path / "all.zip", tmp_path / "new")
    assert json.loads(run(tmp_path / "new", "--older", 150, "--json").stdout)["photos"] == photos[:2]


def test_a_folder_without_records_is_not_made(tmp_path: Path) -> None:
    result = run(tmp_path / "none", "--older", 1)
    assert (result.exit_code, "Nothing is kept" in result.stderr) == (1, True)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("options", "said"), [((), "give --older DAYS or --larger MB"), (("--older", 99999), "is older")]
)
def test_nothing_to_remove_is_said_as_it_was_asked(
    folder: Path, photos: list[str], options: tuple[object, ...], said: str
) -> None:
    assert f"Nothing to delete: {said}" in run(folder, *options).output.replace("no photo is older", "is older")
