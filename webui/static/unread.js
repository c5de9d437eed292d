// What the camera sees where no hand was read: the photograph with its finds and rows, why, what to do, ways on.

import { cropOf } from "./marks.js";
import { inside } from "./otherhands.js";
import { ask, fill, goToNewHand, h } from "./page.js";
import { partPicker, readPart } from "./parts.js";
import { _ } from "./words.js";

const RETRY = 3000; // milliseconds after which a busy server is asked again
const TRIES = 20;

/** Shows why no hand was read in the photograph of a hand, until tiles are entered by somebody. */
export async function showUnread(hand) {
  const box = document.getElementById("unread");
  if (!hand.photo || !hand.reading || hand.changes.length) return;
  const { tiles, doubts } = hand.reading;
  if (tiles.length && !doubts.some(({ reason }) => reason === "no-hand")) return;
  const line = h("p", { role: "status" }, _("Looking why no hand was read…"));
  box.hidden = false;
  fill(box, h("h2", _("No hand was read")), line);
  let unread = null;
  try {
    unread = await why(hand);
  } catch (trouble) {
    line.textContent = trouble.message;
  }
  if (unread) line.textContent = unread.says;
  const photo = unread && h("img", { src: hand.photo, alt: _("The hand as photographed") });
  const svg = unread && drawing(unread);
  fill(
    box,
    h("h2", _("No hand was read")),
    line,
    unread && [
      h(
        "ul",
        unread.fix.map((each) => h("li", each)),
      ),
      h("div.picture", h("div.frame", photo, svg)),
      h("p.legend", legend(unread)),
      unread.candidates.length > 0 && which(hand, unread, photo),
      partPicker(hand, svg, unread.size, false),
    ],
    h("p", _("The photograph is kept whatever you do.")),
    h("p.ways", again(), anew(hand), enter(hand)),
  );
}

/** Asks why no hand was read, again and again while many others ask the server something. */
async function why(hand, tries = TRIES) {
  try {
    return (await ask("GET", `/api/hands/${hand.id}/unread`)).unread;
  } catch (trouble) {
    if (trouble.status !== 503 || !tries) throw trouble;
    await new Promise((resolve) => setTimeout(resolve, RETRY));
    return why(hand, tries - 1);
  }
}

/** The groups of tiles that may be the hand, each read by one tap. */
function which(hand, { candidates }, photo) {
  return h(
    "div.other-hands",
    h("h3", candidates.length > 1 ? _("Which of these is the hand?") : _("Is this the hand?")),
    h(
      "ul",
      candidates.map((area, n) =>
        h(
          "li",
          cropOf(photo, hand.reading, inside(area, hand.reading), _("Tiles that lie together in the photo")),
          h(
            "button.button.small",
            { "data-key": `candidate-${n + 1}`, onclick: () => readPart(hand, area) },
            candidates.length > 1 ? _("{number}: read these tiles", { number: n + 1 }) : _("Read these tiles"),
          ),
        ),
      ),
    ),
  );
}

function drawing({ size, tiles, rows, finds, candidates }) {
  const polygon = (style) => (quad) => h(`polygon.${style}`, { points: quad.map((point) => point.join()).join(" ") });
  const line = (points) =>
    points.length > 1 &&
    h("polygon.row-line", { points: [...points, ...[...points].reverse()].map((p) => p.join()).join(" ") });
  return h(
    "svg",
    { viewBox: `0 0 ${size[0]} ${size[1]}`, "aria-hidden": "true" },
    finds.map(polygon("find")),
    tiles.map(polygon("mark")),
    rows.map(line).filter(Boolean),
    candidates.map(polygon("area")),
    candidates.length > 1 && candidates.map(numbered(Math.max(...size) / 24)),
  );
}

/** The number of an area, at its upper left corner within the picture. */
const numbered = (height) => (area, n) => {
  const [x, y] = [0, 1].map((axis) => Math.max(0, Math.min(...area.map((corner) => corner[axis]))));
  return h("text.area-number", { x: x + height * 0.3, y: y + height, "font-size": height }, String(n + 1));
};

function legend({ tiles, rows, finds }) {
  const faint = Math.max(0, finds.length - tiles.length);
  return [
    tiles.length > 0 &&
      (tiles.length === 1 ? _("1 tile (solid)") : _("{count} tiles (solid)", { count: tiles.length })),
    faint > 0 && _("{count} that may be tiles (dashed)", { count: faint }),
    rows.length > 0 && _("rows as lines: {count}", { count: rows.length }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The button of the bar that takes a new photograph does so from here too. */
function again() {
  const input = () => document.querySelector(".bar [data-photo]");
  return h(
    "button.button.primary",
    { onclick: () => input().click(), "data-key": "unread-again" },
    _("Photograph it again"),
  );
}

/** Reads the same photograph anew, which helps where the tile set or the rules were changed since. */
function anew(hand) {
  const read = () => goToNewHand(() => ask("POST", `/api/hands/${hand.id}/anew`, undefined, { wait: false }));
  return h("button.button", { onclick: read, "data-key": "unread-anew" }, _("Read this photograph again"));
}

/** Leads to the tiles, to be entered one by one. */
function enter(hand) {
  const go = () => {
    const first = document.querySelector("#mat .slot.add, #mat .slot");
    first?.scrollIntoView({ block: "center" });
    first?.focus({ preventScroll: true });
    first?.click();
  };
  const text = hand.reading.tiles.length ? _("Put it right by hand") : _("Enter the hand by hand");
  return h("button.button", { onclick: go, "data-key": "unread-enter" }, text);
}
