// All that everybody may see of an event, asked for again and again: on a player's phone, and on the screen of the
// hall.

import { came } from "./came.js";
import { ask } from "./page.js";

/** The number of the event that the page is about; 0 for none. */
export const NUMBER = Number(document.body.dataset.event);

/**
 * Show the event as it came with the page, then ask for it every few seconds while the page is visible.
 * @param show called with the event, and with whether anything but its clock has changed
 * @param lost called with a sentence while the server does not answer; empty once it does
 * @param again milliseconds between two questions; hundreds of phones ask
 */
export function watchEvent(show, lost, again) {
  const first = came("shown-data");
  let seen = JSON.stringify({ ...first, clock: null });
  const load = async () => {
    if (document.hidden || !NUMBER) return;
    try {
      const { ok: _ok, ...event } = await ask("GET", `/api/hall/events/${NUMBER}/shown`);
      lost("");
      const text = JSON.stringify({ ...event, clock: null });
      show(event, text !== seen);
      seen = text;
    } catch (trouble) {
      lost(trouble.message);
    }
  };
  setInterval(load, again);
  document.addEventListener("visibilitychange", load);
  if (first) show(first, false);
  else load();
}
