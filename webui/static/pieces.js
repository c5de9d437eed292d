// Pieces of a photo.

import { h } from "./view.js";

const MARGIN = 0.6; // of a tile's longer side, around the hand: enough to see what lies beside it, not the whole table

/**
 * Return the strip of a photo on which a hand lies, as its reading has it.
 * @param photo the address of the photo
 * @param reading of the photo
 * @param label what the picture is
 * @returns the picture; null where no hand was read
 */
export function cut(photo, reading, label) {
  const read = (reading?.groups ?? []).filter(({ kind }) => kind !== "aside").flatMap(({ tiles }) => tiles);
  const quads = read.map((n) => reading.tiles[n].quad);
  if (!quads.length) return null;
  const [xs, ys] = [0, 1].map((axis) => quads.flatMap((quad) => quad.map((corner) => corner[axis])));
  const side = Math.max(...quads.map(longest)) * MARGIN;
  const [wide, high] = reading.size;
  const [left, top] = [Math.max(0, Math.min(...xs) - side), Math.max(0, Math.min(...ys) - side)];
  const [right, bottom] = [Math.min(wide, Math.max(...xs) + side), Math.min(high, Math.max(...ys) + side)];
  return h(
    "svg.cut",
    { viewBox: [left, top, right - left, bottom - top].join(" "), role: "img", "aria-label": label },
    h("image", { href: photo, width: wide, height: high, preserveAspectRatio: "none" }),
  );
}

/** Return the longest side of a tile's quadrilateral, in pixels. */
const longest = (quad) =>
  Math.max(...quad.map(([x, y], n) => Math.hypot(x - quad[(n + 1) % 4][0], y - quad[(n + 1) % 4][1])));
