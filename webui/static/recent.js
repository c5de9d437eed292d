// The hands that were laid at this table, below the start page: drawn by the server first, and anew when one changes.

import { KEPT_AT } from "./kept.js";
import { listen } from "./live.js";
import { ask, TABLE } from "./page.js";
import { tileImage, order } from "./tiles.js";
import { timeOfDay } from "./time.js";
import { oneAtATime } from "./turns.js";
import { h, render } from "./view.js";

const GATHER = 300; // milliseconds: less asks again for each of several changes in a row, more shows them later

let asking = 0; // the timer of the next question

const load = oneAtATime(async () => {
  const answer = await ask("GET", `/api/tables/${TABLE}/hands`).catch(() => null);
  if (!answer) return; // the page says elsewhere that the line is dead
  const list = document.getElementById("recent");
  render(answer.hands.map(recent), list);
  list.closest("section").hidden = !answer.hands.length;
});

/** Have the list follow the hands of the table; that of a kept page is drawn as it was shown last. */
export function showRecent() {
  if (KEPT_AT) load();
  listen({
    hand: () => {
      clearTimeout(asking);
      asking = setTimeout(load, GATHER);
    },
  });
}

const recent = ({ id, at, photo, laid, verdict }) => {
  const row = (slots, won = "") =>
    h(
      `span.row${won}`,
      slots.map((slot) => tileImage(slot.tile ?? null, true)),
    );
  const sorted = laid.concealed.toSorted((one, other) => order(one.tile) - order(other.tile));
  return h(
    "li",
    { key: id },
    h(
      "a.card.plain",
      { href: `/hands/${id}`, "data-key": `recent-${id}` },
      photo
        ? h("img.thumb", { src: photo.replace("/photo.jpg", "/thumb.jpg"), alt: "", loading: "lazy" })
        : h("span.thumb.none", { "aria-hidden": "true" }, tileImage(null, true)),
      h("span.row", [
        laid.melds.map(({ tiles }) => row(tiles)),
        row(sorted),
        laid.winning && row([laid.winning], ".won"),
      ]),
      h(`strong.verdict.${verdict.kind}`, verdict.brief),
      h("time", { datetime: at }, timeOfDay(at)),
    ),
  );
};
