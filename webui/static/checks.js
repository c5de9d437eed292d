// The check of a camera's picture: each aspect, how good it is, and what to change.

import { fill, h } from "./page.js";
import { _ } from "./words.js";

const SIGNS = { good: "✓", fair: "!", bad: "✗" };

/** Draws the aspects into a list; each has its title, value, grade and what to change. */
export function drawChecks(list, checks) {
  fill(
    list,
    checks.map((each) =>
      h(
        `div.${each.grade}`,
        { "data-aspect": each.aspect },
        h("dt", each.title),
        h(
          "dd",
          h("b", h("span", { "aria-hidden": "true" }, `${SIGNS[each.grade]} `), each.grade_says),
          ` ${each.says}`,
        ),
        each.fix && h("dd.fix", each.fix),
      ),
    ),
  );
}

/** What is to be changed of all aspects, as one sentence. */
export function sumOf(checks) {
  const open = checks.filter((each) => each.grade !== "good");
  if (open.length) return _("To change: {what}", { what: open.map((each) => each.title).join(_(", ")) });
  return checks.some((each) => each.aspect === "pixels")
    ? _("Everything that was checked is good.")
    : _("Tiles that lie still are checked too.");
}

/** Writes a line that a screen reader says, only where it changes. */
export function sayOnce(line, text) {
  if (line.textContent !== text) line.textContent = text;
}
