// Work that takes long: a bar and a line that say how far it is, and a button that stops it.

import { h, render } from "./view.js";
import { _ } from "./words.js";

const SOON = 1000; // milliseconds that work may take before it is shown

/**
 * Begin some work; `showIn` draws it into a place of the page, and no longer for null, `show` says how far it is.
 * @param label what the bar counts
 * @param count of all there is to do; 0 while that is not known
 * @param stop called once, when somebody stops it
 */
export function longWork(label, count, stop) {
  const bar = { "aria-label": label, max: count || undefined };
  let place = null;
  let line = "";
  let stopped = false;
  const stopping = () => {
    stopped = true;
    draw();
    stop();
  };
  const draw = () =>
    place &&
    render(
      h(
        "div.long-work",
        h("progress", { ...bar }),
        h("p", { role: "status" }, line),
        h("p", h("button.button", { disabled: stopped, onclick: stopping }, _("Stop"))),
      ),
      place,
    );
  return {
    showIn(next) {
      place = next;
      draw();
    },
    show(done, says, all = count) {
      if (all) bar.max = all;
      if (done !== null) bar.value = done;
      line = says;
      draw();
    },
  };
}

/**
 * Show some work in a place of the page once it has taken a while: what ends soon is not shown.
 * @returns what ends it, and puts something else into the place
 */
export function showLate(place, work) {
  const timer = setTimeout(() => work.showIn(place), SOON);
  return (...instead) => {
    clearTimeout(timer);
    work.showIn(null);
    render(instead, place);
  };
}
