// How the hand was won: by draw or discard, seats and winds, circumstances, flowers, and the rules it is scored by.

import { fill, h } from "./page.js";
import { asideOf } from "./edit.js";
import { FLOWERS, WINDS, image, nameOf } from "./tiles.js";

const HOW = [
  [false, "Discarded"],
  [true, "Self-drawn"],
];

export function drawWon(view) {
  const { laid, presets, change } = view;
  const { won } = laid;
  const set = (what) => change({ do: "won", won: { ...won, ...what } });
  const others = [[null, "?"], ...WINDS.filter((letter) => letter !== won.seat).map(wind)];
  const drawn = (self_draw) => set({ self_draw, discarder: null, heaven: false, earth: false });
  const sit = (seat) => set({ seat, discarder: won.discarder === seat ? null : won.discarder });
  const chip = (key, label) => {
    const onchange = (event) => set({ [key]: event.target.checked });
    return h("label", h("input", { type: "checkbox", checked: won[key], "data-key": key, onchange }), label);
  };
  fill(
    document.getElementById("won"),
    h("h2", "How it was won"),
    segments("self-draw", "The winning tile was", HOW, won.self_draw, drawn),
    !won.self_draw &&
      segments("discarder", "Who discarded it", others, won.discarder, (discarder) => set({ discarder })),
    segments("seat", "Winner's seat", WINDS.map(wind), won.seat, sit),
    segments("round", "Round", WINDS.map(wind), won.round, (round) => set({ round })),
    h(
      "div.wide",
      h("label.label", { for: "rules" }, "Rules"),
      h(
        "div.select",
        h("span", { "aria-hidden": "true" }, Object.fromEntries(presets)[laid.rules]),
        h(
          "select",
          { id: "rules", "data-key": "rules", onchange: (event) => change({ do: "rules", rules: event.target.value }) },
          presets.map(([value, label]) => h("option", { value, selected: value === laid.rules }, label)),
        ),
      ),
    ),
    h(
      "fieldset.wide",
      h("legend", "Circumstances"),
      h(
        "div.chips",
        chip("last_tile", won.self_draw ? "Last tile of the wall" : "Last discard of the hand"),
        chip("kong", won.self_draw ? "On a kong's replacement tile" : "By robbing a kong"),
        laid.rules === "zungjung"
          ? [chip("heaven", "Blessing of heaven"), chip("earth", "Blessing of earth")]
          : chip("last_of_kind", "Last of its kind"),
      ),
    ),
    h(
      "div.wide",
      h("span.label", laid.flowers.length ? `Flowers (${laid.flowers.length})` : "Flowers"),
      h(
        "div.flower-picks",
        FLOWERS.map((tile) => flower(view, tile)),
      ),
    ),
  );
}

const wind = (letter) => [letter, h("span", { title: nameOf(letter) }, image(letter, true))];

const segments = (name, legend, options, chosen, pick) =>
  h(
    "fieldset",
    h("legend", legend),
    h(
      "div.segments",
      options.map(([value, label]) => h("label", radio(name, value, chosen, pick), label)),
    ),
  );

const radio = (name, value, chosen, pick) =>
  h("input", {
    type: "radio",
    name,
    value: String(value),
    checked: value === chosen,
    "data-key": `${name}-${value}`,
    onchange: () => pick(value),
  });

function flower({ laid, hand, change }, tile) {
  const at = laid.flowers.findIndex((slot) => slot.tile === tile);
  const seen = asideOf(hand).find(([, slot]) => slot.tile === tile)?.[0];
  const take = seen ? { do: "move", at: [seen], to: "f" } : { do: "add", tile };
  const attributes = {
    "aria-pressed": String(at >= 0),
    "data-key": `flower-${tile}`,
    title: nameOf(tile),
    onclick: () => change(at >= 0 ? { do: "move", at: [`f${at}`], to: "a" } : take),
  };
  return h("button", attributes, image(tile));
}
