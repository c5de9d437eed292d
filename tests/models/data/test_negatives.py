"""Photographs of things mistaken for tiles."""

from pathlib import Path

from models.data.negatives import MEASURED, kinds


def test_what_is_measured_is_never_taught(tmp_path: Path) -> None:
    kept = sorted(MEASURED)[0]
    for name in (kept, "bricks", "keys"):
        folder = tmp_path / "negatives" / name
        folder.mkdir(parents=True)
        (folder / "b.jpg").touch()
        (folder / "a.jpg").touch()
    taught = {name: [file.name for file in files] for name, files in kinds(tmp_path, taught=True)}
    measured = {name: [file.name for file in files] for name, files in kinds(tmp_path, taught=False)}
    assert taught == {"bricks": ["a.jpg", "b.jpg"], "keys": ["a.jpg", "b.jpg"]}
    assert measured == {kept: ["a.jpg", "b.jpg"]}
