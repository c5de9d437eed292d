// The page without a network: the service worker is asked to keep the pages of the table; a page that was kept says so,
// and is loaded again once the server answers. So is told that the program was updated.

import { canKeep, KEPT_AT, keepFromNow, keepPages, keptPages } from "./kept.js";
import { BACK, whenBack } from "./line.js";
import { showNotice } from "./page.js";
import { rooted } from "./root.js";
import { keepsEntries } from "./shelf.js";
import { isHeld, keepsTexts } from "./storage.js";
import { button, h, made, render } from "./view.js";
import { _ } from "./words.js";

const WORKER = rooted("/worker.js");
const VERSION = new URL(import.meta.url).pathname.match(/\/static\/([0-9a-f]{12})\//)?.[1];
const NO_ROOM = _("This browser keeps no pages, or has no room for them: without a network they do not open.");
const state = document.getElementById("offline-state"); // at the foot of the pages of a table

/** Say in the foot whether the page opens without a network. */
function say(text) {
  if (state) state.textContent = text;
}

/** Ask the worker to keep the pages of the table, those too that nobody has opened yet. */
async function begin() {
  if (!canKeep()) {
    say(
      keepsTexts() && (await keepsEntries())
        ? _("Without a network this page does not open: browsers keep pages over HTTPS alone. What you enter is kept.")
        : NO_ROOM,
    );
    return;
  }
  const workers = navigator.serviceWorker;
  const updates = Boolean(workers.controller);
  workers.addEventListener("controllerchange", () => updates && tellUpdate());
  try {
    const registration = await workers.register(WORKER, { updateViaCache: "none" });
    if (!registration) return; // the browser is set to allow none
    registration.installing?.addEventListener(
      "statechange",
      ({ target }) => target.state === "redundant" && say(NO_ROOM),
    );
    addEventListener(BACK, () => registration.update().catch(() => null));
    const { active } = await workers.ready;
    if (workers.controller) keepPages();
    else {
      workers.addEventListener("controllerchange", keepFromNow, { once: true });
      active.postMessage({ claim: true }); // it became active while this page was on its way
    }
    say(_("This page opens without a network on this device."));
  } catch {
    say(NO_ROOM);
  }
}

/** Say that the program is another one than that of this page. */
function tellUpdate() {
  if (document.getElementById("updated")) return;
  const again = button(".small", _("Load the page again"), () => location.reload(), "reload");
  showNotice(made(h("div.notice", { id: "updated" }, h("b", _("Tableside was updated.")), again)));
}

/** Look whether the server that answers again is of another version. */
async function compare() {
  const answer = await fetch(WORKER, { method: "HEAD", cache: "no-store" }).catch(() => null);
  const tag = answer?.ok && answer.headers.get("ETag");
  if (tag && VERSION && !tag.includes(VERSION)) tellUpdate();
}

/** Load a kept page as it is now, unless something is being entered. */
function refresh() {
  if (isHeld() || document.querySelector("dialog[open]")) compare();
  else location.reload();
}

const list = document.getElementById("kept-pages"); // only on the page that stands for one that is not kept
if (list)
  keptPages().then((pages) =>
    render(
      pages.map(({ address, title }) => h("li", h("a", { href: address }, title))),
      list,
    ),
  );
if (KEPT_AT) whenBack(refresh);
addEventListener(BACK, compare);
addEventListener(BACK, () => keepPages());
begin();
