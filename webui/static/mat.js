// The hand as tiles on felt, each under its piece of the photo: melds, concealed tiles by suit, the winning tile, flowers,
// and the tiles aside. A tile can be tapped, or dragged to another group.

import { cropOf } from "./marks.js";
import { asideOf } from "./places.js";
import { askedByTiles } from "./questions.js";
import { capital, familyOf, inWords, nameOf, order, picture, shownAs, tileImage } from "./tiles.js";
import { button, h } from "./view.js";
import { _, paragraph } from "./words.js";

const CLAIMED = { 1: () => 0, 2: () => 1, 3: (size) => size - 1 }; // which tile lies crosswise, by who gave it
const CLOSE = 0.06; // of a tile's longer side, around its piece of the photo: pieces side by side look like one strip

export function mat(view) {
  const { laid, photo } = view;
  const { held, whole, wanted, melds } = view.hand.offers;
  const aside = asideOf(view.hand);
  const count = held === whole ? _("{whole} tiles", { whole }) : _("{held} of {whole} tiles", { held, whole });
  return h(
    `section.mat.stack${photo ? ".with-photo" : ""}`,
    { id: "mat", "aria-label": _("The hand") },
    h(held === whole ? "h1.hidden.wide-title" : "h1", _("The hand"), h("span.held", count)),
    h(
      "div.places.row.low",
      laid.melds.map((meld, m) => place("meld", `m${m}`, melds[m].title, meldTiles(view, meld, m))),
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
    ),
    below(view),
    aside.length > 0 &&
      h(
        "details.place.aside.on-screen",
        { "data-to": "a", open: view.wide, key: "aside" },
        h("summary", h("h2", _("Other tiles in the photo ({count})", { count: aside.length }))),
        h("div.row", row(view, aside)),
      ),
  );
}

/** Below the tiles: the question about the hand as a whole, and the buttons to confirm it, change it, take back. */
function below(view) {
  const { hand, look, change } = view;
  const asked = askedByTiles(hand);
  const doubts = hand.questions.flatMap((question) => question.doubts);
  return [
    asked &&
      h(
        "div.asked",
        { key: "asked" },
        h("p", h("b", inWords(asked.ask))),
        [asked.why, ...asked.also].map((why) => h("p", inWords(why))),
      ),
    h(
      "div.tools",
      { key: "tools" },
      doubts.length > 0 &&
        !hand.unfinished &&
        button(".amber", _("Yes, right"), () => change({ do: "confirm", doubts }), "settle-all"),
      button("", _("Fix"), () => look({ adding: true }), "fix"),
      (!hand.counted || hand.counted.differs) && // that of the record is the one “Undo” then
        h(
          "button.button",
          { "data-key": "undo", disabled: !view.undoable, onclick: view.undo },
          hand.counted ? _("Undo the edit") : _("Undo"),
        ),
    ),
  ];
}

/** Return a group of tiles under a title; `to` is the target of a tile dropped on it. */
const place = (name, to, title, ...children) =>
  h(
    `div.place.stack.tight.${name}`,
    { "data-to": to, key: to },
    h("h2.hidden.wide-title", title),
    h("div.row", children),
  );

const row = (view, tiles) =>
  h(
    "span.suit",
    tiles.map(([path, slot]) => tileButton(view, path, slot)),
  );

/** Return tiles with their paths, sorted, in one list for each suit. */
function suits(tiles) {
  tiles.sort(([, a], [, b]) => order(a.tile) - order(b.tile) || Number(b.red) - Number(a.red));
  const found = new Map();
  for (const entry of tiles) {
    const family = familyOf(entry[1].tile);
    found.set(family, [...(found.get(family) ?? []), entry]);
  }
  return [...found.values()];
}

/**
 * Return the tiles of a meld as players lay them: the outer two of a concealed kong face down, a claimed tile
 * crosswise.
 */
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
  const attributes = { "aria-label": label, title: label, "data-key": key, key, onclick: () => look({ adding: true }) };
  return h(`button.slot.add.on-screen${wanted ? ".wanted" : ""}`, attributes, "+");
}

function tileButton({ hand, photo, doubtsOf, look, change }, path, slot, style = "", down = false) {
  const doubts = doubtsOf(slot.seen);
  const aside = path.startsWith("a");
  const unsure = doubts.length > 0 || (slot.tile === null && !aside);
  const why = paragraph(doubts.map((doubt) => inWords(doubt.why)));
  const face = shownAs(slot);
  const light = (on) => document.querySelector(`[data-seen="${slot.seen}"]`)?.classList.toggle("lit", on);
  const attributes = {
    key: path,
    "data-key": path,
    "data-tile": slot.tile ?? "",
    title: why || capital(nameOf(face)),
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
    h("img.tile", { src: picture(null), alt: _("{tile}, face down", { tile: nameOf(face) }), draggable: false });
  const seen = slot.seen !== null && photo && !aside;
  return h(
    `button.slot${style}${unsure ? ".unsure" : ""}${slot.tile ? "" : ".unread"}`,
    attributes,
    photo && !aside && (seen ? cropOf(photo, hand.reading, [slot.seen], "", ".seen", CLOSE) : h("span.seen.none")),
    down && slot.tile ? back() : tileImage(face),
    unsure && [
      h("span.mark-unsure", { "aria-hidden": "true" }, "?"),
      h("span.hidden", _("not sure: {why}", { why: why || nameOf(null) })),
    ],
  );
}
