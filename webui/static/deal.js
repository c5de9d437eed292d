// The replay of a deal that the camera followed: the table from above as it was after each step. What happened, and which
// tile lies there from which step on, comes from the server; here is only where a tile is drawn.

import { askWhether } from "./dialogs.js";
import { drawnPage, put, tellTimes, wake } from "./drawn.js";
import { listen } from "./live.js";
import { ask, TABLE, tellTrouble } from "./page.js";
import { untilFollowed } from "./sent.js";
import { DRAGONS, FLOWERS, nameOf, picture, SUITED, tileImage, WINDS } from "./tiles.js";
import { oneAtATime } from "./turns.js";
import { button, h, passFocus, render } from "./view.js";
import { _ } from "./words.js";

const WIDE = 4; // of a tile, of the table's hundred
const HIGH = 5.4;
const ROW = 6; // discards in a row
const [LEFT, RIGHT] = [9, 91]; // ends of a player's row of tiles
const HAND = 92.5; // its place, from the player's opposite side
const POND = 63;
const FLOWERS_AT = 86;
const SMALL = 0.75; // of flowers
const SWIPE = 40; // pixels

const article = document.getElementById("deal");
const list = () => [...document.querySelectorAll("#steps li")];
const told = (page) => JSON.parse(page.getElementById("deal-data").textContent);
const address = `/api/tables/${TABLE}/deals/${article.dataset.deal}`;
const slider = document.getElementById("step");
const top = document.getElementById("top");
let steps = list();
let { tiles, counts } = told(document);
let asked = null; // what a person may say of the step that is shown, or of one that is missing after it
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
    drawn(tile.tile, RIGHT - (n + 0.5) * WIDE * SMALL, FLOWERS_AT + HIGH, {
      ...tile,
      scale: SMALL,
      fresh: fresh(tile),
    }),
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
  asked = null;
  const shown = steps[now - 1];
  slider.value = String(now);
  const says = shown ? shown.querySelector("b").textContent : _("Before the first step");
  slider.setAttribute("aria-valuetext", says);
  document.getElementById("said").textContent = shown ? `${now} · ${says}` : says;
  const crop = shown?.querySelector("img");
  Object.assign(document.getElementById("crop"), { hidden: !crop, ...(crop && { src: crop.src }) });
  document.getElementById("left").textContent = shown?.dataset.left ?? "";
  for (const each of steps) each.toggleAttribute("aria-current", each === shown);
  render([1, 2, 3, 4].map(before), top);
  drawWords();
}

/** Draws the page anew after news: it stays at the last step, or at the one that the reader looks at. */
const refresh = oneAtATime(async () => {
  const drawn = await drawnPage(location.href);
  if (!drawn?.getElementById("steps")) return;
  if (!steps.length) return location.reload(); // the first step
  const [at, last, open] = [steps[now - 1]?.id, now === steps.length, asked];
  put(drawn, "steps");
  [steps, { tiles, counts }] = [list(), told(drawn)];
  slider.max = String(steps.length);
  const there = at ? steps.findIndex(({ id }) => id === at) + 1 : 0;
  go(last && !open ? steps.length : there);
  asked = there === now ? open : null;
  drawWords();
});

/** Says something of a step, or takes back what people said of it. */
async function say(number, doing, word = {}) {
  asked = null;
  drawWords();
  const known = new Set(steps.map(({ id }) => id));
  try {
    const answer = await ask("POST", `${address}/steps/${number}`, { do: doing, word });
    const left = answer.order && (await untilFollowed(answer));
    if (left) document.getElementById("said").textContent = left;
  } catch (trouble) {
    tellTrouble(trouble);
  }
  await refresh();
  const put = doing === "put-in" ? steps.findIndex(({ id }) => !known.has(id)) : -1;
  if (put >= 0) go(put + 1);
}

/** What a person may say of the step that is shown: the likely tiles first, then who, and what else it was. */
function drawWords() {
  const shown = steps[now - 1];
  const number = shown?.id ?? 0;
  const show = (next) => {
    asked = next;
    passFocus(drawWords);
  };
  const correct = () =>
    ask("GET", `${address}/steps/${number}`).then(
      (found) => number === (steps[now - 1]?.id ?? 0) && show(found),
      tellTrouble,
    );
  const open = (next, label, key) => h("button.button.small", { onclick: next, "data-key": key }, label);
  render(
    asked
      ? said(number)
      : h(
          "div.row.tight",
          shown && !shown.matches(".paused") && open(correct, _("Correct this step"), "correct-step"),
          open(() => show({ missing: true, tiles: [] }), _("A step is missing after it"), "missing-step"),
        ),
    document.getElementById("words"),
  );
}

function said(number) {
  const { missing, tiles: likely, seats = [], sources = [], acts = [], denied, undo } = asked;
  const is = (tile) => say(number, missing ? "put-in" : "say", { tile });
  const chips = (codes) =>
    h(
      "div.row.tight",
      codes.map((code) =>
        h(
          "button.button",
          { key: code, "data-tile": code, "aria-label": nameOf(code), onclick: () => is(code) },
          tileImage(code, true),
        ),
      ),
    );
  const all = [...SUITED, [...WINDS, ...DRAGONS], FLOWERS].map(chips);
  const words = (choices, key) =>
    h(
      "div.row.tight",
      choices.map(({ label, word, chosen }, n) =>
        h(
          "button.button.small",
          {
            key: label,
            "aria-pressed": chosen,
            "data-key": `${key}-${n + 1}`,
            onclick: () => say(number, "say", word),
          },
          label,
        ),
      ),
    );
  return [
    likely.length > 0 && chips(likely),
    h("details", { key: "all", open: !likely.length }, h("summary", _("All tiles")), all),
    seats.length > 0 && h("div", h("small", _("Who?")), words(seats, "who")),
    sources.length > 0 && h("div", h("small", _("Discarded by")), words(sources, "from")),
    acts.length > 0 && h("details", { key: "acts" }, h("summary", _("Something else happened")), words(acts, "act")),
    h(
      "div.row.tight",
      !missing && !denied && button(".small", _("Did not happen"), () => say(number, "deny"), "deny-step"),
      undo && button(".small", _("Undo"), () => say(number, "undo"), "undo-step"),
      button(".small.ghost", _("Cancel"), () => go(now), "cancel-step"),
    ),
  ];
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
  article.addEventListener("click", ({ target }) => {
    const line = target.closest("#steps li");
    if (line) go(steps.indexOf(line) + 1);
  });
  let began = null;
  top.addEventListener("pointerdown", ({ clientX }) => {
    began = clientX;
  });
  top.addEventListener("pointerup", ({ clientX }) => {
    const by = clientX - (began ?? clientX);
    if (Math.abs(by) > SWIPE) go(now + (by < 0 ? 1 : -1));
  });
  const linked = steps.findIndex(({ id }) => id === location.hash.slice(1));
  go(linked < 0 ? steps.length : linked + 1);
}
tellTimes(article);
wake(article);
listen({ deal: refresh });

document.getElementById("print").addEventListener("click", () => print());
document.getElementById("delete")?.addEventListener("click", async () => {
  const why = _("All steps and their pictures are deleted for good. The result of the hand stays.");
  if (!(await askWhether(_("Delete this replay?"), why, _("Delete")))) return;
  try {
    await ask("DELETE", address);
    history.back();
  } catch (trouble) {
    tellTrouble(trouble);
  }
});
