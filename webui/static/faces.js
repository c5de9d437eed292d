// All faces to tap or to type, and the head of a dialog that has them.

import { DRAGONS, FLOWERS, nameOf, SUITED, tileImage, WINDS } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

export const head = (title, shut) =>
  h(
    "div.dialog-head",
    h("h2", { id: "palette-title" }, title),
    h("button.button", { "aria-label": _("Close"), onclick: shut }, "×"),
  );

/**
 * Return all 42 faces to tap; those not in `offered` are disabled.
 * @param flowers false to leave them out, where the rules have none
 * @param red fives that may be red, each with a key of its own
 */
export function faces(current, pick, offered = null, { flowers = true, red = [], pickRed = null } = {}) {
  const face = (tile) => {
    const attributes = {
      "data-face": tile,
      "data-key": `face-${tile}`,
      "aria-pressed": String(tile === current),
      disabled: offered !== null && !offered.includes(tile),
      title: nameOf(tile),
      onclick: () => pick(tile),
    };
    return h("button", attributes, tileImage(tile));
  };
  const redFive = (tile) => {
    const shown = `0${tile[1]}`;
    const about = { "data-key": `red-${tile}`, title: nameOf(shown), onclick: () => pickRed(tile) };
    return h("button", about, tileImage(shown));
  };
  return h(
    "div.faces",
    { key: "faces" },
    SUITED.map((suit) => h("div", suit.map(face))),
    h("div", WINDS.map(face), h("span"), DRAGONS.map(face)),
    flowers && h("div", FLOWERS.map(face)),
    red.length > 0 && h("div", red.map(redFive)),
  );
}

/** Let a tile be typed: a digit and then m, p or s, or the letter of an honour; Backspace takes the last one back. */
export function typed(within, back = () => {}) {
  let digit = "";
  return (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || target.closest?.("input:not([type=radio])")) return;
    if (key === "Backspace") {
      event.preventDefault();
      back();
    }
    const suited = digit && "mps".includes(key) ? digit + key : null;
    const honour = /^[eswncfp]$/i.test(key) ? key.toUpperCase() : null;
    digit = /^[1-9]$/.test(key) ? key : "";
    within.querySelector(`[data-face="${suited ?? honour}"]:enabled`)?.click();
  };
}
