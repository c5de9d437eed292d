// All that the camera sees if no hand was read: the photo with its finds and rows, why, what to do, ways on.

import { cropOf } from "./marks.js";
import { inside } from "./otherhands.js";
import { ask, goToNewHand } from "./page.js";
import { partPicker, readPart } from "./parts.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const RETRY = 3000; // milliseconds after which a busy server is asked again
const TRIES = 20;

let found = null; // what the server knows of why no hand was read
let says = _("Checking why no hand was found…");
let picker = null;

/** True if no hand was read in the photo, and nobody has entered tiles since. */
function isUnread({ photo, reading, changes }) {
  if (!photo || !reading || changes.length) return false;
  return !reading.tiles.length || reading.doubts.some(({ reason }) => reason === "no-hand");
}

/** True if the photo of a hand is offered to be read under rules of another size. */
export const offersOtherRules = (hand) => Boolean(isUnread(hand) && found?.about.instead);

/** Ask the server why no hand was read in the photo of a hand, and draw the page again once it answers. */
export async function startUnread({ hand, draw }) {
  if (!isUnread(hand)) return;
  try {
    found = await why(hand);
    says = found.says;
    picker = partPicker(hand, found.size, false, draw);
  } catch (trouble) {
    says = trouble.message;
  }
  draw();
}

/** Return why no hand was read, and the ways on; null for a hand that was read or entered. */
export function unreadPart({ hand, photo, look }) {
  if (!isUnread(hand)) return null;
  return h(
    "section.card.unread-hand",
    { id: "unread", "aria-label": _("What the camera sees") },
    h("h2", _("Couldn't read a hand")),
    h("p", { role: "status" }, says),
    found && [
      h(
        "ul.dotted",
        found.fix.map((each) => h("li", each)),
      ),
      h(
        "div.picture",
        h(
          "div.frame",
          h("img", { src: photo?.address ?? hand.photo, alt: _("The photo of the hand") }),
          drawing(found),
        ),
      ),
      h("p.legend", legend(found)),
      found.candidates.length > 0 && which(hand, found, photo),
      picker.below(),
    ],
    h("p", _("Your photo is saved.")),
    h(
      "p.ways",
      again(),
      offersOtherRules(hand) && otherRules(hand, found.about.instead),
      anew(hand),
      enter(hand, look),
    ),
  );
}

/** Ask why no hand was read, again and again while many others ask the server something. */
async function why(hand, tries = TRIES) {
  try {
    return (await ask("GET", `/api/hands/${hand.id}/unread`)).unread;
  } catch (trouble) {
    if (trouble.status !== 503 || !tries) throw trouble;
    await new Promise((resolve) => setTimeout(resolve, RETRY));
    return why(hand, tries - 1);
  }
}

/** Return the groups of tiles that may be the hand, each read by one tap. */
function which(hand, { candidates }, photo) {
  return h(
    "div.other-hands",
    h("h3", candidates.length > 1 ? _("Which of these is the hand?") : _("Is this the hand?")),
    h(
      "ul.grid",
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
  return picker.over([
    finds.map(polygon("find")),
    tiles.map(polygon("mark")),
    rows.map(line),
    candidates.map(polygon("area")),
    candidates.length > 1 && candidates.map(numbered(Math.max(...size) / 24)),
  ]);
}

/** Return the number of an area, at its upper left corner within the picture. */
const numbered = (height) => (area, n) => {
  const [x, y] = [0, 1].map((axis) => Math.max(0, Math.min(...area.map((corner) => corner[axis]))));
  return h("text.area-number", { x: x + height * 0.3, y: y + height, "font-size": height }, String(n + 1));
};

function legend({ tiles }) {
  if (!tiles.length) return null;
  return tiles.length === 1 ? _("1 tile (solid)") : _("{count} tiles (solid)", { count: tiles.length });
}

/** Return the button of the bar that takes a new photograph does so from here too. */
function again() {
  const input = () => document.querySelector(".bar [data-photo]");
  return h(
    "button.button.primary",
    { onclick: () => input().click(), "data-key": "unread-again" },
    _("Take another photo"),
  );
}

/** Read the same photograph anew, which helps where the tile set or the rules were changed since. */
function anew(hand) {
  const read = () => goToNewHand(() => ask("POST", `/api/hands/${hand.id}/anew`, undefined, { wait: false }));
  return h("button.button", { onclick: read, "data-key": "unread-anew" }, _("Read this photo again"));
}

/** Read the same photograph under rules whose hands have as many tiles. */
function otherRules(hand, rules) {
  const address = `/api/hands/${hand.id}/anew?rules=${encodeURIComponent(rules)}`;
  const read = () => goToNewHand(() => ask("POST", address, undefined, { wait: false }));
  return h("button.button", { onclick: read, "data-key": "unread-other-rules" }, _("Score under those rules"));
}

/** Open the keys by which the tiles are entered. */
const enter = (hand, look) =>
  h(
    "button.button",
    { onclick: () => look({ adding: true }), "data-key": "unread-enter" },
    hand.reading.tiles.length ? _("Fix manually") : _("Enter tiles"),
  );
