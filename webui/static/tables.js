// All tables of a hall, with what each stands at: its match, its clock, and whether a player calls the referee.

import { says, shownTime } from "./clock.js";
import { onKey, press } from "./keys.js";
import { ask, fill, h, keepFocus, setText } from "./page.js";
import { _ } from "./words.js";

const PAUSE = 3000; // milliseconds between two looks at all tables
const TICK = 500; // milliseconds between two looks at the clocks

let tables = JSON.parse(document.getElementById("tables-data").textContent);
let heard = performance.now(); // when they were told, by this page's own time

/** A table as a link to its page. */
function card({ table, name, match, clock, calls }) {
  const number = _("Table {number}", { number: table });
  const late = clock && clock.phase !== "ended" && at(clock).phase === "over";
  return h(
    `a.card.hall-table${calls.length ? ".calls" : late ? ".late" : ""}`,
    { href: `/t/${table}`, "data-key": `table${table}` },
    h("span.which", h("b", number), name && h("small", name)),
    h("span.state", stands(match)),
    match &&
      h(
        "span.seated",
        match.players.map((player) => seated(player, match)),
      ),
    calls.length > 0 && h("span.call", _("A player calls the referee")),
    clock && h("span.time", timed(clock)),
  );
}

const timed = (clock) => [h("b", shownTime(at(clock))), ` ${says(at(clock))}`];

const seated = (player, match) => h("span.player", h("span", player), h("b", String(match.points[player] ?? "")));

function stands(match) {
  if (!match) return _("No match yet");
  if (match.over) return _("The match is over");
  return _("Hand {number} of {count}", { number: match.played + 1, count: match.last });
}

/** A clock as it stands now. */
function at(clock) {
  if (clock.phase !== "running" && clock.phase !== "over") return clock;
  const since = (performance.now() - heard) / 1000;
  const left = clock.left === null ? null : clock.left - since;
  return { ...clock, left, played: clock.played + since, phase: left !== null && left <= 0 ? "over" : "running" };
}

function draw() {
  keepFocus(() =>
    fill(
      document.getElementById("tables"),
      tables.map((table) => h("li", card(table))),
    ),
  );
  const playing = tables.filter(({ match }) => match && !match.over).length;
  const calling = tables.filter(({ calls }) => calls.length).map(({ table }) => _("Table {number}", { number: table }));
  const text = [
    _("{playing} of {count} tables play", { playing, count: tables.length }),
    calling.length > 0 && _("the referee is called: {tables}", { tables: calling.join(_(", ")) }),
  ];
  setText(document.getElementById("summed"), text.filter(Boolean).join(" · "));
}

/** Lets the clocks go on between two looks. */
function tick() {
  if (document.hidden) return;
  for (const { table, clock } of tables) {
    const time = clock && document.querySelector(`[data-key=table${table}] .time`);
    if (time) fill(time, timed(clock));
  }
}

async function look() {
  if (document.hidden) return;
  try {
    ({ tables } = await ask("GET", "/api/tables"));
    heard = performance.now();
  } catch {
    return; // the page says so where the server does not answer
  }
  draw();
}

for (const { table } of tables.filter((each) => each.table < 10))
  onKey(String(table), _("Table {number}", { number: table }), press(`[data-key=table${table}]`));
draw();
setInterval(look, PAUSE);
setInterval(tick, TICK);
document.addEventListener("visibilitychange", look);
