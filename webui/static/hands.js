// The hands of a table, found by player, pattern and day; those put away can be brought back.

import { drawnPage, put, tellTimes, wake } from "./drawn.js";
import { ask } from "./page.js";
import { carriedOut } from "./sent.js";

const form = document.getElementById("search");
const list = () => document.getElementById("found");
let asked = 0; // counts the searches, so that a late answer to an earlier one is not shown

/** Show what the server finds; the address names the search, so that whoever comes back finds it again. */
async function search() {
  const sought = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  history.replaceState(null, "", `${location.pathname}?${sought}`);
  const found = await page(location.href);
  if (!found) return;
  put(found, "none", "found", "older");
}

/** Add the hands before those in the list. */
async function older(address) {
  const found = await page(address);
  if (!found) return;
  list().append(...found.getElementById("found").children);
  put(found, "older");
}

/** Return the page of an address, unless another was asked for meanwhile. */
async function page(address) {
  const search = ++asked;
  const found = await drawnPage(address);
  return search === asked ? found : null;
}

async function bringBack(id) {
  await carriedOut(ask("POST", `/api/hands/${id}/shown`));
  search();
}

form.addEventListener("input", search);
form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("main").addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-key]");
  const { key = "" } = pressed?.dataset ?? {};
  if (key.startsWith("back-")) bringBack(key.slice("back-".length));
  if (key !== "older") return;
  event.preventDefault();
  older(pressed.href);
});
tellTimes(document);
wake(document);
