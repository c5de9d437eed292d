// The replay of a deal that the camera followed: the table from above as it was after each step. What happened, and which
// tile lies there from which step on, comes from the server; here is only where a tile is drawn.

import { askWhether } from "./dialogs.js";
import { tellTimes, wake } from "./drawn.js";
import { ask, tellTrouble } from "./page.js";
import { nameOf, picture } from "./tiles.js";
import { h, render } from "./view.js";
import { _ } from "./words.js";

const WIDE = 4; // of a tile, of the table's hundred
const HIGH = 5.4;
const ROW = 6; // discards in a row
const [LEFT, RIGHT] = [9, 91]; // ends of a player's row of tiles
const HAND = 92.5; // its place, from the player's opposite side
const POND = 63;
const FLOWERS = 86;
const SMALL = 0.75; // of flowers
const SWIPE = 40; // pixels

const article = document.getElementById("deal");
const steps = [...document.querySelectorAll("#steps li")];
const slider = document.getElementById("step");
const top = document.getElementById("top");
const { tiles, counts } = JSON.parse(document.getElementById("deal-data").textContent);
let now = steps.length;

const unknown = (code) => code === "?";

/** A tile in the axes of its player; `at` is the middle of its lower edge. */
function drawn(code, x, y, { sideways = false, faint = false, fresh = false, step = 0, scale = 1 } = {}) {
  const [wide, high] = [WIDE * scale, HIGH * scale];
  const turned = sideways ? `translate(0 ${(high - wide) / 2}) rotate(-90 ${x} ${y - high / 2})` : undefined;
  return h(
    `g.tile${faint ? ".taken" : ""}${fresh ? ".fresh" : ""}`,
    { transform: turned, onclick: step ? () => go(step) : undefined },
    h("title", code === null ? "" : unknown(code) ? _("A tile that was not recognized") : nameOf(code)),
    h("rect", { x: x - wide / 2, y: y - high, width: wide, height: high, rx: 0.5 }),
    code !== null && !unknown(code)
      ? h("image", { href: picture(code), x: x - wide / 2, y: y - high, width: wide, height: high })
      : h("text", { x, y: y - high / 3, "text-anchor": "middle" }, code === null ? "" : "?"),
  );
}

/** What lies before a player, as they see it. */
function before(seat) {
  const here = tiles.filter((tile) => tile.seat === seat && tile.step <= now && !(tile.until && tile.until <= now));
  const of = (place) => here.filter((tile) => tile.place === place);
  const fresh = ({ step, taken }) => step === now || taken === now;
  let along = 0;
  const pond = of("pond").map((tile, n) => {
    const wide = (tile.sideways ? HIGH : WIDE) * 1.05;
    along = n % ROW ? along + wide : 50 - (ROW / 2) * WIDE * 1.05 + wide;
    const at = POND + HIGH * (1 + Math.floor(n / ROW)) * 1.04;
    const faint = tile.taken > 0 && tile.taken <= now;
    return drawn(tile.tile, along - wide / 2, at, { ...tile, faint, fresh: fresh(tile) });
  });
  let end = RIGHT;
  const melds = of("meld")
    .toSorted((one, other) => one.meld - other.meld)
    .toReversed()
    .map((tile, n, all) => {
      const wide = tile.sideways ? HIGH : WIDE;
      end -= wide + (n > 0 && all[n - 1].meld !== tile.meld ? 0.8 : 0);
      return drawn(tile.tile, end + wide / 2, HAND + HIGH, { ...tile, fresh: fresh(tile) });
    });
  const flowers = of("flowers").map((tile, n) =>
    drawn(tile.tile, RIGHT - (n + 0.5) * WIDE * SMALL, FLOWERS + HIGH, { ...tile, scale: SMALL, fresh: fresh(tile) }),
  );
  const open = of("hand");
  const count = now ? counts[now - 1][seat - 1] : 13;
  const hand = open.length
    ? open.map((tile, n) => drawn(tile.tile, LEFT + (n + 0.5) * WIDE, HAND + HIGH, { ...tile, fresh: fresh(tile) }))
    : Array.from({ length: count }, (_each, n) => drawn(null, LEFT + (n + 0.5) * WIDE, HAND + HIGH));
  return h("g", { transform: `rotate(${-90 * (seat - 1)} 50 50)` }, hand, melds, flowers, pond);
}

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
  render([1, 2, 3, 4].map(before), top);
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
