// The photo of a hand, cropped and turned to it, with a mark on each tile that shows which part of the hand it is.

import { changedSince } from "./firstlook.js";
import { onKey } from "./keys.js";
import { distance, marksOf } from "./marks.js";
import { otherHands } from "./otherhands.js";
import { fill, h } from "./page.js";
import { remarksOn } from "./remarks.js";
import { askPart } from "./parts.js";
import { groupOf, pathOfSeen, slotAt } from "./places.js";
import { nameOf } from "./tiles.js";
import { _ } from "./words.js";
import { zoomable } from "./zoom.js";

const PART = { c: "concealed", w: "winning", m: "meld", f: "flower", a: "aside" };
const LEGEND = {
  concealed: _("concealed"),
  meld: _("claimed or kong"),
  winning: _("winning tile"),
  flower: _("flowers"),
  unsure: _("not sure"),
  pointed: _("to be looked at"),
  changed: _("read differently at first"),
  aside: _("not in the hand"),
};
const REACH = 16; // pixels around a tile in which a tap still means it: a target is never smaller than 24 × 24
const NEAR = 2.5; // tile widths around the hand in which tiles that lie aside are shown with it
const WIDEST = 3; // the widest and the narrowest that the frame gets, as width by height
const NARROWEST = 0.75;

let reading = null;
let pick = () => {}; // opens a tile
let current = 0; // the mark that Tab leads to

/** Puts the photo on the page and returns its image, or null when the hand has none. */
export function buildPhoto(hand) {
  if (!hand.photo) return null;
  reading = hand.reading;
  const photo = h("img", { src: hand.photo, alt: _("The hand as photographed"), draggable: "false" });
  const stage = h("g");
  const svg = h("svg.marks", stage);
  const frame = h("div.frame", photo, svg);
  const gone = _("The photograph cannot be shown: it was removed to make room, or Tableside does not answer.");
  photo.addEventListener("error", () => {
    photo.hidden = true;
    if (!frame.querySelector(".gone")) frame.append(h("p.gone", { role: "status" }, gone));
  });
  const place = (matrix) => {
    svg.setAttribute("viewBox", `0 0 ${frame.clientWidth} ${frame.clientHeight}`);
    stage.setAttribute("transform", `matrix(${matrix.join(" ")})`);
    svg.style.setProperty("--upright", `${-Math.atan2(matrix[1], matrix[0])}rad`);
    photo.style.transform = `matrix(${matrix.join(",")})`;
  };
  photo.style.width = `${reading.size[0]}px`;
  photo.style.height = `${reading.size[1]}px`;
  const zoomed = zoomable(frame, place, reading.size, tapped);
  const whole = h("button.button.small", { "aria-pressed": "false", "data-key": "photo-whole" }, _("Whole picture"));
  const show = (all) => {
    whole.setAttribute("aria-pressed", String(all));
    const { points, angle, margin, ratio } = all ? wholePicture() : ofHand();
    frame.style.aspectRatio = String(Math.min(Math.max(ratio, NARROWEST), WIDEST));
    zoomed.fit(points, angle, margin);
  };
  const toggle = () => show(whole.getAttribute("aria-pressed") !== "true");
  whole.addEventListener("click", toggle);
  const larger = h("button.button.small", { "aria-pressed": "false", "data-key": "photo-larger" }, _("Larger"));
  larger.addEventListener("click", () => {
    const large = document.querySelector(".hand-page").classList.toggle("large-photo");
    larger.setAttribute("aria-pressed", String(large));
  });
  const closer = (sign, label, factor) =>
    h("button.button.small", { "aria-label": label, title: label, onclick: () => zoomed.zoom(factor) }, sign);
  const part = h("button.button.small", { "data-key": "photo-part", onclick: () => askPart(hand) }, _("Read a part…"));
  const tools = h(
    "div.photo-tools",
    closer("+", _("Closer"), 1.5),
    closer("−", _("Further away"), 1 / 1.5),
    whole,
    larger,
    part,
  );
  const legend = Object.entries(LEGEND).map(([part, text]) => h(`span.${part}`, { "data-part": part }, h("i"), text));
  document
    .getElementById("photo")
    .append(h("div.picture", frame), h("div.legend", legend, tools), h("div.remarks"), others(hand, photo));
  show(false);
  svg.addEventListener("keydown", walk);
  onKey("+", _("Closer to the photo"), () => zoomed.zoom(1.5));
  onKey("-", _("Further away from the photo"), () => zoomed.zoom(1 / 1.5));
  onKey("p", _("The whole picture, or the hand alone"), toggle);
  return photo;
}

/** The other hands of the photo, each with a button that reads it; nothing where there is one hand. */
function others(hand, photo) {
  const cards = otherHands(hand, photo).map(({ canvas, read }, n) =>
    h("li", canvas, h("button.button.small", { "data-key": `other-${n + 1}`, onclick: read }, _("Read this hand"))),
  );
  return cards.length ? h("div.other-hands", h("h3", _("Other hands in the photo")), h("ul", cards)) : "";
}

/** The tiles of the hand and those that lie close by, turned so that most of them stand upright. */
function ofHand() {
  const parts = reading.groups.filter(({ kind }) => kind !== "aside").flatMap(({ tiles }) => tiles);
  const quads = (parts.length ? parts : reading.tiles.map((_tile, n) => n)).map((n) => reading.tiles[n].quad);
  if (!quads.length) return wholePicture();
  const tops = quads.map(([a, b]) => [b[0] - a[0], b[1] - a[1]]);
  const angle = -mainDirection(tops);
  const sides = tops.map(([x, y]) => Math.hypot(x, y)).sort((a, b) => a - b);
  const side = sides[sides.length >> 1];
  const hand = bounds(quads.flat(), angle, NEAR * side);
  const near = reading.tiles.filter(({ quad }) => {
    const { left, right, top, bottom } = bounds(quad, angle, 0);
    return left > hand.left && right < hand.right && top > hand.top && bottom < hand.bottom;
  });
  const points = near.flatMap(({ quad }) => quad);
  const margin = side * 0.6;
  const { left, right, top, bottom } = bounds(points, angle, margin);
  return { points, angle, margin, ratio: (right - left) / (bottom - top) };
}

/** The box around points of the picture once it is turned by an angle. */
function bounds(points, angle, margin) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [xs, ys] = [points.map(([x, y]) => c * x - s * y), points.map(([x, y]) => s * x + c * y)];
  return {
    left: Math.min(...xs) - margin,
    right: Math.max(...xs) + margin,
    top: Math.min(...ys) - margin,
    bottom: Math.max(...ys) + margin,
  };
}

/** The direction that most of these vectors have within 45°, averaged over those: claimed tiles lie crosswise. */
function mainDirection(vectors) {
  const angles = vectors.map(([x, y]) => Math.atan2(y, x));
  const near = (a, b) => Math.cos(a - b) > Math.SQRT1_2;
  const friends = (a) => angles.filter((b) => near(a, b));
  const most = angles.reduce((best, a) => (friends(a).length > friends(best).length ? a : best));
  const mean = friends(most).reduce(([x, y], a) => [x + Math.cos(a), y + Math.sin(a)], [0, 0]);
  return Math.atan2(mean[1], mean[0]);
}

function wholePicture() {
  const [wide, high] = reading.size;
  const points = [
    [0, 0],
    [wide, high],
  ];
  return { points, angle: 0, margin: 0, ratio: wide / high };
}

/** Opens the tile that was tapped: the nearest one within reach of a finger. */
function tapped(at, pixel) {
  const near = reading.tiles.map(({ quad }, n) => [distance(quad, at), n]);
  const [far, n] = near.reduce((a, b) => (b[0] < a[0] ? b : a), [Number.POSITIVE_INFINITY, -1]);
  if (far <= REACH * pixel) pick(n);
}

/** Arrow keys go from mark to mark, Tab past all of them. */
function walk(event) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const marks = [...event.currentTarget.querySelectorAll("[data-seen]")];
  current = (marks.indexOf(document.activeElement) + by + marks.length) % marks.length;
  for (const [n, mark] of marks.entries()) mark.setAttribute("tabindex", n === current ? "0" : "-1");
  marks[current].focus({ preventScroll: true });
}

export function drawPhoto(view) {
  const { hand, laid, photo, doubtsOf, look } = view;
  if (!photo) return;
  const box = document.getElementById("photo");
  const paths = hand.reading.tiles.map((_, n) => pathOfSeen(laid, n));
  const tile = (n) => slotAt(hand, paths[n]).tile;
  const part = (n) => PART[groupOf(paths[n])[0]];
  const unsure = (n) => doubtsOf(n).length > 0 || (part(n) !== "aside" && tile(n) === null);
  const about = new Set(hand.remarks.flatMap(({ tiles }) => tiles));
  const pointed = (n) => about.has(n);
  const others = changedSince(hand);
  const changed = (n) => others.has(n);
  pick = (n) => look({ path: paths[n] });
  fill(
    box.querySelector("svg g"),
    marksOf(hand.reading, { part, unsure, pointed, changed, name: (n) => nameOf(tile(n)), pick, current }),
  );
  const parts = new Set(paths.map((_, n) => part(n)));
  if (paths.some((_, n) => unsure(n))) parts.add("unsure");
  if (about.size) parts.add("pointed");
  if (others.size) parts.add("changed");
  fill(box.querySelector(".remarks"), remarksOn(view, pick));
  for (const item of box.querySelectorAll("[data-part]")) item.hidden = !parts.has(item.dataset.part);
}
