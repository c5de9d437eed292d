// The discards and the groups of each side in the photo of a whole table: an outline round each, and whose it is.

import { h } from "./view.js";
import { _ } from "./words.js";

const SIDES = {
  near: _("Near player"),
  right: _("Right player"),
  far: _("Far player"),
  left: _("Left player"),
};
const CLOSE = 1.8; // distance between the middles of tiles of one outline, in their longer sides: more joins what is apart
const FEWEST = 3; // tiles of an outline: fewer are single tiles, whose own marks say enough
const ROUND = 0.18; // margin of an outline, in the longer side of a tile

/**
 * Return the outlines of a reading; none where the photo shows no whole table. Each pond has the name of its player,
 * and a line through its tiles in the order of discard; of each other player the largest group has a name.
 */
export function outlinesOf(reading) {
  const ponds = pondsOf(reading);
  const found = [...ponds, ...clustersOf(reading)];
  const largest = (one) =>
    found.every(
      (other) => other.side !== one.side || (other.pond ? !other.middles : other.tiles.length <= one.tiles.length),
    );
  const amid = middle(ponds.map(({ middles }) => middle(middles)));
  return found.map((one) => {
    const { pond, side, tiles, middles } = one;
    const around = hull(tiles.flatMap((n) => widened(reading.tiles[n].quad)));
    const [at, away] = middles && side ? awayFrom(amid, around) : [labelAt(around, one), [0, 0]];
    return h(
      `g.outline.${pond ? "pond" : side}`,
      { "data-side": side ?? "", key: `outline-${tiles[0]}` },
      pond && h("title", _("Discards")),
      h("polygon", { points: pointsOf(around) }),
      middles && h("polyline.order", { points: pointsOf(middles) }),
      middles && h("circle.first", { cx: middles[0][0], cy: middles[0][1] }),
      (pond || largest(one)) &&
        h(
          "g",
          { transform: `translate(${at.join()})`, style: `--right: ${away[0]}; --down: ${away[1]}` },
          h("text", pond && !(middles && side) ? _("Discards") : SIDES[side]),
        ),
    );
  });
}

const pointsOf = (points) => points.map((point) => point.join()).join(" ");

/** Return the place at the edge of an outline that is farthest from a point, and the direction there. */
function awayFrom([left, top], around) {
  const [x, y] = middle(around);
  const far = Math.hypot(x - left, y - top) || 1;
  const [right, down] = [(x - left) / far, (y - top) / far];
  const out = Math.max(...around.map(([px, py]) => (px - x) * right + (py - y) * down));
  return [
    [x + out * right, y + out * down],
    [right, down],
  ];
}

/** Return the place of an outline's name: amid discards, below the tiles of the near player, above those of others. */
function labelAt(around, { pond, side }) {
  const [left, top, right, bottom] = [0, 1, 0, 1].map((axis, n) =>
    (n < 2 ? Math.min : Math.max)(...around.map((point) => point[axis])),
  );
  const high = side === "near" ? bottom : top;
  return [(left + right) / 2, pond ? (top + bottom) / 2 : high];
}

/** Return the ponds, with their tiles and the middles of these in the order of discard. */
const pondsOf = ({ tiles, ponds = [] }) =>
  ponds.map(({ rows, side }) => ({
    pond: true,
    side,
    tiles: rows.flat(),
    middles: rows.flat().map((n) => middle(tiles[n].quad)),
  }));

/**
 * Return tiles that lie close together and are of one side: as {pond, side, tiles}. Readings that were kept before
 * ponds were read in order have them as groups alone.
 */
function clustersOf({ tiles, groups, ponds }) {
  const found = [];
  for (const { pond = false, side, tiles: members } of groups) {
    if (pond ? ponds : !side) continue;
    const near = found.filter((one) => one.pond === pond && one.side === side && isClose(tiles, one.tiles, members));
    for (const one of near) found.splice(found.indexOf(one), 1);
    found.push({ pond, side, tiles: [...near.flatMap((one) => one.tiles), ...members] });
  }
  return found.filter((one) => one.tiles.length >= FEWEST);
}

const isClose = (tiles, these, those) =>
  these.some((a) => those.some((b) => apart(tiles[a].quad, tiles[b].quad) < CLOSE));

const middle = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);

const longest = (quad) =>
  Math.max(...[1, 2].map((n) => Math.hypot(quad[n][0] - quad[n - 1][0], quad[n][1] - quad[n - 1][1])));

/** Return the distance between two tiles, in their longer side. */
function apart(one, other) {
  const [[ax, ay], [bx, by]] = [middle(one), middle(other)];
  return Math.hypot(ax - bx, ay - by) / Math.max(longest(one), longest(other), 1);
}

/** Return the corners of a quad, moved away from its middle. */
function widened(quad) {
  const [x, y] = middle(quad);
  return quad.map(([px, py]) => [px + (px - x) * 2 * ROUND, py + (py - y) * 2 * ROUND]);
}

/** Return the convex hull of points, by Andrew's monotone chain. */
function hull(points) {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (all) => {
    const chain = [];
    for (const point of all) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
