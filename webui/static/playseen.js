// All that the camera that followed the play saw of how the hand was won: each with its picture, its time, and the tap
// that takes it back.

import { timeOfDay } from "./time.js";
import { h } from "./view.js";
import { _ } from "./words.js";

export function seenPart({ hand, stuck, change }) {
  if (stuck || !hand.seen) return null;
  return h(
    "section.card.play-seen",
    { key: "play-seen", "aria-label": _("Seen by the camera") },
    h("h2", _("Seen by the camera")),
    h(
      "ul.stack.snug",
      hand.seen.map(({ kind, says, at, picture, deal, edit, label, stands }) =>
        h(
          `li.row.apart${stands ? "" : ".open"}`,
          { key: kind, "data-seen": kind },
          h(
            "a",
            { href: deal },
            picture && h("img", { src: picture, alt: "", loading: "lazy" }),
            h("span", says, " · ", h("time", { datetime: at }, timeOfDay(at))),
          ),
          edit && h("button.button.small", { "data-key": `seen-${kind}`, onclick: () => change(edit) }, label),
        ),
      ),
    ),
  );
}
