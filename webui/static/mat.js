// The hand as tiles on the felt: melds, concealed tiles by suit, the winning tile, flowers, and what lies aside. Each
// can be tapped, or taken by mouse or finger and moved to another group.

import { button, fill, h } from "./page.js";
import { GIVERS, asideOf, held } from "./edit.js";
import { capital, familyOf, image, inWords, nameOf, order, picture } from "./tiles.js";

const MELD = { chow: "Chow", pung: "Pung", kong: "Kong", "concealed-kong": "Concealed kong" };
const CLAIMED = { 1: () => 0, 2: () => 1, 3: (size) => size - 1 };

export function drawMat(view) {
  const { laid, look } = view;
  const total = held(laid);
  const missing = 13 - laid.concealed.length - 3 * laid.melds.length;
  const aside = asideOf(view.hand);
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
      laid.melds.map((meld, m) => place("meld", `m${m}`, meldTitle(meld), meldTiles(view, meld, m))),
      place(
        "concealed",
        "c",
        laid.melds.length ? "Concealed" : "In the hand",
        suits(laid.concealed.map((slot, n) => [`c${n}`, slot])).map((suit) => row(view, suit)),
        missing > 0 && addButton(view, "add", "Add a tile", total > 0),
      ),
      place(
        "winning",
        "w",
        "Winning tile",
        laid.winning
          ? tileButton(view, "w", laid.winning)
          : addButton(view, "add-winning", "Add the winning tile", missing <= 0),
      ),
      laid.flowers.length > 0 &&
        place(
          "flowers",
          "f",
          "Flowers",
          row(
            view,
            laid.flowers.map((slot, n) => [`f${n}`, slot]),
          ),
        ),
      aside.length > 0 && place("aside", "a", `Not in the hand (${aside.length})`, row(view, aside)),
    ),
  );
}

/** A place of the felt; tiles can be dropped on it, and then go `to` there. */
const place = (name, to, title, ...children) =>
  h(`div.place.${name}`, { "data-to": to }, h("h2", title), h("div.row", children));

const row = (view, tiles) =>
  h(
    "span.suit",
    tiles.map(([path, slot]) => tileButton(view, path, slot)),
  );

function meldTitle({ kind, source }) {
  const giver = GIVERS[source % 4];
  return [
    source > 4 ? `Added ${kind}` : MELD[kind],
    giver && kind !== "chow" && h("span.giver", ` from ${giver.replace("the player ", "")}`),
  ];
}

/** Tiles with their paths, in order, one list a suit. */
function suits(tiles) {
  tiles.sort(([, a], [, b]) => order(a.tile) - order(b.tile));
  const found = new Map();
  for (const entry of tiles) {
    const family = familyOf(entry[1].tile);
    found.set(family, [...(found.get(family) ?? []), entry]);
  }
  return [...found.values()];
}

/** A meld as it lies: the outer tiles of a concealed kong face down, a claimed tile crosswise. */
function meldTiles(view, { kind, tiles, source }, m) {
  const down = (n) => kind === "concealed-kong" && (n === 0 || n === 3);
  const crosswise = kind === "chow" ? -1 : (CLAIMED[source % 4]?.(source > 4 ? 3 : tiles.length) ?? -1);
  return h(
    "span.suit",
    tiles.map((slot, n) => {
      const style = n === crosswise ? ".crosswise" : source > 4 && n === crosswise + 1 ? ".crosswise.added" : "";
      return tileButton(view, `m${m}.${n}`, slot, style, down(n));
    }),
  );
}

function addButton({ look }, key, label, wanted) {
  const attributes = { "aria-label": label, title: label, "data-key": key, onclick: () => look({ adding: true }) };
  return h(`button.slot.add${wanted ? ".wanted" : ""}`, attributes, "+");
}

function tileButton({ doubtsOf, look, change }, path, slot, style = "", down = false) {
  const doubts = doubtsOf(slot.seen);
  const aside = path.startsWith("a");
  const unsure = doubts.length > 0 || (slot.tile === null && !aside);
  const why = doubts.map((doubt) => inWords(doubt.why)).join(" ");
  const light = (on) => document.querySelector(`[data-seen="${slot.seen}"]`)?.classList.toggle("lit", on);
  const attributes = {
    "data-key": path,
    "data-tile": slot.tile ?? "",
    title: why || capital(nameOf(slot.tile)),
    onclick: () => look({ path }),
    onkeydown: (event) => {
      if (!["Delete", "Backspace"].includes(event.key) || aside) return;
      event.preventDefault();
      change({ do: "move", at: [path], to: "a" });
    },
    onpointerenter: () => light(true),
    onpointerleave: () => light(false),
    onfocus: () => light(true),
    onblur: () => light(false),
  };
  const back = () => h("img.tile", { src: picture(null), alt: `${nameOf(slot.tile)}, face down`, draggable: "false" });
  return h(
    `button.slot${style}${unsure ? ".unsure" : ""}${slot.tile ? "" : ".unread"}`,
    attributes,
    down && slot.tile ? back() : image(slot.tile),
    unsure && [
      h("span.mark-unsure", { "aria-hidden": "true" }, "?"),
      h("span.hidden", `not sure: ${why || "not read"}`),
    ],
  );
}
