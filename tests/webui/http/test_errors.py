"""Every error of the page has a sentence for what is wrong and one for what to do, with all of their parameters."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from vision.errors import VisionError
from webui.base.errors import WebError
from webui.hand.hand import NothingSeenError
from webui.http.errors import STATUS, RequestError, RequestErrorKind
from webui.messages import Messages
from webui.messages.errors import VISION, WEB, web_error
from webui.records.errors import RecordsError, RecordsErrorKind

WEBUI = Path(__file__).parents[3] / "webui"
ERRORS = {error.__name__ for error in STATUS} - {"EditRejectedError", "RecordsError"}

KEPT: dict[RecordsErrorKind, set[str]] = {
    "newer-database": {"file", "version"},
    "older-database": {"file", "version"},
    "open-schema": {"role", "database"},
    "damaged-database": {"file"},
    "folder-in-use": {"folder"},
    "folder-unusable": {"folder", "reason"},
    "no-space": {"folder"},
    "read-only": {"folder"},
    "disk-failed": {"folder"},
    "records-busy": {"folder"},
    "database-address": set(),
    "database-gone": {"database"},
    "database-crowded": {"database"},
    "database-refused": {"database", "reason"},
    "no-driver": set(),
    "no-cluster": {"reason"},
    "not-text": set(),
    "overtaken": set(),
    "id-taken": {"id", "number"},
    "record-damaged": {"table", "number"},
    "event-damaged": {"event", "number"},
    "photo-missing": {"photo"},
    "photo-damaged": {"photo"},
    "nothing-kept": {"folder"},
    "file-exists": {"file"},
    "backup-unwritable": {"file", "reason"},
    "no-folder": {"folder"},
    "not-a-backup": {"file"},
    "newer-backup": {"file", "version"},
    "backup-damaged": {"file", "name"},
    "backup-changed": {"file", "changed", "table", "number"},
    "folder-has-data": {"folder"},
    "database-has-data": {"database"},
    "preset-differs": {"name"},
    "table-elsewhere": {"table"},
    "table-claimed": {"table", "seen"},
    "table-taken": {"table"},
    "differs-in-hall": {"table", "number"},
    "no-such-preset": {"name"},
    "not-a-title": {"got", "most"},
    "other-rig": {"table", "other"},
    "not-believed": {"who", "role"},
    "tries-spent": set(),
    "limit-spent": set(),
    "rows-spent": set(),
    "not-signed": {"role"},
    "roles-in-hall": set(),
    "record-differs": {"id", "table", "number"},
    "match-differs": {"table", "number"},
    "match-running": {"table"},
}
"""The parameters of each kind of `RecordsError`, as its docstring has them."""


@cache
def raised() -> list[tuple[str, set[str], bool]]:
    """Kinds of the errors that the code makes, the parameters it gives them, and whether it names a cause."""
    found = [("body-invalid", {"reason"}, False)]  # what a declaration refuses a body with by default
    for path in WEBUI.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(ast.Name("RequestError"), [_, ast.Constant(str(kind)), *cause], keywords):
                    found.append((kind, {keyword.arg or "" for keyword in keywords}, bool(cause)))
                case ast.Call(ast.Name(name), [ast.Constant(str(kind)), *cause], keywords) if name in ERRORS:
                    found.append((kind, {keyword.arg or "" for keyword in keywords}, bool(cause)))
                case ast.Call(ast.Name("converted"), [_, ast.Constant(str(kind))], []):
                    found.append((kind, {"reason"}, False))
                case ast.keyword("refusal", ast.Constant(str(kind))):
                    found.append((kind, {"reason"}, False))
    return found


def test_every_kind_has_its_sentences_and_is_raised() -> None:
    kinds = {kind for kind, _, _ in raised()}
    assert kinds | set(KEPT) == set(WEB)
    assert set(KEPT) == set(get_args(RecordsErrorKind))
    assert set(get_args(RequestErrorKind)) <= kinds


def parameters(kind: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)", "".join(WEB[kind])))


def test_no_sentence_lacks_a_parameter() -> None:
    assert [(kind, about) for kind, about, _ in raised() if not parameters(kind) <= about] == []
    assert [(kind, caused) for kind, _, caused in raised() if caused != ("" in WEB[kind])] == []


def test_no_sentence_about_what_is_kept_lacks_a_parameter() -> None:
    assert [kind for kind, about in KEPT.items() if not parameters(kind) <= about] == []
    assert [kind for kind in KEPT if f"`{kind}`" not in (RecordsError.__doc__ or "")] == []


def test_an_error_without_a_sentence_of_its_own_has_its_causes() -> None:
    words = Messages.of("en")
    empty = RequestError(422, "photo-unreadable", VisionError("image-empty"), name="a.jpg")
    assert web_error(words, empty) == ("a.jpg cannot be read", "the file is empty: take or copy the photo again")
    bare = RequestError(422, "photo-unreadable", NothingSeenError("no-tiles-seen"), name="a.jpg")
    assert web_error(words, bare)[1] == "no tiles were found: take the photo from nearer, from above, in more light"


def test_every_family_below_the_routes_has_a_status() -> None:
    families = {error for error in WebError.__subclasses__() if error is not RequestError}
    assert families == set(STATUS)


@pytest.mark.parametrize("lang", ["en", "zh", "zh_Hant"])
def test_all_errors_end_without_a_full_stop(lang: str) -> None:
    words, ends = Messages.of(lang), {}
    for kind, said in VISION.items():
        error = RequestError(422, "photo-unreadable", VisionError(kind, **about(said)), name="a.jpg")
        ends[kind] = web_error(words, error)
    for kind, (said, fix) in WEB.items():
        if said and fix:
            ends[kind] = web_error(words, WebError(kind, **about(said + fix)))
    assert [kind for kind, found in ends.items() if any(each.endswith((".", "。")) for each in found)] == []


def about(text: str) -> dict[str, int]:
    return dict.fromkeys(re.findall(r"%\((\w+)\)", text), 7)
