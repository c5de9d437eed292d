// A file that takes the server a while to make and a network a while to bring: with how far it is, and a way to stop.

import { authorization } from "./access.js";
import { longWork, showLate } from "./longwork.js";
import { Trouble, tellTrouble } from "./page.js";
import { rooted } from "./root.js";
import { h, made } from "./view.js";
import { _ } from "./words.js";

const HELD = 1000; // milliseconds in which a browser begins to keep a file

export const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/**
 * Take a file away: the server writes it, then it comes, and the browser keeps it. Stopped, nothing is kept.
 * @param place the element that shows how far it is and, at the end, what was done
 * @param address where the file is
 * @param label what is counted, in megabytes
 * @param writing says that the server writes it
 */
export async function takeAway(place, address, label, writing) {
  const ending = new AbortController();
  const work = longWork(label, 0, () => ending.abort());
  const end = showLate(place, work);
  const done = (says) => end(h("p", { role: "status" }, says));
  work.show(null, writing);
  try {
    const response = await fetch(rooted(address), { headers: authorization(), signal: ending.signal });
    if (!response.ok) throw await refused(response);
    const all = Number(response.headers.get("Content-Length"));
    const parts = [];
    let size = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { done: last, value } = await reader.read();
      if (last) break;
      parts.push(value);
      size += value.length;
      work.show(size, _("{size} of {all} MB", { size: megabytes(size), all: megabytes(all) }), all);
    }
    const [, name] = response.headers.get("Content-Disposition").match(/filename=([\w.-]+)/);
    saveFile(new Blob(parts, { type: "application/zip" }), name);
    done(_("Kept in the downloads of this device: {name}, {size} MB", { name, size: megabytes(size) }));
  } catch (trouble) {
    if (ending.signal.aborted) done(_("Stopped: no backup was saved."));
    else {
      end();
      tellTrouble(
        trouble instanceof Trouble
          ? trouble
          : { message: _("The backup could not be downloaded"), fix: _("Try again") },
      );
    }
  }
}

/** Have the browser keep a file under a name. */
export function saveFile(file, name) {
  const href = URL.createObjectURL(file);
  made(h("a", { href, download: name })).click();
  setTimeout(() => URL.revokeObjectURL(href), HELD);
}

/** Return why the server gives no file: it says so as JSON, or as a page. */
async function refused(response) {
  const answer = await response.json().catch(() => null);
  const { error = _("The backup could not be downloaded"), fix = _("Try again") } = answer ?? {};
  return new Trouble(error, fix, response.status);
}
