"""Records verify, or do not, by the same rules here, on a phone and in `tableside doctor`."""

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, update

from scoring.match.records import Corrected, Penalty, act_from_dict, act_to_dict
from tests.served import Answers
from webui.commands.doctor_checks import records_found
from webui.match.renaming import erasing_of
from webui.records.chain import seal_of
from webui.records.commitments import (
    REMOVED,
    Commitments,
    commit,
    commitment,
    committed_hash,
    fields_of_persons,
    texts,
    write_commitments,
)
from webui.records.database.schema import records as rows
from webui.records.journal import hash_of
from webui.records.store import Storage
from webui.records.verifying import SealedRecord, Verified, record_of, verify
from webui.table.table import Table

STATIC = Path(__file__).parents[3] / "webui/static"
ODD = 'Zoë "牌\u2028\u007f\x1f/\\ 😀'
Records = list[dict[str, Any]]
Change = Callable[[Records], object]

NODE = """
import { readFileSync } from "node:fs";
import { compare, sealsOf, verify } from "./verify.js";
const { asked, persons } = JSON.parse(readFileSync(0, "utf8"));
const answer = asked.map(([records, rewritten, seals]) => {
  const found = verify(records, rewritten, persons);
  return [found, [...sealsOf(records)].at(-1), seals && compare(records, seals, found).verdict];
});
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

PAPER = {"type": "Result", "totals": [-12, 34, 8, -30], "penalties": [5, 0, 0, 0]}

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
    "totals from paper": ([PAPER], put(6), False, {}),
    "other totals from paper": ([PAPER], act(6, totals=[34, -12, 8, -30]), False, {"forged": (6,)}),
    "another penalty on paper": ([PAPER], act(6, penalties=[0, 0, 0, 5]), False, {"forged": (6,)}),
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
    return {case: found for case, (found, *_) in zip(changed, answers, strict=True)}


def in_node(folder: Path, asked: Sequence[tuple[Any, ...]]) -> list[tuple[dict[str, list[int]], str, str]]:
    """Return what the script of the pages says of matches, the last seal of each with its number, and the verdict on
    seals that were kept."""
    if not shutil.which("node"):
        pytest.skip("node runs the script of the pages")
    (folder / "vendor").mkdir()
    for name in ("verify.js", "vendor/sha256.js"):
        shutil.copy(STATIC / name, folder / name)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "run.js").write_text(NODE)
    command = ["node", folder / "run.js"]
    done = subprocess.run(
        command,
        input=json.dumps({"asked": asked, "persons": sorted(fields_of_persons())}),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return [(found, seal, verdict) for found, seal, verdict in json.loads(done.stdout)]


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
    ((_, seal, _),) = in_node(tmp_path, [(plain(table), True)])
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


def salts(records: Records) -> dict[str, str]:
    """Return the salt of each text, as who has the database knows them."""
    return {
        text: salt
        for each in records[:5]
        for text, (_, salt) in zip(texts(each["who"], each["act"]), each["commitments"]["names"], strict=True)
    }


def made_of(records: Records, text: str) -> str:
    """Return the commitment of a text in the records."""
    return commitment(text, salts(records)[text])


def forged(act: dict[str, Any], *removed: str, known: bool = False, who: str = "Li") -> Change:
    """Append a record that lists the commitments of removed texts, as one who has the database makes it whole.

    Args:
        act: Its act.
        removed: The texts.
        known: True to give names the salts that they have, False to give them new ones.
        who: Its author.
    """

    def change(records: Records) -> None:
        made = commit(texts(who, act), salts(records) if known else {})
        made = msgspec.structs.replace(made, removes=tuple(sorted(made_of(records, text) for text in removed)))
        records.append(
            {
                **records[-1],
                "number": records[-1]["number"] + 1,
                "id": str(uuid4()),
                "act": act,
                "who": who,
                "role": "desk",
                "hash": committed_hash(made, "desk", act),
                "commitments": msgspec.json.decode(write_commitments(made)),
            }
        )

    return change


def renamed(old: str, new: str, *, but: tuple[int, ...] = (), saltless: bool = True) -> Change:
    """Put a text in another's place in the five records that were shown, and delete its salts, as a removal does."""

    def change(records: Records) -> None:
        for each in records[:5]:
            if each["number"] in but:
                continue
            names = each["commitments"]["names"]
            for n, text in enumerate(texts(each["who"], each["act"])):
                if text == old and saltless:
                    names[n][1] = ""
            each["act"] = json.loads(json.dumps(each["act"]).replace(json.dumps(old), json.dumps(new)))
            each["who"] = new if each["who"] == old else each["who"]

    return change


def erased(name: str, seat: str = "E") -> dict[str, Any]:
    return {"type": "Erased", "seat": seat, "name": name}


def moved_border(records: Records) -> None:
    """Let the end of a salt be the beginning of its name."""
    name = records[0]["commitments"]["names"][1]
    records[0]["act"]["players"][0] = name[1][16:] + records[0]["act"]["players"][0]
    name[1] = name[1][:16]


def moved_back(records: Records) -> None:
    """Let the beginning of a name be the end of its salt."""
    author = records[3]["commitments"]["names"][0]
    author[1], records[3]["who"] = author[1] + ODD[:1], ODD[1:]


def commitments_swapped(records: Records) -> None:
    names = records[0]["commitments"]["names"]
    names[1], names[4] = names[4], names[1]
    SWAPPED(records)


def committed_anew(number: int, **values: Any) -> Change:
    """Change a record and compute its commitments and hash again."""

    def change(records: Records) -> None:
        each = records[number - 1]
        each.update(values)
        made = commit(texts(each["who"], each["act"]), {})
        each["commitments"] = msgspec.json.decode(write_commitments(made))
        each["hash"] = committed_hash(made, each["role"], each["act"])

    return change


REWRITINGS: dict[str, tuple[Change, str]] = {
    "nothing": (lambda records: None, "whole"),
    "points": (act(2, points=88), "forged"),
    "a winner": (act(2, winner="S"), "forged"),
    "a name for a wind": (act(2, winner="Ann"), "forged"),
    "an amount": (act(3, amount=1), "forged"),
    "a reason": (act(3, reason="Bo cheated"), "forged"),
    "a reason without its salt": (both(act(3, reason="Bo cheated"), unsalted(3, 2)), "forged"),
    "two names": (SWAPPED, "forged"),
    "two names with their commitments": (commitments_swapped, "forged"),
    "two names without their salts": (both(SWAPPED, unsalted(1, 1, 4)), "forged"),
    "an author": (put(3, who="Bo"), "forged"),
    "an author, committed anew": (committed_anew(3, who="Bo"), "other"),
    "a role": (put(3, role="desk"), "forged"),
    "a role, committed anew": (committed_anew(3, role="desk"), "other"),
    "a time": (put(3, when="2020-01-01T00:00:00.000+00:00"), "other"),
    "an id": (put(3, id=str(uuid4())), "other"),
    "a record left out": (lambda records: records.pop(2), "other"),
    "the last left out": (lambda records: records.pop(), "other"),
    "the order": (lambda records: records.insert(1, records.pop(2)), "other"),
    "no commitments": (put(3, commitments=None), "other"),
    "empty commitments": (put(3, commitments={"names": []}), "forged"),
    "records of an earlier version": (earlier, "other"),
    "a fifth player": (lambda records: records[0]["act"]["players"].append("Eve"), "forged"),
    "an unknown act": (act(2, type="Granted"), "forged"),
    "the border of a salt": (moved_border, "forged"),
    "the border of a name": (moved_back, "forged"),
    "a swap by two removals": (
        both(
            forged(erased("Dai"), "Ann"),
            forged(erased("Ann", "N"), "Dai"),
            renamed("Ann", "*"),
            renamed("Dai", "Ann"),
            renamed("*", "Dai"),
        ),
        "removed",
    ),
    "a swap with the salts that the names have": (
        both(
            forged(erased("Dai"), "Ann", known=True),
            forged(erased("Ann", "N"), "Dai", known=True),
            renamed("Ann", "*"),
            renamed("Dai", "Ann"),
            renamed("*", "Dai"),
        ),
        "forged",
    ),
    "two players of one name": (both(forged(erased("Dai"), "Ann"), renamed("Ann", "Dai")), "forged"),
    "two removed under one name": (
        both(forged(erased("X"), "Ann", "Dai"), renamed("Ann", "X"), renamed("Dai", "X")),
        "forged",
    ),
    "two removals under one name": (
        both(
            forged(erased("X"), "Ann"),
            forged(erased("X", "N"), "Dai"),
            renamed("Ann", "X"),
            renamed("Dai", "X"),
        ),
        "forged",
    ),
    "the name of somebody who was renamed to it": (
        both(
            forged({"type": "Renamed", "seat": "E", "name": "Dai"}),
            forged(erased("Dai"), "Ann"),
            renamed("Ann", "Dai"),
        ),
        "forged",
    ),
    "the name of an author": (both(forged(erased("Rita"), "Ann"), renamed("Ann", "Rita")), "forged"),
    "an author who never sat down": (both(forged(erased("Li Wei"), "Rita"), renamed("Rita", "Li Wei")), "forged"),
    "a wind for a name": (both(forged(erased("W"), "Ann"), renamed("Ann", "W")), "forged"),
    "no name": (both(forged(erased(" "), "Ann"), renamed("Ann", " ")), "forged"),
    "a name removed here and there": (both(forged(erased("X"), "Dai"), renamed("Dai", "X", but=(3,))), "forged"),
    "a name removed with its salts left": (
        both(forged(erased("X"), "Dai"), renamed("Dai", "X", saltless=False)),
        "forged",
    ),
    "another name than the removal says": (both(forged(erased("X"), "Dai"), renamed("Dai", "Y")), "forged"),
    "two names for one who was removed": (
        both(
            forged(erased("X"), "Dai"),
            forged(erased("Y"), "Dai"),
            renamed("Dai", "X", but=(1,)),
            renamed("Dai", "Y"),
        ),
        "forged",
    ),
    "a removal in a correction": (
        both(forged({"type": "Corrected", "of": 2, "act": erased("X"), "reason": "x"}, "Dai"), renamed("Dai", "X")),
        "forged",
    ),
    "a reason that is removed": (
        both(forged(erased("X"), "Dai spoke to Ann"), act(3, reason="Bo cheated"), unsalted(3, 2)),
        "removed",
    ),
}
"""Rewritings of a match that a device was shown by somebody who has the database, and that device's verdicts."""


@pytest.fixture(scope="module")
def rewritings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Records, dict[str, list[int]], str]]:
    """Return the records of each rewriting, and what the script of the pages says of them."""
    records = json.loads(json.dumps(plain(played())))
    ((_, seal, _),) = in_node(tmp_path_factory.mktemp("shown"), [(records, False, None)])
    number, known = seal.split()
    asked = []
    for change, _ in REWRITINGS.values():
        rewritten = deepcopy(records)
        change(rewritten)
        asked.append((rewritten, False, [[int(number), known, records[-1]["when"]]]))
    answers = in_node(tmp_path_factory.mktemp("rewritten"), asked)
    pairs = zip(asked, answers, strict=True)
    told = [(rewritten, found, verdict) for (rewritten, *_), (found, _, verdict) in pairs]
    return dict(zip(REWRITINGS, told, strict=True))


@pytest.mark.parametrize("case", REWRITINGS)
def test_a_rewritten_match_is_never_green(case: str, rewritings: dict[str, tuple[Records, Any, str]]) -> None:
    assert rewritings[case][2] == REWRITINGS[case][1]


@pytest.mark.parametrize("case", REWRITINGS)
def test_both_verifiers_name_the_same_records(case: str, rewritings: dict[str, tuple[Records, Any, str]]) -> None:
    records, on_phone, _ = rewritings[case]
    try:
        found = verify([entry(each) for each in records])
    except msgspec.ValidationError:  # no such commitments are read
        assert on_phone["forged"]
    else:
        assert asdict(found) == {kind: tuple(numbers) for kind, numbers in on_phone.items()}


def test_a_reason_without_its_salt_is_shown_as_removed() -> None:
    """A removed text is shown as removed: nobody could tell it from another text."""
    storage = played(ERASED).records
    assert isinstance(storage.journal.entries(1)[2].act, Penalty)
    with storage.database.writing() as connection:
        text = connection.execute(select(rows.c.act).where(rows.c.number == 3)).scalar_one()
        assert REASON in text
        connection.execute(update(rows).where(rows.c.number == 3).values(act=text.replace(REASON, "Bo cheated")))
    found = Storage(storage.database).journal.entries(1)
    assert found[2].act == Penalty("Player 4", 10, REMOVED)
    assert isinstance(found[4].act, Corrected)
    assert found[4].act.reason == ODD
    assert verify([record_of(each) for each in found], True) == Verified(nameless=(1, 3, 4, 6))
