// Data in JSON that came with the page, which its script shows without asking for it again.

import { KEPT_AT } from "./kept.js";

/** Return the data of an element by its id; null where none came, or the page is one that was kept. */
export function came(id) {
  const element = KEPT_AT ? null : document.getElementById(id);
  return element && JSON.parse(element.textContent);
}
