// The hand as tiles on the felt: melds, concealed tiles by suit, the winning tile, flowers. Each can be tapped.

import { button, fill, h } from "./page.js";
import { held } from "./edit.js";
import { familyOf, image, inWords, nameOf, order, picture } from "./tiles.js";

const MELD = { chow: "Chow", pung: "Pung", kong: "Kong", "concealed-kong": "Concealed kong" };

export function drawMat(view) {
  const { laid, look } = view;
  const total = held(laid);
  const missing = 13 - laid.concealed.length - 3 * laid.melds.length;
  const slots = (name, list) =>
    h(
      "span.suit",
      list.map((slot, n) => tileButton(view, `${name}${n}`, slot)),
    );
  fill(
    document.getElementById("mat"),
    h(
      "div.mat-head",
      h("h1", "The hand", h("span.count", total === 14 ? "14 tiles" : `${total} of 14 tiles`)),
      h(
        "div.tools",
        h("button.button.small", { "data-key": "undo", disabled: !view.undoable, onclick: view.undo }, "Undo"),
        button(".small", "Add a set", () => look({ meld: "pung" }), "add-set"),
      ),
    ),
    h(
      "div.places",
      laid.melds.map((meld, m) => place("meld", MELD[meld.kind], meldTiles(view, meld, m))),
      place(
        "concealed",
        laid.melds.length ? "Concealed" : "In the hand",
        suits(laid).map((suit) =>
          h(
            "span.suit",
            suit.map(([path, slot]) => tileButton(view, path, slot)),
          ),
        ),
        missing > 0 && addButton(view, "add", "Add a tile", total > 0),
      ),
      place(
        "winning",
        "Winning tile",
        laid.winning
          ? tileButton(view, "w", laid.winning)
          : addButton(view, "add-winning", "Add the winning tile", missing <= 0),
      ),
      laid.flowers.length > 0 && place("flowers", "Flowers", slots("f", laid.flowers)),
    ),
  );
}

const place = (name, title, ...children) => h(`div.place.${name}`, h("h2", title), h("div.row", children));

/** The concealed tiles with their paths, in order, one list a suit. */
function suits(laid) {
  const tiles = laid.concealed.map((slot, n) => [`c${n}`, slot]);
  tiles.sort(([, a], [, b]) => order(a.tile) - order(b.tile));
  const found = new Map();
  for (const entry of tiles) {
    const family = familyOf(entry[1].tile);
    found.set(family, [...(found.get(family) ?? []), entry]);
  }
  return [...found.values()];
}

function meldTiles(view, meld, m) {
  const hidden = (n) => meld.kind === "concealed-kong" && (n === 0 || n === 3);
  return h(
    "span.suit",
    meld.tiles.map((slot, n) => tileButton(view, `m${m}.${n}`, slot, hidden(n))),
  );
}

function addButton({ look }, key, label, wanted) {
  const attributes = { "aria-label": label, title: label, "data-key": key, onclick: () => look({ adding: true }) };
  return h(`button.slot.add${wanted ? ".wanted" : ""}`, attributes, "+");
}

function tileButton({ doubtsOf, look }, path, slot, hidden = false) {
  const doubts = doubtsOf(slot.seen);
  const unsure = slot.tile === null || doubts.length > 0;
  const why = doubts.map((doubt) => inWords(doubt.why)).join(" ");
  const light = (on) => document.querySelector(`[data-seen="${slot.seen}"]`)?.classList.toggle("lit", on);
  const attributes = {
    "data-key": path,
    "data-tile": slot.tile ?? "",
    title: why || nameOf(slot.tile),
    onclick: () => look({ path, seen: slot.seen }),
    onpointerenter: () => light(true),
    onpointerleave: () => light(false),
    onfocus: () => light(true),
    onblur: () => light(false),
  };
  const back = () => h("img.tile", { src: picture(null), alt: `${nameOf(slot.tile)}, face down`, draggable: "false" });
  return h(
    `button.slot${unsure ? ".unsure" : ""}${slot.tile ? "" : ".unread"}`,
    attributes,
    hidden && slot.tile ? back() : image(slot.tile),
    unsure && [
      h("span.mark-unsure", { "aria-hidden": "true" }, "?"),
      h("span.hidden", `not sure: ${why || "not read"}`),
    ],
  );
}
