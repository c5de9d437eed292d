// The photo of a hand, with a mark on each tile that shows which part of the hand it is.

import { drawMarks } from "./marks.js";
import { h } from "./page.js";
import { groupOf, pathOfSeen, slotAt } from "./places.js";
import { nameOf } from "./tiles.js";
import { _ } from "./words.js";

const PART = { c: "concealed", w: "winning", m: "meld", f: "flower", a: "aside" };
const LEGEND = {
  concealed: _("concealed"),
  meld: _("claimed or kong"),
  winning: _("winning tile"),
  flower: _("flowers"),
  unsure: _("not sure"),
  aside: _("not in the hand"),
};

/** Puts the photo on the page and returns its image, or null when the hand has none. */
export function buildPhoto(hand) {
  if (!hand.photo) return null;
  const photo = h("img", { src: hand.photo, alt: _("The hand as photographed") });
  const larger = h("button.button.small", { "aria-pressed": "false" }, _("Larger"));
  larger.addEventListener("click", () => {
    const large = document.querySelector(".hand-page").classList.toggle("large-photo");
    larger.setAttribute("aria-pressed", String(large));
  });
  const legend = Object.entries(LEGEND).map(([part, text]) => h(`span.${part}`, { "data-part": part }, h("i"), text));
  document
    .getElementById("photo")
    .append(h("div.picture", h("div.frame", photo, h("svg"))), h("div.legend", legend, larger));
  return photo;
}

export function drawPhoto({ hand, laid, photo, doubtsOf, look }) {
  if (!photo) return;
  const box = document.getElementById("photo");
  const paths = hand.reading.tiles.map((_, n) => pathOfSeen(laid, n));
  const tile = (n) => slotAt(hand, paths[n]).tile;
  const part = (n) => PART[groupOf(paths[n])[0]];
  const unsure = (n) => doubtsOf(n).length > 0 || (part(n) !== "aside" && tile(n) === null);
  drawMarks(box.querySelector("svg"), hand.reading, {
    part,
    unsure,
    name: (n) => nameOf(tile(n)),
    pick: (n) => look({ path: paths[n] }),
  });
  const parts = new Set(paths.map((_, n) => part(n)));
  if (paths.some((_, n) => unsure(n))) parts.add("unsure");
  for (const item of box.querySelectorAll("[data-part]")) item.hidden = !parts.has(item.dataset.part);
}
