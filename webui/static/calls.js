// Calling a referee from the page of a table, and who comes.

import { came } from "./came.js";
import { choice, field, openForm } from "./dialogs.js";
import { enter } from "./entered.js";
import { ask, TABLE, tellTrouble } from "./page.js";
import { h, render } from "./view.js";
import { _ } from "./words.js";

const PAUSE = 2000; // milliseconds between two looks while somebody waits
const MINUTE = 60;
const line = document.getElementById("call-state"); // only on the start page
let looking = null;

/** Return how long ago a moment was, by the time of the server. */
export function sinceWords(at, now) {
  const seconds = Math.max(0, Math.round((new Date(now) - new Date(at)) / 1000));
  return seconds < MINUTE
    ? _("waiting {seconds} s", { seconds })
    : _("waiting {minutes} min", { minutes: Math.floor(seconds / MINUTE) });
}

function draw(calls) {
  render(
    calls.map(({ id, at, now, taken, taken_by: by, player }) =>
      h(
        "span",
        { key: id },
        taken ? (by ? _("{who} on the way", { who: by }) : _("Referee on the way")) : _("The referee is called"),
        h("small", [player, sinceWords(at, now)].filter(Boolean).join(" · ")),
      ),
    ),
    line,
  );
  clearTimeout(looking);
  if (calls.length) looking = setTimeout(look, PAUSE);
}

async function look() {
  try {
    draw((await ask("GET", `/api/tables/${TABLE}/calls`)).calls);
  } catch {
    looking = setTimeout(look, PAUSE); // the page says elsewhere that the line is dead
  }
}

/**
 * Let the button of the page call a referee.
 * @param chairs gives [chair, name] of those who sit at the table
 */
export function letCall(chairs) {
  document.getElementById("call-referee").addEventListener("click", () => {
    openForm(
      _("Call the referee"),
      () => [
        choice("chair", _("Who calls"), [[0, _("The table")], ...chairs()], 0),
        field(_("Why, if you like"), { name: "reason", maxlength: 300, autocomplete: "off" }),
      ],
      () => _("Call the referee"),
      async (data) => {
        const body = { reason: data.get("reason"), chair: Number(data.get("chair")) };
        try {
          draw((await enter("call", body)).calls);
        } catch (trouble) {
          if (trouble.status === 0) return true; // it waits, as the page says
          tellTrouble(trouble);
          return false;
        }
        return true;
      },
    );
  });
  const first = came("calls-data");
  if (first) draw(first);
  else look();
}
