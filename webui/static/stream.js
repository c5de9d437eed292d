// A table over the picture of a stream: nothing on it can be pressed, nothing moves, and while the server does not answer
// it stays as it is.

import { came } from "./came.js";
import { inHouse } from "./figures.js";
import { tilesOf } from "./laid.js";
import { player, shownOf } from "./player.js";
import { rooted } from "./root.js";
import { stayOn } from "./stayon.js";
import { tableTop } from "./tabletop.js";
import { tileImage, windName } from "./tiles.js";
import { oneAtATime } from "./turns.js";
import { h, render } from "./view.js";
import { _, lang } from "./words.js";

const AGAIN = 1000; // milliseconds between two looks; more is later, less asks the server more often
const LARGE = 3000; // milliseconds for which a discard is large; more hides the next, less is overlooked
const LINES = 8; // patterns of a win that fit
const ADDRESS = rooted(`/api/tables/${document.body.dataset.table}/stream?lang=${lang}`);

const enlarges = new URLSearchParams(location.search).has("large");

const root = document.getElementById("main");
let newest; // step of the last discard that was drawn; undefined before the first look
let since = 0; // when it came

const load = oneAtATime(async () => {
  const answer = await fetch(ADDRESS, { cache: "no-store" }).catch(() => null);
  const round = answer?.ok && (await answer.json().catch(() => null));
  if (round) draw(round);
});

function draw({ hand, round, title, players, win, deal }) {
  const said = title || (hand ? _("Hand {number} · {wind} round", { number: hand, wind: windName(round) }) : "");
  render(
    [
      said && h("p.hand", h("b", said), deal && h("span", deal.left)),
      win && lastHand(win),
      players.length > 0 && h("ol.players", players.map(playing)),
      deal && table(deal),
      enlarges && large(deal?.thrown ?? null),
    ],
    root,
  );
}

/** Draw the last discard large for a while after it came; one that lay there at the first look is not new. */
function large(thrown) {
  const step = thrown?.step ?? 0;
  if (step !== newest) {
    if (newest !== undefined && step > 0) {
      since = Date.now();
      setTimeout(load, LARGE);
    }
    newest = step;
  }
  if (!step || Date.now() - since >= LARGE) return null;
  const { tile, player: name } = thrown;
  return h("figure.thrown", { key: "thrown" }, tileImage(tile), h("bdi", name));
}

const playing = ({ name, wind, points, change, house_points: house }) =>
  player("", wind, name, { change: change || undefined, total: points, money: inHouse(house) });

/** Draw how the last hand ended: of a win its tiles, its worth and its patterns. */
const lastHand = ({ says, worth, fans, laid }) =>
  h(
    "section.win",
    h("h2", says),
    laid && tilesOf(laid),
    fans.length > 0 &&
      h(
        "ol.fans",
        fans
          .slice(0, LINES)
          .map(({ name, count, points }) =>
            h("li", { key: name }, h("span", count > 1 ? `${name} × ${count}` : name), h("b", String(points))),
          ),
      ),
    worth && h("p.worth", worth),
  );

const table = ({ step, tiles, counts, players, winds, says, fresh }) =>
  h(
    "figure.table-top",
    h("svg", { id: "top", viewBox: "0 0 100 100", role: "img", "aria-label": says }, tableTop(tiles, counts, step)),
    players.map(
      (name, n) =>
        name && h("p.player.bare", { key: n, "data-seat": n + 1 }, shownOf("", name, { note: windName(winds[n]) })),
    ),
    h(fresh ? "figcaption.fresh" : "figcaption", says),
  );

const first = came("stream-data");
if (first) draw(first);
else load();
setInterval(load, AGAIN);
document.addEventListener("visibilitychange", stayOn);
stayOn();
