// A phone in the middle of the table: each player reads their own name and points, and turns the score towards them.

import { came } from "./came.js";
import { inHouse } from "./figures.js";
import { heading, tilesOf, worthOf } from "./laid.js";
import { listen } from "./live.js";
import { listenToMatch, loadMatch, takeMatch } from "./match.js";
import { ask, TABLE, tellTrouble } from "./page.js";
import { shownOf } from "./player.js";
import { stayOn } from "./stayon.js";
import { windName, windsOf } from "./tiles.js";
import { oneAtATime } from "./turns.js";
import { h, render } from "./view.js";
import { _, lang } from "./words.js";

const SIDES = ["bottom", "right", "top", "left"]; // of chairs 1 to 4, against the clock as they play
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/gu; // Han, kana and hangul
const root = document.getElementById("main");
let match = null;
let laid = []; // the hands that lie on the table now
let known = {}; // the numbers after which more of the play is told
let played = ""; // the newest sentence on the play that a camera follows
let asked = 0; // the side that the score is turned to

function show(next) {
  match = next;
  draw();
}

function draw() {
  if (!match) {
    render(h("p.none", _("No match is running")), root);
    return;
  }
  const hand = match.current ?? match.hands.at(-1);
  const last = match.hands.findLast(({ ended }) => ended !== null);
  const seated = windsOf(hand.seats).map((wind, n) => [SIDES[n], match.chairs?.[n + 1] ?? hand.seats[wind]]);
  render(
    [
      seated.map(([side, name], n) => strip(side, name, n, hand, last)),
      h("section.middle", { "aria-live": "polite", "data-turned": SIDES[asked] }, h("div.turned", score(last))),
    ],
    root,
  );
}

/** Return the name and points of a player, as they read it from their side; a tap turns the score to them. */
function strip(side, name, n, { seats }, last) {
  const wind = windsOf(seats).find((each) => seats[each] === name);
  const change = last?.gains[name] || undefined;
  const turn = () => {
    asked = n;
    draw();
  };
  return h(
    `button.side.${side}`,
    { key: side, onclick: turn, "aria-pressed": n === asked, "data-key": side },
    h(
      "span.player.bare",
      { title: name, style: { "--letters": name.length + 0.7 * (name.match(WIDE)?.length ?? 0) } },
      shownOf(wind, name, { change, total: match.points[name], money: inHouse(match.house_points?.[name]) }),
    ),
  );
}

/** Return what lies on the table now, or how the last hand ended, with its fan; and which hand is played. */
function score(last) {
  if (laid.length)
    return laid.map((hand, n) =>
      h("article.laid-hand", { key: hand.id ?? n }, h("h2", heading(hand)), tilesOf(hand.laid), worthOf(hand)),
    );
  const { current } = match;
  const now = current && { number: current.number, wind: windName(current.round) };
  const title = current?.title;
  return [
    last &&
      h(
        "h2",
        last.outcome === "typed"
          ? last.says
          : _("Hand {number}: {outcome}", { number: last.number, outcome: last.says }),
      ),
    last?.fans.length > 0 &&
      h(
        "ul.fan-list",
        last.fans.map(({ name, count, points }) =>
          h("li", { key: name }, h("span", count > 1 ? `${name} × ${count}` : name), h("b", String(points))),
        ),
      ),
    h("p.now", title || (now ? _("Hand {number} · {wind} round", now) : _("The match is over"))),
    played && h("p.played", played),
    current?.on_table > 0 && h("p.on-table", _("On the table: {points}", { points: current.on_table })),
  ];
}

/** Show what was just played; a phone that may not hear it shows the score alone. */
const hear = oneAtATime(async () => {
  const query = new URLSearchParams({ lang, called: "names", ...known });
  take(await ask("GET", `/api/tables/${TABLE}/spoken?${query}`).catch(() => null));
});

function take(play) {
  if (!play) return;
  known = { after: play.last, heard: play.heard };
  played = play.now.length > 0 ? (play.lines.findLast(({ kind }) => kind !== "left")?.says ?? played) : "";
  if (match) draw();
}

document.addEventListener("visibilitychange", stayOn);
stayOn();
listenToMatch(show);
listen({
  deal: hear,
  laid: ({ hands }) => {
    laid = hands;
    if (match) draw();
  },
});
const first = came("match-data");
if (first) show(takeMatch(first));
else loadMatch().then(show, tellTrouble);
take(came("play-data"));
