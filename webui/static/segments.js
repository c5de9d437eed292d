// One circumstance of a win with its values to choose from.

import { h } from "./page.js";
import { image, nameOf } from "./tiles.js";

/**
 * A circumstance as a row of radio buttons, none chosen while it is not known; a wind is shown as its tile.
 * @param circumstance one of `offers.circumstances`
 * @param set called with the fields of `laid.won` to change
 * @param place tells the keys of this row from those of another with the same circumstance
 */
export function segments({ name, label, settings, said }, set, place = "") {
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
  const wind = (letter) => h("span", { title: nameOf(letter) }, image(letter, true));
  return h(
    "fieldset",
    { "data-said": String(Boolean(said)) },
    h("legend", label, said && [" ", h("small", said)]),
    h(
      "div.segments",
      settings.map((setting) => h("label", radio(setting), setting.label ?? wind(setting.value))),
    ),
  );
}
