// The dialog in which a tile is looked at, named, moved, removed or added.

import { h } from "./page.js";
import * as edit from "./edit.js";
import { drawCrop } from "./marks.js";
import { DRAGONS, FLOWERS, SUITED, WINDS, image, isFlower, nameOf } from "./tiles.js";

const KINDS = [
  ["chow", "Chow"],
  ["pung", "Pung"],
  ["kong", "Kong"],
  ["concealed-kong", "Concealed kong"],
];

/**
 * Opens the palette.
 * @param hand laid() now, reading, photo, doubtsOf(seen), nextDoubt(), change(laid)
 * @param what {path, seen} of a tile, with checking: true to go on to the next doubtful one; or {adding: true}; or {meld: kind} for a new meld
 */
export function openPalette(hand, what) {
  const dialog = document.getElementById("palette");
  const opener = document.activeElement?.dataset?.key;
  const close = () => dialog.close();
  const show = (next) => {
    const face = document.activeElement?.dataset?.face;
    dialog.replaceChildren(build(hand, next, show, close));
    dialog.querySelector("canvas")?.draw();
    if (dialog.open) focusIn(dialog, face);
  };
  show(what);
  dialog.onclick = (event) => {
    if (event.target === dialog) close();
  };
  dialog.onclose = () =>
    opener && document.querySelector(`[data-key="${CSS.escape(opener)}"]`)?.focus({ preventScroll: true });
  dialog.onkeydown = typed(dialog);
  if (!dialog.open) dialog.showModal();
  focusIn(dialog);
}

/** Keeps the keyboard inside: on the face that had it, on what is to be done first, or on the dialog itself. */
function focusIn(dialog, face) {
  (dialog.querySelector(`[data-face="${face}"]:enabled`) ?? dialog.querySelector("[data-first]") ?? dialog).focus();
}

/** Lets a tile be typed: a digit and then m, p or s, or a letter of an honour. */
function typed(dialog) {
  let digit = "";
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[1-9]$/.test(event.key)) digit = event.key;
    else {
      const tile =
        /^[mps]$/.test(event.key) && digit
          ? digit + event.key
          : /^[eswncfp]$/i.test(event.key)
            ? event.key.toUpperCase()
            : null;
      digit = "";
      if (tile) dialog.querySelector(`[data-face="${tile}"]:enabled`)?.click();
    }
  };
}

function build(hand, what, show, close) {
  if (what.adding) return addingView(hand, show, close);
  if (what.meld) return newMeldView(hand, what.meld, show, close);
  return tileView(hand, what, show, close);
}

function head(title, close) {
  return h(
    "div.pal-head",
    {},
    h("h2", { id: "palette-title" }, title),
    h("button.button", { "aria-label": "Close", onclick: close }, "×"),
  );
}

function faces(current, pick, allowed = () => true) {
  const button = (tile) =>
    h(
      "button",
      {
        "data-face": tile,
        "aria-pressed": String(tile === current),
        disabled: !allowed(tile),
        title: nameOf(tile),
        onclick: () => pick(tile),
      },
      image(tile),
    );
  return h(
    "div.faces",
    {},
    SUITED.map((suit) => h("div", {}, suit.map(button))),
    h("div", {}, WINDS.map(button), h("span.gap"), DRAGONS.map(button)),
    h("div", {}, FLOWERS.map(button)),
  );
}

function addingView(hand, show, close) {
  const laid = hand.laid();
  const total = edit.held(laid);
  const next = laid.winning
    ? "The hand has its tiles"
    : laid.concealed.length + 3 * laid.melds.length >= 13
      ? "Now the winning tile"
      : "Add the tiles of the hand";
  const pick = (tile) => {
    const added = edit.add(hand.laid(), tile);
    hand.change(added);
    if (added.winning && edit.held(added) >= 14 && !isFlower(tile)) close();
    else show({ adding: true });
  };
  return h(
    "div.pal",
    {},
    head(next, close),
    h("p.label", {}, `${total} of 14 tiles. Tap each tile as often as it is there; the last one is the winning tile.`),
    faces(null, pick, (tile) => edit.countOf(laid, tile) < (isFlower(tile) ? 1 : 4)),
    h(
      "div.actions",
      {},
      h("button.button", { onclick: () => show({ meld: "pung" }) }, "Add a claimed set or kong"),
      h("button.button.primary", { onclick: close }, "Done"),
    ),
  );
}

function newMeldView(hand, kind, show, close) {
  const laid = hand.laid();
  const pick = (tile) => {
    hand.change(edit.addMeld(hand.laid(), kind, tile));
    close();
  };
  const room = (tile) => edit.countOf(laid, tile) + (kind === "chow" ? 1 : edit.SIZE[kind]) <= 4;
  const allowed = (tile) =>
    !isFlower(tile) && (kind === "chow" ? /^[1-7][mps]$/.test(tile) && edit.chowAt(tile, 0).every(room) : room(tile));
  return h(
    "div.pal",
    {},
    head("Add a set that was laid out", close),
    kindChoice(kind, (next) => show({ meld: next })),
    h("p.label", {}, kind === "chow" ? "Tap its lowest tile." : "Tap its tile."),
    faces(null, pick, allowed),
  );
}

function kindChoice(kind, pick, kinds = KINDS) {
  return h(
    "div.segments",
    { role: "group", "aria-label": "Kind of set" },
    kinds.map(([value, label]) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name: "meld-kind", checked: value === kind, onchange: () => pick(value) }),
        label,
      ),
    ),
  );
}

function tileView(hand, { path, seen, checking }, show, close) {
  const laid = hand.laid();
  const slot = path ? edit.slotAt(laid, path) : { tile: hand.reading.tiles[seen].tile, seen };
  const place = path ? edit.parsePath(path) : { place: null };
  const open = hand.doubtsOf(slot.seen);
  const settled = (next) =>
    edit.settle(
      next,
      hand.doubtsOf(slot.seen).map((doubt) => doubt.n),
    );
  const act = (next) => {
    hand.change(settled(next));
    if (checking && hand.nextDoubt()) show(hand.nextDoubt());
    else close();
  };
  const choose = (tile) => act(path ? edit.setTile(laid, path, tile) : edit.add(laid, tile, seen));
  const actions = [];
  if (path && open.length && slot.tile)
    actions.push(
      h("button.button.amber", { "data-first": true, onclick: () => act(laid) }, image(slot.tile), "It is right"),
    );
  if (place.place === "c" && slot.tile && !isFlower(slot.tile)) {
    actions.push(h("button.button", { onclick: () => act(edit.makeWinning(laid, path)) }, "Winning tile"));
    for (const [kind, tiles] of edit.claims(laid, path)) {
      actions.push(
        h(
          "button.button",
          { onclick: () => act(edit.claim(laid, path, kind, tiles)) },
          h(
            "span.row",
            {},
            tiles.map((tile) => image(tile)),
          ),
          kind === "concealed-kong" ? "concealed kong" : `claimed ${kind}`,
        ),
      );
    }
  }
  if (place.place === "m")
    actions.push(h("button.button", { onclick: () => act(edit.unclaim(laid, place.at)) }, "Put back in the hand"));
  if (path)
    actions.push(
      h(
        "button.button.danger",
        { onclick: () => act(edit.remove(laid, path)) },
        place.place === "m" ? "Remove the set" : "Remove",
      ),
    );
  if (!path && open.length)
    actions.push(
      h("button.button.amber", { "data-first": true, onclick: () => act(laid) }, "It is not part of the hand"),
    );
  const kind = place.place === "m" ? laid.melds[place.at].kind : null;
  const kinds = kind === "chow" ? null : KINDS.slice(1);
  const title = !path
    ? "Not in the hand: add it?"
    : slot.tile
      ? nameOf(slot.tile).replace(/^./, (c) => c.toUpperCase())
      : "Which tile is this?";
  const allowed = (tile) => place.place !== "m" || (!isFlower(tile) && (kind !== "chow" || /^[1-9]/.test(tile)));
  return h(
    "div.pal",
    {},
    head(title, close),
    evidence(hand, slot, open, choose),
    kind && kinds
      ? kindChoice(
          kind,
          (next) => {
            hand.change(edit.setMeldKind(hand.laid(), place.at, next));
            show({ path: `m${place.at}.0`, seen });
          },
          kinds,
        )
      : null,
    faces(slot.tile, choose, allowed),
    h("div.actions", {}, actions),
  );
}

function evidence(hand, slot, open, choose) {
  if (slot.seen === null || !hand.photo) return null;
  const read = hand.reading.tiles[slot.seen];
  const canvas = h("canvas", { role: "img", "aria-label": "The tile in the photo" });
  canvas.draw = () =>
    hand.photo.decode().then(
      () => drawCrop(canvas, hand.photo, hand.reading, slot.seen),
      () => canvas.remove(),
    );
  const percent = (p) => (p >= 0.995 ? "> 99 %" : p < 0.01 ? "< 1 %" : `${Math.round(p * 100)} %`);
  const said =
    read.face === "down"
      ? "Lies face down."
      : read.tile
        ? `Read as ${nameOf(read.tile)}, ${percent(read.confidence)}.`
        : "Could not be read.";
  const options = [...(read.tile ? [[read.tile, read.confidence]] : []), ...read.alternatives]
    .filter(([tile, p], n) => tile && (n === 0 || p >= 0.005))
    .slice(0, 5);
  return h(
    "div.evidence",
    {},
    canvas,
    h(
      "div.says",
      {},
      h("p", {}, said),
      open.map((doubt) => h("p.doubt", {}, doubt.why)),
      options.length > 1
        ? h(
            "div.maybe",
            {},
            options.map(([tile, p]) =>
              h(
                "button",
                { onclick: () => choose(tile), "aria-label": `${nameOf(tile)}, ${percent(p)}` },
                image(tile),
                percent(p),
              ),
            ),
          )
        : null,
    ),
  );
}
