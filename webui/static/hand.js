// The page of one hand: its state, and the changes sent to the server. photo.js, mat.js, questions.js, strip.js, sheet.js,
// won.js, count.js and palette.js draw it; all of them get the same view of it.

import { smallClock } from "./clock.js";
import { asksFor, drawCount, seen, startCount } from "./count.js";
import { askReason } from "./dialogs.js";
import { go, listKeys, onKey, press } from "./keys.js";
import { whenBack } from "./line.js";
import { listen } from "./live.js";
import { drawMat } from "./mat.js";
import { moveTiles } from "./moving.js";
import { ask, fill, h, keepFocus, newId, tellTrouble } from "./page.js";
import { openPalette } from "./palette.js";
import { buildPhoto, drawPhoto } from "./photo.js";
import { answerByNumber, drawQuestions } from "./questions.js";
import { drawSheet } from "./sheet.js";
import { drawStrip } from "./strip.js";
import { untilFollowed } from "./sent.js";
import { takePictures } from "./taking.js";
import { inWords } from "./tiles.js";
import { showUnread } from "./unread.js";
import { toggleVoice } from "./voice.js";
import { drawWon } from "./won.js";
import { _ } from "./words.js";

const data = JSON.parse(document.getElementById("hand-data").textContent);
let hand = data.hand; // as the server last answered
let sending = false;
let reason = ""; // why an approved hand is changed, asked for once
const waiting = []; // changes on their way: {edit, version, id, done, anyway}
const own = new Set(); // versions of the hand that changes made here have led to

const view = {
  presets: data.presets,
  photo: buildPhoto(hand),
  get hand() {
    return hand;
  },
  get laid() {
    return hand.laid;
  },
  /** Whether the score shown is that of an earlier state: a change is on its way, or could not be sent. */
  get waiting() {
    return waiting.length > 0;
  },
  get stuck() {
    return waiting.length > 0 && !sending;
  },
  /** Why an approved hand was changed on this page. */
  get reason() {
    return reason ?? "";
  },
  get undoable() {
    return hand.changes.some(({ stands }) => stands);
  },
  doubtsOf: (seen) => (seen === null ? [] : hand.doubts.filter(({ tile }) => tile === seen)),
  look: (what) => openPalette(view, what),
  change,
  send,
  draw,
  reload,
  asksFor,
  undo: () => view.undoable && change({ do: "undo" }),
  forget,
};

/**
 * Sends a change. Resolves to null when it is made, or to the Trouble when the server refuses it.
 * @param say called with the trouble; by default it is shown as a notice
 */
function change(edit, say = tellTrouble) {
  return new Promise((resolve) => {
    const done = (trouble) => {
      if (trouble) say(trouble);
      resolve(trouble);
    };
    waiting.push({ edit, version: hand.version, id: newId(), done });
    send();
  });
}

/** Sends the waiting changes in order. Those that cannot be sent stay until the server answers again. */
async function send() {
  if (sending) return;
  sending = true;
  drawWaiting();
  while (waiting.length) {
    const { edit, version, id, done } = waiting[0];
    let trouble = null;
    try {
      const anyway = waiting[0].anyway || onlyOwnSince(version);
      const sent = { version, change: edit, ...(anyway ? { anyway } : {}), ...(reason ? { reason } : {}) };
      const before = hand.version;
      const answer = await ask("POST", `/api/hands/${hand.id}/changes`, sent, { id, wait: false });
      const left = answer.order && (await untilFollowed(answer));
      if (left) trouble = { message: left, fix: "" };
      hand = answer.hand ?? (await ask("GET", `/api/hands/${hand.id}`)).hand;
      if (hand.version === before + 1) own.add(hand.version);
    } catch (error) {
      trouble = error;
      if (!error.status) break;
      if (error.kind === "hand-approved") {
        reason = await askReason(_("The hand is approved and locked. Why is it changed?"));
        if (reason) continue;
      }
      [error.message, error.fix] = [error.message, error.fix].map((text) => text && inWords(text));
      if (error.status === 409) hand = (await ask("GET", `/api/hands/${hand.id}`).catch(() => ({ hand }))).hand;
      if (error.kind === "hand-changed" && error.answer.mine && (await askBoth(error))) {
        waiting[0] = { edit, version, id, done, anyway: true };
        continue;
      }
    }
    waiting.shift();
    draw();
    done(trouble);
  }
  sending = false;
  draw();
  if (!waiting.length) return;
  tellTrouble({ message: _("Tableside does not answer"), fix: _("Your change is sent when it answers again") });
  whenBack(send);
}

/** Whether nobody but this page has changed the hand since a version. */
function onlyOwnSince(version) {
  for (let later = version + 1; later <= hand.version; later += 1) if (!own.has(later)) return false;
  return hand.version > version;
}

/** Asks whose change of the same stands: resolves to true where one's own is to be made over the other's. */
function askBoth({ message, answer: { mine, theirs } }) {
  draw(); // what the other made of it
  const dialog = document.getElementById("form-dialog");
  return new Promise((resolve) => {
    let stands = false;
    const choose = (own) => () => {
      stands = own;
      dialog.close();
    };
    fill(
      dialog,
      h(
        "div.form-dialog.both",
        h("h2", { id: "form-title" }, message),
        h("h3", _("They changed")),
        h(
          "ul",
          theirs.map((effect) => h("li", inWords(effect))),
        ),
        h("h3", _("You changed")),
        h("p", inWords(mine)),
        h(
          "div.row",
          h("button.button.primary", { onclick: choose(false), "data-key": "both-theirs" }, _("Leave it as it is now")),
          h("button.button", { onclick: choose(true), "data-key": "both-mine" }, _("Make my change all the same")),
        ),
      ),
    );
    dialog.onclose = () => resolve(stands);
    dialog.showModal();
  });
}

/** Shows the hand as the server has it now, with what it counts as in the match. */
async function reload() {
  if (waiting.length) return; // the answer to a change brings it too
  try {
    hand = (await ask("GET", `/api/hands/${hand.id}`)).hand;
  } catch (trouble) {
    tellTrouble(trouble);
  }
  draw();
}

async function forget() {
  if (!confirm(_("Put this hand away? It can be brought back."))) return;
  try {
    const answer = await ask("DELETE", `/api/hands/${hand.id}`);
    const left = answer.order && (await untilFollowed(answer));
    if (left) tellTrouble({ message: left, fix: "" });
    else location.href = document.querySelector(".brand").href;
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

function drawWaiting() {
  document.getElementById("sheet").classList.toggle("waiting", view.waiting);
}

function draw() {
  keepFocus(() => {
    for (const part of [drawPhoto, drawMat, drawQuestions, drawStrip, drawSheet, drawWon, drawCount]) {
      try {
        part(view);
      } catch (error) {
        reportError(error); // a part that cannot be drawn stays as it was, and the others are drawn all the same
      }
    }
    if (hand.changes.length) document.getElementById("unread").hidden = true;
  }, afterAnswer);
}

/** Once a question is answered, the next one has the keyboard; after the last one, “Undo”. */
const afterAnswer = (key) =>
  key?.startsWith("answer-") ? document.querySelector("#questions:not([hidden]) .option, [data-key=undo]") : null;

/** Shows what somebody else made of the hand meanwhile; what is on its way from here is answered with it anyway. */
async function refresh() {
  if (view.waiting) return;
  const found = await ask("GET", `/api/hands/${hand.id}`).catch(() => null);
  if (!found || view.waiting || found.hand.version < hand.version) return;
  hand = found.hand;
  draw();
}

let known = false; // whether the match has been told of before: the first time it is as the page was made with
smallClock(document.getElementById("bar-clock"));
listen({
  hand: ({ id, version }) => {
    if (id === null || (id === hand.id && version !== hand.version)) refresh();
  },
  match: () => {
    if (known) refresh();
    known = true;
  },
});

/** Lists what keys do on this page, and follows those that no element follows itself. */
function takeKeys() {
  addEventListener("keydown", answerByNumber);
  listKeys(["1", "…", "9"], _("Answer the first question"));
  onKey("q", _("To the questions"), go("#questions:not([hidden]) .option"));
  onKey("e", _("What is shown is right"), press("#questions:not([hidden]) [data-key=settle-all]"));
  onKey("w", _("To how it was won"), go("#strip:not([hidden]) input, #won input"));
  onKey("t", _("To the tiles"), go("#mat .slot"));
  onKey("a", _("Add a tile"), press("#mat .slot.add"));
  onKey("s", _("Add a set"), press("[data-key=add-set]"));
  onKey("u", _("Undo"), view.undo);
  listKeys(["Ctrl", "Z"], _("Undo"));
  onKey("b", _("Enter a hand tile by tile"), press(".bar [data-blank]"));
  onKey("n", _("New photo"), press(".bar [data-photo]"));
  onKey("r", _("Rules"), go("#rules"));
  onKey("v", _("Say the score aloud, or be quiet"), toggleVoice);
  listKeys(["Delete"], _("Put the tile in focus aside"));
  listKeys(["1", "…", "9", "M", "P", "S"], _("In the list of tiles: the tile of that number and suit"));
  listKeys(["E", "S", "W", "N", "C", "F", "P"], _("In the list of tiles: that wind or dragon"));
  listKeys(["Escape"], _("Close what is open"));
}

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "z") return;
  event.preventDefault();
  view.undo();
});

takePictures(() => 0, seen);
takeKeys();
moveTiles(view);
draw();
startCount(view);
showUnread(hand);
