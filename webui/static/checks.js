// The check of a camera's picture: each aspect, how good it is, and what to change.

import { h, render } from "./view.js";
import { _ } from "./words.js";

const SIGNS = { good: "✓", fair: "!", bad: "✗" };

/** Draw the aspects into a list; each has its title, value, grade and what to change. */
export function drawChecks(list, checks) {
  const line = (each) =>
    h(
      `div.${each.grade}`,
      { key: each.aspect, "data-aspect": each.aspect },
      h("dt", each.title),
      h("dd", h("b", h("span", { "aria-hidden": "true" }, `${SIGNS[each.grade]} `), each.grade_says), ` ${each.says}`),
      each.fix && h("dd.fix", each.fix),
    );
  render(checks.map(line), list);
}

/** Return what is to be changed of all aspects, as one sentence. */
export function sumOf(checks) {
  const open = checks.filter((each) => each.grade !== "good");
  if (open.length) return _("To change: {what}", { what: open.map((each) => each.title).join(_(", ")) });
  return checks.some((each) => each.aspect === "pixels")
    ? _("Everything that was checked is good.")
    : _("Tiles that lie still are checked too.");
}
