// The replay of a deal that the camera followed: the table from above as it was after each step. What happened, and which
// tile lies there from which step on, comes from the server.

import { authorization } from "./access.js";
import { askWhether } from "./dialogs.js";
import { drawnPage, put, tellTimes, wake } from "./drawn.js";
import { listen } from "./live.js";
import { ask, orTell, TABLE, tellTrouble } from "./page.js";
import { untilFollowed } from "./sent.js";
import { tableTop } from "./tabletop.js";
import { DRAGONS, FLOWERS, nameOf, SUITED, tileImage, WINDS } from "./tiles.js";
import { oneAtATime } from "./turns.js";
import { button, h, render } from "./view.js";
import { _ } from "./words.js";

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

/** Show the table after a step; 0 is before the first. */
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
  for (const each of steps) each.removeAttribute("aria-current");
  shown?.setAttribute("aria-current", "step");
  render(tableTop(tiles, counts[now], now, go), top);
  drawWords();
}

/** Draws the page anew after news: it stays at the last step, or at the one that the reader looks at. */
const refresh = oneAtATime(async () => {
  const drawn = await drawnPage(location.href, authorization()); // those with a role see what is played now
  if (!drawn?.getElementById("steps")) return;
  const [at, last, open] = [steps[now - 1]?.id, now === steps.length, asked];
  put(drawn, "steps", "files");
  [steps, { tiles, counts }] = [list(), told(drawn)];
  slider.max = String(steps.length);
  document.getElementById("nothing").hidden = steps.length > 0;
  article.querySelector(".replay").hidden = !steps.length;
  const there = at ? steps.findIndex(({ id }) => id === at) + 1 : 0;
  go(last && !open ? steps.length : there);
  asked = there === now ? open : null;
  drawWords();
});

/** Say something of a step, or take back what people said of it. */
async function say(number, doing, word = {}) {
  asked = null;
  drawWords();
  const known = new Set(steps.map(({ id }) => id));
  const sent = ask("POST", `${address}/steps/${number}`, { do: doing, word });
  const left = await orTell(sent.then((answer) => answer.order && untilFollowed(answer)));
  await refresh();
  const put = doing === "put-in" ? steps.findIndex(({ id }) => !known.has(id)) : -1;
  if (put >= 0) go(put + 1);
  if (left) document.getElementById("said").textContent = left;
}

/**
 * Return what a person may say of the step that is shown: the likely tiles first, then who, and what else it was. Where
 * one of them had the keyboard and is gone, the first that stands there now has it.
 */
function drawWords() {
  const shown = steps[now - 1];
  const number = shown?.id ?? 0;
  const show = (next) => {
    asked = next;
    drawWords();
  };
  const correct = () =>
    ask("GET", `${address}/steps/${number}`).then(
      (found) => number === (steps[now - 1]?.id ?? 0) && show(found),
      tellTrouble,
    );
  const open = (next, label, key) => h("button.button.small", { onclick: next, "data-key": key }, label);
  const words = document.getElementById("words");
  const held = words.contains(document.activeElement);
  render(
    asked
      ? said(number)
      : h(
          "div.row.tight",
          shown && !shown.matches(".paused") && open(correct, _("Correct this step"), "correct-step"),
          open(() => show({ missing: true, tiles: [] }), _("A step is missing after it"), "missing-step"),
        ),
    words,
  );
  if (held && !words.contains(document.activeElement)) words.querySelector("button").focus({ preventScroll: true });
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
  const words = (choices, key, label) =>
    h(
      "div.row.tight",
      { role: "group", "aria-label": label },
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
    seats.length > 0 && h("div", h("small", _("Who?")), words(seats, "who", _("Who?"))),
    sources.length > 0 && h("div", h("small", _("Discarded by")), words(sources, "from", _("Discarded by"))),
    acts.length > 0 &&
      h(
        "details",
        { key: "acts" },
        h("summary", _("Something else happened")),
        words(acts, "act", _("Something else happened")),
      ),
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

for (const button of article.querySelectorAll("[data-go]"))
  button.addEventListener("click", () => go(WAYS[button.dataset.go]()));
slider.addEventListener("input", () => go(Number(slider.value)));
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && asked) return go(now);
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
const goLinked = () => {
  const linked = steps.findIndex(({ id }) => id === location.hash.slice(1));
  go(linked < 0 ? steps.length : linked + 1);
};
goLinked();
tellTimes(article);
wake(article);
listen({ deal: refresh });
if (authorization().Authorization) refresh().then(goLinked); // the page came as a stranger sees it

document.getElementById("print").addEventListener("click", () => print());
document.getElementById("delete")?.addEventListener("click", async () => {
  const why = _("All steps and their pictures are deleted for good. The result of the hand stays.");
  if (!(await askWhether(_("Delete this replay?"), why, _("Delete")))) return;
  if (await orTell(ask("DELETE", address))) history.back();
});
