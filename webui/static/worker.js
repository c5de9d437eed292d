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
const TIME = "Tableside-Kept"; // header of what is kept: when

const PAGE = /^\/(|t\/\d+(\/(sheet|hands(\/\d+)?))?|me|offline|hands\/[\w-]+|help(\/[\w-]+)*)$/;
const SHOWN =
  /^\/(hands\/[\w-]+\/(photo|thumb)\.jpg|api\/hands\/[\w-]+|api\/tables\/\d+\/(match|records|clock|calls))$/;

const pathOf = (url) => new URL(url).pathname.slice(ROOT.length);

/** Keeps an answer with the time; a full disk keeps nothing. */
async function keep(url, response) {
  const headers = new Headers(response.headers);
  headers.set(TIME, new Date().toISOString());
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // the body is unpacked
  const body = await response.blob();
  try {
    const cache = await caches.open(PAGES);
    await cache.put(url, new Response(body, { status: response.status, headers }));
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
  } catch {
    // no room
  }
}

const UNREACHED = [502, 504]; // what a proxy answers while Tableside does not run

const isWhole = (response) => response.ok && response.type === "basic" && !response.redirected;

/** The answer of the server; fails where it takes too long and something kept can be shown in its place. */
function answer(request, kept) {
  const asked = fetch(request).then((response) => {
    if (kept && UNREACHED.includes(response.status)) throw new Error("not reached");
    return response;
  });
  if (!kept) return asked;
  const late = new Promise((_resolve, reject) => setTimeout(reject, PATIENCE));
  return Promise.race([asked, late]);
}

/** A page, kept or as the server has it now. One that was kept says since when, in the attribute that pages read. */
async function page(event) {
  const { request } = event;
  const url = request.url.split("#")[0];
  const kept = await caches.match(url, { cacheName: PAGES });
  try {
    const response = await answer(request, kept);
    if (isWhole(response)) event.waitUntil(keepPage(url, response.clone()));
    return response;
  } catch (error) {
    const instead = kept ?? (await caches.match(`${ROOT}/offline`, { cacheName: PAGES }));
    if (!instead) throw error;
    const text = (await instead.text()).replace("<html ", `<html data-kept="${instead.headers.get(TIME)}" `);
    return new Response(text, { headers: instead.headers });
  }
}

/** Keeps a page with the scripts, styles and pictures that it names. */
async function keepPage(url, response) {
  const text = await response.clone().text();
  const names = [...text.matchAll(/(?:href|src)="([^"#]*\/static\/[^"#]+)"/g)].map(([, name]) => name);
  try {
    await fetchFiles(names);
  } catch {
    return; // it would not run
  }
  await keep(url, response);
}

/** Fetches files that are not kept yet, several at once: one after the other waits for the network at each. */
async function fetchFiles(names) {
  const cache = await caches.open(STATIC);
  await Promise.all([...new Set(names)].map(async (name) => (await cache.match(name)) ?? cache.add(name)));
}

/** A file whose address holds its version: the kept one, which never changes. */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** Something that a page shows: as the server has it now, else as it was kept. */
async function shown(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (isWhole(response)) event.waitUntil(keep(request.url, response.clone()));
    return response;
  } catch (error) {
    const kept = await caches.match(request.url, { cacheName: PAGES });
    if (!kept) throw error;
    return kept;
  }
}

/** Keeps pages that nobody has opened yet; those of another language anew, or all. */
async function keepAlso({ pages, lang, anew }) {
  for (const url of pages) {
    const kept = await caches.match(url, { cacheName: PAGES });
    const fresh = !anew && kept && Date.now() - new Date(kept.headers.get(TIME)) < STALE;
    if (fresh && (await kept.text()).includes(`<html lang="${lang}"`)) continue;
    const response = await fetch(url, { cache: "no-store" }).catch(() => null);
    if (response && isWhole(response)) await keepPage(new URL(url, self.location).href, response);
  }
}

/** Fetches anew the pages that an earlier version kept, whose files are other ones now. */
async function renew() {
  const cache = await caches.open(PAGES);
  for (const { url } of await cache.keys()) {
    if (!PAGE.test(pathOf(url))) continue;
    const response = await fetch(url, { cache: "no-store" }); // fails the installation, which is tried again later
    if (isWhole(response)) await keepPage(url, response);
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
  } else if (path === "/me" || (request.cache !== "no-store" && SHOWN.test(path))) event.respondWith(shown(event));
});

/** A page that is never kept: without a network, the page that says so. */
async function other(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const instead = await caches.match(`${ROOT}/offline`, { cacheName: PAGES });
    if (!instead) throw error;
    return instead;
  }
}
