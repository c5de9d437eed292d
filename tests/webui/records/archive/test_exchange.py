"""The contents of a folder replaced at once."""

from pathlib import Path

from webui.records.archive.exchange import exchange, keeps, room_beside


def test_new_contents_take_the_place_of_the_old_which_stay_beside(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "lock").touch()
    assert not keeps(folder, "lock")
    (folder / "old").write_text("old")
    assert keeps(folder, "lock")
    with room_beside(folder) as new:
        new.mkdir()
        (new / "new").write_text("new")
        exchange(new, folder, "lock")
    assert (folder / "new").read_text() == "new"
    assert not (folder / "old").exists()
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(".restore-")]


def test_a_folder_that_is_not_there_keeps_nothing(tmp_path: Path) -> None:
    assert not keeps(tmp_path / "none", "lock")
