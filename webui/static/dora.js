// The indicators of dora of a hand: those that are known, the tiles of the photo that may be some, and the keys for any
// other. Counters and sticks on the table stand with the other circumstances.

import { cropOf } from "./marks.js";
import { capital, nameOf, tileImage } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

/**
 * Return the indicators above or below: each that is known is taken away by a tap, each tile apart is added by one.
 * @param indicators one of `offers.indicators`
 * @param place tells the keys of this row from those of another with the same indicators
 */
export function indicatorRow(view, { name, label, tiles, seen, faces, source }, place = "") {
  const { hand, laid, photo, look } = view;
  const set = (some) => view.change({ do: "won", won: { ...laid.won, [name]: some } });
  const key = `${place}${name}`;
  const known = tiles ?? [];
  return h(
    "fieldset.indicators",
    { key, "data-said": String(Boolean(source)) },
    h("legend", label),
    h(
      "div.row",
      known.map((tile, n) =>
        h(
          "button.known.box",
          {
            "data-key": `${key}-${n}`,
            "aria-label": _("Remove {tile}", { tile: nameOf(tile) }),
            onclick: () => set(known.length > 1 ? known.toSpliced(n, 1) : null), // without the last it is not known
          },
          tileImage(tile),
        ),
      ),
      seen.map(({ seen: n, tile }) =>
        h(
          "button.seen-tile.box",
          {
            "data-key": `${key}-seen-${n}`,
            "aria-label": _("{tile} of the photo", { tile: capital(nameOf(tile)) }),
            onclick: () => set([...known, tile]),
          },
          photo && cropOf(photo, hand.reading, [n], ""),
          tileImage(tile, true),
        ),
      ),
      faces.length > 0 &&
        h(
          "button.button",
          { "data-key": `${key}-other`, onclick: () => look({ indicator: name }) },
          known.length ? _("Add another") : _("Choose a tile"),
        ),
      !known.length &&
        h(
          "button.button",
          { "data-key": `${key}-none`, "aria-pressed": String(tiles !== null), onclick: () => set(tiles ? null : []) },
          _("None"),
        ),
    ),
  );
}

/** Numbers that are being typed, by their names: news leave them as they are. */
const typed = {};

/** Return what lies on the table, as numbers. */
export const onTheTable = ({ hand, laid, change }) =>
  hand.offers.on_table.map(({ name, label, value }) =>
    h(
      "label.field",
      { key: name },
      h("span", label),
      h("input", {
        type: "number",
        min: 0,
        max: 99,
        value: typed[name] ?? value,
        inputmode: "numeric",
        "data-key": name,
        oninput: ({ currentTarget }) => {
          typed[name] = currentTarget.value;
        },
        onblur: () => delete typed[name],
        onchange: ({ currentTarget }) => {
          delete typed[name];
          const count = Math.min(99, Math.max(0, Math.trunc(Number(currentTarget.value)) || 0));
          change({ do: "won", won: { ...laid.won, [name]: count } });
        },
      }),
    ),
  );
