// The screen of a hall: who sits where, the clock, the ranking, large hands. Nothing on it can be pressed; all is as large
// as it fits, and what does not fit is shown page by page.

import { drawnPage, put } from "./drawn.js";
import { watchEvent } from "./shown.js";
import { stayOn } from "./stayon.js";
import { asTime } from "./time.js";
import { h, render, setText } from "./view.js";
import { _ } from "./words.js";

const AGAIN = 3000; // milliseconds between two questions
const TURN = 12000; // milliseconds that a page of the screen stays
const MINUTE = 60;
const SCALES = [2, 1.8, 1.6, 1.4, 1.2, 1]; // of the smallest size that is read from ten metres
const at = (id) => document.getElementById(id);

let event = null;
let heard = 0; // when the clock was said, by this page's own time
let page = 0;
let pages = []; // of each table: its caption, its rows, and which of them are shown together

async function draw() {
  const drawn = await drawnPage(location.href);
  if (!drawn) return;
  put(drawn, "event-name", "which", "seats", "standings", "big");
  at("main").className = drawn.getElementById("main").className;
  fit();
}

/** Take those large hands away that do not fit the screen, the smallest first. */
function leaveOut() {
  const end = at("big").getBoundingClientRect().bottom;
  for (const hand of [...at("big").children]) if (hand.getBoundingClientRect().top >= end) hand.remove();
}

/** Make each table as large as all of it fits; at the smallest size its rows take turns. */
function fit() {
  pages = [at("seats"), at("standings")].map(pagesOf).filter(Boolean);
  turn();
  leaveOut();
}

function pagesOf(section) {
  const table = section.querySelector("table");
  if (!table) return null;
  const rows = [...table.tBodies[0].rows];
  const show = (some) => {
    for (const row of rows) row.hidden = !some.includes(row);
  };
  const low = () => section.scrollHeight <= section.clientHeight + 1;
  const wide = (box) => box.scrollWidth > box.clientWidth + 1;
  const whole = () => ![section, ...table.querySelectorAll("td, th")].some(wide);
  const count = table.caption.querySelector("span");
  count.textContent = "";
  section.classList.remove("broken");
  show(rows);
  for (const scale of SCALES) {
    section.style.setProperty("--fit", scale);
    if (low() && whole()) return { rows, count, groups: [rows] };
  }
  section.classList.add("broken"); // a word is longer than its column
  const groups = [[]];
  for (const row of rows) {
    show([...groups.at(-1), row]);
    if (groups.at(-1).length && !low()) groups.push([row]);
    else groups.at(-1).push(row);
  }
  return { rows, count, groups };
}

/** Show the rows whose turn it is. */
function turn() {
  for (const { rows, count, groups } of pages) {
    const now = page % groups.length;
    for (const row of rows) row.hidden = !groups[now].includes(row);
    count.textContent = groups.length > 1 ? `${now + 1}/${groups.length}` : "";
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
  turn();
}, TURN);
addEventListener("resize", fit);
tick(); // which takes room
fit();
document.body.classList.add("fitted");
document.addEventListener("visibilitychange", stayOn);
stayOn();
