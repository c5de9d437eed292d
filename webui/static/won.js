// How the hand was won: by draw or discard, seats and winds, circumstances, flowers, and the rules it is scored by.

import { optionsOf, ruleOptions } from "./options.js";
import { fill, h } from "./page.js";
import { segments } from "./segments.js";
import { image, nameOf } from "./tiles.js";
import { _ } from "./words.js";

export function drawWon(view) {
  const { hand, laid, presets, change } = view;
  const { circumstances, toggles, flowers } = hand.offers;
  const set = (what) => change({ do: "won", won: { ...laid.won, ...what } });
  const count = laid.flowers.length;
  fill(
    document.getElementById("won"),
    h("h2", _("How it was won")),
    circumstances.map((circumstance) => segments(circumstance, set)),
    h(
      "div.wide",
      h("label.label", { for: "rules" }, _("Rules")),
      h(
        "div.select",
        h("span", { "aria-hidden": "true" }, presets.find(([name]) => name === laid.rules)?.[1]),
        h(
          "select",
          { id: "rules", "data-key": "rules", onchange: (event) => change({ do: "rules", rules: event.target.value }) },
          optionsOf(ruleOptions(presets), laid.rules, h),
        ),
      ),
    ),
    h(
      "fieldset.wide",
      h("legend", _("Circumstances")),
      h(
        "div.chips",
        toggles.map((toggle) => chip(toggle, set)),
      ),
    ),
    h(
      "div.wide",
      h("span.label", count ? _("Flowers ({count})", { count }) : _("Flowers")),
      h(
        "div.flower-picks",
        flowers.map((choice) => flower(choice, change)),
      ),
    ),
  );
}

const chip = ({ luck, label, on, sets }, set) =>
  h("label", h("input", { type: "checkbox", checked: on, "data-key": luck, onchange: () => set(sets) }), label);

/** A flower to tap: it is added to the hand, or taken away. */
export function flower({ value, edit, chosen }, change, prefix = "") {
  const attributes = {
    "aria-pressed": String(chosen),
    "data-key": `${prefix}flower-${value}`,
    title: nameOf(value),
    onclick: () => change(edit),
  };
  return h("button", attributes, image(value));
}
