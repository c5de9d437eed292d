// Parts of a page that the server draws: asked for again when there is news, and replaced where they changed.

import { authorization } from "./access.js";
import { suspect } from "./line.js";
import { holdFocus } from "./page.js";
import { moment } from "./records.js";
import { day, timeOfDay } from "./time.js";
import { setText } from "./view.js";

/** Return the day of a date, in few words; a date alone is one of noon here. */
const date = (iso) => day(iso.includes("T") ? iso : `${iso}T12:00`);

/** Return a moment of today by its time of day, another one by its day. */
const recent = (iso) => (new Date(iso).toDateString() === new Date().toDateString() ? timeOfDay(iso) : date(iso));

const AS = { day, time: timeOfDay, both: moment, date, recent };

/** Write the moments of a part as the reader's device has them. */
export function tellTimes(part) {
  for (const time of part.querySelectorAll("time[data-as]")) setText(time, AS[time.dataset.as](time.dateTime));
}

/** Let the buttons of a part be pressed, which the server draws inert: nothing listens before the script runs. */
export function wake(part) {
  for (const button of part.querySelectorAll("button[inert]")) button.inert = false;
}

/** Return true if the page came as who uses this browser sees it: a browser sends no token with a page but a cookie. */
export function isOurs() {
  const { drawnFor } = document.body.dataset;
  return drawnFor === "device" || !drawnFor ? Boolean(drawnFor) === Boolean(authorization().Authorization) : true;
}

/** Take over a part that came with the page: as `ready` does. */
export function takeOver(part) {
  tellTimes(part);
  wake(part);
}

/** Parse a page that the server has drawn: its moments are those of this device, its buttons can be pressed. */
export function ready(html) {
  const drawn = new DOMParser().parseFromString(html, "text/html");
  takeOver(drawn);
  return drawn;
}

/** Parse a part of a page that the server has drawn; gives its elements. */
export const parts = (html) => [...ready(html).body.children];

/** Return a page as the server draws it now; null where it does not answer, or refuses. `headers` say who asks. */
export async function drawnPage(address, headers = {}) {
  const response = await fetch(address, { cache: "no-store", headers }).catch(suspect);
  return response?.ok ? ready(await response.text()) : null;
}

const SAID = "[aria-live], [role=status]"; // elements that a screen reader watches, which must stay

/**
 * Replace the parts with these ids by those of a page that was drawn; what is unfolded or has the keyboard stays so.
 */
export function put(drawn, ...ids) {
  for (const old of ids.map((id) => document.getElementById(id)).filter(Boolean)) {
    const found = drawn.getElementById(old.id);
    if (!found) continue; // an error page, say
    const part = document.adoptNode(found);
    for (const { dataset } of old.querySelectorAll("details[open]"))
      part.querySelector(`details[data-key="${dataset.key}"]`)?.setAttribute("open", "");
    if (old.isEqualNode(part)) continue;
    const giveBack = holdFocus();
    if (old.matches(SAID)) old.replaceChildren(...part.childNodes);
    else old.replaceWith(part);
    giveBack();
  }
}

/**
 * Replace the parts with these ids by what the server draws now. A script that asks for more than the page puts the
 * answers in place together instead: a button that is seen acts on what is seen beside it.
 */
export async function redraw(...ids) {
  const drawn = await drawnPage(location.href);
  if (drawn) put(drawn, ...ids);
}
