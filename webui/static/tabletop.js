// A table from above as it was after a step of a deal. Which tile lies there from which step on comes from the server; here
// is only where a tile is drawn.

import { nameOf, picture } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const WIDE = 4; // of a tile, of the table's hundred
const HIGH = 5.4;
const ROW = 6; // discards in a row
const [LEFT, RIGHT] = [9, 91]; // ends of a player's row of tiles
const HAND = 92.5; // its place, from the player's opposite side
const POND = 63;
const FLOWERS = 86;
const SMALL = 0.75; // of flowers

const unknown = (code) => code === "?";

/** Return a tile in the axes of its player; `at` is the middle of its lower edge. */
function drawn(code, x, y, { sideways = false, faint = false, fresh = false, step = 0, scale = 1, go = null } = {}) {
  const [wide, high] = [WIDE * scale, HIGH * scale];
  const turned = sideways ? `translate(0 ${(high - wide) / 2}) rotate(-90 ${x} ${y - high / 2})` : undefined;
  return h(
    `g.tile${faint ? ".taken" : ""}${fresh ? ".fresh" : ""}`,
    { transform: turned, onclick: step && go ? () => go(step) : undefined },
    h("title", code === null ? "" : unknown(code) ? _("A tile that was not recognized") : nameOf(code)),
    h("rect", { x: x - wide / 2, y: y - high, width: wide, height: high, rx: 0.5 }),
    code !== null && !unknown(code)
      ? h("image", { href: picture(code), x: x - wide / 2, y: y - high, width: wide, height: high })
      : h("text", { x, y: y - high / 3, "text-anchor": "middle" }, code === null ? "" : "?"),
  );
}

/** Draw the tiles before a player, as they see them. */
function before(seat, tiles, held, now, go) {
  const here = tiles.filter((tile) => tile.seat === seat && tile.step <= now && !(tile.until && tile.until <= now));
  const of = (place) => here.filter((tile) => tile.place === place);
  const fresh = ({ step, taken }) => step === now || taken === now;
  let along = 0;
  const pond = of("pond").map((tile, n) => {
    const wide = (tile.sideways ? HIGH : WIDE) * 1.05;
    along = n % ROW ? along + wide : 50 - (ROW / 2) * WIDE * 1.05 + wide;
    const at = POND + HIGH * (1 + Math.floor(n / ROW)) * 1.04;
    const faint = tile.taken > 0 && tile.taken <= now;
    return drawn(tile.tile, along - wide / 2, at, { ...tile, faint, fresh: fresh(tile), go });
  });
  let end = RIGHT;
  const melds = of("meld")
    .toSorted((one, other) => one.meld - other.meld)
    .toReversed()
    .map((tile, n, all) => {
      const wide = tile.sideways ? HIGH : WIDE;
      end -= wide + (n > 0 && all[n - 1].meld !== tile.meld ? 0.8 : 0);
      return drawn(tile.tile, end + wide / 2, HAND + HIGH, { ...tile, fresh: fresh(tile), go });
    });
  const flowers = of("flowers").map((tile, n) =>
    drawn(tile.tile, RIGHT - (n + 0.5) * WIDE * SMALL, FLOWERS + HIGH, {
      ...tile,
      scale: SMALL,
      fresh: fresh(tile),
      go,
    }),
  );
  const open = of("hand");
  const hand = open.length
    ? open.map((tile, n) => drawn(tile.tile, LEFT + (n + 0.5) * WIDE, HAND + HIGH, { ...tile, fresh: fresh(tile), go }))
    : Array.from({ length: held }, (_each, n) => drawn(null, LEFT + (n + 0.5) * WIDE, HAND + HIGH));
  return h("g", { transform: `rotate(${-90 * (seat - 1)} 50 50)` }, hand, melds, flowers, pond);
}

/**
 * Draw the table after a step.
 * @param tiles each with its seat, its place, and the steps from which on it lies there
 * @param counts of the tiles in the hands of seats 1 to 4; 0 at an empty side
 * @param now the step
 * @param go follows a tap on a tile, with the step that laid it; null where nobody taps
 */
export const tableTop = (tiles, counts, now, go = null) =>
  [1, 2, 3, 4].map((seat) => before(seat, tiles, counts[seat - 1], now, go));
