// One circumstance of a win with its values to choose from.

import { nameOf, tileImage } from "./tiles.js";
import { h } from "./view.js";

/**
 * Return a circumstance as a row of radio buttons, none chosen while it is not known; a wind is shown as its tile.
 * @param circumstance one of `offers.circumstances`
 * @param set called with the fields of `laid.won` to change
 * @param place tells the keys of this row from those of another with the same circumstance
 */
export function segments({ name, label, settings, source, said }, set, place = "") {
  const key = `${place}${name.replace("_", "-")}`;
  const radio = ({ value, sets, chosen }) =>
    h("input", {
      type: "radio",
      name: key,
      value: String(value),
      checked: chosen,
      "data-key": `${key}-${value}`,
      onchange: () => set(sets),
    });
  const wind = (letter) => h("span", { title: nameOf(letter) }, tileImage(letter, true));
  return h(
    "fieldset",
    { key, "data-said": String(Boolean(said)) },
    h("legend", label, said && source !== "person" && [" ", h("small", said)]),
    h(
      "div.segments.box",
      settings.map((setting) => h("label", radio(setting), setting.label ?? wind(setting.value))),
    ),
  );
}

/** Return a flower to tap: it is added to the hand, or taken away. */
export function flower({ value, edit, chosen }, change, prefix = "") {
  const attributes = {
    "aria-pressed": String(chosen),
    "data-key": `${prefix}flower-${value}`,
    title: nameOf(value),
    onclick: () => change(edit),
  };
  return h("button", attributes, tileImage(value));
}
