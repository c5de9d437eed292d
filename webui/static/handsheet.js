// The page of a match's sheet: what the server draws follows the match; the records, and what a referee does with them.

import { askReason } from "./dialogs.js";
import { drawnPage, put, tellTimes, wake } from "./drawn.js";
import { correctBy, listenToMatch, loadMatch, loadRecords, recordAndTell, sendUnsent } from "./match.js";
import { TABLE, tellTrouble } from "./page.js";
import { matters } from "./penalties.js";
import { recordLine } from "./records.js";
import { saveAs } from "./saveas.js";
import { shareSheet } from "./sheetpicture.js";
import { oneAtATime } from "./turns.js";
import { h, render } from "./view.js";
import { _ } from "./words.js";

let match = null;
let records = [];

const load = oneAtATime(async () => {
  let drawn;
  try {
    [match, records, drawn] = await Promise.all([loadMatch(), loadRecords(), drawnPage(location.href)]);
  } catch (trouble) {
    tellTrouble(trouble);
    return;
  }
  if (drawn) put(drawn, "hand-sheet", "others");
  if (match) draw();
});

function draw() {
  render(recordList(), document.getElementById("recorded"));
  render(saveAs(TABLE, match.number), document.getElementById("files"));
}

const own = () => records.filter((record) => record.match === match.number);

/** Every record of the match, the newest first, each with the way to take it back. */
function recordList() {
  return h(
    "details",
    h("summary", _("All records ({count})", { count: own().length })),
    h(
      "ol.records",
      own()
        .toReversed()
        .map((record) => recordLine(record, () => takeBack(record))),
    ),
  );
}

async function takeBack({ number, says }) {
  const reason = await askReason(_("Undo: {act}", { act: says }));
  if (reason) await recordAndTell({ type: "Void", of: number, reason }, load);
}

document.getElementById("matters").addEventListener("click", async () => {
  await loaded;
  if (match) matters(match, load);
});
document.getElementById("share")?.addEventListener("click", async () => {
  await loaded;
  if (match) shareSheet(match);
});
document.getElementById("print").addEventListener("click", () => print());
document.getElementById("main").addEventListener("click", (event) => correctBy(event, load));
tellTimes(document);
wake(document);
listenToMatch(load);
sendUnsent(load);
const loaded = load();
