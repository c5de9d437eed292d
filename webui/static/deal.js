// The replay of a deal that the camera followed: the table from above as it was after each step. What happened, and which
// tile lies there from which step on, comes from the server.

import { askWhether } from "./dialogs.js";
import { tellTimes, wake } from "./drawn.js";
import { ask, tellTrouble } from "./page.js";
import { tableTop } from "./tabletop.js";
import { render } from "./view.js";
import { _ } from "./words.js";

const SWIPE = 40; // pixels

const article = document.getElementById("deal");
const steps = [...document.querySelectorAll("#steps li")];
const slider = document.getElementById("step");
const top = document.getElementById("top");
const { tiles, counts } = JSON.parse(document.getElementById("deal-data").textContent);
let now = steps.length;

/** Shows the table after a step; 0 is before the first. */
function go(step) {
  now = Math.max(0, Math.min(steps.length, step));
  const shown = steps[now - 1];
  slider.value = String(now);
  const says = shown ? shown.querySelector("span").textContent : _("Before the first step");
  slider.setAttribute("aria-valuetext", says);
  document.getElementById("said").textContent = shown ? `${now} · ${says}` : says;
  const crop = shown?.querySelector("img");
  Object.assign(document.getElementById("crop"), { hidden: !crop, ...(crop && { src: crop.src }) });
  document.getElementById("left").textContent = shown?.dataset.left ?? "";
  for (const each of steps) each.toggleAttribute("aria-current", each === shown);
  render(tableTop(tiles, counts[now - 1], now, go), top);
}

const WAYS = { first: () => 0, before: () => now - 1, after: () => now + 1, last: () => steps.length };
const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

if (steps.length) {
  for (const button of article.querySelectorAll("[data-go]"))
    button.addEventListener("click", () => go(WAYS[button.dataset.go]()));
  slider.addEventListener("input", () => go(Number(slider.value)));
  addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.target === slider || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(WAYS[KEYS[event.key]]());
  });
  for (const [n, line] of steps.entries())
    line.querySelector("a").addEventListener("click", () => {
      go(n + 1);
    });
  let began = null;
  top.addEventListener("pointerdown", ({ clientX }) => {
    began = clientX;
  });
  top.addEventListener("pointerup", ({ clientX }) => {
    const by = clientX - (began ?? clientX);
    if (Math.abs(by) > SWIPE) go(now + (by < 0 ? 1 : -1));
  });
  const asked = steps.findIndex(({ id }) => id === location.hash.slice(1));
  go(asked < 0 ? steps.length : asked + 1);
}
tellTimes(article);
wake(article);

document.getElementById("print").addEventListener("click", () => print());
document.getElementById("delete")?.addEventListener("click", async () => {
  const why = _("All steps and their pictures are deleted for good. The result of the hand stays.");
  if (!(await askWhether(_("Delete this replay?"), why, _("Delete")))) return;
  try {
    await ask("DELETE", `/api/tables/${document.body.dataset.table}/deals/${article.dataset.deal}`);
    history.back();
  } catch (trouble) {
    tellTrouble(trouble);
  }
});
