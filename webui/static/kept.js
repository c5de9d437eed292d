// All that this device keeps of the pages, so that they open without a network: with the service worker, which browsers
// allow over HTTPS and on the computer of Tableside itself.

import { HOME, ROOT, rooted } from "./root.js";

const PAGES = `tableside-pages${ROOT}`; // the cache of worker.js
const TABLE = document.body.dataset.table;
const TIME = "Tableside-Kept"; // header of what is kept: when
const NEWS = ["equipment", "seats", "clock", "match"]; // events whose last state is kept

/** Since when the page that is shown is kept; null where the server has sent it just now. */
export const KEPT_AT = document.documentElement.dataset.kept ?? null;

/** Return true if this browser can keep pages; one that denies a page all storage throws where it is looked for. */
export function canKeep() {
  try {
    return Boolean(globalThis.isSecureContext && globalThis.caches && navigator.serviceWorker);
  } catch {
    return false;
  }
}

/**
 * Return where the last state of an event is kept; that of the match is also what the server answers when asked for it.
 */
const address = (name) => rooted(`/api/tables/${TABLE}/${name === "match" ? name : `events?kept=${name}`}`);

const SHEET = rooted(`/t/${TABLE}/sheet`);
const OF_TABLE = [HOME, ...[`/t/${TABLE}`, `/t/${TABLE}/hands`].map(rooted), SHEET];
const ALWAYS = ["/me", "/offline"].map(rooted).concat("ofTable" in document.body.dataset ? OF_TABLE : []);

/**
 * Ask the worker to keep pages of the table that nobody has opened yet.
 * @param anew whether those that are kept are kept as they are now
 */
export function keepPages(pages = ALWAYS, anew = false) {
  const { lang } = document.documentElement;
  tellWorker({ pages, lang, anew });
}

/** Send to the worker, which alone writes what is kept, so that nothing replaces what is newer. */
const tellWorker = (message) => canKeep() && navigator.serviceWorker.controller?.postMessage(message);

/** Keep what the page shows as the answer that an address of the server's interface would give now. */
export const keepAnswer = (path, data) => tellWorker({ path, data, at: Date.now() });

/** Let go of all pages and of what they showed: somebody else uses this device now. Keeps them as they are for them. */
export async function forgetPages() {
  if (!canKeep()) return;
  sheetOf = "";
  await caches.delete(PAGES).catch(() => null);
  keepPages();
}

const news = new Map(); // the last state that each event has brought

/** Keep the last state that the stream of the table has brought. */
export function keepNews(name, data) {
  if (!NEWS.includes(name)) return;
  news.set(name, data);
  keepAnswer(address(name), name === "match" ? { ok: true, ...data } : data);
  if (name === "match") keepSheet(data);
}

/** Keep the pages of the table and what the stream has brought before there was a worker. */
export function keepFromNow() {
  for (const [name, data] of news) keepNews(name, data);
  keepPages();
}

let sheetOf = ""; // the match whose sheet was asked for last, and its version

/** Have the sheet of a match that is shown kept as it is now, once for each version. */
export function keepSheet({ number, version }) {
  if (sheetOf === `${number} ${version}`) return;
  sheetOf = `${number} ${version}`;
  keepPages([SHEET]);
}

/** Call back with each state that was kept and its time, where the page itself is a kept one. */
export async function recallNews(pass) {
  if (!KEPT_AT || !canKeep()) return;
  for (const name of NEWS) {
    const found = await caches.match(address(name), { cacheName: PAGES }).catch(() => null);
    if (found) pass(name, await found.json(), found.headers.get(TIME));
  }
}

/** Return the pages that are kept: `{address, title}`. */
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
