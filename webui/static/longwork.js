// Work that takes long: a bar and a line that say how far it is, and a button that stops it.

import { button, fill, h } from "./page.js";
import { _ } from "./words.js";

const SOON = 1000; // milliseconds that work may take before it is shown

/**
 * Begins to show some work; `element` is what shows it, `show` says how far it is.
 * @param label what the bar counts
 * @param count of all there is to do; 0 while that is not known
 * @param stop called once, when somebody stops it
 */
export function longWork(label, count, stop) {
  const bar = h("progress", { max: count ? String(count) : null, "aria-label": label });
  const line = h("p", { role: "status" });
  const stopping = button("", _("Stop"), () => {
    stopping.disabled = true;
    stop();
  });
  const show = (done, says, all = count) => {
    if (all) bar.max = all;
    if (done !== null) bar.value = done;
    line.textContent = says;
  };
  return { element: h("div.long-work", bar, line, h("p", stopping)), show };
}

/**
 * Shows some work in a place of the page once it has taken a while: what ends soon is not shown.
 * @returns what ends it, and puts something else into the place
 */
export function showLate(place, work) {
  const timer = setTimeout(() => fill(place, work.element), SOON);
  return (...instead) => {
    clearTimeout(timer);
    fill(place, ...instead);
  };
}
