// Parts of a page that the server draws: asked for again when there is news, and replaced where they changed.

import { suspect } from "./line.js";
import { keepFocus } from "./page.js";
import { day } from "./records.js";
import { timeOfDay } from "./time.js";

const AS = { day, time: timeOfDay, both: (iso) => `${day(iso)}, ${timeOfDay(iso)}` };

/** Writes the moments of a part as the reader's device has them. */
export function tellTimes(part) {
  for (const time of part.querySelectorAll("time[data-as]")) time.textContent = AS[time.dataset.as](time.dateTime);
}

/** Lets the buttons of a part be pressed, which the server draws inert: nothing listens before the script runs. */
export function wake(part) {
  for (const button of part.querySelectorAll("button[inert]")) button.inert = false;
}

/** The parts of a page that the server has drawn, ready to be shown. */
export function parts(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  tellTimes(body);
  wake(body);
  return [...body.children];
}

/** Replaces the parts with these ids by what the server draws now; what is unfolded or has the keyboard stays so. */
export async function redraw(...ids) {
  const response = await fetch(location.href, { cache: "no-store" }).catch(suspect);
  if (!response?.ok) return;
  const drawn = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const old of ids.map((id) => document.getElementById(id)).filter(Boolean)) {
    const found = drawn.getElementById(old.id);
    if (!found) continue; // an error page, say
    const part = document.adoptNode(found);
    tellTimes(part);
    wake(part);
    for (const { dataset } of old.querySelectorAll("details[open]"))
      part.querySelector(`details[data-key="${dataset.key}"]`)?.setAttribute("open", "");
    if (!old.isEqualNode(part)) keepFocus(() => old.replaceWith(part));
  }
}
