// The hands of a table, found by player, pattern and day; those put away can be brought back.

import { ask, button, fill, h, keepFocus, TABLE, tellTrouble } from "./page.js";
import { day } from "./records.js";
import { untilFollowed } from "./sent.js";
import { image } from "./tiles.js";
import { timeOfDay } from "./time.js";
import { _ } from "./words.js";

const PAGE = 30;
const form = document.getElementById("search");
const about = JSON.parse(document.getElementById("search-data").textContent);
let found = [];
let more = false; // whether there are older ones
let asked = 0; // counts the searches, so that a late answer to an earlier one is not shown

fill(
  document.getElementById("known-names"),
  about.names.map((value) => h("option", { value })),
);
fill(
  form.elements.fan,
  h("option", { value: "" }, _("any")),
  about.fans.map(([value, name]) => h("option", { value }, name)),
);

async function search(before = null) {
  const search = ++asked;
  const about = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  about.set("limit", PAGE);
  if (before !== null) about.set("before", before);
  try {
    const { hands } = await ask("GET", `/api/tables/${TABLE}/hands?${about}`);
    if (search !== asked) return;
    found = before === null ? hands : [...found, ...hands];
    more = hands.length === PAGE;
    keepFocus(draw);
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

function draw() {
  document.getElementById("none").textContent = found.length ? "" : _("No hand is found.");
  document.getElementById("older").hidden = !more;
  fill(document.getElementById("found"), found.map(line));
}

function line(hand) {
  const { id, at, laid, counted, photo } = hand;
  const all = [...laid.melds.map(({ tiles }) => tiles), laid.concealed, laid.winning ? [laid.winning] : []];
  const back = form.elements.hidden.checked && button(".small", _("Bring back"), () => bringBack(hand), `back-${id}`);
  return h(
    "li",
    h(
      "a.card",
      { href: `/hands/${id}` },
      photo
        ? h("img.thumb", { src: `/hands/${id}/thumb.jpg`, alt: "", loading: "lazy" })
        : h("span.thumb.none", { "aria-hidden": "true" }, image(null, true)),
      h(
        "span.row",
        all.map((slots) =>
          h(
            "span.row",
            slots.map(({ tile }) => image(tile, true)),
          ),
        ),
      ),
      verdict(hand),
      h("time", { datetime: at }, `${day(at)} ${timeOfDay(at)}`),
      counted && h("small.counted", says(counted)),
    ),
    back,
  );
}

function says({ hand, as, act, approved, differs, players }) {
  const named = act.winner ?? act.player ?? ""; // by name, or by seat wind
  const who = players[named] ?? named;
  if (as === "false-win") return _("Hand {number}: false win of {player}", { number: hand, player: who });
  const about = { number: hand, player: who, points: act.points };
  const won = differs
    ? _("Hand {number}: {player}, counted with {points} before it was changed", about)
    : _("Hand {number}: {player}", about);
  return approved ? `${won} ◆` : won;
}

function verdict({ open, score, problem }) {
  if (open.length) return h("strong.verdict.unsure", _("To check"));
  if (problem || !score) return h("strong.verdict", _("Unfinished"));
  if (!score.wins) return h("strong.verdict.bad", _("No win"));
  const points = score.total ?? `${score.low}–${score.high}`;
  const unsaid = score.legal === null || score.lifting.length > 0;
  return h(`strong.verdict.${score.legal ? "good" : unsaid ? "open" : "bad"}`, String(points));
}

async function bringBack({ id }) {
  try {
    const answer = await ask("POST", `/api/hands/${id}/shown`);
    const left = answer.order && (await untilFollowed(answer));
    if (left) tellTrouble({ message: left, fix: "" });
  } catch (trouble) {
    tellTrouble(trouble);
  }
  search();
}

form.addEventListener("input", () => search());
form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("older").addEventListener("click", () => search(found.at(-1).number));
search();
