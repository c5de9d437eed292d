// All that this browser keeps from page to page. One that refuses to keep anything, or has no room left, keeps it as
// long as the page is open; whoever would lose something by that says so.

import { ROOT } from "./root.js";

const onPage = new Map(); // what could not be kept, by its key; null for what could not be removed
const waiting = new Set(); // what would be lost with the page

/** Return the store of the browser; reading the name throws where it is denied. */
function store() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Return the text that is kept under a key; null where there is none. */
export function recall(key) {
  if (onPage.has(key)) return onPage.get(key);
  try {
    return store()?.getItem(ROOT + key) ?? null;
  } catch {
    return null;
  }
}

/** Keep a text under a key; returns whether it outlasts the page. */
export function keep(key, text) {
  try {
    store().setItem(ROOT + key, text);
    onPage.delete(key);
    return true;
  } catch {
    onPage.set(key, text);
    return false;
  }
}

/** Keep nothing under a key any more. */
export function forget(key) {
  try {
    store().removeItem(ROOT + key);
    onPage.delete(key);
  } catch {
    onPage.set(key, null);
  }
}

/** Return whether this browser keeps a text from page to page. */
export function keepsTexts() {
  const kept = keep("tableside-try", "1");
  forget("tableside-try");
  return kept;
}

/** Ask before the page is closed, since something waits that this page alone has. */
export const holdPage = (what) => waiting.add(what);

/** Let the page be closed again as far as `what` is concerned. */
export const freePage = (what) => waiting.delete(what);

/** Return true if something waits that this page alone has. */
export const isHeld = () => waiting.size > 0;

addEventListener("beforeunload", (event) => {
  if (isHeld()) event.preventDefault();
});
