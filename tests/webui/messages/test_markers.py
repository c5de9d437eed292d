"""The sheet of markers says how to print it, and where each marker goes."""

from vision.table.markers import NUMBERS, SIDE
from webui.messages import Messages
from webui.messages.markers import sheet_text


def test_the_sheet_says_its_scale_and_where_each_marker_goes() -> None:
    text = sheet_text(Messages.of("en"))
    assert any(f"{SIDE:.0f} mm" in line for line in text.lines)
    assert any("actual size (100 %)" in line for line in text.lines)
    assert text.captions == tuple(f"{n}   left of seat {n}" for n in NUMBERS)
