"""A bundle holds a whole match, and says what in it does not hold."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from msgspec import structs

from scoring.match.match import fold
from scoring.match.records import Act, Corrected, Erased, Pruned, Record, Seated, TimeUp, Won
from scoring.rules import tournament
from tests.books import RULES
from webui.exports.bundle import Bundle, open_bundle, step_pictures, write_bundle
from webui.records.bundles import BundleError
from webui.records.canonical import digest
from webui.records.followed import KeptStep
from webui.records.hands import KeptHand
from webui.records.journal import JournalEntry, entry_of

PHOTO = b"\xff\xd8\xff photograph"
OTHER = b"\x89PNG another"
PHOTOS = {digest(PHOTO): PHOTO, digest(OTHER): OTHER}
ACTS: list[Act] = [
    Seated(("Ann", "Bo", "Chen", "Dai"), "mcr", "book-1998"),
    Won("S", 24, "W", laid="h1", photo=digest(PHOTO)),
    Corrected(9, Won("S", 17, "W", photo=digest(OTHER)), "counted anew"),
    TimeUp(False),
]
HAND = KeptHand("h1", 1, 1, "2026-11-24T10:00:00.000+00:00", digest(PHOTO), "{}", "{}", ('{"a": 1}',), True)


def records(acts: list[Act] = ACTS, first: int = 8) -> list[JournalEntry[Act]]:
    return [
        entry_of(number, Record(act, "Eve", "2026-11-24T10:00:00+00:00", "referee"), str(UUID(int=number)))
        for number, act in enumerate(acts, first)
    ]


def written(kept: list[JournalEntry[Act]], photos: Mapping[str, bytes] = PHOTOS) -> tuple[bytes, str]:
    match = fold([record.record for record in kept], first=kept[0].number)
    out = io.BytesIO()
    seal = write_bundle(out, match, kept, [HAND], photos.get)
    return out.getvalue(), seal


def opened(data: bytes) -> Bundle:
    return open_bundle(io.BytesIO(data))


def changed(data: bytes | dict[str, bytes], change: Callable[[dict[str, bytes]], None], hashes: bool = False) -> bytes:
    """The bundle, or one of some files, with its files changed; with `hashes` the manifest is made to agree."""
    files = opened_files(data) if isinstance(data, bytes) else dict(data)
    change(files)
    if hashes:
        manifest = json.loads(files["manifest.json"])
        manifest["files"] = {name: digest(files[name]) for name in files if name != "manifest.json"}
        files["manifest.json"] = json.dumps(manifest).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, kept in files.items():
            archive.writestr(name, kept)
    return out.getvalue()


def problems(data: bytes) -> list[tuple[str, Any]]:
    return [(problem.kind, next(iter(problem.about.values()), None)) for problem in opened(data).problems]


def test_followed_deals_are_in_it_with_their_pictures() -> None:
    steps = [KeptStep(1, number, 1, 8 * (number == 4), "{}", "2026", number < 6) for number in (4, 5, 6)]
    out = io.BytesIO()
    kept = records()
    match = fold([record.record for record in kept], first=8)
    write_bundle(out, match, kept, [HAND], PHOTOS.get, steps, {4: b"four", 5: b"five"}.get)
    found = opened(out.getvalue())
    assert (found.followed, found.problems) == (tuple(steps), ())
    assert list(step_pictures(out)) == [(4, b"four"), (5, b"five")]
    with zipfile.ZipFile(out) as archive:
        assert json.loads(archive.read("manifest.json"))["version"] == 5
    for name in ("followed/4.jpg", "followed.jsonl"):
        (fault,) = opened(changed(out.getvalue(), lambda files, name=name: files.update({name: b"other"}))).problems  # type: ignore[misc]
        assert (fault.kind, fault.about) == ("file-changed", {"file": name})


def test_what_is_put_in_comes_out() -> None:
    data, seal = written(records())
    found = opened(data)
    assert found.records == tuple(records())
    assert found.hands == (HAND,)
    assert set(found.photos) == set(PHOTOS)
    assert {"sheet.json", "sheet.csv", "sheet.xlsx"} <= opened_files(data).keys()
    assert found.match.points == {"Ann": 492, "Bo": 541, "Chen": 475, "Dai": 492}
    assert (found.problems, found.sound, found.seal) == ((), True, seal)


def _record(number: int, **values: object) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        lines = [json.loads(line) for line in files["records.jsonl"].splitlines()]
        lines[number]["act"].update(values)
        files["records.jsonl"] = b"".join(json.dumps(line).encode() + b"\n" for line in lines)

    return change


def _forget(photo: bytes) -> Callable[[dict[str, bytes]], None]:
    return lambda files: files.pop(next(name for name in files if digest(photo) in name)) and None


def _swap(files: dict[str, bytes]) -> None:
    files[next(name for name in files if digest(PHOTO) in name)] = OTHER


@pytest.mark.parametrize(
    ("change", "hashes", "expected"),
    [
        (lambda files: files.update({"sheet.csv": b""}), False, [("file-changed", "sheet.csv")]),
        (lambda files: files.pop("sheet.csv"), False, [("file-missing", "sheet.csv")]),
        (lambda files: files.update({"../x.py": b""}), False, [("file-unknown", "../x.py")]),
        (_record(1, points=25), False, [("file-changed", "records.jsonl"), ("record-changed", 9)]),
        (_record(1, points=25), True, [("record-changed", 9)]),
        (_record(1, points=3), True, [("record-changed", 9), ("record-refused", 9), ("record-refused", 10)]),
        (_swap, True, [("file-changed", f"photos/{digest(PHOTO)}.jpg"), ("photo-missing", digest(PHOTO))]),
        (_forget(OTHER), True, [("photo-missing", digest(OTHER))]),
    ],
)
def test_what_was_changed_is_named(
    change: Callable[[dict[str, bytes]], None], hashes: bool, expected: list[tuple[str, Any]]
) -> None:
    data = changed(written(records())[0], change, hashes)
    assert [problem for problem in problems(data) if problem != ("sheet-differs", None)] == expected
    assert not opened(data).sound


def test_bytes_that_are_damaged_are_named() -> None:
    data, _ = written(records())
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        csv, photo = archive.getinfo("sheet.csv"), next(i for i in archive.infolist() if digest(PHOTO) in i.filename)
    for info in (csv, photo):
        at = info.header_offset + 30 + len(info.filename) + 3
        damaged = data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
        assert ("file-changed", info.filename) in problems(damaged)


def test_a_sheet_that_the_records_do_not_give_is_named() -> None:
    def change(files: dict[str, bytes]) -> None:
        files["sheet.json"] = files["sheet.json"].replace(b"541", b"641")

    assert problems(changed(written(records())[0], change, hashes=True)) == [("sheet-differs", None)]


def test_records_that_were_sealed_otherwise_are_named() -> None:
    """A record in another person's hand is found though each file and each record has the hash that it names."""

    def later(files: dict[str, bytes]) -> None:
        files["records.jsonl"] = files["records.jsonl"].replace(b'"when": "2026', b'"when": "2027', 1)

    data, _ = written(records())
    assert b'"when": "2026' in opened_files(data)["records.jsonl"]
    assert ("chain-differs", None) in problems(changed(data, later, hashes=True))


def opened_files(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_what_records_say_was_pruned_or_erased_is_told_from_what_is_lost() -> None:
    kept = records([*ACTS[:3], Pruned((digest(PHOTO),), "old"), Erased("Ann", "N. N."), TimeUp(False)])
    seated = kept[0].act
    assert isinstance(seated, Seated)
    kept[0] = replace(kept[0], act=structs.replace(seated, players=("N. N.", "Bo", "Chen", "Dai")))
    kept[4] = replace(kept[4], act=Erased("N. N.", "N. N."))
    data, _ = written(kept, {digest(OTHER): OTHER})
    found = [problem for problem in problems(data) if problem[0] != "record-refused"]
    assert found[0] == ("record-erased", 8)
    assert found[-1] == ("photo-pruned", digest(PHOTO))
    assert {kind for kind, _ in found} == {"record-erased", "photo-pruned"}


def test_a_tournaments_own_rules_are_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    book = tournament('name = "open-10"\ntitle = "Open"\nbase = "mcr-wmo"\nsource = "us"\nminimum = 10\n')
    monkeypatch.setitem(RULES, book.name, book)
    data, _ = written(records([Seated(("Ann", "Bo", "Chen", "Dai"), "open-10"), Won("S", 9, "W"), Won("S", 10, "W")]))
    monkeypatch.delitem(RULES, book.name)
    found = opened(data)
    assert (found.preset, found.match.rules.minimum, set(found.match.refused)) == (book.text, 10, {9})

    def renamed(files: dict[str, bytes]) -> None:
        files["records.jsonl"] = files["records.jsonl"].replace(b"open-10", b"open-11", 1)

    def left_out(files: dict[str, bytes]) -> None:
        files["records.jsonl"] = files["records.jsonl"].split(b"\n", 1)[1]

    with pytest.raises(BundleError, match="bundle-unreadable"):  # those of another match
        opened(changed(data, renamed, hashes=True))
    assert ("rules-missing", "open-10") in problems(changed(data, left_out, hashes=True))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "not-a-bundle"),
        (b"PK\x03\x04 no zip", "not-a-bundle"),
        (changed(written(records())[0], lambda files: files.pop("manifest.json") and None), "not-a-bundle"),
        (changed(written(records())[0], lambda files: files.update({"manifest.json": b"[" * 9999})), "not-a-bundle"),
        (
            changed(
                written(records())[0],
                lambda files: files.update(
                    {"manifest.json": files["manifest.json"].replace(b'"version": 5', b'"version": 6')}
                ),
            ),
            "newer-bundle",
        ),
        (changed(written(records())[0], lambda files: files.pop("records.jsonl") and None), "bundle-unreadable"),
        (changed(written(records())[0], lambda files: files.update({"records.jsonl": b"{}"})), "bundle-unreadable"),
        (changed(written(records())[0], lambda files: files.update({"records.jsonl": b""})), "bundle-unreadable"),
    ],
)
def test_what_is_no_bundle_is_said(data: bytes, kind: str) -> None:
    with pytest.raises(BundleError) as raised:
        opened(data)
    assert raised.value.kind == kind


def test_a_bundle_that_would_fill_the_memory_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("records.jsonl", "sheet.csv"):
            archive.writestr(name, b"\0" * 10**6)
    monkeypatch.setattr("webui.exports.bundle.LARGEST", 10**6)
    with pytest.raises(BundleError, match="bundle-too-large"):
        opened(out.getvalue())


def test_a_bundle_of_an_earlier_version_holds() -> None:
    """Its sheet says neither who left nor which hands were corrected."""

    def earlier(files: dict[str, bytes]) -> None:
        sheet = json.loads(files["sheet.json"])
        del sheet["departures"]
        for hand in sheet["hands"]:
            del hand["corrected"]
        files["sheet.json"] = json.dumps(sheet).encode()
        manifest = json.loads(files["manifest.json"])
        manifest["files"]["sheet.json"] = digest(files["sheet.json"])
        files["manifest.json"] = json.dumps(manifest).encode()

    assert opened(changed(written(records())[0], earlier)).sound


def test_a_photo_of_a_hand_alone_is_of_no_record() -> None:
    acts: list[Act] = [ACTS[0], Won("S", 24, "W", laid="h1")]
    data, _ = written(records(acts), {})
    (missing,) = opened(data).problems
    assert (missing.kind, dict(missing.about)) == ("photo-missing", {"photo": digest(PHOTO), "number": 0})


def test_hands_of_records_that_name_no_hash_are_said_to_be_covered_by_nothing() -> None:
    kept = [replace(each, commitments=None) for each in records()]
    data, _ = written(kept)
    noted = [(each.kind, dict(each.about)) for each in opened(data).notes]
    assert ("hands-uncovered", {"number": HAND.number}) in noted
