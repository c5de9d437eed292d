// The page of one hand: its state, what changes it, and drawing it anew. What it looks like is in the modules
// photo.js, mat.js, sheet.js, won.js and palette.js, which all get the same view of it.

import { ask, takePictures, tellTrouble } from "./page.js";
import { pathOfSeen } from "./edit.js";
import { drawMat } from "./mat.js";
import { openPalette } from "./palette.js";
import { buildPhoto, drawPhoto } from "./photo.js";
import { drawSheet } from "./sheet.js";
import { drawWon } from "./won.js";

const data = JSON.parse(document.getElementById("hand-data").textContent);
let hand = data.hand; // as the server last answered
let laid = hand.laid; // as shown; may be ahead of the answer
let sending = false;
const past = []; // what undo goes back to

const view = {
  presets: data.presets,
  photo: buildPhoto(hand),
  get hand() {
    return hand;
  },
  get laid() {
    return laid;
  },
  /** The score shown belongs to an older hand: the new one is being sent, or could not be. */
  get waiting() {
    return laid !== hand.laid;
  },
  get stuck() {
    return laid !== hand.laid && !sending;
  },
  get undoable() {
    return past.length > 0;
  },
  openDoubts: () =>
    (hand.reading?.doubts ?? []).map((doubt, n) => ({ ...doubt, n })).filter(({ n }) => !laid.settled.includes(n)),
  doubtsOf: (seen) => (seen === null ? [] : view.openDoubts().filter((doubt) => doubt.tile === seen)),
  /** What the palette should open for the first tile that is still to be checked; null when there is none. */
  nextDoubt: () => {
    const doubt = view.openDoubts().find(({ tile }) => tile !== null);
    return doubt ? { path: pathOfSeen(laid, doubt.tile), seen: doubt.tile, checking: true } : null;
  },
  look: (what) => openPalette(view, what),
  change,
  send,
  undo: () => past.length && change(past.pop(), false),
  forget,
};

/** Takes a changed hand: shows it at once, sends it, shows the score that comes back. */
function change(next, undoable = true) {
  if (next === laid) return;
  if (undoable) past.push(laid);
  laid = next;
  send();
  draw();
}

async function send() {
  if (sending) return;
  sending = true;
  try {
    while (laid !== hand.laid) {
      const sent = laid;
      const answer = await ask("PUT", `/api/hands/${hand.id}`, { version: hand.version, laid: sent });
      hand = { ...answer.hand, laid: sent };
    }
  } catch (trouble) {
    tellTrouble(trouble);
    if (trouble.status === 409) await reload().catch(tellTrouble);
    if (trouble.status === 400) laid = hand.laid;
  }
  sending = false;
  draw();
}

async function reload() {
  hand = (await ask("GET", `/api/hands/${hand.id}`)).hand;
  laid = hand.laid;
  past.length = 0;
}

async function forget() {
  if (!confirm(hand.photo ? "Delete this hand and its photo?" : "Delete this hand?")) return;
  try {
    await ask("DELETE", `/api/hands/${hand.id}`);
    location.href = "/";
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

function draw() {
  const focused = document.activeElement?.dataset?.key;
  drawPhoto(view);
  drawMat(view);
  drawSheet(view);
  drawWon(view);
  if (focused && !document.getElementById("palette").open) {
    document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
}

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "z") return;
  event.preventDefault();
  view.undo();
});

takePictures();
draw();
