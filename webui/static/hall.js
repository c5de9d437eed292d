// The screen of a hall: who sits where, the clock, the ranking, large hands. Nothing on it can be pressed; what does
// not fit is shown page by page.

import { fill, h } from "./page.js";
import { coming, NUMBER, signed, watchEvent } from "./shown.js";
import { asTime } from "./time.js";
import { WINDS, windName } from "./tiles.js";
import { _ } from "./words.js";

const AGAIN = 3000; // milliseconds between two questions
const TURN = 12000; // milliseconds that a page of the screen stays
const TABLES = 5; // tables on a page
const ROWS = 8; // rows of the ranking on a page
const MINUTE = 60;
const at = (id) => document.getElementById(id);

let event = null;
let heard = 0; // when the clock was said, by this page's own time
let page = 0;

function draw() {
  at("event-name").textContent = event.name;
  const round = coming(event);
  at("which").textContent = which(round);
  const shown = round ?? event.drawn.at(-1);
  fill(at("seats"), shown ? seats(shown) : h("p", _("The seating was not drawn yet.")));
  fill(at("standings"), standings());
  fill(
    at("big"),
    event.big.map((hand) =>
      h("p", h("b", _("{points} points", hand)), h("span", `${hand.winner}${hand.best ? ` · ${hand.best}` : ""}`)),
    ),
  );
  leaveOut();
}

/** Takes those large hands away that do not fit the screen, the smallest first. */
function leaveOut() {
  const end = at("big").getBoundingClientRect().bottom;
  for (const hand of [...at("big").children]) if (hand.getBoundingClientRect().top >= end) hand.remove();
}

function which(round) {
  if (!round) return event.drawn.length ? _("All rounds were played") : "";
  return round.started ? _("Round {round}", round) : _("Next: round {round}", round);
}

/** A part of a list that fits the screen; the parts take turns. */
function part(list, size) {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const from = (page % pages) * size;
  return [list.slice(from, from + size), pages > 1 ? `${(page % pages) + 1}/${pages}` : ""];
}

function seats(round) {
  const [tables, where] = part(
    round.tables.map((players, n) => [n + 1, players]),
    TABLES,
  );
  return [
    h(
      "table",
      h("caption", _("Seats"), h("span", where)),
      h(
        "thead",
        h(
          "tr",
          h("th", _("Table")),
          WINDS.map((wind) => h("th", windName(wind))),
        ),
      ),
      h(
        "tbody",
        tables.map(([number, players]) =>
          h(
            "tr",
            h("th", String(number)),
            players.map((name) => h("td", h("span", name))),
          ),
        ),
      ),
    ),
  ];
}

function standings() {
  if (!event.standings.length) return h("p", _("No results were released yet."));
  const [rows, where] = part(event.standings, ROWS);
  const matchPoints = event.by.includes("match points");
  return h(
    "table",
    h("caption", _("After round {rounds}", { rounds: event.released.join(_(", ")) }), h("span", where)),
    h(
      "tbody",
      rows.map((row) =>
        h(
          "tr",
          h("td", String(row.place)),
          h("th", row.name),
          h("td", matchPoints ? String(row.match_points) : row.table_points),
          h("td", signed(row.points)),
        ),
      ),
    ),
  );
}

/** Counts on from the moment at which the server said the clock. */
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
    over: _("Time is up: the hand in play is finished"),
    late: _("The last {minutes} minutes", { minutes: clock.word }),
    running: left === null ? _("Time played") : _("Time left"),
  }[box.dataset.phase];
  if (box.dataset.said !== said) {
    box.dataset.said = said;
    fill(box, h("b.time", { role: "timer" }), h("span.says", { role: "status" }, said));
  }
  box.querySelector(".time").textContent = asTime(left ?? Math.floor(clock.played + since));
}

watchEvent(
  (next, changed) => {
    event = next;
    heard = performance.now();
    if (changed) draw();
  },
  (text) => {
    const box = at("lost");
    if (box.textContent !== text) box.textContent = text;
    box.hidden = !text;
  },
  AGAIN,
);
setInterval(tick, 200);
setInterval(() => {
  page += 1;
  if (event) draw();
}, TURN);
if (!NUMBER) at("event-name").textContent = _("There is no event yet.");
