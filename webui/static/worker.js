// The service worker: keeps the pages of a table on the device, so that they open without a network. The server puts the
// version and the list of files before this script, which the browser therefore replaces when the program is updated.

const { version, files } = self.TABLESIDE;
const ROOT = new URL(self.registration.scope).pathname.replace(/\/$/, "");
const STATIC = `tableside-static${ROOT}-${version}`;
const PAGES = `tableside-pages${ROOT}`; // pages and what they show; access.js deletes it when somebody else signs in or out
const OURS = new RegExp(`^tableside-static${ROOT}-[^/]*$`);

const PATIENCE = 4000; // milliseconds after which a kept page is shown though the server may still answer
const STALE = 600_000; // milliseconds after which a page that is always kept is asked for again
const MOST = 150; // pages, answers and photographs that are kept; more takes room from photographs that wait
const TIME = "Tableside-Kept"; // header of what is kept: when the server was asked for it
const SINCE = "Tableside-Since"; // header of a kept match: when this device first had this version of it
const SETTLING = 1000; // milliseconds that what is being written is waited for before something kept is shown

const PAGE = /^\/(|t\/\d+(\/(sheet|hands(\/\d+)?))?|me|offline|hands\/[\w-]+|help(\/[\w-]+)*)$/;
const SHOWN =
  /^\/(hands\/[\w-]+\/(photo|thumb)\.jpg|api\/hands\/[\w-]+|api\/tables\/\d+\/(match|records|clock|calls|hands))$/;
const MATCH = /^\/api\/tables\/\d+\/match$/;
const SHEET = /^\/t\/(\d+)\/sheet$/;

const pathOf = (url) => new URL(url).pathname.slice(ROOT.length);

const pending = new Set(); // what is on its way into the cache
let writing = Promise.resolve(); // one is written after the other, as each is compared with the one before

/**
 * Keep an answer, unless one that is newer is kept; a full disk keeps nothing.
 * @param asked when the server was asked for it, in milliseconds
 */
function keep(url, response, asked) {
  const kept = response
    .blob()
    .then((body) => {
      writing = writing.then(() => write(url, response, body, asked)).catch(() => null); // no room
      return writing;
    })
    .catch(() => null) // the line was cut in the middle of it
    .finally(() => pending.delete(kept));
  pending.add(kept);
  return kept;
}

async function write(url, response, body, asked) {
  const cache = await caches.open(PAGES);
  const old = await cache.match(url);
  const headers = new Headers(response.headers);
  headers.set(TIME, new Date(asked).toISOString());
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // the body is unpacked
  if (MATCH.test(pathOf(url))) {
    const newer = await compared(old, body);
    if (newer < 0) return;
    headers.set(SINCE, (newer === 0 && old.headers.get(SINCE)) || new Date().toISOString());
  } else if (old && isLater(old.headers.get(TIME), asked)) return;
  await cache.put(url, new Response(body, { status: response.status, headers }));
  const keys = await cache.keys();
  for (const each of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(each);
}

/** Return true if a time is later than another one, and not one of a clock that was wrong. */
const isLater = (time, other) => new Date(time) > other && new Date(time) <= Date.now();

/** By how many versions a match is newer than the one that is kept; 1 for another match. News may come late. */
async function compared(old, body) {
  if (!old) return 1;
  const [one, other] = await Promise.all([old.json(), body.text().then(JSON.parse)]);
  return one.number === other.number && one.started === other.started ? other.version - one.version : 1;
}

/** Return what is kept under an address, once what is being written is there. */
async function keptOf(url) {
  if (pending.size) await Promise.race([Promise.all(pending), new Promise((resolve) => setTimeout(resolve, SETTLING))]);
  return caches.match(url, { cacheName: PAGES });
}

const UNREACHED = [502, 504]; // what a proxy answers while Tableside does not run

const isWhole = (response) => response.ok && response.type === "basic" && !response.redirected;

/** Return the answer of the server; fails where it takes too long and something kept can be shown in its place. */
function answer(asked, kept) {
  if (!kept) return asked;
  const reached = asked.then((response) => {
    if (UNREACHED.includes(response.status)) throw new Error("not reached");
    return response;
  });
  const late = new Promise((_resolve, reject) => setTimeout(reject, PATIENCE));
  return Promise.race([reached, late]);
}

/** Ask for a page, and keep it, however late it comes. */
function askedFor(event, url) {
  const now = Date.now();
  const asked = fetch(event.request);
  const kept = asked.then((response) => (isWhole(response) ? keepPage(url, response.clone(), now) : null));
  event.waitUntil(kept.catch(() => null));
  return asked;
}

/**
 * Return a page, kept or as the server has it now. One that was kept says since when, in the attribute that pages read.
 */
async function page(event) {
  const url = event.request.url.split("#")[0];
  const asked = askedFor(event, url);
  const kept = await caches.match(url, { cacheName: PAGES });
  try {
    return await answer(asked, kept);
  } catch (error) {
    const instead = (await keptOf(url)) ?? (await caches.match(`${ROOT}/offline`, { cacheName: PAGES }));
    if (!instead) throw error;
    const text = (await instead.text()).replace("<html ", `<html data-kept="${instead.headers.get(TIME)}" `);
    return new Response(text, { headers: instead.headers });
  }
}

/** Keep a page with the scripts, styles and pictures that it names. */
async function keepPage(url, response, asked) {
  if (!(await caches.has(STATIC))) return; // this worker is an old one: its files would come back
  const text = await response.clone().text();
  const names = [...text.matchAll(/(?:href|src)="([^"#]*\/static\/[^"#]+)"/g)].map(([, name]) => name);
  try {
    await fetchFiles(names);
  } catch {
    return; // it would not run
  }
  await keep(url, response, asked);
}

/** Fetch files that are not kept yet, several at once: one after the other waits for the network at each. */
async function fetchFiles(names) {
  const cache = await caches.open(STATIC);
  await Promise.all([...new Set(names)].map(async (name) => (await cache.match(name)) ?? cache.add(name)));
}

/** Return a file whose address holds its version: the kept one, which never changes. */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** Something that a page shows: as the server has it now, else as it was kept. */
async function shown(event) {
  const { request } = event;
  const asked = Date.now();
  try {
    const response = await fetch(request);
    if (isWhole(response)) event.waitUntil(keep(request.url, response.clone(), asked));
    return response;
  } catch (error) {
    const kept = await keptOf(request.url);
    if (!kept) throw error;
    return kept;
  }
}

/** Return a page whose parts are drawn anew: it is kept as it is shown, if it is one that was kept. */
async function drawnAnew(event) {
  const url = event.request.url.split("#")[0];
  return (await caches.match(url, { cacheName: PAGES })) ? askedFor(event, url) : fetch(event.request);
}

/** When the match of a page was first had as it is kept; 0 for a page without one. */
async function newsOf(url) {
  const [, table] = SHEET.exec(pathOf(url)) ?? [];
  const match = table && (await caches.match(`${ROOT}/api/tables/${table}/match`, { cacheName: PAGES }));
  return new Date(match?.headers.get(SINCE) ?? 0);
}

/** Keep pages that nobody has opened yet; those of another language anew, or all, and a sheet older than its match. */
async function keepAlso({ pages, lang, anew }) {
  for (const page of pages) {
    const url = new URL(page, self.location).href;
    const kept = await keptOf(url);
    const time = new Date(kept?.headers.get(TIME) ?? 0);
    const fresh = !anew && Date.now() - time < STALE && time >= (await newsOf(url));
    if (fresh && (await kept.text()).includes(`<html lang="${lang}"`)) continue;
    const asked = Date.now();
    const response = await fetch(url, { cache: "no-store" }).catch(() => null);
    if (response && isWhole(response)) await keepPage(url, response, asked);
  }
}

/** Keep what a page shows as the answer to a question of its own. */
function keepShown({ path, data, at }) {
  const headers = { "Content-Type": "application/json" };
  return keep(new URL(path, self.location).href, new Response(JSON.stringify(data), { headers }), at);
}

/** Fetch anew the pages that an earlier version kept, whose files are other ones now. */
async function renew() {
  const cache = await caches.open(PAGES);
  for (const { url } of await cache.keys()) {
    if (!PAGE.test(pathOf(url))) continue;
    const asked = Date.now();
    const response = await fetch(url, { cache: "no-store" }); // fails the installation, which is tried again later
    if (isWhole(response)) await keepPage(url, response, asked);
    else await cache.delete(url);
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    fetchFiles(files)
      .then(renew)
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) if (OURS.test(name) && name !== STATIC) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("message", (event) => {
  if (event.data.pages) event.waitUntil(keepAlso(event.data));
  if (event.data.path) event.waitUntil(keepShown(event.data));
  if (event.data.claim) event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const path = pathOf(request.url);
  if (path.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") {
    if (PAGE.test(path)) event.respondWith(page(event));
    else if (!path.includes(".") && !path.startsWith("/api/")) event.respondWith(other(request));
  } else if (path !== "/me" && PAGE.test(path)) event.respondWith(drawnAnew(event));
  else if (path === "/me" || (request.cache !== "no-store" && SHOWN.test(path))) event.respondWith(shown(event));
});

/** Return a page that is never kept: without a network, the page that says so. */
async function other(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const instead = await caches.match(`${ROOT}/offline`, { cacheName: PAGES });
    if (!instead) throw error;
    return instead;
  }
}
