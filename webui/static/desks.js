// The events of this server, and the form of a new one.

import { eventForm } from "./eventform.js";
import { onKey, press } from "./keys.js";
import { ask, newId, tellTrouble } from "./page.js";
import { rooted } from "./root.js";
import { h, render } from "./view.js";
import { _, lang } from "./words.js";

const day = (iso) => new Date(`${iso}T12:00`).toLocaleDateString(lang, { dateStyle: "medium" });

/** When an event is, in words. */
const days = ({ begins, ends }) => [begins, ends !== begins && ends].filter(Boolean).map(day).join(" – ");

async function load() {
  try {
    const { events } = await ask("GET", "/api/hall/events");
    document.getElementById("none").hidden = events.length > 0;
    render(events.map(line), document.getElementById("events"));
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

const line = (event) =>
  h(
    "li",
    h(
      "a",
      { href: `/desk/${event.event}` },
      h("b", event.name),
      h("span", [event.place, days(event)].filter(Boolean).join(" · ")),
      h(
        "span",
        _("{players} players, round {started} of {rounds}", {
          players: event.players,
          started: event.started,
          rounds: event.rounds,
        }),
      ),
    ),
  );

const open = (id) => async (act) => {
  try {
    const { event } = await ask("POST", "/api/hall/events", { id, act });
    location.href = rooted(`/desk/${event}`);
    return true;
  } catch (trouble) {
    tellTrouble(trouble);
    return false;
  }
};

for (const id of ["new-event", "first-event"])
  document.getElementById(id).addEventListener("click", () => eventForm(null, open(newId())));
onKey("n", _("New event"), press("#new-event"));
load();
