// All that the set in use learnt from approved hands, on the page of tile sets: switched off, looked at, taken back.

import { ask } from "./page.js";
import { button, h } from "./view.js";
import { _ } from "./words.js";

let name = _("Table 1"); // of the set that is offered, kept when the page is drawn again

/**
 * Return the section of the page; null where sets do not learn.
 * @param learning what the server says of it
 * @param send runs a request that answers with the sets, and draws the page
 */
export function drawLearning(learning, send) {
  if (!learning) return null;
  const { on, hands, offered } = learning;
  const flip = () => send(() => ask("PUT", "/api/sets/learning", { on: !on }));
  const box = { type: "checkbox", checked: on, "data-key": "learning-on", onchange: flip };
  return [
    h("h2", _("Learned from play")),
    h("label.check", h("input", box), h("span", _("Learn from approved hands"))),
    h("p", _("Tiles that you corrected before approval are then read correctly more often.")),
    offered && offer(send),
    hands.length > 0 &&
      h(
        "ul.learnt",
        hands.map((each) => line(each, send)),
      ),
  ];
}

function line({ hand, tiles }, send) {
  const url = `/api/sets/learning/${hand}`;
  return h(
    "li.row.apart",
    { key: hand },
    h("a", { href: `/hands/${hand}` }, _("{tiles} tiles of one hand", { tiles })),
    button(".small", _("Undo"), () => send(() => ask("DELETE", url)), `unlearn-${hand}`),
  );
}

/** Return the offer to keep what was learnt as a tile set, where none is chosen. */
function offer(send) {
  const keep = (event) => {
    event.preventDefault();
    send(() => ask("POST", "/api/sets/learning", { name }));
  };
  const type = (event) => (name = event.target.value);
  return h(
    "form.save.row.low",
    { onsubmit: keep },
    h("p", _("Enough hands with these tiles were approved to learn them as a tile set.")),
    h(
      "label.field",
      h("span", _("Name of the tile set")),
      h("input", { value: name, required: true, maxlength: "40", "data-key": "learnt-name", oninput: type }),
    ),
    h("button.button.primary", { type: "submit" }, _("Save and use")),
  );
}
