"""The licences of libraries and vendored pieces."""

import re
from importlib.metadata import requires

from flask.testing import FlaskClient
from packaging.requirements import Requirement

from webui.help.notices import as_text, collected


def test_every_library_that_the_program_needs_is_told_of() -> None:
    direct = [Requirement(line) for line in requires("tableside") or ()]
    needed = {re.sub(r"[-_.]+", "-", each.name).lower() for each in direct if each.marker is None}
    assert len(needed) > 20
    told = {re.sub(r"[-_.]+", "-", each.name).lower(): each for each in collected()}
    assert needed <= told.keys()
    assert {"werkzeug", "markupsafe", "python"} <= told.keys(), "what libraries need is told of too"
    assert not {"torch", "ultralytics", "pytest", "tableside"} & told.keys()
    assert all(each.version for name, each in told.items() if not name.startswith("webui/"))
    assert sum(bool(each.texts) for each in told.values()) > 0.9 * len(told)


def test_vendored_files_are_told_of() -> None:
    told = {each.name: each.texts for each in collected()}
    assert "Noto Serif CJK" in told["webui/static/tiles/NOTICE"]


def test_the_page_lists_them_and_leads_to_their_texts(client: FlaskClient) -> None:
    html = client.get("/help/licences").get_data(as_text=True)
    paths = re.findall(r'href="(/help/licences/[^"]+)"', html)
    assert len(paths) > 30
    for path in paths:
        answer = client.get(path)
        assert (answer.status_code, answer.mimetype) == (200, "text/plain"), path
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in client.get("/help/licences/tableside.txt").get_data(as_text=True)
    assert client.get("/help/licences/nothing.txt").status_code == 404


def test_the_file_for_the_desktop_folder_has_all_texts() -> None:
    text = as_text(collected())
    assert all(each.name in text and each.texts.strip() in text for each in collected())
