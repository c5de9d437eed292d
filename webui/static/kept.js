// What this device keeps of the pages, so that they open without a network: with the service worker, which browsers allow
// over HTTPS and on the computer of Tableside itself.

import { ROOT, rooted } from "./root.js";

const PAGES = `tableside-pages${ROOT}`; // the cache of worker.js
const TABLE = document.body.dataset.table;
const TIME = "Tableside-Kept"; // header of what is kept: when
const NEWS = ["equipment", "seats", "clock", "match"]; // events whose last state is kept

/** Since when the page that is shown is kept; null where the server has sent it just now. */
export const KEPT_AT = document.documentElement.dataset.kept ?? null;

/** Whether this browser can keep pages. */
export const canKeep = () => Boolean(globalThis.isSecureContext && globalThis.caches && navigator.serviceWorker);

const address = (name) => rooted(`/api/tables/${TABLE}/events?kept=${name}`);

const SHEET = rooted(`/t/${TABLE}/sheet`);
const ALWAYS = [...["/", "/me", "/offline", `/t/${TABLE}`, `/t/${TABLE}/hands`].map(rooted), SHEET];

/**
 * Asks the worker to keep pages of the table that nobody has opened yet.
 * @param anew whether those that are kept are kept as they are now
 */
export function keepPages(pages = ALWAYS, anew = false) {
  const { lang } = document.documentElement;
  navigator.serviceWorker.controller?.postMessage({ pages, lang, anew });
}

/** Lets go of all pages and of what they showed: somebody else uses this device now. Keeps them as they are for them. */
export async function forgetPages() {
  if (!canKeep()) return;
  await caches.delete(PAGES).catch(() => null);
  keepPages();
}

/** Keeps the last state that the stream of the table has brought. */
export async function keepNews(name, data) {
  if (!canKeep() || !NEWS.includes(name) || !navigator.serviceWorker.controller) return;
  try {
    const cache = await caches.open(PAGES);
    const headers = { "Content-Type": "application/json", [TIME]: new Date().toISOString() };
    await cache.put(address(name), new Response(JSON.stringify(data), { headers }));
    if (name !== "match") return;
    keepPages([SHEET], true);
    const match = JSON.stringify({ ok: true, ...data });
    await cache.put(rooted(`/api/tables/${TABLE}/match`), new Response(match, { headers }));
  } catch {
    // no room
  }
}

/** Calls back with each state that was kept and its time, where the page itself is a kept one. */
export async function recallNews(pass) {
  if (!KEPT_AT || !canKeep()) return;
  for (const name of NEWS) {
    const found = await caches.match(address(name), { cacheName: PAGES }).catch(() => null);
    if (found) pass(name, await found.json(), found.headers.get(TIME));
  }
}

/** The pages that are kept: `{address, title}`. */
export async function keptPages() {
  if (!canKeep()) return [];
  const cache = await caches.open(PAGES);
  const found = [];
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (/\/api\/|\.jpg$|\/offline$/.test(pathname)) continue;
    const drawn = new DOMParser().parseFromString(await (await cache.match(request)).text(), "text/html");
    const named = [drawn.title, drawn.querySelector("h1, h2")?.textContent];
    const title = named.find((each) => each && each !== "Tableside") ?? pathname;
    found.push({ address: pathname.slice(ROOT.length) + search, title: title.replace(/ · Tableside$/, "") });
  }
  return found;
}
