// Everything of one hand of a match: the photographs, the tiles, the score, who pays what, and every record and change.

import { askReason } from "./dialogs.js";
import { appeal, decide } from "./appeals.js";
import { correctBy, firstMatch, listenToMatch, loadMatch, loadRecords, recordAndTell } from "./match.js";
import { drawnPage, put, tellTimes, wake } from "./drawn.js";
import { KEPT_AT } from "./kept.js";
import { drawMarks } from "./marks.js";
import { ask, tellTrouble } from "./page.js";
import { moment, recordLine } from "./records.js";
import { amend, correctResult } from "./results.js";
import { changes, scored } from "./sheet.js";
import { tileImage } from "./tiles.js";
import { oneAtATime } from "./turns.js";
import { h, made, render } from "./view.js";
import { _ } from "./words.js";

const root = document.getElementById("appeal");
const NUMBER = Number(root.dataset.hand);
let match = null;
let records = [];
const added = root.appendChild(made(h("div.added"))); // what this script adds to the page
const laid = new Map(); // the hands as they were laid, by id; null for one that is gone

const load = oneAtATime(async () => {
  try {
    let drawn;
    if (match || KEPT_AT)
      [match, records, drawn] = await Promise.all([loadMatch(), loadRecords(), drawnPage(location.href)]);
    else [match, records] = await Promise.all([firstMatch(), loadRecords()]); // the rest came with the page
    if (drawn) put(drawn, "hand-head", "hand-seats", "hand-appeals");
    const ids = [...new Set(own().flatMap(({ act }) => laidIn(act)))];
    await Promise.all(
      ids.map(async (id) => {
        const answer = await ask("GET", `/api/hands/${id}`).catch(() => null);
        laid.set(id, answer?.hand ?? null);
      }),
    );
  } catch (trouble) {
    tellTrouble(trouble);
    return;
  }
  draw();
});

let isNews = false; // whether an event tells more than the page began with

/** Draw again after news; the first event has the state that the page began with, if nothing was recorded since. */
function follow(news) {
  const known = !isNews && news?.number === match?.number && news?.version === match?.version;
  isNews = true;
  if (!known) load();
}

const hand = () => match?.hands.find(({ number }) => number === NUMBER);

/** Return the records of this hand: those that it rests on and whatever changes or approves them, the oldest first. */
function own() {
  if (!hand()) return [];
  const found = new Set(hand().records);
  if (hand().approved) found.add(hand().approved.record);
  for (const { number, act } of records) if (found.has(act.of)) found.add(number);
  return records.filter(({ number }) => found.has(number));
}

const laidIn = (act) => [
  ...(act.laid ? [act.laid] : []),
  ...(act.claims ?? []).flatMap(laidIn),
  ...(act.act ? laidIn(act.act) : []),
];

/** Draw what the server does not: the hands as they were laid, and the records. */
function draw() {
  if (!hand()) {
    root.replaceChildren(added);
    render(h("p.nothing", _("The match has no hand {number}.", { number: NUMBER })), added);
    return;
  }
  if (!document.getElementById("hand-head")) location.reload(); // the hand is there again
  const ids = [...new Set(own().flatMap(({ act }) => laidIn(act)))];
  render([...ids.map(laidHand), history()], added);
}

/** Return what a button does that the server draws. */
async function press(event) {
  correctBy(event, load);
  const { key } = event.target.closest("button")?.dataset ?? {};
  if (!key) return;
  await loaded;
  if (!hand()) return;
  const [what, record] = key.split("-");
  if (key === "approve") recordAndTell({ type: "Approved", hand: NUMBER }, load);
  else if (key === "correct-result") correctResult(match, hand(), load);
  else if (key === "appeal") appeal(match, hand(), hand().ended ?? hand().records.at(-1), load);
  else if (what === "decide")
    decide(
      match.appeals.find((each) => each.record === Number(record)),
      load,
    );
}

/** Return a hand as it was laid: its photograph, its tiles, what it scores, what was changed. */
function laidHand(id) {
  const found = laid.get(id);
  if (!found)
    return h(
      "section.card",
      { key: id },
      h("p.nothing", _("The hand is no longer here; the record keeps its notation.")),
    );
  const marks = (svg) => svg && found.reading && drawMarks(svg, found.reading);
  const questions = found.open.length > 0;
  return h(
    "section.card.laid-hand",
    { key: id, ref: unfold },
    h("h2", h("a", { href: `/hands/${id}` }, _("The tiles")), h("small", ` ${moment(found.at)}`)),
    found.photo &&
      h(
        "div.picture",
        h(
          "div.frame",
          h("img", { src: found.photo, alt: _("The photo of the hand") }),
          h("svg", { "aria-hidden": "true", ref: marks }),
        ),
      ),
    found.photo && !found.reading && h("p.note", _("The photo was not read.")),
    found.photograph && h("p.hash", _("SHA-256 of the photo as it was sent:"), " ", h("code", found.photograph.sent)),
    tiles(found.laid),
    found.counted?.differs &&
      h("p.moved", h("b", _("You edited this hand after recording it.")), " ", _("Update the match?")),
    h("p.worth", worth(found)),
    found.score && h("div.stack", scored(found.score, questions)),
    found.text && h("p.text", h("code", found.text)),
    changes(found),
  );
}

/** Open the parts of a laid hand once. */
function unfold(section) {
  for (const part of section?.querySelectorAll("details[id]") ?? []) {
    part.removeAttribute("id"); // a hand of the match may have several laid hands
    part.open = true;
  }
}

function worth({ verdict, score, problem, settled_by }) {
  if (problem || !score) return problem ?? "";
  const by = { camera: _("read by the camera"), person: _("checked by hand") }[settled_by] ?? "";
  return [h("b", verdict.brief), by && ` · ${by}`];
}

const tiles = ({ melds, concealed, winning, flowers }) =>
  h(
    "div.row.laid-tiles",
    melds.map((meld) =>
      h(
        "span.row",
        meld.tiles.map(({ tile }) => tileImage(tile)),
      ),
    ),
    h(
      "span.row",
      concealed.map(({ tile }) => tileImage(tile)),
    ),
    winning && h("span.row.won", tileImage(winning.tile)),
    flowers.length > 0 &&
      h(
        "span.row",
        flowers.map(({ tile }) => tileImage(tile)),
      ),
  );

function history() {
  return h(
    "section.card",
    { key: "history" },
    h("h2", _("What was recorded")),
    h(
      "ol.records",
      own().map((record) =>
        recordLine(record, () => takeBack(record), hand().mended.includes(record.number) && (() => correct(record))),
      ),
    ),
  );
}

const correct = (record) => amend(record, match, load).catch(tellTrouble);

async function takeBack({ number, says, counts }) {
  const reason = await askReason(_("Undo: {act}", { act: counts || says }));
  if (reason) await recordAndTell({ type: "Void", of: number, reason }, load);
}

document.getElementById("print").addEventListener("click", () => print());
root.addEventListener("click", press);
tellTimes(root);
const loaded = load();
loaded.then(() => listenToMatch(follow));
wake(root);
