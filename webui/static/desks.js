// The events of this server, and the form of a new one.

import { eventForm } from "./eventform.js";
import { onKey, press } from "./keys.js";
import { ask, newId, orTell } from "./page.js";
import { rooted } from "./root.js";
import { h, render } from "./view.js";
import { _, lang } from "./words.js";

const day = (iso) => new Date(`${iso}T12:00`).toLocaleDateString(lang, { dateStyle: "medium" });

/** When an event is, in words. */
const days = ({ begins, ends }) => [begins, ends !== begins && ends].filter(Boolean).map(day).join(" – ");

async function load() {
  const answer = await orTell(ask("GET", "/api/hall/events"));
  if (!answer) return;
  document.getElementById("none").hidden = answer.events.length > 0;
  render(answer.events.map(line), document.getElementById("events"));
}

const line = (event) =>
  h(
    "li",
    h(
      "a.stack.plain",
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
  const answer = await orTell(ask("POST", "/api/hall/events", { id, act }));
  if (answer) location.href = rooted(`/desk/${answer.event}`);
  return Boolean(answer);
};

for (const id of ["new-event", "first-event"])
  document.getElementById(id).addEventListener("click", () => eventForm(null, open(newId())));
onKey("n", _("New event"), press("#new-event"));
load();
