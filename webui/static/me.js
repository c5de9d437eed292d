// A player's phone: where I play next, what I have, where I stand.

import { fill, h, keepFocus, setText } from "./page.js";
import { coming, NUMBER, signed, watchEvent } from "./shown.js";
import { forget, keep, recall } from "./storage.js";
import { WINDS, windName } from "./tiles.js";
import { _ } from "./words.js";

const AGAIN = 8000; // milliseconds between two questions
const KEY = `tableside.me.${NUMBER}`;
const at = (id) => document.getElementById(id);

let event = null;
let me = recall(KEY);

function choose(name) {
  me = name;
  if (name) keep(KEY, name);
  else forget(KEY);
  draw();
}

/** Everybody who has a place in a drawn round. */
const names = () => [...new Set(event.drawn.flatMap(({ tables }) => tables.flat()))].sort((a, b) => a.localeCompare(b));

function draw() {
  at("event-name").textContent = event.name;
  keepFocus(() => {
    fill(at("mine-is"), who());
    const mine = me && names().includes(me);
    fill(at("next"), mine ? next() : false);
    fill(at("mine"), mine && rounds());
    fill(at("ranking"), ranking());
    setText(at("said"), mine ? inWords() : "");
  });
}

/** What a screen reader says, once for each change of it: where I play next, and where I stand. */
function inWords() {
  const where = Array.from(
    at("next").querySelectorAll("h2, .where > *, section > p:not(.where)"),
    (e) => e.textContent,
  );
  const stand = event.standings.find(({ name }) => name === me);
  return [...where, stand && _("Place {place}", stand)].filter(Boolean).join(_(", "));
}

function who() {
  if (me && names().includes(me))
    return h(
      "p.chosen",
      h("b", me),
      h("button.button.small", { onclick: () => choose(null), "data-key": "other" }, _("Somebody else")),
    );
  if (!event.drawn.length) return h("p", _("The seating was not drawn yet."));
  return h(
    "label.field",
    h("span", _("Who are you?")),
    h(
      "select",
      { onchange: (picked) => choose(picked.target.value), "data-key": "who" },
      h("option", { value: "" }, _("Choose your name")),
      names().map((name) => h("option", { value: name }, name)),
    ),
  );
}

/** The table and the seat of a round, and who else sits there; null where I do not play in it. */
function placeIn({ tables }) {
  const table = tables.findIndex((players) => players.includes(me));
  return table < 0 ? null : { table: table + 1, wind: WINDS[tables[table].indexOf(me)], players: tables[table] };
}

function next() {
  const round = coming(event);
  if (!round) return h("section.card.place", h("p", _("All rounds were played.")));
  const place = placeIn(round);
  const title = round.started ? _("Round {round} is played", { round: round.round }) : _("Next: round {round}", round);
  if (!place) return h("section.card.place", h("h2", title), h("p", _("You do not play in this round.")));
  return h(
    "section.card.place",
    h("h2", title),
    h("p.where", h("b", _("Table {table}", { table: place.table })), h("span", windName(place.wind))),
    h(
      "ol.at-table",
      place.players.map((name, n) => h(`li${name === me ? ".me" : ""}`, h("span", windName(WINDS[n])), h("b", name))),
    ),
  );
}

function rounds() {
  const won = new Map(event.results.filter(({ name }) => name === me).map((line) => [line.round, line]));
  const row = (round) => {
    const place = placeIn(round);
    const line = won.get(round.round);
    return h(
      "tr",
      h("th", { scope: "row" }, String(round.round)),
      h("td", place ? String(place.table) : "–"),
      h("td", place ? windName(place.wind) : ""),
      h("td", line ? line.table_points : ""),
      h("td", line ? signed(line.points) : ""),
    );
  };
  const heads = [_("Round no."), _("Table"), _("Seat"), _("Table points"), _("Points")];
  return h(
    "section.card",
    h("h2", _("My rounds")),
    h(
      "table.lines",
      h(
        "thead",
        h(
          "tr",
          heads.map((head, n) => h(n ? "th" : "th.left", { scope: "col" }, head)),
        ),
      ),
      h("tbody", event.drawn.map(row)),
    ),
  );
}

function ranking() {
  if (!event.standings.length)
    return h("section.card", h("h2", _("Ranking")), h("p", _("No results were released yet.")));
  return h(
    "section.card",
    h("h2", _("Ranking after round {rounds}", { rounds: event.released.join(_(", ")) })),
    h(
      "table.lines",
      h(
        "thead",
        h(
          "tr",
          [_("Place"), _("Name"), _("Table points"), _("Points")].map((head, n) =>
            h(n === 1 ? "th.left" : "th", { scope: "col" }, head),
          ),
        ),
      ),
      h(
        "tbody",
        event.standings.map((row) =>
          h(
            `tr${row.name === me ? ".me" : ""}`,
            h("td", String(row.place)),
            h("th", { scope: "row" }, row.name),
            h("td", event.by.includes("match points") ? String(row.match_points) : row.table_points),
            h("td", signed(row.points)),
          ),
        ),
      ),
    ),
  );
}

watchEvent(
  (next, changed) => {
    event = next;
    if (changed) draw();
  },
  (text) => {
    const box = at("lost");
    setText(box, text);
    box.hidden = !text;
  },
  AGAIN,
);
if (!NUMBER) fill(at("mine-is"), h("p", _("There is no event yet.")));
