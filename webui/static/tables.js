// All tables of a hall, with what each stands at: the server draws them again and again, their clocks go on between.

import { says, shownTime, standingAt } from "./clock.js";
import { drawnPage, put } from "./drawn.js";
import { onKey, press } from "./keys.js";
import { h, render } from "./view.js";
import { _ } from "./words.js";

const PAUSE = 3000; // milliseconds between two looks at all tables
const TICK = 500; // milliseconds between two looks at the clocks

let heard = performance.now(); // when the tables were drawn, by this page's own time

/** Write the times of the clocks as they stand now. */
function tick(page) {
  for (const time of page.querySelectorAll("[data-clock]")) {
    const clock = standingAt(JSON.parse(time.dataset.clock), heard);
    render([h("b", shownTime(clock)), ` ${says(clock)}`], time);
  }
}

async function look() {
  if (document.hidden) return;
  const drawn = await drawnPage(location.href);
  if (!drawn) return; // the page says so where the server does not answer
  heard = performance.now();
  tick(drawn);
  put(drawn, "summed", "tables");
}

for (const { dataset } of document.querySelectorAll("#tables a")) {
  const number = dataset.key.slice("table".length);
  if (number.length === 1) onKey(number, _("Table {number}", { number }), press(`[data-key=table${number}]`));
}
tick(document);
setInterval(look, PAUSE);
setInterval(() => document.hidden || tick(document), TICK);
document.addEventListener("visibilitychange", look);
