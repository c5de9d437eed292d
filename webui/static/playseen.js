// All that the camera that followed the play saw of how the hand was won: each with its picture, its time, and the tap
// that takes it back; and what others declared, which is asked before the win is recorded.

import { recordAndTell } from "./match.js";
import { ask } from "./page.js";
import { carriedOut } from "./sent.js";
import { timeOfDay } from "./time.js";
import { h } from "./view.js";
import { _ } from "./words.js";

/** Return what others declared, or hold too much, that the match does not know, and that nobody has denied. */
export const declaredUnheard = ({ hand, stuck }) => (stuck ? [] : (hand.seen ?? []).filter(({ act }) => act));

/** Return the buttons for what is recorded, or was not so: then its step did not happen, or one after it went unseen. */
const answers = ({ act, at, label, step, no }, { reload }) => {
  const deny = async () => {
    await carriedOut(ask("POST", step, { do: no }));
    await reload();
  };
  return [
    h("button.button.small", { "data-key": `declared-${at}`, onclick: () => recordAndTell(act, reload) }, label),
    h("button.button.small", { "data-key": `denied-${at}`, onclick: deny }, _("No")),
  ];
};

export function seenPart(view) {
  const { hand, stuck, change } = view;
  if (stuck || !hand.seen) return null;
  return h(
    "section.card.play-seen",
    { key: "play-seen", id: "play-seen", "aria-label": _("Seen by the camera") },
    h("h2", _("Seen by the camera")),
    h(
      "ul.stack.snug",
      hand.seen.map(({ kind, says, at, picture, deal, edit, label, stands, act, step, no }) =>
        h(
          `li.row.apart${stands ? "" : ".open"}`,
          { key: act ? at : kind, "data-seen": kind },
          h(
            "a",
            { href: deal },
            picture && h("img", { src: picture, alt: "", loading: "lazy" }),
            h("span", says, " · ", h("time", { datetime: at }, timeOfDay(at))),
          ),
          edit && h("button.button.small", { "data-key": `seen-${kind}`, onclick: () => change(edit) }, label),
          act && answers({ act, at, label, step, no }, view),
        ),
      ),
    ),
  );
}
