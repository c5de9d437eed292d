// The screen of a hall: the last hand, what everybody has, the hand in play and the clock. Nothing on it can be pressed.

import { isLate, limitSays, says, shownTime, watchClock } from "./clock.js";
import { listen } from "./live.js";
import { ask, fill, h } from "./page.js";
import { image, order, WINDS, windName } from "./tiles.js";
import { asTime } from "./time.js";
import "./unsent.js";
import { _, lang } from "./words.js";

const AGAIN = 2000; // milliseconds between two looks for a newer hand, beside the events that tell of one
const LINES = 6; // of the score that fit the screen; the others are counted

const table = document.body.dataset.table;
const at = (id) => document.getElementById(id);

let hand = null; // the last hand laid
let seats = null; // the hand in play
let match = null; // the match, where one was begun
let asking = false;

async function load() {
  if (asking || document.hidden) return;
  asking = true;
  try {
    const answer = await ask("GET", `/api/tables/${table}/shown?lang=${lang}`);
    at("lost").hidden = true;
    const changed = answer.hand?.id !== hand?.id || answer.hand?.version !== hand?.version;
    hand = answer.hand;
    if (changed) draw();
  } catch (trouble) {
    lost(trouble.message);
  }
  asking = false;
}

function lost(text) {
  const box = at("lost");
  if (box.textContent !== text) box.textContent = text;
  box.hidden = false;
}

const playing = () => Boolean(match?.players.length);

/** The last hand of the match that has ended. */
const ended = () =>
  playing() ? match.hands.findLast(({ outcome }) => outcome === "won" || outcome === "drawn") : null;

function draw() {
  drawWhich();
  const last = ended();
  const laid = playing() && hand?.id !== last?.laid ? null : hand;
  fill(at("tiles"), laid ? tiles(laid.laid) : !last && h("p", _("No hand has ended yet")));
  fill(at("score"), last?.outcome === "drawn" ? drawn(last) : score(laid, last));
  drawPlayers(last, laid);
}

function drawWhich() {
  const now = match?.current;
  if (now)
    fill(
      at("which"),
      match.last === null
        ? _("Hand {number}", now)
        : _("Hand {number} of {count}", { number: now.number, count: match.last }),
      " · ",
      round(now),
    );
  else if (playing()) fill(at("which"), _("The match is over"));
  else if (seats)
    fill(at("which"), _("Hand {number}", { number: seats.hand }), " · ", round({ round: seats.prevailing }));
}

const round = ({ round: wind }) => _("{wind} round", { wind: windName(wind) });

/** All tiles of a hand in one row: melds, concealed tiles, the winning tile apart. */
function tiles(laid) {
  const group = (slots, style = "") =>
    slots.length > 0 &&
    h(
      `span.group${style}`,
      slots.map(({ tile }) => image(tile)),
    );
  const sorted = [...laid.concealed].sort((a, b) => order(a.tile) - order(b.tile));
  return [
    laid.melds.map((meld) => group(meld.tiles)),
    group(sorted),
    laid.winning && group([laid.winning], ".winning"),
    group(laid.flowers),
  ];
}

/** What the last hand is worth and why; nothing in it is shown as certain that is not. */
function score(laid, last) {
  const sheet = laid?.score;
  const unsure = Boolean(laid?.open.length);
  const total = last ? last.score : sheet?.total;
  if (!last && (!laid || unsure || laid.problem || !sheet?.wins || sheet.open.length || sheet.lifting.length))
    return h("p.wait", { "data-kind": unsure ? "unsure" : "open" }, laid ? checked(laid, unsure) : "");
  const legal = last || sheet.legal;
  const lines = sheet?.wins && !unsure && countedAs(sheet, total) ? sheet.patterns : [];
  return [
    h(
      `p.total${legal ? "" : ".bad"}`,
      h("b", String(total)),
      " ",
      h("span", legal ? unitOf(total) : _("too few points")),
    ),
    last && h("p.how", how(last)),
    h(
      "ol.fans",
      lines.slice(0, LINES).map(({ name, said, points }) => h("li", h("span", said ?? name), h("b", String(points)))),
      lines.length > LINES && h("li.more", _("and {count} more", { count: lines.length - LINES })),
    ),
  ];
}

/** What a hand is counted in: Hong Kong has faan. */
function unitOf(total) {
  if (match.game === "hk") return _("faan");
  return total === 1 ? _("point") : _("points");
}

/** Whether the lines of a sheet are those of a total: a hand may have been changed after it was counted. */
const countedAs = (sheet, total) =>
  sheet.total === total || sheet.patterns.reduce((sum, { points }) => sum + points, 0) === total;

function checked(laid, unsure) {
  if (unsure) return _("The hand is being checked");
  if (laid.problem) return _("The hand is not complete");
  if (!laid.score?.wins) return _("No win");
  const { low, high, lifting } = laid.score;
  if (lifting.length) return _("The hand is being checked");
  return _("{low} to {high} points, until it is said how it was won", { low, high });
}

function how({ winner, discarder, self_drawn: drew }) {
  if (drew) return _("{winner} drew the winning tile", { winner });
  return discarder
    ? _("{winner} wins on {discarder}’s discard", { winner, discarder })
    : _("{winner} wins", { winner });
}

const drawn = ({ number }) => h("p.total", h("span", _("Hand {number} is a draw", { number })));

/** The players with what the last hand brought them and what they have; without a match, who pays whom by seat. */
function drawPlayers(last, laid) {
  const line = (wind, name, change, total, dealer) =>
    h(
      `li${dealer ? ".dealer" : ""}`,
      image(wind),
      h("span.name", name, dealer && h("small", _("dealer"))),
      h(`span.change${change > 0 ? ".up" : change < 0 ? ".down" : ""}`, change === null ? "" : signed(change)),
      total !== null && h("b.sum", total < 0 ? signed(total) : String(total)),
    );
  if (playing()) {
    const now = match.current ?? match.hands.at(-1);
    const change = (name) => (last ? last.points[name] - (last.deducted[name] ?? 0) : null);
    const of = (wind) =>
      line(wind, now.seats[wind], change(now.seats[wind]), match.points[now.seats[wind]], wind === "E");
    fill(at("players"), h("ol", WINDS.map(of)));
    return;
  }
  const paid = laid && !laid.open.length && laid.score?.legal ? laid.score.payments : null;
  fill(
    at("players"),
    paid &&
      h(
        "ol",
        WINDS.map((wind) => line(wind, windName(wind), paid[wind], null, false)),
      ),
  );
}

const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

function drawClock(state) {
  const box = at("clock");
  const late = isLate(state);
  box.dataset.phase = late ? "late" : state.phase;
  const said = `${says(state)}|${limitSays(state)}`;
  if (box.dataset.said !== said) {
    box.dataset.said = said;
    fill(
      box,
      h("b.time", { role: "timer" }),
      h("span.says", { role: "status" }, says(state)),
      state.limit && h(`span.limit${state.limit.left <= 0 ? ".passed" : ""}`, limitSays(state), " ", h("b")),
    );
  }
  box.querySelector(".time").textContent = shownTime(state);
  const limit = box.querySelector(".limit b");
  if (limit) limit.textContent = state.limit.left > 0 ? asTime(state.limit.left) : "";
}

listen({
  seats: (next) => {
    seats = next;
    drawWhich();
    load();
  },
  match: (next) => {
    match = next;
    draw();
    load();
  },
  hand: load,
  lost,
});
watchClock(drawClock);
setInterval(load, AGAIN);
draw();
load();
