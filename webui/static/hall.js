// The screen of a hall: who sits where, the clock, the ranking, large hands. Nothing on it can be pressed; what does
// not fit is shown page by page.

import { drawnPage, put } from "./drawn.js";
import { watchEvent } from "./shown.js";
import { stayOn } from "./stayon.js";
import { asTime } from "./time.js";
import { h, render, setText } from "./view.js";
import { _ } from "./words.js";

const AGAIN = 3000; // milliseconds between two questions
const TURN = 12000; // milliseconds that a page of the screen stays
const MINUTE = 60;
const at = (id) => document.getElementById(id);

let event = null;
let heard = 0; // when the clock was said, by this page's own time
let page = 0;

async function draw() {
  const drawn = await drawnPage(location.href);
  if (!drawn) return;
  turn(drawn);
  put(drawn, "event-name", "which", "seats", "standings", "big");
  leaveOut();
}

/** Take those large hands away that do not fit the screen, the smallest first. */
function leaveOut() {
  const end = at("big").getBoundingClientRect().bottom;
  for (const hand of [...at("big").children]) if (hand.getBoundingClientRect().top >= end) hand.remove();
}

/** Show the rows of each table that fit the screen; the others take turns. */
function turn(root) {
  for (const table of root.querySelectorAll("[data-rows]")) {
    const rows = [...table.tBodies[0].rows];
    const pages = Math.max(1, Math.ceil(rows.length / table.dataset.rows));
    const now = page % pages;
    for (const [n, row] of rows.entries()) row.hidden = Math.floor(n / table.dataset.rows) !== now;
    table.caption.querySelector("span").textContent = pages > 1 ? `${now + 1}/${pages}` : "";
  }
}

/** Count on from the moment at which the server said the clock. */
function tick() {
  const box = at("clock");
  const clock = event?.clock;
  box.hidden = !clock;
  if (!clock) return;
  const running = clock.phase === "running" || clock.phase === "over";
  const since = running ? (performance.now() - heard) / 1000 : 0;
  const left = clock.left === null ? null : clock.left - since;
  const late = left !== null && clock.word !== null && left <= clock.word * MINUTE;
  box.dataset.phase =
    clock.phase === "paused" ? "paused" : left !== null && left <= 0 ? "over" : late ? "late" : "running";
  const said = {
    paused: _("Paused"),
    over: _("Time is up: finish the current hand"),
    late: _("The last {minutes} minutes", { minutes: clock.word }),
    running: left === null ? _("Time played") : _("Time left"),
  }[box.dataset.phase];
  const time = asTime(left ?? Math.floor(clock.played + since));
  render([h("b.time", { role: "timer" }, time), h("span.says", { role: "status" }, said)], box);
}

watchEvent(
  (next, changed) => {
    event = next;
    heard = performance.now();
    if (changed) draw();
  },
  (text) => {
    const box = at("lost");
    setText(box, text);
    box.hidden = !text;
  },
  AGAIN,
);
setInterval(tick, 200);
setInterval(() => {
  page += 1;
  turn(document);
}, TURN);
turn(document);
leaveOut();
document.addEventListener("visibilitychange", stayOn);
stayOn();
