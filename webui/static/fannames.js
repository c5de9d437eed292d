// The names of fan in a second language: English beside Chinese ones, Chinese beside English ones. They are off until
// somebody switches them on, and stay on this device as they were left.

import { keep, recall } from "./storage.js";
import { h } from "./view.js";

const KEY = "tableside-fan-names";
const both = () => recall(KEY) === "both";

/** Return the name of a fan in the other language. */
export const alsoNamed = ({ said, name, zh }) =>
  h("span.also", { lang: said ? "en" : "zh", hidden: !both() }, said ? name : zh);

function toggle({ currentTarget }) {
  const now = !both();
  keep(KEY, now ? "both" : "one");
  currentTarget.setAttribute("aria-pressed", String(now));
  for (const each of document.querySelectorAll(".also")) each.hidden = !now;
}

/** Return the switch of the second language. */
export const fanNamesSwitch = (label) =>
  h("button.button", { "aria-pressed": String(both()), "data-key": "fan-names", onclick: toggle }, label);
