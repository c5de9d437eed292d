// The hands that lie on the table now, as its camera sees by itself: their tiles, their worth, and what is still open.

import { inWords, order, tileImage } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

/** Return what the page calls a hand that lies there, by its player where that is known. */
export const heading = ({ player }) =>
  player ? _("{player} has laid down a hand", { player }) : _("A hand is laid down");

/** Return the tiles of a hand in their groups, the concealed ones in order. */
export function tilesOf({ melds, concealed, winning, flowers }) {
  const group = (slots, kind = "") =>
    slots.length > 0 &&
    h(
      `span.group${kind}`,
      slots.map(({ tile }) => tileImage(tile)),
    );
  return h(
    "p.laid-tiles",
    melds.map(({ tiles }) => group(tiles)),
    group(concealed.toSorted((one, other) => order(one.tile) - order(other.tile))),
    winning && group([winning], ".winning"),
    group(flowers),
  );
}

/** Return what a hand is worth, as sure as that is; and what is still asked about it. */
export const worthOf = ({ kind, says, asks }) => [
  says && h(`strong.laid-worth${kind && `.${kind}`}`, inWords(says)),
  asks.length > 0 &&
    h(
      "ul.laid-asks.dotted",
      asks.map((ask) => h("li", { key: ask }, inWords(ask))),
    ),
];
