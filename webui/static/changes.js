// Pages that show all tables: they look again soon after something was kept at any of them, and now and then in any case.

import { listen } from "./live.js";

const AGAIN = 3000; // milliseconds between two looks where nothing tells of a change; clocks and waiting times go on
const REST = 2; // times that a look took for which the next one waits, so that many changes do not fill the server

/**
 * Look now, after every change, and every few seconds while the page is visible; never twice at a time.
 * @param look asks the server and draws; resolves to false where there is nothing more to look at
 * @param known whether what is to be seen came with the page, so that nothing looks at once
 */
export function followAll(look, known = false) {
  let looking = false;
  let due = false; // whether something changed since the look that goes on began
  let timer = 0;

  async function go() {
    due = true;
    if (looking) return;
    looking = true;
    clearTimeout(timer);
    while (due) {
      due = false;
      const began = performance.now();
      if (!document.hidden && (await look()) === false) return; // and nothing looks again
      const took = performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, REST * took));
    }
    looking = false;
    timer = setTimeout(go, AGAIN);
  }

  listen({ changes: go });
  document.addEventListener("visibilitychange", go);
  if (!known) return go();
  timer = setTimeout(go, AGAIN);
  return undefined;
}
