// The photo of a hand: for the pictures of single tiles, and whole in a frame, cropped and turned to the hand, with a mark
// on each tile that shows which part of the hand it is.

import { changedSince } from "./firstlook.js";
import { onKey } from "./keys.js";
import { distance, marksOf } from "./marks.js";
import { otherHands } from "./otherhands.js";
import { askPart } from "./parts.js";
import { groupOf, pathOfSeen, slotAt } from "./places.js";
import { remarksOn } from "./remarks.js";
import { rooted } from "./root.js";
import { outlinesOf } from "./sides.js";
import { nameOf, shownAs } from "./tiles.js";
import { button, h } from "./view.js";
import { _ } from "./words.js";
import { zoomable } from "./zoom.js";

const PART = { c: "concealed", w: "winning", m: "meld", f: "flower", a: "aside" };
const LEGEND = {
  concealed: _("concealed"),
  meld: _("melds"),
  winning: _("winning tile"),
  flower: _("flowers"),
  unsure: _("not sure"),
  pointed: _("to be checked"),
  changed: _("read differently at first"),
  aside: _("not in the hand"),
};
const REACH = 16; // pixels around a tile in which a tap still means it: a target is never smaller than 24 × 24
const NEAR = 2.5; // tile widths around the hand in which tiles that lie aside are shown with it
const WIDEST = 3; // the widest and the narrowest that the frame gets, as width by height
const NARROWEST = 0.75;
const WIDTHS = [640, 960, 1280, 1920]; // pixels of the reduced photos that the server makes
const FINE = 48; // pixels of a tile's shorter side in a reduced photo: more loads for longer, less blurs its face
const SOFT = 1.5; // pixels of the screen for one of a reduced photo, from which on the whole one is loaded: less loads it early
const ROUND = 0.7; // tile widths around the hand that are loaded with it, for the margin of its tiles' pictures

let reading = null;
let hand = null;
let pick = () => {}; // opens a tile
let redraw = () => {};
let current = 0; // the mark that Tab leads to
let zoomed = null; // the frame once it is on the page
let whole = false; // true while the frame shows the whole picture
let large = false;
let address = ""; // of the whole photo, in the size that is shown
let sharp = null; // the photo as it was sent, once it is zoomed to
let gone = false; // true if the photo cannot be loaded

/**
 * Load the photo of a hand for the page; null if it has none. On a phone only the part with the hand is loaded at once.
 * @param overview address of the whole photo, as large as it is shown at first
 * @param wide true on a large screen, which shows the photo whole
 * @param draw called to draw the page anew when the photo turns out to be gone
 * @return the `address` of the whole photo in the size that the page needs, and `partWith(points)`: a loaded picture with
 *   these points of the photo, and the `area` of the photo that it shows
 */
export function loadPhoto(of, overview, wide, draw) {
  if (!of.photo) return null;
  hand = of;
  reading = of.reading;
  redraw = draw;
  const load = (address, area) => {
    const image = new Image();
    image.addEventListener("error", () => {
      gone = true;
      draw();
    });
    image.src = rooted(address);
    return { image, area };
  };
  const all = [0, 0, ...reading.size];
  const laid = wide ? null : areaOfHand();
  address = overview;
  let rest = null; // the whole photo, once something outside the hand is to be shown
  const whole = () => {
    rest ??= load(overview, all);
    return rest;
  };
  const part = laid ? load(`${reducedTo(of.photo, laid)}&area=${laid.join()}`, laid) : whole();
  const holds =
    ([left, top, right, bottom]) =>
    ([x, y]) =>
      x >= left && x <= right && y >= top && y <= bottom;
  const partWith = (points) => (points.every(holds(part.area)) ? part : whole());
  const toggle = () => document.querySelector("[data-key=photo-whole]")?.click();
  onKey("+", _("Zoom in"), () => zoomed?.zoom(1.5));
  onKey("-", _("Zoom out"), () => zoomed?.zoom(1 / 1.5));
  onKey("p", _("The whole photo, or the hand alone"), toggle);
  return { partWith, address: overview };
}

/** Return the part of the photo with the tiles of the hand, in whole pixels; null where none was read. */
function areaOfHand() {
  const tiles = reading.groups.filter(({ kind }) => kind !== "aside").flatMap((group) => group.tiles);
  if (!tiles.length) return null;
  const { left, right, top, bottom } = bounds(
    tiles.flatMap((n) => reading.tiles[n].quad),
    0,
    ROUND * sideOf(),
  );
  const [wide, high] = reading.size;
  return [Math.max(left, 0), Math.max(top, 0), Math.min(right, wide), Math.min(bottom, high)].map(Math.round);
}

/** Return the usual length of a tile's shorter side, in pixels of the photo; 0 where there is none. */
function sideOf() {
  const sides = reading.tiles.map(({ quad: [a, b] }) => Math.hypot(b[0] - a[0], b[1] - a[1])).sort((a, b) => a - b);
  return sides[sides.length >> 1] ?? 0;
}

/** Return the address of the smallest photo in which the tiles of an area are sharp. */
function reducedTo(photo, [left, , right]) {
  const needed = ((right - left) * FINE) / (sideOf() || FINE);
  return `${photo}?width=${WIDTHS.find((width) => width >= needed) ?? WIDTHS.at(-1)}`;
}

/** True while the photo can be shown. */
export const isThere = () => !gone;

/** Put the picture into its frame, once it is on the page. */
function mount(frame) {
  if (!frame) return;
  const [photo, svg] = [frame.querySelector("img"), frame.querySelector("svg")];
  const place = (matrix) => {
    svg.setAttribute("viewBox", `0 0 ${frame.clientWidth} ${frame.clientHeight}`);
    svg.querySelector("g").setAttribute("transform", `matrix(${matrix.join(" ")})`);
    svg.style.setProperty("--pixel", String(1 / Math.hypot(matrix[0], matrix[1]))); // of the page, in the picture's
    svg.style.setProperty("--upright", `${-Math.atan2(matrix[1], matrix[0])}rad`);
    photo.style.transform = `matrix(${matrix.join(",")})`;
    sharpen(photo, Math.hypot(matrix[0], matrix[1]));
  };
  photo.style.width = `${reading.size[0]}px`;
  photo.style.height = `${reading.size[1]}px`;
  zoomed = zoomable(frame, place, reading.size, tapped);
  show(frame);
}

/** Load the whole photo once the reduced one is shown much larger than it is; it stays until that is there. */
function sharpen({ naturalWidth }, zoom) {
  if (sharp || !naturalWidth || zoom * reading.size[0] < SOFT * naturalWidth) return;
  sharp = new Image();
  sharp.src = rooted(hand.photo);
  const show = () => {
    address = hand.photo;
    redraw();
  };
  sharp.decode().then(show, () => null); // without a connection the reduced one stays
}

/** Fit the frame to what it shows: the hand, or the whole picture. */
function show(frame) {
  const { points, angle, margin, ratio } = whole ? wholePicture() : ofHand();
  frame.style.aspectRatio = String(Math.min(Math.max(ratio, NARROWEST), WIDEST));
  zoomed.fit(points, angle, margin);
}

/** True while the frame shows the whole table, and not a hand alone. */
const showsAll = () => whole || reading.groups.every(({ kind }) => kind === "aside");

function toggleWhole() {
  whole = !whole;
  show(document.querySelector("#photo .frame"));
  redraw();
}

function toggleLarge() {
  large = !large;
  redraw();
}

/** Return the photo in its frame, with a mark on each tile, the legend and the buttons; null if the hand has none. */
export function photoPart(view) {
  const { laid, doubtsOf, look } = view;
  if (!view.hand.photo) return null;
  const paths = reading.tiles.map((_, n) => pathOfSeen(laid, n));
  const tile = (n) => slotAt(view.hand, paths[n]).tile;
  const part = (n) => PART[groupOf(paths[n])[0]];
  const unsure = (n) => doubtsOf(n).length > 0 || (part(n) !== "aside" && tile(n) === null);
  const about = new Set(view.hand.remarks.flatMap(({ tiles }) => tiles));
  const changes = changedSince(view.hand);
  pick = (n) => look({ path: paths[n] });
  const marks = marksOf(reading, {
    part,
    unsure,
    pointed: (n) => about.has(n),
    changed: (n) => changes.has(n),
    name: (n) => nameOf(shownAs(slotAt(view.hand, paths[n]))),
    pick,
    current,
  });
  const parts = new Set(paths.map((_, n) => part(n)));
  if (paths.some((_, n) => unsure(n))) parts.add("unsure");
  if (about.size) parts.add("pointed");
  if (changes.size) parts.add("changed");
  return h(
    `details.card.photo.on-screen${large ? ".large" : ""}`,
    { id: "photo", "aria-label": _("Photo"), open: view.wide },
    h("summary", _("Photo")),
    h(
      "div.picture",
      h(
        "div.frame",
        { ref: mount },
        h("img", {
          src: address,
          alt: _("The photo of the hand"),
          draggable: false,
          loading: "lazy",
          hidden: gone,
        }),
        h("svg.marks", { onkeydown: walk }, h("g", showsAll() && outlinesOf(reading), marks)),
        gone &&
          h(
            "p.gone",
            { role: "status" },
            _("The photo cannot be shown: it was deleted to free space, or there is no connection."),
          ),
      ),
    ),
    h(
      "div.legend.row",
      Object.entries(LEGEND)
        .filter(([name]) => parts.has(name))
        .map(([name, text]) => h(`span.${name}`, { "data-part": name }, h("i"), text)),
      h(
        "div.photo-tools.row",
        closer("+", _("Zoom in"), 1.5),
        closer("−", _("Zoom out"), 1 / 1.5),
        h(
          "button.button.small",
          { "aria-pressed": String(whole), "data-key": "photo-whole", onclick: toggleWhole },
          _("Whole photo"),
        ),
        h(
          "button.button.small",
          { "aria-pressed": String(large), "data-key": "photo-larger", onclick: toggleLarge },
          _("Zoom"),
        ),
        button(".small", _("Select area…"), () => askPart(hand), "photo-part"),
      ),
    ),
    h("div.remarks", remarksOn(view, pick)),
    others(view),
  );
}

const closer = (sign, label, factor) =>
  h("button.button.small", { "aria-label": label, title: label, onclick: () => zoomed.zoom(factor) }, sign);

/** Return the other hands of the photo, each with a button that reads it; nothing where there is one hand. */
function others(view) {
  const cards = otherHands(view.hand, view.photo).map(({ canvas, read }, n) =>
    h("li", canvas, button(".small", _("Read this hand"), read, `other-${n + 1}`)),
  );
  return cards.length > 0 && h("div.other-hands", h("h3", _("Other hands in the photo")), h("ul.grid", cards));
}

/** Return the tiles of the hand and those that lie close by, turned so that most of them stand upright. */
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

/** Return the box around points of the picture once it is turned by an angle. */
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

/**
 * Return the direction that most of these vectors have within 45°, averaged over those: claimed tiles lie crosswise.
 */
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

/** Open the tile that was tapped: the nearest one within reach of a finger. */
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
  redraw();
  marks[current].focus({ preventScroll: true });
}
