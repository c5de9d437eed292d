"""Records verify, or do not, by the same rules here, on a phone and in `tableside doctor`."""

import json
import shutil
import subprocess
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from flask.testing import FlaskClient

from scoring.match.records import act_from_dict, act_to_dict
from tests.served import Answers
from webui.commands.doctor_checks import records_found
from webui.match.renaming import erasing_of
from webui.records.chain import seal_of
from webui.records.commitments import Commitments, commit, committed_hash, texts, write_commitments
from webui.records.journal import hash_of
from webui.records.verifying import SealedRecord, Verified, verify
from webui.table.table import Table

STATIC = Path(__file__).parents[3] / "webui/static"
ODD = 'Zoë "牌\u2028\u007f\x1f/\\ 😀'
Records = list[dict[str, Any]]
Change = Callable[[Records], object]

NODE = """
import { readFileSync } from "node:fs";
import { sealsOf, verify } from "./verify.js";
const answer = JSON.parse(readFileSync(0, "utf8")).map(([records, rewritten]) => [
  verify(records, rewritten),
  [...sealsOf(records)].at(-1),
]);
process.stdout.write(JSON.stringify(answer));
"""


def played(*more: dict[str, Any]) -> Table:
    """Play a match of which every kind of name, reason and author is a part, and record more acts."""
    table = Table(Answers())
    for act, who, role in (
        ({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, "", "table"),
        ({"type": "Won", "winner": "E", "points": 24}, "Ann", "table"),
        ({"type": "Penalty", "player": "Dai", "amount": 10, "reason": "Dai spoke to Ann"}, "Rita", "referee"),
        ({"type": "Claimed", "claims": [{"winner": "Chen", "points": 8, "payer": "Dai"}]}, ODD, "table"),
        ({"type": "Corrected", "of": 2, "act": {"type": "Won", "winner": "Ann", "points": 16}, "reason": ODD}, "Rita",
         "referee"),
        *[(act, "Li", "desk") for act in more],
    ):  # fmt: skip
        table.record(act, uuid4(), who, role)  # type: ignore[arg-type]
    return table


def plain(table: Table) -> Records:
    """Return the records of a table as a server gives them."""
    return [
        {
            "number": entry.number,
            "id": str(entry.id),
            "when": entry.when,
            "act": act_to_dict(entry.act),
            "who": entry.who,
            "role": entry.role,
            "hash": entry.hash,
            "commitments": msgspec.json.decode(write_commitments(entry.commitments)),
        }
        for entry in table.records.journal.entries(1)
    ]


def earlier(records: Records) -> None:
    """Make the records those of a version without commitments, with the hashes that the acts have now."""
    for each in records:
        each |= {"commitments": None, "hash": hash_of(act_from_dict(each["act"]))}


def put(number: int, **values: Any) -> Change:
    return lambda records: records[number - 1].update(values)


def act(number: int, **values: Any) -> Change:
    return lambda records: records[number - 1]["act"].update(values)


def unsalted(number: int, *names: int) -> Change:
    """Delete salts of a record, as only the removal of a name may."""

    def change(records: Records) -> None:
        for n in names:
            records[number - 1]["commitments"]["names"][n][1] = ""

    return change


def both(*changes: Change) -> Change:
    return lambda records: [change(records) for change in changes]


def without_giver(number: int) -> Change:
    """Make a record one of a version that had no commitment of who gave a tile of a kong."""

    def change(records: Records) -> None:
        each = records[number - 1]
        made = commit(texts(each["who"], {**each["act"], "giver": "E"}), {})
        each["commitments"] = msgspec.json.decode(write_commitments(made))
        each["hash"] = committed_hash(made, each["role"], each["act"])

    return change


KONG = [
    {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": "sichuan-home"},
    {"type": "MadeKong", "player": "Bo", "how": "claimed", "giver": "Dai"},
]
ERASED = {"type": "Erased", "player": "Dai", "name": "Player 4"}
SWAPPED = act(1, players=["Dai", "Bo", "Chen", "Ann"])
REASON = "Player 4 spoke to Ann"
OLD = (1, 2, 3, 4, 5)

CASES: dict[str, tuple[list[dict[str, Any]], Change, bool, dict[str, tuple[int, ...]]]] = {
    "untouched": ([], lambda records: None, False, {}),
    "two names swapped": ([], SWAPPED, False, {"forged": (1,)}),
    "two names swapped where names were removed": ([], SWAPPED, True, {"forged": (1,)}),
    "two names swapped without their salts": ([], both(SWAPPED, unsalted(1, 1, 4)), False, {"forged": (1,)}),
    "the same where names were removed": ([], both(SWAPPED, unsalted(1, 1, 4)), True, {"unexplained": (1,)}),
    "another author": ([], put(3, who="Ann"), False, {"forged": (3,)}),
    "another author without the salt": ([], both(put(3, who="Ann"), unsalted(3, 0)), False, {"forged": (3,)}),
    "another role": ([], put(3, role="desk"), False, {"forged": (3,)}),
    "other points": ([], act(2, points=88), False, {"forged": (2,)}),
    "another winner by seat": ([], act(2, winner="S"), False, {"forged": (2,)}),
    "a name in place of a wind": ([], act(2, winner="Bo"), False, {"forged": (2,)}),
    "no reason any more": ([], act(3, reason=""), False, {"forged": (3,)}),
    "no commitments": ([], put(3, commitments=None), False, {"forged": (3,)}),
    "no commitments of names": ([], put(3, commitments={"names": []}), False, {"forged": (3,)}),
    "a kong": (KONG, lambda records: None, False, {}),
    "another giver of a kong": (KONG, act(7, giver="Ann"), False, {"forged": (7,)}),
    "a kong of an earlier version": (KONG, without_giver(7), False, {}),
    "another giver of one": (KONG, both(without_giver(7), act(7, giver="Ann")), False, {"forged": (7,)}),
    "a real removal": ([ERASED], lambda records: None, True, {"nameless": (1, 3, 4, 6)}),
    "a removal of one removed": (
        [ERASED, ERASED | {"player": "Player 4", "name": "Player 9"}],
        lambda records: None,
        True,
        {"nameless": (1, 3, 4, 6, 7)},
    ),
    "a removal after another name": (
        [{"type": "Renamed", "player": "Dai", "name": "Dan"}, ERASED | {"player": "Dan"}],
        lambda records: None,
        True,
        {"nameless": (1, 3, 4, 6, 7)},
    ),
    "points and name, with a removal elsewhere": (
        [ERASED],
        both(act(4, claims=[{"winner": "Ann", "points": 88, "payer": "Player 4"}]), unsalted(4, 2)),
        False,
        {"forged": (4,), "nameless": (1, 3, 6)},
    ),
    "the name of somebody else beside a removal": (
        [ERASED],
        act(1, players=["Bo", "Ann", "Chen", "Player 4"]),
        False,
        {"forged": (1,), "nameless": (3, 4, 6)},
    ),
    "a stand-in for somebody who was not removed": (
        [ERASED],
        both(act(1, players=["Player 4", "Bo", "Chen", "Player 4"]), unsalted(1, 1)),
        False,
        {"forged": (1,), "nameless": (3, 4, 6)},
    ),
    "somebody else in place of the removed": (
        [ERASED],
        act(3, player="Ann"),
        False,
        {"forged": (3,), "nameless": (1, 4, 6)},
    ),
    "a removal that is not the one recorded": (
        [ERASED],
        act(6, name="Ann"),
        False,
        {"forged": (1, 3, 4, 6)},
    ),
    "earlier": ([], earlier, False, {"earlier": OLD}),
    "earlier, two names swapped": ([], both(earlier, SWAPPED), False, {"forged": (1,), "earlier": OLD}),
    "earlier, swapped where names were removed": (
        [],
        both(earlier, SWAPPED),
        True,
        {"unexplained": (1,), "earlier": OLD},
    ),
    "earlier, other points": ([], both(earlier, act(2, points=88)), True, {"forged": (2,), "earlier": OLD}),
    "earlier, a real removal": (
        [],
        both(
            earlier,
            act(1, players=["Ann", "Bo", "Chen", "Player 4"]),
            act(3, player="Player 4", reason=REASON),
            lambda records: records.append(
                {**deepcopy(records[1]), "number": 6, "act": ERASED | {"player": "Player 4"}, "hash": "0" * 64}
            ),
        ),
        True,
        {"open": (1, 3, 6), "earlier": (*OLD, 6)},
    ),
    "earlier, a removal recorded since": (
        [ERASED],
        lambda records: [
            earlier([records[1], records[4]]),
            *[each.update(commitments=None) for each in records[:5]],
        ],
        True,
        {"open": (1, 3, 4), "nameless": (6,), "earlier": OLD},
    ),
}


@pytest.fixture(scope="module")
def changed() -> dict[str, tuple[Records, bool]]:
    """Return the records of each case, and if names were removed from records of their table."""
    found = {}
    for name, (more, change, rewritten, _) in CASES.items():
        records = plain(played(*more))
        change(records)
        found[name] = (records, rewritten)
    return found


@pytest.fixture(scope="module")
def on_a_phone(changed: dict[str, tuple[Records, bool]], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what the script of the pages says of each case."""
    answers = in_node(tmp_path_factory.mktemp("phone"), list(changed.values()))
    return {case: found for case, (found, _) in zip(changed, answers, strict=True)}


def in_node(folder: Path, asked: list[tuple[Records, bool]]) -> list[tuple[dict[str, list[int]], str]]:
    """Return what the script of the pages says of matches, and the last seal of each with its number."""
    if not shutil.which("node"):
        pytest.skip("node runs the script of the pages")
    (folder / "vendor").mkdir()
    for name in ("verify.js", "vendor/sha256.js"):
        shutil.copy(STATIC / name, folder / name)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "run.js").write_text(NODE)
    command = ["node", folder / "run.js"]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, check=True, encoding="utf-8")
    return [(found, seal) for found, seal in json.loads(done.stdout)]


def entry(record: dict[str, Any]) -> SealedRecord:
    made = record["commitments"]
    kept = None if made is None else msgspec.convert(made, Commitments)
    return SealedRecord(record["number"], record["act"], record["who"], record["role"], record["hash"], kept)


@pytest.mark.parametrize("case", CASES)
def test_each_forgery_is_told_from_a_removed_name(case: str, changed: dict[str, tuple[Records, bool]]) -> None:
    records, rewritten = changed[case]
    found = asdict(verify([entry(each) for each in records], rewritten))
    assert {kind: numbers for kind, numbers in found.items() if numbers} == CASES[case][3]


@pytest.mark.parametrize("case", CASES)
def test_a_phone_says_the_same(case: str, on_a_phone: dict[str, Any]) -> None:
    found = on_a_phone[case]
    assert {kind: tuple(numbers) for kind, numbers in found.items() if numbers} == CASES[case][3]


@pytest.mark.parametrize("case", CASES)
def test_doctor_says_the_same(case: str, changed: dict[str, tuple[Records, bool]]) -> None:
    records, rewritten = changed[case]
    rows = [
        (1, *[each[name] for name in ("number", "text", "hash", "id", "role", "when", "who")], made)
        for each in [{**each, "text": json.dumps(each["act"])} for each in records]
        for made in ["" if each["commitments"] is None else json.dumps(each["commitments"])]
    ]
    found = {each.kind: each for each in records_found(rows, [(1,)] if rewritten else [])}
    expected = CASES[case][3]
    assert ("records-changed" in found) == ("forged" in expected)
    assert ("records-unexplained" in found) == ("unexplained" in expected)
    assert ("records-earlier" in found) == ("earlier" in expected)
    if "forged" in expected:
        about = {"changed": len(expected["forged"]), "table": 1, "number": expected["forged"][0]}
        assert found["records-changed"].about == about
        assert found["records-changed"].state == "wrong"
    else:
        erased = sum(len(expected.get(kind, ())) for kind in ("nameless", "open", "unexplained"))
        assert found["records-good"].about == {"records": len(records), "erased": erased}


def test_the_chain_of_a_phone_is_that_of_the_server(tmp_path: Path) -> None:
    table = played(ERASED)
    ((_, seal),) = in_node(tmp_path, [(plain(table), True)])
    assert seal == f"6 {seal_of(table.records.journal.entries(1))}"


def test_a_removed_name_leaves_no_salt() -> None:
    before, after = plain(played()), plain(played(ERASED))
    assert all(salt for each in before for _, salt in each["commitments"]["names"])
    gone = [[not salt for _, salt in each["commitments"]["names"]] for each in after[:3]]
    assert gone == [[False, False, False, False, True], [False], [False, True, True]]
    assert "Dai" not in json.dumps(after)


def test_a_name_removed_at_another_table_is_neither_forged_nor_proven(client: FlaskClient, table: Table) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "table")
    before = client.get("/api/tables/1/records").json
    assert before["rewritten"] is False
    table.records.journal.erase(erasing_of({"Dai"}, "Player 4"))
    table.matches.reload()
    after = client.get("/api/tables/1/records").json
    assert after["rewritten"] is True
    assert verify([entry(each) for each in after["records"]], after["rewritten"]) == Verified(unexplained=(1,))
    assert [each["hash"] for each in after["records"]] == [each["hash"] for each in before["records"]]
