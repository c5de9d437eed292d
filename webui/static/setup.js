// The page on which a camera is set up: its picture, and what is good about it or has to be changed.

import { listen } from "./live.js";
import { looks } from "./looks.js";
import { ask, fill, h, tellTrouble } from "./page.js";
import { _ } from "./words.js";

const PAUSE = 1000; // milliseconds between two checks
const SIGNS = { good: "✓", fair: "!", bad: "✗" };

const live = document.getElementById("live");
if (live) watch(live);

const naming = document.getElementById("naming");
naming.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await ask("PUT", "/api/tables/1/name", { name: naming.elements.name.value });
    location.reload(); // the bar has the name too
  } catch (trouble) {
    tellTrouble(trouble);
  }
});

function watch(section) {
  const says = document.getElementById("camera-state");
  let checked = 0; // when the picture was checked last

  const show = looks(section, async () => {
    if (Date.now() - checked >= PAUSE) await check();
  });

  async function check() {
    checked = Date.now();
    try {
      draw((await ask("GET", "/api/setup/check")).checks);
    } catch (trouble) {
      tell(says, trouble.message);
    }
  }

  listen({
    look: show,
    health: ({ state, why, moved }) =>
      tell(says, { live: moved || _("Live"), opening: _("Opening the camera…") }[state] ?? why),
    lost: (text) => tell(says, text),
  });
}

function draw(checks) {
  fill(
    document.getElementById("checks"),
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
  const open = checks.filter((each) => each.grade !== "good");
  const all = checks.some((each) => each.aspect === "pixels");
  const text = open.length
    ? _("To change: {what}", { what: open.map((each) => each.title).join(_(", ")) })
    : all
      ? _("Everything that was checked is good.")
      : _("Tiles that lie still are checked too.");
  tell(document.getElementById("check-sum"), text);
}

/** Writes a line that a screen reader says, only where it changes. */
function tell(line, text) {
  if (line.textContent !== text) line.textContent = text;
}
