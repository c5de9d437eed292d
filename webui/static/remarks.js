// All that the faces in the photo say of the set of tiles: more of a kind than a set has, or the few that are missing,
// each with pictures of the tiles that it is about.

import { cropOf } from "./marks.js";
import { inWords, nameOf } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

/**
 * Return the remarks on the photo of a hand, each with its tiles.
 * @param pick opens a tile of the reading
 */
export function remarksOn({ hand, photo }, pick) {
  return hand.remarks.map(({ kind, says, tiles }) =>
    h(
      "section.remark",
      { role: "note", "data-kind": kind },
      h("p", inWords(says)),
      h(
        "p.crops.row",
        tiles.map((n) => {
          const name = _("{name}, in the photo", { name: nameOf(hand.reading.tiles[n].tile) });
          const attributes = { "aria-label": name, "data-key": `remark-${n}`, onclick: () => pick(n) };
          return h("button.crop", attributes, cropOf(photo, hand.reading, [n], ""));
        }),
      ),
      h("p.muted", _("Nothing is scored by this.")),
    ),
  );
}
