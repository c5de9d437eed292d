"""Evaluation: which labels count as found and named, and how wrong labels are corrected."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from models.data.labels import Label, read_labels
from models.evaluate.tiles import TileCorrection, compare, corrected, main, read_corrections, summary
from vision import TileReader, open_image
from vision.reading import Reading, SeenTile

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "tests" / "data" / "hand.jpg"


def label(tile: str, x: float, y: float = 10.0) -> Label:
    return Label(tile, (x, y, x + 30, y + 40))


@pytest.fixture(scope="module")
def reading() -> Reading:
    return TileReader().read(SAMPLE)


def whole(tile: SeenTile) -> Label:
    """Return the label of a tile that was read correctly."""
    xs, ys = zip(*tile.quad, strict=True)
    return Label(str(tile.tile), (min(xs), min(ys), max(xs), max(ys)))


def test_what_was_read_rightly_counts_and_what_was_not_does_not(reading: Reading) -> None:
    faces = [t for t in reading.tiles if t.face == "up"]
    right = [whole(t) for t in faces]
    outcomes, extra = compare(SAMPLE, right, reading)
    assert summary(outcomes)["named"] == len(faces)
    assert extra == 0
    other = "1m" if right[0].tile != "1m" else "2m"
    missed = Label("5p", (1.0, 1.0, 4.0, 5.0))
    outcomes, extra = compare(SAMPLE, [Label(other, right[0].box), *right[2:], missed], reading)
    figures = summary(outcomes)
    assert (figures["named"], figures["found"], figures["tiles"]) == (len(faces) - 2, len(faces) - 1, len(faces))
    assert figures["photos_exact"] == 0
    assert extra == 1


def test_a_correction_names_a_label_anew_or_takes_it_away() -> None:
    labels = [label("1m", 0), label("1m", 100), label("2m", 200)]
    fixed = corrected(labels, [TileCorrection("1m", (115.4, 30.0), "9m"), TileCorrection("2m", (215.0, 30.0), None)])
    assert fixed == [label("1m", 0), label("9m", 100)]


@pytest.mark.parametrize(
    "wrong", [TileCorrection("3m", (115.0, 30.0), "9m"), TileCorrection("1m", (150.0, 30.0), None)]
)
def test_a_correction_that_fits_no_label_is_refused(wrong: TileCorrection) -> None:
    with pytest.raises(ValueError, match="expected one"):
        corrected([label("1m", 100)], [wrong])


@pytest.mark.parametrize("text", ["file,tile,x\na,1m,3\n", "file,tile,x,y,right\na,1m,3,4,10m\n", "file\na\n"])
def test_a_file_of_corrections_that_is_none_says_where(text: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match="line 2"):
        read_corrections(path)


def test_the_corrections_of_dev_are_complete() -> None:
    path = ROOT / "models" / "dev_corrections.csv"
    known = [wrong for photo in read_corrections(path).values() for wrong in photo]
    assert len(known) == len(path.read_text().splitlines()) - 1
    assert all(wrong.tile != wrong.right for wrong in known)


@pytest.mark.long
def test_a_folder_is_measured_with_and_without_corrections(reading: Reading, tmp_path: Path) -> None:
    for name in ("images", "labels"):
        (tmp_path / name).mkdir()
    (tmp_path / "images" / "hand.jpg").write_bytes(SAMPLE.read_bytes())
    height, width = open_image(SAMPLE).shape[:2]
    tile = next(t for t in reading.tiles if t.tile and t.tile != "1m")
    x0, y0, x1, y1 = whole(tile).box
    middle = f"{(x0 + x1) / 2 / width} {(y0 + y1) / 2 / height} {(x1 - x0) / width} {(y1 - y0) / height}"
    (tmp_path / "labels" / "hand.txt").write_text(f"0 {middle}\n")
    assert read_labels(tmp_path / "images" / "hand.jpg", (width, height))[0].tile == "1m"
    wrong = tmp_path / "wrong.csv"
    wrong.write_text(f"file,tile,x,y,right\nhand.jpg,1m,{(x0 + x1) / 2},{(y0 + y1) / 2},{tile.tile}\n")
    plain = CliRunner().invoke(main, [str(tmp_path)])
    assert "named 0/1" in plain.output
    fixed = CliRunner().invoke(main, [str(tmp_path), "--corrections", str(wrong)])
    assert "named 1/1" in fixed.output
    wrong.write_text("file,tile,x,y,right\nhand.jpg,9s,1,1,2m\n")
    refused = CliRunner().invoke(main, [str(tmp_path), "--corrections", str(wrong)])
    assert refused.exit_code == 1
    assert "expected one" in refused.output
    none = CliRunner().invoke(main, [str(tmp_path), "--match", "foot*", "--match", "arm*"])
    assert none.exit_code == 1
    assert "no photographs foot* or arm*" in none.output
    some = CliRunner().invoke(main, [str(tmp_path), "--match", "foot*", "--match", "ha*"])
    assert "named 0/1" in some.output
