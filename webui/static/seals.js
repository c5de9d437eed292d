// The seals of matches: what a device was shown of a match, kept so that it can verify later that the records still
// contain it. A seal depends on all records before it; webui/records/chain.py computes the same, and verify.js verifies.

import { all, isOf } from "./keptseals.js";
import { ask } from "./page.js";
import { moment, recordLine } from "./records.js";
import { compare, verify } from "./verify.js";
import { h, render } from "./view.js";
import { _ } from "./words.js";

/**
 * Verify what is kept of a match against the records that the server has now.
 * @returns {records, last, …}: the records of the match, the last that was shown, and what `compare` and `verify` say
 */
async function verifyKept({ table, number, seals }) {
  const { records, rewritten, persons } = await ask("GET", `/api/tables/${table}/records?after=${number - 1}`);
  const own = records.filter(({ match }) => match === number);
  const found = verify(own, rewritten, persons);
  return { records: own, last: seals.at(-1), ...compare(own, seals, found), ...found };
}

const HOLDS = {
  whole: (last) => _("Unchanged since you last looked, {time} (record {number}).", last),
  removed: (last) =>
    _(
      "Names were removed since this device was first shown the match: who stood in their places cannot be verified any more. All else is as it was shown, the last time {time} (record {number}).",
      last,
    ),
};

/** Return the answer in words. */
function lines({ last, missing, changes, verdict, forged, unexplained, nameless, open, earlier }) {
  const said = missing
    ? h(
        "p.bad",
        { role: "alert" },
        _("These are not the records that this device was shown: record {number}, shown {time}, is another one now.", {
          number: missing[0],
          time: moment(missing[2]),
        }),
      )
    : ["removed", "whole"].includes(verdict) &&
      h(verdict === "whole" ? "p.good" : "p", HOLDS[verdict]({ number: last[0], time: moment(last[2]) }));
  return [
    said,
    forged.length > 0 &&
      h(
        "p.bad",
        { role: "alert" },
        _("Records whose content was changed, other than by a correction: {numbers}", {
          numbers: forged.join(_(", ")),
        }),
      ),
    unexplained.length > 0 &&
      h(
        "p",
        _(
          "Records in which a name was removed, though no record of this match says so, so that the name cannot be verified: {numbers}",
          { numbers: unexplained.join(_(", ")) },
        ),
      ),
    open.length > 0 &&
      h(
        "p",
        _("Records in which a name was removed, so that their content cannot be verified: {rewritten}", {
          rewritten: open.length,
        }),
      ),
    nameless.length > 0 &&
      h(
        "p",
        _("Records in which a name was removed, so that all but the name is verified: {rewritten}", {
          rewritten: nameless.length,
        }),
      ),
    earlier.length > 0 &&
      h(
        "p",
        _("Records of an earlier version, whose authors and roles cannot be verified: {count}", {
          count: earlier.length,
        }),
      ),
    changes.length > 0 && [
      h("p", _("Changed since this device was first shown the match, each by a record of its own:")),
      h(
        "ol.records",
        changes.map((record) => recordLine({ ...record, revocable: false })),
      ),
    ],
    h("p.note", _("Checksum on this device:"), " ", h("code", last[1].slice(0, 16))),
  ];
}

const title = () => h("h2", { id: "proof-title" }, _("What this device was shown"));

/** Say in a part of the page whether the records of a match still contain what this device was shown of it. */
export async function showProof(place, table, match) {
  const kept = all();
  const mine = kept.find(isOf(table, match));
  const other = kept.findLast((each) => each.table === String(table) && each.number === match.number);
  if (!mine && !other) return;
  if (!mine) {
    const time = moment(other.seals.at(-1)[2]);
    render(
      [title(), h("p.bad", _("This device was shown another match in its place, the last time {time}.", { time }))],
      place,
    );
  } else render([title(), lines(await verifyKept(mine))], place);
  place.hidden = false;
}

/** Say the same of all matches that are kept, the newest first. */
export async function showProofs(place) {
  const found = [];
  for (const each of all().toReversed()) {
    const result = await verifyKept(each).catch(() => null);
    if (!result) continue;
    const about = { table: each.table, time: moment(each.started) };
    const gone = result.records[0]?.when !== each.started;
    found.push(h("h3", _("Table {table}, {time}", about)));
    found.push(gone ? h("p.bad", { role: "alert" }, _("This match is not there any more.")) : lines(result));
  }
  place.hidden = !found.length;
  render([title(), found], place);
}
