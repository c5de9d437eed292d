// Marks over a picture: one polygon a tile seen, in the pixels the tiles were read in.

import { h } from "./page.js";
import { nameOf } from "./tiles.js";

const CLASS = { winning: "winning", flowers: "flower", aside: "aside", concealed: "concealed" };

/**
 * Draws the marks of a reading into an svg.
 * @param svg the element that lies over the picture
 * @param reading as the server gives it
 * @param look kind(n), unsure(n), name(n) for tile n, and pick(n) when it is tapped; all but pick have defaults
 */
export function drawMarks(svg, reading, { kind, unsure, name, pick } = {}) {
  const [width, height] = reading.size;
  const kindOf = kind ?? ((n) => reading.groups[reading.tiles[n].group]?.kind ?? "aside");
  const isUnsure = unsure ?? ((n) => reading.doubts.some((doubt) => doubt.tile === n));
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("class", "marks");
  svg.replaceChildren(
    ...reading.tiles.map((tile, n) => {
      const doubtful = isUnsure(n);
      const label = name ? name(n) : nameOf(tile.tile);
      const group = h(
        `g.${CLASS[kindOf(n)] ?? "meld"}${doubtful ? ".unsure" : ""}`,
        pick
          ? {
              "data-seen": n,
              tabindex: "0",
              role: "button",
              "aria-label": `${label}${doubtful ? ", not sure" : ""}, in the photo`,
              onclick: () => pick(n),
              onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), pick(n)),
            }
          : {},
        h("title", {}, label),
        h("polygon.mark", { points: tile.quad.map((point) => point.join(",")).join(" ") }),
      );
      if (doubtful) group.append(...badge(tile.quad));
      return group;
    }),
  );
}

function badge(quad) {
  const side = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
  const top = quad.reduce((a, b) => (b[1] < a[1] ? b : a));
  const x = (top[0] + quad.reduce((sum, point) => sum + point[0], 0) / 4) / 2;
  const r = Math.max(side * 0.26, 6);
  const text = h("text.badge-text", { transform: `translate(${x} ${top[1]}) scale(${r * 1.45})` }, "?");
  return [h("circle.badge", { cx: x, cy: top[1], r }), text];
}

/** Draws one tile of a picture upright into a canvas, with a little of what lies around it. */
export function drawCrop(canvas, photo, reading, n) {
  const scale = photo.naturalWidth / reading.size[0];
  const [a, b, , d] = reading.tiles[n].quad.map(([x, y]) => [x * scale, y * scale]);
  const width = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const height = Math.hypot(d[0] - a[0], d[1] - a[1]);
  const zoom = 200 / Math.max(height, 1);
  const margin = 0.22;
  canvas.width = Math.round(width * zoom * (1 + 2 * margin));
  canvas.height = Math.round(height * zoom * (1 + 2 * margin));
  const context = canvas.getContext("2d");
  const [ux, uy] = [(b[0] - a[0]) / width, (b[1] - a[1]) / width];
  const [vx, vy] = [(d[0] - a[0]) / height, (d[1] - a[1]) / height];
  const det = ux * vy - uy * vx;
  if (Math.abs(det) < 0.05) return;
  const [m11, m21, m12, m22] = [(vy / det) * zoom, (-vx / det) * zoom, (-uy / det) * zoom, (ux / det) * zoom];
  const [ox, oy] = [width * zoom * margin, height * zoom * margin];
  context.setTransform(m11, m12, m21, m22, ox - m11 * a[0] - m21 * a[1], oy - m12 * a[0] - m22 * a[1]);
  context.drawImage(photo, 0, 0);
}
