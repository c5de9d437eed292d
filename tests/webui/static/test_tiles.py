"""The tile pictures: one for every face, and nothing in them that could not be shown everywhere."""

import re
from pathlib import Path
from xml.etree import ElementTree

import webui
from scoring.tiles import FACES
from webui.http.statics import tiles

TILES = Path(str(webui.__file__)).parent / "static/tiles"


RED = ("0m", "0p", "0s")


def test_every_face_is_drawn_without_fonts_or_links() -> None:
    for code in (*FACES, *RED, "back"):
        text = (TILES / f"{code}.svg").read_text(encoding="utf-8")
        root = ElementTree.fromstring(text)
        assert root.get("viewBox") == "0 0 60 82", code
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert tags <= {"svg", "g", "rect", "path", "circle", "ellipse"}, code
        assert "href" not in text, code
        assert len(text) < 16_000, code


def test_all_faces_differ() -> None:
    drawn = {code: (TILES / f"{code}.svg").read_text(encoding="utf-8") for code in [*FACES, *RED, "back"]}
    assert len(set(drawn.values())) == 46


def test_one_file_has_all_faces_each_under_its_code() -> None:
    root = ElementTree.fromstring(tiles().data)
    views = {view.get("id"): view.get("viewBox") for view in root.iter("{http://www.w3.org/2000/svg}view")}
    assert {*views} == {*FACES, *RED, "back"}
    assert len({*views.values()}) == 46
    for code, box in views.items():
        assert re.fullmatch(r"0 \d+ 60 82", box or ""), code
        drawn = ElementTree.fromstring((TILES / f"{code}.svg").read_bytes())
        top = (box or "").split()[1]
        group = root.find(f"./*[@transform='translate(0 {top})']")
        assert group is not None
        assert [each.attrib for each in group] == [each.attrib for each in drawn], code


def test_the_script_knows_the_faces_in_the_same_order() -> None:
    script = (TILES.parent / "tiles.js").read_text(encoding="utf-8")
    for name, codes in (("WINDS", FACES[27:31]), ("DRAGONS", FACES[31:34]), ("FLOWERS", FACES[34:])):
        found = re.search(rf"export const {name} = \[(.*?)\]", script)
        assert found
        assert tuple(re.findall(r'"(\w+)"', found[1])) == codes


def test_the_source_of_the_outlines_is_named() -> None:
    notice = (TILES / "NOTICE").read_text(encoding="utf-8")
    assert "Noto Serif CJK" in notice
    assert "SIL Open Font License" in notice
