// A player's phone: where I play next, what I have, where I stand. The server draws it for the name that this phone keeps.

import { drawnPage, put, wake } from "./drawn.js";
import { keepSeal } from "./keptseals.js";
import { ask } from "./page.js";
import { showProofs } from "./seals.js";
import { NUMBER, watchEvent } from "./shown.js";
import { forget, keep, recall } from "./storage.js";
import { setText } from "./view.js";
import { lang } from "./words.js";

const AGAIN = 8000; // milliseconds between two questions
const KEY = `tableside.me.${NUMBER}`;
const at = (id) => document.getElementById(id);

let me = recall(KEY);

function choose(name) {
  me = name;
  if (name) keep(KEY, name);
  else forget(KEY);
  draw();
}

async function draw() {
  const name = me;
  const asked = new URLSearchParams({ event: NUMBER, ...(name && { name }) });
  const drawn = await drawnPage(`${location.pathname}?${asked}`);
  if (!drawn || name !== me) return;
  put(drawn, "event-name", "mine-is", "next", "said", "mine", "ranking");
  sort();
}

/** Sort the names as the language does. */
function sort() {
  const select = document.querySelector("[data-key=who]");
  select?.append(...[...select.options].slice(1).sort((a, b) => a.text.localeCompare(b.text, lang)));
}

at("main").addEventListener("change", ({ target }) => target.value && choose(target.value));
at("main").addEventListener("click", ({ target }) => target.dataset.key === "other" && choose(null));

/** Keep the seal of the match that this player plays, and say whether all that was shown is still there. */
async function keepMine() {
  const table = document.querySelector("[data-seat]")?.dataset.seat;
  if (!table) return;
  const { match, record, seal, started } = await ask("GET", `/api/tables/${table}/seal`);
  if (match !== null && keepSeal(table, { number: match, version: record, seal, started })) showProofs(at("proof"));
}

showProofs(at("proof"));
wake(document);
sort();
const early = document.querySelector("[data-key=who]")?.value; // chosen before this script ran
if (early) choose(early);
watchEvent(
  (_event, changed) => {
    if (changed) draw();
    keepMine().catch(() => null); // the page says elsewhere that the server does not answer
  },
  (text) => {
    setText(at("lost"), text);
    at("lost").hidden = !text;
  },
  AGAIN,
);
