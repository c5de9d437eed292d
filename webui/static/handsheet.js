// The page of a match's sheet: what the server draws follows the match; the records, and what a referee does with them.

import { askReason } from "./dialogs.js";
import { drawnPage, put, tellTimes, wake } from "./drawn.js";
import { onRecorded } from "./entered.js";
import { KEPT_AT } from "./kept.js";
import { correctBy, firstMatch, listenToMatch, loadMatch, loadRecords, recordAndTell } from "./match.js";
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
let drawnWith = KEPT_AT ? null : Number(document.body.dataset.seen); // number of the last record that the sheet shows
let isNews = false; // whether an event tells more than the answers with which the page began

const load = oneAtATime(async () => {
  try {
    [match, records] = await Promise.all([match ? loadMatch() : firstMatch(), loadRecords()]);
    const drawn = match?.version === drawnWith ? null : await drawnPage(location.href);
    if (drawn) {
      put(drawn, "hand-sheet", "others");
      drawnWith = Number(drawn.body.dataset.seen);
    }
  } catch (trouble) {
    tellTrouble(trouble);
    return;
  }
  if (match) draw();
});

/** Draw again after news; the first event has the state that the page began with, if nothing was recorded since. */
function follow(news) {
  const known = !isNews && news?.number === match?.number && news?.version === match?.version;
  isNews = true;
  if (!known) load();
}

function draw() {
  render(recordList(), document.getElementById("recorded"));
  render(saveAs(TABLE, match.number), document.getElementById("files"));
}

const own = () => records.filter((record) => record.match === match.number);

/** Return every record of the match, the newest first, each with the way to take it back. */
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

async function takeBack({ number, says, counts }) {
  const reason = await askReason(_("Undo: {act}", { act: counts || says }));
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
onRecorded(load);
const loaded = load();
loaded.then(() => listenToMatch(follow));
