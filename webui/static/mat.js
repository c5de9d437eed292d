// The hand as tiles on felt: melds, concealed tiles by suit, the winning tile, flowers, and the tiles aside. A tile can
// be tapped, or dragged to another group.

import { button, fill, h } from "./page.js";
import { asideOf } from "./places.js";
import { capital, familyOf, image, inWords, nameOf, order, picture } from "./tiles.js";
import { _ } from "./words.js";

const CLAIMED = { 1: () => 0, 2: () => 1, 3: (size) => size - 1 }; // which tile lies crosswise, by who gave it

export function drawMat(view) {
  const { laid, look } = view;
  const { held, whole, wanted, melds } = view.hand.offers;
  const aside = asideOf(view.hand);
  const count = held === whole ? _("{whole} tiles", { whole }) : _("{held} of {whole} tiles", { held, whole });
  fill(
    document.getElementById("mat"),
    h(
      "div.mat-head.row",
      h("h1", _("The hand"), h("span.held", count)),
      h(
        "div.tools",
        h("button.button.small", { "data-key": "undo", disabled: !view.undoable, onclick: view.undo }, _("Undo")),
        button(".small", _("Add a set"), () => look({ meld: "pung" }), "add-set"),
      ),
    ),
    h(
      "div.places",
      laid.melds.map((meld, m) => place("meld", `m${m}`, meldTitle(melds[m]), meldTiles(view, meld, m))),
      place(
        "concealed",
        "c",
        laid.melds.length ? _("Concealed") : _("In the hand"),
        suits(laid.concealed.map((slot, n) => [`c${n}`, slot])).map((suit) => row(view, suit)),
        wanted === "tiles" && addButton(view, "add", _("Add a tile"), held > 0),
      ),
      place(
        "winning",
        "w",
        _("Winning tile"),
        laid.winning
          ? tileButton(view, "w", laid.winning)
          : addButton(view, "add-winning", _("Add the winning tile"), wanted === "winning-tile"),
      ),
      laid.flowers.length > 0 &&
        place(
          "flowers",
          "f",
          _("Flowers"),
          row(
            view,
            laid.flowers.map((slot, n) => [`f${n}`, slot]),
          ),
        ),
      aside.length > 0 &&
        place("aside", "a", _("Not in the hand ({count})", { count: aside.length }), row(view, aside)),
    ),
  );
}

/** A group of tiles under a title; `to` is the target of a tile dropped on it. */
const place = (name, to, title, ...children) =>
  h(`div.place.${name}`, { "data-to": to }, h("h2", title), h("div.row", children));

const row = (view, tiles) =>
  h(
    "span.suit",
    tiles.map(([path, slot]) => tileButton(view, path, slot)),
  );

const meldTitle = ({ label, giver }) => [label, giver && h("span.giver", ` ${giver}`)];

/** Tiles with their paths, sorted, in one list for each suit. */
function suits(tiles) {
  tiles.sort(([, a], [, b]) => order(a.tile) - order(b.tile));
  const found = new Map();
  for (const entry of tiles) {
    const family = familyOf(entry[1].tile);
    found.set(family, [...(found.get(family) ?? []), entry]);
  }
  return [...found.values()];
}

/** The tiles of a meld as players lay them: the outer two of a concealed kong face down, a claimed tile crosswise. */
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
  const back = () =>
    h("img.tile", { src: picture(null), alt: _("{tile}, face down", { tile: nameOf(slot.tile) }), draggable: "false" });
  return h(
    `button.slot${style}${unsure ? ".unsure" : ""}${slot.tile ? "" : ".unread"}`,
    attributes,
    down && slot.tile ? back() : image(slot.tile),
    unsure && [
      h("span.mark-unsure", { "aria-hidden": "true" }, "?"),
      h("span.hidden", _("not sure: {why}", { why: why || nameOf(null) })),
    ],
  );
}
