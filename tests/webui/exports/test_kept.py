"""Match files of forgers: they fail, are said to be covered by nothing, or differ from what is known here."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from flask.testing import FlaskClient

from scoring.match.records import act_from_dict
from tests.webui.exports.test_bundle import changed, opened
from tests.webui.followed import followed_riichi, followed_win
from tests.webui.http.routes.test_matches import do
from webui.exports.bundle import Bundle
from webui.exports.kept import bundle_of
from webui.records.chain import seal_of
from webui.records.commitments import commit, committed_hash, texts
from webui.records.store import Storage
from webui.table.follow.late import choose_delay
from webui.table.known import known_here
from webui.table.table import Table

Files = dict[str, bytes]
HAND = "[111m,1]222m333m444m5m 5m discard round=E seat=S"


@pytest.fixture
def sent(table: Table, client: FlaskClient) -> bytes:
    """The file of a match with two followed deals, and a laid hand that was corrected before it was recorded."""
    followed_riichi(table)
    followed_win(table)
    hand = client.post("/api/tables/1/hands", json={"text": HAND}).get_json()["hand"]
    edit = {"version": 0, "change": {"do": "won", "won": {"self_draw": False}}}
    client.post(f"/api/hands/{hand['id']}/changes", json=edit)
    do(
        client,
        {"type": "FalseWin", "seat": "S", "kind": "no yaku", "each": 1000, "laid": hand["id"]},
        {"type": "Drawn", "tenpai": []},
    )
    match = table.matches.current
    assert match is not None
    out = io.BytesIO()
    bundle_of(out, table.records, match.match, match.entries)
    return out.getvalue()


def lines(name: str, change: Callable[[list[dict[str, Any]]], object]) -> Callable[[Files], None]:
    """Return a change of the lines of a file."""

    def made(files: Files) -> None:
        found = [json.loads(line) for line in files[name].splitlines()]
        change(found)
        files[name] = b"".join(json.dumps(line).encode() + b"\n" for line in found)

    return made


def other_tiles(hands: list[dict[str, Any]]) -> None:
    state = json.loads(hands[0]["state"])
    state["winning"]["tile"] = "9s"
    hands[0]["state"] = json.dumps(state)


def edited(hands: list[dict[str, Any]]) -> None:
    """Append a correction that nobody recorded."""
    state = json.loads(hands[0]["state"])
    change = {"number": 9, "at": hands[0]["at"], "by": "person", "before": state, "undoes": None}
    hands[0]["changes"].append(json.dumps(change | {"effect": {"kind": "tile", "about": {}}}))


def planted(steps: list[dict[str, Any]]) -> None:
    """Put a deal into the hand that was not followed."""
    records = [step["began"] for step in steps if step["began"]]
    copied = [step | {"deal": 9, "number": step["number"] + 1000} for step in steps if step["deal"] == steps[0]["deal"]]
    for step in copied:
        step["began"] = step["began"] and max(records) + 1
    steps.extend(copied)


def signed(chained: bool) -> Callable[[Files], None]:
    """Return a change that signs all records anew as the director, with or without their chain."""

    def sign(records: list[dict[str, Any]]) -> None:
        for each in records:
            each |= {"id": str(uuid4()), "who": "Director", "role": "desk"}
            made = commit(texts("Director", each["act"]), {})
            made = msgspec.structs.replace(made, evidence=msgspec.convert(each["commitments"], type(made)).evidence)
            each["commitments"] = msgspec.to_builtins(made)
            each["hash"] = committed_hash(made, "desk", each["act"])

    def change(files: Files) -> None:
        lines("records.jsonl", sign)(files)
        manifest = json.loads(files["manifest.json"])
        del manifest["chain"]
        if chained:
            files["manifest.json"] = json.dumps(manifest | {"version": 1}).encode()
            manifest["chain"] = seal_of(opened(changed(files, lambda made: None, hashes=True)).records)
        files["manifest.json"] = json.dumps(manifest).encode()

    return change


def without_chain(files: Files) -> None:
    manifest = json.loads(files["manifest.json"])
    del manifest["chain"]
    files["manifest.json"] = json.dumps(manifest).encode()


def kinds(found: Bundle) -> set[str]:
    return {each.kind for each in found.problems}


def test_a_true_file_is_covered_and_known(sent: bytes, table: Table) -> None:
    found = opened(sent)
    assert (found.problems, found.notes) == ((), ())
    assert len(found.hands) == 1
    assert len({step.deal for step in found.followed}) == 2
    known = known_here(table.records, found.records)
    assert known
    assert (known.table, known.records, known.newer, known.differs) == (1, len(found.records), 0, None)
    assert known_here(Storage.open(None), found.records) is None


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lines("hands.jsonl", other_tiles), "hand-changed"),
        (lines("hands.jsonl", lambda hands: hands[0].update(reading='{"x": 1}')), "hand-changed"),
        (lines("hands.jsonl", lambda hands: hands.append(hands[0] | {"id": str(uuid4())})), "hand-unnamed"),
        (lines("hands.jsonl", lambda hands: hands.clear()), "hand-missing"),
        (lines("followed.jsonl", lambda steps: steps.pop(2)), "steps-changed"),
        (lines("followed.jsonl", lambda steps: steps[3].update(at=steps[0]["at"])), "steps-changed"),
        (lines("followed.jsonl", planted), "steps-unnamed"),
        (lambda files: files.update({"replays/evil.json": b"{}"}), "replays-differ"),
        (lambda files: files.update({"replays/hand-1.jsonl": b"{}\n"}), "replays-differ"),
        (without_chain, "chain-missing"),
        (signed(False), "chain-missing"),
    ],
)
def test_a_forged_file_fails(sent: bytes, change: Callable[[Files], None], kind: str) -> None:
    found = opened(changed(sent, change, hashes=True))
    assert kind in kinds(found)
    assert not found.sound


def test_what_no_record_covers_is_said(sent: bytes) -> None:
    found = opened(changed(sent, lines("hands.jsonl", edited), hashes=True))
    assert {each.kind for each in found.notes} == {"hand-edited"}


@pytest.mark.parametrize("edition", [1, 2, 3, 4])
def test_an_earlier_format_says_what_it_does_not_cover(sent: bytes, edition: int) -> None:
    def earlier(files: Files) -> None:
        files["manifest.json"] = json.dumps(json.loads(files["manifest.json"]) | {"version": edition}).encode()
        lines("hands.jsonl", other_tiles)(files)

    found = opened(changed(sent, earlier, hashes=True))
    assert found.problems == ()
    assert [(each.kind, each.about) for each in found.notes] == [("earlier-format", {"version": edition})]


def test_records_signed_anew_are_consistent_and_unknown_here(sent: bytes, table: Table, client: FlaskClient) -> None:
    forged = changed(sent, signed(True), hashes=True)
    assert opened(forged).sound
    assert known_here(table.records, opened(forged).records) is None
    answer = client.post("/api/bundles", data={"bundle": (io.BytesIO(forged), "match.zip")}).get_json()
    assert (answer["sound"], answer["known"]) == (True, None)
    assert "The file is consistent in itself" in answer["drawn"]
    assert "Not known here" in answer["drawn"]
    assert "verdict good" not in answer["drawn"]
    true = client.post("/api/bundles", data={"bundle": (io.BytesIO(sent), "match.zip")}).get_json()
    assert (true["sound"], true["known"], "verdict good" in true["drawn"]) == (True, True, True)
    assert true["seals"][-1][1] == seal_of(table.records.journal.entries(1))


def test_a_record_that_is_another_one_here_is_named(sent: bytes, table: Table) -> None:
    records = list(opened(sent).records)
    number = records[1].number
    for change in (
        lambda: [records[0], replace(records[1], when=records[0].when + "x"), *records[2:]],
        lambda: [records[0], replace(records[1], act=act_from_dict({"type": "Drawn"})), *records[2:]],
        lambda: [records[0], *records[2:]],
    ):
        known = known_here(table.records, change())
        assert known
        assert known.differs in (number, number + 1)


def test_a_file_for_strangers_has_no_deal_that_is_still_played(table: Table) -> None:
    followed_riichi(table, record=False)
    choose_delay(table.records.values, table.number, "deal")
    match = table.matches.current
    assert match is not None
    for sight, deals in (("whole", 1), ("late", 0)):
        out = io.BytesIO()
        bundle_of(out, table.records, match.match, match.entries, sight)  # type: ignore[arg-type]
        assert len({step.deal for step in opened(out.getvalue()).followed}) == deals
