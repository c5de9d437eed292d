// Marks over a picture: one polygon for each tile of its reading, in the pixels of the reading.

import { nameOf } from "./tiles.js";
import { h, render } from "./view.js";
import { _ } from "./words.js";

const PART = { winning: "winning", flowers: "flower", aside: "aside", concealed: "concealed" };

/** Draw the marks of a reading into an svg that covers its picture; see `marksOf`. */
export function drawMarks(svg, reading) {
  svg.setAttribute("viewBox", `0 0 ${reading.size.join(" ")}`);
  svg.setAttribute("class", "marks");
  render(marksOf(reading), svg);
}

/**
 * Return the marks of a reading.
 * @param reading as the server gives it
 * @param look replaces what was read of tile n: part(n), unsure(n), pointed(n), changed(n), name(n); pick(n) is called when a key presses it,
 *   and `current` is the one that Tab leads to
 */
export function marksOf(reading, look = {}) {
  const { pick, current } = look;
  const part = look.part ?? ((n) => PART[reading.groups[reading.tiles[n].group]?.kind] ?? "meld");
  const unsure = look.unsure ?? ((n) => reading.doubts.some((doubt) => doubt.tile === n));
  const name = look.name ?? ((n) => nameOf(reading.tiles[n].tile));
  const pointed = look.pointed ?? (() => false);
  const changed = look.changed ?? (() => false);
  return reading.tiles.map(({ quad }, n) =>
    h(
      `g.${part(n)}${unsure(n) ? ".unsure" : ""}${pointed(n) ? ".pointed" : ""}${changed(n) ? ".changed" : ""}`,
      pick ? pressable(n, label(name(n), unsure(n)), pick, n === current) : {},
      h("title", name(n)),
      h("polygon.mark", { points: quad.map((point) => point.join(",")).join(" ") }),
      unsure(n) && badge(quad),
    ),
  );
}

const label = (name, unsure) =>
  unsure ? _("{name}, not sure, in the photo", { name }) : _("{name}, in the photo", { name });

function pressable(n, label, pick, current) {
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick(n);
  };
  // a finger is followed by the frame, which finds the nearest tile; programs for the blind send a click without a place
  const onclick = (event) => event.detail === 0 && pick(n);
  const tabindex = current ? "0" : "-1";
  return { "data-seen": n, "data-key": `seen-${n}`, tabindex, role: "button", "aria-label": label, onclick, onkeydown };
}

/** Return how far a place of the picture is from a tile, in its pixels; negative inside. */
export function distance(quad, [x, y]) {
  const inside = quad.map(([ax, ay], n) => {
    const [bx, by] = quad[(n + 1) % 4];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
  });
  const edges = quad.map(([ax, ay], n) => {
    const [bx, by] = quad[(n + 1) % 4];
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
    return Math.hypot(ax + along * dx - x, ay + along * dy - y);
  });
  const edge = Math.min(...edges);
  return inside.every(Boolean) || !inside.some(Boolean) ? -edge : edge;
}

/** Return a question mark at the upper edge of a tile. */
function badge(quad) {
  const side = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
  const top = quad.reduce((a, b) => (b[1] < a[1] ? b : a));
  const x = (top[0] + quad.reduce((sum, point) => sum + point[0], 0) / 4) / 2;
  const r = Math.max(side * 0.26, 6);
  const transform = `translate(${x} ${top[1]}) scale(${r * 1.45})`;
  return [h("circle.badge", { cx: x, cy: top[1], r }), h("g", { transform }, h("text.badge-text", "?"))];
}

const MARGIN = 0.22; // of a tile's longer side, around the tiles that are shown

/**
 * Return a picture of tiles of a photo, upright and side by side.
 * @param photo the photo of the page, as photo.js loads it, or null where it cannot be shown: then there is no picture
 * @param label without it what is around it says what it is
 * @param margin around the tiles, as a part of a tile's longer side
 */
export function cropOf(photo, reading, tiles, label, style = "", margin = MARGIN) {
  if (!photo) return null;
  const about = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const quads = tiles.map((n) => reading.tiles[n].quad);
  const draw = (canvas) => {
    const part = canvas && photo.partWith(quads.flat());
    const what = part && `${part.image.src} ${tiles.join()}`;
    if (!canvas || canvas.dataset.shows === what) return;
    canvas.dataset.shows = what;
    part.image.decode().then(
      () => canvas.dataset.shows === what && drawCrop(canvas, part, quads, margin),
      () => null, // the page says that the photo is gone
    );
  };
  return h(`canvas${style}`, { ...about, ref: draw });
}

/** Draw tiles of a photo into a canvas, upright and side by side, with a margin around them. */
function drawCrop(canvas, { image, area }, quads, margin) {
  // a claimed tile may lie crosswise: several tiles are drawn in the axes of one that stands upright
  const frames = quads.map((quad) => frameOf(quad, quads, margin)).filter((frame) => frame !== null);
  if (!frames.length) return;
  const { matrix, left, top, wide, high } = frames.reduce((a, b) => (b.wide / b.high > a.wide / a.high ? b : a));
  const zoom = Math.min(290 / high, 900 / wide);
  canvas.width = Math.round(wide * zoom);
  canvas.height = Math.round(high * zoom);
  const context = canvas.getContext("2d");
  context.setTransform(...matrix.map((part) => part * zoom), -left * zoom, -top * zoom);
  const [x, y, right, bottom] = area;
  context.drawImage(image, x, y, right - x, bottom - y);
}

/**
 * Return the matrix from the photo to a tile's own axes, and the bounds of all tiles there; null for a degenerate quad.
 */
function frameOf([a, b, , d], quads, part) {
  const width = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const height = Math.hypot(d[0] - a[0], d[1] - a[1]);
  const [ux, uy] = [(b[0] - a[0]) / width, (b[1] - a[1]) / width];
  const [vx, vy] = [(d[0] - a[0]) / height, (d[1] - a[1]) / height];
  const area = ux * vy - uy * vx;
  if (!(Math.abs(area) >= 0.05)) return null;
  const matrix = [vy / area, -uy / area, -vx / area, ux / area];
  const corners = quads.flat().map(([x, y]) => [matrix[0] * x + matrix[2] * y, matrix[1] * x + matrix[3] * y]);
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const margin = part * Math.max(width, height);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { matrix, left, top, wide: Math.max(...xs) + margin - left, high: Math.max(...ys) + margin - top };
}
